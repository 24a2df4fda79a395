// SPDX-License-Identifier: MIT

package ui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/ui/view"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// crowd lets bodies report progress, states and inventories ten times a second
// each, and an outcome a second, for a while. It returns how many outcomes there
// were.
func crowd(h *hub, bodies int, span time.Duration) int {
	outcomes := 0
	for tick := range int(span / (100 * time.Millisecond)) {
		for b := range bodies {
			body := fmt.Sprintf("body_%d", b)
			for _, kind := range []view.EventKind{view.EventProgress, view.EventState, view.EventInventory} {
				h.publish(view.Event{Kind: kind, Body: body, Progress: &view.Progress{Message: fmt.Sprint(tick)}})
			}
			if (tick+b)%10 == 0 {
				outcomes++
				h.publish(view.Event{Kind: view.EventTask, Body: body, TaskID: fmt.Sprint(outcomes), Task: &view.Task{}})
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	return outcomes
}

// A hundred bodies that report ten times a second never push a client out that
// reads, however slowly, as long as it keeps up with the outcomes: none of those
// is lost, and of the rest it gets at most five a second for a body.
func TestAHundredBodiesPushNobodyOut(t *testing.T) {
	for _, each := range []time.Duration{0, time.Millisecond, 8 * time.Millisecond} {
		t.Run(each.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				const bodies, span = 100, 20 * time.Second
				h := newHub("e")
				sub, err := h.subscribe("e", 0)
				if err != nil {
					t.Fatal(err)
				}
				got, rest, last := 0, map[string]int{}, uint64(0)
				var failed error
				done := make(chan struct{})
				go func() {
					defer close(done)
					for {
						e, err := sub.Next(context.Background())
						if err != nil {
							failed = err
							return
						}
						if e.Seq <= last {
							t.Errorf("event %d came after %d", e.Seq, last)
						}
						last = e.Seq
						if e.Kind == view.EventTask {
							if got++; e.TaskID != fmt.Sprint(got) {
								t.Errorf("outcome %s came as number %d", e.TaskID, got)
							}
						} else {
							rest[e.Body]++
						}
						time.Sleep(each)
					}
				}()
				want := crowd(h, bodies, span)
				time.Sleep(time.Minute) // it may catch up
				h.close()
				<-done
				if !errors.Is(failed, ErrClosed) {
					t.Fatalf("the client was pushed out: %v", failed)
				}
				if got != want {
					t.Errorf("%d of %d outcomes", got, want)
				}
				for body, n := range rest {
					if limit := int(span/coalesceEvery) + 4; n > limit { // with the first, and a last of each kind
						t.Errorf("%d coalesced events of %s, more than %d", n, body, limit)
					}
				}
				if len(rest) != bodies {
					t.Errorf("heard of %d bodies", len(rest))
				}
			})
		})
	}
}

// The newest of what is coalesced always comes, and none of an action that has
// ended comes after its end.
func TestTheLastWordComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub("e")
		defer h.close()
		sub, _ := h.subscribe("e", 0)
		say := func(kind view.EventKind, text string) {
			h.publish(view.Event{Kind: kind, Body: "b", Progress: &view.Progress{Message: text}})
		}
		for i := range 10 {
			say(view.EventState, fmt.Sprint(i))
			say(view.EventProgress, fmt.Sprint(i))
		}
		say(view.EventAction, "the end")
		time.Sleep(5 * time.Second)
		var heard []string
		for {
			n, err := sub.take()
			if err != nil {
				t.Fatal(err)
			}
			if n == nil {
				break
			}
			heard = append(heard, string(n.event.Kind)+" "+n.event.Progress.Message)
		}
		if want := "[action the end state 9]"; fmt.Sprint(heard) != want {
			t.Errorf("heard %v, want %s", heard, want)
		}
		if len(h.paces) != 0 {
			t.Error("a quiet body is still paced")
		}
		h.leave("b")
		if len(h.latest) != 0 || len(h.events)-h.gone != 1 {
			t.Errorf("%d lanes and %d events of a body that is gone", len(h.latest), len(h.events)-h.gone)
		}
	})
}

// mostNotices is how many notices without words are kept: as many as the budget in bytes
// has room for.
const mostNotices = keptBytes / eventWeight

