// SPDX-License-Identifier: MIT

package journal

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/minehand/minehand/game/ledger"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/worldmap"
)

// damages is how many logs TestDamagedLogs damages.
var damages = flag.Int("journal.damages", raced.Of(100, 20), "how many logs are cut or changed at random bytes")

// killed is what a process leaves that is killed now: a copy of its data folder,
// without the lock. The journal goes on.
func killed(t testing.TB, dir string) string {
	t.Helper()
	synctest.Wait()
	to := t.TempDir()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == lockName || e.Name() == pidName {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(to, e.Name()), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// lastSegment is the file of the log that was written last.
func lastSegment(t testing.TB, dir string) string {
	t.Helper()
	list, err := segments(dir)
	if err != nil || len(list) == 0 {
		t.Fatalf("segments %v, %v", list, err)
	}
	return filepath.Join(dir, segmentName(list[len(list)-1]))
}

// alone leaves the database of a folder without its copies and its kept log.
func alone(t testing.TB, dir string) {
	t.Helper()
	for _, what := range [...]string{copyPrefix + "*", segmentPrefix + "*" + keptSuffix} {
		names, err := filepath.Glob(filepath.Join(dir, what))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// change rewrites a file.
func change(t testing.TB, name string, f func([]byte) []byte) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, f(data), 0o600); err != nil {
		t.Fatal(err)
	}
}

func appended(t testing.TB, j *Journal, list ...orchestrator.Batch) {
	t.Helper()
	for i := range list {
		if err := j.Append(t.Context(), &list[i]); err != nil {
			t.Fatal(err)
		}
	}
}

// record reads a task.
func recordOf(t testing.TB, j *Journal, id string) orchestrator.Record {
	t.Helper()
	rec, err := j.Task(t.Context(), id)
	if err != nil {
		t.Fatalf("task %s: %v", id, err)
	}
	return rec
}

// doubts are the sentences of the tasks that have not ended, by id.
func doubts(t testing.TB, j *Journal) map[string]string {
	t.Helper()
	list, _, err := j.Unfinished(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	m := map[string]string{}
	for i := range list {
		if list[i].Doubt != "" {
			m[list[i].Task.ID] = list[i].Doubt
		}
	}
	return m
}

// TestKilledBeforeAnythingWasFolded: the next process has all of it, once.
func TestKilledBeforeAnythingWasFolded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		j := opened(t, dir)
		want, batch := example("T1")
		appended(t, j, batch, orchestrator.Batch{Alive: at(9), WorldMap: []worldmap.Row{{World: "a", Landmark: table(1)}}})
		next := killed(t, dir)
		for range 2 { // killed once more, with nothing done
			j := opened(t, next)
			if d := cmp.Diff(want, recordOf(t, j, "T1")); d != "" {
				t.Errorf("the record changed (-want +got):\n%s", d)
			}
			if len(j.Told()) > 0 || len(doubts(t, j)) > 0 || len(places(t, j, "a")) != 1 {
				t.Errorf("told %v, doubts %v", j.Told(), doubts(t, j))
			}
			next = killed(t, next)
		}
	})
}

// TestHistoryWaitsForTheFold: who reads what was just written has it.
func TestHistoryWaitsForTheFold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := opened(t, t.TempDir())
		began := time.Now()
		for i := range 20 {
			want, batch := example(fmt.Sprint("T", i))
			appended(t, j, batch)
			if d := cmp.Diff(want, recordOf(t, j, want.Task.ID)); d != "" {
				t.Errorf("the record differs:\n%s", d)
			}
			if list, err := j.Tasks(t.Context(), orchestrator.Query{}); err != nil || len(list) != i+1 {
				t.Errorf("%d tasks, %v", len(list), err)
			}
			remember(t, j, worldmap.Row{World: "w", Landmark: table(i)})
			if n := len(places(t, j, "w")); n != i+1 {
				t.Errorf("%d places", n)
			}
		}
		if took := time.Since(began); took != 0 {
			t.Errorf("a reader waited for a clock, %s of it", took)
		}
	})
}

// TestAnIdleLogIsFolded, and one whose task has ended at once.
func TestAnIdleLogIsFolded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := opened(t, t.TempDir())
		held := func() int {
			synctest.Wait()
			var n int
			if err := j.db.QueryRowContext(t.Context(), `SELECT count(*) FROM tasks`).Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		_, batch := example("T1")
		appended(t, j, batch)
		if n := held(); n != 0 {
			t.Errorf("%d tasks are folded at once", n)
		}
		time.Sleep(2*keepEvery + time.Millisecond)
		if n := held(); n != 1 {
			t.Errorf("%d tasks are folded after a rest", n)
		}
		_, batch = example("T2")
		batch.Tasks[0].State, batch.Tasks[0].Ended = orchestrator.StateComplete, at(9)
		appended(t, j, batch)
		if n := held(); n != 2 {
			t.Errorf("%d tasks are folded at a task's end", n)
		}
		// Nobody wakes up once all is done.
		time.Sleep(time.Minute)
		if j.keeper.armed.Load() {
			t.Error("the keeper's clock goes on")
		}
	})
}

// What waits for the database waits in memory: little of it does, however much is
// written without a rest.
func TestLittleWaitsForTheDatabase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := opened(t, t.TempDir())
		_, batch := example("T1")
		appended(t, j, batch)
		for i := range 14 {
			appended(t, j, orchestrator.Batch{Actions: []orchestrator.Action{{Task: "T1", Seq: i + 3, Reason: strings.Repeat("x", 1<<20-1000)}}})
			synctest.Wait()
			if n := len(j.log.(*appender).pending); n >= foldBytes {
				t.Fatalf("%d bytes wait after %d writes of a megabyte", n, i+1)
			}
		}
		if list, err := segments(j.dir); err != nil || len(list) != 1 {
			t.Errorf("segments %v, %v: each full one is folded", list, err)
		}
	})
}

