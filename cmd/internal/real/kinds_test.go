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
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// kindCase is a goal as a person types it, with what the observer must have
// seen; where no sentence is read for it, a list of actions.
type kindCase struct {
	name string
	goal string
	list []fields
	// late sends the world late and slowly and has the bot join anew.
	late  bool
	give  map[string]int
	setUp func(t *testing.T, r *rig)
	// during runs while the goal is on its way.
	during func(t *testing.T, r *rig, o *observer)
	judge  func(t *testing.T, r *rig, o *observer)
	// saw are the least gains of the observer's counts, server those of the
	// server's own.
	saw, server map[string]int
	// unhurt wants the bot not to have been burnt, drowned or killed on the way.
	unhurt bool
	// failing cases fail on some runs still: they are played when asked for
	// with -real.failing, and docs/BODIES.md names them.
	failing bool
	// picture is the file of docs/images that make bot-images takes at its end.
	picture string
}

// bare is how far from the spawn the world of TestKinds has no iron.
const bare = "50"

var kindCases = []kindCase{
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
		name: "harvest", list: []fields{{"type": "harvest", "target": "carrots", "quantity": 2}}, late: true,
		setUp: func(t *testing.T, r *rig) {
			for x := 10; x < 12; x++ {
				r.set(t, x, 63, 6, "farmland")
				r.server.do(t, "setblock", fields{"x": x, "y": 64, "z": 6, "block": "carrots", "properties": fields{"age": 7}})
			}
		},
		saw: map[string]int{"gone:carrots": 2}, server: map[string]int{"dug:carrots": 2},
	},
	{
		name: "breed", goal: "breed 2 sheep", give: map[string]int{"wheat": 2},
		setUp: func(t *testing.T, r *rig) { r.herd(t, "sheep", 2) },
		saw:   map[string]int{"spawned:sheep": 1}, server: map[string]int{"fed:sheep": 2, "born:sheep": 1},
		judge: func(t *testing.T, _ *rig, o *observer) {
			young := 0
			for _, e := range o.entities(t, "sheep") {
				if e["young"] == true {
					young++
				}
			}
			if young != 1 {
				t.Errorf("the observer sees %d young sheep", young)
			}
		},
	},
	{
		name: "shear", goal: "shear 2 sheep", late: true, give: map[string]int{"shears": 1},
		setUp: func(t *testing.T, r *rig) { r.herd(t, "sheep", 2) },
		saw:   map[string]int{"spawned:item": 2}, server: map[string]int{"shorn:sheep": 2},
	},
	{
		name: "milk", goal: "milk a cow", give: map[string]int{"bucket": 1},
		setUp:  func(t *testing.T, r *rig) { r.herd(t, "cow", 1) },
		saw:    map[string]int{"held:milk_bucket": 1},
		server: map[string]int{"milked:cow": 1},
	},
	{
		name: "fish", goal: "catch 1 fish", late: true, give: map[string]int{"fishing_rod": 1},
		setUp: func(t *testing.T, r *rig) {
			r.server.do(t, "fill", fields{"x": 12, "y": 63, "z": 2, "x2": 16, "y2": 63, "z2": 6, "block": "water"})
		},
		saw: map[string]int{"spawned:fishing_bobber": 1},
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
		name: "sleep", picture: "bot-sleep.png", goal: "sleep", give: map[string]int{"white_bed": 1},
		setUp: func(t *testing.T, r *rig) { r.server.do(t, "time", fields{"time": 14000}) },
		saw:   map[string]int{"slept:" + player: 1}, server: map[string]int{"slept:" + player: 1},
		judge: func(t *testing.T, _ *rig, o *observer) {
			if at, _ := o.do(t, "time", nil)["time"].(float64); at >= 12542 {
				t.Errorf("the observer's clock shows %v", at)
			}
		},
	},
	{
		name: "follow", picture: "bot-follow.png", goal: "follow " + onlooker + " for 30 seconds",
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
		name: "iron from below", failing: true, picture: "bot-iron.png", goal: "get 3 iron ingots", late: true, // no iron within 50 blocks: bare
		saw: map[string]int{"gone:iron_ore": 3}, server: map[string]int{"dug:iron_ore": 3},
		judge: func(t *testing.T, r *rig, _ *observer) { r.carries(t, map[string]int{"iron_ingot": 3}) },
	},
	{
		name: "a mine at the ore's height", failing: true, goal: "mine 1 gold ore", give: map[string]int{"iron_pickaxe": 1}, unhurt: true,
		setUp: func(t *testing.T, r *rig) {
			r.set(t, 76, 52, 8, "gold_ore") // farther than it sees; lava lies between
			r.server.do(t, "fill", fields{"x": 26, "y": 51, "z": 7, "x2": 27, "y2": 54, "z2": 9, "block": "lava"})
		},
		saw: map[string]int{"gone:gold_ore": 1}, server: map[string]int{"dug:gold_ore": 1},
	},
	{
		name: "a widening walk", failing: true, goal: "mine 1 pumpkin", late: true,
		setUp: func(t *testing.T, r *rig) { r.set(t, 95, 64, 20, "pumpkin") },
		saw:   map[string]int{"gone:pumpkin": 1}, server: map[string]int{"dug:pumpkin": 1},
		judge: func(t *testing.T, r *rig, _ *observer) { r.carries(t, map[string]int{"pumpkin": 1}) },
	},
	{
		name: "a foe far off", goal: "kill 1 zombie", give: map[string]int{"stone_sword": 1},
		setUp: func(t *testing.T, r *rig) {
			r.server.do(t, "mob", fields{"mob": "zombie", "x": 60.5, "y": 64, "z": 8.5})
		},
		saw: map[string]int{"died:zombie": 1}, server: map[string]int{"killed:zombie": 1},
	},
	{
		name: "plant and harvest", goal: "plant wheat and harvest it", give: map[string]int{"wheat_seeds": 1, "iron_hoe": 1},
		during: func(t *testing.T, r *rig, o *observer) {
			planted, gone := o.count(t, "block:wheat"), o.count(t, "gone:wheat")
			until(t, goalTime, "the observer to see wheat planted", func() bool { return o.count(t, "block:wheat") > planted })
			r.server.do(t, "advance", fields{"ticks": 7 * 600})
			// It waits by the clock for what takes the game an hour: the player, who sees that it is ripe, says so.
			until(t, patience, "the plan to wait for the wheat", func() bool { return r.told(waits) })
			if err := r.c.Call(t.Context(), "skip-action", view.OfBody{}, nil); err != nil {
				t.Fatal(err)
			}
			until(t, goalTime, "the observer to see the ripe wheat harvested", func() bool { return o.count(t, "gone:wheat") > gone })
		},
		saw: map[string]int{"block:wheat": 1, "gone:wheat": 1}, server: map[string]int{"planted:wheat": 1, "dug:wheat": 1},
		judge: func(t *testing.T, r *rig, _ *observer) { r.carries(t, map[string]int{"wheat": 1}) },
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
		name: "build", picture: "bot-wall.png", goal: "build a 5x3 wall of cobblestone", give: map[string]int{"cobblestone": 15},
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
	{
		name: "use", late: true, list: []fields{{"type": "use", "item": "bone_meal", "x": 10, "y": 64, "z": 6}}, give: map[string]int{"bone_meal": 1},
		setUp: func(t *testing.T, r *rig) {
			r.set(t, 10, 63, 6, "farmland")
			r.set(t, 10, 64, 6, "wheat")
		},
		judge: func(t *testing.T, _ *rig, o *observer) {
			props, _ := o.do(t, "block", fields{"x": 10, "y": 64, "z": 6})["properties"].(map[string]any)
			if age := fmt.Sprint(props["age"]); age == "0" {
				t.Errorf("the observer sees wheat of age %s", age)
			}
		},
	},
}

