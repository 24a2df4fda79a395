// SPDX-License-Identifier: MIT

package modbridge

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// flight is the action that is in flight on a body, with its clock. It is
// owned by the session's mutex, but for done.
type flight struct {
	call     *game.Call // stays as it is while the flight is the session's
	standing bool
	before   *game.State
	started  time.Time
	// since is the session's clock of the game when it was sent.
	since time.Duration
	// spent is the time on the action's clock, quiet the part of it since the
	// body last showed that it works. Both stand still in an outage and while
	// the game or the body is paused.
	spent, quiet time.Duration
	// paused is the reason that the body gave with action_paused.
	paused string
	// gamePaused is what Progress was last told of it.
	gamePaused bool
	// lost: the line was down since the action was sent, so that a report may be
	// lost.
	lost bool
	// errand is the call that it is of.
	errand *errand
	// held is where the action waits to be written by whoever sent it (outbox.hold),
	// nil when others write it.
	held *outbox
}

// errand is a call of Do or Adopt: an action, and those that follow it at once
// (game.Call.Next).
type errand struct {
	ctx  context.Context //nolint:containedctx // that of a call, for as long as it lasts
	next func(game.Outcome) (*game.Call, bool)
	// done is closed when out is there, once.
	done chan struct{}
	out  game.Outcome
	// left is an action that followed and could not go out at once.
	left *game.Call
}

func newErrand(ctx context.Context, next func(game.Outcome) (*game.Call, bool)) *errand {
	return &errand{ctx: ctx, next: next, done: make(chan struct{})}
}

func (e *errand) end(out game.Outcome) {
	e.out = out
	close(e.done)
}

// rest is a body's way to come to rest after a stop, deadline or skip (rule
// 6). No action goes out while it is pending.
type rest struct {
	pending bool
	// id is the action whose terminal message ends it too.
	id    string
	spent time.Duration
	// failed: it took too long; the body is shown as unresponsive until it is
	// heard of again.
	failed bool
}

// change is one step in the life of what is in flight.
type change struct {
	kind changeKind
	// flight begins (changeSent).
	flight *flight
	// How the open flight ended (changeEnded).
	end     game.End
	result  *game.Result
	failure *game.Failure
	// heard: the end was just read, and who read it follows it up (followUp).
	heard bool
}

// failed is the end of the open flight by a failure.
func failed(end game.End, code game.Code, why string) change {
	return change{kind: changeEnded, end: end, failure: &game.Failure{Code: code, Message: why}}
}

type changeKind uint8

const (
	// changeSent: an action goes out.
	changeSent changeKind = iota
	// changeAdopted: an action that an earlier session sent is waited for.
	changeAdopted
	// changeEnded: the open action ended in the way that end says.
	changeEnded
	// changeStop: everything is to be stopped.
	changeStop
	// changeRested: the body came to rest.
	changeRested
	// changeRestOver: it did not come to rest in time.
	changeRestOver
)

// updateInFlight is the only function that changes what is in flight on a
// body and whether it is at rest. It is called under the session's mutex. A
// change that does not fit the state (a second end, a rest that nobody waits
// for) does nothing; it reports whether it did something.
func (s *Session) updateInFlight(c change) bool {
	switch c.kind {
	case changeSent, changeAdopted:
		if s.flight != nil || s.rest.pending {
			return false
		}
		s.flight = c.flight
		s.rest = rest{}
		if c.kind == changeSent {
			for i := range s.asks {
				s.asks[i].passed = true
			}
		}
	case changeEnded:
		if s.flight == nil {
			return false
		}
		s.endFlight(c)
	case changeStop:
		s.stopFlight()
	case changeRested:
		if !s.rest.pending && !s.rest.failed {
			return false
		}
		s.rest = rest{}
	case changeRestOver:
		if !s.rest.pending {
			return false
		}
		s.rest = rest{failed: true, id: s.rest.id}
	}
	s.wake()
	return true
}

// endFlight ends what is in flight, and asks the body to rest if nobody knows that it does.
func (s *Session) endFlight(c change) {
	f := s.flight
	s.flight = nil
	var by *conn
	if c.end == game.EndReported {
		by = s.conn
	}
	s.ended.add(f.call.Action.ID, by)
	if out := s.outcome(f, c); c.heard && f.errand.next != nil {
		f.errand.out, s.heard = out, f.errand
	} else {
		f.errand.end(out)
	}
	switch c.end {
	case game.EndDeadline, game.EndCaller:
		var m wire.ToBody = &wire.Stop{} // version 1 has only one action
		if s.info.Protocol >= game.ProtocolV2 {
			m = &wire.Cancel{ActionID: f.call.Action.ID}
		}
		s.askRest(f.call.Action.ID, m)
	case game.EndGone:
		s.owes.atWork = true
	case game.EndReported, game.EndObserved, game.EndUnsent: // it is at rest
	}
}

