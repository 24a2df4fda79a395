// SPDX-License-Identifier: MIT

package techtree

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// use is one use of a way: setting down, using, and mining what it turned into.
func (c *scheduler) use(w *rules.Op, item string, seconds float64, why game.Message) {
	names := c.j.s.Names
	if w.Placed {
		c.emit(game.Action{Kind: game.Place, Block: names[w.Takes[0].Alts[0]]}, rules.PlaceSeconds, why)
	}
	c.emit(game.Action{Kind: game.Use, Item: item, Target: w.Subject}, seconds, why)
	if w.Turned != "" {
		c.emit(game.Action{Kind: game.Mine, Target: w.Turned, Quantity: 1}, rules.StepSeconds, why)
	}
}

// inHand is the item that a way is used with.
func (c *scheduler) inHand(w *rules.Op) string {
	if len(w.Takes) > 0 && !w.Placed {
		return c.j.s.Names[w.Takes[0].Alts[0]]
	}
	if i := c.st.Quickest(w.Tools, ""); i >= 0 {
		return c.j.s.Names[c.st.Tools[i].Item]
	}
	return ""
}
