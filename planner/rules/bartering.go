// SPDX-License-Identifier: MIT

package rules

import "github.com/minehand/minehand/game"

// barterSeconds is how long a piglin looks at an ingot (Minecraft Wiki, "Bartering": 121
// ticks from one to the next).
const barterSeconds = 6.05

// Barter is giving one ingot to a piglin, with a piece of golden armour worn; false where
// piglins give nothing that is known.
func (r *Rules) Barter() (Op, bool) {
	b := r.Version.Bartering()
	m, ok := r.Version.Mob(b.Mob)
	if !ok || len(b.Offers) == 0 {
		return Op{}, false
	}
	o := op(game.Barter, b.Given, -1, 0, 0, barterSeconds)
	o.Takes, o.Tools = []Part{{r.IDsOf([]string{b.Given}), 1}}, r.IDsOf(b.Worn)
	o.Dimension, o.Setup = m.Dimension, m.Search
	for _, offer := range b.Offers {
		o.Gives = append(o.Gives, Yield{Item: r.ID(offer.Item), Mean: offer.Chance * float64(offer.Min+offer.Max) / 2})
	}
	return o, true
}

// addBarters adds what piglins give often enough that somebody goes there for it.
func (r *Rules) addBarters() {
	barter, ok := r.Barter()
	if !ok {
		return
	}
	for _, y := range barter.Gives {
		if y.Mean < leastLuck {
			continue
		}
		o := barter
		o.Out, o.Mean = y.Item, y.Mean
		r.Ops = append(r.Ops, o)
	}
}
