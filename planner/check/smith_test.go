// SPDX-License-Identifier: MIT

package check_test

import (
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/check"
)

// What smith needs is asked for: a template from 1.20 on.
func TestSmithIsChecked(t *testing.T) {
	gear := []game.Stack{{Slot: 0, Item: "diamond_axe", Count: 1}, {Slot: 1, Item: "netherite_ingot", Count: 1}, {Slot: 2, Item: "smithing_table", Count: 1}}
	place := game.Step{Action: game.Action{Kind: game.Place, Block: "smithing_table"}}
	for _, c := range []struct {
		name, version, recipe string
		fault                 string // a part of it; "" for none
	}{
		{"as it should be", "1.16.5", "netherite_axe", ""},
		{"no template", "1.21.4", "netherite_axe", "needs 1 more netherite upgrade smithing template"},
		{"what a grid makes", "1.21.4", "diamond_axe", "diamond axe cannot be smithed; craft it first"},
		{"no such thing", "1.21.4", "golden_feather", `there is no item "golden_feather" in Minecraft 1.21.4`},
	} {
		req := game.Request{Body: game.BodyInfo{
			ID: "b", Protocol: game.ProtocolV2, Version: c.version, Actions: []game.Kind{game.Place, game.Smith},
		}}
		req.State.Inventory = gear
		b, err := book.NewLibrary(book.Config{}).Open(req)
		if err != nil {
			t.Fatal(err)
		}
		smith := game.Step{Action: game.Action{Kind: game.Smith, Recipe: c.recipe}}
		got := strings.Join(check.Check(b, []game.Step{place, smith}).Sentences(), "; ")
		if (got == "") != (c.fault == "") || !strings.Contains(got, c.fault) {
			t.Errorf("%s: %q, want %q in it", c.name, got, c.fault)
		}
	}
}
