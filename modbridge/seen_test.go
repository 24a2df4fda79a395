// SPDX-License-Identifier: MIT

package modbridge_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// TestTheStateOfAResultIsLaidOverTheLast: what a result brings counts, what it
// leaves out stays.
func TestTheStateOfAResultIsLaidOverTheLast(t *testing.T) {
	number := func(f float64) *float64 { return &f }
	ticks := func(n int) *int { return &n }
	first := stateOf("stick", 1)
	first.Hunger, first.Saturation, first.Oxygen = number(18), number(5), number(300)
	first.Dimension, first.GameMode, first.HeldItem = "overworld", "survival", "stick"
	first.World = &game.World{Present: true, Kind: "server", ID: "one"}
	first.Time = ticks(1)
	first.Weather, first.Biome, first.Armor = "clear", "plains", []string{"iron_boots"}
	first.Nearby = &game.Nearby{Blocks: []game.Sight{{Name: "oak_log", Distance: 3}}}
	for name, c := range map[string]struct {
		brings game.State
		same   func(now, old *game.State) bool
	}{
		"position":   {game.State{Position: &game.Vec3{X: 9}}, func(n, o *game.State) bool { return n.Position.X == 9 && *n.Health == *o.Health }},
		"inventory":  {game.State{Inventory: []game.Stack{{Item: "coal", Count: 2}}}, func(n, o *game.State) bool { return n.Count("coal") == 2 && n.Count("stick") == 0 }},
		"health":     {game.State{Health: number(3)}, func(n, o *game.State) bool { return *n.Health == 3 && *n.Hunger == *o.Hunger }},
		"hunger":     {game.State{Hunger: number(3)}, func(n, o *game.State) bool { return *n.Hunger == 3 && *n.Health == *o.Health }},
		"saturation": {game.State{Saturation: number(3)}, func(n, o *game.State) bool { return *n.Saturation == 3 && *n.Hunger == *o.Hunger }},
		"oxygen":     {game.State{Oxygen: number(3)}, func(n, o *game.State) bool { return *n.Oxygen == 3 && *n.Hunger == *o.Hunger }},
		"dimension":  {game.State{Dimension: "the_nether"}, func(n, o *game.State) bool { return n.Dimension == "the_nether" && n.GameMode == o.GameMode }},
		"game mode":  {game.State{GameMode: "creative"}, func(n, o *game.State) bool { return n.GameMode == "creative" && n.Dimension == o.Dimension }},
		"hand":       {game.State{HeldItem: "coal"}, func(n, o *game.State) bool { return n.HeldItem == "coal" && n.Dimension == o.Dimension }},
		"world":      {game.State{World: &game.World{Present: true, ID: "two"}}, func(n, o *game.State) bool { return n.World.ID == "two" && *n.Time == *o.Time }},
		"time":       {game.State{Time: ticks(7)}, func(n, o *game.State) bool { return *n.Time == 7 && n.World.ID == o.World.ID }},
		"view": {game.State{Nearby: &game.Nearby{Blocks: []game.Sight{{Name: "crafting_table"}}}}, func(n, o *game.State) bool {
			return n.Nearby.Blocks[0].Name == "crafting_table" && n.Weather == o.Weather
		}},
		"armour":  {game.State{Armor: []string{"diamond_boots"}}, func(n, o *game.State) bool { return n.Armor[0] == "diamond_boots" && n.Biome == o.Biome }},
		"weather": {game.State{Weather: "rain"}, func(n, o *game.State) bool { return n.Weather == "rain" && n.Biome == o.Biome }},
		"biome":   {game.State{Biome: "desert"}, func(n, o *game.State) bool { return n.Biome == "desert" && n.Weather == o.Weather }},
		"nothing": {game.State{}, func(n, o *game.State) bool {
			return n.Nearby.Blocks[0].Name == "oak_log" && n.Armor[0] == "iron_boots" && n.Count("stick") == 1 && n.HeldItem == "stick" && n.Position.X == o.Position.X
		}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t, modbridge.Config{})
				b := h.dial("b", 2)
				b.register(wire.Register{})
				b.send(&wire.StateUpdate{InstanceID: "b", Data: first})
				synctest.Wait()
				s := h.session("b")
				before := s.Snapshot()
				d := atWork(t, b, s, "A")
				b.send(&wire.ActionComplete{InstanceID: "b", ActionID: "A", Result: game.Result{Success: true, State: &c.brings}})
				out, snap := d.outcome(t), s.Snapshot()
				if snap.Seq != before.Seq+1 || !c.same(&snap.State, &before.State) || !c.same(out.After, &before.State) {
					t.Fatalf("after %+v, the last state %+v", out.After, snap.State)
				}
			})
		})
	}
}

