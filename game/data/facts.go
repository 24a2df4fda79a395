// SPDX-License-Identifier: MIT

package data

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/internal/table"
)

//go:embed facts.json
var factsText []byte

// Crop is something that is planted and harvested.
type Crop struct {
	// Seed is the item that is planted, Block what stands then, Harvest what a body
	// is told to harvest (empty for trees, which are felled), Item what is wanted of
	// it.
	Seed, Block, Harvest, Item string
	// Farmland: it grows on tilled ground alone.
	Farmland bool
	// OwnSeed: the seed has no source but the crop itself.
	OwnSeed bool
	// Field: plans grow it on a field of many plants.
	Field bool
	// Stays: the plant is not taken in, only what grows on it.
	Stays bool
	// Sure and Mean number of Item that one harvest of a plant leaves over when the
	// seed is put back, at least and on average; 0 for what is on no field.
	Sure int
	Mean float64
	// Ripens is how many random ticks a plant alone on wet ground takes on average
	// until it can be harvested, Again until it can once more; 0 for what is not known,
	// Again for what is taken in with its plant.
	Ripens, Again float64
	// Ripe is the age of the block from which it can be harvested; 0 for what is not told by
	// its age, or not grown on farmland.
	Ripe int
}

// Catch is what a rod brings: Share of all catches.
type Catch struct {
	Item  string
	Share float64
}

// Temper of a mob, empty for what is merely hostile or harmless.
type Temper string

// The tempers: a boss is fought one at a time; a neutral mob does nothing to who
// leaves it alone; a besieger is met only in raids, mansions and bastions and
// kills who is not prepared for it.
const (
	Boss     Temper = "boss"
	Neutral  Temper = "neutral"
	Besieger Temper = "besieger"
)

// facts is the form of the reviewed file.
type facts struct {
	About                              string
	Slots, Shooting, Breeding, Tempers section
	Weapons, Thrown, Enchantable, Thin struct {
		Source string
		Items  []string
	}
	Foods struct {
		Source                                          string
		Always, Risky, None, Precious, Drinks, Standing []string
	}
	Friends, Seldom struct {
		Source string
		Mobs   []string
	}
	Stations, Containers, Soil, Building, Fluids, Stores struct {
		Source string
		Blocks []string
	}
	Burning, Junk struct {
		Source string
		Order  [][]string
	}
	Finding struct {
		Source       string
		Blocks, Mobs finding
		Categories   map[string]float64
		Veins        []struct {
			About string
			Size  int
			Names []string
			Since string
		}
		Lode struct {
			About string
			Size  int
		}
	}
	Fishing struct {
		Source string
		Catch  []Catch
	}
	Raising struct {
		Source string
		Laid   []string
		Shed   map[string][]string
	}
	Lights struct {
		Source string
		Levels map[int][]string
	}
	Moved struct {
		Source                string
		Open, Powered, Locked []string
	}
	Unheld struct {
		Source string
		Rows   []struct {
			Names []string
			Why   string
		}
	}
	Bartering struct {
		Source string
		Bartering
		Since string
	}
	Trading struct {
		Source string
		Trading
	}
	Brewing struct {
		Source, Fuel string
		Uses         int
		Rows         [][3]string
		Turned       []struct {
			With, Prefix string
			Called, Of   []string
		}
	}
	Crops []Crop
}

// finding says how long the first of some things is looked for.
type finding []struct {
	Seconds float64
	Names   []string
}

// seconds is how long a thing is looked for: its name goes before a pattern, an
// earlier pattern before a later one.
func (f finding) seconds(name string) (float64, bool) {
	for _, row := range f {
		if slices.Contains(row.Names, name) {
			return row.Seconds, true
		}
	}
	for _, row := range f {
		if matching(row.Names, name) {
			return row.Seconds, true
		}
	}
	return 0, false
}

