// SPDX-License-Identifier: MIT

package ui

import "github.com/minehand/minehand/ui/view"

// What one thing of an event takes up at most beside its texts, in bytes, in memory and
// as a message.
const (
	eventWeight = 2 << 10
	partWeight  = 1 << 10 // a clause, a proof, a step, a finding
	editWeight  = 128     // one block of a build, one item of a list
)

// weightOf is how much memory an outcome takes up while it is kept, its message with it,
// in bytes: rather too much than too little.
func weightOf(e *view.Event) int {
	n := eventWeight
	if t := e.Task; t != nil {
		n += texts(t.Goal, t.Said, t.Title, t.Reading, t.Reason, t.Waiting, t.Guess, t.PlannedBy, t.Settings.Accepted)
		for i := range t.Clauses {
			n += weighClause(&t.Clauses[i])
		}
	}
	if e.Clause != nil {
		n += weighClause(e.Clause)
	}
	if r := e.Round; r != nil {
		n += texts(r.Why, r.Error, r.Plan.Reading, r.Plan.Say, r.Plan.Next, r.Plan.Edited) + texts(r.Plan.Notices...)
		for i := range r.Plan.Steps {
			n += weighStep(&r.Plan.Steps[i])
		}
	}
	if a := e.Action; a != nil {
		n += weighStep(&a.Step) + texts(a.Reason)
		if a.Failure != nil {
			n += partWeight + texts(a.Failure.Message)
		}
		n += editWeight * len(a.Gained)
	}
	if b := e.Info; b != nil {
		n += texts(b.Name, b.Owner) + editWeight*len(b.Actions)
	}
	if e.Chat != nil {
		n += texts(e.Chat.Message)
	}
	if e.Notice != nil {
		n += texts(e.Notice.Message)
	}
	n += 2 * partWeight * len(e.Commands)
	if t := e.Terminal; t != nil {
		n += texts(t.Command, t.Description, t.Output, t.Refused)
	}
	if s := e.Spoken; s != nil {
		n += texts(s.Text, s.Say, s.Fault)
	}
	return n
}

func weighClause(c *view.Clause) int {
	n := partWeight + 2*texts(c.Evidence) + texts(c.Text, c.Words) + editWeight*len(c.Items)
	for i := range c.Proofs {
		n += 3*partWeight + texts(c.Proofs[i].Text, c.Proofs[i].Evidence)
	}
	return n
}

func weighStep(s *view.Step) int {
	n := 4*partWeight + texts(s.Text, s.Why, s.Action.Message) + editWeight*len(s.Action.Edits)
	for _, a := range s.Needs {
		n += editWeight * (1 + len(a.Items))
	}
	for _, a := range s.Gains {
		n += editWeight * (1 + len(a.Items))
	}
	return n
}

// texts weighs texts: as they are, and written as JSON.
func texts(list ...string) int {
	n := 0
	for _, s := range list {
		n += 7 * len(s) // JSON writes some characters with six
	}
	return n
}
