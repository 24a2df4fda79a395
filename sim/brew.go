// SPDX-License-Identifier: MIT

package sim

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// A brewing stand (Minecraft Wiki, "Brewing Stand"): how long a step takes in seconds, how
// many bottles it holds, what it burns and for how many steps.
const (
	brewStep    = 20
	brewBottles = 3
	brewFuel    = "blaze_powder"
	brewSteps   = 20
)

// brew turns bottles into a potion, three at once where three are held.
func (x *run) brew() *game.Failure {
	potion, want := x.action.Recipe, x.action.Count()
	ways := slices.DeleteFunc(slices.Clone(x.data.Brewings()), func(b data.Brewing) bool { return b.Result != potion })
	if len(ways) == 0 {
		return fail(game.CodeUnknownRecipe, "nothing brews into %q in Minecraft %s", potion, x.data.Name)
	}
	at, ok := x.station([]string{data.StationBrewing})
	if !ok {
		return fail(game.CodeNoStation, "%s needs a brewing stand placed within %d blocks", game.Display(potion), stationReach)
	}
	if f := x.near(at); f != nil {
		return f
	}
	for made := 0; made < want; {
		n, f := x.brewOnce(ways, at)
		if f != nil {
			return f
		}
		made += n
		x.progress("brewed "+game.Display(potion), min(1, float64(made)/float64(want)))
	}
	return nil
}

// brewOnce runs one step of the stand and returns how many bottles it turned.
func (x *run) brewOnce(ways []data.Brewing, at game.Pos) (bottles int, f *game.Failure) {
	way, bottles := x.brewable(ways)
	if bottles == 0 {
		b := ways[0]
		return 0, fail(game.CodeMissingItem, "%s needs %s and %s", game.Display(b.Result), game.Article(b.Base), game.Article(b.With))
	}
	if x.fires[at] == 0 {
		if f := x.fuelStand(at, way); f != nil {
			return 0, f
		}
	}
	if f := x.pass(brewStep); f != nil {
		return 0, f
	}
	x.fires[at]--
	return bottles, x.makeBatch(way.Result, bottles, map[string]int{way.Base: bottles, way.With: 1})
}

// brewable is the first way whose ingredients are held, for as many bottles as there are.
func (x *run) brewable(ways []data.Brewing) (data.Brewing, int) {
	held := x.player.inv.count
	for _, n := range [...]int{brewBottles, 1} {
		for _, b := range ways {
			if held(b.Base) >= n && held(b.With) > 0 {
				return b, n
			}
		}
	}
	return data.Brewing{}, 0
}

// fuelStand puts blaze powder into the stand, beside what of it the potion takes.
func (x *run) fuelStand(at game.Pos, way data.Brewing) *game.Failure {
	spare := x.player.inv.count(brewFuel)
	if way.With == brewFuel {
		spare--
	}
	if spare < 1 {
		return fail(game.CodeNoFuel, "the brewing stand needs fuel: bring blaze powder")
	}
	x.take(brewFuel, 1)
	x.used(brewFuel, 1, way.Result)
	x.fires[at] = brewSteps
	return nil
}
