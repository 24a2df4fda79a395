package journal

import (
	"context"
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
	// pruneEvery is how often old tasks are looked for.
	pruneEvery = time.Hour
	// pruneChunk is how many tasks go at a time when the file is too large.
	pruneChunk = 50
)

// prune removes worlds beyond the cap, resume tokens and tasks of long ago, and
// the oldest ended tasks while the file is too large. j.writing is held, or j is not shared yet.
func (j *Journal) prune(ctx context.Context, now time.Time) error {
	j.pruned = now
	if err := j.pruneWorlds(ctx); err != nil {
		return err
	}
	if err := j.pruneStops(ctx, now); err != nil {
		return err
	}
	if err := j.pruneModelCalls(ctx, now); err != nil {
		return err
	}
	if _, err := j.db.ExecContext(ctx, `DELETE FROM tokens WHERE at < ?`, now.Add(-keepTokens).UnixNano()); err != nil {
		return err
	}
	if _, err := j.db.ExecContext(ctx, `DELETE FROM tokens WHERE body NOT IN (SELECT body FROM tokens ORDER BY at DESC LIMIT ?)`, maxTokens); err != nil {
		return err
	}
	if _, err := j.db.ExecContext(ctx, `DELETE FROM doubts WHERE task NOT IN (SELECT id FROM tasks WHERE ended = 0)`); err != nil {
		return err
	}
	pruneAside(j.dir, now)
	if err := j.remove(ctx, `SELECT id FROM tasks WHERE ended > 0 AND ended < ?`, now.Add(-keepFor).UnixNano()); err != nil {
		return err
	}
	for {
		size, err := j.size(ctx)
		if err != nil || size <= keepBytes {
			return err
		}
		var ended int
		if err := j.db.QueryRowContext(ctx, `SELECT count(*) FROM tasks WHERE ended > 0`).Scan(&ended); err != nil || ended == 0 {
			return err
		}
		if err := j.remove(ctx, `SELECT id FROM tasks WHERE ended > 0 ORDER BY ended LIMIT ?`, pruneChunk); err != nil {
			return err
		}
	}
}

// size is the room that the file's rows take, in bytes. The log beside it is never
// larger than mostUnfolded and a segment.
func (j *Journal) size(ctx context.Context) (int64, error) {
	var n int64
	err := j.db.QueryRowContext(ctx, `SELECT (p.page_count - f.freelist_count) * s.page_size
		FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s`).Scan(&n)
	return n, err
}

// remove deletes the tasks that the query selects, with all that hangs on
// them, and gives their pages back.
func (j *Journal) remove(ctx context.Context, query string, arg any) error {
	tx, err := j.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	for _, table := range [...]string{"moves", "rounds", "actions", "samples"} {
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE task IN (`+query+`)`, arg); err != nil {
			_ = tx.Rollback()
			return err
		}
	}
	res, err := tx.ExecContext(ctx, `DELETE FROM tasks WHERE id IN (`+query+`)`, arg)
	if err != nil {
		_ = tx.Rollback()
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM sequences WHERE task <> '' AND task NOT IN (SELECT id FROM tasks)`); err != nil {
		_ = tx.Rollback()
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	_, err = j.db.ExecContext(ctx, `PRAGMA incremental_vacuum(2000)`)
	return err
}
