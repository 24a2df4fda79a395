// SPDX-License-Identifier: MIT

package game

import (
	"strings"
	"testing"
)

func home() Zone {
	return Zone{Name: "Old Mill", X: 100, Y: 64, Z: -20, Dimension: "overworld", Radius: 24}
}

func TestAZoneHoldsWhatIsWithinItsRadius(t *testing.T) {
	z := home()
	for _, c := range []struct {
		p    Pos
		want bool
	}{
		{Pos{X: 100, Y: 64, Z: -20}, true},
		{Pos{X: 124, Y: 64, Z: -20}, true},
		{Pos{X: 125, Y: 64, Z: -20}, false},
		{Pos{X: 100, Y: 40, Z: -20}, true},
		{Pos{X: 118, Y: 82, Z: -20}, false}, // the corner of the box is outside the ball
		{Pos{X: 100, Y: 64, Z: -20, Dimension: "minecraft:overworld"}, true},
		{Pos{X: 100, Y: 64, Z: -20, Dimension: "the_nether"}, false},
	} {
		if got := z.Holds(c.p); got != c.want {
			t.Errorf("%v: %v", c.p, got)
		}
	}
}

func TestAGoalNamesAZoneByItsWords(t *testing.T) {
	z := home()
	for goal, want := range map[string]bool{
		"build a wall at the old mill":  true,
		"mine 3 stone at OLD  MILL!":    true,
		"go to the old-mill":            true,
		"get an old millstone":          false,
		"mill the old grain":            false,
		"old":                           false,
		"":                              false,
		"the old mill's door: place it": true,
	} {
		if got := z.namedIn(goal); got != want {
			t.Errorf("%q: %v", goal, got)
		}
	}
	other := home()
	other.Name = "vault"
	hold, lifted := ZonesFor([]Zone{home(), other}, "dig at the vault")
	if len(hold) != 1 || hold[0].Name != "Old Mill" || len(lifted) != 1 || lifted[0] != "vault" {
		t.Errorf("%v, lifted %v", hold, lifted)
	}
}

func TestWhatAnActionAlters(t *testing.T) {
	in, out := &Pos{X: 100, Y: 64, Z: -20}, &Pos{X: 300, Y: 64, Z: -20}
	nether := &Pos{X: 100, Y: 64, Z: -20, Dimension: "the_nether"}
	for _, c := range []struct {
		a    Action
		dim  string
		want bool
	}{
		{Action{Kind: Mine, Target: "stone", At: in}, "overworld", true},
		{Action{Kind: Mine, Target: "stone", At: in}, "", true},
		{Action{Kind: Mine, Target: "stone", At: in}, "the_end", false},
		{Action{Kind: Mine, Target: "stone", At: nether}, "overworld", false},
		{Action{Kind: Mine, Target: "stone", At: out}, "overworld", false},
		{Action{Kind: Mine, Target: "stone"}, "overworld", false},
		{Action{Kind: Place, Block: "dirt", At: in}, "overworld", true},
		{Action{Kind: Build, Edits: []Edit{{X: 300, Block: "dirt"}, {X: 101, Y: 64, Z: -20, Block: "dirt"}}}, "overworld", true},
		{Action{Kind: Till, Target: "dirt", At: in}, "overworld", true},
		{Action{Kind: Plant, Target: "wheat", At: in}, "overworld", true},
		{Action{Kind: Harvest, Target: "wheat", At: in}, "overworld", true},
		{Action{Kind: Use, Item: "lava_bucket", At: in}, "overworld", true},
		{Action{Kind: Use, At: in}, "overworld", false},
		{Action{Kind: Goto, At: in}, "overworld", false},
		{Action{Kind: Interact, At: in}, "overworld", false},
		{Action{Kind: Deposit, Item: "dirt", At: in}, "overworld", false},
	} {
		if z, _ := c.a.ZoneOf([]Zone{home()}, c.dim); (z != nil) != c.want {
			t.Errorf("%s in %q: %v", c.a.Describe(), c.dim, z)
		}
	}
}

func TestZonesAreStrict(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Zone)
		want   string
	}{
		"fine":          {func(*Zone) {}, ""},
		"no name":       {func(z *Zone) { z.Name = "" }, "needs a name"},
		"short":         {func(z *Zone) { z.Name = "ab" }, "3 to 64 characters"},
		"long":          {func(z *Zone) { z.Name = strings.Repeat("a", 65) }, "3 to 64 characters"},
		"no letter":     {func(z *Zone) { z.Name = "-.-" }, "a letter or digit"},
		"spaces":        {func(z *Zone) { z.Name = " mill" }, "without spaces"},
		"control":       {func(z *Zone) { z.Name = "mi\nll" }, "control characters"},
		"dimension":     {func(z *Zone) { z.Dimension = "" }, "overworld, the_nether"},
		"in capitals":   {func(z *Zone) { z.Dimension = "Overworld" }, "small letters"},
		"radius 0":      {func(z *Zone) { z.Radius = 0 }, "1 to 1000"},
		"radius":        {func(z *Zone) { z.Radius = 1001 }, "1 to 1000"},
		"outside":       {func(z *Zone) { z.X = 30_000_001 }, "outside the world"},
		"above the sky": {func(z *Zone) { z.Y = 4000 }, "outside the world"},
	} {
		z := home()
		c.change(&z)
		err := z.Validate()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