// readFacts decodes the reviewed file once.
var readFacts = sync.OnceValues(func() (*facts, error) {
	d := json.NewDecoder(strings.NewReader(string(factsText)))
	d.DisallowUnknownFields()
	f := &facts{}
	if err := d.Decode(f); err != nil {
		return nil, fmt.Errorf("reading facts.json: %w", err)
	}
	return f, nil
})

// section is lists of names by what they are of, which have a source.
type section map[string][]string

// UnmarshalJSON reads the lists.
func (s *section) UnmarshalJSON(text []byte) error {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(text, &raw); err != nil {
		return err
	}
	delete(raw, "source")
	*s = make(section, len(raw))
	for name, list := range raw {
		var names []string
		if err := json.Unmarshal(list, &names); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		(*s)[name] = names
	}
	return nil
}

// matching says that a name is one of some names or patterns, each of which has at most one "*".
func matching(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		if p != "" && name != "" && p[0] != '*' && p[0] != name[0] { // as most are
			return false
		}
		before, after, open := strings.Cut(p, "*")
		return p == name || open && len(name) >= len(before)+len(after) && strings.HasPrefix(name, before) && strings.HasSuffix(name, after)
	})
}

// rank is the place of a name in an order, from 1; 0 for none.
func rank(order [][]string, name string) int {
	return slices.IndexFunc(order, func(group []string) bool { return matching(group, name) }) + 1
}

// addFacts enters the facts into the tables of one version, whose first release is named.
func (t *tables) addFacts(release string) error {
	f, err := readFacts()
	if err != nil {
		return err
	}
	for _, shots := range f.Shooting {
		for _, shot := range t.existing(shots) {
			t.itemByName[shot].Shot = true
		}
	}
	t.addPotions(f)
	t.addBartering(f, release)
	t.trading = f.Trading.Trading
	t.trading.Offers = slices.DeleteFunc(slices.Clone(t.trading.Offers), func(o Trade) bool {
		return t.itemByName[o.Takes] == nil || t.itemByName[o.Gives] == nil
	})
	for _, it := range t.items {
		it.Slot = SlotHand
		for slot, names := range f.Slots {
			if matching(names, it.Name) {
				it.Slot = slot
			}
		}
		itemFacts(it, f)
		it.Shoots = t.existing(f.Shooting[it.Name])
	}
	for _, b := range t.blocks {
		blockFacts(b, f, release)
	}
	for _, m := range t.mobs {
		t.mobFacts(m, f)
		m.Breeding = t.existing(f.Breeding[m.Name])
		for temper, names := range f.Tempers {
			if slices.Contains(names, m.Name) {
				m.Temper = Temper(temper)
			}
		}
	}
	for _, c := range f.Fishing.Catch {
		if t.itemByName[c.Item] != nil {
			t.catch = append(t.catch, c)
		}
	}
	t.stores = t.existing(f.Stores.Blocks)
	t.laid = t.existing(f.Raising.Laid)
	t.soil, t.building = t.existing(f.Soil.Blocks), t.existing(f.Building.Blocks)
	t.addCrops(f.Crops)
	return nil
}

func itemFacts(it *Item, f *facts) {
	it.Weapon = matching(f.Weapons.Items, it.Name)
	it.Enchantable = matching(f.Enchantable.Items, it.Name)
	it.Thrown = matching(f.Thrown.Items, it.Name)
	it.Thin = matching(f.Thin.Items, it.Name)
	it.Drink = matching(f.Foods.Drinks, it.Name) && !it.Thrown
	it.Standing = matching(f.Foods.Standing, it.Name)
	it.Always = matching(f.Foods.Always, it.Name) || it.Brewed && !it.Thrown
	for _, row := range f.Unheld.Rows {
		if matching(row.Names, it.Name) {
			it.Unheld = row.Why
		}
	}
	it.BurnRank, it.JunkRank = rank(f.Burning.Order, it.Name), rank(f.Junk.Order, it.Name)
	if it.FuelTicks == 0 {
		it.BurnRank = 0
	}
	if matching(f.Foods.None, it.Name) {
		it.Food = nil
	}
	if it.Food != nil {
		it.Food.Risky = matching(f.Foods.Risky, it.Name)
		it.Food.Precious = matching(f.Foods.Precious, it.Name)
	}
}

