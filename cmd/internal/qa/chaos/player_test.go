// SPDX-License-Identifier: MIT

package chaos

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/cmd/internal/qa/testnet"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/body"
	"github.com/minehand/minehand/sim/fault"
)

// playerConfig says who plays where.
type playerConfig struct {
	kind      body.Kind
	seed      int64
	inventory map[string]int
	faults    fault.Plan
	// crashes is how often the body crashes as its faults say; after each a new
	// process of it comes back later.
	crashes   int
	crashAway time.Duration
}

// instance is the id of every body of these tests.
const instance = "minecraft_1"

// player is a world at the game's own speed with the processes of its body, one
// after the other.
type player struct {
	world *sim.World
	cfg   playerConfig
	net   *testnet.Network

	cancel context.CancelFunc
	done   chan struct{}

	mu sync.Mutex
	// Owned by mu:
	now    *body.Body
	before []string // ids that earlier processes of the body started
	ended  error
}

func newPlayer(t *testing.T, net *testnet.Network, cfg playerConfig) *player {
	t.Helper()
	w, err := sim.New(sim.Config{Seed: cfg.seed, Inventory: cfg.inventory, Speed: 1})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	p := &player{world: w, cfg: cfg, net: net, cancel: cancel, done: make(chan struct{})}
	p.enter()
	go func() {
		defer close(p.done)
		p.run(ctx)
	}()
	return p
}

// enter makes a new process of the body in the same world.
func (p *player) enter() *body.Body {
	b := body.New(p.world, body.Config{
		URL: "ws://localhost:9876/", Kind: p.cfg.kind, InstanceID: instance, Faults: p.cfg.faults,
		Dialer: &websocket.Dialer{NetDialContext: p.net.Dial, HandshakeTimeout: 10 * time.Second},
	})
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now != nil {
		p.before = append(p.before, p.now.Truth().Executed...)
	}
	p.now = b
	return b
}

func (p *player) run(ctx context.Context) {
	b := p.now
	for {
		err := b.Run(ctx)
		if ctx.Err() != nil {
			return
		}
		if !errors.Is(err, body.ErrCrashed) {
			p.mu.Lock()
			p.ended = err
			p.mu.Unlock()
			return
		}
		if p.cfg.crashes--; p.cfg.crashes <= 0 {
			p.cfg.faults.Crash, p.cfg.faults.CrashAfter = 0, 0
		}
		select {
		case <-time.After(p.cfg.crashAway):
		case <-ctx.Done():
			return
		}
		b = p.enter()
	}
}

// truth is what is true of the world and of the body's present process.
func (p *player) truth() body.Truth {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now.Truth()
}

// executed are the ids of all actions that were ever started, in order.
func (p *player) executed() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append(append([]string(nil), p.before...), p.now.Truth().Executed...)
}

// sentAway is why the body does not come back; nil while it plays.
func (p *player) sentAway() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ended
}

func (p *player) close() {
	p.cancel()
	<-p.done
}
