// SPDX-License-Identifier: MIT

package messages_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/messages"
)

var place = regexp.MustCompile(`\{[^}]*\}`)

// A language says what English says, with the same values.
func TestLanguagesSayTheSame(t *testing.T) {
	english := messages.Words(messages.English)
	for _, lang := range messages.Languages() {
		for code, text := range messages.Words(lang) {
			want, ok := english[code]
			if !ok && code != "items" {
				t.Errorf("%s: there is no %q in English", lang, code)
			}
			a, b := place.FindAllString(text, -1), place.FindAllString(want, -1)
			slices.Sort(a)
			slices.Sort(b)
			if ok && !slices.Equal(a, b) {
				t.Errorf("%s: %q has the places %v, in English %v", lang, code, a, b)
			}
		}
	}
}

func TestSay(t *testing.T) {
	for want, m := range map[string]game.Message{
		"I hold 1 oak log, 2 sticks and 3 dirt.":                   game.Say("have.list", "items", []string{"1 oak log", "2 sticks", "3 dirt"}),
		"About 2 min more for \"get 3 logs\", 2 of 5 steps to do.": game.Say("left.about", "time", game.Seconds(125), "task", "get 3 logs", "steps", 2, "of", 5),
		"stone: at 1 64 -3, 4 blocks north of me.":                 game.Say("place.seen", "thing", "stone", "at", game.Vec3{X: 1, Y: 64, Z: -3}, "n", 4, "direction", game.Say("direction.n")),
		"To eat I hold 2 bread.":                                   game.Say("food.held", "items", map[string]int{"bread": 2}),
		"\"get 3 logs\" took 90 min.":                              game.Say("left.took", "time", game.Seconds(5400), "task", "get 3 logs"),
		"no.such.code":                                             game.Say("no.such.code"),
	} {
		if got := messages.Say("en", m); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	if got := messages.Say("xx", game.Say("said.thanks")); got != "You are welcome." {
		t.Errorf("a language without a file says %q", got)
	}
}
