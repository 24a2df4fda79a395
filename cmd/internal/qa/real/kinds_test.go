// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
)

// kindCase is a goal as a person types it, with what the observer must have
// seen. Its name is the kind of action that it shows, or what else it is about.
type kindCase struct {
	name string
	goal string
	// list is a list of actions instead, beside the goal that is typed for its kind.
	list []fields
	// late sends the world late and slowly and has the bot join anew.
	late  bool
	give  map[string]int
	setUp func(t *testing.T, r *rig)
	// during runs while the goal is on its way.
	during func(t *testing.T, r *rig, o *observer)
	judge  func(t *testing.T, r *rig, o *observer)
	// saw are the least gains of the observer's counts, server those of the
	// server's own, carries what is truly held at the end.
	saw, server, carries map[string]int
	// unhurt wants the bot not to have been burnt, drowned or killed on the way.
	unhurt bool
	// failing cases fail on some runs still: they are played when asked for
	// with -real.failing, and docs/BODIES.md names them.
	failing bool
	// chased has the observer stay near the bot: it sees blocks of 80 blocks around.
	chased bool
	// limit is the most that it may take; 0 means goalTime.
	limit time.Duration
	// picture is the file of docs/images that make bot-images takes at its end, from
	// so many turns of the wheel nearer.
	picture string
	zoom    int
}

