// SPDX-License-Identifier: MIT

// Package goals makes goals of what a player types: "get 3 diamonds and then go to 100 64 -20" becomes goals with names of the
// version's own items, blocks and mobs. The grammar of planner/language reads the words; the rows here say what becomes of a clause.
//
// A sentence is read whole or not at all: a word it does not know makes the goal unreadable, with the nearest goals that it could
// read. Words may be misspelt as long as only one reading is nearest. "All" is read where it can be counted, and a thing may be ruled
// out where a goal has a place for it ("3 torches without coal"); "3 oak logs, not birch" is read as a guess of oak logs.
//
// Invariants: reading is deterministic, never panics, and its work is bounded.
//
// Usage:
//
//	reading, err := goals.New(version).Read("get 3 diamonds")
//	// reading.String() == "get 3 diamond"
package goals

//go:generate go test . -run Docs|PhrasesDoc -update
