package orchestrator

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/bodytest"
)

func TestEveryStateIsRecovered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o, err := New(t.Context(), Config{Planner: fixed(game.Plan{}), Journal: newMemJournal()})
		if err != nil {
			t.Fatal(err)
		}
		since := time.Now()
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
			{"queued", Task{State: StateQueued}, false, StateQueued, "", time.Time{}, false, false, true, false},
			{"running", Task{State: StateRunning, Waiting: "for a world"}, false, StateInterrupted, "Minehand ended while this ran; it goes on when its body is back.", alive, true, false, false, false},
			{"planning beside another", Task{State: StatePlanning}, true, StateInterrupted, "Minehand ended while this ran; it goes on when its body is back.", alive, false, true, false, false},
			{"interrupted", Task{State: StateInterrupted, Reason: "before"}, false, StateInterrupted, "before", since, true, false, false, false},
			{"waiting for a person", Task{State: StateInterrupted, NeedsPerson: true}, false, StateInterrupted, "", since, false, true, false, false},
			{"paused", Task{State: StatePaused}, false, StateInterrupted, "It was paused when Minehand ended; resume it to go on.", time.Time{}, false, true, false, false},
			{"stopping", Task{State: StateStopping}, false, StateStopped, "Stopped.", time.Time{}, false, false, false, true},
		} {
			a := newAgent(o, "b1")
			other := newRun(Task{})
			if c.busy {
				a.cur = other
			}
			c.task.ID, c.task.Since = "t", since
			open := Action{Task: "t", Seq: 1, ID: "x", Step: mine("coal", 1), Started: since}
			rec := Record{Task: c.task, Rounds: []Round{{Round: 1}}, Moves: []Move{{State: StateQueued}}}
			if c.task.State != StateQueued {
				rec.Actions = []Action{open}
			}
			var b Batch
			a.recover(&rec, alive, &b)
			time.Sleep(time.Second) // a later move has another time
			var r *run
			switch {
			case a.cur != nil && a.cur != other:
				r = a.cur
			case len(a.parked) == 1:
				r = a.parked[0]
			case len(a.queue) == 1:
				r = a.queue[0]
			}
			if (r != nil && r == a.cur) != c.current || (len(a.parked) == 1) != c.parked || (len(a.queue) == 1) != c.queued || a.owes != c.stops || len(b.Owed) == 1 != c.stops {
				t.Errorf("%s: current %v, parked %d, queued %d, stop %v", c.name, a.cur, len(a.parked), len(a.queue), a.owes)
				continue
			}
			if c.stops {
				if len(b.Actions) != 1 || b.Actions[0].Open() || len(b.Tasks) != 1 || b.Tasks[0].State != StateStopped || b.Tasks[0].Ended.IsZero() || b.Tasks[0].Reason != c.reason {
					t.Errorf("%s: journalled %+v", c.name, b)
				}
				continue
			}
			if r.task.State != c.state || r.task.Reason != c.reason || !r.lost.Equal(c.lost) || r.task.NeedsPerson != c.parked || r.task.Waiting != "" || !r.task.Ended.IsZero() {
				t.Errorf("%s: %+v, lost %v", c.name, r.task, r.lost)
			}
			if moved := c.task.State != c.state; len(b.Moves) != len(b.Tasks) || (len(b.Moves) == 1) != moved ||
				moved && (b.Moves[0].State != c.state || b.Moves[0].Reason != c.reason || b.Tasks[0].State != c.state || b.Moves[0].Task != "t" || b.Moves[0].At.IsZero() || !r.task.Since.Equal(b.Moves[0].At) || len(r.moves) != 2) {
				t.Errorf("%s: journalled %+v", c.name, b)
			}
			if c.current != (r.why != "") || len(r.rounds) != 1 || !c.queued && (r.open != 0 || len(r.history) != 0) || c.queued && r.open != -1 {
				t.Errorf("%s: why %q, %d rounds, open %d", c.name, r.why, len(r.rounds), r.open)
			}
		}
	})
}

