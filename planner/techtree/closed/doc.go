// SPDX-License-Identifier: MIT

// Package closed decides what can be made of what is held, exactly: nothing is
// mined and nothing killed, parts and fuels are shared out among crafts and
// smelts. What a move needs and does is planner/rules' (Apply); package techtree cuts
// the rules of a version down to what matters to a problem, and reads the answer.
//
//   - Decide says whether there is a plan, and gives one: whole.go as a system in
//     whole numbers, order.go puts its solution into an order, try.go tries
//     everything one batch after the other.
//   - Settle (settle.go) makes of a plan one that a body follows which chooses among
//     alternatives and fuels by itself: moves.go plays plans as such a body does,
//     search.go looks for an order and for numbers.
//
// Invariants: the same problem always gets the same answer; the work is bounded,
// and what it does not decide is said to be undecided, never impossible. A Problem
// is read, not changed, and nothing is kept between calls.
//
// Usage:
//
//	r := all.Only(items, ops) // logs, planks; sawing
//	answer, possible, decided := closed.Decide(&closed.Problem{
//		Rules: r, Start: start,
//		Deeds: []closed.Deed{{Kind: game.Craft, Out: 1, Ops: r.Crafts("oak_planks")}},
//		Wants: []closed.Want{{Alts: []int32{1}, Count: 4, Via: -1}},
//	})
package closed
