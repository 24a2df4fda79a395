// SPDX-License-Identifier: MIT

package ui

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/command"
	"github.com/minehand/minehand/ui/view"
)

// TestABodysConditionIsWarnedOf: once when it begins and when it gets worse, and not
// again for a while; the state shows it as long as it lasts.
func TestABodysConditionIsWarnedOf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Service{hub: newHub("e"), cfg: Config{IsFood: func(item string) bool { return item == "bread" }}}
		defer s.hub.close()
		sub, err := s.hub.subscribe("e", 0)
		if err != nil {
			t.Fatal(err)
		}
		var at told
		tell := func(health, hunger float64, items ...game.Stack) view.State {
			time.Sleep(time.Second)
			snap := game.Snapshot{At: time.Now(), State: game.State{Health: &health, Hunger: &hunger, Inventory: append([]game.Stack{}, items...)}}
			s.warn("b", &at, &snap)
			return s.shown(&snap)
		}
		for _, c := range []struct {
			name           string
			wait           time.Duration
			health, hunger float64
			items          []game.Stack
			notice         bool
			warns          bool
		}{
			{name: "well", health: 20, hunger: 20},
			{name: "hungry with bread", health: 20, hunger: 3, items: []game.Stack{{Item: "bread", Count: 1}}},
			{name: "hungry", health: 20, hunger: 6, notice: true, warns: true},
			{name: "hungrier", health: 20, hunger: 2, warns: true},
			{name: "starving", health: 20, hunger: 0, notice: true, warns: true},
			{name: "fed", health: 20, hunger: 12},
			{name: "hungry again soon", health: 20, hunger: 6, warns: true},
			{name: "hurt", health: 5, hunger: 20, notice: true, warns: true},
			{name: "well again", health: 20, hunger: 20},
			{name: "hungry long after", wait: warnAgain, health: 20, hunger: 5, notice: true, warns: true},
		} {
			time.Sleep(c.wait)
			state := tell(c.health, c.hunger, c.items...)
			if (state.Warning != "") != c.warns {
				t.Errorf("%s: shown as %q", c.name, state.Warning)
			}
			if c.name == "starving" {
				const want = "health 20 of 20, hunger 0 of 20. Starving: nothing to eat is held. Bring food, or ask for some"
				if got := command.StateWords(&state); got != want {
					t.Errorf("in words: %q", got)
				}
			}
			e, err := sub.take()
			if err != nil {
				t.Fatal(err)
			}
			if (e != nil) != c.notice || e != nil && (!e.event.Notice.Condition || e.event.Notice.Message != state.Warning) {
				t.Errorf("%s: %+v", c.name, e)
			}
		}
	})
}
