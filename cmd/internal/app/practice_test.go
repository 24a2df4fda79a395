// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// next waits for an event.
func next(t *testing.T, c *client.Client, what string, is func(view.Event) bool) view.Event {
	t.Helper()
	return nextWhile(t, c, what, is, nil, nil)
}

// nextWhile is next, which does something at each tick meanwhile.
func nextWhile(t *testing.T, c *client.Client, what string, is func(view.Event) bool, tick <-chan time.Time, do func()) view.Event {
	t.Helper()
	limit := time.After(30 * time.Second)
	for {
		select {
		case e, there := <-c.Events():
			if !there {
				t.Fatalf("the events ended before %s: %v", what, c.Err())
			}
			if is(e) {
				return e
			}
		case <-tick:
			do()
		case <-limit:
			t.Fatalf("%s did not happen", what)
		}
	}
}

// A client starts the practice world, gives its player a goal, changes the speed
// of time, looks at the land and ends the world.
func TestPracticeWorld(t *testing.T) {
	b := running(t, BackendConfig{Practice: true})
	ctx := t.Context()
	c := b.Connect()
	defer c.Close()
	at, err := c.Subscribe(ctx, view.Place{})
	if err != nil || !at.Snapshot.Practice.Offered || at.Snapshot.Practice.Running {
		t.Fatalf("%+v, %v", at, err)
	}
	if _, err := c.SetPracticeSpeed(ctx, view.PracticeSpeed{Speed: 8}); err == nil || !strings.Contains(err.Error(), "start it first") {
		t.Errorf("with no world: %v", err)
	}
	for _, bad := range []view.PracticeStart{
		{Speed: -1}, {Version: "cheese"}, {Name: strings.Repeat("n", 33)}, {Name: "a\nb"}, {Inventory: map[string]int{"unobtainium": 1}},
	} {
		if now, err := c.StartPractice(ctx, bad); err == nil || now.Running {
			t.Errorf("%+v was started: %+v", bad, now)
		}
	}
	now, err := c.StartPractice(ctx, view.PracticeStart{Name: "Handy", Seed: 3, Speed: 60, Inventory: map[string]int{"stone_axe": 1}})
	if err != nil || !now.Running || now.Seed != 3 || now.Speed != 60 || now.Instance == "" || now.Version == "" {
		t.Fatalf("%+v, %v", now, err)
	}
	if list, err := c.ListBodies(ctx); err != nil || len(list) != 1 || list[0].Name != "Handy" {
		t.Errorf("its player is %+v, %v", list, err)
	}
	if e := next(t, c, "word of the world", func(e view.Event) bool { return e.Practice != nil }); !e.Practice.Running {
		t.Errorf("told %+v", e.Practice)
	}
	if _, err := c.StartPractice(ctx, view.PracticeStart{}); err == nil || !strings.Contains(err.Error(), "runs already") {
		t.Errorf("a second world: %v", err)
	}
	task, err := c.SendPrompt(ctx, view.Prompt{Prompt: "get 2 oak logs"}) // whose player is the active body
	if err != nil {
		t.Fatal(err)
	}
	end := next(t, c, "the end of the task", func(e view.Event) bool { return e.Task != nil && e.TaskID == task.TaskID && e.Task.State.Ended() })
	if end.Task.State != view.TaskComplete || len(end.Task.Clauses) != 1 || !end.Task.Clauses[0].Met || end.Task.Clauses[0].Grade != view.Seen {
		t.Errorf("it ended %+v", end.Task)
	}
	if m, err := c.GetMap(ctx, view.LookAround{Radius: 20}); err != nil || m.Terrain == nil || m.Terrain.Width != 41 || len(m.Terrain.Heights) != 41*41 || m.Dimension != "overworld" {
		t.Errorf("the map: %+v, %v", m, err)
	}
	if _, err := c.GetMap(ctx, view.LookAround{Radius: 5000}); err == nil {
		t.Error("a map of half the world was drawn")
	}

	if now, err = c.SetPracticeSpeed(ctx, view.PracticeSpeed{}); err != nil || now.Speed != 0 {
		t.Fatalf("paused: %+v, %v", now, err)
	}
	next(t, c, "the pause", func(e view.Event) bool { return e.State != nil && e.State.World != nil && e.State.World.Paused })
	waits, err := c.SendPrompt(ctx, view.Prompt{Prompt: "get 1 dirt"})
	if err != nil {
		t.Fatal(err)
	}
	// It can neither be opened to LAN nor does F3+P help: its own clock stands still.
	next(t, c, "what the task waits for", func(e view.Event) bool {
		return e.Task != nil && e.TaskID == waits.TaskID && strings.Contains(e.Task.Waiting, "/speed")
	})
	if err := c.StopTask(ctx, view.OfBody{}); err != nil {
		t.Fatal(err)
	}
	if later, err := c.GetPractice(ctx); err != nil || later.Seconds != now.Seconds {
		t.Errorf("time passes while the world is paused: %+v, then %+v, %v", now, later, err)
	}
	if _, err := c.SetPracticeSpeed(ctx, view.PracticeSpeed{Speed: 1e9}); err == nil {
		t.Error("a speed of 1e9 was taken")
	}
	if _, err := c.SetPracticeSpeed(ctx, view.PracticeSpeed{Speed: 8}); err != nil {
		t.Fatal(err)
	}
	if _, err = c.StopPractice(ctx); err != nil {
		t.Fatal(err)
	}
	next(t, c, "the leaving of the body", func(e view.Event) bool { return e.Info != nil && e.Info.Link.State == game.LinkGone })
	list, err := c.DetectInstances(ctx) // games that run on this machine are none of this test's
	if err != nil || slices.ContainsFunc(list, func(in view.Instance) bool {
		return in.PID == 0 || in.PID == os.Getpid() || len(in.Bodies) > 0
	}) {
		t.Errorf("there are %+v, %v", list, err)
	}
	if now, err = c.StopPractice(ctx); err != nil || now.Running {
		t.Errorf("with no world: %+v, %v", now, err)
	}
	if _, err = c.StartPractice(ctx, view.PracticeStart{}); err != nil {
		t.Errorf("a second time: %v", err)
	}
}

