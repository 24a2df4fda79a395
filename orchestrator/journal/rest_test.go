// SPDX-License-Identifier: MIT

package journal

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/minehand/minehand/game/ledger"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/worldmap"
)

// How many places of a database are damaged after it was closed, and how many times
// bytes of it at random; the seed of these.
var (
	restPlaces = flag.Int("journal.places", raced.Of(8, 1), "at how many places 512 bytes of a closed database are zeroed")
	restRandom = flag.Int("journal.random", raced.Of(3, 1), "how many times bytes of a closed database are changed at random")
	restSeed   = flag.Uint64("journal.seed", 1, "seed of -journal.random")
)

// changedByEach is how many cells each task of history changed.
const changedByEach = 20

// history is a data folder that was closed, with 30 tasks of which three have not
// ended.
func history(t *testing.T) (dir string, want map[string]orchestrator.Record) {
	t.Helper()
	dir = t.TempDir()
	j := opened(t, dir)
	want = map[string]orchestrator.Record{}
	for i := range 30 {
		id := fmt.Sprintf("T%02d", i)
		rec, b := example(id)
		rec.Moves[1].Reason = strings.Repeat(fmt.Sprint("because of ", i, " "), 40)
		rec.Rounds[0].Why = strings.Repeat(fmt.Sprint("why ", i, " "), 300)
		for k := range 12 {
			a := rec.Actions[0]
			a.Seq, a.ID, a.Reason = k+3, fmt.Sprint(id, "-", k), fmt.Sprint("seen at ", k)
			rec.Actions = append(rec.Actions, a)
		}
		if i%10 != 9 {
			rec.Task.State, rec.Task.Ended = orchestrator.StateComplete, at(99)
		}
		b.Tasks, b.Moves, b.Rounds, b.Actions = []orchestrator.Task{rec.Task}, rec.Moves, rec.Rounds, rec.Actions
		b.WorldMap = []worldmap.Row{{World: "w", Landmark: table(i)}}
		appended(t, j, b)
		var rows []ledger.Row
		for k := range changedByEach {
			rows = append(rows, changed(changedByEach*i+k+1, 100*i+k, "stone", "air", fmt.Sprint(id, "-", k%12)))
		}
		if err := j.KeepChanges(t.Context(), []Changed{{Body: "b1", Rows: rows}}); err != nil {
			t.Fatal(err)
		}
		want[id] = rec
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, want
}

// TestDamageAfterACleanClose zeroes 512 bytes at each of many places of a database
// at rest, and changes others at random: the journal starts, nothing is silent, and
// every task is whole that copies or the log hold.
func TestDamageAfterACleanClose(t *testing.T) {
	for _, c := range []struct {
		name string
		// leave removes what is not to help.
		leave func(t *testing.T, dir string)
		whole bool // every task is to be
	}{
		{"with copy and log", func(*testing.T, string) {}, true},
		{"with the log", func(t *testing.T, dir string) { without(t, dir, copyPrefix+"*") }, true},
		{"with a copy", func(t *testing.T, dir string) { without(t, dir, segmentPrefix+"*"+keptSuffix) }, true},
		{"with neither", func(t *testing.T, dir string) { alone(t, dir) }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dir, want := history(t)
				again := opened(t, dir) // which makes a copy with all of it
				if err := again.look(t.Context(), true); err != nil {
					t.Fatal(err)
				}
				if err := again.Close(); err != nil {
					t.Fatal(err)
				}
				c.leave(t, dir)
				data, err := os.ReadFile(filepath.Join(dir, FileName))
				if err != nil {
					t.Fatal(err)
				}
				rng := rand.New(rand.NewPCG(*restSeed, 27))
				partly, named := 0, 0
				for n := range *restPlaces + *restRandom {
					bad := append([]byte(nil), data...)
					where := ""
					if n < *restPlaces {
						at := n * (len(data) / *restPlaces) / 512 * 512
						clear(bad[at:min(at+512, len(bad))])
						where = fmt.Sprint("512 bytes at ", at)
					} else {
						where = fmt.Sprint("random change ", n-*restPlaces)
						for range 1 + rng.IntN(20) {
							bad[rng.IntN(len(bad))] ^= byte(1 + rng.IntN(255))
						}
					}
					p, k := atRest(t, killed(t, dir), bad, want, c.whole, where)
					partly += p
					named += k
					if t.Failed() {
						return
					}
				}
				t.Logf("%d bytes damaged at %d places and %d times at random: %d tasks in part, %d named as lost", len(data), *restPlaces, *restRandom, partly, named)
			})
		})
	}
}

