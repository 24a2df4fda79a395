// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// asker answers plans that wait for a yes: all of them with --yes, else with
// what a person types.
type asker struct {
	calls client.Calls
	view  screen
	typed func() <-chan string
	yes   bool
	// asked is the revision that was asked about last; waits is the plan that
	// still waits for an answer, nil for none.
	asked string
	waits *view.Task
	// command of this computer that waits for an answer, nil for none.
	command *view.TerminalCommand
}

// typedLines reads a person's input line by line from its first call on, until
// the input ends; every call gives the same lines. The goroutine ends with the
// input: nothing can interrupt a read of a terminal.
func typedLines(in io.Reader) func() <-chan string {
	return sync.OnceValue(func() <-chan string {
		ch := make(chan string)
		go func() {
			defer close(ch)
			scan := bufio.NewScanner(in)
			for scan.Scan() {
				ch <- scan.Text()
			}
		}()
		return ch
	})
}

// see asks when the event is a plan that waits, and no longer when it does not.
func (a *asker) see(ctx context.Context, e view.Event) error {
	if e.Kind == view.EventTerminal {
		return a.seeCommand(ctx, e.Terminal)
	}
	if e.Kind != view.EventTask {
		return nil
	}
	if e.Task.State != view.TaskAwaiting {
		if a.waits != nil && a.waits.ID == e.Task.ID {
			a.waits = nil
		}
		return nil
	}
	t := e.Task
	key := fmt.Sprintf("%s %d %d", t.ID, t.Round, t.Revision)
	if a.asked == key {
		return nil
	}
	a.asked = key
	if a.yes {
		return a.say(ctx, t, view.Answer{Approve: true})
	}
	a.waits = t
	a.view.note(game.Plain(t.Reason) + " Run this plan? y = yes, a = yes to the whole task, n = no")
	return nil
}

// seeCommand asks about a command, which the view has shown, and no longer when it
// ran or was refused.
func (a *asker) seeCommand(ctx context.Context, c *view.TerminalCommand) error {
	switch {
	case c.State == view.CommandAsks && a.yes:
		return a.allow(ctx, view.AnswerCommand{CommandID: c.ID, Allow: true})
	case c.State == view.CommandAsks:
		a.command = c
	case a.command != nil && a.command.ID == c.ID:
		a.command = nil
	}
	return nil
}

// allow answers for a command. One that was answered meanwhile, by another client
// or by the clock, is no fault.
func (a *asker) allow(ctx context.Context, answer view.AnswerCommand) error {
	err := a.calls.AnswerCommand(ctx, answer)
	if refused := (*view.RefusedError)(nil); errors.As(err, &refused) {
		return nil
	}
	return err
}

// lines are what is typed while a question is open; nil blocks for ever.
func (a *asker) lines() <-chan string {
	if a.waits == nil && a.command == nil {
		return nil
	}
	return a.typed()
}

// answer takes a typed line; there is none when the input has ended.
func (a *asker) answer(ctx context.Context, line string, there bool) error {
	if c := a.command; c != nil {
		a.command = nil
		word := strings.ToLower(strings.TrimSpace(line))
		return a.allow(ctx, view.AnswerCommand{CommandID: c.ID, Allow: word == "y" || word == "yes", Nobody: !there})
	}
	t := a.waits
	a.waits = nil
	switch word := strings.ToLower(strings.TrimSpace(line)); {
	case !there:
		return a.say(ctx, t, view.Answer{Reason: "nobody was there to say yes; --yes approves every plan"})
	case word == "y" || word == "yes":
		return a.say(ctx, t, view.Answer{Approve: true})
	case word == "a" || word == "all":
		return a.say(ctx, t, view.Answer{Approve: true, All: true})
	case word == "n" || word == "no":
		return a.say(ctx, t, view.Answer{})
	}
	a.waits = t
	a.view.note("Please answer y, a or n.")
	return nil
}

// say answers the plan of a task. One that changed meanwhile is asked about
// again.
func (a *asker) say(ctx context.Context, t *view.Task, answer view.Answer) error {
	answer.TaskID, answer.Revision = t.ID, t.Revision
	err := a.calls.AnswerPlan(ctx, answer)
	if refused := (*view.RefusedError)(nil); errors.As(err, &refused) && refused.Code == view.CodeConflict {
		return nil
	}
	return err
}
