// SPDX-License-Identifier: MIT

// Package bodytest is a body for tests: it plays in a small inventory of its
// own, on the clock of the test, and can be told to misbehave.
//
// Invariants: it counts every action that it truly carried out (Done), apart
// from those it was sent (Sent), so that a test can compare a task's status
// with the truth. Reports come once a second while Run runs, and with results
// when the body speaks version 2.
//
// Usage, in a testing/synctest bubble:
//
//	b := bodytest.New("b1", game.ProtocolV2)
//	go b.Run(ctx)
//	o.Attach(b)
package bodytest

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/minehand/minehand/game"
)

// Fault is what a body does wrong with one action.
type Fault struct {
	// Fail, when not nil, is reported instead of acting.
	Fail *game.Failure
	// Lie reports success without acting.
	Lie bool
	// Lose acts, and never reports.
	Lose bool
	// Hang does nothing for ever.
	Hang bool
	// Part acts for this many instead of the action's quantity, and reports
	// success.
	Part int
}

// Body is a fake orchestrator.Body. Its fields are set before it is used.
type Body struct {
	// Faults, when not nil, is asked for each action sent; n counts from 1.
	Faults func(n int, a game.Action) Fault
	// Drops names what mining a block gives; without an entry the block itself.
	Drops map[string]string
	// Takes is how long an action takes; default 1 s. Deadline is when the
	// session gives one up; default 60 s.
	Takes, Deadline time.Duration
	// Deaf bodies never come to rest after a stop.
	Deaf bool

	mu       sync.Mutex
	info     game.BodyInfo
	link     game.Link
	snap     game.Snapshot
	truth    game.State
	changed  chan struct{}
	gone     chan struct{}
	settling bool
	mute     bool
	sent     []game.Action
	done     []game.Action
	stops    int
	told     []game.TaskStatus
	finished map[string]game.Outcome
	running  *game.Action
	overlaps int
}

// New returns a connected body with every kind that its protocol has, in a
// survival world, holding nothing, with a first report made.
func New(id string, protocol int) *Body {
	kinds := game.V1Kinds()
	if protocol >= game.ProtocolV2 {
		kinds = nil
		for _, k := range game.Catalogue() {
			if !k.Local {
				kinds = append(kinds, k.Kind)
			}
		}
	}
	full := 20.0
	b := &Body{
		Takes: time.Second, Deadline: time.Minute,
		info:    game.BodyInfo{ID: id, Protocol: protocol, Version: "1.21.5", Actions: kinds},
		changed: make(chan struct{}), gone: make(chan struct{}),
		finished: make(map[string]game.Outcome),
		truth: game.State{
			Position: &game.Vec3{X: 0.5, Y: 64, Z: 0.5}, Health: &full, Hunger: &full,
			Dimension: "overworld", GameMode: "survival", Inventory: []game.Stack{},
		},
	}
	b.link = game.Link{State: game.LinkUp} // it has been there for long
	b.report()
	return b
}

// Run reports the state once a second until ctx ends.
func (b *Body) Run(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			b.mu.Lock()
			if b.link.State == game.LinkUp && !b.mute {
				b.report()
			}
			b.mu.Unlock()
		case <-ctx.Done():
			return
		}
	}
}

// report publishes the truth; b.mu is held, or b is not shared yet.
func (b *Body) report() {
	if b.truth.Dead() {
		b.truth.Died = time.Now()
	}
	b.snap = game.Snapshot{State: *b.truth.Clone(), Seq: b.snap.Seq + 1, At: time.Now()}
	close(b.changed)
	b.changed = make(chan struct{})
}

// Change changes what is true in the game and reports it.
func (b *Body) Change(f func(*game.State)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f(&b.truth)
	b.report()
}

// Give puts items into the inventory and reports them.
func (b *Body) Give(item string, n int) { b.Change(func(s *game.State) { Add(s, item, n) }) }

// Mute has the body report by the clock no more, or again.
func (b *Body) Mute(on bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.mute = on
}

// SetInfo changes how the body registered.
func (b *Body) SetInfo(f func(*game.BodyInfo)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f(&b.info)
}

