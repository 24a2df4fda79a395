// SPDX-License-Identifier: MIT

package modbridge_test

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// The steps of a random history.
var steps = []string{
	"do", "do", "do", "complete", "complete", "fail", "double", "stray", "state", "state", "stopped", "stopped late",
	"stop", "skip", "drop", "back running", "back finished", "back ignorant", "back silent", "replace", "crash",
	"1s", "4s", "12s", "31s", "61s", "laptop sleeps",
}

// TestHistories plays random histories against a session and checks after
// every step what a small reference model says must hold, whatever the order:
// one end a call and the right one, never two actions at once on the body,
// nothing sent between a stop and rest, sessions that live as long as they
// should.
func TestHistories(t *testing.T) {
	for _, protocol := range both {
		t.Run(fmt.Sprint("v", protocol), func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				script := rapid.SliceOfN(rapid.SampledFrom(steps), 1, 40).Draw(rt, "history")
				var fault string
				synctest.Test(t, func(t *testing.T) { fault = play(t, protocol, script) })
				if fault != "" {
					rt.Fatal(fault)
				}
			})
		})
	}
}

// model is the reference: what the test knows of the body, the line and the
// open call. Times are seconds of the model's own clock.
type model struct {
	h        *house
	protocol int
	b        *body
	s        *modbridge.Session
	jump     *atomic.Int64
	n        int
	sleeps   float64 // laptop sleeps; each may shift the clock by a pulse

	up   bool
	down float64 // how long the line is down

	call  *doing // the open call, nil when none
	id    string
	sent  bool    // the body was seen to get it
	spent float64 // on its clock since then
	asked bool    // the caller gave up
	told  bool    // a terminal message for it went out while the line was up

	busy    string // what the body works on
	cut     string // what it worked on when it was last stopped
	stopped float64
	resting bool   // a stop or cancel came and was not answered yet
	asks    string // the id of the last stop or cancel
	passed  string // that of the last one after which an action came
	faults  string
}

func play(t *testing.T, protocol int, script []string) string {
	m := &model{protocol: protocol, jump: new(atomic.Int64)}
	m.h = newHouse(t, modbridge.Config{Now: func() time.Time { return time.Now().Add(time.Duration(m.jump.Load())) }})
	time.Sleep(100 * time.Millisecond) // never at the same instant as a pulse
	m.b = m.h.join("b", protocol)
	m.s, m.up = m.h.session("b"), true
	for i, step := range script {
		m.step(step)
		m.check()
		if m.faults != "" {
			return fmt.Sprintf("step %d, %s: %s", i, step, m.faults)
		}
	}
	m.h.close()
	if m.call != nil && !m.call.ended() {
		return "a call outlived the server"
	}
	return ""
}

func (m *model) fault(format string, args ...any) {
	if m.faults == "" {
		m.faults = fmt.Sprintf(format, args...)
	}
}

