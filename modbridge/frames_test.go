// SPDX-License-Identifier: MIT

package modbridge_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// The last frames of a body are kept in their order, with what became of them,
// over its sockets, and within bounds.
func TestFramesAreKept(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		b.raw(`{"type":"action_complete","instanceId":"b","actionId":"none","result":{"success":true}}`)
		b.raw(`{"type":"stopped","instanceId":"another"}`)
		b.raw(`{"instanceId":"b"}`)
		synctest.Wait()
		d := atWork(t, b, s, "A")
		b.finish(t, d, "A")
		b.complete("A")
		synctest.Wait()
		s.Tell(game.TaskStatus{TaskID: "t", State: "running"})
		b.waiting()
		var got []string
		var last uint64
		for _, f := range s.Frames(0) {
			if f.Seq <= last || f.At.IsZero() || f.Size != len(f.Text) {
				t.Errorf("frame %+v after %d", f, last)
			}
			last = f.Seq
			_, typ, _ := strings.Cut(string(f.Text), `"type":"`)
			typ, _, _ = strings.Cut(typ, `"`)
			got = append(got, fmt.Sprintf("%v %s %d", f.FromBody, typ, f.Rule))
		}
		warning, status := "", "" // version 2 is told each time
		if protocol >= 2 {
			warning, status = ", false warning 0", ", false task_status 0"
		}
		want := "true register 0, false registered 0, true state_update 0, true action_complete 2" + warning + ", true stopped 4" + warning + ", true  13" + warning +
			", false execute_action 0, true action_complete 0, true action_complete 2" + warning + status
		if all := strings.Join(got, ", "); all != want {
			t.Errorf("kept %s\nwant %s", all, want)
		}
		if list := s.Frames(last); len(list) != 0 {
			t.Errorf("%d frames after the last", len(list))
		}

		b.drop()
		again := h.dial("b", protocol)
		again.register(wire.Register{ResumeToken: b.token})
		again.waiting()
		if list := s.Frames(last); len(list) != 1+protocol || !list[0].FromBody { // version 2 is told the status again
			t.Errorf("after it came back: %d frames", len(list))
		}

		long := `{"type":"log","instanceId":"b","message":"` + strings.Repeat("x", 40<<10) + `"}`
		for range 100 {
			again.raw(long)
		}
		again.waiting()
		list, bytes := s.Frames(0), 0
		for _, f := range list {
			if bytes += len(f.Text); f.Size != len(long) || len(f.Text) != 16<<10 {
				t.Errorf("kept %d of %d bytes of %d", len(f.Text), f.Size, len(long))
			}
		}
		if len(list) != 4 || bytes != 64<<10 {
			t.Errorf("%d frames of %d bytes are kept", len(list), bytes)
		}
		for range 100 {
			again.raw(`{"type":"log","instanceId":"b","message":"x"}`)
		}
		again.waiting()
		if list := s.Frames(0); len(list) != 64 || len(list[0].Text) > 100 {
			t.Errorf("%d frames are kept", len(list))
		}
	})
}

// A body reports all the time; what it was told to do is not pushed out by that.
func TestStatesPushNothingOut(t *testing.T) {
	joined(t, func(t *testing.T, _ int, _ *house, b *body, s *modbridge.Session) {
		d := atWork(t, b, s, "A")
		b.finish(t, d, "A")
		for i := range 200 {
			b.raw(fmt.Sprintf(`{"type":"state_update","instanceId":"b","data":{"health":20,"biome":"%s %d"}}`, strings.Repeat("x", 3<<10), i))
			time.Sleep(time.Second)
		}
		b.waiting()
		states, act, end, last := 0, 0, 0, uint64(0)
		for _, f := range s.Frames(0) {
			switch text := string(f.Text); {
			case f.Seq <= last:
				t.Errorf("frame %d after %d", f.Seq, last)
			case strings.Contains(text, "state_update"):
				states++
			case strings.Contains(text, "execute_action"):
				act++
			case strings.Contains(text, "action_complete"):
				end++
			}
			last = f.Seq
		}
		if act != 1 || end != 1 || states < 8 {
			t.Errorf("of the action %d and %d frames are kept, and %d states", act, end, states)
		}
	})
}

// Many bodies share the room that there is.
func TestFramesOfManyBodiesShareTheRoom(t *testing.T) {
	bubble(t, []int{2}, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		const bodies = 512
		for i := range bodies {
			b := h.join(fmt.Sprint("b", i), protocol)
			b.raw(`{"type":"log","message":"` + strings.Repeat("x", 40<<10) + `"}`)
			b.raw(`{"type":"log","message":"` + strings.Repeat("x", 40<<10) + `"}`)
			b.raw(`{"type":"log","message":"` + strings.Repeat("x", 40<<10) + `"}`)
			b.waiting()
		}
		all := 0
		for _, s := range h.srv.Sessions() {
			all += keptOf(s)
		}
		if kept := keptOf(h.session("b511")); kept != 8<<20/bodies {
			t.Errorf("%d bytes are kept of the last one", kept)
		}
		// Those that came first keep what they had until they are heard of again.
		if all > 2*8<<20 {
			t.Errorf("%d bytes are kept of %d bodies", all, bodies)
		}
	})
}

// keptOf is how many bytes of a body's frames are kept.
func keptOf(s *modbridge.Session) int {
	n := 0
	for _, f := range s.Frames(0) {
		n += len(f.Text)
	}
	return n
}
