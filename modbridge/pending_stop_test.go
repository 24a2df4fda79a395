// SPDX-License-Identifier: MIT

package modbridge_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// stopStore keeps stops in memory, and may fail.
type stopStore struct {
	mu    sync.Mutex
	list  []string
	fail  error
	asked int // how often a stop was to be kept
}

func (s *stopStore) KeepStop(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	if s.fail == nil && !slices.Contains(s.list, id) {
		s.list = append(s.list, id)
	}
	return s.fail
}

func (s *stopStore) ForgetStop(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail == nil {
		s.list = slices.DeleteFunc(s.list, func(x string) bool { return x == id })
	}
	return s.fail
}

func (s *stopStore) Stops() ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.list), s.fail
}

func (s *stopStore) set(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = err
}

// TestRule10AStopForABodyThatIsAwayOutlivesTheProcess: it is kept before Stop has
// returned, is the first thing that the body gets when it is back, and goes out
// once.
func TestRule10AStopForABodyThatIsAwayOutlivesTheProcess(t *testing.T) {
	for name, stop := range map[string]func(h *house, b *body){
		"its line is down":              func(h *house, b *body) { b.drop(); synctest.Wait(); h.session("b").Stop() },
		"its session is over":           func(h *house, b *body) { s := h.session("b"); b.drop(); time.Sleep(time.Minute); s.Stop() },
		"nobody has a session of it":    func(h *house, b *body) { b.drop(); time.Sleep(time.Minute); h.srv.StopAway("b") },
		"by its name while it is there": func(h *house, b *body) { b.drop(); synctest.Wait(); h.srv.StopAway("b") },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, both, func(t *testing.T, protocol int) {
				store := &stopStore{}
				h := newHouse(t, modbridge.Config{Stops: store})
				stop(h, h.join("b", protocol))
				time.Sleep(2 * time.Minute) // it is kept once, however long the body is away
				if list, _ := store.Stops(); !slices.Equal(list, []string{"b"}) || store.asked != 1 {
					t.Fatalf("kept %v, asked for %d times", list, store.asked)
				}
				h.close()
				h = newHouse(t, modbridge.Config{Stops: store})
				b := h.dial("b", protocol)
				b.register(wire.Register{})
				want[*wire.Stop](b)
				time.Sleep(time.Second)
				if list, _ := store.Stops(); len(list) != 1 {
					t.Errorf("not kept until the body is at rest: %v", list)
				}
				b.state()
				if protocol == 2 {
					b.send(&wire.Stopped{InstanceID: "b"})
				}
				time.Sleep(time.Second)
				if list, _ := store.Stops(); len(list) != 0 {
					t.Errorf("still kept: %v", list)
				}
				h.close()
				h = newHouse(t, modbridge.Config{Stops: store})
				b = h.dial("b", protocol)
				b.register(wire.Register{})
				expectFrames(t, b)
			})
		})
	}
}

// TestRule10AStopThatCannotBeKeptIsTriedAgain: a full disk keeps nobody from
// stopping.
func TestRule10AStopThatCannotBeKeptIsTriedAgain(t *testing.T) {
	for name, away := range map[string]time.Duration{"its line is down": time.Second, "its session is over": time.Minute} {
		t.Run(name, func(t *testing.T) {
			bubble(t, both, func(t *testing.T, protocol int) {
				store := &stopStore{}
				h := newHouse(t, modbridge.Config{Stops: store})
				b := h.join("b", protocol)
				b.drop()
				time.Sleep(away)
				store.set(errors.New("the disk is full"))
				h.srv.StopAway("b")
				time.Sleep(time.Second)
				store.set(nil)
				time.Sleep(time.Second)
				if list, _ := store.Stops(); !slices.Equal(list, []string{"b"}) {
					t.Errorf("kept %v", list)
				}
				want[*wire.Stop](b.back(h, wire.Register{}))
			})
		})
	}
}

// TestRule07ABodyLostAtWorkOwesNoStopThatIsKept: what it runs when it is back is
// found out then; nobody asked for its stop.
func TestRule07ABodyLostAtWorkOwesNoStopThatIsKept(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		store := &stopStore{}
		h := newHouse(t, modbridge.Config{Stops: store})
		b := h.join("b", protocol)
		d := atWork(t, b, h.session("b"), "A")
		b.drop()
		expectEnd(t, d.outcome(t), game.EndGone, game.CodeConnectionLost)
		h.srv.StopAway("another")
		time.Sleep(time.Second)
		if list, _ := store.Stops(); !slices.Equal(list, []string{"another"}) {
			t.Errorf("kept %v", list)
		}
	})
}