// TestSegments: at segmentBytes a new one begins, all before it is folded, and its file
// goes; closed cleanly none is left.
func TestSegments(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		j := opened(t, dir)
		_, batch := example("T1")
		appended(t, j, batch)
		for i := range 40 {
			appended(t, j, orchestrator.Batch{Actions: []orchestrator.Action{{Task: "T1", Seq: i + 3, Reason: strings.Repeat("x", 1<<20)}}})
		}
		synctest.Wait()
		list, err := segments(dir)
		// Where the disk is waited for just then, a segment grows by another record.
		if err != nil || len(list) != 1 || list[0] < 40<<20/(2*segmentBytes) || list[0] > 40<<20/segmentBytes+1 {
			t.Errorf("segments %v, %v", list, err)
		}
		if n := len(recordOf(t, j, "T1").Actions); n != 42 {
			t.Errorf("%d actions", n)
		}
		next := opened(t, killed(t, dir))
		if n := len(recordOf(t, next, "T1").Actions); n != 42 || len(next.Told()) > 0 {
			t.Errorf("%d actions after a kill, told %v", n, next.Told())
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if list, err := segments(dir); err != nil || len(list) != 0 {
			t.Errorf("closed cleanly, it leaves %v, %v", list, err)
		}
	})
}

// twoTasks is a data folder, as a kill leaves it, in which T1 and T2 are under way:
// eleven records, of T1 and T2 in turn.
func twoTasks(t *testing.T) (dir string, want map[string]orchestrator.Record) {
	t.Helper()
	from := t.TempDir()
	j := opened(t, from)
	want = map[string]orchestrator.Record{}
	var later []orchestrator.Batch
	for _, id := range []string{"T1", "T2"} {
		rec, batch := example(id)
		first := batch
		first.Actions = nil
		appended(t, j, first)
		rec.Actions = nil
		for seq := 1; seq <= 4; seq++ {
			a := batch.Actions[0]
			a.Seq, a.ID = seq, fmt.Sprint(id, "-", seq)
			rec.Actions = append(rec.Actions, a)
			later = append(later, orchestrator.Batch{Actions: []orchestrator.Action{a}})
		}
		want[id] = rec
	}
	for i := range 4 {
		appended(t, j, later[i], later[i+4])
	}
	appended(t, j, orchestrator.Batch{Alive: at(9)})
	return killed(t, from), want
}

// inLog are where the records of a log begin and end.
func inLog(t *testing.T, name string) (begins []int, data []byte) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for at := segmentHead; at < len(data); {
		_, size := recordAt(data[at:])
		if size == 0 {
			t.Fatalf("no record at %d", at)
		}
		begins = append(begins, at)
		at += size
	}
	return begins, data
}