// A client is closed when its next event is no longer kept, however much it is behind;
// one that comes back within what is kept misses none.
func TestBehindAndBack(t *testing.T) { synctest.Test(t, behindAndBack) }

func behindAndBack(t *testing.T) {
	h := newHub("e")
	defer h.close()
	slow, _ := h.subscribe("e", 0)
	put := func(n int) {
		for range n {
			h.publish(view.Event{Kind: view.EventNotice, Body: "b"})
		}
	}
	put(mostNotices)
	time.Sleep(keptFor)
	if e, err := slow.Next(t.Context()); err != nil || e.Seq != 1 {
		t.Fatalf("%d behind: %+v, %v", mostNotices, e, err)
	}
	put(1)
	if e, err := slow.Next(t.Context()); err != nil || e.Seq != 2 {
		t.Fatalf("with the next one the last that is kept: %+v, %v", e, err)
	}
	put(2)
	if _, err := slow.Next(t.Context()); !errors.Is(err, ErrBehind) {
		t.Fatalf("with the next one gone: %v", err)
	}
	if _, err := slow.Next(t.Context()); !errors.Is(err, ErrClosed) {
		t.Fatalf("after that: %v", err)
	}
	back, err := h.subscribe("e", 3)
	if err != nil {
		t.Fatal(err)
	}
	for seq := uint64(4); seq <= h.last; seq++ {
		if e, err := back.Next(t.Context()); err != nil || e.Seq != seq {
			t.Fatalf("event %d, %v; want %d", e.Seq, err, seq)
		}
	}
	for _, c := range []struct {
		epoch string
		since uint64
	}{{"e", 2}, {"other", 3000}, {"e", h.last + 1}} {
		if _, err := h.subscribe(c.epoch, c.since); !errors.Is(err, ErrSnapshotNeeded) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// Readers have positions of their own in one queue: what they read is the same, in the
// same order, whoever publishes and however slowly one of them reads.
func TestEachReaderHasAPositionOfItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub("e")
		const bodies, each = 8, 500
		var readers, publishers sync.WaitGroup
		orders := make([][]string, 3)
		for r := range orders {
			sub, err := h.subscribe("e", 0)
			if err != nil {
				t.Fatal(err)
			}
			readers.Go(func() {
				for {
					e, err := sub.Next(context.Background())
					if err != nil {
						if !errors.Is(err, ErrClosed) {
							t.Errorf("reader %d: %v", r, err)
						}
						return
					}
					orders[r] = append(orders[r], e.Body+" "+e.TaskID)
					time.Sleep(time.Duration(r) * time.Millisecond)
				}
			})
		}
		for b := range bodies {
			publishers.Go(func() {
				for i := range each {
					h.publish(view.Event{Kind: view.EventTask, Body: fmt.Sprint(b), TaskID: fmt.Sprint(i), Task: &view.Task{}})
					time.Sleep(time.Duration(b) * time.Microsecond)
				}
			})
		}
		publishers.Wait()
		h.close()
		readers.Wait()
		next := map[string]int{}
		for _, e := range orders[0] {
			body, id, _ := strings.Cut(e, " ")
			if id != fmt.Sprint(next[body]) {
				t.Fatalf("of body %s event %s came as number %d", body, id, next[body])
			}
			next[body]++
		}
		if len(orders[0]) != bodies*each || !slices.Equal(orders[0], orders[1]) || !slices.Equal(orders[0], orders[2]) {
			t.Errorf("%d events of %d, %d and %d, not all alike", len(orders[0]), bodies*each, len(orders[1]), len(orders[2]))
		}
	})
}

// A reader that has read everything pauses before it is woken again, and then reads all
// that came meanwhile.
func TestReadersAreWokenInBatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub("e")
		defer h.close()
		sub, _ := h.subscribe("e", 0)
		start := time.Now()
		for i := range 3 {
			h.publish(view.Event{Kind: view.EventNotice})
			if _, err := sub.Next(t.Context()); err != nil {
				t.Fatal(err)
			}
			if waited := time.Since(start); waited != 0 {
				t.Errorf("event %d came after %v, though it was there", i, waited)
			}
		}
		time.AfterFunc(time.Millisecond, func() { h.publish(view.Event{Kind: view.EventNotice}) })
		if _, err := sub.Next(t.Context()); err != nil || time.Since(start) != batchDelay {
			t.Errorf("it came after %v, %v; want %v", time.Since(start), err, batchDelay)
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Millisecond, cancel)
		if _, err := sub.Next(ctx); !errors.Is(err, context.Canceled) || time.Since(start) != batchDelay+time.Millisecond {
			t.Errorf("a reader that was given up waited: %v after %v", err, time.Since(start))
		}
	})
}

