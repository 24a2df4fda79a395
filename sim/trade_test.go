// SPDX-License-Identifier: MIT

package sim

import (
	"errors"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
)

// What is sold and bought: what an offer asks for goes, what it gives comes, a dearer one is
// not taken, and who has sold out is left for another.
func TestTrade(t *testing.T) {
	sell := func(item string, n int) game.Action {
		return game.Action{Kind: game.Trade, Item: item, For: "emerald", Quantity: n}
	}
	buy := func(item string, n int) game.Action { return game.Action{Kind: game.Trade, Item: item, Quantity: n} }
	cheap := sell("wheat", 1)
	cheap.Price = 19
	for name, c := range map[string]struct {
		version string
		held    map[string]int
		wild    bool
		action  game.Action
		left    map[string]int
		code    game.Code
		says    string
	}{
		"wheat is sold":        {"1.21.4", map[string]int{"wheat": 50}, false, sell("wheat", 2), map[string]int{"wheat": 10, "emerald": 2}, "", ""},
		"sticks in an old one": {"1.16.5", map[string]int{"stick": 64}, false, sell("stick", 2), map[string]int{"emerald": 2}, "", ""},
		"bread is bought":      {"1.21.4", map[string]int{"emerald": 3}, false, buy("bread", 7), map[string]int{"emerald": 1, "bread": 12}, "", ""},
		"more than one has":    {"1.21.4", map[string]int{"clay_ball": 640}, false, sell("clay_ball", 20), map[string]int{"clay_ball": 440, "emerald": 20}, "", ""},
		"nothing held":         {"1.21.4", nil, false, buy("bread", 1), nil, game.CodeMissingItem, "no emerald"},
		"too little":           {"1.21.4", map[string]int{"wheat": 12}, false, sell("wheat", 1), nil, game.CodeMissingItem, "the farmer here wants 20 wheat for 1 emerald, and 12 are held"},
		"too dear":             {"1.21.4", map[string]int{"wheat": 64}, false, cheap, nil, game.CodeNotFound, "the farmer here wants 20 wheat for 1 emerald"},
		"what nobody trades":   {"1.21.4", map[string]int{"dirt": 64}, false, sell("dirt", 1), nil, game.CodeNotFound, "nobody trades dirt for emerald"},
		"no village":           {"1.21.4", map[string]int{"wheat": 64}, true, sell("wheat", 1), nil, game.CodeNotFound, "no villager within"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, Config{Version: c.version, Inventory: c.held, Wild: c.wild})
			_, err := w.Do(t.Context(), c.action, nil)
			var f *game.Failure
			if errors.As(err, &f); (f == nil) != (c.code == "") || f != nil && (f.Code != c.code || !strings.Contains(f.Message, c.says)) {
				t.Fatalf("it ended with %v, want %q %q", err, c.code, c.says)
			}
			for item, n := range c.left {
				if got := w.Facts().Inventory[item]; got != n {
					t.Errorf("%d %s are held, want %d", got, item, n)
				}
			}
		})
	}
}

// Every offer that a plan counts on is found in the embedded world.
func TestAllOffersAreThere(t *testing.T) {
	for _, version := range []string{"1.16.5", "1.21.4"} {
		w := newWorld(t, Config{Version: version})
		for _, o := range w.data.Trading().Offers {
			if _, ok := w.nearestMob("villager", func(m mobKey) bool {
				for _, has := range w.offersOf(m) {
					if has == o {
						return true
					}
				}
				return false
			}); !ok {
				t.Errorf("%s: no %s takes %s for %s", version, o.Who, o.Takes, o.Gives)
			}
		}
	}
}
