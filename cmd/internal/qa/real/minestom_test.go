// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

var (
	minestom = flag.String("real.minestom", "", "class path of a Minestom server, compiled from bot/testserver/minestom (make test-other)")
	java     = flag.String("real.java", "java", "the Java that runs it, 25 or later")
)

// minestomVersion is the game's version that the server of
// bot/testserver/minestom/pom.xml speaks.
const minestomVersion = "1.21.8"

// ground is the height on which things stand there.
const ground = 40

// minestomPlay is a goal that is tried on Minestom.
type minestomPlay struct {
	play
	// kind is what the goal shows of the kinds of action.
	kind game.Kind
	// refused is a goal that this server does not let happen: it must not end
	// complete.
	refused bool
}

// minestomPlays are tried in this order, each from nothing but what it is given.
var minestomPlays = []minestomPlay{
	{kind: game.Mine, play: play{goal: "get 4 oak logs", met: holds("oak_log", 4)}},
	{kind: game.Craft, play: play{goal: "make 8 oak planks", give: map[string]int{"oak_log": 2}, met: holds("oak_planks", 8)}},
	{kind: game.Craft, play: play{goal: "make 4 sticks", give: map[string]int{"oak_planks": 2}, met: holds("stick", 4)}},
	{kind: game.Craft, play: play{goal: "make a wooden pickaxe", give: map[string]int{"oak_planks": 7, "stick": 2}, met: holds("wooden_pickaxe", 1)}},
	{kind: game.Mine, play: play{goal: "get 5 cobblestone", give: map[string]int{"wooden_pickaxe": 1}, met: holds("cobblestone", 5)}},
	{kind: game.Craft, play: play{goal: "make a furnace", give: map[string]int{"cobblestone": 8, "crafting_table": 1}, met: holds("furnace", 1)}},
	{kind: game.Smelt, play: play{goal: "cook 1 beef", give: map[string]int{"beef": 1, "coal": 1, "furnace": 1}, met: holds("cooked_beef", 1)}},
	{kind: game.Place, play: play{goal: "place 3 dirt", give: map[string]int{"dirt": 3}, met: happened("placed:dirt", 3)}},
	{kind: game.Build, play: play{goal: "build a 3x2 wall of cobblestone", give: map[string]int{"cobblestone": 6}, met: happened("placed:cobblestone", 6)}},
	{kind: game.Drop, play: play{goal: "drop 3 dirt", give: map[string]int{"dirt": 5}, met: func(t *testing.T, r *rig, before map[string]int) bool {
		return r.server.items(t)["dirt"] <= 2
	}}},
	{kind: game.Deposit, play: play{goal: fmt.Sprintf("put 3 dirt in the chest at 3 %d -3", ground), give: map[string]int{"dirt": 5}, set: func(t *testing.T, r *rig) {
		r.server.do(t, "setblock", fields{"x": 3, "y": ground, "z": -3, "block": "chest"})
	}, met: func(t *testing.T, r *rig, _ map[string]int) bool {
		return r.server.chest(t, 3, ground, -3)["dirt"] == 3
	}}},
	{kind: game.Withdraw, play: play{goal: fmt.Sprintf("take 2 dirt from the chest at 3 %d -3", ground), set: func(t *testing.T, r *rig) {
		r.server.do(t, "setblock", fields{"x": 3, "y": ground, "z": -3, "block": "chest"})
		r.server.do(t, "fills", fields{"x": 3, "y": ground, "z": -3, "item": "dirt", "count": 4})
	}, met: holds("dirt", 2)}},
	{kind: game.Attack, play: play{goal: "kill 1 cow", give: map[string]int{"stone_sword": 1}, set: cowHere, met: happened("killed:cow", 1)}},
	{kind: game.Attack, play: play{goal: "kill 1 cow", give: map[string]int{"stone_sword": 1}, set: func(t *testing.T, r *rig) {
		r.server.do(t, "takes", fields{"away": true})
		cowHere(t, r)
	}, met: happened("killed:cow", 1)}, refused: true},
	{kind: game.Interact, play: play{goal: fmt.Sprintf("open the oak fence gate at 4 %d 4", ground), set: func(t *testing.T, r *rig) {
		r.server.do(t, "setblock", fields{"x": 4, "y": ground, "z": 4, "block": "oak_fence_gate"})
	}, met: happened("opened:oak_fence_gate", 1)}},
	{kind: game.Collect, play: play{goal: "get an egg", set: func(t *testing.T, r *rig) {
		r.server.do(t, "lay", fields{"x": 5.5, "y": ground, "z": -4.5, "item": "egg"})
	}, met: holds("egg", 1)}},
	{kind: game.Equip, play: play{goal: "wear an iron helmet", give: map[string]int{"iron_helmet": 1}, met: func(t *testing.T, r *rig, _ map[string]int) bool {
		return r.server.do(t, "player", fields{"player": player})["head"] == "iron_helmet"
	}}},
	{kind: game.Consume, play: play{goal: "eat bread", give: map[string]int{"bread": 1}, set: func(t *testing.T, r *rig) {
		r.server.do(t, "vitals", fields{"player": player, "food": 12})
	}, met: happened("eaten:bread", 1)}},
	{kind: game.Explore, play: play{goal: "find a village", set: func(t *testing.T, r *rig) {
		r.server.do(t, "setblock", fields{"x": 90, "y": ground + 1, "z": 5, "block": "bell"})
	}, met: near(90, 5, 66)}},
	{kind: game.Follow, play: play{goal: "follow " + onlooker + " for 5 seconds", set: func(t *testing.T, r *rig) {
		r.server.do(t, "teleport", fields{"player": onlooker, "x": 12.5, "y": ground, "z": 2.5})
	}, met: near(12, 2, 6)}},
	{kind: game.Look, play: play{goal: "look at " + onlooker, set: func(t *testing.T, r *rig) {
		r.server.do(t, "teleport", fields{"player": onlooker, "x": 8.5, "y": ground, "z": 0.5})
	}, met: func(t *testing.T, r *rig, _ map[string]int) bool {
		p := r.server.do(t, "player", fields{"player": player})
		at := p["position"].(map[string]any)
		toward := math.Atan2(at["x"].(float64)-8.5, 0.5-at["z"].(float64)) * 180 / math.Pi
		return math.Abs(math.Remainder(p["yaw"].(float64)-toward, 360)) < 10
	}}},
	{kind: game.Wait, play: play{goal: "wait 5 seconds", met: near(0, 0, 1)}},
	{kind: game.Chat, play: play{goal: "say hello everybody", met: happened("said:hello everybody", 1)}},
	{kind: game.Goto, play: play{goal: fmt.Sprintf("go to 5 %d 5", ground), set: func(t *testing.T, r *rig) {
		n := r.server.seen("respawn")
		r.server.do(t, "kill", fields{"player": player})
		until(t, patience, "the player to respawn", func() bool { return r.server.seen("respawn") > n })
	}, met: near(5, 5, 3)}},
}

