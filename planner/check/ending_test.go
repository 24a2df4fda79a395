// SPDX-License-Identifier: MIT

package check_test

import (
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/check"
	"github.com/minehand/minehand/planner/techtree"
)

// What a plan's end lacks and cannot be given is a fault of the whole plan, not of a step.
func TestFaultsOfTheEnd(t *testing.T) {
	finish := func(c game.Check) func(*testing.T, *book.Book) (check.Checked, error) {
		return func(t *testing.T, b *book.Book) (check.Checked, error) {
			return check.Finish(t.Context(), b, check.Check(b, nil), []game.Check{c}, game.FromCompleting)
		}
	}
	for _, c := range []struct {
		name  string
		deny  []game.Kind
		end   func(*testing.T, *book.Book) (check.Checked, error)
		fault string
	}{
		{
			name:  "what nothing leads to",
			end:   finish(game.Check{Kind: game.CheckHave, Items: []string{"bedrock"}, Count: 1}),
			fault: "the plan ends without 1 bedrock",
		},
		{
			name: "a walk that is not allowed", deny: []game.Kind{game.Goto},
			end:   finish(game.Check{Kind: game.CheckAt, At: &game.Pos{X: 90, Y: 64}, Range: 2}),
			fault: "the action goto is not allowed",
		},
		{
			name: "a part that cannot be added",
			end: func(t *testing.T, b *book.Book) (check.Checked, error) {
				part := book.Subgoal{Words: "hold bedrock", Wants: []techtree.Want{{Items: []string{"bedrock"}, Count: 1}}}
				return check.Add(t.Context(), b, check.Check(b, nil), part)
			},
			fault: "the plan lacks what the goal asks for: hold bedrock (",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, err := book.NewLibrary(book.Config{Deny: c.deny}).Open(request(""))
			if err != nil {
				t.Fatal(err)
			}
			got, err := c.end(t, b)
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Faults) != 1 || got.Faults[0].Step != -1 || !strings.Contains(got.Sentences()[0], c.fault) {
				t.Errorf("faults %q, want one of no step with %q", got.Sentences(), c.fault)
			}
		})
	}
}
