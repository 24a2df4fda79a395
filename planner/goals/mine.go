// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

func mineRow() Frame {
	return Frame{
		Kind: Mine, least: true, Grade: game.Seen,
		Met:      "so many more of what it leaves are held than at the start",
		Examples: []string{"mine 10 stone", "chop down a tree", "mine 3 iron ore with a stone pickaxe"},
		draft:    (*drafter).partMine,
		makes:    true,
		slots:    "thing:block tool given in until | felled:block " + minedBy, spoken: (*speech).breaks,
	}
}

func (d *drafter) partMine(p *part) error {
	g := p.goal
	var drops []string
	target, each, certain := "", 1, true
	for k, name := range g.Items {
		b, ok := d.Version.Block(name)
		if !ok && d.Version.Own(name) { // what it leaves nobody told: it is broken as it is
			certain = false
			continue
		}
		if !ok || !b.Natural && b.Breakable() && d.minedAs(name) {
			// An item that several blocks leave: "mine 3 diamonds".
			d.partGain(p, g.Items, g.Count, game.Mine, "")
			return nil
		}
		if !b.Breakable() {
			return impossible("why.unbreakable", "thing", game.Named(name))
		}
		if k == 0 {
			target = name
		}
		items, sure := b.MainDrops()
		if len(items) == 0 || len(g.Items) == 1 && d.setByPeople(name) {
			certain = false
			continue
		}
		for _, i := range items {
			if !slices.Contains(drops, i) {
				drops = append(drops, i)
			}
		}
		if len(g.Items) == 1 {
			each = sure
		}
	}
	if len(g.Items) > 1 {
		target = ""
	}
	if certain && len(drops) > 0 {
		if len(drops) > 1 && target != "" {
			// Gravel or flint: every block leaves one of them.
			d.gains(p, g.Count, drops, game.Action{Kind: game.Mine, Target: target})
			return nil
		}
		d.partGain(p, drops, g.Count*each, game.Mine, d.oreTarget(target))
		return nil
	}
	p.told = true // nothing sure comes of it but the breaking
	d.times(p, game.Action{Kind: game.Mine, Target: g.Items[0]}, g.Count)
	return nil
}

// setByPeople says that a block stands only where somebody placed it: a chest, a furnace. It can be broken, and is looked for as it is.
func (d *drafter) setByPeople(block string) bool {
	b, ok := d.Version.Block(block)
	_, grows := d.Version.CropOfBlock(block)
	return ok && !b.Natural && !grows && !d.minedAs(block)
}

// oreTarget lets the deepslate form of an ore stand in for the plain one: a
// target is named only when there is no such form or it alone is excluded.
func (d *drafter) oreTarget(block string) string {
	if strings.HasSuffix(block, "_ore") {
		if _, ok := d.Version.Block("deepslate_" + block); ok {
			return ""
		}
	}
	return block
}

// minedAs says that natural blocks leave an item of that name.
func (d *drafter) minedAs(item string) bool { return len(d.minedFrom(item)) > 0 }

// minedFrom are the natural blocks that leave an item.
func (d *drafter) minedFrom(item string) (blocks []string) {
	for _, s := range d.Version.DroppedBy(item) {
		if b, ok := d.Version.Block(s.Block); ok && b.Natural && !s.Drop.SilkTouch {
			blocks = append(blocks, s.Block)
		}
	}
	return blocks
}

// mined is what a mine goal brings, the blocks that it may come of, and how much one block leaves.
func (d *drafter) mined(g Goal) (items, blocks []string, each int) {
	if b, ok := d.Version.Block(g.Items[0]); ok && (b.Natural || !d.minedAs(g.Items[0])) {
		items, each = b.MainDrops()
		blocks = g.Items
		if deep := "deepslate_" + g.Items[0]; d.oreTarget(g.Items[0]) == "" {
			blocks = append(slices.Clone(blocks), deep)
		}
		return items, blocks, each
	}
	return g.Items[:1], d.minedFrom(g.Items[0]), 1
}

// dug says that one of some names is a block's of the world, or comes of one.
func (r *Reader) dug(items []string) bool {
	return slices.ContainsFunc(items, func(id string) bool {
		return r.wild(id) || slices.ContainsFunc(r.Version.DroppedBy(id), func(s data.Source) bool { return r.wild(s.Block) })
	})
}

// wild says that a block stands in the world, or grows on a field.
func (r *Reader) wild(block string) bool {
	b, ok := r.Version.Block(block)
	_, grows := r.Version.CropOfBlock(block)
	return ok && (grows || b.Natural)
}
