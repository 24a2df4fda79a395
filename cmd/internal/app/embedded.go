// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/again"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/body"
	"github.com/minehand/minehand/sim/fault"
)

// EmbeddedConfig says which world to make and how its body connects. URL is
// required.
type EmbeddedConfig struct {
	URL string
	// Dialer of its bodies; nil for one of their own.
	Dialer *websocket.Dialer
	// Body: embedded (version 2, the default), v1 or v1-worst.
	Body string
	Seed int64
	// Made, when not empty, makes its id another than that of other worlds of the seed
	// (MadeNow).
	Made      string
	Inventory map[string]int
	Version   string
	// At is where the player starts; nil for the world's own place.
	At *game.Pos
	// Wild leaves villages and all other structures out of the world.
	Wild bool
	// Monsters come out in its nights.
	Monsters bool
	// Owner is the name of a second player in the world, whose body it is; empty for
	// nobody.
	Owner string
	// Players is how many play in the world, each with a body of its own; below 2 means one.
	// Those that come later are called as the first with their number behind it, and hold
	// the same things at the start.
	Players int
	// Speed in game seconds a second; 0 means the default of 60.
	Speed    float64
	Instance string
	Name     string
	// Faults, as fault.Parse reads them; empty means none.
	Faults string
	// Marked is told of each fault of a single action as the action begins; nil
	// for nobody. The body waits for it.
	Marked func(fault.Moment)
	// Online is told when the backend takes the body in and when the line is lost
	// after that; nil for nobody.
	Online func(bool)
	// Watch is told of what occurs in the world (sim.Config); nil for nobody.
	Watch func(sim.Occurrence)
	Log   *slog.Logger
}

// MadeNow tells a world that is made now from those of other days: it is gone with
// the process, and what was done in it counts for nothing in the next.
func MadeNow() string { return strconv.FormatInt(time.Now().UnixMilli()/100, 36) }

// Embedded is a running embedded world with its body.
type Embedded struct {
	world  *sim.World
	cancel context.CancelFunc
	done   chan struct{}
	err    error
	once   sync.Once

	mu sync.Mutex
	// Owned by mu: the present process of the body, and what earlier ones began.
	body  *body.Body
	begun []string
	// others are the other players' bodies.
	others []*body.Body
}

// startHunger is the hunger that the embedded world's player begins with: one who
// is full eats nothing, and a goal to eat would fail for that alone.
const startHunger = 14

// StartEmbedded makes the world and lets its body connect, until Close. Errors
// are about the config; a lost connection is the body's own business.
func StartEmbedded(ctx context.Context, cfg EmbeddedConfig) (*Embedded, error) {
	kind, err := body.ParseKind(cfg.Body)
	if err != nil {
		return nil, err
	}
	plan, err := fault.Parse(cfg.Faults)
	if err != nil {
		return nil, err
	}
	world, err := sim.New(
		sim.Config{
			Version:   cfg.Version,
			At:        cfg.At,
			Seed:      cfg.Seed,
			Made:      cfg.Made,
			Inventory: cfg.Inventory,
			Speed:     cfg.Speed,
			Wild:      cfg.Wild,
			Monsters:  cfg.Monsters,
			Owner:     cfg.Owner,
			Hunger:    startHunger,
			Watch:     cfg.Watch,
		},
	)
	if err != nil {
		return nil, err
	}
	as := body.Config{
		URL:        strings.TrimSuffix(cfg.URL, "/") + "/",
		Dialer:     cfg.Dialer,
		Kind:       kind,
		InstanceID: cfg.Instance,
		Name:       cfg.Name,
		Owner:      cfg.Owner,
		Faults:     plan,
		Online:     cfg.Online,
		Marked:     cfg.Marked,
		Log:        cfg.Log,
	}
	ctx, cancel := context.WithCancel(ctx)
	e := &Embedded{world: world, cancel: cancel, done: make(chan struct{}), body: body.New(world, as)}
	if err := e.bring(cfg, as); err != nil {
		cancel()
		return nil, err
	}
	var more sync.WaitGroup
	for _, b := range e.others {
		more.Go(func() { _ = b.Run(ctx) })
	}
	go func() {
		defer close(e.done)
		defer more.Wait()
		if err := e.run(ctx, as); err != nil && !errors.Is(err, context.Canceled) {
			e.err = fmt.Errorf("the embedded body ended: %w", err)
		}
	}()
	return e, nil
}

// MostPlayers bounds those of a world.
const MostPlayers = 16

// bring brings the players beside the first into the world.
func (e *Embedded) bring(cfg EmbeddedConfig, as body.Config) error {
	if cfg.Players > MostPlayers || cfg.Players < 0 {
		return fmt.Errorf("%d players do not fit: a world takes 1 to %d", cfg.Players, MostPlayers)
	}
	id, name := e.body.InstanceID(), as.Name
	for n := 2; n <= cfg.Players; n++ {
		world, err := e.world.Join(cfg.Inventory, startHunger)
		if err != nil {
			return err
		}
		as.InstanceID, as.Online, as.Marked = fmt.Sprintf("%s_%d", id, n), nil, nil
		if name != "" {
			as.Name = fmt.Sprintf("%s %d", name, n)
		}
		e.others = append(e.others, body.New(world, as))
	}
	return nil
}

// IDs are the instanceIds of the players, the first one first.
func (e *Embedded) IDs() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	list := []string{e.body.InstanceID()}
	for _, b := range e.others {
		list = append(list, b.InstanceID())
	}
	return list
}

// run lets the body play; one that crashed at a certain action comes back to its
// world as a new process.
func (e *Embedded) run(ctx context.Context, as body.Config) error {
	as.InstanceID = e.body.InstanceID()
	for {
		b := e.body
		err := b.Run(ctx)
		truth := b.Truth()
		var away time.Duration
		for _, m := range as.Faults.At(truth.Begun) {
			if m.What == fault.Crash {
				away = m.For
			}
		}
		if !errors.Is(err, body.ErrCrashed) || away == 0 {
			return err
		}
		if !again.Pause(ctx, away) {
			return ctx.Err()
		}
		as.Faults = as.Faults.After(truth.Begun)
		e.mu.Lock()
		e.begun = append(e.begun, truth.Executed...)
		e.body = body.New(e.world, as)
		e.mu.Unlock()
	}
}

// Truth is what is true of the world, and of all processes of its body.
func (e *Embedded) Truth() body.Truth {
	e.mu.Lock()
	defer e.mu.Unlock()
	t := e.body.Truth()
	t.Executed = append(slices.Clone(e.begun), t.Executed...)
	return t
}

// Clock is the world's, whose speed may be changed.
func (e *Embedded) Clock() *sim.Clock { return e.world.Clock() }

// Terrain is the land around the player.
func (e *Embedded) Terrain(radius int, at *game.Vec3) sim.Terrain { return e.world.Terrain(radius, at) }

// Seconds is the time in the game since the world began.
func (e *Embedded) Seconds() float64 { return e.world.Clock().Now() }

// Done is closed when the body has ended: it crashed, was sent away for good, or
// Close was called.
func (e *Embedded) Done() <-chan struct{} { return e.done }

// Close ends the body and returns what ended it, when that was not Close. It is
// idempotent.
func (e *Embedded) Close() error {
	e.once.Do(e.cancel)
	<-e.done
	return e.err
}
