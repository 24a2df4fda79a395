// SPDX-License-Identifier: MIT

// Package game holds the words that every room of Minehand shares: goals, their
// clauses and proofs, plans and their steps, the one catalogue of action kinds,
// results, failures and the state a body reports.
//
// It is pure data: no I/O, no clocks, no game rules. What Minecraft is (which
// recipe, which tool) lives in game/data; what is done about it in the other
// rooms.
//
// Invariants:
//   - The catalogue (Catalogue, Lookup) is the only place where an action kind
//     is written down by hand. Wire forms, model schemas, prompt text, slash
//     commands and documentation are derived from it.
//   - Item and block names are Minecraft's own ids without the "minecraft:"
//     namespace (see Name).
//   - Validate methods return sentences that a player and a model understand.
//
// Usage:
//
//	a := game.Action{Kind: game.Mine, Target: "oak_log", Quantity: 3}
//	if err := a.Validate(); err != nil {
//		return err
//	}
//	frame, err := json.Marshal(a) // {"type":"mine","target":"oak_log","quantity":3}
package game