// What nobody comes back for is let go of: a night of goals takes no more memory than
// some minutes of them.
func TestOldOutcomesAreLetGoOf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub("e")
		for n := range 3000 {
			h.publish(view.Event{Kind: view.EventTask, TaskID: fmt.Sprint(n), Task: &view.Task{}})
		}
		if h.kept != 3000 {
			t.Errorf("%d of 3000 new outcomes are kept", h.kept)
		}
		time.Sleep(keptFor + time.Second)
		h.publish(view.Event{Kind: view.EventTask, TaskID: "last", Task: &view.Task{}})
		if h.kept != leastKept || len(h.events)-h.gone != leastKept || len(h.events) > 3*leastKept {
			t.Errorf("%d old outcomes are kept, in %d events of %d; want %d", h.kept, len(h.events)-h.gone, len(h.events), leastKept)
		}
		if _, err := h.subscribe("e", h.lost-1); !errors.Is(err, ErrSnapshotNeeded) {
			t.Errorf("what is gone was promised: %v", err)
		}
		if s, err := h.subscribe("e", h.lost); err != nil {
			t.Error(err)
		} else if e, err := s.Next(t.Context()); err != nil || e.Seq != h.lost+1 {
			t.Errorf("got event %d, %v, want %d", e.Seq, err, h.lost+1)
		}
	})
}

// Who has not read so much that some of it is no longer kept is closed at once,
// however fast it came.
func TestMoreThanIsKept(t *testing.T) {
	h := newHub("e")
	defer h.close()
	slow, _ := h.subscribe("e", 0)
	for range mostNotices + 1 {
		h.publish(view.Event{Kind: view.EventNotice, Body: "b"})
	}
	if _, err := slow.Next(t.Context()); !errors.Is(err, ErrBehind) {
		t.Fatalf("%d behind: %v", mostNotices+1, err)
	}
}

// large is a ready list that fills the largest message, as its task and its plan.
func large(i int) (row orchestrator.Task, round orchestrator.Round) {
	row = orchestrator.Task{ID: fmt.Sprint(i), Body: "b", State: orchestrator.StateRunning}
	for k := range 4000 {
		a := game.Action{Kind: game.Chat, Message: fmt.Sprintf("%d %s", k, strings.Repeat("<", 30))}
		row.Actions = append(row.Actions, a)
		row.Reading.Clauses = append(row.Reading.Clauses, game.ClauseOf("chat", a.Describe(), game.Check{Kind: game.CheckDone, Action: a.Kind, Target: a.Subject(), Count: 1}))
	}
	round = orchestrator.Round{Task: row.ID, Round: 1, Plan: game.Plan{Goal: row.Reading, Steps: game.Steps(row.Actions)}}
	return row, round
}

// TestKeptEventsHaveABudgetInBytes: 60 large lists, each with its events, are kept in
// less than the budget, also as messages; the newest is there whatever it weighs.
func TestKeptEventsHaveABudgetInBytes(t *testing.T) {
	h := newHub("e")
	defer h.close()
	s := &source{tasks: tasks{of: &oneTask{}}, rounds: map[string]*view.Round{}}
	for i := range 60 {
		row, round := large(i)
		for range 4 {
			h.publish(s.eventOf(&orchestrator.Event{Kind: orchestrator.EventTask, Body: "b", TaskID: row.ID, Task: &row}))
		}
		h.publish(s.eventOf(&orchestrator.Event{Kind: orchestrator.EventRound, Body: "b", TaskID: row.ID, Round: &round}))
	}
	held, weighed := 0, 0
	for _, e := range h.events {
		if e.entry != nil {
			held += len(e.frame())
			weighed += e.weight
		}
	}
	if weighed != h.weight || h.weight > keptBytes || held > keptBytes || h.kept < 10 {
		t.Errorf("%d events are kept with %d bytes of messages, weighed %d (%d); the budget is %d", h.kept, held, h.weight, weighed, keptBytes)
	}
	h.publish(view.Event{Kind: view.EventNotice, Notice: &view.Notice{Message: strings.Repeat("x", keptBytes)}})
	sub, err := h.subscribe("e", h.last-1)
	if err != nil || h.kept != 1 {
		t.Fatalf("%d are kept, %v", h.kept, err)
	}
	if e, err := sub.take(); err != nil || e.event.Kind != view.EventNotice {
		t.Errorf("the newest: %+v, %v", e, err)
	}
}

