package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/openai"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/model"
	"github.com/minehand/minehand/planner/model/reply"
	"github.com/minehand/minehand/sim"
)

// goal is what the model is asked for.
type goal struct {
	text string
	// held is what is held to begin with.
	held map[string]int
	// truth is what must be so at the end, told by the world alone: so many held of
	// the items whose names end so, or a line said with that in it.
	ends  string
	count int
	said  string
	// outside says that no reader knows the sentence: the model must translate it.
	outside bool
}

// goals are from easy to hard; the last ones are for the model alone to understand.
var goals = []goal{
	{text: "say hello", said: "hello"}, {text: "mine 5 dirt", ends: "dirt", count: 5}, {text: "get 3 logs", ends: "_log", count: 3}, {text: "get 4 sand", ends: "sand", count: 4}, {text: "get 8 planks", ends: "_planks", count: 8},
	{text: "get 4 sticks", ends: "stick", count: 4}, {text: "get a crafting table", ends: "crafting_table", count: 1}, {text: "get a chest", ends: "chest", count: 1}, {text: "get a wooden pickaxe", ends: "wooden_pickaxe", count: 1}, {text: "get 10 cobblestone", ends: "cobblestone", count: 10},
	{text: "get a stone pickaxe", ends: "stone_pickaxe", count: 1}, {text: "get a furnace", ends: "furnace", count: 1}, {text: "get 4 torches", ends: "torch", count: 4}, {text: "get 2 glass", ends: "glass", count: 2}, {text: "get 3 raw iron", held: map[string]int{"stone_pickaxe": 1}, ends: "raw_iron", count: 3},
	{text: "get an iron ingot", held: map[string]int{"stone_pickaxe": 1}, ends: "iron_ingot", count: 1}, {text: "get an iron pickaxe", ends: "iron_pickaxe", count: 1}, {text: "get 3 diamonds", held: map[string]int{"iron_pickaxe": 1}, ends: "diamond", count: 3}, {text: "craft a diamond pickaxe", ends: "diamond_pickaxe", count: 1}, {text: "get bedrock", ends: "bedrock", count: 1},

	{text: "my pockets are empty of timber, fix that", ends: "_log", count: 1, outside: true},
	{text: "a workbench would make my day", ends: "crafting_table", count: 1, outside: true},
	{text: "bare hands are no way to hit rock: sort me out", ends: "_pickaxe", count: 1, outside: true},
	{text: "it is dark in here and i own nothing that shines", ends: "torch", count: 1, outside: true},
	{text: "turn this beach into something to look through", ends: "glass", count: 1, outside: true},
	{text: "four little rods of wood, if it is no trouble", ends: "stick", count: 4, outside: true},
	{text: "somewhere to keep my treasures would be nice", ends: "chest", count: 1, outside: true},
	{text: "ten lumps of broken rock would do for the chimney", ends: "cobblestone", count: 10, outside: true},
	{text: "greet the world in the chat with hello", said: "hello", outside: true},
	{text: "five spadefuls of plain earth for the garden", ends: "dirt", count: 5, outside: true},
}

// temperature is the base document's: at 0 a model this small repeats itself
// without end.
const temperature = 0.7

var modes = []game.Mode{game.HighLevel, game.Hybrid, game.LowLevel}

// result is one goal in one mode, with or without a schema.
type result struct {
	mode   game.Mode
	schema bool
	goal   string
	// parsed: a plan could be read in the first reply; sound: it needed no
	// correction; valid: a plan came out in the end.
	parsed, sound, valid   bool
	steps, inserted        int
	repaired, reached, cut bool
	// done: what happened is so in the world, whatever was said.
	done, outside, refused bool
	calls, input, output   int
	seconds                float64
	fault                  string
}

func (r result) String() string {
	return fmt.Sprintf("%-10s schema=%-5v %-24s parsed=%-5v sound=%-5v valid=%-5v steps=%d inserted=%d repaired=%v reached=%v true=%v calls=%d tokens=%d+%d %.0fs %s",
		r.mode, r.schema, r.goal, r.parsed, r.sound, r.valid, r.steps, r.inserted, r.repaired, r.reached, r.done, r.calls, r.input, r.output, r.seconds, r.fault)
}

// watched is a provider that counts, and that can leave the schema out.
type watched struct {
	llm.Provider
	schema bool
	// most bounds every reply, the one asked for again after a cut included.
	most  int
	first *llm.Response
	usage llm.Usage
	calls int
}

