// SPDX-License-Identifier: MIT

package body_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/body"
	"github.com/minehand/minehand/sim/fault"
)

func logs(id string, n int) game.Action {
	return game.Action{ID: id, Kind: game.Mine, Target: "oak_log", Quantity: n}
}

func TestV2FromWoodToDiamond(t *testing.T) {
	play(t, sim.Config{}, body.Config{}, func(b *backend, bd *body.Body, _ <-chan error) {
		craft := func(item string, n int) game.Action {
			return game.Action{Kind: game.Craft, Recipe: item, Quantity: n}
		}
		mine := func(block string, n int) game.Action {
			return game.Action{Kind: game.Mine, Target: block, Quantity: n}
		}
		put := func(block string) game.Action { return game.Action{Kind: game.Place, Block: block} }
		plan := []game.Action{
			mine("oak_log", 5), craft("oak_planks", 20), craft("stick", 8), craft("crafting_table", 1), put("crafting_table"),
			craft("wooden_pickaxe", 1), mine("crafting_table", 1), mine("stone", 11), put("crafting_table"),
			craft("stone_pickaxe", 1), craft("furnace", 1), mine("crafting_table", 1), mine("iron_ore", 3),
			put("furnace"), put("crafting_table"), {Kind: game.Smelt, Item: "raw_iron", Quantity: 3},
			craft("iron_pickaxe", 1), mine("diamond_ore", 3),
		}
		for i, a := range plan {
			a.ID = fmt.Sprintf("a%d", i)
			b.act(a)
			m := b.await(a.ID)
			done, ok := m.(*wire.ActionComplete)
			if !ok || !done.Result.Success || done.Result.State == nil {
				b.t.Fatalf("%s ended with %+v", a.Describe(), m)
			}
			if i == len(plan)-1 && done.Result.Delta["diamond"] != 3 {
				b.t.Fatalf("the last delta is %v, want 3 diamonds", done.Result.Delta)
			}
		}
		truth := bd.Truth()
		if truth.Inventory["diamond"] != 3 || truth.Seconds > 1000 || len(truth.Executed) != len(plan) || truth.Running != "" {
			b.t.Fatalf("in truth: %+v", truth)
		}
		states, registers := b.seen()
		numbers := map[int]bool{} // one that is sent late is told by its number
		b.mu.Lock()
		for _, m := range b.heard {
			if done, ok := m.(*wire.ActionComplete); ok {
				numbers[done.Result.State.N] = true
			}
		}
		b.mu.Unlock()
		for i := range states {
			if n := states[i].N; n == 0 || numbers[n] || i > 0 && n <= states[i-1].N {
				b.t.Fatalf("state %d has the number %d", i, n)
			}
		}
		if n := states[len(states)-1].Count("diamond"); n != 3 {
			b.t.Fatalf("the last state holds %d diamonds, want 3", n)
		}
		r := registers[0]
		if r.Protocol != 2 || r.World == nil || !r.World.Present || r.World.ID != "minehand-sim-1" || r.World.Kind != "singleplayer" || r.Running == nil || r.Finished == nil {
			b.t.Fatalf("registered with %+v, world %+v", r, r.World)
		}
		if progress, _, _ := b.tally(); progress == 0 {
			b.t.Fatal("no progress was reported")
		}
	})
}

func TestV2RefusesWithCodes(t *testing.T) {
	play(t, sim.Config{}, body.Config{}, func(b *backend, bd *body.Body, _ <-chan error) {
		for frame, want := range map[string]game.Code{
			`{"id":"a","type":"dance"}`:                         game.CodeUnsupported,
			`{"id":"b"}`:                                        game.CodeInvalid,
			`{"id":"c","type":"mine","quantity":"x"}`:           game.CodeInvalid,
			`{"id":"d","type":"open_inventory"}`:                game.CodeUnsupported,
			`{"id":"e","type":"craft","recipe":"stick"}`:        game.CodeMissingItem,
			`{"id":"f","type":"craft","recipe":"bedrock"}`:      game.CodeUnknownRecipe,
			`{"id":"g","type":"mine","target":"diamond_ore"}`:   game.CodeMissingTool,
			`{"id":"h","type":"mine","target":"bedrock"}`:       game.CodeInvalid,
			`{"id":7,"type":"consume","item":"minecraft:bone"}`: game.CodeInvalid,
		} {
			b.sendRaw(`{"type":"execute_action","action":` + frame + `}`)
			id := string(frame[7])
			if frame[6] == '7' {
				id = "7"
			}
			f, ok := b.await(id).(*wire.ActionFailed)
			if !ok || f.Code != want || f.Error == "" {
				b.t.Errorf("%s ended with %+v, want the code %s", frame, f, want)
			}
		}
		for _, odd := range []string{`{`, `[]`, `null`, `{"type":7}`, `{"type":"dance"}`, `{"type":"execute_action"}`, `{"type":"execute_action","action":null}`, `{"type":"cancel"}`} {
			b.sendRaw(odd)
		}
		b.act(game.Action{ID: "end", Kind: game.Chat, Message: "hello"})
		if _, ok := b.await("end").(*wire.ActionComplete); !ok {
			b.t.Fatal("the body is lost after odd frames")
		}
		if got := bd.Truth().Chat; !slices.Equal(got, []string{"hello"}) {
			b.t.Fatalf("said %q", got)
		}
	})
}

