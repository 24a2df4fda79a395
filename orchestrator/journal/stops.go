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
	rows, err := j.db.QueryContext(context.Background(), `SELECT body FROM owed ORDER BY body`)
	if err != nil {
		return nil, j.say(err)
	}
	defer func() { _ = rows.Close() }()
	var list []string
	for rows.Next() {
		var body string
		if err := rows.Scan(&body); err != nil {
			return nil, j.say(err)
		}
		list = append(list, body)
	}
	return list, j.say(rows.Err())
}

func (j *Journal) write(query string, args ...any) error {
	j.writing.Lock()
	defer j.writing.Unlock()
	if j.closed {
		return errClosed
	}
	_, err := j.db.ExecContext(context.Background(), query, args...)
	return j.say(err)
}

// pruneStops forgets stops of bodies that were away for as long as ended tasks
// are kept; j.writing is held, or j is not shared yet.
func (j *Journal) pruneStops(ctx context.Context, now time.Time) error {
	_, err := j.db.ExecContext(ctx, `DELETE FROM owed WHERE at < ?`, now.Add(-keepFor).UnixNano())
	return err
}
