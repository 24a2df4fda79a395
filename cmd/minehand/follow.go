// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// follower reads from the events which task has ended and what waits for an answer. play,
// do and shell show both in their own way.
type follower struct {
	// task is the id of the one that is followed, empty for none or once it has ended;
	// last is how it was heard of last.
	task string
	last view.Task
	// plan is the task whose plan waits for a yes, command what is to run on this
	// computer and waits for one; nil for none. Whoever answers a plan sets it to nil.
	plan    *view.Task
	command *view.TerminalCommand

	// ended are the tasks that were heard to end, asked the revision asked about last.
	ended map[string]bool
	asked string
}

// begin follows a task, unless it was heard to end.
func (f *follower) begin(id string) {
	if !f.ended[id] {
		f.task = id
	}
}

// see takes in an event, and returns what a person is to be asked about a plan because of
// it; empty for nothing new. A command is shown by its event.
func (f *follower) see(e view.Event) (question string) {
	if c := e.Terminal; c != nil {
		f.asks(c)
	}
	t := e.Task
	if t == nil {
		return ""
	}
	if t.ID == f.task {
		f.last = *t
	}
	if t.State.Ended() {
		if f.ended == nil {
			f.ended = map[string]bool{}
		}
		if f.ended[t.ID] = true; t.ID == f.task {
			f.task = ""
		}
	}
	return f.question(t)
}

// asks notes the command that waits for an answer.
func (f *follower) asks(c *view.TerminalCommand) {
	switch {
	case c.State == view.CommandAsks:
		f.command = c
	case f.command != nil && f.command.ID == c.ID:
		f.command = nil
	}
}

// question is what is asked about a task's plan, once a revision.
func (f *follower) question(t *view.Task) string {
	revision := fmt.Sprintf("%s %d %d", t.ID, t.Round, t.Revision)
	switch {
	case t.State != view.TaskAwaiting:
		if strings.HasPrefix(f.asked, t.ID+" ") {
			f.plan, f.asked = nil, ""
		}
	case f.asked != revision:
		f.plan, f.asked = t, revision
		return game.Plain(t.Reason) + " Run this plan? y = yes, a = yes to the whole task, n = no"
	}
	return ""
}
