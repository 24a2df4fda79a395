// SPDX-License-Identifier: MIT

package view

import "github.com/minehand/minehand/game"

// Practice is the embedded world that needs no game, and its body.
type Practice struct {
	// Offered: this Minehand can start one.
	Offered bool `json:"offered"`
	Running bool `json:"running"`
	// Instance is its body, which has registered when the world runs.
	Instance string `json:"instance,omitempty"`
	Seed     int64  `json:"seed,omitempty"`
	// Version of Minecraft whose rules it has.
	Version string `json:"version,omitempty"`
	// Restarted: Minehand ended while it ran, and this is the same world from its
	// beginning; what was in it is gone.
	Restarted bool `json:"restarted,omitempty"`
	// Speed in game seconds a second; 0 while it is paused.
	Speed float64 `json:"speed"`
	// Seconds of the game since it began.
	Seconds float64 `json:"seconds"`
}

// PracticeStart says which world to make.
type PracticeStart struct {
	// Name of the player, 1 to 32 characters; left out, "Practice world".
	Name string `json:"name,omitempty"`
	// Seed of the world; left out, 1.
	Seed int64 `json:"seed,omitempty"`
	// Version of Minecraft; left out, the default one.
	Version string `json:"version,omitempty"`
	// Inventory is what the player starts with, item -> count.
	Inventory map[string]int `json:"inventory,omitempty"`
	// Wild leaves out villages and other structures.
	Wild bool `json:"wild,omitempty"`
	// Monsters: zombies come out in its nights, which light and walls keep away.
	Monsters bool `json:"monsters,omitempty"`
	// Players is how many play in it, 1 to 16; left out, 1. Those beside the first are
	// practice_2 and so on.
	Players int `json:"players,omitempty"`
	// Speed in game seconds a second, above 0; left out, 8.
	Speed float64 `json:"speed,omitempty"`
}

// PracticeSpeed changes how fast time passes.
type PracticeSpeed struct {
	// Speed in game seconds a second; 0 pauses.
	Speed float64 `json:"speed"`
}

// LookAround asks for the land around a body.
type LookAround struct {
	// Radius in blocks, 8 to 96; left out, 48.
	Radius int `json:"radius,omitempty"`
	// At is its middle; left out, where the body is.
	At *game.Vec3 `json:"at,omitempty"`
	OfBody
}

// Map is what is known of the land around a body.
type Map struct {
	// Dimension that the body is in.
	Dimension string `json:"dimension,omitempty"`
	// Terrain is the land from above; left out for bodies that cannot show it.
	Terrain *Terrain `json:"terrain,omitempty"`
	// Zones are the protected places of that dimension.
	Zones []game.Zone `json:"zones"`
}

// Terrain is a part of a world from above, a column a block, row after row from
// the north-west corner.
type Terrain struct {
	X     int `json:"x"`
	Z     int `json:"z"`
	Width int `json:"width"`
	Depth int `json:"depth"`
	// Heights of the top blocks; Tops say what they are, by their place in Kinds.
	Heights []int    `json:"heights"`
	Tops    []int    `json:"tops"`
	Kinds   []string `json:"kinds"`
}
