// SPDX-License-Identifier: MIT

package ui

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/ui/view"
)

// answerTime is how long a person has to say whether a command may run.
const answerTime = 2 * time.Minute

// consent keeps the commands that wait for a person's yes.
type consent struct {
	publish func(view.Event)

	mu      sync.Mutex
	waiting []*asked
}

// asked is one of them. Its answer is sent once, under the mutex.
type asked struct {
	command view.TerminalCommand
	body    string
	answer  chan Consent
}

// Consent is what a person said to a command.
type Consent int

// What can come of the question.
const (
	// Late: nobody answered in time.
	Late Consent = iota
	Yes
	No
	// Nobody: a client said that there is nobody to answer.
	Nobody
)

// MayRun asks people whether a command may run that a model wants for the task
// of that body, and waits for the answer of the first client that gives one. The
// command has an id from then on. The error is ctx's.
func (s *Service) MayRun(ctx context.Context, body string, c *view.TerminalCommand) (Consent, error) {
	expires := time.Now().Add(answerTime)
	c.ID, c.State, c.Expires = ulid.Make().String(), view.CommandAsks, &expires
	a := &asked{command: *c, body: body, answer: make(chan Consent, 1)}
	k := &s.consent
	k.mu.Lock()
	k.waiting = append(k.waiting, a)
	k.mu.Unlock()
	defer k.drop(a)
	k.publish(view.Event{Kind: view.EventTerminal, Body: body, TaskID: c.TaskID, Terminal: &a.command})
	over := time.NewTimer(answerTime)
	defer over.Stop()
	select {
	case said := <-a.answer:
		return said, nil
	case <-over.C:
		return Late, nil
	case <-ctx.Done():
		return Late, ctx.Err()
	}
}

// CommandDone tells clients what became of a command: c.State is CommandRan or
// CommandRefused. One that was refused before anybody was asked gets its id here.
func (s *Service) CommandDone(body string, c view.TerminalCommand) {
	if c.Expires = nil; c.ID == "" {
		c.ID = ulid.Make().String()
	}
	s.consent.publish(view.Event{Kind: view.EventTerminal, Body: body, TaskID: c.TaskID, Terminal: &c})
}

// answer gives a person's answer to the command that waits for it.
func (k *consent) answer(a view.AnswerCommand) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	i := slices.IndexFunc(k.waiting, func(w *asked) bool { return w.command.ID == a.CommandID })
	if i < 0 {
		return view.Refuse(view.CodeNothing, "no command %q waits for an answer: it was answered already, or its time is over", a.CommandID)
	}
	said := No
	switch {
	case a.Allow:
		said = Yes
	case a.Nobody:
		said = Nobody
	}
	k.waiting[i].answer <- said
	k.waiting = slices.Delete(k.waiting, i, i+1)
	return nil
}

func (k *consent) drop(a *asked) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.waiting = slices.DeleteFunc(k.waiting, func(w *asked) bool { return w == a })
}

// open are the commands that wait.
func (k *consent) open() []view.TerminalCommand {
	k.mu.Lock()
	defer k.mu.Unlock()
	return lists.Of(k.waiting, func(w **asked) view.TerminalCommand { return (*w).command })
}
