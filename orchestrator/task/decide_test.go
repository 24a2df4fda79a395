// SPDX-License-Identifier: MIT

package task

import (
	"errors"
	"testing"

	"github.com/minehand/minehand/game"
)

// there is a body that may be sent an action, with these items.
func there(items map[string]int) *Body {
	return &Body{Info: game.BodyInfo{Protocol: 2}, Link: game.Link{State: game.LinkUp}, Snap: game.Snapshot{State: st(items), Seq: 1, At: someTime}}
}

// TestTheNextGoalBeginsOnceTheEndIsKept, and while something can be kept.
func TestTheNextGoalBeginsOnceTheEndIsKept(t *testing.T) {
	a := Restore(Agent{}, &Record{Task: Task{ID: "first", State: Awaiting, Revision: 1}})
	a = Restore(a, &Record{Task: Task{ID: "next", State: Queued}})
	w := Work{FailedAt: -1, Plan: &game.Plan{Steps: []game.Step{mine("coal", 1)}}, Wait: Wait{For: ForAnswer}}
	a = Apply(a, Fact{work: &w, of: "first", Passing: true})
	d := decide(a, someTime, there(nil), Answered{Task: "first", Revision: 1})
	if d.Current != nil || d.Last == nil || d.Last.Task.ID != "first" || len(d.Queue) != 1 {
		t.Fatalf("after a no: at hand %+v, last %+v, %d queued", d.Current, d.Last, len(d.Queue))
	}
	for _, f := range d.facts {
		if f.work != nil {
			t.Errorf("work on %s, which has ended", f.of)
		}
	}
	if next, facts, _ := new(Desk).Decide(rules, d.Agent, &Input{Now: someTime, ID: "id", Body: there(nil), Busy: true}); next.Current != nil || len(facts) != 0 {
		t.Errorf("it begins while nothing can be kept: %+v", facts)
	}
	if d = decide(d.Agent, someTime, there(nil), nil); d.Current == nil || d.Current.Task.ID != "next" {
		t.Errorf("at hand is %+v", d.Current)
	}
}

// TestAnAnswerThatFitsNoPlanIsRefusedOnce, and changes nothing.
func TestAnAnswerThatFitsNoPlanIsRefusedOnce(t *testing.T) {
	for name, c := range map[string]struct {
		task Task
		wait WaitFor
	}{
		"another task":  {Task{ID: "u", State: Awaiting, Revision: 1}, ForAnswer},
		"not awaiting":  {Task{ID: "t", State: Planning, Revision: 1}, ForPlan},
		"a newer plan":  {Task{ID: "t", State: Awaiting, Revision: 2}, ForAnswer},
		"no plan shown": {Task{ID: "t", State: Awaiting, Revision: 1}, ForBody},
	} {
		t.Run(name, func(t *testing.T) {
			a := Restore(Agent{}, &Record{Task: c.task})
			w := Work{FailedAt: -1, Plan: &game.Plan{Steps: []game.Step{mine("coal", 1)}}, Wait: Wait{For: c.wait, Gen: 7}}
			a = Apply(a, Fact{work: &w, of: c.task.ID, Passing: true})
			d := decide(a, someTime, nil, Answered{Task: "t", Revision: 1, Yes: true})
			reply, ok := Reply{}, false
			if len(d.effects) == 1 {
				reply, ok = d.effects[0].(Reply)
			}
			if tasks, _, _ := d.kept(); !ok || !errors.Is(reply.Err, ErrConflict) || len(tasks) != 0 || d.Current.Work.Wait.Gen != 7 {
				t.Errorf("%+v; kept %+v, waits for %+v", d.effects, tasks, d.Current.Work.Wait)
			}
		})
	}
}

// TestWhatIsLeftOfAList: what was done, skipped or given up for good is behind it.
func TestWhatIsLeftOfAList(t *testing.T) {
	row := func(round, index int, v game.Verdict, end game.End, id string) Action {
		return Action{Task: "t", Round: round, Index: index, Verdict: v, End: end, ID: id, Ended: someTime}
	}
	const sent, notSent = "id", ""
	first := row(1, 0, game.Confirmed, game.EndReported, sent)
	for _, c := range []struct {
		name   string
		policy Policy
		rows   []Action
		left   int // of four
	}{
		{"nothing was begun", Replan, nil, 4},
		{"done", Replan, []Action{first}, 3},
		{"claimed", Replan, []Action{row(1, 0, game.Claimed, game.EndGone, sent)}, 3},
		{"skipped", Replan, []Action{row(1, 0, game.Skipped, game.EndUnsent, notSent)}, 3},
		{"failed", Replan, []Action{first, row(1, 1, game.Failed, game.EndReported, sent)}, 3},
		{"failed, and the list goes on", Continue, []Action{first, row(1, 1, game.Failed, game.EndReported, sent)}, 2},
		{"refused, and the list goes on", Continue, []Action{first, row(1, 1, game.Failed, game.EndUnsent, notSent)}, 2},
		{"too late, and the list goes on", Continue, []Action{first, row(1, 1, game.Failed, game.EndDeadline, sent)}, 2},
		{"let go of", Continue, []Action{first, row(1, 1, game.Failed, game.EndCaller, sent)}, 3},
		{"it could not go out yet", Continue, []Action{first, row(1, 1, game.Failed, game.EndUnsent, sent)}, 3},
		{"a second plan is the list from there on", Replan, []Action{first, row(1, 1, game.Failed, game.EndCaller, sent), row(2, 0, game.Confirmed, game.EndReported, sent), row(2, 1, game.Confirmed, game.EndReported, sent)}, 1},
		{"a row that was lost", Replan, []Action{first, row(1, 2, game.Confirmed, game.EndReported, sent)}, 1},
		{"all", Replan, []Action{first, row(1, 3, game.Confirmed, game.EndReported, sent)}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			for i := range c.rows {
				c.rows[i].Seq = i + 1
			}
			a := Restore(Agent{}, &Record{Task: Task{ID: "t", State: Running, Policy: c.policy, Actions: make([]game.Action, 4)}, Actions: c.rows})
			if left := a.Current.remaining(); len(left) != c.left {
				t.Errorf("%d are left, want %d", len(left), c.left)
			}
		})
	}
}

