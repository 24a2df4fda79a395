// SPDX-License-Identifier: MIT

package data_test

import (
	"reflect"
	"testing"

	"github.com/minehand/minehand/game/data"
)

func TestHowABlockComesToStand(t *testing.T) {
	for _, name := range []string{"1.16.5", "1.21.4", "26.1"} {
		v, err := data.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for block, want := range map[string]data.Means{
			data.Farmland:   {Items: v.ToolsOf("hoe"), Tool: true, On: v.Soil()},
			"wheat":         {Items: []string{"wheat_seeds"}, On: []string{data.Farmland}},
			"carrots":       {Items: []string{"carrot"}, On: []string{data.Farmland}},
			"water":         {Items: []string{"water_bucket"}, Leaves: "bucket"},
			"lava":          {Items: []string{"lava_bucket"}, Leaves: "bucket"},
			"oak_fence":     {Items: []string{"oak_fence"}, Placed: true},
			"sugar_cane":    {Items: []string{"sugar_cane"}, Placed: true}, // on no farmland
			"redstone_wire": {Items: []string{"redstone"}, Placed: true},
		} {
			if got, ok := v.MeansOf(block); !ok || !reflect.DeepEqual(got, want) {
				t.Errorf("%s in %s: %+v, want %+v", block, name, got, want)
			}
		}
		for _, block := range []string{"nether_portal", "no_such_block"} {
			if got, ok := v.MeansOf(block); ok {
				t.Errorf("%s in %s comes of %v", block, name, got.Items)
			}
		}
	}
}
