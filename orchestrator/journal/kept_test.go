// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pressly/goose/v3"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/bodytest"
	"github.com/minehand/minehand/orchestrator/worldmap"
)

var update = flag.Bool("update", false, "write testdata/log_v1.log anew; only while no release has that version")

// coalPlanner plans what is missing of two coal.
type coalPlanner struct{}

func (coalPlanner) Plan(_ context.Context, req game.Request) (game.Plan, error) {
	plan := game.Plan{Goal: game.Goal{Text: req.Goal, Clauses: []game.Clause{
		game.ClauseOf("get", "get 2 coal", game.Check{Kind: game.CheckHave, Items: []string{"coal"}, Count: 2}),
	}}}
	if n := 2 - req.State.Count("coal"); n > 0 {
		plan.Steps = []game.Step{{
			Action: game.Action{Kind: game.Mine, Target: "coal", Quantity: n},
			Expect: game.Expect{Gains: []game.Gain{{Items: []string{"coal"}, Min: n}}},
		}}
	}
	return plan, nil
}

// TestUnfinishedTasksOfAnOlderJournalGoOn opens a journal that was written when
// goals had checks and a process was killed with six bodies at work.
func TestUnfinishedTasksOfAnOlderJournalGoOn(t *testing.T) {
	dump, err := os.ReadFile(filepath.Join("testdata", "unfinished_v1.sql"))
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		db, err := sql.Open("sqlite", source(filepath.Join(dir, FileName)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.ExecContext(t.Context(), string(dump)); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Second) // the dump was written at its fourth
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		j := opened(t, dir)
		var away []string
		o, err := orchestrator.New(ctx, orchestrator.Config{
			Planner: coalPlanner{}, Journal: j, StopAway: func(body string) { away = append(away, body) },
		})
		if err != nil {
			t.Fatal(err)
		}
		go func() { defer close(done); _ = o.Run(ctx) }()
		defer func() { cancel(); <-done; synctest.Wait() }()
		bodies := make(map[string]*bodytest.Body)
		for id, protocol := range map[string]int{"b1": 1, "b2": 2, "b3": 2, "b4": 2, "b5": 1, "b6": 2} {
			bodies[id] = bodytest.New(id, protocol)
			go bodies[id].Run(ctx)
			o.Attach(bodies[id])
		}
		time.Sleep(time.Minute)
		for id, want := range map[string]orchestrator.State{
			"00VHNCZB0003JK7JJT3M44RYR2": orchestrator.StateComplete,
			"00VHNCZB0003JK7JJT3MK7EK7S": orchestrator.StateComplete,
			"00VHNCZB0003JK7JJT3Q87W6WH": orchestrator.StateComplete,
			"00VHNCZB0003JK7JJT3S7GPQQ0": orchestrator.StateInterrupted, // a person paused it
			"00VHNCZB0003JK7JJT3WPMEJWV": orchestrator.StateAwaiting,
			"00VHNCZB0003JK7JJT3ZYXKEEN": orchestrator.StateError,    // it may not try again what was not found
			"00VHNCZB0003JK7JJT42GQHCR3": orchestrator.StateComplete, // ended before
			"00VHNCZB0003JK7JJT47QMR276": orchestrator.StateStopped,
		} {
			rec, err := o.Task(ctx, id)
			if err != nil {
				t.Fatal(err)
			}
			if rec.Task.State != want || len(rec.Task.Reading.Clauses) == 0 && rec.Task.State == orchestrator.StateComplete {
				t.Errorf("%s of %s is %s: %s", rec.Task.Goal, rec.Task.Body, rec.Task.State, rec.Task.Reason)
			}
			if rec.Task.State == orchestrator.StateComplete && rec.Task.Goal == "get 2 coal and say hi" && len(rec.Task.Reading.Clauses) != 2 {
				t.Errorf("%d clauses", len(rec.Task.Reading.Clauses))
			}
		}
		for id, body := range bodies {
			for _, a := range body.Sent() {
				if a.Kind == game.Chat {
					t.Errorf("%s said %q again", id, a.Message)
				}
			}
		}
		if stops, err := j.Stops(); err != nil || !slices.Equal(stops, []string{"b6"}) || len(away)+bodies["b6"].Stops() != 1 {
			t.Errorf("pending stops %v, handed on %v, given %d, %v", stops, away, bodies["b6"].Stops(), err)
		}
	})
}

// TestJournalsOfEveryVersionOpen writes a file as each version of the database was.
func TestJournalsOfEveryVersionOpen(t *testing.T) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			db, err := sql.Open("sqlite", source(filepath.Join(dir, FileName)))
			if err != nil {
				t.Fatal(err)
			}
			db.SetMaxOpenConns(1)
			old, err := goose.NewProvider(goose.DialectSQLite3, db, files)
			if err != nil {
				t.Fatal(err)
			}
			version, err := goose.NumericComponent(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := old.UpTo(t.Context(), version); err != nil {
				t.Fatal(err)
			}
			want, _ := example("T1")
			data, err := json.Marshal(want.Task)
			if err != nil {
				t.Fatal(err)
			}
			// A text, as every version wrote it: a blob is damage.
			if _, err := db.ExecContext(t.Context(), `INSERT INTO tasks (id, body, state, ended, data) VALUES ('T1', 'b1', 'running', 0, ?)`, string(data)); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			j := opened(t, dir)
			if d := cmp.Diff(want.Task, recordOf(t, j, "T1").Task); d != "" || len(j.Told()) > 0 {
				t.Errorf("the task changed, told %v:\n%s", j.Told(), d)
			}
			remember(t, j, worldmap.Row{World: "a", Landmark: table(1)})
			if len(places(t, j, "a")) != 1 {
				t.Error("nothing is remembered in it")
			}
		})
	}
}

// TestALogOfVersion1Opens reads a log that a process left that was killed, with
// nothing of it in the database.
func TestALogOfVersion1Opens(t *testing.T) {
	fixture := filepath.Join("testdata", "log_v1.log")
	defer func(was time.Time) { today = was }(today)
	today = time.Unix(1_700_000_000, 0) // when it was written
	synctest.Test(t, func(t *testing.T) {
		if *update {
			dir, _ := twoTasks(t)
			data, err := os.ReadFile(lastSegment(t, dir))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(fixture, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		data, err := os.ReadFile(fixture)
		if err != nil {
			t.Fatal(err)
		}
		_, want := twoTasks(t)
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, segmentName(4)), data, 0o600); err != nil {
			t.Fatal(err)
		}
		j := opened(t, dir)
		for id, rec := range want {
			if d := cmp.Diff(rec, recordOf(t, j, id)); d != "" || len(j.Told()) > 0 {
				t.Errorf("%s changed, told %v:\n%s", id, j.Told(), d)
			}
		}
	})
}
