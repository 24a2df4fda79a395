// SPDX-License-Identifier: MIT

package goals

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/language"
)

// swapRow is the row of a verb that gives one thing for another, by a kind of action.
func swapRow(kind Kind, by game.Kind, example, met string) Frame {
	return Frame{
		Kind: kind, Grade: game.Seen, Met: met, Examples: []string{example}, needs: []game.Kind{by},
		makes: kind == Buy, all: kind == Sell, slots: "thing | of", draft: (*drafter).partSwap, spoken: (*speech).swaps,
	}
}

// swaps takes things, and what is given for them: emeralds on one side.
func (s *speech) swaps(v *language.Value) bool {
	return s.about(slotThing, Goal{}, func(g *Goal, t *saidThing) bool {
		g.All = g.Kind == Sell && !t.given && !g.Refers // "sell wheat" is about all of it
		coin, of := s.r.Version.Trading().Coin, v.Field(slotOf)
		if of == nil {
			return g.Kind != Sell || g.Name != coin
		}
		n, ok := s.one(of.Thing(), Get)
		w := Thing{Name: n.Name, Items: n.Items, Count: int(of.Thing().Quantity.Number), Of: true}
		if g.Name == coin { // an emerald for bread
			w.Name, w.Items, w.Count, g.Count, g.Kind, g.All = g.Name, g.Items, g.Count, max(1, w.Count), Buy, false
			g.be(n)
		}
		g.With = []Thing{w}
		return ok && w.Name == coin && g.Name != coin
	})
}

// partSwap gets so many of a thing, or what so many are sold for, or all that are held, for no worse than was said.
func (d *drafter) partSwap(p *part) error {
	g, via := p.goal, p.goal.Kind.row().needs[0]
	if g.All {
		g.Count = d.Base(g.Items...)
	}
	var said Thing
	if len(g.With) > 0 {
		said = g.With[0]
	}
	deal, ok := d.Solver.Deal(via, g.Items, g.Count, said.Count, g.Kind == Sell)
	switch {
	case !ok:
		return impossible("impossible.trade", "thing", game.Named(g.Items[0]))
	case deal.Count == 0:
		return impossible("impossible.few", "things", game.Things{Count: deal.Most, Items: g.Items[:1]})
	}
	d.partGain(p, deal.Items, deal.Count, via, deal.Target)
	if p.Wants[0].Most = deal.Most; g.Used { // the trades show it, and what comes later takes of it
		p.checks = []game.Check{{Kind: game.CheckDone, Action: via, Items: deal.Items, Count: deal.Count}}
		left := max(0, deal.Count-d.done(via, deal.Items...))
		p.Wants[0].Count = left + d.Held(deal.Items...)
		p.First, p.Wants, p.Holds = p.Wants[:min(left, 1)], nil, false
	}
	return nil
}
