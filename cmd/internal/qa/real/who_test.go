// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"strings"
	"testing"
)

// TestMeIsNobodyInSight has a stranger stand beside the bot: "me" is asked for once, nothing
// is given before, and what is given goes to who was named.
func TestMeIsNobodyInSight(t *testing.T) {
	t.Parallel()
	version := versions[0]
	r := newRig(t, version, rigArgs{})
	r.fresh(t)
	r.server.observe(t, version, 11.5, 64, 8.5)
	r.give(t, "oak_log", 2)
	r.refresh(t)
	until(t, patience, "the bot to see who stands there", func() bool {
		out := r.says(t, "bring me 2 oak logs")
		if out.TaskID != "" || !strings.Contains(out.Say, "What is your name in the game?") {
			t.Fatalf("nobody is asked: %+v", out)
		}
		return strings.Contains(out.Say, onlooker)
	})
	r.carries(t, map[string]int{"oak_log": 2})
	out := r.says(t, onlooker)
	if out.TaskID == "" {
		t.Fatalf("the name is no answer: %+v", out)
	}
	r.complete(t, out.TaskID)
	if left := r.server.items(t)["oak_log"]; left != 0 {
		t.Errorf("%d logs were kept", left)
	}
	r.complete(t, r.says(t, "come here").TaskID) // nothing is asked again
}
