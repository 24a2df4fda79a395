// SPDX-License-Identifier: MIT

package coverage

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/sim"
)

// goals in a player's words, with what must be held at their end.
//
// Wild goals are played in a world without villages, where what is eaten must be
// grown: how is a kind of action that the way to them has to hold.
var wanted = []struct {
	words string
	held  map[string]int
	wild  bool
	how   game.Kind
}{
	{words: "get 3 diamonds", held: map[string]int{"diamond": 3}},
	{words: "get an iron ingot", held: map[string]int{"iron_ingot": 1}},
	{words: "full iron armor", held: map[string]int{"iron_helmet": 1, "iron_chestplate": 1, "iron_leggings": 1, "iron_boots": 1}},
	{words: "bake a cake", held: map[string]int{"cake": 1}},
	{words: "make an enchanting table", held: map[string]int{"enchanting_table": 1}},
	{words: "get 16 glass and a bookshelf", held: map[string]int{"glass": 16, "bookshelf": 1}},
	{words: "cook 5 steaks", held: map[string]int{"cooked_beef": 5}},
	{words: "get 20 bread", held: map[string]int{"bread": 20}},
	{words: "bake a cake", held: map[string]int{"cake": 1}, wild: true, how: game.Harvest},
	{words: "get 20 bread", held: map[string]int{"bread": 20}, wild: true, how: game.Harvest},
}

// Everyday goals are read, planned and done from nothing, on five seeds.
func TestEverydayGoals(t *testing.T) {
	versions, seeds := data.Tables(), int64(5)
	if raced.On || testing.Short() {
		versions, seeds = []string{data.DefaultVersion}, 1
	}
	for _, version := range versions {
		for _, g := range wanted {
			t.Run(fmt.Sprint(version, "/", g.words, map[bool]string{true: ", wild"}[g.wild]), func(t *testing.T) {
				t.Parallel()
				p := planner.NewBuiltin(planner.Config{})
				for seed := int64(1); seed <= seeds; seed++ {
					w, err := sim.New(sim.Config{Version: version, Seed: seed, Speed: sim.Unlimited, Wild: g.wild})
					if err != nil {
						t.Fatal(err)
					}
					done, err := play(p, w, g.words)
					if err != nil {
						t.Errorf("seed %d: %v", seed, err)
					}
					if g.how != "" && !done[g.how] {
						t.Errorf("seed %d: done without %s", seed, g.how)
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
func play(p *planner.Builtin, w *sim.World, goal string) (did map[game.Kind]bool, err error) {
	did = map[game.Kind]bool{}
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
			return did, errors.Join(err, last)
		}
		if len(plan.Steps) == 0 {
			return did, nil
		}
		for _, s := range plan.Steps {
			done := game.Attempt{Round: req.Round, Step: s, Verdict: game.Confirmed}
			if _, err := w.Do(context.Background(), s.Action, nil); err != nil {
				last, done.Verdict = fmt.Errorf("%s: %w", s.Action.Describe(), err), game.Failed
				req.Exclude = exclude(req.Exclude, s.Action, err)
			} else {
				did[s.Action.Kind] = true
			}
			req.History = append(req.History, done)
			if done.Verdict == game.Failed {
				break
			}
		}
	}
	return did, errors.Join(fmt.Errorf("%d plans did not reach the goal", mostRounds), last)
}

// exclude gives up what was not found, as whoever carries a plan out does.
func exclude(list []game.Exclusion, a game.Action, err error) []game.Exclusion {
	var f *game.Failure
	if errors.As(err, &f) && f.Code == game.CodeNotFound {
		list = append(list, game.Exclusion{Kind: a.Kind, Subject: a.Subject(), Code: f.Code, Reason: f.Message})
	}
	return list
}
