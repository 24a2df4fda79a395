// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
)

// TestWhatIsNotFoundOnArrivalIsLookedForAgain: once after a join, a lost line or a
// teleport, by a report of at least 3 s later, whoever the body is.
func TestWhatIsNotFoundOnArrivalIsLookedForAgain(t *testing.T) {
	none := map[int]*game.Failure{1: {Message: "no coal within 64 blocks"}, 2: {Code: game.CodeNotFound}}
	for name, c := range map[string]struct {
		// between happens between two goals.
		between func(w *world)
		// fails are the actions that find nothing, from 1; the third is the second
		// goal's first.
		fails  []int
		first  State
		second State
	}{
		"once":                 {nil, []int{1}, StateComplete, StateComplete},
		"twice in a row":       {nil, []int{1, 2}, StateError, StateComplete},
		"another time":         {nil, []int{1, 3}, StateComplete, StateError},
		"after a lost line":    {func(w *world) { w.body.Drop(); time.Sleep(time.Second); w.body.Back() }, []int{1, 3}, StateComplete, StateComplete},
		"after a teleport":     {func(w *world) { w.body.Change(func(s *game.State) { s.Position = &game.Vec3{X: 5000, Y: 64} }) }, []int{1, 3}, StateComplete, StateComplete},
		"in another dimension": {func(w *world) { w.body.Change(func(s *game.State) { s.Dimension = "the_nether" }) }, []int{1, 3}, StateComplete, StateComplete},
	} {
		t.Run(name, func(t *testing.T) {
			gain := game.Check{Kind: game.CheckGain, Items: []string{"coal"}, Count: 1}
			inBoth(t, fixed(planOf([]game.Check{gain}, mine("coal", 1))), func(w *world, protocol int) {
				var at []time.Time
				w.body.Arrive()
				w.body.Faults = func(n int, _ game.Action) (f bodyFault) {
					if at = append(at, time.Now()); slices.Contains(c.fails, n) {
						f.Fail = none[protocol]
					}
					return f
				}
				goal := Submission{Goal: "x", Policy: StopOnFailure}
				if got := w.until(w.submit(goal), c.first, time.Minute); c.first == StateComplete && got.Failed != 0 {
					t.Errorf("%d failed", got.Failed)
				}
				if sent := w.body.Sent(); len(sent) != 2 || at[1].Sub(at[0]) < 3*time.Second || sent[0].ID == sent[1].ID {
					t.Errorf("%d sent at %v", len(sent), at)
				}
				if time.Sleep(time.Second); c.between != nil {
					c.between(w)
					time.Sleep(time.Second)
				}
				w.until(w.submit(goal), c.second, time.Minute)
			})
		})
	}
}

// TestWhatIsLookedForAgainIsNotExcluded from the rounds that follow.
func TestWhatIsLookedForAgainIsNotExcluded(t *testing.T) {
	var asked []game.Request
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		asked = append(asked, req)
		return planOf([]game.Check{have("coal", 2)}, mine("coal", 1)), nil
	})
	inBubble(t, 2, p, func(w *world) {
		w.body.Arrive()
		w.body.Faults = failing("coal", game.CodeNotFound, 1)
		w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
		if len(asked) != 2 || len(asked[1].Exclude) != 0 {
			t.Errorf("asked %d times, excluded %+v", len(asked), asked[len(asked)-1].Exclude)
		}
	})
}

// TestWhatIsToBeLookedForAgainIs though the task was planned anew before that.
func TestWhatIsToBeLookedForAgainIs(t *testing.T) {
	for name, between := range map[string]func(w *world, id string){
		"after a pause":   pausedBetween,
		"after a restart": func(w *world, _ string) { w.crash(); w.start(); w.o.Attach(w.body) },
		"after a session": func(w *world, _ string) { w.body.Leave(); time.Sleep(5 * time.Second); w.again() },
	} {
		t.Run(name, func(t *testing.T) {
			inBoth(t, planFunc(goalPlanner), func(w *world, _ int) {
				w.body.Arrive()
				fail, began := failing("coal", game.CodeNotFound, 1), time.Now()
				w.body.Faults = func(n int, a game.Action) bodyFault {
					if n == 2 && time.Since(began) < 4*time.Second { // it takes one
						t.Errorf("sent again after %v", time.Since(began))
					}
					return fail(n, a)
				}
				id := w.submit(Submission{Goal: "get coal"})
				time.Sleep(1500 * time.Millisecond)
				between(w, id)
				got := w.until(id, StateComplete, time.Minute)
				if n := len(w.body.Sent()); n != 2 || got.Round != 2 || len(got.Blocked) != 0 {
					t.Errorf("%d sent in %d rounds, blocked %+v", n, got.Round, got.Blocked)
				}
			})
		})
	}
}

func pausedBetween(w *world, id string) {
	if err := errors.Join(w.o.Pause(context.Background(), "b1"), w.o.Resume(context.Background(), "b1", id)); err != nil {
		w.t.Fatal(err)
	}
}

// TestARoundInWhichNothingWentOutCounts though what went out last did not: a task whose
// plans lead nowhere ends.
func TestARoundInWhichNothingWentOutCounts(t *testing.T) {
	p := planFunc(func(ctx context.Context, req game.Request) (game.Plan, error) {
		if req.Round == 1 {
			return goalPlanner(ctx, req)
		}
		return planOf([]game.Check{have("coal", 2)}), nil
	})
	inBoth(t, p, func(w *world, _ int) {
		w.body.Arrive()
		w.body.Faults = failing("coal", game.CodeNotFound, 1)
		id := w.submit(Submission{Goal: "get coal"})
		time.Sleep(1500 * time.Millisecond)
		pausedBetween(w, id)
		if got := w.until(id, StateError, time.Minute); got.Spent != got.Round-1 {
			t.Errorf("%d rounds, of which %d count", got.Round, got.Spent)
		}
	})
}

// TestWhatWasFoundAndCouldNotBeDoneIsNotTriedAgain because the body has just come.
func TestWhatWasFoundAndCouldNotBeDoneIsNotTriedAgain(t *testing.T) {
	inBoth(t, fixed(planOf(nil, mine("coal", 1))), func(w *world, _ int) {
		w.body.Arrive()
		w.body.Faults = failing("coal", game.CodeUnreachable, 1)
		w.until(w.submit(Submission{Goal: "x", Policy: StopOnFailure}), StateError, time.Minute)
		if n := len(w.body.Sent()); n != 1 {
			t.Errorf("it was sent %d times", n)
		}
	})
}
