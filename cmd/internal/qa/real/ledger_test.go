// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// ledgersShort is how many goals are played as a part of make test-real.
const ledgersShort = 4

var ledgers = flag.Int("real.ledger", ledgersShort, "goals whose ledger is held to what the server knows (make test-ledger)")

// ledgerGames play them at the same time, each version in turn.
const ledgerGames = 2

// spot is a block of the meadow at the spawn.
type spot struct{ x, y, z int }

// changing is a goal that changes the world, with what it needs.
type changing struct {
	goal string
	give map[string]int
	// blocks stand there when it begins.
	blocks map[spot]string
}

// row are the same blocks side by side.
func row(block string, n, x, y, z int) map[spot]string {
	list := map[spot]string{}
	for i := range n {
		list[spot{x + i, y, z}] = block
	}
	return list
}

// changings are 50 different goals: what is gathered, made, placed, built, farmed, poured
// and walked to.
var changings = []changing{
	{goal: "get 2 oak logs"},
	{goal: "build a pillar of dirt 4 high", give: map[string]int{"dirt": 16}},
	{goal: "get a wooden pickaxe"},
	{goal: "go to 12 57 10", give: map[string]int{"wooden_pickaxe": 1, "dirt": 16}},
	{goal: "place a red bed", give: map[string]int{"red_bed": 1}},
	{goal: "get 3 cobblestone", give: map[string]int{"wooden_pickaxe": 1}, blocks: row("stone", 3, 11, 64, 4)},
	{goal: "till 3 dirt", give: map[string]int{"iron_hoe": 1}},
	{goal: "fill a bucket with water", give: map[string]int{"bucket": 1}, blocks: row("water", 1, 12, 63, 8)},
	{goal: "get 4 sand", blocks: row("sand", 4, 10, 64, 5)},
	{goal: "place an oak door at 12 64 6", give: map[string]int{"oak_door": 1}},
	{goal: "chop down a tree"},
	{goal: "build a 3x2 wall of cobblestone", give: map[string]int{"cobblestone": 6}},
	{goal: "get a crafting table"},
	{goal: "get 5 dirt"},
	{goal: "go to 10 69 10", give: map[string]int{"dirt": 24}},
	{goal: "place a torch", give: map[string]int{"torch": 1}},
	{goal: "plant wheat", give: map[string]int{"wheat_seeds": 2, "iron_hoe": 1}},
	{goal: "get a barrel", give: map[string]int{"oak_planks": 6, "oak_slab": 2}},
	{goal: "get 8 cobblestone", give: map[string]int{"wooden_pickaxe": 2}},
	{goal: "get 3 gravel", blocks: row("gravel", 6, 9, 64, 5)},
	{goal: "make 8 sticks"},
	{goal: "build a platform 3 by 3 of oak planks", give: map[string]int{"oak_planks": 20}},
	{goal: "mine 2 iron ore", give: map[string]int{"stone_pickaxe": 1}, blocks: row("iron_ore", 2, 11, 64, 4)},
	{goal: "place a chest", give: map[string]int{"chest": 1}},
	{goal: "get a furnace", give: map[string]int{"wooden_pickaxe": 1, "crafting_table": 1}},
	{goal: "plant 2 oak saplings", give: map[string]int{"oak_sapling": 2}},
	{goal: "get 2 coal", give: map[string]int{"wooden_pickaxe": 1}, blocks: row("coal_ore", 3, 10, 64, 4)},
	{goal: "place 2 ladders", give: map[string]int{"ladder": 2}, blocks: map[spot]string{{12, 64, 6}: "stone", {12, 65, 6}: "stone"}},
	{goal: "get an iron ingot", give: map[string]int{"stone_pickaxe": 1, "coal": 2, "furnace": 1}, blocks: row("iron_ore", 1, 11, 64, 4)},
	{goal: "build a wall of dirt 4 wide and 1 high", give: map[string]int{"dirt": 8}},
	{goal: "get a diamond", give: map[string]int{"iron_pickaxe": 1, "dirt": 8}, blocks: row("diamond_ore", 1, 11, 61, 4)},
	{goal: "get 2 clay balls", give: map[string]int{"iron_shovel": 1}, blocks: row("clay", 2, 11, 63, 4)},
	{goal: "get a stone axe", give: map[string]int{"wooden_pickaxe": 1}},
	{goal: "place a furnace at 12 64 6", give: map[string]int{"furnace": 1}},
	{goal: "get 3 oak leaves", give: map[string]int{"shears": 1}},
	{goal: "till 6 dirt", give: map[string]int{"iron_hoe": 1}},
	{goal: "get 10 oak planks and a ladder"},
	{goal: "place 3 dirt", give: map[string]int{"dirt": 3}},
	{goal: "get 2 poppies", blocks: map[spot]string{{11, 64, 4}: "poppy", {13, 64, 5}: "poppy"}},
	{goal: "build a pillar of cobblestone 3 high", give: map[string]int{"cobblestone": 8}},
	{goal: "get 1 obsidian", give: map[string]int{"diamond_pickaxe": 1}, blocks: row("obsidian", 1, 11, 64, 4)},
	{goal: "get 2 pumpkins", give: map[string]int{"iron_axe": 1}, blocks: row("pumpkin", 2, 11, 64, 4)},
	{goal: "cook 1 beef", give: map[string]int{"beef": 1, "coal": 1, "furnace": 1}},
	{goal: "get a bucket of lava", give: map[string]int{"bucket": 1}, blocks: row("lava", 1, 12, 63, 5)},
	{goal: "get a chest"},
	{goal: "place a torch at 11 64 7", give: map[string]int{"torch": 1}},
	{goal: "build a 5x3 wall of cobblestone", give: map[string]int{"cobblestone": 16, "dirt": 8}},
	{goal: "make 3 stone", give: map[string]int{"wooden_pickaxe": 1, "coal": 1, "furnace": 1}, blocks: row("stone", 3, 11, 64, 4)},
	{goal: "get 12 oak logs", give: map[string]int{"iron_axe": 1, "dirt": 8}},
	{goal: "get a stone pickaxe", give: map[string]int{"wooden_pickaxe": 1}},
}

