// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"strings"
	"testing"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/llm/openai"
)

// TestDoctorOffersServersThatItDoesNotAsk: those of the config are no news.
func TestDoctorOffersServersThatItDoesNotAsk(t *testing.T) {
	cfg, err := settings.Parse([]byte(`providers: [{name: mine, type: openai, config: {url: "http://127.0.0.1:8080"}}]`))
	if err != nil {
		t.Fatal(err)
	}
	providers, err := app.NewProviders(cfg, "", os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	defer providers.Close()
	var out strings.Builder
	d := &doctor{out: &out}
	d.offer([]openai.Found{
		{URL: "http://localhost:1234", Kind: openai.LMStudio, Model: "hermes"},
		{URL: "http://localhost:11434", Kind: openai.Ollama, Model: "qwen3:8b"},
		{URL: "http://localhost:8080", Kind: openai.LlamaServer, Model: "m"},
	}, providers)
	const want = "note Ollama answers at http://localhost:11434, with the model qwen3:8b, and is not asked. To have it asked, add to the config: " +
		`providers: [{name: ollama, type: openai, config: {url: "http://localhost:11434"}}]` + "\n"
	if out.String() != want || d.faults != 0 {
		t.Errorf("said\n%s", out.String())
	}
	offered := strings.TrimSpace(strings.SplitAfter(want, "to the config: ")[1])
	if _, err := settings.Parse([]byte(offered)); err != nil {
		t.Errorf("what it offers does not load: %v", err)
	}
}
