// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"testing"
	"time"
)

// slowChunks has the server send the world as a loaded one does: the first
// chunk late, the others one after the other. A view of 10 by 10 chunks takes
// about four seconds.
func (r *rig) slowChunks(t *testing.T) {
	t.Helper()
	r.server.do(t, "chunks", fields{"firstMs": 900, "everyMs": 35})
	t.Cleanup(func() { r.server.do(t, "chunks", nil) })
}

// lateChunks gives goals in the second of a join and of a teleport: what is in
// reach is used although the world around the bot comes in bit by bit.
func lateChunks(t *testing.T, r *rig) {
	s := r.server
	s.do(t, "setblock", fields{"x": 20, "y": 64, "z": 8, "block": "crafting_table"})
	defer s.do(t, "setblock", fields{"x": 20, "y": 64, "z": 8, "block": "air"})
	r.slowChunks(t)
	at := fields{"player": player, "x": 8.5, "y": 64, "z": 8.5}
	arrivals := []struct {
		name string
		come func(t *testing.T)
	}{
		{"joined", r.rejoin},
		{"joined again", r.rejoin},
		{"teleported", func(t *testing.T) {
			s.do(t, "teleport", fields{"player": player, "x": 1008.5, "y": 70, "z": 8.5})
			time.Sleep(time.Second)
			s.do(t, "teleport", at)
		}},
		{"respawned", func(t *testing.T) {
			n := s.seen("respawn")
			s.do(t, "kill", fields{"player": player})
			until(t, patience, "the player to respawn", func() bool { return s.seen("respawn") > n })
		}},
	}
	for _, c := range arrivals {
		s.do(t, "clear", fields{"player": player})
		s.do(t, "cleardrops", nil)
		r.give(t, "wooden_pickaxe", 1)
		r.give(t, "oak_planks", 8)
		s.do(t, "teleport", at)
		r.refresh(t)
		tables := s.count(t, "placed:crafting_table")
		c.come(t)
		want := map[string]int{"cobblestone": 2}
		if c.name == "respawned" { // with nothing held, on purpose
			want = map[string]int{"oak_log": 2}
		}
		id := ""
		if want["oak_log"] > 0 {
			id = r.send(t, "get 2 oak logs", nil)
		} else {
			id = r.send(t, "get 2 cobblestone and a chest", nil)
			want["chest"] = 1
		}
		task := r.complete(t, id)
		r.carries(t, want)
		if task.Failed > 0 || task.Round > 1 {
			t.Errorf("%s: %d actions failed and %d rounds were planned for what was in reach", c.name, task.Failed, task.Round)
		}
		if n := s.count(t, "placed:crafting_table") - tables; n > 0 {
			t.Errorf("%s: %d tables were placed beside the one that stood there", c.name, n)
		}
	}
}

// rejoin throws the bot out and waits until the server has it back.
func (r *rig) rejoin(t *testing.T) {
	t.Helper()
	n := r.server.seen("join")
	r.server.do(t, "kick", fields{"player": player, "reason": "come back"})
	until(t, patience, "the bot to join again", func() bool { return r.server.seen("join") > n })
}
