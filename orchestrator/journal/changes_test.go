// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/ledger"
)

func changed(n, x int, from, to, action string) ledger.Row {
	return ledger.Row{Reported: game.Reported{Series: "s", World: "w", Change: game.Change{
		N: n, X: x, Y: 64, Dimension: "overworld", From: from, To: to, Why: game.WhyGoal, Action: action,
	}}}
}

// TestChangesAreKeptOnce, with the task whose action they are of, over a restart.
func TestChangesAreKeptOnce(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	j := opened(t, dir)
	_, batch := example("T")
	if err := j.Append(ctx, &batch); err != nil {
		t.Fatal(err)
	}
	if l, err := j.Ledger(ctx, "T"); err != nil || l.Told {
		t.Fatalf("told before anything was: %v, %v", l, err)
	}
	rows := []ledger.Row{
		changed(1, 1, "stone", "air", "A1"), changed(2, 2, "air", "torch", "A2"), changed(3, 3, "dirt", "air", "of another task"),
	}
	for range 2 { // a body sends again what it does not know to be kept
		if err := j.KeepChanges(ctx, []Changed{{Body: "b1", Rows: rows}}); err != nil {
			t.Fatal(err)
		}
	}
	shown := ledger.Row{Shown: true, Reported: game.Reported{Series: "survey T", World: "w", Change: game.Change{N: 1, X: 1, Y: 64, Dimension: "overworld", To: "air"}}}
	if err := j.KeepChanges(ctx, []Changed{{Body: "b1", Task: "T", Rows: []ledger.Row{shown}}}); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = opened(t, dir)
	later := changed(4, 2, "torch", "air", "of another task")
	if err := j.KeepChanges(ctx, []Changed{{Body: "b1", Rows: append(rows, later)}}); err != nil {
		t.Fatal(err)
	}
	l, err := j.Ledger(ctx, "T")
	if err != nil || !l.Told || l.World != "w" {
		t.Fatal(l, err)
	}
	want := ledger.Sum{
		Told: true, Cells: 2, Shown: 1, Back: 1, Dug: map[string]int{"stone": 1}, Placed: map[string]int{"torch": 1}, Whys: map[game.Why]int{game.WhyGoal: 2},
	}
	if diff := cmp.Diff(want, l.Sum()); diff != "" {
		t.Error(diff)
	}
}

// TestChangesGoWithTheirTasks: what no task that is kept has made goes after a week.
func TestChangesGoWithTheirTasks(t *testing.T) {
	ctx := context.Background()
	j := opened(t, t.TempDir())
	_, batch := example("T")
	if err := j.Append(ctx, &batch); err != nil {
		t.Fatal(err)
	}
	if _, err := j.Task(ctx, "T"); err != nil { // it is in the database
		t.Fatal(err)
	}
	if err := j.KeepChanges(ctx, []Changed{{Body: "b1", Rows: []ledger.Row{changed(1, 1, "stone", "air", "A1"), changed(2, 2, "stone", "air", "gone")}}}); err != nil {
		t.Fatal(err)
	}
	if _, err := j.Ledger(ctx, "T"); err != nil { // and they are
		t.Fatal(err)
	}
	if err := j.prune(ctx, time.Now().Add(8*24*time.Hour)); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := j.db.QueryRowContext(ctx, `SELECT count(*) FROM changes`).Scan(&left); err != nil || left != 1 {
		t.Errorf("%d changes are left, %v", left, err)
	}
}

// changing is a journal with a task whose actions changed so many cells.
func changing(t *testing.T, dir string, n int) *Journal {
	t.Helper()
	j := opened(t, dir)
	_, batch := example("T")
	if err := j.Append(t.Context(), &batch); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if err := j.KeepChanges(t.Context(), []Changed{{Body: "b1", Rows: []ledger.Row{changed(i+1, i, "stone", "air", "A1")}}}); err != nil {
			t.Fatal(err)
		}
	}
	return j
}

// summed is the ledger of the task in numbers.
func summed(t *testing.T, j *Journal) ledger.Sum {
	t.Helper()
	l, err := j.Ledger(t.Context(), "T")
	if err != nil {
		t.Fatal(err)
	}
	return l.Sum()
}

