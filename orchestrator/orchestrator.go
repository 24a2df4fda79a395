// SPDX-License-Identifier: MIT

package orchestrator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/again"
	"github.com/minehand/minehand/orchestrator/task"
	"github.com/minehand/minehand/orchestrator/worldmap"
)

// Orchestrator holds the agents of all bodies.
type Orchestrator struct {
	cfg Config
	// rules hold from the next decision on; SetRules replaces them.
	rules atomic.Pointer[task.Rules]
	// listeners hear what happens, []func(Event); Listen replaces the list.
	listeners atomic.Value
	log       *slog.Logger
	maps      *worldmap.Maps

	// children counts agents, their watcher, and planner calls; Run waits for them.
	children sync.WaitGroup

	// owners are the agents of the tasks that have not ended, and of each body's last
	// one, *agent by the task's id. It is only where to look.
	owners sync.Map

	mu      sync.Mutex
	agents  map[string]*agent
	present atomic.Int32    // agents that have a body
	thinned rate.Sometimes  // that an agent was let go of is logged
	running context.Context //nolint:containedctx // that of Run, for agents that begin later; nil until then
	closed  bool
}

// aliveEvery is how often the journal is told that the process lives.
const aliveEvery = 30 * time.Second

// New opens an orchestrator over the journal: tasks that had not ended when
// the last process did are interrupted now, and go on when their body attaches
// (docs/protocol, Journal and resume). Nothing runs before Run.
func New(ctx context.Context, cfg Config) (*Orchestrator, error) {
	if cfg.Planner == nil || cfg.Journal == nil {
		return nil, errors.New("an orchestrator needs a planner and a journal")
	}
	o := &Orchestrator{cfg: cfg, log: cfg.Log, agents: make(map[string]*agent), thinned: rate.Sometimes{First: 1, Interval: time.Minute}}
	o.SetRules(cfg.Limits, cfg.Guard, cfg.Protected)
	o.log = cmp.Or(o.log, slog.New(slog.DiscardHandler))
	source, _ := cfg.Journal.(worldmap.Source)
	o.maps = worldmap.NewMaps(source, o.log)
	records, alive, err := cfg.Journal.Unfinished(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading unfinished tasks: %w", err)
	}
	if err := o.recover(ctx, "", records, alive); err != nil {
		return nil, err
	}
	return o, nil
}

// recover has agents take up what had not ended when it was last heard of, of one body
// or of all.
func (o *Orchestrator) recover(ctx context.Context, body string, records []Record, alive time.Time) error {
	b := Batch{Body: body}
	doubts, twins := make(map[string]string), make(map[string]bool)
	agents := make(map[*agent]bool)
	for i := range records {
		_, twins[records[i].Task.ID] = doubts[records[i].Task.RetryOf]
		doubts[records[i].Task.ID] = records[i].Doubt
		a := o.agentOf(records[i].Task.Body)
		if !agents[a] {
			agents[a] = true
			<-a.turns
			defer func() { a.turns <- struct{}{} }()
		}
		a.state = task.Restore(a.state, &records[i])
		o.owners.Store(records[i].Task.ID, a)
	}
	for _, a := range slices.SortedFunc(maps.Keys(agents), func(a, b *agent) int { return cmp.Compare(a.id, b.id) }) {
		in := task.Input{Now: time.Now(), What: task.Recovered{Alive: alive, Doubts: doubts, Twins: twins}}
		next, facts, effects := new(task.Desk).Decide(o.rules.Load(), a.state, &in)
		for k := range facts {
			b.add(&facts[k])
		}
		a.unstopped = slices.Contains(effects, task.Effect(task.StopBody{})) // its body may never have heard of it
		a.state = next
		a.show()
	}
	if !b.Empty() {
		if err := o.cfg.Journal.Append(ctx, &b); err != nil {
			return fmt.Errorf("recording the interrupted tasks: %w", err)
		}
	}
	return nil
}

// Recover takes up what had not ended of a body that another Minehand had until then,
// as New does of all; it is told what the journal has of it. Release comes before it,
// Attach after it.
func (o *Orchestrator) Recover(ctx context.Context, bodyID string, records []Record, alive time.Time) error {
	return o.recover(ctx, bodyID, records, alive)
}

