// SPDX-License-Identifier: MIT

package view

// Changes is what a task changed in its world, as the body told it and as surveys have
// shown it since: the ledger of the task.
type Changes struct {
	// Foretold is what the task's first plan said before it ran; left out where it did not.
	Foretold *Foretold `json:"foretold,omitempty"`
	// Told: the body reports what it changes. Where it does not, nothing else is here, and
	// nothing here means zero.
	Told bool `json:"told"`
	// Incomplete: the body had to forget some of it.
	Incomplete bool `json:"incomplete,omitempty"`
	// Dug counts the blocks that stood there and do not, by name, for whatever reason;
	// Placed those that were put there. What is as it was before is in neither.
	Dug    map[string]int `json:"dug,omitempty"`
	Placed map[string]int `json:"placed,omitempty"`
	// Whys counts the cells by the cause of their last change: goal, way, scaffold, reflex,
	// other.
	Whys map[string]int `json:"whys,omitempty"`
	// Cells that the task left different; Shown of them a survey has shown so.
	Cells int `json:"cells"`
	Shown int `json:"shown,omitempty"`
	// Back of the cells are as they were before again, in Others a survey showed what
	// somebody else put there. Left are the ones that put-back would see to
	// with what is held now.
	Back   int `json:"back,omitempty"`
	Others int `json:"others,omitempty"`
	Left   int `json:"left,omitempty"`
	// List has the newest of the cells, 256 at most.
	List []ChangedCell `json:"list,omitempty"`
	// Of is the task whose changes this one put back, and Outcome how many of its cells
	// came to which end: restored, refilled (with another block), others
	// (changed by somebody else since), missing (ore, leaves, or what is not held).
	Of      string         `json:"of,omitempty"`
	Outcome map[string]int `json:"outcome,omitempty"`
}

// ChangedCell is one cell that a task left different.
type ChangedCell struct {
	X         int    `json:"x"`
	Y         int    `json:"y"`
	Z         int    `json:"z"`
	Dimension string `json:"dimension,omitempty"`
	// From and To are block states.
	From string `json:"from"`
	To   string `json:"to"`
	Why  string `json:"why"`
	// Shown is what a survey found there since; left out while none did.
	Shown string `json:"shown,omitempty"`
}

// ProofFile is a task's proof as a file.
type ProofFile struct {
	// File is its text, to be saved as it is: `minehand verify FILE` judges by it anew how the
	// task ended, and refuses it when a letter was changed.
	File string `json:"file"`
}

// Foretold is what a plan said of a task before it ran, beside how long that took.
type Foretold struct {
	// Least and Most are the game seconds that were expected four times in five, Seconds those
	// that were expected.
	Least   float64 `json:"least"`
	Most    float64 `json:"most"`
	Seconds float64 `json:"seconds"`
	// Took is how many the actions took; 0 where nobody knows.
	Took float64 `json:"took,omitempty"`
	// Digs and Places are the blocks that the plan's steps were about.
	Digs   int `json:"digs"`
	Places int `json:"places"`
	// Part: the plan was for the first part of the goal alone.
	Part bool `json:"part,omitempty"`
}
