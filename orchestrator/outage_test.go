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

// needing plans what is still missing of each item, as a real planner does.
func needing(items ...string) planFunc {
	return func(_ context.Context, req game.Request) (game.Plan, error) {
		var checks []game.Check
		var steps []game.Step
		for _, item := range items {
			checks = append(checks, have(item, 2))
			if n := 2 - req.State.Count(item); n > 0 {
				steps = append(steps, mine(item, n))
			}
		}
		return planOf(checks, steps...), nil
	}
}

func TestRule12WaitsForAWorld(t *testing.T) {
	for name, c := range map[string]struct {
		away, back func(*bodytest.Body)
		waiting    string
	}{
		"no world": {
			func(b *bodytest.Body) { b.Change(func(s *game.State) { s.World = &game.World{} }) },
			func(b *bodytest.Body) { b.Change(func(s *game.State) { s.World = nil }) }, "join one"},
		"line down": {(*bodytest.Body).Drop, (*bodytest.Body).Back, "come back"},
		"dead": {
			func(b *bodytest.Body) { b.Change(func(s *game.State) { z := 0.0; s.Health = &z }) },
			func(b *bodytest.Body) { b.Change(func(s *game.State) { z := 20.0; s.Health = &z }) }, "respawn"},
	} {
		t.Run(name, func(t *testing.T) {
			inBoth(t, needing("diamond"), func(w *world, _ int) {
				c.away(w.body)
				id := w.submit(Submission{Goal: "x"})
				time.Sleep(9 * time.Minute)
				got := w.task(id)
				if got.State != StatePlanning || !strings.Contains(got.Waiting, c.waiting) || len(w.body.Sent()) != 0 {
					t.Errorf("%s %q, %d sent", got.State, got.Waiting, len(w.body.Sent()))
				}
				c.back(w.body)
				got = w.until(id, StateComplete, time.Minute)
				if deaths := map[string]int{"dead": 1}[name]; got.Round != 1 || got.Waiting != "" || got.Deaths != deaths {
					t.Errorf("%+v", got)
				}
			})
		})
	}
}

func TestRule12SilentBodyIsSentNothing(t *testing.T) {
	inBoth(t, needing("diamond"), func(w *world, _ int) {
		w.bodies() // it reports no more
		time.Sleep(11 * time.Second)
		id := w.submit(Submission{Goal: "x"})
		time.Sleep(time.Minute)
		if got := w.task(id); !strings.Contains(got.Waiting, "not reported") || len(w.body.Sent()) != 0 {
			w.t.Errorf("%q, %d sent", got.Waiting, len(w.body.Sent()))
		}
	})
}

func TestRule07OutageBeyondTheGraceInterrupts(t *testing.T) {
	inBoth(t, needing("coal", "diamond"), func(w *world, protocol int) {
		synctest.Wait() // the agent has nothing to do yet
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateRunning, time.Second)
		time.Sleep(500 * time.Millisecond)
		w.body.Leave()
		w.o.Detach("b1")
		got := w.until(id, StateInterrupted, time.Second)
		if got.State != StateInterrupted || got.NeedsPerson || got.Reason != "The connection to the body was lost; the task goes on by itself if it is back soon under the same name." {
			t.Errorf("%s, %q", got.State, got.Reason)
		}
		if _, err := w.o.Submit(t.Context(), "b1", Submission{Goal: "y"}); !errors.Is(err, ErrNoBody) {
			t.Errorf("a goal for a body that is away: %v", err)
		}
		time.Sleep(9 * time.Minute)
		w.again()
		got = w.until(id, StateComplete, time.Minute)
		if got.BadRounds != 0 || w.body.Held("coal") != 2 || w.body.Held("diamond") != 2 {
			t.Errorf("bad rounds %d, %v", got.BadRounds, w.body.Counts())
		}
		if protocol == 1 && w.body.Stops() == 0 {
			t.Error("a v1 body with an unsettled action was not stopped first")
		}
	})
}

