// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/body"
)

// The three replies that the base document gives as examples, one a mode.
const (
	exampleHigh = `{
  "commands": [
    { "action": "mine", "target": "diamond_ore", "quantity": 5 },
    { "action": "craft", "item": "diamond_pickaxe", "quantity": 1 }
  ]
}`
	exampleLow = `{
  "actions": [
    { "type": "goto", "x": 100, "y": 11, "z": 200 },
    { "type": "mine", "x": 100, "y": 11, "z": 200 },
    { "type": "open_inventory" },
    { "type": "craft", "recipe": "diamond_pickaxe" }
  ]
}`
	exampleHybrid = `{
  "plan": [
    {
      "type": "goal",
      "description": "Find and mine diamonds",
      "actions": [
        { "type": "goto", "target": "diamond_ore" },
        { "type": "mine", "target": "diamond_ore", "quantity": 5 }
      ]
    },
    {
      "type": "goal",
      "description": "Craft diamond pickaxe",
      "actions": [
        { "type": "craft", "recipe": "diamond_pickaxe" }
      ]
    }
  ]
}`
)

// mineshaft has a diamond ore at 100 11 200 and a table beside it.
var mineshaft = map[game.Pos]string{
	{X: 100, Y: 11, Z: 200}: "diamond_ore",
	{X: 99, Y: 11, Z: 200}:  "", {X: 99, Y: 12, Z: 200}: "",
	{X: 98, Y: 11, Z: 200}: "", {X: 98, Y: 12, Z: 200}: "",
	{X: 97, Y: 11, Z: 200}: "crafting_table",
}

// staged is a backend with a model that gives one reply, and a body of version
// 2 in a world, joined by a WebSocket.
type staged struct {
	t       *testing.T
	backend *app.Backend
	world   *sim.World
	body    string
}

