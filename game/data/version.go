// SPDX-License-Identifier: MIT

package data

// DefaultVersion is used when no version is asked for.
const DefaultVersion = "1.21.5"

// Version is everything known about one version of the game. It is read-only
// and may be used from any number of goroutines; callers must not change what
// its methods return.
type Version struct {
	// Name is the release whose tables these are, Requested the version asked for.
	Name      string
	Requested string

	notice string
	// added is what a body's own game adds, nil for nothing.
	added *added
	*tables
}

// tables is the content of a version, shared by every Version that uses it.
type tables struct {
	items        []*Item
	blocks       []*Block
	mobs         []*Mob
	recipes      []Recipe
	smeltings    []Smelting
	cuts         []Cut
	smithings    []Smithing
	interactions []Interaction
	tags         map[string][]string

	itemByName     map[string]*Item
	blockByName    map[string]*Block
	mobByName      map[string]*Mob
	recipesOf      map[string][]Recipe
	usesOf         map[string][]Recipe
	smeltingOf     map[string]Smelting
	smeltingTo     map[string][]Smelting
	cutsTo         map[string][]Cut
	smithingTo     map[string][]Smithing
	interactionsTo map[string][]Interaction
	droppedBy      map[string][]Source
	crops          []Crop
	cropOfSeed     map[string]int
	catch          []Catch
	soil           []string
	building       []string
	laid           []string
	stores         []string
	brewings       []Brewing
	bartering      Bartering
	trading        Trading
	brewFuel       string
	brewUses       int
}

// Source is one way to get an item: breaking a block or killing a mob, with the
// drop that gives it. Exactly one of Block and Mob is set.
type Source struct {
	Block string
	Mob   string
	Drop  Drop
}

// Notice is a sentence for the player when the tables of another version stand
// in for the requested one, else empty.
func (v *Version) Notice() string { return v.notice }

// Item finds an item by its id.
func (v *Version) Item(name string) (*Item, bool) {
	it, ok := v.itemByName[name]
	return it, ok
}

// Items lists every item in the game's own order.
func (v *Version) Items() []*Item { return v.items }

// Block finds a block by its id.
func (v *Version) Block(name string) (*Block, bool) {
	b, ok := v.blockByName[name]
	return b, ok
}

// Blocks lists every block in the game's own order.
func (v *Version) Blocks() []*Block { return v.blocks }

// Mob finds a mob by its id.
func (v *Version) Mob(name string) (*Mob, bool) {
	m, ok := v.mobByName[name]
	return m, ok
}

// Mobs lists every mob by name.
func (v *Version) Mobs() []*Mob { return v.mobs }

// Hostile are the names of the mobs that attack players.
func (v *Version) Hostile() (names []string) {
	for _, m := range v.mobs {
		if m.Category == "hostile" {
			names = append(names, m.Name)
		}
	}
	return names
}

// Recipes lists the ways to craft an item in a grid.
func (v *Version) Recipes(result string) []Recipe { return v.recipesOf[result] }

// AllRecipes lists every crafting recipe, ordered by result.
func (v *Version) AllRecipes() []Recipe { return v.recipes }

// UsesOf lists the recipes that take the item as an ingredient.
func (v *Version) UsesOf(ingredient string) []Recipe { return v.usesOf[ingredient] }

// SmeltingOf says what an item becomes when smelted or cooked.
func (v *Version) SmeltingOf(input string) (Smelting, bool) {
	s, ok := v.smeltingOf[input]
	return s, ok
}

// SmeltingTo lists what can be smelted or cooked into an item, the usual input
// first.
func (v *Version) SmeltingTo(output string) []Smelting { return v.smeltingTo[output] }

// Smeltings lists every smelting rule.
func (v *Version) Smeltings() []Smelting { return v.smeltings }

// CutsTo lists the stonecutter recipes for an item.
func (v *Version) CutsTo(output string) []Cut { return v.cutsTo[output] }

// Cuts lists every stonecutter recipe.
func (v *Version) Cuts() []Cut { return v.cuts }

// SmithingTo lists the smithing table recipes for an item.
func (v *Version) SmithingTo(result string) []Smithing { return v.smithingTo[result] }

// Smithings lists every smithing table recipe that makes another item.
func (v *Version) Smithings() []Smithing { return v.smithings }

// InteractionsTo lists the ways to get an item by using another one on a block
// or a mob.
func (v *Version) InteractionsTo(result string) []Interaction { return v.interactionsTo[result] }

// Interactions lists every such way.
func (v *Version) Interactions() []Interaction { return v.interactions }

// DroppedBy lists the blocks and mobs whose drops hold the item: natural blocks
// first, then other blocks, then mobs; within these the surest drop first.
func (v *Version) DroppedBy(item string) []Source { return v.droppedBy[item] }

// Tag lists the items of a tag (planks, logs, wool, coals,
// stone_tool_materials, stone_crafting_materials, ...), the commonest first; nil
// for a tag that the version does not have.
func (v *Version) Tag(name string) []string { return v.tags[name] }
