package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/body"
	"github.com/minehand/minehand/sim/fault"
)

// EmbeddedConfig says which world to make and how its body connects. URL is
// required.
type EmbeddedConfig struct {
	URL string
	// Body: embedded (version 2, the default), v1 or v1-worst.
	Body      string
	Seed      int64
	Inventory map[string]int
	Version   string
	// Wild leaves villages and all other structures out of the world.
	Wild bool
	// Speed in game seconds a second; 0 means the default of 60.
	Speed    float64
	Instance string
	Name     string
	// Faults, as fault.Parse reads them; empty means none.
	Faults string
	// Online is told when the backend takes the body in and when the line is lost
	// after that; nil for nobody.
	Online func(bool)
	Log    *slog.Logger
}

// Embedded is a running embedded world with its body.
type Embedded struct {
	world  *sim.World
	cancel context.CancelFunc
	done   chan struct{}
	err    error
	once   sync.Once
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
	world, err := sim.New(sim.Config{Version: cfg.Version, Seed: cfg.Seed, Inventory: cfg.Inventory, Speed: cfg.Speed, Wild: cfg.Wild, Hunger: startHunger})
	if err != nil {
		return nil, err
	}
	b := body.New(world, body.Config{
		URL: strings.TrimSuffix(cfg.URL, "/") + "/", Kind: kind, InstanceID: cfg.Instance, Name: cfg.Name, Faults: plan, Online: cfg.Online, Log: cfg.Log,
	})
	ctx, cancel := context.WithCancel(ctx)
	e := &Embedded{world: world, cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(e.done)
		if err := b.Run(ctx); err != nil && !errors.Is(err, context.Canceled) {
			e.err = fmt.Errorf("the embedded body ended: %w", err)
		}
	}()
	return e, nil
}

// Clock is the world's, whose speed may be changed.
func (e *Embedded) Clock() *sim.Clock { return e.world.Clock() }

// Terrain is the land around the player.
func (e *Embedded) Terrain(radius int) sim.Terrain { return e.world.Terrain(radius) }

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
