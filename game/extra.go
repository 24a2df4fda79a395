// SPDX-License-Identifier: MIT

package game

// Extra is what a running game has beyond the tables of its release: items, recipes
// and tags of mods and data packs, as its body sent them (rule 22). Nobody changes it
// once it was read.
type Extra struct {
	// ID is the same for the same content, and another one for any other.
	ID      string
	Items   []ExtraItem
	Recipes []ExtraRecipe
	// Complete: Recipes are all that the game has, and those of the release do not count.
	Complete bool
	// Tags list ids, and other tags with # before their names.
	Tags map[string][]string
}

// Mark tells extras apart; empty for none.
func (x *Extra) Mark() string {
	if x == nil {
		return ""
	}
	return " " + x.ID
}

// ExtraItem is an item of the body's own game.
type ExtraItem struct {
	// ID of the item, with the namespace of its mod: "create:andesite_alloy".
	ID string `json:"id"`
	// Display is the name that players see; left out, it is made of the id.
	Display string `json:"display,omitempty"`
	// Stack is how many fit in a slot, 1 to 99; left out, 64.
	Stack int `json:"stack,omitempty"`
	// Durability is how many uses it has; left out, it does not wear.
	Durability int `json:"durability,omitempty"`
	// FuelTicks is how long it burns in a furnace, in ticks; left out, it does not.
	FuelTicks int `json:"fuelTicks,omitempty"`
	// Leaves is the item that crafting with it gives back.
	Leaves string `json:"leaves,omitempty"`
}

// ExtraRecipe is one way to make an item in the body's own game. A body may send its
// game's recipe files as they are: members have the names and forms of data packs.
type ExtraRecipe struct {
	// Type is crafting_shaped, crafting_shapeless, smelting, blasting, smoking,
	// campfire_cooking, stonecutting or smithing_transform. Any other is a way of making
	// that Minehand does not know, which it names where it would be needed.
	Type string `json:"type"`
	// Result is what is made, Count how many at once.
	Result string `json:"result"`
	Count  int    `json:"count,omitempty"`
	// Pattern is the grid of a shaped recipe, a text for each row and a character for
	// each cell, a blank for an empty one; Key says what the characters stand for.
	Pattern []string          `json:"pattern,omitempty"`
	Key     map[string]Choice `json:"key,omitempty"`
	// Ingredients are what any other recipe takes, one piece each; of smithing the
	// template, the base and the addition.
	Ingredients []Choice `json:"ingredients,omitempty"`
}

// Choice lists what will do: ids, and tags with # before their names.
type Choice []string
