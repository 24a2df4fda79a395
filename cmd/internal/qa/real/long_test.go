// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Each of these takes long; a target of the Makefile runs it.
var (
	kills    = flag.Int("real.kills", 0, "players that join the test server and are killed, left alone or let go (make test-kills)")
	joins    = flag.Int("real.joins", 0, "joins with chunks that come late at random (make test-joins)")
	nights   = flag.Int("real.nights", 0, "nights outdoors among monsters, a seed each (make test-night)")
	diamonds = flag.Int("real.diamonds", 0, "worlds in which 3 diamonds are got from nothing (make test-long)")
	hours    = flag.Duration("real.unattended", 0, "how long goals are given one after the other (make test-long)")
	first    = flag.Int("real.first", 0, "the first seed of nights, worlds and joins: a long run in parts")
	nightFor = flag.Duration("real.night", 8*time.Minute+20*time.Second, "how long a night lasts")
)

// TestKills is a stress of the test server alone: players join, walk and dig,
// and are killed or leave at any moment, several at a time. It has to answer all
// the while; where it does not, the failure holds its stack.
func TestKills(t *testing.T) {
	if *kills == 0 {
		t.Skip("make test-kills runs it")
	}
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			t.Parallel()
			s := startServer(t, v)
			rng := rand.New(rand.NewPCG(3, 4))
			for i := range *kills {
				o := &observer{startControl(t, "a player", "test/observer.ts", "--port", strconv.Itoa(s.port), "--version", v, "--name", "P"+strconv.Itoa(i%3), "--digs", "true")}
				if rng.IntN(4) > 0 {
					until(t, patience, "the player to join", func() bool { return o.seen("watching") > 0 || o.seen("ended") > 0 })
				}
				over := time.Now().Add(time.Duration(rng.IntN(3000)) * time.Millisecond)
				for time.Now().Before(over) {
					s.do(t, "counts", nil)
					s.do(t, "clearmobs", nil)
				}
				switch rng.IntN(3) {
				case 0:
					go o.p.stop()
				case 1:
					s.begin(t, "kick", fields{"player": "P" + strconv.Itoa(i%3)}) // it may be gone
					o.p.kill()
				default:
					o.p.kill()
				}
				s.do(t, "cleardrops", nil)
				if rng.IntN(20) == 0 {
					s.do(t, "restart", fields{"seconds": 0})
				}
			}
			until(t, patience, "everybody to be gone", func() bool {
				list, _ := s.do(t, "players", nil)["players"].([]any)
				return len(list) == 0
			})
			t.Logf("%d players came and went; %s; %d blocks dug", *kills, s.p.how(), s.count(t, "dug:dirt")+s.count(t, "dug:grass_block"))
			if list := s.faults(); len(list) > 0 {
				t.Errorf("faults of the game server: %v", list)
			}
			if list := s.stuck(); len(list) > 0 {
				t.Errorf("the game server stood still: %v", list)
			}
		})
	}
}

// TestJoins joins again and again, with the world late and slow at random, and
// wants every goal that is in reach to be met at the first try.
func TestJoins(t *testing.T) {
	if *joins == 0 {
		t.Skip("make test-joins runs it")
	}
	v := versions[0]
	r := newRig(t, v, rigArgs{})
	rng := rand.New(rand.NewPCG(1, 2+uint64(*first)))
	restarts := min(10, *joins)
	for i := range *joins {
		r.fresh(t)
		r.give(t, "wooden_pickaxe", 1)
		r.refresh(t)
		r.server.do(t, "chunks", fields{"firstMs": rng.IntN(3000), "everyMs": 5 + rng.IntN(55)})
		if i < restarts {
			n := r.server.seen("join")
			r.server.do(t, "restart", fields{"seconds": 1})
			until(t, patience, "the bot to join again", func() bool { return r.server.seen("join") > n })
		} else {
			r.rejoin(t)
		}
		goal := []string{"get 1 cobblestone", "get 1 oak log"}[rng.IntN(2)]
		task := r.complete(t, r.send(t, goal, nil))
		if task.Failed > 0 {
			t.Errorf("join %d, %s: %d actions failed\n%s", i+1, goal, task.Failed, r.tells())
		}
	}
}

