// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"database/sql"
	"strings"

	"github.com/minehand/minehand/orchestrator"
)

// The statements that a fold runs, which are kept ready. actionsAtOnce is how many actions
// of a fold are one statement.
const actionsAtOnce = 16

var (
	putTask = tasksTable.insert(`INSERT`, "number") + ` ON CONFLICT (id) DO UPDATE SET
		body = excluded.body, state = excluded.state, ended = excluded.ended, data = excluded.data, sum = excluded.sum`
	putMove     = movesTable.insert(`INSERT`)
	putRound    = roundsTable.insert(`INSERT OR REPLACE`)
	putAction   = actionsTable.insert(`INSERT OR REPLACE`)
	actionWidth = len(actionsTable.columns) + 1
	putActions  = putAction + strings.Repeat(`, (?`+strings.Repeat(`, ?`, actionWidth-1)+`)`, actionsAtOnce-1)
	putSample   = samplesTable.insert(`INSERT`)
	putChange   = changesTable.insert(`INSERT OR IGNORE`)
)

const (
	putMeta     = `INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)`
	putSequence = `INSERT OR REPLACE INTO sequences (task, seq) VALUES (?, ?)`
	noSequence  = `DELETE FROM sequences WHERE task = ?`
	putDoubt    = `INSERT OR REPLACE INTO doubts (task, words) VALUES (?, ?)`
	noDoubt     = `DELETE FROM doubts WHERE task = ?`
)

// prepare has the statements of a fold ready on the writing connection.
func (j *Journal) prepare(ctx context.Context) (err error) {
	j.ready = map[string]*sql.Stmt{}
	for _, text := range []string{
		putTask, putMove, putRound, putAction, putActions, putSample, putChange, putMeta, putSequence, noSequence, noDoubt,
	} {
		if j.ready[text], err = j.db.PrepareContext(ctx, text); err != nil { //nolint:sqlclosecheck // they close with the database
			return err
		}
	}
	return nil
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
