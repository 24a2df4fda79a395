package planner_test

import (
	"slices"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
)

// A ready list is done when every action of it was, like ones too.
func TestAGivenListCountsLikeActions(t *testing.T) {
	walk := func(x int) game.Action { return game.Action{Kind: game.Goto, At: &game.Pos{X: x, Y: 64}} }
	dig := game.Action{Kind: game.Mine, Target: "dirt", Quantity: 2}
	p, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{
		Body: v2Body("1.21.5"), State: holding(""), Actions: []game.Action{walk(10), dig, walk(20), dig, {Kind: game.Chat, Message: "hi"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range p.Goal.Checks() {
		got = append(got, c.Describe())
	}
	if want := []string{"gone there", "2 dirt mined", "gone there", "2 dirt mined", "said"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
