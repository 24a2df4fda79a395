// SPDX-License-Identifier: MIT

package closed_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/techtree/closed"
)

// The items and deeds of the problems here.
const (
	log, planks, ore, ingot, furnace = 0, 1, 2, 3, 4

	saw, smelt, setUp = 0, 1, 2
)

// workshop is a problem with the items above: logs are sawn into four planks, ore
// is smelted in a furnace that has to be set up, and both burn.
func workshop(have [5]int32, item, count int32) *closed.Problem {
	v, err := data.Load("1.21.4")
	if err != nil {
		panic(err)
	}
	all := rules.New(v)
	items := all.IDsOf([]string{"oak_log", "oak_planks", "raw_iron", "iron_ingot", "furnace"})
	ways := make([]int32, 2)
	for k, o := range all.Ops {
		switch {
		case o.Kind == game.Craft && o.Out == items[planks]:
			ways[saw] = int32(k)
		case o.Kind == game.Smelt && o.Takes[0].Alts[0] == items[ore]:
			ways[smelt] = int32(k)
		}
	}
	r := all.Only(items, ways)
	place := r.Spend(game.Place, "furnace")
	p := &closed.Problem{
		Rules: r, Start: r.Open(nil, true),
		Deeds: []closed.Deed{
			saw:   {Kind: game.Craft, Out: planks, Ops: []*rules.Op{&r.Ops[saw]}},
			smelt: {Kind: game.Smelt, Input: ore, Out: ingot, Bit: r.Ops[smelt].Bits, Ops: []*rules.Op{&r.Ops[smelt]}},
			setUp: {Kind: game.Place, Input: furnace, Bit: rules.StationBit("furnace"), Ops: []*rules.Op{&place}},
		},
		Fuels:     []int32{planks, log},
		NamedFuel: true,
		Wants:     []closed.Want{{Alts: []int32{item}, Count: count, Via: -1}},
	}
	for i, n := range have {
		if n > 0 {
			p.Start.Bring(r.Names[i], int(n))
		}
	}
	return p
}

func ExampleDecide() {
	answer, possible, decided := closed.Decide(workshop([5]int32{log: 1, ore: 3, furnace: 1}, ingot, 3))
	fmt.Println(possible, decided)
	fmt.Println("planks left:", answer.Left[planks])
	// Output:
	// true true
	// planks left: 2
}

func TestDecide(t *testing.T) {
	for _, c := range []struct {
		name     string
		have     [5]int32
		item, n  int32
		possible bool
	}{
		{"held already", [5]int32{ingot: 1}, ingot, 1, true},
		{"sawn first, then burnt", [5]int32{log: 1, ore: 6, furnace: 1}, ingot, 6, true},
		{"one piece of ore more than the planks burn for", [5]int32{log: 1, ore: 7, furnace: 1}, ingot, 7, false},
		{"no furnace", [5]int32{log: 1, ore: 1}, ingot, 1, false},
		{"too little ore", [5]int32{log: 9, ore: 1, furnace: 1}, ingot, 2, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := workshop(c.have, c.item, c.n)
			for by, decide := range map[string]func(*closed.Problem) (closed.Answer, bool, bool){"Decide": closed.Decide, "Try": closed.Try} {
				answer, possible, decided := decide(p)
				if !decided || possible != c.possible {
					t.Fatalf("%s: possible %v, decided %v", by, possible, decided)
				}
				if possible && answer.Left[c.item] < c.n {
					t.Errorf("%s: %d of %d after %v", by, answer.Left[c.item], c.n, answer.Moves)
				}
			}
			if !slices.Equal(p.Start.Held, c.have[:]) {
				t.Errorf("the problem was changed: %v", p.Start.Held)
			}
		})
	}
}

// TestSettle: a plan that leaves the fuel open and smelts before there is any is
// put into an order that a body can follow, with the fuel named.
func TestSettle(t *testing.T) {
	p := workshop([5]int32{log: 1, ore: 3, furnace: 1}, ingot, 3)
	first := []closed.Move{{Deed: smelt, Fuel: -1, N: 3}, {Deed: saw, Fuel: -1, N: 4}, {Deed: setUp, Fuel: -1, N: 1}}
	settled, ok := closed.Settle(p, first)
	if !ok || settled.Left[ingot] != 3 || settled.Left[planks] != 2 {
		t.Fatalf("ok %v: %+v", ok, settled)
	}
	last := settled.Moves[len(settled.Moves)-1]
	if last.Deed != smelt || last.Fuel != planks || last.N != 3 {
		t.Errorf("the last move is %+v, want all three smelted with planks", last)
	}
	again, ok := closed.Settle(p, settled.Moves)
	if !ok || again.Moves != nil || !slices.Equal(again.Left, settled.Left) {
		t.Errorf("a plan that is safe already: ok %v, %+v", ok, again)
	}
	p = workshop([5]int32{log: 1, ore: 3}, ingot, 3)
	if b, ok := closed.Settle(p, first); ok {
		t.Errorf("without a furnace: %+v", b)
	}
}
