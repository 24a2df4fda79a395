package orchestrator

import (
	"context"
	"slices"
	"time"
)

// next waits for a task to work on; nil when ctx ended. recovered tasks begin
// interrupted.
func (a *agent) next(ctx context.Context) (r *run, recovered bool) {
	for {
		retry := a.tidy()
		var look <-chan time.Time
		there := a.current() != nil
		a.mu.Lock()
		if ctx.Err() != nil {
			a.mu.Unlock()
			a.flushLast()
			return nil, false
		}
		if a.req.stop && a.cur == nil {
			if r = a.stopFirst(there && retry == nil); r != nil {
				a.mu.Unlock()
				return r, false
			}
			a.req.stop, a.owes = false, true
		}
		if body := a.body; a.owes && there {
			a.mu.Unlock()
			if a.pay(body) {
				continue
			}
			look = time.After(owedLook)
			a.mu.Lock()
		}
		a.req.pause, a.req.skip, a.req.limit, a.req.answer = false, false, "", nil
		if retry == nil {
			if a.cur != nil { // found unfinished at the start, or resumed
				r = a.cur
				a.mu.Unlock()
				return r, true
			}
			if there {
				r = a.pick()
			}
			if r != nil {
				a.mu.Unlock()
				return r, false
			}
		}
		if a.cur == nil { // else it counts as soon as the journal can be written
			a.req.resume = false
		}
		a.mu.Unlock()
		select {
		case <-a.wake:
		case <-retry:
		case <-look:
		case <-ctx.Done():
		}
	}
}

// pick takes the first goal that may start; a.mu is held.
func (a *agent) pick() *run {
	for i, r := range a.queue {
		if !r.task.Held {
			a.queue = append(a.queue[:i:i], a.queue[i+1:]...)
			a.cur = r
			return r
		}
	}
	return nil
}

// stopFirst takes the goal that a stop is to end before it began; nil when there
// is none. When it cannot be worked on it is held like those behind it. a.mu is
// held.
func (a *agent) stopFirst(able bool) *run {
	r := a.req.first
	a.req.first = nil
	i := slices.Index(a.queue, r)
	switch {
	case i < 0:
		return nil
	case !able:
		r.task.Held, a.req.rows = true, true
		return nil
	}
	a.queue = slices.Delete(a.queue, i, i+1)
	a.cur = r
	return r
}

// tidy journals what clients changed in the queue. It returns a timer's
// channel when the journal has to be tried again.
func (a *agent) tidy() <-chan time.Time {
	a.mu.Lock()
	rows := a.req.rows
	a.req.rows = false
	if a.req.debt && a.owes {
		a.pending.Owed = append(a.pending.Owed, Debt{Body: a.id, At: a.owed})
	}
	a.req.debt = false
	if rows {
		for _, r := range a.queue {
			a.pending.Tasks = append(a.pending.Tasks, r.task)
		}
	}
	a.mu.Unlock()
	if err := a.flush(); err != nil {
		return time.After(journalRetry)
	}
	return nil
}
