// SPDX-License-Identifier: MIT

// Package reply reads what a model answered when it was asked for a plan, and
// brings it into the game's own words.
//
// It works in two stages:
//
//   - Read finds the plan in a reply: whatever shape it has (commands, actions,
//     plan, a bare list, several objects), wherever it stands (content, a tool's
//     arguments, leaked call, fence, prose, reasoning), mending what models get
//     wrong in JSON. It knows no game rules.
//   - Env.Normalise turns what was read into steps for one body and one version:
//     kinds, names, quantities, positions; blocks told from what they drop.
//
// Invariants: nothing here panics or takes more than bounded time on any text;
// a reply that was cut at its limit is never mended into a plan; a name is
// replaced only by the one real name that it can mean; every fault is a
// sentence that a model and a player understand.
//
// Usage:
//
//	parsed, err := reply.Read(response)
//	if err != nil { ... } // *reply.Fault
//	normal := reply.Env{Names: names, Body: body, State: &state}.Normalise(parsed)
//	if len(normal.Faults) > 0 { ... }
package reply
