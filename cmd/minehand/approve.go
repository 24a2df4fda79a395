// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// asker answers plans that wait for a yes: all of them with --yes, else with
// what a person types.
type asker struct {
	follower
	calls client.Calls
	view  screen
	typed func() <-chan string
	yes   bool
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

// answered is a person's answer to a question as one letter, y, n or a, else as it was typed.
func answered(line string) string {
	word := strings.ToLower(strings.TrimSpace(line))
	if slices.Contains([]string{"yes", "no", "all"}, word) {
		return word[:1]
	}
	return word
}

// see asks when the event is something that waits, or says yes to it.
func (a *asker) see(ctx context.Context, e view.Event) error {
	question := a.follower.see(e)
	switch {
	case e.Terminal != nil && e.Terminal.State == view.CommandAsks && a.yes:
		a.command = nil
		return a.allow(ctx, view.AnswerCommand{CommandID: e.Terminal.ID, Allow: true})
	case question != "" && a.yes:
		a.plan = nil
		return a.say(ctx, e.Task, view.Answer{Approve: true})
	case question != "":
		a.view.note(question)
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
	if a.plan == nil && a.command == nil {
		return nil
	}
	return a.typed()
}

// answer takes a typed line; there is none when the input has ended.
func (a *asker) answer(ctx context.Context, line string, there bool) error {
	if c := a.command; c != nil {
		a.command = nil
		return a.allow(ctx, view.AnswerCommand{CommandID: c.ID, Allow: answered(line) == "y", Nobody: !there})
	}
	answer, known := answers[answered(line)]
	if !there {
		answer, known = view.Answer{Reason: "nobody was there to say yes; --yes approves every plan"}, true
	}
	if !known {
		a.view.note("Please answer y, a or n.")
		return nil
	}
	t := a.plan
	a.plan = nil
	return a.say(ctx, t, answer)
}

// answers to a plan.
var answers = map[string]view.Answer{"y": {Approve: true}, "a": {Approve: true, All: true}, "n": {}}

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