// TestRule11TheGamesTimeIsTold: an outcome says how much of the game's time passed, by
// the times of day of all states since it was sent.
func TestRule11TheGamesTimeIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", 2)
		b.register(wire.Register{})
		at := func(tick int) {
			s := stateOf("stick", 1)
			s.Time = &tick
			b.send(&wire.StateUpdate{InstanceID: "b", Data: s})
			synctest.Wait()
		}
		at(100)
		at(20_000)
		d := atWork(t, b, h.session("b"), "A")
		for _, tick := range []int{8_000, 20_000, 8_000} { // a day and a half
			at(tick)
		}
		b.send(&wire.ActionComplete{InstanceID: "b", ActionID: "A", Result: game.Result{Success: true}})
		if out := d.outcome(t); out.Passed != 30*time.Minute {
			t.Errorf("%s passed, not 30 minutes", out.Passed)
		}
	})
}

// TestRule13MoreThanFitsInASlotShowsNothing: a slot that holds more than it can counts as
// it was before, in a state and in a result's, so that nothing is proven by it.
func TestRule13MoreThanFitsInASlotShowsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{Names: func(game.BodyInfo) wire.Lexicon { return someItems{} }})
		b := h.dial("b", 2)
		b.register(wire.Register{})
		holds := func(stacks ...game.Stack) game.State {
			s := stateOf("", 0)
			s.Inventory = stacks
			return s
		}
		at := func(slot, n int) game.Stack { return game.Stack{Slot: slot, Item: "torch", Count: n} }
		for _, c := range []struct {
			now  []game.Stack
			want int
		}{
			{[]game.Stack{at(5, 500)}, 0}, {[]game.Stack{at(4, 3), at(5, 65)}, 3}, {[]game.Stack{at(4, 64)}, 64},
			{[]game.Stack{at(4, 500), at(5, 1)}, 65}, {[]game.Stack{{Slot: 4, Item: "oak_log", Count: 99}}, 64}, {[]game.Stack{}, 0},
			{[]game.Stack{{Slot: 4, Item: "mod_gear", Count: 99}, {Slot: 5, Item: "mod_gear", Count: 100}}, 0},
		} {
			b.send(&wire.StateUpdate{InstanceID: "b", Data: holds(c.now...)})
			synctest.Wait()
			state := h.session("b").Snapshot().State
			if n := state.Count("torch"); n != c.want || state.Count("mod_gear") > 99 {
				t.Errorf("after %+v %d torches count, not %d", c.now, n, c.want)
			}
		}
		d := atWork(t, b, h.session("b"), "A")
		told := holds(at(5, 500))
		b.send(&wire.ActionComplete{InstanceID: "b", ActionID: "A", Result: game.Result{Success: true, State: &told}})
		if out := d.outcome(t); out.After.Count("torch") != 0 || out.Result.State.Count("torch") != 0 {
			t.Errorf("a result shows %d torches", out.After.Count("torch"))
		}
	})
}

func TestProgressIsHandedOn(t *testing.T) {
	joinedV2(t, func(t *testing.T, h *house, b *body, s *modbridge.Session) {
		var told []game.ActionProgress
		call := mine("A")
		call.Progress = func(_ string, p game.ActionProgress) { told = append(told, p) }
		d := begin(t, h.session("b"), call)
		want[*wire.ExecuteAction](b)
		half := 0.5
		b.send(&wire.ActionProgress{InstanceID: "b", ActionID: "A", Message: "digging", Fraction: &half})
		b.send(&wire.ActionProgress{InstanceID: "b", ActionID: "other", Message: "not ours"})
		b.send(&wire.ActionPaused{InstanceID: "b", ActionID: "other", Reason: "screen"})
		b.send(&wire.ActionPaused{InstanceID: "b", ActionID: "A"})
		b.send(&wire.ActionProgress{InstanceID: "b", ActionID: "A", Message: "on"})
		b.send(&wire.ActionResumed{InstanceID: "b", ActionID: "A"})
		paused := stateOf()
		paused.World = &game.World{Present: true, Paused: true}
		b.send(&wire.StateUpdate{InstanceID: "b", Data: paused})
		b.finish(t, d, "A")
		d = begin(t, h.session("b"), mine("B")) // of which nobody wants to hear
		want[*wire.ExecuteAction](b)
		b.send(&wire.ActionProgress{InstanceID: "b", ActionID: "B"})
		b.send(&wire.ActionPaused{InstanceID: "b", ActionID: "B"})
		b.state()
		b.send(&wire.StateUpdate{InstanceID: "b", Data: paused})
		b.finish(t, d, "B")
		expected := []game.ActionProgress{
			{Message: "digging", Fraction: 0.5}, {Fraction: -1, Paused: "paused"}, {Message: "on", Fraction: -1, Paused: "paused"},
			{Fraction: -1}, {Fraction: -1, Paused: "game_paused"},
		}
		if len(told) != len(expected) {
			t.Fatalf("told %+v", told)
		}
		for i := range told {
			if told[i] != expected[i] {
				t.Errorf("told %+v, want %+v", told[i], expected[i])
			}
		}
	})
}

