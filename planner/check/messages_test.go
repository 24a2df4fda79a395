// SPDX-License-Identifier: MIT

package check

import (
	"errors"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner/techtree"
)

// What stands as an error of its own is said in English as it is written.
func TestGivenUpIsSaidAsItIsWritten(t *testing.T) {
	for _, e := range []*game.GaveUpError{errTooMuch, techtree.ErrFull, techtree.ErrStuck, techtree.ErrCrammed} {
		if got := messages.InEnglish(e.Say()); got != e.Error() {
			t.Errorf("%q, and as a message %q", e.Error(), got)
		}
	}
}

// Why there is no room is said in the reader's language.
func TestNoRoomIsSaidInTheReadersLanguage(t *testing.T) {
	err := roomless{messages.GaveUp(game.Say("gave-up.no-junk", "held", map[string]int{"diamond": 3}))}
	if !errors.Is(err, techtree.ErrFull) {
		t.Error("no room is not ErrFull")
	}
	want := "Das Inventar ist voll, und darin ist nichts mehr, was ungefragt weggeworfen wird (3x Diamant und Ähnliches); " +
		"sag, was weg kann, oder führ mich zu einer Truhe und sag, was hinein soll."
	if got := messages.Say("de", game.AsSentence(game.SayError(err))); got != want {
		t.Errorf("%q, not %q", got, want)
	}
}