// TestEventsAreWeighedByWhatTheySay: no message is longer than its event's weight.
func TestEventsAreWeighedByWhatTheySay(t *testing.T) {
	long := strings.Repeat("\x01<", 2000)
	row, round := large(1)
	edits := make([]game.Edit, 3000)
	for i := range edits {
		edits[i] = game.Edit{X: -30_000_000, Y: -64, Z: -30_000_000, Block: "light_blue_glazed_terracotta"}
	}
	task, plan := brief(tasks{}.task(&row)), roundOf(&round, false)
	plan.Plan.Notices, plan.Plan.Say, plan.Error = []string{long}, long, long
	step := view.Step{Text: long, Why: long, Action: game.Action{Kind: game.Build, Edits: edits}}
	for name, e := range map[string]view.Event{
		"task": {Task: &task}, "round": {Round: &plan}, "clause": {Clause: &view.Clause{Text: long, Words: long, Evidence: long}},
		"action":   {Action: &view.Action{Step: step, Reason: long, Failure: &game.Failure{Message: long}}},
		"chat":     {Chat: &view.Chat{Message: long}},
		"notice":   {Notice: &view.Notice{Message: long}},
		"terminal": {Terminal: &view.TerminalCommand{Command: long, Description: long, Output: long, Refused: long}},
		"talk":     {Spoken: &view.Spoken{Text: long, Say: long, Fault: long}},
		"commands": {Commands: make([]view.Command, 100)},
		"body":     {Info: &view.Body{Name: long, Actions: make([]string, 100)}},
	} {
		if n, weight := len(encode(e)), weightOf(&e); n > weight {
			t.Errorf("a %s of %d bytes is weighed as %d", name, n, weight)
		}
	}
}

// TestEventsAreBrief: a task has no list of actions and a plan no more than its first
// steps, but in the record.
func TestEventsAreBrief(t *testing.T) {
	row, round := large(1)
	o := &oneTask{rec: orchestrator.Record{Task: row, Rounds: []orchestrator.Round{round}}}
	s := &source{tasks: tasks{of: o, states: func(string) *game.State { return nil }}, rounds: map[string]*view.Round{}}
	e := s.eventOf(&orchestrator.Event{Kind: orchestrator.EventTask, TaskID: row.ID, Task: &row}).Task
	if e.Actions != nil || len(e.Clauses) != mostParts || e.MoreClauses != 4000-mostParts || e.Title == "" {
		t.Errorf("a task event has %d actions, %d clauses and says that %d are left out", len(e.Actions), len(e.Clauses), e.MoreClauses)
	}
	r := s.eventOf(&orchestrator.Event{Kind: orchestrator.EventRound, TaskID: row.ID, Round: &round}).Round
	if len(r.Plan.Steps) != mostParts || r.Plan.MoreSteps != 4000-mostParts {
		t.Errorf("a round event has %d steps and says that %d are left out", len(r.Plan.Steps), r.Plan.MoreSteps)
	}
	if list, err := s.history(t.Context(), view.TaskQuery{}); err != nil || list[0].Actions != nil {
		t.Errorf("the list has %d actions, %v", len(list[0].Actions), err)
	}
	rec, err := s.record(t.Context(), row.ID)
	if err != nil || len(rec.Task.Actions) != 4000 || len(rec.Task.Clauses) != 4000 || len(rec.Rounds[0].Plan.Steps) != 4000 || rec.Rounds[0].Plan.MoreSteps != 0 {
		t.Errorf("the record has %d actions, %d clauses, %v", len(rec.Task.Actions), len(rec.Task.Clauses), err)
	}
}