// kindCases have a goal for every kind of action. What makes a table comes
// before what would use one that stands already.
var kindCases = []kindCase{
	{
		name: "goto", goal: "go to 24 64 20", late: true,
		judge: func(t *testing.T, _ *rig, o *observer) {
			until(t, patience, "the observer to see the bot there", func() bool {
				p := o.player(t)
				return math.Hypot(p["x"].(float64)-24.5, p["z"].(float64)-20.5) <= 3.5
			})
		},
	},
	{
		name: "mine", goal: "mine 2 oak logs", late: true,
		setUp: func(t *testing.T, r *rig) { r.set(t, 10, 64, 4, "oak_log"); r.set(t, 12, 64, 4, "oak_log") },
		saw:   map[string]int{"gone:oak_log": 2}, server: map[string]int{"dug:oak_log": 2}, carries: map[string]int{"oak_log": 2},
	},
	{
		name: "place", goal: "place 3 dirt", give: map[string]int{"dirt": 3},
		saw: map[string]int{"block:dirt": 3}, server: map[string]int{"placed:dirt": 3},
	},
	{
		name: "craft", goal: "make a wooden pickaxe", give: map[string]int{"oak_planks": 9},
		saw: map[string]int{"block:crafting_table": 1}, server: map[string]int{"placed:crafting_table": 1}, carries: map[string]int{"wooden_pickaxe": 1},
	},
	{
		name: "smelt", goal: "cook 2 beef", late: true, give: map[string]int{"beef": 2, "coal": 1, "furnace": 1},
		saw: map[string]int{"block:furnace": 1}, server: map[string]int{"placed:furnace": 1}, carries: map[string]int{"cooked_beef": 2},
	},
	{
		name: "interact", goal: "open the oak fence gate at 10 64 6", late: true,
		setUp: func(t *testing.T, r *rig) { r.set(t, 10, 64, 6, "oak_fence_gate") },
		judge: func(t *testing.T, r *rig, o *observer) {
			for _, c := range []*control{o.control, r.server.control} {
				until(t, patience, c.name+" to see the gate open", func() bool {
					props, _ := c.do(t, "block", fields{"x": 10, "y": 64, "z": 6})["properties"].(map[string]any)
					return fmt.Sprint(props["open"]) == "true"
				})
			}
		},
	},
	{
		name: "chat", goal: "say hello everybody", saw: map[string]int{"said:" + player + ":hello everybody": 1},
	},
	{
		name: "collect", goal: "get an egg", late: true,
		setUp: func(t *testing.T, r *rig) {
			r.server.do(t, "drop", fields{"item": "egg", "x": 14.5, "y": 64, "z": 4.5})
		},
		saw: map[string]int{"collected:" + player + ":egg": 1}, carries: map[string]int{"egg": 1},
	},
	{
		name: "equip", goal: "wear an iron helmet", late: true, give: map[string]int{"iron_helmet": 1},
		saw: map[string]int{"wears:iron_helmet": 1},
		judge: func(t *testing.T, r *rig, _ *observer) {
			if worn := r.server.at(t, 39); worn != "iron_helmet" {
				t.Errorf("%q is worn on the head", worn)
			}
		},
	},
	{
		name: "consume", goal: "eat bread", give: map[string]int{"bread": 1},
		setUp: func(t *testing.T, r *rig) { r.server.do(t, "vitals", fields{"player": player, "food": 12}) },
		saw:   map[string]int{"spent:bread": 1},
		judge: func(t *testing.T, r *rig, _ *observer) {
			if food, _ := r.server.do(t, "player", fields{"player": player})["food"].(float64); food < 16 {
				t.Errorf("the player's hunger is %v after bread", food)
			}
		},
	},
	{
		name: "attack", goal: "kill 1 zombie", give: map[string]int{"stone_sword": 1}, // farther off than it sees clearly
		setUp: func(t *testing.T, r *rig) {
			r.server.do(t, "mob", fields{"mob": "zombie", "x": 60.5, "y": 64, "z": 8.5})
		},
		saw: map[string]int{"died:zombie": 1}, server: map[string]int{"killed:zombie": 1},
	},
	{
		name: "a bow", goal: "kill 1 skeleton", give: map[string]int{"stone_sword": 1, "bow": 1, "arrow": 24},
		setUp: func(t *testing.T, r *rig) {
			r.server.do(t, "mob", fields{"mob": "skeleton", "x": 22.5, "y": 64, "z": 6.5})
		},
		saw: map[string]int{"died:skeleton": 1, "spawned:arrow": 1}, server: map[string]int{"killed:skeleton": 1, "hit:skeleton": 1},
	},
	{
		name: "drop", goal: "drop 3 dirt", late: true, give: map[string]int{"dirt": 3},
		saw: map[string]int{"spawned:item": 1},
		judge: func(t *testing.T, r *rig, _ *observer) {
			if n := lies(r.server.do(t, "drops", nil))["dirt"]; n != 3 {
				t.Errorf("%d dirt lie there", n)
			}
		},
	},
	{
		name: "deposit", goal: "put 3 dirt in the chest at 10 64 6", give: map[string]int{"dirt": 5},
		setUp:   func(t *testing.T, r *rig) { r.chestOf(t) },
		carries: map[string]int{"dirt": 2},
		judge:   func(t *testing.T, r *rig, o *observer) { r.holds(t, o, "dirt", 3) },
	},
	{
		name: "withdraw", goal: "take 3 bread from the chest at 10 64 6", late: true,
		setUp:   func(t *testing.T, r *rig) { r.chestOf(t, fields{"item": "bread", "count": 5}) },
		carries: map[string]int{"bread": 3},
		judge:   func(t *testing.T, r *rig, o *observer) { r.holds(t, o, "bread", 2) },
	},
	{
		name: "look", goal: "look at " + onlooker, late: true,
		judge: func(t *testing.T, _ *rig, o *observer) {
			until(t, patience, "the observer to be looked at", func() bool { return o.player(t)["aside"].(float64) <= 10 })
		},
	},
	{
		name: "use", goal: "fill a bucket with water", late: true, give: map[string]int{"bucket": 1},
		setUp: func(t *testing.T, r *rig) { r.pond(t) },
		saw:   map[string]int{"gone:water": 1}, server: map[string]int{"filled:water": 1}, carries: map[string]int{"water_bucket": 1},
	},
	{
		name: "wait", goal: "wait 5 seconds", late: true,
		during: func(t *testing.T, r *rig, o *observer) {
			whole := func(more string) *regexp.Regexp {
				return regexp.MustCompile(` action \{"type":"wait","seconds":5\} ` + more)
			}
			until(t, patience, "the wait to begin", func() bool { return r.told(whole("")) })
			from := o.player(t)
			until(t, patience, "the wait to end", func() bool { return r.told(whole("[a-z]")) })
			// By Minehand's own clock: what a busy machine tells late it still dates rightly.
			d := r.when(t, whole("[a-z]")).Sub(r.when(t, whole("")))
			if d < 0 { // past midnight
				d += 24 * time.Hour
			}
			if d < 4900*time.Millisecond {
				t.Errorf("the wait was over after %s", d)
			}
			if to := o.player(t); math.Hypot(to["x"].(float64)-from["x"].(float64), to["z"].(float64)-from["z"].(float64)) > 1 {
				t.Errorf("the observer saw the bot go from %v to %v", from, to)
			}
		},
	},
	{
		name: "till", goal: "till 3 dirt", late: true, give: map[string]int{"iron_hoe": 1},
		saw: map[string]int{"block:farmland": 3}, server: map[string]int{"tilled:grass_block": 3},
	},
	{
		name: "plant", goal: "plant wheat", give: map[string]int{"wheat_seeds": 1},
		setUp: func(t *testing.T, r *rig) { r.set(t, 10, 63, 6, "farmland") },
		saw:   map[string]int{"block:wheat": 1}, server: map[string]int{"planted:wheat": 1},
	},
	{
		name: "harvest", goal: "plant wheat and harvest it", give: map[string]int{"wheat_seeds": 1, "iron_hoe": 1},
		during: func(t *testing.T, r *rig, o *observer) {
			planted, gone := o.count(t, "block:wheat"), o.count(t, "gone:wheat")
			until(t, goalTime, "the observer to see wheat planted", func() bool { return o.count(t, "block:wheat") > planted })
			until(t, patience, "the plan to wait for the wheat", func() bool { return r.told(waits) })
			r.ripens(t)
			until(t, goalTime, "the observer to see the ripe wheat harvested", func() bool { return o.count(t, "gone:wheat") > gone })
		},
		saw: map[string]int{"block:wheat": 1, "gone:wheat": 1}, server: map[string]int{"planted:wheat": 1, "dug:wheat": 1}, carries: map[string]int{"wheat": 1},
	},
	{
		name: "ripe carrots by a list", list: []fields{{"type": "harvest", "target": "carrots", "quantity": 2}},
		setUp: func(t *testing.T, r *rig) {
			for x := 10; x < 12; x++ {
				r.set(t, x, 63, 6, "farmland")
				r.server.do(t, "setblock", fields{"x": x, "y": 64, "z": 6, "block": "carrots", "properties": fields{"age": 7}})
			}
		},
		saw: map[string]int{"gone:carrots": 2}, server: map[string]int{"dug:carrots": 2},
	},
	{
		name: "bone meal by a list", list: []fields{{"type": "use", "item": "bone_meal", "x": 10, "y": 64, "z": 6}}, give: map[string]int{"bone_meal": 1},
		setUp: func(t *testing.T, r *rig) {
			r.set(t, 10, 63, 6, "farmland")
			r.set(t, 10, 64, 6, "wheat")
		},
		judge: func(t *testing.T, _ *rig, o *observer) {
			until(t, patience, "the observer to see the wheat grown", func() bool {
				props, _ := o.do(t, "block", fields{"x": 10, "y": 64, "z": 6})["properties"].(map[string]any)
				return fmt.Sprint(props["age"]) != "0"
			})
		},
	},
	{
		name: "breed", goal: "breed 2 sheep", late: true, give: map[string]int{"wheat": 2},
		setUp: func(t *testing.T, r *rig) { r.herd(t, "sheep", 2) },
		saw:   map[string]int{"spawned:sheep": 1}, server: map[string]int{"fed:sheep": 2, "born:sheep": 1},
		judge: func(t *testing.T, _ *rig, o *observer) {
			until(t, patience, "the observer to see one young sheep", func() bool {
				young := 0
				for _, e := range o.entities(t, "sheep") {
					if e["young"] == true {
						young++
					}
				}
				return young == 1
			})
		},
	},
	{
		name: "shear", goal: "shear 2 sheep", late: true, give: map[string]int{"shears": 1},
		setUp: func(t *testing.T, r *rig) { r.herd(t, "sheep", 2) },
		saw:   map[string]int{"spawned:item": 2}, server: map[string]int{"shorn:sheep": 2},
	},
	{
		name: "milk", goal: "milk a cow", late: true, give: map[string]int{"bucket": 1},
		setUp:  func(t *testing.T, r *rig) { r.herd(t, "cow", 1) },
		saw:    map[string]int{"held:milk_bucket": 1},
		server: map[string]int{"milked:cow": 1},
	},
	{
		name: "fish", goal: "catch 1 fish", late: true, give: map[string]int{"fishing_rod": 1},
		setUp: func(t *testing.T, r *rig) { r.pond(t) },
		saw:   map[string]int{"spawned:fishing_bobber": 1},
	},
	{
		name: "enchant", goal: "enchant my pickaxe", late: true, give: map[string]int{"iron_pickaxe": 1, "lapis_lazuli": 2},
		setUp: func(t *testing.T, r *rig) {
			r.set(t, 12, 64, 4, "enchanting_table")
			r.set(t, 14, 64, 4, "bookshelf")
			r.server.do(t, "levels", fields{"player": player, "level": 4})
		},
		server: map[string]int{"enchanted:iron_pickaxe": 1}, carries: map[string]int{"iron_pickaxe": 1, "lapis_lazuli": 1},
		judge: func(t *testing.T, r *rig, _ *observer) {
			if level := r.server.do(t, "player", fields{"player": player})["level"]; level != 3.0 {
				t.Errorf("the player is of level %v", level)
			}
		},
	},
	{
		name: "travel", goal: "get 2 quartz", late: true, give: map[string]int{"iron_pickaxe": 1},
		setUp:   func(t *testing.T, r *rig) { r.server.do(t, "portal", fields{"x": 6, "y": 65, "z": 4}) },
		server:  map[string]int{"travelled:the_nether": 1, "travelled:overworld": 1, "dug:nether_quartz_ore": 2},
		carries: map[string]int{"quartz": 2},
		judge: func(t *testing.T, r *rig, _ *observer) {
			if d := r.server.do(t, "player", fields{"player": player})["dimension"]; d != "overworld" {
				t.Errorf("the player is in %v", d)
			}
			r.server.do(t, "fill", fields{"x": 4, "y": 64, "z": 3, "x2": 9, "y2": 69, "z2": 5, "block": "air"})
		},
	},
	{
		name: "smith", goal: "get a netherite pickaxe", give: map[string]int{"diamond_pickaxe": 1, "netherite_ingot": 1},
		setUp: func(t *testing.T, r *rig) {
			r.set(t, 12, 64, 4, "smithing_table")
			if r.version != "1.16.5" { // since 1.20
				r.give(t, "netherite_upgrade_smithing_template", 1)
			}
		},
		server: map[string]int{"smithed:netherite_pickaxe": 1}, carries: map[string]int{"netherite_pickaxe": 1},
	},
	{
		name: "barter", goal: "barter with piglins for 8 gravel", give: map[string]int{"gold_ingot": 64, "golden_boots": 1},
		setUp: func(t *testing.T, r *rig) {
			r.server.do(t, "portal", fields{"x": 6, "y": 65, "z": 4})
			r.server.do(t, "mob", fields{"mob": "piglin", "x": 6.5, "y": 64, "z": 6.5, "dimension": "the_nether"})
		},
		server: map[string]int{"travelled:the_nether": 1, "bartered:piglin": 1}, limit: 10 * time.Minute,
		judge: func(t *testing.T, r *rig, _ *observer) {
			r.server.do(t, "fill", fields{"x": 4, "y": 64, "z": 3, "x2": 9, "y2": 69, "z2": 5, "block": "air"})
		},
	},
	{
		name: "trade", goal: "sell 40 wheat", give: map[string]int{"wheat": 44},
		setUp: func(t *testing.T, r *rig) {
			offers := []any{[]any{"carrot", 22, "emerald", 1, 16}, []any{"wheat", 20, "emerald", 1, 16}}
			r.server.do(t, "mob", fields{"mob": "villager", "x": 6.5, "y": 64, "z": 6.5, "offers": offers})
		},
		server: map[string]int{"traded:emerald": 2}, carries: map[string]int{"emerald": 2, "wheat": 4},
	},
	{
		name: "brew", goal: "get 3 fire resistance potions", give: map[string]int{"nether_wart": 1, "magma_cream": 1, "blaze_powder": 1},
		setUp: func(t *testing.T, r *rig) {
			r.set(t, 12, 64, 4, "brewing_stand")
			for range 3 {
				r.give(t, "potion", 1)
			}
		},
		server: map[string]int{"brewed:awkward_potion": 1, "brewed:fire_resistance_potion": 1}, carries: map[string]int{"fire_resistance_potion": 3},
	},
	{
		name: "defend", goal: "guard this place for 30 seconds", give: map[string]int{"stone_sword": 1},
		during: func(t *testing.T, r *rig, _ *observer) {
			until(t, patience, "the guard to begin", func() bool { return r.told(regexp.MustCompile(` action \{"type":"defend"`)) })
			r.server.do(t, "mob", fields{"mob": "zombie", "x": 15.5, "y": 64, "z": 8.5})
		},
		saw: map[string]int{"died:zombie": 1}, server: map[string]int{"killed:zombie": 1},
	},
	{
		name: "shelter after the last goal", goal: "get 1 dirt", late: true,
		setUp: func(t *testing.T, r *rig) {
			r.server.do(t, "setblock", fields{"x": 30, "y": 64, "z": 8, "block": "red_bed", "properties": fields{"part": "head"}})
		},
		judge: func(t *testing.T, r *rig, _ *observer) { // the body was started with --after shelter
			until(t, patience, "the bot to go to a bed", func() bool {
				p, _ := r.server.do(t, "player", fields{"player": player})["position"].(map[string]any)
				return strings.Contains(r.body.out.text(), "the last goal is over: going to the bed") && p["x"].(float64) > 20
			})
			r.set(t, 30, 64, 8, "air") // the one that it sleeps in later is its own
		},
	},
	{
		name: "sleep", goal: "sleep", give: map[string]int{"white_bed": 1},
		setUp: func(t *testing.T, r *rig) { r.server.do(t, "time", fields{"time": 14000}) },
		saw:   map[string]int{"slept:" + player: 1}, server: map[string]int{"slept:" + player: 1},
		judge: func(t *testing.T, _ *rig, o *observer) {
			until(t, patience, "the observer's clock to show the morning", func() bool {
				at, _ := o.do(t, "time", nil)["time"].(float64)
				return at < 12542
			})
		},
	},
	{
		name: "follow", picture: "bot-follow.png", zoom: 9, goal: "follow " + onlooker + " for 30 seconds",
		during: func(t *testing.T, r *rig, o *observer) {
			from := o.player(t)["x"].(float64)
			for step := 1; step <= 8; step++ {
				r.server.do(t, "teleport", fields{"player": onlooker, "x": 12.5 + 2*float64(step), "y": 64, "z": 6.5})
				// It comes after, or the walk is too quick for it: the end tells.
				over := time.Now().Add(2 * time.Second)
				for time.Now().Before(over) && o.player(t)["distance"].(float64) > 5 {
					time.Sleep(100 * time.Millisecond)
				}
			}
			until(t, patience, "the observer to see the bot near, some way on", func() bool {
				p := o.player(t)
				return p["distance"].(float64) <= 6 && p["x"].(float64)-from >= 8
			})
		},
	},
	{
		name: "explore", goal: "find a village", late: true,
		setUp: func(t *testing.T, r *rig) { r.set(t, 90, 66, 30, "bell") },
		judge: func(t *testing.T, r *rig, _ *observer) {
			p, _ := r.server.do(t, "player", fields{"player": player})["position"].(map[string]any)
			if x, z := p["x"].(float64), p["z"].(float64); math.Hypot(x-90, z-30) > 66 {
				t.Errorf("the bell is said to be in sight from %.0f %.0f", x, z)
			}
		},
	},
	{
		name: "build", picture: "bot-wall.png", zoom: 9, goal: "build a 5x3 wall of cobblestone", give: map[string]int{"cobblestone": 15},
		saw: map[string]int{"block:cobblestone": 15}, server: map[string]int{"placed:cobblestone": 15},
		judge: func(t *testing.T, r *rig, o *observer) {
			var at []fields
			for y := 64; y < 67; y++ { // where it stands is the plan's choice
				for x := 0; x < 18; x++ {
					for z := 0; z < 18; z++ {
						if o.block(t, x, y, z) == "cobblestone" {
							at = append(at, fields{"x": x, "y": y, "z": z})
						}
					}
				}
			}
			if len(at) != 15 {
				t.Errorf("the observer sees %d blocks of the wall", len(at))
			}
			for _, p := range at {
				p["block"] = "air"
				r.server.do(t, "setblock", p)
			}
		},
	},
}

