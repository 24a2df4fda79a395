package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
)

const (
	actionCols = `(task, seq, id, round, idx, filled, mark, started, ended, how, verdict, reason, failure, result, gained)`
	actionRow  = `(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	actionKeep = ` ON CONFLICT (task, seq) DO UPDATE SET id = excluded.id, round = excluded.round, idx = excluded.idx,
		filled = excluded.filled, mark = excluded.mark, started = excluded.started, ended = excluded.ended, how = excluded.how,
		verdict = excluded.verdict, reason = excluded.reason, failure = excluded.failure, result = excluded.result, gained = excluded.gained`
	actionWidth = 15
)

// statements are prepared once on the writing connection.
type statements struct {
	task, move, round, action, pair, sample, meta, token *sql.Stmt
}

func (s *statements) prepare(ctx context.Context, db *sql.DB) error {
	for _, p := range []struct {
		stmt **sql.Stmt
		text string
	}{
		{&s.task, `INSERT INTO tasks (id, body, state, ended, data) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET body = excluded.body, state = excluded.state, ended = excluded.ended, data = excluded.data`},
		{&s.move, `INSERT INTO moves (task, at, state, round, reason) VALUES (?, ?, ?, ?, ?)`},
		{&s.round, `INSERT OR REPLACE INTO rounds (task, round, revision, at, why, plan, error) VALUES (?, ?, ?, ?, ?, ?, ?)`},
		{&s.action, `INSERT INTO actions ` + actionCols + ` VALUES ` + actionRow + actionKeep},
		// The outcome of one action and the intent of the next, in one statement.
		{&s.pair, `INSERT INTO actions ` + actionCols + ` VALUES ` + actionRow + `, ` + actionRow + actionKeep},
		{&s.sample, `INSERT INTO samples (task, at, state) VALUES (?, ?, ?)`},
		{&s.meta, `INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)`},
		{&s.token, `INSERT OR REPLACE INTO tokens (body, hash, at) VALUES (?, ?, ?)`},
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
	for _, stmt := range [...]*sql.Stmt{s.task, s.move, s.round, s.action, s.pair, s.sample, s.meta, s.token} {
		if stmt != nil {
			_ = stmt.Close()
		}
	}
}

// Append implements orchestrator.Journal. One or two actions, the usual batch
// between two actions of a plan, are one statement and no transaction of their
// own.
func (j *Journal) Append(ctx context.Context, b *orchestrator.Batch) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx) // a commit is short and is not left half done
	j.writing.Lock()
	defer j.writing.Unlock()
	if j.closed {
		return errClosed
	}
	var err error
	if onlyActions(b) && len(b.Actions) <= 2 {
		err = j.appendActions(ctx, b.Actions)
	} else {
		err = j.appendAll(ctx, b)
	}
	if err != nil {
		return j.say(err)
	}
	if !b.Alive.IsZero() && b.Alive.Sub(j.pruned) > pruneEvery {
		return j.say(j.prune(ctx, b.Alive))
	}
	return nil
}

func onlyActions(b *orchestrator.Batch) bool {
	return len(b.Actions) > 0 && len(b.Tasks) == 0 && len(b.Moves) == 0 && len(b.Rounds) == 0 &&
		len(b.Samples) == 0 && len(b.WorldMap) == 0 && b.Alive.IsZero()
}

func (j *Journal) appendActions(ctx context.Context, list []orchestrator.Action) error {
	stmt := j.stmts.action
	// Two rows of one action would meet in one statement; the later one holds all.
	if len(list) == 2 && list[0].Task == list[1].Task && list[0].Seq == list[1].Seq {
		list = list[1:]
	}
	if len(list) == 2 {
		stmt = j.stmts.pair
	}
	args := make([]any, 0, 2*actionWidth)
	var err error
	for i := range list {
		if args, err = actionArgs(args, &list[i]); err != nil {
			return err
		}
	}
	_, err = stmt.ExecContext(ctx, args...)
	return err
}

func actionArgs(args []any, a *orchestrator.Action) ([]any, error) {
	filled, err1 := optional(a.Filled, a.Filled == nil)
	mark, err2 := optional(a.Mark, a.Mark == nil)
	failure, err3 := optional(a.Failure, a.Failure == nil)
	result, err4 := optional(a.Result, a.Result == nil)
	gained, err5 := optional(a.Gained, a.Gained == nil)
	return append(args, a.Task, a.Seq, a.ID, a.Round, a.Index, filled, mark, nanos(a.Started), nanos(a.Ended),
		string(a.End), string(a.Verdict), a.Reason, failure, result, gained), errors.Join(err1, err2, err3, err4, err5)
}

// optional is v as JSON, or NULL.
func optional(v any, null bool) (any, error) {
	if null {
		return nil, nil
	}
	if r, ok := v.(*game.Result); ok && bare(r) {
		return bareResult, nil
	}
	b, err := json.Marshal(v)
	return string(b), err
}

// bareResult is what a v1 body reports of every success.
const bareResult = `{"success":true}`

func bare(r *game.Result) bool {
	return r.Success && r.Delta == nil && r.State == nil && r.Position == nil && r.Broken == nil && r.Killed == nil &&
		r.Placed == nil && r.Total == nil && r.Searched == nil && r.Contents == nil && r.Message == ""
}

func nanos(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

func (j *Journal) appendAll(ctx context.Context, b *orchestrator.Batch) (err error) {
	tx, err := j.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
		}
	}()
	exec := func(s *sql.Stmt, args ...any) {
		if err == nil {
			_, err = tx.StmtContext(ctx, s).ExecContext(ctx, args...) //nolint:sqlclosecheck // the transaction's end closes it
		}
	}
	text := func(v any) string {
		var data []byte
		if err == nil {
			data, err = json.Marshal(v)
		}
		return string(data)
	}
	for i := range b.Tasks {
		t := &b.Tasks[i]
		exec(j.stmts.task, t.ID, t.Body, string(t.State), nanos(t.Ended), text(t))
	}
	for i := range b.Moves {
		m := &b.Moves[i]
		exec(j.stmts.move, m.Task, nanos(m.At), string(m.State), m.Round, m.Reason)
	}
	for i := range b.Rounds {
		r := &b.Rounds[i]
		exec(j.stmts.round, r.Task, r.Round, r.Revision, nanos(r.At), r.Why, text(r.Plan), r.Error)
	}
	for i := range b.Actions {
		args, fault := actionArgs(nil, &b.Actions[i])
		if fault != nil {
			return fault
		}
		exec(j.stmts.action, args...)
	}
	for i := range b.Samples {
		s := &b.Samples[i]
		exec(j.stmts.sample, s.Task, nanos(s.At), text(s.State))
	}
	if err == nil {
		err = appendWorldMap(ctx, tx, b.WorldMap)
	}
	if !b.Alive.IsZero() {
		exec(j.stmts.meta, metaAlive, nanos(b.Alive))
	}
	if err != nil {
		return err
	}
	return tx.Commit()
}

const metaAlive = "alive"
