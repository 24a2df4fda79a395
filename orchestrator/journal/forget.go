// SPDX-License-Identifier: MIT

package journal

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
)

// A person may delete tasks that have ended. That is a fact of the log like any other: its
// fold takes the rows out, so that a history that is built again lacks them too. What else
// of them lies on the disk is scrubbed by care: kept segments, copies, damaged files, and
// the pages that SQLite has freed.

// Threads lists what the history has by body and world, each with its tasks in their order.
// A task that never came into a world is of the thread of the one before it.
func (j *Journal) Threads(ctx context.Context) (list []Thread, err error) {
	if err := j.keeper.until(ctx, j.log.lastOfAll()); err != nil {
		return nil, err
	}
	err = j.query(ctx, func(db *sql.DB) error {
		var t threads
		err := raw(ctx, db, func(r row) error {
			t.add(r.text(0), r.text(3), ThreadTask{ID: r.text(1), Ended: r.number(2) != 0})
			return nil
		}, `SELECT body, id, ended, CASE WHEN json_valid(data) THEN coalesce(data ->> '$.world', '') ELSE '' END
			FROM tasks ORDER BY body, number, id`)
		list = t.list
		return err
	})
	return list, j.say(err)
}

// Thread is what one body was asked in one world.
type Thread struct {
	Body, World string
	Tasks       []ThreadTask
}

// ThreadTask is a task of a thread.
type ThreadTask struct {
	ID    string
	Ended bool
}

// threads sorts tasks into threads: they come by body, in their order.
type threads struct {
	list []Thread
	// now is the thread of the task before, which was of body.
	now  int
	body string
}

func (t *threads) add(body, world string, one ThreadTask) {
	if len(t.list) == 0 || t.body != body {
		t.body, t.now = body, len(t.list)
		t.list = append(t.list, Thread{Body: body, World: world})
	}
	first := &t.list[t.now]
	switch {
	case world == "" || first.World == world:
	case first.World == "":
		first.World = world
	default:
		t.now = slices.IndexFunc(t.list, func(o Thread) bool { return o.Body == body && o.World == world })
		if t.now < 0 {
			t.now = len(t.list)
			t.list = append(t.list, Thread{Body: body, World: world})
		}
	}
	t.list[t.now].Tasks = append(t.list[t.now].Tasks, one)
}

// Forget takes ended tasks out of the history for good: no reader finds them when it
// returns, and care takes what is left of them off the disk.
func (j *Journal) Forget(ctx context.Context, ids []string) error {
	if err := ctx.Err(); err != nil || len(ids) == 0 {
		return err
	}
	d := drafts.Get().(*draft)
	defer d.put()
	d.reset()
	var err error
	if d.buf, err = appendFact(appendHead(d.buf, ""), factGone, ids); err != nil {
		return err
	}
	d.close(0)
	last, err := j.logged(d)
	if err != nil {
		return err
	}
	if err := j.log.sync(last); err != nil {
		return j.say(err)
	}
	if err := j.keeper.until(ctx, last); err != nil {
		return j.say(err)
	}
	poke(j.careNow)
	return nil
}

// forget takes tasks out of the database, with all that hangs on them, and notes that the
// disk is to be scrubbed of them.
func forget(do executor, ids []string) {
	for _, id := range ids {
		deleteRows(do, id)
		do(noSequence, id)
		do(noDoubt, id)
		do(`DELETE FROM model_calls WHERE task = ?`, id)
		do(`INSERT OR IGNORE INTO gone (task) VALUES (?)`, id)
	}
}