// TestTheTableOfKinds holds docs/BODIES.md to the catalogue and to the cases
// here: every kind has a row with a yes for every tested version, whether a goal of it is
// played on Minestom, and the goal that is typed for it, which is played in each; for half of them the world comes in late.
func TestTheTableOfKinds(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "docs", "BODIES.md"))
	if err != nil {
		t.Fatal(err)
	}
	here := map[string]kindCase{}
	for _, c := range kindCases {
		here[c.name] = c
	}
	kinds, late := 0, 0
	head := "| kind | " + strings.Join(versions, " | ") + " | Minestom " + minestomVersion + " | the goal as it is typed |"
	if !strings.Contains(string(text), head) {
		t.Errorf("the table does not begin with %s", head)
	}
	for _, k := range game.Catalogue() {
		if k.Local {
			continue
		}
		c, ok := here[string(k.Kind)]
		if !ok || c.goal == "" || c.failing {
			t.Errorf("%s has no goal that is typed, always played and judged", k.Kind)
			continue
		}
		other := "not tried"
		if slices.ContainsFunc(minestomPlays, func(p minestomPlay) bool { return p.kind == k.Kind && !p.refused }) {
			other = "yes"
		}
		row := "| " + string(k.Kind) + strings.Repeat(" | yes", len(versions)) + " | " + other + " | `" + c.goal + "` |"
		if !strings.Contains(string(text), "\n"+row+"\n") {
			t.Errorf("the table has no row %s", row)
		}
		if c.late {
			late++
		}
		kinds++
	}
	if 2*late < kinds {
		t.Errorf("the world comes in late for %d of %d kinds only", late, kinds)
	}
}

