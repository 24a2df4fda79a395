// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/task"
)

// What a model only guessed at waits for a yes, once a guess, and a yes makes it what is
// proven; told to run guesses it runs, and proves nothing. The clauses of a task come back with every round.
func TestAGuessIsAgreedToOnce(t *testing.T) {
	kept := game.Translation{Goal: "x", By: "somebody", Clauses: json.RawMessage(`{"clauses":[]}`)}
	for _, run := range []bool{false, true} {
		p := planFunc(func(context.Context, game.Request) (game.Plan, error) {
			plan := planOf(nil, mine("coal", 1))
			meant := plan.Goal
			plan.Goal, plan.Meant = game.Goal{Text: "x"}, &meant
			plan.Guess, plan.Translation = "Somebody takes this for: mine 1 coal.", &kept
			return plan, nil
		})
		inBubble(t, 2, p, func(w *world) {
			id := w.submit(Submission{Goal: "x", Settings: game.Settings{Guess: map[bool]string{true: game.GuessRun}[run]}})
			if !run {
				got := w.until(id, StateAwaiting, time.Second)
				if len(w.body.Sent()) != 0 || got.Guess == "" || !strings.HasPrefix(got.Reason, got.Guess) {
					t.Errorf("sent %d, %q, because %q", len(w.body.Sent()), got.Guess, got.Reason)
				}
				if err := w.o.Approve(w.t.Context(), id, got.Revision, false); err != nil {
					t.Fatal(err)
				}
			}
			got := w.until(id, map[bool]task.State{true: StateUnverified, false: StateComplete}[run], time.Minute)
			next := (&task.Run{Task: got}).Request(&task.Rules{}, &task.Body{}, nil)
			if got.Translation == nil || next.Translation == nil || next.Translation.By != kept.By {
				t.Errorf("the task keeps %v, and another round begins with %v", got.Translation, next.Translation)
			}
		})
	}
}