func TestV2StopCancelAndRepeats(t *testing.T) {
	play(t, sim.Config{Speed: 1}, body.Config{}, func(b *backend, bd *body.Body, _ <-chan error) {
		b.send(&wire.Stop{})
		synctest.Wait()
		if b.count(wire.TypeStopped) != 1 {
			b.t.Fatal("a stop with nothing to do was not answered")
		}
		b.act(logs("a", 50))
		time.Sleep(10 * time.Second)
		b.act(logs("b", 1)) // one at a time
		b.act(logs("a", 50))
		synctest.Wait()
		if f, ok := b.await("b").(*wire.ActionFailed); !ok || f.Code != game.CodeBusy {
			b.t.Fatalf("a second action ended with %+v", f)
		}
		b.send(&wire.Stop{ID: "first"})
		b.send(&wire.Stop{ID: "second"})
		synctest.Wait()
		f, ok := b.await("a").(*wire.ActionFailed)
		if !ok || f.Code != game.CodeInterrupted {
			b.t.Fatalf("a stopped action ended with %+v", f)
		}
		if got := b.answers(); !slices.Equal(got, []string{"", "first", "second"}) {
			b.t.Fatalf("stops without an id, first and second were answered by %q", got)
		}
		truth := bd.Truth()
		if truth.Running != "" || time.Since(truth.IdleSince) > time.Second {
			b.t.Fatalf("after a stop: %+v", truth)
		}
		b.act(game.Action{ID: "w", Kind: game.Wait, Seconds: 3600})
		time.Sleep(time.Second)
		b.send(&wire.Cancel{ActionID: "w"})
		if f, ok := b.await("w").(*wire.ActionFailed); !ok || f.Code != game.CodeInterrupted {
			b.t.Fatalf("a cancelled action ended with %+v", f)
		}
		b.act(game.Action{ID: "c", Kind: game.Chat, Message: "once"})
		b.await("c")
		b.act(game.Action{ID: "c", Kind: game.Chat, Message: "once"})
		synctest.Wait()
		if got := b.terminals("c"); len(got) != 2 || len(bd.Truth().Chat) != 1 {
			b.t.Fatalf("a repeated action: answered %d times, said %q", len(got), bd.Truth().Chat)
		}
	})
}

func TestV2OutageSettlesByRegister(t *testing.T) {
	play(t, sim.Config{Speed: 1}, body.Config{Faults: fault.Plan{Reconnect: 8 * time.Second}}, func(b *backend, bd *body.Body, _ <-chan error) {
		b.act(game.Action{ID: "long", Kind: game.Wait, Seconds: 60})
		time.Sleep(time.Second)
		b.cut()
		time.Sleep(10 * time.Second)
		_, registers := b.seen()
		if len(registers) != 2 || registers[1].ResumeToken != "token" || !slices.Equal(registers[1].Running, []string{"long"}) {
			b.t.Fatalf("registered again with %+v", registers[len(registers)-1])
		}
		b.await("long")
		b.act(game.Action{ID: "short", Kind: game.Wait, Seconds: 3})
		synctest.Wait()
		b.cut()
		time.Sleep(10 * time.Second)
		_, registers = b.seen()
		last := registers[len(registers)-1]
		i := slices.IndexFunc(last.Finished, func(f wire.Finished) bool { return f.ActionID == "short" })
		if i < 0 || last.Finished[i].Result == nil || len(last.Running) != 0 {
			b.t.Fatalf("registered again with %+v", last)
		}
	})
}

