// SPDX-License-Identifier: MIT

package techtree

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/techtree/room"
)

// mostOrders bounds the search for an order with room: some seconds.
const mostOrders = 8_000_000

// ErrCrammed: such a search found none.
var ErrCrammed = &game.GaveUpError{
	Reason: "The planner looked at " + count(mostOrders) + " ways to order the crafts and found none for which the inventory " +
		"always has room; there may be one. Store something first, or ask for less at once",
	Why: game.Say("gave-up.crammed", "tried", mostOrders),
}

// arrange orders a plan of nothing but crafts by package room, and runs it: where the
// body is left no choice, and every station is at hand or held.
func (c *scheduler) arrange() (Answer, error) {
	p, ok := c.room()
	if !ok {
		return Answer{}, ErrFull
	}
	turns := room.Order(p, mostOrders, c.j.ended)
	if turns == nil {
		return Answer{}, ErrCrammed
	}
	for _, t := range turns {
		if o := &c.ops[t.Craft]; !c.stationHere(o) || !c.fit(int(t.Craft), t.N, false) {
			return Answer{}, ErrFull
		}
	}
	for i := range c.wants {
		if _, err := c.check(&c.wants[i]); err != nil {
			return Answer{}, err
		}
	}
	return c.answer(), nil
}

// room is the plan as a problem of package room, its stations set up; ok is false for
// a plan that is none.
func (c *scheduler) room() (p *room.Problem, ok bool) {
	local := make([]int32, len(c.st.Held))
	p = &room.Problem{Slots: int32(c.st.Most)}
	for n, i := range c.j.items {
		local[i] = int32(n)
	}
	amount := func(item, n int32) room.Amount { return room.Amount{Item: local[item], N: n} }
	for k := range c.ops {
		o := &c.ops[k]
		w := &c.j.s.Ops[o.way]
		ofItself := slices.ContainsFunc(o.from, func(t take) bool { return t.item == w.Out })
		if !w.Crafts() || c.choosy(o) || ofItself {
			return nil, false
		}
		if !c.stationHere(o) {
			station := c.toSetUp(w)
			if station < 0 {
				return nil, false
			}
			c.place(station, c.forItem(w.Out))
		}
		craft := room.Craft{Batches: o.left, Gives: []room.Amount{amount(w.Out, w.N)}}
		for _, l := range w.Leaves {
			craft.Gives = append(craft.Gives, amount(l.Item, l.N))
		}
		for _, in := range w.Takes {
			item := in.Alts[0]
			if at := slices.IndexFunc(craft.Takes, func(a room.Amount) bool { return a.Item == local[item] }); at >= 0 {
				craft.Takes[at].N += in.Count
			} else {
				craft.Takes = append(craft.Takes, amount(item, in.Count))
			}
		}
		p.Crafts = append(p.Crafts, craft)
	}
	for _, i := range c.j.items {
		p.Held = append(p.Held, c.st.Held[i])
		p.Stack = append(p.Stack, int32(max(c.j.s.Info[i].Stack, 1)))
		if use := int32(-1); c.junks(i) {
			p.Use = append(p.Use, c.usedLater(i))
		} else {
			p.Use = append(p.Use, use)
		}
	}
	return p, true
}