// The practice world that ran when Minehand ended runs again after its next start,
// as a new one, with the goal that was under way; one that was ended does not.
func TestPracticeWorldComesBack(t *testing.T) {
	dir := t.TempDir()
	start := func() *Server {
		t.Helper()
		return serverOf(t, ServerConfig{DataDir: dir, Practice: true})
	}
	ctx := t.Context()
	s := start()
	c := s.Connect()
	if now, err := c.StartPractice(ctx, view.PracticeStart{Seed: 3, Speed: 60}); err != nil || now.Restarted {
		t.Fatalf("%+v, %v", now, err)
	}
	task, err := c.SendPrompt(ctx, view.Prompt{Prompt: "get a wooden pickaxe"})
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	s = start()
	c = s.Connect()
	at, err := c.Subscribe(ctx, view.Place{})
	if err != nil {
		t.Fatal(err)
	}
	now := at.Snapshot.Practice
	if !now.Running {
		now = *next(t, c, "the world", func(e view.Event) bool { return e.Practice != nil }).Practice
	}
	if !now.Running || !now.Restarted || now.Seed != 3 {
		t.Fatalf("%+v", now)
	}
	for {
		got, err := c.GetTask(ctx, view.OfTask{TaskID: task.TaskID})
		if err != nil {
			t.Fatal(err)
		}
		if got.Task.State.Ended() {
			if got.Task.State != view.TaskComplete {
				t.Errorf("the goal ended %s: %s", got.Task.State, got.Task.Reason)
			}
			if len(got.Samples) == 0 {
				t.Error("the state that it ended with is not told")
			}
			if !strings.HasPrefix(got.Task.World, "minehand-sim-3.") {
				t.Errorf("the world %q could be taken for the one that is gone", got.Task.World)
			}
			break
		}
		next(t, c, "the task's end", func(e view.Event) bool { return e.Task != nil && e.Task.State.Ended() })
	}
	if _, err := c.StopPractice(ctx); err != nil {
		t.Fatal(err)
	}
	c.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := start().RestartPractice(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, practiceFile)); err == nil {
		t.Error("a world that was ended is kept")
	}
}

// A world that is to come back comes neither after somebody ended it nor beside another
// that somebody made, whichever is first after the start.
func TestAPracticeWorldComesBackBeforeAnybodyElseOrNot(t *testing.T) {
	p := &practice{kept: filepath.Join(t.TempDir(), practiceFile), log: slog.New(slog.DiscardHandler)}
	p.keep(view.PracticeStart{Seed: 3, Speed: 60})
	p.changing.Lock() // somebody is ending it
	type outcome struct {
		was bool
		err error
	}
	came := make(chan outcome, 1)
	go func() {
		was, err := p.restart(t.Context())
		came <- outcome{was, err}
	}()
	time.Sleep(50 * time.Millisecond)
	if err := os.Remove(p.kept); err != nil {
		t.Fatal(err)
	}
	p.changing.Unlock()
	if got := <-came; got.was || got.err != nil {
		t.Errorf("after its end it came back: %+v", got)
	}
	b := running(t, BackendConfig{Practice: true})
	c := b.Connect()
	defer c.Close()
	if _, err := c.StartPractice(t.Context(), view.PracticeStart{Seed: 4, Speed: 60}); err != nil {
		t.Fatal(err)
	}
	b.practice.kept = filepath.Join(t.TempDir(), practiceFile)
	b.practice.keep(view.PracticeStart{Seed: 3, Speed: 60})
	if err := b.RestartPractice(t.Context()); err != nil {
		t.Errorf("beside another: %v", err)
	}
	if now, err := c.GetPractice(t.Context()); err != nil || now.Seed != 4 || now.Restarted {
		t.Errorf("it took the place of the other: %+v, %v", now, err)
	}
}

