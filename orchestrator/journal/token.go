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
	j.writing.Lock()
	defer j.writing.Unlock()
	if j.closed {
		return errClosed
	}
	_, err := j.stmts.token.ExecContext(context.Background(), instanceID, hash, time.Now().UnixNano())
	return j.say(err)
}

// Get returns the kept hash, "" when there is none.
func (j *Journal) Get(instanceID string) (string, error) {
	var hash string
	err := j.db.QueryRowContext(context.Background(), `SELECT hash FROM tokens WHERE body = ?`, instanceID).Scan(&hash)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return hash, j.say(err)
}
