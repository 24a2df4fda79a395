package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/orchestrator"
)

const (
	// embeddedWait is how long the embedded body may take to register.
	embeddedWait = 15 * time.Second
	// firstState is how long a new body's first report is waited for silently.
	firstState = 2 * time.Second
	// lastState is how long the summary waits for a report of what is held.
	lastState = 1500 * time.Millisecond
	// externalWait is how long play waits for a mod.
	externalWait = 5 * time.Minute
)

// run plays one seed and shows it.
func (p *player) run(ctx context.Context, seed int64) (summary, error) {
	b, err := app.Start(ctx, app.BackendConfig{Port: p.port, DataDir: p.dataDir, Config: p.cfg, Planner: p.planner})
	if err != nil {
		return summary{}, badInput("%w", err)
	}
	g := &goalRun{player: p, backend: b, seed: seed, started: time.Now()}
	s, err := g.play(ctx)
	return s, errors.Join(err, b.Close())
}

// goalRun is one goal in one backend.
type goalRun struct {
	*player
	backend *app.Backend
	seed    int64
	started time.Time
	world   *app.Embedded
	view    view
	// late: --timeout is over.
	late atomic.Bool
}

func (g *goalRun) play(ctx context.Context) (summary, error) {
	var simSeconds func() float64
	if g.body != bodyExternal {
		world, err := app.StartEmbedded(ctx, app.EmbeddedConfig{
			URL: g.backend.URL(), Body: g.body, Seed: g.seed, Inventory: g.items, Version: g.version, Speed: g.speed, Wild: g.wild,
		})
		if err != nil {
			return summary{}, badInput("%w", err)
		}
		defer world.Close()
		g.world, simSeconds = world, world.Seconds
	}
	g.view = g.newView(simSeconds)
	s, err := g.follow(ctx)
	if err != nil {
		s = g.summary(ctx, orchestrator.Task{State: orchestrator.StateError, Goal: g.goal, Reason: err.Error()})
	}
	g.view.end(s)
	return s, nil
}

// follow submits the goal and shows what happens until it ended.
func (g *goalRun) follow(ctx context.Context) (summary, error) {
	before := g.backend.Orchestrator.Snapshot()
	sub, err := g.backend.Orchestrator.Subscribe(before.Epoch, before.Seq)
	if err != nil {
		return summary{}, err
	}
	defer sub.Close()
	body, err := g.awaitBody(ctx, before, sub)
	if err != nil {
		return summary{}, err
	}
	g.awaitState(ctx, body)
	id, err := g.backend.Orchestrator.Submit(ctx, body, g.submission())
	if err != nil {
		return summary{}, err
	}
	if v, err := g.backend.Orchestrator.Status(body); err == nil && v.Current != nil && v.Current.ID != id {
		g.view.note(fmt.Sprintf("First comes the goal of an earlier run, which was not finished: %q.", v.Current.Goal))
	}
	watch, done := context.WithCancel(ctx)
	defer done()
	asking, hush := context.WithCancel(watch)
	go func() {
		defer hush() // a task that is being stopped is asked about no more
		g.stopper(watch, body)
	}()
	ask := &asker{tasks: g.backend.Orchestrator, view: g.view, yes: g.yes, typed: g.typed}
	for {
		e, err := sub.Next(ctx)
		if err != nil {
			return summary{}, fmt.Errorf("the goal was left: %w", err)
		}
		g.view.event(e)
		if e.Kind == orchestrator.EventTask && e.TaskID == id && e.Task.State.Ended() {
			return g.summary(ctx, *e.Task), nil
		}
		if err := ask.see(asking, e); err != nil && !errors.Is(err, orchestrator.ErrConflict) && asking.Err() == nil {
			return summary{}, err
		}
	}
}

// stopper stops the task when a person or the time limit wants it.
func (g *goalRun) stopper(ctx context.Context, body string) {
	var limit <-chan time.Time
	if g.timeout > 0 {
		t := time.NewTimer(g.timeout)
		defer t.Stop()
		limit = t.C
	}
	select {
	case <-g.wish:
	case <-limit:
		g.late.Store(true)
	case <-ctx.Done():
		return
	}
	_ = g.backend.Orchestrator.Stop(body) // the body was there a moment ago
}