// TestKinds plays a goal for every kind of action. A second player looks on and
// judges from its packets.
func TestKinds(t *testing.T) {
	t.Parallel()
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			t.Parallel()
			r, o := playCases(t, v, kindCases, rigArgs{body: []string{"--after", "shelter"}})
			t.Run("an observer thrown out is back", func(t *testing.T) {
				n := o.seen("watching")
				r.server.do(t, "kick", fields{"player": onlooker})
				until(t, patience, "the observer to look on again", func() bool { return o.seen("watching") > n })
			})
			t.Run("what is said to the bot", func(t *testing.T) { r.fresh(t); r.hears(t, o) })
		})
	}
}

// playCases plays cases one after the other in a game of their own, with a second
// player who looks on.
func playCases(t *testing.T, version string, cases []kindCase, args rigArgs) (*rig, *observer) {
	t.Helper()
	r := newRig(t, version, args)
	o := r.server.observe(t, version, 14.5, 66, 14.5)
	for _, c := range cases {
		if c.failing && !*failing {
			continue
		}
		if !t.Run(c.name, func(t *testing.T) { r.fresh(t); c.run(t, r, o) }) && r.gone() {
			t.Fatal("a process is gone")
		}
	}
	if list := r.server.faults(); len(list) > 0 {
		t.Errorf("faults of the game server: %v", list)
	}
	return r, o
}

