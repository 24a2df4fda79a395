// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"math"
	"strings"
	"testing"
)

// staysAlive has a zombie come while the bot works, and hunger after it: both
// are seen to without the task, which goes on.
func staysAlive(t *testing.T, r *rig) {
	s := r.server
	r.give(t, "stone_sword", 1)
	r.give(t, "bread", 4)
	killed, deaths, dug := s.count(t, "killed:zombie"), s.seen("death"), s.count(t, "dug:oak_log")
	id := r.submit(t, "get 4 oak logs")
	r.duringCount(t, "dug:oak_log", dug, 1)
	r.zombie(t, 3)
	s.do(t, "vitals", fields{"player": player, "food": 6})
	task := r.complete(t, id)
	r.carries(t, map[string]int{"oak_log": 4})
	if task.Failed > 0 {
		t.Errorf("%d actions failed by what came between", task.Failed)
	}
	until(t, patience, "the bot to kill the zombie and eat", func() bool {
		food, _ := s.do(t, "player", fields{"player": player})["food"].(float64)
		return s.count(t, "killed:zombie") > killed && food >= 13
	})
	if n := s.seen("death") - deaths; n > 0 {
		t.Errorf("the player died %d times", n)
	}
	for _, want := range []string{"defending itself: a zombie", "eating: hungry"} {
		if !strings.Contains(r.body.out.text(), want) {
			t.Errorf("the body did not say %q", want)
		}
	}
}

// zombie has a zombie come so many blocks beside the bot, on a level way to it: in
// a hole that an earlier case dug, or behind a tree, it would stay for ever.
func (r *rig) zombie(t *testing.T, away int) {
	s := r.server
	p, _ := s.do(t, "player", fields{"player": player})["position"].(map[string]any)
	x, y, z := p["x"].(float64), math.Floor(p["y"].(float64)), p["z"].(float64)
	from, to, middle := int(math.Floor(x))+1, int(math.Floor(x))+away+1, int(math.Floor(z))
	s.do(t, "fill", fields{"x": from, "y": y - 1, "z": middle - 1, "x2": to, "y2": y - 1, "z2": middle + 1, "block": "dirt"})
	s.do(t, "fill", fields{"x": from, "y": y, "z": middle - 1, "x2": to, "y2": y + 2, "z2": middle + 1, "block": "air"})
	s.do(t, "mob", fields{"mob": "zombie", "x": x + float64(away), "y": y, "z": z})
}

// behindShield has zombies come at an idle bot with a shield: it turns a hit
// away before it has killed them all.
func behindShield(t *testing.T, r *rig) {
	s := r.server
	r.give(t, "wooden_sword", 1)
	r.give(t, "shield", 1)
	blocked, killed := s.count(t, "blocked:"+player), s.count(t, "killed:zombie")
	for i := 1; i <= 6 && s.count(t, "blocked:"+player) == blocked; i++ {
		r.zombie(t, 4)
		until(t, patience, "the bot to kill the zombie", func() bool { return s.count(t, "killed:zombie") >= killed+i })
	}
	if s.count(t, "blocked:"+player) == blocked {
		t.Error("no hit of six zombies met the shield")
	}
}

// walledIn has a zombie come down a passage at whose end the bot stands, hurt and
// without a weapon: it closes the passage with what it carries and lives.
func walledIn(t *testing.T, r *rig) {
	s := r.server
	deaths, killed, placed := s.seen("death"), s.count(t, "killed:zombie"), s.count(t, "placed:cobblestone")
	r.give(t, "cobblestone", 24)
	s.do(t, "fill", fields{"x": 2, "y": 64, "z": 3, "x2": 14, "y2": 67, "z2": 5, "block": "stone"})
	s.do(t, "fill", fields{"x": 3, "y": 64, "z": 4, "x2": 13, "y2": 65, "z2": 4, "block": "air"})
	s.do(t, "teleport", fields{"player": player, "x": 3.5, "y": 64, "z": 4.5})
	s.do(t, "vitals", fields{"player": player, "health": 8})
	s.do(t, "mob", fields{"mob": "zombie", "x": 13.5, "y": 64, "z": 4.5})
	until(t, patience, "the bot to wall itself in", func() bool { return s.count(t, "placed:cobblestone") >= placed+2 })
	until(t, patience, "the bot to get well behind its wall", func() bool {
		health, _ := s.do(t, "player", fields{"player": player})["health"].(float64)
		return health >= 12
	})
	if n := s.seen("death") - deaths; n > 0 || s.count(t, "killed:zombie") > killed {
		t.Errorf("the player died %d times; %d zombies were killed", n, s.count(t, "killed:zombie")-killed)
	}
	s.do(t, "clearmobs", nil)
	s.do(t, "fill", fields{"x": 2, "y": 64, "z": 3, "x2": 14, "y2": 67, "z2": 5, "block": "air"})
}

