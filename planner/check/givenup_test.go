// SPDX-License-Identifier: MIT

package check

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/techtree"
)

// bounds are the sentences that say which bound ended the search for a plan.
var bounds = []string{"gave-up.room", "gave-up.full", "gave-up.crammed", "gave-up.shares", "gave-up.steps"}

// TestNothingIsGivenUp plans items in each dimension, one, a few and a stack of each: there is a plan, a reason
// why there is none, or the bound at which the planner stopped. EVERYTHING plans all items, else one of eight.
func TestNothingIsGivenUp(t *testing.T) {
	every := raced.Of(8, 80)
	if os.Getenv("EVERYTHING") != "" {
		every = 1
	}
	library := book.NewLibrary(book.Config{})
	for _, in := range inventories {
		for k, dimension := range []string{"overworld", "the_nether", "the_end"} {
			d := open(t, library, "1.21.4", in.held)
			d.Request.State.Dimension = dimension
			b, err := library.Open(d.Request)
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range []int{1, 7, 64} {
				planned, bounded := 0, 0
				for i, it := range b.Version.Items() {
					if (i+k+n)%every != 0 {
						continue
					}
					_, err := Solve(context.Background(), b, []book.Subgoal{{Holds: true, Wants: []techtree.Want{{Items: []string{it.Name}, Count: b.Held(it.Name) + n}}}})
					var unsure *game.GaveUpError
					switch {
					case errors.As(err, &unsure) && slices.Contains(bounds, unsure.Say().Code):
						bounded++
					case errors.As(err, &unsure):
						t.Errorf("%s, %s: %d %s: %v", in.name, dimension, n, it.Name, err)
					case err == nil:
						planned++
					}
				}
				t.Logf("%s, %s: %d plans of %d, %d bounds", in.name, dimension, planned, n, bounded)
			}
		}
	}
}