// Drop takes the line down, Back brings it up within the grace, Leave ends the
// session.
func (b *Body) Drop() { b.setLink(game.LinkDown) }

// Back brings the line up again.
func (b *Body) Back() { b.setLink(game.LinkUp) }

// Leave ends the session: its grace is over.
func (b *Body) Leave() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.link.State != game.LinkGone {
		b.link = game.Link{State: game.LinkGone, Since: time.Now()}
		close(b.gone)
	}
}

func (b *Body) setLink(s game.LinkState) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.link = game.Link{State: s, Since: time.Now()}
	if s == game.LinkUp {
		b.report()
	}
}

// Again is the same game with a new session: what an instance looks like when
// it registers after its session was over.
func (b *Body) Again() *Body {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := New(b.info.ID, b.info.Protocol)
	n.Faults, n.Drops, n.Takes, n.Deadline = b.Faults, b.Drops, b.Takes, b.Deadline
	n.info, n.truth = b.info, *b.truth.Clone()
	n.truth.Died = time.Time{} // a new session knows of none
	if len(n.truth.Inventory) == 0 {
		n.truth.Died = time.Now() // or, for all that is known, of this one
	}
	n.sent, n.done, n.stops, n.overlaps = b.sent, b.done, b.stops, b.overlaps
	n.finished = b.finished
	n.report()
	return n
}

// Sent lists the actions that were sent, Done those that truly happened.
func (b *Body) Sent() []game.Action {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.sent)
}

// Done lists the actions that truly happened.
func (b *Body) Done() []game.Action {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.done)
}

// Stops counts the stops, Told lists the task lines.
func (b *Body) Stops() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.stops
}

// Told lists the task lines that the body was handed.
func (b *Body) Told() []game.TaskStatus {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.told)
}

// Running is the action that is under way and has not had its effect yet.
func (b *Body) Running() (game.Action, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.running == nil {
		return game.Action{}, false
	}
	return *b.running, true
}

// Overlaps counts actions that were sent while another was in flight (rule 2).
func (b *Body) Overlaps() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.overlaps
}

// Held is the true count of an item.
func (b *Body) Held(item string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.truth.Count(item)
}

// Info implements orchestrator.Body.
func (b *Body) Info() game.BodyInfo {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.info
}

// Arrive makes the body one that has just joined.
func (b *Body) Arrive() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.link.Since = time.Now()
}

// Link implements orchestrator.Body.
func (b *Body) Link() game.Link {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.link
}

// Snapshot implements orchestrator.Body.
func (b *Body) Snapshot() game.Snapshot {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.snap
}

// Tell implements orchestrator.Body.
func (b *Body) Tell(t game.TaskStatus) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.told = append(b.told, t)
}

var errGone = errors.New("the session is gone")

// Await implements orchestrator.Body.
func (b *Body) Await(ctx context.Context, after uint64) (game.Snapshot, error) {
	for {
		b.mu.Lock()
		snap, changed, gone := b.snap, b.changed, b.gone
		b.mu.Unlock()
		if snap.Seq > after {
			return snap, nil
		}
		select {
		case <-changed:
		case <-gone:
			return game.Snapshot{}, errGone
		case <-ctx.Done():
			return game.Snapshot{}, ctx.Err()
		}
	}
}

// Stop implements orchestrator.Body.
func (b *Body) Stop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stops++
	b.settling = true
	b.running = nil
}

// Settle implements orchestrator.Body.
func (b *Body) Settle(ctx context.Context) error {
	b.mu.Lock()
	wait, deaf, gone := 50*time.Millisecond, b.Deaf, b.gone
	settling := b.settling
	b.mu.Unlock()
	if !settling {
		return nil
	}
	if deaf {
		wait = 5 * time.Second
	}
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-t.C:
	case <-gone:
		return errGone
	case <-ctx.Done():
		return ctx.Err()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.settling = false
	if deaf {
		return errors.New("the body did not come to rest within 5 s")
	}
	return nil
}

// Counts is the true inventory.
func (b *Body) Counts() map[string]int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return maps.Clone(b.truth.Counts())
}
