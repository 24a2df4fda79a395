// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/bodytest"
)

// dying is a journal whose process ends: from then on nothing is kept.
type dying struct {
	*Journal
	dead atomic.Bool
}

func (d *dying) Append(ctx context.Context, b *orchestrator.Batch) error {
	if d.dead.Load() {
		return errors.New("the process is dead")
	}
	return d.Journal.Append(ctx, b)
}

// collector plans what is missing of ten items, and a line at the end.
type collector struct{}

func (collector) Plan(_ context.Context, req game.Request) (game.Plan, error) {
	var p game.Plan
	for i := range 10 {
		item := fmt.Sprint("item", i)
		p.Goal.Clauses = append(p.Goal.Clauses, game.ClauseOf("", "", game.Check{Kind: game.CheckHave, Items: []string{item}, Count: 2}))
		if n := 2 - req.State.Count(item); n > 0 {
			p.Steps = append(p.Steps, game.Step{
				Action: game.Action{Kind: game.Mine, Target: item, Quantity: n},
				Expect: game.Expect{Gains: []game.Gain{{Items: []string{item}, Min: n}}},
			})
		}
	}
	p.Goal.Clauses = append(p.Goal.Clauses, game.ClauseOf("", "", game.Check{Kind: game.CheckSaid, Text: "done"}))
	p.Steps = append(p.Steps, game.Step{Action: game.Action{Kind: game.Chat, Message: "done"}})
	return p, nil
}

// TestKilledAtAnyMomentTheTaskGoesOnByItself ends the process at a hundred
// moments of a plan, with the journal on disk, and starts the next over it.
func TestKilledAtAnyMomentTheTaskGoesOnByItself(t *testing.T) {
	for _, protocol := range []int{game.ProtocolV1, game.ProtocolV2} {
		for kill := range 50 {
			if kill%raced.Of(1, 5) != 0 {
				continue
			}
			synctest.Test(t, func(t *testing.T) {
				moment := time.Duration(kill)*210*time.Millisecond + time.Duration(kill%7)*time.Millisecond
				killedAt(t, protocol, moment, kill%2 == 0)
			})
		}
	}
}

func killedAt(t *testing.T, protocol int, moment time.Duration, finishes bool) {
	dir := t.TempDir()
	bctx, bodies := context.WithCancel(context.Background())
	defer func() { bodies(); synctest.Wait() }()
	body := bodytest.New("b1", protocol)
	go body.Run(bctx)
	start := func() (*orchestrator.Orchestrator, func()) {
		j, err := Open(bctx, dir)
		if err != nil {
			t.Fatal(err)
		}
		d := &dying{Journal: j}
		o, err := orchestrator.New(bctx, orchestrator.Config{Planner: collector{}, Journal: d})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(bctx)
		done := make(chan struct{})
		go func() { defer close(done); _ = o.Run(ctx) }()
		synctest.Wait()
		return o, func() {
			d.dead.Store(true)
			cancel()
			<-done
			if err := j.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	o, kill := start()
	o.Attach(body)
	id, err := o.Submit(bctx, "b1", orchestrator.Submission{Goal: "collect"})
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(moment)
	synctest.Wait()
	open, running := body.Running()
	kill()
	body.Leave()
	body = body.Again()
	go body.Run(bctx)
	if running && finishes {
		body.Finish(open)
	}
	time.Sleep(8 * time.Second)
	o, kill = start()
	defer kill()
	o.Attach(body)
	time.Sleep(2 * time.Minute)
	rec, err := o.Task(bctx, id)
	if err != nil {
		t.Fatal(err)
	}
	want := orchestrator.StateComplete
	for _, a := range rec.Actions {
		if a.Step.Action.Kind == game.Chat && a.End == game.EndGone && running && open.Kind == game.Chat {
			want = orchestrator.StateUnverified // its acknowledgement went with the process
		}
	}
	if rec.Task.State != want {
		t.Fatalf("killed after %v: %s %s", moment, rec.Task.State, rec.Task.Reason)
	}
	said := 0
	for _, a := range body.Sent() {
		said += len(a.Message) / len("done")
	}
	if said != 1 {
		t.Errorf("killed after %v: the line was sent %d times", moment, said)
	}
	for i := range 10 {
		if n := body.Held(fmt.Sprint("item", i)); n != 2 {
			t.Errorf("killed after %v: %d of item%d", moment, n, i)
		}
	}
	ids := make(map[string]bool)
	for _, a := range rec.Actions {
		if a.ID != "" && ids[a.ID] {
			t.Errorf("the id %s was used twice", a.ID)
		}
		ids[a.ID] = true
	}
}