// TestALogThatLacksItsEndIsNotTheWholeTask: how far the log of a task under way goes is known
// by its number in the database alone. Where that is gone as well, what the log has left is
// not taken for all there was.
func TestALogThatLacksItsEndIsNotTheWholeTask(t *testing.T) {
	for _, c := range []struct {
		name, harm string
		whole      bool // the log is
	}{
		{"with its number, of a whole log", ``, true},
		{"with its number", ``, false},
		{"without its number", `DELETE FROM sequences WHERE task = 'T1'`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dir := t.TempDir()
				rec, first := example("T1")
				then := orchestrator.Batch{Actions: []orchestrator.Action{rec.Actions[1]}}
				then.Actions[0].Seq, then.Actions[0].ID = 3, "T1-3"
				var last string
				for _, b := range []orchestrator.Batch{first, then} { // each in a segment of its own
					j := opened(t, dir)
					appended(t, j, b)
					if err := j.Close(); err != nil {
						t.Fatal(err)
					}
					list, err := keptSegments(dir)
					if err != nil || len(list) == 0 {
						t.Fatal(list, err)
					}
					last = list[len(list)-1].name
				}
				j := opened(t, dir)
				<-j.firstLook
				for _, harm := range []string{`UPDATE moves SET reason = 'another' WHERE task = 'T1'`, c.harm} {
					if _, err := j.db.ExecContext(t.Context(), harm); err != nil {
						t.Fatal(err)
					}
				}
				without(t, dir, copyPrefix+"*")
				if !c.whole {
					without(t, dir, filepath.Base(last))
				}
				if _, err := j.Task(t.Context(), "T1"); err != nil {
					t.Fatal(err)
				}
				if doubt := doubts(t, j)["T1"]; (doubt == "") != c.whole {
					t.Errorf("its doubt is %q, told %q", doubt, j.Told())
				}
			})
		})
	}
}

// TestALookThatIsOvertakenLooksAgain: readers that meet damage before a look does mend
// it under its hands, each time another task. The history is verified all the same.
func TestALookThatIsOvertakenLooksAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, want := history(t)
		d := &worn{}
		var j *Journal
		var harmed []string
		j, err := Config{checkpoint: func(ctx context.Context, db *sql.DB) error { // each look begins with one
			if len(harmed) > 0 {
				if !j.healed(ctx, j.generation.Load(), &rowsDamaged{harmed[:1]}) {
					t.Error("a task is not mended")
				}
				harmed = harmed[1:]
			}
			return d.checkpoint(ctx, db)
		}}.Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		<-j.firstLook
		harmed = []string{"T01", "T02", "T03", "T04", "T05"}
		if _, err := j.db.ExecContext(t.Context(), `UPDATE moves SET reason = 'another' WHERE task IN ('T01', 'T02', 'T03', 'T04', 'T05')`); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		time.Sleep(time.Minute)
		j.lookAfter(t.Context())
		if h := j.Health(); h.Fault != "" || !h.Verified.After(began) || len(h.Told) != 5 {
			t.Errorf("its health is %+v", h)
		}
		for id, rec := range want {
			if d := cmp.Diff(rec, recordOf(t, j, id)); d != "" {
				t.Errorf("%s is not whole:\n%s", id, d)
			}
		}
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
}

func without(t *testing.T, dir, what string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, what))
	if err != nil || len(names) == 0 {
		t.Fatalf("%v, %v", names, err)
	}
	for _, name := range names {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}

// atRest opens a folder with a damaged database and holds it against what it was.
func atRest(t *testing.T, dir string, data []byte, want map[string]orchestrator.Record, whole bool, where string) (partly, named int) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, FileName), data, 0o600); err != nil {
		t.Fatal(err)
	}
	j, err := Open(t.Context(), dir)
	if err != nil {
		t.Errorf("%s: it does not start: %v", where, err)
		return 0, 0
	}
	defer func() {
		if err := j.Close(); err != nil {
			t.Errorf("%s: %v", where, err)
		}
	}()
	if _, _, err := j.Unfinished(t.Context()); err != nil { // as a start does, before all of it was looked at
		t.Errorf("%s: %v", where, err)
	}
	<-j.firstLook
	told := strings.Join(j.Told(), "\n")
	list, err := j.Tasks(t.Context(), orchestrator.Query{Limit: 1000})
	if err != nil {
		t.Errorf("%s: %v", where, err)
	}
	for id, rec := range want {
		got, err := j.Task(t.Context(), id)
		if err == nil { // of one that is partly lost its actions may be
			l, fault := j.Ledger(t.Context(), id)
			if s := l.Sum(); fault != nil || s.Cells != changedByEach && (whole || !s.Incomplete && l.Told && !strings.Contains(told, "damaged")) || whole && s.Incomplete {
				t.Errorf("%s: of the changes of %s there are %+v, %v, told %q", where, id, s, fault, told)
			}
		}
		switch {
		case err == nil && cmp.Equal(rec, got):
		case whole:
			t.Errorf("%s: %s is not whole: %v, told %q\n%s", where, id, err, told, cmp.Diff(rec, got))
		case strings.Contains(told, id):
			partly++
		case errors.Is(err, orchestrator.ErrNoTask) && strings.Contains(told, "The journal's database was damaged"):
			named++ // in a part of the file that nothing can be read of
		default:
			t.Errorf("%s: %s is not as it was, and nobody is told: %v, told %q\n%s", where, id, err, told, cmp.Diff(rec, got))
		}
	}
	if whole && len(list) != len(want) {
		t.Errorf("%s: %d tasks are listed of %d", where, len(list), len(want))
	}
	if h := j.Health(); h.Verified.IsZero() || h.Fault != "" || whole && h.Tasks != len(want) {
		t.Errorf("%s: its health is %+v", where, h)
	}
	return partly, named
}

