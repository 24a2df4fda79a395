// SPDX-License-Identifier: MIT

package sim

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/minehand/minehand/game"
)

// night is a player who stands somewhere through a night, and what happened.
type night struct {
	w      *World
	seen   int     // zombies that were in view at once at most
	least  float64 // health
	killed int
	all    []Occurrence
}

func spend(t *testing.T, cfg Config, until float64) *night {
	t.Helper()
	n := &night{least: 20}
	cfg.Speed = Unlimited
	cfg.Watch = func(o Occurrence) {
		n.all = append(n.all, o)
		if o.What == Killed {
			n.killed++
		}
	}
	w, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	n.w = w
	for w.Facts().Seconds < until {
		_, _ = w.Do(t.Context(), game.Action{Kind: game.Wait, Seconds: 5}, nil)
		s := w.State()
		n.least = min(n.least, *s.Health)
		zombies := 0
		w.mu.Lock()
		for _, m := range w.inTheDark(overworld) {
			if w.player.at.Distance(m.at) <= sightBlocks {
				zombies++
			}
		}
		w.mu.Unlock()
		n.seen = max(n.seen, zombies)
		if zombies > 0 && !slices.ContainsFunc(s.Nearby.Entities, func(e game.Sight) bool { return e.Name == monster }) {
			t.Fatal("the state shows no zombie")
		}
	}
	return n
}

// plain is where the tests stand: open grass.
func plain(t *testing.T, version string) game.Pos {
	t.Helper()
	w, err := New(Config{Seed: 1, Version: version})
	if err != nil {
		t.Fatal(err)
	}
	return w.land.spawn
}

// lights are torches around a place, so many blocks apart.
func lights(at game.Pos, apart int) map[game.Pos]string {
	blocks := map[game.Pos]string{}
	for x := -60; x <= 60; x += apart {
		for z := -60; z <= 60; z += apart {
			if x != 0 || z != 0 {
				blocks[game.Pos{X: at.X + x, Y: ground + 1, Z: at.Z + z, Dimension: overworld}] = "torch"
			}
		}
	}
	return blocks
}

// house is a closed room of stone around a place.
func house(at game.Pos) map[game.Pos]string {
	blocks := map[game.Pos]string{}
	for x := -2; x <= 2; x++ {
		for z := -2; z <= 2; z++ {
			for y := 0; y <= 3; y++ {
				if y == 3 || max(x, -x, z, -z) == 2 {
					blocks[game.Pos{X: at.X + x, Y: at.Y + y, Z: at.Z + z, Dimension: overworld}] = "stone"
				}
			}
		}
	}
	return blocks
}

// A night is from 13,000 to 23,000 ticks: 650 to 1150 s.
const dawn = 1150