// hears has the second player speak to the bot: Minehand is told of each line,
// with who said it.
func (r *rig) hears(t *testing.T, o *observer) {
	t.Helper()
	o.do(t, "say", fields{"text": player + ", get 2 oak logs"})
	want := fmt.Sprintf(`"sender":%q,"message":%q`, onlooker, player+", get 2 oak logs")
	until(t, patience, "Minehand to be told "+want, func() bool { return r.told(regexp.MustCompile(regexp.QuoteMeta(want))) })
}

// waits is the start of a wait of minutes.
var waits = regexp.MustCompile(`"wait".*"seconds":\d{3,}`)

// told reports whether an event of the task at hand fits.
func (r *rig) told(want *regexp.Regexp) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.ContainsFunc(r.story, want.MatchString)
}

// when is the moment of the first event of the task at hand that fits.
func (r *rig) when(t *testing.T, want *regexp.Regexp) time.Time {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.story, want.MatchString)
	if i < 0 {
		t.Fatalf("no event fits %s", want)
	}
	clock, _, _ := strings.Cut(r.story[i], " ")
	at, err := time.Parse("15:04:05.0", clock)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// run plays one case.
func (c *kindCase) run(t *testing.T, r *rig, o *observer) {
	s := r.server
	s.do(t, "time", fields{"time": 1000})
	s.do(t, "teleport", fields{"player": onlooker, "x": 14.5, "y": 66, "z": 14.5})
	s.do(t, "fill", fields{"x": 2, "y": 63, "z": 2, "x2": 16, "y2": 63, "z2": 11, "block": "grass_block"})
	s.do(t, "fill", fields{"x": 2, "y": 64, "z": 2, "x2": 16, "y2": 65, "z2": 9, "block": "air"})
	if c.setUp != nil {
		c.setUp(t, r)
	}
	for item, n := range c.give {
		r.give(t, item, n)
	}
	saw, did := map[string]int{}, map[string]int{}
	for what := range c.saw {
		saw[what] = o.count(t, what)
	}
	for what := range c.server {
		did[what] = s.count(t, what)
	}
	harm := func() int {
		n := s.seen("death")
		for _, why := range []string{"lava", "fire", "burning", "drown"} {
			n += s.count(t, "hurt:"+why)
		}
		return n
	}
	before := harm()
	r.settle(t, o)
	if c.late {
		r.slowChunks(t)
		r.rejoin(t)
	}
	settings := map[string]any(nil)
	if c.list != nil {
		settings = map[string]any{"actions": c.list}
	}
	id := r.send(t, c.goal, settings)
	if c.during != nil {
		c.during(t, r, o)
	}
	if c.chased {
		r.chase(t, id, max(c.limit, goalTime))
	}
	r.completeWithin(t, id, max(c.limit, goalTime))
	if _, is := game.Lookup(game.Kind(c.name)); is { // its event may come after the answer that the task has ended
		did := regexp.MustCompile(` action \{"type":"` + c.name + `".*\} (confirmed|claimed)`)
		until(t, patience, "a "+c.name+" to be carried out", func() bool { return r.told(did) })
	}
	r.carries(t, c.carries)
	for what, n := range c.saw {
		until(t, patience, fmt.Sprintf("the observer to see %d %s", n, what), func() bool { return o.count(t, what)-saw[what] >= n })
	}
	for what, n := range c.server {
		if got := s.count(t, what) - did[what]; got < n {
			t.Errorf("the server counts %d %s, not %d", got, what, n)
		}
	}
	if n := harm() - before; c.unhurt && n > 0 {
		t.Errorf("the player was burnt, drowned or killed %d times", n)
	}
	if c.picture != "" && *pictures != "" {
		// No tree stands before what is to be seen.
		s.do(t, "fill", fields{"x": 0, "y": 64, "z": 10, "x2": 16, "y2": 71, "z2": 15, "block": "air"})
		r.picture(t, c.picture, c.zoom)
	}
	if c.judge != nil {
		c.judge(t, r, o)
	}
}

