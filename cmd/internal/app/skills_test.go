// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner/blueprint/blueprinttest"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/fault"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// skilled are skills as they are asked for in the embedded world, with what is held.
var skilled = []struct {
	goal string
	held map[string]int
	// made counts what it leaves, by block; air is what is dug.
	made map[string]int
	// check says what is wrong with it beyond its cells; nil for nothing to look at.
	check func(seen map[game.Cell]string, lit func(game.Cell) int, made []game.Change) string
}{
	{"build a house of oak planks", map[string]int{"oak_planks": 130, "oak_door": 1, "torch": 1}, map[string]int{"oak_planks": 119, "oak_door": 1, "torch": 1}, sound},
	{"build a 5x5 hut of cobblestone", map[string]int{"cobblestone": 71, "oak_door": 1, "torch": 1}, map[string]int{"cobblestone": 69 + 2, "oak_door": 1, "torch": 1}, sound},
	{"fence this area", map[string]int{"oak_fence": 40, "oak_fence_gate": 1}, map[string]int{"oak_fence": 31, "oak_fence_gate": 1}, nil},
	{"dig a 3x3x2 hole", map[string]int{"iron_shovel": 1}, map[string]int{"air": 18}, nil},
	{"dig a 6 long staircase down", map[string]int{"iron_pickaxe": 1}, map[string]int{"air": 15}, nil},
	{"light up 8 blocks around", map[string]int{"torch": 20}, nil, bright},
	{"build a bridge of dirt", map[string]int{"dirt": 12}, map[string]int{"dirt": 6}, nil},
	{"clear a 5x5 area", map[string]int{"iron_axe": 1}, map[string]int{"air": 6}, nil},
	{"make a 5x5 wheat field", fieldHeld, fieldMade, nil},
	{"harvest the wheat", nil, map[string]int{"air": 9}, nil},
	{"harvest the carrots", nil, map[string]int{"air": 9}, nil},
	{"build hall.litematic here", hallHeld, hallMade, nil},
	{"build a tower of cobblestone", map[string]int{"cobblestone": 140, "torch": 1}, towerMade, enterable},
	{"build a hut of cobblestone with a bed, a chest and windows", furnishedHeld, furnishedMade, sound},
	{"build a house of oak planks with a crafting table and a furnace inside and a fence around it", yardHeld, yardMade, sound},
	{"build a 6 long, 3 wide bridge of dirt with a railing", railedHeld, map[string]int{"dirt": 18, "oak_fence": 12}, nil},
	{"build a castle of cobblestone", map[string]int{"cobblestone": 520, "torch": 8, "oak_fence_gate": 1}, castleMade, castled},
	{"build a 5x5 hut of cobblestone with two floors, a bed, a chest and windows", storeyHeld, storeyMade, twoStoreyed},
	{"dig a 5 long, 3 wide, 3 high tunnel", map[string]int{"iron_pickaxe": 1}, map[string]int{"air": 45}, nil},
	{"build a ring of dirt with a radius of 2", map[string]int{"dirt": 20}, map[string]int{"dirt": 12}, nil},
	{"build a 3x3x3 cube of dirt", map[string]int{"dirt": 30}, map[string]int{"dirt": 27}, nil},
	{"build a 5x5 roof of oak planks", map[string]int{"oak_planks": 40}, map[string]int{"oak_planks": 37}, nil},
	{"build 4 long stairs up of dirt", map[string]int{"dirt": 12}, map[string]int{"dirt": 7}, nil},
	{"fill this hole with dirt", map[string]int{"dirt": 12}, map[string]int{"dirt": 8}, nil},
}

