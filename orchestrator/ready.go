package orchestrator

import (
	"fmt"
	"time"

	"github.com/minehand/minehand/game"
)

// staleAfter is how old a state may be for an action to be sent (rule 12).
const staleAfter = 10 * time.Second

// unready says what a body has to wait for before it is sent an action; empty
// when nothing.
func unready(link game.Link, snap *game.Snapshot, now time.Time) string {
	s := &snap.State
	switch {
	case link.State == game.LinkDown:
		return "Waiting for the body to come back."
	case snap.Seq == 0:
		return "Waiting for the body's first report: join a world."
	case !s.InWorld():
		return "Waiting for a world: join one."
	case now.Sub(snap.At) > staleAfter:
		return "Waiting for a world: the body has not reported for " + words(now.Sub(snap.At)) + "."
	case s.Health != nil && *s.Health <= 0:
		return "Waiting for the player to respawn."
	}
	return ""
}

// ready waits, visibly, until the body may be sent an action, and returns it
// with its newest state. What is pending is committed before it waits.
func (a *agent) ready(r *run) (Body, *game.State, error) {
	for {
		body := a.current()
		if body == nil {
			return nil, nil, a.lostUnless()
		}
		if err := a.interruption(); err == nil && a.owesStop() && body.Link().State == game.LinkUp {
			a.pay(body) // a goal that was given after it waits for it
		}
		snap := body.Snapshot()
		why := unready(body.Link(), &snap, time.Now())
		if why == "" {
			a.alive(r)
			if r.task.Waiting != "" {
				a.waiting(r, "")
			}
			state := fresh(body)
			return body, state, nil
		}
		if s := &snap.State; snap.Seq > 0 && s.Health != nil && *s.Health <= 0 {
			if err := a.death(r); err != nil {
				return nil, nil, err
			}
		}
		if err := a.commit(r, false); err != nil {
			return nil, nil, err
		}
		a.waiting(r, why)
		if err := a.later(body, snap.Seq); err != nil {
			return nil, nil, err
		}
	}
}

// later waits for a report beyond seq.
func (a *agent) later(body Body, seq uint64) error {
	if err := a.interruption(); err != nil {
		return err
	}
	if _, err := body.Await(a.operation(), seq); err != nil {
		return a.lostUnless()
	}
	return nil
}

// death counts a death once until the body lives again, and ends the task at
// the limit.
func (a *agent) death(r *run) error {
	if r.task.Dead {
		return nil
	}
	r.highs = nil
	a.mu.Lock()
	r.task.Dead = true
	r.task.Deaths++
	n := r.task.Deaths
	a.pending.Tasks = append(a.pending.Tasks, r.task)
	a.mu.Unlock()
	if n < a.o.cfg.Limits.Deaths {
		return nil
	}
	return &ending{StateError, fmt.Sprintf("Stopped: the player died %d times, the limit for one goal.%s", n, a.report(r))}
}

// alive notes that the body lives, so that its next death counts.
func (a *agent) alive(r *run) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if r.task.Dead {
		r.task.Dead = false
		a.pending.Tasks = append(a.pending.Tasks, r.task)
	}
}

// inDanger ends the task when the health is low and there is nothing to eat.
func (a *agent) inDanger(r *run, s *game.State) error {
	low := a.o.cfg.Limits.Health
	if s.Health == nil || low < 0 || *s.Health > low {
		return nil
	}
	for i := range s.Inventory {
		if f := a.o.cfg.IsFood; f != nil && f(s.Inventory[i].Item) {
			return nil
		}
	}
	return a.failed(r, fmt.Sprintf("Stopped: the health is down to %g of 20 and there is nothing to eat.%s", *s.Health, a.report(r)))
}