func (w *watched) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	if !w.schema {
		req.Schema = nil
	}
	seed := int64(1)
	req.Seed, req.MaxTokens = &seed, min(req.MaxTokens, w.most)
	resp, err := w.Provider.Generate(ctx, req)
	if w.calls++; w.first == nil {
		w.first = &resp
	}
	w.usage.Input += resp.Usage.Input
	w.usage.Output += resp.Usage.Output
	return resp, err
}

func (w *watched) Default() string                 { return "smollm2" }
func (w *watched) At(string) (llm.Provider, error) { return w, nil }

// providers makes watched a model.Providers.
type providers struct{ *watched }

func (p providers) Provider(string) (llm.Provider, error) { return p.watched, nil }

// measure asks for every goal in every mode with and without a schema, until the
// time is over.
func measure(ctx context.Context, url string, limit time.Duration, tokens int, tell func(result)) ([]result, error) {
	client, err := openai.New(openai.Config{URL: url, FirstToken: 10 * time.Minute, BetweenTokens: 5 * time.Minute, Total: 30 * time.Minute})
	if err != nil {
		return nil, err
	}
	defer func() { _ = client.Close() }()
	end := time.Now().Add(limit)
	var results []result
	for _, goal := range goals {
		for _, mode := range modes {
			for _, schema := range [...]bool{true, false} {
				if time.Now().After(end) {
					return results, nil
				}
				w := &watched{Provider: client, schema: schema, most: 2 * tokens}
				r, err := one(ctx, w, mode, goal, tokens)
				if err != nil {
					return results, err
				}
				results = append(results, r)
				tell(r)
			}
		}
	}
	return results, nil
}

// one asks once and carries the plan out.
func one(ctx context.Context, w *watched, mode game.Mode, goal goal, tokens int) (result, error) {
	r := result{mode: mode, schema: w.schema, goal: goal.text, outside: goal.outside}
	world, err := sim.New(sim.Config{Version: data.DefaultVersion, Seed: 1, Inventory: goal.held, Speed: sim.Unlimited})
	if err != nil {
		return r, err
	}
	warm := temperature
	m := model.New(book.NewLibrary(planner.Config{}), providers{w}, model.Config{MaxTokens: tokens, Temperature: &warm})
	body := game.BodyInfo{ID: "sim", Protocol: game.ProtocolV2, Version: data.DefaultVersion, Actions: sim.Kinds()}
	state := world.State()
	base := game.BaselineOf(&state)
	began := time.Now()
	plan, err := m.Plan(ctx, game.Request{Goal: goal.text, Round: 1, Body: body, State: state, Baseline: base, Settings: game.Settings{Mode: mode, Fallback: model.FallbackFail}})
	r.seconds = time.Since(began).Seconds()
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	r.calls, r.input, r.output = w.calls, w.usage.Input, w.usage.Output
	if w.first != nil {
		_, bad := reply.Read(*w.first)
		r.parsed, r.cut = bad == nil, w.first.Truncated()
	}
	if err != nil {
		var impossible *game.ImpossibleError
		r.refused = errors.As(err, &impossible)
		r.fault = err.Error()
		return r, nil
	}
	r.valid, r.steps, r.repaired = true, len(plan.Steps), plan.Record.Repaired
	for _, s := range plan.Steps {
		if s.Source == game.FromCompleting {
			r.inserted++
		}
	}
	r.sound = !r.repaired && r.inserted == 0
	r.reached, r.done = carryOut(ctx, world, plan, base, goal, &r)
	return r, nil
}

// carryOut runs a plan to its end or first failure and looks whether its clauses are
// met, and whether what was asked for is so in the world.
func carryOut(ctx context.Context, world *sim.World, plan game.Plan, base game.Baseline, goal goal, r *result) (met, done bool) {
	credits := game.Credits{Base: base}
	for i, s := range plan.Steps {
		if info, _ := game.Lookup(s.Action.Kind); info.Local {
			continue
		}
		result, err := world.Do(ctx, s.Action, nil)
		if err != nil {
			r.fault = s.Action.Describe() + ": " + err.Error()
			break
		}
		if goal.said != "" && strings.Contains(strings.ToLower(s.Action.Message), goal.said) {
			done = true
		}
		attempt := game.Attempt{Step: s, Verdict: game.Confirmed, Outcome: game.Outcome{Result: &result}}
		if c, ok := game.CreditOf(&attempt, i+1); ok {
			credits.List = append(credits.List, c)
		}
	}
	state := world.State()
	_, all := plan.Goal.Progress(&state, &credits)
	held := 0
	for _, stack := range state.Inventory {
		if goal.ends != "" && strings.HasSuffix(string(stack.Item), goal.ends) {
			held += stack.Count
		}
	}
	return all.Met(), done || goal.ends != "" && held >= goal.count
}