func TestWhatIsDamagedIsToldAndTheRestKept(t *testing.T) {
	flip := func(at int) func([]byte) []byte {
		return func(b []byte) []byte { b[at] ^= 0x55; return b }
	}
	for _, c := range []struct {
		name string
		// harm changes the log, whose records begin at these bytes.
		harm func(begins []int) func([]byte) []byte
		// told is in the sentence; doubted are the tasks in doubt; actions is how many are
		// kept of each task.
		told    string
		doubted []string
		actions [2]int
	}{
		{"nothing", func([]int) func([]byte) []byte { return bytes.Clone }, "", nil, [2]int{4, 4}},
		{"the tail cut inside a record", func(b []int) func([]byte) []byte {
			return func(d []byte) []byte { return d[:b[8]+5] }
		}, "not known whose it was", []string{"T1", "T2"}, [2]int{3, 3}},
		{"bytes after the tail", func([]int) func([]byte) []byte {
			return func(d []byte) []byte { return append(d, "something else"...) }
		}, "not known whose it was", []string{"T1", "T2"}, [2]int{4, 4}},
		{"a payload in the middle", func(b []int) func([]byte) []byte { return flip(b[5] - 2) },
			`1 entry of the task T1 ("get 3 diamonds")`, []string{"T1"}, [2]int{3, 4}},
		{"a head in the middle", func(b []int) func([]byte) []byte { return flip(b[5] + 9) },
			`1 entry of the task T2 ("get 3 diamonds")`, []string{"T2"}, [2]int{4, 3}},
		{"two heads of both tasks", func(b []int) func([]byte) []byte {
			return func(d []byte) []byte { return flip(b[4])(flip(b[5] + 9)(d)) }
		}, "1 entry of the task", []string{"T1", "T2"}, [2]int{3, 3}},
		{"the last word of a task, by its head", func(b []int) func([]byte) []byte { return flip(b[9] + 9) },
			"not known whose it was", []string{"T1", "T2"}, [2]int{4, 3}},
		{"the last word of a task, by its payload", func(b []int) func([]byte) []byte { return flip(b[10] - 2) },
			`1 entry of the task T2`, []string{"T2"}, [2]int{4, 3}},
		{"the sign of life", func(b []int) func([]byte) []byte {
			return func(d []byte) []byte { return flip(len(d) - 1)(d) }
		}, "and no task", nil, [2]int{4, 4}},
		{"the goal", func(b []int) func([]byte) []byte { return flip(b[1] - 2) },
			"the task T1 is lost with its goal; give it again", nil, [2]int{-1, 4}},
		{"the segment's head", func([]int) func([]byte) []byte { return flip(2) }, "", nil, [2]int{4, 4}},
		{"a record twice", func(b []int) func([]byte) []byte {
			return func(d []byte) []byte { return slices.Insert(d, b[5], slices.Clone(d[b[4]:b[5]])...) }
		}, "", nil, [2]int{4, 4}},
		{"a record gone", func(b []int) func([]byte) []byte {
			return func(d []byte) []byte { return slices.Delete(d, b[4], b[5]) }
		}, `1 entry of the task T1`, []string{"T1"}, [2]int{3, 4}},
		{"bytes gone from a payload", func(b []int) func([]byte) []byte {
			return func(d []byte) []byte { return slices.Delete(d, b[5]-9, b[5]-3) }
		}, `1 entry of the task T1`, []string{"T1"}, [2]int{3, 4}},
		{"all of it", func([]int) func([]byte) []byte {
			return func(d []byte) []byte { clear(d); return d }
		}, "a goal that was given last may be lost", nil, [2]int{-1, -1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dir, want := twoTasks(t)
				log := lastSegment(t, dir)
				begins, before := inLog(t, log)
				change(t, log, c.harm(begins))
				after, err := os.ReadFile(log)
				if err != nil {
					t.Fatal(err)
				}
				j := opened(t, dir)
				told := strings.Join(j.Told(), "\n")
				if (c.told == "") != (told == "") && c.name != "the segment's head" || !strings.Contains(told, c.told) {
					t.Errorf("told %q", told)
				}
				var doubted []string
				for id := range doubts(t, j) {
					doubted = append(doubted, id)
				}
				slices.Sort(doubted)
				if !slices.Equal(doubted, c.doubted) {
					t.Errorf("in doubt are %v, want %v", doubted, c.doubted)
				}
				for i, id := range []string{"T1", "T2"} {
					rec, err := j.Task(t.Context(), id)
					switch {
					case c.actions[i] < 0:
						if !errors.Is(err, orchestrator.ErrNoTask) {
							t.Errorf("%s: %+v, %v", id, rec, err)
						}
					case err != nil || len(rec.Actions) != c.actions[i]:
						t.Errorf("%s: %d actions, %v", id, len(rec.Actions), err)
					case len(rec.Actions) == 4:
						if d := cmp.Diff(want[id], rec); d != "" {
							t.Errorf("%s changed:\n%s", id, d)
						}
					}
				}
				// What was damaged is kept as it was, and for its owner alone.
				kept, err := filepath.Glob(filepath.Join(dir, asidePrefix+"*"))
				if err != nil || len(kept) > 1 || bytes.Equal(before, after) != (len(kept) == 0) && !slices.Contains([]string{"a record twice", "a record gone"}, c.name) {
					t.Errorf("set aside: %v, %v", kept, err)
				}
				for _, name := range kept {
					data, err := os.ReadFile(name)
					info, err2 := os.Stat(name)
					if err != nil || err2 != nil || !bytes.Equal(data, after) || info.Mode().Perm()&0o077 != 0 || !strings.Contains(told, name) && c.name != "the segment's head" {
						t.Errorf("%s is not what was damaged, or is not told of: %v, %v", name, err, err2)
					}
				}
				// It is told once; the doubt stays until the orchestrator has dealt with it.
				if err := j.Close(); err != nil {
					t.Fatal(err)
				}
				j = opened(t, dir)
				if len(j.Told()) > 0 || len(doubts(t, j)) != len(c.doubted) {
					t.Errorf("the next start tells %v, and doubts %v", j.Told(), doubts(t, j))
				}
				for id := range doubts(t, j) {
					row := recordOf(t, j, id).Task
					row.NeedsPerson = true
					appended(t, j, orchestrator.Batch{Tasks: []orchestrator.Task{row}})
				}
				if left := doubts(t, j); len(left) > 0 {
					t.Errorf("still in doubt: %v", left)
				}
			})
		})
	}
}

// TestDamagedLogs cuts and changes logs at random bytes: the journal opens, a task
// is either as it was or told of, and what is written afterwards is kept.
func TestDamagedLogs(t *testing.T) {
	for seed := range *damages {
		synctest.Test(t, func(t *testing.T) { damagedLog(t, uint64(seed)) })
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func damagedLog(t *testing.T, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 17))
	from := t.TempDir()
	j := opened(t, from)
	want := map[string]orchestrator.Record{}
	ids := []string{"T1", "T2", "T3"}
	for range 5 + rng.IntN(40) {
		id := ids[rng.IntN(len(ids))]
		rec, ok := want[id]
		switch {
		case !ok:
			var b orchestrator.Batch
			rec, b = example(id)
			rec.Actions, b.Actions = nil, nil
			appended(t, j, b)
		case rec.Task.State.Ended():
		case rng.IntN(12) == 0:
			rec.Task.State, rec.Task.Ended = orchestrator.StateComplete, at(99)
			appended(t, j, orchestrator.Batch{Tasks: []orchestrator.Task{rec.Task}})
		default:
			_, b := example(id)
			a := b.Actions[0]
			a.Seq = len(rec.Actions) + 1
			rec.Actions = append(slices.Clone(rec.Actions), a)
			appended(t, j, orchestrator.Batch{Actions: []orchestrator.Action{a}})
		}
		want[id] = rec
		if rng.IntN(20) == 0 {
			time.Sleep(3 * keepEvery) // folded
		}
	}
	dir := killed(t, from)
	log := lastSegment(t, dir)
	cut := rng.IntN(3) == 0
	between := false // a cut between two records leaves no trace
	change(t, log, func(d []byte) []byte {
		if cut {
			d = d[:rng.IntN(len(d))]
			between = len(d) == 0 || len(d) >= segmentHead && scan(d[segmentHead:]).whole == len(d)-segmentHead
			return d
		}
		for range 1 + rng.IntN(20) {
			d[rng.IntN(len(d))] ^= byte(1 + rng.IntN(255))
		}
		return d
	})
	j = opened(t, dir)
	told, doubted := strings.Join(j.Told(), "\n"), doubts(t, j)
	for id, rec := range want {
		got, err := j.Task(t.Context(), id)
		switch {
		case err == nil && cmp.Equal(rec, got):
		case between:
		case errors.Is(err, orchestrator.ErrNoTask):
			if !strings.Contains(told, id) && !strings.Contains(told, "not known whose it was") {
				t.Errorf("%s is gone, and nobody is told: %s", id, told)
			}
		case err != nil:
			t.Errorf("%s: %v", id, err)
		case !got.Task.State.Ended() && doubted[id] == "", !strings.Contains(told, id) && !strings.Contains(told, "not known whose it was"):
			t.Errorf("%s is not as it was, and nobody is told: %s (doubts %v)", id, told, doubted)
		}
	}
	// Life goes on.
	rec, b := example("T9")
	appended(t, j, b)
	again := opened(t, killed(t, dir))
	if d := cmp.Diff(rec, recordOf(t, again, "T9")); d != "" || len(again.Told()) > 0 {
		t.Errorf("what came later: told %v\n%s", again.Told(), d)
	}
}

