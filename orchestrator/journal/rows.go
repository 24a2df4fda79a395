// SPDX-License-Identifier: MIT

package journal

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
)

// rowTable is a table that holds rows of tasks. Each row has a sum over its columns, which
// every read checks.
type rowTable struct {
	name, key string
	columns   []string
	// types has a letter a column: t a text, o one that may be missing, i a number.
	types string
	// order of a task's rows, and of all as they lie in the file.
	order, scan string
}

var (
	tasksTable   = newTable("tasks", "id body state ended data", "tttit", "id", "id")
	movesTable   = newTable("moves", "task at state round reason", "titit", "rowid", "rowid")
	roundsTable  = newTable("rounds", "task round revision at why plan error", "tiiittt", "round", "task, round")
	actionsTable = newTable("actions",
		"task seq id round idx filled mark started ended how verdict reason failure result gained again used", "titiiooiiooooooio", "seq",
		"task, seq")
	samplesTable = newTable("samples", "task at state", "tit", "rowid", "rowid")
	taskTables   = []*rowTable{tasksTable, movesTable, roundsTable, actionsTable, samplesTable}
)

func newTable(name, columns, types, order, scan string) *rowTable {
	list := strings.Fields(columns)
	return &rowTable{name: name, key: list[0], columns: list, types: types, order: order, scan: scan}
}

// summed are the columns, with the sum of a table that has types.
func (t *rowTable) summed() []string {
	list := slices.Clone(t.columns)
	if t.types != "" {
		list = append(list, "sum")
	}
	return list
}

// read is the beginning of a query of rows with their sums.
func (t *rowTable) read() string { return t.readOf(nil) }

// readOf is the same for a table of an older file that has these columns, if any are
// named.
func (t *rowTable) readOf(have []string) string {
	list := t.summed()
	for i, c := range list {
		if len(have) == 0 || slices.Contains(have, c) {
			continue
		}
		list[i] = "NULL AS " + c
		if i < len(t.types) && t.types[i] == 'i' {
			list[i] = "0 AS " + c
		}
	}
	return "SELECT " + strings.Join(list, ", ") + " FROM " + t.name
}

// insert is the statement that puts in a row with its sum, and more columns.
func (t *rowTable) insert(verb string, more ...string) string {
	columns := append(t.summed(), more...)
	return fmt.Sprintf(`%s INTO %s (%s) VALUES (?%s)`, verb, t.name, strings.Join(columns, ", "), strings.Repeat(", ?", len(columns)-1))
}

// row is one of a table, in the order of its columns, with its sum at the end.
type row []any

func (r row) text(i int) string {
	s, _ := r[i].(string)
	return s
}

func (r row) number(i int) int64 {
	n, _ := r[i].(int64)
	return n
}

// parse reads a JSON text, where there is one.
func (r row) parse(i int, to any) error {
	if text, ok := r[i].(string); ok {
		if err := json.Unmarshal([]byte(text), to); err != nil {
			return fmt.Errorf("%w: %w", errUnreadable, err)
		}
	}
	return nil
}

// sum is that of the columns of a row.
func (t *rowTable) sum(r row) int64 {
	buf := make([]byte, 0, 1024)
	for i := range t.columns {
		switch v := r[i].(type) {
		case string:
			buf = binary.LittleEndian.AppendUint32(append(buf, 't'), uint32(len(v)))
			buf = append(buf, v...)
		case int64:
			buf = binary.LittleEndian.AppendUint64(append(buf, 'i'), uint64(v))
		default:
			buf = append(buf, 0)
		}
	}
	return int64(crc32.Checksum(buf, castagnoli))
}

// whole reports whether a row is as it was written. One of an older journal has no
// sum until it was looked at: of it is known whether it can be read.
func (t *rowTable) whole(r row, unsummed bool) bool {
	for i, kind := range t.types {
		switch r[i].(type) {
		case string:
			if kind == 'i' {
				return false
			}
		case int64:
			if kind != 'i' {
				return false
			}
		default:
			if r[i] != nil || kind != 'o' {
				return false
			}
		}
	}
	sum, ok := r[len(t.columns)].(int64)
	if !ok {
		return unsummed && r[len(t.columns)] == nil && t.parses(r)
	}
	return sum == t.sum(r)
}

// args are a row with its sum, for a statement.
func (t *rowTable) args(values ...any) []any { return append(values, t.sum(values)) }

type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// raw hands over the rows of a query, as they are.
func raw(ctx context.Context, db querier, take func(row) error, query string, args ...any) (err error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, rows.Close()) }()
	columns, err := rows.Columns()
	for err == nil && rows.Next() {
		r, to := make(row, len(columns)), make([]any, len(columns))
		for i := range to {
			to[i] = &r[i]
		}
		if err = rows.Scan(to...); err != nil {
			return err
		}
		for i, v := range r {
			if b, ok := v.([]byte); ok { // a blob, which nothing writes: its text is kept with what is damaged
				r[i] = blob(b)
			}
		}
		err = take(r)
	}
	return cmp.Or(err, rows.Err())
}

