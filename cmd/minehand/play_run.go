// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/internal/again"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
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
	var ready sync.WaitGroup
	ready.Go(func() { goals.Grammar().Grammar("en") })
	defer ready.Wait()
	var world atomic.Pointer[app.Embedded]
	b, err := app.Start(ctx, app.BackendConfig{
		World: func(string) *app.Embedded { return world.Load() }, Port: p.port, DataDir: p.dataDir, Config: p.cfg,
		Planner: p.planner, Reader: p.planner.Reader(), Listener: p.planner.Listener(), Providers: p.planner.Sources(),
	})
	if err != nil {
		return summary{}, startError(err)
	}
	g := &goalRun{player: p, embedded: &world, url: b.URL(), client: b.Connect(), seed: seed, started: time.Now(), quit: make(chan struct{})}
	s, err := g.play(ctx)
	return s, errors.Join(err, g.client.Close(), b.Close())
}

// goalRun is one goal in one backend.
type goalRun struct {
	*player
	// url is where bodies connect, client what the goal is given to.
	url     string
	client  *client.Client
	seed    int64
	started time.Time
	world   *app.Embedded
	// embedded is the same for those that the world stands still for.
	embedded *atomic.Pointer[app.Embedded]
	view     screen
	// quit is closed when the goal is to be stopped: by a person, by --timeout
	// (late), or because nothing can be printed any more.
	quit chan struct{}
	late atomic.Bool
	// talks: the words are said as in a talk, where they may be about what was asked
	// for before; else they are a goal by themselves.
	talks bool
	// own: no Minehand ran on the port, so that this command started one.
	own bool
	// ask follows the task and answers what waits.
	ask *asker
}

// errNoBodyYet: the goal was stopped before a body was there.
var errNoBodyYet = errors.New("stopped before a body was there")