func (m *model) step(step string) {
	switch step {
	case "do":
		m.do()
	case "complete":
		m.terminal(func(id string) { m.b.complete(id) })
	case "fail":
		m.terminal(func(id string) { m.b.fail(id, "it went wrong", game.CodeNotFound) })
	case "double":
		m.terminal(func(id string) { m.b.fail(id, "it went wrong", ""); m.b.complete(id) })
	case "stray":
		if m.up {
			m.b.complete(fmt.Sprint("A", m.n-1))
			m.b.complete("unknown")
			if m.sent && m.call != nil {
				m.told, m.busy = true, ""
			}
			if m.protocol == 2 && m.cut == fmt.Sprint("A", m.n-1) {
				m.resting = false // late, it still shows that the body is at rest
			}
		}
	case "state":
		m.state()
	case "stopped":
		if m.up && m.protocol == 2 && m.resting {
			m.b.send(&wire.Stopped{InstanceID: "b", ID: m.asks})
			m.resting = false
		}
	case "stopped late": // which ends nothing (rule 18)
		if m.up && m.protocol == 2 && m.passed != "" {
			m.b.send(&wire.Stopped{InstanceID: "b", ID: m.passed})
		}
	case "stop":
		m.s.Stop()
		m.asked = m.call != nil
	case "skip":
		if m.call != nil {
			m.call.cancel()
			m.asked = true
		}
	case "drop":
		if m.up {
			m.b.drop()
			m.up, m.down = false, 0
		}
	case "back running":
		m.back(wire.Register{Running: m.works(), Finished: []wire.Finished{}})
	case "back finished":
		reg := wire.Register{Running: []string{}}
		if !m.up && m.busy != "" {
			reg.Finished = []wire.Finished{{ActionID: m.busy, Result: &game.Result{Success: true}}}
			m.busy = ""
		}
		m.back(reg)
	case "back ignorant":
		if !m.up && m.protocol == 2 { // version 1 sends no record, and goes on
			m.busy = ""
		}
		m.back(wire.Register{Running: []string{}})
	case "back silent":
		m.back(wire.Register{})
	case "replace":
		if m.up {
			m.up, m.down = false, 0 // the old socket stays open and is taken over
			m.back(wire.Register{Running: m.works()})
		}
	case "crash":
		m.crash()
	case "laptop sleeps":
		m.jump.Add(int64(10 * time.Minute))
		m.sleeps++
		m.advance(1)
	case "1s":
		m.advance(1)
	case "4s":
		m.advance(4)
	case "12s":
		m.advance(12)
	case "31s":
		m.advance(31)
	case "61s":
		m.advance(61)
	}
	synctest.Wait()
}

func (m *model) works() []string {
	if m.busy == "" {
		return []string{}
	}
	return []string{m.busy}
}

func (m *model) do() {
	if m.call != nil || m.s.Link().State == game.LinkGone {
		return
	}
	m.state()
	ctx, cancel := context.WithCancel(context.Background())
	m.id = fmt.Sprint("A", m.n)
	m.n++
	m.call = &doing{cancel: cancel, out: make(chan game.Outcome, 1)}
	m.sent, m.spent, m.asked, m.told = false, 0, false, false
	s, out, call := m.s, m.call.out, mine(m.id)
	if m.n%2 == 0 { // asked for what follows, and left to the caller
		call.Next = func(game.Outcome) (*game.Call, bool) { return nil, false }
	}
	go func() { out <- s.Do(ctx, call) }()
}

// terminal sends a terminal message for what the body works on.
func (m *model) terminal(send func(id string)) {
	if !m.up || m.busy == "" {
		return
	}
	send(m.busy)
	m.told = m.told || m.sent && m.busy == m.id
	m.busy, m.resting = "", false
}

func (m *model) state() {
	if m.up {
		m.b.state()
		synctest.Wait()
		if m.protocol == 1 {
			m.resting = false
		}
	}
}

// back brings the body back on a new socket; a session that is gone begins
// anew.
func (m *model) back(reg wire.Register) {
	if m.up {
		return
	}
	gone := m.s.Link().State == game.LinkGone
	settled := m.call != nil && m.protocol == 2 && reg.Settles() && !slices.Contains(reg.Running, m.id)
	m.b = m.b.back(m.h, reg)
	m.up, m.down = true, 0
	m.s = m.h.session("b")
	if gone {
		m.stopped, m.resting = 0, false
	}
	if settled && m.sent {
		m.told = true
	}
	synctest.Wait()
	m.hear()
	m.state()
}

// crash is a body that starts anew and lost its token: version 2 may only come
// back when its session is gone.
func (m *model) crash() {
	if m.up {
		m.b.drop()
		m.up, m.down = false, 0
	}
	synctest.Wait()
	m.busy, m.resting = "", false
	gone := m.s.Link().State == game.LinkGone
	if m.protocol == 1 {
		m.back(wire.Register{})
		return
	}
	b := m.h.dial("b", 2)
	b.send(&wire.Register{InstanceID: "b", Version: "1.21.5", Protocol: 2, Running: []string{}})
	answer := want[*wire.Registered](b)
	if answer.Success != gone {
		m.fault("a register without token was answered %+v, the session gone: %v", answer, gone)
	}
	if !answer.Success {
		b.closeCode()
		return
	}
	b.token = answer.ResumeToken
	m.b, m.up, m.down = b, true, 0
	m.s = m.h.session("b")
	synctest.Wait()
	m.hear()
}

