package sim

import (
	"context"
	"math"
	"sync"
	"time"
)

// Clock is simulated time: seconds of the game since the world began, passing
// speed times as fast as the wall clock, or only while someone sleeps when the
// speed is Unlimited. It uses nothing but time.Timer, so that it runs in a
// testing/synctest bubble.
type Clock struct {
	speed float64
	start time.Time

	mu sync.Mutex
	// virtual is the time of an unlimited clock, owned by mu.
	virtual float64
}

// slack is the wall time below which sleeping is not worth a timer.
const slack = 2 * time.Millisecond

// NewClock starts a clock at 0.
func NewClock(speed float64) *Clock {
	return &Clock{speed: speed, start: time.Now()}
}

// Speed is how many simulated seconds pass in a wall second.
func (c *Clock) Speed() float64 { return c.speed }

// Now is the simulated time in seconds.
func (c *Clock) Now() float64 {
	if math.IsInf(c.speed, 1) {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.virtual
	}
	return time.Since(c.start).Seconds() * c.speed
}

// SleepUntil returns when the simulated time t has come, or with ctx's error
// when that ends first. A sleep may end up to 2 ms of wall time early.
func (c *Clock) SleepUntil(ctx context.Context, t float64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if math.IsInf(c.speed, 1) {
		if math.IsInf(t, 1) {
			<-ctx.Done()
			return ctx.Err()
		}
		c.mu.Lock()
		c.virtual = max(c.virtual, t)
		c.mu.Unlock()
		return nil
	}
	if math.IsInf(t, 1) {
		<-ctx.Done()
		return ctx.Err()
	}
	wait := time.Duration((t - c.Now()) / c.speed * float64(time.Second))
	if wait < slack {
		return nil
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Wall is how long a span of simulated seconds takes on the wall clock, kept
// between least and most.
func (c *Clock) Wall(seconds float64, least, most time.Duration) time.Duration {
	if math.IsInf(c.speed, 1) {
		return least
	}
	return min(max(time.Duration(seconds/c.speed*float64(time.Second)), least), most)
}
