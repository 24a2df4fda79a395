// SPDX-License-Identifier: MIT

// Package data says what Minecraft is, per version: items, blocks and their
// drops, recipes, smelting, fuels, tools and tiers, foods, tags and mob loot.
//
// The tables are generated (make generate) from minecraft-data and from
// reviewed files beside it, embedded compressed, and loaded once per version on
// first use. They are read-only: callers must not change what they are given.
//
// Invariants: every name is an id without namespace; every slice has a fixed
// order, so that the same question always gives the same answer.
//
// Usage:
//
//	v, err := data.Load("1.21.5")
//	if err != nil {
//		return err
//	}
//	for _, r := range v.Recipes("diamond_pickaxe") { ... }
package data

// Item is something that a slot can hold.
type Item struct {
	Name    string
	Display string
	// Stack is how many fit in one slot: 64, 16 or 1.
	Stack int
	// Durability is how many uses the item has; 0 means that it does not wear.
	Durability int
	// Tool is nil for items that are no tools or weapons.
	Tool *Tool
	// Food is nil for what cannot be eaten.
	Food *Food
	// FuelTicks is how long the item burns in a furnace (20 ticks a second; one
	// smelt takes 200); 0 means no fuel.
	FuelTicks int
	// FuelLeaves is what burning leaves in the fuel slot: lava_bucket leaves
	// bucket.
	FuelLeaves string
	// CraftLeaves is what crafting with the item gives back: milk_bucket leaves
	// bucket.
	CraftLeaves string
	// Block is the block that the item places; empty for none.
	Block string
	// Slot is where the item is worn: head, torso, legs, feet, off_hand; SlotHand
	// for what is not worn.
	Slot string
	// Experiment: the release has it only in worlds made with an experiment.
	Experiment bool
	// Weapon: it is held to fight with. Drink: it is drunk, not eaten. Always: it
	// goes down on a full stomach too, being consumed for what else it does.
	// Thrown: it is thrown to have an effect. Shot: something shoots it.
	Weapon, Thrown, Shot, Drink, Always bool
	// Shoots is what it shoots, the usual one first, and is of no use without; nil for
	// what shoots nothing.
	Shoots []string
	// Standing: it is eaten where it was set down, and not out of the hand.
	Standing bool
	// BurnRank orders fuels as a sensible body burns what it holds, from 1; 0 is
	// burnt only when told.
	BurnRank int
	// JunkRank orders what may be thrown away for room, the worst first, from 1; 0
	// is kept.
	JunkRank int
	// Called are further English names: a potion's, by its effect and by what was added to it.
	Called []string
	// Brewed: it is made in a brewing stand. The game has one item for all potions, and
	// one for those that are thrown; a body that brews calls each by its own name.
	Brewed bool
	// Enchantable: an enchanting table takes it, and gives it back as what it was.
	Enchantable bool
	// Thin: a wall of it would have gaps.
	Thin bool
	// Unheld is why a survival player never holds it, by the code of its message (why. in
	// game/messages): creative, unbreakable, not-taken, no-drop; empty for what one may hold.
	Unheld string
}

// Tool says what a tool item is for.
type Tool struct {
	// Class: pickaxe, axe, shovel, hoe, sword, shears.
	Class string
	// Tier: wood, gold, stone, copper, iron, diamond, netherite; empty for
	// shears.
	Tier string
	// Speed multiplies breaking speed on the blocks of its class.
	Speed float64
}

// Food says what eating gives.
type Food struct {
	Hunger     float64
	Saturation float64
	// Risky food may harm or move who eats it, Precious food is kept for what else
	// it does: neither is eaten unless it is named.
	Risky, Precious bool
}

// Block is something that stands in the world.
type Block struct {
	Name    string
	Display string
	// Hardness in the game's own unit (seconds = hardness * 1.5 with the right
	// tool at speed 1); negative means unbreakable.
	Hardness float64
	// Class is the tool class that breaks it faster; empty for none.
	Class string
	// Harvest lists the items with which it must be broken to drop anything; nil
	// means that any way will do.
	Harvest []string
	Drops   []Drop
	// Natural blocks occur in generated worlds as single blocks that a survival
	// player can break (stone, ores, logs, grass); the others must be made.
	Natural bool
	// Dimension where it occurs naturally: overworld, the_nether, the_end.
	Dimension string
	// Structure names what a block that is not Natural can be found in
	// (mineshaft, ocean_monument, nether_fortress, end_city...); empty for none.
	Structure string
	// Station: crafting or smelting is done at it. Container: it holds items.
	// Fluid: it is drawn with a bucket, and stands for nothing that is broken.
	// Locked: no hand moves it.
	Station, Container, Fluid, Locked bool
	// Moved is the property of its state that a use changes: open of a door, powered of a lever.
	Moved string
	// Light is what it shines with as it is placed, 0 to 15.
	Light int
	// Search is how long, in seconds, a walk to the first is expected to take when
	// none is in view.
	Search float64
	// Vein is how many are met at one place on average before the next is looked for; 0
	// for what there is enough of.
	Vein int
}