func blockFacts(b *Block, f *facts, release string) {
	b.Station = slices.Contains(f.Stations.Blocks, b.Name)
	b.Container = matching(f.Containers.Blocks, b.Name)
	b.Fluid = slices.Contains(f.Fluids.Blocks, b.Name)
	switch {
	case matching(f.Moved.Open, b.Name):
		b.Moved = "open"
	case matching(f.Moved.Powered, b.Name):
		b.Moved = "powered"
	}
	b.Locked = matching(f.Moved.Locked, b.Name)
	for level, names := range f.Lights.Levels {
		if matching(names, b.Name) {
			b.Light = level
		}
	}
	b.Search, _ = f.Finding.Blocks.seconds(b.Name)
	if !b.Natural && b.Structure != "" {
		b.Vein = f.Finding.Lode.Size
		return
	}
	for _, row := range f.Finding.Veins {
		if b.Vein == 0 && matching(row.Names, b.Name) && (Span{Since: row.Since}).Holds(release) {
			b.Vein = row.Size
		}
	}
}

func (t *tables) mobFacts(m *Mob, f *facts) {
	m.Shed = t.existing(f.Raising.Shed[m.Name])
	m.Seldom = slices.Contains(f.Seldom.Mobs, m.Name)
	search, named := f.Finding.Mobs.seconds(m.Name)
	if !named {
		search = f.Finding.Categories[m.Category]
	}
	m.Search = search
	m.Friend = slices.Contains(f.Friends.Mobs, m.Name) || m.Category == "villager" || m.Category == "other"
}

// addPotions enters what can be brewed in this version, and the potions as items.
func (t *tables) addPotions(f *facts) {
	b := &f.Brewing
	enter := func(base, with, result string, called ...string) {
		if t.itemByName[base] == nil || t.itemByName[with] == nil {
			return
		}
		if t.itemByName[result] == nil {
			it := &Item{Name: result, Display: table.Title(result), Stack: 1, Brewed: true, Called: t.itemByName[base].turned(called)}
			if of, is := strings.CutSuffix(result, "_potion"); is && called == nil {
				it.Called = []string{game.Display(result), game.Display("potion_of_" + of)}
			}
			t.items, t.itemByName[result] = append(t.items, it), it
		}
		t.brewings = append(t.brewings, Brewing{base, with, result})
	}
	for _, row := range b.Rows {
		enter(row[0], row[1], row[2])
	}
	for _, turned := range b.Turned {
		for _, it := range slices.Clone(t.items) {
			if it.Brewed && matching(turned.Of, it.Name) {
				enter(it.Name, turned.With, turned.Prefix+it.Name, turned.Called...)
			}
		}
	}
	t.brewFuel, t.brewUses = b.Fuel, b.Uses
}

// turned is what a potion is called by what is added to it: before its name or within it.
func (it *Item) turned(by []string) (called []string) {
	for _, form := range by {
		for _, name := range it.Called {
			within := strings.Replace(form, "*", "potion", 1)
			called = append(called, strings.Replace(form, "*", name, 1), strings.Replace(name, "potion", within, 1))
		}
	}
	return called
}

// addBartering enters what a piglin gives in this version: of each once, by its share of
// the weights.
func (t *tables) addBartering(f *facts, release string) {
	if t.bartering = f.Bartering.Bartering; !(Span{Since: f.Bartering.Since}).Holds(release) {
		t.bartering.Offers = nil
		return
	}
	t.bartering.Offers = slices.DeleteFunc(slices.Clone(t.bartering.Offers), func(o Offer) bool { return t.itemByName[o.Item] == nil })
	sum := 0
	for _, o := range t.bartering.Offers {
		sum += o.Weight
	}
	for i := range t.bartering.Offers {
		t.bartering.Offers[i].Chance = float64(t.bartering.Offers[i].Weight) / float64(sum)
	}
}

