package orchestrator

import (
	"context"
	"errors"
	"time"

	"github.com/minehand/minehand/game"
)

const (
	// journalRetry is the wait before a failed commit is tried again.
	journalRetry = 2 * time.Second
	// lastWords bounds a commit while the process ends.
	lastWords = 2 * time.Second
)

// flush commits what is pending. On failure everything is kept for the next
// try.
func (a *agent) flush() error {
	if a.pending.Empty() {
		return nil
	}
	err := a.o.cfg.Journal.Append(context.WithoutCancel(a.ctx), &a.pending)
	if err != nil {
		a.mu.Lock()
		first := a.fault == ""
		a.fault = sentence(err.Error())
		a.mu.Unlock()
		if first {
			a.log.Error("journal cannot be written", "error", err)
			a.o.hub.publish(Event{Kind: EventNotice, Body: a.id, Message: sentence(err.Error())})
		}
		return err
	}
	a.pending.reset()
	a.mu.Lock()
	a.fault = ""
	a.mu.Unlock()
	return nil
}

// flushLast commits while the process ends: what cannot be kept now is found
// as unfinished on the next start.
func (a *agent) flushLast() {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(a.ctx), lastWords)
	defer cancel()
	if a.pending.Empty() {
		return
	}
	if err := a.o.cfg.Journal.Append(ctx, &a.pending); err != nil {
		a.log.Error("journal cannot be written at the end", "error", err)
		return
	}
	a.pending.reset()
}

// commit commits what is pending and does not come back before it is: while
// the journal fails the task pauses with the journal's sentence, no action goes
// out, and the outcome in hand is kept and retried. Only an interruption ends
// the wait; final commits wait for nothing but the end of the process.
func (a *agent) commit(r *run, final bool) error {
	err := a.flush()
	if err == nil {
		return nil
	}
	was, reason := r.task.State, r.task.Reason
	a.show(r, StatePaused, sentence("Nothing is done while the journal cannot be written: "+err.Error()))
	for {
		if err := a.journalWait(final); err != nil {
			return err
		}
		if a.flush() == nil {
			break
		}
	}
	a.show(r, was, reason)
	return nil
}

// journalWait waits for the next try. A pause asked for meanwhile stays asked
// for: the task is paused already.
func (a *agent) journalWait(final bool) error {
	t := time.NewTimer(journalRetry)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			return nil
		case <-a.ctx.Done():
			return errShutdown
		case <-a.wake:
		}
		if final {
			continue
		}
		if err := a.interruption(); errors.Is(err, errStop) || errors.Is(err, errShutdown) {
			return err
		}
	}
}

// show changes what clients see without a move in the journal.
func (a *agent) show(r *run, s State, reason string) {
	a.mu.Lock()
	r.task.State, r.task.Reason = s, reason
	a.mu.Unlock()
	a.announce(r)
}

// move puts the task into a state. The row goes into the pending commit.
func (a *agent) move(r *run, s State, reason string) {
	now := time.Now()
	a.mu.Lock()
	t := &r.task
	if s == StatePlanning || s == StateRunning {
		if r.activeFrom.IsZero() {
			r.activeFrom = now
			a.startLimit(r)
		}
	} else if !r.activeFrom.IsZero() {
		t.Active += now.Sub(r.activeFrom)
		r.activeFrom = time.Time{}
		a.stopLimit()
	}
	t.State, t.Since, t.Reason, t.Waiting = s, now, reason, ""
	if s != StateInterrupted {
		t.NeedsPerson = false
	}
	if s.Ended() {
		t.Ended = now
	}
	m := Move{Task: t.ID, At: now, State: s, Round: t.Round, Reason: reason}
	r.moves = append(r.moves, m)
	a.progress = nil
	a.pending.Tasks = append(a.pending.Tasks, *t)
	a.pending.Moves = append(a.pending.Moves, m)
	a.mu.Unlock()
	a.announce(r)
}

// moved is move with its commit.
func (a *agent) moved(r *run, s State, reason string) error {
	a.move(r, s, reason)
	return a.commit(r, false)
}

// announce publishes the task and its line in the game.
func (a *agent) announce(r *run) {
	a.mu.Lock()
	t := r.task
	if a.cur == r {
		a.say(lineOf(&t))
	}
	a.mu.Unlock()
	a.o.hub.publish(Event{Kind: EventTask, Body: a.id, TaskID: t.ID, Task: &t})
}

func lineOf(t *Task) game.TaskStatus {
	msg := t.Reason
	if t.Waiting != "" {
		msg = t.Waiting
	}
	return game.TaskStatus{TaskID: t.ID, State: string(t.State), Step: t.Step, Of: t.Of, Message: msg}
}

// wait shows what a task waits for; empty when it goes on.
func (a *agent) waiting(r *run, text string) {
	a.mu.Lock()
	same := r.task.Waiting == text
	r.task.Waiting = text
	a.mu.Unlock()
	if !same {
		a.announce(r)
	}
}

// notice publishes a sentence about the task.
func (a *agent) notice(r *run, text string) {
	a.o.hub.publish(Event{Kind: EventNotice, Body: a.id, TaskID: r.task.ID, Message: text})
}

// startLimit arms the wall clock of unattended work; a.mu is held.
func (a *agent) startLimit(r *run) {
	left := max(a.o.cfg.Limits.WallTime-r.task.Active, 0)
	a.limit = time.AfterFunc(left, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.cur == r && !r.activeFrom.IsZero() {
			a.req.limit = "Stopped after " + words(a.o.cfg.Limits.WallTime) + " of work, the limit for one goal."
			a.interrupt()
		}
	})
}

func (a *agent) stopLimit() {
	if a.limit != nil {
		a.limit.Stop()
		a.limit = nil
	}
}
