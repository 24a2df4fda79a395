// SPDX-License-Identifier: MIT

package rules

import "github.com/minehand/minehand/game"

// gate is what makes a way between two dimensions, in both directions (Minecraft Wiki,
// "Nether portal": a frame of four by five needs no corners, which leaves ten blocks,
// and flint and steel lights it; who stands in it for four seconds is through).
type gate struct {
	between [2]string
	frame   string
	blocks  int32
	lighter string
	seconds float64
}

var gates = []gate{
	{between: [2]string{"overworld", "the_nether"}, frame: "obsidian", blocks: 10, lighter: "flint_and_steel", seconds: 4},
}

// PortalBlock stands where a gate does that plans lead through.
const PortalBlock = "nether_portal"

// Travel is going from one dimension to another: through a portal that stands, or
// through one that is built and lit first. False where no portal that a plan knows of
// leads.
func (r *Rules) Travel(from, to string, stands bool) (Op, bool) {
	for _, g := range gates {
		if g.between != [2]string{from, to} && g.between != [2]string{to, from} {
			continue
		}
		o := op(game.Travel, to, -1, 0, 0, SearchSeconds+g.seconds)
		o.Dimension = from
		if stands {
			return o, true
		}
		frame, lighter := r.ID(g.frame), r.ID(g.lighter)
		if frame < 0 || lighter < 0 {
			return o, false
		}
		o.Takes, o.Tools, o.Wear = []Part{{[]int32{frame}, g.blocks}}, []int32{lighter}, 1
		o.Unit = float64(g.blocks)*PlaceSeconds + HandSeconds + g.seconds
		return o, true
	}
	return Op{}, false
}
