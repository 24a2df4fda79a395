// SPDX-License-Identifier: MIT

package game

// About is what a text may refer to.
type About struct {
	Body  BodyInfo
	State State
	// Earlier are the body's last requests in full, newest first. An empty one is a ready list of actions.
	Earlier []string
	// Read are what those were read as, nil for one that was not; Said is what the text itself was, nil before it is.
	Read []*Reading
	Said *Reading
	// Open says which of them have not ended; the rest have.
	Open []bool
	// Offered is what the question is read as that waits for a yes; nil for none.
	Offered *Reading
	// Partly is what was understood of what was said before and not read whole: its hole
	// waits for an answer. Nil when nothing waits.
	Partly *Partial
	// Asked is the name of what was asked about since the last request; empty for nothing.
	Asked string
	// Refused: a request was refused since then, and "it" may be of that.
	Refused bool
	// Stood is what an earlier request, by its place, left standing as far as is known; nil where nobody knows.
	Stood func(of int) []Edit
	// Busy: something is being done or waits; Paused: it is paused; Awaiting: its plan waits for a yes.
	Busy, Paused, Awaiting bool
	// Language is that of who says it, for words of no language of their own.
	Language string
}

// Gist is what a request that is not read says with words left out, the most of it that is
// read, for a person to agree to, and those words. It is empty where that names nothing, and
// where what is left out may turn it round.
type Gist struct {
	Text, Left string
	// Read is what it is read as, in the language of all of the request.
	Read *Reading
}
