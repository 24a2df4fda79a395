package app

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/orchestrator/journal"
)

// audit keeps the records of model calls: the last ones in memory, and all of
// them in the journal while one is open.
type audit struct {
	last llm.Ring

	mu      sync.Mutex
	journal *journal.Journal
	log     *slog.Logger
}

// auditLimit bounds the writing of one record.
const auditLimit = 5 * time.Second

// Record implements [llm.Audit].
func (a *audit) Record(c llm.Call) {
	a.last.Record(c)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.journal == nil {
		return
	}
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
}

// keepIn has calls kept in the journal from now on, and counts those of today in
// the budgets. nil ends that.
func (p *Providers) keepIn(ctx context.Context, j *journal.Journal, log *slog.Logger) error {
	if j != nil {
		now := time.Now()
		calls, err := j.ModelCalls(ctx, time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location()))
		if err != nil {
			return err
		}
		restored := make([]llm.Call, len(calls))
		for i, c := range calls {
			restored[i] = llm.Call{Provider: c.Provider, Began: c.Began, Usage: llm.Usage{Input: c.Input, Output: c.Output}}
		}
		p.router.Restore(restored)
	}
	p.audit.mu.Lock()
	defer p.audit.mu.Unlock()
	p.audit.journal, p.audit.log = j, log
	return nil
}
