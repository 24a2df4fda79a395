// SPDX-License-Identifier: MIT

package journal

import (
	"context"
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
	if err := j.prune(ctx, time.Now().Add(8*24*time.Hour)); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := j.db.QueryRowContext(ctx, `SELECT count(*) FROM changes`).Scan(&left); err != nil || left != 1 {
		t.Errorf("%d changes are left, %v", left, err)
	}
}