// existing are those of some items that the version has.
func (t *tables) existing(items []string) []string {
	return slices.DeleteFunc(slices.Clone(items), func(item string) bool { return t.itemByName[item] == nil })
}

// addCrops enters what can be planted in this version; a pattern stands for
// every item of its form.
func (t *tables) addCrops(all []Crop) {
	t.cropOfSeed = map[string]int{}
	enter := func(c Crop) {
		if t.itemByName[c.Seed] != nil {
			t.cropOfSeed[c.Seed] = len(t.crops)
			t.crops = append(t.crops, c)
		}
	}
	for _, c := range all {
		end, pattern := strings.CutPrefix(c.Seed, "*")
		if !pattern {
			enter(c)
			continue
		}
		for _, it := range t.items {
			if _, known := t.cropOfSeed[it.Name]; known {
				continue
			}
			if stem, ok := strings.CutSuffix(it.Name, end); ok {
				of := func(s string) string { return strings.Replace(s, "*", stem, 1) }
				c := c
				c.Seed, c.Block, c.Harvest, c.Item = it.Name, of(c.Block), of(c.Harvest), of(c.Item)
				enter(c)
			}
		}
	}
}

// SlotHand is the slot of what is not worn.
const SlotHand = "hand"

// WornSlots are the four slots of armour, from head to feet.
func WornSlots() []string { return []string{"head", "torso", "legs", "feet"} }

// Crops lists what can be planted.
func (v *Version) Crops() []Crop { return v.crops }

// Catch lists what a rod brings of fish, the most frequent first.
func (v *Version) Catch() []Catch { return v.catch }

// Laid lists what hens of warm and cold places lay beside the usual egg.
func (v *Version) Laid() []string { return v.laid }

// Stores lists what a goal may ask to be set down anew to put things into.
func (v *Version) Stores() []string { return v.stores }

// Soil lists what plans till, the usual one first.
func (v *Version) Soil() []string { return v.soil }

// Building lists what a build is made of when nothing is said, the first first.
func (v *Version) Building() []string { return v.building }

// Stands says that what an interaction gives stands there as a block, which has
// still to be broken: an axe on a log, powder that falls into water.
func (v *Version) Stands(in *Interaction) bool {
	if in.Turns {
		return true
	}
	_, block := v.Block(in.Result)
	at, ok := v.Block(in.Block)
	return block && ok && at.Fluid
}

// CropOf is what grows from an item.
func (v *Version) CropOf(seed string) (Crop, bool) {
	if i, ok := v.cropOfSeed[seed]; ok {
		return v.crops[i], true
	}
	return Crop{}, false
}

// CropOfBlock is the crop that a block belongs to: what is planted, or the fruit
// that is harvested.
func (v *Version) CropOfBlock(block string) (Crop, bool) {
	return v.crop(func(c Crop) bool { return c.Block == block || c.Harvest == block })
}

// CropFor is the crop that is grown for an item.
func (v *Version) CropFor(item string) (Crop, bool) {
	return v.crop(func(c Crop) bool { return c.Item == item && c.Harvest != "" })
}

func (v *Version) crop(is func(Crop) bool) (c Crop, ok bool) {
	if i := slices.IndexFunc(v.crops, is); i >= 0 {
		return v.crops[i], true
	}
	return c, false
}

// Brewings lists what a brewing stand makes of what, in the order in which the potions
// build on one another.
func (v *Version) Brewings() []Brewing { return v.brewings }

// Bartering is what piglins give and for what; without offers before 1.16.2.
func (v *Version) Bartering() Bartering { return v.bartering }

// Trading is what villagers buy and sell that nobody traded with yet.
func (v *Version) Trading() Trading { return v.trading }

// Maker is the kind of action that makes an item out of others: craft, brew for a potion,
// or smith for what no grid makes.
func (v *Version) Maker(item string) game.Kind {
	it, ok := v.itemByName[item]
	switch {
	case ok && it.Brewed:
		return game.Brew
	case len(v.smithingTo[item]) > 0 && len(v.recipesOf[item]) == 0:
		return game.Smith
	}
	return game.Craft
}

