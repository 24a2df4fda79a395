// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/orchestrator"
)

// worn is a disk on which only what was synced is in the files. When a sync fails it
// has lost what was written, and the next one succeeds, as with a real system.
type worn struct {
	mu sync.Mutex
	// syncs, creates, folders and checkpoints are how many of each fail from now on.
	syncs, creates, folders, checkpoints int
	// lost is what went with failed syncs, by file.
	lost map[string][]wornWrite
}

type wornWrite struct {
	data []byte
	at   int64
}

// fails counts one of n down.
func (d *worn) fails(n *int, op string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if *n == 0 {
		return nil
	}
	*n--
	return &os.PathError{Op: op, Path: "the log", Err: syscall.EIO}
}

// heals ends all faults.
func (d *worn) heals() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.syncs, d.creates, d.folders, d.checkpoints = 0, 0, 0, 0
}

func (d *worn) Create(name string) (file, error) {
	if err := d.fails(&d.creates, "open"); err != nil {
		return nil, err
	}
	f, err := realDisk{}.Create(name)
	return &wornFile{file: f, disk: d, name: name}, err
}

func (d *worn) SyncFolder(dir string) error {
	if err := d.fails(&d.folders, "fsync"); err != nil {
		return err
	}
	return syncFolder(dir)
}

func (d *worn) checkpoint(ctx context.Context, db *sql.DB) error {
	if err := d.fails(&d.checkpoints, "checkpoint"); err != nil {
		return err
	}
	return checkpoint(ctx, db)
}

// reappear writes what was lost into its files after all.
func (d *worn) reappear(t *testing.T, dir string) {
	for name, list := range d.lost {
		f, err := os.OpenFile(filepath.Join(dir, filepath.Base(name)), os.O_RDWR, 0o600)
		if errors.Is(err, os.ErrNotExist) {
			continue // it was made anew, or all of it is kept
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range list {
			if _, err := f.WriteAt(w.data, w.at); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

type wornFile struct {
	file
	disk  *worn
	name  string
	waits []wornWrite
}

func (f *wornFile) WriteAt(p []byte, at int64) (int, error) {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	f.waits = append(f.waits, wornWrite{slices.Clone(p), at})
	return len(p), nil
}

func (f *wornFile) Sync() error {
	err := f.disk.fails(&f.disk.syncs, "fsync")
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	waits := f.waits
	f.waits = nil
	if err != nil {
		f.disk.lost[f.name] = append(f.disk.lost[f.name], waits...)
		return err
	}
	for _, w := range waits {
		if _, err := f.file.WriteAt(w.data, w.at); err != nil {
			return err
		}
	}
	return nil
}

// openedOn opens a journal on a worn disk.
func openedOn(t *testing.T, dir string) (*Journal, *worn) {
	t.Helper()
	d := &worn{lost: map[string][]wornWrite{}}
	j, err := Config{disk: d, checkpoint: d.checkpoint}.Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	<-j.firstLook
	return j, d
}

// submitted is a task that was just taken.
func submitted(id string) (orchestrator.Record, orchestrator.Batch) {
	rec, _ := example(id)
	rec = orchestrator.Record{Task: rec.Task, Moves: rec.Moves[:1]}
	rec.Task.State = orchestrator.StateQueued
	return rec, orchestrator.Batch{Tasks: []orchestrator.Task{rec.Task}, Moves: rec.Moves}
}

// TestAFailedFsyncIsNotRetriedIntoASuccess: what is pending is written again to a new
// segment, and who submitted is answered by what is on the disk. Whatever becomes of
// the segment that failed, each record counts once.
func TestAFailedFsyncIsNotRetriedIntoASuccess(t *testing.T) {
	for _, c := range []struct {
		name string
		fail func(*worn)
		// taken: the second task is.
		taken bool
	}{
		{"one fsync", func(d *worn) { d.syncs = 1 }, true},
		{"the new segment's too", func(d *worn) { d.syncs = 2 }, false},
		{"the new segment cannot be made", func(d *worn) { d.syncs, d.creates = 1, 1 }, false},
		{"the new segment's folder", func(d *worn) { d.syncs, d.folders = 1, 1 }, false},
	} {
		for _, reappears := range []bool{false, true} {
			t.Run(fmt.Sprint(c.name, ", reappears ", reappears), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					dir := t.TempDir()
					j, d := openedOn(t, dir)
					want := map[string]orchestrator.Record{}
					put := func(id string) error {
						rec, b := submitted(id)
						err := j.Append(t.Context(), &b)
						if err == nil {
							want[id] = rec
						}
						return err
					}
					if err := put("T1"); err != nil {
						t.Fatal(err)
					}
					_, running := example("T1")
					running.Tasks, running.Moves, running.Samples = nil, nil, nil // not waited for
					appended(t, j, running)
					rec := want["T1"]
					rec.Rounds, rec.Actions = running.Rounds, running.Actions
					want["T1"] = rec
					c.fail(d)
					if err := put("T2"); (err == nil) != c.taken || err != nil && !strings.Contains(err.Error(), "check the disk") {
						t.Fatalf("the second task: %v", err)
					}
					if err := put("T3"); err != nil {
						t.Fatal(err)
					}
					cut := killed(t, dir) // the power is cut
					if reappears {
						d.reappear(t, cut)
					}
					for range 2 {
						next := opened(t, cut)
						list, _, err := next.Unfinished(t.Context())
						if err != nil || len(list) != len(want) || len(next.Told()) > 0 {
							t.Errorf("%d tasks, want %d, %v; told %v", len(list), len(want), err, next.Told())
						}
						for id, rec := range want {
							if d := cmp.Diff(rec, recordOf(t, next, id)); d != "" {
								t.Errorf("%s is not as it was taken:\n%s", id, d)
							}
						}
						cut = killed(t, cut)
					}
					// Kept segments may have a record twice, too: a task is built again of them.
					mended := opened(t, cut)
					if _, err := mended.db.ExecContext(t.Context(), `UPDATE moves SET reason = 'another' WHERE task = 'T1'`); err != nil {
						t.Fatal(err)
					}
					without(t, cut, copyPrefix+"*")
					if d := cmp.Diff(want["T1"], recordOf(t, mended, "T1")); d != "" || len(mended.Told()) != 1 {
						t.Errorf("T1 is not built again; told %v\n%s", mended.Told(), d)
					}
					for id, rec := range want { // and here, where nothing was cut
						if d := cmp.Diff(rec, recordOf(t, j, id)); d != "" {
							t.Errorf("%s is not as it was taken:\n%s", id, d)
						}
					}
					if _, err := j.Task(t.Context(), "T2"); !c.taken && !errors.Is(err, orchestrator.ErrNoTask) {
						t.Errorf("a task that was refused is there: %v", err)
					}
				})
			})
		}
	}
}

// TestASegmentThatIsKeptWhileATaskIsMended: it is listed, and then it is gone, as a link
// to nothing is. What it held is in the kept one.
func TestASegmentThatIsKeptWhileATaskIsMended(t *testing.T) {
	dir := t.TempDir()
	first := opened(t, dir)
	want, b := submitted("T1")
	appended(t, first, b)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	j := opened(t, dir)
	without(t, dir, copyPrefix+"*")
	if err := os.Symlink("gone", filepath.Join(dir, segmentName(1))); err != nil {
		t.Skip(err)
	}
	if _, err := j.db.ExecContext(t.Context(), `UPDATE moves SET reason = 'another' WHERE task = 'T1'`); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, recordOf(t, j, "T1")); d != "" {
		t.Error(d)
	}
}

