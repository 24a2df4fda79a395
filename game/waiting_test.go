// SPDX-License-Identifier: MIT

package game_test

import (
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
)

// TestWhatIsWaitedForNamesTheBody, for there may be others.
func TestWhatIsWaitedForNamesTheBody(t *testing.T) {
	now := time.Unix(100, 0)
	for _, c := range []struct {
		snap game.Snapshot
		link game.LinkState
		want string
	}{
		{game.Snapshot{}, game.LinkDown, "Waiting for Ann to come back."},
		{game.Snapshot{}, game.LinkUp, "Waiting for the first report of Ann: join a world."},
		{game.Snapshot{Seq: 1, State: game.State{World: &game.World{}}}, game.LinkUp, "Waiting for a world: Ann is in none; join one."},
		{game.Snapshot{Seq: 1, At: now.Add(-time.Minute)}, game.LinkUp, "Waiting for a world: Ann has not reported for 1 minute."},
		{game.Snapshot{Seq: 1, At: now}, game.LinkUp, ""},
	} {
		if got := messages.InEnglish(c.snap.Unready(&game.BodyInfo{ID: "a", Name: "Ann"}, &game.Link{State: c.link}, now)); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
