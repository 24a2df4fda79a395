// SPDX-License-Identifier: MIT

package app

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/orchestrator/journal"
)

// TestCallsOfModelsAreJournalled: with their texts or without, and what was used
// of a day's budget survives a restart.
func TestCallsOfModelsAreJournalled(t *testing.T) {
	for _, text := range []string{"on", "off"} {
		t.Run(text, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "replies"), []byte("- reply: Punch a tree.\n  times: 0\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			cfg, err := settings.Parse([]byte("journal: {text: \"" + text + "\"}\nproviders: [{name: x, type: scripted, budget: {calls: 3}, config: {path: replies}}]"))
			if err != nil {
				t.Fatal(err)
			}
			cfg = cfg.At(filepath.Join(dir, "config.yaml"))
			ask := func() error {
				p, err := NewPlanner(cfg, "", noEnv)
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = p.Close() }()
				b, err := Start(t.Context(), BackendConfig{DataDir: dir, Config: cfg, Planner: p})
				if err != nil {
					t.Fatal(err)
				}
				defer func() {
					if err := b.Close(); err != nil {
						t.Error(err)
					}
				}()
				x, err := p.Providers.Provider("x")
				if err != nil {
					t.Fatal(err)
				}
				_, err = x.Generate(t.Context(), llm.Request{Task: llm.TaskChat, Prompt: "how? password: hunter22", Metadata: map[string]string{"who": "ada", "task": "t1"}})
				return err
			}
			for range 3 {
				if err := ask(); err != nil {
					t.Error(err)
				}
			}
			if err := ask(); !errors.Is(err, llm.ErrBudget) {
				t.Errorf("the fourth call of the day: %v", err)
			}
			j, err := journal.Open(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			defer j.Close()
			calls, err := j.ModelCalls(t.Context(), time.Now().Add(-time.Hour))
			if err != nil || len(calls) != 3 {
				t.Fatalf("%d calls, %v", len(calls), err)
			}
			c := calls[0]
			if c.Who != "ada" || c.Task != "t1" || c.Kind != "chat" || c.Provider != "x" || c.Outcome != "ok" || c.Input == 0 || c.PromptHash == "" {
				t.Errorf("kept %+v", c)
			}
			if want := map[string]string{"on": "how? password: [secret]", "off": ""}[text]; c.Prompt != want {
				t.Errorf("kept the prompt %q", c.Prompt)
			}
		})
	}
}