// TestAnEndThatWasRefusedIsWrittenAgain: its caller tries again, and it counts once.
func TestAnEndThatWasRefusedIsWrittenAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		j, d := openedOn(t, dir)
		want, b := submitted("T1")
		appended(t, j, b)
		end := orchestrator.Batch{Tasks: b.Tasks, Moves: []orchestrator.Move{{Task: "T1", At: at(9), State: orchestrator.StateComplete}}}
		end.Tasks[0].State, end.Tasks[0].Ended = orchestrator.StateComplete, at(9)
		synctest.Wait()                     // what follows the first is done, and meets no fault
		d.syncs, d.creates = 1, math.MaxInt // whoever comes first, the fold or who appends
		if err := j.Append(t.Context(), &end); err == nil {
			t.Fatal("an end is taken that is not on the disk")
		}
		synctest.Wait()
		d.heals()
		appended(t, j, end)
		want.Task, want.Moves = end.Tasks[0], append(want.Moves, end.Moves...)
		cut := killed(t, dir)
		d.reappear(t, cut)
		for _, j := range []*Journal{j, opened(t, cut)} {
			if d := cmp.Diff(want, recordOf(t, j, "T1")); d != "" || len(j.Told()) > 0 {
				t.Errorf("told %v\n%s", j.Told(), d)
			}
		}
	})
}

// TestAFullSegmentWhoseSuccessorFails goes on growing, and nothing is lost; nor when
// the database cannot be brought to the disk.
func TestAFullSegmentWhoseSuccessorFails(t *testing.T) {
	cases := []struct {
		name string
		fail func(*worn)
	}{
		{"no file", func(d *worn) { d.creates = 3 }},
		{"no fsync", func(d *worn) { d.syncs = 3 }},
		{"no folder", func(d *worn) { d.folders = 3 }},
		{"no checkpoint", func(d *worn) { d.checkpoints = 3 }},
	}
	for _, c := range cases[:raced.Of(len(cases), 1)] {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dir := t.TempDir()
				j, d := openedOn(t, dir)
				rec, b := submitted("T1")
				appended(t, j, b)
				c.fail(d)
				taken := 0
				for i := range 18 {
					b := orchestrator.Batch{Actions: []orchestrator.Action{{Task: "T1", Seq: i + 1, Reason: string(make([]byte, 1<<20))}}}
					for try := 0; j.Append(t.Context(), &b) != nil; try++ {
						if try > 5 {
							t.Fatal("it never takes it")
						}
					}
					taken++
					synctest.Wait()
				}
				_, last := submitted("T2")
				appended(t, j, last)
				cut := opened(t, killed(t, dir))
				// Without power the database may lose what was not brought to the disk.
				lost := killed(t, dir)
				if err := os.Remove(filepath.Join(lost, FileName+"-wal")); err != nil && !errors.Is(err, os.ErrNotExist) {
					t.Fatal(err)
				}
				for _, j := range []*Journal{j, cut, opened(t, lost)} {
					got := recordOf(t, j, "T1")
					if len(got.Actions) != taken || !cmp.Equal(got.Task, rec.Task) || len(j.Told()) > 0 {
						t.Errorf("%d actions of %d, told %v", len(got.Actions), taken, j.Told())
					}
				}
			})
		})
	}
}
