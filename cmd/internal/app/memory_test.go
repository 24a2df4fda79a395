// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/bodytest"
	"github.com/minehand/minehand/orchestrator/journal"
	"github.com/minehand/minehand/planner"
)

// deposit is where iron lies in the worlds of these tests.
var deposit = game.Vec3{X: 150.5, Y: 20, Z: 0.5}

// hire starts the built-in planner and an orchestrator over a journal on disk,
// with a body that holds a stone pickaxe and finds iron only beside the deposit.
// The function it returns ends the process without last words.
func hire(t *testing.T, dir string, body *bodytest.Body) (*orchestrator.Orchestrator, func()) {
	t.Helper()
	j, err := journal.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	o, err := orchestrator.New(t.Context(), orchestrator.Config{Planner: planner.NewBuiltin(planner.Config{}), Journal: j})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); _ = o.Run(ctx) }()
	synctest.Wait()
	body.Drops = map[string]string{"iron_ore": "raw_iron"}
	there := false
	body.Faults = func(_ int, a game.Action) (f bodytest.Fault) {
		if a.Kind == game.Goto {
			there = a.At.Center().Distance(deposit) <= 16
		}
		if a.Kind == game.Explore || a.Kind == game.Mine && (a.Target != "iron_ore" || !there) {
			f.Fail = &game.Failure{Code: game.CodeNotFound, Message: "none is loaded"}
		}
		return f
	}
	body.Change(func(s *game.State) {
		s.World = &game.World{Present: true, ID: "home"}
		s.Inventory = []game.Stack{{Item: "stone_pickaxe", Count: 1}}
	})
	go body.Run(ctx)
	o.Attach(body)
	return o, func() { cancel(); <-done; synctest.Wait(); _ = j.Close() }
}

func ended(t *testing.T, o *orchestrator.Orchestrator, goal string) orchestrator.Record {
	t.Helper()
	id, err := o.Submit(t.Context(), "b1", orchestrator.Submission{Goal: goal})
	if err != nil {
		t.Fatal(err)
	}
	for range 600 {
		time.Sleep(time.Second)
		synctest.Wait()
		rec, err := o.Task(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if rec.Task.State.Ended() {
			return rec
		}
	}
	t.Fatal("the task did not end")
	return orchestrator.Record{}
}

func deeds(rec orchestrator.Record) string {
	var words []string
	for _, a := range rec.Actions {
		words = append(words, a.Step.Action.Describe())
	}
	return strings.Join(words, ", ")
}

func TestOreSeenOnceIsGoneBackToAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		body := bodytest.New("b1", game.ProtocolV2)
		_, end := hire(t, dir, body)
		body.Change(func(s *game.State) {
			p := deposit
			s.Position, s.Nearby = &p, &game.Nearby{Blocks: []game.Sight{{Name: "iron_ore", X: 152, Y: 20}}}
		})
		time.Sleep(time.Minute)
		end()
		body = bodytest.New("b1", game.ProtocolV2)
		o, end := hire(t, dir, body)
		defer end()
		rec := ended(t, o, "get 3 raw iron")
		if got := deeds(rec); rec.Task.State != orchestrator.StateComplete || got != "Mine 3 iron ore, Go to 152 20 0, Mine 3 iron ore" {
			t.Errorf("%s %s after %s", rec.Task.State, rec.Task.Reason, got)
		}
	})
}

func TestASearchIsBoundedAndReported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		body := bodytest.New("b1", game.ProtocolV2)
		o, end := hire(t, t.TempDir(), body)
		defer end()
		rec := ended(t, o, "get 3 raw iron")
		walks := strings.Count(deeds(rec), "Look around")
		if rec.Task.State != orchestrator.StateError || walks != 6 || !strings.Contains(rec.Task.Reason, "Iron ore was looked for on 3 walks. Deepslate iron ore was looked for on 3 walks.") {
			t.Errorf("%s %s after %s", rec.Task.State, rec.Task.Reason, deeds(rec))
		}
	})
}
