// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// ends counts the events that tell of a task's end: there is to be one of each task.
type ends struct {
	mu    sync.Mutex
	times map[string]int
	// over is why no more events come, nil while they do.
	over error
}

// follow counts the ends that a connection of its own hears of, until that is closed.
func follow(ctx context.Context, c *client.Client) (*ends, error) {
	if _, err := c.Subscribe(ctx, view.Place{}); err != nil {
		return nil, err
	}
	e := &ends{times: map[string]int{}}
	go func() {
		for event := range c.Events() {
			e.hear(event)
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		e.over = c.Err()
	}()
	return e, nil
}

func (e *ends) hear(event view.Event) {
	if event.Task == nil || event.Task.Ended.IsZero() {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.times[event.TaskID]++
}

// wrong names the tasks whose end was not told exactly once.
func (e *ends) wrong(tasks []string) (list []string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.over != nil {
		list = append(list, "the events of the ends could not be followed: "+e.over.Error())
	}
	for _, id := range tasks {
		if n := e.times[id]; n != 1 {
			list = append(list, fmt.Sprintf("the end of task %s was told %d times", id, n))
		}
	}
	return list
}

// settle waits until the end of each task was heard of, and a second more for one that
// is told again.
func (e *ends) settle(tasks []string) {
	for until := time.Now().Add(10 * time.Second); len(e.wrong(tasks)) > 0 && time.Now().Before(until); {
		time.Sleep(100 * time.Millisecond)
	}
	time.Sleep(time.Second)
}
