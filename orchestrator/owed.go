package orchestrator

import (
	"context"
	"time"

	"github.com/minehand/minehand/game"
)

// Debt is a stop that a body was away for and gets straight after it registers
// (rule 10).
type Debt struct {
	Body string
	// At is when the stop was given; zero when the body has been told.
	At time.Time
}

// Debts is a Journal that can say which bodies are owed a stop. What is owed
// goes to any Journal as rows of its batches; without Debts it is forgotten
// with the process.
type Debts interface {
	Debts(ctx context.Context) ([]Debt, error)
}

// owings takes over what an earlier process owed to bodies.
func (o *Orchestrator) owings(ctx context.Context) error {
	source, ok := o.cfg.Journal.(Debts)
	if !ok {
		return nil
	}
	list, err := source.Debts(ctx)
	if err != nil {
		return err
	}
	for _, d := range list {
		a := o.agentOf(d.Body)
		a.owes, a.owed = true, d.At
	}
	return nil
}

// up reports whether the body's line is up.
func (a *agent) up() bool {
	a.mu.Lock()
	body := a.body
	a.mu.Unlock()
	return body != nil && body.Link().State == game.LinkUp
}

// keepDebt journals a stop that the body is away for, with the goals that it
// holds, before it is carried out: who was told that it holds may rely on it even if the process ends now.
func (a *agent) keepDebt() {
	a.calls.Lock()
	defer a.calls.Unlock()
	d := Debt{Body: a.id, At: time.Now()}
	b := Batch{Owed: []Debt{d}}
	a.mu.Lock()
	a.holdQueue()
	for _, r := range a.queue {
		b.Tasks = append(b.Tasks, r.task)
	}
	a.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), lastWords)
	defer cancel()
	err := a.o.cfg.Journal.Append(ctx, &b)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.owes, a.owed = true, d.At
	if err != nil { // a failing journal keeps nobody from stopping; it is retried
		a.log.Warn("a stop for a body that is away is not in the journal yet", "error", err)
		a.req.debt = true
	}
}

// owing notes that the body is to be stopped when it is back. The row goes into
// the pending commit unless it is in the journal already.
func (a *agent) owing() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.owes = true
	if a.owed.IsZero() {
		a.owed = time.Now()
		a.pending.Owed = append(a.pending.Owed, Debt{Body: a.id, At: a.owed})
	}
}

// paid notes that the body was told.
func (a *agent) paid() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.owed.IsZero() {
		a.pending.Owed = append(a.pending.Owed, Debt{Body: a.id})
	}
	a.owes, a.owed, a.told = false, time.Time{}, nil
}

// owedLook is how often a free agent looks whether a body that is owed a stop is
// back on its line.
const owedLook = time.Second

// pay stops a body that is owed a stop; false while it cannot be told. A body
// that was told while its line was down gets it from its session.
func (a *agent) pay(body Body) bool {
	if a.told != body {
		body.Stop()
		a.told = body
	}
	if body.Link().State != game.LinkUp {
		return false
	}
	ctx, cancel := context.WithTimeout(a.ctx, settleTime)
	defer cancel()
	if err := body.Settle(ctx); err != nil {
		a.log.Warn("body did not come to rest after a stop", "error", err)
		if body.Link().State != game.LinkUp {
			return false
		}
	}
	a.paid()
	return true
}

// owesStop reports whether the body is to be stopped before anything else.
func (a *agent) owesStop() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.owes
}

// endedBy reports whether a stop that the earlier process took, and did not
// live to carry out, ends the task: it worked on it then, and has not moved it
// since.
func (t *Task) endedBy(stop time.Time) bool {
	if stop.IsZero() || t.State == StateQueued || !t.Since.Before(stop) {
		return false
	}
	return t.State != StateInterrupted || !t.NeedsPerson
}