// TestLedger holds what Minehand says that a goal changed to what the server attributes to
// the player, cell by cell, and what Put back says of each cell to what stands there then.
func TestLedger(t *testing.T) {
	t.Parallel()
	for g := range ledgerGames {
		version := versions[g%len(versions)]
		t.Run(fmt.Sprintf("game %d on %s", g+1, version), func(t *testing.T) {
			t.Parallel()
			r := newRig(t, version, rigArgs{})
			played, changed, equal, addsUp, restored := 0, 0, 0, 0, map[string]int{}
			for i := g; i < *ledgers; i += ledgerGames {
				p := changings[i%len(changings)]
				r.meadow(t, p)
				said, cells := r.ledgerOf(t, p)
				played++
				if cells == nil {
					continue
				}
				changed++
				if said != "" {
					equal++
					if counts := r.undone(t, p, said, cells); counts != nil {
						addsUp++
						for fate, n := range counts {
							restored[fate] += n
						}
					}
				}
				r.revert(t, 0)
			}
			t.Logf("%d goals on %s, %d changed something: the ledger is the server's in %d, put back adds up in %d: %v", played, version, changed, equal, addsUp, restored)
			if list := r.server.faults(); len(list) > 0 {
				t.Errorf("faults of the game server: %v", list)
			}
		})
	}
}

// meadow makes the spawn what the goal needs.
func (r *rig) meadow(t *testing.T, p changing) {
	t.Helper()
	s := r.server
	s.do(t, "fill", fields{"x": 5, "y": 64, "z": 3, "x2": 16, "y2": 66, "z2": 13, "block": "air"})
	s.do(t, "fill", fields{"x": 5, "y": 63, "z": 3, "x2": 16, "y2": 63, "z2": 13, "block": "grass_block"})
	for at, block := range p.blocks {
		s.do(t, "setblock", fields{"x": at.x, "y": at.y, "z": at.z, "block": block})
	}
	r.anew(t)
	for item, n := range p.give {
		r.give(t, item, n)
	}
	r.judged(t, r.send(t, "", map[string]any{"actions": []fields{{"type": "wait", "seconds": 1}}}))
}

// change is what became of one cell, by a ledger or of the server's account, from and to as texts of states.
type change struct{ from, to string }

// deeds are the net changes that the server attributes to the player since some number of
// them, and how many there are now.
func (r *rig) deeds(t *testing.T, since int) (map[spot]change, int) {
	t.Helper()
	list, _ := r.server.do(t, "deeds", fields{"player": player})["deeds"].([]any)
	net := map[spot]change{}
	for _, e := range list[since:] {
		d := e.(map[string]any)
		at := spot{int(d["x"].(float64)), int(d["y"].(float64)), int(d["z"].(float64))}
		from, to := d["from"].(string), d["to"].(string)
		if was, again := net[at]; again {
			from = was.from
		}
		net[at] = change{plainAir(from), plainAir(to)}
	}
	maps.DeleteFunc(net, func(_ spot, c change) bool { return c.from == c.to })
	return net, len(list)
}

func plainAir(state string) string {
	if game.IsAir(state) {
		return game.Air
	}
	return state
}

// toldOf is a task's ledger and the server's account since some number of its deeds, once a
// survey has shown all of it and they are the same, or time is up: what the server does last
// is told with the state after it.
func (r *rig) toldOf(t *testing.T, id string, since int) (c *view.Changes, net map[spot]change) {
	t.Helper()
	within(lag, func() bool {
		task, err := r.c.GetTask(t.Context(), view.OfTask{TaskID: id})
		if err != nil {
			t.Fatal(err)
		}
		c = task.Changes
		net, _ = r.deeds(t, since)
		return c != nil && c.Shown+c.Others+c.Back == c.Cells && differs(c, net) == ""
	})
	return c, net
}

// listed is how many cells a ledger lists; of the others it tells the number.
const listed = 256