func TestABodyChangesWhileNothingIsInFlight(t *testing.T) {
	joined(t, func(t *testing.T, protocol int, h *house, b *body, s *modbridge.Session) {
		b.send(&wire.ActionProgress{InstanceID: "b", ActionID: "A"})
		b.send(&wire.ActionPaused{InstanceID: "b", ActionID: "A"})
		b.state("stick", 1)
		b.state("stick", 2)
		synctest.Wait()
		if s.Stats().States != 3 {
			t.Fatalf("stats %+v", s.Stats())
		}
		b.raw(`{"type":"state_update","instanceId":"b","data":{"health":20}}`)
		synctest.Wait()
		if snap := s.Snapshot(); snap.State.Inventory != nil {
			t.Fatalf("a state without an inventory: %+v", snap.State)
		}
		b.state("stick", 2)
		synctest.Wait()
		if st := s.Stats(); held(s, "stick") != 2 || st.States != 5 || st.Frames != 7 || st.Sent != 0 {
			t.Fatalf("stats %+v", st)
		}
		d := atWork(t, b, s, "A")
		b.finish(t, d, "A")
		if st := s.Stats(); st.Sent != 1 {
			t.Fatalf("stats %+v", st)
		}
	})
}

func TestRule12ReadySaysWhoIsMissing(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", protocol)
		b.register(wire.Register{Name: "Bob", Loader: "fabric", Role: "companion", Owner: "Alice"})
		s := h.session("b")
		info := s.Info()
		name := map[int]string{1: "b", 2: "Bob"}[protocol] // a v1 body has no words for more
		if got := [...]string{info.Name, info.Loader, info.Role, info.Owner}; (got == [...]string{"Bob", "fabric", "companion", "Alice"}) != (protocol == 2) ||
			protocol == 1 && got != [4]string{} {
			t.Fatalf("info %+v", info)
		}
		if err := s.Ready(); err == nil || !strings.HasPrefix(err.Error(), name+" has not reported") {
			t.Fatalf("ready: %v", err)
		}
		b.state() // names no world
		time.Sleep(11 * time.Second)
		if err := s.Ready(); err == nil || !strings.HasPrefix(err.Error(), name+" has not reported its state for 11 s") {
			t.Fatalf("ready: %v", err)
		}
		b.drop()
		synctest.Wait()
		s.Tell(game.TaskStatus{TaskID: "t", State: "running"})
		down := s.Link()
		if body, here := s.Ends(); body != nil || here != nil || down.State != game.LinkDown {
			t.Fatalf("link %+v, ends %v and %v", down, body, here)
		}
		time.Sleep(10 * time.Second)
		if link := s.Link(); !about(time.Until(link.GraceEnds), 20*time.Second) || link.Since != down.Since {
			t.Fatalf("link %+v, went down as %+v", link, down)
		}
		b = b.back(h, wire.Register{})
		body, here := s.Ends()
		if link := s.Link(); link.State != game.LinkUp || !link.Since.Equal(time.Now()) || !link.GraceEnds.IsZero() || body == nil || here == nil {
			t.Fatalf("link %+v", link)
		}
		if protocol == 2 {
			expectFrames(t, b, "task_status") // told while it was away
		}
		b.drop()
		time.Sleep(31 * time.Second)
		if err := s.Ready(); !errors.Is(err, modbridge.ErrGone) {
			t.Fatalf("ready: %v", err)
		}
		s.Stop()
		if err := s.Settle(t.Context()); err != nil {
			t.Fatalf("a session that ended at rest: %v", err)
		}
		b = b.back(h, wire.Register{})
		expectFrames(t, b, "stop") // it is the next session's to deliver
	})
}

