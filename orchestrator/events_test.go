package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

func TestEvents(t *testing.T) {
	inBubble(t, 2, needing("coal", "diamond"), func(w *world) {
		snap := w.o.Snapshot()
		sub, err := w.o.Subscribe(snap.Epoch, snap.Seq)
		if err != nil {
			t.Fatal(err)
		}
		defer sub.Close()
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateComplete, time.Minute)
		var seen []string
		last := snap.Seq
		for {
			e, err := sub.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if e.Seq != last+1 || e.Epoch != snap.Epoch {
				t.Fatalf("event %d after %d", e.Seq, last)
			}
			last = e.Seq
			switch e.Kind {
			case EventTask:
				seen = append(seen, string(e.Task.State))
			case EventAction:
				seen = append(seen, fmt.Sprint(e.Action.Step.Action.Target, " ", e.Action.Verdict))
			case EventRound:
				if e.Body != "b1" || e.Round.Task != id || e.Round.Round != 1 {
					t.Errorf("%+v", e)
				}
				seen = append(seen, "plan")
			}
			if e.Kind == EventTask && e.Task.State.Ended() {
				break
			}
		}
		want := []string{"queued", "planning", "plan", "planning", "running", "coal ", "coal confirmed", "diamond ", "diamond confirmed", "complete"}
		if !slices.Equal(seen, want) {
			t.Errorf("events %q", seen)
		}
		if _, err := w.o.Subscribe("another", 0); !errors.Is(err, ErrSnapshotNeeded) {
			t.Errorf("another epoch: %v", err)
		}
	})
}

func TestSlowAndLateSubscribers(t *testing.T) {
	h := newHub("e")
	slow, err := h.subscribe("e", 0)
	if err != nil {
		t.Fatal(err)
	}
	for range maxBehind {
		h.publish(Event{Kind: EventNotice})
	}
	if _, err := slow.Next(t.Context()); err != nil {
		t.Fatalf("1,000 behind is not too slow: %v", err)
	}
	h.publish(Event{Kind: EventNotice})
	h.publish(Event{Kind: EventNotice})
	if _, err := slow.Next(t.Context()); !errors.Is(err, ErrBehind) {
		t.Errorf("got %v, want ErrBehind", err)
	}
	for range ringSize {
		h.publish(Event{Kind: EventNotice})
	}
	if _, err := h.subscribe("e", 5); !errors.Is(err, ErrSnapshotNeeded) {
		t.Errorf("got %v, want ErrSnapshotNeeded", err)
	}
	late, err := h.subscribe("e", h.last-2000)
	if err != nil {
		t.Fatal(err)
	}
	for range 2000 {
		if _, err := late.Next(t.Context()); err != nil {
			t.Fatalf("a client that comes back may read what is kept: %v", err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := late.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	late.Close()
	late.Close()
	if _, err := late.Next(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("got %v", err)
	}
}

func TestBodyIsToldTheTask(t *testing.T) {
	inBubble(t, 2, needing("coal"), func(w *world) {
		id := w.submit(Submission{Goal: "x"})
		w.until(id, StateComplete, time.Minute)
		time.Sleep(tellEvery)
		synctest.Wait()
		told := w.body.Told()
		if n := len(told); n == 0 || told[n-1].State != "complete" || told[n-1].TaskID != id {
			t.Errorf("told %+v", told)
		}
	})
}
