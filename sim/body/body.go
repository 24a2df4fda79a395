// SPDX-License-Identifier: MIT

package body

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/fault"
)

// ErrCrashed: the body crashed, as its faults asked for or as the worst mod
// does on an action without a type.
var ErrCrashed = errors.New("the body crashed")

// Kind is which sort of body to be.
type Kind string

// The kinds of bodies.
const (
	V2      Kind = "v2"
	V1      Kind = "v1"
	V1Worst Kind = "v1-worst"
)

// ParseKind reads a kind; empty and "embedded" are V2.
func ParseKind(s string) (Kind, error) {
	switch k := Kind(s); k {
	case "", "embedded":
		return V2, nil
	case V2, V1, V1Worst:
		return k, nil
	}
	return "", fmt.Errorf("there is no body %q; use v2, v1 or v1-worst", s)
}

// Config says how to be a body. URL is required.
type Config struct {
	// URL of the backend's socket: ws://127.0.0.1:9876/, or several with commas between,
	// of which the next is tried when one does not take the body in.
	URL string
	// Kind; empty means V2.
	Kind Kind
	// InstanceID; empty means sim_<seed>, and minecraft_<epoch ms> for version 1.
	InstanceID string
	// Name shown for a version 2 body; empty means "Embedded world".
	Name string
	// Owner and Token are sent in a version 2 register when set.
	Owner, Token string
	// Dialer; nil means one with a handshake timeout of 10 s.
	Dialer *websocket.Dialer
	// Faults to have; the zero value has none.
	Faults fault.Plan
	// Marked is told of each fault of a single action as the action begins; nil
	// for nobody. The body waits for it.
	Marked func(fault.Moment)
	// Online is told when the backend has taken the body in, and when the line is
	// lost after that; nil for nobody. It must not call the body.
	Online func(bool)
	// Log; nil discards.
	Log *slog.Logger
}

// Body is one body in a world. Run may be called once.
type Body struct {
	world *sim.World
	cfg   Config
	log   *slog.Logger
	dice  *fault.Dice
	ways  manners
	wg    sync.WaitGroup

	looking sync.Mutex
	looks   int // the number of the last state, owned by looking

	mu sync.Mutex
	// Owned by mu:
	launch      func(*job) // starts a job under Run's context; nil outside Run
	line        *line      // nil while not connected
	registered  bool       // on the current line
	job         *job
	queue       []game.Action // version 1 mods work through one
	finished    []wire.Finished
	pending     []wire.FromBody // terminal messages that could not go out yet
	executed    []string
	resumeToken string
	zones       []game.Zone    // protected places, of version 2
	stopAsked   bool           // of version 1
	stops       []string       // of version 2: ids of the stops that the end of the job answers
	stale       bool           // v1-worst: the next action completes from old state
	begun       int            // actions
	away        time.Duration  // before it connects again, once; 0 for its habit
	telling     []fault.Moment // of the action whose end is being told
	lost        chan struct{}  // closed when the line is; nil without one
	idleSince   time.Time
	kept        kept
	registers   int
	sent        int
	crashed     error
}

// job is the action being worked on.
type job struct {
	action game.Action
	bounds sim.Bounds // that it keeps to
	cancel context.CancelFunc
	number int // of the action, from 1
	// moments are what goes wrong with it.
	moments []fault.Moment
	// progressAt is when progress was last sent.
	progressAt time.Time
}

// manners is how a kind of body speaks. Its methods are called with the body's
// mutex held, except hear. The world is never asked with that mutex held: it
// reports progress under its own.
type manners interface {
	// hello is the register frame.
	hello(w *game.World) *wire.Register
	// hear takes a frame from the backend.
	hear(ln *line, frame []byte)
	// state is the state_update frame.
	state(s game.State) *wire.StateUpdate
	// ended reports how an action ended; f is nil for a success.
	ended(a game.Action, r game.Result, f *game.Failure)
	// comesBack says whether to connect again after a close code, and after how
	// long.
	comesBack(code, tries int) (time.Duration, bool)
	// protocol is 1 or 2.
	protocol() int
}