// A hut of 71 blocks has three windows in them; a bed is one block here. A house of 7x7 has a yard of 13x13.
var (
	furnishedMade = map[string]int{"cobblestone": 68, "glass": 3, "white_bed": 1, "chest": 1, "oak_door": 1, "torch": 1}
	furnishedHeld = map[string]int{"cobblestone": 70, "glass": 3, "white_bed": 1, "chest": 1, "oak_door": 1, "torch": 1}
	yardMade      = map[string]int{"oak_planks": 119, "oak_fence": 47, "oak_fence_gate": 1, "crafting_table": 1, "furnace": 1, "torch": 1}
	yardHeld      = map[string]int{
		"oak_planks": 120, "oak_fence": 48, "oak_fence_gate": 1, "crafting_table": 1, "furnace": 1, "oak_door": 1, "torch": 1,
	}
	storeyHeld = map[string]int{"cobblestone": 140, "glass": 6, "white_bed": 1, "chest": 1, "oak_door": 1, "torch": 2, "ladder": 4}
	storeyMade = map[string]int{"cobblestone": 137, "glass": 6, "white_bed": 1, "chest": 1, "oak_door": 1, "torch": 2, "ladder": 4}
	railedHeld = map[string]int{"dirt": 24, "oak_fence": 12}
)

// castleMade is a court of 13x13 with four lights, and four towers of 3x3 with one each.
var castleMade = map[string]int{"cobblestone": 262, "torch": 8, "oak_fence_gate": 1}

// towerMade is a tower of 5x5, 8 high: 16 around, without the doorway and each second block on top.
var towerMade = map[string]int{"cobblestone": 118, "torch": 1}

// A field, and enough for one of which a plot is trampled.
var (
	fieldMade = map[string]int{"farmland": 24, "wheat": 24, "water": 1, "oak_fence": 23, "oak_fence_gate": 1}
	fieldHeld = map[string]int{"wheat_seeds": 25, "iron_hoe": 1, "water_bucket": 1, "oak_fence": 24, "oak_fence_gate": 1}
)

// The hall of blueprinttest: what it takes and leaves.
var (
	hallMade = map[string]int{"cobblestone": 81, "oak_log": 25, "oak_planks": 188, "oak_slab": 7, "oak_stairs": 1, "torch": 2, "oak_door": 1}
	hallHeld = map[string]int{"cobblestone": 90, "oak_log": 27, "oak_planks": 190, "oak_slab": 8, "oak_stairs": 2, "torch": 4, "oak_door": 2}
)

// aField is soil with nine ripe plants of a crop and one that was just sown.
func aField(crop string) map[game.Pos]string {
	blocks := map[game.Pos]string{{X: 8, Y: 63, Z: 7}: "farmland", {X: 8, Y: 64, Z: 7}: crop + "[age=0]"}
	for i := range 9 {
		x, z := 5+i%3, 7+i/3
		blocks[game.Pos{X: x, Y: 63, Z: z}] = "farmland"
		blocks[game.Pos{X: x, Y: 64, Z: z}] = crop + "[age=7]"
	}
	return blocks
}

// sound finds what is wrong with a house: a way in beside the door, or a dark floor.
func sound(seen map[game.Cell]string, lit func(game.Cell) int, made []game.Change) string {
	var torch, door game.Cell
	for _, c := range made {
		switch at := (game.Cell{X: c.X, Y: c.Y, Z: c.Z}); {
		case c.To == "torch":
			torch = at
		case strings.HasSuffix(c.To, "_door"):
			door = at
		}
	}
	// From the torch on air goes wherever nothing stands; over the door hangs its upper half.
	room := []game.Cell{torch}
	for i := 0; i < len(room); i++ {
		at := room[i]
		if len(room) > 200 {
			return "it is open"
		}
		if seen[game.Cell{X: at.X, Y: at.Y - 1, Z: at.Z}] == "grass_block" && lit(at) < 8 {
			return "a floor of it is dark"
		}
		for _, d := range [...]game.Cell{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}} {
			next := game.Cell{X: at.X + d.X, Y: at.Y + d.Y, Z: at.Z + d.Z}
			free := game.IsAir(seen[next]) || seen[next] == "torch"
			if free && next != (game.Cell{X: door.X, Y: door.Y + 1, Z: door.Z}) && !slices.Contains(room, next) {
				room = append(room, next)
			}
		}
	}
	if before := (game.Cell{X: door.X, Y: door.Y, Z: door.Z - 1}); !game.IsAir(seen[before]) {
		return "something stands before the door"
	}
	return ""
}

