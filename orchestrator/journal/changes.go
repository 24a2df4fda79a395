// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/ledger"
)

// mostChanges bounds the rows that are kept, and those that are read of what was changed
// in a world after a task.
const mostChanges = 1_000_000

// changesTable is of no task: which task changed something is known by the action.
var changesTable = newTable("changes", "body series n world action task at data", "ttitttit", "at, series, n", "id")

// changesID is the column after the sum where a query names one more.
var changesID = len(changesTable.columns) + 1

// Changed are rows of one body. Task is set for what surveys showed in cells that a task
// changed, and for changes that no action made; else it is empty.
type Changed struct {
	Body, Task string
	Rows       []ledger.Row
}

// changesFact are changes as the log has them. What was kept at one time has one At.
type changesFact struct {
	Body string       `json:"body"`
	Task string       `json:"task,omitempty"`
	At   int64        `json:"at"`
	Rows []ledger.Row `json:"rows"`
}

// changesAtOnce is how many bytes of changes make a record of the log, or a few more.
const changesAtOnce = 1 << 20

// KeepChanges keeps what bodies reported, each number of a series once. It is on the disk
// when that returns: the bodies forget it then.
func (j *Journal) KeepChanges(ctx context.Context, list []Changed) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	d := drafts.Get().(*draft)
	defer d.put()
	at, last := j.changeTime(), uint64(0)
	for len(list) > 0 {
		some := list
		if j.shared != nil { // whose batches are of one body
			some = ofOne(list)
		}
		n, err := d.writeChanges(some, at)
		if err != nil {
			return err
		}
		if list = list[n:]; len(d.ends) == 0 {
			break
		}
		d.body = some[0].Body
		if last, err = j.logged(d); err != nil {
			return err
		}
		raise(&j.lastChanges, last)
	}
	return j.say(j.log.sync(last))
}

// ofOne is what a list begins with that is of one body.
func ofOne(list []Changed) []Changed {
	if n := slices.IndexFunc(list, func(c Changed) bool { return c.Body != list[0].Body }); n > 0 {
		return list[:n]
	}
	return list
}

// writeChanges makes the draft of as many of a list as make a record, and returns how many.
func (d *draft) writeChanges(list []Changed, at int64) (n int, err error) {
	d.reset()
	d.buf = appendHead(d.buf, "")
	head := len(d.buf)
	for _, c := range list {
		if n++; len(c.Rows) == 0 {
			continue
		}
		if d.buf, err = appendFact(d.buf, factChanges, &changesFact{c.Body, c.Task, at, c.Rows}); err != nil {
			return n, err
		}
		if len(d.buf) >= changesAtOnce {
			break
		}
	}
	if len(d.buf) > head {
		d.close(0)
	}
	return n, nil
}

// changeTime is the time of what is kept now. It only grows, whatever the clock does.
func (j *Journal) changeTime() int64 {
	for {
		was := j.lastChangeTime.Load()
		if now := max(time.Now().UnixNano(), was+1); j.lastChangeTime.CompareAndSwap(was, now) {
			return now
		}
	}
}

// readChangeTime reads the time of what was kept last.
func (j *Journal) readChangeTime(ctx context.Context) error {
	at, err := number(ctx, j.db, `SELECT coalesce(max(at), 0) FROM changes`)
	j.lastChangeTime.Store(at)
	return err
}

// raise makes a number at least that.
func raise(n *atomic.Uint64, to uint64) {
	for was := n.Load(); was < to && !n.CompareAndSwap(was, to); was = n.Load() {
		continue
	}
}

// putChanges writes rows of changes: one that is there already stays.
func putChanges(do executor, list []changesFact) error {
	for i := range list {
		c := &list[i]
		for k := range c.Rows {
			r := &c.Rows[k]
			data, err := json.Marshal(r)
			if err != nil {
				return err
			}
			do(putChange, changesTable.args(c.Body, r.Series, int64(r.N), r.World, r.Action, c.Task, c.At, string(data))...)
		}
	}
	return nil
}

// wholeChange reports whether a row of changes is as it was written. One of before there
// were sums has none: of it is known whether it can be read.
func wholeChange(r row) bool {
	if r[len(changesTable.columns)] == nil {
		return json.Valid([]byte(r.text(len(changesTable.columns) - 1)))
	}
	return changesTable.whole(r, false)
}

// changesDamaged: rows of changes are not as they were written.
type changesDamaged struct{}

func (*changesDamaged) Error() string { return errUnreadable.Error() }

func (*changesDamaged) Unwrap() error { return errUnreadable }

// damagedChanges are the rows of changes whose sums do not hold, with their ids.
func (j *Journal) damagedChanges(ctx context.Context) (bad []row, err error) {
	err = raw(ctx, j.db, func(r row) error {
		if !wholeChange(r) {
			bad = append(bad, r)
		}
		return nil
	}, `SELECT `+strings.Join(changesTable.columns, ", ")+`, sum, id FROM changes`)
	return bad, err
}

