// SPDX-License-Identifier: MIT

// Package sim is a small Minecraft: a seeded world with the game's rules and
// one player in it, for playing without the game and for testing against.
//
// Its rule code is its own, on purpose not shared with the planner: a plan
// that misreads the game fails here. What the game is made of (recipes, drops,
// tiers, fuel, foods) comes from game/data.
//
// Invariants:
//   - The same version, seed, inventory and actions give the same world; chance
//     is drawn from the seed, in the order of the actions.
//   - Nothing is made from nothing: every change of the inventory is a drop, a
//     recipe, a smelt, a meal, a harvest, a catch or a move.
//   - Time is simulated (see Clock): a rule never asks for the wall clock.
//   - One mutex guards the world; an action releases it while time passes.
//
// What is simpler than the game: the land is flat and stands in lots (see
// land); ways underground follow caves, so that only the wanted blocks are
// broken; mobs stand still and none fights, not even those that are hunted, but for the
// zombies of the nights (see prowl), where Config asks for them; a
// furnace's fire stands still while nothing is smelted in it, so that dividing a
// smelt costs no more fuel; crops grow by the average of the game's random ticks,
// day and night (see crops), and farmland stays farmland; animals are bred
// within their herd, where the young stay; fish are caught by a simplified table
// (see fish).
//
// Usage:
//
//	w, err := sim.New(sim.Config{Seed: 1})
//	if err != nil {
//		return err
//	}
//	result, err := w.Do(ctx, game.Action{Kind: game.Mine, Target: "oak_log", Quantity: 3}, nil)
package sim
