// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"

	"github.com/minehand/minehand/orchestrator"
)

const (
	actionPut = `INSERT OR REPLACE INTO actions
		(task, seq, id, round, idx, filled, mark, started, ended, how, verdict, reason, failure, result, gained, again, used, sum) VALUES `
	actionRow   = `(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	actionWidth = 18
	// actionsAtOnce is how many actions of a fold are one statement.
	actionsAtOnce = 16
)

// statements are prepared once on the writing connection.
type statements struct {
	task, move, round, action, actions, sample, change, meta, sequence, unsequence, undoubt *sql.Stmt
}

func (s *statements) prepare(ctx context.Context, db *sql.DB) error {
	for _, p := range []struct {
		stmt **sql.Stmt
		text string
	}{
		{&s.task, `INSERT INTO tasks (id, body, state, ended, data, sum, number) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET body = excluded.body, state = excluded.state, ended = excluded.ended, data = excluded.data, sum = excluded.sum`},
		{&s.move, `INSERT INTO moves (task, at, state, round, reason, sum) VALUES (?, ?, ?, ?, ?, ?)`},
		{&s.round, `INSERT OR REPLACE INTO rounds (task, round, revision, at, why, plan, error, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`},
		{&s.action, actionPut + actionRow},
		{&s.actions, actionPut + actionRow + strings.Repeat(`, `+actionRow, actionsAtOnce-1)},
		{&s.sample, `INSERT INTO samples (task, at, state, sum) VALUES (?, ?, ?, ?)`},
		{&s.change, `INSERT OR IGNORE INTO changes (body, series, n, world, action, task, at, data, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`},
		{&s.meta, `INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)`},
		{&s.sequence, `INSERT OR REPLACE INTO sequences (task, seq) VALUES (?, ?)`},
		{&s.unsequence, `DELETE FROM sequences WHERE task = ?`},
		{&s.undoubt, `DELETE FROM doubts WHERE task = ?`},
	} {
		stmt, err := db.PrepareContext(ctx, p.text) //nolint:sqlclosecheck // close closes all of them
		if err != nil {
			return err
		}
		*p.stmt = stmt
	}
	return nil
}

func (s *statements) close() {
	for _, stmt := range [...]*sql.Stmt{s.task, s.move, s.round, s.action, s.actions, s.sample, s.change, s.meta,
		s.sequence, s.unsequence, s.undoubt} {
		if stmt != nil {
			_ = stmt.Close()
		}
	}
}

// Append implements orchestrator.Journal: one write to the log. It waits for the
// disk when a task was submitted or has ended; what the disk does not take then is
// taken back, and its error is the caller's.
func (j *Journal) Append(ctx context.Context, b *orchestrator.Batch) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if b.Empty() {
		return nil
	}
	d := drafts.Get().(*draft)
	defer d.put()
	if err := d.write(b); err != nil {
		return err
	}
	last, err := j.logged(d)
	if err != nil || !d.durable {
		return err
	}
	if err := j.log.sync(last); err != nil && j.log.withdraw(last-uint64(len(d.ends))+1, last) {
		return j.say(err)
	}
	return nil
}

// logged appends a draft to the log, and has it folded in time.
func (j *Journal) logged(d *draft) (last uint64, err error) {
	last, full, err := j.log.append(d, j.keeper.lastFault)
	if err != nil {
		return 0, j.say(err)
	}
	j.keeper.noticed()
	if full || d.over {
		poke(j.keeper.wake)
	}
	return last, nil
}

// optional is v as JSON, or NULL.
func optional(v any, null bool) (any, error) {
	if null {
		return nil, nil
	}
	b, err := json.Marshal(v)
	return string(b), err
}