// TestWhatDamageHidesIsFoundBeforeTheLook: of rows in a page that is out of order a
// reader finds a part, and each that it finds has its sum. Until the file was looked at
// a task is held against its log.
func TestWhatDamageHidesIsFoundBeforeTheLook(t *testing.T) {
	// in is where these bytes are in a file, and where their page begins.
	in := func(t *testing.T, d []byte, words string) (at, page int) {
		t.Helper()
		if at = bytes.Index(d, []byte(words)); at < 0 {
			t.Fatalf("%q is not in the file", words)
		}
		return at, at / 4096 * 4096
	}
	// astray makes the key of the first action of T2 a greater one: it lies in the middle
	// of its page, and who looks for what comes after it may go either way.
	astray := func(t *testing.T, d []byte) {
		at, _ := in(t, d, "T2T2-1")
		d[at] = 'Z'
	}
	// twice has the index of moves name the second of T1 twice, the second time for one of T2.
	twice := func(t *testing.T, d []byte) {
		at, _ := in(t, d, "\x06\x03\x11\x01T2\x03")
		copy(d[at+4:], "T1\x02")
	}
	// short takes the last row out of the page in which these bytes are.
	short := func(words string) func(*testing.T, []byte) {
		return func(t *testing.T, d []byte) {
			_, page := in(t, d, words)
			d[page+4]--
		}
	}
	for _, c := range []struct {
		name string
		harm func(*testing.T, []byte)
		// added are the actions of a task that is added after the start, in the order in
		// which they reach the file; none: the tasks under way are asked for.
		added []int
	}{
		{"a move of a task under way, which another has", twice, nil},
		{"an action of a task under way", short("T2T2-1"), nil},
		{"a task under way in the index that lists it", short("\x04\x02\x11T2"), nil},
		{"a task under way", short("T2b1running"), nil},
		{"an action that is added", astray, []int{0, 1}},
		{"an action that is added, the other way", astray, []int{1, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dir, want := twoTasks(t)
				if err := opened(t, dir).Close(); err != nil {
					t.Fatal(err)
				}
				change(t, filepath.Join(dir, FileName), func(d []byte) []byte { c.harm(t, d); return d })
				looks := make(chan struct{})
				j, err := Config{checkpoint: func(ctx context.Context, db *sql.DB) error { // each look begins with one
					select {
					case <-looks:
						return checkpoint(ctx, db)
					default:
						return errors.New("not yet")
					}
				}}.Open(t.Context(), dir)
				if err != nil {
					t.Fatal(err)
				}
				defer func() {
					if err := j.Close(); err != nil {
						t.Error(err)
					}
				}()
				<-j.firstLook
				if len(c.added) > 0 {
					rec, b := example("T9")
					b.Actions = nil
					appended(t, j, b)
					for _, i := range c.added {
						appended(t, j, orchestrator.Batch{Actions: rec.Actions[i : i+1]})
						j.fold()
					}
					want["T9"] = rec
					if d := cmp.Diff(rec, recordOf(t, j, "T9")); d != "" {
						t.Errorf("it is not whole:\n%s", d)
					}
				} else {
					if d := cmp.Diff(want["T1"], recordOf(t, j, "T1")); d != "" {
						t.Errorf("T1 is not whole:\n%s", d)
					}
					list, _, err := j.Unfinished(t.Context())
					if err != nil || len(list) != len(want) {
						t.Errorf("%d tasks are under way, %v", len(list), err)
					}
					for _, rec := range list {
						if d := cmp.Diff(want[rec.Task.ID], rec); d != "" {
							t.Errorf("%s is not whole:\n%s", rec.Task.ID, d)
						}
					}
				}
				if told := strings.Join(j.Told(), "\n"); strings.Count(told, "The journal's database was damaged") != 1 {
					t.Errorf("told %q", told)
				}
				close(looks)
				j.lookAfter(t.Context())
				if h := j.Health(); h.Fault != "" || h.Tasks != len(want) || len(h.Told) != 1 {
					t.Errorf("its health is %+v", h)
				}
				for id, rec := range want {
					if d := cmp.Diff(rec, recordOf(t, j, id)); d != "" {
						t.Errorf("after the look %s is not whole:\n%s", id, d)
					}
				}
			})
		})
	}
}
