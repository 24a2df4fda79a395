// SPDX-License-Identifier: MIT

package modbridge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// Do sends the action and returns when it ended, in exactly one way (see
// game.End). It first waits for a line that is down to come back and for the
// body to come to rest; what cannot go out ends with EndUnsent and a sentence.
//
// When ctx ends first the body is told to give the action up and Do returns at
// once with EndCaller; Settle then waits for it to come to rest. To stop a task
// end the contexts of its calls before calling Stop: a call whose context has
// ended never sends.
//
// call.Progress is called from the goroutine that reads the connection and may
// run once more while Do returns. call.Next is called from it as well, while Do
// waits: when it has taken an end Do goes on with the action that it gave, and
// returns how the last of them ended, or the zero Outcome where none was to follow.
func (s *Session) Do(ctx context.Context, call game.Call) game.Outcome {
	for at := &call; ; {
		e := newErrand(ctx, call.Next)
		out := s.do(e, at)
		if e.left == nil {
			return out
		}
		at = e.left
	}
}

// do is Do up to an action that is left.
func (s *Session) do(e *errand, call *game.Call) game.Outcome {
	if err := call.Action.Validate(); err != nil {
		return s.unsent(game.CodeInvalid, err.Error())
	}
	if call.Action.ID == "" {
		return s.unsent(game.CodeInvalid, fmt.Sprintf("%s has no id; every action that is sent needs one", call.Action.Kind))
	}
	if info, _ := game.Lookup(call.Action.Kind); info.Speaks {
		if err := s.chat.Wait(e.ctx); err != nil {
			return s.unsent(game.CodeInterrupted, "it was stopped before it was sent")
		}
	}
	settling, first, stops := false, true, 0
	for {
		var t attempt
		s.update(func(now moment) {
			if first {
				first, stops = false, s.stops
			}
			switch {
			case stops != s.stops: // a stop holds for what still waits, too
				t.out = s.unsent(game.CodeInterrupted, "it was stopped before it was sent")
				return
			case settling && s.rest.failed && s.conn != nil: // away, it gets its stop later
				t.out = s.unsent(game.CodeUnresponsive, ErrUnresponsive.Error())
				return
			}
			t = s.trySend(e, now, call)
			settling = s.rest.pending
		})
		if t.flight != nil && t.flight.held != nil {
			t.flight.held.writeHeld()
		}
		if end, ended := s.follow(e, t); ended {
			return end
		}
	}
}

// followUp takes in an end that was just read, and sends what follows. It is called
// without locks by the goroutine that read it.
func (s *Session) followUp(e *errand) {
	next, taken := e.next(e.out)
	switch {
	case !taken:
		close(e.done)
		return
	case next == nil:
		e.end(game.Outcome{})
		return
	}
	if info, _ := game.Lookup(next.Action.Kind); info.Speaks || next.Action.ID == "" || next.Action.Validate() != nil {
		e.left = next // Do waits for its turn to speak, or says what is wrong
		e.end(game.Outcome{})
		return
	}
	var t attempt
	s.update(func(now moment) { t = s.trySend(e, now, next) })
	switch {
	case t.flight == nil:
		if t.wait != nil {
			e.left = next
		}
		e.end(t.out)
	case t.flight.held != nil:
		t.flight.held.writeHeld()
	}
}

// attempt is what a try to send or adopt an action came to: its flight; or how it never
// will go out; or what to wait for before another try.
type attempt struct {
	flight *flight
	out    game.Outcome
	wait   <-chan struct{}
}

// follow waits for what a try came to: the end of a flight, or an outcome where
// nothing is to be waited for. Otherwise it returns false once the try is worth
// repeating.
func (s *Session) follow(e *errand, t attempt) (game.Outcome, bool) {
	switch {
	case t.flight != nil:
		return s.wait(e), true
	case t.wait == nil:
		return t.out, true
	}
	select {
	case <-t.wait:
	case <-e.ctx.Done():
	}
	return game.Outcome{}, false
}

// trySend sends the action, if it can go out now.
func (s *Session) trySend(e *errand, now moment, call *game.Call) attempt {
	refuse := func(code game.Code, sentence string) attempt { return attempt{out: s.unsent(code, sentence)} }
	if o := s.srv.config.Owners; o != nil && !o.Holds(s.id) {
		return refuse(game.CodeConnectionLost, "this Minehand has lost touch with its cluster")
	}
	a := &call.Action
	switch {
	case e.ctx.Err() != nil:
		return refuse(game.CodeInterrupted, "it was stopped before it was sent")
	case s.gone:
		return refuse(game.CodeConnectionLost, ErrGone.Error())
	case s.flight != nil:
		return refuse(game.CodeInternal, "the body is still busy with "+s.flight.call.Action.ID)
	case s.conn == nil || s.rest.pending:
		return attempt{wait: s.waiting()}
	case len(s.orphans) > 0:
		// The body works on something that nobody waits for.
		s.updateInFlight(change{kind: changeStop})
		return attempt{wait: s.waiting()}
	case !s.info.Can(a.Kind):
		return refuse(game.CodeUnsupported, fmt.Sprintf("%s cannot %s", s.id, game.Display(string(a.Kind))))
	}
	if err := s.readyLocked(now); err != nil {
		return refuse(game.CodeNoWorld, err.Error())
	}
	if a.At != nil && s.elsewhere(a.At.Dimension) {
		return refuse(game.CodeWrongDimension,
			fmt.Sprintf("the place is in %s, the body in %s", game.Display(a.At.Dimension), game.Display(s.state.Dimension)))
	}
	data, err := wire.Encoder{
		Protocol: s.info.Protocol, Arguments: s.info.Arguments, Chat: s.srv.config.Chat, Lifted: call.Lifted, Within: call.Within,
	}.Action(a)
	switch {
	case errors.Is(err, game.ErrChat):
		return refuse(game.CodeDenied, err.Error())
	case err != nil: // it cannot be written as a frame
		return refuse(game.CodeInvalid, err.Error())
	}
	f := s.newFlight(e, call)
	s.updateInFlight(change{kind: changeSent, flight: f})
	s.stats.Sent++
	f.held = s.act(data)
	return attempt{flight: f}
}

