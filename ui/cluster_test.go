// SPDX-License-Identifier: MIT

package ui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/ui/view"
)

// history is an orchestrator that keeps the tasks that it is given, for all Minehands of a
// cluster.
type history struct {
	unasked
	rows []orchestrator.Task
}

func (h *history) Views() []orchestrator.View { return nil }

func (h *history) Listen(func(orchestrator.Event)) {}

func (h *history) Submit(_ context.Context, body string, s orchestrator.Submission) (string, error) {
	t := orchestrator.Task{ID: fmt.Sprintf("T%d", len(h.rows)+1), Body: body, Call: s.Call, Policy: s.Policy}
	h.rows = slices.Insert(h.rows, 0, t)
	return t.ID, nil
}

func (h *history) Tasks(_ context.Context, q orchestrator.Query) (list []orchestrator.Task, _ error) {
	for _, t := range h.rows {
		if (q.Body == "" || q.Body == t.Body) && len(list) < q.Limit {
			list = append(list, t)
		}
	}
	return list, nil
}

// oneBody is that of Ada.
type oneBody struct{}

func (oneBody) List() []Body         { return []Body{{Info: game.BodyInfo{ID: "Ada"}}} }
func (oneBody) Only() (string, bool) { return "Ada", true }
func (oneBody) Body(id string) (Body, bool) {
	return Body{Info: game.BodyInfo{ID: id}}, id == "Ada"
}

// noBodies are none.
type noBodies struct{}

func (noBodies) List() []Body             { return nil }
func (noBodies) Only() (string, bool)     { return "", false }
func (noBodies) Body(string) (Body, bool) { return Body{}, false }

// came is a cluster whose body came to this Minehand at that time.
type came time.Time

func (c came) Since(string) time.Time        { return time.Time(c) }
func (came) Elsewhere(string) error          { return nil }
func (came) Listen(bool)                     {}
func (came) Gather(context.Context) [][]byte { return nil }
func (came) Tell(string, func() []byte)      {}
func (came) Doors(context.Context) (view.Cluster, error) {
	return view.Cluster{}, errors.New("the servers do not answer")
}
func (came) Ask(context.Context, string, []byte) ([]byte, error) {
	return nil, errors.New("nobody was to be asked")
}

// A client that lost the answer to a goal asks again, and comes to the Minehand that took
// the body over: the goal is not taken twice, however long that one has been running.
func TestAGoalIsNotTakenTwiceByWhoTakesABodyOver(t *testing.T) {
	shared := &history{}
	send := func(begun, bodyCame time.Duration, id string) view.Queued {
		t.Helper()
		s, err := New(Config{Tasks: shared, Bodies: oneBody{}, Cluster: came(time.Now().Add(-bodyCame))})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		s.begun = time.Now().Add(-begun)
		l := s.Open()
		defer l.Close()
		if err := l.Hello("window"); err != nil {
			t.Fatal(err)
		}
		var q view.Queued
		message := fmt.Sprintf(`{"type":"send-prompt","id":%q,"prompt":"get 3 logs","instance":"Ada"}`, id)
		l.Answer(t.Context(), l.Take([]byte(message)), func(r view.Response) { err = r.Into(&q) })
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	const long = 24 * time.Hour
	first := send(long, long, "7")
	if again := send(long, time.Minute, "7"); again.TaskID != first.TaskID || len(shared.rows) != 1 {
		t.Errorf("taken as %s, and again as %s", first.TaskID, again.TaskID)
	}
	for i := range mostTaken { // other bodies' goals do not hide it
		shared.rows = slices.Insert(shared.rows, 0, orchestrator.Task{ID: fmt.Sprintf("B%d", i), Body: "Bob", Policy: orchestrator.Replan})
	}
	if again := send(long, time.Minute, "7"); again.TaskID != first.TaskID {
		t.Errorf("among many, taken as %s, and again as %s", first.TaskID, again.TaskID)
	}
	if other := send(long, time.Minute, "8"); other.TaskID == first.TaskID {
		t.Error("another goal is taken for the first")
	}
}

// Other Minehands are listened to while a client of another program follows what happens
// here, and as long after as it may come back for what it missed.
func TestOthersAreListenedToWhileSomebodyFollows(t *testing.T) {
	s, err := New(Config{Tasks: &history{}, Bodies: noBodies{}, Cluster: came{}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	follow := func(l *Line) {
		t.Helper()
		if err := l.Call(t.Context(), "subscribe", view.Place{}, nil); err != nil {
			t.Fatal(err)
		}
	}
	own, page := s.Within(), s.Open()
	defer own.Close()
	if follow(own); s.listened() {
		t.Error("this program itself counts")
	}
	follow(page)
	follow(page)
	s.heardUntil = time.Now().Add(-keptFor)
	if !s.listened() {
		t.Error("a page does not count")
	}
	if page.Close(); !s.listened() {
		t.Error("what happens while it is away is missed")
	}
	if s.heardUntil = time.Now().Add(-keptFor); s.listened() {
		t.Error("it will not come back")
	}
	for _, away := range []time.Duration{time.Minute, keptFor} {
		s.hub.publish(view.Event{Kind: view.EventNotice, Body: "b"})
		epoch, last := s.hub.place()
		s.heardUntil = time.Now().Add(-away)
		back := s.Open()
		var got view.Subscribed
		if err := back.Call(t.Context(), "subscribe", view.Place{Epoch: epoch, Since: last}, &got); err != nil {
			t.Fatal(err)
		}
		if (got.Snapshot != nil) != (away == keptFor) {
			t.Errorf("who was away for %s has a snapshot: %v", away, got.Snapshot != nil)
		}
		back.Close()
	}
}
