// SPDX-License-Identifier: MIT

package modbridge

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// received takes one frame of the session's socket c. It runs on c's reading
// goroutine and reports whether the frame answered our own action, which costs
// the connection none of its rate; ended, when not nil, is to be followed up.
func (s *Session) received(c *conn, m wire.FromBody) (answer bool, ended *errand) {
	var after func()
	s.update(func(now moment) {
		switch {
		case s.conn != c: // replaced: its words are not the body's any more
			return
		case m.Instance() != "" && m.Instance() != s.id:
			s.stats.Foreign++
			c.complain(s.id, 4, "frame was dropped", wire.Fault{
				Code: wire.FrameDropped, Path: "instanceId", Value: m.Instance(),
				Message: "its instanceId is another one, " + strconv.Quote(m.Instance()),
			})
			return
		}
		answer, after = s.take(now, c, m)
		ended, s.heard = s.heard, nil
	})
	if after != nil {
		after()
	}
	return answer, ended
}

// take takes a frame of the body that is connected: answer reports that it ended an action, after
// is to be done without the mutex.
func (s *Session) take(now moment, c *conn, m wire.FromBody) (answer bool, after func()) {
	s.stats.Frames++
	_, states := m.(*wire.StateUpdate)
	first := states && s.stated != c
	if first {
		s.stated = c
	}
	s.report(c, m)
	switch m := m.(type) {
	case *wire.StateUpdate:
		if !s.older(c, &m.Data) {
			after = s.newState(now, &m.Data, first)
		}
	case *wire.ActionComplete:
		answer = s.terminal(now, c, m.ActionID, reported(&m.Result))
	case *wire.ActionFailed:
		if m.Code == game.CodeDied {
			s.dies()
		}
		failure := &game.Failure{Code: m.Code, Message: m.Error, Retryable: m.Retryable}
		answer = s.terminal(now, c, m.ActionID, change{kind: changeEnded, end: game.EndReported, failure: failure})
	case *wire.ActionProgress:
		after = s.progress(now, m)
	case *wire.ActionPaused:
		after = s.pause(m.ActionID, cmp.Or(m.Reason, "paused"))
	case *wire.ActionResumed:
		after = s.pause(m.ActionID, "")
	case *wire.Stopped:
		s.stopped(m.ID)
	case *wire.CommandResult:
		s.astray(s.commanded.answer(m.ID, *m))
	case *wire.Surveyed:
		s.astray(s.surveys.answer(m.ID, m.Surveyed))
	default:
		if e, ok := m.(*wire.Event); ok && e.Name == string(game.CodeDied) {
			s.dies()
		}
		s.notify(noticeSaid, m)
	}
	return answer, after
}

// astray counts an answer unless somebody waited for it.
func (s *Session) astray(asked bool) {
	if !asked {
		s.stats.Stray++
	}
}

// terminal takes a terminal message: the first for the open action ends it,
// any other moves nothing but a body that was asked to give that action up
// (rules 2 and 6).
func (s *Session) terminal(now moment, c *conn, id string, end change) bool {
	switch {
	case s.flight != nil && s.flight.call.Action.ID == id:
		if r := end.result; r != nil && r.State != nil && s.older(c, r.State) {
			r.State = nil
		} else if r != nil && r.State != nil {
			s.overlay(now, r.State)
		}
		c.out.answered()
		end.heard = true
		return s.updateInFlight(end)
	case s.rest.id != "" && s.rest.id == id:
		s.stats.Late++
		s.cancelled(id)
		if s.info.Protocol >= game.ProtocolV2 { // version 1 completes from what is stale
			s.updateInFlight(change{kind: changeRested})
		}
	case s.ended.has(id):
		s.stats.Late++
		s.cancelled(id)
		if s.ended.reported(id, c) {
			s.dropped(c, wire.LateTerminal, id, "the action "+strconv.Quote(id)+" has ended already, and the first end counts")
		}
	default:
		s.stats.Stray++
		s.orphans = slices.DeleteFunc(s.orphans, func(o string) bool { return o == id })
		s.dropped(c, wire.UnknownAction, id, "no action "+strconv.Quote(id)+" was sent"+wire.Meant(c.taken))
	}
	return false
}