// What was remembered of a practice world is let go of with the next one and at the
// next start: it would take the place of a world that comes back.
func TestAPastPracticeWorldIsNotRemembered(t *testing.T) {
	dir := t.TempDir()
	ctx := t.Context()
	var made []string
	for run := range 2 {
		s := serverOf(t, ServerConfig{DataDir: dir, Practice: true})
		c := s.Connect()
		for n := range 2 {
			if _, err := c.StopPractice(ctx); err != nil {
				t.Fatal(err)
			}
			if _, err := c.StartPractice(ctx, view.PracticeStart{Speed: 500, Seed: int64(1 + 2*run + n)}); err != nil {
				t.Fatal(err)
			}
			if _, err := c.Subscribe(ctx, view.Place{}); err != nil {
				t.Fatal(err)
			}
			task, err := c.SendPrompt(ctx, view.Prompt{Prompt: "get a crafting table and place it"})
			if err != nil {
				t.Fatal(err)
			}
			e := next(t, c, "the end", func(e view.Event) bool { return e.TaskID == task.TaskID && e.Task != nil && e.Task.State.Ended() })
			if e.Task.State != view.TaskComplete {
				t.Fatal(e.Task.Reason)
			}
			made = append(made, e.Task.World)
		}
		_ = c.Close()
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	m, err := Memory(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	list, err := m.Worlds(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, w := range list {
		names = append(names, w.Name)
	}
	last := made[len(made)-1]
	for _, gone := range made[:2] {
		if slices.Contains(names, gone) {
			t.Errorf("%s is remembered: %v", gone, names)
		}
	}
	if !slices.Contains(names, last) {
		t.Errorf("%s is not remembered: %v", last, names)
	}
}

// A program without a world of its own says so.
func TestNoPracticeWorld(t *testing.T) {
	b := running(t, BackendConfig{})
	c := b.Connect()
	defer c.Close()
	var refused *view.RefusedError
	if now, err := c.StartPractice(t.Context(), view.PracticeStart{}); !errors.As(err, &refused) || now.Offered {
		t.Errorf("%+v, %v", now, err)
	}
}

// thinker makes no plan, and takes until it is let to say so.
type thinker struct{ began, over chan struct{} }

func (p thinker) Plan(ctx context.Context, _ game.Request) (game.Plan, error) {
	p.began <- struct{}{}
	select {
	case <-p.over:
	case <-ctx.Done():
	}
	return game.Plan{}, &game.ImpossibleError{Reason: "nothing came to mind"}
}

// The practice world's time stands still while a plan is made, and says the speed
// that was set; after that it passes again.
func TestThePracticeWorldWaitsForAPlan(t *testing.T) {
	p := thinker{make(chan struct{}, 1), make(chan struct{})}
	b := running(t, BackendConfig{Practice: true, Planner: p})
	c := b.Connect()
	defer c.Close()
	if _, err := c.StartPractice(t.Context(), view.PracticeStart{Speed: 1000}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.SendPrompt(t.Context(), view.Prompt{Prompt: "make it bright"}); err != nil {
		t.Fatal(err)
	}
	<-p.began
	seconds := func() float64 {
		t.Helper()
		now, err := c.GetPractice(t.Context())
		if err != nil || now.Speed != 1000 {
			t.Fatalf("%+v, %v", now, err)
		}
		return now.Seconds
	}
	before := seconds()
	select {
	case <-time.After(50 * time.Millisecond): // 50 s of the game
	case <-t.Context().Done():
	}
	if now := seconds(); now != before {
		t.Errorf("%g s passed while the plan was made", now-before)
	}
	close(p.over)
	for limit := time.Now().Add(10 * time.Second); seconds() == before; {
		if time.Now().After(limit) {
			t.Fatal("time does not pass again")
		}
	}
}

// So does the world that play made for itself.
func TestAnOwnWorldWaitsForAPlan(t *testing.T) {
	p := thinker{make(chan struct{}, 1), make(chan struct{})}
	var world atomic.Pointer[Embedded]
	b := running(t, BackendConfig{Planner: p, World: func(body string) *Embedded {
		if body != "own" {
			t.Errorf("asked for the world of %q", body)
		}
		return world.Load()
	}})
	c := b.Connect()
	defer c.Close()
	online := make(chan bool, 8)
	own, err := StartEmbedded(t.Context(), EmbeddedConfig{URL: b.URL(), Instance: "own", Speed: 1000, Online: func(on bool) { online <- on }})
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	world.Store(own)
	<-online
	for limit := time.Now().Add(10 * time.Second); ; { // until its first state came
		if _, err = c.SendPrompt(t.Context(), view.Prompt{Prompt: "make it bright"}); err == nil {
			break
		}
		if time.Now().After(limit) {
			t.Fatal(err)
		}
	}
	<-p.began
	before := own.Seconds()
	select {
	case <-time.After(50 * time.Millisecond): // 50 s of the game
	case <-t.Context().Done():
	}
	if now := own.Seconds(); now != before {
		t.Errorf("%g s passed while the plan was made", now-before)
	}
	close(p.over)
}
