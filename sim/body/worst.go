// SPDX-License-Identifier: MIT

package body

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/sim"
)

// worst is the worst version 1 mod that is known to be about. It takes any
// registered for a yes, and reports goto, mine and unknown kinds as done without
// doing anything; what fails is reported as failed and then as complete; an
// action without a type crashes it; after a stop the next action completes from
// what was left over.
type worst struct{ plain }

func (b *worst) hear(ln *line, frame []byte) {
	m, err := wire.DecodeToBody(frame)
	if err != nil {
		return
	}
	b.mu.Lock()
	current := b.line == ln
	if !current {
		b.mu.Unlock()
		return
	}
	crash := false
	switch m := m.(type) {
	case *wire.Registered:
		if !b.registered {
			b.join()
		}
	case *wire.ExecuteAction:
		if crash = m.Action.Kind == ""; !crash {
			b.execute(m.Action)
		}
	case *wire.Stop:
		b.stale = b.job != nil
		b.clear()
	}
	b.mu.Unlock()
	if crash {
		b.crash()
	}
}

func (b *worst) execute(a game.Action) {
	a = baseOnly(a)
	info, ok := game.Lookup(a.Kind)
	switch {
	case b.stale, !ok, !info.V1, a.Kind == game.Goto, a.Kind == game.Mine:
		b.stale = false
		b.executed = append(b.executed, a.ID)
		b.claim(a.ID)
	case b.job != nil:
		if len(b.queue) < plainQueue {
			b.queue = append(b.queue, a)
		}
	default:
		b.begin(a, sim.Bounds{})
	}
}

// claim reports success, whatever happened.
func (b *worst) claim(id string) {
	b.tell(&wire.ActionComplete{InstanceID: b.cfg.InstanceID, ActionID: id, Result: game.Result{Success: true}})
}

func (b *worst) ended(a game.Action, r game.Result, f *game.Failure) {
	if b.stopAsked {
		b.stopAsked = false
		return
	}
	if f != nil {
		b.tell(&wire.ActionFailed{InstanceID: b.cfg.InstanceID, ActionID: a.ID, Error: f.Message})
	}
	b.claim(a.ID)
}
