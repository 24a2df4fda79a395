// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
)

// Task implements orchestrator.Journal.
func (j *Journal) Task(ctx context.Context, id string) (orchestrator.Record, error) {
	if err := j.keeper.until(ctx, j.log.lastOf(id)); err != nil {
		return orchestrator.Record{}, err
	}
	rec, err := j.task(ctx, id, false)
	return rec, j.say(err)
}

// errUnreadable: what is kept of a task is damaged.
var errUnreadable = errors.New("what was written down of it is damaged and cannot be read")

// task reads a task; what is damaged of it is mended first. held: it was held against the
// log just now.
func (j *Journal) task(ctx context.Context, id string, held bool) (rec orchestrator.Record, err error) {
	err = j.query(ctx, func(db *sql.DB) error {
		rec = orchestrator.Record{}
		all, err := readTask(ctx, db, id, !j.summed.Load())
		if err != nil {
			return err
		}
		none := !all.has() && all.damaged == 0
		if !none && (all.damaged > 0 || all.record(&rec) != nil) {
			return &rowsDamaged{[]string{id}}
		}
		if !held {
			err = j.hidden(ctx, db, map[string]*taskRows{id: &all})
		}
		if err == nil && none {
			err = orchestrator.ErrNoTask
		}
		return err
	})
	return rec, err
}

// readTask reads all rows of a task as they are at one moment.
func readTask(ctx context.Context, db *sql.DB, id string, unsummed bool) (all taskRows, err error) {
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return all, err
	}
	all, err = readRows(ctx, tx, id, unsummed)
	return all, errors.Join(err, tx.Rollback())
}

