// SPDX-License-Identifier: MIT

package journal

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
)

// leftover is the log as the last process left it.
type leftover struct {
	dir      string
	segments []leftSegment
	// void are the records whose callers were told that they are not kept.
	void map[uint64]voided
}

type leftSegment struct {
	number int
	data   []byte
	// headless: its head is damaged.
	headless bool
	found
}

// readLog reads the segments of a folder. A newer one is ErrNewer. Who reads kept segments
// too reads them after it: one that is kept meanwhile is in neither else.
func readLog(dir string) (leftover, error) {
	left := leftover{dir: dir}
	numbers, err := segments(dir)
	if err != nil {
		return left, err
	}
	for _, n := range numbers {
		name := filepath.Join(dir, segmentName(n))
		data, err := os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) { // it was kept meanwhile, and is read there
			continue
		}
		if err != nil {
			return left, &fault{ErrReadOnly, fmt.Sprintf("let this user read %s, or choose another folder with --data-dir", name), err}
		}
		s := leftSegment{number: n, data: data}
		var body []byte
		switch version := versionOf(data); {
		case version > logVersion:
			return left, fmt.Errorf(
				"%w: the log in %s has version %d and this program knows %d; update Minehand, or choose another folder with --data-dir", ErrNewer,
				dir, version, logVersion)
		case version == 0:
			// A process that was killed as it made the file wrote nothing into it.
			s.headless = len(data) > 0
			body = data[min(segmentHead, len(data)):]
		default:
			body = data[segmentHead:]
		}
		s.found = scan(body)
		if s.headless && len(data) < segmentHead {
			s.open = true // it is cut off
		}
		left.segments = append(left.segments, s)
	}
	return left, nil
}

// loss is what a log has lost since the database was last brought up to it.
type loss struct {
	// records that are missing, by their owner; the values count them.
	records map[string]int
	// unknown: more is missing, and nobody knows whose it was.
	unknown bool
	// bytes that are part of no whole record.
	bytes int
	// harmless: bytes are damaged, and the database had all that they held.
	harmless bool
}

// records are all of a log in order, each once: the whole one where a segment that
// failed has a damaged one too.
func (left *leftover) records() []record {
	var list []record
	for i := range left.segments {
		list = append(list, left.segments[i].records...)
	}
	slices.SortStableFunc(list, func(a, b record) int {
		switch {
		case a.global != b.global:
			return cmp.Compare(a.global, b.global)
		case a.broken == b.broken:
			return 0
		case a.broken:
			return 1
		}
		return -1
	})
	return slices.CompactFunc(list, func(a, b record) bool { return a.global == b.global })
}

// findVoid notes the records whose callers were told that they are not kept.
func (left *leftover) findVoid() {
	left.void = map[uint64]voided{}
	for i := range left.segments {
		for _, rec := range left.segments[i].records {
			if rec.broken || !rec.voids() {
				continue
			}
			var list []voided
			if json.Unmarshal(rec.payload[5:], &list) == nil {
				for _, v := range list {
					left.void[v.Global] = v
				}
			}
		}
	}
}

// voids reports whether a record names others that are not kept.
func (r *record) voids() bool {
	return len(r.owner) == 0 && len(r.payload) >= 5 && r.payload[0] == factVoid
}

// told are the tasks that a log tells of from their beginning, without a gap.
func (left *leftover) told() map[string]bool {
	seqs := map[string]uint32{}
	gaps := map[string]bool{}
	for _, rec := range left.records() {
		owner := string(rec.owner)
		if rec.broken || rec.seq != seqs[owner]+1 {
			gaps[owner] = true
		}
		seqs[owner] = rec.seq
	}
	whole := map[string]bool{}
	for owner := range seqs {
		whole[owner] = !gaps[owner]
	}
	return whole
}

// cut leaves out what comes after a record.
func (left *leftover) cut(last uint64) {
	for i := range left.segments {
		s := &left.segments[i]
		s.records = slices.DeleteFunc(s.records, func(r record) bool { return r.global > last })
		s.open, s.damaged, s.headless = false, 0, false
	}
}

