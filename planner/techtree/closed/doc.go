// SPDX-License-Identifier: MIT

// Package closed decides what can be made of what is held, exactly: nothing is
// mined and nothing killed, parts and fuels are shared out among crafts and
// smelts. It knows no names, only numbers (Problem); package techtree writes a
// problem down in them and reads the answer.
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
//	answer, possible, decided := closed.Decide(&closed.Problem{
//		Have:  []int32{1, 0}, // a log, no planks
//		Deeds: []closed.Deed{{Kind: game.Craft, Out: 1, Ways: []closed.Way{{Parts: []closed.Part{{Alts: []int32{0}, Count: 1, Choices: 1}}, N: 4}}}},
//		Wants: []closed.Want{{Alts: []int32{1}, Count: 4, Via: -1}},
//	})
package closed
