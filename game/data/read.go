package data

import (
	"bytes"
	"cmp"
	"embed"
	"slices"
	"strings"

	"github.com/minehand/minehand/game/data/internal/table"
)

//go:embed tables/*.json.gz
var embedded embed.FS

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
	return convert(f), nil
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
		items:       make([]*Item, len(f.Items)),
		blocks:      make([]*Block, len(f.Blocks)),
		mobs:        make([]*Mob, len(f.Mobs)),
		recipes:     make([]Recipe, len(f.Recipes)),
		smeltings:   make([]Smelting, len(f.Smeltings)),
		cuts:        make([]Cut, len(f.Cuts)),
		smithings:   make([]Smithing, len(f.Smithings)),
		tags:        f.Tags,
		itemByName:  make(map[string]*Item, len(f.Items)),
		blockByName: make(map[string]*Block, len(f.Blocks)),
		mobByName:   make(map[string]*Mob, len(f.Mobs)),
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
		CraftLeaves: n.one(in.Leaves), Block: n.one(in.Block),
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

// index builds the lookups. Every list keeps the order of the file.
func (t *tables) index() {
	t.recipesOf = make(map[string][]Recipe)
	t.usesOf = make(map[string][]Recipe)
	for _, r := range t.recipes {
		t.recipesOf[r.Result] = append(t.recipesOf[r.Result], r)
		seen := make(map[string]bool)
		for _, ing := range r.Ingredients {
			for _, item := range ing.Items {
				if !seen[item] {
					seen[item] = true
					t.usesOf[item] = append(t.usesOf[item], r)
				}
			}
		}
	}
	t.smeltingOf = make(map[string]Smelting, len(t.smeltings))
	t.smeltingTo = make(map[string][]Smelting)
	for _, s := range t.smeltings {
		t.smeltingOf[s.Input] = s
		t.smeltingTo[s.Output] = append(t.smeltingTo[s.Output], s)
	}
	t.cutsTo = make(map[string][]Cut)
	for _, c := range t.cuts {
		t.cutsTo[c.Output] = append(t.cutsTo[c.Output], c)
	}
	t.smithingTo = make(map[string][]Smithing)
	for _, s := range t.smithings {
		t.smithingTo[s.Result] = append(t.smithingTo[s.Result], s)
	}
	t.droppedBy = make(map[string][]Source)
	for _, b := range t.blocks {
		for _, d := range b.Drops {
			t.droppedBy[d.Item] = append(t.droppedBy[d.Item], Source{Block: b.Name, Drop: d})
		}
	}
	for _, m := range t.mobs {
		for _, d := range m.Drops {
			t.droppedBy[d.Item] = append(t.droppedBy[d.Item], Source{Mob: m.Name, Drop: d})
		}
	}
	for _, list := range t.droppedBy {
		slices.SortStableFunc(list, t.compareSources)
	}
}

// compareSources orders the ways to an item: natural blocks, other blocks,
// mobs; within these first what needs no silk touch or shears, then the nearer
// dimension, the surer drop, the softer block.
func (t *tables) compareSources(a, b Source) int {
	return cmp.Or(
		cmp.Compare(t.sourceKind(a), t.sourceKind(b)),
		cmp.Compare(special(a.Drop), special(b.Drop)),
		cmp.Compare(dimensionRank(t.dimension(a)), dimensionRank(t.dimension(b))),
		cmp.Compare(b.Drop.Chance, a.Drop.Chance),
		cmp.Compare(t.toughness(a), t.toughness(b)),
	)
}

func (t *tables) sourceKind(s Source) int {
	switch {
	case s.Mob != "":
		return 2
	case t.blockByName[s.Block].Natural:
		return 0
	}
	return 1
}

func special(d Drop) int {
	if d.SilkTouch || d.Shears {
		return 1
	}
	return 0
}

func (t *tables) dimension(s Source) string {
	if s.Mob != "" {
		return t.mobByName[s.Mob].Dimension
	}
	return t.blockByName[s.Block].Dimension
}

func dimensionRank(dimension string) int {
	switch {
	case strings.HasPrefix(dimension, "overworld"):
		return 0
	case dimension == "the_nether":
		return 1
	case dimension == "the_end":
		return 2
	}
	return 3
}

func (t *tables) toughness(s Source) float64 {
	if s.Mob != "" {
		return t.mobByName[s.Mob].Health
	}
	return t.blockByName[s.Block].Hardness
}