// TestTheSampleIsTheStateOfTheReport, which is of the moment itself.
func TestTheSampleIsTheStateOfTheReport(t *testing.T) {
	own, later := st(map[string]int{"coal": 1}), st(map[string]int{"coal": 2})
	for want, result := range map[int]*game.Result{1: {Success: true, State: &own}, 2: {Success: true}} {
		rec := Action{Task: "t", Seq: 1, ID: "x", Step: mine("coal", 1), Started: someTime}
		w := &turn{rules: rules, in: Input{Now: someTime}}
		w.a = Restore(Agent{}, &Record{Task: Task{ID: "t", State: Running}, Actions: []Action{rec}})
		w.load()
		w.keep(rec, game.Outcome{End: game.EndReported, Result: result, After: &later, Ended: someTime}, game.Judgement{Verdict: game.Confirmed})
		n := 0
		for _, f := range w.facts {
			if f.Sample != nil {
				n = f.Sample.State.Count("coal")
			}
		}
		if n != want {
			t.Errorf("the sample holds %d coal, want %d", n, want)
		}
	}
}

// TestARecordCountsForWhatItsActionsDo, as the run that it was made of.
func TestARecordCountsForWhatItsActionsDo(t *testing.T) {
	step := mine("coal", 2)
	rec := Record{Task: Task{ID: "t", State: Running, Baseline: &game.Baseline{}}, Actions: []Action{
		{Task: "t", Seq: 1, ID: "x", Step: step, Verdict: game.Confirmed, End: game.EndReported, Gained: map[string]int{"coal": 2}, Started: someTime, Ended: someTime},
	}}
	goal := game.Goal{Clauses: game.Clauses([]game.Check{{Kind: game.CheckDone, Action: game.Mine, Target: "coal", Count: 2}})}
	state := st(nil)
	for name, credits := range map[string]game.Credits{"record": rec.Credits(), "run": Restore(Agent{}, &rec).Current.credits(&game.State{})} {
		if _, all := goal.Progress(&state, &credits); len(all.Open) != 0 {
			t.Errorf("%s: still open are %v", name, all.Open)
		}
	}
}

// TestWhatIsBeingVerifiedCountsForNothingYet: whether it is proven, told or neither, nobody
// knows before.
func TestWhatIsBeingVerifiedCountsForNothingYet(t *testing.T) {
	for state, want := range map[State]int{Running: 0, Unverified: 1} {
		rec := Record{Task: Task{ID: "t", State: state, Baseline: &game.Baseline{}}, Actions: []Action{{
			Task: "t", Seq: 1, ID: "x", Step: mine("coal", 2), Verdict: game.Claimed, Reason: game.BeingVerified, End: game.EndReported,
			Started: someTime, Ended: someTime,
		}}}
		if list := rec.Credits().List; len(list) != want {
			t.Errorf("%s: %d credits, want %d: %v", state, len(list), want, list)
		}
	}
}

// TestHealthBelowTheLimitWithoutFoodEndsATask.
func TestHealthBelowTheLimitWithoutFoodEndsATask(t *testing.T) {
	for _, c := range []struct {
		limit, health float64
		ends          bool
	}{{6, 6, true}, {6, 6.5, false}, {0.5, 0.5, true}, {0.5, 1, false}, {-1, 0.5, false}} {
		limits := *rules
		limits.Limits.Health = c.limit
		body := there(nil)
		body.Snap.State.Health = &c.health
		w := &turn{rules: &limits, in: Input{Now: someTime, Body: body}}
		w.a = Restore(Agent{}, &Record{Task: Task{ID: "t", State: Running}})
		w.load()
		if ends := w.endangered(); ends != c.ends || (w.run() == nil) != c.ends {
			t.Errorf("a health of %g with a limit of %g: %v", c.health, c.limit, ends)
		}
	}
}

// TestTheClockRunsWhileTheFirstPlanIsMade: a planner that never answers is given up.
func TestTheClockRunsWhileTheFirstPlanIsMade(t *testing.T) {
	a := Restore(Agent{}, &Record{Task: Task{ID: "t", State: Queued, Goal: "x"}})
	d := decide(a, someTime, there(nil), nil)
	out := Outstanding(rules, &d.Agent)
	if want := someTime.Add(rules.Limits.WallTime); out.For != ForPlan || !out.Before.Equal(want) {
		t.Fatalf("it waits for %d until %v, want %v", out.For, out.Before, want)
	}
}

// TestAGoalForAPlayerWhoNeverCameEnds: it left before it ever reported anything. One that was in a world is waited for.
func TestAGoalForAPlayerWhoNeverCameEnds(t *testing.T) {
	for after, want := range map[uint64]State{0: Failed, 7: Interrupted} {
		a := Restore(Agent{}, &Record{Task: Task{ID: "t", State: Planning}})
		w := Work{FailedAt: -1, Wait: Wait{For: ForReady, After: after}}
		d := decide(Apply(a, Fact{work: &w, of: "t", Passing: true}), someTime, nil, nil)
		r := d.Current
		if r == nil {
			r = d.Last
		}
		if r == nil || r.Task.State != want {
			t.Errorf("after report %d: %+v, want %s", after, r, want)
		}
	}
}
