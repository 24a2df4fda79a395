// SPDX-License-Identifier: MIT

package task

import (
	"slices"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
)

// someTime is when the tests of this package begin.
var someTime = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// rules are the defaults.
var rules = &Rules{Limits: Limits{}.WithDefaults()}

// decided is what an input leads to.
type decided struct {
	Agent
	facts   []Fact
	effects []Effect
}

func decide(a Agent, now time.Time, body *Body, what any) decided {
	next, facts, effects := new(Desk).Decide(rules, a, &Input{Now: now, ID: "id", Body: body, What: what})
	return decided{next, facts, effects}
}

// kept are the facts that are kept, by kind.
func (d *decided) kept() (tasks []Task, moves []Move, actions []Action) {
	for _, f := range d.facts {
		switch {
		case f.Passing:
		case f.Task != nil:
			tasks = append(tasks, *f.Task)
		case f.Move != nil:
			moves = append(moves, *f.Move)
		case f.Action != nil:
			actions = append(actions, *f.Action)
		}
	}
	return tasks, moves, actions
}

func TestEveryStateIsRecovered(t *testing.T) {
	since := someTime
	alive := since.Add(time.Minute)
	for _, c := range []struct {
		name                           string
		task                           Task
		busy                           bool // another task is at work
		state                          State
		reason                         string
		lost                           time.Time
		current, parked, queued, stops bool
	}{
		{"queued", Task{State: Queued}, false, Queued, "", time.Time{}, false, false, true, false},
		{"running", Task{State: Running, Waiting: "for a world"}, false, Interrupted, "Minehand ended while this ran; it goes on by itself if its body is back soon under the same name.", alive, true, false, false, false},
		{"planning beside another", Task{State: Planning}, true, Interrupted, "Minehand ended while this ran; it goes on by itself if its body is back soon under the same name.", alive, false, true, false, false},
		{"interrupted", Task{State: Interrupted, Reason: "before"}, false, Interrupted, "before", since, true, false, false, false},
		{"waiting for a person", Task{State: Interrupted, NeedsPerson: true}, false, Interrupted, "", time.Time{}, false, true, false, false},
		{"paused", Task{State: Paused}, false, Interrupted, "It was paused when Minehand ended; resume it to go on.", time.Time{}, false, true, false, false},
		{"stopping", Task{State: Stopping}, false, Stopped, "Stopped.", time.Time{}, false, false, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var a Agent
			if c.busy {
				a = Restore(a, &Record{Task: Task{ID: "other", State: Interrupted, Since: since}})
			}
			c.task.ID, c.task.Since = "t", since
			rec := Record{Task: c.task, Rounds: []Round{{Task: "t", Round: 1}}, Moves: []Move{{Task: "t", State: Queued}}}
			if c.task.State != Queued {
				rec.Actions = []Action{{Task: "t", Seq: 1, ID: "x", Step: mine("coal", 1), Started: since}}
			}
			d := decide(Restore(a, &rec), alive.Add(time.Second), nil, Recovered{Alive: alive})
			tasks, moves, actions := d.kept()
			if c.stops {
				if len(actions) != 1 || actions[0].Open() || len(tasks) != 1 || tasks[0].State != Stopped || tasks[0].Ended.IsZero() || tasks[0].Reason != c.reason ||
					!slices.Contains(d.effects, Effect(StopBody{})) || d.Find("t") != nil {
					t.Errorf("journalled %+v, %+v, effects %v", tasks, actions, d.effects)
				}
				return
			}
			r := d.Find("t")
			if r == nil || (r == d.Current) != c.current || slices.Contains(d.Parked, r) != c.parked || slices.Contains(d.Queue, r) != c.queued || len(d.effects) != 0 {
				t.Fatalf("current %v, parked %d, queued %d, effects %v", d.Current, len(d.Parked), len(d.Queue), d.effects)
			}
			if r.Task.State != c.state || r.Task.Reason != c.reason || !r.Work.Lost.Equal(c.lost) && !c.lost.IsZero() || r.Task.NeedsPerson != c.parked || !c.queued && r.Task.Waiting != "" || !r.Task.Ended.IsZero() {
				t.Errorf("%+v, lost %v", r.Task, r.Work.Lost)
			}
			if moved := c.task.State != c.state; (len(moves) == 1) != moved ||
				moved && (moves[0].State != c.state || moves[0].Reason != c.reason || tasks[0].State != c.state || moves[0].Task != "t" || moves[0].At.IsZero() || !r.Task.Since.Equal(moves[0].At) || len(r.Moves) != 2) {
				t.Errorf("journalled %+v, %+v", tasks, moves)
			}
			if c.current != (r.Work.Why.Code != "") || len(r.Rounds) != 1 || !c.queued != r.Work.Unsettled || len(r.History) != 0 {
				t.Errorf("why %v, %d rounds, unsettled %v", r.Work.Why, len(r.Rounds), r.Work.Unsettled)
			}
		})
	}
}

