// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"database/sql"
	"time"
)

// KeepStop keeps a stop that a body is to get as soon as it is back (rule 10).
// It implements modbridge.Stops with the two methods that follow.
func (j *Journal) KeepStop(instanceID string) error {
	return j.write(`INSERT OR REPLACE INTO owed (body, at) VALUES (?, ?)`, instanceID, time.Now().UnixNano())
}

// ForgetStop forgets the stop of a body that got it.
func (j *Journal) ForgetStop(instanceID string) error {
	return j.write(`DELETE FROM owed WHERE body = ?`, instanceID)
}

// Stops lists the bodies that are to get a stop, by name.
func (j *Journal) Stops() ([]string, error) {
	var list []string
	err := j.query(context.Background(), func(db *sql.DB) error {
		list = nil
		return raw(context.Background(), db, 1, func(r row) error { list = append(list, r.text(0)); return nil },
			`SELECT body FROM owed ORDER BY body`)
	})
	return list, j.say(err)
}

func (j *Journal) write(query string, args ...any) error {
	j.writing.Lock()
	defer j.writing.Unlock()
	if j.closed {
		return errClosed
	}
	ctx := context.Background()
	generation := j.generation.Load()
	_, err := j.db.ExecContext(ctx, query, args...)
	if err != nil && j.healed(ctx, generation, err) {
		_, err = j.db.ExecContext(ctx, query, args...)
	}
	return j.say(err)
}

// pruneStops forgets stops of bodies that were away for as long as ended tasks
// are kept; j.writing is held, or j is not shared yet.
func (j *Journal) pruneStops(ctx context.Context, now time.Time) error {
	_, err := j.db.ExecContext(ctx, `DELETE FROM owed WHERE at < ?`, now.Add(-keepFor).UnixNano())
	return err
}
