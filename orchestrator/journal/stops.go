// SPDX-License-Identifier: MIT

package journal

import (
	"context"
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
	return listed(context.Background(), j, 0, func(r row) (string, error) { return r.text(0), nil }, `SELECT body FROM owed ORDER BY body`)
}

func (j *Journal) write(query string, args ...any) error {
	return j.say(j.writes(func() error {
		ctx := context.Background()
		generation := j.generation.Load()
		_, err := j.db.ExecContext(ctx, query, args...)
		if err != nil && j.healed(ctx, generation, err) {
			_, err = j.db.ExecContext(ctx, query, args...)
		}
		return err
	}))
}