func TestV2GoesWhenSentAway(t *testing.T) {
	for code, back := range map[int]bool{4409: true, 4509: false, 4501: false, 1001: true} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			play(t, sim.Config{}, body.Config{}, func(b *backend, _ *body.Body, ended <-chan error) {
				b.mu.Lock()
				_ = b.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, "x"), time.Now().Add(time.Second))
				b.mu.Unlock()
				time.Sleep(10 * time.Second)
				_, registers := b.seen()
				if (len(registers) > 1) != back {
					b.t.Fatalf("%d registers, want it back: %v", len(registers), back)
				}
				if !back {
					if err := <-ended; err == nil {
						b.t.Fatal("Run ended without saying why")
					}
				}
			})
		})
	}
}

func TestV2DropsASilentHandshake(t *testing.T) {
	play(t, sim.Config{}, body.Config{}, func(b *backend, bd *body.Body, _ <-chan error) {
		b.mu.Lock()
		b.mute = true
		b.mu.Unlock()
		b.cut()
		time.Sleep(25 * time.Second)
		if r := bd.Truth().Registers; r < 3 {
			b.t.Fatalf("registered %d times in 25 s of silence, want another try", r)
		}
	})
}

func TestStateRate(t *testing.T) {
	for speed, want := range map[float64]int{0.1: 10, 1: 10, 2: 20, 60: 200, 1000: 200} {
		for _, kind := range []body.Kind{body.V2, body.V1} {
			t.Run(fmt.Sprint(kind, speed), func(t *testing.T) {
				play(t, sim.Config{Speed: speed}, body.Config{Kind: kind}, func(b *backend, _ *body.Body, _ <-chan error) {
					before, _ := b.seen()
					time.Sleep(10 * time.Second)
					after, _ := b.seen()
					if n := len(after) - len(before); n < want-1 || n > want+1 {
						b.t.Fatalf("%d states in 10 s, want %d", n, want)
					}
				})
			})
		}
	}
}

func TestV1IsPlain(t *testing.T) {
	play(t, sim.Config{Speed: 60}, body.Config{Kind: body.V1}, func(b *backend, bd *body.Body, _ <-chan error) {
		b.act(logs("a", 2))
		done, ok := b.await("a").(*wire.ActionComplete)
		if !ok || done.Result.Delta != nil || done.Result.State != nil || !done.Result.Success {
			b.t.Fatalf("ended with %+v", done)
		}
		time.Sleep(time.Second)
		states, registers := b.seen()
		s := states[len(states)-1]
		if s.Count("oak_log") != 2 || s.World != nil || s.Nearby != nil || s.Time != nil || s.Dimension != "overworld" {
			b.t.Fatalf("state %+v", s)
		}
		if r := registers[0]; r.Protocol > 1 || r.Capabilities != nil || r.Settles() || r.Version != "1.21.5" {
			b.t.Fatalf("registered with %+v", r)
		}
		// Kinds of version 2 are unknown, stop is not answered and forgets all.
		b.act(game.Action{ID: "w", Kind: game.Wait, Seconds: 5})
		if f, ok := b.await("w").(*wire.ActionFailed); !ok || f.Code != "" {
			b.t.Fatalf("wait ended with %+v", f)
		}
		b.act(logs("long", 50))
		b.act(logs("next", 1))
		time.Sleep(100 * time.Millisecond)
		b.send(&wire.Stop{})
		time.Sleep(5 * time.Second)
		if len(b.terminals("long")) != 0 || len(b.terminals("next")) != 0 || b.count(wire.TypeStopped) != 0 || bd.Truth().Running != "" {
			b.t.Fatalf("after a stop: %+v", bd.Truth())
		}
		if progress, _, pings := b.tally(); progress+pings+b.count(wire.TypeEvent)+b.count(wire.TypeLog) != 0 {
			b.t.Fatal("it says what version 1 does not have")
		}
		// Comes back 5 s after a close, and what ended meanwhile is lost.
		b.act(game.Action{ID: "c", Kind: game.Chat, Message: "lost"})
		b.cut()
		time.Sleep(4 * time.Second)
		if _, r := b.seen(); len(r) != 1 {
			b.t.Fatal("came back early")
		}
		time.Sleep(2 * time.Second)
		if _, r := b.seen(); len(r) != 2 || len(b.terminals("c")) != 0 {
			b.t.Fatalf("%d registers, %d reports", len(r), len(b.terminals("c")))
		}
	})
}

