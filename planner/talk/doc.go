// SPDX-License-Identifier: MIT

// Package talk sorts what a person says to a hired hand: a stop, a question, a
// correction, a follow-up ("10 more", "now smelt it") or a request of its own.
// What refers to earlier requests becomes a request in full, in the words of
// planner/goals, so that everybody behind it reads plain goals.
//
// Invariants: it asks no model and starts nothing; the same text about the same
// earlier requests is sorted alike; a request that it words anew reads as it was
// meant, or it is refused with a sentence.
//
// Usage:
//
//	said := talk.New(library).Sort("10 more", talk.About{Earlier: []string{"get 3 diamonds"}})
//	// said.Kind == talk.FollowUp, said.Goal == "get 10 more diamonds"
package talk
