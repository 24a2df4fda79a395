// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Copies of the database are named for their day, and the one that is made before a
// schema changes for the version that it leaves.
const (
	copyPrefix   = "journal-copy-"
	beforePrefix = "journal-before-"
	copySuffix   = ".db"
	partSuffix   = ".part"
	mostCopies   = 2
)

// copiesIn are the copies of a folder, the oldest first.
func copiesIn(dir string) []string {
	names, err := filepath.Glob(filepath.Join(dir, copyPrefix+"*"+copySuffix))
	if err != nil {
		return nil
	}
	slices.Sort(names)
	return names
}

func copyName(dir string, day time.Time) string {
	return filepath.Join(dir, copyPrefix+day.UTC().Format("20060102")+copySuffix)
}

// copyBytes copies so much of a file and brings it to the disk; its sum is that of
// what was read.
func copyBytes(ctx context.Context, to string, from io.ReaderAt, size int64) (sum uint32, err error) {
	f, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	buf := make([]byte, 1<<20)
	for at := int64(0); at < size && err == nil; {
		var n int
		if n, err = from.ReadAt(buf[:min(int64(len(buf)), size-at)], at); n > 0 {
			sum = crc32.Update(sum, castagnoli, buf[:n])
			if _, werr := f.Write(buf[:n]); werr != nil {
				err = werr
			} else if errors.Is(err, io.EOF) {
				err = nil
			}
			at += int64(n)
		}
		err = errors.Join(err, ctx.Err())
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		_ = os.Remove(to)
	}
	return sum, err
}

// copyBefore copies the file before its schema changes and holds the copy against
// what was read. The database's own log must be empty.
func copyBefore(ctx context.Context, dir string, from *os.File, version int64) error {
	name := filepath.Join(dir, fmt.Sprintf("%s%d%s", beforePrefix, version, copySuffix))
	info, err := from.Stat()
	if err != nil {
		return err
	}
	sum, err := copyBytes(ctx, name+partSuffix, from, info.Size())
	if err != nil {
		return err
	}
	made, err := os.Open(name + partSuffix)
	if err != nil {
		return err
	}
	again := crc32.New(castagnoli)
	_, err = io.Copy(again, made)
	if err = errors.Join(err, made.Close()); err == nil && again.Sum32() != sum {
		err = &fault{
			ErrDamaged,
			"the copy that is made before the journal is brought to this version does not hold what was copied; check the disk of " + dir,
			nil,
		}
	}
	if err != nil {
		return errors.Join(err, os.Remove(name+partSuffix))
	}
	if err := os.Rename(name+partSuffix, name); err != nil {
		return err
	}
	return syncFolder(dir)
}

// inspected is what a look at a whole file found.
type inspected struct {
	tasks int
	// damaged are the tasks with rows that are not as they were written; changes: there
	// are such of no task.
	damaged []string
	changes bool
}

// inspect looks at all of a file that nobody writes: at its structure, and at the
// sum of each row of a task. ErrDamaged: the file itself is out of order.
func inspect(ctx context.Context, db *sql.DB) (found inspected, err error) {
	unsummed, err := lacksSums(ctx, db)
	if err != nil {
		return found, err
	}
	var words string
	if err := db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&words); err != nil {
		return found, err
	}
	if words != "ok" {
		return found, &fault{ErrDamaged, words, nil}
	}
	damaged := map[string]bool{}
	for _, t := range taskTables {
		err := raw(ctx, db, func(r row) error {
			if t == tasksTable {
				found.tasks++
			}
			if t.whole(r, unsummed) {
				return nil
			}
			id, ok := r[0].(string)
			if !ok {
				return &fault{ErrDamaged, "a row of " + t.name + " is of no task", nil}
			}
			damaged[id] = true
			return nil
		}, t.read())
		if err != nil {
			return found, err
		}
	}
	found.damaged = slices.Sorted(maps.Keys(damaged))
	found.changes, err = damagedChanges(ctx, db)
	return found, err
}

// damagedChanges reports whether a row of changes is damaged; copies of before have no sums.
func damagedChanges(ctx context.Context, db *sql.DB) (damaged bool, err error) {
	have, err := columnsOf(ctx, db, changesTable.name)
	if err != nil || !slices.Contains(have, "sum") {
		return false, err
	}
	err = raw(ctx, db, func(r row) error {
		damaged = damaged || !wholeChange(r)
		return nil
	}, changesTable.read())
	return damaged, err
}