func (g *goalRun) play(ctx context.Context) (summary, error) {
	var simSeconds func() float64
	if g.body != bodyExternal {
		world, err := app.StartEmbedded(ctx, app.EmbeddedConfig{
			URL: g.url, Body: g.body, Seed: g.seed, Inventory: g.items, Version: g.version, Speed: g.speed, Wild: g.wild,
			Owner: app.PracticeOwner, Players: g.players, Monsters: g.monsters,
		})
		if err != nil {
			return summary{}, badInput("%w", err)
		}
		defer world.Close()
		g.world, simSeconds = world, world.Seconds
		g.embedded.Store(world)
	}
	g.view = g.newView(simSeconds)
	g.ask = &asker{calls: g.client.Calls, view: g.view, yes: g.yes, typed: g.typed}
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
func (g *goalRun) broken(ctx context.Context, err error) view.Task {
	t := g.ask.last
	t.Goal = g.goal
	switch {
	case errors.Is(err, errNoBodyYet):
		t.State, t.Reason = view.TaskStopped, "Stopped before a body was there."
	case errors.Is(context.Cause(ctx), errSecondSignal):
		t.State, t.Reason = view.TaskStopped, "Stopped before the body came to rest; look at it in the game."
	default:
		t.State, t.Reason = view.TaskError, err.Error()
	}
	return t
}

// follow submits the goal and shows what happens until it ended.
func (g *goalRun) follow(ctx context.Context) (summary, error) {
	at, err := g.client.Subscribe(ctx, view.Place{})
	if err != nil {
		return summary{}, err
	}
	if g.talks {
		if said, ok := g.answered(ctx, at.Snapshot); ok {
			return said, nil
		}
	}
	body, err := g.awaitBody(ctx, at.Snapshot)
	if err != nil {
		return summary{}, err
	}
	g.awaitState(ctx, body)
	if err := g.awaitOthers(ctx); err != nil {
		return summary{}, err
	}
	begin := g.send
	if g.talks {
		begin = g.say
	}
	task, over, err := begin(ctx, body)
	if err != nil || task == "" {
		return over, err
	}
	return g.attend(ctx, body, task)
}

// send gives the goal to a body, and returns its task; without one it is over.
func (g *goalRun) send(ctx context.Context, body string) (id string, over summary, err error) {
	prompt := g.prompt()
	prompt.Instance = body
	earlier := g.unfinished(ctx, body)
	task, err := g.client.SendPrompt(ctx, prompt)
	if guess := (*view.RefusedError)(nil); errors.As(err, &guess) && guess.Code == view.CodeGuess {
		var agreed bool
		task, agreed, err = g.sendGuess(ctx, prompt, guess.Sentence)
		if err == nil && !agreed {
			return "", g.unread(ctx, body, guess.Sentence), nil
		}
	}
	if err != nil {
		return "", summary{}, err
	}
	switch now := g.unfinished(ctx, body); {
	case now != nil && now.ID != task.TaskID:
		earlier = now
	case earlier != nil && earlier.State != view.TaskRunning && earlier.State != view.TaskPlanning:
		earlier = nil // it stood still, and this one goes first; else it has ended by now
	}
	if earlier != nil {
		g.view.note(fmt.Sprintf("First comes the goal of an earlier run, which was not finished: %q.", earlier.Goal))
	}
	return task.TaskID, summary{}, nil
}

// sendGuess sends a goal as it was guessed, if the person agrees.
func (g *goalRun) sendGuess(ctx context.Context, prompt view.Prompt, guess string) (task view.Queued, agreed bool, err error) {
	r, err := g.client.Read(ctx, view.ReadPrompt{Prompt: prompt.Prompt, OfBody: prompt.OfBody})
	if err != nil {
		return task, false, err
	}
	if agreed, err = g.agree(ctx, guess); err != nil || !agreed {
		return task, agreed, err
	}
	prompt.Accepted = r.Hash
	task, err = g.client.SendPrompt(ctx, prompt)
	return task, true, err
}

// unfinished is the task that a body is at; nil for none.
func (g *goalRun) unfinished(ctx context.Context, body string) *view.Task {
	st, err := g.client.GetStatus(ctx, view.OfBody{Instance: body})
	if err != nil || st.CurrentTask == nil || st.CurrentTask.State.Ended() {
		return nil
	}
	return st.CurrentTask
}

// unread is the end of a goal that was not understood.
func (g *goalRun) unread(ctx context.Context, body, sentence string) summary {
	return g.summary(ctx, view.Task{Body: body, State: view.TaskError, Unreadable: true, Reason: sentence})
}

// attend shows a task to its end.
func (g *goalRun) attend(ctx context.Context, body, task string) (summary, error) {
	g.ask.begin(task)
	quit := g.quit
	for {
		var err error
		select {
		case e, there := <-g.client.Events():
			if !there {
				return summary{}, fmt.Errorf("the goal was left: %w", g.client.Err())
			}
			g.view.event(e)
			if err = g.ask.see(ctx, e); g.ask.task == "" {
				return g.summary(ctx, g.ask.last), nil
			}
		case line, there := <-g.ask.lines():
			err = g.ask.answer(ctx, line, there)
		case <-ctx.Done():
			return summary{}, fmt.Errorf("the goal was left: %w", ctx.Err())
		case <-quit:
			quit = nil
			err = g.stop(ctx, body, task)
		}
		if err != nil {
			return summary{}, err
		}
	}
}

// stop ends a task: one that waits behind others is let go of, and theirs goes on.
func (g *goalRun) stop(ctx context.Context, body, task string) error {
	rec, err := g.client.GetTask(ctx, view.OfTask{TaskID: task})
	if err == nil && rec.Task.State == view.TaskQueued {
		if _, err = g.client.ClearQueue(ctx, view.Clear{TaskID: task, OfBody: view.OfBody{Instance: body}}); err == nil {
			return nil
		}
	}
	return g.client.StopTask(ctx, view.OfBody{Instance: body}) // it has just begun
}

// agree asks whether a goal that was only guessed at is meant so: the next typed
// line answers.
func (g *goalRun) agree(ctx context.Context, question string) (bool, error) {
	if g.yes {
		g.view.note(question + " Taken as a yes.")
		return true, nil
	}
	g.view.note(question + " y = yes, n = no")
	for {
		select {
		case line, there := <-g.typed():
			if word := answered(line); !there || word == "n" || word == "y" {
				return there && word == "y", nil
			}
			g.view.note("Please answer y or n.")
		case <-g.quit:
			return false, nil
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// awaitBody returns the id of the body that plays: one that is there already,
// or the first fitting one to register.
func (g *goalRun) awaitBody(ctx context.Context, before *view.Snapshot) (string, error) {
	if id := g.chosen(before.Players); id != "" {
		return id, nil
	}
	limit := embeddedWait
	if g.body == bodyExternal {
		limit = externalWait
		g.view.note(g.waits(before, limit))
	}
	over := time.NewTimer(limit)
	defer over.Stop()
	for {
		select {
		case e, there := <-g.client.Events():
			if !there {
				return "", g.client.Err()
			}
			switch {
			case e.Kind == view.EventBody && e.Info.Link.State == game.LinkUp && g.fits(e.Body):
				return e.Body, nil
			case e.Kind == view.EventNotice: // who was turned away, and why
				g.view.event(e)
			}
		case <-g.quit:
			return "", errNoBodyYet
		case <-over.C:
			return "", fmt.Errorf("no player came within %s: is the mod installed, or `minehand body` running, and does it connect to %s?",
				game.Lasting(limit), g.url)
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// awaitOthers waits until all players of the embedded world are there.
func (g *goalRun) awaitOthers(ctx context.Context) error {
	if g.world == nil || g.players < 2 {
		return nil
	}
	var at view.Snapshot
	var err error
	there := 0
	until(ctx, embeddedWait, func() bool {
		if at, err = g.client.GetSnapshot(ctx); err != nil {
			return true
		}
		there = 0
		for i := range at.Players {
			if at.Players[i].State != nil {
				there++
			}
		}
		return there >= g.players
	})
	if err == nil && there < g.players {
		err = fmt.Errorf("only %d of %s came in time", there, game.Numbered(g.players, "player"))
	}
	return err
}

// chosen is the fitting body that is there already: one in a world, else the first.
func (g *goalRun) chosen(players []view.Player) (id string) {
	for i := range players {
		p := &players[i]
		switch b := &p.Body; {
		case b.Link.State == game.LinkGone, !g.fits(b.ID):
		case b.Link.State == game.LinkUp && p.State != nil && (p.State.World == nil || p.State.World.Present):
			return b.ID
		case id == "":
			id = b.ID
		}
	}
	return id
}

// waits says which body is waited for, and who is there when that is another.
func (g *goalRun) waits(before *view.Snapshot, limit time.Duration) string {
	who := "a body"
	if g.instance != "" {
		who = fmt.Sprintf("the player %q", g.instance)
	}
	text := fmt.Sprintf("Waiting up to %s for %s on %s: start Minecraft with a mod, or `minehand body`.", game.Lasting(limit), who, g.url)
	for i := range before.Helpers {
		if h := &before.Helpers[i]; h.State == view.HelperInstalling || h.State == view.HelperJoining {
			text = messages.InEnglish(game.Say("wait.joins", "who", h.Name)) + " " + h.Says
		}
	}
	if g.own {
		text = "No Minehand was running there, so one was started for this goal; --practice plays in a practice world instead. " + text
	}
	var there []string
	for i := range before.Players {
		if b := &before.Players[i].Body; b.Link.State != game.LinkGone {
			there = append(there, fmt.Sprintf("%s (%s)", b.ID, b.Name))
		}
	}
	if len(there) > 0 {
		text += fmt.Sprintf(" Connected: %s; --instance names another.", game.List(there))
	}
	return text
}

// lookEvery is how often a body's report is looked for.
const lookEvery = 10 * time.Millisecond

// until asks again and again until the answer is yes or the time is over.
func until(ctx context.Context, limit time.Duration, ask func() bool) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	_ = again.Until(ctx, lookEvery, func() (bool, error) { return ask(), nil })
}

// awaitState gives a body that just registered a moment to report where it is,
// so that nothing is said about waiting when there is nothing to wait for.
func (g *goalRun) awaitState(ctx context.Context, body string) {
	until(ctx, firstState, func() bool {
		_, err := g.client.GetState(ctx, view.OfBody{Instance: body})
		return err == nil // without a report the task itself waits and says so
	})
}

// fits reports whether the body is the one that is waited for.
func (g *goalRun) fits(id string) bool { return g.instance == "" || g.instance == id }

// summary is the task's end with what the body holds.
func (g *goalRun) summary(ctx context.Context, t view.Task) summary {
	s := summary{
		Type: "summary", Status: string(t.State), Impossible: t.Impossible, Goal: g.goal, Reason: t.Reason, Say: t.Say,
		PlannedBy: t.PlannedBy, Actions: t.Sent, Failed: t.Failed, Rounds: t.Round,
		ElapsedMs: time.Since(g.started).Milliseconds(), Seed: g.seed, Inventory: map[string]int{}, Unreadable: t.Unreadable,
		Verified: t.Verified, Reading: t.Reading, Clauses: append([]view.Clause{}, t.Clauses...), Cost: t.Cost,
	}
	if g.late.Load() && t.State == view.TaskStopped {
		s.Reason = fmt.Sprintf("Stopped after %s, the limit of --timeout.", g.timeout)
	}
	if g.world != nil {
		s.SimSeconds = g.world.Seconds()
	} else {
		s.Seed = 0
	}
	of := view.OfBody{Instance: t.Body}
	if held, err := g.client.GetInventory(ctx, of); err == nil {
		if t.Sent > 0 { // the last report may be older than the last action
			before := held.At
			until(ctx, lastState, func() bool {
				later, err := g.client.GetInventory(ctx, of)
				if err == nil {
					held = later
				}
				return err != nil || held.At.After(before)
			})
		}
		s.Inventory = held.Counts
	}
	return s
}

// prompt is the goal in words or the list of actions.
func (p *player) prompt() view.Prompt {
	approve := p.approve || p.cfg.Planner.Approve
	prompt := view.Prompt{Settings: view.PromptSettings{Policy: view.Policy(p.policy), Approve: &approve}}
	prompt.Settings.Unattended, prompt.Settings.Guess = p.alone, p.guess
	prompt.Settings.Mode = game.Mode(p.mode) // named by the person, not the config's
	if len(p.list) > 0 {
		prompt.Settings.Actions = p.list
	} else {
		prompt.Prompt = p.goal
	}
	return prompt
}
