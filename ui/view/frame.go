// SPDX-License-Identifier: MIT

package view

import "time"

// FrameQuery selects frames of a body.
type FrameQuery struct {
	OfBody
	// After selects frames with a higher number; left out, all that are kept.
	After uint64 `json:"after,omitempty"`
}

// Frames are the last frames between Minehand and a body, oldest first. At most 64
// of a body are kept, and as many bytes as there is room for.
type Frames struct {
	// Instance that they are of. While no body is there it is empty, and they are what
	// connections sent that have not registered, with numbers of their own.
	Instance string  `json:"instance"`
	Frames   []Frame `json:"frames"`
}

// Direction says who sent a frame.
type Direction string

// The directions.
const (
	FromBody Direction = "in"
	ToBody   Direction = "out"
)

// Values lists both directions.
func (Direction) Values() []string { return words(FromBody, ToBody) }

// FrameVerdict says what a frame is held for.
type FrameVerdict string

// The verdicts.
const (
	// FrameFits: it is as the schemas of the protocol say.
	FrameFits FrameVerdict = "fits"
	// FrameTolerated: it is read although it is not; mend it.
	FrameTolerated FrameVerdict = "tolerated"
	// FrameDropped: it could not be used and moved nothing.
	FrameDropped FrameVerdict = "dropped"
	// FrameUnchecked: it is too long to be kept whole, so that only reading it was
	// checked.
	FrameUnchecked FrameVerdict = "unchecked"
)

// Values lists all verdicts.
func (FrameVerdict) Values() []string {
	return words(FrameFits, FrameTolerated, FrameDropped, FrameUnchecked)
}

// Frame is one message between Minehand and a body.
type Frame struct {
	// Seq numbers the frames of a body from 1; what is no longer kept leaves a gap.
	Seq       uint64    `json:"seq"`
	At        time.Time `json:"at"`
	Direction Direction `json:"direction"`
	// Type of the message; empty for one without.
	Type string `json:"type,omitempty"`
	// Text of the frame without its secrets; Cut when it was longer.
	Text string `json:"text"`
	Cut  bool   `json:"cut,omitempty"`
	// Size of the whole frame in bytes.
	Size    int          `json:"size"`
	Verdict FrameVerdict `json:"verdict"`
	// Rule of docs/protocol that it breaks, and Fault how; 0 and empty for none.
	Rule  int    `json:"rule,omitempty"`
	Fault string `json:"fault,omitempty"`
}
