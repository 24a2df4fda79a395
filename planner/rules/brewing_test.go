// SPDX-License-Identifier: MIT

package rules_test

import (
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/rules"
)

// A stand is fuelled for what it runs and no more, and what is left of the fuel stays in it.
func TestABrewingStandKeepsItsCharge(t *testing.T) {
	v, err := data.Load(data.DefaultVersion)
	if err != nil {
		t.Fatal(err)
	}
	r := rules.New(v)
	var brew *rules.Op
	for i := range r.Ops {
		if o := &r.Ops[i]; o.Kind == game.Brew && o.Subject == "awkward_potion" && o.N == 1 {
			brew = o
		}
	}
	if brew == nil {
		t.Fatal("nothing brews an awkward potion")
	}
	for _, c := range []struct {
		name           string
		charge, powder int32 // before
		left, burnt    int32 // after
	}{
		{"a cold stand", 0, 3, r.BrewUses - 1, 1},
		{"the last of its charge", 1, 3, 0, 0},
		{"no powder, and none needed", 5, 0, 4, 0},
	} {
		s := r.Open([]game.Stack{{Slot: 1, Item: "potion", Count: 1}, {Slot: 2, Item: "nether_wart", Count: 1}}, false)
		s.Charge, s.Here = c.charge, brew.Bits
		s.Held[r.BrewFuel] = c.powder
		e, lack := s.Apply([]*rules.Op{brew}, 1, rules.Choice{})
		if lack != nil {
			t.Errorf("%s: %+v is lacking", c.name, lack)
			continue
		}
		var burnt int32
		for _, b := range e.Burnt {
			burnt += b.N
		}
		if s.Charge != c.left || burnt != c.burnt || s.Held[r.BrewFuel] != c.powder-c.burnt {
			t.Errorf("%s: %d steps are left and %d powder burnt, want %d and %d", c.name, s.Charge, burnt, c.left, c.burnt)
		}
	}
	s := r.Open([]game.Stack{{Slot: 1, Item: "potion", Count: 1}, {Slot: 2, Item: "nether_wart", Count: 1}}, false)
	s.Here = brew.Bits
	if _, lack := s.Apply([]*rules.Op{brew}, 1, rules.Choice{}); lack == nil {
		t.Error("a cold stand brews without powder")
	}
	for steps, powder := range map[int32]int32{0: 0, 1: 1, r.BrewUses: 1, r.BrewUses + 1: 2} {
		if got := r.Fires(steps); got != powder {
			t.Errorf("%d steps take %d powder, want %d", steps, got, powder)
		}
	}
}
