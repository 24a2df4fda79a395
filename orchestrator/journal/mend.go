// SPDX-License-Identifier: MIT

package journal

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
)

// rowsDamaged: rows of these tasks are not as they were written.
type rowsDamaged struct{ ids []string }

func (*rowsDamaged) Error() string { return errUnreadable.Error() }

func (*rowsDamaged) Unwrap() error { return errUnreadable }

// mostMends is how often a reader that meets damage has it mended: once its rows are
// whole it may turn out that the file is not.
const mostMends = 2

// query runs a reader of the database. When that meets damage, it is mended and
// the reader runs once more. Until the file was looked at nothing is written meanwhile.
func (j *Journal) query(ctx context.Context, read func(*sql.DB) error) error {
	for mends := 0; ; mends++ {
		generation, err := j.reads(read)
		if err == nil || mends == mostMends || !j.heal(ctx, generation, err) {
			return err
		}
	}
}

// reads runs a reader once; the generation is that of the file that it read.
func (j *Journal) reads(read func(*sql.DB) error) (generation uint64, err error) {
	if !j.trusted.Load() {
		j.writing.Lock()
		defer j.writing.Unlock()
	}
	j.use.RLock()
	defer j.use.RUnlock()
	return j.generation.Load(), read(j.db)
}

// heal mends what an error tells of, unless it is no damage; generation is that of
// the file in which it was met. It reports whether to try again.
func (j *Journal) heal(ctx context.Context, generation uint64, err error) bool {
	if !j.isDamage(err) {
		return false
	}
	j.writing.Lock()
	defer j.writing.Unlock()
	return j.healed(ctx, generation, err)
}

// isDamage reports whether an error is one of rows, or of the file.
func (j *Journal) isDamage(err error) bool {
	var e *sqlite.Error
	return errors.Is(err, errUnreadable) || errors.Is(j.say(err), ErrDamaged) || errors.As(err, &e) && e.Code() == lib.SQLITE_ERROR
}

// healed is heal with writing held, or before j is shared.
func (j *Journal) healed(ctx context.Context, generation uint64, err error) bool {
	if j.closed || !j.isDamage(err) || j.shared != nil { // a stream tells a new folder all of it
		return false
	}
	if j.generation.Load() != generation {
		return true // another was here
	}
	ctx = context.WithoutCancel(ctx)
	if rows := (*rowsDamaged)(nil); errors.As(err, &rows) {
		if err = j.mendTasks(ctx, rows.ids); err == nil {
			j.generation.Add(1)
			return true
		}
	}
	if changes := (*changesDamaged)(nil); errors.As(err, &changes) {
		if err = j.mendChanges(ctx); err == nil {
			j.generation.Add(1)
			return true
		}
	}
	if !j.isDamage(err) {
		j.logger.Error("the damaged history could not be mended", "error", err)
		return false
	}
	if err := j.rebuild(ctx); err != nil {
		j.logger.Error("the damaged history could not be built again", "error", err)
		return false
	}
	return true
}

