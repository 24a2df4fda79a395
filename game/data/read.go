// SPDX-License-Identifier: MIT

package data

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/minehand/minehand/game/data/internal/table"
)

// readTables decodes the embedded file of a version.
func readTables(name string) (*tables, error) {
	raw, err := embedded.ReadFile("tables/" + name + ".json.gz")
	if err != nil {
		return nil, err
	}
	f, err := table.Decode(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	t := convert(f)
	if err := t.addFacts(name); err != nil {
		return nil, err
	}
	return t, nil
}

// names keeps one copy of each string: the same few thousand names occur in
// tens of thousands of places.
type names map[string]string

func (n names) one(s string) string {
	if have, ok := n[s]; ok {
		return have
	}
	n[s] = s
	return s
}

func (n names) all(list []string) []string {
	for i, s := range list {
		list[i] = n.one(s)
	}
	return list
}

// convert turns the embedded form into the public one and builds the indices.
func convert(f *table.File) *tables {
	n := names{}
	t := &tables{
		items:        make([]*Item, len(f.Items)),
		blocks:       make([]*Block, len(f.Blocks)),
		mobs:         make([]*Mob, len(f.Mobs)),
		recipes:      make([]Recipe, len(f.Recipes)),
		smeltings:    make([]Smelting, len(f.Smeltings)),
		cuts:         make([]Cut, len(f.Cuts)),
		smithings:    make([]Smithing, len(f.Smithings)),
		interactions: make([]Interaction, len(f.Interactions)),
		tags:         f.Tags,
		itemByName:   make(map[string]*Item, len(f.Items)),
		blockByName:  make(map[string]*Block, len(f.Blocks)),
		mobByName:    make(map[string]*Mob, len(f.Mobs)),
	}
	for i, in := range f.Items {
		it := n.item(in)
		t.items[i], t.itemByName[it.Name] = it, it
	}
	for _, list := range f.Harvests {
		n.all(list)
	}
	for i, in := range f.Blocks {
		b := &Block{
			Name: n.one(in.Name), Display: display(in.Display, in.Name), Hardness: in.Hardness,
			Class: n.one(in.Class), Drops: n.drops(in.Drops), Natural: in.Natural,
			Dimension: n.one(in.Dimension), Structure: n.one(in.Structure),
		}
		if in.Harvest > 0 {
			b.Harvest = f.Harvests[in.Harvest-1]
		}
		t.blocks[i], t.blockByName[b.Name] = b, b
	}
	for i, in := range f.Mobs {
		m := &Mob{
			Name: n.one(in.Name), Display: display(in.Display, in.Name), Category: n.one(in.Category),
			Health: in.Health, Drops: n.drops(in.Drops), Dimension: n.one(in.Dimension),
		}
		t.mobs[i], t.mobByName[m.Name] = m, m
	}
	for _, set := range f.Sets {
		n.all(set)
	}
	for i, in := range f.Recipes {
		t.recipes[i] = n.recipe(f, in)
	}
	for i, in := range f.Smeltings {
		t.smeltings[i] = Smelting{
			Input: n.one(in.Input), Output: n.one(in.Output),
			Stations: n.all(in.Stations), Ticks: cmp.Or(in.Ticks, 200),
		}
	}
	for i, in := range f.Cuts {
		t.cuts[i] = Cut{Input: n.one(in.Input), Output: n.one(in.Output), Count: in.Count}
	}
	for i, in := range f.Smithings {
		t.smithings[i] = Smithing{
			Template: n.one(in.Template), Base: n.one(in.Base),
			Addition: n.one(in.Addition), Result: n.one(in.Result),
		}
	}
	for i, in := range f.Interactions {
		t.interactions[i] = Interaction{
			With: n.all(in.With), Block: n.one(in.Block), Mob: n.one(in.Mob),
			Result: n.one(in.Result), Min: in.Min, Max: in.Max, Spent: in.Spent, Turns: in.Turns,
		}
	}
	for tag, list := range t.tags {
		t.tags[tag] = slices.Clip(n.all(list))
	}
	t.index()
	return t
}

func (n names) item(in table.Item) *Item {
	it := &Item{
		Name: n.one(in.Name), Display: display(in.Display, in.Name), Stack: cmp.Or(in.Stack, 64),
		Durability: in.Durability, FuelTicks: in.Fuel, FuelLeaves: n.one(in.FuelLeaves),
		CraftLeaves: n.one(in.Leaves), Block: n.one(in.Block), Experiment: in.Experiment,
	}
	if it.Durability > 0 { // the source says otherwise of warped fungus on a stick
		it.Stack = 1
	}
	if in.Class != "" {
		it.Tool = &Tool{Class: n.one(in.Class), Tier: n.one(in.Tier), Speed: in.Speed}
	}
	if in.Hunger > 0 {
		it.Food = &Food{Hunger: in.Hunger, Saturation: in.Saturation}
	}
	return it
}

func (n names) drops(in []table.Drop) []Drop {
	if len(in) == 0 {
		return nil
	}
	out := make([]Drop, len(in))
	for i, d := range in {
		out[i] = Drop{
			Item: n.one(d.Item), Min: d.Min, Max: d.Max, Chance: cmp.Or(d.Chance, 1),
			SilkTouch: d.Only == "silk", NoSilkTouch: d.Only == "nosilk",
			Shears: d.Only == "shears", PlayerKill: d.Only == "player",
		}
	}
	return out
}

func (n names) recipe(f *table.File, in table.Recipe) Recipe {
	r := Recipe{
		Result: n.one(in.Result), Count: cmp.Or(in.Count, 1), Shape: in.Shape,
		Ingredients: make([]Ingredient, len(in.Sets)),
	}
	cells := 0
	for i, set := range in.Sets {
		r.Ingredients[i] = Ingredient{Items: f.Sets[set], Count: in.Counts[i]}
		cells += in.Counts[i]
	}
	if in.Shape == nil {
		r.Table = cells > 4
	} else {
		r.Table = len(in.Shape) > 2
		for _, row := range in.Shape {
			r.Table = r.Table || len(row) > 2
		}
	}
	return r
}

// display makes the readable name when the file left it out.
func display(given, name string) string {
	if given != "" {
		return given
	}
	return table.Title(name)
}
