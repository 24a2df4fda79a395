// SPDX-License-Identifier: MIT

package game

import (
	"encoding/json"
	"strings"

	"github.com/minehand/minehand/internal/lists"
)

// Reading is what a message was read as, once, where it arrived: what it asks for
// whatever the world is like. A task keeps it, so that neither a round nor a restart reads
// its words again, whatever phrases there are by then.
type Reading struct {
	// Text are the words that were read, Version the game whose names stand in it.
	Text    string `json:"text"`
	Version string `json:"version"`
	// Language is the code of the language that it was read in.
	Language string `json:"language,omitempty"`
	// Goals are those of the planner, as it reads them.
	Goals json.RawMessage `json:"goals,omitempty"`
	// Respelt are the words that were taken for others: with any it is a guess.
	Respelt []Respelling `json:"respelt,omitempty"`
	// Unread says why nothing was read; nil when it was.
	Unread *UnreadableError `json:"unread,omitempty"`
}

// Again is what a new task keeps of it: what was not read may be understood by now.
func (r *Reading) Again() *Reading {
	if r == nil || r.Unread != nil {
		return nil
	}
	return r
}

// Of reports whether it is what a text means in that version of the game.
func (r *Reading) Of(text, version string) bool {
	return r != nil && r.Text == text && r.Version == version
}

// Partial is what was understood of a message that is not read whole: what was said, in
// the order of the words, and the one slot that is open.
type Partial struct {
	// Chips are what was understood, with the hole where an answer goes.
	Chips []Chip `json:"chips"`
	// Slot is the slot that is open, Asks the word that asks for it in the language of
	// the message: "what".
	Slot string `json:"slot"`
	Asks string `json:"asks,omitempty"`
	// Before and After are the words around the hole: with an answer between them they are
	// the message in full.
	Before string `json:"before"`
	After  string `json:"after,omitempty"`
	// Choices are answers that would be understood.
	Choices []string `json:"choices,omitempty"`
}

// Chip is a part of a message that was understood.
type Chip struct {
	// Slot is what it says: "verb", a slot of that verb, or "clause" for all of a clause
	// that stands before.
	Slot string `json:"slot"`
	// Text are its words as they were typed; none for the hole.
	Text string `json:"text,omitempty"`
	// Open: it is the hole, which an answer fills.
	Open bool `json:"open,omitempty"`
}

// hole is what stands for an answer in a sentence.
const hole = "___"

// Fill is the message with an answer in its hole.
func (p *Partial) Fill(answer string) string { return p.Before + answer + p.After }

// Whole are the messages that the choices make.
func (p *Partial) Whole() []string {
	if p == nil {
		return nil
	}
	return lists.Of(p.Choices, func(c *string) string { return strings.TrimSpace(p.Fill(*c)) })
}

// String is the message with its hole and what is asked: "mine ___: what?"
func (p *Partial) String() string {
	return strings.TrimSpace(p.Fill(hole)) + ": " + p.Asks + "?"
}
