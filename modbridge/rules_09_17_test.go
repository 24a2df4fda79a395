package modbridge_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

func TestRule09PingsAreSentAndAnswered(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		if err := b.ws.WriteControl(websocket.PingMessage, []byte("hello"), time.Now().Add(time.Second)); err != nil {
			t.Fatal(err)
		}
		if got := <-b.pongs; got != "hello" {
			t.Fatalf("pong %q", got)
		}
		time.Sleep(89 * time.Second) // a real mod drops a peer that is silent for 90 s
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.pings != 4 {
			t.Fatalf("%d pings in 89 s", b.pings)
		}
	})
}

func TestRule09ASilentSocketIsLostForV2AndKeptForV1(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		b.mute.Store(true) // it reads, and never answers
		time.Sleep(90 * time.Second)
		if protocol == 1 {
			if link := s.Link(); link.State != game.LinkUp {
				t.Fatalf("link %+v", link)
			}
			return
		}
		if code := b.closeCode(); code != wire.CloseSilent || !wire.ComesBack(code) {
			t.Fatalf("close code %d", code)
		}
		if link := s.Link(); link.State != game.LinkDown {
			t.Fatalf("link %+v", link)
		}
	})
}

func TestRule09ADeadPeerIsFoundByWriting(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		b.halfOpen(h)
		start := time.Now()
		s.Stop() // does not wait for the dead peer
		if time.Since(start) != 0 {
			t.Fatalf("Stop waited %s", time.Since(start))
		}
		time.Sleep(6 * time.Second)
		if link := s.Link(); link.State != game.LinkDown {
			t.Fatalf("link %+v", link)
		}
	})
}

func TestRule09ASocketThatNeverRegistersIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", 2)
		start := time.Now()
		if code := b.closeCode(); code != wire.CloseSilent || !about(time.Since(start), 30*time.Second) {
			t.Fatalf("close code %d after %s", code, time.Since(start))
		}
	})
}

func TestRule12NoActionWithoutAWorld(t *testing.T) {
	world := func(b *body, w game.World) {
		s := stateOf()
		s.World = &w
		b.send(&wire.StateUpdate{InstanceID: b.id, Data: s})
		synctest.Wait()
	}
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", protocol)
		b.register(wire.Register{World: &game.World{Present: false}})
		s := h.session("b")
		refused := func(part string) {
			t.Helper()
			err := s.Ready()
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Fatalf("ready: %v, want %q", err, part)
			}
			out := s.Do(t.Context(), mine("A"))
			expectEnd(t, out, game.EndUnsent, game.CodeNoWorld)
			if out.Failure.Message != err.Error() {
				t.Fatalf("failure %q, want %q", out.Failure.Message, err)
			}
			expectFrames(t, b)
		}
		refused("in no world")
		world(b, game.World{Present: false, Screen: "title"})
		refused("in no world")
		world(b, game.World{Present: true, Kind: "server"})
		if err := s.Ready(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(9 * time.Second)
		if err := s.Ready(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		refused("for 11 s")
		world(b, game.World{Present: true, Kind: "singleplayer"})
		time.Sleep(11 * time.Second)
		refused("open it to LAN")
		b.state()
		synctest.Wait()
		if err := s.Ready(); err != nil {
			t.Fatal(err)
		}
		b.drop()
		synctest.Wait()
		if err := s.Ready(); err == nil || !strings.Contains(err.Error(), "away") {
			t.Fatalf("ready: %v", err)
		}
	})
}

func TestRule12APausedGameStopsTheClockAndSaysSo(t *testing.T) {
	for name, pause := range map[string]func(b *body){
		"it says so": func(b *body) {
			s := stateOf()
			s.World = &game.World{Present: true, Kind: "singleplayer", Paused: true}
			b.send(&wire.StateUpdate{InstanceID: b.id, Data: s})
		},
		"it falls silent": func(*body) {},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, both, func(t *testing.T, protocol int) {
				h := newHouse(t, modbridge.Config{})
				b := h.join("b", protocol)
				in := stateOf()
				in.World = &game.World{Present: true, Kind: "singleplayer"}
				b.send(&wire.StateUpdate{InstanceID: b.id, Data: in})
				synctest.Wait()
				told := make(chan game.ActionProgress, 10)
				call := mine("A")
				call.Progress = func(p game.ActionProgress) { told <- p }
				d := begin(t, h.session("b"), call)
				want[*wire.ExecuteAction](b)
				start := time.Now()
				pause(b)
				if p := <-told; p.Paused != "game_paused" {
					t.Fatalf("told %+v", p)
				}
				if said := time.Since(start) < 5*time.Second; said != (name == "it says so") {
					t.Fatalf("told after %s", time.Since(start))
				}
				time.Sleep(30 * time.Minute)
				if d.ended() {
					t.Fatalf("ended: %+v", d.outcome(t))
				}
				b.send(&wire.StateUpdate{InstanceID: b.id, Data: in})
				if p := <-told; p.Paused != "" {
					t.Fatalf("told %+v", p)
				}
				b.complete("A")
				expectEnd(t, d.outcome(t), game.EndReported, "")
			})
		})
	}
}

func TestRule15OriginsAreRefusedUnlessConfigured(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		dialer := websocket.Dialer{NetDialContext: h.line.dial}
		_, resp, err := dialer.Dial("ws://localhost:9876/", http.Header{"Origin": {"http://evil.example"}})
		if !errors.Is(err, websocket.ErrBadHandshake) || resp.StatusCode != http.StatusForbidden {
			t.Fatalf("dial: %v", err)
		}
		_ = resp.Body.Close()
	})
}

func TestRule15ABodyTokenIsCheckedWhenAskedFor(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{Authorize: func(_ *http.Request, reg *wire.Register) error {
			if reg.Token != "secret" {
				return errors.New("the body token is wrong; see minehand lan")
			}
			return nil
		}})
		b := h.dial("b", protocol)
		b.send(&wire.Register{InstanceID: "b", Protocol: protocol, Token: "guess"})
		if protocol == 2 {
			if m := want[*wire.Registered](b); m.Success || m.Error != "the body token is wrong; see minehand lan" {
				t.Fatalf("registered %+v", m)
			}
		}
		if code := b.closeCode(); code != wire.CloseBadToken || wire.ComesBack(code) {
			t.Fatalf("close code %d", code)
		}
		if len(b.frames) != 0 {
			t.Fatalf("a refused body got %v", b.frames)
		}
		good := h.dial("b", protocol)
		for _, token := range []string{"secret", ""} { // a socket that was let in is not asked again
			if m := good.register(wire.Register{Token: token}); !m.Success {
				t.Fatalf("registered %+v", m)
			}
		}
	})
}

func TestRule16ChatIsGuardedAndPaced(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{Chat: wire.ChatGuard{Allow: []string{"/home"}}})
		b := h.join("b", protocol)
		defer b.live()()
		s := h.session("b")
		say := func(id, text string) game.Call {
			return game.Call{Action: game.Action{ID: id, Kind: game.Chat, Message: text}}
		}
		expectEnd(t, s.Do(t.Context(), say("A", "/op Mallory")), game.EndUnsent, game.CodeDenied)
		expectEnd(t, s.Do(t.Context(), say("B", "one\ntwo")), game.EndUnsent, game.CodeInvalid)
		time.Sleep(10 * time.Second)
		b.forget()
		start := time.Now()
		for i := range 10 {
			id := string(rune('C' + i))
			d := begin(t, s, say(id, "/home sweet home"))
			want[*wire.ExecuteAction](b)
			b.complete(id)
			expectEnd(t, d.outcome(t), game.EndReported, "")
		}
		if got := time.Since(start); !about(got, 5*time.Second) {
			t.Fatalf("ten lines took %s, want five at once and one a second", got)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		expectEnd(t, s.Do(ctx, say("X", "hello")), game.EndUnsent, game.CodeInterrupted)
	})
}

func TestShutdownSaysGoodbyeAndEndsCalls(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		d := begin(t, s, mine("A"))
		want[*wire.ExecuteAction](b)
		h.close()
		expectEnd(t, d.outcome(t), game.EndGone, game.CodeConnectionLost)
		if code := b.closeCode(); code != wire.CloseGoingAway || !wire.ComesBack(code) {
			t.Fatalf("close code %d", code)
		}
		if h.heard.count("gone b") != 1 {
			t.Fatalf("heard %v", h.heard.lines)
		}
		if err := h.srv.Run(t.Context()); !errors.Is(err, modbridge.ErrRunning) {
			t.Fatalf("a second Run: %v", err)
		}
	})
}

func TestRunWaitsForTheLastWords(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		b.halfOpen(h)
		start := time.Now()
		h.close() // the goodbye gets the time of one write
		if d := time.Since(start); d < 4*time.Second || d > 6*time.Second {
			t.Fatalf("it took %s", d)
		}
	})
}

func TestTellKeepsTheNewestLine(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.join("b", protocol)
		s := h.session("b")
		for i := range 100 {
			s.Tell(game.TaskStatus{TaskID: "t", State: "running", Step: i + 1, Of: 100})
		}
		synctest.Wait()
		b.mu.Lock()
		got := b.frames
		b.frames = nil
		b.mu.Unlock()
		if protocol == 1 {
			if len(got) != 0 {
				t.Fatalf("a v1 body got %v", got)
			}
			return
		}
		if last, ok := got[len(got)-1].(*wire.TaskStatus); !ok || last.Step != 100 || len(got) > 50 {
			t.Fatalf("%d frames, the last %+v", len(got), got[len(got)-1])
		}
		b.drop()
		b = b.back(h, wire.Register{})
		if m := want[*wire.TaskStatus](b); m.Step != 100 {
			t.Fatalf("after the outage: %+v", m)
		}
	})
}

func TestCommandsOfTheBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", 2)
		b.register(wire.Register{Commands: []wire.Command{{Name: "wave", Description: "wave at somebody"}}})
		s := h.session("b")
		if c := s.Commands(); len(c) != 1 || c[0].Name != "wave" {
			t.Fatalf("commands %+v", c)
		}
		type answer struct {
			r   wire.CommandResult
			err error
		}
		run := func(id string) chan answer {
			out := make(chan answer, 1)
			go func() {
				r, err := s.Run(t.Context(), wire.RunCommand{ID: id, Name: "wave", Args: "Steve"})
				out <- answer{r, err}
			}()
			return out
		}
		first := run("1")
		if m := want[*wire.RunCommand](b); m.ID != "1" || m.Args != "Steve" {
			t.Fatalf("command %+v", m)
		}
		for range 2 {
			b.send(&wire.CommandResult{InstanceID: "b", ID: "9", Success: true})
		}
		b.send(&wire.CommandResult{InstanceID: "b", ID: "1", Success: true, Data: []byte(`{"waved":1}`)})
		if a := <-first; a.err != nil || !a.r.Success || string(a.r.Data) != `{"waved":1}` {
			t.Fatalf("answer %+v", a)
		}
		if st := s.Stats(); st.Stray != 2 { // the answers that nobody waited for
			t.Fatalf("stats %+v", st)
		}
		second := run("2")
		want[*wire.RunCommand](b)
		b.drop()
		if a := <-second; a.err == nil {
			t.Fatalf("answer %+v", a)
		}
		if a := <-run("3"); a.err == nil {
			t.Fatalf("answer %+v while the line is down", a)
		}
	})
}
