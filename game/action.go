// SPDX-License-Identifier: MIT

package game

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/minehand/minehand/internal/lists"
)

// Kind names what an action does: "mine", "craft". The catalogue lists all.
type Kind string

// The kinds of the base protocol (v1) and those that version 2 adds.
const (
	Goto          Kind = "goto"
	Mine          Kind = "mine"
	Place         Kind = "place"
	Craft         Kind = "craft"
	Smelt         Kind = "smelt"
	Interact      Kind = "interact"
	Chat          Kind = "chat"
	Collect       Kind = "collect"
	Build         Kind = "build"
	Equip         Kind = "equip"
	Consume       Kind = "consume"
	Attack        Kind = "attack"
	Drop          Kind = "drop"
	Deposit       Kind = "deposit"
	Withdraw      Kind = "withdraw"
	Follow        Kind = "follow"
	Explore       Kind = "explore"
	Look          Kind = "look"
	Use           Kind = "use"
	Wait          Kind = "wait"
	Sleep         Kind = "sleep"
	Till          Kind = "till"
	Plant         Kind = "plant"
	Harvest       Kind = "harvest"
	Breed         Kind = "breed"
	Shear         Kind = "shear"
	Milk          Kind = "milk"
	Fish          Kind = "fish"
	Travel        Kind = "travel"
	Brew          Kind = "brew"
	Enchant       Kind = "enchant"
	Defend        Kind = "defend"
	Smith         Kind = "smith"
	Barter        Kind = "barter"
	Trade         Kind = "trade"
	OpenInventory Kind = "open_inventory"
)

// Action is one thing for a body to do. Which fields a kind uses is said by
// the catalogue; the others stay zero and are not sent.
type Action struct {
	// ID is unique over all restarts (a ULID); empty until the action is sent.
	ID   string
	Kind Kind
	// At is the block position of kinds that have x, y, z.
	At *Pos
	// Target is a block, entity or player name.
	Target string
	// Item is an item name; for smelt the input.
	Item string
	// Block is the block to place.
	Block string
	// Recipe is the item that craft or brew makes.
	Recipe string
	// Using are the ingredients that craft may use up, by item, and no others;
	// empty leaves the choice to the body.
	Using map[string]int
	// Message is a chat line.
	Message string
	// Quantity means "this many more"; 0 stands for the default of 1.
	Quantity int
	// Range is how near goto comes, in blocks; 0 stands for the default of 1.
	Range float64
	// Until ends a mine when the item was gained, or a wait at day or night.
	Until *Until
	// Edits are the blocks of a build, in order.
	Edits []Edit
	// Slot is an equipment slot: hand, off_hand, head, torso, legs, feet.
	Slot string
	// Fuel is the fuel that smelt burns; empty leaves the choice to the body.
	Fuel string
	// Station is where a craft is made instead of in a grid: "stonecutter".
	Station string
	// Furnaces is among how many furnaces a smelt shares its inputs; 0 stands for one.
	Furnaces int
	// Radius is a search radius in blocks.
	Radius float64
	// To is the player that a drop is meant for.
	To string
	// Distance is kept by follow, in blocks.
	Distance float64
	// Seconds is how long a standing action lasts, in game seconds at the
	// normal 20 ticks a second; 0 means until stopped.
	Seconds float64
	// For is what explore looks for, or what trade sells for; empty for what trade buys.
	For string
	// Price is the most that one trade may take; 0 for whatever is asked.
	Price int
	// Direction is where explore walks: north, east, south, west.
	Direction string
	// As is how interact is to leave what it is about: one of StatesAsked. What is so
	// already is left alone; empty uses it whatever it shows.
	As string
	// MaxBlocks and MaxSeconds bound an explore.
	MaxBlocks  int
	MaxSeconds float64
}

// Until is the condition that ends a mine (Item and Count) or a wait (Phase).
type Until struct {
	// Item and Count: this many more of the item were gained.
	Item  string `json:"item,omitempty"`
	Count int    `json:"count,omitempty"`
	// Phase is "day" or "night".
	Phase string `json:"phase,omitempty"`
}

// Edit is one block of a build; the block air is dug free. State says how it is to stand,
// "facing=north,half=top", as far as a body can have it so; empty leaves it to the body.
type Edit struct {
	X     int    `json:"x"`
	Y     int    `json:"y"`
	Z     int    `json:"z"`
	Block string `json:"block"`
	State string `json:"state,omitempty"`
	// Stood: it stood so before the task began. It is looked at with the others, and counted
	// nowhere.
	Stood bool `json:"stood,omitempty"`
}

// Made is how many of a build's edits, of which some stand, are what it has to make: what it
// places, or what it digs where it places nothing, without what stood before.
func (a *Action) Made(stand []Edit) int {
	digs := a.Digs()
	return lists.Sum(stand, func(e *Edit) int { return when(!e.Stood && digs == IsAir(e.Block), 1) })
}

// Cell is where the edit is.
func (e *Edit) Cell() Cell { return Cell{e.X, e.Y, e.Z} }

// CellsOf are where the edits of a build are.
func CellsOf(edits []Edit) []Cell {
	return lists.Of(edits, func(e *Edit) Cell { return e.Cell() })
}

// Is reports whether a block state is what the edit leaves. What hangs on a wall is called
// so: wall_torch for torch, oak_wall_sign for oak_sign.
func (e *Edit) Is(state string) bool {
	name := BlockName(state)
	return name == Name(e.Block) || IsAir(state) && IsAir(e.Block) || strings.Replace(name, "wall_", "", 1) == Name(e.Block)
}

// Turned reports whether a block state has all that the edit says of how it is to stand.
func (e *Edit) Turned(state string) bool {
	_, list, _ := strings.Cut(strings.TrimSuffix(state, "]"), "[")
	has := strings.Split(list, ",")
	return !slices.ContainsFunc(strings.Split(e.State, ","), func(want string) bool { return want != "" && !slices.Contains(has, want) })
}

// Count is the action's quantity with its default: Quantity, or 1.
func (a Action) Count() int { return max(a.Quantity, 1) }

// Digs reports whether a build only takes away.
func (a Action) Digs() bool {
	return len(a.Edits) > 0 && !slices.ContainsFunc(a.Edits, func(e Edit) bool { return !IsAir(e.Block) })
}

// Makes is what a build does with its blocks: "placed", or "dug" where it places none.
func (a *Action) Makes() string {
	if a.Digs() {
		return "dug"
	}
	return "placed"
}

// Subject is the name that the action is about: the target, item, recipe or
// block; empty for kinds about a place or nothing.
func (a Action) Subject() string {
	return cmp.Or(a.Target, a.Item, a.Recipe, a.Block, a.For)
}

// Same reports whether two actions ask for the same, whatever their ids.
func (a Action) Same(b Action) bool {
	a.ID, b.ID = "", ""
	a.Quantity, b.Quantity = a.Count(), b.Count()
	return reflect.DeepEqual(a, b)
}

// Clone returns a deep copy.
func (a Action) Clone() Action {
	a.At, a.Until = copyOf(a.At), copyOf(a.Until)
	a.Edits, a.Using = slices.Clone(a.Edits), maps.Clone(a.Using)
	return a
}
