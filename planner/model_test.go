// SPDX-License-Identifier: MIT

package planner_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/scripted"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/model"
)

// answers makes a provider that gives these replies in order.
func answers(t testing.TB, replies ...llm.Response) *scripted.Provider {
	t.Helper()
	var lines []string
	for _, r := range replies {
		var calls []map[string]any
		for _, c := range r.ToolCalls {
			calls = append(calls, map[string]any{"name": c.Name, "arguments": c.Arguments})
		}
		raw, err := json.Marshal(map[string]any{"reply": r.Content, "reasoning": r.Reasoning, "tool_calls": calls, "finish_reason": string(r.FinishReason)})
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(raw))
	}
	if len(lines) == 0 {
		lines = []string{`{"reply":"never asked"}`}
	}
	s, err := scripted.Parse(strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return scripted.New(s)
}

// oneProvider is a Providers with a single entry.
type oneProvider struct {
	llm.Provider
	context int
	asked   []string
}

func (p *oneProvider) Default() string { return "script" }

func (p *oneProvider) with(name string) (llm.Provider, error) {
	if name == "" {
		name = "whoever answers"
	}
	p.asked = append(p.asked, name)
	if name == "nobody" {
		return nil, errors.New(`there is no provider "nobody"`)
	}
	return p, nil
}

func (p *oneProvider) At(address string) (llm.Provider, error) { return p.with(address) }

func (p *oneProvider) Health(ctx context.Context) (llm.Health, error) {
	h, err := p.Provider.Health(ctx)
	h.ContextLength = p.context
	return h, err
}

// registry makes oneProvider a model.Providers: its method of that name is
// taken by the embedded interface.
type registry struct{ *oneProvider }

func (r registry) Provider(name string) (llm.Provider, error) { return r.with(name) }

func modelFor(p llm.Provider, config model.Config) (*model.Model, *oneProvider) {
	one := &oneProvider{Provider: p}
	return model.New(book.NewLibrary(planner.Config{}), registry{one}, config), one
}