// settle has the body report at the place where cases begin, and the observer
// know the ground there. A body that is idle for some seconds, as on a machine that
// starves it, goes to its bed (--after shelter); an observer that was thrown out is
// back before the world around it is.
func (r *rig) settle(t *testing.T, o *observer) {
	t.Helper()
	until(t, patience, "the observer to know the ground", func() bool {
		return !slices.ContainsFunc([][2]int{{0, 0}, {31, 0}, {0, 31}, {31, 31}}, func(at [2]int) bool {
			return o.do(t, "block", fields{"x": at[0], "y": 63, "z": at[1]})["block"] == nil
		})
	})
	until(t, patience, "the bot to stand where cases begin", func() bool {
		r.refresh(t) // a task ends its way
		p, _ := r.server.do(t, "player", fields{"player": player})["position"].(map[string]any)
		if x, z := p["x"].(float64), p["z"].(float64); math.Hypot(x-8.5, z-8.5) < 3 {
			return true
		}
		r.home(t)
		return false
	})
}

// chase keeps the observer over the bot until the task ended.
func (r *rig) chase(t *testing.T, id string, limit time.Duration) {
	t.Helper()
	x, z := 14.5, 14.5
	until(t, limit, "the task to end", func() bool {
		p, _ := r.server.do(t, "player", fields{"player": player})["position"].(map[string]any)
		if px, pz := p["x"].(float64), p["z"].(float64); math.Hypot(px-x, pz-z) > 24 {
			x, z = px, pz
			r.server.do(t, "teleport", fields{"player": onlooker, "x": x, "y": 70, "z": z})
		}
		_, over := r.task(t, id)
		return over
	})
}