// elsewhere reports whether a dimension is known to be another one than that of a body of
// protocol 1, which does not check it.
func (s *Session) elsewhere(dimension string) bool {
	return s.info.Protocol < game.ProtocolV2 && dimension != "" && s.state.Dimension != "" && game.Name(dimension) != s.state.Dimension
}

func (s *Session) newFlight(e *errand, call *game.Call) *flight {
	info, _ := game.Lookup(call.Action.Kind)
	return &flight{
		call: call, standing: info.Standing, before: s.state,
		started: s.srv.clock.now(), since: s.passed, errand: e,
	}
}

// wait is where a call ends: by what updateInFlight makes of it, by what follows it,
// or by its caller.
func (s *Session) wait(e *errand) game.Outcome {
	select {
	case <-e.done:
	case <-e.ctx.Done():
		s.update(func(moment) {
			if s.flight != nil && s.flight.errand == e {
				s.updateInFlight(failed(game.EndCaller, game.CodeInterrupted, "it was given up"))
			}
		})
		<-e.done
	}
	return e.out
}

func (s *Session) unsent(code game.Code, sentence string) game.Outcome {
	now := s.srv.config.Now()
	return game.Outcome{End: game.EndUnsent, Failure: &game.Failure{Code: code, Message: sentence}, Started: now, Ended: now}
}

// Adopt waits for the end of an action that an earlier session sent: from what
// a version 2 body registered with (running, finished), or by its terminal
// message. It sends nothing. When the body knows nothing of the id, or the
// session is gone, it returns at once with EndGone and connection_lost; a
// version 1 body is stopped first, for nobody knows what it does (rule 7).
func (s *Session) Adopt(ctx context.Context, call game.Call) game.Outcome {
	e := newErrand(ctx, nil)
	for {
		var t attempt
		s.update(func(moment) { t = s.tryAdopt(e, &call) })
		if end, ended := s.follow(e, t); ended {
			return end
		}
	}
}

func (s *Session) tryAdopt(e *errand, call *game.Call) attempt {
	unknown := func(sentence string) attempt {
		out := s.unsent(game.CodeConnectionLost, sentence)
		out.End, out.After = game.EndGone, s.state
		return attempt{out: out}
	}
	switch {
	case e.ctx.Err() != nil:
		return unknown("it was given up")
	case s.gone:
		return unknown(ErrGone.Error())
	case s.flight != nil:
		return unknown("the body is busy with another action")
	case s.conn == nil || s.rest.pending:
		return attempt{wait: s.waiting()}
	case s.info.Protocol < game.ProtocolV2:
		s.updateInFlight(change{kind: changeStop})
		return unknown("a body of the base protocol keeps no record of its actions")
	}
	f := s.newFlight(e, call)
	f.before = nil
	done := finishedOf(s.finished, call.Action.ID)
	running := slices.Index(s.orphans, call.Action.ID)
	if done == nil && running < 0 {
		return unknown("the body knows nothing of this action any more")
	}
	s.updateInFlight(change{kind: changeAdopted, flight: f})
	if done != nil {
		s.updateInFlight(endOf(done))
	} else {
		s.orphans = slices.Delete(s.orphans, running, running+1)
	}
	return attempt{flight: f}
}

// finishedOf is the end of an action among those that a body registered with, nil for none.
func finishedOf(list []wire.Finished, id string) *wire.Finished {
	if i := slices.IndexFunc(list, func(f wire.Finished) bool { return f.ActionID == id }); i >= 0 {
		return &list[i]
	}
	return nil
}

// endOf is the end that a body registered with.
func endOf(f *wire.Finished) change {
	if f.Result != nil {
		return reported(f.Result)
	}
	return failed(game.EndReported, f.Code, f.Error)
}

// reported is the end by an action_complete; success false is a failure (rule
// 2).
func reported(r *game.Result) change {
	c := change{kind: changeEnded, end: game.EndReported, result: r}
	if !r.Success {
		c.failure = &game.Failure{Message: cmp.Or(r.Message, "the body reported that it did not succeed")}
	}
	return c
}

// Stop tells the body to stop everything, now or straight after it comes back
// (rule 10). The action in flight ends with EndCaller, calls that wait to be
// sent never are. It does not wait; Settle does.
func (s *Session) Stop() {
	var gone, down bool
	s.update(func(moment) {
		if gone, down = s.gone, s.conn == nil; gone {
			return
		}
		s.stops++
		s.updateInFlight(change{kind: changeStop})
	})
	switch {
	case gone: // it gets it with its next session, or has one already
		s.srv.StopAway(s.id)
	case down:
		s.srv.keepStops()
	}
}

// Settle waits until the body is at rest after a stop, deadline or skip. It
// returns ErrUnresponsive when that took too long, ErrGone when the session
// ended, or ctx's error.
func (s *Session) Settle(ctx context.Context) error {
	return s.await(ctx, func() (bool, error) {
		switch {
		case s.rest.failed:
			return true, ErrUnresponsive
		case s.gone && s.rest.pending:
			return true, ErrGone
		}
		return !s.rest.pending, nil
	})
}