// BrewFuel is what a brewing stand burns, and for how many steps one of it lasts.
func (v *Version) BrewFuel() (item string, steps int) { return v.brewFuel, v.brewUses }

// IsStation says that crafting or smelting is done at a block.
func (v *Version) IsStation(block string) bool {
	b, ok := v.blockByName[block]
	return ok && b.Station
}

// IsContainer says that a block holds items.
func (v *Version) IsContainer(block string) bool {
	b, ok := v.blockByName[block]
	return ok && b.Container
}

// IsBed says that a block or item is a bed.
func (v *Version) IsBed(name string) bool { return slices.Contains(v.Tag("beds"), name) }

// Slot is where an item is worn, SlotHand for what is not worn or not known.
func (v *Version) Slot(item string) string {
	if it, ok := v.itemByName[item]; ok {
		return it.Slot
	}
	return SlotHand
}

// Eatable says that an item may be eaten without a second thought: it is food,
// does no harm and is not kept for something else.
func (v *Version) Eatable(item string) bool {
	it, ok := v.itemByName[item]
	return ok && it.Food != nil && !it.Food.Risky && !it.Food.Precious
}

// ToolsOf lists the tools of a class: hoe, shears, pickaxe.
func (v *Version) ToolsOf(class string) []string {
	var list []string
	for _, it := range v.items {
		if it.Tool != nil && it.Tool.Class == class {
			list = append(list, it.Name)
		}
	}
	return list
}

// GivenBy lists what using an item on a mob gives: shears on a sheep.
func (v *Version) GivenBy(mob, with string) []string {
	var items []string
	for _, in := range v.interactions {
		if in.Mob == mob && slices.Contains(in.With, with) && !slices.Contains(items, in.Result) {
			items = append(items, in.Result)
		}
	}
	return items
}

// placer is the item that places a block.
func (v *Version) placer(block string) (string, bool) {
	if _, ok := v.itemByName[block]; ok {
		return block, true
	}
	for _, it := range v.items {
		if it.Block == block {
			return it.Name, true
		}
	}
	return "", false
}

// Yield is what breaking one block brings of an item: Sure at least, Mean on
// average.
type Yield struct {
	Item string
	Sure int
	Mean float64
}

// Shorn says whether who carries shears breaks the block with them for an item, or for
// whatever it gives where that is empty: they bring the block itself, and nothing else of it.
func (b *Block) Shorn(item string) bool {
	return slices.ContainsFunc(b.Drops, func(d Drop) bool { return d.Shears && (item == "" || d.Item == item) })
}

// Yields adds up the drops of a block broken without silk touch; shears says
// whether it is broken with shears.
func (b *Block) Yields(shears bool) []Yield {
	var out []Yield
	shears = shears && b.Shorn("")
	for _, d := range b.Drops {
		if d.SilkTouch || d.Shears != shears && (d.Shears || d.NoSilkTouch) {
			continue
		}
		k := slices.IndexFunc(out, func(y Yield) bool { return y.Item == d.Item })
		if k < 0 {
			k = len(out)
			out = append(out, Yield{Item: d.Item})
		}
		if d.Chance >= 1 {
			out[k].Sure += d.Min
		}
		out[k].Mean += d.Chance * float64(d.Min+d.Max) / 2
	}
	return out
}

// MainDrops lists what surely comes of one block and how much of it: one item,
// or several of which one drops each time (gravel or flint). It is empty when
// nothing is sure.
func (b *Block) MainDrops() (items []string, each int) {
	yields := b.Yields(false)
	for _, y := range yields {
		if y.Sure > 0 {
			return []string{y.Item}, y.Sure
		}
	}
	if MeanSum(yields) < 1 {
		return nil, 0
	}
	for _, y := range yields {
		items = append(items, y.Item)
	}
	return items, 1
}

// MeanSum is how many items come of a block on average.
func MeanSum(yields []Yield) float64 {
	sum := 1e-9
	for _, y := range yields {
		sum += y.Mean
	}
	return sum
}
