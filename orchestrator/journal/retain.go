// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"
)

// What is kept of ended tasks (docs/protocol, Journal and resume).
const (
	keepFor = 7 * 24 * time.Hour
	// keepTokens is for how long a body that has not registered since is known by
	// its resume token. Without it the body is taken as a new one, which is no loss:
	// its session ended long ago.
	keepTokens = 30 * 24 * time.Hour
	// maxTokens is how many resume tokens are kept at most, the newest.
	maxTokens = 16_384
	// keepBytes is the size of the file above which older tasks go.
	keepBytes = 500 << 20
	// pruneChunk is how many tasks go at a time when the file is too large.
	pruneChunk = 50
)

// prune removes worlds beyond the cap, resume tokens and tasks of long ago, and the
// oldest ended tasks while the file is too large. It tells how many tasks it dropped;
// others may use the database in between.
func (j *Journal) prune(ctx context.Context, now time.Time) (err error) {
	dropped, why := 0, ""
	defer func() {
		if dropped > 0 {
			err = errors.Join(err, j.tellDropped(ctx, now, dropped, why))
		}
	}()
	if err := j.pruneRest(ctx, now); err != nil {
		return err
	}
	pruneAside(j.dir, now)
	for {
		n, err := j.remove(ctx, `SELECT id FROM tasks WHERE ended > 0 AND ended < ? LIMIT ?`, now.Add(-keepFor).UnixNano(), pruneChunk)
		if err != nil {
			return err
		}
		if n == 0 {
			break
		}
		dropped, why = dropped+n, "they ended more than 7 days ago"
	}
	for {
		size, err := j.size(ctx)
		if err != nil || size <= j.most {
			return err
		}
		n, err := j.remove(ctx, `SELECT id FROM tasks WHERE ended > 0 ORDER BY number LIMIT ?`, pruneChunk)
		if err != nil || n == 0 {
			return err
		}
		if dropped += n; !strings.Contains(why, "500 MB") {
			why = strings.TrimPrefix(why+", and the oldest because the history has more than 500 MB", ", and ")
		}
	}
}

// tellDropped logs what retention dropped, and keeps how much it was.
func (j *Journal) tellDropped(ctx context.Context, now time.Time, n int, why string) error {
	ctx = context.WithoutCancel(ctx)
	j.logger.Warn("tasks of the history were dropped", "tasks", n, "why", why)
	j.writing.Lock()
	defer j.writing.Unlock()
	var h Health
	j.health.note(func(held *Health) {
		held.Dropped += n
		held.DroppedAt = now
		h = *held
	})
	return j.transact(ctx, func(_ *sql.Tx, do executor) error {
		do(putMeta, metaDropped, int64(h.Dropped))
		do(putMeta, metaDroppedAt, now.UnixNano())
		return nil
	})
}

// pruneRest removes what is of no task.
func (j *Journal) pruneRest(ctx context.Context, now time.Time) error {
	old := now.Add(-keepFor).UnixNano()
	return j.writes(func() error {
		for _, p := range [...]struct {
			query string
			arg   any
		}{
			{`DELETE FROM places WHERE world IN (
				SELECT world FROM places GROUP BY world ORDER BY max(seen) DESC, world LIMIT -1 OFFSET ?)`, keepWorlds},
			{`DELETE FROM owed WHERE at < ?`, old},
			{`DELETE FROM model_calls WHERE began < ?`, old},
			{`DELETE FROM model_calls WHERE id <= (SELECT max(id) FROM model_calls) - ?`, mostCalls},
			{`DELETE FROM changes WHERE at < ? AND action NOT IN (SELECT id FROM actions) AND task NOT IN (SELECT id FROM tasks)`, old},
			{`DELETE FROM changes WHERE id <= (SELECT max(id) FROM changes) - ?`, mostChanges},
			{`DELETE FROM tokens WHERE at < ?`, now.Add(-keepTokens).UnixNano()},
			{`DELETE FROM tokens WHERE body NOT IN (SELECT body FROM tokens ORDER BY at DESC LIMIT ?)`, maxTokens},
		} {
			if _, err := j.db.ExecContext(ctx, p.query, p.arg); err != nil {
				return err
			}
		}
		_, err := j.db.ExecContext(ctx, `DELETE FROM doubts WHERE task NOT IN (SELECT id FROM tasks)`)
		return err
	})
}

// size is the room that the file's rows take, in bytes. The log beside it is never
// larger than mostUnfolded and a segment.
func (j *Journal) size(ctx context.Context) (n int64, err error) {
	err = j.query(ctx, func(db *sql.DB) error {
		n, err = number(ctx, db, `SELECT (p.page_count - f.freelist_count) * s.page_size
			FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s`)
		return err
	})
	return n, err
}

// remove deletes the tasks that the query selects, with all that hangs on them, and
// gives their pages back. It returns how many they were.
func (j *Journal) remove(ctx context.Context, query string, args ...any) (n int, err error) {
	err = j.writes(func() error {
		err := j.transact(ctx, func(tx *sql.Tx, do executor) error {
			ids, err := texts(ctx, tx, query, args...)
			for _, id := range ids {
				deleteRows(do, id)
				do(noSequence, id)
			}
			n = len(ids)
			return err
		})
		if err != nil || n == 0 {
			return err
		}
		_, err = j.db.ExecContext(ctx, `PRAGMA incremental_vacuum(2000)`)
		return err
	})
	return n, err
}
