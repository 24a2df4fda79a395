// SPDX-License-Identifier: MIT

package task

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
)

// at is a turn in which a task stands at the end of a plan of one step, whose action
// left this row, before a body with so many torches.
func at(rec Action, torches int, seen time.Time) *turn {
	rec.Task, rec.Seq, rec.Round, rec.ID, rec.Step, rec.Started = "t", 1, 1, "x", place("torch"), someTime
	before := st(map[string]int{"torch": 3})
	rec.Mark = rec.Step.Expect.Mark(&before)
	a := Restore(Agent{}, &Record{Task: Task{ID: "t", Goal: "x", State: Running, Round: 1}, Rounds: []Round{{Task: "t", Round: 1}}, Actions: []Action{rec}})
	w := Work{FailedAt: -1, Plan: &game.Plan{Steps: []game.Step{rec.Step}}, Step: 1, Approved: true}
	a = Apply(a, Fact{work: &w, of: "t", Passing: true})
	body := there(map[string]int{"torch": torches})
	body.Snap.At = seen
	t := &turn{rules: rules, a: a, in: Input{Now: seen, ID: "id", Body: body}}
	t.load()
	return t
}

// TestAClaimOfWhichNoStateCameIsJudgedAtTheEnd of its plan, by a state that is newer.
func TestAClaimOfWhichNoStateCameIsJudgedAtTheEnd(t *testing.T) {
	ended := someTime.Add(10 * time.Second)
	for _, c := range []struct {
		name    string
		torches int
		after   time.Duration
		want    game.Verdict
	}{
		{"it shows", 2, time.Second, game.Confirmed},
		{"it does not show, and had time to", 3, laterTime, game.Contradicted},
		{"it does not show yet", 3, time.Second, game.Claimed},
		{"the state is older", 2, -time.Second, game.Claimed},
	} {
		rec := Action{End: game.EndReported, Verdict: game.Claimed, Reason: game.NoStateAfter, Ended: ended}
		turn := at(rec, c.torches, ended.Add(c.after))
		turn.conclude()
		if row := turn.facts; len(row) == 0 {
			t.Errorf("%s: nothing follows", c.name)
		}
		got := turn.a.Last
		if got == nil {
			got = turn.a.Current
		}
		if got.last.Verdict != c.want {
			t.Errorf("%s: it is %s (%s), want %s", c.name, got.last.Verdict, got.last.Reason, c.want)
		}
	}
}

// TestABodyThatIsBackBeforeItsLossIsKnown: the end of the action comes with the new session
// there already, and nothing else tells that it came.
func TestABodyThatIsBackBeforeItsLossIsKnown(t *testing.T) {
	turn := at(Action{}, 3, someTime)
	turn.w.Wait = Wait{For: ForEnd}
	turn.save(&turn.w)
	gone := game.Outcome{End: game.EndGone, Failure: &game.Failure{Code: game.CodeConnectionLost}, Started: someTime, Ended: someTime}
	next, _, _ := new(Desk).Decide(rules, turn.a, &Input{Now: someTime, ID: "id", Body: turn.in.Body, What: &Ended{ID: "x", Outcome: gone}})
	if r := next.Current; r == nil || r.Work.Wait.For == ForBody {
		t.Errorf("it waits for a body that is there: %+v", r)
	}
}

// TestWhatFollowsRest, or a body that does not come to it.
func TestWhatFollowsRest(t *testing.T) {
	restless := errors.New("it goes on")
	const look = "look at it in the game."
	for _, c := range []struct {
		name   string
		then   then
		err    error
		state  State
		reason string
		waits  WaitFor
	}{
		{"stopped", thenStopped, nil, Stopped, "Stopped.", ForNothing},
		{"stopped, no rest", thenStopped, restless, Stopped, "Stopped. The body did not answer the stop; " + look, ForNothing},
		{"after a deadline, no rest", thenAfterDeadline, restless, Failed, "The body did not come to rest after it; " + look, ForNothing},
		{"after its effect showed", thenSeenAfterAll, nil, Running, "", ForReport},
		{"after its effect showed, no rest", thenSeenAfterAll, restless, Running, "", ForReport},
	} {
		now := someTime.Add(time.Minute)
		turn := at(Action{End: game.EndDeadline, Verdict: game.Failed, Ended: now}, 3, now)
		turn.rested(Wait{then: c.then}, c.err)
		r := turn.a.Last
		if r == nil {
			r = turn.a.Current
		}
		if r.Task.State != c.state || !strings.HasSuffix(r.Task.Reason, c.reason) || turn.w.Wait.For != c.waits {
			t.Errorf("%s: %s, %q, waits for %d", c.name, r.Task.State, r.Task.Reason, turn.w.Wait.For)
		}
	}
}

