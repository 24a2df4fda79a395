// SPDX-License-Identifier: MIT

package app

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/llm/providers"
	"github.com/minehand/minehand/ui/view"
)

// TestWhatClientsSeeOfProviders: where text goes, and no key of any of them.
func TestWhatClientsSeeOfProviders(t *testing.T) {
	cfg, err := settings.Parse([]byte(`
providers:
- {name: cloud, type: openai, config: {url: "https://ada:hunter22@api.example.com/v1", api_key_env: CLOUD_KEY}}
- {name: words, type: text, sends_text_to: api.example.org, consent: true, config: {path: model, args: [--api-key, sk-abcdefghijklmnop1234, "--token-file=x"]}}
command_providers:
- {provider_id: agent, name: My Agent, command: python3 agent.py, capabilities: {tasks: [chat]}}
`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlanner(cfg, "", noEnv)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.Close() }()
	byName := map[string]view.Provider{}
	for _, one := range p.Sources().List() {
		byName[one.Name] = one
	}
	if c := byName["cloud"]; c.Host != "api.example.com" || c.Local || !c.ByName {
		t.Errorf("cloud %+v", c)
	}
	if w := byName["words"]; w.Host != "api.example.org" || w.Local || w.ByName {
		t.Errorf("words %+v", w)
	}
	if a := byName["agent"]; !a.Local || a.Title != "My Agent" || len(a.Tasks) != 1 || a.ByName {
		t.Errorf("agent %+v", a)
	}
	if l := byName[providers.LMStudio]; !l.Local || l.Host != "localhost:1234" || !l.ByName {
		t.Errorf("lmstudio %+v", l)
	}
	shown, err := json.Marshal(cfg.Shown())
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"hunter22", "abcdefghijklmnop"} {
		if strings.Contains(string(shown), secret) {
			t.Errorf("%s is in %s", secret, shown)
		}
	}
	if !strings.Contains(string(shown), "CLOUD_KEY") || !strings.Contains(string(shown), "--token-file=x") {
		t.Errorf("too much is hidden: %s", shown)
	}
}