func stage(t *testing.T, mode game.Mode, reply string, world sim.Config) *staged {
	t.Helper()
	dir := t.TempDir()
	script, err := json.Marshal(map[string]any{"reply": reply, "times": 4})
	if err != nil {
		t.Fatal(err)
	}
	config := fmt.Sprintf("planner: {provider: script, mode: %s, fallback: fail}\nproviders:\n  - {name: script, type: scripted, config: {path: %q}}\n", mode, filepath.Join(dir, "replies.jsonl"))
	for name, text := range map[string]string{"replies.jsonl": string(script), "config.yaml": config} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cfg, _, err := settings.Load(filepath.Join(dir, "config.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := app.NewPlanner(cfg, "", func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	backend, err := app.Start(t.Context(), app.BackendConfig{DataDir: dir, Config: cfg, Planner: p})
	if err != nil {
		t.Fatal(err)
	}
	world.Speed = 600
	s := &staged{t: t, backend: backend, body: "examples"}
	if s.world, err = sim.New(world); err != nil {
		t.Fatal(err)
	}
	ctx, leave := context.WithCancel(context.WithoutCancel(t.Context()))
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		_ = body.New(s.world, body.Config{URL: backend.URL(), InstanceID: s.body}).Run(ctx) // ends when it leaves
	}()
	t.Cleanup(func() {
		leave()
		<-gone
		if err := backend.Close(); err != nil {
			t.Error(err)
		}
		_ = p.Close()
	})
	eventually(t, 15*time.Second, "the body's registration", func() bool {
		bodies := backend.Orchestrator.Views()
		return len(bodies) == 1 && bodies[0].Connected
	})
	return s
}

// play submits a goal and returns its record when it has ended.
func (s *staged) play(sub orchestrator.Submission) orchestrator.Record {
	s.t.Helper()
	id, err := s.backend.Orchestrator.Submit(s.t.Context(), s.body, sub)
	if err != nil {
		s.t.Fatal(err)
	}
	var rec orchestrator.Record
	eventually(s.t, patience, "the end of "+sub.Goal, func() bool {
		if rec, err = s.backend.Orchestrator.Task(s.t.Context(), id); err != nil {
			s.t.Fatal(err)
		}
		return rec.Task.State.Ended()
	})
	return rec
}

// own are the model's own actions of the record, in order.
func own(rec orchestrator.Record) []string {
	var out []string
	for _, a := range rec.Actions {
		if a.Step.Source == game.FromModel {
			out = append(out, a.Step.Action.Describe())
		}
	}
	return out
}

// TestTheExamplesOfTheBaseDocument: with a body of version 2 the high-level and
// the hybrid one run from nothing; the low-level one runs where its ore and a
// table are, with what it takes for granted held.
func TestTheExamplesOfTheBaseDocument(t *testing.T) {
	for _, c := range []struct {
		mode     game.Mode
		reply    string
		world    sim.Config
		beside   *game.Pos // where the body is when it is asked
		own      []string
		inserted bool
	}{
		{game.HighLevel, exampleHigh, sim.Config{}, nil, []string{"Mine 5 diamond ore", "Craft 1 diamond pickaxe"}, true},
		{game.Hybrid, exampleHybrid, sim.Config{}, nil, []string{"Go to diamond ore", "Mine 5 diamond ore", "Craft 1 diamond pickaxe"}, true},
		{game.LowLevel, exampleLow, sim.Config{
			Blocks: mineshaft, Inventory: map[string]int{"iron_pickaxe": 1, "diamond": 2, "stick": 2},
		}, &game.Pos{X: 98, Y: 11, Z: 200}, []string{"Go to 100 11 200", "Mine 1 diamond ore", "Open inventory", "Craft 1 diamond pickaxe"}, false},
	} {
		t.Run(string(c.mode), func(t *testing.T) {
			t.Parallel()
			s := stage(t, c.mode, c.reply, c.world)
			if c.beside != nil {
				rec := s.play(orchestrator.Submission{Actions: []game.Action{{Kind: game.Goto, At: c.beside}}})
				if rec.Task.State != orchestrator.StateComplete {
					t.Fatalf("the walk there ended %s: %s", rec.Task.State, rec.Task.Reason)
				}
			}
			rec := s.play(orchestrator.Submission{Goal: "craft a diamond pickaxe"})
			if rec.Task.State != orchestrator.StateComplete || len(rec.Rounds) != 1 {
				t.Fatalf("ended %s in round %d: %s", rec.Task.State, len(rec.Rounds), rec.Task.Reason)
			}
			if got := own(rec); !slices.Equal(got, c.own) {
				t.Errorf("the model's own actions were %q, want %q", got, c.own)
			}
			for _, a := range rec.Actions {
				// Whether a walk came to the block it names shows in no state.
				claimed := a.Verdict == game.Claimed && a.Step.Action.Kind == game.Goto && a.Step.Action.At == nil
				if a.Verdict != game.Confirmed && !claimed {
					t.Errorf("%s was %s: %s", a.Step.Action.Describe(), a.Verdict, a.Reason)
				}
				if sent := a.ID != ""; sent == (a.Step.Action.Kind == game.OpenInventory) {
					t.Errorf("%s: sent is %v", a.Step.Action.Describe(), sent)
				}
				if s := a.Step.Source; s != game.FromModel && (s != game.FromCompleting || !c.inserted || a.Step.Why == "") {
					t.Errorf("%s comes from %s (%q)", a.Step.Action.Describe(), s, a.Step.Why)
				}
			}
			if held := s.world.Facts().Inventory; held["diamond_pickaxe"] != 1 {
				t.Errorf("in the end %v is held", held)
			}
		})
	}
}

// TestTheLowLevelExampleIsRefusedFromNothing: nothing is inserted, nothing sent.
func TestTheLowLevelExampleIsRefusedFromNothing(t *testing.T) {
	s := stage(t, game.LowLevel, exampleLow, sim.Config{})
	rec := s.play(orchestrator.Submission{Goal: "craft a diamond pickaxe"})
	if rec.Task.State != orchestrator.StateError || len(rec.Actions) != 0 {
		t.Fatalf("ended %s with %d actions: %s", rec.Task.State, len(rec.Actions), rec.Task.Reason)
	}
	for _, want := range []string{"cannot work", "3 more diamonds", "2 more sticks", "crafting table at hand"} {
		if !strings.Contains(rec.Task.Reason, want) {
			t.Errorf("%q does not say %q", rec.Task.Reason, want)
		}
	}
}
