package app

import (
	"errors"
	"fmt"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/openai/fakelm"
)

// wish is a goal that the reader cannot read.
const wish = "never sit in the dark again"

// The settings of a model server, as they are written in the config, reach it.
func TestSettingsReachTheModelServer(t *testing.T) {
	const plan = `{"plan":[{"type":"goal","description":"Light","actions":[{"type":"craft","recipe":"torch","quantity":4}]}]}`
	for name, c := range map[string]struct {
		settings string
		fake     fakelm.Config
		sent     string // temperature, max_tokens, thinking, ttl
		err      llm.Kind
	}{
		"defaults":       {"", fakelm.Config{}, "0.2 2000 <nil> <nil>", ""},
		"all":            {", temperature: 0, max_tokens: 700, thinking: false, extra: {ttl: 300}", fakelm.Config{}, "0 700 map[enable_thinking:false] 300", ""},
		"first token":    {", first_token: 30ms", fakelm.Config{Quirks: []fakelm.Quirk{fakelm.HangFirst}}, "0.2 2000 <nil> <nil>", llm.ErrFirstToken},
		"between tokens": {", between_tokens: 30ms", fakelm.Config{Quirks: []fakelm.Quirk{fakelm.HangBetween}}, "0.2 2000 <nil> <nil>", llm.ErrStalled},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.fake.Replies = []fakelm.Reply{{Text: plan}}
			fake := fakelm.New(c.fake)
			if err := fake.Start(); err != nil {
				t.Fatal(err)
			}
			defer fake.Close()
			cfg, err := ParseConfig(fmt.Appendf(nil, "providers: [{name: studio, type: openai, config: {url: %q%s}}]\nplanner: {fallback: fail}\n", fake.URL, c.settings))
			if err != nil {
				t.Fatal(err)
			}
			p, err := NewPlanner(cfg, "", noEnv)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			req := game.Request{TaskID: "t", Goal: wish, Settings: game.Settings{Provider: "studio"}}
			req.Body = game.BodyInfo{ID: "b", Protocol: 2, Version: "1.21.5", Actions: []game.Kind{game.Mine, game.Craft, game.Smelt, game.Place, game.Goto}}
			if _, err = p.Plan(t.Context(), req); c.err != "" && !errors.Is(err, c.err) || c.err == "" && err != nil {
				t.Fatalf("got %v, want %s", err, c.err)
			}
			body := fake.Chats()[0].Body
			if got := fmt.Sprint(body["temperature"], " ", body["max_tokens"], " ", body["chat_template_kwargs"], " ", body["ttl"]); got != c.sent {
				t.Errorf("sent %s, want %s", got, c.sent)
			}
		})
	}
}
