// SPDX-License-Identifier: MIT

package orchestrator

import (
	"maps"
	"slices"
	"time"
)

// spare is how many bodies that are away and have nothing to do are still
// shown, with the task that ended last. A mod that takes a new id each time it
// connects would otherwise cost memory for ever.
const spare = 64

// thin lets go of the agents that are away longest beyond what is spared;
// o.mu is held.
func (o *Orchestrator) thin() {
	if len(o.agents)-int(o.present.Load()) < spare { // not so many are away
		return
	}
	idle := slices.DeleteFunc(slices.Collect(maps.Values(o.agents)), func(a *agent) bool { _, vacant := a.away(); return !vacant })
	slices.SortFunc(idle, func(x, y *agent) int {
		since, _ := x.away()
		later, _ := y.away()
		return since.Compare(later)
	})
	for ; len(idle) >= spare; idle = idle[1:] {
		if idle[0].dismiss() {
			delete(o.agents, idle[0].id)
			idle[0].trail.Close()
			if last := idle[0].shown.Load().Last; last != nil {
				o.owners.Delete(last.Task.ID)
			}
			o.thinned.Do(func() {
				o.log.Warn("body forgotten", "body", idle[0].id, "why", "more than 64 bodies are away with nothing to do, and it was away for longest")
			})
		}
	}
}

// away is since when the body is away, and whether it is and the agent holds nothing
// that a later session or the journal needs.
func (a *agent) away() (since time.Time, vacant bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.left, a.vacantLocked()
}

func (a *agent) vacantLocked() bool {
	s := a.shown.Load()
	return a.body == nil && s.Current == nil && len(s.Queue) == 0 && len(s.Parked) == 0 && len(a.inbox) == 0 && s.fault == ""
}

// dismiss ends the agent's goroutines unless it was given something to do; what
// it has not journalled yet it journals first.
func (a *agent) dismiss() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.vacantLocked() {
		return false
	}
	a.retired, a.over = true, true
	a.wake()
	return true
}

// take gives the agent its body; false when it was let go of.
func (a *agent) take(b Body) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.retired {
		return false
	}
	if a.body == nil {
		a.o.present.Add(1)
	}
	a.body = b
	return true
}