// TestRule07WhatWasDoneInAnOutageIsNotDoneAgain: the session ended, the body
// worked on, and the coming round plans what is left.
func TestRule07WhatWasDoneInAnOutageIsNotDoneAgain(t *testing.T) {
	inBoth(t, needing("coal", "diamond"), func(w *world, _ int) {
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateRunning, time.Second)
		time.Sleep(500 * time.Millisecond)
		w.body.Leave()
		w.o.Detach("b1")
		w.body.Finish(w.body.Sent()[0])
		time.Sleep(time.Minute)
		w.again()
		got := w.until(id, StateComplete, time.Minute)
		if sent := subjects(w.body.Sent()); sent != "coal diamond" || got.Round != 2 || w.body.Held("coal") != 2 {
			t.Errorf("sent %s in %d rounds: %v", sent, got.Round, w.body.Counts())
		}
	})
}

// TestRule11AClaimIsJudgedByAState: where none comes after a report, because the line
// is down or the network stands still, the task waits for one, also at its end.
func TestRule11AClaimIsJudgedByAState(t *testing.T) {
	gone := func(w *world) { // the session is over before the body is back
		w.body.Drop()
		time.Sleep(30 * time.Second)
		w.body.Leave()
		w.o.Detach("b1")
	}
	for name, c := range map[string]struct {
		away, back func(*world)
		waiting    string
	}{
		"line down": {func(w *world) { w.body.Drop() }, func(w *world) { w.body.Back() }, "come back"},
		"frozen": {func(w *world) { w.bodies() }, func(w *world) {
			w.bctx, w.bodies = context.WithCancel(context.Background())
			go w.body.Run(w.bctx)
		}, "not reported"},
		"gone": {gone, func(w *world) { w.again() }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			for _, lie := range []bool{false, true} {
				place := uses(game.Action{Kind: game.Place, Block: "torch", At: &game.Pos{Y: 64}}, "torch", 1)
				goal := game.Check{Kind: game.CheckPlaced, Items: []string{"torch"}, Count: 1}
				inBubble(t, game.ProtocolV1, fixed(planOf([]game.Check{goal}, place)), func(w *world) {
					w.body.Give("torch", 3)
					w.body.Faults = func(n int, _ game.Action) bodyFault { return bodyFault{Lie: lie && n == 1} }
					id := w.submit(Submission{Goal: "x"})
					w.until(id, StateRunning, time.Second)
					time.Sleep(500 * time.Millisecond)
					c.away(w)
					time.Sleep(20 * time.Second)
					if got := w.task(id); got.State.Ended() || !strings.Contains(got.Waiting, c.waiting) {
						t.Errorf("%s %q after 20 s without a state, waiting: %q", got.State, got.Reason, got.Waiting)
					}
					c.back(w)
					want := 1
					if lie {
						want = 2
					}
					w.until(id, StateComplete, time.Minute)
					if sent := len(w.body.Sent()); sent != want || w.body.Held("torch") != 2 {
						t.Errorf("lied %v: %d placed by %d actions, want %d", lie, 3-w.body.Held("torch"), sent, want)
					}
				})
			}
		})
	}
}