// New makes a body in a world. A world has one body.
func New(w *sim.World, cfg Config) *Body {
	cfg.Kind = cmp.Or(cfg.Kind, V2)
	if cfg.InstanceID == "" {
		cfg.InstanceID = fmt.Sprintf("sim_%d", w.Seed())
		if cfg.Kind != V2 {
			cfg.InstanceID = fmt.Sprintf("minecraft_%d", time.Now().UnixMilli())
		}
	}
	cfg.Name = cmp.Or(cfg.Name, "Embedded world")
	cfg.Log = cmp.Or(cfg.Log, slog.New(slog.DiscardHandler))
	cfg.Dialer = cmp.Or(cfg.Dialer, &websocket.Dialer{HandshakeTimeout: 10 * time.Second})
	b := &Body{
		world: w, cfg: cfg, dice: cfg.Faults.Dice(), idleSince: time.Now(), kept: kept{series: rand.Text()},
		log: cfg.Log.With("body", cfg.InstanceID, "kind", string(cfg.Kind)),
	}
	switch cfg.Kind {
	case V1:
		b.ways = &plain{b}
	case V1Worst:
		b.ways = &worst{plain{b}}
	default:
		b.ways = &modern{b}
	}
	return b
}

// InstanceID is the name the body registers with.
func (b *Body) InstanceID() string { return b.cfg.InstanceID }

// Run connects, plays, and connects again after every loss of the line, until
// ctx ends (then it returns ctx's error), the backend sends a version 2 body
// away for good, or the body crashes (ErrCrashed). All goroutines have ended
// when it returns.
func (b *Body) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	b.mu.Lock()
	b.launch = func(j *job) {
		ctx, cancel := context.WithCancel(ctx)
		j.cancel = cancel
		b.wg.Go(func() {
			defer cancel()
			b.work(ctx, j)
		})
	}
	b.mu.Unlock()
	var open []*line // half-open lines, closed at the end
	defer func() {
		cancel(nil)
		for _, ln := range open {
			ln.close()
		}
		b.mu.Lock()
		b.launch = nil
		b.mu.Unlock()
		b.wg.Wait()
	}()
	if d := b.cfg.Faults.CrashAfter; d > 0 {
		defer time.AfterFunc(d, func() { b.crash(); cancel(ErrCrashed) }).Stop()
	}
	urls, at := strings.Split(b.cfg.URL, ","), 0
	for tries := 0; ; tries++ {
		ln, err := b.connect(ctx, urls[at%len(urls)])
		code := 0
		if err != nil {
			at++
			b.log.Debug("cannot connect", "error", err)
		} else {
			var half, welcome bool
			code, half, welcome = b.serve(ctx, ln)
			if half {
				open = append(open, ln)
			}
			if welcome {
				tries = 0
			} else {
				at++
			}
		}
		if err := b.over(ctx); err != nil {
			return err
		}
		wait, again := b.ways.comesBack(code, tries)
		if !again {
			return fmt.Errorf("the backend sent the body away for good (close code %d)", code)
		}
		if !sleep(ctx.Done(), b.waits(wait)) {
			return b.over(ctx)
		}
	}
}

// waits is how long the body stays away, where usual is what its kind waits: as the faults
// that are played say, if they do.
func (b *Body) waits(usual time.Duration) time.Duration {
	if d := b.cfg.Faults.Reconnect; d > 0 {
		usual = d
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.away > 0 {
		usual, b.away = b.away, 0
	}
	return usual
}

// over is why the body does not go on: it crashed, or the context is done.
func (b *Body) over(ctx context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return cmp.Or(b.crashed, context.Cause(ctx))
}

// join marks the line as registered; the caller holds mu.
func (b *Body) join() {
	if b.registered = true; b.cfg.Online != nil {
		b.cfg.Online(true)
	}
}

func (b *Body) crash() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.crashed = ErrCrashed
	if b.line != nil {
		b.line.close()
	}
}

// sleep reports whether the time passed before it was over.
func sleep(over <-chan struct{}, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-over:
		return false
	}
}

// Truth is what really happened, for tests: the world's facts and the body's
// own doings.
type Truth struct {
	sim.Facts
	// Executed holds the ids of the actions that were started, in order.
	Executed []string
	// Running is the id of the action that the body works on, empty when idle;
	// IdleSince is when it last came to rest.
	Running   string
	IdleSince time.Time
	// Begun counts the actions that were started.
	Begun int
	// Registers counts the register frames, Connected says whether a line is up
	// and registered.
	Registers int
	Connected bool
}

// Truth returns a copy of what is true now.
func (b *Body) Truth() Truth {
	facts := b.world.Facts()
	b.mu.Lock()
	defer b.mu.Unlock()
	t := Truth{
		Facts: facts, Executed: slices.Clone(b.executed), IdleSince: b.idleSince,
		Begun: b.begun, Registers: b.registers, Connected: b.line != nil && b.registered,
	}
	if b.job != nil {
		t.Running = b.job.action.ID
	}
	return t
}