// advance lets seconds pass and looks after each.
func (m *model) advance(seconds int) {
	for range seconds {
		time.Sleep(time.Second)
		synctest.Wait()
		if m.up {
			if m.sent && m.call != nil {
				m.spent++
			}
		} else {
			m.down++
		}
		if m.resting {
			m.stopped++
		}
		m.check()
	}
}

// hear takes what the body was sent.
func (m *model) hear() {
	synctest.Wait()
	m.b.mu.Lock()
	frames := m.b.frames
	m.b.frames = nil
	m.b.mu.Unlock()
	for _, f := range frames {
		switch f := f.(type) {
		case *wire.ExecuteAction:
			if m.busy != "" {
				m.fault("%s came while the body works on %s", f.Action.ID, m.busy)
			}
			if m.resting && m.stopped < 4.5 {
				m.fault("%s came %g s after a stop that was not answered", f.Action.ID, m.stopped)
			}
			if f.Action.ID != m.id || m.call == nil && !m.asked {
				m.fault("%s came, and the open call is %s", f.Action.ID, m.id)
			}
			m.busy, m.sent, m.spent, m.resting = f.Action.ID, true, 0, false
			m.passed = m.asks
		case *wire.Stop:
			m.asks = f.ID
			m.cut, m.busy, m.resting, m.stopped = m.busy, "", true, 0
		case *wire.Cancel:
			m.asks = f.ID
			if f.ActionID == m.busy {
				m.cut, m.busy = m.busy, ""
			}
			m.resting, m.stopped = true, 0
		}
	}
}

// check compares the session with the model.
func (m *model) check() {
	synctest.Wait()
	slack := 1.5 + m.sleeps
	if m.call != nil && m.call.ended() {
		m.judge(m.call.outcome(m.h.t), slack)
		m.call.cancel()
		m.call = nil
	} else if m.call != nil {
		switch {
		case m.told:
			m.fault("%s was reported and is still open", m.id)
		case m.asked:
			m.fault("%s was given up and is still open", m.id)
		case m.spent > 60+slack:
			m.fault("%s is open after %g s", m.id, m.spent)
		}
	}
	if m.up {
		m.hear()
	}
	switch link := m.s.Link(); {
	case m.up && link.State != game.LinkUp:
		m.fault("the line is up and shown as %s", link.State)
	case !m.up && m.down > 30+slack && link.State != game.LinkGone:
		m.fault("the line was down for %g s and is shown as %s", m.down, link.State)
	case !m.up && m.down < 30-slack && link.State != game.LinkDown:
		m.fault("the line was down for %g s and is shown as %s", m.down, link.State)
	}
}

// judge checks that the call ended in a way that its history allows.
func (m *model) judge(out game.Outcome, slack float64) {
	switch out.End {
	case game.EndReported:
		if !m.told {
			m.fault("%s ended as reported, and nothing was: %+v", m.id, out.Failure)
		}
	case game.EndCaller:
		if !m.asked {
			m.fault("%s ended by its caller, who did not ask", m.id)
		}
	case game.EndDeadline:
		if m.spent < 60-slack || m.spent > 60+slack {
			m.fault("%s ended by deadline after %g s", m.id, m.spent)
		}
	case game.EndGone:
		if m.up || m.down < 30-slack {
			m.fault("%s ended as gone after %g s", m.id, m.down)
		}
	case game.EndUnsent:
		if m.busy == m.id {
			m.fault("%s ended as unsent, and the body works on it: %v", m.id, out.Failure)
		}
		switch out.Failure.Code {
		case game.CodeUnresponsive:
			if m.stopped < 5-slack {
				m.fault("%s ended as unsent %g s after a stop: %v", m.id, m.stopped, out.Failure)
			}
		case game.CodeInterrupted:
			if !m.asked {
				m.fault("%s ended as unsent: %v", m.id, out.Failure)
			}
		case game.CodeConnectionLost:
			if m.down < 30-slack {
				m.fault("%s ended as unsent after %g s: %v", m.id, m.down, out.Failure)
			}
		case game.CodeNoWorld:
		default:
			m.fault("%s ended as unsent: %v", m.id, out.Failure)
		}
	default:
		m.fault("%s ended as %q", m.id, out.End)
	}
}
