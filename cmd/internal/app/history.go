// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"fmt"
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
	say := func(mark view.FindingMark, format string, args ...any) {
		found = append(found, view.Finding{Mark: mark, Text: fmt.Sprintf(format, args...)})
	}
	if h.Verified.IsZero() {
		say(view.FindingNote, "The history has not been verified yet; that is done after every start, in the background.")
	} else {
		words := fmt.Sprintf("The history was verified %s; it holds %s", when(h.Verified), game.Numbered(h.Tasks, "task"))
		if h.Copies > 0 {
			words += fmt.Sprintf(", and was last copied %s", when(h.Copied))
		}
		say(view.FindingOK, "%s.", words)
	}
	for _, told := range h.Told {
		say(view.FindingNote, "%s", told)
	}
	if h.Dropped > 0 {
		say(
			view.FindingNote,
			"So far %s of the history were dropped, the last %s: they ended more than 7 days before, or the history had more than 500 MB.",
			game.Numbered(h.Dropped, "task"),
			when(h.DroppedAt),
		)
	}
	if h.Fault != "" {
		say(view.FindingFix, "%s", game.FullSentence(h.Fault))
	}
	return found
}

// when is a time as a person reads it.
func when(t time.Time) string { return t.Local().Format("on 2 January 2006 at 15:04") }