func TestV1WorstQuirks(t *testing.T) {
	play(t, sim.Config{Speed: 60}, body.Config{Kind: body.V1Worst}, func(b *backend, bd *body.Body, ended <-chan error) {
		before := bd.Truth()
		b.act(logs("mine", 5))
		b.act(game.Action{ID: "goto", Kind: game.Goto, At: &game.Pos{X: 1000, Y: 64, Z: 0}})
		b.sendRaw(`{"type":"execute_action","action":{"id":"odd","type":"dance"}}`)
		synctest.Wait()
		for _, id := range []string{"mine", "goto", "odd"} {
			if m, ok := b.await(id).(*wire.ActionComplete); !ok || !m.Result.Success {
				b.t.Fatalf("%s ended with %+v", id, m)
			}
		}
		if now := bd.Truth(); now.Position != before.Position || len(now.Inventory) != 0 {
			b.t.Fatalf("it really did something: %+v", now)
		}
		b.act(game.Action{ID: "fail", Kind: game.Craft, Recipe: "stick"})
		b.await("fail")
		synctest.Wait()
		if got := b.terminals("fail"); len(got) != 2 || got[0].Type() != wire.TypeActionFailed || got[1].Type() != wire.TypeActionComplete {
			b.t.Fatalf("a failure came as %v", got)
		}
		b.act(game.Action{ID: "say", Kind: game.Chat, Message: "hello"})
		b.await("say")
		// A stop while something runs leaves a stale completion for the next one.
		b.act(game.Action{ID: "say2", Kind: game.Chat, Message: "two"})
		b.send(&wire.Stop{})
		b.act(game.Action{ID: "say3", Kind: game.Chat, Message: "three"})
		b.await("say3")
		time.Sleep(time.Second)
		if got := bd.Truth().Chat; !slices.Equal(got, []string{"hello"}) || len(b.terminals("say2")) != 0 {
			b.t.Fatalf("said %q", got)
		}
		// While unregistered it acts and its reports are lost.
		b.mu.Lock()
		b.mute = true
		b.mu.Unlock()
		b.cut()
		time.Sleep(6 * time.Second)
		b.act(game.Action{ID: "unheard", Kind: game.Chat, Message: "four"})
		time.Sleep(time.Second)
		if got := bd.Truth().Chat; len(got) != 2 || len(b.terminals("unheard")) != 0 {
			b.t.Fatalf("said %q, reported %d", got, len(b.terminals("unheard")))
		}
		b.send(&wire.Registered{Success: false}) // any registered is a yes
		b.act(logs("yes", 1))
		b.await("yes")
		time.Sleep(2 * time.Minute)
		if _, _, pings := b.tally(); pings == 0 {
			b.t.Fatal("its library sends pings")
		}
		b.sendRaw(`{"type":"execute_action","action":{"id":"untyped"}}`)
		if err := <-ended; !errors.Is(err, body.ErrCrashed) {
			b.t.Fatalf("an action without a type ended it with %v", err)
		}
	})
}

func TestAFrozenBackendIsLeftForTheNext(t *testing.T) {
	play(t, sim.Config{Speed: 1}, body.Config{URL: "ws://frozen/,ws://next/"}, func(b *backend, _ *body.Body, _ <-chan error) {
		time.Sleep(12 * time.Second)
		if _, r := b.seen(); len(r) != 2 {
			b.t.Fatalf("after 12 s of silence it registered %d times", len(r))
		}
		time.Sleep(time.Minute)
		if states, r := b.seen(); len(r) != 2 || len(states) < 50 {
			b.t.Fatalf("it left a backend that answers pings: %d registers, %d states", len(r), len(states))
		}
	})
}

func TestRunEndsWithItsContext(t *testing.T) {
	play(t, sim.Config{Speed: 1}, body.Config{}, func(b *backend, bd *body.Body, ended <-chan error) {
		b.act(logs("a", 50))
		time.Sleep(time.Second)
	})
	w, err := sim.New(sim.Config{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := body.New(w, body.Config{URL: "ws://127.0.0.1:1/"}).Run(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}