// near wants the player to stand within some blocks of a place.
func near(x, z, within float64) func(*testing.T, *rig, map[string]int) bool {
	return func(t *testing.T, r *rig, _ map[string]int) bool {
		p, _ := r.server.do(t, "player", fields{"player": player})["position"].(map[string]any)
		return math.Hypot(p["x"].(float64)-x-0.5, p["z"].(float64)-z-0.5) < within
	}
}

func cowHere(t *testing.T, r *rig) {
	r.server.do(t, "mob", fields{"mob": "cow", "x": 3.5, "y": ground, "z": 3.5})
}

// TestMinestom plays goals on a server of another author's library, and holds
// each verdict to what that server's console tells.
func TestMinestom(t *testing.T) {
	if *minestom == "" {
		t.Skip("make test-other runs it")
	}
	c := startAt(t, "Minestom", root, *java, "-Xmx1g", "-cp", *minestom, "Other")
	until(t, patience, "Minestom to listen", func() bool { return c.seen("listening") > 0 })
	s := &server{control: c, port: int(c.named("listening")[0]["port"].(float64))}
	r := &rig{owner: t, version: minestomVersion, data: t.TempDir(), server: s}
	r.startServe(t)
	r.body = spawn(t, t, "the body", root, program, "body", "--server", "127.0.0.1:"+strconv.Itoa(s.port), "--version", minestomVersion,
		"--port", strconv.Itoa(r.port), "--name", player, "--cache-dir", cache)
	r.awaitBody(t)
	o := &observer{startControl(t, "the observer", "test/observer.ts", "--port", strconv.Itoa(s.port), "--version", minestomVersion, "--name", onlooker)}
	until(t, patience, "the observer to look on", func() bool { return o.seen("watching") > 0 })
	var table strings.Builder
	fmt.Fprintf(&table, "| goal on Minestom, %s | verdict | the console | s |\n|---|---|---|---|\n", minestomVersion)
	defer func() { t.Logf("\n%s", table.String()) }()
	for _, p := range minestomPlays {
		s.do(t, "clearmobs", nil)
		s.do(t, "renew", nil)
		s.do(t, "takes", fields{"away": false})
		s.do(t, "clear", fields{"player": player})
		s.do(t, "teleport", fields{"player": player, "x": 0.5, "y": ground, "z": 0.5})
		for item, n := range p.give {
			r.give(t, item, n)
		}
		if p.set != nil {
			p.set(t, r)
		}
		r.refresh(t)
		before, began := counted(s.do(t, "counts", nil)), time.Now()
		task := r.judged(t, r.send(t, p.goal, nil))
		met := within(lag, func() bool { return p.met(t, r, before) })
		fmt.Fprintf(&table, "| %s | %s | %v | %.0f |\n", p.goal, task.State, met, time.Since(began).Seconds())
		switch {
		case task.State == view.TaskComplete && !met:
			t.Errorf("%q ended complete, but the console knows of none of it: %s\n%s", p.goal, task.Reason, r.tells())
		case task.State != view.TaskComplete && !p.refused:
			t.Errorf("%q ended %s: %s\n%s", p.goal, task.State, task.Reason, r.tells())
		}
	}
	if list := s.faults(); len(list) > 0 {
		t.Errorf("faults of the server: %v", list)
	}
}
