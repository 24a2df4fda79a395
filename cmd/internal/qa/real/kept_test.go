// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/ui/view"
)

// says says something to the bot, and returns the answer.
func (r *rig) says(t *testing.T, text string) view.Talked {
	t.Helper()
	out, err := r.c.Talk(t.Context(), view.Talk{Text: text})
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return out
}

// TestKept names places, uses chests and gives a standing order, which is restored after a
// loss, a death and a kill of Minehand.
func TestKept(t *testing.T) {
	t.Parallel()
	version := versions[len(versions)-1]
	r := newRig(t, version, rigArgs{})
	r.fresh(t)
	does := func(text string) {
		t.Helper()
		r.refresh(t)
		r.complete(t, r.says(t, text).TaskID)
	}

	r.refresh(t)
	r.says(t, "this is home")
	r.give(t, "chest", 1)
	r.give(t, "dirt", 9)
	does("place a chest")
	does("put 9 dirt in the chest")
	kept, err := r.c.GetKept(t.Context(), view.OfBody{})
	if err != nil || len(kept.Chests) != 1 || kept.Chests[0].Contents["dirt"] != 9 {
		t.Fatalf("it remembers %+v, %v", kept.Chests, err)
	}
	at := kept.Chests[0].At
	if truth := r.server.chest(t, at.X, at.Y, at.Z); truth["dirt"] != 9 {
		t.Errorf("the chest holds %v", truth)
	}
	does("take 4 dirt from the chest")
	does("look in the chest")
	if say := r.says(t, "what's in the chest?").Say; !strings.Contains(say, "5 dirt") {
		t.Errorf("it says %q", say)
	}
	r.carries(t, map[string]int{"dirt": 4})

	r.server.do(t, "teleport", fields{"player": player, "x": 208.5, "y": 64, "z": 8.5})
	does("go home")
	state, err := r.c.GetState(t.Context(), view.OfBody{})
	if home := kept.Places[0].At; err != nil || state.Position.Distance(home.Center()) > 3 {
		t.Errorf("from 200 blocks off it came to %v, home is %v, %v", state.Position, home, err)
	}

	restored := func(after string) {
		t.Helper()
		begun := time.Now()
		until(t, 3*time.Minute, "10 torches after "+after, func() bool { return r.server.items(t)["torch"] >= 10 })
		t.Logf("restored %v after %s", time.Since(begun).Round(time.Second), after)
	}
	supply := func() {
		if held := r.server.items(t); held["torch"] != 0 {
			t.Fatalf("before it is restored the player holds %v", held)
		}
		r.give(t, "coal", 8)
		r.give(t, "stick", 16)
	}
	supply()
	r.says(t, "always keep 10 torches")
	restored("the order")
	r.server.do(t, "clear", fields{"player": player})
	supply()
	restored("a loss")
	r.server.do(t, "kill", fields{"player": player})
	until(t, patience, "the player to be alive", func() bool {
		health, _ := r.server.do(t, "player", fields{"player": player})["health"].(float64)
		return health > 0
	})
	r.server.do(t, "clear", fields{"player": player})
	supply()
	restored("a death")
	r.serve.kill()
	r.startServe(t)
	r.awaitBody(t)
	r.server.do(t, "clear", fields{"player": player})
	supply()
	restored("a kill of Minehand")
}
