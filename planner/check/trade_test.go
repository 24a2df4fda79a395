// SPDX-License-Identifier: MIT

package check_test

import (
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/check"
)

// What trade needs is asked for.
func TestTradeIsChecked(t *testing.T) {
	held := func(item string, n int) []game.Stack { return []game.Stack{{Slot: 0, Item: item, Count: n}} }
	for _, c := range []struct {
		name   string
		held   []game.Stack
		action game.Action
		fault  string // a part of it; "" for none
	}{
		{"as it should be", held("wheat", 40), game.Action{Kind: game.Trade, Item: "wheat", For: "emerald", Quantity: 2}, ""},
		{"bread by the six", held("emerald", 2), game.Action{Kind: game.Trade, Item: "bread", Quantity: 7}, ""},
		{"too little", held("wheat", 39), game.Action{Kind: game.Trade, Item: "wheat", For: "emerald", Quantity: 2}, "40 wheat"},
		{"no emerald", nil, game.Action{Kind: game.Trade, Item: "bread", Quantity: 6}, "1 emerald"},
		{"what nobody buys", held("dirt", 64), game.Action{Kind: game.Trade, Item: "dirt", For: "emerald", Quantity: 1}, "nobody trades dirt for emerald"},
		{"what a novice does not sell", held("emerald", 9), game.Action{Kind: game.Trade, Item: "ender_pearl", Quantity: 1}, "nobody trades emerald for ender pearl"},
	} {
		req := game.Request{Body: game.BodyInfo{
			ID: "b", Protocol: game.ProtocolV2, Version: data.DefaultVersion, Actions: []game.Kind{game.Trade},
		}}
		req.State.Inventory = c.held
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
