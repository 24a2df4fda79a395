// SPDX-License-Identifier: MIT

package workers

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/minehand/minehand/internal/natstest"
	"github.com/minehand/minehand/missions"
)

// nats.go 1.55 starts a goroutine for an object's chunks that may outlive its connection:
// neither Close nor CleanupPublisher waits for it. A program closes its queue as it ends.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/nats-io/nats.go/jetstream.(*jetStream).resetPendingAcksOnReconnect"))
}

func join(t *testing.T, url, build string) *Queue {
	t.Helper()
	q, err := Connect(t.Context(), Config{URL: url, Build: build})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

// some are runs of a small mission.
func some(n int) []missions.Run {
	m := &missions.Mission{Format: 1, Name: "logs", File: "logs.yaml", Line: 1, Hash: "h"}
	runs := make([]missions.Run, n)
	for i := range runs {
		runs[i] = missions.Run{ID: fmt.Sprintf("logs/%d", i), Mission: m, Seeds: missions.Seeds{World: i + 1}, Repeat: 1}
	}
	return runs
}

// passes is a player whose result names what it was given.
func passes(_ context.Context, run *missions.Run, moment func(missions.Moment)) *missions.Result {
	moment(missions.Moment{Kind: "note", Text: run.ID})
	return &missions.Result{
		Run: run, Outcome: missions.Passed, Verdict: missions.Complete, Took: time.Second,
		Reason: fmt.Sprintf("%s of %s in world %d", run.ID, run.Mission.Hash, run.Seeds.World),
	}
}

// work starts a worker and returns what ends it.
func work(t *testing.T, q *Queue, slots int, play Player) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var done sync.WaitGroup
	done.Go(func() {
		if err := q.Work(ctx, slots, play, nil); err != nil && ctx.Err() == nil {
			t.Error(err)
		}
	})
	var once sync.Once
	stop = func() { once.Do(func() { cancel(); done.Wait() }) }
	t.Cleanup(stop)
	return stop
}

