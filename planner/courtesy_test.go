// SPDX-License-Identifier: MIT

package planner_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
)

// A full stomach proves nothing: what was asked for is tried, and it is said that
// nobody eats on one but what has another use.
func TestEatingOnAFullStomach(t *testing.T) {
	for _, c := range []struct {
		goal, inventory string
		hunger          float64
		want            []string
		notice          bool
	}{
		{"eat bread", "bread=3", 20, []string{"Consume bread"}, true},
		{"eat", "bread=3", 20, []string{"Consume bread"}, true},
		{"eat 2 bread", "bread=3", 12, []string{"Consume bread", "Consume bread"}, false},
		{"eat bread", "bread=3", 15, []string{"Consume bread"}, false},
		{"eat a golden apple", "golden_apple=1", 20, []string{"Consume golden apple"}, false},
		{"drink milk", "milk_bucket=1", 20, []string{"Consume milk bucket"}, false},
		{"drink milk", "milk_bucket=1", 15, []string{"Consume milk bucket"}, false},
	} {
		state := holding(c.inventory)
		state.Hunger = &c.hunger
		p := plan(t, game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: state})
		if got := described(p); !slices.Equal(got, c.want) || slices.Contains(p.Notices, "You are not hungry; nobody eats on a full stomach, so this is done only when you are hungry by then.") != c.notice {
			t.Errorf("%q at hunger %g: %v with %q", c.goal, c.hunger, got, p.Notices)
		}
	}
	state, full := holding("milk_bucket=1"), 20.0
	state.Hunger = &full
	drunk := []game.Attempt{{Round: 1, Step: game.Step{Action: game.Action{Kind: game.Consume, Item: "milk_bucket"}}, Verdict: game.Confirmed}}
	if p := plan(t, game.Request{Goal: "drink milk", Body: v2Body("1.21.5"), State: state, History: drunk, Round: 2}); len(p.Steps) > 0 {
		t.Errorf("drunk twice: %v", described(p))
	}
}

// A gift for somebody who is not there is refused, or told of, before the work.
func TestAGiftForSomebodyAbsent(t *testing.T) {
	steve := []game.Sight{{Name: "Steve", X: 3, Y: 64, Distance: 3}}
	for _, c := range []struct {
		name, kind string
		nearby     *game.Nearby
		refused    bool
		notice     []string
	}{
		{name: "alone in the world", kind: "singleplayer", nearby: &game.Nearby{}, refused: true},
		{name: "on a server that lists nobody", kind: "server", nearby: &game.Nearby{}},
		{name: "nothing is known"},
		{name: "in view", kind: "server", nearby: &game.Nearby{Players: steve}},
		{name: "another is in view", kind: "server", nearby: &game.Nearby{Players: []game.Sight{{Name: "Alex"}}}, notice: []string{"steve is not in view; the gift can be handed over only when steve is near."}},
		{name: "nobody is in view", kind: "server", nearby: &game.Nearby{Players: []game.Sight{}}, notice: []string{"steve is not in view; the gift can be handed over only when steve is near."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			state := holding("diamond_sword=1")
			state.Nearby = c.nearby
			if c.kind != "" {
				state.World = &game.World{Present: true, Kind: c.kind}
			}
			p, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{Goal: "give steve a diamond sword", Body: v2Body("1.21.5"), State: state})
			var no *game.ImpossibleError
			if errors.As(err, &no) != c.refused || err == nil && !slices.Equal(described(p), []string{"Drop 1 diamond sword"}) {
				t.Fatalf("%v and %v", described(p), err)
			}
			if err == nil && !slices.Equal(p.Notices, c.notice) {
				t.Errorf("notices %q, want %q", p.Notices, c.notice)
			}
		})
	}
}

// What cannot be worn as it stands is not held in the hand for it.
func TestAPumpkinIsCarvedBeforeItIsPutOn(t *testing.T) {
	_, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{Goal: "put on a pumpkin", Body: v2Body("1.21.5"), State: holding("pumpkin=1")})
	var no *game.ImpossibleError
	if !errors.As(err, &no) || no.Reason != "A pumpkin must be carved before it is put on; say \"put on a carved pumpkin\"" {
		t.Errorf("got %v", err)
	}
	p := plan(t, game.Request{Goal: "put on a carved pumpkin", Body: v2Body("1.21.5"), State: holding("carved_pumpkin=1")})
	if p.Goal.Checks()[0].Slot != "head" {
		t.Errorf("worn on the %s", p.Goal.Checks()[0].Slot)
	}
}
