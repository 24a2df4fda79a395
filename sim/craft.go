// SPDX-License-Identifier: MIT

package sim

import (
	"cmp"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// stationReach is how far away, in blocks, a placed station still counts as at
// hand: the player walks to it.
const stationReach = 32

// How long the work at a grid takes, in seconds: opening it, and each batch.
const (
	craftOpen  = 0.5
	craftBatch = 0.25
)

// recipe is one way to make an item at a station.
type recipe struct {
	station     string // "" is the grid in the inventory
	ingredients []data.Ingredient
	count       int
}

// recipesFor lists the ways to make an item: in a grid, unless a station was named, else at the stonecutter.
func (w *World) recipesFor(item, station string) []recipe {
	var list []recipe
	if station == "" {
		for _, r := range w.data.Recipes(item) {
			table := ""
			if r.Table {
				table = data.StationTable
			}
			list = append(list, recipe{table, r.Ingredients, r.Count})
		}
	}
	if len(list) > 0 {
		return list
	}
	for _, c := range w.data.CutsTo(item) {
		list = append(list, recipe{data.StationStonecutter, []data.Ingredient{{Items: []string{c.Input}, Count: 1}}, c.Count})
	}
	return list
}

// craft makes whole batches until the wanted number was gained.
func (x *run) craft() *game.Failure {
	item := x.action.Recipe
	ways := x.recipesFor(item, x.action.Station)
	if len(ways) == 0 {
		return fail(game.CodeUnknownRecipe, "there is no recipe for %q in Minecraft %s", item, x.data.Name)
	}
	want := x.action.Count()
	opened := ""
	allowed := maps.Clone(x.action.Using)
	for made := 0; made < want; {
		r, parts, f := x.chooseRecipe(item, ways, allowed)
		if f != nil {
			return f
		}
		seconds := craftBatch
		if made == 0 || r.station != opened {
			seconds += craftOpen
			opened = r.station
		}
		if r.station != "" {
			at, _ := x.station([]string{r.station})
			if f := x.near(at); f != nil {
				return f
			}
		}
		if f := x.pass(seconds); f != nil {
			return f
		}
		if f := x.makeBatch(item, r.count, parts); f != nil {
			return f
		}
		for name, n := range parts {
			if allowed != nil {
				allowed[name] -= n
			}
		}
		made += r.count
		x.progress("crafted "+game.Display(item), min(1, float64(made)/float64(want)))
	}
	return nil
}

// chooseRecipe picks the first way whose ingredients are held and whose station
// is at hand.
func (x *run) chooseRecipe(item string, ways []recipe, allowed map[string]int) (recipe, map[string]int, *game.Failure) {
	var noStation string
	var missing string
	for _, r := range ways {
		parts, lack := x.assign(r.ingredients, allowed)
		if parts == nil {
			missing = cmp.Or(missing, lack)
			continue
		}
		if r.station != "" {
			if _, ok := x.station([]string{r.station}); !ok {
				noStation = r.station
				continue
			}
		}
		return r, parts, nil
	}
	if noStation != "" {
		return recipe{}, nil, fail(
			game.CodeNoStation, "%s needs a %s placed within %d blocks", game.Display(item), game.Display(noStation), stationReach,
		)
	}
	return recipe{}, nil, fail(game.CodeMissingItem, "%s needs %s", game.Display(item), missing)
}

// assign picks held items for the ingredients of one batch: those with the
// fewest alternatives first, of the alternatives the most plentiful. allowed, when
// not nil, is how many of each may still be used. Nil, with
// what is missing in words, when something is not held.
func (x *run) assign(ingredients []data.Ingredient, allowed map[string]int) (map[string]int, string) {
	held := x.player.inv.counts()
	if allowed != nil {
		for item := range held {
			held[item] = min(held[item], allowed[item])
		}
	}
	parts := map[string]int{}
	order := slices.Clone(ingredients)
	sort.SliceStable(order, func(i, j int) bool { return len(order[i].Items) < len(order[j].Items) })
	for _, in := range order {
		alternatives := slices.Clone(in.Items)
		sort.SliceStable(alternatives, func(i, j int) bool { return held[alternatives[i]] > held[alternatives[j]] })
		need := in.Count
		for _, a := range alternatives {
			n := min(need, held[a])
			if n > 0 {
				held[a] -= n
				parts[a] += n
				need -= n
			}
		}
		if need > 0 {
			more := game.CountedMore(need, in.Items[0])
			if len(in.Items) > 1 {
				more += " or the like"
			}
			return nil, more
		}
	}
	return parts, ""
}

// makeBatch turns the parts into the result, or changes nothing when that does
// not fit into the inventory.
func (x *run) makeBatch(item string, count int, parts map[string]int) *game.Failure {
	undo := x.player.inv
	names := make([]string, 0, len(parts))
	for name := range parts {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		x.take(name, parts[name])
	}
	left := x.give(item, count)
	for _, name := range names {
		if it, ok := x.data.Item(name); ok && it.CraftLeaves != "" {
			left += x.give(it.CraftLeaves, parts[name])
		}
	}
	if left > 0 {
		x.player.inv = undo
		return fail(game.CodeInventoryFull, "the inventory is full: there is no room for %s", game.Display(item))
	}
	for _, name := range names {
		x.used(name, parts[name], item)
		if it, ok := x.data.Item(name); ok && it.CraftLeaves != "" {
			x.items(Emptied, it.CraftLeaves, parts[name], game.Pos{})
		}
	}
	x.items(Crafted, item, count, game.Pos{})
	return nil
}

// stationsNear are the placed blocks of these within stationReach, the nearest first.
func (w *World) stationsNear(names []string) []game.Pos {
	var near []game.Pos
	far := func(p game.Pos) float64 { return w.player.at.Distance(p.Center()) }
	for p, b := range w.placed {
		if p.Dimension == w.feet().Dimension && slices.Contains(names, b) && far(p) <= stationReach {
			near = append(near, p)
		}
	}
	slices.SortFunc(near, func(a, b game.Pos) int {
		if c := cmp.Compare(far(a), far(b)); c != 0 || a == b {
			return c
		}
		if a.Before(b) {
			return -1
		}
		return 1
	})
	return near
}

// station is the nearest placed block of these within stationReach.
func (w *World) station(names []string) (game.Pos, bool) {
	near := w.stationsNear(names)
	if len(near) == 0 {
		return game.Pos{}, false
	}
	return near[0], true
}

// isBed reports whether a block is a bed of any colour.
func isBed(block string) bool { return strings.HasSuffix(block, "_bed") }
