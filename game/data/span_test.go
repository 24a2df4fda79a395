// SPDX-License-Identifier: MIT

package data_test

import (
	"testing"

	"github.com/minehand/minehand/game/data"
)

func TestSpan(t *testing.T) {
	for text, holds := range map[string]map[string]bool{
		"":                         {"1.14": true, "26.1": true},
		"since 1.17":               {"1.16.5": false, "1.17": true, "26.1": true},
		"until 1.20.4":             {"1.14": true, "1.20.4": true, "1.20.5": false, "1.20.10": false},
		"since 1.17 until 1.20.4":  {"1.16.5": false, "1.18": true, "1.21": false},
		" until 1.20  since 1.19 ": {"1.18.2": false, "1.19.3": true, "1.20": true, "1.20.1": false},
	} {
		s, err := data.ParseSpan(text)
		if err != nil {
			t.Errorf("ParseSpan(%q): %v", text, err)
		}
		for release, want := range holds {
			if got := s.Holds(release); got != want {
				t.Errorf("%q holds for %s: %t, want %t", text, release, got, want)
			}
		}
	}
	for _, text := range []string{"since", "from 1.17", "since 1.17 since 1.18", "since soon", "until 1.17 or later"} {
		if s, err := data.ParseSpan(text); err == nil {
			t.Errorf("ParseSpan(%q) = %+v, want an error", text, s)
		}
	}
}
