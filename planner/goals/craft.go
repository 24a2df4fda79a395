// SPDX-License-Identifier: MIT

package goals

import (
	"strings"

	"github.com/minehand/minehand/game"
)

func craftRow() Frame {
	return Frame{
		Kind: Craft, least: true, Grade: game.Seen,
		Met:      "so many more are held than at the start, or were made when a later goal uses them",
		Examples: []string{"make a furnace", "make a sword out of gold", "craft planks out of 3 logs"},
		draft:    (*drafter).partCraft,
		makes:    true,
		slots:    "thing of given | without times until many in rather as input:thing made:thing further using", spoken: (*speech).crafts,
	}
}

// partCraft makes so many more. Of several materials the cheap ones are used, and the player is told.
func (d *drafter) partCraft(p *part) error {
	g := p.goal
	if len(g.madeOf()) > 0 {
		return d.partMadeOf(p)
	}
	d.whichPotion(g)
	d.partGain(p, g.Items, g.Count, d.Version.Maker(g.Items[0]), "")
	if cheap := d.cheap(g.Items); len(cheap) < len(g.Items) {
		p.Wants[0].Items, p.Wants[0].Count = cheap, g.Count+d.Base(cheap...)
		d.notice("material", "thing", game.Named(strings.TrimPrefix(g.Name, "any ")),
			"goal", Reading{Goals: []Goal{{Kind: Craft, Name: g.Items[len(g.Items)-2], Count: g.Count}}, Language: d.language}.Words())
	}
	return nil
}

// cheap are those of some alternatives that a goal of no material is planned with: a sword is not made of the diamonds that are held.
func (d *drafter) cheap(items []string) []string {
	if len(items) < 2 {
		return items
	}
	return Of(d.Version).Cheap(items)
}