// TestTasksInDoubtWaitForAPerson: of each state in which something may have gone out
// since, the body is stopped and nothing goes on by itself.
func TestTasksInDoubtWaitForAPerson(t *testing.T) {
	const words = "A part of it was lost."
	for _, state := range []State{Queued, Planning, Awaiting, Running, Paused, Interrupted, Stopping} {
		t.Run(string(state), func(t *testing.T) {
			rec := Record{Task: Task{ID: "t", State: state, Since: someTime}}
			if state != Queued {
				rec.Rounds = []Round{{Task: "t", Round: 1}}
				rec.Actions = []Action{{Task: "t", Seq: 1, ID: "x", Step: mine("coal", 1), Started: someTime}}
			}
			behind := Record{Task: Task{ID: "u", State: Queued, Since: someTime}}
			a := Restore(Restore(Agent{}, &rec), &behind)
			d := decide(a, someTime.Add(time.Second), nil, Recovered{Alive: someTime, Doubts: map[string]string{"t": words}})
			if !slices.Contains(d.effects, Effect(StopBody{})) {
				t.Errorf("the body is not stopped: %v", d.effects)
			}
			if r := d.Find("u"); d.Current != nil || r == nil || !r.Task.Held {
				t.Errorf("what was behind it goes on")
			}
			r := d.Find("t")
			switch {
			case state == Stopping:
				if r != nil {
					t.Errorf("it is %s", r.Task.State)
				}
			case state == Queued:
				if r == nil || !r.Task.Held {
					t.Errorf("it is not held")
				}
			case r == nil || r.Task.State != Interrupted || !r.Task.NeedsPerson || r.Task.Reason != words || !r.Work.Unsettled:
				t.Errorf("%+v", r)
			}
		})
	}
}

// TestAnActionThatIsMissingLeavesItsNumber: the next one does not take another's.
func TestAnActionThatIsMissingLeavesItsNumber(t *testing.T) {
	rec := Record{Task: Task{ID: "t", State: Running, Since: someTime}, Rounds: []Round{{Task: "t", Round: 1}}}
	for _, seq := range []int{1, 2, 4} {
		rec.Actions = append(rec.Actions, Action{Task: "t", Seq: seq, ID: "x", Step: mine("coal", 1), Started: someTime, Ended: someTime})
	}
	a := Restore(Agent{}, &rec)
	turn := turn{a: a, w: Work{Step: 0}, in: Input{Now: someTime}}
	step := mine("dirt", 1)
	if next := turn.record(&step); next.Seq != 5 {
		t.Errorf("the next action is number %d", next.Seq)
	}
}

// TestHistoryAndCountersComeFromTheActions: the task's row is older than they
// are.
func TestHistoryAndCountersComeFromTheActions(t *testing.T) {
	start := someTime
	done := func(seq int, v game.Verdict, end game.End, f *game.Failure) Action {
		return Action{Task: "t", Seq: seq, ID: "x", Step: mine("coal", 1), Started: start, Ended: start.Add(time.Duration(seq) * time.Second), End: end, Verdict: v, Failure: f}
	}
	unsent := done(2, game.Skipped, game.EndUnsent, nil)
	unsent.ID = ""
	lostRow := Action{Task: "t", Seq: 4, ID: "y", Step: mine("dirt", 1), Started: start.Add(4 * time.Second)}
	rec := Record{Task: Task{ID: "t", State: Running, Since: start, Sent: 77, Failed: 77}, Actions: []Action{
		done(1, game.Confirmed, game.EndReported, nil), unsent,
		done(3, game.Failed, game.EndReported, &game.Failure{Code: game.CodeNotFound}), lostRow,
		done(5, game.Contradicted, game.EndReported, nil),
		done(6, game.Failed, game.EndUnsent, &game.Failure{Code: game.CodeDenied}),
	}}
	d := decide(Restore(Agent{}, &rec), start.Add(time.Minute), nil, Recovered{})
	r := d.Current
	if r == nil || r.Work.Unsettled || len(r.History) != 6 || len(r.Exclude) != 2 {
		t.Fatalf("%+v", r)
	}
	if h := r.History[3]; h.Verdict != game.Failed || h.Outcome.End != game.EndGone || h.Reason == "" || !h.Outcome.Ended.Equal(lostRow.Started) {
		t.Errorf("an action whose row was lost: %+v", h)
	}
	if r.Task.Sent != 4 || r.Task.Failed != 3 { // what never went out counts as neither
		t.Errorf("sent %d, failed %d", r.Task.Sent, r.Task.Failed)
	}
	if want := start.Add(6 * time.Second); !r.Work.Lost.Equal(want) {
		t.Errorf("last seen %v, want %v", r.Work.Lost, want)
	}
}

