// SPDX-License-Identifier: MIT

package modbridge_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/minehand/minehand/modbridge/wire"
)

// TestRule21FramesFromTheFirstByte: what comes before the register is kept, told with the
// nearest right form, and a version 2 body is warned of it as soon as it is known to be
// one.
func TestRule21FramesFromTheFirstByte(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h, told := listeningHouse(t)
		b := h.dial("b", protocol)
		early := map[string]string{
			`{"type":"Register","instanceId":"b","version":"1.21.5"}`: `unknown message type "Register"; it may be meant for "register"`,
			`[{"type":"register","instanceId":"b"}]`:                  "no JSON object but a list: send each object in a frame of its own",
			`{"type":"log","message":"a"}{"type":"log"}`:              "several objects: send each in a frame of its own",
			`{"type":"state_update","instanceId":"b","data":{}}`:      "register first, on every connection",
			`register`:                            "no JSON",
			`{"typ":"register","instanceId":"b"}`: `"typ" in it may be meant for "type"`,
		}
		for frame := range early {
			b.raw(frame)
		}
		synctest.Wait()
		for frame, want := range early {
			if !slices.ContainsFunc(told(), func(text string) bool {
				return strings.HasPrefix(text, ": A body that has not registered sent a") && strings.Contains(text, want)
			}) {
				t.Errorf("of %s it is not told that %s: %q", frame, want, told())
			}
		}
		b.register(wire.Register{InstanceID: "b", Version: "1.21.5", Protocol: protocol})
		synctest.Wait()
		dropped := 0
		frames := h.session("b").Frames(0)
		for _, f := range frames[:len(early)] {
			if _, ok := early[string(f.Text)]; ok && f.FromBody && f.Dropped != "" && f.Size == len(f.Text) {
				dropped++
			}
		}
		if dropped != len(early) || !strings.Contains(string(frames[len(early)].Text), `"register"`) {
			t.Errorf("%d of %d early frames are kept, then %s", dropped, len(early), frames[len(early)].Text)
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		if want := map[int]int{1: 0, 2: len(early)}[protocol]; len(b.warnings) != want {
			t.Errorf("warned %d times, want %d", len(b.warnings), want)
		}
	})
}

// TestRule21FramesThatRegisterNobody: what a body sends that is never let in is kept too,
// also when its register is what is wrong.
func TestRule21FramesThatRegisterNobody(t *testing.T) {
	bubble(t, []int{2}, func(t *testing.T, protocol int) {
		h, told := listeningHouse(t)
		b := h.dial("b", protocol)
		b.raw(`{"type":"log","message":"` + strings.Repeat("x", 2000) + `"}`)
		b.raw(`{"type":"register","instance_id":"b","protocol":2}`)
		synctest.Wait()
		list := h.srv.Early(0)
		if len(list) != 2 || list[0].Rule != 4 || list[0].Size < 2000 || len(list[0].Text) >= list[0].Size || !list[0].FromBody {
			t.Fatalf("kept %+v", list)
		}
		last := list[1]
		const want = `the register has no instanceId; send one that is the same at every connection of this game; "instance_id" in it may be meant for "instanceId"`
		if last.Dropped != want || last.Rule != 4 || !strings.Contains(string(last.Text), "instance_id") || len(h.srv.Early(last.Seq)) != 0 {
			t.Errorf("of the register is kept %+v", last)
		}
		if all := strings.Join(told(), "\n"); !strings.Contains(all, want) {
			t.Errorf("told %s", all)
		}
		h.join("c", protocol)
		if len(h.srv.Early(0)) != 2 {
			t.Error("frames of one that registered are kept as those of nobody")
		}
	})
}