// Drop is one entry of what a broken block or a killed mob leaves.
type Drop struct {
	Item     string
	Min, Max int
	// Chance 0..1 that the entry drops at all, without any enchantment.
	Chance float64
	// SilkTouch entries drop only with silk touch, NoSilkTouch only without.
	SilkTouch   bool
	NoSilkTouch bool
	// Shears entries drop only when broken with shears.
	Shears bool
	// PlayerKill entries of mobs drop only when a player killed it.
	PlayerKill bool
}

// Recipe is one way to craft an item in a grid.
type Recipe struct {
	Result string
	// Count is how many one batch makes.
	Count int
	// Ingredients of one batch, equal ones added up.
	Ingredients []Ingredient
	// Shape is rows of indices into Ingredients, -1 for an empty cell; nil for a
	// shapeless recipe.
	Shape [][]int
	// Table is true when the recipe does not fit the 2x2 grid of the inventory.
	Table bool
}

// Ingredient is Count of any of Items (alternatives may be mixed).
type Ingredient struct {
	Items []string
	Count int
}

// Station names where something is processed.
const (
	StationTable       = "crafting_table"
	StationFurnace     = "furnace"
	StationBlast       = "blast_furnace"
	StationSmoker      = "smoker"
	StationCampfire    = "campfire"
	StationStonecutter = "stonecutter"
	StationSmithing    = "smithing_table"
	StationBrewing     = "brewing_stand"
	StationEnchanting  = "enchanting_table"
)

// Smelting is one input -> output of a furnace or its relatives.
type Smelting struct {
	Input  string
	Output string
	// Stations lists the blocks that can do it, furnace first when it can.
	Stations []string
	// Ticks in a furnace (200 = 10 s); half of it in a blast furnace or smoker,
	// 600 on a campfire.
	Ticks int
}

// Cut is one stonecutter recipe.
type Cut struct {
	Input  string
	Output string
	Count  int
}

// Smithing is one smithing table recipe that makes another item.
type Smithing struct {
	// Template is empty before 1.20.
	Template, Base, Addition, Result string
}

// Brewing is one step of a brewing stand: With turns each of up to three bottles of
// Base into Result.
type Brewing struct{ Base, With, Result string }

// Bartering is what a mob gives for an item that is thrown to it, of its offers one each
// time, and what is worn so that it does not attack.
type Bartering struct {
	Mob, Given string
	Worn       []string
	Offers     []Offer
}

// Offer is one thing that may come, with its chance.
type Offer struct {
	Item             string
	Weight, Min, Max int
	Chance           float64 `json:"-"`
}

// Trading is what a mob may buy and sell for a coin, of which each shows so many.
type Trading struct {
	Mob, Coin string
	Shown     int
	Offers    []Trade
}

// Trade is one offer: so many of an item for so many of another, at who has a profession and
// may have it, one of so many offers, and how often before more comes in.
type Trade struct {
	Who                string
	Of                 int
	Takes, Gives       string
	Price, Count, Uses int
}

// Most is what the offer may come to ask where it is asked for much: a quarter more.
func (t Trade) Most() int { return t.Price + (t.Price+3)/4 }

// Interaction is what using an item on a block or a mob gives: a bucket on
// water, shears on a sheep, a bottle on a beehive.
type Interaction struct {
	// With lists the items that do, any one of them; nil for none (a chicken
	// lays eggs by itself).
	With []string
	// Exactly one of Block and Mob is set. A bee_nest or beehive must be full.
	Block, Mob string
	Result     string
	Min, Max   int
	// Spent is true when the item of With is used up or becomes Result; otherwise
	// it wears.
	Spent bool
	// Turns is true when the block becomes the block Result, which has still to
	// be broken: an axe on a log.
	Turns bool
}

// Mob is a kind of living thing.
type Mob struct {
	Name    string
	Display string
	// Category: animal, hostile, water, villager, other.
	Category string
	Health   float64
	Drops    []Drop
	// Dimension where it is usually met.
	Dimension string
	// Breeding lists what two of them are bred with, one piece each; nil for mobs
	// that are not bred or must be tamed first.
	Breeding []string
	Temper   Temper
	// Friend: a mob that a player keeps or fears; no goal is met at its cost unless
	// it names it.
	Friend bool
	// Search is how long, in seconds, meeting the first is expected to take when
	// none is in view.
	Search float64
	// Seldom: it is met rarely or in some places only, and another one leaves the
	// same.
	Seldom bool
	// Shed lists what its young leave when they grow up.
	Shed []string
}
