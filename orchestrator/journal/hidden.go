// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"database/sql"
	"maps"
	"slices"
)

// errHidden: a task is not in the file as the log tells it, and what is there of it is as
// it was written. In a page that is out of order a row is there and nobody finds it.
var errHidden = &fault{ErrDamaged, "rows of a task are not where they should be", nil}

// hidden holds what was read of tasks against the log, until the file was looked at. Of
// one with damaged rows nothing is said, nor of one of which the log lacks something;
// writing is held.
func (j *Journal) hidden(ctx context.Context, db querier, read map[string]*taskRows) error {
	if j.trusted.Load() || len(read) == 0 {
		return nil
	}
	records, err := j.recordsOf(0, slices.Collect(maps.Keys(read))...)
	if err != nil {
		j.logger.Warn("the history's log cannot be read", "error", err)
		return nil
	}
	for id, rows := range read {
		f, lacks, err := follow(ctx, db, id, &copied{}, records[id])
		if err != nil {
			return err
		}
		if f == nil || lacks > 0 || rows.damaged > 0 {
			continue
		}
		// A log that lost the end of a task to damage tells of it as if it went on.
		if t := f.tasks[id]; t != nil && rows.ended() && !t.State.Ended() {
			continue
		}
		if !rows.hold(f) {
			return errHidden
		}
	}
	return nil
}

// hold reports whether rows are what the log tells. One that has ended may have gone.
func (a *taskRows) hold(f *facts) bool {
	for id, t := range f.tasks {
		if !a.has() {
			return t.State.Ended()
		}
		if id != a.rows[0][0].text(0) || string(t.State) != a.rows[0][0].text(2) {
			return false
		}
	}
	for _, n := range a.unmatched(f) {
		if n != 0 {
			return false
		}
	}
	return true
}

// unmatched is how many rows less there are than the log tells of, by their sums. Rows that it
// does not tell of may be of before there was a log.
func (a *taskRows) unmatched(f *facts) map[any]int {
	times := map[any]int{} // by sum
	note := func(args []any) { times[args[len(args)-1]]++ }
	for i := range f.moves {
		note(moveArgs(&f.moves[i]))
	}
	for _, r := range f.rounds {
		note(r.args())
	}
	for _, x := range f.actions {
		note(x.args(nil, sameWords{}))
	}
	for i := range f.samples {
		note(f.samples[i].args())
	}
	for i, t := range taskTables[1:] {
		for _, r := range a.rows[i+1] {
			sum := any(t.sum(r))
			if _, told := times[sum]; told {
				times[sum]--
			}
		}
	}
	return times
}

// unhidden holds all that has not ended against the log, which also has the names of what
// no index has any more.
func (j *Journal) unhidden(ctx context.Context) error {
	if j.trusted.Load() {
		return nil
	}
	return j.query(ctx, func(db *sql.DB) error {
		open, err := openIn(ctx, db)
		if err != nil {
			return err
		}
		var ids, damaged []string
		for _, o := range open {
			ids = append(ids, o.id)
		}
		left, err := texts(ctx, db,
			`SELECT task FROM sequences WHERE task <> '' AND NOT EXISTS (SELECT 1 FROM tasks WHERE id = task AND ended > 0)`)
		if err != nil {
			return err
		}
		ids = append(ids, left...)
		read := make(map[string]*taskRows, len(ids))
		for i, id := range ids {
			if read[id] != nil {
				continue
			}
			rows, err := readTask(ctx, db, id, !j.summed.Load())
			switch {
			case err != nil:
				return err
			case rows.damaged > 0:
				damaged = append(damaged, id)
			case i >= len(open) && rows.has():
				return errAstray
			}
			read[id] = &rows
		}
		if len(damaged) > 0 {
			return &rowsDamaged{damaged}
		}
		return j.hidden(ctx, db, read)
	})
}