// twoStoreyed says what is wrong with a house of two storeys: it is no sound one, or nobody gets up to its bed.
func twoStoreyed(seen map[game.Cell]string, lit func(game.Cell) int, made []game.Change) string {
	for _, c := range made {
		if at := (game.Cell{X: c.X, Y: c.Y, Z: c.Z}); strings.HasSuffix(game.BlockName(c.To), "_bed") && seen[at.Plus(game.Cell{Y: -5})] == "air" {
			return "the bed is not upstairs"
		}
		if top := (game.Cell{X: c.X, Y: c.Y + 1, Z: c.Z}); game.BlockName(c.To) == "ladder" && game.BlockName(seen[top]) != "ladder" && !game.IsAir(seen[top]) {
			return "the ladder ends at " + seen[top]
		}
	}
	return sound(seen, lit, made)
}

// enterable says what stands between a tower's torch and the ground before its doorway.
func enterable(seen map[game.Cell]string, _ func(game.Cell) int, made []game.Change) string {
	for _, c := range made {
		for in := range 4 {
			for up := range 2 {
				at := game.Cell{X: c.X, Y: c.Y + up, Z: c.Z - in}
				if c.To == "torch" && in+up > 0 && !game.IsAir(seen[at]) {
					return "no way in: " + seen[at]
				}
			}
		}
	}
	return ""
}

// castled says what is wrong with a castle: a way in beside the gate, a tower without one, or a dark floor.
func castled(seen map[game.Cell]string, lit func(game.Cell) int, made []game.Change) string {
	var torches, court []game.Cell
	for _, c := range made {
		if c.To == "torch" {
			torches = append(torches, game.Cell{X: c.X, Y: c.Y, Z: c.Z})
		}
	}
	court = append(court, torches[0])
	for i := 0; i < len(court); i++ { // on foot: past whatever a body can stand in
		at := court[i]
		if len(court) > 200 {
			return "it is open"
		}
		if lit(at) < 8 {
			return "it is dark at " + at.In("").String()
		}
		for _, d := range [...]game.Cell{{X: 1}, {X: -1}, {Z: 1}, {Z: -1}} {
			next := at.Plus(d)
			free := (game.IsAir(seen[next]) || seen[next] == "torch") && game.IsAir(seen[next.Plus(game.Cell{Y: 1})])
			if free && !slices.Contains(court, next) {
				court = append(court, next)
			}
		}
	}
	for _, torch := range torches {
		if !slices.Contains(court, torch) {
			return "nobody gets to " + torch.In("").String()
		}
	}
	return ""
}

// bright finds a dark floor within eight blocks of the middle of the torches' world.
func bright(seen map[game.Cell]string, lit func(game.Cell) int, _ []game.Change) string {
	for c, block := range seen {
		up, down := game.Cell{X: c.X, Y: c.Y + 1, Z: c.Z}, game.Cell{X: c.X, Y: c.Y - 1, Z: c.Z}
		if game.IsAir(block) && game.IsAir(seen[up]) && seen[down] == "grass_block" && lit(c) < 8 {
			return "it is dark at " + c.In("").String()
		}
	}
	return ""
}