// outOfLava has the ground under an idle bot become lava, and water close over
// it, and, where the version has it, powder snow.
func outOfLava(t *testing.T, r *rig) {
	s := r.server
	deaths := s.seen("death")
	s.do(t, "setblock", fields{"x": 8, "y": 64, "z": 8, "block": "lava"})
	until(t, patience, "the bot to get out of the lava", func() bool {
		p, _ := s.do(t, "player", fields{"player": player})["position"].(map[string]any)
		x, z := p["x"].(float64), p["z"].(float64)
		return x < 7.7 || x > 9.3 || z < 7.7 || z > 9.3
	})
	s.do(t, "setblock", fields{"x": 8, "y": 64, "z": 8, "block": "air"})
	s.do(t, "vitals", fields{"player": player, "health": 20})
	// Firm all around: an old tunnel beside it has air too.
	s.do(t, "fill", fields{"x": 8, "y": 54, "z": 1, "x2": 13, "y2": 62, "z2": 6, "block": "dirt"})
	s.do(t, "fill", fields{"x": 9, "y": 55, "z": 2, "x2": 12, "y2": 63, "z2": 5, "block": "water"})
	s.do(t, "teleport", fields{"player": player, "x": 10.5, "y": 55, "z": 3.5})
	drowned := s.count(t, "hurt:drown")
	depth := func() float64 {
		p, _ := s.do(t, "player", fields{"player": player})["position"].(map[string]any)
		return p["y"].(float64)
	}
	until(t, patience, "the bot to be under water", func() bool { return depth() < 58 }) // it may have moved once more before it heard
	until(t, patience, "the bot to come up for air", func() bool { return depth() > 61 })
	s.do(t, "fill", fields{"x": 9, "y": 55, "z": 2, "x2": 12, "y2": 62, "z2": 5, "block": "dirt"})
	s.do(t, "fill", fields{"x": 9, "y": 63, "z": 2, "x2": 12, "y2": 63, "z2": 5, "block": "grass_block"})
	if n := s.seen("death") - deaths; n > 0 || s.count(t, "hurt:drown")-drowned > 2 {
		t.Errorf("the player died %d times and was hurt by drowning %d times", n, s.count(t, "hurt:drown")-drowned)
	}
	if r.version == "1.16.5" {
		return
	}
	s.do(t, "vitals", fields{"player": player, "health": 20})
	r.home(t)
	s.do(t, "fill", fields{"x": 7, "y": 64, "z": 7, "x2": 9, "y2": 65, "z2": 9, "block": "powder_snow"})
	until(t, patience, "the bot to get out of the powder snow", func() bool {
		p, _ := s.do(t, "player", fields{"player": player})["position"].(map[string]any)
		x, z := p["x"].(float64), p["z"].(float64)
		return x < 6.7 || x > 10.3 || z < 6.7 || z > 10.3
	})
	s.do(t, "fill", fields{"x": 7, "y": 64, "z": 7, "x2": 9, "y2": 65, "z2": 9, "block": "air"})
	// It freezes only after seven seconds; how fast a busy machine lets it out is not judged.
	if n := s.seen("death") - deaths; n > 0 {
		t.Errorf("the player died %d times", n)
	}
}
