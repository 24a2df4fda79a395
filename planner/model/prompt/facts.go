// SPDX-License-Identifier: MIT

package prompt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/rules"
)

// facts are the rules that matter for the wanted things, from these down to what
// the world gives, one line each; related are the names in them.
func (a Ask) facts(most int) (lines, related []string) {
	if a.Version == nil {
		return nil, nil
	}
	t := &tree{v: a.Version}
	for _, w := range a.Wanted {
		t.want(w)
	}
	for i := 0; i < len(t.queue) && len(t.lines) < most; i++ {
		t.explain(t.queue[i])
	}
	return t.lines, t.queue
}

// tree walks from things to what they are made of.
type tree struct {
	v     *data.Version
	queue []string
	lines []string
	fuel  bool
}

func (t *tree) want(name string) {
	if name != "" && !slices.Contains(t.queue, name) {
		t.queue = append(t.queue, name)
	}
}

func (t *tree) say(format string, args ...any) {
	t.lines = append(t.lines, fmt.Sprintf(format, args...))
}

// explain writes how one thing is come by and wants what that takes.
func (t *tree) explain(name string) {
	if b, drop, ok := t.source(name); ok {
		t.mine(name, b, drop)
		return
	}
	if r, ok := t.recipe(name); ok {
		t.craft(name, r)
		return
	}
	if inputs := t.v.SmeltingTo(name); len(inputs) > 0 {
		t.say("%s: smelt %s in a furnace, with fuel", name, inputs[0].Input)
		t.want(inputs[0].Input)
		t.want(data.StationFurnace)
		if !t.fuel {
			t.fuel = true
			t.say("fuel: 1 coal or charcoal smelts 8, 1 plank smelts 1.5")
		}
		return
	}
	if mob := rules.Dropper(t.v, name); mob != "" {
		t.say("%s: dropped by %s", name, mob)
		return
	}
	if b, ok := t.v.Block(name); ok {
		if !b.Breakable() {
			t.say("%s cannot be broken or made in survival", name)
		} else if b.Natural {
			t.mine(name, b, data.Drop{})
		}
	}
}

func (t *tree) mine(name string, b *data.Block, drop data.Drop) {
	word := fmt.Sprintf("%s: mine %s", name, b.Name)
	if drop.Item != "" && drop.Item != name {
		word += ", which gives " + drop.Item
	}
	if b.Harvest != nil {
		word += fmt.Sprintf(" (needs %s or better)", b.Harvest[0])
		t.want(b.Harvest[0])
	}
	if drop.Chance > 0 && drop.Chance < 1 {
		word += fmt.Sprintf(", about 1 in %.0f", 1/drop.Chance)
	}
	if b.Dimension != "" && b.Dimension != "overworld" {
		word += ", only in " + b.Dimension
	}
	t.say("%s", word)
}

func (t *tree) craft(name string, r data.Recipe) {
	var parts []string
	for _, in := range r.Ingredients {
		item := in.Items[0]
		word := item
		if n := len(in.Items); n > 1 {
			word = fmt.Sprintf("%s (or any of %d alike)", item, n)
		}
		parts = append(parts, fmt.Sprintf("%d %s", in.Count, word))
		t.want(item)
	}
	where := ""
	if r.Table {
		where = " at a crafting_table"
		t.want(data.StationTable)
	}
	t.say("%s: craft %d from %s%s", name, r.Count, strings.Join(parts, " + "), where)
}

// source is the natural block that surely leaves the item, or leaves it at all
// when nothing makes it.
func (t *tree) source(item string) (*data.Block, data.Drop, bool) {
	var maybe *data.Block
	var chance data.Drop
	for _, s := range t.v.DroppedBy(item) {
		b, ok := t.v.Block(s.Block)
		if !ok || !b.Natural || s.Drop.SilkTouch || s.Drop.Shears {
			continue
		}
		if s.Drop.Chance >= 1 && s.Drop.Min > 0 {
			return b, s.Drop, true
		}
		if maybe == nil {
			maybe, chance = b, s.Drop
		}
	}
	if maybe == nil || len(t.v.Recipes(item)) > 0 || len(t.v.SmeltingTo(item)) > 0 {
		return nil, data.Drop{}, false
	}
	return maybe, chance, true
}

// recipe is the usual recipe of an item: the first that is not made of the item
// itself in another form.
func (t *tree) recipe(item string) (data.Recipe, bool) {
	for _, r := range t.v.Recipes(item) {
		circle := slices.ContainsFunc(r.Ingredients, func(in data.Ingredient) bool {
			return slices.ContainsFunc(t.v.Recipes(in.Items[0]), func(back data.Recipe) bool {
				return len(back.Ingredients) == 1 && slices.Contains(back.Ingredients[0].Items, item)
			})
		})
		if !circle {
			return r, true
		}
	}
	if len(t.v.SmeltingTo(item)) == 0 && len(t.v.Recipes(item)) > 0 {
		return t.v.Recipes(item)[0], true
	}
	return data.Recipe{}, false
}

// Kinds are the catalogue's rows that a body has and may be planned.
func Kinds(may func(game.Kind) bool) []game.KindInfo {
	return slices.DeleteFunc(game.Catalogue(), func(k game.KindInfo) bool { return k.Local || !may(k.Kind) })
}
