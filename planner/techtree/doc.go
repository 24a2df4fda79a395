// SPDX-License-Identifier: MIT

// Package techtree works out how to come by items: from an inventory, the
// stations at hand and the rules of a version to an ordered list of actions.
//
// A Solver is built once per version and may be used from any number of
// goroutines. The same Problem always gets the same Answer. Every answer is
// right: a list of steps that works by the rules of the version, an
// *game.ImpossibleError whose sentence says why there is none, or a
// *game.GaveUpError when the bounded work ended without either.
//
// How it works:
//
//   - planner/rules gives the operators (craft, smelt, mine, kill ...) by which items
//     are obtained, here called ways; cycles.go marks what can be made of itself.
//   - cost.go finds the cheapest way to every item when the world's sources are
//     open, in the seconds of planner/rules; pricing.go prices with what is held.
//   - demand.go explodes the wants into ways times batches, consumers before
//     ingredients, using up what is held and what other batches leave over;
//     share.go chooses among alternatives, provide.go sees to tools and fuel.
//   - scarce.go shares out what is scarce (closed mode, or items that have no source)
//     where the first choice did not work out: closed.go cuts a problem down to what
//     matters and writes it in numbers for package closed, which decides it exactly, and
//     finds the plan that a body cannot spoil and that names its fuels (settle.go).
//     burning.go knows what burning leaves.
//   - farming.go says for whom what is planted, shorn, fished and bred is open;
//     grow.go turns it into hoeing, planting, waiting and harvesting.
//   - abroad.go goes through a portal for what lies in another dimension, once, and
//     comes back.
//   - schedule.go puts the ways into an order: gathering together, crafts at one
//     place together, stations (stations.go) taken along when they are needed
//     again. It reckons with a body that chooses alternatives and fuel by itself
//     (choice.go) and asks for more of what that leaves short (stuck.go). Where
//     that order has no room, tight.go crafts so that the fewest slots are taken, and
//     when it is asked to be thorough arrange.go looks for one with package room.
//     Fights, ways to another dimension and long work wait for what is to be held first
//     (Problem.First).
//   - whole.go chooses among ways, and among several items that would do, by all
//     that each costs: a branch and bound with each search, tool and station paid
//     once. cheaper.go plans so a second time and keeps the better plan, spare.go as if
//     less were held.
//   - reason.go says in a sentence why there is no way; classes.go by the reviewed
//     list of what no plan reaches.
//
// Invariants: the body chooses tools and mixes alternatives by itself, so the
// order lets it take its fastest tool; mining is by the block's name and its
// length is unknown, so no station is at hand after it.
//
// Usage:
//
//	s := techtree.New(version)
//	answer, err := s.Solve(ctx, techtree.Problem{
//		Wants: []techtree.Want{{Items: []string{"diamond"}, Count: 3}},
//	})
package techtree
