// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/minehand/minehand/orchestrator"
)

// TestACopyADayAndTheLogWhileItsTasksAreKept: two copies are there, of the last two days;
// the log is there, compressed, until retention has dropped all of its tasks.
func TestACopyADayAndTheLogWhileItsTasksAreKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		var j *Journal
		logs := map[string]string{} // by task
		for n, id := range []string{"T1", "T2"} {
			j = opened(t, dir)
			_, b := example(id)
			b.Moves[0].Reason = strings.Repeat("because of it ", 1000)
			if id == "T1" {
				b.Tasks[0].State, b.Tasks[0].Ended = orchestrator.StateComplete, time.Now()
			}
			appended(t, j, b)
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			logs[id] = filepath.Join(dir, fmt.Sprintf("%s%08d%s", segmentPrefix, n+1, keptSuffix))
			info, err := os.Stat(logs[id])
			if err != nil || info.Size() > 3000 {
				t.Fatalf("the log of %s is kept as %v, %v", id, info, err)
			}
			if err := os.Chtimes(logs[id], time.Now(), time.Now()); err != nil { // files have the computer's clock
				t.Fatal(err)
			}
		}
		j = opened(t, dir)
		var want []string
		for day := range 10 {
			if day > 0 {
				time.Sleep(25 * time.Hour)
				synctest.Wait()
			}
			now := time.Now()
			want = append(want, copyName(dir, now))
			if want = want[max(0, len(want)-2):]; !cmp.Equal(copiesIn(dir), want) {
				t.Fatalf("on day %d there are %q, want %q; %+v", day, copiesIn(dir), want, j.Health())
			}
			if err := os.Chtimes(want[len(want)-1], now, now); err != nil {
				t.Fatal(err)
			}
			j.countCopies()
			for id, log := range logs {
				_, err := os.Stat(log)
				if kept := id == "T2" || day < 7; (err == nil) != kept {
					t.Errorf("on day %d the log of %s is kept: %v, want %v", day, id, err == nil, kept)
				}
			}
		}
		if h := j.Health(); h.Copies != mostCopies || h.Dropped != 1 || h.Fault != "" {
			t.Errorf("its health is %+v", h)
		}
	})
}

// TestADamagedHistoryMakesNoCopy: what is there is as it was when all was in order.
func TestADamagedHistoryMakesNoCopy(t *testing.T) {
	dir, want := twoTasksClosed(t)
	j := opened(t, dir)
	if err := j.look(t.Context(), true); err != nil { // a copy that has both
		t.Fatal(err)
	}
	before := copiesIn(dir)
	if _, err := j.db.ExecContext(t.Context(), `UPDATE moves SET reason = 'another' WHERE task = 'T1'`); err != nil {
		t.Fatal(err)
	}
	if err := j.look(t.Context(), true); !errors.Is(err, errMended) {
		t.Fatalf("the look says %v", err)
	}
	if got := copiesIn(dir); !cmp.Equal(got, before) {
		t.Errorf("there are the copies %q, want %q", got, before)
	}
	if c, err := takeCopied(context.Background(), before[0], "T1"); err != nil || !c.rows.has() {
		t.Errorf("the copy has lost T1: %v", err)
	}
	if d := cmp.Diff(want["T1"], recordOf(t, j, "T1")); d != "" {
		t.Error(d)
	}
}

