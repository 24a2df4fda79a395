// SPDX-License-Identifier: MIT

package modbridge_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/logtest"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// limited is a house with these limits and its log.
func limited(t *testing.T, limits modbridge.Limits) (*house, *logtest.Log) {
	t.Helper()
	log := &logtest.Log{}
	return newHouse(t, modbridge.Config{Limits: limits, Logger: log.Logger()}), log
}

// half sends the head of a text frame of size bytes and only part of it.
func (b *body) half(size, part int) {
	b.t.Helper()
	frame := binary.BigEndian.AppendUint64([]byte{0x81, 0x80 | 127}, uint64(size))
	frame = append(frame, 0, 0, 0, 0) // the mask
	frame = append(frame, bytes.Repeat([]byte{' '}, part)...)
	if _, err := b.ws.UnderlyingConn().Write(frame); err != nil {
		b.t.Logf("%s: %v", b.id, err) // the server may have closed by then
	}
}

func TestAHalfSentFrameEnds(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h, log := limited(t, modbridge.Limits{})
		b, stranger := h.join("b", protocol), h.dial("s", protocol)
		b.half(100_000, 50_000)
		stranger.half(100_000, 50_000)
		began := time.Now()
		for _, b := range []*body{b, stranger} {
			if code := b.closeCode(); code != wire.CloseSilent {
				t.Errorf("%s: close code %d", b.id, code)
			}
		}
		if took := time.Since(began); took < 10*time.Second || took > 11*time.Second {
			t.Errorf("it took %s", took)
		}
		if log.Count("a frame was not finished in time") != 2 {
			t.Errorf("the log says %s", log)
		}
		// A frame that comes slowly but ends in time is fine.
		again := h.dial("c", protocol)
		again.half(10, 5)
		time.Sleep(8 * time.Second)
		if _, err := again.ws.UnderlyingConn().Write([]byte("     ")); err != nil {
			t.Fatal(err)
		}
		time.Sleep(8 * time.Second)
		again.register(wire.Register{})
	})
}

// ask registers and does not wait for the answer.
func (b *body) ask() {
	b.t.Helper()
	reg := wire.Register{InstanceID: b.id, Version: "1.21.5"}
	if b.v2 {
		reg.Protocol = 2
	}
	b.send(&reg)
}

// refused dials one who is not let in, and returns the answer.
func (h *house) refused() (status int, retry, sentence string) {
	h.t.Helper()
	dialer := websocket.Dialer{NetDialContext: h.line.Dial}
	ws, resp, err := dialer.Dial("ws://localhost:9876/", nil)
	if err == nil {
		_ = ws.Close()
		synctest.Wait()
		return http.StatusSwitchingProtocols, "", ""
	}
	if resp == nil {
		h.t.Fatal(err)
	}
	text, _ := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	return resp.StatusCode, resp.Header.Get("Retry-After"), string(text)
}

func TestConnectionsAreCounted(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h, log := limited(t, modbridge.Limits{Connections: 3, Unregistered: 2})
		a, b := h.dial("a", protocol), h.dial("b", protocol)
		synctest.Wait()
		if status, retry, why := h.refused(); status != http.StatusServiceUnavailable || retry != "10" || !strings.Contains(why, "2 connections have not registered yet") {
			t.Errorf("got %d, %q, %q", status, retry, why)
		}
		a.register(wire.Register{})
		b.register(wire.Register{})
		b.register(wire.Register{}) // again, by the same: it counts once
		c := h.dial("c", protocol)
		synctest.Wait()
		if status, _, why := h.refused(); status != http.StatusServiceUnavailable || !strings.Contains(why, "holds 3 connections") {
			t.Errorf("got %d, %q", status, why)
		}
		c.drop()
		synctest.Wait()
		d := h.dial("d", protocol) // in its place
		d.drop()
		synctest.Wait()
		if status, _, _ := h.refused(); status != http.StatusSwitchingProtocols {
			t.Errorf("a place that is free is refused with %d", status)
		}
		for range 50 {
			h.dial("x", protocol).drop()
			synctest.Wait()
		}
		if n := log.Count("connection refused"); n != 2 {
			t.Errorf("refusals were logged %d times", n)
		}
	})
}