// TestDamagedDatabases changes bytes of the database of a process that was killed:
// the journal opens all the same, with what could be read.
func TestDamagedDatabases(t *testing.T) {
	lost := 0
	for seed := range *damages / 4 {
		synctest.Test(t, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(seed), 18))
			dir, want := twoTasks(t)
			j, err := Open(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			if rng.IntN(2) == 0 { // as though it had not been closed
				if err := os.WriteFile(filepath.Join(dir, segmentName(7)), headOfSegment(), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			change(t, filepath.Join(dir, FileName), func(d []byte) []byte {
				for range 20 {
					d[rng.IntN(len(d))] ^= byte(1 + rng.IntN(255))
				}
				return d
			})
			if j, err = Open(t.Context(), dir); err != nil {
				t.Fatalf("seed %d: it does not open: %v", seed, err)
			}
			defer j.Close()
			list, _, err := j.Unfinished(t.Context())
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if len(list) < 2 {
				lost++
				if len(j.Told()) == 0 {
					t.Errorf("seed %d: %d tasks are left, and nobody is told", seed, len(list))
				}
			}
			for _, rec := range list { // the kept log has all of it
				if d := cmp.Diff(want[rec.Task.ID], rec); d != "" && rec.Doubt == "" {
					t.Errorf("seed %d: %s is not whole, and not in doubt:\n%s", seed, rec.Task.ID, d)
				}
			}
			rec, b := example("T9")
			appended(t, j, b)
			if _, err := j.Task(t.Context(), "T9"); errors.Is(err, ErrDamaged) { // what a clean end left is looked at only so far
				if err := j.Close(); err != nil && !errors.Is(err, ErrDamaged) { // it may say so again: what it could not fold stays in the log
					t.Fatal(err)
				}
				j = opened(t, dir)
			}
			if d := cmp.Diff(rec, recordOf(t, j, "T9")); d != "" {
				t.Errorf("what came later changed:\n%s", d)
			}
		})
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Logf("in %d of %d a task could not be kept", lost, *damages/4)
}

// TestADatabaseThatIsNoneIsSetAside, and its log is read all the same.
func TestADatabaseThatIsNoneIsSetAside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, want := twoTasks(t)
		nonsense := []byte(strings.Repeat("not a database ", 500))
		if err := os.Remove(filepath.Join(dir, FileName+"-wal")); err != nil {
			t.Fatal(err)
		}
		change(t, filepath.Join(dir, FileName), func([]byte) []byte { return nonsense })
		j := opened(t, dir)
		if d := cmp.Diff(want["T2"], recordOf(t, j, "T2")); d != "" {
			t.Errorf("T2 changed:\n%s", d)
		}
		kept, err := filepath.Glob(filepath.Join(dir, asidePrefix+"*.db"))
		if err != nil || len(kept) != 1 || len(j.Told()) != 1 || !strings.Contains(j.Told()[0], kept[0]) {
			t.Fatalf("%v, %v; told %v", kept, err, j.Told())
		}
		if data, err := os.ReadFile(kept[0]); err != nil || !bytes.Equal(data, nonsense) {
			t.Errorf("what was set aside is not what was there: %v", err)
		}
	})
}

// A WAL of which a byte changed rolls the database back: the log has it again.
func TestARolledBackDatabaseIsBroughtUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		from := t.TempDir()
		j := opened(t, from)
		want, batch := example("T1")
		appended(t, j, batch)
		recordOf(t, j, "T1") // folded
		dir := killed(t, from)
		change(t, filepath.Join(dir, FileName+"-wal"), func(d []byte) []byte {
			d[100] ^= 1
			return d
		})
		next := opened(t, dir)
		if d := cmp.Diff(want, recordOf(t, next, "T1")); d != "" {
			t.Errorf("the record changed:\n%s", d)
		}
	})
}

