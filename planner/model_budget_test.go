// SPDX-License-Identifier: MIT

package planner_test

import (
	"context"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/planner/model"
)

// Where the schema joins the prompt, both and the reply together fit
// what is loaded.
func TestThePromptHasRoomForItsSchema(t *testing.T) {
	for _, mode := range []game.Mode{game.HighLevel, game.Hybrid, game.LowLevel} {
		for _, loaded := range []int{4096, 8192, 32768} {
			script := answers(t, llm.Response{Content: `{"plan":[{"type":"goal","description":"a","actions":[{"type":"mine","target":"oak_log","quantity":3}]}]}`})
			m, one := modelFor(script, model.Config{})
			one.context = loaded
			_, err := m.Plan(t.Context(), game.Request{Goal: "get 3 oak logs", Body: v2Body("1.21.5"), State: holding("dirt=20 tnt=2 carrot=3 wheat_seeds=5 bread=8 stone_pickaxe"), Settings: game.Settings{Mode: mode, Fallback: model.FallbackFail}})
			if err != nil {
				t.Errorf("%s, %d: %v", mode, loaded, err)
				continue
			}
			asked := script.Asked()[0]
			if n := asked.Tokens() + asked.MaxTokens; n > loaded || asked.MaxTokens < 400 {
				t.Errorf("%s: %d tokens of %d, %d of them for the reply", mode, n, loaded, asked.MaxTokens)
			}
		}
	}
}

// shrinks refuses its first question as too long, and knows its context since.
type shrinks struct {
	llm.Provider
	of    *oneProvider
	asked []llm.Request
}

func (p *shrinks) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	if p.asked = append(p.asked, req); len(p.asked) == 1 {
		p.of.context = 3072
		return llm.Response{}, &llm.Error{Kind: llm.ErrContextOverflow}
	}
	return p.Provider.Generate(ctx, req)
}

// A prompt that the server refuses as too long is written again, as short as it has to
// be by then.
func TestARefusedPromptIsShortened(t *testing.T) {
	script := answers(t, llm.Response{Content: `{"plan":[{"type":"goal","description":"a","actions":[{"type":"mine","target":"oak_log","quantity":3}]}]}`})
	one := &shrinks{Provider: script}
	m, of := modelFor(one, model.Config{})
	one.of = of
	req := game.Request{Goal: "get 3 oak logs", Body: v2Body("1.21.5"), State: holding("dirt=20"), Settings: game.Settings{Fallback: model.FallbackFail}}
	for range 40 {
		req.History = append(req.History, game.Attempt{Round: 1, Step: game.Step{Action: game.Action{Kind: game.Mine, Target: "oak_log"}}, Verdict: game.Failed, Reason: strings.Repeat("a long reason ", 8)})
	}
	if _, err := m.Plan(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	if n := len(one.asked); n != 2 {
		t.Fatalf("%d questions", n)
	}
	first, second := one.asked[0], one.asked[1]
	if n := second.Tokens() + second.MaxTokens; n > 3072 || second.Tokens() >= first.Tokens() {
		t.Errorf("%d tokens, then %d with %d for the reply", first.Tokens(), second.Tokens(), second.MaxTokens)
	}
}

// Saying something in the chat is offered where the player asks for it, or the owner
// lets models talk.
func TestNothingIsOfferedThatIsRefused(t *testing.T) {
	for _, one := range []struct {
		goal    string
		chat    bool
		offered bool
	}{
		{"make my house pretty", false, false}, {"make my house pretty", true, true}, {"tell the others that dinner is ready", false, true}, {"greet them with “hello”", false, true},
	} {
		script := answers(t, llm.Response{Content: `{"plan":[{"type":"goal","description":"a","actions":[{"type":"mine","target":"oak_log","quantity":3}]}]}`})
		m, _ := modelFor(script, model.Config{Chat: one.chat})
		req := game.Request{Goal: one.goal, Body: v2Body("1.21.5"), Settings: game.Settings{Fallback: model.FallbackFail}}
		if _, err := m.Plan(t.Context(), req); err != nil {
			t.Fatalf("%q: %v", one.goal, err)
		}
		asked := script.Asked()[0]
		if told, bound := strings.Contains(asked.System, "\n- chat "), strings.Contains(string(asked.Schema.JSON), `"chat"`); told != one.offered || bound != one.offered {
			t.Errorf("%q: told %v, in the schema %v; want %v", one.goal, told, bound, one.offered)
		}
	}
}
