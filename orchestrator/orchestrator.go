package orchestrator

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator/task"
	"github.com/minehand/minehand/orchestrator/worldmap"
)

// Orchestrator holds the agents of all bodies.
type Orchestrator struct {
	cfg    Config
	rules  task.Rules
	log    *slog.Logger
	events feed
	maps   *worldmap.Maps

	// children counts agents, their tellers and watchers, and planner calls; Run waits for them.
	children sync.WaitGroup

	mu      sync.Mutex
	agents  map[string]*agent
	running context.Context // nil until Run
	closed  bool

	idMu    sync.Mutex
	entropy *ulid.MonotonicEntropy
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
	o := &Orchestrator{
		cfg: cfg, log: cfg.Log, agents: make(map[string]*agent), entropy: ulid.Monotonic(rand.Reader, 0),
		rules: task.Rules{Limits: cfg.Limits.WithDefaults(), Guard: cfg.Guard, Protected: cfg.Protected, IsFood: cfg.IsFood},
	}
	if o.log == nil {
		o.log = slog.New(slog.DiscardHandler)
	}
	source, _ := cfg.Journal.(worldmap.Source)
	o.maps = worldmap.NewMaps(source, o.log)
	records, alive, err := cfg.Journal.Unfinished(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading unfinished tasks: %w", err)
	}
	var b Batch
	for i := range records {
		a := o.agentOf(records[i].Task.Body)
		a.state = task.Restore(a.state, &records[i])
	}
	for _, a := range o.all() {
		in := task.Input{Now: time.Now(), What: task.Recovered{Alive: alive}}
		next, facts, effects := task.Decide(&o.rules, a.state, &in)
		for k := range facts {
			b.add(&facts[k])
		}
		for _, e := range effects {
			if _, ok := e.(task.StopBody); ok {
				a.unstopped = true // its body may never have heard of it
			}
		}
		a.state = next
		a.show()
	}
	if !b.Empty() {
		if err := cfg.Journal.Append(ctx, &b); err != nil {
			return nil, fmt.Errorf("recording the interrupted tasks: %w", err)
		}
	}
	return o, nil
}

// Run runs the agents until ctx ends, and returns when all its children have.
// Unfinished tasks stay in the journal as interrupted. It is called once.
func (o *Orchestrator) Run(ctx context.Context) error {
	o.mu.Lock()
	o.running = ctx
	for _, a := range o.agents {
		o.start(a)
	}
	o.mu.Unlock()
	tick := time.NewTicker(aliveEvery)
	defer tick.Stop()
	o.alive()
	for {
		select {
		case <-tick.C:
			o.alive()
			continue
		case <-ctx.Done():
		}
		break
	}
	o.mu.Lock()
	o.closed = true
	o.mu.Unlock()
	o.children.Wait()
	o.keepMemories(Batch{})
	o.events.close()
	return nil
}

func (o *Orchestrator) alive() { o.keepMemories(Batch{Alive: time.Now()}) }

// keepMemories commits a batch together with what bodies have seen since the
// last one.
func (o *Orchestrator) keepMemories(b Batch) {
	b.WorldMap = o.maps.Rows()
	if b.Empty() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), lastWords)
	defer cancel()
	if err := o.cfg.Journal.Append(ctx, &b); err != nil {
		o.maps.Again(b.WorldMap)
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
		o.start(a)
	}
	return a
}

// start runs the agent's goroutines; o.mu is held.
func (o *Orchestrator) start(a *agent) {
	ctx, retire := context.WithCancel(o.running)
	a.retire = retire
	o.children.Go(func() { a.run(ctx) })
	o.children.Go(func() { a.tell(ctx) })
	o.children.Go(func() { a.watch(ctx) })
}

func (o *Orchestrator) find(bodyID string) (*agent, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return nil, ErrClosed
	}
	a := o.agents[bodyID]
	if a == nil {
		return nil, fmt.Errorf("%q: %w", bodyID, ErrNoBody)
	}
	return a, nil
}

// all lists the agents by body id.
func (o *Orchestrator) all() []*agent {
	o.mu.Lock()
	defer o.mu.Unlock()
	list := make([]*agent, 0, len(o.agents))
	for _, a := range o.agents {
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b *agent) int { return cmp.Compare(a.id, b.id) })
	return list
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
	o.events.publish(Event{Kind: EventBody, Body: a.id, Connected: true})
}

// Detach says that the body's session is over. Its task is kept as
// interrupted. A late Detach of a session that another has replaced does
// nothing.
func (o *Orchestrator) Detach(bodyID string) {
	a, err := o.find(bodyID)
	if err != nil {
		return
	}
	a.mu.Lock()
	body := a.body
	a.mu.Unlock()
	gone := body != nil && body.Link().State == game.LinkGone
	a.mu.Lock()
	if gone = gone && a.body == body; gone {
		a.body, a.left = nil, time.Now()
	}
	a.mu.Unlock()
	if gone {
		a.nudge()
		o.events.publish(Event{Kind: EventBody, Body: a.id})
	}
}

// newID returns an id that is unique over all restarts and grows with time.
func (o *Orchestrator) newID() string {
	o.idMu.Lock()
	defer o.idMu.Unlock()
	now := ulid.Now()
	id, err := ulid.New(now, o.entropy)
	if err != nil { // the millisecond's ids are used up: the next one's are not
		id = ulid.MustNew(now+1, o.entropy)
	}
	return id.String()
}
