// SPDX-License-Identifier: MIT

package journal

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var _ orchestrator.Journal = (*Journal)(nil)

func opened(t testing.TB, dir string) *Journal {
	t.Helper()
	j, err := Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	<-j.firstLook
	return j
}

// at is a moment of today: what ended long ago is dropped by the first care of a journal, sooner or later.
func at(s int) time.Time { return today.Add(time.Duration(s) * time.Second) }

var today = time.Unix(time.Now().Unix(), 0)

// example is a task with everything in it.
func example(id string) (orchestrator.Record, orchestrator.Batch) {
	health := 20.0
	broken := 3
	step := game.Step{
		Action: game.Action{Kind: game.Mine, Target: "diamond_ore", Quantity: 3},
		Needs:  []game.Need{{Items: []string{"iron_pickaxe"}, Count: 1}},
		Expect: game.Expect{Gains: []game.Gain{{Items: []string{"diamond"}, Min: 3}}},
		Source: game.FromBuiltin, Why: "wanted",
	}
	place := game.Step{Action: game.Action{Kind: game.Place, Block: "crafting_table"}, Source: game.FromCompleting}
	rec := orchestrator.Record{
		Task: orchestrator.Task{
			ID: id, Body: "b1", Goal: "get 3 diamonds", Policy: orchestrator.Replan, State: orchestrator.StateRunning,
			Created: at(0), Started: at(1), Since: at(2), Round: 1, Step: 2, Of: 2, PlannedBy: "built-in planner",
			Baseline: &game.Baseline{Inventory: map[string]int{"stick": 2}},
			Reading:  game.Goal{Text: "get 3 diamonds", Clauses: game.Clauses([]game.Check{{Kind: game.CheckHave, Items: []string{"diamond"}, Count: 3}})},
		},
		Moves: []orchestrator.Move{
			{Task: id, At: at(0), State: orchestrator.StateQueued},
			{Task: id, At: at(1), State: orchestrator.StatePlanning, Round: 1, Reason: "because"},
		},
		Rounds: []orchestrator.Round{{Task: id, Round: 1, Revision: 1, At: at(1), Plan: game.Plan{
			Goal: game.Goal{Text: "get 3 diamonds"}, Source: game.FromBuiltin, PlannedBy: "built-in planner", Steps: []game.Step{step, place},
		}}},
		Actions: []orchestrator.Action{
			{Task: id, Seq: 1, ID: "A1", Round: 1, Index: 0, Step: step, Started: at(2), Ended: at(3),
				Mark: &game.Mark{Counts: map[string]int{"diamond": 0}, Position: &game.Vec3{X: 1.5, Y: 64, Z: -2}, Dimension: "overworld"},
				End:  game.EndReported, Verdict: game.Confirmed,
				Result: &game.Result{Success: true, Delta: map[string]int{"diamond": 3}, Broken: &broken}, Gained: map[string]int{"diamond": 3}, Again: true, Used: map[string]int{"torch": 1}},
			{Task: id, Seq: 2, ID: "A2", Round: 1, Index: 1, Step: place, Started: at(4), Filled: &game.Pos{X: 1, Y: 64, Z: 0}},
		},
		Samples: []orchestrator.Sample{{Task: id, At: at(3), State: game.State{Health: &health, Inventory: []game.Stack{{Slot: 1, Item: "diamond", Count: 3}}}}},
	}
	return rec, orchestrator.Batch{
		Tasks: []orchestrator.Task{rec.Task}, Moves: rec.Moves, Rounds: rec.Rounds, Actions: rec.Actions, Samples: rec.Samples,
	}
}

func TestRecordsComeBackWhole(t *testing.T) {
	dir := t.TempDir()
	j := opened(t, dir)
	want, batch := example("T1")
	if err := j.Append(t.Context(), &batch); err != nil {
		t.Fatal(err)
	}
	if err := j.Append(t.Context(), &orchestrator.Batch{Alive: at(9)}); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = opened(t, dir)
	got, err := j.Task(t.Context(), "T1")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("the record changed (-want +got):\n%s", d)
	}
	open, alive, err := j.Unfinished(t.Context())
	if err != nil || len(open) != 1 || !alive.Equal(at(9)) {
		t.Fatalf("unfinished: %d, alive %v, %v", len(open), alive, err)
	}
	if d := cmp.Diff(want, open[0]); d != "" {
		t.Errorf("the unfinished record changed:\n%s", d)
	}
	if _, err := j.Task(t.Context(), "none"); !errors.Is(err, orchestrator.ErrNoTask) {
		t.Errorf("got %v, want ErrNoTask", err)
	}
}

