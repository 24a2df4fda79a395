// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/bodytest"
)

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
					for _, p := range []game.ActionProgress{{Message: "still at it"}, {Paused: "screen"}, {Message: "going on"}} {
						call.Progress(call.Action.ID, p)
						time.Sleep(time.Millisecond) // it goes through the inbox
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
	call.Next = nil // each action comes by here
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

// TestAnOrderlyEnd: Run returns when what it started has, with what was seen and done
// kept, and then nothing is taken on.
func TestAnOrderlyEnd(t *testing.T) {
	var returned time.Time
	p := planFunc(func(ctx context.Context, _ game.Request) (game.Plan, error) {
		<-ctx.Done()
		time.Sleep(time.Second)
		returned = time.Now()
		return game.Plan{}, ctx.Err()
	})
	inBubble(t, 2, p, func(w *world) {
		if !w.j.alive.Equal(time.Now()) {
			t.Error("the journal is not told at once that the process lives")
		}
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StatePlanning, time.Second)
		w.body.Change(inWorld("home"))
		w.body.Change(func(s *game.State) { s.Nearby = bodytest.Standing(0, 0, "iron_ore 9 60 0").Nearby })
		time.Sleep(2 * lookEvery)
		w.quit()
		<-w.done
		if took := time.Since(returned); returned.IsZero() || took != 0 {
			t.Errorf("it ended %s after its planner", took)
		}
		if len(w.j.places["home"]) != 1 {
			t.Errorf("kept of what was seen: %v", w.j.places)
		}
		if got, kept := w.task(id), w.j.records[id].Task; got.State != StateInterrupted || kept.State != StateInterrupted {
			t.Errorf("the task is %s, kept as %s", got.State, kept.State)
		}
		if _, err := w.o.Status("b1"); !errors.Is(err, ErrClosed) {
			t.Errorf("status: %v", err)
		}
		if _, err := w.o.Submit(t.Context(), "b1", Submission{Goal: "y"}); !errors.Is(err, ErrClosed) {
			t.Errorf("submit: %v", err)
		}
	})
}

// TestWhyATaskWaitsOutlivesTheEnd: that Minehand was closed is no news for one that was
// interrupted before.
func TestWhyATaskWaitsOutlivesTheEnd(t *testing.T) {
	inBoth(t, needing("coal"), func(w *world, _ int) {
		w.body.Takes = 10 * time.Second
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateRunning, time.Second)
		w.body.Leave()
		w.o.Detach("b1")
		before := w.until(id, StateInterrupted, time.Second)
		w.quit()
		<-w.done
		if kept := w.j.records[id].Task; kept.Reason != before.Reason || !kept.Since.Equal(before.Since) {
			w.t.Errorf("it waited because %q, and now because %q", before.Reason, kept.Reason)
		}
	})
}

// TestUnfinishedTasksAreShownBeforeTheRun, and those of which something was lost wait
// for a person with the journal's words.
func TestUnfinishedTasksAreShownBeforeTheRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := newMemJournal()
		const words = "A part of the journal was lost."
		for id, doubt := range map[string]string{"1": "", "2": words} {
			j.records[id] = &Record{Task: Task{ID: id, Body: "b" + id, Goal: "x", State: StateRunning}, Doubt: doubt}
		}
		j.alive = time.Now()
		j.fail = errors.New("the disk is full")
		if _, err := New(t.Context(), Config{Planner: needing("coal"), Journal: j}); !errors.Is(err, j.fail) {
			t.Errorf("with a journal that fails: %v", err)
		}
		j.fail = nil
		o, err := New(t.Context(), Config{Planner: needing("coal"), Journal: j})
		if err != nil {
			t.Fatal(err)
		}
		views := o.Views()
		if len(views) != 2 || views[0].Current == nil || views[0].Current.State != StateInterrupted || len(views[1].Parked) != 1 {
			t.Fatalf("shown %+v", views)
		}
		if lost := views[1].Parked[0]; !lost.NeedsPerson || !strings.Contains(lost.Reason, words) {
			t.Errorf("of the damaged one %+v", lost)
		}
	})
}

// TestTheMovesOfATaskAreKept: they are its history.
func TestTheMovesOfATaskAreKept(t *testing.T) {
	inBoth(t, needing("coal"), func(w *world, _ int) {
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateComplete, time.Minute)
		var to []State
		for _, m := range w.j.records[id].Moves {
			to = append(to, m.State)
		}
		if want := []State{StateQueued, StatePlanning, StateRunning, StateComplete}; !slices.Equal(to, want) {
			t.Errorf("moves to %q are kept, want %q", to, want)
		}
	})
}
