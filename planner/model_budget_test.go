// SPDX-License-Identifier: MIT

package planner_test

import (
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