// TestRule11ASilentBodyIsNotWaitedForWithoutEnd: nothing is decided that only a report
// could show, and a person resumes the task when there is one.
func TestRule11ASilentBodyIsNotWaitedForWithoutEnd(t *testing.T) {
	const reason = "The body has not reported for 10 minutes since its last action; resume the task when it does."
	torch := uses(game.Action{Kind: game.Place, Block: "torch", At: &game.Pos{Y: 64}}, "torch", 1)
	placed := game.Check{Kind: game.CheckPlaced, Items: []string{"torch"}, Count: 1}
	for name, c := range map[string]struct {
		sub   Submission
		plan  game.Plan
		fault bodyFault
		back  func(*game.State) // what the first report after the silence shows
		sent  int
	}{
		"done":                 {Submission{}, planOf([]game.Check{placed}, torch), bodyFault{}, nil, 1}, // of version 1: what comes with a result shows it
		"a lie":                {Submission{}, planOf([]game.Check{placed}, torch), bodyFault{Lie: true}, nil, 2},
		"the goal at the end":  {Submission{}, planOf([]game.Check{have("diamond", 1)}, say("hi")), bodyFault{}, func(s *game.State) { bodytest.Add(s, "diamond", 1) }, 1},
		"the goal it failed":   {Submission{Policy: StopOnFailure}, planOf([]game.Check{have("diamond", 1)}, mine("diamond", 1)), bodyFault{Fail: &game.Failure{Code: game.CodeInternal}}, func(s *game.State) { bodytest.Add(s, "diamond", 1) }, 1},
		"neither, once it can": {Submission{Policy: StopOnFailure}, planOf([]game.Check{have("diamond", 1)}, mine("diamond", 1)), bodyFault{Fail: &game.Failure{Code: game.CodeInternal}}, nil, 2},
	} {
		t.Run(name, func(t *testing.T) {
			inBoth(t, fixed(c.plan), func(w *world, protocol int) {
				if name == "done" && protocol == game.ProtocolV2 {
					return
				}
				w.body.Give("torch", 3)
				w.body.Faults = func(n int, _ game.Action) bodyFault {
					if n == 1 {
						return c.fault
					}
					return bodyFault{}
				}
				c.sub.Goal = "x"
				id := w.submit(c.sub)
				queued := w.submit(Submission{Goal: "y"})
				w.until(id, StateRunning, time.Second)
				time.Sleep(500 * time.Millisecond)
				w.body.Mute(true)
				time.Sleep(10 * time.Minute)
				if got := w.task(id); got.State != StateRunning || !strings.Contains(got.Waiting, "not reported") {
					w.t.Fatalf("%s %q, waiting: %q", got.State, got.Reason, got.Waiting)
				}
				got := w.until(id, StateInterrupted, 10*time.Second)
				if !got.NeedsPerson || got.Reason != reason || !w.task(queued).Held || len(w.body.Sent()) != 1 {
					w.t.Errorf("%+v, %d sent", got, len(w.body.Sent()))
				}
				time.Sleep(3 * time.Hour)
				if c.back != nil {
					w.body.Change(c.back)
				}
				w.body.Mute(false)
				time.Sleep(time.Minute)
				if got := w.task(id); got.State != StateInterrupted || len(w.body.Sent()) != 1 {
					w.t.Errorf("%s by itself, %d sent", got.State, len(w.body.Sent()))
				}
				must(w, w.o.Resume(w.t.Context(), "b1", ""))
				w.until(id, StateComplete, time.Minute)
				if v := w.verdicts(id); len(v) != c.sent {
					w.t.Errorf("%d actions, want %d: %v", len(v), c.sent, v)
				}
			})
		})
	}
}

// TestRule11ALateReportIsJudgedAsAnEarlyOne: what comes after minutes of silence has as
// much time to show the change as what comes at once.
func TestRule11ALateReportIsJudgedAsAnEarlyOne(t *testing.T) {
	for _, c := range []struct {
		policy Policy
		want   State
	}{{Replan, StateComplete}, {StopOnFailure, StateComplete}} {
		inBubble(t, game.ProtocolV1, fixed(planOf([]game.Check{have("coal", 1)}, mine("coal", 1))), func(w *world) {
			w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Lie: true} }
			id := w.submit(Submission{Goal: "x", Policy: c.policy})
			time.Sleep(500 * time.Millisecond)
			w.body.Mute(true)
			time.Sleep(10*time.Minute + 5*time.Second)
			w.body.Change(func(*game.State) {}) // as the wait would end
			time.Sleep(4 * time.Second)
			synctest.Wait()
			w.body.Give("coal", 1)
			if got := w.until(id, c.want, time.Minute); len(w.body.Sent()) != 1 {
				t.Errorf("%d sent: %s", len(w.body.Sent()), got.Reason)
			}
		})
	}
}

func TestRule07LateComebackAsks(t *testing.T) {
	inBoth(t, needing("diamond"), func(w *world, _ int) {
		id := w.submit(Submission{Goal: "x"})
		queued := w.submit(Submission{Goal: "y"})
		w.until(id, StateRunning, time.Second)
		w.body.Leave()
		w.o.Detach("b1")
		time.Sleep(11 * time.Minute)
		got := w.task(id)
		if got.State != StateInterrupted || !got.NeedsPerson {
			t.Fatalf("%+v", got)
		}
		w.again()
		time.Sleep(time.Minute)
		if got := w.task(id); got.State != StateInterrupted {
			t.Fatalf("it went on by itself: %s", got.State)
		}
		if got := w.task(queued); got.State != StateQueued || !got.Held {
			t.Errorf("the queue went on: %+v", got)
		}
		if err := w.o.Resume(w.t.Context(), "b1", id); err != nil {
			t.Fatal(err)
		}
		w.until(id, StateComplete, time.Minute)
		w.until(queued, StateComplete, time.Minute)
	})
}

