// SPDX-License-Identifier: MIT

package spelling_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/internal/spelling"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b        string
		limit, want int
	}{
		{"port", "port", 2, 0}, {"prot", "port", 2, 1}, {"pot", "port", 2, 1}, {"ports", "port", 2, 1}, {"bort", "port", 2, 1},
		{"", "port", 2, 3}, {"protect", "port", 1, 2}, {"limits", "timings", 9, 3}, {"", "", 0, 0},
	} {
		if got := spelling.Distance(c.a, c.b, c.limit); got != c.want {
			t.Errorf("%q to %q within %d: %d, want %d", c.a, c.b, c.limit, got, c.want)
		}
		if got := spelling.Distance(c.b, c.a, c.limit); got != c.want {
			t.Errorf("%q to %q within %d: %d, want %d", c.b, c.a, c.limit, got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	words := []string{"port", "data_dir", "planner", "protect", "programs", "providers", "wall_time"}
	for word, want := range map[string][]string{
		"prot": {"protect", "port"}, "wall": {"wall_time"}, "wal_time": {"wall_time"}, "pro": {"protect", "programs", "providers"},
		"zebra": {}, "": {},
	} {
		if got := spelling.Nearest(word, words); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

// A letter that is doubled, or doubled no more, is the least of slips.
func TestSlip(t *testing.T) {
	for _, c := range []struct {
		word, of string
		want     int
	}{
		{"diammond", "diamond", 1}, {"sheep", "shep", 1}, {"aaab", "ab", 1}, {"ab", "aab", 1}, {"planks", "planks", 1}, {"dimond", "diamond", 1},
		{"dimmd", "diamond", 0}, {"bamboo", "lamboo", 0}, {"diamondd", "diamonds", 0}, {"abb", "abbc", 0}, {"firewood", "firework", 0},
	} {
		if got := spelling.Slip(c.word, c.of, 5); got != c.want {
			t.Errorf("%q as a slip of %q is %d, want %d", c.word, c.of, got, c.want)
		}
	}
}

// A slip is of the words that are the nearest, in any alphabet.
func TestSlips(t *testing.T) {
	known := spelling.Words{}
	for _, w := range []string{"diamant", "shear", "sheep", "pillar", "лопата", "yes", "send"} {
		known.Add(w, w)
	}
	for word, want := range map[string]string{
		"diamand": "diamant", "sheer": "shear sheep", "pilar": "pillar", "лопатта": "лопата", "лопту": "", "лапата": "лопата", "bred": "", "yesss": "yes", "sent": "", "diamanmt": "diamant",
	} {
		if got := strings.Join(spelling.Slips(word, true, known), " "); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	if got := spelling.Slips("diamand", false, known); len(got) > 0 { // another letter may make another word
		t.Errorf("diamand is taken for %q unasked", got)
	}
	if got := spelling.Slips("diamand", false, known); len(got) > 0 { // another letter may make another word
		t.Errorf("diamand is taken for %q unasked", got)
	}
}
