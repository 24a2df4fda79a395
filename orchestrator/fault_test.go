// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
)

// heard is what was told since it was last asked for.
func heard(r *ears) (list []Event) {
	synctest.Wait()
	for {
		e, ok := r.take()
		if !ok {
			return list
		}
		list = append(list, e)
	}
}

// ofTask are the states of a task that were told.
func ofTask(list []Event, id string) (states []State) {
	for _, e := range list {
		if e.Kind == EventTask && e.TaskID == id {
			states = append(states, e.Task.State)
		}
	}
	return states
}

// TestAFailingJournalIsToldOnce: to clients, who see the task as paused, and in the
// game; and that it goes on.
func TestAFailingJournalIsToldOnce(t *testing.T) {
	inBoth(t, needing("coal", "diamond"), func(w *world, _ int) {
		sub := listen(w.o)
		defer sub.Close()
		w.body.Takes = 5 * time.Second
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateRunning, time.Second)
		heard(sub)
		w.j.setFail(errors.New("the disk is full"))
		time.Sleep(time.Minute) // it is tried again and again
		list := heard(sub)
		var notices []string
		for _, e := range list {
			if e.Kind == EventNotice {
				notices = append(notices, e.Body+" "+messages.InEnglish(e.Say))
			}
		}
		if len(notices) != 1 || !strings.HasPrefix(notices[0], "b1 The disk is full") {
			w.t.Errorf("told %q", notices)
		}
		if states := ofTask(list, id); len(states) == 0 || states[len(states)-1] != StatePaused {
			w.t.Errorf("its states were told as %q", states)
		}
		if told := w.body.Told(); told[len(told)-1].State != string(StatePaused) || !strings.Contains(told[len(told)-1].Message, "while the journal cannot be written") {
			w.t.Errorf("the body was told %+v", told[len(told)-1])
		}
		if tasks, err := w.o.Tasks(w.t.Context(), Query{}); err != nil || len(tasks) != 1 || tasks[0].State != StatePaused {
			w.t.Errorf("listed as %+v, %v", tasks, err)
		}
		w.j.setFail(nil)
		time.Sleep(3 * time.Second)
		if states := ofTask(heard(sub), id); len(states) == 0 || states[0] != StateRunning {
			w.t.Errorf("when it goes on its states are told as %q", states)
		}
		if told := w.body.Told(); told[len(told)-1].State != string(StateRunning) {
			w.t.Errorf("when it goes on the body is told %+v", told[len(told)-1])
		}
		w.until(id, StateComplete, time.Minute)
	})
}

// TestAnEndIsToldWhenItIsKept: with what the task came to.
func TestAnEndIsToldWhenItIsKept(t *testing.T) {
	inBoth(t, fixed(planOf([]game.Check{have("coal", 1)}, mine("coal", 1))), func(w *world, _ int) {
		sub := listen(w.o)
		defer sub.Close()
		w.o.Attach(&scripted{Body: w.body, do: func(game.Call) (game.Outcome, bool) {
			w.j.setFail(errors.New("the disk is full"))
			return game.Outcome{}, false
		}})
		id := w.submit(Submission{Goal: "x"})
		time.Sleep(time.Minute)
		ended := func(s game.TaskStatus) bool { return s.State == string(StateComplete) }
		if states := ofTask(heard(sub), id); slices.Contains(states, StateComplete) {
			w.t.Errorf("an end that is not kept was told: %q", states)
		}
		if slices.ContainsFunc(w.body.Told(), ended) {
			w.t.Error("an end that is not kept was told in the game")
		}
		if tasks, err := w.o.Tasks(w.t.Context(), Query{}); err != nil || len(tasks) != 1 || tasks[0].State.Ended() {
			w.t.Errorf("an end that is not kept is listed: %+v, %v", tasks, err)
		}
		w.j.setFail(nil)
		got := w.until(id, StateComplete, time.Minute)
		var end *Event
		for _, e := range heard(sub) {
			if e.Kind == EventTask && e.Task.State.Ended() {
				end = &e
			}
		}
		if end == nil || end.Body != "b1" || end.Task.State != StateComplete || end.Task.Sent != 1 || got.Sent != 1 {
			w.t.Errorf("told of the end: %+v", end)
		}
		if !slices.ContainsFunc(w.body.Told(), ended) {
			w.t.Error("the end was not told in the game")
		}
	})
}

// TestNothingIsPlannedWhileTheJournalFails: what a model says costs money, and could
// not be kept.
func TestNothingIsPlannedWhileTheJournalFails(t *testing.T) {
	var asked atomic.Int32
	p := planFunc(func(ctx context.Context, req game.Request) (game.Plan, error) {
		asked.Add(1)
		return planOf([]game.Check{have("diamond", 1)}, mine("coal", 1)), nil
	})
	inBoth(t, p, func(w *world, _ int) {
		asked.Store(0)
		w.body.Takes = 5 * time.Second
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateRunning, time.Second)
		w.j.setFail(errors.New("the disk is full"))
		time.Sleep(time.Minute)
		if n := asked.Load(); n != 1 {
			w.t.Errorf("the planner was asked %d times", n)
		}
		w.j.setFail(nil)
		time.Sleep(time.Minute)
		if asked.Load() < 2 {
			w.t.Error("it does not go on")
		}
	})
}

// TestWhatCameBeforeIsKeptBefore: a row that waits for the journal does not undo what
// is kept as soon as it can be written again.
func TestWhatCameBeforeIsKeptBefore(t *testing.T) {
	inBoth(t, fixed(planOf(nil, mine("coal", 1))), func(w *world, _ int) {
		w.body.Takes = time.Minute
		first, second := w.submit(Submission{Goal: "x"}), w.submit(Submission{Goal: "y"})
		w.until(first, StateRunning, time.Second)
		w.j.setFail(errors.New("the disk is full"))
		must(w, w.o.Stop(w.t.Context(), "b1")) // which holds the second goal
		time.Sleep(2*journalRetry + 100*time.Millisecond)
		w.j.setFail(nil)
		if n, err := w.o.Clear(w.t.Context(), "b1"); err != nil || n != 1 {
			w.t.Errorf("cleared %d, %v", n, err)
		}
		time.Sleep(time.Minute)
		for _, id := range []string{first, second} {
			if kept := w.j.records[id].Task; kept.State != StateStopped {
				w.t.Errorf("kept as %s", kept.State)
			}
		}
	})
}

// TestAnActionThatEndsWhileTheAgentWritesIsTakenIn.
func TestAnActionThatEndsWhileTheAgentWritesIsTakenIn(t *testing.T) {
	inBoth(t, fixed(planOf([]game.Check{have("coal", 1)}, mine("coal", 1))), func(w *world, _ int) {
		w.j.onAppend = func(b *Batch) {
			if slices.ContainsFunc(b.Tasks, func(t Task) bool { return t.Goal == "y" && t.State == StateQueued }) {
				time.Sleep(5 * time.Second) // a slow disk
			}
		}
		w.body.Takes = 2 * time.Second
		first := w.submit(Submission{Goal: "x"})
		w.until(first, StateRunning, time.Second)
		second := w.submit(Submission{Goal: "y"})
		w.until(first, StateComplete, time.Minute)
		w.until(second, StateComplete, time.Minute)
	})
}