// failing has the cases played that fail on some runs.
var failing = flag.Bool("real.failing", false, "play the cases that fail on some runs too")

// pictures has the viewer's page photographed where a case has a picture.
var pictures = flag.String("real.pictures", "", "folder for pictures of what the bot sees (make bot-images)")

var watchAt = regexp.MustCompile(`watch the bot at (http://\S+)`)

// picture photographs the viewer's page, from so many turns of the wheel nearer and degrees
// around it; nothing is judged by it.
func (r *rig) picture(t *testing.T, name string, view ...int) {
	t.Helper()
	all := watchAt.FindAllStringSubmatch(r.body.out.text(), -1)
	if len(all) == 0 {
		t.Fatal("the body shows no page")
	}
	args := []string{filepath.Join(root, "bot", "test", "picture.ts"), all[len(all)-1][1], filepath.Join(*pictures, name)}
	for _, n := range view {
		args = append(args, strconv.Itoa(n))
	}
	cmd := exec.Command(node, args...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("the picture %s: %v\n%s", name, err, out)
	}
}

// set puts one block.
func (r *rig) set(t *testing.T, x, y, z int, block string) {
	t.Helper()
	r.server.do(t, "setblock", fields{"x": x, "y": y, "z": z, "block": block})
}

// at is what lies in a slot of the player's inventory.
func (s *server) at(t *testing.T, slot int) string {
	t.Helper()
	list, _ := s.do(t, "inventory", fields{"player": player})["items"].([]any)
	for _, e := range list {
		if m, _ := e.(map[string]any); m["slot"] == float64(slot) {
			return fmt.Sprint(m["item"])
		}
	}
	return ""
}

