// SPDX-License-Identifier: MIT

package orchestrator

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/bodytest"
	"github.com/minehand/minehand/orchestrator/worldmap"
)

// keptPlaces is what a journal keeps of worlds.
type keptPlaces map[string]map[string]game.Landmark

func spotOf(l game.Landmark) string {
	if l.Kind == game.LandmarkDeath {
		return "death"
	}
	return l.At.String()
}

func (k keptPlaces) keep(rows []worldmap.Row) {
	for _, m := range rows {
		if k[m.World] == nil {
			k[m.World] = make(map[string]game.Landmark)
		}
		if k[m.World][spotOf(m.Landmark)] = m.Landmark; m.Gone {
			delete(k[m.World], spotOf(m.Landmark))
		}
	}
}

// Places implements worldmap.Source.
func (j *memJournal) Places(_ context.Context, world string) ([]game.Landmark, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Collect(maps.Values(j.places[world])), nil
}

// knows is a planner that has a table placed in its first round and keeps what
// it was told.
type knows struct {
	// goal, when not nil, is what is asked for instead of the steps.
	goal  []game.Check
	told  [][]string
	steps []game.Step
}

func (k *knows) Plan(_ context.Context, req game.Request) (game.Plan, error) {
	k.told = append(k.told, bodytest.Words(req.Known))
	return planOf(k.goal, k.steps...), nil
}

func inWorld(id string) func(*game.State) {
	return func(s *game.State) { s.World = &game.World{Present: true, ID: id} }
}

func TestMemoryOutlivesTheProcessAndIsOfOneWorld(t *testing.T) {
	at := &game.Pos{X: 5, Y: 64, Z: 2}
	p := &knows{steps: []game.Step{uses(game.Action{Kind: game.Place, Block: "crafting_table", At: at}, "crafting_table", 1)}}
	inBubble(t, 2, p, func(w *world) {
		w.body.Change(inWorld("home"))
		w.body.Give("crafting_table", 9)
		// The place goes with the action's own commit.
		w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
		// A sight goes with the next sign of life.
		w.body.Change(func(s *game.State) { s.Nearby = bodytest.Standing(0, 0, "iron_ore 9 60 0").Nearby })
		time.Sleep(aliveEvery + time.Second)
		w.crash()
		w.start()
		w.again()
		p.steps = []game.Step{say("hi")}
		for _, id := range []string{"home", "abroad", "home"} {
			w.body.Change(inWorld(id))
			w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
			w.body.Change(func(s *game.State) { s.Nearby = nil })
		}
		want := [][]string{nil, {"crafting_table 5 64 2 ours", "iron_ore 9 60 0"}, nil, {"crafting_table 5 64 2 ours", "iron_ore 9 60 0"}}
		for i := range want {
			if !slices.Equal(p.told[i], want[i]) {
				t.Errorf("plan %d was told %q, want %q", i+1, p.told[i], want[i])
			}
		}
	})
}

func TestAWorldWithoutANameIsRememberedForTheTaskAlone(t *testing.T) {
	n := 0
	k := &knows{goal: []game.Check{{Kind: game.CheckSaid, Text: "hi"}}}
	p := planFunc(func(ctx context.Context, req game.Request) (game.Plan, error) {
		if n++; n == 1 {
			k.steps = []game.Step{place("crafting_table"), mine("diamond", 1)}
		} else {
			k.steps = []game.Step{say("hi")}
		}
		return k.Plan(ctx, req)
	})
	inBubble(t, 1, p, func(w *world) {
		w.body.Give("crafting_table", 1)
		w.body.Faults = failing("diamond", game.CodeNotFound, 1)
		w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
		w.until(w.submit(Submission{Goal: "x"}), StateComplete, time.Minute)
		if len(k.told) != 3 || len(k.told[0]) != 0 || !slices.Equal(k.told[1], []string{"crafting_table 1 64 0 ours"}) || len(k.told[2]) != 0 {
			t.Errorf("told %q", k.told)
		}
		if len(w.j.places) != 0 {
			t.Errorf("kept %v", w.j.places)
		}
	})
}

func TestWritesAreBatched(t *testing.T) {
	inBubble(t, 2, fixed(planOf(nil)), func(w *world) {
		w.body.Change(inWorld("w"))
		before := w.j.batches
		for i := range 300 {
			w.body.Change(func(s *game.State) { s.Nearby = bodytest.Standing(0, 0, fmt.Sprintf("iron_ore %d 60 0", 20*i)).Nearby })
			time.Sleep(time.Second)
		}
		synctest.Wait()
		if n := w.j.batches - before; n > 11 {
			t.Errorf("%d commits in five minutes", n)
		}
		if n := len(w.j.places["w"]); n < 100 {
			t.Errorf("%d places are kept", n)
		}
	})
}

func TestWhereABodyDiedIsRemembered(t *testing.T) {
	inBubble(t, 2, fixed(planOf(nil)), func(w *world) {
		w.body.Change(inWorld("w"))
		zero := 0.0
		w.body.Change(func(s *game.State) { s.Health, s.Position = &zero, &game.Vec3{X: 3.5, Y: 12, Z: 8.5} })
		time.Sleep(time.Minute)
		w.j.mu.Lock()
		defer w.j.mu.Unlock()
		if l := w.j.places["w"]["death"]; l.Kind != game.LandmarkDeath || l.At != (game.Pos{X: 3, Y: 12, Z: 8, Dimension: "overworld"}) {
			t.Errorf("kept %+v", l)
		}
	})
}

func TestRoundsOfASearchAreNotCountedAndReported(t *testing.T) {
	steps := []game.Action{
		{Kind: game.Mine, Target: "iron_ore"}, {Kind: game.Goto, At: &game.Pos{X: 9, Y: 9}},
		{Kind: game.Explore, For: "iron_ore", MaxBlocks: 80}, {Kind: game.Explore, For: "iron_ore", MaxBlocks: 160}, {Kind: game.Explore, For: "iron_ore", MaxBlocks: 240},
	}
	p := planFunc(func(_ context.Context, req game.Request) (game.Plan, error) {
		if req.Round > len(steps) {
			return game.Plan{}, &game.ImpossibleError{Reason: "iron comes from nowhere else"}
		}
		s := game.Step{Action: steps[req.Round-1]}
		if req.Round > 1 {
			s.Seeks = "iron_ore"
		}
		return planOf([]game.Check{have("raw_iron", 1)}, s), nil
	})
	inBubble(t, 2, p, func(w *world) {
		w.body.Faults = func(int, game.Action) bodyFault { return bodyFault{Fail: &game.Failure{Code: game.CodeNotFound}} }
		got := w.until(w.submit(Submission{Goal: "x"}), StateError, 5*time.Minute)
		want := "Could not look around for iron ore: none was found. There is no other way: Iron comes from nowhere else. Iron ore was looked for at 1 remembered place and on 3 walks."
		if got.Reason != want || got.BadRounds != 1 || got.Round != 6 {
			t.Errorf("%d rounds, %d bad: %s", got.Round, got.BadRounds, got.Reason)
		}
	})
}
