// SPDX-License-Identifier: MIT

package planner_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner"
)

// A plan says between what times it ends, what may go wrong, and what of a player's would
// save most of its time.
func TestWhatIsToldOfAPlan(t *testing.T) {
	morning, evening := 0, 12_000
	for _, c := range []struct {
		goal, held string
		time       *int
		says       []string
	}{
		{goal: "get 3 diamonds", time: &morning, says: []string{"With 1 iron pickaxe given to it, 54 % less time."}},
		{goal: "get 3 diamonds", held: "iron_pickaxe=1", time: &morning},
		{goal: "get 3 diamonds", held: "iron_pickaxe=1", time: &evening, says: []string{"It may get dark before it is done, and monsters come out then."}},
		{goal: "kill 3 spiders", held: "stone_sword=1", time: &morning, says: []string{"3 spiders will fight back."}},
		{goal: "kill 3 cows", held: "stone_sword=1", time: &morning},
		{
			goal: "get 3 nether wart", held: "obsidian=10 flint_and_steel=1 stone_sword=1", time: &morning,
			says: []string{
				"It leads to the Nether, where a mistake is deadly.", "It may get dark before it is done, and monsters come out then.",
				"With 8 cooked chickens given to it, 25 % less time.",
			},
		},
	} {
		t.Run(c.goal+" with "+c.held, func(t *testing.T) {
			state := holding(c.held)
			state.Time, state.Dimension = c.time, "overworld"
			p := plan(t, game.Request{Goal: c.goal, Body: v2Body("1.21.4"), State: state, Shown: true})
			if p.Outlook == nil {
				t.Fatal("nothing is told")
			}
			seconds := 0.0
			for i := range p.Steps {
				seconds += p.Steps[i].Seconds
			}
			if o := p.Outlook; o.Least <= 0 || o.Least > seconds || o.Most < seconds {
				t.Errorf("%.0f s is told as %.0f to %.0f s", seconds, o.Least, o.Most)
			}
			var says []string
			for _, m := range slices.Concat(p.Outlook.Risks, p.Outlook.Shorter) {
				says = append(says, messages.InEnglish(m))
			}
			if !slices.Equal(says, c.says) {
				t.Errorf("it says %q, want %q", says, c.says)
			}
		})
	}
}

// What is left to chance is told with what it is done for and how often that takes, and
// counted by that.
func TestWhatIsLeftToChance(t *testing.T) {
	for goal, want := range map[string]string{
		"get 20 flint": "Mine gravel for 20 flint, about 200", "get 30 string": "Attack spiders for 30 string, about 10", "get 3 dirt": "Mine 3 dirt",
	} {
		p := plan(t, game.Request{Goal: goal, Body: v2Body("1.21.4"), State: holding("stone_sword=1 bread=20")})
		words := make([]string, len(p.Steps))
		for i := range p.Steps {
			words[i] = p.Steps[i].Describe()
			if said := messages.InEnglish(p.Steps[i].Say()); said != words[i] {
				t.Errorf("%q is %q as a message", words[i], said)
			}
		}
		if !slices.Contains(words, want) {
			t.Errorf("%s: %s, want %q among them", goal, strings.Join(words, "; "), want)
		}
	}
	s, err := planner.Ask(t.Context(), planner.NewBuiltin(planner.Config{}).Library(), planner.Question{Goal: "get 20 flint"})
	if err != nil || s.Leftover["gravel"] != 180 {
		t.Errorf("%v, %v held in the end", err, s.Leftover)
	}
}
