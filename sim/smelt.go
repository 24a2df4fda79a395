// SPDX-License-Identifier: MIT

package sim

import (
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// smelt puts inputs through a furnace one after the other, feeding it, and
// collects what comes out.
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
	at, ok := x.station(s.Stations)
	if !ok {
		return fail(
			game.CodeNoStation,
			"smelting %s needs a %s placed within %d blocks",
			game.Display(input),
			game.Display(s.Stations[0]),
			stationReach,
		)
	}
	if f := x.near(at); f != nil {
		return f
	}
	for done := range want {
		if f := x.smeltOne(s, at, want-done); f != nil {
			return f
		}
		x.progress("smelted "+game.Display(input), float64(done+1)/float64(want))
	}
	return nil
}

// Burning and cooking, relative to a furnace (Minecraft Wiki, "Blast Furnace",
// "Smoker", "Campfire").
const campfireTicks = 600

// smeltOne cooks one input; left counts those still to come, this one too.
func (x *run) smeltOne(s data.Smelting, at game.Pos, left int) *game.Failure {
	ticks, fire := s.Ticks, s.Ticks
	switch station := x.placed[at]; {
	case strings.HasSuffix(station, "campfire"):
		ticks, fire = campfireTicks, 0
	case station == data.StationBlast, station == data.StationSmoker:
		ticks /= 2 // twice as fast, on as much fuel an item
	}
	for x.fires[at] < fire {
		if f := x.feed(at, s.Input, left); f != nil {
			return f
		}
	}
	x.take(s.Input, 1)
	if f := x.pass(float64(ticks) / ticksPerSecond); f != nil {
		x.give(s.Input, 1)
		return f
	}
	x.used(s.Input, 1, s.Output)
	x.fires[at] -= fire
	if x.give(s.Output, 1) > 0 {
		x.scatter(slot{item: s.Output, count: 1}, x.feet())
		return fail(game.CodeInventoryFull, "the inventory is full: there is no room for %s", game.Display(s.Output))
	}
	x.items(Smelted, s.Output, 1, at)
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