// TestARowThatCannotBeRead keeps nothing else from being read.
func TestARowThatCannotBeRead(t *testing.T) {
	for _, c := range []struct {
		name, harm, told string
		ended, doubted   bool
		actions          int
	}{
		{"its own row", `UPDATE tasks SET data = '{"id' WHERE id = 'T1'`, "The task T1 of b1 cannot be read", true, false, 0},
		{"its own row of another kind", `UPDATE tasks SET data = '[1]' WHERE id = 'T1'`, "The task T1 of b1 cannot be read", true, false, 0},
		{"its plan", `UPDATE rounds SET plan = '{"x' WHERE task = 'T1'`, `A part of the task T1 ("get 3 diamonds") cannot be read`, false, true, 0},
		{"an action", `UPDATE actions SET mark = '{"x' WHERE task = 'T1' AND seq = 2`, "A part of the task T1", false, true, 3},
		{"a form of another kind", `UPDATE actions SET result = '[1]' WHERE task = 'T1' AND seq = 2`, "A part of the task T1", false, true, 3},
		{"a state", `UPDATE samples SET state = '7' WHERE task = 'T1'`, "A part of the task T1", false, true, 4},
	} {
		for _, summed := range []bool{true, false} { // of a version before rows had sums
			t.Run(fmt.Sprint(c.name, ", with sums ", summed), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					dir, want := twoTasks(t)
					j, err := Open(t.Context(), dir)
					if err != nil {
						t.Fatal(err)
					}
					<-j.firstLook
					if _, err := j.db.ExecContext(t.Context(), c.harm); err != nil {
						t.Fatal(err)
					}
					if !summed {
						unsum(t, j)
					}
					if err := j.Close(); err != nil {
						t.Fatal(err)
					}
					alone(t, dir)
					j = opened(t, dir)
					rec := recordOf(t, j, "T1")
					if told := strings.Join(j.Told(), "\n"); !strings.Contains(told, c.told) || strings.Count(told, "\n") > 0 {
						t.Errorf("told %q", told)
					}
					if rec.Task.State.Ended() != c.ended || (doubts(t, j)["T1"] != "") != c.doubted || len(rec.Actions) != c.actions {
						t.Errorf("it is %s with %d actions, doubts %v", rec.Task.State, len(rec.Actions), doubts(t, j))
					}
					if c.ended && len(rec.Moves)+len(rec.Rounds)+len(rec.Samples) > 0 {
						t.Errorf("of a task that cannot be read is left %+v", rec)
					}
					if rec.Task.Policy != orchestrator.Replan || rec.Task.Created.IsZero() {
						t.Errorf("a list shows the policy %q and %s", rec.Task.Policy, rec.Task.Created)
					}
					if d := cmp.Diff(want["T1"].Moves, rec.Moves); d != "" && !c.ended {
						t.Errorf("its moves changed:\n%s", d)
					}
					if kept := dumps(t, dir); len(kept) != 1 || len(kept[0]["tasks"]) != 1 || len(kept[0]["rounds"]) != 1 || len(kept[0]["actions"]) != 4 {
						t.Errorf("set aside: %v", kept)
					}
					if d := cmp.Diff(want["T2"], recordOf(t, j, "T2")); d != "" {
						t.Errorf("the other task changed:\n%s", d)
					}
					list, err := j.Tasks(t.Context(), orchestrator.Query{})
					if err != nil || len(list) != 2 {
						t.Errorf("%d tasks are listed, %v", len(list), err)
					}
					if h := j.Health(); h.Fault != "" || h.Tasks != 2 {
						t.Errorf("its health is %+v", h)
					}
				})
			})
		}
	}
}

// TestRowsOfEarlierVersionsLearnWhatWasProven: a list of them reads no records, as one of
// rows that were written since.
func TestRowsOfEarlierVersionsLearnWhatWasProven(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		j, err := Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		<-j.firstLook
		for id, state := range map[string]orchestrator.State{"T1": orchestrator.StateComplete, "T2": orchestrator.StateRunning} {
			_, batch := example(id)
			batch.Tasks[0].State = state
			appended(t, j, batch)
		}
		recordOf(t, j, "T1")
		unsum(t, j)
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		j = opened(t, dir)
		<-j.firstLook
		list, err := j.Tasks(t.Context(), orchestrator.Query{})
		if err != nil || len(list) != 2 || list[0].ID != "T2" && list[1].ID != "T2" {
			t.Fatalf("%v, %+v", err, list)
		}
		for i := range list {
			switch row := &list[i]; {
			case row.ID == "T2" && row.Proven != nil:
				t.Errorf("a task that has not ended has %+v proven", row.Proven)
			case row.ID == "T1" && (len(row.Proven) != 1 || !row.Proven[0].Met() || row.Proven[0].Have != 3):
				t.Errorf("of the one that ended is told %+v", row.Proven)
			}
		}
		if !j.summed.Load() || len(j.Told()) > 0 {
			t.Errorf("told %v", j.Told())
		}
	})
}

// unsum makes the rows what a version before rows had sums wrote.
func unsum(t testing.TB, j *Journal) {
	t.Helper()
	queries := []string{`DELETE FROM meta WHERE name = '` + metaSummed + `'`}
	for _, table := range taskTables {
		queries = append(queries, `UPDATE `+table.name+` SET sum = NULL`)
	}
	for _, q := range queries {
		if _, err := j.db.ExecContext(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
}

// dumps are the rows of tasks that were set aside, by table, a file each.
func dumps(t testing.TB, dir string) (list []map[string][]map[string]any) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, asidePrefix+"*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var one map[string][]map[string]any
		if err := json.Unmarshal(data, &one); err != nil {
			t.Fatal(err)
		}
		list = append(list, one)
	}
	return list
}

// failing is a segment whose writes, or whose way to the disk, fail.
type failing struct {
	file
	// write is how many bytes a write takes before it fails with err; sync is what
	// Sync returns.
	short     int
	err, sync error
	truncate  error
	synced    int
}

func (f *failing) WriteAt(p []byte, at int64) (int, error) {
	if f.err == nil {
		return f.file.WriteAt(p, at)
	}
	n, _ := f.file.WriteAt(p[:min(f.short, len(p))], at)
	return n, &os.PathError{Op: "write", Path: "the log", Err: f.err}
}

func (f *failing) Truncate(size int64) error {
	if f.truncate != nil {
		return &os.PathError{Op: "truncate", Path: "the log", Err: f.truncate}
	}
	return f.file.Truncate(size)
}

func (f *failing) Sync() error {
	f.synced++
	if f.sync != nil {
		return &os.PathError{Op: "fdatasync", Path: "the log", Err: f.sync}
	}
	return f.file.Sync()
}

