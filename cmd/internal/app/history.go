// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/journal"
	"github.com/minehand/minehand/ui/view"
)

// ErrHistoryInUse: a Minehand runs on the data folder.
var ErrHistoryInUse = journal.ErrInUse

// VerifyHistory looks at all of the history in a data folder that no Minehand runs
// on, and says what it found as [ui.Config.History] does. An *InputError asks for
// another folder.
func VerifyHistory(ctx context.Context, dir string) (_ []view.Finding, err error) {
	if _, err := os.Stat(filepath.Join(dir, journal.FileName)); errors.Is(err, fs.ErrNotExist) {
		return nil, inputError("%w in %s; name the folder with --data-dir", ErrNoJournal, dir)
	}
	j, err := journal.Config{Log: slog.New(slog.DiscardHandler)}.Open(ctx, dir)
	if err != nil {
		return nil, startFault(err)
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	h, err := j.Verified(ctx)
	if err != nil {
		return nil, err
	}
	return historyFindings(&h), nil
}

// historyFindings says how the history is.
func historyFindings(h *journal.Health) []view.Finding {
	var found []view.Finding
	say := func(mark view.FindingMark, m game.Message) { found = append(found, finding(mark, m)) }
	switch {
	case h.Verified.IsZero():
		say(view.FindingNote, game.Say("doctor.unverified"))
	case h.Copies > 0:
		say(view.FindingOK, game.Say("doctor.copied", "n", h.Tasks, "when", when(h.Verified), "copied", when(h.Copied)))
	default:
		say(view.FindingOK, game.Say("doctor.verified", "n", h.Tasks, "when", when(h.Verified)))
	}
	for _, told := range h.Told {
		say(view.FindingNote, game.TextOf(told))
	}
	if h.Dropped > 0 {
		say(view.FindingNote, game.Say("doctor.dropped", "n", h.Dropped, "when", when(h.DroppedAt)))
	}
	if h.Fault != "" {
		say(view.FindingFix, game.AsSentence(game.TextOf(h.Fault)))
	}
	return found
}

// when is a time as a person reads it, in any language.
func when(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }
