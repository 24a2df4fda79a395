// SPDX-License-Identifier: MIT

package body

import (
	"math"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/sim"
)

// plain is an honest version 1 mod: it does what it says, knows the seven base
// kinds, sends its state once a second and nothing that the base document does
// not have.
type plain struct{ *Body }

const (
	// plainVersion is what version 1 mods say, whatever they run in.
	plainVersion = "1.21.5"
	// plainReturn is how long they wait before they connect again.
	plainReturn = 5 * time.Second
	// plainQueue bounds the actions that wait their turn.
	plainQueue = 100
)

func (b *plain) protocol() int { return game.ProtocolV1 }

func (b *plain) hello(*game.World) *wire.Register {
	return &wire.Register{InstanceID: b.cfg.InstanceID, Version: plainVersion}
}

// state keeps to the base document: names with their namespace, no more than
// its fields, hunger a whole number.
func (b *plain) state(s game.State) *wire.StateUpdate {
	hunger := math.Floor(*s.Hunger)
	out := game.State{
		Position: s.Position, Health: s.Health, Hunger: &hunger, Saturation: s.Saturation,
		Dimension: game.Namespace + s.Dimension, GameMode: s.GameMode, Inventory: make([]game.Stack, len(s.Inventory)),
	}
	for i, st := range s.Inventory {
		out.Inventory[i] = game.Stack{Slot: st.Slot, Item: game.Namespace + st.Item, Count: st.Count}
	}
	return &wire.StateUpdate{InstanceID: b.cfg.InstanceID, Data: out}
}

func (b *plain) comesBack(int, int) (time.Duration, bool) { return plainReturn, true }

func (b *plain) hear(ln *line, frame []byte) {
	m, err := wire.DecodeToBody(frame)
	if err != nil {
		b.log.Debug("frame ignored", "error", err, "frame", beautify(frame))
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.line != ln {
		return
	}
	switch m := m.(type) {
	case *wire.Registered:
		if m.Success && !b.registered {
			b.join()
		}
	case *wire.ExecuteAction:
		b.execute(m)
	case *wire.Stop:
		b.clear()
	}
}

// clear forgets everything that is to be done and says nothing.
func (b *plain) clear() {
	b.queue = nil
	if b.job != nil {
		b.stopAsked = true
		b.job.cancel()
	}
}

func (b *plain) execute(m *wire.ExecuteAction) {
	a := baseOnly(m.Action)
	info, ok := game.Lookup(a.Kind)
	if m.Fault != "" || !ok || !info.V1 {
		b.tell(&wire.ActionFailed{InstanceID: b.cfg.InstanceID, ActionID: a.ID, Error: "unknown action"})
		return
	}
	if b.job != nil {
		if len(b.queue) < plainQueue {
			b.queue = append(b.queue, a)
		}
		return
	}
	b.begin(a, sim.Bounds{})
}

// baseOnly keeps the fields that version 1 has, with its defaults for gaps.
func baseOnly(a game.Action) game.Action {
	out := game.Action{ID: a.ID, Kind: a.Kind}
	pos := a.At
	if pos == nil {
		pos = &game.Pos{Y: 64}
	}
	pos = &game.Pos{X: pos.X, Y: pos.Y, Z: pos.Z}
	or := func(s string) string {
		if s == "" {
			return "stone"
		}
		return s
	}
	switch a.Kind {
	case game.Goto:
		out.At = pos
	case game.Mine:
		out.Target, out.Quantity = or(a.Target), a.Count()
	case game.Place:
		out.Block, out.At = or(a.Block), pos
	case game.Craft:
		out.Recipe, out.Quantity = or(a.Recipe), a.Count()
	case game.Smelt:
		out.Item, out.Quantity = or(a.Item), a.Count()
	case game.Interact:
		out.Target, out.At = a.Target, pos
	case game.Chat:
		out.Message = a.Message
	default:
	}
	return out
}

func (b *plain) ended(a game.Action, r game.Result, f *game.Failure) {
	if b.stopAsked { // a stopped action is forgotten
		b.stopAsked = false
		return
	}
	if f != nil {
		b.tell(&wire.ActionFailed{InstanceID: b.cfg.InstanceID, ActionID: a.ID, Error: f.Message})
		return
	}
	b.tell(&wire.ActionComplete{InstanceID: b.cfg.InstanceID, ActionID: a.ID, Result: game.Result{Success: true}})
}