// TestAHinderedBodyIsGivenEverMoreTime, and one that just arrived looks again once.
func TestAHinderedBodyIsGivenEverMoreTime(t *testing.T) {
	turn := at(Action{End: game.EndReported, Verdict: game.Failed, Ended: someTime}, 3, someTime.Add(time.Second))
	first := turn.rules.Limits.RepeatAfter
	for i, want := range []time.Duration{first, 2 * first, 4 * first, 8 * first, min(16*first, time.Minute), min(16*first, time.Minute)} {
		turn.again(&game.Failure{Code: game.CodeBusy, Message: "it is busy"}, true)
		if got := turn.w.Wait.Until.Sub(turn.in.Now); got != want || turn.w.Wait.For != ForTime {
			t.Errorf("after %d times it waits %s, want %s", i+1, got, want)
		}
	}
	turn.in.Body.Link.Since = someTime
	absent := game.Outcome{Failure: &game.Failure{Code: game.CodeNotFound}, Started: someTime, Ended: someTime.Add(time.Second)}
	if !turn.tooEarly(absent) {
		t.Error("what a body that just arrived does not find counts")
	}
	turn.again(absent.Failure, false)
	if turn.tooEarly(absent) {
		t.Error("what it does not find when it looks again does not count")
	}
}

// TestADeadlineThatIsPastIsNotLeftSet: whoever looks again at that moment would do so
// for ever.
func TestADeadlineThatIsPastIsNotLeftSet(t *testing.T) {
	for name, then := range map[string]func(w *Work, body *Body){
		"it is given up":      func(*Work, *Body) {},
		"it is gone again":    func(_ *Work, body *Body) { body.Snap.State = st(nil) },
		"a report is awaited": func(_ *Work, body *Body) { body.Snap.Told = true },
		"a person paused":     func(w *Work, _ *Body) { w.Asked = askPause },
	} {
		rec := Action{Task: "t", Seq: 1, Round: 1, ID: "x", Step: mine("coal", 1), Started: someTime}
		a := Restore(Agent{}, &Record{Task: Task{ID: "t", Goal: "x", State: Running, Round: 1}, Rounds: []Round{{Task: "t", Round: 1}}, Actions: []Action{rec}})
		before := st(nil)
		w := Work{FailedAt: -1, Plan: &game.Plan{Steps: []game.Step{rec.Step}}, Approved: true, Before: &before, Wait: Wait{For: ForEnd, Gen: 1}}
		a = Apply(a, Fact{work: &w, of: "t", Passing: true})
		d := decide(a, someTime, there(map[string]int{"coal": 1}), nil)
		if due := Outstanding(rules, &d.Agent).Before; !due.Equal(someTime.Add(effectTime)) {
			t.Fatalf("%s: it is looked again at %s", name, due)
		}
		w = d.Current.Work
		body := there(map[string]int{"coal": 1})
		then(&w, body)
		d.Agent = Apply(d.Agent, Fact{work: &w, of: "t", Passing: true})
		gaveUp := 0
		for i := range 3 {
			now := someTime.Add(effectTime + time.Duration(i)*time.Second)
			d = decide(d.Agent, now, body, nil)
			for _, e := range d.effects {
				if _, ok := e.(GiveUp); ok {
					gaveUp++
				}
			}
			if due := Outstanding(rules, &d.Agent).Before; !due.IsZero() && !due.After(now) {
				t.Errorf("%s: at %s it is to be looked again at %s", name, now, due)
			}
		}
		if want := map[bool]int{true: 1}[name == "it is given up"]; gaveUp != want {
			t.Errorf("%s: it was given up %d times, want %d", name, gaveUp, want)
		}
	}
}

// TestACraftThatMayStillBringMoreIsWatched: the first state is of the report, and each newer one
// that shows more than the one before has another one awaited, up to game.LaterStates.
func TestACraftThatMayStillBringMoreIsWatched(t *testing.T) {
	for _, c := range []struct {
		name   string
		known  Process
		shown  []int
		judged int // by which of the states
	}{
		{"it stands still", Process{}, []int{8, 8}, 1},
		{"it moves once", Process{}, []int{8, 12, 12}, 2},
		{"it moves on", Process{}, []int{8, 12, 16, 20, 24}, game.LaterStates},
		{"its body is known to count items", Process{Exact: true}, []int{8, 12}, 0},
		{"its body is known to count crafts", Process{Crafts: true}, []int{8, 12}, 0},
	} {
		turn := at(Action{}, c.shown[0], someTime)
		step := &turn.run().last.Step
		*step = game.Step{
			Action: game.Action{Kind: game.Craft, Recipe: "torch", Quantity: 8}, Batch: 4,
			Expect: game.Expect{Gains: []game.Gain{{Items: []string{"torch"}, Min: 8}}},
		}
		turn.a.Process, turn.in.Body.Info.Protocol = c.known, 1
		before := st(nil)
		turn.verify(game.Outcome{End: game.EndReported, Result: &game.Result{}, Before: &before, Started: someTime, Ended: someTime})
		for i := 1; i <= c.judged; i++ {
			if turn.w.Wait.then != thenJudge || turn.run().last.Reason != game.BeingVerified {
				t.Fatalf("%s: it does not wait for state %d: %+v", c.name, i, turn.w.Wait)
			}
			body := *turn.in.Body
			body.Snap.State, body.Snap.Seq = st(map[string]int{"torch": c.shown[i]}), body.Snap.Seq+1
			turn.in.Body = &body
			if done := turn.report(turn.w.Wait, false); done != (i == c.judged) {
				t.Errorf("%s: state %d judges it: %t", c.name, i, done)
			}
		}
		if last := turn.a.Current.last; last.Verdict != game.Confirmed {
			t.Errorf("%s: it is %s (%s)", c.name, last.Verdict, last.Reason)
		}
	}
}