// scrub takes what the disk still holds of forgotten tasks off it. What it cannot do now is
// done the next time. It runs in care alone.
func (j *Journal) scrub(ctx context.Context) error {
	gone := map[string]bool{}
	if err := j.query(ctx, func(db *sql.DB) error {
		return raw(ctx, db, func(r row) error { gone[r.text(0)] = true; return nil }, `SELECT task FROM gone`)
	}); err != nil || len(gone) == 0 {
		return err
	}
	if still, err := j.scrubLog(ctx, gone); err != nil || still {
		return err
	}
	if err := j.vacuum(ctx); err != nil {
		return err
	}
	if err := j.look(ctx, true); err != nil { // the copy of today is made anew
		return err
	}
	errs := j.dropCopies(gone)
	j.countCopies()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return j.writes(func() error {
		return j.transact(ctx, func(_ *sql.Tx, do executor) error {
			for id := range gone {
				do(`DELETE FROM gone WHERE task = ?`, id)
			}
			return nil
		})
	})
}

// dropCopies removes copies of before that name what is gone.
func (j *Journal) dropCopies(gone map[string]bool) (errs []error) {
	copies := copiesIn(j.dir)
	for _, name := range copies[:max(len(copies)-1, 0)] {
		errs = append(errs, removeNaming(name, gone))
	}
	for _, prefix := range [...]string{beforePrefix, asidePrefix} {
		names, err := filepath.Glob(filepath.Join(j.dir, prefix+"*"))
		errs = append(errs, err)
		for _, name := range names {
			errs = append(errs, removeNaming(name, gone))
		}
	}
	return errs
}

// scrubLog ends the log's segment, and empties the records of these tasks in the kept ones.
// still: a segment that is closed is not kept yet.
func (j *Journal) scrubLog(ctx context.Context, gone map[string]bool) (still bool, err error) {
	current, err := j.log.begin()
	if err != nil {
		return false, err
	}
	j.fold()
	if err := j.keepClosed(j.takeFolded()); err != nil {
		return false, err
	}
	numbers, err := segments(j.dir)
	if err != nil {
		return false, err
	}
	if len(numbers) > 0 && numbers[0] < current {
		return true, nil
	}
	list, err := keptSegments(j.dir)
	if err != nil {
		return false, err
	}
	for i := range list {
		k := &list[i]
		if k.indexed && !slices.ContainsFunc(k.Tasks, func(id string) bool { return gone[id] }) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if err := j.scrubSegment(k, gone); err != nil {
			return false, err
		}
	}
	return false, nil
}

// scrubSegment empties the records of tasks that are gone in a segment that is kept.
func (j *Journal) scrubSegment(k *keptSegment, gone map[string]bool) error {
	records := scan(j.readKept(k)).records
	for i := range records {
		if rec := &records[i]; gone[string(rec.owner)] && !rec.broken {
			records[i] = emptied(rec)
		}
	}
	out, err := packed(records, func(r *record) bool { return r.broken })
	if err == nil && out != nil {
		err = writeSynced(k.name, out)
	}
	return err
}

// emptied is a record with its numbers, and with nothing of its task.
func emptied(rec *record) record {
	buf := appendHead(nil, string(rec.owner))
	for rest := rec.payload; len(rest) >= 5; {
		n := min(5+int(binary.LittleEndian.Uint32(rest[1:])), len(rest))
		switch rest[0] {
		case factPlace, factAlive, factVoid, factChanges, factGone:
			buf = append(buf, rest[:n]...)
		}
		rest = rest[n:]
	}
	weigh(buf)
	seal(buf, rec.global, rec.seq)
	out, _ := recordAt(buf)
	return out
}

// begin begins a new segment, and returns its number.
func (l *appender) begin() (int, error) {
	l.syncing.Lock()
	defer l.syncing.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return 0, errClosed
	}
	err := l.rotate()
	return l.number, err
}

// vacuum writes the file anew: what was deleted is in none of its pages then.
func (j *Journal) vacuum(ctx context.Context) error {
	return j.writes(func() error {
		if _, err := j.db.ExecContext(ctx, `VACUUM`); err != nil {
			return err
		}
		return j.checkpoint(ctx, j.db)
	})
}

// removeNaming removes a file that names one of the tasks.
func removeNaming(name string, tasks map[string]bool) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	for id := range tasks {
		if bytes.Contains(data, []byte(id)) {
			return os.Remove(name)
		}
	}
	return nil
}