// gather takes the facts after the record folded out of a log, and compares the
// sequences with what they were up to there. Of the tasks of had all facts up to a
// record are known already.
func (left *leftover) gather(folded uint64, seqs map[string]uint32, had map[string]uint64) (*facts, loss) {
	f, lost := newFacts(), loss{records: map[string]int{}}
	maps.Copy(f.seqs, seqs)
	f.last = folded
	missing, explained := 0, 0
	void := slices.Sorted(maps.Keys(left.void))
	for i := range left.segments {
		lost.bytes += left.segments[i].damaged
	}
	for _, rec := range left.records() {
		if rec.global <= f.last {
			continue
		}
		for _, g := range void { // what was withdrawn is not missing
			if v := left.void[g]; g > f.last && g < rec.global {
				missing--
				if v.Seq == f.seqs[v.Owner]+1 {
					f.seqs[v.Owner] = v.Seq
				}
			}
		}
		owner := string(rec.owner)
		missing += int(rec.global - f.last - 1)
		if _, ok := left.void[rec.global]; ok || rec.global <= had[owner] {
			f.seqs[owner], f.last = rec.seq, rec.global
			continue
		}
		if before := f.seqs[owner]; rec.seq > before+1 {
			lost.records[owner] += int(rec.seq - before - 1)
			explained += int(rec.seq - before - 1)
		}
		if rec.broken || f.add(&rec) != nil {
			lost.records[owner]++
			f.seqs[owner], f.last = rec.seq, rec.global
		}
	}
	if n := len(left.segments); n > 0 && left.segments[n-1].open {
		lost.unknown = true
	}
	lost.unknown = lost.unknown || missing > explained
	lost.harmless = !lost.unknown && len(lost.records) == 0
	return f, lost
}

// replay brings a log into the database, with what was lost of it.
func (j *Journal) replay(ctx context.Context, left *leftover, folded uint64, aside []string, had map[string]uint64) (*facts, error) {
	_, seqs, err := position(ctx, j.db)
	if err != nil {
		return nil, err
	}
	f, lost := left.gather(folded, seqs, had)
	if f.last > folded || !lost.harmless {
		if err := j.commit(ctx, f, func(tx *sql.Tx, do executor) error { return j.account(ctx, tx, do, lost, aside) }); err != nil {
			return nil, err
		}
	}
	if lost.harmless && lost.bytes > 0 {
		j.tell("%d bytes of the journal's log were damaged; nothing is lost, because all that they held was kept already. "+
			"The damaged file is %s.", lost.bytes, strings.Join(aside, ", "))
	}
	return f, nil
}

// staleAfter are the files of segments whose facts the database has, which an appender numbers
// its own after.
func (j *Journal) staleAfter(left *leftover, l *appender) (stale []string) {
	for i := range left.segments {
		if n := left.segments[i].number; n > 0 {
			l.number = max(l.number, n)
			stale = append(stale, filepath.Join(j.dir, segmentName(n)))
		}
	}
	return stale
}

// recover brings what the log has into the database, tells what was lost, and begins
// a segment for this process. What the database has not of the kept segments, as
// one that was put back from elsewhere, comes from there.
func (j *Journal) recover(ctx context.Context, left leftover) error {
	if of, err := j.streamOf(ctx); err != nil || of != 0 {
		return cmp.Or(err, error(errShared))
	}
	folded, _, err := position(ctx, j.db)
	if err != nil {
		return err
	}
	old, err := keptSegments(j.dir)
	if err != nil {
		return err
	}
	j.unfolded(&left, old, folded)
	left.findVoid()
	if first := left.first(); folded == 0 && first > 0 && j.generation.Load() > 0 {
		folded = first - 1 // the database is new, and what it had is told already
	}
	kept, err := left.setAside()
	if err != nil {
		return err
	}
	f, err := j.replay(ctx, &left, folded, kept, nil)
	if err != nil {
		return err
	}
	j.folded = f.last
	if err := j.pruneRest(ctx, time.Now()); err != nil {
		return err
	}
	l := j.appenderAfter(&left, f)
	for i := range old {
		n, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(filepath.Base(old[i].name), segmentPrefix), keptSuffix))
		l.number = max(l.number, n)
	}
	stale := j.staleAfter(&left, l)
	if err := l.rotate(); err != nil {
		return err
	}
	j.log, j.recovered = l, true
	if len(stale) > 0 {
		j.drop(ctx, stale)
	}
	return nil
}

