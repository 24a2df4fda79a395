// SPDX-License-Identifier: MIT

package planner_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
)

// To sleep takes a bed, which is made and placed where none stands, and the
// night, which is waited for.
func TestSleepBringsItsOwnBed(t *testing.T) {
	const day, night = 1000, 14000
	noBed := game.Attempt{Round: 1, Step: game.Step{Action: game.Action{Kind: game.Sleep}}, Verdict: game.Failed,
		Outcome: game.Outcome{End: game.EndReported, Failure: &game.Failure{Code: game.CodeNoBed, Message: "there is no bed"}}}
	tooEarly := noBed
	tooEarly.Outcome.Failure = &game.Failure{Code: game.CodeNotNight, Message: "one can sleep only at night"}
	placed := game.Attempt{Round: 1, Step: game.Step{Action: game.Action{Kind: game.Place, Block: "red_bed"}}, Verdict: game.Confirmed}
	slept := game.Attempt{Round: 1, Step: game.Step{Action: game.Action{Kind: game.Sleep}}, Verdict: game.Claimed}
	const made = "Mine 2 oak logs, Attack 3 sheep, Craft 8 oak planks, Craft 1 crafting table, Place crafting table, Craft 1 white bed, Place white bed, "
	for _, c := range []struct {
		name, goal, inventory string
		time                  int
		near                  []string // nil for what the body does not list
		known                 []game.Landmark
		history               []game.Attempt
		want                  string
	}{
		{name: "in the bed that stands near", time: night, near: []string{"red_bed"}, want: "Sleep"},
		{name: "though one is held", inventory: "blue_bed", time: night, near: []string{"red_bed"}, want: "Sleep"},
		{name: "in the one held", inventory: "blue_bed", time: night, near: []string{}, want: "Place blue bed, Sleep"},
		{name: "of several the most plentiful", inventory: "blue_bed=1 red_bed=2", time: night, near: []string{}, want: "Place red bed, Sleep"},
		{name: "in one that is made for it", time: night, near: []string{}, want: made + "Sleep"},
		{name: "by day the night is waited for", inventory: "blue_bed", time: day, near: []string{}, want: "Place blue bed, Wait until night, Sleep"},
		{name: "a body that lists nothing tries", time: night, want: "Sleep"},
		{name: "and makes one when there was none", time: night, history: []game.Attempt{noBed}, want: made + "Sleep"},
		{name: "and places the one held", inventory: "blue_bed", time: night, want: "Place blue bed, Sleep"},
		{name: "in the one just placed", inventory: "blue_bed", time: night, near: []string{}, history: []game.Attempt{placed}, want: "Sleep"},
		{name: "in one that is remembered", time: night, near: []string{}, known: []game.Landmark{landmark("red_bed", 100, 64, 0)}, want: "Go to 100 64 0, Sleep"},
		{name: "a time that is not known may be day", time: -1, near: []string{"red_bed"}, want: "Sleep"},
		{name: "and was", time: -1, near: []string{"red_bed"}, history: []game.Attempt{tooEarly}, want: "Wait until night, Sleep"},
		{name: "what is made is slept in", goal: "make a white bed and sleep", inventory: "white_wool=3 oak_planks=3 crafting_table=1", time: night, near: []string{"red_bed"}, want: "Place crafting table, Craft 1 white bed, Place white bed, Sleep"},
		{name: "what is placed is slept in", goal: "place a red bed and sleep", inventory: "red_bed=2", time: night, near: []string{}, want: "Place red bed, Sleep"},
		{name: "once", time: night, near: []string{}, history: []game.Attempt{slept}},
	} {
		t.Run(c.name, func(t *testing.T) {
			state := holding(c.inventory)
			if c.time >= 0 {
				state.Time = &c.time
			}
			if c.near != nil {
				state.Nearby = &game.Nearby{}
				for _, b := range c.near {
					state.Nearby.Blocks = append(state.Nearby.Blocks, game.Sight{Name: b, X: 3, Y: 64, Distance: 3})
				}
			}
			goal := c.goal
			if goal == "" {
				goal = "sleep"
			}
			p := plan(t, game.Request{Goal: goal, Body: v2Body("1.21.5"), State: state, Known: c.known, History: c.history})
			if got := strings.Join(described(p), ", "); got != c.want {
				t.Errorf("planned %s, want %s", got, c.want)
			}
			for _, s := range p.Steps {
				if s.Action.Kind == game.Wait && c.time == day && (s.Seconds != 600 || s.Why != "nobody can sleep by day; night comes in about 10 min") {
					t.Errorf("the wait from %d to night takes %g s, %q", c.time, s.Seconds, s.Why)
				}
			}
		})
	}
	now := day
	still := game.Attempt{Round: 1, Step: game.Step{Action: game.Action{Kind: game.Wait, Until: &game.Until{Phase: "night"}}}, Verdict: game.Failed,
		Outcome: game.Outcome{End: game.EndReported, Failure: &game.Failure{Code: game.CodeDenied, Message: "the clock stands still"}}}
	for where, c := range map[string]struct {
		history []game.Attempt
		want    string
	}{
		"the_nether": {nil, "A bed explodes in the Nether; sleep in the overworld"},
		"overworld":  {[]game.Attempt{still}, "It is day, the clock of this world stands still, and nobody can sleep by day"},
	} {
		state := holding("red_bed")
		state.Dimension, state.Time = where, &now
		_, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{Goal: "sleep", Body: v2Body("1.21.5"), State: state, History: c.history})
		var no *game.ImpossibleError
		if !errors.As(err, &no) || no.Reason != c.want {
			t.Errorf("in %s: %v", where, err)
		}
	}
}
