// SPDX-License-Identifier: MIT

package chaos

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/sim/body"
	"github.com/minehand/minehand/sim/fault"
)

// episode is one goal and everything that goes wrong on its way.
type episode struct {
	goal   goal
	start  items
	player playerConfig
	events []event
}

// event is something that goes wrong, or that a person wants, at a moment after
// the goal was given.
type event struct {
	at   time.Duration
	what deed
	// span is how long it lasts.
	span time.Duration
}

type deed string

// The events. What lasts ends by itself: a network comes back, a backend is
// started again, a person resumes.
const (
	cutOff  deed = "cut"     // every connection breaks
	outage  deed = "outage"  // connections break and none can be made
	freeze  deed = "freeze"  // nothing gets through, and nobody is told
	kill    deed = "kill"    // the backend ends as by kill -9
	restart deed = "restart" // the backend is closed
	sleepy  deed = "sleep"   // the computer sleeps
	stop    deed = "stop"
	pause   deed = "pause"
	skip    deed = "skip"
)

func (e *episode) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q from %v, body %s, world %d", e.goal.text, e.start, e.player.kind, e.player.seed)
	if f := e.player.faults.String(); f != "" {
		fmt.Fprintf(&b, ", faults %s", f)
	}
	if e.player.crashes > 0 {
		fmt.Fprintf(&b, " (%d times, away %s)", e.player.crashes, e.player.crashAway)
	}
	for _, ev := range e.events {
		fmt.Fprintf(&b, "; %s at %s", ev.what, ev.at)
		if ev.span > 0 {
			fmt.Fprintf(&b, " for %s", ev.span)
		}
	}
	return b.String()
}

// draw makes the episode of a number from the seed.
func draw(seed uint64, number int) *episode {
	rng := rand.New(rand.NewPCG(seed, uint64(number)))
	e := &episode{}
	for _, w := range []struct {
		kind   body.Kind
		chance float64
	}{{body.V1Worst, 0.04}, {body.V1, 0.25}, {body.V2, 1}} {
		if rng.Float64() < w.chance {
			e.player.kind = w.kind
			break
		}
	}
	list := slices.DeleteFunc(goals(number), func(g goal) bool { return g.v2 && e.player.kind != body.V2 })
	e.goal = list[rng.IntN(len(list))]
	e.start = e.goal.starts[rng.IntN(len(e.goal.starts))]
	e.player.seed = 1 + rng.Int64N(50)
	e.player.inventory = e.start
	e.player.faults = drawFaults(rng, &e.player)
	e.events = drawEvents(rng)
	return e
}

func drawFaults(rng *rand.Rand, p *playerConfig) fault.Plan {
	f := fault.Plan{Seed: 1 + rng.Int64N(1<<30)}
	span := func(most time.Duration) time.Duration {
		return time.Duration(1+rng.Int64N(int64(most/time.Millisecond))) * time.Millisecond
	}
	for _, c := range []struct {
		chance float64
		set    func()
	}{
		{0.20, func() { f.Drop = 0.15 * rng.Float64() }},
		{0.20, func() { f.Double = 0.3 * rng.Float64() }},
		{0.20, func() { f.Reorder = 0.2 * rng.Float64() }},
		{0.15, func() { f.Garble = 0.1 * rng.Float64() }},
		{0.25, func() { f.Lose = 0.4 * rng.Float64() }},
		{0.15, func() { f.FalseSuccess = 0.25 * rng.Float64() }},
		{0.20, func() { f.Delay = span(3 * time.Second) }},
		{0.15, func() { f.Cut = 5 + rng.IntN(150) }},
		{0.10, func() { f.CutAfter = 10*time.Second + span(2*time.Minute) }},
		{0.12, func() { f.HalfOpen = 10 + rng.IntN(150) }},
		{0.15, func() { f.Crash = 5 + rng.IntN(200) }},
		{0.10, func() { f.CrashAfter = span(3 * time.Minute) }},
		{0.20, func() { f.Reconnect = span(50 * time.Second) }},
	} {
		if rng.Float64() < c.chance {
			c.set()
		}
	}
	if f.Crash > 0 || f.CrashAfter > 0 {
		p.crashes, p.crashAway = 1+rng.IntN(3), span(time.Minute)
	}
	return f
}

func drawEvents(rng *rand.Rand) []event {
	var list []event
	for _, c := range []struct {
		what   deed
		chance float64
		most   int // seconds
	}{
		{cutOff, 0.25, 0}, {outage, 0.25, 60}, {outage, 0.05, 900}, {freeze, 0.15, 100},
		{kill, 0.25, 40}, {kill, 0.10, 40}, {kill, 0.05, 1000}, {restart, 0.15, 40}, {sleepy, 0.10, 600},
		{stop, 0.08, 0}, {pause, 0.10, 120}, {skip, 0.06, 0},
	} {
		if rng.Float64() >= c.chance {
			continue
		}
		e := event{what: c.what, at: time.Duration(rng.IntN(150_000)) * time.Millisecond}
		if rng.Float64() < 0.3 { // goals from little are done soon
			e.at /= 10
		}
		if c.most > 0 {
			e.span = time.Duration(1+rng.IntN(c.most*10)) * 100 * time.Millisecond
		}
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b event) int { return int(a.at - b.at) })
	return list
}
