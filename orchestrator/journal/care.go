// SPDX-License-Identifier: MIT

package journal

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Health is what is known of the history.
type Health struct {
	// Verified is when all of it was last looked at and found in order, zero for
	// never; Tasks is how many tasks it had then.
	Verified time.Time
	Tasks    int
	// Copies is how many verified copies there are, Copied when the newest was made.
	Copies int
	Copied time.Time
	// Told are the sentences of this process about what was damaged.
	Told []string
	// Dropped counts the tasks that retention has dropped for good, and DroppedAt is
	// when it last did.
	Dropped   int
	DroppedAt time.Time
	// Fault is why the history could not be verified or pruned, empty when it could.
	Fault string
}

// kept is a Health that many goroutines use.
type kept struct {
	mu sync.Mutex
	h  Health
}

func (k *kept) note(f func(*Health)) {
	k.mu.Lock()
	defer k.mu.Unlock()
	f(&k.h)
}

func (k *kept) get() Health {
	k.mu.Lock()
	defer k.mu.Unlock()
	h := k.h
	h.Told = append([]string(nil), h.Told...)
	return h
}

// Health returns what is known of the history.
func (j *Journal) Health() Health { return j.health.get() }

// Verified waits for the look at the whole history that each start begins.
func (j *Journal) Verified(ctx context.Context) (Health, error) {
	select {
	case <-j.firstLook:
	case <-ctx.Done():
		return Health{}, ctx.Err()
	}
	return j.Health(), nil
}

// tell keeps a sentence about what was damaged, and logs it.
func (j *Journal) tell(format string, args ...any) {
	sentence := fmt.Sprintf(format, args...)
	j.health.note(func(h *Health) { h.Told = append(h.Told, sentence) })
	j.logger.Error("the journal was damaged", "what", sentence)
}

const (
	// careEvery is how often a copy that is due is made, and what is old dropped.
	careEvery = time.Hour
	// mostLooks is how often in a row a look may meet damage or be overtaken by a reader
	// that did. More is a disk that damages what it is given.
	mostLooks = 100
)

// care is the goroutine of what may take long and nobody waits for: looks, copies,
// the sums of an older journal, the keeping of segments, and pruning. It ends with ctx.
func (j *Journal) care(ctx context.Context) {
	defer close(j.cared)
	clock := time.NewTicker(careEvery)
	defer clock.Stop()
	j.lookAfter(ctx)
	close(j.firstLook)
	j.tidy(ctx)
	j.retain(ctx)
	for {
		select {
		case <-ctx.Done():
			return
		case <-j.careNow:
			j.tidy(ctx)
			if err := j.scrub(ctx); err != nil {
				j.troubled(ctx, "what was deleted could not be taken off the disk", err)
			}
		case <-clock.C:
			if h := j.Health(); h.Fault != "" || time.Since(h.Copied) >= 24*time.Hour {
				j.lookAfter(ctx)
			}
			j.retain(ctx)
		}
	}
}

// lookAfter looks at the history, mends it where that is needed, and looks again.
func (j *Journal) lookAfter(ctx context.Context) {
	j.logger.Info("the history is being verified", "tasks", j.Health().Tasks)
	err := j.look(ctx, false)
	for n := 1; errors.Is(err, errMended) && n < mostLooks; n++ {
		err = j.look(ctx, true)
	}
	if err == nil && !j.summed.Load() {
		if err = j.addSums(ctx); err == nil {
			err = j.look(ctx, true) // a copy that has them
		}
	}
	j.troubled(ctx, "the history could not be verified", err)
	j.countCopies()
}

// troubled tells of a fault, or that there is none any more.
func (j *Journal) troubled(ctx context.Context, what string, err error) {
	if ctx.Err() != nil || errors.Is(err, errClosed) {
		return
	}
	if err == nil {
		j.health.note(func(h *Health) { h.Fault = "" })
		return
	}
	err = j.say(err)
	j.health.note(func(h *Health) { h.Fault = what + ": " + err.Error() })
	j.logger.Error(what, "error", err)
}

// tidy keeps the segments that are folded.
func (j *Journal) tidy(ctx context.Context) {
	if err := j.keepClosed(j.takeFolded()); err != nil {
		j.troubled(ctx, "a part of the history's log could not be kept", err)
	}
}

// retain drops what is old, and what is left on the disk of what was deleted.
func (j *Journal) retain(ctx context.Context) {
	err := j.prune(ctx, time.Now())
	if err == nil {
		err = j.dropKept(ctx)
	}
	if err == nil {
		err = j.scrub(ctx)
	}
	if err != nil {
		j.troubled(ctx, "what is old could not be dropped from the history", err)
	}
}

// addSums gives the rows of an older journal their sums: from then on one without is
// damaged. The rows of tasks learn what became of each clause, which a list shows.
func (j *Journal) addSums(ctx context.Context) error {
	const atOnce = 100
	j.logger.Info("the rows of the history get their sums; this happens once")
	for after := ""; ; {
		var ids []string
		err := j.query(ctx, func(db *sql.DB) (err error) {
			ids, err = texts(ctx, db, `SELECT id FROM tasks WHERE id > ? ORDER BY id LIMIT ?`, after, atOnce)
			return err
		})
		if err != nil {
			return err
		}
		if err := j.sumSome(ctx, ids); err != nil {
			return err
		}
		if len(ids) < atOnce {
			return nil
		}
		after = ids[len(ids)-1]
	}
}

// sumSome adds the sums of some tasks, and none stands for the end of it.
func (j *Journal) sumSome(ctx context.Context, ids []string) error {
	last := len(ids) < 100
	return j.writes(func() error {
		err := j.transact(ctx, func(tx *sql.Tx, do executor) error {
			for _, id := range ids { // its rows are written anew, with their sums
				rows, err := readRows(ctx, tx, id, true)
				if err = cmp.Or(err, rows.prove()); err != nil {
					return err
				}
				deleteRows(do, id)
				putRows(do, &rows)
			}
			if !last {
				return nil
			}
			for _, t := range taskTables[1:] { // rows of no task, which nobody reads
				do(`DELETE FROM ` + t.name + ` WHERE sum IS NULL`)
			}
			do(putMeta, metaSummed, 1)
			return nil
		})
		if err == nil && last {
			j.summed.Store(true)
		}
		return err
	})
}
