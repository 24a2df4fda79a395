package modbridge

import "time"

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
type clock struct {
	now   func() time.Time
	last  time.Time
	awake moment
	// slept is all the time that was left out.
	slept time.Duration
}

// read returns the current moment. It is called under the server's mutex.
func (c *clock) read() moment {
	now := c.now()
	if c.last.IsZero() {
		c.last = now
	}
	gap := now.Sub(c.last)
	c.last = now
	switch {
	case gap <= 0:
	case gap > maxGap:
		c.awake += moment(pulseEvery)
		c.slept += gap - pulseEvery
	default:
		c.awake += moment(gap)
	}
	return c.awake
}
