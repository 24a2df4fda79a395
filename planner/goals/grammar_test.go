// SPDX-License-Identifier: MIT

package goals

import (
	"testing"

	"github.com/minehand/minehand/game/data"
)

// What the grammar alone reads, as goals.
func TestSpokenGoals(t *testing.T) {
	v, err := data.Load("1.21.5")
	if err != nil {
		t.Fatal(err)
	}
	r := Of(v)
	for text, want := range map[string]string{
		"we could use two stacks of cobblestone": "get 128 cobblestone",
		"hunt down 3 cows nearby":                "kill 3 cow",
		"your task: mine 5 iron ore, please":     "mine 5 iron_ore",
		"drop off 10 dirt in a chest":            "deposit 10 dirt in a chest",
		"get 10 logs and drop them":              "get 10 any log, give 10 any log",
		"give Steve_01 3 bread and follow him":   "give 3 bread to Steve_01, follow Steve_01",
		"stay put for 2 minutes":                 "wait 120 s",
		"shout \"get 3 logs\" then go to bed":    "say \"get 3 logs\", sleep",
		"chop 3 trees with an iron axe":          "mine 15 any log with 1 iron_axe",
		"walk over here":                         "goto me",
		"get a furnoce nearby":                   "? get 1 furnace",
	} {
		got, _, ok := r.spokenBy(text)
		line := got.Line()
		if len(got.Respelt) > 0 {
			line = "? " + line
		}
		if !ok || line != want {
			t.Errorf("%q: %s (%v), want %s", text, line, ok, want)
		}
	}
	for _, text := range []string{
		"go to home", "hold 3 torches", "craft 10 oak and birch planks", "store 10 dirt in the chest", "eat stone", "eat it",
		"give him 3 bread", "get half of the wood", "cook the beef and eat the beef", "mine 3 stone with a bread", "goto desert",
	} {
		if got, _, ok := r.spokenBy(text); ok && len(got.Respelt) == 0 {
			t.Errorf("%q is read as %s", text, got)
		}
	}
}
