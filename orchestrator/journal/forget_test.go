// SPDX-License-Identifier: MIT

package journal

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/minehand/minehand/orchestrator"
)

const secret = "zzsecret"

// toldSecret appends a task that says a word which no other says, and one that does not.
func toldSecret(t *testing.T, j *Journal) orchestrator.Record {
	t.Helper()
	_, gone := example("T1")
	gone.Tasks[0].Goal, gone.Moves[0].Reason, gone.Rounds[0].Why = "build a "+secret+" base", "because of the "+secret, secret
	gone.Actions[0].Reason = secret
	appended(t, j, gone)
	over := gone.Tasks[0]
	over.State, over.Ended = orchestrator.StateComplete, at(9)
	appended(t, j, orchestrator.Batch{Tasks: []orchestrator.Task{over}})
	rec, b := example("T2")
	appended(t, j, b)
	if err := j.AppendModelCall(t.Context(), ModelCall{Began: at(1), Ended: at(2), Who: "b1", Task: "T1", Prompt: secret}); err != nil {
		t.Fatal(err)
	}
	return rec
}

// holding are the files of a folder that hold a word, compressed or not.
func holding(t *testing.T, j *Journal, dir, word string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, keptSuffix) {
			data = append(data, j.readKept(&keptSegment{name: name})...)
		}
		if bytes.Contains(data, []byte(word)) {
			names = append(names, e.Name())
		}
	}
	return names
}

// TestWhatIsForgottenIsGone: no reader finds a deleted task, no file of the folder holds a
// word of it, and none comes back when the database is made anew.
func TestWhatIsForgottenIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		j := opened(t, dir)
		want := toldSecret(t, j)
		if err := j.Close(); err != nil { // a segment is kept
			t.Fatal(err)
		}
		j = opened(t, dir)
		if err := os.WriteFile(filepath.Join(dir, beforePrefix+"9.db"), []byte("T1 "+secret), 0o600); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if err := j.look(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		if n := len(holding(t, j, dir, secret)); n < 4 {
			t.Fatalf("only %d files hold the word before", n)
		}
		before := killed(t, dir)
		if err := j.Forget(t.Context(), []string{"T1"}); err != nil {
			t.Fatal(err)
		}
		if _, err := j.Task(t.Context(), "T1"); !errors.Is(err, orchestrator.ErrNoTask) {
			t.Errorf("reading it says %v", err)
		}
		for _, q := range []orchestrator.Query{{}, {Words: "diamonds"}, {Words: secret}} {
			list, err := j.Tasks(t.Context(), q)
			if err != nil || len(list) > 1 || len(list) == 1 && list[0].ID != "T2" {
				t.Errorf("%+v lists %d tasks, %v", q, len(list), err)
			}
		}
		if calls, err := j.ModelCalls(t.Context(), at(0)); err != nil || len(calls) != 0 {
			t.Errorf("%d calls of models are kept, %v", len(calls), err)
		}
		synctest.Wait()
		if names := holding(t, j, dir, secret); len(names) > 0 || j.Health().Fault != "" {
			t.Errorf("%q hold it; %+v", names, j.Health())
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}

		j = opened(t, dir)
		if d := cmp.Diff(want, recordOf(t, j, "T2")); d != "" || len(j.Told()) > 0 {
			t.Errorf("the other is another (-want +got), told %q:\n%s", j.Told(), d)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		for _, name := range copiesIn(before) { // a copy of before, and a database that is none
			data, err := os.ReadFile(name)
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, filepath.Base(name)), data, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		change(t, filepath.Join(dir, FileName), func([]byte) []byte { return []byte("no database") })
		j = opened(t, dir)
		if _, err := j.Task(t.Context(), "T1"); !errors.Is(err, orchestrator.ErrNoTask) {
			t.Errorf("after the database was made anew, reading it says %v", err)
		}
		if d := cmp.Diff(want, recordOf(t, j, "T2")); d != "" || len(doubts(t, j)) > 0 {
			t.Errorf("the other is another (-want +got), doubts %v, told %q:\n%s", doubts(t, j), j.Told(), d)
		}
	})
}

// TestThreads: one for each world of a body; what never came into a world is of the thread
// of the task before it.
func TestThreads(t *testing.T) {
	j := opened(t, t.TempDir())
	for _, one := range []struct{ id, body, world string }{
		{"T1", "b1", ""}, {"T2", "b1", "w1"}, {"T3", "b2", "w1"}, {"T4", "b1", "w2"}, {"T5", "b1", ""}, {"T6", "b1", "w1"},
	} {
		_, b := example(one.id)
		b.Tasks[0].Body, b.Tasks[0].World = one.body, one.world
		if one.id == "T4" {
			b.Tasks[0].State, b.Tasks[0].Ended = orchestrator.StateStopped, time.Now() // what ended long ago is dropped
		}
		appended(t, j, b)
	}
	list, err := j.Threads(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []Thread{
		{"b1", "w1", []ThreadTask{{"T1", false}, {"T2", false}, {"T6", false}}},
		{"b1", "w2", []ThreadTask{{"T4", true}, {"T5", false}}},
		{"b2", "w1", []ThreadTask{{"T3", false}}},
	}
	if d := cmp.Diff(want, list); d != "" {
		t.Errorf("the threads are others (-want +got):\n%s", d)
	}
}