// dropped tells that a terminal message moved nothing.
func (s *Session) dropped(c *conn, code wire.FaultCode, id, why string) {
	c.complain(s.id, 2, "terminal message was dropped", wire.Fault{Code: code, Path: "actionId", Value: id, Message: why})
}

// stopped takes an answer to the stop with that id, or without one to the first that
// has none yet. What was sent after that stop goes on (rule 18). With no stop to
// answer it means that the body stopped by its own will, or it answers one once more.
func (s *Session) stopped(id string) {
	i := -1
	if id != "" {
		i = slices.IndexFunc(s.asks, func(a ask) bool { return a.id == id })
	}
	if i < 0 {
		i = slices.IndexFunc(s.asks, func(a ask) bool { return !a.answered })
	}
	switch {
	case i >= 0:
		s.asks[i].answered = true
		if s.asks[i].passed {
			s.stats.Late++
			return
		}
		s.orphans = nil
		s.updateInFlight(change{kind: changeRested})
		return
	case id != "":
		s.stats.Stray++
		return
	}
	s.orphans = nil
	if s.updateInFlight(change{kind: changeRested}) {
		return
	}
	// How far the action came it does not say: no report will come.
	s.updateInFlight(failed(game.EndDeadline, game.CodeInterrupted, "the body stopped by itself"))
}

func (s *Session) progress(now moment, m *wire.ActionProgress) func() {
	f := s.flight
	if f == nil || f.call.Action.ID != m.ActionID {
		return nil
	}
	f.quiet = 0
	p := game.ActionProgress{Message: m.Message, Fraction: -1, Paused: s.frozen(now)}
	if m.Fraction != nil {
		p.Fraction = *m.Fraction
	}
	return f.progress(p)
}

// progress returns the call that tells how far the action is, nil when nobody wants to know.
func (f *flight) progress(p game.ActionProgress) func() {
	tell, id := f.call.Progress, f.call.Action.ID
	if tell == nil {
		return nil
	}
	return func() { tell(id, p) }
}

// pause stops the clock of the open action, or with no reason starts it again.
func (s *Session) pause(id, reason string) func() {
	f := s.flight
	if f == nil || f.call.Action.ID != id {
		return nil
	}
	f.paused = reason
	return f.progress(game.ActionProgress{Fraction: -1, Paused: reason})
}

// older reports whether a state is from before one that was seen: bodies that report from
// more than one thread may send them in another order than they made them.
func (s *Session) older(c *conn, state *game.State) bool {
	if n := state.N; n == 0 || n > s.newest {
		s.newest = max(s.newest, n)
		return false
	}
	c.complain(s.id, 11, "state was dropped", wire.Fault{
		Code: wire.FrameDropped, Path: "data.n", Value: strconv.Itoa(state.N),
		Message: fmt.Sprintf("it is older than a state that came before: its number n is %d, and was %d there", state.N, s.newest),
	})
	return true
}

// newState takes a state_update. What it returns runs outside the mutex: it
// asks whether a lost report's effect shows.
func (s *Session) newState(now moment, state *game.State, first bool) func() {
	s.stats.States++
	before := s.state
	s.keep(now, state, first)
	s.told = false
	f := s.flight
	if f != nil && before != nil && moved(before, state) {
		f.quiet = 0
	}
	if s.info.Protocol < game.ProtocolV2 { // the only sign of rest that version 1 has
		s.updateInFlight(change{kind: changeRested})
	}
	switch {
	case f == nil:
		return nil
	case f.lost && !f.call.Expect.Empty() && f.before != nil && !s.settles:
		expect := f.call.Expect
		return func() { s.observe(f, &expect, state) }
	}
	return s.pauseNotice(now)
}

