// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/internal/lists"
)

// A tool that is said with a goal is what the goal is done with: "get 5 iron ore with a stone pickaxe". One that nothing of the goal
// is done with leaves the sentence unread, and one that breaks the right blocks for nothing makes it impossible.

// idle says that nothing of a goal is done with the tool that is said for it: it is not the one that the deed takes, it is nothing
// to fight with, or what is had is neither broken out of the world nor left or given by what the tool is for.
func (r *Reader) idle(g Goal, w Thing) bool {
	switch {
	case !w.Tool:
		return false
	case g.Kind == Get:
		return !slices.ContainsFunc(g.Items, func(id string) bool { return r.dug(r.before(id)) || r.workedOut(id, w, 0) })
	case g.Kind == Kill:
		return !slices.ContainsFunc(w.Items, r.fought)
	case g.Kind == Shear:
		return !slices.Contains(w.Items, shears)
	case g.Kind == Milk:
		return !slices.ContainsFunc(w.Items, func(id string) bool {
			return slices.ContainsFunc(g.Items, func(mob string) bool { return slices.Contains(r.Version.GivenBy(mob, id), milk) })
		})
	case g.Kind == Catch:
		return !slices.Contains(w.Items, "fishing_rod")
	case g.Kind == Till:
		return !meet(w.Items, r.Version.ToolsOf("hoe"))
	}
	return false
}

// fought says that an item is held to fight: a weapon, a bow with its arrows, a shield.
func (r *Reader) fought(item string) bool {
	it := r.item(item)
	return it.Weapon || it.Slot == "off_hand" || it.Shot || len(it.Shoots) > 0
}

// shot says that a thing is what something shoots.
func (r *Reader) shot(n lexicon.Meaning) bool { return len(n.Items) > 0 && r.item(n.Items[0]).Shot }

// shotBy is what an item shoots that alone will do, nil for nothing.
func (r *Reader) shotBy(items []string) []string {
	if len(items) != 1 {
		return nil
	}
	return r.item(items[0]).Shoots
}

// before is an item and what it comes of in a furnace.
func (r *Reader) before(item string) []string {
	return append([]string{item}, lists.Of(r.Version.SmeltingTo(item), func(s *data.Smelting) string { return s.Input })...)
}

// workedOut says that an item comes of something else than a broken block for which
// a tool may be taken: a mob that leaves it at least so often, water, a full hive.
func (r *Reader) workedOut(item string, w Thing, chance float64) bool {
	armed := slices.ContainsFunc(w.Items, func(id string) bool { return r.item(id).Weapon })
	left := func(s data.Source) bool { return s.Mob != "" && s.Drop.Chance >= chance }
	return armed && slices.ContainsFunc(r.Version.DroppedBy(item), left) ||
		slices.Contains(w.Items, "fishing_rod") && slices.ContainsFunc(r.Version.Catch(), func(c data.Catch) bool { return c.Item == item }) ||
		slices.ContainsFunc(r.Version.InteractionsTo(item), func(in data.Interaction) bool { return meet(in.With, w.Items) })
}

// fits refuses a tool with which nothing comes of the blocks that a goal is about.
func (d *drafter) fits(g Goal, w Thing) error {
	if !w.Tool || g.Kind != Get && g.Kind != Mine {
		return nil
	}
	r := Of(d.Version)
	var right *data.Block
	for _, from := range r.brokenFor(g) {
		switch {
		case slices.ContainsFunc(w.Items, from.brings):
			return nil
		case right == nil:
			right = from.block
			if from.shears {
				return d.unfit(g, w, right, game.Say("impossible.shears"))
			}
		}
	}
	if right == nil || g.Kind == Get && slices.ContainsFunc(g.Items, func(id string) bool { return r.workedOut(id, w, often) }) {
		return nil
	}
	return d.unfit(g, w, right, game.Say("impossible.or-better", "thing", game.A(right.Harvest[0])))
}

// unfit is the refusal of a tool.
func (d *drafter) unfit(g Goal, w Thing, b *data.Block, takes game.Message) error {
	g.With = nil
	return impossible("impossible.tool", "block", game.Named(b.Name), "thing", game.A(strings.TrimPrefix(w.Name, "any ")), "takes", takes, "goal", g.Words())
}

// breaking is a block that is broken for a goal; shears, that nothing else brings what is wanted of it.
type breaking struct {
	block  *data.Block
	shears bool
}

// brings says that the block leaves what is wanted when an item breaks it.
func (b breaking) brings(item string) bool {
	return b.block.HarvestedBy(item) && (!b.shears || item == shears)
}

// brokenFor are the blocks that may be broken for a goal.
func (r *Reader) brokenFor(g Goal) []breaking {
	var out []breaking
	for _, item := range g.Items {
		if b, ok := r.Version.Block(item); ok && r.wild(item) && (g.Kind == Mine || strings.HasSuffix(item, "_ore")) {
			out = append(out, breaking{block: b}) // for what it leaves
			continue
		}
		for _, id := range r.before(item) {
			for _, s := range r.Version.DroppedBy(id) {
				if b, ok := r.Version.Block(s.Block); ok && r.wild(s.Block) && !s.Drop.SilkTouch {
					out = append(out, breaking{b, s.Drop.Shears})
				}
			}
		}
	}
	return out
}