// number is what a query of one number finds, 0 for none.
func number(ctx context.Context, db querier, query string, args ...any) (n int64, err error) {
	err = raw(ctx, db, func(r row) error { n = r.number(0); return r.numbers(0, 1) }, query, args...)
	return n, err
}

// texts are the rows of a query of one text.
func texts(ctx context.Context, db querier, query string, args ...any) (list []string, err error) {
	err = raw(ctx, db, func(r row) error { list = append(list, r.text(0)); return nil }, query, args...)
	return list, err
}

// listed reads the rows of a query once the history has all up to a record; one makes of a
// row what it is, and reports damage.
func listed[T any](
	ctx context.Context, j *Journal, last uint64, one func(row) (T, error), query string, args ...any,
) (list []T, err error) {
	if err := j.keeper.until(ctx, last); err != nil {
		return nil, err
	}
	err = j.query(ctx, func(db *sql.DB) error {
		list = nil
		return raw(ctx, db, func(r row) error {
			v, err := one(r)
			list = append(list, v)
			return err
		}, query, args...)
	})
	return list, j.say(err)
}

// blob is what no column holds unless it was damaged.
type blob []byte

// rowsOf are the rows of a task in a table; damaged counts those that are not as they
// were written, which are among them.
func (t *rowTable) rowsOf(ctx context.Context, db querier, id string, unsummed bool) (rows []row, damaged int, err error) {
	err = raw(ctx, db, func(r row) error {
		if !t.whole(r, unsummed) {
			damaged++
		}
		rows = append(rows, r)
		return nil
	}, t.readOf(nil)+" WHERE "+t.key+" = ? ORDER BY "+t.order, id)
	return rows, damaged, err
}

// taskRows are all rows of a task, by table.
type taskRows struct {
	number int64
	rows   [5][]row
	// damaged counts the rows that are not as they were written.
	damaged int
}

// readRows reads all rows of a task; it has none when the first list is empty. On
// an error it has what could be read.
func readRows(ctx context.Context, db querier, id string, unsummed bool) (all taskRows, err error) {
	for i, t := range taskTables {
		rows, n, fault := t.rowsOf(ctx, db, id, unsummed)
		all.rows[i] = rows
		all.damaged += n
		err = errors.Join(err, fault)
	}
	if err != nil {
		return all, err
	}
	err = raw(ctx, db, func(r row) error { all.number = r.number(0); return nil }, `SELECT number FROM tasks WHERE id = ?`, id)
	return all, err
}

// has reports whether there is a row of the task itself.
func (a *taskRows) has() bool { return len(a.rows[0]) == 1 }

// any reports whether a row of the task is as it was written.
func (a *taskRows) any(unsummed bool) bool {
	for i, t := range taskTables {
		if slices.ContainsFunc(a.rows[i], func(r row) bool { return t.whole(r, unsummed) }) {
			return true
		}
	}
	return false
}

// ended reports whether the task had ended.
func (a *taskRows) ended() bool { return a.has() && a.rows[0][0].number(3) != 0 }

// parses reports whether a row can be read. A row of a task's parts is read beside
// one of a task without a name.
func (t *rowTable) parses(r row) bool {
	all := taskRows{rows: [5][]row{{{"", "", "", int64(0), "{}", nil}}}}
	all.rows[slices.Index(taskTables, t)] = []row{r}
	return all.parse()
}

// parse reports whether a task can be read.
func (a *taskRows) parse() bool {
	var rec orchestrator.Record
	return a.record(&rec) == nil
}

// prove has the row of a task that ended say what became of each clause, as later ones
// do: a list reads no more of a task than its row.
func (a *taskRows) prove() error {
	var rec orchestrator.Record
	if a.record(&rec) != nil || !rec.Task.State.Ended() || rec.Task.Proven != nil || rec.Task.Baseline == nil {
		return nil
	}
	rec.Close()
	now := &game.State{}
	if n := len(rec.Samples); n > 0 {
		now = &rec.Samples[n-1].State
	}
	rec.Task.Proven = rec.Task.Reading.Proven(now, rec.Credits())
	data, err := json.Marshal(&rec.Task)
	if err != nil {
		return err
	}
	a.rows[0][0][4] = string(data)
	return nil
}

// sort drops the rows that are not as they were written.
func (a *taskRows) sort(unsummed bool) {
	for i, t := range taskTables {
		a.rows[i] = slices.DeleteFunc(a.rows[i], func(r row) bool { return !t.whole(r, unsummed) })
	}
}

// deleteRows removes all rows of a task.
func deleteRows(do executor, id string) {
	for _, t := range taskTables {
		do(`DELETE FROM `+t.name+` WHERE `+t.key+` = ?`, id)
	}
}

// putRows writes all rows of a task, with sums of their own.
func putRows(do executor, all *taskRows) {
	for i, put := range [...]string{putTask, putMove, putRound, putAction, putSample} {
		t := taskTables[i]
		for _, r := range all.rows[i] {
			args := t.args(r[:len(t.columns):len(t.columns)]...)
			if t == tasksTable {
				args = append(args, all.number)
			}
			do(put, args...)
		}
	}
}
