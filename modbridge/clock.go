// SPDX-License-Identifier: MIT

package modbridge

import (
	"sync/atomic"
	"time"
)

// maxGap is the longest time between two readings of the clock that counts:
// while the server runs it is read every pulseEvery, so that a longer gap means
// that the computer slept (rule 7).
const maxGap = 10 * time.Second

// moment is a time on the clock of the waking hours; only differences mean
// something.
type moment time.Duration

func (m moment) since(o moment) time.Duration { return time.Duration(m - o) }

// clock counts the time the computer was awake. Deadlines, the grace of a
// session and the age of a state are measured with it, so that a laptop's
// sleep counts for none of them. On systems whose monotonic clock stands still
// while asleep there is no gap to see and nothing to leave out.
//
// Every frame reads it, so it has no lock: mark is replaced as a whole.
type clock struct {
	now func() time.Time
	// scale is how long a second of the protocol's times takes, in seconds.
	scale float64
	mark  atomic.Pointer[mark]
}

// mark is what the clock showed at a time.
type mark struct {
	at    time.Time
	awake moment
	// slept is all the time that was left out.
	slept time.Duration
}

func newClock(now func() time.Time, scale float64) *clock {
	c := &clock{now: now, scale: scale}
	c.mark.Store(&mark{at: now()})
	return c
}

// read returns the current moment. It may be called from any goroutine.
func (c *clock) read() moment {
	for {
		m := c.mark.Load()
		now := c.now()
		gap := now.Sub(m.at)
		switch {
		case gap >= 0 && gap < pulseEvery:
			return m.awake + c.moments(gap)
		case gap < 0 && gap > -pulseEvery: // another reading was later
			return m.awake
		}
		next := &mark{at: now, awake: m.awake, slept: m.slept}
		switch {
		case gap < 0: // it was set back
		case gap > maxGap:
			next.awake += c.moments(pulseEvery)
			next.slept += gap - pulseEvery
		default:
			next.awake += c.moments(gap)
		}
		if c.mark.CompareAndSwap(m, next) {
			return next.awake
		}
	}
}

// moments is a span of the wall clock on this one, and wall the other way round.
func (c *clock) moments(d time.Duration) moment { return moment(float64(d) / c.scale) }

func (c *clock) wall(d time.Duration) time.Duration { return time.Duration(float64(d) * c.scale) }

// slept is how long the computer slept since the clock was made.
func (c *clock) slept() time.Duration { return c.mark.Load().slept }
