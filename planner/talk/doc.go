// SPDX-License-Identifier: MIT

// Package talk sorts what a person says to a hired hand into acts, in their order: a stop, a question, a correction, a follow-up ("10
// more", "now smelt it"), a request of its own, or chatter. Their words are phrases (planner/language/phrases/acts). What refers to
// earlier requests becomes a request in full, in the words of planner/goals, so that everybody behind it reads plain goals.
//
// Invariants: it asks no model and starts nothing; the same text about the same earlier requests is sorted alike; a request
// that it words anew reads as it was meant, or it is refused with a sentence.
//
// Usage:
//
//	acts := talk.New(library).Sort("10 more", talk.About{Earlier: []string{"get 3 diamonds"}})
//	// acts[0].Kind == talk.FollowUp, acts[0].Goal == "get 10 more diamonds"
package talk
