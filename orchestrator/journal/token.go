// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Put keeps the hash of a body's resume token, replacing an earlier one (rule
// 8). Tokens themselves are never stored.
func (j *Journal) Put(instanceID, hash string) error {
	return j.write(`INSERT OR REPLACE INTO tokens (body, hash, at) VALUES (?, ?, ?)`, instanceID, hash, time.Now().UnixNano())
}

// Get returns the kept hash, "" when there is none.
func (j *Journal) Get(instanceID string) (string, error) {
	var hash string
	err := j.query(context.Background(), func(db *sql.DB) error {
		return db.QueryRowContext(context.Background(), `SELECT hash FROM tokens WHERE body = ?`, instanceID).Scan(&hash)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return hash, j.say(err)
}