// A socket that was replaced and is not read any more is no socket that never
// registered.
func TestAReplacedSocketIsNotTakenForASilentOne(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h, log := limited(t, modbridge.Limits{})
		b := h.join("b", protocol)
		time.Sleep(time.Minute)
		b.halfOpen(h)
		b.back(h, wire.Register{Running: []string{}})
		time.Sleep(3 * time.Second)
		if n := log.Count("no register came"); n > 0 {
			t.Errorf("it was said %d times that no register came", n)
		}
	})
}

func TestTooManyBytes(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h, log := limited(t, modbridge.Limits{Bytes: 100_000, ByteBurst: 1})
		b := h.join("b", protocol)
		frame := `{"type":"log","message":"` + strings.Repeat("x", 300_000) + `"}`
		for range 3 { // within the burst, which is never below one frame
			b.raw(frame)
		}
		time.Sleep(3 * time.Second) // as many as came in since
		b.raw(frame)
		synctest.Wait()
		if h.session("b").Link().State != game.LinkUp {
			t.Fatal("closed too early")
		}
		b.raw(frame)
		if code := b.closeCode(); code != wire.CloseTooMany || log.Count("too many bytes a second") != 1 {
			t.Errorf("close code %d", code)
		}
	})
}

func TestTooManyValues(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h, log := limited(t, modbridge.Limits{Entries: 10, EntryBurst: 400, FrameEntries: 100})
		b := h.join("b", protocol)
		before := h.session("b").Snapshot().Seq
		state := func(n int) string {
			return `{"type":"state_update","instanceId":"b","data":{"health":20,"inventory":[],"x":[` + strings.Repeat("0,", n) + `0]}}`
		}
		b.raw(state(200)) // dropped, and told
		b.raw(state(50))
		synctest.Wait()
		if got := h.session("b").Snapshot().Seq; got != before+1 || log.Count("one may hold 100") != 1 {
			t.Errorf("%d states arrived; the log says %s", got-before, log)
		}
		for range 8 {
			b.raw(state(50))
		}
		if code := b.closeCode(); code != wire.CloseTooMany || log.Count("too many values a second") != 1 {
			t.Errorf("close code %d", code)
		}
	})
}

func TestUnfinishedFramesOfAllAreBounded(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h, log := limited(t, modbridge.Limits{Unfinished: 600_000})
		a := h.join("a", protocol)
		a.half(400_000, 300_000) // takes 512 KiB
		synctest.Wait()
		for i := range 5 { // one that is refused takes nothing
			b := h.join(fmt.Sprint("b", i), protocol)
			b.half(400_000, 300_000)
			if code := b.closeCode(); code != wire.CloseTooMany {
				t.Errorf("close code %d", code)
			}
		}
		if log.Count("too much waits for the end of its frame") != 5 {
			t.Errorf("the log says %s", log)
		}
		a.drop() // what it held is free again
		synctest.Wait()
		again := h.join("c", protocol)
		again.raw(`{"type":"log","message":"` + strings.Repeat("x", 400_000) + `"}`)
		again.state()
		synctest.Wait()
		if h.session("c").Stats().States != 2 {
			t.Errorf("%+v", h.session("c").Stats())
		}
		// One that has not registered may not take all of it, nor send much at once.
		stranger := h.dial("s", protocol)
		stranger.half(wire.MaxFirstFrame+1, 10)
		if code := stranger.closeCode(); code != wire.CloseTooBig {
			t.Errorf("close code %d", code)
		}
	})
}

func TestNewBodiesAreCounted(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h, log := limited(t, modbridge.Limits{NewBodies: 2})
		for range 5 { // the same one, again and again
			b := h.join("a", protocol)
			h.srv.End("a", "it is over")
			b.drop()
			time.Sleep(31 * time.Minute)
		}
		b := h.dial("b", protocol)
		b.register(wire.Register{})
		h.dial("b2", protocol).register(wire.Register{})
		c := h.dial("c", protocol)
		c.ask()
		if protocol >= 2 {
			if r := want[*wire.Registered](c); r.Success || !strings.Contains(r.Error, "new instance ids") {
				t.Errorf("got %+v", r)
			}
		}
		if code := c.closeCode(); code != wire.CloseFull || !wire.ComesBack(code) {
			t.Errorf("close code %d", code)
		}
		synctest.Wait()
		if log.Count("body refused") != 1 || log.Count("body registered") != 7 { // c is not
			t.Errorf("the log says %s", log)
		}
	})
}