// Release lets go of a body that another Minehand takes, as the end of the process
// does. When it returns nothing more is done or written for it here.
func (o *Orchestrator) Release(bodyID string) {
	o.mu.Lock()
	a := o.agents[bodyID]
	if a == nil || o.closed {
		o.mu.Unlock()
		return
	}
	delete(o.agents, bodyID)
	started := o.running != nil
	a.mu.Lock()
	if a.body != nil {
		o.present.Add(-1)
	}
	a.retired, a.over = true, true
	a.wake()
	a.mu.Unlock()
	o.mu.Unlock()
	if started {
		<-a.ended
	}
	o.owners.Range(func(id, of any) bool {
		if of == a {
			o.owners.Delete(id)
		}
		return true
	})
	a.trail.Close()
	o.publish(Event{Kind: EventBody, Body: bodyID})
}

// SetRules replaces what the owner allows and bounds; tasks at hand are held to it
// from their next step on. It may be called from any goroutine.
func (o *Orchestrator) SetRules(limits Limits, guard Guard, protected []game.Zone) {
	o.rules.Store(&task.Rules{Limits: limits.WithDefaults(), Guard: guard, Protected: protected, IsFood: o.cfg.IsFood})
}

// Run runs the agents until ctx ends, and returns when all its children have.
// Unfinished tasks stay in the journal as interrupted. It is called once.
func (o *Orchestrator) Run(ctx context.Context) error {
	o.mu.Lock()
	o.running = ctx
	for _, a := range o.agents {
		a.start(ctx)
	}
	o.mu.Unlock()
	o.children.Go(func() { o.watch(ctx) })
	if ctx.Err() == nil {
		o.keepMemories(time.Now())
	}
	again.Every(ctx, aliveEvery, func() { o.keepMemories(time.Now()) })
	o.mu.Lock()
	o.closed = true
	for _, a := range o.agents {
		a.mu.Lock()
		a.over = true
		a.wake()
		a.mu.Unlock()
	}
	o.mu.Unlock()
	o.children.Wait()
	o.keepMemories(time.Time{})
	return nil
}

// keepMemories commits what bodies have seen since the last time, with the time at
// which the process runs, if any. Of many worlds it takes several commits.
func (o *Orchestrator) keepMemories(alive time.Time) {
	ctx, cancel := context.WithTimeout(context.Background(), lastWords)
	defer cancel()
	if err := o.maps.Save(func(rows []worldmap.Row) error {
		b := Batch{WorldMap: rows, Alive: alive}
		alive = time.Time{}
		return o.cfg.Journal.Append(ctx, &b)
	}); err != nil {
		o.log.Warn("journal not told that the process is alive, nor what bodies have seen", "error", err)
	}
}

// agentOf returns the body's agent and makes it when there is none.
func (o *Orchestrator) agentOf(bodyID string) *agent {
	o.mu.Lock()
	defer o.mu.Unlock()
	if a := o.agents[bodyID]; a != nil {
		return a
	}
	o.thin()
	a := newAgent(o, bodyID)
	o.agents[bodyID] = a
	if o.running != nil && !o.closed {
		a.start(o.running)
	}
	return a
}

func (o *Orchestrator) find(bodyID string) (*agent, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return nil, ErrClosed
	}
	if a := o.agents[bodyID]; a != nil {
		return a, nil
	}
	return nil, noBody(bodyID)
}

// agentAt is the agent that may have a task, nil when none has.
func (o *Orchestrator) agentAt(taskID string) *agent {
	a, _ := o.owners.Load(taskID)
	of, _ := a.(*agent)
	return of
}

// all lists the agents by body id.
func (o *Orchestrator) all() []*agent {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.SortedFunc(maps.Values(o.agents), func(a, b *agent) int { return cmp.Compare(a.id, b.id) })
}

// Attach gives a body to its agent: call it when a session begins, and again
// whenever it is back. A task that was interrupted within ten minutes on the
// same id goes on by itself.
func (o *Orchestrator) Attach(b Body) {
	a := o.agentOf(b.Info().ID)
	for !a.take(b) {
		a = o.agentOf(b.Info().ID)
	}
	a.nudge()
	o.publish(Event{Kind: EventBody, Body: a.id, Connected: true})
}

// Detach says that the body's session is over. Its task is kept as
// interrupted. A late Detach of a session that another has replaced does
// nothing.
func (o *Orchestrator) Detach(bodyID string) {
	a, err := o.find(bodyID)
	if err != nil {
		return
	}
	body := a.session()
	if body == nil || body.Link().State != game.LinkGone {
		return
	}
	a.mu.Lock()
	gone := a.body == body
	if gone {
		a.body, a.left = nil, time.Now()
		o.present.Add(-1)
	}
	a.mu.Unlock()
	if gone {
		a.nudge()
		o.publish(Event{Kind: EventBody, Body: a.id})
	}
}
