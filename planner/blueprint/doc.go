// SPDX-License-Identifier: MIT

// Package blueprint reads files that hold a building: .schem of Sponge (versions 1 to 3),
// .litematic of Litematica, and .nbt as structure blocks save them. What it is, its tags say,
// not its name.
//
// Invariants: a file comes from strangers, so that it is walked within the bounds of Limits
// before anything is made of it; what cannot be used is an error that is a sentence with
// the fix, never a panic. Air is left out: it is left alone where it is built.
//
// Usage:
//
//	b, err := blueprint.Read(data)
//	for _, block := range b.Blocks { ... }
package blueprint
