// SPDX-License-Identifier: MIT

package sim

import (
	"errors"
	"fmt"
	"testing"

	"github.com/minehand/minehand/game"
)

// guardBlocks is the radius of a guard where nothing is said (docs/protocol).
const guardBlocks = 8.0

// dusk is when nights begin, in ticks, and oneNight how long they last, in seconds.
const (
	dusk     = nightBegins
	oneNight = (nightEnds - nightBegins) / ticksPerSecond
)

// guarding is a guard of where the player stands at dusk, and where it went.
func guarding(t *testing.T, cfg Config, a game.Action) (*World, game.Result, float64, error) {
	t.Helper()
	cfg.Speed, cfg.Time, cfg.Monsters = Unlimited, dusk, true
	far, at := 0.0, game.Vec3{}
	cfg.Pace = func(_ float64, feet game.Vec3) { far = max(far, feet.Distance(at)) }
	w, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	post := w.feet()
	at = post.Center()
	a.Kind, a.At, a.Seconds = game.Defend, &post, oneNight
	r, fault := w.Do(t.Context(), a, nil)
	return w, r, far, fault
}

// TestGuard: with a sword most nights are survived, nothing is left within the radius, and
// the guard never leaves it.
func TestGuard(t *testing.T) {
	for _, sword := range []string{"iron_sword", "stone_sword"} {
		survived, killed := 0, 0
		for seed := range int64(20) {
			w, r, far, err := guarding(t, Config{Seed: seed + 1, Inventory: map[string]int{sword: 1, "bread": 8}}, game.Action{})
			if died := (*game.Failure)(nil); errors.As(err, &died) {
				if died.Code != game.CodeDied {
					t.Errorf("seed %d: %v", seed+1, err)
				}
				continue
			}
			survived++
			killed += *r.Killed
			if s := w.worldSeconds(); s < dusk/ticksPerSecond+oneNight || far > guardBlocks {
				t.Errorf("seed %d: over at %g s, %g blocks away", seed+1, s, far)
			}
			for _, m := range w.nights.list {
				if m.at.Distance(w.player.at) <= guardBlocks {
					t.Errorf("seed %d: a %s is still there", seed+1, monster)
				}
			}
		}
		t.Logf("%s: %d of 20 nights survived, %d killed", sword, survived, killed)
		if survived < 18 || killed < 20 {
			t.Errorf("%s: %d of 20 nights survived, %d killed", sword, survived, killed)
		}
	}
}

// What is there when the time is over is fought for half a minute more, and told when it is
// not killed by then.
func TestAGuardEndsWithNothingNear(t *testing.T) {
	for health, code := range map[float64]game.Code{monsterHealth: "", 1e6: game.CodeUnreachable} {
		t.Run(fmt.Sprint(health), func(t *testing.T) {
			w, err := New(Config{Speed: Unlimited, Monsters: true, Inventory: map[string]int{"iron_sword": 1}})
			if err != nil {
				t.Fatal(err)
			}
			post := w.feet()
			at := w.player.at
			at.X += 6
			w.nights.list = []*prowler{{at: at, health: health}}
			w.offset = dusk
			r, fault := w.Do(t.Context(), game.Action{Kind: game.Defend, At: &post, Seconds: 1}, nil)
			f := (*game.Failure)(nil)
			if errors.As(fault, &f); (code == "") != (f == nil) || f != nil && f.Code != code {
				t.Errorf("it ends with %v", fault)
			}
			if late := w.now - 1; code == "" && (*r.Killed != 1 || late <= 0) || code != "" && (late < guardLate || late > guardLate+3) {
				t.Errorf("%+v, %g s late", r, late)
			}
		})
	}
}

// A guard who dies says so, whatever the hour.
func TestAGuardDies(t *testing.T) {
	w, err := New(Config{Speed: Unlimited, Monsters: true})
	if err != nil {
		t.Fatal(err)
	}
	post := w.feet()
	w.player.health, w.offset = 3, dusk
	_, fault := w.Do(t.Context(), game.Action{Kind: game.Defend, At: &post, Seconds: oneNight}, nil)
	if f := (*game.Failure)(nil); !errors.As(fault, &f) || f.Code != game.CodeDied {
		t.Errorf("it ends with %v", fault)
	}
}

// A night that somebody sleeps through has passed.
func TestAGuardsNightIsSleptThrough(t *testing.T) {
	w, err := New(Config{Speed: Unlimited, Time: dusk})
	if err != nil {
		t.Fatal(err)
	}
	post, begun := w.feet(), w.now
	w.pace = func(float64, game.Vec3) {
		if w.now > begun+20 && !w.daylightAt(w.now) {
			w.toMorning()
		}
	}
	if _, err := w.Do(t.Context(), game.Action{Kind: game.Defend, At: &post, Seconds: oneNight}, nil); err != nil || w.now > begun+60 {
		t.Errorf("%v after %g s", err, w.now-begun)
	}
}

// A player is guarded where they stand; who is not there is not.
func TestAPlayerIsGuarded(t *testing.T) {
	w, err := New(Config{Speed: Unlimited, Owner: "Steve"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Do(t.Context(), game.Action{Kind: game.Defend, Target: "Steve", Seconds: 20}, nil); err != nil {
		t.Fatal(err)
	}
	if far := w.player.at.Distance(w.owner.at.Center()); far > guardBlocks {
		t.Errorf("%g blocks from Steve", far)
	}
	if _, err := w.Do(t.Context(), game.Action{Kind: game.Defend, Target: "Alex", Seconds: 20}, nil); err == nil {
		t.Error("Alex is guarded")
	}
}
