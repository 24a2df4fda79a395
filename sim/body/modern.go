// SPDX-License-Identifier: MIT

package body

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/sim"
)

// modern speaks version 2.
type modern struct{ *Body }

// finishedKept is how many terminal messages a register repeats.
const finishedKept = 16

func (b *modern) protocol() int { return game.ProtocolV2 }

func (b *modern) hello(w *game.World) *wire.Register {
	r := &wire.Register{
		InstanceID: b.cfg.InstanceID, Version: b.world.Version(), Protocol: game.ProtocolV2,
		Name: b.cfg.Name, Role: "companion", Owner: b.cfg.Owner, Token: b.cfg.Token, ResumeToken: b.resumeToken,
		Loader: "minehand-sim",
		Capabilities: &wire.Capabilities{
			Actions: sim.Kinds(), Arguments: game.DeclaredArguments(), Protects: true, Changes: true, Survey: true,
		},
		Series:   b.kept.series,
		World:    w,
		Running:  []string{},
		Finished: append([]wire.Finished{}, b.finished...),
	}
	if b.job != nil {
		r.Running = append(r.Running, b.job.action.ID)
	}
	b.pending = nil // Finished holds them
	return r
}

func (b *modern) state(s game.State) *wire.StateUpdate {
	return &wire.StateUpdate{InstanceID: b.cfg.InstanceID, Data: s, Changes: b.news()}
}

func (b *modern) comesBack(code, tries int) (time.Duration, bool) {
	wait := 500 * time.Millisecond << min(tries, 4)
	return min(wait, 5*time.Second), wire.ComesBack(code)
}

func (b *modern) hear(ln *line, frame []byte) {
	m, err := wire.DecodeToBody(frame)
	if err != nil {
		b.log.Debug("frame ignored", "error", err, "frame", beautify(frame))
		return
	}
	if ask, ok := m.(*wire.Survey); ok { // of the world, which is asked without the mutex
		ln.send(&wire.Surveyed{InstanceID: b.cfg.InstanceID, Surveyed: b.world.Survey(ask.Survey)})
		return
	}
	b.mu.Lock()
	if b.line != ln {
		b.mu.Unlock()
		return
	}
	welcomed := b.obey(m)
	b.mu.Unlock()
	if welcomed {
		ln.reportNow()
	}
}

// obey does what a frame asks for, with the mutex held, and reports whether it welcomed the body.
func (b *modern) obey(m any) (welcomed bool) {
	switch m := m.(type) {
	case *wire.Registered:
		return b.welcome(m)
	case *wire.ExecuteAction:
		b.execute(m)
	case *wire.Cancel:
		b.giveUp(m.ActionID)
	case *wire.Stop:
		b.stop(m.ID)
	case *wire.ChangesKept:
		b.kept.forget(m)
	case *wire.RunCommand:
		b.tell(&wire.CommandResult{InstanceID: b.cfg.InstanceID, ID: m.ID, Error: "the embedded body has no commands of its own"})
	}
	return false
}

// welcome takes the answer to register.
func (b *modern) welcome(m *wire.Registered) bool {
	if !m.Success {
		b.log.Warn("the backend refused the body", "reason", m.Error)
		return false
	}
	if b.registered {
		return false
	}
	b.join()
	b.zones = m.Protected
	b.resumeToken = cmp.Or(m.ResumeToken, b.resumeToken)
	for _, p := range b.pending {
		b.tell(p)
	}
	b.pending = nil
	return true
}

// execute starts an action, or answers for one that it knows.
func (b *modern) execute(m *wire.ExecuteAction) {
	a := m.Action
	if !b.registered || a.ID == "" || b.job != nil && b.job.action.ID == a.ID || b.answer(a.ID) {
		return
	}
	if code, message := b.refuses(m); code != "" {
		retry := false
		b.tell(&wire.ActionFailed{InstanceID: b.cfg.InstanceID, ActionID: a.ID, Error: message, Code: code, Retryable: &retry})
		return
	}
	b.begin(a, sim.Bounds{
		Zones:  slices.DeleteFunc(slices.Clone(b.zones), func(z game.Zone) bool { return slices.Contains(m.Lifted, z.Name) }),
		Within: m.Within,
	})
}

// refuses is why an action is not begun; an empty code if it is.
func (b *modern) refuses(m *wire.ExecuteAction) (code game.Code, message string) {
	a := m.Action
	if m.Fault != "" {
		return game.CodeInvalid, m.Fault
	}
	if row, ok := game.Lookup(a.Kind); a.Kind != "" && (!ok || row.Local) {
		return game.CodeUnsupported, fmt.Sprintf("this body has no action %q", a.Kind)
	}
	if err := a.Validate(); err != nil {
		return game.CodeInvalid, err.Error()
	}
	if b.job != nil {
		return game.CodeBusy, "another action is running: send one at a time"
	}
	return "", ""
}

// answer repeats the terminal message of an action that is over.
func (b *modern) answer(id string) bool {
	for _, f := range b.finished {
		if f.ActionID != id {
			continue
		}
		if f.Result != nil {
			b.tell(&wire.ActionComplete{InstanceID: b.cfg.InstanceID, ActionID: id, Result: *f.Result})
		} else {
			b.tell(&wire.ActionFailed{InstanceID: b.cfg.InstanceID, ActionID: id, Error: f.Error, Code: f.Code})
		}
		return true
	}
	return false
}

func (b *modern) giveUp(id string) {
	switch {
	case b.job != nil && b.job.action.ID == id:
		b.job.cancel()
	case !b.answer(id):
		b.tell(&wire.ActionFailed{InstanceID: b.cfg.InstanceID, ActionID: id, Error: "this action is not running", Code: game.CodeInterrupted})
	}
}

func (b *modern) stop(id string) {
	if b.stops = append(b.stops, id); b.job != nil {
		b.job.cancel()
		return
	}
	b.stopped()
}

// stopped answers each stop that came.
func (b *modern) stopped() {
	for _, id := range b.stops {
		b.tell(&wire.Stopped{InstanceID: b.cfg.InstanceID, ID: id})
	}
	b.stops = nil
}

func (b *modern) ended(a game.Action, r game.Result, f *game.Failure) {
	done := wire.Finished{ActionID: a.ID}
	var m wire.FromBody
	if f == nil {
		done.Result = &r
		m = &wire.ActionComplete{InstanceID: b.cfg.InstanceID, ActionID: a.ID, Result: r, Changes: b.news()}
	} else {
		done.Error, done.Code = f.Message, f.Code
		retry := f.Code == game.CodeInterrupted
		m = &wire.ActionFailed{InstanceID: b.cfg.InstanceID, ActionID: a.ID, Error: f.Message, Code: f.Code, Retryable: &retry, Changes: b.news()}
	}
	b.finished = append(b.finished, done)
	b.finished = b.finished[max(0, len(b.finished)-finishedKept):]
	if !b.tell(m) {
		b.pending = append(b.pending, m)
	}
	b.stopped()
}

func eventFrame(id string, e sim.Event) wire.FromBody {
	m := &wire.Event{InstanceID: id, Name: e.Name}
	if e.Data != nil {
		data, err := json.Marshal(e.Data)
		if err != nil {
			return nil
		}
		m.Data = data
	}
	return m
}
