// SPDX-License-Identifier: MIT

package settings

import (
	"slices"
	"testing"

	"github.com/minehand/minehand/ui/view"
)

// TestThePageShowsWhatHolds: a row has the value that holds among its options, also
// one that the table does not offer, and texts that people read.
func TestThePageShowsWhatHolds(t *testing.T) {
	row := func(config, key string) view.SettingRow {
		t.Helper()
		cfg, err := Parse([]byte(config))
		if err != nil {
			t.Fatal(err)
		}
		rows := cfg.View().Rows
		i := slices.IndexFunc(rows, func(r view.SettingRow) bool { return r.Key == key })
		if i < 0 {
			t.Fatalf("%s is not on the page", key)
		}
		return rows[i]
	}
	for _, c := range []struct {
		config, key string
		value       any
		text        string
		options     int
	}{
		{"", "limits.wall_time", "2h", "2 hours", 6},
		{"limits: {wall_time: 30m}", "limits.wall_time", "30m", "30 minutes", 6},
		{"limits: {wall_time: 90m}", "limits.wall_time", "1h30m", "90 minutes", 7},
		{"limits: {deaths: 1}", "limits.deaths", 1, "1 death", 5},
		{"limits: {deaths: 7}", "limits.deaths", 7, "7 deaths", 6},
		{"limits: {health: 0}", "limits.health", 0.0, "Never", 6},
		{"", "planner.policy", "replan", "New plan", 3},
	} {
		r := row(c.config, c.key)
		i := slices.IndexFunc(r.Options, func(o view.SettingOption) bool { return o.Value == r.Value })
		if r.Value != c.value || i < 0 || r.Options[i].Text != c.text || len(r.Options) != c.options || !r.Changeable {
			t.Errorf("%s shows %+v", c.config, r)
		}
	}
	if r := row("limits: {deaths: 7}", "limits.deaths"); r.Options[4].Text != "7 deaths" {
		t.Errorf("7 stands in %+v", r.Options)
	}
	if r := row("", "actions.deny"); len(r.Switches) != 2 || !slices.Equal(r.Switches[0].Off, []string{"deposit", "withdraw"}) {
		t.Errorf("switches %+v", r.Switches)
	}
}

// TestTake: what may change does, and what waits for a restart is named.
func TestTake(t *testing.T) {
	parse := func(text string) Config {
		t.Helper()
		c, err := Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	running := parse("port: 1\nlimits: {deaths: 2}")
	next := parse("port: 2\nlimits: {deaths: 2, health: 4}\nplanner: {mode: low-level, approve: true}\njournal: {text: off}")
	now, later := running.Take(parse("port: 1"), next)
	if !slices.Equal(later, []string{"port", "planner.mode", "journal.text"}) {
		t.Errorf("later %q", later)
	}
	if *now.Port != 1 || now.Planner.Mode != "" || !now.Planner.Approve || *now.Limits.Health != 4 || *now.Limits.Deaths != 2 {
		t.Errorf("now %+v", now)
	}
	now = now.With(parse("limits: {deaths: 9, health: 9}"), []string{"limits.deaths"})
	if *now.Limits.Deaths != 9 || *now.Limits.Health != 4 {
		t.Errorf("with one setting %+v", now.Limits)
	}
}
