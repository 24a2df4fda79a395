// SPDX-License-Identifier: MIT

package rules

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// Crafts are the ways to craft an item, in the order in which a body tries them:
// grid, stonecutter, smithing table.
func (r *Rules) Crafts(item string) []*Op { return r.CraftsOf(r.ID(item)) }

// CraftsOf is Crafts of an item by its number.
func (r *Rules) CraftsOf(item int32) []*Op { return r.crafts[item] }

// Smelt is what smelting an input does; false for what is not smelted.
func (r *Rules) Smelt(input string) (Op, bool) {
	sm, ok := r.Version.SmeltingOf(input)
	if !ok {
		return Op{}, false
	}
	o, ok := r.smelt(sm)
	r.complete(&o)
	return o, ok
}

// Spend uses up one of each of the items, as often as they are named; Bring is its
// contrary.
func (r *Rules) Spend(kind game.Kind, items ...string) Op {
	o := op(kind, "", -1, 0, 0, 0)
	for _, i := range r.IDsOf(items) {
		if k := slices.IndexFunc(o.Takes, func(p Part) bool { return p.Alts[0] == i }); k >= 0 {
			o.Takes[k].Count++
			continue
		}
		o.Takes = append(o.Takes, Part{[]int32{i}, 1})
	}
	return o
}

// Raise makes blocks stand: each uses up what it comes of, or wears the tool that makes it.
// wrong is the first block that nobody can make stand.
func (r *Rules) Raise(kind game.Kind, blocks ...string) (o Op, wrong string) {
	var items []string
	var left []int32
	var tools []string
	wear := int32(0)
	for _, block := range blocks {
		m, ok := r.Version.MeansOf(block)
		switch {
		case !ok:
			return Op{}, block
		case m.Tool:
			tools, wear = m.Items, wear+1
		default:
			items = append(items, m.Items[0])
		}
		if m.Leaves != "" {
			left = append(left, r.ID(m.Leaves))
		}
	}
	o = r.Spend(kind, items...)
	for _, i := range left {
		o.Gives = append(o.Gives, Yield{i, 1, 1})
	}
	if wear > 0 {
		o.Tools, o.Wear = r.IDsOf(tools), wear
	}
	return o, ""
}

// Bring adds one of the item.
func (r *Rules) Bring(kind game.Kind, item string) Op {
	o := op(kind, item, -1, 0, 0, 0)
	if i := r.ID(item); i >= 0 {
		o.Gives = []Yield{{i, 1, 1}}
	}
	return o
}

// Use is using the item on a block or mob.
func (r *Rules) Use(kind game.Kind, item string, in *data.Interaction) Op {
	o := op(kind, in.Block+in.Mob, -1, 0, 0, HandSeconds)
	with := r.IDsOf([]string{item})
	if in.Spent {
		o.Takes = []Part{{with, 1}}
	} else {
		o.Tools, o.Wear = with, 1
	}
	if i := r.ID(in.Result); i >= 0 && !r.Version.Stands(in) {
		o.Gives = []Yield{{i, int32(in.Min), float64(in.Min)}}
	}
	return o
}

// Tend is what a kind of farming needs in hand and brings: tools of a class, or
// shears at an animal, a rod for a catch.
func (r *Rules) Tend(kind game.Kind, target string) Op {
	o := op(kind, target, -1, 0, 0, PlotSeconds)
	switch kind {
	case game.Till:
		o.Tools, o.Wear = r.IDsOf(r.Version.ToolsOf("hoe")), 1
	case game.Shear:
		o.Tools, o.Wear, o.Unit = r.IDsOf(r.Version.ToolsOf("shears")), 1, HandSeconds
		for _, in := range r.Version.Interactions() {
			if i := r.ID(in.Result); i >= 0 && in.Mob == target && slices.Contains(in.With, "shears") {
				o.Gives = append(o.Gives, Yield{i, int32(in.Min), float64(in.Min)})
			}
		}
	case game.Fish:
		o.Tools, o.Unit = r.IDsOf([]string{"fishing_rod"}), fishSeconds
		if i := r.ID(target); i >= 0 {
			o.Gives = []Yield{{i, 1, 1}}
		}
	case game.Breed:
		o.Unit = breedSeconds
		if m, ok := r.Version.Mob(target); ok && len(r.IDsOf(m.Breeding)) > 0 {
			o.Takes = []Part{{r.IDsOf(m.Breeding), 2}}
		}
	case game.Harvest:
		if b, ok := r.ripe(target); ok {
			o.Gives = r.yields(b.Yields(false))
		}
	default:
	}
	return o
}

// ripe is the block that is taken in when a crop, its block or its item is named.
func (r *Rules) ripe(target string) (*data.Block, bool) {
	if crop, grows := r.Version.CropOfBlock(target); grows && crop.Stays {
		return r.Version.Block(crop.Harvest)
	}
	if b, ok := r.Version.Block(target); ok {
		return b, true
	}
	for _, s := range r.Version.DroppedBy(target) {
		if b, ok := r.Version.Block(s.Block); ok && s.Drop.Chance >= 1 && s.Drop.Min > 0 && !s.Drop.SilkTouch && !s.Drop.Shears {
			return b, true
		}
	}
	return nil, false
}
