// SPDX-License-Identifier: MIT

package app

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/providers"
	"github.com/minehand/minehand/ui/view"
)

// TestGoalsAreImprovedAndSortedWithoutAModel: nothing listens at the address.
func TestGoalsAreImprovedAndSortedWithoutAModel(t *testing.T) {
	p, err := NewPlanner(settings.Config{}, "http://127.0.0.1:1", noEnv)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.Close() }()
	for _, c := range []struct {
		task       llm.Task
		goal, want string
	}{
		{llm.TaskChat, "plz can u get me 3 diamonds", `"get 3 diamonds"`},
		{llm.TaskCategorize, "plz get 3 diamonds", `{"blocks":["target","quantity"],"parts":[{"type":"target","content":"get diamond"},{"type":"quantity","content":"3"}]}`},
	} {
		a, err := p.Do(t.Context(), "", c.task, map[string]any{"prompt": c.goal}, "")
		raw, merr := json.Marshal(a.Output)
		if err != nil || merr != nil || string(raw) != c.want || a.Provider != "" {
			t.Errorf("%s %q: %s, %v", c.task, c.goal, raw, err)
		}
	}
	if _, err := p.Do(t.Context(), "", llm.TaskChat, map[string]any{"prompt": "sing me the song of the sea"}, ""); !errors.Is(err, llm.ErrUnreachable) {
		t.Errorf("what nobody can read: %v", err)
	}
	if _, err := p.Do(t.Context(), providers.LMStudio, llm.TaskChat, map[string]any{"prompt": "get 3 diamonds"}, ""); !errors.Is(err, llm.ErrUnreachable) {
		t.Errorf("a provider that was named: %v", err)
	}
	if _, err := p.Do(t.Context(), "nobody", llm.TaskChat, map[string]any{"prompt": "get 3 diamonds"}, ""); err == nil || !strings.Contains(err.Error(), `there is no provider "nobody"`) {
		t.Errorf("nobody: %v", err)
	}
}

// TestSilentModelIsToldInEveryLanguage: who has no model reads it first, in Settings.
func TestSilentModelIsToldInEveryLanguage(t *testing.T) {
	silent := func(provider string) *llm.Error { return &llm.Error{Kind: llm.ErrUnreachable, Provider: provider} }
	studio := silent("LM Studio at http://localhost:1234")
	for _, c := range []struct {
		err  error
		want string
	}{
		{studio, "LM Studio unter http://localhost:1234 antwortet nicht. Starte "},
		{silent("the model server at http://127.0.0.1:9"), "Der Modellserver unter http://127.0.0.1:9 antwortet nicht. "},
		{&llm.Error{Kind: llm.ErrStalled, Provider: studio.Provider}, ""},
		{&llm.Error{Kind: llm.ErrUnreachable, Provider: studio.Provider, Fix: "Check the address."}, ""},
		{&llm.Error{Kind: llm.ErrUnreachable, Provider: studio.Provider, Advice: llm.OfPrograms, Fix: "Start it."}, ""},
		{silent("parrot"), ""},
		{&llm.PassedError{Passed: []llm.Passed{{Provider: "a", Cause: studio}, {Provider: "b", Cause: studio}}}, ""},
	} {
		said, ok := errors.AsType[*view.RefusedError](refused(c.err))
		switch {
		case !ok || (c.want == "") != (said.Say.Code == "") || !strings.HasPrefix(messages.Say("de", said.Say), c.want):
			t.Errorf("%v: %+v", c.err, said)
		case c.want != "" && messages.InEnglish(said.Say) != said.Sentence:
			t.Errorf("in English it is %q beside %q", messages.InEnglish(said.Say), said.Sentence)
		}
	}
}
