// SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
)

// instant is a body that reports success at once, and what it holds then.
type instant struct {
	mu   sync.Mutex
	seq  uint64
	held int // dirt
}

func (b *instant) Info() game.BodyInfo {
	return game.BodyInfo{ID: "b1", Protocol: game.ProtocolV2, Actions: []game.Kind{game.Mine}}
}
func (b *instant) Link() game.Link         { return game.Link{State: game.LinkUp} }
func (b *instant) Snapshot() game.Snapshot { return b.report(0, 0) }
func (b *instant) Await(_ context.Context, after uint64) (game.Snapshot, error) {
	return b.report(after+1, 0), nil
}
func (b *instant) Do(context.Context, game.Call) game.Outcome {
	b.report(0, 1)
	return game.Outcome{End: game.EndReported, Result: &game.Result{Success: true, Delta: map[string]int{"dirt": 1}}}
}

// report is what the body reports, as its seq-th report at least, with so much more dirt.
func (b *instant) report(seq uint64, more int) game.Snapshot {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held += more
	b.seq = max(b.seq+uint64(more), seq, 1)
	return game.Snapshot{At: time.Now(), Seq: b.seq, State: game.State{Inventory: []game.Stack{{Item: "stone", Count: 3}, {Item: "dirt", Count: b.held}}}}
}
func (b *instant) Stop()                        {}
func (b *instant) Settle(context.Context) error { return nil }
func (b *instant) Tell(game.TaskStatus)         {}

type planner int

func (n planner) Plan(context.Context, game.Request) (game.Plan, error) {
	dug := game.ClauseOf("mine", "", game.Check{Kind: game.CheckGain, Items: []string{"dirt"}, Count: int(n)})
	p := game.Plan{Goal: game.Goal{Text: "dig", Clauses: []game.Clause{dug}}, Steps: make([]game.Step, n)}
	for i := range p.Steps {
		p.Steps[i] = game.Step{
			Action: game.Action{Kind: game.Mine, Target: "dirt", Quantity: 1},
			Expect: game.Expect{Gains: []game.Gain{{Items: []string{"dirt"}, Min: 1}}},
		}
	}
	return p, nil
}

// BenchmarkActionOfAPlan is everything between the result of one action and the
// sending of the next, with the journal on disk and without the bridge.
func BenchmarkActionOfAPlan(b *testing.B) {
	const steps = 5000
	j := opened(b, b.TempDir())
	o, err := orchestrator.New(b.Context(), orchestrator.Config{Planner: planner(steps), Journal: j})
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(b.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = o.Run(ctx)
	}()
	defer func() { cancel(); <-done }()
	o.Attach(&instant{})
	b.ReportAllocs()
	acted := 0
	var spent time.Duration
	for b.Loop() {
		id, err := o.Submit(ctx, "b1", orchestrator.Submission{Goal: "dig"})
		if err != nil {
			b.Fatal(err)
		}
		for {
			rec, err := o.Task(ctx, id)
			if err != nil {
				b.Fatal(err)
			}
			if rec.Task.State.Ended() {
				if rec.Task.State != orchestrator.StateComplete || !strings.HasPrefix(rec.Task.Reason, "Done") {
					b.Fatal(rec.Task.Reason)
				}
				first, last := rec.Actions[0], rec.Actions[len(rec.Actions)-1]
				spent += last.Ended.Sub(first.Started)
				acted += len(rec.Actions)
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	b.ReportMetric(float64(spent.Nanoseconds())/float64(acted), "ns/action")
}
