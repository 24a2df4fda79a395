// SPDX-License-Identifier: MIT

package sim

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// restockSeconds is how long a villager who sold out takes: they restock twice a day
// (Minecraft Wiki, "Trading").
const restockSeconds = 600

// stall is an offer of one villager, stock how often it was taken and when there is more.
type (
	stall struct {
		who          mobKey
		takes, gives string
	}
	stock struct {
		taken int
		more  float64
	}
)

// trade sells an item or buys one, at one villager after the other of those whose clothes
// show that they may have such an offer. What each offers is known when it is looked at.
func (x *run) trade() *game.Failure {
	a, t := x.action, x.data.Trading()
	takes, gives := a.Swaps(t.Coin)
	offered := func(o data.Trade) bool { return o.Takes == takes && o.Gives == gives }
	if !slices.ContainsFunc(t.Offers, offered) {
		return fail(game.CodeNotFound, "nobody trades %s for %s", game.Display(takes), game.Display(gives))
	}
	had, looked, from := x.player.inv.count(gives), map[mobKey]bool{}, x.player.at
	refusal := fail(game.CodeNotFound, "no villager within %d blocks trades %s for %s", searchBlocks, game.Display(takes), game.Display(gives))
	for x.player.inv.count(gives)-had < a.Count() {
		if x.player.inv.count(takes) == 0 {
			return fail(game.CodeMissingItem, "there is no %s to trade", game.Display(takes))
		}
		f, ok := x.nearestMob(t.Mob, func(m mobKey) bool {
			return !looked[m] && from.Distance(m.at.Center()) <= searchBlocks &&
				slices.ContainsFunc(t.Offers, func(o data.Trade) bool { return offered(o) && o.Who == x.profession(m) })
		})
		if !ok {
			return refusal
		}
		who := mobKey{f.at, t.Mob}
		looked[who] = true
		if failure := x.workFrom(f.stand, handleSeconds); failure != nil {
			return failure
		}
		offers := x.offersOf(who)
		k := slices.IndexFunc(offers, offered)
		switch {
		case k < 0:
			continue
		case a.Price > 0 && offers[k].Price > a.Price:
			refusal = fail(game.CodeNotFound, "the %s here wants %s for %s", offers[k].Who,
				game.Counted(offers[k].Price, takes), game.Counted(offers[k].Count, gives))
			continue
		}
		if failure := x.tradeWith(who, &offers[k], had+a.Count()); failure != nil {
			return failure
		}
	}
	return nil
}

// tradeWith takes an offer until so many are held, or it has sold out.
func (x *run) tradeWith(who mobKey, o *data.Trade, until int) *game.Failure {
	s := x.traded[stall{who, o.Takes, o.Gives}]
	if s == nil || s.more > 0 && s.more <= x.now {
		s = &stock{}
		x.traded[stall{who, o.Takes, o.Gives}] = s
	}
	for x.player.inv.count(o.Gives) < until && s.taken < o.Uses {
		undo := x.player.inv
		if !x.take(o.Takes, o.Price) {
			return fail(game.CodeMissingItem, "the %s here wants %s for %s, and %d are held", o.Who,
				game.Counted(o.Price, o.Takes), game.Counted(o.Count, o.Gives), x.player.inv.count(o.Takes))
		}
		if x.give(o.Gives, o.Count) > 0 {
			x.player.inv = undo
			return fail(game.CodeInventoryFull, "the inventory is full: there is no room for %s", game.Display(o.Gives))
		}
		x.used(o.Takes, o.Price, o.Gives)
		x.items(Gathered, o.Gives, o.Count, who.at)
		if s.taken++; s.taken == o.Uses {
			s.more = x.now + restockSeconds
		}
		x.progress("traded for "+game.Display(o.Gives), min(1, float64(x.player.inv.count(o.Gives))/float64(until)))
		if f := x.pass(1); f != nil {
			return f
		}
	}
	return nil
}

// profession is what a villager does for a living: those of one village differ.
func (w *World) profession(m mobKey) string {
	var all []string
	for _, o := range w.data.Trading().Offers {
		if !slices.Contains(all, o.Who) {
			all = append(all, o.Who)
		}
	}
	lot := lotOf(m.at.X, m.at.Z)
	k := m.at.X - lot[0]*lotSize - 10 + 5*((m.at.Z-lot[1]*lotSize-3)/3)
	return all[(k+len(all))%len(all)]
}

// offersOf are the offers of a villager: two of those of its profession, of which some are
// not known here.
func (w *World) offersOf(m mobKey) []data.Trade {
	var has []data.Trade
	may := slices.DeleteFunc(slices.Clone(w.data.Trading().Offers), func(o data.Trade) bool { return o.Who != w.profession(m) })
	of, draw := may[0].Of, int(w.land.hash("offers", m.at.X, m.at.Z)>>1)
	first := draw % of
	for _, k := range []int{first, (first + 1 + draw/of%max(of-1, 1)) % of} {
		if k < len(may) && !slices.Contains(has, may[k]) {
			has = append(has, may[k])
		}
	}
	return has
}
