// SPDX-License-Identifier: MIT

package app

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/orchestrator/journal"
)

// audit keeps the records of model calls: the last ones in memory, all of them in
// the journal while one is open, and in the files that a user's processes share.
type audit struct {
	last llm.Ring

	mu      sync.Mutex
	shared  *callsLog // nil: nothing is shared
	journal *journal.Journal
	// own: the journal is the one of the folder of shared.
	own bool
	log *slog.Logger
}

// learnedFile keeps what asking model servers has shown of them.
const learnedFile = "models.json"

// auditLimit bounds the writing of one record.
const auditLimit = 5 * time.Second

// Record implements [llm.Audit].
func (a *audit) Record(c llm.Call) {
	a.last.Record(c)
	a.mu.Lock()
	defer a.mu.Unlock()
	kept := a.journal != nil && a.keep(c)
	if a.shared == nil {
		return
	}
	if err := a.shared.append(c, kept && a.own); err != nil {
		a.log.Warn("a call of a model is not counted in the day's budget of other programs", "error", err)
	}
}

// keep writes a call into the journal; mu is held.
func (a *audit) keep(c llm.Call) bool {
	ctx, cancel := context.WithTimeout(context.Background(), auditLimit)
	defer cancel()
	err := a.journal.AppendModelCall(ctx, journal.ModelCall{
		Began: c.Began, Ended: c.Ended, Who: c.Who, Task: c.TaskID, Kind: string(c.Task), Provider: c.Provider, Model: c.Model,
		Attempt: c.Attempt, Input: c.Usage.Input, Output: c.Usage.Output, Outcome: c.Outcome, Detail: c.Detail,
		Prompt: c.Prompt, Reply: c.Reply, PromptHash: c.PromptHash, ReplyHash: c.ReplyHash,
	})
	if err != nil {
		a.log.Error("model call not journalled", "error", err)
	}
	return err == nil
}

// elsewhere are the calls of today that other processes made since it was last
// asked. The journal of their folder takes them in.
func (a *audit) elsewhere() []llm.Call {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.shared == nil {
		return nil
	}
	var calls []llm.Call
	for _, e := range a.shared.news(time.Now()) {
		if a.own && e.Kept {
			continue // an earlier run of this one's, which its journal knows
		}
		if a.own {
			a.keep(e.Call)
		}
		calls = append(calls, e.Call)
	}
	return calls
}

// Share has the calls counted together with those that other processes of the user
// make, which write them into the same data folder; with an empty one that is the
// config's, or the system's place for a user's data. What is learned about model
// servers is kept there as well. Who has no home folder shares nothing.
func (p *Providers) Share(cfg settings.Config, dir string) {
	dir = cmp.Or(dir, cfg.DataDir)
	if dir == "" {
		var err error
		if dir, err = settings.DefaultDataDir(); err != nil {
			return
		}
	}
	p.env.Memory.KeepIn(filepath.Join(dir, learnedFile))
	l, now := openCalls(dir), time.Now()
	for _, day := range l.days(now) {
		if day < now.AddDate(0, 0, -callsDays).Format(time.DateOnly) {
			_ = l.forget(day) // the next one tries again
		}
	}
	p.audit.mu.Lock()
	defer p.audit.mu.Unlock()
	p.audit.shared = l
}

// keepIn has calls kept in the journal of a folder from now on, and counts those of
// today in the budgets; those that other processes made are taken into it. A nil
// journal ends that.
func (p *Providers) keepIn(ctx context.Context, j *journal.Journal, dir string, log *slog.Logger) error {
	a := p.audit
	a.mu.Lock()
	defer a.mu.Unlock()
	a.journal, a.log, a.own = j, log, false
	if j == nil {
		a.log = slog.New(slog.DiscardHandler)
		return nil
	}
	now := time.Now()
	calls, err := j.ModelCalls(ctx, time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location()))
	if err != nil {
		return err
	}
	restored := make([]llm.Call, len(calls))
	for i, c := range calls {
		restored[i] = llm.Call{Provider: c.Provider, Began: c.Began, Usage: llm.Usage{Input: c.Input, Output: c.Output}}
	}
	if a.shared != nil && sameFile(a.shared.dir, dir) {
		a.own = true
		taken, err := a.takeIn(ctx, now)
		if err != nil {
			return err
		}
		restored = append(restored, taken...)
	}
	p.router.Restore(restored)
	return nil
}

// takeIn puts what the shared files have of others into the journal, if it is not there
// already, and puts the files of earlier days away; mu is held. It returns what it
// took of today.
func (a *audit) takeIn(ctx context.Context, now time.Time) ([]llm.Call, error) {
	take := func(day string, entries []entry) (taken []llm.Call, err error) {
		begin, err := time.ParseInLocation(time.DateOnly, day, now.Location())
		if err != nil {
			return nil, err
		}
		have, err := a.journal.ModelCalls(ctx, begin)
		if err != nil {
			return nil, err
		}
		type key struct {
			began              int64
			provider, question string
			attempt            int
		}
		known := map[key]bool{}
		for _, c := range have {
			known[key{c.Began.UnixNano(), c.Provider, c.PromptHash, c.Attempt}] = true
		}
		for _, e := range entries {
			if !known[key{e.Call.Began.UnixNano(), e.Call.Provider, e.Call.PromptHash, e.Call.Attempt}] && a.keep(e.Call) {
				taken = append(taken, e.Call)
			}
		}
		return taken, nil
	}
	var faults []error
	for _, day := range a.shared.days(now) {
		entries, _ := a.shared.read(a.shared.file(day), 0)
		_, err := take(day, entries)
		if err == nil {
			err = a.shared.forget(day)
		}
		faults = append(faults, err)
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return take(now.Format(time.DateOnly), a.shared.news(now))
}

// sameFile reports whether two names are of the same file or folder.
func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}