// TestTheTableOfKinds holds docs/BODIES.md to the catalogue and to the cases
// here: every kind has a row, for every tested version, that names its test.
func TestTheTableOfKinds(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "docs", "BODIES.md"))
	if err != nil {
		t.Fatal(err)
	}
	here := map[string]bool{}
	for _, c := range kindCases {
		here[c.name] = true
	}
	head := "| kind | " + strings.Join(versions, " | ") + " | seen by |"
	if !strings.Contains(string(text), head) {
		t.Errorf("the table does not begin with %s", head)
	}
	for _, k := range game.Catalogue() {
		if k.Local {
			continue
		}
		row := regexp.MustCompile(`(?m)^\| ` + string(k.Kind) + ` (\| yes )+\| (Test\w+) \|$`).FindStringSubmatch(string(text))
		if row == nil {
			t.Errorf("%s has no row", k.Kind)
		} else if (row[2] == "TestKinds") != here[string(k.Kind)] {
			t.Errorf("%s: the row names %s", k.Kind, row[2])
		}
	}
}

// TestKinds plays a goal for every kind of action that works on fields,
// animals and places. A second player looks on and judges from its packets.
func TestKinds(t *testing.T) {
	t.Parallel()
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			t.Parallel()
			args := rigArgs{server: []string{"--bare", bare}, body: []string{"--after", "shelter"}}
			if *pictures != "" {
				args.body = append(args.body, "--viewer", "auto")
			}
			r := newRig(t, v, args)
			o := r.server.observe(t, v, 14.5, 66, 14.5)
			for _, c := range kindCases {
				if c.failing && !*failing {
					continue
				}
				if !t.Run(c.name, func(t *testing.T) { r.fresh(t); c.run(t, r, o) }) && r.gone() {
					t.Fatal("a process is gone")
				}
			}
			t.Run("what is said to the bot", func(t *testing.T) { r.fresh(t); r.hears(t, o) })
			if list := r.server.faults(); len(list) > 0 {
				t.Errorf("faults of the game server: %v", list)
			}
		})
	}
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