// TestSkillsInTheEmbeddedWorld: each is asked for in words, planned, done, and its cells are
// what they are to be; where somebody takes a block of it away before it is looked at, that is
// seen and mended.
func TestSkillsInTheEmbeddedWorld(t *testing.T) {
	b, c := reading(t)
	folder := filepath.Join(b.settings.data, blueprintFolder)
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "hall.litematic"), blueprinttest.Litematic(blueprinttest.Hall()), 0o600); err != nil {
		t.Fatal(err)
	}
	for i, skill := range skilled {
		if raced.On && i%3 > 0 {
			continue
		}
		for _, damaged := range []bool{false, true} {
			name := strings.ReplaceAll(skill.goal, " ", "-")
			faults := fault.Plan{}
			if damaged {
				name += "-damaged"
				faults.Moments = []fault.Moment{{Action: 1, What: fault.Damage}}
			}
			t.Run(name, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				var running sync.WaitGroup
				defer running.Wait()
				defer cancel()
				with := sim.Config{Seed: int64(i + 3), Inventory: skill.held, At: &game.Pos{X: 2, Z: 8}, Blocks: map[game.Pos]string{}}
				for z := range 16 {
					switch skill.goal { // what it is done to
					case "build a bridge of dirt", "build a 6 long, 3 wide bridge of dirt with a railing":
						for x := 4; x < 10; x++ {
							with.Blocks[game.Pos{X: x, Y: 63, Z: z}] = "water"
						}
					case "dig a 5 long, 3 wide, 3 high tunnel":
						for x := 3; x < 9; x++ {
							for y := range 4 {
								with.Blocks[game.Pos{X: x, Y: 64 + y, Z: z}] = "stone"
							}
						}
					case "harvest the wheat":
						maps.Copy(with.Blocks, aField("wheat"))
					case "harvest the carrots":
						maps.Copy(with.Blocks, aField("carrots"))
					case "fill this hole with dirt":
						if z >= 7 && z <= 8 {
							for x := 4; x <= 5; x++ {
								with.Blocks[game.Pos{X: x, Y: 63, Z: z}], with.Blocks[game.Pos{X: x, Y: 62, Z: z}] = "", ""
							}
						}
					case "clear a 5x5 area":
						if z >= 7 && z <= 8 {
							for y := range 3 {
								with.Blocks[game.Pos{X: 4, Y: 64 + y, Z: z}] = "oak_log"
							}
						}
					}
				}
				w := embedded(ctx, t, b, &running, name, with, faults)
				here := w.Facts().Position.Block()
				task := given(ctx, t, c, name, skill.goal)
				var over *view.Task
				found := false
				next(t, c, "the end", func(e view.Event) bool {
					if e.Action != nil && e.TaskID == task && e.Action.Failure != nil {
						found = found || strings.Contains(e.Action.Failure.Message, "a look shows")
						t.Log(e.Action.Failure.Message)
					}
					over = e.Task
					return e.TaskID == task && over != nil && over.State.Ended()
				})
				if over.State != view.TaskComplete {
					t.Fatalf("it ended %s: %s", over.State, over.Reason)
				}
				if strings.Contains(strings.TrimSuffix(over.Reason, "."), "built.") {
					t.Errorf("it ends with the name of a message: %s", over.Reason)
				}
				if damaged && !found {
					t.Error("nobody saw that somebody had taken a block of it away")
				}
				made := w.Altered()
				count := map[string]int{}
				for _, c := range made {
					count[c.To]++
				}
				for block, n := range skill.made {
					if count[block] != n {
						t.Errorf("%d cells hold %s, want %d: %v", count[block], block, n, count)
					}
				}
				if skill.check == nil {
					return
				}
				box := game.Box{From: game.Cell{X: here.X - 15, Y: here.Y - 8, Z: here.Z - 15}, To: game.Cell{X: here.X + 15, Y: here.Y + 8, Z: here.Z + 15}}
				if skill.goal == "light up 8 blocks around" {
					box = game.Box{From: game.Cell{X: here.X - 8, Y: here.Y - 2, Z: here.Z - 8}, To: game.Cell{X: here.X + 8, Y: here.Y + 3, Z: here.Z + 8}}
				}
				s := w.Survey(game.Survey{Box: &box, What: []string{game.SurveyBlocks, game.SurveyLight}})
				seen, cells := map[game.Cell]string{}, game.Cells{}
				cells.Add(&s)
				for p, state := range cells {
					seen[game.CellOf(p)] = state
				}
				var levels []int
				for _, run := range s.Light {
					levels = append(levels, slices.Repeat([]int{run[0]}, run[1])...)
				}
				if fault := skill.check(seen, func(c game.Cell) int { return levels[box.Index(c)] }, made); fault != "" {
					t.Error(fault)
				}
			})
		}
	}
}