// TestADamagedTaskIsBuiltAgain of a copy or of the log alone; what lies in neither is named,
// and is kept in a file.
func TestADamagedTaskIsBuiltAgain(t *testing.T) {
	for _, c := range []struct {
		name            string
		copy, log, lost bool
		told            string
	}{
		{"of the copy", true, false, false, "A part of the task T1 was damaged. It is whole again."},
		{"of the log", false, true, false, "A part of the task T1 was damaged. It is whole again."},
		{"of nothing", false, false, true, `A part of the task T1 ("get 3 diamonds") cannot be read: the journal was damaged. It waits until you have looked at it and resumed it. All that was written down of it is kept in `},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, want := twoTasksClosed(t)
			j := opened(t, dir)
			if err := j.look(t.Context(), true); err != nil { // a copy that has both
				t.Fatal(err)
			}
			if !c.copy {
				without(t, dir, copyPrefix+"*")
			}
			if !c.log {
				without(t, dir, segmentPrefix+"*"+keptSuffix)
			}
			if _, err := j.db.ExecContext(t.Context(), `UPDATE actions SET reason = 'another' WHERE task = 'T1' AND seq = 1`); err != nil {
				t.Fatal(err)
			}
			got := recordOf(t, j, "T1")
			if whole := cmp.Equal(want["T1"], got); whole == c.lost {
				t.Errorf("it is whole: %v", whole)
			}
			if told := j.Told(); len(told) != 1 || !strings.HasPrefix(told[0], c.told) {
				t.Errorf("told %q", told)
			}
			asides, err := filepath.Glob(filepath.Join(dir, asidePrefix+"*.json"))
			if err != nil || (len(asides) == 1) != c.lost {
				t.Fatalf("set aside are %q, %v", asides, err)
			}
			for _, name := range asides {
				if text, err := os.ReadFile(name); err != nil || !strings.Contains(string(text), `"another"`) {
					t.Errorf("it holds\n%s\n%v", text, err)
				}
			}
			if doubt := doubts(t, j)["T1"]; (doubt != "") != c.lost {
				t.Errorf("its doubt is %q", doubt)
			}
			if d := cmp.Diff(want["T2"], recordOf(t, j, "T2")); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestALogThatCannotBeReadStopsNoStart: a part of the kept log that the disk does not give any
// more is as one that is damaged. What copies and the rest have is there, and it is told.
func TestALogThatCannotBeReadStopsNoStart(t *testing.T) {
	for name, harm := range map[string]func([]byte) []byte{
		"the database is damaged":  func(d []byte) []byte { clear(d[:512]); return d },
		"the database is in order": func(d []byte) []byte { return d },
	} {
		t.Run(name, func(t *testing.T) {
			dir, want := twoTasksClosed(t)
			j := opened(t, dir)
			rec, b := example("T3")
			appended(t, j, b)
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			first := filepath.Join(dir, segmentPrefix+"00000001"+keptSuffix)
			if err := errors.Join(os.Remove(first), os.Mkdir(first, 0o700)); err != nil { // to read it is an error
				t.Fatal(err)
			}
			change(t, filepath.Join(dir, FileName), harm)
			j = opened(t, dir)
			if d := cmp.Diff(rec, recordOf(t, j, "T3")); d != "" {
				t.Error(d)
			}
			list, _, err := j.Unfinished(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if told := strings.Join(j.Told(), " "); len(list) != 3 && !strings.Contains(told, "The journal's database was damaged") {
				t.Errorf("%d tasks of %d are under way, told %q", len(list), 1+len(want), told)
			}
		})
	}
}

// TestAListReadsNoRowThatIsNotAsItWasWritten, also of one that was damaged after the look.
func TestAListReadsNoRowThatIsNotAsItWasWritten(t *testing.T) {
	dir, want := twoTasksClosed(t)
	j := opened(t, dir)
	if _, err := j.db.ExecContext(t.Context(), `UPDATE tasks SET data = replace(data, 'get 3 diamonds', 'get 4 diamonds') WHERE id = 'T1'`); err != nil {
		t.Fatal(err)
	}
	list, err := j.Tasks(t.Context(), orchestrator.Query{})
	if err != nil || len(list) != len(want) {
		t.Fatalf("%d tasks are listed, %v", len(list), err)
	}
	for _, task := range list {
		if d := cmp.Diff(want[task.ID].Task, task); d != "" {
			t.Errorf("%s is not as it was written:\n%s", task.ID, d)
		}
	}
	if told := j.Told(); len(told) != 1 || !strings.Contains(told[0], "T1") {
		t.Errorf("told %q", told)
	}
}

// twoTasksClosed is the folder of two tasks whose journal was closed.
func twoTasksClosed(t *testing.T) (dir string, want map[string]orchestrator.Record) {
	t.Helper()
	dir, want = t.TempDir(), map[string]orchestrator.Record{}
	j := opened(t, dir)
	for _, id := range []string{"T1", "T2"} {
		rec, b := example(id)
		want[id] = rec
		appended(t, j, b)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, want
}
