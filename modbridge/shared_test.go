// SPDX-License-Identifier: MIT

package modbridge

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// seated is a body in its session, without a socket.
func seated(srv *Server, id string) (*Session, *conn) {
	c := &conn{srv: srv, rate: srv.config.Limits.limiter()}
	srv.mu.Lock()
	defer srv.mu.Unlock()
	s := srv.newSession(id)
	s.conn, s.info.Protocol = c, game.ProtocolV1
	c.session.Store(s)
	s.mu.Unlock()
	return s, c
}

// TestRule09AnActionIsHandedOnWhereItsPeerMayNotRead: who sends one writes it only
// where that surely does not wait.
func TestRule09AnActionIsHandedOnWhereItsPeerMayNotRead(t *testing.T) {
	var running sync.WaitGroup
	o := &outbox{running: &running, run: func() {}}
	hold := func(size int) bool {
		mine, busy := o.hold(make([]byte, size)), o.busy
		if !busy {
			t.Error("nobody writes it")
		}
		if !mine {
			running.Done()
		}
		o.queue, o.busy = nil, false // written
		return mine
	}
	for range 3 {
		if !hold(maxUnread/3 - frameHead) {
			t.Fatal("what the system takes at once was handed on")
		}
	}
	if hold(100) {
		t.Fatal("a frame was to be written to a peer that may have read nothing")
	}
	o.answered()
	if !hold(100) {
		t.Fatal("a peer that has answered the last action has read all before it")
	}
	o.text(make([]byte, 100)) // after the action
	o.answered()
	running.Done()
	if want := frameHead + 100; o.unread != want {
		t.Fatalf("%d bytes count as not read, want %d: what was sent after the action", o.unread, want)
	}
	if o.answered(); o.unread != frameHead+100 {
		t.Fatalf("after an answer to nothing %d bytes count as not read", o.unread)
	}
	if o.hold(nil) || len(o.queue) != 2 {
		t.Fatal("an action was to be written while another goroutine writes")
	}
	for size, want := range map[int]bool{maxUnread - frameHead: true, maxUnread - frameHead + 1: false} {
		if o = (&outbox{running: &running, run: func() {}}); hold(size) != want {
			t.Fatalf("of a first frame of %d bytes, is it written: %v", size, !want)
		}
	}
	running.Wait()
}

// TestRule09WhoReadsIsOne: whoever dealt with an end reads on, unless that took so long
// that another does.
func TestRule09WhoReadsIsOne(t *testing.T) {
	srv := New(Config{})
	_, c := seated(srv, "b")
	for _, long := range []bool{false, true} {
		call := game.Call{Next: func(game.Outcome) (*game.Call, bool) {
			if long {
				c.away.Store(0) // as who stands in does
			}
			return nil, true
		}}
		if on := c.followUp(newErrand(t.Context(), call.Next)); on == long || c.away.Load() != 0 {
			t.Errorf("it reads on: %v, away since %d", on, c.away.Load())
		}
	}
}

// TestStatesAreLetGoOfFirst, while there are more than a few of them.
func TestStatesAreLetGoOfFirst(t *testing.T) {
	var f frames
	state, other := []byte(`{"type":"state_update"}`), []byte(`{"type":"log"}`)
	f.keep(Frame{Text: []byte("first")}, keptBytes)
	for range keptFrames - 1 {
		f.keep(Frame{FromBody: true, Text: state}, keptBytes)
	}
	for range keptFrames - 1 - keptStates {
		f.keep(Frame{FromBody: true, Text: other}, keptBytes)
	}
	if f.states != keptStates || string(f.list[0].Text) != "first" {
		t.Errorf("%d states are kept, first of all is %s", f.states, f.list[0].Text)
	}
	f.keep(Frame{FromBody: true, Text: other}, keptBytes)
	if f.states != keptStates || string(f.list[0].Text) == "first" {
		t.Errorf("%d states are kept, first of all is %s", f.states, f.list[0].Text)
	}
	for range keptFrames {
		f.keep(Frame{FromBody: true, Text: other}, keptBytes)
	}
	if f.states != 0 || len(f.list) != keptFrames || f.bytes != keptFrames*len(other) {
		t.Errorf("%d states of %d frames and %d bytes are kept", f.states, len(f.list), f.bytes)
	}
}

