// SPDX-License-Identifier: MIT

package ui

import (
	"maps"
	"slices"
	"sync"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// Counts are how often things ended since the service was made.
type Counts struct {
	// Tasks by the state that they ended in.
	Tasks map[view.TaskState]int
	// Actions by their kind and what was seen of them.
	Actions map[ActionCount]int
}

// ActionCount is what actions are counted by.
type ActionCount struct {
	Kind    game.Kind
	Verdict game.Verdict
}

// counting is Counts under way.
type counting struct {
	mu sync.Mutex
	Counts
	// ended are the tasks that were counted last: an ended one may be heard of again.
	ended []string
}

// rememberedEnds is how many ended tasks are remembered.
const rememberedEnds = 256

// hear counts an event.
func (c *counting) hear(e *view.Event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Tasks == nil {
		c.Counts = Counts{Tasks: map[view.TaskState]int{}, Actions: map[ActionCount]int{}}
	}
	if a := e.Action; a != nil && !a.Open() {
		kind := a.Step.Action.Kind
		if _, known := game.Lookup(kind); !known {
			kind = "other"
		}
		c.Actions[ActionCount{kind, a.Verdict}]++
	}
	if e.Task == nil || !e.Task.State.Ended() || slices.Contains(c.ended, e.TaskID) {
		return
	}
	c.Tasks[e.Task.State]++
	if len(c.ended) == rememberedEnds {
		c.ended = slices.Delete(c.ended, 0, 1)
	}
	c.ended = append(c.ended, e.TaskID)
}

// Counts returns how often things ended so far.
func (s *Service) Counts() Counts {
	s.counting.mu.Lock()
	defer s.counting.mu.Unlock()
	return Counts{maps.Clone(s.counting.Tasks), maps.Clone(s.counting.Actions)}
}