func TestOutcomeAndNextIntentAreOneCommit(t *testing.T) {
	j := opened(t, t.TempDir())
	_, batch := example("T1")
	first := batch.Actions[0]
	first.Ended, first.Verdict, first.End, first.Result, first.Gained = time.Time{}, "", "", nil, nil
	outcome, intent := batch.Actions[0], batch.Actions[1]
	batch.Actions = []orchestrator.Action{first}
	for _, b := range []orchestrator.Batch{batch, {Actions: []orchestrator.Action{outcome, intent}}, {Actions: []orchestrator.Action{intent, intent}}} {
		if err := j.Append(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
	}
	got, err := j.Task(t.Context(), "T1")
	if err != nil || len(got.Actions) != 2 || got.Actions[0].Verdict != game.Confirmed || !got.Actions[1].Open() {
		t.Fatalf("%+v, %v", got.Actions, err)
	}
}

func TestTasksAreListedNewestFirst(t *testing.T) {
	j := opened(t, t.TempDir())
	for i := range 5 {
		_, b := example(fmt.Sprint("T", i))
		b.Tasks[0].Body = fmt.Sprint("b", i%2)
		b.Tasks[0].Goal, b.Tasks[0].Reading.Reading = fmt.Sprint("get ", i, " stone"), ""
		if i != 3 {
			b.Tasks[0].State, b.Tasks[0].Ended = orchestrator.StateComplete, at(9)
		}
		switch i {
		case 2:
			b.Tasks[0].Reading.Reading = "as it was read"
		case 3:
			b.Tasks[0].Goal += ", 100% sure"
		case 1:
			b.Tasks[0].Reason = "why it ended so"
		case 0:
			b.Tasks[0].Actions = []game.Action{{Kind: game.Mine, Target: "beacon"}}
		}
		if err := j.Append(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		q    orchestrator.Query
		want string
	}{
		{orchestrator.Query{}, "T4 T3 T2 T1 T0"},
		{orchestrator.Query{Limit: 2}, "T4 T3"},
		{orchestrator.Query{Before: "T3"}, "T2 T1 T0"},
		{orchestrator.Query{Body: "b0"}, "T4 T2 T0"},
		{orchestrator.Query{Body: "b1", Before: "T3", Limit: 1}, "T1"},
		// Of one that is not there any more, those whose ids are lower.
		{orchestrator.Query{Before: "T2a"}, "T2 T1 T0"},
		{orchestrator.Query{Before: "S"}, ""},
		{orchestrator.Query{Before: "U"}, "T4 T3 T2 T1 T0"},
		{orchestrator.Query{Words: "STONE get 4"}, "T4"},
		{orchestrator.Query{Words: "stone", Body: "b0", Limit: 2}, "T4 T2"},
		{orchestrator.Query{Words: "100%"}, "T3"},
		{orchestrator.Query{Open: true}, "T3"},
		{orchestrator.Query{Open: true, Body: "b0"}, ""},
		{orchestrator.Query{Words: "_"}, ""},
		{orchestrator.Query{Words: "read"}, "T2"},
		{orchestrator.Query{Words: "ended so"}, "T1"},
		{orchestrator.Query{Words: "beacon"}, "T0"},
	} {
		list, err := j.Tasks(t.Context(), c.q)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, task := range list {
			ids = append(ids, task.ID)
		}
		if got := strings.Join(ids, " "); got != c.want {
			t.Errorf("%+v: %s, want %s", c.q, got, c.want)
		}
	}
}

// A start must not walk a long history for the few tasks that have not ended.
func TestWhatIsUnderWayIsReadByAnIndexOfItsOwn(t *testing.T) {
	j := opened(t, t.TempDir())
	var plan []string
	err := j.query(t.Context(), func(db *sql.DB) error {
		return raw(t.Context(), db, func(r row) error { plan = append(plan, r.text(3)); return nil }, "EXPLAIN QUERY PLAN "+openQuery)
	})
	if err != nil || !slices.ContainsFunc(plan, func(step string) bool { return strings.Contains(step, "USING INDEX tasks_open") }) {
		t.Errorf("%v, %q", err, plan)
	}
}

// TestTasksAreListedByTheirNumbers: of a task that came after the clock was set back both
// time and id are lower than those of the ones before.
func TestTasksAreListedByTheirNumbers(t *testing.T) {
	dir := t.TempDir()
	j := opened(t, dir)
	for n, id := range []string{"T5", "T6", "T1"} {
		_, b := example(id)
		b.Tasks[0].Created = at(100 - 10*n)
		appended(t, j, b)
	}
	for _, when := range []string{"while it is open", "after a start"} {
		for before, want := range map[string]string{"": "T1 T6 T5", "T1": "T6 T5", "T6": "T5"} {
			list, err := j.Tasks(t.Context(), orchestrator.Query{Before: before})
			var ids []string
			for _, task := range list {
				ids = append(ids, task.ID)
			}
			if got := strings.Join(ids, " "); err != nil || got != want {
				t.Errorf("%s, before %q: %s, %v, want %s", when, before, got, err, want)
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		j = opened(t, dir)
	}
}

func TestSecondProcessIsToldTheHolder(t *testing.T) {
	dir := t.TempDir()
	opened(t, dir)
	_, err := Open(t.Context(), dir)
	if !errors.Is(err, ErrInUse) || !strings.Contains(err.Error(), fmt.Sprint("process ", os.Getpid())) {
		t.Errorf("got %v", err)
	}
}

func TestNewerDatabaseIsRefused(t *testing.T) {
	dir := t.TempDir()
	j := opened(t, dir)
	if _, err := j.db.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1)`); err != nil {
		t.Fatal(err)
	}
	_ = j.Close()
	_, err := Open(t.Context(), dir)
	if !errors.Is(err, ErrNewer) || !strings.Contains(err.Error(), "999") {
		t.Errorf("got %v", err)
	}
}

// TestRetention, in a bubble: the look at the start has the same clock, whenever it comes.
func TestRetention(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		j := opened(t, dir)
		synctest.Wait() // it drops what is old at its start, too
		now := time.Now()
		for id, ended := range map[string]time.Time{"old": now.Add(-8 * 24 * time.Hour), "recent": now.Add(-time.Hour), "open": {}} {
			_, b := example(id)
			b.Tasks[0].Ended = ended
			if err := j.Append(t.Context(), &b); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := j.Tasks(t.Context(), orchestrator.Query{}); err != nil { // all is folded
			t.Fatal(err)
		}
		if err := j.prune(t.Context(), now); err != nil {
			t.Fatal(err)
		}
		if h := j.Health(); h.Dropped != 1 || !h.DroppedAt.Equal(now) {
			t.Errorf("it says that %d were dropped at %v", h.Dropped, h.DroppedAt)
		}
		for id, kept := range map[string]bool{"old": false, "recent": true, "open": true} {
			if _, err := j.Task(t.Context(), id); (err == nil) != kept {
				t.Errorf("%s: kept %v, want %v", id, err == nil, kept)
			}
		}
		var orphans int
		if err := j.db.QueryRow(`SELECT count(*) FROM actions WHERE task = 'old'`).Scan(&orphans); err != nil || orphans != 0 {
			t.Errorf("%d actions of a removed task, %v", orphans, err)
		}
	})
}

// TestRetentionEachHour: what is old goes without anybody asking, at the start and
// each hour after it. How much it was is still known after the next start.
func TestRetentionEachHour(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		j := opened(t, dir)
		began := time.Now()
		there := func(when string, want map[string]bool) {
			t.Helper()
			synctest.Wait()
			for id, kept := range want {
				if _, err := j.Task(t.Context(), id); (err == nil) != kept || err != nil && !errors.Is(err, orchestrator.ErrNoTask) {
					t.Errorf("%s: %s is kept: %v, want %v", when, id, err == nil, kept)
				}
			}
		}
		for id, ended := range map[string]time.Time{
			"T1": began.Add(90*time.Minute - keepFor), "T2": began.Add(3*time.Hour + 30*time.Minute - keepFor), "T3": began, "T4": {},
		} {
			_, b := example(id)
			if b.Tasks[0].Ended = ended; !ended.IsZero() {
				b.Tasks[0].State = orchestrator.StateComplete
			}
			appended(t, j, b)
		}
		time.Sleep(careEvery + time.Minute)
		there("after an hour", map[string]bool{"T1": true, "T2": true, "T3": true, "T4": true})
		time.Sleep(careEvery)
		there("after two hours", map[string]bool{"T1": false, "T2": true, "T3": true, "T4": true})
		if h := j.Health(); h.Dropped != 1 || !h.DroppedAt.Equal(began.Add(2*careEvery)) || h.Fault != "" {
			t.Errorf("its health is %+v", h)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Hour)
		j = opened(t, dir)
		there("after the next start", map[string]bool{"T1": false, "T2": false, "T3": true, "T4": true})
		if h := j.Health(); h.Dropped != 2 || h.DroppedAt.Before(began.Add(4*careEvery)) {
			t.Errorf("its health is %+v", h)
		}
	})
}

// logOf opens a journal whose log is kept.
func logOf(t *testing.T, c Config, dir string) (*Journal, *bytes.Buffer) {
	t.Helper()
	var log bytes.Buffer
	c.Log = slog.New(slog.NewTextHandler(&log, nil))
	j, err := c.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j, &log
}

// TestTooLongAHistoryLosesItsOldest: those with the lowest numbers, whatever the clock
// said when they ended, and the log says how many and why. What has not ended stays.
func TestTooLongAHistoryLosesItsOldest(t *testing.T) {
	dir := t.TempDir()
	j := opened(t, dir)
	const tasks = 3 * pruneChunk
	now := time.Now()
	for n := range tasks {
		_, b := example(fmt.Sprintf("T%03d", n))
		if b.Tasks[0].State, b.Tasks[0].Ended = orchestrator.StateComplete, now.Add(-time.Duration(n)*time.Minute); n == 0 {
			b.Tasks[0].Ended = time.Time{}
		}
		appended(t, j, b)
	}
	if _, err := j.Tasks(t.Context(), orchestrator.Query{}); err != nil { // all is folded
		t.Fatal(err)
	}
	whole, err := j.size(t.Context())
	if err == nil {
		err = j.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	j, log := logOf(t, Config{most: whole - 1}, dir)
	for deadline := time.Now().Add(time.Minute); j.Health().Dropped == 0 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf(`tasks=%d why="the oldest because the history has more than 500 MB"`, pruneChunk); !strings.Contains(log.String(), want) {
		t.Errorf("%s is not in the log:\n%s", want, log)
	}
	j = opened(t, dir)
	for id, kept := range map[string]bool{"T000": true, "T001": false, fmt.Sprintf("T%03d", pruneChunk): false, fmt.Sprintf("T%03d", pruneChunk+1): true, fmt.Sprintf("T%03d", tasks-1): true} {
		if _, err := j.Task(t.Context(), id); (err == nil) != kept {
			t.Errorf("%s is kept: %v, want %v", id, err == nil, kept)
		}
	}
}

// TestAFailedPruneIsTold: in the log, and by whoever says how the history is.
func TestAFailedPruneIsTold(t *testing.T) {
	j, log := logOf(t, Config{}, t.TempDir())
	<-j.firstLook
	if _, err := j.db.ExecContext(t.Context(), `CREATE TRIGGER keep BEFORE DELETE ON tasks BEGIN SELECT raise(ABORT, 'it is kept'); END`); err != nil {
		t.Fatal(err)
	}
	_, b := example("T1")
	b.Tasks[0].State, b.Tasks[0].Ended = orchestrator.StateComplete, time.Now().Add(-8*24*time.Hour)
	appended(t, j, b)
	if _, err := j.Tasks(t.Context(), orchestrator.Query{}); err != nil {
		t.Fatal(err)
	}
	j.retain(t.Context())
	const what = "what is old could not be dropped from the history"
	if h := j.Health(); !strings.Contains(h.Fault, what) || h.Dropped != 0 {
		t.Errorf("it is told: %+v", h)
	}
	if _, err := j.Task(t.Context(), "T1"); err != nil {
		t.Error(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), what) {
		t.Errorf("the log does not say it:\n%s", log)
	}
}

// TestAStartDoesNotWaitForTheHistory: it says when it is open and that it is being looked
// at, which takes as long as there are rows; the start takes as long for one as for many.
func TestAStartDoesNotWaitForTheHistory(t *testing.T) {
	dir := t.TempDir()
	j := opened(t, dir)
	const tasks = 2000
	var all orchestrator.Batch
	for n := range tasks {
		_, b := example(fmt.Sprintf("T%04d", n))
		b.Tasks[0].State, b.Tasks[0].Ended = orchestrator.StateComplete, time.Now()
		all.Tasks, all.Rounds, all.Actions = append(all.Tasks, b.Tasks...), append(all.Rounds, b.Rounds...), append(all.Actions, b.Actions...)
	}
	appended(t, j, all)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	shares := make([]float64, 5) // the fastest counts: the machine may be busy
	for i := range shares {
		began := time.Now()
		j, log := logOf(t, Config{}, dir)
		open := time.Since(began)
		h, err := j.Verified(t.Context())
		if shares[i] = float64(open) / float64(time.Since(began)); err != nil || h.Tasks != tasks {
			t.Fatalf("%d tasks were looked at, %v", h.Tasks, err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{"the history is open", fmt.Sprintf(`msg="the history is being verified" tasks=%d`, tasks)} {
			if i > 0 && !strings.Contains(log.String(), line) {
				t.Errorf("%s is not in the log:\n%s", line, log)
			}
		}
	}
	if least := slices.Min(shares); least > 0.5 {
		t.Errorf("the start took %.0f %% of the time of a look at all of it", 100*least)
	}
}

func TestRule08TokensAreKept(t *testing.T) {
	dir := t.TempDir()
	j := opened(t, dir)
	if h, err := j.Get("b1"); h != "" || err != nil {
		t.Fatalf("%q, %v", h, err)
	}
	for _, h := range []string{"aa", "bb"} {
		if err := j.Put("b1", h); err != nil {
			t.Fatal(err)
		}
	}
	_ = j.Close()
	j = opened(t, dir)
	if h, err := j.Get("b1"); h != "bb" || err != nil {
		t.Fatalf("%q, %v", h, err)
	}
}

// However many bodies register, the newest maxTokens are known again.
func TestTokensAreCounted(t *testing.T) {
	j, err := Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if _, err := j.db.ExecContext(t.Context(), `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO tokens (body, hash, at) SELECT 'body' || i, 'hash', ? + i FROM n`, maxTokens+100, time.Now().UnixNano()); err != nil {
		t.Fatal(err)
	}
	if err := j.prune(t.Context(), time.Now()); err != nil {
		t.Fatal(err)
	}
	var n int
	if err := j.db.QueryRowContext(t.Context(), `SELECT count(*) FROM tokens`).Scan(&n); err != nil || n != maxTokens {
		t.Errorf("%d tokens are kept, %v", n, err)
	}
	for body, want := range map[string]string{"body100": "", "body101": "hash"} {
		if got, err := j.Get(body); err != nil || got != want {
			t.Errorf("%s: %q, %v", body, got, err)
		}
	}
}

func TestRule08TokensOfLongAgoAreForgotten(t *testing.T) {
	j := opened(t, t.TempDir())
	if err := j.Put("b1", "hash"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		days int
		hash string
	}{{29, "hash"}, {31, ""}} {
		if err := j.prune(t.Context(), time.Now().AddDate(0, 0, c.days)); err != nil {
			t.Fatal(err)
		}
		if got, err := j.Get("b1"); err != nil || got != c.hash {
			t.Errorf("after %d days: %q, %v", c.days, got, err)
		}
	}
}

func TestClosedJournalRefuses(t *testing.T) {
	j := opened(t, t.TempDir())
	_ = j.Close()
	_, b := example("T1")
	if err := j.Append(t.Context(), &b); err == nil {
		t.Error("a closed journal took a batch")
	}
}

// BenchmarkOutcomeAndIntent is the commit between two actions of a plan.
func BenchmarkOutcomeAndIntent(b *testing.B) {
	j := opened(b, b.TempDir())
	rec, batch := example("T1")
	batch.Actions = nil
	if err := j.Append(b.Context(), &batch); err != nil {
		b.Fatal(err)
	}
	done := rec.Actions[0]
	b.ReportAllocs()
	pair := orchestrator.Batch{Actions: make([]orchestrator.Action, 2)}
	seq := 0
	for b.Loop() {
		seq++
		done.Seq = seq
		pair.Actions[0] = done
		intent := done
		intent.Seq, intent.Ended, intent.Verdict, intent.End, intent.Result, intent.Gained = seq+1, time.Time{}, "", "", nil, nil
		pair.Actions[1] = intent
		if err := j.Append(b.Context(), &pair); err != nil {
			b.Fatal(err)
		}
	}
}

func TestJournalIsPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes of files mean nothing here")
	}
	dir := t.TempDir()
	j, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) < 3 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, f := range files {
		if info, err := os.Stat(f); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has the mode %v, %v", filepath.Base(f), info.Mode(), err)
		}
	}
}

// TestWhoIsOverIsForgotten: what is counted of a task while it runs goes once its end is
// in the database.
func TestWhoIsOverIsForgotten(t *testing.T) {
	j := opened(t, t.TempDir())
	known := func() int {
		j.log.(*appender).mu.Lock()
		defer j.log.(*appender).mu.Unlock()
		delete(j.log.(*appender).owners, "") // the process itself
		return len(j.log.(*appender).owners)
	}
	for i := range 20 {
		_, batch := example(fmt.Sprint("T", i))
		if i > 0 {
			batch.Tasks[0].State = orchestrator.StateComplete
		}
		if err := j.Append(t.Context(), &batch); err != nil {
			t.Fatal(err)
		}
	}
	j.fold()
	if n := known(); n != 1 {
		t.Errorf("%d tasks are known, of which one runs", n)
	}
}
