package orchestrator

import (
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
	if len(o.agents) < spare {
		return
	}
	type away struct {
		agent *agent
		since time.Time
	}
	var idle []away
	for _, a := range o.agents {
		if since, ok := a.vacant(); ok {
			idle = append(idle, away{a, since})
		}
	}
	if len(idle) < spare {
		return
	}
	slices.SortFunc(idle, func(x, y away) int { return x.since.Compare(y.since) })
	for _, v := range idle[:len(idle)-spare+1] {
		if v.agent.dismiss() {
			delete(o.agents, v.agent.id)
		}
	}
}

// vacant reports whether the body is away and the agent holds nothing that a
// later session or the journal needs, and since when.
func (a *agent) vacant() (since time.Time, ok bool) {
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
	a.retired = true
	if a.retire != nil {
		a.retire()
	}
	return true
}

// take gives the agent its body; false when it was let go of.
func (a *agent) take(b Body) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.retired {
		return false
	}
	a.body = b
	return true
}