// chestOf puts a chest with something in it before the bot.
func (r *rig) chestOf(t *testing.T, items ...fields) {
	t.Helper()
	r.set(t, 10, 64, 6, "chest")
	list := []any{}
	for _, i := range items {
		list = append(list, i)
	}
	r.server.do(t, "chest", fields{"x": 10, "y": 64, "z": 6, "items": list})
}

// holds wants the chest to hold so many of one item and nothing else: by the
// server, and by the observer, who opens it.
func (r *rig) holds(t *testing.T, o *observer, item string, n int) {
	t.Helper()
	r.server.do(t, "teleport", fields{"player": onlooker, "x": 12.5, "y": 64, "z": 6.5})
	for who, have := range map[string]map[string]int{"the server": r.server.chest(t, 10, 64, 6), "the observer": sum(o.do(t, "contents", fields{"x": 10, "y": 64, "z": 6}))} {
		if have[item] != n || len(have) != 1 {
			t.Errorf("%s sees %v in the chest", who, have)
		}
	}
}

// pond puts water before the bot.
func (r *rig) pond(t *testing.T) {
	t.Helper()
	r.server.do(t, "fill", fields{"x": 12, "y": 63, "z": 2, "x2": 16, "y2": 63, "z2": 6, "block": "water"})
}

// herd puts animals before the bot.
func (r *rig) herd(t *testing.T, mob string, n int) {
	t.Helper()
	for i := range n {
		r.server.do(t, "mob", fields{"mob": mob, "x": 10.5 + 2*float64(i), "y": 64, "z": 4.5})
	}
}

// entities are those of a kind that the observer sees.
func (o *observer) entities(t *testing.T, kind string) []map[string]any {
	t.Helper()
	var out []map[string]any
	list, _ := o.do(t, "entities", fields{"kind": kind})["entities"].([]any)
	for _, e := range list {
		if m, ok := e.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}

// player is the bot as the observer sees it.
func (o *observer) player(t *testing.T) answer {
	t.Helper()
	return o.do(t, "player", fields{"name": player})
}
