// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/bodytest"
)

// TestAClearedGoalStaysCleared: although a long action keeps the agent busy, and
// although the process dies.
func TestAClearedGoalStaysCleared(t *testing.T) {
	inBoth(t, fixed(planOf(nil, mine("coal", 1))), func(w *world, _ int) {
		w.body.Takes = time.Minute
		first, second := w.submit(Submission{Goal: "x"}), w.submit(Submission{Goal: "y"})
		w.until(first, StateRunning, time.Second)
		w.j.setFail(errors.New("the disk is full"))
		if _, err := w.o.Clear(w.t.Context(), "b1"); err == nil || w.task(second).State != StateQueued {
			w.t.Errorf("with a failing journal: %v, %s", err, w.task(second).State)
		}
		w.j.setFail(nil)
		if n, err := w.o.Clear(w.t.Context(), "b1"); n != 1 || err != nil {
			w.t.Errorf("cleared %d, %v", n, err)
		}
		w.crash()
		w.start()
		if got := w.task(second); got.State != StateStopped {
			w.t.Errorf("after the restart it is %s", got.State)
		}
	})
}

// TestAReleasedGoalStaysReleased is the same for a Resume.
func TestAReleasedGoalStaysReleased(t *testing.T) {
	inBoth(t, fixed(planOf(nil, mine("coal", 1))), func(w *world, _ int) {
		w.body.Takes = 30 * time.Second
		first, held := w.submit(Submission{Goal: "x"}), w.submit(Submission{Goal: "y"})
		w.until(first, StateRunning, time.Second)
		must(w, w.o.Stop(w.t.Context(), "b1"))
		w.until(first, StateStopped, time.Minute)
		w.until(w.submit(Submission{Goal: "z"}), StateRunning, time.Minute)
		must(w, w.o.Resume(w.t.Context(), "b1", ""))
		w.crash()
		w.start()
		w.o.Attach(w.body)
		w.until(held, StateComplete, 10*time.Minute)
	})
}

// TestARestartHoldsNothingThatWasNotHeld: the parked task is an old one.
func TestARestartHoldsNothingThatWasNotHeld(t *testing.T) {
	inBoth(t, fixed(planOf(nil, mine("coal", 1))), func(w *world, _ int) {
		w.body.Takes = 30 * time.Second
		w.leftBehind()
		w.again()
		w.until(w.submit(Submission{Goal: "y"}), StateRunning, time.Minute)
		last := w.submit(Submission{Goal: "z"})
		w.crash()
		w.start()
		w.o.Attach(w.body)
		w.until(last, StateComplete, 10*time.Minute)
	})
}

// TestAResumeOutlivesAFailingJournal: it was answered with success.
func TestAResumeOutlivesAFailingJournal(t *testing.T) {
	inBoth(t, fixed(planOf(nil, mine("coal", 1))), func(w *world, _ int) {
		w.body.Takes = 30 * time.Second
		id := w.leftBehind()
		w.again()
		synctest.Wait()
		w.j.setFail(errors.New("the disk is full"))
		w.body.Drop()
		must(w, w.o.Stop(w.t.Context(), "b1")) // that it is owed cannot be written
		synctest.Wait()
		must(w, w.o.Resume(w.t.Context(), "b1", ""))
		time.Sleep(10 * time.Second)
		w.j.setFail(nil)
		w.body.Back()
		w.until(id, StateComplete, 5*time.Minute)
	})
}

// TestRule07AnActionLostWithItsSessionIsDoneOnce: Minehand is started anew
// before the body is back, and the body tells then what it has done.
func TestRule07AnActionLostWithItsSessionIsDoneOnce(t *testing.T) {
	inBubble(t, game.ProtocolV2, planFunc(listed), func(w *world) {
		w.body.Takes = 5 * time.Second
		id := w.submit(Submission{Actions: []game.Action{{Kind: game.Craft, Recipe: "stick"}}})
		time.Sleep(2 * time.Second)
		act := w.body.Sent()[0]
		w.body.Leave()
		w.o.Detach("b1")
		time.Sleep(time.Second)
		w.body = w.body.Again()
		go w.body.Run(w.bctx)
		w.body.Finish(act)
		w.crash()
		w.start()
		w.o.Attach(w.body)
		w.until(id, StateComplete, time.Minute)
		if n := w.body.Held("stick"); n != 1 {
			w.t.Errorf("%d sticks are held", n)
		}
	})
}