func (c *kindCase) run(t *testing.T, r *rig, o *observer) {
	s := r.server
	s.do(t, "time", fields{"time": 1000})
	s.do(t, "teleport", fields{"player": onlooker, "x": 14.5, "y": 66, "z": 14.5})
	s.do(t, "fill", fields{"x": 2, "y": 63, "z": 2, "x2": 16, "y2": 63, "z2": 11, "block": "grass_block"})
	s.do(t, "fill", fields{"x": 9, "y": 64, "z": 2, "x2": 16, "y2": 65, "z2": 7, "block": "air"})
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
	r.refresh(t)
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
	r.complete(t, id)
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
		r.picture(t, c.picture)
	}
	if c.judge != nil {
		c.judge(t, r, o)
	}
}

// failing has the cases played that fail on some runs.
var failing = flag.Bool("real.failing", false, "play the cases that fail on some runs too")

// pictures has the viewer's page photographed where a case has a picture.
var pictures = flag.String("real.pictures", "", "folder for pictures of what the bot sees (make bot-images)")

var watchAt = regexp.MustCompile(`watch the bot at (http://\S+)`)

// picture photographs the viewer's page; nothing is judged by it.
func (r *rig) picture(t *testing.T, name string) {
	t.Helper()
	all := watchAt.FindAllStringSubmatch(r.body.out.text(), -1)
	if len(all) == 0 {
		t.Fatal("the body shows no page")
	}
	cmd := exec.Command(node, filepath.Join(root, "bot", "test", "picture.ts"), all[len(all)-1][1], filepath.Join(*pictures, name))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("the picture %s: %v\n%s", name, err, out)
	}
}

// set puts one block.
func (r *rig) set(t *testing.T, x, y, z int, block string) {
	t.Helper()
	r.server.do(t, "setblock", fields{"x": x, "y": y, "z": z, "block": block})
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