// TestNights spends nights outdoors with zombies, skeletons and a creeper, and
// wants 18 of 20 survived.
func TestNights(t *testing.T) {
	if *nights == 0 {
		t.Skip("make test-night runs it")
	}
	survived := make(chan bool, *nights)
	t.Run("seeds", func(t *testing.T) {
		for n := range *nights {
			seed := *first + n
			t.Run(strconv.Itoa(seed), func(t *testing.T) {
				t.Parallel()
				survived <- night(t, versions[seed%len(versions)], seed)
			})
		}
	})
	close(survived)
	n := 0
	for s := range survived {
		if s {
			n++
		}
	}
	t.Logf("%d of %d nights were survived", n, *nights)
	if n*20 < *nights*18 {
		t.Errorf("only %d of %d nights were survived", n, *nights)
	}
}

// night is one of them, with what a player has who did not get home in time.
func night(t *testing.T, version string, seed int) bool {
	r := newRig(t, version, rigArgs{server: []string{"--seed", strconv.Itoa(seed)}})
	s := r.server
	for item, n := range map[string]int{"stone_sword": 1, "bread": 12, "cobblestone": 32} {
		r.give(t, item, n)
	}
	s.do(t, "time", fields{"time": 13000})
	rng := rand.New(rand.NewPCG(uint64(seed), 7))
	kinds := []string{"zombie", "zombie", "skeleton", "zombie", "skeleton", "creeper"}
	over := time.Now().Add(*nightFor)
	for i := 0; time.Now().Before(over); i++ {
		r.server.inGame(t)
		p, _ := s.do(t, "player", fields{"player": player})["position"].(map[string]any)
		x, z := p["x"].(float64), p["z"].(float64)
		if near := s.monstersWithin(t, x, z, inSight); near < 5 {
			a := rng.Float64() * 2 * math.Pi
			d := 9 + rng.Float64()*6
			s.do(t, "mob", fields{"mob": kinds[rng.IntN(len(kinds))], "x": x + d*math.Cos(a), "y": 65, "z": z + d*math.Sin(a)})
		}
		time.Sleep(time.Duration(8+rng.IntN(10)) * time.Second)
		if s.seen("death") > 0 {
			t.Logf("seed %d on %s: died %s before the end, %s: %s", seed, version, time.Until(over).Round(time.Second), s.fights(t), r.body.out.tail(30))
			return false
		}
	}
	t.Logf("seed %d on %s: survived, %s", seed, version, s.fights(t))
	return true
}

// fights says what the monsters did, and what was done to them.
func (s *server) fights(t *testing.T) string {
	t.Helper()
	return fmt.Sprintf("%d arrows shot at it, %d zombies, %d skeletons, %d creepers killed, %d creepers burst",
		s.count(t, "shot:skeleton"), s.count(t, "killed:zombie"), s.count(t, "killed:skeleton"), s.count(t, "killed:creeper"), s.count(t, "burst:creeper"))
}

// inSight is how far a skeleton, a creeper and the test server's zombies see, in
// blocks (minecraft.wiki).
const inSight = 16

// monstersWithin counts the monsters that stand so near to a place.
func (s *server) monstersWithin(t *testing.T, x, z, far float64) (n int) {
	t.Helper()
	list, _ := s.do(t, "mobs", nil)["mobs"].([]any)
	for _, m := range list {
		m, _ := m.(map[string]any)
		if math.Hypot(m["x"].(float64)-x, m["z"].(float64)-z) < far {
			n++
		}
	}
	return n
}

