// SPDX-License-Identifier: MIT

package app

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/orchestrator/journal"
	"github.com/minehand/minehand/ui/view"
)

// TestHistoryIsDiagnosed: a client is told when the history was verified and how many
// tasks it holds; so is who asks with no Minehand running.
func TestHistoryIsDiagnosed(t *testing.T) {
	dir := t.TempDir()
	if _, err := VerifyHistory(t.Context(), dir); !errors.Is(err, ErrNoJournal) {
		t.Errorf("of a folder without a history: %v", err)
	}
	b, err := Start(t.Context(), BackendConfig{DataDir: dir, Planner: benchPlan{1}})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := b.journal.Verified(t.Context()); err != nil {
		t.Fatal(err)
	}
	c := b.Connect()
	d, err := c.DiagnoseHistory(t.Context())
	if err != nil || len(d.Findings) != 1 || d.Findings[0].Mark != view.FindingOK || !strings.Contains(d.Findings[0].Text, "it holds 0 tasks, and was last copied on") {
		t.Errorf("%+v, %v", d, err)
	}
	if _, err := VerifyHistory(t.Context(), dir); !errors.Is(err, journal.ErrInUse) {
		t.Errorf("of a folder in use: %v", err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	found, err := VerifyHistory(t.Context(), dir)
	if err != nil || len(found) != 1 || found[0].Mark != view.FindingOK {
		t.Errorf("%+v, %v", found, err)
	}
	if copies, err := filepath.Glob(filepath.Join(dir, "journal-copy-*.db")); err != nil || len(copies) != 1 {
		t.Errorf("copies %v, %v", copies, err)
	}
}

func TestHistoryFindingsNameWhatIsWrong(t *testing.T) {
	found := historyFindings(&journal.Health{Told: []string{"A part of the task T1 was damaged. It is whole again."}, Dropped: 12, DroppedAt: time.Now(), Fault: "the history could not be verified: the disk is full"})
	var text []string
	for _, f := range found {
		text = append(text, string(f.Mark)+" "+f.Text)
	}
	got := strings.Join(text, "\n")
	for _, want := range []string{"note The history has not been verified yet", "note A part of the task T1", "note So far 12 tasks of the history were dropped", "fix The history could not be verified: the disk is full."} {
		if !strings.Contains(got, want) {
			t.Errorf("it says\n%s\nand not %q", got, want)
		}
	}
}
