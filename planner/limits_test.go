// SPDX-License-Identifier: MIT

package planner_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/planner/model"
)

// limited is a provider with an owner's limit of replies.
type limited struct {
	llm.Provider
	most  int
	asked []int
}

func (l *limited) Health(ctx context.Context) (llm.Health, error) {
	h, err := l.Provider.Health(ctx)
	h.MaxTokens = l.most
	return h, err
}

func (l *limited) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	l.asked = append(l.asked, req.MaxTokens)
	return l.Provider.Generate(ctx, req)
}

// TestTheOwnersLimitOfRepliesHolds: it is what is asked for, and no retry goes
// beyond it.
func TestTheOwnersLimitOfRepliesHolds(t *testing.T) {
	cut := llm.Response{Content: `{"plan":[{"type":"go`, FinishReason: llm.FinishLength}
	for most, want := range map[int]int{700: 1, 0: 2} {
		l := &limited{Provider: answers(t, cut, cut), most: most}
		m, _ := modelFor(l, model.Config{Fallback: model.FallbackFail})
		_, err := m.Plan(context.Background(), game.Request{Goal: "get 3 diamonds", Body: v2Body("1.21.5"), State: holding("iron_pickaxe"), Settings: game.Settings{Provider: "mine"}})
		if err == nil || len(l.asked) != want || most > 0 && l.asked[0] != most {
			t.Errorf("limit %d: asked for %v tokens, %v", most, l.asked, err)
		}
	}
}

// TestAReplyThatWasAllThoughtSaysSo: with the fix, not as an empty reply.
func TestAReplyThatWasAllThoughtSaysSo(t *testing.T) {
	for _, finish := range []llm.FinishReason{llm.FinishLength, llm.FinishStop} {
		thought := llm.Response{Reasoning: "Let me think about diamonds.", FinishReason: finish}
		m, _ := modelFor(answers(t, thought, thought), model.Config{Fallback: model.FallbackFail})
		_, err := m.Plan(context.Background(), game.Request{Goal: "get 3 diamonds", Body: v2Body("1.21.5"), State: holding("iron_pickaxe"), Settings: game.Settings{Provider: "mine"}})
		if !errors.Is(err, llm.ErrEmptyReply) || strings.Contains(err.Error(), "the reply is empty") {
			t.Errorf("%s: %v", finish, err)
		}
	}
}
