// SPDX-License-Identifier: MIT

package check_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/check"
)

// A guard needs a place or a player and a time, and is held against what a state shows.
func TestGuardIsChecked(t *testing.T) {
	for _, c := range []struct {
		name   string
		action game.Action
		fault  string // a part of it; "" for none
	}{
		{"as it should be", game.Action{Kind: game.Defend, At: &game.Pos{Y: 64}, Seconds: 60}, ""},
		{"a player", game.Action{Kind: game.Defend, Target: "Steve", Seconds: 60}, ""},
		{"nothing", game.Action{Kind: game.Defend, Seconds: 60}, "defend needs"},
		{"too far", game.Action{Kind: game.Defend, At: &game.Pos{Y: 64}, Radius: 100}, "radius"},
	} {
		req := game.Request{Body: game.BodyInfo{
			ID: "b", Protocol: game.ProtocolV2, Version: data.DefaultVersion, Actions: []game.Kind{game.Defend},
		}}
		b, err := book.NewLibrary(book.Config{}).Open(req)
		if err != nil {
			t.Fatal(err)
		}
		got := check.Check(b, []game.Step{{Action: c.action}})
		said := strings.Join(got.Sentences(), "; ")
		if (said == "") != (c.fault == "") || !strings.Contains(said, c.fault) {
			t.Errorf("%s: %q, want %q in it", c.name, said, c.fault)
		}
		if c.fault != "" {
			continue
		}
		w := got.Steps[0].Expect.Watch
		if w == nil || w.Within != 8 || w.Player != c.action.Target || !slices.Contains(w.Hostile, "zombie") ||
			slices.Contains(w.Hostile, "enderman") || got.Steps[0].Expect.Seconds != 60 {
			t.Errorf("%s: it is judged by %+v", c.name, got.Steps[0].Expect)
		}
	}
}