// BenchmarkStatesOfManyBodies takes states and snapshots of bodies on all cores
// at once, and for comparison the same behind one lock for all, as it was.
func BenchmarkStatesOfManyBodies(b *testing.B) {
	for _, shared := range []bool{false, true} {
		name := "a lock each"
		if shared {
			name = "one lock"
		}
		b.Run(name, func(b *testing.B) {
			srv := New(Config{})
			var (
				all    sync.Mutex
				bodies atomic.Int32
			)
			b.SetParallelism(500)
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				s, c := seated(srv, fmt.Sprint(bodies.Add(1)))
				for pb.Next() {
					if shared {
						all.Lock()
					}
					s.received(c, &wire.StateUpdate{Data: game.State{Inventory: []game.Stack{{Item: "stone", Count: 1}}}})
					if s.Snapshot().Seq == 0 {
						b.Error("no state came")
					}
					if shared {
						all.Unlock()
					}
				}
			})
		})
	}
}

// A body whose session is held up holds up nobody else: frames, states and
// snapshots of others go on, and so does the look-up of who is there.
func TestNoBodyWaitsForAnother(t *testing.T) {
	srv := New(Config{})
	held, _ := seated(srv, "held")
	other, c := seated(srv, "other")
	held.mu.Lock()
	defer held.mu.Unlock()
	srv.mu.Lock() // somebody registers
	defer srv.mu.Unlock()
	done := make(chan struct{})
	go func() {
		defer close(done)
		other.received(c, &wire.StateUpdate{})
		if found, ok := srv.Session("other"); !ok || found.Snapshot().Seq != 1 {
			t.Error("the state did not arrive")
		}
		if len(srv.Sessions()) != 2 {
			t.Error("not all are listed")
		}
	}()
	<-done
}

// All readers of the clock agree, however they overtake each other, and sleep is
// counted once.
func TestTheClockIsReadByMany(t *testing.T) {
	var at atomic.Int64
	begin := time.Unix(1_700_000_000, 0)
	c := newClock(func() time.Time { return begin.Add(time.Duration(at.Load())) }, 1)
	var readers sync.WaitGroup
	for range 8 {
		readers.Go(func() {
			last := c.read()
			for range 2000 {
				at.Add(int64(time.Millisecond))
				now := c.read()
				if now < last {
					t.Errorf("the clock went back from %d to %d", last, now)
					return
				}
				last = now
			}
		})
	}
	readers.Wait()
	if got := time.Duration(c.read()); got != 16*time.Second || c.slept() != 0 {
		t.Errorf("16 s were counted as %s, %s of them asleep", got, c.slept())
	}
	at.Add(int64(time.Hour))
	for range 8 {
		readers.Go(func() { c.read() })
	}
	readers.Wait()
	if got := time.Duration(c.read()); got > 16*time.Second+2*pulseEvery || c.slept() < time.Hour-pulseEvery {
		t.Errorf("after an hour of sleep: %s, %s asleep", got, c.slept())
	}
}

func TestNoticesKeepTheirOrder(t *testing.T) {
	n := notices{added: make(chan struct{}, 1)}
	const each = 1000
	var adders sync.WaitGroup
	sessions := []*Session{{id: "a"}, {id: "b"}, {id: "c"}}
	for _, s := range sessions {
		adders.Go(func() {
			for i := range each {
				n.add(&notice{session: s, kind: noticeKind(i % 4)})
			}
		})
	}
	done := make(chan struct{})
	go func() { adders.Wait(); close(done) }()
	next := map[*Session]int{}
	for total := 0; total < each*len(sessions); {
		select {
		case <-n.added:
		case <-done:
		}
		for e := n.take(); e != nil; e = e.next {
			if int(e.kind) != next[e.session]%4 {
				t.Fatalf("notice %d of %s is of kind %d", next[e.session], e.session.id, e.kind)
			}
			next[e.session]++
			total++
		}
	}
}
