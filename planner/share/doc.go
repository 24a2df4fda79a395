// SPDX-License-Identifier: MIT

// Package share splits a goal among several bodies: how much of it each takes, and where
// each of them looks for things.
//
// A share follows from what it costs each body, so that all are done at about the same
// time. The land is parted into areas, one for each body: what stands in the area of one
// (veins, chests, stations) is reserved for it, and nothing is mined twice.
//
// Invariants: the shares add up to the whole; no two areas hold the same place, and
// together they hold every place.
//
// Usage:
//
//	shares := share.Split(128, []share.Cost{{Base: 10, Each: 4}, {Base: 60, Each: 3}})
//	areas := share.Areas([]game.Pos{{X: 0}, {X: 40}})
package share
