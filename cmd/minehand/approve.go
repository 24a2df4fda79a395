package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/minehand/minehand/orchestrator"
)

// asker answers plans that wait for a yes: all of them with --yes, else with
// what a person types.
type asker struct {
	tasks *orchestrator.Orchestrator
	view  view
	typed func() <-chan string
	yes   bool
	// asked is the revision that was asked about last; waits is the plan that
	// still waits for an answer, nil for none.
	asked string
	waits *orchestrator.Task
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
func (a *asker) see(e orchestrator.Event) error {
	if e.Kind != orchestrator.EventTask {
		return nil
	}
	if e.Task.State != orchestrator.StateAwaiting {
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
		return a.tasks.Approve(t.ID, t.Revision, false)
	}
	a.waits = t
	a.view.note(t.Reason + " Run this plan? y = yes, a = yes to the whole task, n = no")
	return nil
}

// lines are what is typed while a question is open; nil blocks for ever.
func (a *asker) lines() <-chan string {
	if a.waits == nil {
		return nil
	}
	return a.typed()
}

// answer takes a typed line; there is none when the input has ended.
func (a *asker) answer(line string, there bool) error {
	t := a.waits
	a.waits = nil
	switch word := strings.ToLower(strings.TrimSpace(line)); {
	case !there:
		return a.tasks.Reject(t.ID, t.Revision, "nobody was there to say yes; --yes approves every plan")
	case word == "y" || word == "yes":
		return a.tasks.Approve(t.ID, t.Revision, false)
	case word == "a" || word == "all":
		return a.tasks.Approve(t.ID, t.Revision, true)
	case word == "n" || word == "no":
		return a.tasks.Reject(t.ID, t.Revision, "")
	}
	a.waits = t
	a.view.note("Please answer y, a or n.")
	return nil
}
