package coverage

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/sim"
)

// goals in a player's words, with what must be held at their end.
var goals = []struct {
	words string
	held  map[string]int
}{
	{"get 3 diamonds", map[string]int{"diamond": 3}},
	{"full iron armor", map[string]int{"iron_helmet": 1, "iron_chestplate": 1, "iron_leggings": 1, "iron_boots": 1}},
	{"bake a cake", map[string]int{"cake": 1}},
	{"make an enchanting table", map[string]int{"enchanting_table": 1}},
	{"get 16 glass and a bookshelf", map[string]int{"glass": 16, "bookshelf": 1}},
	{"cook 5 steaks", map[string]int{"cooked_beef": 5}},
}

// Everyday goals are read, planned and done from nothing, on five seeds.
func TestEverydayGoals(t *testing.T) {
	versions, seeds := data.Versions(), int64(5)
	if raceOn || testing.Short() {
		versions, seeds = []string{data.DefaultVersion}, 1
	}
	for _, version := range versions {
		for _, g := range goals {
			t.Run(version+"/"+g.words, func(t *testing.T) {
				t.Parallel()
				p := planner.NewBuiltin(planner.Config{})
				for seed := int64(1); seed <= seeds; seed++ {
					w, err := sim.New(sim.Config{Version: version, Seed: seed, Speed: sim.Unlimited})
					if err != nil {
						t.Fatal(err)
					}
					if err := play(p, w, g.words); err != nil {
						t.Errorf("seed %d: %v", seed, err)
					}
					state := w.State()
					for item, n := range g.held {
						if have := state.Count(item); have < n {
							t.Errorf("seed %d: ends with %d of %d %s", seed, have, n, item)
						}
					}
				}
			})
		}
	}
}

// play carries a goal out, planning anew as long as something is left to do.
func play(p *planner.Builtin, w *sim.World, goal string) error {
	state := w.State()
	req := game.Request{
		Goal: goal, Baseline: game.BaselineOf(&state),
		Body: game.BodyInfo{ID: "sim", Protocol: game.ProtocolV2, Version: w.Version(), Actions: sim.Kinds()},
	}
	var last error
	for req.Round = 1; req.Round <= mostRounds; req.Round++ {
		req.State = w.State()
		plan, err := p.Plan(context.Background(), req)
		if err != nil {
			return errors.Join(err, last)
		}
		if len(plan.Steps) == 0 {
			return nil
		}
		for _, s := range plan.Steps {
			done := game.Attempt{Round: req.Round, Step: s, Verdict: game.Confirmed}
			if _, err := w.Do(context.Background(), s.Action, nil); err != nil {
				last, done.Verdict = fmt.Errorf("%s: %w", s.Action.Describe(), err), game.Failed
			}
			req.History = append(req.History, done)
			if done.Verdict == game.Failed {
				break
			}
		}
	}
	return errors.Join(fmt.Errorf("%d plans did not reach the goal", mostRounds), last)
}