// TestDamagedChanges: a row that is not as it was written is made anew from a copy or from
// the log; where neither has it the ledger says that something is missing, and it is told.
func TestDamagedChanges(t *testing.T) {
	for name, c := range map[string]struct {
		copied, logged bool
	}{
		"with the log": {logged: true}, "with a copy": {copied: true}, "with neither": {},
	} {
		for column, damage := range map[string]struct {
			query, lost string
			cells       int
		}{
			"data":     {`UPDATE changes SET data = replace(data, 'stone', 'stony') WHERE n = 3`, "1 entry", 4},
			"sum":      {`UPDATE changes SET sum = sum + 1 WHERE n = 3`, "1 entry", 4},
			"world":    {`UPDATE changes SET at = at + 1 WHERE n = 3`, "1 entry", 4},
			"two rows": {`UPDATE changes SET sum = sum + 1 WHERE n IN (3, 4)`, "2 entries", 3},
		} {
			t.Run(name+", "+column, func(t *testing.T) {
				dir := t.TempDir()
				j := changing(t, dir, 5)
				want := summed(t, j)
				if err := j.look(t.Context(), true); err != nil {
					t.Fatal(err)
				}
				if err := j.Close(); err != nil {
					t.Fatal(err)
				}
				if !c.logged {
					without(t, dir, segmentPrefix+"*"+keptSuffix)
				}
				j = opened(t, dir)
				if <-j.firstLook; !c.copied {
					without(t, dir, copyPrefix+"*")
				}
				if _, err := j.db.ExecContext(t.Context(), damage.query); err != nil {
					t.Fatal(err)
				}
				got := summed(t, j)
				told := strings.Join(j.Told(), " ")
				if c.copied || c.logged {
					if diff := cmp.Diff(want, got); diff != "" || told != "A part of what is known of changes in worlds was damaged. It is whole again." {
						t.Errorf("told %q\n%s", told, diff)
					}
				} else if !got.Incomplete || got.Cells != damage.cells || !strings.Contains(told, damage.lost+" of changes in worlds") {
					t.Errorf("told %q, it adds up to %+v", told, got)
				}
				again, err := inspect(t.Context(), j.db)
				if err != nil || again.changes {
					t.Errorf("it is not mended: %+v, %v", again, err)
				}
			})
		}
	}
}

// TestARebuiltDatabaseHasTheChanges of the log, and those of no task that were made in it.
func TestARebuiltDatabaseHasTheChanges(t *testing.T) {
	dir := t.TempDir()
	j := changing(t, dir, 300)
	want := summed(t, j)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	change(t, filepath.Join(dir, FileName), func(d []byte) []byte { return append([]byte("nothing of the kind"), d[19:]...) })
	j = opened(t, dir)
	if diff := cmp.Diff(want, summed(t, j)); diff != "" {
		t.Error(diff)
	}
}

// TestAMissingNumberIsIncomplete: of what lies between two changes of a task nobody knows.
func TestAMissingNumberIsIncomplete(t *testing.T) {
	j := changing(t, t.TempDir(), 3)
	keep := func(task string, rows ...ledger.Row) {
		t.Helper()
		if err := j.KeepChanges(t.Context(), []Changed{{Body: "b1", Task: task, Rows: rows}}); err != nil {
			t.Fatal(err)
		}
	}
	keep("T", changed(4, 9, "dirt", "air", "")) // a reflex while it ran
	if s := summed(t, j); s.Incomplete || s.Cells != 4 || s.Dug["dirt"] != 1 {
		t.Errorf("it adds up to %+v", s)
	}
	keep("", changed(6, 6, "stone", "air", "A2"))
	if s := summed(t, j); !s.Incomplete || s.Cells != 5 {
		t.Errorf("with a number that nobody has: %+v", s)
	}
	keep("", changed(5, 5, "stone", "air", "of another task"))
	if s := summed(t, j); s.Incomplete {
		t.Errorf("the number was another task's: %+v", s)
	}
	lost := changed(7, 0, "", "", "")
	lost.Lost = true
	keep("T", lost)
	if s := summed(t, j); !s.Incomplete {
		t.Errorf("the body had to forget some: %+v", s)
	}
}