// stopFlight ends whatever the body works on, and stops it.
func (s *Session) stopFlight() {
	id := ""
	if f := s.flight; f != nil {
		id = f.call.Action.ID
		s.flight = nil
		s.ended.add(id, nil)
		f.errand.end(s.outcome(f, failed(game.EndCaller, game.CodeInterrupted, "it was stopped")))
	}
	s.orphans = nil
	s.askRest(id, &wire.Stop{})
}

// askRest sends the frame that makes the body stop, or owes it a stop when the
// line is down (rule 10), and begins to wait for its rest.
func (s *Session) askRest(id string, m wire.ToBody) {
	s.rest = rest{pending: true, id: id}
	if s.conn == nil {
		s.owes.stop = true
		return
	}
	if s.info.Protocol >= game.ProtocolV2 {
		a := ask{id: newToken()}
		switch m := m.(type) {
		case *wire.Stop:
			m.ID = a.id
		case *wire.Cancel:
			m.ID, a.action = a.id, m.ActionID
		}
		s.asks = append(s.asks[max(0, len(s.asks)-maxAsks+1):], a)
	}
	s.send(m)
}

// maxAsks is how many stops and cancels of a session are remembered.
const maxAsks = 16

// ask is a stop or a cancel that was sent, until long after its answer: that may come
// late, and twice. Sockets make no difference.
type ask struct {
	id string
	// action is what a cancel asks to be given up.
	action string
	// answered: its stopped came, or of a cancel the action's end.
	answered bool
	// passed: an action was sent after it, which its answer says nothing about.
	passed bool
}

// cancelled notes that the action's end answered its cancel.
func (s *Session) cancelled(id string) {
	for i := range s.asks {
		if s.asks[i].action == id {
			s.asks[i].answered = true
		}
	}
}

func (s *Session) outcome(f *flight, c change) game.Outcome {
	out := game.Outcome{
		End: c.end, Result: c.result, Failure: c.failure,
		Before: f.before, After: s.state,
		Started: f.started, Ended: s.srv.clock.now(), Passed: s.passed - f.since,
	}
	if c.result != nil && c.result.State != nil {
		out.After = c.result.State
	}
	return out
}

// overdue returns why the action's time is over, "" while it is not (rule 5).
func (f *flight) overdue(protocol int) string {
	if protocol < game.ProtocolV2 {
		limit := max(leastDeadline, perExpected*seconds(f.call.Seconds))
		if f.spent >= limit {
			return fmt.Sprintf("the body did not finish within %s", limit.Round(time.Second))
		}
		return ""
	}
	if f.standing {
		own := seconds(f.call.Action.Seconds)
		if own > 0 && f.spent >= own+standingMargin {
			return fmt.Sprintf("the body did not end it %s after its time", standingMargin)
		}
		return ""
	}
	switch {
	case f.quiet >= quietLimit:
		return fmt.Sprintf("the body made no progress for %s", quietLimit)
	case f.spent >= totalLimit:
		return fmt.Sprintf("the body did not finish within %s", totalLimit)
	}
	return ""
}

func seconds(s float64) time.Duration {
	return time.Duration(min(s, 1e6) * float64(time.Second))
}

// endedIDs remembers the last actions that ended, to tell a late message from
// one about an action that was never sent.
type endedIDs struct {
	last [16]ending
	next int
}

// ending is the end of an action, and the socket that reported it; nil for one that ended
// otherwise.
type ending struct {
	id string
	by *conn
}

func (e *endedIDs) add(id string, by *conn) {
	e.last[e.next%len(e.last)] = ending{id, by}
	e.next++
}

// reported: the same socket has told the end of the action before. One that comes
// back may say it again.
func (e *endedIDs) reported(id string, by *conn) bool {
	return slices.Contains(e.last[:], ending{id, by})
}

func (e *endedIDs) has(id string) bool {
	return id != "" && slices.ContainsFunc(e.last[:], func(one ending) bool { return one.id == id })
}
