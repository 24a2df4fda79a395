// SPDX-License-Identifier: MIT

package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/orchestrator/journal"
)

// askedTo is a planner with one provider, which may be asked so often a day.
func askedTo(t *testing.T, dir string, budget string) *Planner {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "replies"), []byte("- reply: Punch a tree.\n  times: 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, err := settings.Parse([]byte("providers: [{name: x, type: scripted, budget: {calls: " + budget + "}, config: {path: replies}}]"))
	if err != nil {
		t.Fatal(err)
	}
	cfg = cfg.At(filepath.Join(dir, "config.yaml"))
	p, err := NewPlanner(cfg, "", noEnv)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	p.Providers.Share(cfg, dir)
	return p
}

func (p *Planner) ask(t *testing.T, question string) error {
	t.Helper()
	x, err := p.Providers.Provider("x")
	if err != nil {
		t.Fatal(err)
	}
	_, err = x.Generate(t.Context(), llm.Request{Task: llm.TaskChat, Prompt: question, Metadata: map[string]string{"who": "ada"}})
	return err
}

// TestADaysBudgetHoldsForAllPrograms: what a call from the command line used is
// used up for the server, while it runs too, and the other way about; and the
// server's journal has every call once.
func TestADaysBudgetHoldsForAllPrograms(t *testing.T) {
	dir := t.TempDir()
	serve := func() (*Planner, *Backend) {
		p := askedTo(t, dir, "4")
		b, err := Start(t.Context(), BackendConfig{DataDir: dir, Config: p.cfg, Planner: p})
		if err != nil {
			t.Fatal(err)
		}
		return p, b
	}
	if err := askedTo(t, dir, "4").ask(t, "before"); err != nil {
		t.Fatal(err)
	}
	server, running := serve()
	if err := server.ask(t, "of the server"); err != nil {
		t.Fatal(err)
	}
	if err := running.Close(); err != nil {
		t.Fatal(err)
	}
	server, running = serve()
	if err := askedTo(t, dir, "4").ask(t, "while it runs"); err != nil {
		t.Fatal(err)
	}
	if err := server.ask(t, "the last"); err != nil {
		t.Fatalf("the fourth of four: %v", err)
	}
	if err := server.ask(t, "too much"); !errors.Is(err, llm.ErrBudget) {
		t.Errorf("the fifth of four, asked of the server: %v", err)
	}
	if err := askedTo(t, dir, "4").ask(t, "too much"); !errors.Is(err, llm.ErrBudget) {
		t.Errorf("the fifth of four, from the command line: %v", err)
	}
	if err := running.Close(); err != nil {
		t.Fatal(err)
	}
	j, err := journal.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	calls, err := j.ModelCalls(t.Context(), time.Now().Add(-time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	var asked []string
	for _, c := range calls {
		asked = append(asked, c.Prompt)
	}
	if got, want := strings.Join(asked, ", "), "before, of the server, while it runs, the last"; got != want {
		t.Errorf("journalled: %s\nwanted:     %s", got, want)
	}
}

// TestEarlierDaysGoIntoTheJournal: the file of a day that is over is taken in and
// put away, and what a killed process left half written is passed over.
func TestEarlierDaysGoIntoTheJournal(t *testing.T) {
	dir := t.TempDir()
	yesterday := time.Now().AddDate(0, 0, -1)
	l := openCalls(dir)
	if err := l.append(llm.Call{Provider: "x", Began: yesterday, Attempt: 1, Outcome: "ok", Prompt: "of yesterday"}, false); err != nil {
		t.Fatal(err)
	}
	name := l.file(yesterday.Format(time.DateOnly))
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("{\"by\":\"\n{\"call\":"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	p := askedTo(t, dir, "1")
	b, err := Start(t.Context(), BackendConfig{DataDir: dir, Config: p.cfg, Planner: p})
	if err != nil {
		t.Fatal(err)
	}
	calls, err := b.journal.ModelCalls(t.Context(), yesterday.Add(-time.Hour))
	if err != nil || len(calls) != 1 || calls[0].Prompt != "of yesterday" {
		t.Errorf("journalled %+v, %v", calls, err)
	}
	if _, err := os.Stat(name); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file of yesterday is still there: %v", err)
	}
	if err := p.ask(t, "today"); err != nil {
		t.Errorf("yesterday's call is counted today: %v", err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}