// mendChanges puts damaged rows of changes right, from copies and the log. One that neither
// has counts as lost, so that its ledger is known to be incomplete, and is set aside.
func (j *Journal) mendChanges(ctx context.Context) error {
	bad, err := j.damagedChanges(ctx)
	if err != nil || len(bad) == 0 {
		return err
	}
	copied := j.copiedChanges(ctx)
	of, err := j.recordsOf(0, "")
	if err != nil {
		return err
	}
	records := of[""]
	logged := newFacts()
	for i := range records {
		_ = logged.add(&records[i]) // one that cannot be read has nothing
	}
	var gone []row
	err = j.transact(ctx, func(tx *sql.Tx, do executor) error {
		for _, r := range bad {
			do(`DELETE FROM changes WHERE id = ?`, r.number(changesID))
		}
		for _, r := range copied {
			do(putChange, changesTable.args(r[:len(changesTable.columns):len(changesTable.columns)]...)...)
		}
		if err := putChanges(do, logged.changes); err != nil {
			return err
		}
		for _, r := range bad {
			body, series, n := r.text(0), r.text(1), r.number(2)
			there, err := number(ctx, tx, `SELECT count(*) FROM changes WHERE body = ? AND series = ? AND n = ?`, body, series, n)
			if err != nil {
				return err
			}
			if there > 0 {
				continue
			}
			gone = append(gone, r)
			err = putChanges(do, []changesFact{{body, r.text(5), r.number(6), []ledger.Row{
				{Reported: game.Reported{Series: series, World: r.text(3), Change: game.Change{N: int(n), Action: r.text(4), Lost: true}}},
			}}})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(gone) == 0 {
		j.tell("A part of what is known of changes in worlds was damaged. It is whole again.")
		return nil
	}
	name, err := j.dumped(&taskRows{}, gone)
	if err == nil {
		j.tell("%s of changes in worlds were damaged and are lost; the tasks that made them say that some of what they changed is "+
			"not known. They are kept in %s.", game.Numbered(len(gone), "entry"), name)
	}
	return err
}

// copiedChanges are the whole rows of changes in the copies of the history.
func (j *Journal) copiedChanges(ctx context.Context) (copied []row) {
	for _, name := range copiesIn(j.dir) {
		db, err := openStill(name)
		if err != nil {
			continue
		}
		err = raw(ctx, db, func(r row) error {
			if wholeChange(r) {
				copied = append(copied, r)
			}
			return nil
		}, changesTable.read())
		if err = errors.Join(err, db.Close()); err != nil {
			j.logger.Warn("a copy of the history cannot be read", "copy", name, "error", err)
		}
	}
	return copied
}

// TaskLedger is what a task changed, with what surveys and later changes in the same
// world show of it.
type TaskLedger struct {
	ledger.Ledger
	// World that it is about: where the task changed something first.
	World string
	// Told: the body reports what it changes.
	Told bool
}

// own selects the rows that a task's own actions and surveys made.
const own = `(action IN (SELECT id FROM actions WHERE task = ?1 AND id <> '') OR task = ?1)`

// ChangedRow is one row of what a task changed, as it was kept.
type ChangedRow struct {
	Body string
	At   time.Time
	ledger.Row
}

// OwnChanges reads the rows of a task's ledger, without what others changed since. One that
// only says that the body reports is among them.
func (j *Journal) OwnChanges(ctx context.Context, task string) ([]ChangedRow, error) {
	return listed(ctx, j, max(j.log.lastOf(task), j.lastChanges.Load()), func(r row) (one ChangedRow, err error) {
		one.Body, one.At = r.text(0), moment(r.number(6))
		one.Row, err = changeIn(r)
		return one, err
	}, changesTable.read()+` WHERE `+own+` ORDER BY `+changesTable.order+` LIMIT ?2`, task, mostChanges)
}

// changeIn reads a row of changes.
func changeIn(r row) (one ledger.Row, err error) {
	if !wholeChange(r) || json.Unmarshal([]byte(r.text(7)), &one) != nil {
		return one, &changesDamaged{}
	}
	return one, nil
}

// Ledger reads what a task changed.
func (j *Journal) Ledger(ctx context.Context, task string) (l *TaskLedger, err error) {
	if err := j.keeper.until(ctx, max(j.log.lastOf(task), j.lastChanges.Load())); err != nil {
		return nil, err
	}
	err = j.query(ctx, func(db *sql.DB) error {
		l = &TaskLedger{}
		first := int64(0)
		err := raw(ctx, db, func(r row) error {
			l.World, first, l.Told = r.text(0), r.number(1), true
			return nil
		}, `SELECT world, min(at) FROM changes WHERE `+own+` GROUP BY world ORDER BY min(at) DESC`, task)
		if err != nil || !l.Told {
			return err
		}
		return j.foldChanges(ctx, db, l, task, first)
	})
	return l, j.say(err)
}

// foldChanges folds what a task changed, and what is known since of these cells. Between the
// first and the last number of its own no number of a series may be missing.
func (j *Journal) foldChanges(ctx context.Context, db *sql.DB, l *TaskLedger, task string, first int64) error {
	type series struct{ body, name string }
	numbers := map[series][2]int64{}
	err := raw(ctx, db, func(r row) error {
		one, err := changeIn(r)
		if err != nil {
			return err
		}
		if r.number(changesID) == 0 {
			l.Show(game.Cells{one.At(): one.To})
			return nil
		}
		if l.Fold(one); !one.Shown {
			of := series{r.text(0), r.text(1)}
			span, known := numbers[of]
			if !known {
				span = [2]int64{r.number(2), r.number(2)}
			}
			numbers[of] = [2]int64{min(span[0], r.number(2)), max(span[1], r.number(2))}
		}
		return nil
	}, `SELECT `+strings.Join(changesTable.columns, ", ")+`, sum, own FROM (SELECT *, `+own+` AS own FROM changes WHERE world = ?2 AND at >= ?3)
		WHERE own OR ?2 <> '' ORDER BY `+changesTable.order+` LIMIT ?4`, task, l.World, first, mostChanges)
	for of, span := range numbers {
		if err != nil {
			return err
		}
		var there int64
		there, err = number(ctx, db, `SELECT count(*) FROM changes WHERE body = ? AND series = ? AND n BETWEEN ? AND ?`, of.body, of.name,
			span[0], span[1])
		if err == nil && there < span[1]-span[0]+1 {
			l.Fold(ledger.Row{Reported: game.Reported{Series: of.name, Change: game.Change{N: -1, Lost: true}}})
		}
	}
	return err
}
