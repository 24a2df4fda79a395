// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/ledger"
)

// mostChanges bounds the rows that are kept, and those that are read of what was changed
// in a world after a task.
const mostChanges = 1_000_000

const changeColumns = `body, series, n, world, action, task, at, data`

// Changed are rows of one body. Task is set for what surveys showed in cells that a task
// changed, and empty for changes.
type Changed struct {
	Body, Task string
	Rows       []ledger.Row
}

// KeepChanges keeps what bodies reported, in one transaction: each number of a series
// once. It survives the end of the process when it returns.
func (j *Journal) KeepChanges(ctx context.Context, list []Changed) error {
	j.writing.Lock()
	defer j.writing.Unlock()
	if j.closed {
		return errClosed
	}
	put := func() error {
		return j.transact(ctx, func(tx *sql.Tx) error {
			for _, c := range list {
				for i := range c.Rows {
					r := &c.Rows[i]
					data, err := json.Marshal(r)
					if err != nil {
						return err
					}
					if _, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO changes (`+changeColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
						c.Body, r.Series, r.N, r.World, r.Action, c.Task, time.Now().UnixNano(), string(data)); err != nil {
						return err
					}
				}
			}
			return nil
		})
	}
	generation := j.generation.Load()
	err := put()
	if err != nil && j.healed(ctx, generation, err) {
		err = put()
	}
	return j.say(err)
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

// Ledger reads what a task changed.
func (j *Journal) Ledger(ctx context.Context, task string) (l *TaskLedger, err error) {
	if err := j.keeper.until(ctx, j.log.lastOf(task)); err != nil {
		return nil, err
	}
	err = j.query(ctx, func(db *sql.DB) error {
		l = &TaskLedger{}
		first := int64(0)
		const own = `(action IN (SELECT id FROM actions WHERE task = ?1 AND id <> '') OR task = ?1)`
		err := raw(ctx, db, 2, func(r row) error {
			l.World, first, l.Told = r.text(0), r.number(1), true
			return nil
		}, `SELECT world, min(id) FROM changes WHERE `+own+` GROUP BY world ORDER BY min(id) DESC`, task)
		if err != nil || !l.Told {
			return err
		}
		return raw(ctx, db, 2, func(r row) error {
			var one ledger.Row
			if json.Unmarshal([]byte(r.text(0)), &one) != nil {
				one.Lost = true // damaged: something is missing
			}
			if r.number(1) != 0 {
				l.Fold(one)
			} else {
				l.Show(game.Cells{one.At(): one.To})
			}
			return nil
		}, `SELECT data, own FROM (SELECT id, data, `+own+` AS own FROM changes WHERE world = ?2 AND id >= ?3) WHERE own OR ?2 <> ''
			ORDER BY id LIMIT ?4`, task, l.World, first, mostChanges)
	})
	return l, j.say(err)
}

// pruneChanges forgets changes that are older than ended tasks are kept, and the oldest
// beyond the cap; j.writing is held, or j is not shared yet.
func (j *Journal) pruneChanges(ctx context.Context, now time.Time) error {
	if _, err := j.db.ExecContext(ctx, `DELETE FROM changes WHERE at < ? AND action NOT IN (SELECT id FROM actions) AND task NOT IN (SELECT id FROM tasks)`,
		now.Add(-keepFor).UnixNano()); err != nil {
		return err
	}
	_, err := j.db.ExecContext(ctx, `DELETE FROM changes WHERE id <= (SELECT max(id) FROM changes) - ?`, mostChanges)
	return err
}
