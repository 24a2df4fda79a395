package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
)

// Task implements orchestrator.Journal.
func (j *Journal) Task(ctx context.Context, id string) (orchestrator.Record, error) {
	if err := j.keeper.until(ctx, j.log.lastOf(id)); err != nil {
		return orchestrator.Record{}, err
	}
	rec, err := j.task(ctx, id)
	return rec, j.say(err)
}

// errUnreadable: what is kept of a task is damaged.
var errUnreadable = errors.New("what was written down of it is damaged and cannot be read")

func (j *Journal) task(ctx context.Context, id string) (rec orchestrator.Record, err error) {
	tx, err := j.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return rec, err
	}
	defer func() { err = errors.Join(err, tx.Rollback()) }()
	var data string
	err = tx.QueryRowContext(ctx, `SELECT data FROM tasks WHERE id = ?`, id).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return rec, orchestrator.ErrNoTask
	}
	if err != nil {
		return rec, err
	}
	if err := json.Unmarshal([]byte(data), &rec.Task); err != nil {
		return rec, fmt.Errorf("task %s: %w: %w", id, errUnreadable, err)
	}
	return rec, errors.Join(readMoves(ctx, tx, &rec), readRounds(ctx, tx, &rec), readActions(ctx, tx, &rec), readSamples(ctx, tx, &rec))
}

