// SPDX-License-Identifier: MIT

// Package language reads what people say by a grammar that is data; its tests say it by the same grammar. It knows no verb and no
// word of any language: verbs and their slots are given to it ([Frame]), the words stand in a phrases file for each language
// (phrases/en.yaml; docs/PHRASES.md), and the names of things come from the version's lexicon.
//
// A text becomes tokens by Unicode's word boundaries. A chart holds every reading of every rule from every token, with its weight:
// what is misspelt or taken for a name weighs, the rest does not. A reading takes all tokens, and each by a rule that says what it
// means. The readings within [Margin] of the best are returned together, for a person to choose.
//
// Invariants: the same message is read in the same way; the work on one is bounded in edges, and one that needs more is refused as a
// whole; grammars are made when the first message is read, and not changed after. Nothing else reads what a player types
// (docs/decisions/0017).
//
// Usage:
//
//	l := language.NewLibrary(frames, nil)
//	readings, err := l.Reader(lexicon.Of(version)).Read("gib mir 3 Diamanten")
//	// readings[0].String() == "give(thing: 3 diamond, to: me)"
package language
