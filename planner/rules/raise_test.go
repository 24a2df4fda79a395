// SPDX-License-Identifier: MIT

package rules_test

import (
	"slices"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/rules"
)

// What stands was placed, sown or poured, each of an item that is gone then, or tilled, which
// wears the hoe once a block; a bucket is left of a liquid.
func TestWhatRaisingBlocksTakes(t *testing.T) {
	v, err := data.Load(data.DefaultVersion)
	if err != nil {
		t.Fatal(err)
	}
	r := rules.New(v)
	o, wrong := r.Raise(game.Build, "water", data.Farmland, data.Farmland, "wheat", "wheat", "oak_fence")
	if wrong != "" {
		t.Fatalf("%s cannot be made to stand", wrong)
	}
	takes := map[string]int{}
	for _, p := range o.Takes {
		takes[r.Names[p.Alts[0]]] += int(p.Count)
	}
	for item, n := range map[string]int{"water_bucket": 1, "wheat_seeds": 2, "oak_fence": 1} {
		if takes[item] != n {
			t.Errorf("it takes %d %s, want %d", takes[item], item, n)
		}
	}
	if len(takes) != 3 || o.Wear != 2 || !slices.Contains(o.Tools, r.ID("iron_hoe")) {
		t.Errorf("it takes %v and wears %d tools %d times", takes, len(o.Tools), o.Wear)
	}
	if len(o.Gives) != 1 || o.Gives[0].Item != r.ID("bucket") {
		t.Errorf("it leaves %v", o.Gives)
	}
	if _, wrong := r.Raise(game.Build, "dirt", "nether_portal"); wrong != "nether_portal" {
		t.Errorf("%q is what nobody can make stand", wrong)
	}
}
