// SPDX-License-Identifier: MIT

package app

import (
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/orchestrator/journal"
	"github.com/minehand/minehand/ui/view"
)

// What the Doctor finds is a message: a page in another language shows no English of it.
func TestFindingsAreSaidInEveryLanguage(t *testing.T) {
	var found []view.Finding
	for _, h := range []llm.Health{
		{Unasked: "x"}, {}, {Model: "m", Latency: 3 * time.Second, Unloaded: true}, {Model: "m", Server: "s", Loaded: true},
		{Model: "m", Loaded: true, ContextLength: 2048}, {Model: "m", Loaded: true, ContextLength: 5000},
	} {
		d := &diagnosis{name: "lmstudio"}
		d.model(h)
		found = append(found, d.found...)
	}
	found = append(found, historyFindings(&journal.Health{})...)
	found = append(found, historyFindings(&journal.Health{Verified: time.Now(), Copies: 1, Copied: time.Now(), Tasks: 1, Dropped: 2})...)
	if len(found) < 12 {
		t.Fatalf("only %d were found", len(found))
	}
	for i := range found {
		f := &found[i]
		if f.Text != messages.InEnglish(f.Say) || strings.Contains(f.Text, "{") || strings.HasPrefix(f.Text, "doctor.") {
			t.Errorf("%q is said as %q", f.Text, messages.InEnglish(f.Say))
		}
		for _, lang := range []string{"de", "zh"} {
			if said := messages.Say(lang, f.Say); said == f.Text && len(said) > 20 || strings.Contains(said, "{") {
				t.Errorf("%s says %q", lang, said)
			}
		}
	}
}