// away is a body that loses its line for twelve seconds as it is first to
// settle. It settles as a session of the bridge does: with an error after five
// seconds, whether its line is up or not.
type away struct {
	*bodytest.Body
	once *sync.Once
}

func (b away) Settle(ctx context.Context) error {
	b.once.Do(func() {
		b.Drop()
		time.AfterFunc(12*time.Second, b.Back)
	})
	if b.Link().State == game.LinkUp {
		return b.Body.Settle(ctx)
	}
	select {
	case <-time.After(5 * time.Second):
		return errors.New("the body did not come to rest in time after it was told to stop")
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Do waits for the rest first, as a session does.
func (b away) Do(ctx context.Context, call game.Call) game.Outcome {
	call.Next = nil // each action comes by here
	if b.Link().State == game.LinkUp {
		_ = b.Body.Settle(ctx)
	}
	return b.Body.Do(ctx, call)
}

// TestRule06AnOutageAtADeadlineIsWaitedFor: the body cannot come to rest while
// its line is down.
func TestRule06AnOutageAtADeadlineIsWaitedFor(t *testing.T) {
	inBoth(t, fixed(planOf([]game.Check{have("coal", 1)}, mine("coal", 1))), func(w *world, _ int) {
		w.body.Faults = func(n int, _ game.Action) bodyFault { return bodyFault{Hang: n == 1} }
		w.o.Attach(away{w.body, &sync.Once{}})
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateComplete, 5*time.Minute)
	})
}

// TestABadReplanIsNotShownForApproval: there is no plan to say yes to.
func TestABadReplanIsNotShownForApproval(t *testing.T) {
	for _, restart := range []bool{false, true} {
		n := 0
		p := planFunc(func(context.Context, game.Request) (game.Plan, error) {
			if n++; n == 2 {
				return game.Plan{}, &game.FaultsError{Faults: []string{"nonsense"}}
			}
			return planOf([]game.Check{have("diamond", 1)}, mine("coal", 1), mine("diamond", 1)), nil
		})
		inBubble(t, game.ProtocolV2, p, func(w *world) {
			w.body.Faults = failing("coal", game.CodeNotFound, 1)
			id := w.submit(Submission{Goal: "x", Approve: true})
			got := w.until(id, StateAwaiting, time.Second)
			if restart {
				w.crash()
				w.start()
				w.o.Attach(w.body)
			} else {
				must(w, w.o.Approve(w.t.Context(), id, got.Revision, false))
			}
			time.Sleep(20 * time.Second)
			if got := w.task(id); got.State != StateAwaiting || n != 3 {
				w.t.Fatalf("it is %s, asked for a plan %d times", got.State, n)
			}
			must(w, w.o.Approve(w.t.Context(), id, w.task(id).Revision, false))
		})
	}
}

// slow comes to rest ten seconds after it was told to.
type slow struct{ *bodytest.Body }

func (b slow) Settle(ctx context.Context) error {
	select {
	case <-time.After(10 * time.Second):
		return b.Body.Settle(ctx)
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b slow) Do(ctx context.Context, call game.Call) game.Outcome {
	call.Next = nil // each action comes by here
	_ = b.Body.Settle(ctx)
	return b.Body.Do(ctx, call)
}

// TestAPauseAfterADeadlineForgetsNothing: what a body did that was given up shows when
// the task goes on, and is not done again.
func TestAPauseAfterADeadlineForgetsNothing(t *testing.T) {
	inBoth(t, fixed(planOf([]game.Check{have("coal", 1)}, mine("coal", 1))), func(w *world, _ int) {
		w.body.Faults = func(n int, _ game.Action) bodyFault { return bodyFault{Hang: n == 1} }
		w.o.Attach(slow{w.body})
		id := w.submit(Submission{Goal: "x"})
		time.Sleep(w.body.Deadline + 2*time.Second)
		must(w, w.o.Pause(w.t.Context(), "b1"))
		w.until(id, StatePaused, time.Second)
		w.body.Give("coal", 1)
		time.Sleep(time.Minute)
		must(w, w.o.Resume(w.t.Context(), "b1", ""))
		w.until(id, StateComplete, time.Minute)
		if sent := w.body.Sent(); len(sent) != 1 {
			w.t.Errorf("%d actions were sent", len(sent))
		}
	})
}