// TestAFieldIsHarvestedAndReplanted: what is ripe is taken in and stands anew where it stood, and
// the young plant stays; a field without anything ripe is refused with what grows there.
func TestAFieldIsHarvestedAndReplanted(t *testing.T) {
	t.Run("beside it", func(t *testing.T) { harvestedAndReplanted(t, game.Pos{X: 2, Z: 8}, "harvest my field and replant it") })
	t.Run("behind a walk", func(t *testing.T) {
		harvestedAndReplanted(t, game.Pos{X: 60, Z: 8}, "go to 2 8 and harvest the wheat and replant it")
	})
}

func harvestedAndReplanted(t *testing.T, from game.Pos, goal string) {
	b, c := reading(t)
	var running sync.WaitGroup
	defer running.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := embedded(ctx, t, b, &running, "farmer", sim.Config{Seed: 3, At: &from, Blocks: aField("wheat"), Inventory: map[string]int{"wheat": 2}}, fault.Plan{})
	over := howEnded(ctx, t, c, "farmer", goal)
	if over.State != view.TaskComplete {
		t.Fatalf("it ended %s: %s", over.State, over.Reason)
	}
	if n := w.Facts().Inventory["wheat"]; n != 11 {
		t.Errorf("%d wheat are held, want 9 more than the 2", n)
	}
	young := 0
	box := game.Box{From: game.Cell{X: 5, Y: 64, Z: 7}, To: game.Cell{X: 8, Y: 64, Z: 9}}
	s, cells := w.Survey(game.Survey{Box: &box, What: []string{game.SurveyBlocks}}), game.Cells{}
	cells.Add(&s)
	for _, state := range cells {
		if game.BlockName(state) == "wheat" && game.BlockProperty(state, "age") != "7" {
			young++
		}
	}
	if young != 10 {
		t.Errorf("%d young plants stand, want 10: %v", young, cells)
	}
	over = howEnded(ctx, t, c, "farmer", "harvest my field")
	if over.State == view.TaskComplete || !strings.Contains(over.Reason, "10 plants are growing") {
		t.Errorf("with nothing ripe it ended %s: %s", over.State, over.Reason)
	}
}

// TestDoorsAreLeftAsTheyAreAskedToBe: what stands so already is left alone, whatever the wood of
// the nearest and the language, and the end says what was seen.
func TestDoorsAreLeftAsTheyAreAskedToBe(t *testing.T) {
	b, c := reading(t)
	var running sync.WaitGroup
	defer running.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	door := game.Pos{X: 5, Y: 64, Z: 7}
	w := embedded(ctx, t, b, &running, "porter", sim.Config{Seed: 3, At: &game.Pos{X: 2, Z: 8}, Blocks: map[game.Pos]string{
		door: "spruce_door", {X: 11, Y: 64, Z: 8}: "oak_door", {X: 8, Y: 64, Z: 9}: "lever",
	}}, fault.Plan{})
	for _, asked := range []struct{ goal, ends, stands string }{
		{"shut the door", "spruce door shut already", "open=false"},
		{"open the door", "spruce door open", "open=true"},
		{"open the door please", "spruce door open already", "open=true"},
		{"mach die Tür zu", "spruce door shut", "open=false"},
		{"close the spruce door", "spruce door shut already", "open=false"},
		{"打开门", "spruce door open", "open=true"},
		{"turn the lever on", "lever on", "open=true"},
		{"switch on the lever", "lever on already", "open=true"},
	} {
		over := howEnded(ctx, t, c, "porter", asked.goal)
		if over.State != view.TaskComplete || !strings.Contains(over.Reason, asked.ends) || strings.Contains(over.Reason, "already") != strings.Contains(asked.ends, "already") {
			t.Errorf("%s: it ended %s: %s", asked.goal, over.State, over.Reason)
		}
		s, cells := w.Survey(game.Survey{Box: &game.Box{From: game.CellOf(door), To: game.CellOf(door)}}), game.Cells{}
		if cells.Add(&s); cells[game.CellOf(door).In("overworld")] != "spruce_door["+asked.stands+"]" {
			t.Errorf("%s: it stands %v", asked.goal, cells)
		}
	}
}

