package journal

import (
	"context"
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

// mostCalls is how many calls are kept at most, whatever their age.
const mostCalls = 10_000

// AppendModelCall keeps the record of a call.
func (j *Journal) AppendModelCall(ctx context.Context, c ModelCall) error {
	_, err := j.db.ExecContext(ctx, `INSERT INTO model_calls
		(began, ended, who, task, kind, provider, model, attempt, input, output, outcome, detail, prompt, reply, prompt_hash, reply_hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		nanos(c.Began), nanos(c.Ended), c.Who, c.Task, c.Kind, c.Provider, c.Model, c.Attempt, c.Input, c.Output, c.Outcome, c.Detail,
		c.Prompt, c.Reply, c.PromptHash, c.ReplyHash)
	return j.say(err)
}

// ModelCalls are the calls that began at that time or later, oldest first.
func (j *Journal) ModelCalls(ctx context.Context, since time.Time) ([]ModelCall, error) {
	rows, err := j.db.QueryContext(ctx, `SELECT began, ended, who, task, kind, provider, model, attempt, input, output, outcome, detail, prompt, reply, prompt_hash, reply_hash
		FROM model_calls WHERE began >= ? ORDER BY began, id LIMIT ?`, nanos(since), mostCalls)
	if err != nil {
		return nil, j.say(err)
	}
	defer func() { _ = rows.Close() }()
	var list []ModelCall
	for rows.Next() {
		var c ModelCall
		var began, ended int64
		if err := rows.Scan(&began, &ended, &c.Who, &c.Task, &c.Kind, &c.Provider, &c.Model, &c.Attempt, &c.Input, &c.Output,
			&c.Outcome, &c.Detail, &c.Prompt, &c.Reply, &c.PromptHash, &c.ReplyHash); err != nil {
			return nil, j.say(err)
		}
		c.Began, c.Ended = moment(began), moment(ended)
		list = append(list, c)
	}
	return list, j.say(rows.Err())
}

// pruneModelCalls forgets calls that are older than ended tasks are kept, and the
// oldest beyond the cap; j.writing is held, or j is not shared yet.
func (j *Journal) pruneModelCalls(ctx context.Context, now time.Time) error {
	if _, err := j.db.ExecContext(ctx, `DELETE FROM model_calls WHERE began < ?`, now.Add(-keepFor).UnixNano()); err != nil {
		return err
	}
	_, err := j.db.ExecContext(ctx, `DELETE FROM model_calls WHERE id <= (SELECT max(id) FROM model_calls) - ?`, mostCalls)
	return err
}