// awaitBody returns the id of the body that plays: one that is there already,
// or the first fitting one to register.
func (g *goalRun) awaitBody(ctx context.Context, before orchestrator.Snapshot, sub *orchestrator.Subscription) (string, error) {
	limit := embeddedWait
	if g.body == bodyExternal {
		limit = externalWait
		g.view.note(fmt.Sprintf("Waiting up to %s for a body on %s: start Minecraft with a mod, or `minehand body`.", words(limit), g.backend.URL()))
	}
	for _, b := range before.Bodies {
		if b.Connected && g.fits(b.Body) {
			return b.Body, nil
		}
	}
	wait, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	go func() {
		select {
		case <-g.wish:
			cancel()
		case <-wait.Done():
		}
	}()
	for {
		e, err := sub.Next(wait)
		switch {
		case err != nil && g.wished():
			return "", errors.New("stopped before a body was there")
		case errors.Is(err, context.DeadlineExceeded):
			return "", fmt.Errorf("no body came within %s: is the mod installed, and does it connect to %s?", words(limit), g.backend.URL())
		case err != nil:
			return "", err
		}
		if e.Kind == orchestrator.EventBody && e.Connected && g.fits(e.Body) {
			return e.Body, nil
		}
	}
}

// awaitState gives a body that just registered a moment to report where it is,
// so that nothing is said about waiting when there is nothing to wait for.
func (g *goalRun) awaitState(ctx context.Context, body string) {
	if session, ok := g.backend.Bridge.Session(body); ok {
		ctx, cancel := context.WithTimeout(ctx, firstState)
		defer cancel()
		_, _ = session.Await(ctx, 0) // without a report the task itself waits and says so
	}
}

// fits reports whether the body is the one that is waited for.
func (g *goalRun) fits(id string) bool { return g.instance == "" || g.instance == id }

// words is a round duration as people say it.
func words(d time.Duration) string {
	if d >= time.Minute {
		return plural(int(d.Minutes()), "minute")
	}
	return plural(int(d.Seconds()), "second")
}

// summary is the task's end with what the body holds.
func (g *goalRun) summary(ctx context.Context, t orchestrator.Task) summary {
	s := summary{
		Type: "summary", Status: string(t.State), Impossible: t.Impossible, Goal: g.goal, Reason: t.Reason,
		PlannedBy: t.PlannedBy, Actions: t.Sent, Failed: t.Failed, Rounds: t.Round,
		ElapsedMs: time.Since(g.started).Milliseconds(), Seed: g.seed, Inventory: map[string]int{}, unreadable: t.Unreadable,
	}
	if g.late.Load() && t.State == orchestrator.StateStopped {
		s.Reason = fmt.Sprintf("Stopped: the %s of --timeout are over.", g.timeout)
	}
	if g.world != nil {
		s.SimSeconds = g.world.Seconds()
	} else {
		s.Seed = 0
	}
	if session, ok := g.backend.Bridge.Session(t.Body); ok {
		snap := session.Snapshot()
		if t.Sent > 0 { // the last report may be older than the last action
			wait, cancel := context.WithTimeout(ctx, lastState)
			if later, err := session.Await(wait, snap.Seq); err == nil {
				snap = later
			}
			cancel()
		}
		s.Inventory = snap.State.Counts()
	}
	return s
}

// submission is the goal in words or the list of actions.
func (p *player) submission() orchestrator.Submission {
	s := orchestrator.Submission{Policy: orchestrator.Policy(p.policy), Approve: p.approve || p.cfg.Planner.Approve}
	if len(p.list) > 0 {
		s.Actions = p.list
	} else {
		s.Goal = p.goal
	}
	return s
}

// runSeeds plays every seed one after the other.
func (p *player) runSeeds(ctx context.Context) error {
	failed := []int64{}
	passed := 0
	for _, seed := range p.seeds {
		s, err := p.run(ctx, seed)
		if err != nil {
			return err
		}
		if s.err() == nil {
			passed++
		} else {
			failed = append(failed, seed)
		}
		if ctx.Err() != nil || p.wished() {
			break
		}
	}
	last := struct {
		Type   string  `json:"type"`
		Passed int     `json:"passed"`
		Failed []int64 `json:"failed"`
	}{"seeds", passed, failed}
	if p.json {
		if err := json.NewEncoder(p.out).Encode(last); err != nil {
			return fmt.Errorf("print the result: %w", err)
		}
	} else if _, err := fmt.Fprintf(p.out, "%d of %d seeds complete; not complete: %v\n", passed, len(p.seeds), failed); err != nil {
		return fmt.Errorf("print the result: %w", err)
	}
	if passed < len(p.seeds) {
		return &exitError{code: exitIncomplete}
	}
	return nil
}

func (p *player) wished() bool {
	select {
	case <-p.wish:
		return true
	default:
		return false
	}
}