// TestABuildCountsWhatItPlaces: what stood before and what is only to be free is counted neither
// while it is built nor at the end.
func TestABuildCountsWhatItPlaces(t *testing.T) {
	b, c := reading(t)
	var running sync.WaitGroup
	defer running.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := embedded(ctx, t, b, &running, "mason", sim.Config{Seed: 3, At: &game.Pos{X: 2, Z: 8}, Blocks: map[game.Pos]string{
		{X: 5, Y: 64, Z: 7}: "cobblestone", {X: 7, Y: 64, Z: 7}: "cobblestone",
	}, Inventory: map[string]int{"cobblestone": 200, "oak_door": 1, "torch": 1}}, fault.Plan{})
	for _, goal := range []string{"build a 5x3 wall of cobblestone at 5 64 7", "build a hut of cobblestone"} {
		before := w.Facts().Inventory
		task := given(ctx, t, c, "mason", goal)
		var over *view.Task
		most := 0
		next(t, c, "the end", func(e view.Event) bool {
			if e.Action != nil && e.Action.Total != nil {
				most = *e.Action.Total
				if e.Action.Placed != nil && *e.Action.Placed != most {
					t.Errorf("%s: %d of %d are placed", goal, *e.Action.Placed, most)
				}
			}
			over = e.Task
			return e.TaskID == task && over != nil && over.State.Ended()
		})
		placed := 0
		for item, n := range before {
			placed += n - w.Facts().Inventory[item]
		}
		if over.State != view.TaskComplete || over.Clauses[0].Want != placed || over.Clauses[0].Have != placed || most != placed {
			t.Errorf("%s: %d are placed, and it ends %s with %d of %d, the last action with %d: %s",
				goal, placed, over.State, over.Clauses[0].Have, over.Clauses[0].Want, most, over.Reason)
		}
	}
}

// TestAFenceGoesBeside: where something stands around the player, the fence is built where there is
// room, and the plan says where.
func TestAFenceGoesBeside(t *testing.T) {
	b, c := reading(t)
	var running sync.WaitGroup
	defer running.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	blocks := map[game.Pos]string{}
	for x := range 3 {
		blocks[game.Pos{X: 3 + 2*x, Y: 64, Z: 9}] = "cobblestone"
	}
	w := embedded(ctx, t, b, &running, "herder", sim.Config{
		Seed: 3, At: &game.Pos{X: 2, Z: 8}, Blocks: blocks, Inventory: map[string]int{"oak_fence": 40, "oak_fence_gate": 1},
	}, fault.Plan{})
	task := given(ctx, t, c, "herder", "fence this area")
	said := false
	var over *view.Task
	next(t, c, "the end", func(e view.Event) bool {
		if e.Round != nil {
			said = said || strings.Contains(strings.Join(e.Round.Plan.Notices, " "), "built beside, around ")
		}
		over = e.Task
		return e.TaskID == task && over != nil && over.State.Ended()
	})
	if over.State != view.TaskComplete || !said {
		t.Errorf("it ended %s: %s; it says where: %v", over.State, over.Reason, said)
	}
	fences := 0
	for _, c := range w.Altered() {
		if c.From == "cobblestone" {
			t.Errorf("it broke what stood there: %+v", c)
		}
		if c.To == "oak_fence" {
			fences++
		}
	}
	if fences != 31 {
		t.Errorf("%d fences stand, want 31", fences)
	}
}

// TestItRunsAway: from the nearest monster in view.
func TestItRunsAway(t *testing.T) {
	b, c := reading(t)
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	embedded(ctx, t, b, &running, "w1", sim.Config{}, fault.Plan{})
	state := func() view.State {
		s, err := c.GetState(ctx, view.OfBody{Instance: "w1"})
		if err != nil || s.Position == nil || s.Nearby == nil {
			t.Fatalf("its state is %+v, %v", s, err)
		}
		return s
	}
	before := state()
	i := slices.IndexFunc(before.Nearby.Entities, func(s game.Sight) bool { return s.Name == "bogged" })
	if i < 0 {
		t.Fatalf("no bogged is in view: %v", before.Nearby.Entities)
	}
	foe := before.Nearby.Entities[i].At()
	over := howEnded(ctx, t, c, "w1", "run away")
	if was, now := before.Position.Distance(foe), state().Position.Distance(foe); over.State != view.TaskComplete || now < was+10 {
		t.Errorf("%s: %s; it was %.0f blocks away, now %.0f", over.State, over.Reason, was, now)
	}
}