// differs says how a ledger and the server's account differ, or nothing.
func differs(c *view.Changes, net map[spot]change) string {
	if c == nil || !c.Told || c.Incomplete || c.Cells != len(c.List) && len(c.List) < listed {
		return fmt.Sprintf("the ledger is %+v", c)
	}
	var lines []string
	left := maps.Clone(net)
	for _, l := range c.List {
		at := spot{l.X, l.Y, l.Z}
		was, there := left[at]
		delete(left, at)
		if got := (change{plainAir(l.From), plainAir(l.To)}); !there || got != was {
			lines = append(lines, fmt.Sprintf("%v is told %s > %s (%s); the server: %s > %s", at, got.from, got.to, l.Why, was.from, was.to))
		}
	}
	if len(left) == c.Cells-len(c.List) { // beyond what is listed
		clear(left)
	}
	for at, was := range left {
		lines = append(lines, fmt.Sprintf("%v is not told; the server: %s > %s", at, was.from, was.to))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// ledgerOf plays a goal, and returns what the server attributes to the player, nil for
// nothing, and the task if its ledger is the same.
func (r *rig) ledgerOf(t *testing.T, p changing) (id string, net map[spot]change) {
	t.Helper()
	_, since := r.deeds(t, 0)
	began := time.Now()
	id = r.send(t, p.goal, nil)
	task := r.judged(t, id)
	c, net := r.toldOf(t, id, since)
	fault := differs(c, net)
	t.Logf("%-40s %s in %.0f s, %d cells, shown %d", p.goal, task.State, time.Since(began).Seconds(), len(net), shown(c))
	if fault != "" {
		t.Errorf("%q on %s: the ledger is not what the server knows:\n%s\n%s", p.goal, r.version, fault, r.tells())
		id = ""
	}
	if len(net) == 0 {
		t.Logf("%q changed nothing: %s", p.goal, task.Reason)
		net = nil
	}
	return id, net
}

func shown(c *view.Changes) int {
	if c == nil {
		return 0
	}
	return c.Shown
}

// undone puts a task back, and returns how many cells came to which end, nil if that is
// not what the server shows.
func (r *rig) undone(t *testing.T, p changing, id string, net map[spot]change) map[string]int {
	t.Helper()
	_, since := r.deeds(t, 0)
	q, err := r.c.PutBack(t.Context(), view.OfTask{TaskID: id})
	if err != nil {
		// Nothing of it can be put back, and all of it is reported.
		if want := fmt.Sprintf("%d that could not be put back", len(net)); strings.Contains(err.Error(), want) {
			return map[string]int{"missing": len(net)}
		}
		t.Errorf("%q: put back of %v: %v", p.goal, net, err)
		return nil
	}
	task := r.judged(t, q.TaskID)
	within(2*lag, func() bool { return strings.Contains(r.tells(), "Of the places that were changed") })
	good := true
	after, back := r.toldOf(t, q.TaskID, since)
	if fault := differs(after, back); fault != "" {
		t.Errorf("%q on %s: the ledger of putting it back is not what the server knows:\n%s\n%s", p.goal, r.version, fault, r.tells())
		good = false
	}
	if after == nil {
		return nil
	}
	want := map[string]int{}
	for at, was := range net {
		now := plainAir(r.server.do(t, "block", fields{"x": at.x, "y": at.y, "z": at.z})["text"].(string))
		want[fateOf(was, now)]++
	}
	t.Logf("%-40s put back: %s, %v (%s)", p.goal, task.State, after.Outcome, task.Reason)
	if !maps.Equal(want, after.Outcome) {
		t.Errorf("%q on %s: put back says %v, and the server shows %v: %s\n%s", p.goal, r.version, after.Outcome, want, task.Reason, r.tells())
		good = false
	}
	if !good {
		return nil
	}
	return want
}

// fateOf is what became of a cell that was changed, by what stands there now.
func fateOf(was change, now string) string {
	open := func(state string) bool {
		return game.IsAir(state) || slices.Contains([]string{"water", "lava"}, game.BlockName(state))
	}
	switch {
	case now == was.from, open(was.from) && !open(was.to) && open(now):
		return "restored"
	case !open(was.from) && now != was.to && !open(now):
		return "refilled"
	}
	return "missing"
}

// revert makes the world what it was before the player's deeds since some number of them,
// whatever was put back.
func (r *rig) revert(t *testing.T, since int) {
	t.Helper()
	net, _ := r.deeds(t, since)
	for at, was := range net {
		name, props, _ := strings.Cut(strings.TrimSuffix(was.from, "]"), "[")
		with := fields{}
		for _, pair := range strings.FieldsFunc(props, func(c rune) bool { return c == ',' }) {
			key, value, _ := strings.Cut(pair, "=")
			with[key] = value
		}
		if now := r.server.do(t, "block", fields{"x": at.x, "y": at.y, "z": at.z})["text"]; now != was.from {
			r.server.do(t, "setblock", fields{"x": at.x, "y": at.y, "z": at.z, "block": cmp.Or(name, game.Air), "properties": with})
		}
	}
}