func wrapped(j *Journal) *failing {
	j.log.(*appender).mu.Lock()
	defer j.log.(*appender).mu.Unlock()
	f := &failing{file: j.log.(*appender).file}
	j.log.(*appender).file = f
	return f
}

// TestFullDiskAndReadOnlyAreSentencesAndLoseNothing: of a batch that cannot be
// written nothing is kept, and the next one is as though it had never been.
func TestFullDiskAndReadOnlyAreSentencesAndLoseNothing(t *testing.T) {
	for _, c := range []struct {
		name     string
		err      error
		truncate error
		want     error
	}{
		{"full", syscall.ENOSPC, nil, ErrFull},
		{"full, and what was written of it stays", syscall.ENOSPC, syscall.EIO, nil},
		{"read-only", syscall.EROFS, nil, ErrReadOnly},
		{"broken", syscall.EIO, nil, nil},
	} {
		for _, short := range []int{0, 1, 40, 400} {
			t.Run(fmt.Sprint(c.name, " after ", short), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					dir := t.TempDir()
					j := opened(t, dir)
					want, batch := example("T1")
					f := wrapped(j)
					f.err, f.short, f.truncate = c.err, short, c.truncate
					for range 2 {
						if err := j.Append(t.Context(), &batch); err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), dir) {
							t.Fatalf("got %v", err)
						}
					}
					if _, err := j.Task(t.Context(), "T1"); !errors.Is(err, orchestrator.ErrNoTask) {
						t.Errorf("half a batch was kept: %v", err)
					}
					if f.truncate == nil {
						if next := opened(t, killed(t, dir)); len(next.Told()) > 0 {
							t.Errorf("killed now: %v", next.Told())
						}
					}
					f.err, f.truncate = nil, nil
					appended(t, j, batch)
					next := opened(t, killed(t, dir))
					if d := cmp.Diff(want, recordOf(t, next, "T1")); d != "" || len(next.Told()) > 0 {
						t.Errorf("after the retry: %v\n%s", next.Told(), d)
					}
				})
			})
		}
	}
}

// TestWhileTheDatabaseCannotBeWrittenTheLogGoesOn, up to a bound; who reads
// histories is told why there are none.
func TestWhileTheDatabaseCannotBeWrittenTheLogGoesOn(t *testing.T) {
	cases := []struct {
		name, fail, heal string
		want             error
	}{
		{"full", "PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000", ErrFull},
		{"read-only", "PRAGMA query_only = 1", "PRAGMA query_only = 0", ErrReadOnly},
	}
	for _, c := range cases[:raced.Of(len(cases), 1)] {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dir := t.TempDir()
				j := opened(t, dir)
				if _, err := j.db.ExecContext(t.Context(), c.fail); err != nil {
					t.Fatal(err)
				}
				want, batch := example("T1")
				batch.Moves[0].Reason = strings.Repeat("long ", 100_000)
				want.Moves[0].Reason = batch.Moves[0].Reason
				appended(t, j, batch)
				if _, err := j.Task(t.Context(), "T1"); !errors.Is(err, c.want) {
					t.Errorf("a reader got %v", err)
				}
				big := orchestrator.Batch{Actions: []orchestrator.Action{{Task: "T2", Seq: 1, Reason: strings.Repeat("x", 8<<20)}}}
				var err error
				for n := 0; err == nil && n < 20; n++ {
					err = j.Append(t.Context(), &big)
					synctest.Wait()
				}
				if !errors.Is(err, c.want) {
					t.Errorf("there is no end of it: %v", err)
				}
				if _, err := j.db.ExecContext(t.Context(), c.heal); err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(want, recordOf(t, j, "T1")); d != "" {
					t.Errorf("afterwards:\n%s", d)
				}
				appended(t, j, big)
			})
		})
	}
}

// TestWhatIsBroughtToTheDisk: a submitted task, the end of one and what bodies changed,
// which they forget then, at once, all else within a second.
func TestWhatIsBroughtToTheDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := opened(t, t.TempDir())
		f := wrapped(j)
		_, batch := example("T1")
		act := orchestrator.Batch{Actions: batch.Actions}
		submit := orchestrator.Batch{Tasks: slices.Clone(batch.Tasks)}
		submit.Tasks[0].State = orchestrator.StateQueued
		over := orchestrator.Batch{Tasks: slices.Clone(batch.Tasks)}
		over.Tasks[0].State, over.Tasks[0].Ended = orchestrator.StateError, at(9)
		for _, c := range []struct {
			what  string
			batch orchestrator.Batch
			want  int
		}{{"a submitted task", submit, 1}, {"an action", act, 1}, {"an end", over, 2}} {
			if appended(t, j, c.batch); f.synced != c.want {
				t.Errorf("after %s: %d times", c.what, f.synced)
			}
		}
		if err := j.KeepChanges(t.Context(), []Changed{{Body: "b1", Rows: []ledger.Row{changed(1, 1, "stone", "air", "A1")}}}); err != nil || f.synced != 3 {
			t.Errorf("after a change: %d times, %v", f.synced, err)
		}
		appended(t, j, act)
		time.Sleep(keepEvery + time.Millisecond)
		synctest.Wait()
		if f.synced != 4 {
			t.Errorf("a second later: %d times", f.synced)
		}
	})
}

// TestANewerLogIsRefused and left as it is.
func TestANewerLogIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, _ := twoTasks(t)
		log := lastSegment(t, dir)
		change(t, log, func(d []byte) []byte {
			d[len(segmentWord)] = 9
			binary.LittleEndian.PutUint32(d[segmentHead-4:], crc32.Checksum(d[:segmentHead-4], castagnoli))
			return d
		})
		before, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Open(t.Context(), dir); !errors.Is(err, ErrNewer) || !strings.Contains(err.Error(), "version 9") {
			t.Errorf("got %v", err)
		}
		if after, err := os.ReadFile(log); err != nil || !bytes.Equal(before, after) {
			t.Errorf("it was touched: %v", err)
		}
	})
}

