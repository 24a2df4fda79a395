// SPDX-License-Identifier: MIT

package blueprint

import (
	"regexp"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/pattern"
)

// holds is what a block has to have beside it, by its name: what stands, hangs or leans
// (minecraft.wiki, each block's page). What no row names is held by anything at any side,
// and holds others.
var holds = []struct {
	name func() *regexp.Regexp
	side func(state string) game.Cell
}{
	{pattern.Of(`^(ladder|tripwire_hook|cocoa)$|(^|_)wall_(torch|sign|banner|head|skull|fan)$`), behind},
	{pattern.Of(`^lantern$|_lantern$`), fromAbove("hanging=true")},
	{pattern.Of(`^lever$|_button$`), clings},
	{pattern.Of(`_hanging_sign$|^(spore_blossom|hanging_roots|vine)$`), always(game.Cell{Y: 1})},
	{pattern.Of(`(torch|[^p]_door|^iron_door|_bed|_sign|_banner|carpet|_plate|rail|_head|_skull|candle)$|` +
		`(_sapling|_tulip|_bush|_mushroom|_fungus|_roots)$|^potted_|` +
		`^(repeater|comparator|redstone|cake|flower_pot|snow|dandelion|poppy|blue_orchid|allium|azure_bluet|oxeye_daisy)$|` +
		`^(cornflower|lily_of_the_valley|sunflower|lilac|peony|fern|short_grass|grass|tall_grass|large_fern)$|` +
		`^(sugar_cane|bamboo|cactus|sea_pickle)$`), always(game.Cell{Y: -1})},
}

// always is one side, whatever the state.
func always(c game.Cell) func(string) game.Cell { return func(string) game.Cell { return c } }

// fromAbove hangs where its state says so, and stands else.
func fromAbove(property string) func(string) game.Cell {
	return func(state string) game.Cell {
		if strings.Contains(state, property) {
			return game.Cell{Y: 1}
		}
		return game.Cell{Y: -1}
	}
}

// behind is the other side of where it faces.
func behind(state string) game.Cell {
	w := game.Facing(state)
	return game.Cell{X: -w.X, Z: -w.Z}
}

// clings is the floor, a wall or the ceiling, as its state says.
func clings(state string) game.Cell {
	switch game.BlockProperty(state, "face") {
	case "floor":
		return game.Cell{Y: -1}
	case "ceiling":
		return game.Cell{Y: 1}
	}
	return behind(state)
}

// side is what holds a block; false for one that anything holds.
func side(state string) (game.Cell, bool) {
	name := game.BlockName(state)
	for _, h := range holds {
		if h.name().MatchString(name) {
			return h.side(state), true
		}
	}
	return game.Cell{}, false
}

// Order is blocks layer by layer, each after what holds it; loose are those that nothing
// holds. What is held by one above it comes once that stands.
func Order(blocks []Block) (out, loose []Block) {
	firm := map[game.Cell]bool{}
	held := func(b Block) (carries, ok bool) {
		if s, only := side(b.State); only {
			at := b.Cell.Plus(s)
			return false, firm[at] || at.Y < 0
		}
		return true, b.Y == 0 || slices.ContainsFunc(game.Sides[:], func(s game.Cell) bool { return firm[b.Cell.Plus(s)] })
	}
	place := func(carriers bool) bool {
		before := len(out)
		loose = slices.DeleteFunc(loose, func(b Block) bool {
			carries, ok := held(b)
			if !ok || carries != carriers {
				return false
			}
			firm[b.Cell] = carries
			out = append(out, b)
			return true
		})
		return len(out) > before
	}
	rest := slices.Clone(blocks) // by layer, as they were read
	for len(rest) > 0 {
		n := 0
		for n < len(rest) && rest[n].Y == rest[0].Y {
			n++
		}
		loose = append(loose, rest[:n]...)
		rest = rest[n:]
		for place(true) || place(false) { //nolint:revive // until nothing more is held
		}
	}
	return out, loose
}
