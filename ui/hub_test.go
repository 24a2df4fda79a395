package ui

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

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

// A client that is 1,000 outcomes behind for two seconds is closed, and one that
// would miss some at once; one that comes back within what is kept misses none.
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
	put(maxBehind)
	if _, err := slow.Next(t.Context()); err != nil {
		t.Fatalf("%d behind: %v", maxBehind, err)
	}
	put(2)
	time.Sleep(slowFor - 1)
	if _, err := slow.Next(t.Context()); err != nil {
		t.Fatalf("%d behind for a moment: %v", maxBehind+1, err)
	}
	put(1)
	time.Sleep(time.Nanosecond)
	if _, err := slow.Next(t.Context()); !errors.Is(err, ErrBehind) {
		t.Fatalf("%d behind: %v", maxBehind+1, err)
	}
	put(keptOutcomes - maxBehind - 1)
	back, err := h.subscribe("e", 2)
	if err != nil {
		t.Fatal(err)
	}
	for seq := uint64(3); seq <= h.last; seq++ {
		if e, err := back.Next(t.Context()); err != nil || e.Seq != seq {
			t.Fatalf("event %d, %v; want %d", e.Seq, err, seq)
		}
	}
	for _, c := range []struct {
		epoch string
		since uint64
	}{{"e", 1}, {"other", 3000}, {"e", h.last + 1}} {
		if _, err := h.subscribe(c.epoch, c.since); !errors.Is(err, ErrSnapshotNeeded) {
			t.Errorf("%+v: %v", c, err)
		}
	}
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
	for range keptOutcomes + 1 {
		h.publish(view.Event{Kind: view.EventNotice, Body: "b"})
	}
	if _, err := slow.Next(t.Context()); !errors.Is(err, ErrBehind) {
		t.Fatalf("%d behind: %v", keptOutcomes+1, err)
	}
}
