// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"strings"
	"time"
)

// Put keeps the hash of a body's resume token, replacing an earlier one (rule
// 8). Tokens themselves are never stored.
func (j *Journal) Put(instanceID, hash string) error {
	return j.write(`INSERT OR REPLACE INTO tokens (body, hash, at) VALUES (?, ?, ?)`, instanceID, hash, time.Now().UnixNano())
}

// Get returns the kept hash, "" when there is none.
func (j *Journal) Get(instanceID string) (string, error) {
	list, err := listed(context.Background(), j, 0, func(r row) (string, error) { return r.text(0), nil },
		`SELECT hash FROM tokens WHERE body = ?`, instanceID)
	return strings.Join(list, ""), err
}
