// SPDX-License-Identifier: MIT

package check_test

import (
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/check"
)

// What bartering needs is asked for: ingots, gold worn, and something that piglins give.
func TestBarterIsChecked(t *testing.T) {
	boots := game.Stack{Slot: 0, Item: "golden_boots", Count: 1}
	gold := game.Stack{Slot: 1, Item: "gold_ingot", Count: 40}
	pearls := game.Action{Kind: game.Barter, Item: "gold_ingot", Quantity: 30, Until: &game.Until{Item: "ender_pearl", Count: 2}}
	emerald := game.Action{Kind: game.Barter, Item: "emerald", Quantity: 1}
	sticks := pearls
	sticks.Until = &game.Until{Item: "stick", Count: 1}
	for _, c := range []struct {
		name, version string
		held          []game.Stack
		action        game.Action
		fault         string // a part of it; "" for none
	}{
		{"as it should be", "1.21.4", []game.Stack{boots, gold}, pearls, ""},
		{"no gold to wear", "1.21.4", []game.Stack{gold}, pearls, "bartering needs a golden boots"},
		{"no ingots", "1.21.4", []game.Stack{boots}, pearls, "30 gold ingots"},
		{"what nobody gives", "1.21.4", []game.Stack{boots, gold}, sticks, "a piglin never gives stick"},
		{"what nobody takes", "1.21.4", []game.Stack{boots, gold}, emerald, "nobody barters for emerald"},
		{"before there were piglins", "1.15.2", []game.Stack{boots, gold}, pearls, "nobody barters for gold ingot"},
	} {
		req := game.Request{Body: game.BodyInfo{ID: "b", Protocol: game.ProtocolV2, Version: c.version, Actions: []game.Kind{game.Barter}}}
		req.State.Inventory, req.State.Dimension = c.held, "the_nether"
		b, err := book.NewLibrary(book.Config{}).Open(req)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(check.Check(b, []game.Step{{Action: c.action}}).Sentences(), "; ")
		if (got == "") != (c.fault == "") || !strings.Contains(got, c.fault) {
			t.Errorf("%s: %q, want %q in it", c.name, got, c.fault)
		}
	}
}
