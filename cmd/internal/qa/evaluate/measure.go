// SPDX-License-Identifier: MIT

package main

import (
	"context"
	_ "embed"
	"encoding/json"
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
	Text string
	// Held is what is held to begin with.
	Held map[string]int
	// What must be so at the end, told by the world alone: so many held of the items
	// whose names end so, or a line said with that in it.
	Ends  string
	Count int
	Said  string
	// Outside says that no reader knows the sentence: the model must translate it.
	Outside bool
}

// goals are from easy to hard; the last ones are for the model alone to understand.
var goals = func() (list []goal) {
	if err := json.Unmarshal(goalsJSON, &list); err != nil {
		panic("goals.json: " + err.Error())
	}
	return list
}()

//go:embed goals.json
var goalsJSON []byte

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
	return fmt.Sprintf(
		"%-10s schema=%-5v %-24s parsed=%-5v sound=%-5v valid=%-5v steps=%d inserted=%d repaired=%v reached=%v true=%v calls=%d "+
			"tokens=%d+%d %.0fs %s",
		r.mode,
		r.schema,
		r.goal,
		r.parsed,
		r.sound,
		r.valid,
		r.steps,
		r.inserted,
		r.repaired,
		r.reached,
		r.done,
		r.calls,
		r.input,
		r.output,
		r.seconds,
		r.fault,
	)
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
	client, err := openai.New(openai.Config{Settings: openai.Settings{
		URL: url, FirstToken: new(10 * time.Minute), BetweenTokens: new(5 * time.Minute), Timeout: new(30 * time.Minute)}})
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
	r := result{mode: mode, schema: w.schema, goal: goal.Text, outside: goal.Outside}
	world, err := sim.New(sim.Config{Version: data.DefaultVersion, Seed: 1, Inventory: goal.Held, Speed: sim.Unlimited})
	if err != nil {
		return r, err
	}
	warm := temperature
	m := model.New(book.NewLibrary(planner.Config{}), providers{w}, model.Config{MaxTokens: tokens, Temperature: &warm})
	body := game.BodyInfo{
		ID: "sim", Protocol: game.ProtocolV2, Version: data.DefaultVersion, Actions: sim.Kinds(), Arguments: game.DeclaredArguments(),
	}
	state := world.State()
	base := game.BaselineOf(&state)
	began := time.Now()
	plan, err := m.Plan(
		ctx,
		game.Request{
			Goal:     goal.Text,
			Round:    1,
			Body:     body,
			State:    state,
			Baseline: base,
			Settings: game.Settings{Mode: mode, Fallback: model.FallbackFail},
		},
	)
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
		if goal.Said != "" && strings.Contains(strings.ToLower(s.Action.Message), goal.Said) {
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
		if goal.Ends != "" && strings.HasSuffix(stack.Item, goal.Ends) {
			held += stack.Count
		}
	}
	return all.Met(), done || goal.Ends != "" && held >= goal.Count
}