func TestRestartGoesOnByItself(t *testing.T) {
	for _, c := range []struct {
		name     string
		protocol int
		moment   time.Duration // after the start of the first action
		finish   bool          // the body finishes the open action meanwhile
		away     time.Duration
		verdict  game.Verdict
	}{
		{"v2 finished meanwhile", 2, 500 * time.Millisecond, true, time.Minute, game.Confirmed},
		{"v2 did not finish", 2, 500 * time.Millisecond, false, time.Minute, game.Failed},
		{"v1 finished meanwhile", 1, 500 * time.Millisecond, true, time.Minute, game.Confirmed},
		{"v1 did not finish", 1, 500 * time.Millisecond, false, 9 * time.Minute, game.Failed},
		{"between two actions", 2, 1500 * time.Millisecond, false, time.Minute, game.Confirmed},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBubble(t, c.protocol, needing("coal", "diamond"), func(w *world) {
				id := w.submit(Submission{Goal: "x"})
				w.until(id, StateRunning, time.Second)
				time.Sleep(c.moment)
				synctest.Wait()
				w.crash()
				open := w.body.Sent()[0]
				w.body.Leave()
				w.body = w.body.Again()
				go w.body.Run(w.bctx)
				if c.finish {
					w.body.Finish(open)
				}
				time.Sleep(c.away)
				w.start()
				if got := w.task(id); got.State != StateInterrupted || got.NeedsPerson {
					t.Fatalf("at the start it is %s, needs a person %v", got.State, got.NeedsPerson)
				}
				w.o.Attach(w.body)
				got := w.until(id, StateComplete, time.Minute)
				if w.body.Held("coal") != 2 || w.body.Held("diamond") != 2 {
					t.Errorf("surplus or loss: %v", w.body.Counts())
				}
				if v := w.verdicts(id)[0]; v != c.verdict {
					t.Errorf("the open action is %s, want %s", v, c.verdict)
				}
				if got.BadRounds != 0 {
					t.Errorf("%d bad rounds", got.BadRounds)
				}
				if n := len(w.verdicts(id)); got.Sent != n {
					t.Errorf("%d actions counted, %d were sent", got.Sent, n)
				}
				if c.protocol == 1 && w.body.Stops() == 0 {
					t.Error("v1 gets a stop first")
				}
			})
		})
	}
}

func TestRestartDoesNotRepeatChat(t *testing.T) {
	for _, protocol := range []int{1, 2} {
		inBubble(t, protocol, fixed(planOf([]game.Check{{Kind: game.CheckSaid, Text: "hi"}}, say("hi"))), func(w *world) {
			id := w.submit(Submission{Goal: "say hi"})
			w.until(id, StateRunning, time.Second)
			time.Sleep(500 * time.Millisecond)
			w.crash()
			w.start()
			w.again()
			got := w.until(id, StateUnverified, time.Minute)
			if n := len(w.body.Sent()); n != 1 {
				t.Errorf("the line was sent %d times", n)
			}
			if want := `Carried out, but nobody could check that "hi" was said.`; got.Reason != want || got.State != StateUnverified || len(got.Reading.Clauses) == 0 {
				t.Errorf("%s, %q, want %q", got.State, got.Reason, want)
			}
			if v := w.verdicts(id); !slices.Equal(v, []game.Verdict{game.Claimed}) {
				t.Errorf("verdicts %v", v)
			}
		})
	}
}