// TestTheStateThatATaskEndsWithIsKept: its clauses are judged by it afterwards,
// so one of some seconds before will not do.
func TestTheStateThatATaskEndsWithIsKept(t *testing.T) {
	for name, seq := range map[string]uint64{"a body that reported": 1, "a body that never did": 0} {
		t.Run(name, func(t *testing.T) {
			goal := game.Goal{Clauses: game.Clauses([]game.Check{{Kind: game.CheckHave, Items: []string{"coal"}, Count: 2}})}
			now := someTime.Add(time.Second)
			w := &turn{rules: rules, in: Input{Now: now, Body: &Body{Snap: game.Snapshot{State: st(map[string]int{"coal": 2}), Seq: seq}}}}
			w.a = Restore(Agent{}, &Record{Task: Task{ID: "t", State: Running, Started: someTime, Reading: goal}})
			w.a.Process.Sampled = someTime // the last sample is a second old
			w.load()
			w.end(Complete, game.TextOf("Done."))
			var kept []*Sample
			for _, f := range w.facts {
				if f.Sample != nil {
					kept = append(kept, f.Sample)
				}
				if f.Move != nil && len(kept) != int(seq) {
					t.Errorf("it moved to %s with %d samples", f.Move.State, len(kept))
				}
			}
			if seq == 1 && (kept[0].Task != "t" || !kept[0].At.Equal(now) || kept[0].State.Count("coal") != 2) {
				t.Errorf("%+v", kept[0])
			}
		})
	}
}

func TestAnOpenActionIsJudgedByTheFreshState(t *testing.T) {
	two, one := st(map[string]int{"torch": 2}), st(map[string]int{"torch": 1})
	coal := st(map[string]int{"coal": 1})
	for _, c := range []struct {
		name    string
		step    game.Step
		before  *game.State
		now     game.State
		verdict game.Verdict
		end     game.End
		reason  string
	}{
		{"its effect shows", mine("coal", 1), &two, st(map[string]int{"coal": 1, "torch": 2}), game.Confirmed, game.EndObserved, "seen after the interruption"},
		{"its effect does not show", mine("coal", 1), &two, two, game.Failed, game.EndGone, "the connection was lost while it ran"},
		{"a part of its effect", mine("coal", 2), &two, coal, game.Failed, game.EndGone, "the connection was lost while it ran"},
		{"nothing is known of before", mine("coal", 1), nil, coal, game.Failed, game.EndGone, "the connection was lost while it ran"},
		{"a line", say("hi"), &two, two, game.Claimed, game.EndGone, "sent; no report came"},
		{"a block that is gone", place("torch"), &two, one, game.Confirmed, game.EndObserved, "seen after the interruption"},
		{"a block that is gone with all else", place("torch"), &two, st(nil, func(s *game.State) { s.Dimension = "the_nether" }), game.Claimed, game.EndGone, "sent; no report came"},
		{"a block that is still held", place("torch"), &two, two, game.Failed, game.EndGone, "the connection was lost while it ran"},
		{"a block that nobody counted", place("torch"), nil, one, game.Claimed, game.EndGone, "sent; no report came"},
		{"a block that was not held", place("torch"), &coal, coal, game.Claimed, game.EndGone, "sent; no report came"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec := Action{Task: "t", Seq: 1, ID: "x", Step: c.step, Started: someTime}
			if c.before != nil {
				if rec.Mark = c.step.Expect.Mark(c.before); rec.Mark == nil {
					rec.Mark = &game.Mark{}
				}
			}
			now := someTime.Add(time.Minute)
			a := Restore(Agent{}, &Record{Task: Task{ID: "t", State: Running, Since: someTime, Started: someTime, Round: 1, Baseline: &game.Baseline{}}, Actions: []Action{rec}})
			a = decide(a, now, nil, Recovered{Alive: someTime}).Agent
			body := &Body{Info: game.BodyInfo{Protocol: 1}, Link: game.Link{State: game.LinkUp}, Snap: game.Snapshot{State: c.now, Seq: 1, At: now}}
			d := decide(a, now, body, nil)
			if !slices.Contains(d.effects, Effect(StopBody{})) || Outstanding(rules, &d.Agent).For != ForRest {
				t.Fatalf("a body that keeps no record is stopped first: %v", d.effects)
			}
			nowhere := *body
			nowhere.Snap.State.World = &game.World{}
			d = decide(d.Agent, now, &nowhere, Rested{Gen: Outstanding(rules, &d.Agent).Gen})
			if !d.Current.last.Open() {
				t.Fatalf("it is judged by the state of no world: %+v", d.Current.last)
			}
			body.Snap.Seq++
			d = decide(d.Agent, now, body, nil)
			got := *d.Current.last
			if got.Verdict != c.verdict || got.End != c.end || got.Reason != c.reason || (got.Failure == nil) != (c.end == game.EndObserved) || got.Ended.Sub(got.Started) != time.Minute {
				t.Errorf("%+v", got)
			}
			if f := got.Failure; f != nil && (f.Code != game.CodeConnectionLost || f.Message == "") {
				t.Errorf("%+v", f)
			}
			if gains := got.Gained["coal"]; gains != map[string]int{"its effect shows": 1, "a part of its effect": 1}[c.name] {
				t.Errorf("gained %v", got.Gained)
			}
			if _, _, actions := d.kept(); len(d.Current.History) != 1 || len(actions) != 1 {
				t.Errorf("%d in the history, %d to journal", len(d.Current.History), len(actions))
			}
		})
	}
}
