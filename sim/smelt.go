// SPDX-License-Identifier: MIT

package sim

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// smelt puts inputs through a furnace one after the other, feeding it, and collects what
// comes out; or through several of the block side by side, one each at a time.
func (x *run) smelt() *game.Failure {
	input := x.action.Item
	s, ok := x.data.SmeltingOf(input)
	if !ok {
		return fail(game.CodeInvalid, "%s cannot be smelted", game.Display(input))
	}
	want := x.action.Count()
	if have := x.player.inv.count(input); have < want {
		return fail(game.CodeMissingItem, "smelting %s needs %d more", game.Counted(want, input), want-have)
	}
	at := x.stationsNear(s.Stations)
	if len(at) == 0 {
		return fail(
			game.CodeNoStation, "smelting %s needs a %s placed within %d blocks", game.Display(input), game.Display(s.Stations[0]),
			stationReach,
		)
	}
	if f := x.near(at[0]); f != nil {
		return f
	}
	kind := x.placed[at[0]]
	at = slices.DeleteFunc(at, func(p game.Pos) bool { return x.placed[p] != kind })
	at = at[:min(len(at), max(x.action.Furnaces, 1))]
	for done := 0; done < want; {
		round := at[:min(len(at), want-done)]
		n, f := x.smeltRound(s, round, want-done)
		if f != nil {
			return f
		}
		done += n
		x.progress("smelted "+game.Display(input), float64(done)/float64(want))
	}
	return nil
}

// Burning and cooking, relative to a furnace (Minecraft Wiki, "Blast Furnace",
// "Smoker", "Campfire").
const campfireTicks = 600

// smeltRound cooks one input in each of some furnaces, as far as there is fuel, and returns in
// how many; left counts those still to come, these too.
func (x *run) smeltRound(s data.Smelting, at []game.Pos, left int) (n int, f *game.Failure) {
	ticks, fire := s.Ticks, s.Ticks
	switch station := x.placed[at[0]]; {
	case strings.HasSuffix(station, "campfire"):
		ticks, fire = campfireTicks, 0
	case station == data.StationBlast, station == data.StationSmoker:
		ticks /= 2 // twice as fast, on as much fuel an item
	}
	for i, p := range at {
		if f := x.stoke(p, fire, s.Input, left); f != nil {
			if i == 0 {
				return 0, f
			}
			at = at[:i] // those that burn go on
			break
		}
	}
	n = len(at)
	x.take(s.Input, n)
	if f := x.pass(float64(ticks) / ticksPerSecond); f != nil {
		x.give(s.Input, n)
		return 0, f
	}
	x.used(s.Input, n, s.Output)
	for _, p := range at {
		x.fires[p] -= fire
		x.items(Smelted, s.Output, 1, p)
	}
	if over := x.give(s.Output, n); over > 0 {
		x.scatter(slot{item: s.Output, count: over}, x.feet())
		return 0, fail(game.CodeInventoryFull, "the inventory is full: there is no room for %s", game.Display(s.Output))
	}
	return n, nil
}

// stoke feeds a furnace until its fire lasts for so long.
func (x *run) stoke(at game.Pos, fire int, input string, left int) *game.Failure {
	for x.fires[at] < fire {
		if f := x.feed(at, input, left); f != nil {
			return f
		}
	}
	return nil
}

// feed burns one piece of fuel. The input itself is fuel only as far as more of
// it is held than is to be smelted.
func (x *run) feed(at game.Pos, input string, left int) *game.Failure {
	best, failure := x.chooseFuel(input, left)
	if failure != nil {
		return failure
	}
	x.take(best.Name, 1)
	x.used(best.Name, 1, input)
	x.fires[at] += best.FuelTicks
	x.leave(best.FuelLeaves)
	return nil
}

// chooseFuel is the fuel that is burnt: the one that is asked for, or of what is held what
// burns first. What the smelting itself still takes stays.
func (x *run) chooseFuel(input string, left int) (*data.Item, *game.Failure) {
	usable := func(item string) *data.Item {
		spare := x.player.inv.count(item)
		if item == input {
			spare -= left
		}
		it, ok := x.data.Item(item)
		if !ok || spare < 1 || it.FuelTicks < 1 {
			return nil
		}
		return it
	}
	if named := x.action.Fuel; named != "" {
		it := usable(named)
		if it == nil {
			return nil, fail(game.CodeNoFuel, "there is no %s left to burn", game.Display(named))
		}
		return it, nil
	}
	var best *data.Item
	for _, s := range x.player.inv[:game.SlotsMain] {
		if s.count == 0 {
			continue
		}
		if it := usable(s.item); it != nil && it.BurnRank > 0 && (best == nil || it.BurnRank < best.BurnRank) {
			best = it
		}
	}
	if best == nil {
		return nil, fail(game.CodeNoFuel, "the furnace needs fuel: bring coal, charcoal or wood")
	}
	return best, nil
}