// TestHistoryAndCountersComeFromTheActions: the task's row is older than they
// are.
func TestHistoryAndCountersComeFromTheActions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o, err := New(t.Context(), Config{Planner: fixed(game.Plan{}), Journal: newMemJournal()})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		done := func(seq int, v game.Verdict, end game.End, f *game.Failure) Action {
			return Action{Seq: seq, ID: "x", Step: mine("coal", 1), Started: start, Ended: start.Add(time.Duration(seq) * time.Second), End: end, Verdict: v, Failure: f}
		}
		unsent := done(2, game.Skipped, game.EndUnsent, nil)
		unsent.ID = ""
		lostRow := Action{Seq: 4, ID: "y", Step: mine("dirt", 1), Started: start.Add(4 * time.Second)}
		rec := Record{Task: Task{ID: "t", State: StateRunning, Since: start, Sent: 77, Failed: 77}, Actions: []Action{
			done(1, game.Confirmed, game.EndReported, nil), unsent,
			done(3, game.Failed, game.EndReported, &game.Failure{Code: game.CodeNotFound}), lostRow,
			done(5, game.Contradicted, game.EndReported, nil),
			done(6, game.Failed, game.EndUnsent, &game.Failure{Code: game.CodeDenied}),
		}}
		a := newAgent(o, "b1")
		var b Batch
		a.recover(&rec, time.Time{}, &b)
		r := a.cur
		if r == nil || r.open != -1 || len(r.history) != 6 || len(r.exclude) != 2 {
			t.Fatalf("%+v", r)
		}
		if h := r.history[3]; h.Verdict != game.Failed || h.Outcome.End != game.EndGone || h.Reason == "" || !h.Outcome.Ended.Equal(lostRow.Started) {
			t.Errorf("an action whose row was lost: %+v", h)
		}
		if r.task.Sent != 4 || r.task.Failed != 4 {
			t.Errorf("sent %d, failed %d", r.task.Sent, r.task.Failed)
		}
		if want := start.Add(6 * time.Second); !r.lost.Equal(want) {
			t.Errorf("last seen %v, want %v", r.lost, want)
		}
	})
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
		{"a block that is gone", place("torch"), &two, one, game.Claimed, game.EndGone, "sent; no report came"},
		{"a block that is still held", place("torch"), &two, two, game.Failed, game.EndGone, "the connection was lost while it ran"},
		{"a block that nobody counted", place("torch"), nil, one, game.Claimed, game.EndGone, "sent; no report came"},
		{"a block that was not held", place("torch"), &coal, coal, game.Claimed, game.EndGone, "sent; no report came"},
	} {
		synctest.Test(t, func(t *testing.T) {
			o, err := New(t.Context(), Config{Planner: fixed(game.Plan{}), Journal: newMemJournal()})
			if err != nil {
				t.Fatal(err)
			}
			a, r := newAgent(o, "b1"), newRun(Task{ID: "t"})
			rec := Action{Task: "t", Seq: 1, ID: "x", Step: c.step, Started: time.Now()}
			if c.before != nil {
				rec.Mark = markOf(&c.step, c.before)
				if rec.Mark == nil {
					rec.Mark = &Mark{}
				}
			}
			r.actions, r.open = []Action{rec}, 0
			time.Sleep(time.Minute)
			a.judgeOpen(r, &c.now)
			got := r.actions[0]
			if got.Verdict != c.verdict || got.End != c.end || got.Reason != c.reason || (got.Failure == nil) != (c.end == game.EndObserved) || got.Ended.Sub(got.Started) != time.Minute {
				t.Errorf("%s: %+v", c.name, got)
			}
			if f := got.Failure; f != nil && (f.Code != game.CodeConnectionLost || f.Message == "") {
				t.Errorf("%s: %+v", c.name, f)
			}
			if gains := got.Gained["coal"]; gains != map[string]int{"its effect shows": 1, "a part of its effect": 1}[c.name] {
				t.Errorf("%s: gained %v", c.name, got.Gained)
			}
			if len(r.history) != 1 || len(a.pending.Actions) != 1 {
				t.Errorf("%s: %d in the history, %d to journal", c.name, len(r.history), len(a.pending.Actions))
			}
		})
	}
}

// TestABodysOwnWordAfterARestart: what it registered with settles the action,
// failures too.
func TestABodysOwnWordAfterARestart(t *testing.T) {
	for name, fails := range map[string]bool{"success": false, "failure": true, "a success that nothing shows": false} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 2, needing("coal"), func(w *world) {
				w.body.Faults = func(n int, _ game.Action) bodyFault { return bodyFault{Hang: n == 1} }
				id := w.submit(Submission{Goal: "x"})
				w.until(id, StateRunning, time.Second)
				time.Sleep(time.Second)
				w.crash()
				open := w.body.Sent()[0]
				w.body.Leave()
				w.body = w.body.Again()
				go w.body.Run(w.bctx)
				if name == "success" {
					w.body.Give("coal", 2)
				}
				w.start()
				w.o.Attach(&scripted{Body: w.body, adopt: func(call game.Call) game.Outcome {
					if call.Action.ID != open.ID || call.Action.Target != "coal" || call.Progress == nil {
						t.Errorf("asked for %+v", call)
					}
					for _, p := range []game.Progress{{Message: "still at it"}, {Paused: "screen"}, {Message: "going on"}} {
						call.Progress(p)
						want := "Finding out how it went: Mine 2 coal."
						if p.Paused != "" {
							want = "Waiting: a screen is open in the game."
						}
						if view, err := w.o.Status(w.body.Info().ID); err != nil || view.Current == nil || view.Current.Waiting != want {
							t.Errorf("after %+v it says %+v, %v", p, view.Current, err)
						}
					}
					if fails {
						return game.Outcome{End: game.EndReported, Failure: &game.Failure{Code: game.CodeInterrupted, Message: "a wall"}}
					}
					return game.Outcome{End: game.EndReported, Result: &game.Result{Success: true}}
				}})
				w.until(id, StateComplete, time.Minute)
				got := w.record(id).Actions[0]
				want := map[string]game.Verdict{"success": game.Confirmed, "failure": game.Failed, "a success that nothing shows": game.Claimed}[name]
				if got.Verdict != want || got.Ended.IsZero() || got.End != game.EndReported || w.body.Stops() != 0 {
					t.Errorf("%+v, %d stops", got, w.body.Stops())
				}
				if fails != strings.Contains(got.Reason, "a wall") {
					t.Errorf("reason %q", got.Reason)
				}
			})
		})
	}
}

// scripted is a body that answers some calls from a test.
type scripted struct {
	*bodytest.Body
	// do, when not nil, may answer an action; false leaves it to the body.
	do func(call game.Call) (game.Outcome, bool)
	// adopt, when not nil, answers Adopt.
	adopt func(call game.Call) game.Outcome
}

func (s *scripted) Do(ctx context.Context, call game.Call) game.Outcome {
	if s.do != nil {
		if out, ok := s.do(call); ok {
			return out
		}
	}
	return s.Body.Do(ctx, call)
}

func (s *scripted) Adopt(ctx context.Context, call game.Call) game.Outcome {
	if s.adopt != nil {
		return s.adopt(call)
	}
	return s.Body.Adopt(ctx, call)
}
