// SPDX-License-Identifier: MIT

package sim

import (
	"context"
	"errors"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
)

func TestClockKeepsItsSpeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, Config{Speed: 60, Inventory: map[string]int{"wooden_pickaxe": 1}})
		start := time.Now()
		if _, err := w.Do(t.Context(), game.Action{Kind: game.Mine, Target: "stone", Quantity: 40}, nil); err != nil {
			t.Fatal(err)
		}
		wall, simulated := time.Since(start).Seconds(), w.Facts().Seconds
		if math.Abs(wall*60-simulated) > 0.2 {
			t.Fatalf("%g simulated seconds took %g wall seconds at speed 60", simulated, wall)
		}
		time.Sleep(10 * time.Second) // idle time passes too
		if d := w.Facts().Seconds - simulated; math.Abs(d-600) > 0.2 {
			t.Fatalf("ten idle seconds were %g simulated ones", d)
		}
	})
}

// A speed that is changed while somebody waits holds at once, and a paused game
// stands still.
func TestClockChangesItsSpeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClock(1)
		slept := make(chan time.Duration, 1)
		start := time.Now()
		go func() {
			_ = c.sleepUntil(t.Context(), 100)
			slept <- time.Since(start)
		}()
		time.Sleep(10 * time.Second) // 10 of 100
		c.SetSpeed(0)
		time.Sleep(time.Hour)
		if now := c.Now(); math.Abs(now-10) > 0.01 {
			t.Errorf("paused at 10 s, the time is %g s", now)
		}
		for _, bad := range []float64{-1, math.NaN(), math.Inf(1)} {
			c.SetSpeed(bad)
			if c.Speed() != 0 {
				t.Errorf("the speed %g was taken", bad)
			}
		}
		c.SetSpeed(8)
		time.Sleep(5 * time.Second) // 50
		c.SetSpeed(50)
		if took, want := <-slept, time.Hour+16*time.Second; (took - want).Abs() > 10*time.Millisecond {
			t.Errorf("it took %s, want %s", took, want)
		}
	})
}

func TestClockStopsWhenAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, speed := range []float64{1, Unlimited} {
			w := newWorld(t, Config{Speed: speed})
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			_, err := w.Do(ctx, game.Action{Kind: game.Follow, Target: "cow"}, nil) // for ever
			var f *game.Failure
			if !errors.As(err, &f) || f.Code != game.CodeInterrupted {
				t.Fatalf("ended with %v", err)
			}
			cancel()
		}
	})
}

// Two actions at once are refused, and the state can be read meanwhile.
func TestOneActionAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, Config{Speed: 1})
		done := make(chan error, 1)
		go func() {
			_, err := w.Do(t.Context(), game.Action{Kind: game.Mine, Target: "oak_log", Quantity: 5}, nil)
			done <- err
		}()
		time.Sleep(time.Second)
		if _, err := w.Do(t.Context(), game.Action{Kind: game.Chat, Message: "x"}, nil); err == nil {
			t.Fatal("two actions at once")
		}
		moved := w.State().Position
		time.Sleep(2 * time.Second)
		if *w.State().Position == *moved {
			t.Fatal("the player does not move while it walks")
		}
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	})
}

// A held clock stands still for as long as any hold lasts, and says the speed that
// was set.
func TestAHeldClockStandsStill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClock(8)
		slept := make(chan time.Duration, 1)
		start := time.Now()
		go func() {
			_ = c.sleepUntil(t.Context(), 100)
			slept <- time.Since(start)
		}()
		time.Sleep(5 * time.Second) // 40 of 100
		one, two := c.Hold(), c.Hold()
		time.Sleep(time.Minute)
		one()
		one()
		c.SetSpeed(10)
		time.Sleep(time.Minute)
		if now := c.Now(); math.Abs(now-40) > 0.01 || c.Speed() != 10 {
			t.Errorf("held at 40 s, the time is %g s, the speed %g", now, c.Speed())
		}
		two()
		if took, want := <-slept, 2*time.Minute+11*time.Second; (took - want).Abs() > 10*time.Millisecond {
			t.Errorf("it took %s, want %s", took, want)
		}
	})
}