func TestIdsThatCannotBeSeenAreRefused(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h, _ := limited(t, modbridge.Limits{})
		for _, id := range []string{
			"a\u200bb", "\u202eevil", "a\u2066b", "a\u00adb", "a\ufeff", "a\u2028b", "a\u00a0b", "\u3164", "a\ufe0f", "a\u2800", "a\U000e0041",
		} {
			b := h.dial(id, protocol)
			b.ask()
			if protocol >= 2 {
				if r := want[*wire.Registered](b); r.Success || !strings.Contains(r.Error, "U+") {
					t.Errorf("%+q: got %+v", id, r)
				}
			}
			if code := b.closeCode(); code != wire.CloseUnnamed {
				t.Errorf("%+q: close code %d", id, code)
			}
		}
		for _, id := range []string{"minecraft_1", "my bot", "Zoë", "プレイヤー", "a-b.c:d/e"} {
			b := h.dial(id, protocol)
			b.register(wire.Register{})
		}
	})
}

// However often they come, and under however many sockets: the log stays short.
func TestLogLinesAreBounded(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h, log := limited(t, modbridge.Limits{})
		for i := range 200 {
			s := h.dial(fmt.Sprint("s", i), protocol)
			s.raw(`{"type":"weather"}`)
			s.raw(`nonsense`)
			s.drop()
			synctest.Wait()
		}
		if n := log.Count("\n"); n > 10 {
			t.Errorf("strangers made %d lines", n)
		}
		for range 100 {
			b := h.dial("b", 1)
			b.register(wire.Register{})
			for range 20 {
				b.raw(`{"type":"weather","instanceId":"b"}`)
			}
			synctest.Wait()
			b.drop()
			synctest.Wait()
		}
		if n := log.Count("\n"); n > 40 {
			t.Errorf("with a body that comes back there are %d lines", n)
		}
	})
}

// TestTheSilentMakeRoom: connections that say nothing keep no body out. The one
// that has been silent for longest goes, and none that came just now.
func TestTheSilentMakeRoom(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h, log := limited(t, modbridge.Limits{Connections: 10, Unregistered: 3})
		old := h.dial("old", protocol)
		time.Sleep(500 * time.Millisecond)
		young, younger := h.dial("young", protocol), h.dial("younger", protocol)
		synctest.Wait()
		if status, _, _ := h.refused(); status != http.StatusServiceUnavailable {
			t.Errorf("nobody has been silent for long, and another got %d", status)
		}
		time.Sleep(1100 * time.Millisecond) // all three have been silent for long
		b := h.dial("b", protocol)
		if code := old.closeCode(); code != wire.CloseSilent {
			t.Errorf("the oldest was closed with %d", code)
		}
		b.register(wire.Register{})
		young.register(wire.Register{})
		younger.register(wire.Register{})
		if log.Count("it said nothing, and its place is wanted") != 1 {
			t.Errorf("the log says %s", log)
		}
		for range 20 { // a flood of the silent, and bodies that come all the same
			for i := range 3 {
				h.dial(fmt.Sprint("silent", i), protocol)
			}
			time.Sleep(2 * time.Second)
			late := h.dial("late", protocol)
			late.register(wire.Register{ResumeToken: ""})
			late.drop()
			synctest.Wait()
			time.Sleep(time.Minute) // its session ends, and the silent go
		}
	})
}

// TestRequestsThatAreNoWebSocketTakeNoPlace, however many there are.
func TestRequestsThatAreNoWebSocketTakeNoPlace(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h, _ := limited(t, modbridge.Limits{Connections: 1})
		web := &http.Client{Transport: &http.Transport{DialContext: h.line.Dial, DisableKeepAlives: true}}
		for range 5 {
			resp, err := web.Get("http://localhost:9876/")
			if err != nil {
				t.Fatal(err)
			}
			_ = resp.Body.Close()
			if resp.StatusCode != http.StatusBadRequest {
				t.Errorf("answered with %s", resp.Status)
			}
		}
		h.join("b", protocol)
	})
}
