// SPDX-License-Identifier: MIT

package game

import "testing"

func TestConcern(t *testing.T) {
	food := func(item string) bool { return item == "bread" }
	state := func(health, hunger float64, items ...string) *State {
		s := &State{Health: &health, Hunger: &hunger, GameMode: "survival", Inventory: []Stack{}}
		for i, item := range items {
			s.Inventory = append(s.Inventory, Stack{Slot: i, Item: item, Count: 1})
		}
		return s
	}
	creative, unseen := state(2, 0), state(20, 3)
	creative.GameMode, unseen.Inventory = "creative", nil
	for _, c := range []struct {
		name string
		s    *State
		want Concern
	}{
		{"well", state(20, 20), Concern{}},
		{"hungry with food", state(20, 3, "dirt", "bread"), Concern{}},
		{"hungry", state(20, 6, "dirt"), Concern{1, "Hungry (6 of 20), and nothing to eat is held: bring food, or ask for some."}},
		{"starving", state(7, 0), Concern{2, "Starving: nothing to eat is held. Bring food, or ask for some."}},
		{"hurt", state(5.5, 20), Concern{3, "Health is down to 5.5 of 20."}},
		{"both", state(1, 0, "dirt"), Concern{4, "Health is down to 1 of 20, hunger to 0 of 20, and nothing to eat is held: bring food."}},
		{"dead", state(0, 0), Concern{}},
		{"creative", creative, Concern{}},
		{"the inventory is not known", unseen, Concern{}},
		{"nothing is known", &State{}, Concern{}},
	} {
		if got := c.s.Concern(food); got != c.want {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}
