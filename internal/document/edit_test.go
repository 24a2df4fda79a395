// SPDX-License-Identifier: MIT

package document_test

import (
	"strings"
	"testing"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/document"
)

func TestEditKeepsWhatPeopleWrote(t *testing.T) {
	for _, c := range []struct {
		name, text string
		set        map[string]any
		want       string
	}{
		{"nothing there", "", map[string]any{"limits.deaths": 2}, "limits:\n  deaths: 2\n"},
		{"a comment alone", "# mine\n", map[string]any{"limits.deaths": 2}, "# mine\nlimits:\n  deaths: 2\n"},
		{"a value beside its comment", "limits: # bounds\n  deaths: 3   # of one task\n  wall_time: 2h\nport: 1\n", map[string]any{"limits.deaths": 5},
			"limits: # bounds\n  deaths: 5   # of one task\n  wall_time: 2h\nport: 1\n"},
		{"a new value in a group", "limits:\n    # deeper\n    deaths: 3\n\nport: 1\n", map[string]any{"limits.wall_time": "30m"},
			"limits:\n    # deeper\n    deaths: 3\n    wall_time: 30m\n\nport: 1\n"},
		{"back to the default", "limits:\n  deaths: 3\n  wall_time: 2h\n", map[string]any{"limits.deaths": nil}, "limits:\n  wall_time: 2h\n"},
		{"a group in braces", "limits: {deaths: 3}\nport: 1\n", map[string]any{"limits.wall_time": "1h"}, "limits:\n  deaths: 3\n  wall_time: 1h\nport: 1\n"},
		{"a list that grows", "protect:\n  - name: mill # old\n    x: 1\nport: 1\n", map[string]any{"protect": []any{map[string]any{"name": "mill", "x": 1}, map[string]any{"name": "home", "x": 2}}},
			"protect:\n  - name: mill # old\n    x: 1\n  - name: home\n    x: 2\nport: 1\n"},
		{"a list that shrinks", "protect:\n  - name: mill\n  - name: home\nport: 1\n", map[string]any{"protect": []any{map[string]any{"name": "home"}}},
			"protect:\n  - name: home\nport: 1\n"},
		{"one line of braces", `{"port": 1}`, map[string]any{"limits.deaths": 2}, "limits:\n  deaths: 2\nport: 1\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := document.Edit([]byte(c.text), c.set, budget.Config)
			if err != nil || string(got) != c.want {
				t.Errorf("%v\n%s\nwant\n%s", err, got, c.want)
			}
		})
	}
}

func TestEditTouchesNothingThatItCannotRead(t *testing.T) {
	for text, fix := range map[string]string{
		"limits: [\n":                           "line",
		"limits: 3\n":                           "by hand",
		"limits:\n  ? deaths\n  : 3\nport: 1\n": "by hand",
	} {
		if got, err := document.Edit([]byte(text), map[string]any{"limits.deaths": 2}, budget.Config); err == nil || !strings.Contains(err.Error(), fix) || got != nil {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}
