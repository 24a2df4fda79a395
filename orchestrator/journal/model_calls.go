// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"strings"
	"time"
)

// ModelCall is the record of one request to a model.
type ModelCall struct {
	Began, Ended time.Time
	// Who asked; Task is the task that it was for, Kind what was asked for.
	Who, Task, Kind string
	// Provider is the configured name.
	Provider, Model string
	// Attempt counts the requests for one question, from 1.
	Attempt int
	// Input and Output are tokens.
	Input, Output int
	// Outcome is "ok" or the kind of the failure, Detail its sentence.
	Outcome, Detail string
	// Prompt and Reply are without secrets; empty where texts are not kept.
	Prompt, Reply         string
	PromptHash, ReplyHash string
}

const callColumns = `began ended who task kind provider model attempt input output outcome detail prompt reply prompt_hash reply_hash`

// mostCalls is how many calls are kept at most, whatever their age.
const mostCalls = 10_000

// AppendModelCall keeps the record of a call.
func (j *Journal) AppendModelCall(_ context.Context, c ModelCall) error {
	return j.write(`INSERT INTO model_calls (`+strings.ReplaceAll(callColumns, " ", ", ")+`)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		nanos(c.Began), nanos(c.Ended), c.Who, c.Task, c.Kind, c.Provider, c.Model, c.Attempt, c.Input, c.Output, c.Outcome, c.Detail,
		c.Prompt, c.Reply, c.PromptHash, c.ReplyHash)
}

// ModelCalls are the calls that began at that time or later, oldest first.
func (j *Journal) ModelCalls(ctx context.Context, since time.Time) ([]ModelCall, error) {
	return listed(ctx, j, 0, func(r row) (ModelCall, error) {
		return ModelCall{
			Began: moment(r.number(0)), Ended: moment(r.number(1)), Who: r.text(2), Task: r.text(3), Kind: r.text(4),
			Provider: r.text(5), Model: r.text(6), Attempt: int(r.number(7)), Input: int(r.number(8)), Output: int(r.number(9)),
			Outcome: r.text(10), Detail: r.text(11), Prompt: r.text(12), Reply: r.text(13), PromptHash: r.text(14), ReplyHash: r.text(15),
		}, nil
	}, `SELECT `+strings.ReplaceAll(callColumns, " ", ", ")+`
		FROM model_calls WHERE began >= ? ORDER BY began, id LIMIT ?`, nanos(since), mostCalls)
}
