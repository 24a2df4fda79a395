// SPDX-License-Identifier: MIT

package book

import (
	"errors"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
)

// What the game's process shows goes before the configured version, and that
// before what the body gave (rule 14).
func TestTheVersionOfABook(t *testing.T) {
	for _, c := range []struct{ detected, configured, given, want string }{
		{"1.16.5", "1.21.5", "1.21.5", "1.16.5"},
		{"", "1.16.5", "1.21.5", "1.16.5"},
		{"", "", "1.16.5", "1.16.5"},
		{"", "", "snapshot", "1.21.5"},
	} {
		b, err := NewLibrary(Config{Version: c.configured}).Open(game.Request{Body: game.BodyInfo{Detected: c.detected, Version: c.given}})
		if err != nil || b.Version.Name != c.want {
			t.Errorf("%+v: got %v, %v", c, b.Version.Name, err)
		}
	}
	var impossible *game.ImpossibleError
	_, err := NewLibrary(Config{}).Open(game.Request{Body: game.BodyInfo{Detected: "1.8.9"}})
	if !errors.As(err, &impossible) || !strings.Contains(err.Error(), "older than 1.14") {
		t.Errorf("a body of 1.8.9: %v", err)
	}
}

// TestWhatFailedCountsAsFarAsItGot: a chest with room for four of twenty holds them, and one
// of three that were to be killed is dead.
func TestWhatFailedCountsAsFarAsItGot(t *testing.T) {
	one, failed := 1, game.Outcome{End: game.EndReported, Failure: &game.Failure{Code: game.CodeInventoryFull}}
	fought := failed
	fought.Result = &game.Result{Killed: &one}
	b := &Book{Request: game.Request{History: []game.Attempt{
		{Step: game.Step{Action: game.Action{Kind: game.Deposit, Item: "dirt", Quantity: 20}}, Verdict: game.Failed, Outcome: failed, Used: map[string]int{"dirt": 4}},
		{Step: game.Step{Action: game.Action{Kind: game.Deposit, Item: "sand", Quantity: 20}}, Verdict: game.Failed, Outcome: failed},
		{Step: game.Step{Action: game.Action{Kind: game.Attack, Target: "cow", Quantity: 3}}, Verdict: game.Failed, Outcome: fought},
	}}}
	for _, c := range []struct {
		kind    game.Kind
		subject string
		want    int
	}{{game.Deposit, "dirt", 4}, {game.Deposit, "sand", 0}, {game.Attack, "cow", 1}} {
		if got := b.Did(c.kind, c.subject); got != c.want {
			t.Errorf("%s %s: %d, want %d", c.kind, c.subject, got, c.want)
		}
	}
}

// TestADamagedBuildIsMended: a look tells which blocks are missing, wherever they are in the
// list, and those alone are placed again; a place where they go missing on and on is given up.
func TestADamagedBuildIsMended(t *testing.T) {
	edits := []game.Edit{{X: 1, Block: "dirt"}, {X: 2, Block: "dirt"}, {X: 3, Block: "dirt"}}
	two, failure := 2, &game.Failure{Code: game.CodeContradicted, Message: "a look shows 2 of 3"}
	looked := func(lacks int) game.Attempt {
		return game.Attempt{Step: game.Step{Action: game.Action{Kind: game.Build, Edits: edits}}, Verdict: game.Failed, Outcome: game.Outcome{
			End: game.EndReported, Failure: failure, Result: &game.Result{Placed: &two, Lacks: []int{lacks}},
		}}
	}
	b := &Book{}
	for n, lacks := range []int{0, 1, 0, 0} {
		b.Request.History = append(b.Request.History, looked(lacks))
		spots := b.BuiltSpots()
		for i, e := range edits {
			if stands := spots[game.Pos{X: e.X}]; stands != (i != lacks) {
				t.Errorf("look %d: %d stands: %v", n+1, e.X, stands)
			}
		}
		if _, failed := b.FailedAt(edits[0]); failed != (n == 3) {
			t.Errorf("look %d: its place is given up: %v", n+1, failed)
		}
	}
	if _, failed := b.FailedAt(edits[2]); failed {
		t.Error("the place of a block that stands is given up")
	}
}