// record makes the record of a task of its rows.
func (a *taskRows) record(rec *orchestrator.Record) error {
	if !a.has() {
		return errUnreadable
	}
	own := a.rows[0][0]
	id := own.text(0)
	if json.Unmarshal([]byte(own.text(4)), &rec.Task) != nil || rec.Task.ID != id {
		return errUnreadable
	}
	for _, r := range a.rows[1] {
		rec.Moves = append(rec.Moves, orchestrator.Move{
			Task: id, At: moment(r.number(1)), State: orchestrator.State(r.text(2)), Round: int(r.number(3)), Reason: r.text(4),
		})
	}
	plans := make(map[int]*game.Plan, len(a.rows[2]))
	for _, r := range a.rows[2] {
		one := orchestrator.Round{
			Task: id, Round: int(r.number(1)), Revision: int(r.number(2)), At: moment(r.number(3)), Why: r.text(4), Error: r.text(6),
		}
		if err := r.parse(5, &one.Plan); err != nil {
			return err
		}
		rec.Rounds = append(rec.Rounds, one)
	}
	for i := range rec.Rounds {
		plans[rec.Rounds[i].Round] = &rec.Rounds[i].Plan
	}
	for _, r := range a.rows[3] {
		one := orchestrator.Action{
			Task: id, Seq: int(r.number(1)), ID: r.text(2), Round: int(r.number(3)), Index: int(r.number(4)),
			Started: moment(r.number(7)), Ended: moment(r.number(8)), End: game.End(r.text(9)), Verdict: game.Verdict(r.text(10)),
			Reason: r.text(11), Again: r.number(15) != 0,
		}
		if p := plans[one.Round]; p != nil && one.Index >= 0 && one.Index < len(p.Steps) { // an action's step is in its round's plan
			one.Step = p.Steps[one.Index]
		}
		for _, part := range [...]struct {
			at int
			to any
		}{{5, &one.Filled}, {6, &one.Mark}, {12, &one.Failure}, {13, &one.Result}, {14, &one.Gained}, {16, &one.Used}} {
			if err := r.parse(part.at, part.to); err != nil {
				return err
			}
		}
		rec.Actions = append(rec.Actions, one)
	}
	for _, r := range a.rows[4] {
		one := orchestrator.Sample{Task: id, At: moment(r.number(1))}
		if err := r.parse(2, &one.State); err != nil {
			return err
		}
		rec.Samples = append(rec.Samples, one)
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

// saysWord selects tasks of which a word is said: in the goal, its actions where it has no
// words, its reading, why it ended so, or what a model said of it. A damaged row has none.
const saysWord = `CASE WHEN json_valid(data) THEN concat_ws(' ', data ->> '$.goal', data ->> '$.actions', data ->> '$.reading.reading',
	data ->> '$.reason', data ->> '$.say') END LIKE '%' || ? || '%' ESCAPE '\'`

// likeEscaper takes a word literally in a LIKE pattern.
var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Tasks implements orchestrator.Journal: by number, the newest first.
func (j *Journal) Tasks(ctx context.Context, q orchestrator.Query) ([]orchestrator.Task, error) {
	limit := q.Limit
	if limit <= 0 {
		limit = defaultLimit
	}
	if err := j.keeper.until(ctx, j.log.lastOfAll()); err != nil {
		return nil, err
	}
	where, args := []string{}, []any{}
	if q.Body != "" {
		where, args = append(where, `body = ?`), append(args, q.Body)
	}
	if q.Before != "" { // of one that has gone its id tells its place: ids grow with their tasks
		where = append(where, `(number, id) < (coalesce((SELECT number FROM tasks WHERE id = ?), `+
			`(SELECT min(number) FROM tasks WHERE id > ?), 9223372036854775807), ?)`)
		args = append(args, q.Before, q.Before, q.Before)
	}
	order := `number`
	if q.Open {
		where, order = append(where, `ended = 0`), `+number` // as in openQuery
	}
	for _, word := range strings.Fields(q.Words) {
		where, args = append(where, saysWord), append(args, likeEscaper.Replace(word))
	}
	query := tasksTable.read()
	if len(where) > 0 {
		query += ` WHERE ` + strings.Join(where, ` AND `)
	}
	query += ` ORDER BY ` + order + ` DESC, id DESC LIMIT ?`
	args = append(args, limit)
	var list []orchestrator.Task
	err := j.query(ctx, func(db *sql.DB) error {
		list = nil
		var damaged []string
		err := raw(ctx, db, func(r row) error {
			var t orchestrator.Task
			if !tasksTable.whole(r, !j.summed.Load()) || json.Unmarshal([]byte(r.text(4)), &t) != nil || t.ID != r.text(0) {
				damaged = append(damaged, r.text(0))
			}
			list = append(list, t)
			return nil
		}, query, args...)
		if err == nil && len(damaged) > 0 {
			err = &rowsDamaged{damaged}
		}
		return err
	})
	return list, j.say(err)
}

// Unfinished implements orchestrator.Journal. A task that cannot be read at all is told
// and left out: it is no reason not to start.
func (j *Journal) Unfinished(ctx context.Context) ([]orchestrator.Record, time.Time, error) {
	if err := j.keeper.until(ctx, j.log.lastOfAll()); err != nil {
		return nil, time.Time{}, err
	}
	err := j.unhidden(ctx)
	held := err == nil
	if !held && !j.isDamage(err) { // damage that stays is told below
		return nil, time.Time{}, j.say(err)
	}
	tasks, err := j.open(ctx)
	if err != nil {
		return nil, time.Time{}, j.say(err)
	}
	records := make([]orchestrator.Record, 0, len(tasks))
	for _, o := range tasks {
		rec, err := j.task(ctx, o.id, held)
		if errors.Is(err, orchestrator.ErrNoTask) && j.heal(ctx, j.generation.Load(), errAstray) {
			rec, err = j.task(ctx, o.id, held)
		}
		switch {
		case err == nil && rec.Task.State.Ended(): // it could not be read
		case err == nil:
			records = append(records, rec)
		case errors.Is(err, orchestrator.ErrNoTask), j.isDamage(err):
			j.tell("The task %s, which had not ended, cannot be read: give it again.", o.id)
		default:
			return nil, time.Time{}, j.say(err)
		}
	}
	doubts, err := j.open(ctx) // with those that came by reading
	if err != nil {
		return nil, time.Time{}, j.say(err)
	}
	for i := range records {
		if k := slices.IndexFunc(doubts, func(o openTask) bool { return o.id == records[i].Task.ID }); k >= 0 {
			records[i].Doubt = doubts[k].doubt
		}
	}
	alive, err := j.alive(ctx)
	if err != nil {
		return nil, time.Time{}, j.say(err)
	}
	return records, alive, nil
}

// alive is when this Minehand was last known to run; zero before its first time.
func (j *Journal) alive(ctx context.Context) (time.Time, error) {
	var at int64
	err := j.query(ctx, func(db *sql.DB) (err error) {
		at, err = number(ctx, db, `SELECT value FROM meta WHERE name = ?`, metaAlive)
		return err
	})
	return moment(at), err
}

// errAstray: an index has a task, and its table does not.
var errAstray = &fault{ErrDamaged, "a task that has not ended is not where it should be", nil}

// openTask is a task that has not ended, with the sentence of a doubt about it.
type openTask struct{ id, doubt string }

func (j *Journal) open(ctx context.Context, body ...any) (tasks []openTask, err error) {
	err = j.query(ctx, func(db *sql.DB) (err error) {
		tasks, err = openIn(ctx, db, body...)
		return err
	})
	return tasks, err
}

// openIn reads what has not ended, of one body where it is named.
func openIn(ctx context.Context, db *sql.DB, body ...any) (tasks []openTask, err error) {
	query := openQuery
	if len(body) > 0 {
		query = strings.Replace(query, `ended = 0`, `ended = 0 AND body = ?`, 1)
	}
	err = raw(ctx, db, func(r row) error {
		tasks = append(tasks, openTask{r.text(0), r.text(1)})
		return nil
	}, query, body...)
	return tasks, err
}

// openQuery reads what has not ended. The plus keeps SQLite from walking the whole
// history in the order of its numbers: tasks_open holds these few alone.
const openQuery = `SELECT id, coalesce((SELECT words FROM doubts WHERE task = id), '') FROM tasks WHERE ended = 0 ORDER BY +number, id`
