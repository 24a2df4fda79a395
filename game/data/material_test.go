// SPDX-License-Identifier: MIT

package data_test

import (
	"testing"

	"github.com/minehand/minehand/game/data"
)

func TestWhatIsBuiltOfAThing(t *testing.T) {
	for _, name := range []string{"1.16.5", "1.21.4", "26.1"} {
		v, err := data.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for thing, want := range map[string]string{
			"brick":          "bricks", // a pot is made of as many
			"iron_ingot":     "iron_block",
			"glowstone_dust": "glowstone",
			"dirt":           "", // stands by itself
			"bread":          "",
		} {
			if got := v.Solid([]string{thing}); got != want {
				t.Errorf("of %s in %s is built %q, not %q", thing, name, got, want)
			}
		}
		if got := v.Solid([]string{"brick", "iron_ingot"}); got != "" {
			t.Errorf("of one of two things in %s is built %q", name, got)
		}
	}
}
