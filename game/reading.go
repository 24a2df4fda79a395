// SPDX-License-Identifier: MIT

package game

import "encoding/json"

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