// unfolded puts kept segments that the database does not have before those that were left.
func (j *Journal) unfolded(left *leftover, old []keptSegment, folded uint64) {
	for i := range old {
		if old[i].indexed && old[i].mayHold(folded, nil) {
			left.segments = slices.Insert(left.segments, 0, leftSegment{found: found{records: scan(j.readKept(&old[i])).records}})
		}
	}
}

// appenderAfter goes on with the log behind what was replayed.
func (j *Journal) appenderAfter(left *leftover, f *facts) *appender {
	l := newAppender(j.dir, j.disk, j.logger)
	l.global, l.synced = f.last, f.last
	for g := range left.void {
		l.void[g] = true
	}
	for id, seq := range f.seqs {
		if t := f.tasks[id]; t == nil || !t.State.Ended() {
			l.owners[id] = &owner{seq: seq, last: f.last}
		}
	}
	return l
}

// first is the sequence of the first record, 0 when there is none.
func (left *leftover) first() uint64 {
	if list := left.records(); len(list) > 0 {
		return list[0].global
	}
	return 0
}

// position is up to which record a database has been brought, and the sequences of
// the tasks there.
func position(ctx context.Context, db querier) (folded uint64, seqs map[string]uint32, err error) {
	n, err := number(ctx, db, `SELECT value FROM meta WHERE name = ?`, metaFolded)
	if err != nil {
		return 0, nil, err
	}
	seqs = map[string]uint32{}
	err = raw(ctx, db, func(r row) error {
		seqs[r.text(0)] = uint32(r.number(1))
		return r.numbers(1, 2)
	}, `SELECT task, seq FROM sequences`)
	return uint64(n), seqs, err
}

// numbers reports damage where a column from one to before another is no number.
func (r row) numbers(from, to int) error {
	if slices.ContainsFunc(r[from:to], func(v any) bool { _, ok := v.(int64); return !ok }) {
		return errNoNumber
	}
	return nil
}

var errNoNumber = &fault{ErrDamaged, "there is text where a number was written", nil}

// The sentences of a task of which something was lost.
const (
	doubtOwn   = "A part of what was written down of this task was damaged. Look at what was done, then resume it to go on."
	doubtLost  = "A part of what was written down of this task was damaged and is lost."
	doubtEnded = "The journal was damaged, and a part of what was written down of this task may be missing."
	doubtOther = "A part of the journal was damaged, and it may have been of this task. Look at what was done, then resume it to go on."
)

// account writes down which tasks are in doubt, and tells what was lost.
func (j *Journal) account(ctx context.Context, tx *sql.Tx, do executor, lost loss, kept []string) error {
	where := ""
	if len(kept) > 0 {
		where = fmt.Sprintf(" What was damaged is kept in %s, where its text can still be read.", strings.Join(kept, ", "))
	}
	if lost.unknown {
		if err := j.doubtAll(ctx, tx, do, where); err != nil {
			return err
		}
	}
	for _, id := range slices.Sorted(maps.Keys(lost.records)) {
		what := game.Numbered(lost.records[id], "entry")
		if id == "" {
			j.tell("The journal was damaged: %s about what bodies saw of their worlds, or changed in them, are lost, and no task.%s", what, where)
			continue
		}
		found, err := titles(ctx, tx, `SELECT id, data FROM tasks WHERE id = ?`, id)
		if err != nil {
			return err
		}
		if len(found) == 0 { // the entry with its goal is among those
			j.tell("The journal was damaged: the task %s is lost with its goal; give it again.%s", id, where)
			deleteRows(do, id)
			do(noSequence, id)
			continue
		}
		ended := found[0].ended
		next := "It waits until you have looked at it and resumed it."
		if ended {
			next = "It had ended, and how is kept."
		}
		j.tell("The journal was damaged: %s of the task %s are lost. %s%s", what, found[0], next, where)
		// Of a plan that is lost the actions say nothing.
		do(`DELETE FROM actions WHERE task = ?1 AND NOT EXISTS (SELECT 1 FROM rounds
			WHERE rounds.task = ?1 AND rounds.round = actions.round AND actions.idx < json_array_length(rounds.plan, '$.steps'))`, id)
		if !ended {
			do(putDoubt, id, doubtOwn)
		}
	}
	return nil
}

