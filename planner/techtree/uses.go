// SPDX-License-Identifier: MIT

package techtree

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// useSeconds is turning to a thing and using an item on it.
const useSeconds = 2

// addUses adds what living things, fluids and blocks give to an item in hand.
func (s *Solver) addUses() {
	for _, in := range s.v.Interactions() {
		w := way{
			kind: game.Use, out: s.byName(in.Result), n: int32(in.Min), mean: float64(in.Min+in.Max) / 2,
			toolset: -1, station: -1, subject: in.Block + in.Mob, dimension: "overworld", seconds: useSeconds,
		}
		if w.out < 0 || in.Min < 1 || !s.finds(&w, &in) || !s.hands(&w, &in) {
			continue
		}
		s.ways = append(s.ways, w)
	}
}

// finds says where a use finds its block or mob; false for those that are left
// to goals that name them.
func (s *Solver) finds(w *way, in *data.Interaction) bool {
	if in.Mob != "" {
		m, ok := s.v.Mob(in.Mob)
		switch {
		case !ok, m.Category == "hostile", m.Category == "other", drops(m, in.Result):
			return false // sheep leave as much wool when killed
		case slices.Contains(in.With, "bucket") && in.Result == "milk_bucket":
			w.kind = game.Milk
			if in.Mob != "cow" {
				return false
			}
		case len(in.With) == 0:
			// Hens lay, and what they laid lies around (Minecraft Wiki, "Egg").
			w.kind, w.subject, w.seconds, w.search = game.Collect, in.Result, 20, 120
			return true
		}
		w.search = m.Search
		if m.Dimension != "" {
			w.dimension = m.Dimension
		}
		return true
	}
	b, ok := s.v.Block(in.Block)
	switch {
	case !ok, in.Block == "beehive": // has bees in it only where nests are kept
		return false
	case b.Fluid:
		w.search = b.Search
		return true
	case b.Natural:
		w.search, w.dimension = b.Search, b.Dimension
		return true
	}
	// What is made can be set down, turned and taken up again.
	i := s.byName(in.Block)
	w.placed, w.dimension = true, ""
	w.ings = []ing{{alts: []int32{i}, count: 1}}
	return in.Turns && i >= 0
}

// drops says that a killed mob leaves an item.
func drops(m *data.Mob, item string) bool {
	return slices.ContainsFunc(m.Drops, func(d data.Drop) bool { return d.Item == item })
}

// hands says what a use takes in hand.
func (s *Solver) hands(w *way, in *data.Interaction) bool {
	with := s.idsOf(in.With)
	if len(with) < len(in.With) && len(with) == 0 {
		return false
	}
	if s.v.Stands(in) {
		b, ok := s.v.Block(in.Result)
		if !ok || !slices.ContainsFunc(b.Drops, func(d data.Drop) bool { return d.Item == in.Result && !d.SilkTouch && sure(d) == 1 }) {
			return false
		}
		w.turned = in.Result
		if in.Spent && b.Harvest != nil {
			w.tools = s.idsOf(b.Harvest)
		}
		w.seconds += s.breakSeconds(b, w.tools) + pickUpSeconds
	}
	if w.placed {
		w.seconds += placeSeconds
	}
	switch {
	case in.Spent:
		w.ings = append(w.ings, ing{alts: with[:1], count: 1})
	case len(with) > 0:
		w.tools = with
	}
	return true
}

// use is one use of a way: setting down, using, and mining what it turned into.
func (c *scheduler) use(w *way, item string, seconds float64, why string) {
	names := c.j.s.names
	if w.placed {
		c.emit(game.Action{Kind: game.Place, Block: names[w.ings[0].alts[0]]}, placeSeconds, why)
	}
	c.emit(game.Action{Kind: game.Use, Item: item, Target: w.subject}, seconds, why)
	if w.turned != "" {
		c.emit(game.Action{Kind: game.Mine, Target: w.turned, Quantity: 1}, pickUpSeconds, why)
	}
}

// inHand is the item that a way is used with.
func (c *scheduler) inHand(w *way) string {
	if len(w.ings) > 0 && !w.placed {
		return c.j.s.names[w.ings[0].alts[0]]
	}
	for _, t := range c.tools {
		if t.left > 0 && slices.Contains(w.tools, t.item) {
			return c.j.s.names[t.item]
		}
	}
	return ""
}