// mendTasks builds damaged tasks again from copies and the log. Of what lies in
// neither the damaged rows are set aside, and it is told.
func (j *Journal) mendTasks(ctx context.Context, ids []string) error {
	copies := copiesIn(j.dir)
	slices.Reverse(copies)
	for _, id := range ids {
		done := false
		for _, name := range append(slices.Clone(copies), "") { // the last time from the log alone
			base, err := takeCopied(ctx, name, id)
			if err != nil {
				j.logger.Warn("a copy of the history cannot be read", "copy", name, "error", err)
				continue
			}
			if done, err = j.restore(ctx, id, base); err != nil {
				return err
			}
			if done {
				j.tell("A part of the task %s was damaged. It is whole again.", id)
				break
			}
		}
		if !done {
			if err := j.mendPart(ctx, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// copied is a task as a copy has it.
type copied struct {
	rows taskRows
	// folded is up to which record the copy goes, seq the task's own last one of these.
	folded uint64
	seq    uint32
}

// takeCopied reads a task in a copy; nothing when that does not have it, or not whole.
func takeCopied(ctx context.Context, name, id string) (c copied, err error) {
	if name == "" {
		return c, nil
	}
	db, err := openStill(name)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	unsummed, err := lacksSums(ctx, db)
	if err != nil {
		return c, err
	}
	rows, err := readRows(ctx, db, id, unsummed)
	if err != nil || rows.damaged > 0 || !rows.parse() {
		return copied{}, err
	}
	folded, seqs, err := position(ctx, db)
	return copied{rows, folded, seqs[id]}, err
}

// restore puts a task in the place of its damaged rows: as a copy has it, and what
// the log has after that. It reports false when something is missing.
func (j *Journal) restore(ctx context.Context, id string, base copied) (bool, error) {
	records, err := j.recordsOf(base.folded, id)
	if err != nil {
		return false, err
	}
	f, lacks, err := follow(ctx, j.db, id, &base, records[id])
	if err != nil || f == nil || lacks != 0 {
		return false, err
	}
	return true, j.transact(ctx, func(_ *sql.Tx, do executor) error {
		deleteRows(do, id)
		putRows(do, &base.rows)
		return putFacts(do, f)
	})
}

// follow takes in what the log has of a task after a base; f is nil when something is missing
// in between. lacks is how many records beyond these the database knows of; less than nothing
// where it knows of less, as when the task's number there is gone.
func follow(ctx context.Context, db querier, id string, base *copied, records []record) (f *facts, lacks int64, err error) {
	f, seq := newFacts(), base.seq
	for i := range records {
		rec := &records[i]
		if base.rows.has() && base.rows.ended() && i == 0 {
			seq = rec.seq - 1 // a copy does not keep the number of what has ended
		}
		if rec.seq != seq+1 || f.add(rec) != nil {
			return nil, 0, nil
		}
		seq = rec.seq
	}
	ended := base.rows.ended()
	if t := f.tasks[id]; t != nil {
		ended = t.State.Ended()
	} else if !base.rows.has() {
		return nil, 0, nil
	}
	f.places, f.alive = nil, 0
	if ended {
		return f, 0, nil
	}
	known, err := number(ctx, db, `SELECT seq FROM sequences WHERE task = ?`, id)
	return f, known - int64(seq), err
}

// recordsOf are the folded records of tasks after that one, in order.
func (j *Journal) recordsOf(after uint64, ids ...string) (map[string][]record, error) {
	left, err := j.everything(after, ids...)
	if err != nil {
		return nil, err
	}
	of := make(map[string][]record, len(ids))
	for _, id := range ids {
		of[id] = nil
	}
	for _, rec := range left.records() {
		list, asked := of[string(rec.owner)]
		if asked && !rec.broken && rec.global > after && rec.global <= j.folded && left.void[rec.global].Global == 0 {
			of[string(rec.owner)] = append(list, rec)
		}
	}
	return of, nil
}

// everything is what the log has after a record: kept segments and those that are
// not kept yet. With tasks named it may leave out what is not of them.
func (j *Journal) everything(after uint64, of ...string) (leftover, error) {
	tasks := make(map[string]bool, len(of))
	for _, id := range of {
		tasks[id] = true
	}
	left, err := readLog(j.dir)
	if err != nil {
		return left, err
	}
	list, err := keptSegments(j.dir)
	if err != nil {
		return left, err
	}
	var old []leftSegment
	for i := range list {
		if !list[i].mayHold(after, tasks) {
			continue
		}
		records := scan(j.readKept(&list[i])).records
		if len(tasks) > 0 { // and nothing holds the rest
			records = slices.DeleteFunc(records, func(r record) bool { return !r.voids() && !tasks[string(r.owner)] })
			for i := range records {
				records[i], _ = recordAt(bytes.Clone(records[i].whole))
			}
		}
		old = append(old, leftSegment{found: found{records: records}})
	}
	left.segments = append(old, left.segments...)
	left.findVoid()
	return left, nil
}

// dumped writes rows of a task, and of changes, to a file that can be read, and returns its name.
func (j *Journal) dumped(all *taskRows, changes []row) (string, error) {
	dump := map[string][]map[string]any{}
	lists := append(slices.Clone(all.rows[:]), changes)
	for i, t := range append(slices.Clone(taskTables), changesTable) {
		for _, r := range lists[i] {
			one := map[string]any{}
			for k, c := range t.columns {
				if b, ok := r[k].(blob); ok {
					one[c] = string(b)
				} else {
					one[c] = r[k]
				}
			}
			dump[t.name] = append(dump[t.name], one)
		}
	}
	text, err := json.MarshalIndent(dump, "", " ")
	if err != nil {
		return "", err
	}
	name := aside(j.dir, ".json")
	return name, os.WriteFile(name, text, 0o600)
}

// mendPart takes what cannot be read of a task out of the database: all of it is
// set aside in a file. It ends in error when its own row is among that.
func (j *Journal) mendPart(ctx context.Context, id string) error {
	all, err := readRows(ctx, j.db, id, !j.summed.Load())
	if err != nil {
		return err
	}
	if !all.any(!j.summed.Load()) {
		return &fault{ErrDamaged, "rows are of a task that is none", nil}
	}
	return j.putPart(ctx, id, all)
}

// putPart writes what is whole of a task's rows, in their place, and tells of the rest.
func (j *Journal) putPart(ctx context.Context, id string, all taskRows) error {
	name, err := j.dumped(&all, nil)
	if err != nil {
		return err
	}
	body := ""
	if all.has() {
		body = all.rows[0][0].text(1)
	}
	all.sort(!j.summed.Load())
	for i, t := range taskTables { // what has its sum and cannot be read
		all.rows[i] = slices.DeleteFunc(all.rows[i], func(r row) bool { return !t.parses(r) })
	}
	var t orchestrator.Task
	words := doubtLost
	switch {
	case !all.has():
		now := time.Now()
		t = orchestrator.Task{
			ID: id, Body: body, Policy: orchestrator.Replan, State: orchestrator.StateError, Since: now, Created: now, Ended: now,
			Reason: fmt.Sprintf("What was written down of this task was damaged and cannot be read. It is kept in %s.", name),
		}
		data, err := json.Marshal(&t)
		if err != nil {
			return err
		}
		all = taskRows{number: all.number}
		all.rows[0] = []row{{id, body, string(t.State), now.UnixNano(), string(data), nil}}
		j.tell("The task %s of %s cannot be read: the journal was damaged. It has ended, and what was written down of it is kept in %s.",
			id, body, name)
	default:
		_ = json.Unmarshal([]byte(all.rows[0][0].text(4)), &t)
		next := "It had ended, and how is kept."
		if !all.ended() {
			words, next = doubtOwn, "It waits until you have looked at it and resumed it."
		}
		j.tell("A part of the task %s cannot be read: the journal was damaged. %s All that was written down of it is kept in %s.",
			titled{id: id, title: t.Goal}, next, name)
	}
	// Of a plan that is lost the actions say nothing.
	rounds := map[int64]bool{}
	for _, r := range all.rows[2] {
		rounds[r.number(1)] = true
	}
	all.rows[3] = slices.DeleteFunc(all.rows[3], func(r row) bool { return !rounds[r.number(3)] })
	return j.transact(ctx, func(_ *sql.Tx, do executor) error {
		deleteRows(do, id)
		putRows(do, &all)
		do(putDoubt, id, words)
		return nil
	})
}

// rebuild sets a damaged database aside and makes one of the newest copy that is in
// order, of what the log has after it, and of what else can still be read. writing
// is held, or j is not shared yet.
func (j *Journal) rebuild(ctx context.Context) error {
	j.use.Lock()
	defer j.use.Unlock()
	j.generation.Add(1)
	_ = j.disconnect() // it is damaged
	name := aside(j.dir, ".db")
	if err := j.putAside(name); err != nil {
		return err
	}
	_ = os.Remove(filepath.Join(j.dir, FileName) + "-shm")
	from, err := j.restoreCopy(ctx)
	if err != nil {
		return err
	}
	if err := j.connect(ctx); err != nil {
		return err
	}
	folded, _, err := position(ctx, j.db)
	if err != nil {
		return err
	}
	left, err := j.everything(folded)
	if err != nil {
		return err
	}
	old := j.salvage(ctx, name, left.told())
	if err := j.adopt(ctx, &old); err != nil {
		return err
	}
	if j.recovered {
		left.cut(j.folded)
	} else { // what the last process left is recover's, which tells of what it lost
		left.segments = slices.DeleteFunc(left.segments, func(s leftSegment) bool { return s.number > 0 })
	}
	if first := left.first(); folded == 0 && first > 0 {
		folded = first - 1
	}
	if _, err := j.replay(ctx, &left, folded, nil, old.whole); err != nil {
		return err
	}
	if err := j.putParts(ctx, old.parts); err != nil {
		return err
	}
	j.trusted.Store(true)
	return j.tellRebuilt(ctx, from, &old, name)
}

// putAside moves the damaged file away.
func (j *Journal) putAside(name string) error {
	for _, part := range [...]string{"", "-wal"} {
		if err := os.Rename(filepath.Join(j.dir, FileName)+part, name+part); err != nil && (part == "" || !errors.Is(err, os.ErrNotExist)) {
			return &fault{ErrDamaged, fmt.Sprintf("move %s in %s away and start again", FileName, j.dir), err}
		}
	}
	return nil
}

// putParts puts in what is left of tasks that are nowhere whole.
func (j *Journal) putParts(ctx context.Context, parts map[string]taskRows) error {
	for _, id := range slices.Sorted(maps.Keys(parts)) {
		there, err := number(ctx, j.db, `SELECT count(*) FROM tasks WHERE id = ?`, id)
		if err == nil && there == 0 {
			err = j.putPart(ctx, id, parts[id])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// tellRebuilt tells what a rebuilt database is made of.
func (j *Journal) tellRebuilt(ctx context.Context, from string, old *salvaged, name string) error {
	n, err := number(ctx, j.db, `SELECT count(*) FROM tasks`)
	if err != nil {
		return err
	}
	made := "its log and what could still be read of it"
	if from != "" {
		made = fmt.Sprintf("its copy %s and its log", filepath.Base(from))
	}
	words := fmt.Sprintf("The journal's database was damaged. It was made anew from %s, with %s", made, game.Numbered(int(n), "task"))
	if len(old.open) > 0 {
		words += fmt.Sprintf(
			"; of these could only be read what the damaged file still had, and they wait until you have looked at them and resumed them: %s",
			list(old.open),
		)
	}
	if len(old.ended) > 0 {
		words += fmt.Sprintf("; of these that had ended a part may be missing: %s", strings.Join(old.ended, ", "))
	}
	if len(old.strays) > 0 {
		words += fmt.Sprintf("; nothing can be read of what was written down as of %q", old.strays)
	}
	j.tell("%s. What was damaged is kept as %s, which the program sqlite3 can look at.", words, name)
	return nil
}

// restoreCopy puts the newest copy that is in order in the database's place, and
// returns its name; none when there is none.
func (j *Journal) restoreCopy(ctx context.Context) (string, error) {
	copies := copiesIn(j.dir)
	slices.Reverse(copies)
	for _, name := range copies {
		found, err := inspectFile(ctx, name)
		if err != nil || len(found.damaged) > 0 {
			j.logger.Warn("a copy of the history is damaged too", "copy", name, "error", err)
			continue
		}
		f, err := os.Open(name)
		if err != nil {
			continue
		}
		info, err := f.Stat()
		if err == nil {
			_, err = copyBytes(ctx, filepath.Join(j.dir, FileName), f, info.Size())
		}
		return name, errors.Join(err, f.Close())
	}
	return "", nil
}

// salvaged is what could still be read of a damaged database.
type salvaged struct {
	// whole are tasks all of whose rows are as they were written, with the record up to
	// which; parts are others.
	whole map[string]uint64
	rows  map[string]taskRows
	parts map[string]taskRows
	seqs  map[string]uint32
	// open and ended are those of whole: rows of them may be missing all the same.
	open  []titled
	ended []string
	// strays are names of which no row is as it was written.
	strays []string
	// small are the rows of the tables that are of no task.
	small map[string][]row
}

// smallTables are those that are of no task, with their columns.
var smallTables = []*rowTable{
	{name: "tokens", columns: []string{"body", "hash", "at"}},
	{name: "owed", columns: []string{"body", "at"}},
	{name: "places", columns: strings.Fields("world death dimension x y z kind name ours sighted seen contents")},
	changesTable,
	{name: "gone", columns: []string{"task"}},
	{name: "model_calls", columns: strings.Fields("id " + callColumns)},
}

// readSmall reads the tables that belong to no task, each up to its damage.
func (s *salvaged) readSmall(ctx context.Context, old *sql.DB) {
	for _, t := range smallTables {
		_ = raw(ctx, old, func(r row) error {
			if t.name != changesTable.name || wholeChange(r) {
				s.small[t.name] = append(s.small[t.name], r)
			}
			return nil
		}, t.read())
	}
}

// salvageRows are the rows of tasks that can be read, by task: from one end of each table, and
// where damage ends that, from the other.
func salvageRows(ctx context.Context, old *sql.DB, have map[string][]string, unsummed bool) map[string]*taskRows {
	found := map[string]*taskRows{}
	for i, t := range taskTables { // not by indexes: what these do not have would go missing
		take := func(r row) {
			id := r.text(0)
			if found[id] == nil {
				found[id] = &taskRows{}
			}
			if !t.whole(r, unsummed) {
				found[id].damaged++
			}
			found[id].rows[i] = append(found[id].rows[i], r)
		}
		query := t.readOf(have[t.name]) + ` NOT INDEXED`
		if raw(ctx, old, func(r row) error { take(r); return nil }, query) == nil {
			continue
		}
		var rest []row // from the other end, up to the same damage
		_ = raw(ctx, old, func(r row) error { rest = append(rest, r); return nil },
			query+` ORDER BY `+strings.ReplaceAll(t.scan, ",", " DESC,")+` DESC`)
		for _, r := range slices.Backward(rest) {
			take(r)
		}
	}
	delete(found, "")
	_ = raw(ctx, old, func(r row) error {
		if one := found[r.text(0)]; one != nil {
			one.number = r.number(1)
		}
		return nil
	}, `SELECT id, number FROM tasks NOT INDEXED`)
	return found
}

// salvage reads what it can of a damaged database, through SQLite: tasks that the
// new one does not have, nor the log from their beginning.
func (j *Journal) salvage(ctx context.Context, name string, logged map[string]bool) salvaged {
	out := salvaged{whole: map[string]uint64{}, rows: map[string]taskRows{}, parts: map[string]taskRows{}, small: map[string][]row{}}
	old, err := sql.Open("sqlite", source(name))
	if err != nil {
		return out
	}
	defer func() { _ = old.Close() }()
	old.SetMaxOpenConns(1)
	out.readSmall(ctx, old)
	have := map[string][]string{}
	for _, t := range taskTables {
		have[t.name], _ = columnsOf(ctx, old, t.name)
	}
	unsummed := !slices.Contains(have["tasks"], "sum")
	if lacks, err := lacksSums(ctx, old); err == nil && lacks {
		unsummed = true
	}
	folded, seqs, err := position(ctx, old)
	known := err == nil
	out.seqs = seqs
	found := salvageRows(ctx, old, have, unsummed)
	_ = raw(ctx, j.db, func(r row) error { delete(found, r.text(0)); return nil }, `SELECT id FROM tasks`)
	for id, rows := range found {
		switch {
		case logged[id]:
		case !rows.any(unsummed): // the name itself may be damaged
			out.strays = append(out.strays, id)
		case rows.damaged == 0 && rows.has() && rows.parse() && (rows.ended() || known):
			out.whole[id], out.rows[id] = folded, *rows
			if rows.ended() {
				out.ended = append(out.ended, id)
				continue
			}
			var t orchestrator.Task
			_ = json.Unmarshal([]byte(rows.rows[0][0].text(4)), &t)
			out.open = append(out.open, titled{id: id, title: t.Goal})
		default:
			out.parts[id] = *rows
		}
	}
	slices.SortFunc(out.open, func(a, b titled) int { return strings.Compare(a.id, b.id) })
	slices.Sort(out.ended)
	slices.Sort(out.strays)
	return out
}

// adopt writes what was salvaged whole into the new database; tasks that had not
// ended are in doubt.
func (j *Journal) adopt(ctx context.Context, old *salvaged) error {
	return j.transact(ctx, func(tx *sql.Tx, do executor) error {
		for _, t := range smallTables {
			for _, r := range old.small[t.name] {
				_, _ = tx.ExecContext(ctx, t.insert(`INSERT OR REPLACE`), r...) // one that does not fit is of no use
			}
		}
		for id, rows := range old.rows {
			putRows(do, &rows)
			if rows.ended() {
				do(putDoubt, id, doubtEnded)
				continue
			}
			do(putDoubt, id, doubtOther)
			do(putSequence, id, old.seqs[id])
		}
		return nil
	})
}

func columnsOf(ctx context.Context, db querier, name string) ([]string, error) {
	return texts(ctx, db, `SELECT name FROM pragma_table_info(?)`, name)
}
