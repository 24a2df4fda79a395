// SPDX-License-Identifier: MIT

package orchestrator

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/bodytest"
)

// A mod that takes a new id each time it connects costs no memory for ever.
func TestBodiesThatNeverComeBackAreLetGoOf(t *testing.T) {
	inBubble(t, 2, needing("coal"), func(w *world) {
		visit := func(id string) *bodytest.Body {
			body := bodytest.New(id, game.ProtocolV2)
			go body.Run(w.bctx)
			w.o.Attach(body)
			return body
		}
		leave := func(body *bodytest.Body) {
			body.Leave()
			w.o.Detach(body.Info().ID)
			time.Sleep(time.Millisecond)
			synctest.Wait()
		}
		var log bytes.Buffer
		w.o.log = slog.New(slog.NewTextHandler(&log, nil))
		for i := range 3 * spare {
			leave(visit(fmt.Sprint("once", i)))
		}
		list := w.o.Views()
		if len(list) > spare+1 { // those away, and b1
			t.Errorf("%d bodies are kept", len(list))
		}
		for id, a := range w.o.agents {
			if a.retired {
				t.Errorf("the agent of %s, which is kept, was let go of", id)
			}
		}
		for id, kept := range map[string]bool{"b1": true, "once0": false, fmt.Sprint("once", 3*spare-1): true} {
			_, err := w.o.Status(id)
			if kept != (err == nil) || !kept && !errors.Is(err, ErrNoBody) {
				t.Errorf("%s: %v", id, err)
			}
		}
		if n := strings.Count(log.String(), "body forgotten"); n != 1 {
			t.Errorf("that bodies are let go of is logged %d times", n)
		}
		if !errors.Is(w.o.Stop(w.t.Context(), "once0"), ErrNoBody) {
			t.Error("a body that was let go of can be stopped")
		}
		visit("once0") // it may come back all the same
		id, err := w.o.Submit(w.bctx, "once0", Submission{Goal: "x"})
		if err != nil {
			t.Fatal(err)
		}
		w.until(id, StateComplete, time.Minute)
	})
}

// An agent that is let go of while somebody still holds it takes nothing on.
func TestAnAgentThatWasLetGoOfTakesNothing(t *testing.T) {
	inBubble(t, 2, needing("coal"), func(w *world) {
		body := bodytest.New("b2", game.ProtocolV2)
		a := w.o.agentOf("b2")
		if !a.dismiss() {
			t.Fatal("an agent without anything to do stays")
		}
		<-a.ended
		if a.take(body) {
			t.Error("it took a body")
		}
		if err := w.o.Stop(w.t.Context(), "b2"); !errors.Is(err, ErrNoBody) {
			t.Errorf("stop: %v", err)
		}
		if w.o.agentOf("b1").dismiss() {
			t.Error("the agent of a connected body was let go of")
		}
	})
}

// A body that comes is not compared with all that are there: with ten thousand of
// them that took longer than they did.
func TestABodyThatComesCostsNoLookAtTheOthers(t *testing.T) {
	inBubble(t, 2, needing("coal"), func(w *world) {
		for i := range 2 * spare {
			w.o.Attach(bodytest.New(fmt.Sprint("there", i), game.ProtocolV2))
		}
		synctest.Wait() // what the bodies that came set going allocates too
		looks := testing.AllocsPerRun(10, func() {
			w.o.mu.Lock()
			defer w.o.mu.Unlock()
			w.o.thin()
		})
		if looks != 0 {
			t.Errorf("the list of all bodies is made, with %v allocations", looks)
		}
	})
}

// A body with nothing to do costs no goroutine, before its first task and after it, and
// also while an action is under way.
func TestABodyWithNothingToDoHasNoGoroutine(t *testing.T) {
	inBubble(t, 2, needing("coal"), func(w *world) {
		running := func() (n int) {
			synctest.Wait()
			for _, a := range w.o.all() {
				a.mu.Lock()
				if a.running {
					n++
				}
				a.mu.Unlock()
			}
			return n
		}
		before := running()
		for i := range 10 {
			w.o.Attach(bodytest.New(fmt.Sprint("quiet", i), game.ProtocolV2))
		}
		if n := running(); before+n != 0 {
			t.Errorf("%d agents are at work, %d of them before the others came", n, before)
		}
		id := w.submit(Submission{Goal: "x"})
		if n := running(); n != 0 {
			t.Errorf("%d agents are at work while an action is", n)
		}
		w.until(id, StateComplete, time.Minute)
		if n := running(); n != 0 {
			t.Errorf("%d agents are at work after the task", n)
		}
	})
}

// Where a task is looked for is known without asking all bodies, and forgotten with
// the task.
func TestWhereTasksAreIsForgottenWithThem(t *testing.T) {
	inBubble(t, 2, needing("coal"), func(w *world) {
		known := func() (n int) {
			w.o.owners.Range(func(any, any) bool { n++; return true })
			return n
		}
		var ids []string
		for range 4 {
			ids = append(ids, w.submit(Submission{Goal: "x"}))
		}
		if n := known(); n != len(ids) {
			t.Errorf("%d of %d tasks are known", n, len(ids))
		}
		if _, err := w.o.Clear(w.t.Context(), "b1"); err != nil {
			t.Fatal(err)
		}
		w.until(ids[0], StateComplete, time.Minute)
		w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
		if n := known(); n != 1 { // what is shown as the last
			t.Errorf("%d tasks are known", n)
		}
		if got := w.record(ids[1]).Task.State; got != StateStopped {
			t.Errorf("what was cleared is %s", got)
		}
		w.j.setFail(errors.New("full"))
		if _, err := w.o.Submit(w.bctx, "b1", Submission{Goal: "x"}); err == nil {
			t.Error("it was taken and cannot be kept")
		}
		if n := known(); n != 1 {
			t.Errorf("%d tasks are known", n)
		}
		w.j.setFail(nil)
	})
}
