// SPDX-License-Identifier: MIT

package techtree

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// Problem is what is wanted and what there is to begin with. Its zero value
// wants nothing, holds nothing and leaves every source of the overworld open to
// a body with the kinds of version 1.
type Problem struct {
	Wants []Want
	// First is what is held before the first fight, the way to another dimension and long
	// work, where some order brings it sooner.
	First []Gear
	// Stock is what is held, as slots: tools wear one by one.
	Stock []game.Stack
	// Stations are the blocks at hand: crafting_table, furnace; each as often as it stands.
	Stations []string
	// Ours are those of Stations that may be taken along.
	Ours []string
	// Seen maps blocks and mobs in view to their distance in blocks; they are
	// preferred as sources.
	Seen map[string]float64
	// Closed plans from the stock alone: no mining, no killing.
	Closed bool
	// FreeFuel leaves fuel out of account.
	FreeFuel bool
	// Can says which kinds may be used; nil stands for those of version 1.
	Can func(game.Kind) bool
	// Fuel and Until say whether smelt may name its fuel and mine may have an
	// end condition (fields of version 2).
	Fuel, Until bool
	// Cuts says whether a craft may name the stonecutter, and Furnaces whether a smelt may be shared among several.
	Cuts, Furnaces bool
	// Exclude lists what must not be tried.
	Exclude []game.Exclusion
	// Dimension the body is in; empty stands for the overworld. Portal says that a
	// portal to another one is known to stand.
	Dimension string
	Portal    bool
	// Thorough looks long for an order with room where the usual ones have none.
	Thorough bool
	// Brief looks for no way that leaves out what is held.
	Brief bool
}

// Want is a number of items to hold at the end.
type Want = rules.Want

// Gear is something to hold that nobody asked for, and why.
type Gear struct {
	Want
	Why game.Message
}

// Answer is an ordered way to the wants.
type Answer struct {
	Steps []Step
	// Leftover is what is held at the end, the wants included.
	Leftover map[string]int
	// Seconds of game time that the whole is expected to take.
	Seconds float64
}

// Step is one action and why it is there.
type Step struct {
	Action  game.Action
	Seconds float64
	Why     game.Message
	// Enough is what must be held for the action to be left out, nil for never.
	Enough []game.Need
}