func TestResultsComeInOrderFromAllWorkers(t *testing.T) {
	url := natstest.Start(t)
	var mu sync.Mutex
	by := map[int]int{}
	for n := range 3 {
		work(t, join(t, url, "b"), 2, func(ctx context.Context, run *missions.Run, moment func(missions.Moment)) *missions.Result {
			mu.Lock()
			by[n]++
			mu.Unlock()
			return passes(ctx, run, moment)
		})
	}
	runs := some(30)
	var got []string
	heard := map[string]bool{}
	hear := func(r *missions.Run, m missions.Moment) {
		mu.Lock()
		defer mu.Unlock()
		heard[m.Text] = r.ID == m.Text
	}
	err := join(t, url, "b").Play(t.Context(), runs, Hooks{Moment: hear}, func(res *missions.Result) error {
		if want := fmt.Sprintf("%s of h in world %d", res.Run.ID, res.Run.Seeds.World); res.Reason != want || res.Took != time.Second {
			t.Errorf("the result says %q, not %q", res.Reason, want)
		}
		got = append(got, res.Run.ID)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range runs {
		if got[i] != runs[i].ID {
			t.Fatalf("result %d is of %s, not of %s", i, got[i], runs[i].ID)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if len(got) != 30 || len(by) != 3 || by[0]+by[1]+by[2] != 30 || len(heard) == 0 {
		t.Errorf("%d results, played by %v, %d lines heard", len(got), by, len(heard))
	}
}

func TestARunOfAWorkerThatEndsIsPlayedByAnother(t *testing.T) {
	url := natstest.Start(t)
	taken := make(chan struct{})
	stop := work(t, join(t, url, "b"), 1, func(ctx context.Context, run *missions.Run, _ func(missions.Moment)) *missions.Result {
		close(taken)
		<-ctx.Done()
		return &missions.Result{Run: run, Outcome: missions.Infrastructure}
	})
	go func() {
		<-taken
		stop()
		work(t, join(t, url, "b"), 1, passes)
	}()
	n := 0
	err := join(t, url, "b").Play(t.Context(), some(3), Hooks{}, func(res *missions.Result) error {
		n++
		if res.Outcome != missions.Passed {
			t.Errorf("%s: %s", res.Run.ID, res.Outcome)
		}
		return nil
	})
	if err != nil || n != 3 {
		t.Fatalf("%d results, %v", n, err)
	}
}

// A worker that was frozen while another took its run over wakes and stores its
// result too.
func TestALateResultIsRefused(t *testing.T) {
	q := join(t, natstest.Start(t), "b")
	ctx := t.Context()
	w := &worker{Queue: q}
	j := jobOf("batch", 0, &some(1)[0])
	for _, verdict := range []string{"first", "late"} {
		if err := w.store(ctx, &j, &missions.Result{Verdict: verdict}); err != nil {
			t.Fatal(err)
		}
	}
	msg, err := q.results.GetLastMsgForSubject(ctx, j.result())
	if err != nil {
		t.Fatal(err)
	}
	data, err := q.files.GetBytes(ctx, string(msg.Data))
	if err != nil {
		t.Fatal(err)
	}
	res, err := unpack(data, nil)
	if err != nil || res.Verdict != "first" {
		t.Fatalf("the result is %v, %v", res, err)
	}
	files, err := q.files.List(ctx)
	if err != nil || len(files) != 1 {
		t.Errorf("%d files are kept, %v: that of the late result is to go", len(files), err)
	}
}

func TestARunWhoseResultIsGoneIsPlayedAgain(t *testing.T) {
	q := join(t, natstest.Start(t), "b")
	ctx, runs := t.Context(), some(1)
	if _, err := q.alive.Put(ctx, "batch", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := q.js.Publish(ctx, resultsPrefix+".batch.0", []byte("no such file")); err != nil {
		t.Fatal(err)
	}
	work(t, q, 1, passes)
	var got []missions.Outcome
	err := q.collect(ctx, "batch", runs, Hooks{}, func(_ int, res *missions.Result) error {
		got = append(got, res.Outcome)
		return nil
	})
	if err != nil || !slices.Equal(got, []missions.Outcome{missions.Passed}) {
		t.Fatalf("%v, %v", got, err)
	}
}

func TestWorkersOfAnotherBuildTakeNothing(t *testing.T) {
	url := natstest.Start(t)
	work(t, join(t, url, "old"), 1, func(context.Context, *missions.Run, func(missions.Moment)) *missions.Result {
		t.Error("a worker of another build played a run")
		return &missions.Result{}
	})
	work(t, join(t, url, "new"), 1, passes)
	if err := join(t, url, "new").Play(t.Context(), some(2), Hooks{}, func(*missions.Result) error { return nil }); err != nil {
		t.Fatal(err)
	}
}

func TestABatchThatIsBrokenOffIsTakenBack(t *testing.T) {
	url := natstest.Start(t)
	q := join(t, url, "b")
	ctx, cancel := context.WithCancel(t.Context())
	cancelled := errors.New("enough")
	work(t, q, 1, passes)
	err := q.Play(ctx, some(5), Hooks{}, func(*missions.Result) error { return cancelled })
	if !errors.Is(err, cancelled) {
		t.Fatalf("it ended with %v", err)
	}
	cancel()
	if err := q.Play(ctx, some(1), Hooks{}, nil); !errors.Is(err, context.Canceled) {
		t.Fatalf("it ended with %v", err)
	}
	info, err := q.runs.Info(t.Context())
	if err != nil || info.State.Msgs > 1 { // one may be under way
		t.Errorf("%d runs are left, %v", info.State.Msgs, err)
	}
}

func TestEveryKeptMissionTravelsWhole(t *testing.T) {
	list, err := missions.Load(anything{}, "../suite", "../bench")
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		m := &list[i]
		text, err := jsonOf(jobOf("batch", i, &missions.Run{ID: m.Name, Mission: m, Repeat: 1}))
		if err != nil {
			t.Fatal(err)
		}
		j, err := readJob(text)
		if err != nil {
			t.Fatalf("%s: %v", m.Name, err)
		}
		again, err := jsonOf(jobOf("batch", i, j.run()))
		if err != nil || string(again) != string(text) || j.run().Mission.Hash != m.Hash || !reflect.DeepEqual(j.run().Mission.Expect, m.Expect) {
			t.Errorf("%s does not come out as it went in: %v\n%s\n%s", m.Name, err, text, again)
		}
	}
	if len(list) < 50 {
		t.Errorf("only %d missions were read", len(list))
	}
}

// anything takes every mission as it is.
type anything struct{}

func (anything) Version(string) error       { return nil }
func (anything) Item(_, _ string) error     { return nil }
func (anything) Block(_, _ string) error    { return nil }
func (anything) Replies([]byte) error       { return nil }
func (anything) Fault(missions.Fault) error { return nil }
func (anything) Chance(string) error        { return nil }

func TestNoServerIsASentence(t *testing.T) {
	_, err := Connect(t.Context(), Config{URL: "nats://127.0.0.1:1"})
	if err == nil || !strings.Contains(err.Error(), "cluster up") {
		t.Errorf("%v", err)
	}
}
