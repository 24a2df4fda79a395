package journal

import (
	"context"
	"database/sql"
	"time"

	"github.com/minehand/minehand/orchestrator"
)

// appendOwed writes the stops that bodies are owed, and takes away what they
// got.
func appendOwed(ctx context.Context, tx *sql.Tx, rows []orchestrator.Debt) error {
	for i := range rows {
		d := &rows[i]
		var err error
		if d.At.IsZero() {
			_, err = tx.ExecContext(ctx, `DELETE FROM owed WHERE body = ?`, d.Body)
		} else {
			_, err = tx.ExecContext(ctx, `INSERT OR REPLACE INTO owed (body, at) VALUES (?, ?)`, d.Body, nanos(d.At))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Debts implements orchestrator.Debts.
func (j *Journal) Debts(ctx context.Context) ([]orchestrator.Debt, error) {
	rows, err := j.db.QueryContext(ctx, `SELECT body, at FROM owed ORDER BY body`)
	if err != nil {
		return nil, j.say(err)
	}
	defer func() { _ = rows.Close() }()
	var list []orchestrator.Debt
	for rows.Next() {
		var d orchestrator.Debt
		var at int64
		if err := rows.Scan(&d.Body, &at); err != nil {
			return nil, j.say(err)
		}
		d.At = moment(at)
		list = append(list, d)
	}
	return list, j.say(rows.Err())
}

// pruneOwed forgets stops of bodies that were away for as long as ended tasks
// are kept; j.writing is held, or j is not shared yet.
func (j *Journal) pruneOwed(ctx context.Context, now time.Time) error {
	_, err := j.db.ExecContext(ctx, `DELETE FROM owed WHERE at < ?`, now.Add(-keepFor).UnixNano())
	return err
}