func TestTheNight(t *testing.T) {
	at, old := plain(t, ""), plain(t, "1.16.5")
	for _, c := range []struct {
		name  string
		cfg   Config
		check func(*testing.T, *night)
	}{
		{"peace", Config{}, func(t *testing.T, n *night) {
			if n.seen > 0 || n.least < 20 {
				t.Errorf("%d zombies, health %g", n.seen, n.least)
			}
		}},
		{"bare hands in the open", Config{Monsters: true}, func(t *testing.T, n *night) {
			if n.seen == 0 || n.least > 15 {
				t.Errorf("%d zombies, health %g", n.seen, n.least)
			}
		}},
		{"a sword", Config{Monsters: true, Inventory: map[string]int{"iron_sword": 1}}, func(t *testing.T, n *night) {
			if n.killed < 3 || n.w.Facts().Deaths > 0 {
				t.Errorf("%d killed, %d deaths, health %g", n.killed, n.w.Facts().Deaths, n.least)
			}
		}},
		{"a sword, and too hungry to heal", Config{Monsters: true, Hunger: 14, Inventory: map[string]int{"iron_sword": 1}}, func(t *testing.T, n *night) {
			if n.killed < 3 || n.w.Facts().Deaths > 0 {
				t.Errorf("%d killed, %d deaths, health %g", n.killed, n.w.Facts().Deaths, n.least)
			}
		}},
		{"a house", Config{Monsters: true, Blocks: house(at)}, func(t *testing.T, n *night) {
			if n.seen == 0 || n.least < 20 || n.killed > 0 {
				t.Errorf("%d zombies, health %g, %d killed", n.seen, n.least, n.killed)
			}
		}},
		{"lit up", Config{Monsters: true, Blocks: lights(at, 10)}, func(t *testing.T, n *night) {
			if n.seen > 0 || n.least < 20 {
				t.Errorf("%d zombies, health %g", n.seen, n.least)
			}
		}},
		{"lit up too little for 1.16", Config{Version: "1.16.5", Monsters: true, Blocks: lights(old, 10)}, func(t *testing.T, n *night) {
			if n.seen == 0 {
				t.Error("no zombie came")
			}
		}},
		{"lit up for 1.16", Config{Version: "1.16.5", Monsters: true, Blocks: lights(old, 6)}, func(t *testing.T, n *night) {
			if n.seen > 0 {
				t.Errorf("%d zombies", n.seen)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.check(t, spend(t, c.cfg, dawn))
		})
	}
}

// By day they burn: what is left of them after dawn is gone in half a minute.
func TestMonstersBurnByDay(t *testing.T) {
	n := spend(t, Config{Monsters: true, Blocks: house(plain(t, ""))}, dawn)
	if len(n.w.nights.list) == 0 {
		t.Fatal("there are none at dawn")
	}
	_, _ = n.w.Do(t.Context(), game.Action{Kind: game.Wait, Seconds: 30}, nil)
	if len(n.w.nights.list) > 0 {
		t.Errorf("%d are left", len(n.w.nights.list))
	}
}

// The same seed and actions are the same night.
func TestNightsAreTheSameBySeed(t *testing.T) {
	cfg := Config{Monsters: true, Seed: 7, Inventory: map[string]int{"stone_sword": 1}}
	a, b := spend(t, cfg, dawn), spend(t, cfg, dawn)
	if !slices.Equal(a.all, b.all) || a.least != b.least {
		t.Errorf("two nights differ: %d and %d occurrences", len(a.all), len(b.all))
	}
}

// Whoever dies in the night loses what they carried, and the action says so.
func TestADeathInTheNight(t *testing.T) {
	w, err := New(Config{Monsters: true, Speed: Unlimited, Inventory: map[string]int{"dirt": 5}})
	if err != nil {
		t.Fatal(err)
	}
	w.player.health = 3
	_, fault := w.Do(t.Context(), game.Action{Kind: game.Wait, Seconds: dawn}, nil)
	f := (*game.Failure)(nil)
	if !errors.As(fault, &f) || f.Code != game.CodeDied {
		t.Fatalf("the wait ends with %v", fault)
	}
	if s := w.State(); s.Dead() || s.Count("dirt") != 0 || *s.Deaths != 1 {
		t.Errorf("health %g, %d dirt, %d deaths", *s.Health, s.Count("dirt"), *s.Deaths)
	}
}

// A monster is hunted by its name.
func TestAMonsterIsHunted(t *testing.T) {
	w, err := New(Config{Monsters: true, Speed: Unlimited, Inventory: map[string]int{"diamond_sword": 1}})
	if err != nil {
		t.Fatal(err)
	}
	w.nights.list = []*prowler{{at: game.Vec3{X: w.player.at.X + 30, Y: w.player.at.Y, Z: w.player.at.Z}, health: monsterHealth}}
	r, err := w.Do(t.Context(), game.Action{Kind: game.Attack, Target: monster, Quantity: 1}, nil)
	if err != nil || r.Killed == nil || *r.Killed != 1 || math.IsInf(w.now, 1) || w.now > 60 {
		t.Errorf("%+v, %v after %g s", r, err, w.now)
	}
}