// TestDamagedFilesAreKeptForAWhile, and only so many.
func TestDamagedFilesAreKeptForAWhile(t *testing.T) {
	dir := t.TempDir()
	for i := range mostAside + 3 {
		name := filepath.Join(dir, fmt.Sprintf("%s20260101-0000%02d.db", asidePrefix, i))
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	count := func() int {
		names, err := filepath.Glob(filepath.Join(dir, asidePrefix+"*"))
		if err != nil {
			t.Fatal(err)
		}
		return len(names)
	}
	if pruneAside(dir, time.Now()); count() != mostAside {
		t.Errorf("%d are kept", count())
	}
	if pruneAside(dir, time.Now().Add(keepAside+time.Hour)); count() != 0 {
		t.Errorf("%d are kept for ever", count())
	}
}

// BenchmarkAppenderHold is how long the one lock that all bodies share is held: the
// write of a record between two actions, and the same bytes written barely.
func BenchmarkAppenderHold(b *testing.B) {
	rec, _ := example("T1")
	intent := rec.Actions[0]
	intent.Seq, intent.Ended, intent.Result, intent.Gained = 2, time.Time{}, nil, nil
	batch := orchestrator.Batch{Actions: []orchestrator.Action{rec.Actions[0], intent}}
	d := &draft{}
	if err := d.write(&batch); err != nil {
		b.Fatal(err)
	}
	b.Run("appender", func(b *testing.B) {
		l := newAppender(b.TempDir(), realDisk{}, slog.New(slog.DiscardHandler))
		if err := l.rotate(); err != nil {
			b.Fatal(err)
		}
		defer l.close()
		for b.Loop() {
			if _, full, err := l.append(d, func() error { return nil }); err != nil {
				b.Fatal(err)
			} else if full {
				l.reached(l.global, l.end())
				buf, _ := l.take()
				l.give(buf, newFacts())
			}
		}
	})
	b.Run("bare", func(b *testing.B) {
		f, err := realDisk{}.Create(filepath.Join(b.TempDir(), "bare"))
		if err != nil {
			b.Fatal(err)
		}
		defer f.Close()
		at := int64(0)
		for b.Loop() {
			if _, err := f.WriteAt(d.buf, at); err != nil {
				b.Fatal(err)
			}
			if at += int64(len(d.buf)); at > segmentBytes {
				at = 0
			}
		}
	})
}

// A table that holds text where a number was written is no reason not to open: what
// can be read of it is kept, and told.
func TestTextWhereANumberWasWritten(t *testing.T) {
	for _, harm := range [...]string{
		`UPDATE goose_db_version SET version_id = 'yesterday'`,
		`UPDATE actions SET round = '' WHERE task = 'T1' AND seq = 2`,
	} {
		synctest.Test(t, func(t *testing.T) {
			dir, want := twoTasks(t)
			j, err := Open(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			<-j.firstLook
			if _, err := j.db.ExecContext(t.Context(), harm); err != nil {
				t.Fatal(err)
			}
			if err := j.Close(); err != nil && !errors.Is(err, ErrDamaged) {
				t.Fatal(err)
			}
			j = opened(t, dir)
			if len(j.Told()) == 0 {
				t.Errorf("%s: nobody is told", harm)
			}
			if d := cmp.Diff(want["T2"], recordOf(t, j, "T2")); d != "" {
				t.Errorf("%s: the other task changed:\n%s", harm, d)
			}
		})
	}
}

// TestWhatIsReadOutOfADamagedDatabaseIsTold: without a copy and a log, which tasks
// wait, which had ended and which cannot be read. The last are listed as such, with
// nothing left of them. A table that lacks a column has no row whose sum is right, so
// its rows are set aside, and the other tables' are read all the same.
func TestWhatIsReadOutOfADamagedDatabaseIsTold(t *testing.T) {
	const noVersion = `UPDATE goose_db_version SET version_id = 'yesterday'`
	const waits = "of these could only be read what the damaged file still had, and they wait until you have looked at them and resumed them: "
	const over = "of these that had ended a part may be missing: "
	const gone = "of b1 cannot be read: the journal was damaged. It has ended"
	for _, c := range []struct {
		name string
		harm []string
		told []string
		// whole are tasks, and ended those of which only that is known; complete had ended.
		whole, ended, complete []string
		older                  bool // of a version before rows had sums
	}{
		{name: "all of it", told: []string{waits + `T1 ("get 3 diamonds"), T2 ("get 3 diamonds").`}, whole: []string{"T1", "T2"}},
		{name: "all of an older one", told: []string{waits + `T1 ("get 3 diamonds"), T2 ("get 3 diamonds").`}, whole: []string{"T1", "T2"}, older: true},
		{name: "a column less", harm: []string{`ALTER TABLE actions DROP COLUMN used`},
			told: []string{`A part of the task T1 ("get 3 diamonds") cannot be read`, `A part of the task T2`}},
		{name: "one has ended", told: []string{waits + `T2 ("get 3 diamonds"); ` + over + `T1.`},
			whole: []string{"T1", "T2"}, complete: []string{"T1"}},
		{name: "a state that was not written", harm: []string{`UPDATE tasks SET data = json_set(data, '$.state', 'complete') WHERE id = 'T1'`},
			told: []string{"The task T1 " + gone, waits + `T2 ("get 3 diamonds").`}, whole: []string{"T2"}, ended: []string{"T1"}},
		{name: "a task's own row", harm: []string{`UPDATE tasks SET data = '{"id' WHERE id = 'T1'`},
			told: []string{"The task T1 " + gone, waits + `T2`}, whole: []string{"T2"}, ended: []string{"T1"}},
		{name: "a task's own row of an older one", harm: []string{`UPDATE tasks SET data = '{"id' WHERE id = 'T1'`},
			told: []string{"The task T1 " + gone, waits + `T2`}, whole: []string{"T2"}, ended: []string{"T1"}, older: true},
		{name: "text where a task's number was", harm: []string{`UPDATE tasks SET ended = 'never' WHERE id = 'T1'`},
			told: []string{"The task T1 " + gone, waits + `T2`}, whole: []string{"T2"}, ended: []string{"T1"}},
		{name: "nothing", harm: []string{`UPDATE tasks SET data = '{"id'`},
			told: []string{"The task T1 " + gone, "The task T2 " + gone}, ended: []string{"T1", "T2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dir, want := twoTasks(t)
				j, err := Open(t.Context(), dir)
				if err != nil {
					t.Fatal(err)
				}
				<-j.firstLook
				for _, id := range c.complete {
					rec := want[id]
					rec.Task.State, rec.Task.Ended = orchestrator.StateComplete, at(20)
					rec.Moves = append(rec.Moves, orchestrator.Move{Task: id, At: at(20), State: orchestrator.StateComplete})
					appended(t, j, orchestrator.Batch{Tasks: []orchestrator.Task{rec.Task}, Moves: rec.Moves[len(rec.Moves)-1:]})
					want[id] = recordOf(t, j, id)
				}
				if c.older {
					unsum(t, j)
				}
				for _, q := range append(c.harm, noVersion) {
					if _, err := j.db.ExecContext(t.Context(), q); err != nil {
						t.Fatal(err)
					}
				}
				if err := j.Close(); err != nil && !errors.Is(err, ErrDamaged) {
					t.Fatal(err)
				}
				alone(t, dir)
				j = opened(t, dir)
				told := strings.Join(j.Told(), "\n")
				for _, words := range append(c.told, "The journal's database was damaged.") {
					if !strings.Contains(told, words) {
						t.Errorf("told %q, not %q", told, words)
					}
				}
				if n := strings.Count(told, over); (n > 0) != (len(c.complete) > 0) {
					t.Errorf("told %q", told)
				}
				list, err := j.Tasks(t.Context(), orchestrator.Query{})
				if err != nil || len(list) != 2 {
					t.Errorf("%d tasks are listed, %v", len(list), err)
				}
				for _, task := range list {
					if task.State.Ended() != slices.Contains(append(c.ended, c.complete...), task.ID) || task.State == orchestrator.StateError && !strings.Contains(task.Reason, "damaged") {
						t.Errorf("%s is %s: %s", task.ID, task.State, task.Reason)
					}
				}
				for id, was := range want {
					got, doubt := recordOf(t, j, id), doubts(t, j)[id]
					switch {
					case slices.Contains(c.whole, id):
						if d := cmp.Diff(was, got); d != "" {
							t.Errorf("%s is not as it was:\n%s", id, d)
						}
					case slices.Contains(c.ended, id):
						if len(got.Moves)+len(got.Rounds)+len(got.Actions)+len(got.Samples) > 0 {
							t.Errorf("of a task that could not be read is left %+v", got)
						}
					default: // but for its actions
						was.Actions = nil
						if d := cmp.Diff(was, got); d != "" {
							t.Errorf("%s is not as it was:\n%s", id, d)
						}
					}
					if (doubt == "") != got.Task.State.Ended() {
						t.Errorf("%s is %s, and the doubt is %q", id, got.Task.State, doubt)
					}
				}
				kept := dumps(t, dir)
				if len(kept) != len(want)-len(c.whole) {
					t.Errorf("%d tasks are set aside", len(kept))
				}
				for _, one := range kept {
					if len(one["tasks"]) != 1 || len(one["moves"]) != 2 || len(one["rounds"]) != 1 || len(one["actions"]) != 4 || len(one["samples"]) != 1 {
						t.Errorf("set aside is %v", one)
					}
				}
			})
		})
	}
}