// each runs scan for every row.
func each(ctx context.Context, tx *sql.Tx, scan func(*sql.Rows) error, query string, args ...any) (err error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

func readMoves(ctx context.Context, tx *sql.Tx, rec *orchestrator.Record) error {
	return each(ctx, tx, func(rows *sql.Rows) error {
		m := orchestrator.Move{Task: rec.Task.ID}
		var at int64
		err := rows.Scan(&at, &m.State, &m.Round, &m.Reason)
		m.At = moment(at)
		rec.Moves = append(rec.Moves, m)
		return err
	}, `SELECT at, state, round, reason FROM moves WHERE task = ? ORDER BY rowid`, rec.Task.ID)
}

func readRounds(ctx context.Context, tx *sql.Tx, rec *orchestrator.Record) error {
	return each(ctx, tx, func(rows *sql.Rows) error {
		r := orchestrator.Round{Task: rec.Task.ID}
		var at int64
		var plan string
		if err := rows.Scan(&r.Round, &r.Revision, &at, &r.Why, &plan, &r.Error); err != nil {
			return err
		}
		r.At = moment(at)
		rec.Rounds = append(rec.Rounds, r)
		return parse(sql.NullString{String: plan, Valid: true}, &rec.Rounds[len(rec.Rounds)-1].Plan)
	}, `SELECT round, revision, at, why, plan, error FROM rounds WHERE task = ? ORDER BY round`, rec.Task.ID)
}

// readActions runs after readRounds: an action's step is in its round's plan.
func readActions(ctx context.Context, tx *sql.Tx, rec *orchestrator.Record) error {
	plans := make(map[int]*game.Plan, len(rec.Rounds))
	for i := range rec.Rounds {
		plans[rec.Rounds[i].Round] = &rec.Rounds[i].Plan
	}
	return each(ctx, tx, func(rows *sql.Rows) error {
		a := orchestrator.Action{Task: rec.Task.ID}
		var started, ended int64
		var how, verdict, reason, filled, mark, failure, result, gained, used sql.NullString
		if err := rows.Scan(&a.Seq, &a.ID, &a.Round, &a.Index, &filled, &mark, &started, &ended,
			&how, &verdict, &reason, &failure, &result, &gained, &a.Again, &used); err != nil {
			return err
		}
		a.Started, a.Ended = moment(started), moment(ended)
		a.End, a.Verdict, a.Reason = game.End(how.String), game.Verdict(verdict.String), reason.String
		if p := plans[a.Round]; p != nil && a.Index < len(p.Steps) {
			a.Step = p.Steps[a.Index]
		}
		err := errors.Join(parse(filled, &a.Filled), parse(mark, &a.Mark), parse(failure, &a.Failure),
			parse(result, &a.Result), parse(gained, &a.Gained), parse(used, &a.Used))
		rec.Actions = append(rec.Actions, a)
		return err
	}, `SELECT seq, id, round, idx, filled, mark, started, ended, how, verdict, reason, failure, result, gained, again, used
		FROM actions WHERE task = ? ORDER BY seq`, rec.Task.ID)
}

func readSamples(ctx context.Context, tx *sql.Tx, rec *orchestrator.Record) error {
	return each(ctx, tx, func(rows *sql.Rows) error {
		s := orchestrator.Sample{Task: rec.Task.ID}
		var at int64
		var state string
		if err := rows.Scan(&at, &state); err != nil {
			return err
		}
		s.At = moment(at)
		err := parse(sql.NullString{String: state, Valid: true}, &s.State)
		rec.Samples = append(rec.Samples, s)
		return err
	}, `SELECT at, state FROM samples WHERE task = ? ORDER BY rowid`, rec.Task.ID)
}

func parse(text sql.NullString, to any) error {
	if !text.Valid {
		return nil
	}
	if err := json.Unmarshal([]byte(text.String), to); err != nil {
		return fmt.Errorf("%w: %w", errUnreadable, err)
	}
	return nil
}

func moment(ns int64) time.Time {
	if ns == 0 {
		return time.Time{}
	}
	return time.Unix(0, ns)
}

// defaultLimit of a list of tasks.
const defaultLimit = 100

// Tasks implements orchestrator.Journal. One that cannot be read is listed as such.
func (j *Journal) Tasks(ctx context.Context, q orchestrator.Query) ([]orchestrator.Task, error) {
	limit := q.Limit
	if limit <= 0 {
		limit = defaultLimit
	}
	if err := j.keeper.until(ctx, j.log.lastOfAll()); err != nil {
		return nil, err
	}
	rows, err := j.db.QueryContext(ctx, `SELECT id, body, ended, data FROM tasks
		WHERE (?1 = '' OR body = ?1) AND (?2 = '' OR id < ?2) ORDER BY id DESC LIMIT ?3`, q.Body, q.Before, limit)
	if err != nil {
		return nil, j.say(err)
	}
	defer func() { _ = rows.Close() }()
	var list []orchestrator.Task
	for rows.Next() {
		var id, body, data string
		var ended int64
		if err := rows.Scan(&id, &body, &ended, &data); err != nil {
			return nil, j.say(err)
		}
		var t orchestrator.Task
		if json.Unmarshal([]byte(data), &t) != nil || t.ID != id {
			t = orchestrator.Task{ID: id, Body: body, State: orchestrator.StateError, Ended: moment(ended), Reason: "The journal was damaged: " + errUnreadable.Error() + "."}
		}
		list = append(list, t)
	}
	return list, j.say(rows.Err())
}

// Unfinished implements orchestrator.Journal.
func (j *Journal) Unfinished(ctx context.Context) ([]orchestrator.Record, time.Time, error) {
	if err := j.keeper.until(ctx, j.log.lastOfAll()); err != nil {
		return nil, time.Time{}, err
	}
	tasks, err := j.open(ctx)
	if err != nil {
		return nil, time.Time{}, j.say(err)
	}
	records := make([]orchestrator.Record, 0, len(tasks))
	for _, o := range tasks {
		rec, err := j.task(ctx, o.id)
		if err != nil {
			return nil, time.Time{}, j.say(err)
		}
		rec.Doubt = o.doubt
		records = append(records, rec)
	}
	var alive int64
	err = j.db.QueryRowContext(ctx, `SELECT value FROM meta WHERE name = ?`, metaAlive).Scan(&alive)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, time.Time{}, j.say(err)
	}
	return records, moment(alive), nil
}

// openTask is a task that has not ended, with the sentence of a doubt about it.
type openTask struct{ id, doubt string }

func (j *Journal) open(ctx context.Context) (tasks []openTask, err error) {
	rows, err := j.db.QueryContext(ctx, `SELECT id, coalesce((SELECT words FROM doubts WHERE task = id), '') FROM tasks WHERE ended = 0 ORDER BY id`)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var o openTask
		if err := rows.Scan(&o.id, &o.doubt); err != nil {
			return nil, err
		}
		tasks = append(tasks, o)
	}
	return tasks, rows.Err()
}