// TestRule11AnOlderStateShowsNothing: bodies that number their states may send them in any
// order, with results too. What else is in the frame counts, and each register begins anew.
func TestRule11AnOlderStateShowsNothing(t *testing.T) {
	numbered := func(n, sticks int) game.State {
		s := stateOf("stick", sticks)
		s.N = n
		return s
	}
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, modbridge.Config{})
		b := h.dial("b", 2)
		b.register(wire.Register{})
		s := h.session("b")
		shows := func(what string, sticks int) {
			t.Helper()
			synctest.Wait()
			now := s.Snapshot().State
			if got := now.Count("stick"); got != sticks {
				t.Errorf("%s it shows %d, want %d", what, got, sticks)
			}
		}
		send := func(n, sticks int) {
			b.send(&wire.StateUpdate{InstanceID: "b", Data: numbered(n, sticks)})
			synctest.Wait()
		}
		send(5, 2)
		seq := s.Snapshot().Seq
		send(4, 9)
		send(5, 9)
		shows("after older ones", 2)
		if now := s.Snapshot().Seq; now != seq {
			t.Errorf("an older state counts as a report: %d, then %d", seq, now)
		}
		send(6, 3)
		shows("after a newer one", 3)
		send(0, 4)
		shows("after one without a number", 4)
		d := atWork(t, b, s, "A")
		old := numbered(6, 9)
		b.send(&wire.ActionComplete{InstanceID: "b", ActionID: "A", Result: game.Result{Success: true, State: &old, Delta: map[string]int{"stick": 7}}})
		if out := d.outcome(t); out.Result == nil || out.Result.State != nil || out.Result.Delta["stick"] != 7 || out.After.Count("stick") != 4 {
			t.Errorf("the result with an older state: %+v", out)
		}
		shows("after a result with an older one", 4)
		d = atWork(t, b, s, "B")
		young := numbered(7, 5)
		b.send(&wire.ActionComplete{InstanceID: "b", ActionID: "B", Result: game.Result{Success: true, State: &young}})
		if out := d.outcome(t); out.After.Count("stick") != 5 {
			t.Errorf("the result with a newer state: %+v", out)
		}
		send(7, 9)
		shows("after one as old as the result's", 5)
		b.register(wire.Register{})
		send(1, 6)
		shows("after another register", 6)
	})
}

// TestRule12WhatWentWhileNobodyLooked: an inventory that is empty when a body comes back may
// be so by a death that it did not tell; what was held and is not gone shows that there was none.
func TestRule12WhatWentWhileNobodyLooked(t *testing.T) {
	for name, c := range map[string]struct {
		before, after []any
		want          bool
	}{
		"all of it": {[]any{"sand", 9}, nil, true},
		"a part":    {[]any{"sand", 9, "dirt", 1}, []any{"dirt", 1}, false},
		"nothing":   {nil, nil, false},
	} {
		for _, v := range []int{1, 2} {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t, modbridge.Config{})
				b := h.dial("b", v)
				b.register(wire.Register{})
				b.send(&wire.StateUpdate{InstanceID: "b", Data: stateOf(c.before...)})
				synctest.Wait()
				before := h.session("b").Snapshot().State.Died
				b.drop()
				time.Sleep(time.Second)
				b2 := h.dial("b", v)
				b2.register(wire.Register{ResumeToken: b.token})
				for range 2 {
					b2.send(&wire.StateUpdate{InstanceID: "b", Data: stateOf(c.after...)})
					synctest.Wait()
					if died := h.session("b").Snapshot().State.Died; died.After(before) != c.want {
						t.Errorf("%s, version %d: it counts as dead since %s, before %s", name, v, died, before)
					}
				}
				for _, c := range []struct {
					leap        float64
					was, deaths int
					want        bool
				}{
					{5, -1, -1, false}, // all of it thrown away on a walk
					{50, 2, 2, false},  // or far away, by a body that counts its deaths
					{50, 2, 3, true},
					{50, -1, -1, true}, // gone with a respawn
				} {
					held, then := stateOf("stick", 1), stateOf()
					if c.was >= 0 {
						held.Deaths, then.Deaths = &c.was, &c.deaths
					}
					b2.send(&wire.StateUpdate{InstanceID: "b", Data: held})
					synctest.Wait()
					before = h.session("b").Snapshot().State.Died
					time.Sleep(time.Second)
					then.Position.X += c.leap
					b2.send(&wire.StateUpdate{InstanceID: "b", Data: then})
					synctest.Wait()
					if died := h.session("b").Snapshot().State.Died; died.After(before) != c.want {
						t.Errorf("%s, version %d: %+v: it counts as dead since %s, before %s", name, v, c, died, before)
					}
				}
				b2.send(&wire.StateUpdate{InstanceID: "b", Data: stateOf("stick", 1)})
				synctest.Wait()
				before = h.session("b").Snapshot().State.Died
				d := atWork(t, b2, h.session("b"), "A")
				time.Sleep(time.Second)
				then := stateOf()
				then.Position.X += 50
				b2.send(&wire.ActionComplete{InstanceID: "b", ActionID: "A", Result: game.Result{Success: true, State: &then}})
				if out := d.outcome(t); out.After == nil || !out.After.Died.After(before) {
					t.Errorf("%s, version %d: a result that shows it gone 50 blocks away: %+v", name, v, out)
				}
			})
		}
	}
}