// pauseNotice returns the call that tells that the game was paused, or goes on
// (rule 12), nil when that is not new.
func (s *Session) pauseNotice(now moment) func() {
	f := s.flight
	if f == nil || f.gamePaused == s.gamePaused(now) {
		return nil
	}
	f.gamePaused = !f.gamePaused
	return f.progress(game.ActionProgress{Fraction: -1, Paused: s.frozen(now)})
}

// keep makes state the last one. Where it shows an empty inventory, and it is the first of
// a line or from somewhere else at once, what was held may have gone by a death; not where
// the body counted none in between.
func (s *Session) keep(now moment, state *game.State, first bool) {
	before := s.state
	emptied := state.Inventory != nil && len(state.Inventory) == 0 && (before == nil || len(before.Inventory) > 0)
	s.doubt(state)
	state.Share(before)
	lives := before != nil && before.Deaths != nil && state.Deaths != nil && *before.Deaths == *state.Deaths
	if state.Dead() || emptied && (first || !lives && leapt(before, state, now.since(s.heardAt))) {
		s.died = s.srv.clock.now()
	}
	state.Died = s.died
	if s.info.Series != "" {
		state.Placed = game.Placed{Series: s.info.Series, N: s.reports.placed}
	}
	s.passed += s.state.Elapsed(state)
	s.state, s.heardAt, s.stateAt = state, now, s.srv.clock.now()
	s.seq++
	s.touch()
}

// dies notes a death, in the last state too: it may show what the death took.
func (s *Session) dies() {
	if s.died = s.srv.clock.now(); s.state != nil {
		state := *s.state
		state.Died = s.died
		s.state = &state
	}
}

// doubt has each slot that holds more than fits in one count as it was before, so that
// it shows neither a gain nor a loss (rule 13).
func (s *Session) doubt(state *game.State) {
	names, before := s.lexicon(s.info), s.state
	unbelieved := func(st game.Stack) bool { return st.Count > 1 && st.Count > wire.MostIn(st.Item, names) }
	doubted := slices.ContainsFunc(state.Inventory, unbelieved)
	if s.doubted.Store(doubted); !doubted {
		return
	}
	list := []game.Stack{}
	for _, st := range state.Inventory {
		if !unbelieved(st) {
			list = append(list, st)
		} else if before != nil {
			if at := slices.IndexFunc(before.Inventory, func(was game.Stack) bool { return was.Slot == st.Slot }); at >= 0 {
				list = append(list, before.Inventory[at])
			}
		}
	}
	state.Inventory = list
}

// observe ends an action whose report was lost in an outage when its effect
// shows (rule 7).
func (s *Session) observe(f *flight, expect *game.Expect, state *game.State) {
	if !expect.Shown(f.before, state) {
		return
	}
	s.update(func(moment) {
		if s.flight == f && s.updateInFlight(change{kind: changeEnded, end: game.EndObserved}) {
			s.stats.Observed++
		}
	})
}

// overlay makes the state that came with a result the last one; what it leaves
// out is taken from before.
func (s *Session) overlay(now moment, with *game.State) {
	with.FillFrom(s.state)
	s.keep(now, with, false)
	s.told = true
}

// leapt reports whether a body is farther away than it can have walked in that time.
func leapt(a, b *game.State, took time.Duration) bool {
	const step, speed = 8, 10 // blocks, and blocks a second
	return a != nil && a.Position != nil && b.Position != nil && a.Position.Distance(*b.Position) > step+speed*took.Seconds()
}

// moved reports whether the body shows that it works: another position,
// inventory or health (rule 5).
func moved(a, b *game.State) bool {
	if (a.Position == nil) != (b.Position == nil) || a.Position != nil && a.Position.Distance(*b.Position) > 0.01 {
		return true
	}
	return !same(a.Health, b.Health) || !slices.EqualFunc(a.Inventory, b.Inventory, func(x, y game.Stack) bool {
		return x.Slot == y.Slot && x.Item == y.Item && x.Count == y.Count && same(x.Durability, y.Durability)
	})
}

// same reports whether two values that may be missing are the same.
func same[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }
