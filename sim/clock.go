// SPDX-License-Identifier: MIT

package sim

import (
	"context"
	"math"
	"sync"
	"time"
)

// Clock is simulated time: seconds of the game since the world began, passing
// speed times as fast as the wall clock, or only while someone sleeps when the
// speed is Unlimited. The speed may be changed, and is 0 while the game is paused.
// It uses nothing but time.Timer, so that it runs in a testing/synctest bubble.
type Clock struct {
	mu sync.Mutex
	// Owned by mu: base is the time at the moment since, from which it passes at the
	// speed; an unlimited clock only moves base. changed is closed by SetSpeed and Hold.
	speed   float64
	held    int // Holds that are not released
	since   time.Time
	base    float64
	changed chan struct{}
}

// slack is the wall time below which sleeping is not worth a timer.
const slack = 2 * time.Millisecond

// newClock starts a clock at 0.
func newClock(speed float64) *Clock {
	return &Clock{speed: speed, since: time.Now(), changed: make(chan struct{})}
}

// Speed is how many simulated seconds pass in a wall second; 0 while the game is
// paused.
func (c *Clock) Speed() float64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.speed
}

// SetSpeed lets time pass so much faster than the wall clock from now on; 0
// pauses the game. Speeds below 0 or beyond all bounds change nothing.
func (c *Clock) SetSpeed(speed float64) {
	if !(speed >= 0) || math.IsInf(speed, 1) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.set(speed, c.held)
}

// Hold lets time stand still until release, whatever the speed, which stays what it
// was; the game is not paused for those who ask. Holds add up. release is idempotent.
func (c *Clock) Hold() (release func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.set(c.speed, c.held+1)
	return sync.OnceFunc(func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.set(c.speed, c.held-1)
	})
}

// set changes how time passes from now on; mu is held.
func (c *Clock) set(speed float64, held int) {
	c.base, c.since = c.nowLocked(), time.Now()
	c.speed, c.held = speed, held
	close(c.changed)
	c.changed = make(chan struct{})
}

// passes is how fast time passes; mu is held.
func (c *Clock) passes() float64 {
	if c.held > 0 {
		return 0
	}
	return c.speed
}

// Now is the simulated time in seconds.
func (c *Clock) Now() float64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.nowLocked()
}

func (c *Clock) nowLocked() float64 {
	if math.IsInf(c.passes(), 1) {
		return c.base
	}
	return c.base + time.Since(c.since).Seconds()*c.passes()
}

// sleepUntil returns when the simulated time t has come, or with ctx's error
// when that ends first. A sleep may end up to 2 ms of wall time early.
func (c *Clock) sleepUntil(ctx context.Context, t float64) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		wait, changed := c.wait(t)
		if wait < slack {
			return nil
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
			return nil
		case <-changed:
			timer.Stop()
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
	}
}

// wait is how long it takes until a simulated time at the present speed, and what
// tells that the speed has changed. An unlimited clock is moved there.
func (c *Clock) wait(t float64) (time.Duration, <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	speed := c.passes()
	switch {
	case math.IsInf(t, 1), speed == 0 && t > c.base:
		return math.MaxInt64, c.changed
	case math.IsInf(speed, 1):
		c.base = max(c.base, t)
		return 0, c.changed
	}
	seconds := (t - c.nowLocked()) / speed
	if speed == 0 {
		seconds = 0
	}
	return time.Duration(min(seconds*float64(time.Second), 1<<62)), c.changed
}

// Wall is how long a span of simulated seconds takes on the wall clock, kept
// between least and most.
func (c *Clock) Wall(seconds float64, least, most time.Duration) time.Duration {
	speed := c.Speed()
	if math.IsInf(speed, 1) {
		return least
	}
	if speed == 0 {
		return most
	}
	return min(max(time.Duration(seconds/speed*float64(time.Second)), least), most)
}