// TestDiamonds goes from nothing to 3 diamonds in world after world, and wants
// nine of ten.
func TestDiamonds(t *testing.T) {
	if *diamonds == 0 {
		t.Skip("make test-long runs it")
	}
	got := 0
	for n := range *diamonds {
		seed := *first + n
		t.Run(strconv.Itoa(seed), func(t *testing.T) {
			r := newRig(t, versions[seed%len(versions)], rigArgs{server: []string{"--seed", strconv.Itoa(seed)}})
			began := time.Now()
			task := r.endedWithin(t, r.submit(t, "get 3 diamonds"), 30*time.Minute)
			have := r.server.items(t)["diamond"]
			t.Logf("seed %d: %s after %s, %d diamonds: %s", seed, task.State, time.Since(began).Round(time.Second), have, task.Reason)
			if (task.State == "complete") != (have >= 3) {
				t.Errorf("the task ended %s with %d diamonds", task.State, have)
			}
			if have >= 3 {
				got++
			}
		})
	}
	if got*10 < *diamonds*9 {
		t.Errorf("only %d of %d worlds gave 3 diamonds", got, *diamonds)
	}
}

// TestUnattended gives goals one after the other for hours, holds every verdict
// to the server's truth, and wants the memory of the bot and of Minehand to stay
// where it was after ten minutes.
func TestUnattended(t *testing.T) {
	if *hours == 0 {
		t.Skip("make test-long runs it")
	}
	r := newRig(t, versions[0], rigArgs{})
	began := time.Now()
	settled := min(10*time.Minute, *hours/3)
	var early, late memory
	n, failed := 0, 0
	goals := []struct {
		text, item string
		n          int
	}{{"get 6 cobblestone", "cobblestone", 6}, {"get 4 oak logs", "oak_log", 4}, {"get a crafting table", "crafting_table", 1}, {"get 5 dirt", "dirt", 5},
		{"get 8 sticks", "stick", 8}, {"get a stone pickaxe", "stone_pickaxe", 1}, {"get 4 torches", "torch", 4}, {"get a furnace", "furnace", 1}}
	for next := settled; time.Since(began) < *hours; n++ {
		g := goals[n%len(goals)]
		r.server.inGame(t)
		r.server.do(t, "clear", fields{"player": player})
		r.server.do(t, "vitals", fields{"player": player, "health": 20, "food": 20, "saturation": 5})
		task := r.endedWithin(t, r.submit(t, g.text), 15*time.Minute)
		r.server.inGame(t)
		if have := r.server.items(t)[g.item]; (task.State == "complete") != (have >= g.n) {
			t.Errorf("%q ended %s with %d held: %s", g.text, task.State, have, task.Reason)
		}
		if task.State != "complete" {
			failed++
			t.Logf("%q ended %s: %s\n%s", g.text, task.State, task.Reason, r.tells())
		}
		if since := time.Since(began); since >= next {
			late = r.memory(t)
			if early == (memory{}) {
				early = late
			}
			t.Logf("after %s: %d goals, %d not met, %s", since.Round(time.Second), n+1, failed, late)
			next += settled
		}
	}
	late = r.memory(t)
	t.Logf("%d goals, %d not met; %s after %s and %s at the end", n, failed, early, settled, late)
	if late.bot*5 > early.bot*6 || late.minehand*5 > early.minehand*6 {
		t.Errorf("memory grew from %s to %s", early, late)
	}
}

// memory is what the processes hold, in kB.
type memory struct{ bot, minehand int }

func (m memory) String() string {
	return fmt.Sprintf("the bot %d MB, Minehand %d MB", m.bot>>10, m.minehand>>10)
}

// memory looks at the bot's process and at Minehand's.
func (r *rig) memory(t *testing.T) memory {
	t.Helper()
	m := memory{minehand: resident(r.serve.cmd.Process.Pid)}
	for _, pid := range children(t, r.body.cmd.Process.Pid) {
		m.bot += resident(pid)
	}
	if m.bot == 0 || m.minehand == 0 {
		t.Fatal("the memory is not known")
	}
	return m
}

// resident is what a process holds in memory, in kB, and 0 for none.
func resident(pid int) int {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, _ := strconv.Atoi(strings.Fields(rest)[0])
			return n
		}
	}
	return 0
}
