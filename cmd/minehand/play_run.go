package main

import (
	"context"
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
		return summary{}, startError(err)
	}
	g := &goalRun{player: p, backend: b, seed: seed, started: time.Now(), quit: make(chan struct{})}
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
	// quit is closed when the goal is to be stopped: by a person, by --timeout
	// (late), or because nothing can be printed any more.
	quit chan struct{}
	late atomic.Bool
	// last is the task as it was last heard of.
	last orchestrator.Task
}

// errNoBodyYet: the goal was stopped before a body was there.
var errNoBodyYet = errors.New("stopped before a body was there")

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
	watch, done := context.WithCancel(ctx)
	defer done()
	go g.watch(watch)
	s, err := g.follow(ctx)
	if err != nil {
		s = g.summary(ctx, g.broken(ctx, err))
	}
	g.view.end(s)
	return s, nil
}

// watch closes quit when the goal is to be stopped.
func (g *goalRun) watch(ctx context.Context) {
	var limit <-chan time.Time
	if g.timeout > 0 {
		t := time.NewTimer(g.timeout)
		defer t.Stop()
		limit = t.C
	}
	select {
	case <-g.wish:
	case <-g.out.broken:
	case <-limit:
		g.late.Store(true)
	case <-ctx.Done():
		return
	}
	close(g.quit)
}

// broken is the end of a goal that could not be followed to its own.
func (g *goalRun) broken(ctx context.Context, err error) orchestrator.Task {
	t := g.last
	t.Goal = g.goal
	switch {
	case errors.Is(err, errNoBodyYet):
		t.State, t.Reason = orchestrator.StateStopped, "Stopped before a body was there."
	case errors.Is(context.Cause(ctx), errSecondSignal):
		t.State, t.Reason = orchestrator.StateStopped, "Stopped before the body came to rest; look at it in the game."
	default:
		t.State, t.Reason = orchestrator.StateError, err.Error()
	}
	return t
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
	heard := make(chan heardEvent)
	listening, done := context.WithCancel(ctx)
	defer done()
	go listen(listening, sub, heard)
	ask := &asker{tasks: g.backend.Orchestrator, view: g.view, yes: g.yes, typed: g.typed}
	quit := g.quit
	for {
		var err error
		select {
		case h := <-heard:
			if h.err != nil {
				return summary{}, fmt.Errorf("the goal was left: %w", h.err)
			}
			g.view.event(h.Event)
			if h.Kind == orchestrator.EventTask && h.TaskID == id {
				if g.last = *h.Task; h.Task.State.Ended() {
					return g.summary(ctx, *h.Task), nil
				}
			}
			err = ask.see(h.Event)
		case line, there := <-ask.lines():
			err = ask.answer(line, there)
		case <-ctx.Done():
			return summary{}, fmt.Errorf("the goal was left: %w", ctx.Err())
		case <-quit:
			quit = nil
			_ = g.backend.Orchestrator.Stop(body) // the body was there a moment ago
		}
		if err != nil && !errors.Is(err, orchestrator.ErrConflict) {
			return summary{}, err
		}
	}
}

// heardEvent is an event, or why there are no more.
type heardEvent struct {
	orchestrator.Event
	err error
}

// listen hands on events until the subscription or ctx ends.
func listen(ctx context.Context, sub *orchestrator.Subscription, to chan<- heardEvent) {
	for {
		e, err := sub.Next(ctx)
		select {
		case to <- heardEvent{e, err}:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
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
		case <-g.quit:
			cancel()
		case <-wait.Done():
		}
	}()
	for {
		e, err := sub.Next(wait)
		switch {
		case err != nil && g.quitting():
			return "", errNoBodyYet
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
		s.Reason = fmt.Sprintf("Stopped after %s, the limit of --timeout.", g.timeout)
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

func (g *goalRun) quitting() bool {
	select {
	case <-g.quit:
		return true
	default:
		return false
	}
}