// doubtAll lets every task that has not ended wait for a person: it is not known whose entries
// are lost.
func (j *Journal) doubtAll(ctx context.Context, tx *sql.Tx, do executor, where string) error {
	open, err := titles(ctx, tx, `SELECT id, data FROM tasks WHERE ended = 0 ORDER BY id`)
	if err != nil {
		return err
	}
	words := "no task is known that was under way; a goal that was given last may be lost, so look and give it again"
	if len(open) > 0 {
		words = fmt.Sprintf("each task that has not ended waits until you have looked at it and resumed it (%s)", list(open))
	}
	j.tell("A part of the journal was damaged or cut off, and it is not known whose it was: %s.%s", words, where)
	for _, t := range open {
		do(putDoubt, t.id, doubtOther)
	}
	return nil
}

// titled is a task as it is named to a person.
type titled struct {
	id, title string
	ended     bool
}

func (t titled) String() string {
	if t.title == "" {
		return t.id
	}
	return fmt.Sprintf("%s (%q)", t.id, t.title)
}

// list names at most five tasks.
func list(tasks []titled) string {
	var names []string
	for i, t := range tasks {
		if i == 5 {
			names = append(names, fmt.Sprintf("and %d more", len(tasks)-i))
			break
		}
		names = append(names, t.String())
	}
	return strings.Join(names, ", ")
}

func titles(ctx context.Context, tx *sql.Tx, query string, args ...any) (tasks []titled, err error) {
	err = raw(ctx, tx, func(r row) error {
		var t orchestrator.Task
		_ = json.Unmarshal([]byte(r.text(1)), &t) // one that cannot be read has its id
		tasks = append(tasks, titled{r.text(0), strings.TrimSpace(t.Goal), t.State.Ended()})
		return nil
	}, query, args...)
	return tasks, err
}

// The files that are set aside: how they begin, and how many are kept.
const (
	asidePrefix = "journal-damaged-"
	mostAside   = 10
)

// aside is a new name for a damaged file.
func aside(dir, suffix string) string {
	stamp := time.Now().UTC().Format("20060102-150405")
	for n := 0; ; n++ {
		name := filepath.Join(dir, fmt.Sprintf("%s%s%s%s", asidePrefix, stamp, strings.Repeat("x", n), suffix))
		if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) {
			return name
		}
	}
}

// setAside copies the damaged segments: they are never renamed, and their own files
// go. It returns the names of the copies.
func (left *leftover) setAside() (names []string, err error) {
	for i := range left.segments {
		s := &left.segments[i]
		if s.damaged == 0 && !s.headless {
			continue
		}
		name := aside(left.dir, fmt.Sprintf("-%08d", s.number)+segmentSuffix)
		if err := os.WriteFile(name, s.data, 0o600); err != nil {
			return names, err
		}
		names = append(names, name)
	}
	return names, nil
}

// pruneAside forgets damaged files that were kept for long, and the oldest beyond
// the cap.
func pruneAside(dir string, now time.Time) {
	names, err := filepath.Glob(filepath.Join(dir, asidePrefix+"*"))
	if err != nil {
		return
	}
	slices.Sort(names) // their names begin with their time
	for i, name := range names {
		info, err := os.Stat(name)
		if err == nil && (len(names)-i > mostAside || now.Sub(info.ModTime()) > keepAside) {
			_ = os.Remove(name)
		}
	}
}

// keepAside is for how long a damaged file is kept.
const keepAside = 30 * 24 * time.Hour
