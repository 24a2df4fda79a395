// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/techtree"
)

func getRow() Frame {
	return Frame{
		Kind: Get, least: true, Grade: game.Seen,
		Met: "so many are held",
		Examples: []string{
			"get 3 diamonds", "a stack of cobble", "coal or charcoal", "full iron armor", "tools", "fill a bucket with water",
			"get 5 logs in plains", "get 2 wool from sheep", "get obsidian given a diamond pickaxe",
		},
		draft: (*drafter).partGet,
		slots: "thing tool given in until of | from times without many rather hunted:thing listed:thing vessel:thing liquid:block " +
			"heap:thing taken:thing bare:thing using",
		spoken: (*speech).fetches,
	}
}

func (d *drafter) partGet(p *part) error {
	g := p.goal
	if g.Name == "nether_portal" {
		return impossible("impossible.no-portal")
	}
	d.whichPotion(g)
	items := d.asDrops(g.Items)
	p.Holds = true
	g.Count -= g.parted
	if g.More {
		p.checks = []game.Check{{Kind: game.CheckGain, Items: items, Count: g.Count}}
		p.Wants = []techtree.Want{{Items: items, Count: g.Count + d.Base(items...)}}
		return nil
	}
	p.checks = []game.Check{{Kind: game.CheckHave, Items: items, Count: g.Count}}
	p.Wants = []techtree.Want{{Items: items, Count: g.Count}}
	if cheap := d.cheap(items); len(cheap) < len(items) {
		if left := g.Count - d.Held(items...) + d.Held(cheap...); left > d.Held(cheap...) {
			p.Wants[0] = techtree.Want{Items: cheap, Count: left}
		}
	}
	if g.From != "" {
		p.Wants[0].Via, p.Wants[0].Target = Of(d.Version).sourceKind(g.From, items), g.From
	}
	return nil
}

// whichPotion tells what a potion is of which nobody said what is in it.
func (d *drafter) whichPotion(g Goal) {
	if g.Name == "potion" {
		d.notice("potion")
	}
}

// asDrops turns ores, which only silk touch brings, into what they drop, unless they are held.
func (d *drafter) asDrops(items []string) []string {
	if len(items) != 1 || !strings.HasSuffix(items[0], "_ore") || d.Request.State.Count(items[0]) > 0 {
		return items
	}
	b, ok := d.Version.Block(items[0])
	if !ok {
		return items
	}
	yields := b.Yields(false)
	if slices.ContainsFunc(yields, func(y data.Yield) bool { return y.Item == items[0] }) {
		return items
	}
	for _, y := range yields {
		if y.Sure > 0 {
			return []string{y.Item}
		}
	}
	return items
}
