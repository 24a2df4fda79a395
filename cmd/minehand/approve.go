package main

import (
	"bufio"
	"context"
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
	// asked is the revision that was asked about last.
	asked string
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

// see answers when the event is a plan that waits.
func (a *asker) see(ctx context.Context, e orchestrator.Event) error {
	if e.Kind != orchestrator.EventTask || e.Task.State != orchestrator.StateAwaiting {
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
	a.view.note(t.Reason + " Run this plan? y = yes, a = yes to the whole task, n = no")
	for {
		select {
		case line, ok := <-a.typed():
			switch answer := strings.ToLower(strings.TrimSpace(line)); {
			case !ok:
				return a.tasks.Reject(t.ID, t.Revision, "nobody was there to say yes; --yes approves every plan")
			case answer == "y" || answer == "yes":
				return a.tasks.Approve(t.ID, t.Revision, false)
			case answer == "a" || answer == "all":
				return a.tasks.Approve(t.ID, t.Revision, true)
			case answer == "n" || answer == "no":
				return a.tasks.Reject(t.ID, t.Revision, "")
			}
			a.view.note("Please answer y, a or n.")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
