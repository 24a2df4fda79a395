// SPDX-License-Identifier: MIT

package game_test

import (
	"testing"

	"github.com/minehand/minehand/game"
)

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"":                             "",
		"Mia's Café ⛏":                 "Mia's Café ⛏",
		"no way\x1b]52;c;aGk=\a there": "no way ]52;c;aGk=  there",
		"two\nlines\tand\u009b2J":      "two lines and 2J",
		"\u202eright to left":          " right to left",
	} {
		if got := game.Plain(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
