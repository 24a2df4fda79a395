// SPDX-License-Identifier: MIT

package view

import "time"

// Thread is what was said to one body in one world.
type Thread struct {
	Body string `json:"body"`
	// World is its id; left out where no world was ever reported.
	World string `json:"world,omitempty"`
	// Name that a person gave it; left out while it has none.
	Name string `json:"name,omitempty"`
	// Tasks is how many there are of it, Open how many of these have not ended.
	Tasks int `json:"tasks"`
	Open  int `json:"open,omitempty"`
	// Last is when its newest task was given.
	Last time.Time `json:"last,omitzero"`
	// Deleted are the tasks that went with it; set in an event alone.
	Deleted []string `json:"deleted,omitempty"`
}

// Threads are all threads of the history, newest first.
type Threads struct {
	Threads []Thread `json:"threads"`
}

// OfThread names a thread.
type OfThread struct {
	// World is the id of its world; left out for that of no world.
	World string `json:"world,omitempty"`
	OfBody
}

// RenameThread gives a thread a name.
type RenameThread struct {
	// Name has 80 characters at most; an empty one takes the name back.
	Name string `json:"name"`
	OfThread
}

// DeletedThread is the answer to delete-thread.
type DeletedThread struct {
	Success bool `json:"success"`
	// Deleted is how many tasks went.
	Deleted int `json:"deleted"`
}
