package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
)

// salvage sets a damaged database aside and begins a new one with what can be read
// of it. Tasks that had not ended are in doubt.
func (j *Journal) salvage(ctx context.Context) error {
	j.disconnect()
	name := aside(j.dir, ".db")
	for _, part := range [...]string{"", "-wal"} {
		if err := os.Rename(filepath.Join(j.dir, FileName)+part, name+part); err != nil && !(part != "" && errors.Is(err, os.ErrNotExist)) {
			return &fault{ErrDamaged, fmt.Sprintf("move %s in %s away and start again", FileName, j.dir), err}
		}
	}
	_ = os.Remove(filepath.Join(j.dir, FileName) + "-shm")
	if err := j.connect(ctx, false); err != nil {
		return err
	}
	kept, open, unread, err := j.copyFrom(ctx, name)
	if err != nil {
		return err
	}
	words := "The journal's database was damaged. " + game.Numbered(kept, "task") + " could be read out of it"
	if kept == 0 {
		words = "The journal's database was damaged, and no task could be read out of it"
	}
	if len(unread) > 0 {
		words += fmt.Sprintf("; these could not be read: %s", strings.Join(unread, ", "))
	}
	if len(open) > 0 {
		words += fmt.Sprintf("; those that had not ended wait until you have looked at them and resumed them: %s", list(open))
	}
	j.told = append(j.told, fmt.Sprintf("%s. What was damaged is kept as %s, which the program sqlite3 can look at.", words, name))
	return nil
}

// copyFrom copies the rows of another database that can be read.
func (j *Journal) copyFrom(ctx context.Context, name string) (kept int, open []titled, unread []string, err error) {
	old, err := sql.Open("sqlite", source(name))
	if err != nil {
		return 0, nil, nil, err
	}
	defer func() { _ = old.Close() }()
	old.SetMaxOpenConns(1)
	tx, err := j.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, nil, nil, err
	}
	defer func() { _ = tx.Rollback() }()
	for _, t := range [...]struct{ name, key string }{
		{"tasks", "id"}, {"moves", "rowid"}, {"rounds", "task, round"}, {"actions", "task, seq"}, {"samples", "rowid"}, {"tokens", "body"},
		{"meta", "name"}, {"places", "world, death, dimension, x, y, z"}, {"owed", "body"}, {"model_calls", "id"}, {"sequences", "task"}, {"doubts", "task"},
	} {
		columns, err := columnsOf(ctx, tx, t.name)
		if err != nil {
			return 0, nil, nil, err
		}
		if theirs, err := columnsOf(ctx, old, t.name); err == nil { // an older file has fewer
			columns = slices.DeleteFunc(columns, func(c string) bool { return !slices.Contains(theirs, c) })
		}
		if t.key == "rowid" {
			columns = append(columns, "rowid")
		}
		numbers, err := numbersOf(ctx, tx, t.name)
		if err != nil {
			return 0, nil, nil, err
		}
		take := func(values []any) error {
			for i, c := range columns {
				if _, whole := values[i].(int64); numbers[c] && !whole && values[i] != nil {
					if t.name == "tasks" {
						unread = append(unread, string(textOf(values[slices.Index(columns, "id")])))
					}
					return nil // text where a number was written: its task is in doubt, as all that had not ended
				}
			}
			if t.name == "tasks" {
				var task orchestrator.Task
				i := slices.Index(columns, "data")
				if i < 0 || json.Unmarshal(textOf(values[i]), &task) != nil {
					unread = append(unread, string(textOf(values[slices.Index(columns, "id")])))
					return nil
				}
				if !task.State.Ended() {
					open = append(open, titled{id: task.ID, title: task.Goal})
				}
				kept++
			}
			_, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO `+t.name+` (`+strings.Join(columns, ", ")+`) VALUES (?`+strings.Repeat(", ?", len(columns)-1)+`)`, values...)
			return err
		}
		query := `SELECT ` + strings.Join(columns, ", ") + ` FROM ` + t.name + ` ORDER BY `
		whole, err := rowsOf(ctx, old, query+t.key, len(columns), take)
		if err != nil {
			return 0, nil, nil, err
		}
		if !whole { // from the other end, up to the same damage
			if _, err := rowsOf(ctx, old, query+strings.ReplaceAll(t.key, ",", " DESC,")+" DESC", len(columns), take); err != nil {
				return 0, nil, nil, err
			}
		}
	}
	for _, t := range open {
		if _, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO doubts (task, words) VALUES (?, ?)`, t.id, doubtOther); err != nil {
			return 0, nil, nil, err
		}
	}
	for _, id := range unread {
		for _, table := range [...]string{"moves", "rounds", "actions", "samples", "sequences"} {
			if _, err := tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE task = ?`, id); err != nil {
				return 0, nil, nil, err
			}
		}
	}
	return kept, open, unread, tx.Commit()
}

func textOf(v any) []byte {
	switch v := v.(type) {
	case string:
		return []byte(v)
	case []byte:
		return v
	}
	return nil
}

type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func columnsOf(ctx context.Context, db querier, table string) (columns []string, err error) {
	rows, err := db.QueryContext(ctx, `SELECT name FROM pragma_table_info(?)`, table)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		columns = append(columns, name)
	}
	return columns, rows.Err()
}

// numbersOf are the columns of a table that hold whole numbers.
func numbersOf(ctx context.Context, db querier, table string) (map[string]bool, error) {
	rows, err := db.QueryContext(ctx, `SELECT name FROM pragma_table_info(?) WHERE type = 'INTEGER'`, table)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	out := map[string]bool{}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		out[name] = true
	}
	return out, rows.Err()
}

// rowsOf hands over the rows of a query in a database that may be damaged, up to
// the damage; whole says that there was none. The error is that of take.
func rowsOf(ctx context.Context, db *sql.DB, query string, width int, take func([]any) error) (whole bool, err error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return false, nil //nolint:nilerr // the table cannot be read
	}
	defer func() { _ = rows.Close() }()
	values, to := make([]any, width), make([]any, width)
	for i := range to {
		to[i] = &values[i]
	}
	for rows.Next() {
		if rows.Scan(to...) != nil {
			return false, nil
		}
		if err := take(values); err != nil {
			return false, err
		}
	}
	return rows.Err() == nil, nil
}

// unreadable looks at the tasks that have not ended. Of one that cannot be read
// whole, the rows are set aside in a file: it ends in error when its own row is
// among them, else it is in doubt.
func (j *Journal) unreadable(ctx context.Context) error {
	tasks, err := j.open(ctx)
	if err != nil {
		return err
	}
	for _, o := range tasks {
		if _, err := j.task(ctx, o.id); errors.Is(err, errUnreadable) {
			if err := j.mend(ctx, o.id); err != nil {
				return err
			}
		} else if err != nil {
			return err
		}
	}
	return nil
}

// mend takes what cannot be read of a task out of the database.
func (j *Journal) mend(ctx context.Context, id string) error {
	tx, err := j.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	dump := map[string][]map[string]any{}
	for _, table := range [...]string{"tasks", "moves", "rounds", "actions", "samples"} {
		key := "task"
		if table == "tasks" {
			key = "id"
		}
		columns, err := columnsOf(ctx, tx, table)
		if err != nil {
			return err
		}
		err = each(ctx, tx, func(rows *sql.Rows) error {
			values, to := make([]any, len(columns)), make([]any, len(columns))
			for i := range to {
				to[i] = &values[i]
			}
			if err := rows.Scan(to...); err != nil {
				return err
			}
			row := map[string]any{}
			for i, c := range columns {
				if text, ok := values[i].([]byte); ok {
					values[i] = string(text)
				}
				row[c] = values[i]
			}
			dump[table] = append(dump[table], row)
			return nil
		}, `SELECT `+strings.Join(columns, ", ")+` FROM `+table+` WHERE `+key+` = ?`, id)
		if err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(dump, "", " ")
	if err != nil {
		return err
	}
	name := aside(j.dir, ".json")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		return err
	}
	var data, body string
	if err := tx.QueryRowContext(ctx, `SELECT data, body FROM tasks WHERE id = ?`, id).Scan(&data, &body); err != nil {
		return err
	}
	var t orchestrator.Task
	if json.Unmarshal([]byte(data), &t) != nil || t.ID != id {
		now := time.Now()
		t = orchestrator.Task{ID: id, Body: body, State: orchestrator.StateError, Since: now, Ended: now,
			Reason: fmt.Sprintf("What was written down of this task was damaged and cannot be read. It is kept in %s.", name)}
		text, err := json.Marshal(&t)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE tasks SET state = ?, ended = ?, data = ? WHERE id = ?`, string(t.State), nanos(now), string(text), id); err != nil {
			return err
		}
		j.told = append(j.told, fmt.Sprintf("The task %s of %s cannot be read: the journal was damaged. It has ended, and what was written down of it is kept in %s.", id, body, name))
	} else {
		if _, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO doubts (task, words) VALUES (?, ?)`, id, doubtOwn); err != nil {
			return err
		}
		j.told = append(j.told, fmt.Sprintf("A part of the task %s cannot be read: the journal was damaged. It waits until you have looked at it and resumed it. All that was written down of it is kept in %s.", titled{id: id, title: t.Goal}, name))
	}
	for _, q := range [...]string{
		`DELETE FROM rounds WHERE task = ?1 AND NOT json_valid(plan)`,
		`DELETE FROM samples WHERE task = ?1 AND NOT json_valid(state)`,
		`DELETE FROM actions WHERE task = ?1 AND (round NOT IN (SELECT round FROM rounds WHERE task = ?1) OR NOT (
			json_valid(coalesce(filled, '0')) AND json_valid(coalesce(mark, '0')) AND json_valid(coalesce(failure, '0')) AND
			json_valid(coalesce(result, '0')) AND json_valid(coalesce(gained, '0')) AND json_valid(coalesce(used, '0'))))`,
	} {
		if _, err := tx.ExecContext(ctx, q, id); err != nil {
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	if _, err := j.task(ctx, id); errors.Is(err, errUnreadable) { // valid JSON of another form
		for _, table := range [...]string{"rounds", "actions", "samples"} {
			if _, err := j.db.ExecContext(ctx, `DELETE FROM `+table+` WHERE task = ?`, id); err != nil {
				return err
			}
		}
	}
	return nil
}