// lacksSums reports whether a file is of before its rows had sums.
func lacksSums(ctx context.Context, db querier) (bool, error) {
	summed, err := number(ctx, db, `SELECT value FROM meta WHERE name = ?`, metaSummed)
	return summed == 0, err
}

// openStill opens a file that nobody writes while it is read.
func openStill(path string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", still(path))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// inspectFile looks at all of a file that no process has open.
func inspectFile(ctx context.Context, path string) (found inspected, err error) {
	db, err := openStill(path)
	if err != nil {
		return found, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return inspect(ctx, db)
}

// hold keeps the file as it is until release is called: what is committed waits in
// the database's own log. The generation says which file it is.
func (j *Journal) hold(ctx context.Context) (release func(), err error) {
	j.writing.Lock()
	defer j.writing.Unlock()
	if j.closed {
		return nil, errClosed
	}
	if err := j.checkpoint(ctx, j.db); err != nil {
		return nil, err
	}
	if _, err := j.db.ExecContext(ctx, `PRAGMA wal_autocheckpoint = 0`); err != nil {
		return nil, err
	}
	j.held = true
	return func() {
		j.writing.Lock()
		defer j.writing.Unlock()
		j.held = false
		_, _ = j.db.ExecContext(context.Background(), `PRAGMA wal_autocheckpoint = 1000`)
	}, nil
}

// look looks at all of the history and at its copies. Where the day's copy is due
// that is made and looked at instead, which is the same.
func (j *Journal) look(ctx context.Context, copied bool) error {
	began, generation := time.Now(), j.generation.Load()
	release, err := j.hold(ctx)
	if err != nil {
		return err
	}
	j.use.RLock()
	from, still := j.raw, j.still
	j.use.RUnlock()
	name := copyName(j.dir, began)
	if _, err := os.Stat(name); err == nil && !copied {
		found, err := inspect(ctx, still)
		release()
		return j.looked(ctx, found, err, began, generation)
	}
	info, err := from.Stat()
	if err == nil {
		_, err = copyBytes(ctx, name+partSuffix, from, info.Size())
	}
	release()
	if err != nil {
		return j.looked(ctx, inspected{}, fmt.Errorf("copying the history: %w", err), began, generation)
	}
	found, err := inspectFile(ctx, name+partSuffix)
	if err != nil || len(found.damaged) > 0 || found.changes ||
		j.generation.Load() != generation { // another file may have come while it was copied
		_ = os.Remove(name + partSuffix)
	} else if err = os.Rename(name+partSuffix, name); err == nil {
		err = syncFolder(j.dir)
		for list := copiesIn(j.dir); len(list) > mostCopies; list = list[1:] {
			err = errors.Join(err, os.Remove(list[0]))
		}
		if err != nil {
			return err
		}
	}
	return j.looked(ctx, found, err, began, generation)
}

// errMended: the look found damage, which is dealt with.
var errMended = errors.New("the history was damaged and is mended")

// looked deals with what a look found in the file of a generation.
func (j *Journal) looked(ctx context.Context, found inspected, err error, began time.Time, generation uint64) error {
	if j.generation.Load() != generation {
		return errMended // by another, who met it first
	}
	if err == nil && len(found.damaged) > 0 {
		err = &rowsDamaged{found.damaged}
	}
	if err == nil && found.changes {
		err = &changesDamaged{}
	}
	if err != nil {
		if j.heal(ctx, generation, err) {
			return errMended
		}
		return err
	}
	return j.writes(func() error {
		now := time.Now()
		if err := j.transact(ctx, func(_ *sql.Tx, do executor) error {
			do(putMeta, metaVerified, now.UnixNano())
			do(putMeta, metaVerifiedTasks, int64(found.tasks))
			return nil
		}); err != nil {
			return err
		}
		j.trusted.Store(true)
		j.health.note(func(h *Health) { h.Verified, h.Tasks = now, found.tasks })
		j.logger.Info("the history is verified", "tasks", found.tasks, "took", time.Since(began).Round(time.Millisecond))
		return nil
	})
}
