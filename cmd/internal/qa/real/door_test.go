// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"strings"
	"testing"
	"time"
)

// turnedAway has the server refuse the bot in the ways that servers do: each is
// told as a sentence with its fix, and the bot comes back by itself.
func turnedAway(t *testing.T, r *rig) {
	s := r.server
	s.do(t, "refuse", fields{"reason": fields{"translate": "multiplayer.disconnect.not_whitelisted"}})
	left := time.Now()
	r.kick(t, fields{"translate": "multiplayer.disconnect.duplicate_login"})
	r.bodySays(t, "another player joined")
	r.bodySays(t, `run "whitelist add `+player+`" there`)
	if d := time.Since(left); d < 4*time.Second {
		t.Errorf("the bot that was kicked was back after %s", d)
	}
	s.do(t, "refuse", nil)
	s.do(t, "login", fields{"how": "online"})
	r.bodySays(t, "use --auth microsoft")
	n := s.seen("join")
	s.do(t, "login", fields{"how": "lan"})
	t.Cleanup(func() { s.do(t, "login", fields{"how": "offline"}) })
	until(t, patience, "the bot to be let into a world that asks for an account and does not insist", func() bool { return s.seen("join") > n })
	r.complete(t, r.send(t, "get 1 oak log", nil))
	r.carries(t, map[string]int{"oak_log": 1})
	if out := r.body.out.text(); strings.Contains(out, `"translate"`) || strings.Contains(out, "node_modules") {
		t.Errorf("the body told a reason as the library gave it:\n%s", r.body.out.tail(20))
	}
}

// mixedPlanks has one plank of each of two woods, which is enough for sticks.
func mixedPlanks(t *testing.T, r *rig) {
	r.give(t, "oak_planks", 1)
	r.give(t, "spruce_planks", 1)
	r.perform(t, fields{"type": "craft", "recipe": "stick", "quantity": 4})
	r.carries(t, map[string]int{"stick": 4})
	r.give(t, "oak_planks", 2)
	r.give(t, "birch_planks", 1)
	r.give(t, "spruce_planks", 1)
	r.perform(t, fields{"type": "craft", "recipe": "crafting_table", "quantity": 1})
	if have := r.server.items(t); have["crafting_table"] != 1 || have["oak_planks"]+have["birch_planks"]+have["spruce_planks"] != 0 {
		t.Errorf("the player carries %v", have)
	}
}

// kick throws the bot out with a reason as servers send it.
func (r *rig) kick(t *testing.T, reason any) {
	t.Helper()
	r.server.do(t, "kick", fields{"player": player, "reason": reason})
}

// bodySays waits for a sentence in what the body prints from now on.
func (r *rig) bodySays(t *testing.T, want string) {
	t.Helper()
	until(t, patience, "the body to say "+want, func() bool { return strings.Contains(r.body.out.text(), want) })
}
