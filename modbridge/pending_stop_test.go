package modbridge_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// stopStore keeps stops in memory, and may fail.
type stopStore struct {
	mu   sync.Mutex
	list []string
	fail error
}

func (s *stopStore) KeepStop(id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
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
				if list, _ := store.Stops(); !slices.Equal(list, []string{"b"}) {
					t.Fatalf("kept %v", list)
				}
				h.close()
				h = newHouse(t, modbridge.Config{Stops: store})
				b := h.dial("b", protocol)
				b.register(wire.Register{})
				want[*wire.Stop](b)
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
	bubble(t, both, func(t *testing.T, protocol int) {
		store := &stopStore{}
		h := newHouse(t, modbridge.Config{Stops: store})
		store.set(errors.New("the disk is full"))
		h.srv.StopAway("b")
		time.Sleep(time.Second)
		store.set(nil)
		time.Sleep(time.Second)
		if list, _ := store.Stops(); !slices.Equal(list, []string{"b"}) {
			t.Errorf("kept %v", list)
		}
		b := h.dial("b", protocol)
		b.register(wire.Register{})
		want[*wire.Stop](b)
	})
}