// howEnded is how a goal ended.
func howEnded(ctx context.Context, t *testing.T, c *client.Client, body, goal string) *view.Task {
	t.Helper()
	task := given(ctx, t, c, body, goal)
	var over *view.Task
	next(t, c, "the end", func(e view.Event) bool {
		over = e.Task
		return e.TaskID == task && over != nil && over.State.Ended()
	})
	return over
}

// TestChestsAreSorted: what lies in several chests is brought together, with nothing lost when it
// is broken off by a lost answer or a lost line.
func TestChestsAreSorted(t *testing.T) {
	for name, faults := range map[string]fault.Plan{
		"": {}, "lost": {Moments: []fault.Moment{{Action: 6, What: fault.Lose}}},
		"cut": {Moments: []fault.Moment{{Action: 6, What: fault.Disconnect, For: time.Second}}},
	} {
		t.Run(name, func(t *testing.T) { chestsAreSorted(t, faults) })
	}
}

func chestsAreSorted(t *testing.T, faults fault.Plan) {
	b, c := reading(t)
	var running sync.WaitGroup
	defer running.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	places := []game.Pos{{X: 5, Y: 64, Z: 7}, {X: 5, Y: 64, Z: 9}, {X: 8, Y: 64, Z: 8}}
	with := sim.Config{Seed: 3, At: &game.Pos{X: 2, Z: 8}, Blocks: map[game.Pos]string{}, Inventory: map[string]int{"dirt": 7}}
	for i, block := range []string{"chest", "barrel", "chest"} {
		places[i].Dimension = "overworld"
		with.Blocks[places[i]] = block
	}
	w := embedded(ctx, t, b, &running, "keeper", with, faults)
	byHand := func(f func(h *sim.Hands)) {
		t.Helper()
		until(t, "the hands to be free", func() bool { return w.ByHand(f) == nil })
	}
	fill := func(i int, stacks ...sim.Held) {
		byHand(func(h *sim.Hands) {
			for k := range h.Chest(places[i]) {
				h.SetChest(places[i], k, sim.Held{})
			}
			for k, s := range stacks {
				h.SetChest(places[i], k, s)
			}
		})
	}
	holds := func(want ...map[string]int) {
		t.Helper()
		byHand(func(h *sim.Hands) {
			for i := range places {
				got := map[string]int{}
				for _, s := range h.Chest(places[i]) {
					if s.Count > 0 {
						got[s.Item] += s.Count
					}
				}
				if !maps.Equal(got, want[i]) {
					t.Errorf("the chest at %s holds %v, want %v", places[i], got, want[i])
				}
			}
		})
		if n := w.Facts().Inventory["dirt"]; n != 7 {
			t.Errorf("%d dirt are held, want the 7 of its own", n)
		}
	}
	fill(0, sim.Held{Item: "dirt", Count: 64}, sim.Held{Item: "dirt", Count: 30}, sim.Held{Item: "stone", Count: 5}, sim.Held{Item: "bread", Count: 2})
	fill(1, sim.Held{Item: "stone", Count: 40}, sim.Held{Item: "dirt", Count: 9}, sim.Held{Item: "iron_pickaxe", Count: 1})
	fill(2, sim.Held{Item: "bread", Count: 12}, sim.Held{Item: "iron_pickaxe", Count: 1}, sim.Held{Item: "iron_pickaxe", Count: 1})
	sorted := []map[string]int{{"dirt": 103}, {"stone": 45}, {"bread": 14, "iron_pickaxe": 3}}
	if over := howEnded(ctx, t, c, "keeper", "sort my chests"); over.State != view.TaskComplete {
		t.Fatalf("it ended %s: %s", over.State, over.Reason)
	}
	holds(sorted...)
	if over := howEnded(ctx, t, c, "keeper", "organize the storage"); over.State != view.TaskComplete {
		t.Errorf("sorted chests ended %s: %s", over.State, over.Reason)
	}
	holds(sorted...)
}