func TestRestartOfEveryOtherState(t *testing.T) {
	blocked := planFunc(func(ctx context.Context, req game.Request) (game.Plan, error) {
		if req.Goal == "think" {
			<-ctx.Done()
		}
		return planOf(nil, mine("coal", 1)), ctx.Err()
	})
	for _, c := range []struct {
		name string
		s    Submission
		at   State
		do   func(*world)
		want State
	}{
		{"planning goes on", Submission{Goal: "think"}, StatePlanning, nil, StatePlanning},
		{"awaiting asks again", Submission{Goal: "x", Approve: true}, StateAwaiting, nil, StateAwaiting},
		{"paused waits for a person", Submission{Goal: "x"}, StateRunning, func(w *world) { _ = w.o.Pause(w.t.Context(), "b1"); time.Sleep(time.Second) }, StateInterrupted},
		{"stopping ends", Submission{Goal: "x"}, StateRunning, func(w *world) { w.body.Deaf = true; _ = w.o.Stop(w.t.Context(), "b1"); synctest.Wait() }, StateStopped},
	} {
		t.Run(c.name, func(t *testing.T) {
			inBubble(t, 2, blocked, func(w *world) {
				id := w.submit(c.s)
				queued := w.submit(Submission{Goal: "later"})
				w.until(id, c.at, time.Second)
				if c.do != nil {
					c.do(w)
				}
				w.crash()
				w.body.Deaf = false
				w.start()
				w.again()
				time.Sleep(2 * time.Second)
				got := w.until(id, c.want, time.Minute)
				if c.want == StateInterrupted && !got.NeedsPerson {
					t.Error("it would go on by itself")
				}
				if q := w.task(queued); c.want != StateInterrupted && c.want != StateStopped && q.State != StateQueued {
					t.Errorf("the queued goal is %s", q.State)
				}
			})
		})
	}
}

func TestJournalFaultPausesAndLosesNothing(t *testing.T) {
	inBubble(t, 2, needing("coal", "diamond"), func(w *world) {
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateRunning, time.Second)
		time.Sleep(500 * time.Millisecond)
		w.j.setFail(errors.New("the disk is full: free some space"))
		time.Sleep(time.Hour)
		got := w.task(id)
		if got.State != StatePaused || !strings.Contains(got.Reason, "The disk is full") && !strings.Contains(got.Reason, "the disk is full") {
			t.Fatalf("%s: %s", got.State, got.Reason)
		}
		if n := len(w.body.Sent()); n != 1 {
			t.Errorf("%d actions went out", n)
		}
		if v, _ := w.o.Status("b1"); v.Fault == "" {
			t.Error("the view does not say so")
		}
		if _, err := w.o.Submit(t.Context(), "b1", Submission{Goal: "y"}); err == nil || !strings.Contains(err.Error(), "disk is full") {
			t.Errorf("a goal that cannot be kept was taken: %v", err)
		}
		w.j.setFail(nil)
		w.until(id, StateComplete, time.Minute)
		rec, err := w.j.Task(t.Context(), id)
		if err != nil || len(rec.Actions) != 2 || rec.Actions[0].Verdict != game.Confirmed || rec.Task.State != StateComplete {
			t.Errorf("the journal holds %+v, %v", rec, err)
		}
	})
}

func TestJournalFaultDoesNotKeepAnyoneFromStopping(t *testing.T) {
	inBubble(t, 2, needing("coal", "diamond"), func(w *world) {
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateRunning, time.Second)
		w.j.setFail(errors.New("the disk is full"))
		time.Sleep(time.Minute)
		_ = w.o.Stop(w.t.Context(), "b1")
		time.Sleep(time.Second)
		synctest.Wait()
		if w.body.Stops() == 0 {
			t.Error("the body was not stopped")
		}
		w.j.setFail(nil)
		time.Sleep(10 * time.Second)
		if rec, err := w.j.Task(t.Context(), id); err != nil || rec.Task.State != StateStopped {
			t.Errorf("the journal says %s, %v", rec.Task.State, err)
		}
	})
}

func TestOtherWorldParks(t *testing.T) {
	in := func(id string) func(*game.State) {
		return func(s *game.State) { s.World = &game.World{Present: true, ID: id, Kind: "singleplayer"} }
	}
	inBubble(t, 2, needing("coal", "diamond"), func(w *world) {
		w.body.SetInfo(func(i *game.BodyInfo) { i.Role = roleSelf })
		w.body.Change(in("one"))
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateRunning, time.Second)
		w.body.Change(in("two"))
		got := w.until(id, StateInterrupted, time.Minute)
		if !got.NeedsPerson || !strings.Contains(got.Reason, "another world") {
			t.Errorf("%+v", got)
		}
		n := len(w.body.Sent())
		time.Sleep(time.Minute)
		if len(w.body.Sent()) != n {
			t.Error("it went on in another world")
		}
		if err := w.o.Resume(w.t.Context(), "b1", ""); err != nil {
			t.Fatal(err)
		}
		w.until(id, StateComplete, time.Minute)
	})
}