// TestCloseTellsWhatCouldNotBeFolded: the log keeps it.
func TestCloseTellsWhatCouldNotBeFolded(t *testing.T) {
	dir := t.TempDir()
	j, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.db.ExecContext(t.Context(), `PRAGMA query_only = 1`); err != nil {
		t.Fatal(err)
	}
	want, batch := example("T1")
	appended(t, j, batch)
	if err := j.Close(); !errors.Is(err, ErrReadOnly) {
		t.Errorf("it closes with %v", err)
	}
	if d := cmp.Diff(want, recordOf(t, opened(t, dir), "T1")); d != "" {
		t.Errorf("the task changed:\n%s", d)
	}
}

// TestSequencesGoOnAfterARestart: a gap in them is how a lost record is found.
func TestSequencesGoOnAfterARestart(t *testing.T) {
	dir := t.TempDir()
	j, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	_, batch := example("T1")
	for range 3 {
		if err := j.Append(t.Context(), &batch); err != nil {
			t.Fatal(err)
		}
	}
	want := j.log.(*appender).owners["T1"].seq
	if err := j.Close(); err != nil { // all of it is in the database
		t.Fatal(err)
	}
	j = opened(t, dir)
	if o := j.log.(*appender).owners["T1"]; o == nil || o.seq != want || want < 3 {
		t.Errorf("of the task that runs %+v is known, want %d", o, want)
	}
}

func TestAtMostFiveTasksAreNamed(t *testing.T) {
	tasks := []titled{{id: "1", title: "get coal"}, {id: "2"}, {id: "3"}, {id: "4"}, {id: "5"}}
	if got, want := list(tasks), `1 ("get coal"), 2, 3, 4, 5`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := list(append(tasks, titled{id: "6"}, titled{id: "7"})), `1 ("get coal"), 2, 3, 4, 5, and 2 more`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
