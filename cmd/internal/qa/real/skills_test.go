// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"cmp"
	"context"
	"flag"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/blueprint"
	"github.com/minehand/minehand/planner/blueprint/blueprinttest"
	"github.com/minehand/minehand/ui/view"
)

// work is a skill that the bot carries out, with what it needs and what the server has to show.
type work struct {
	name, goal string
	give       map[string]int
	// ground is what stands there when it begins.
	ground []box
	// before is what else is so then; nil for nothing.
	before func(t *testing.T, r *rig)
	judge  func(t *testing.T, r *rig, done map[spot]change)
	// during happens while it is done; nil for nothing.
	during func(t *testing.T, r *rig, id string)
	// picture is the file of docs/images that make bot-images takes of it, from so many turns
	// of the wheel nearer and degrees around it.
	picture    string
	zoom, turn int
	// harm is what a second client does to it in TestDamagedSkills; spoil where that is not done to a cell of it.
	harm  harm
	spoil func(t *testing.T, r *rig, o *observer)
	// seen is what shows that the damage was seen, where that is not a look at the cells; it
	// is what the task ends by if it cannot be mended.
	seen  *regexp.Regexp
	fails bool
}

// harm is damage by a second client, to the cell that is farthest from the bot, which has
// still to do elsewhere and does not look there again before the look at the end of the work.
type harm struct {
	// with is what that client holds: a tool takes a block away, a block refills what was dug.
	with string
	// to begins the name of what the cell was made.
	to string
	// after is how many such cells there are when it happens.
	after int
	// then is a block that is put where one was taken away; none where it is empty.
	then string
	// itself: the bot may mend it while it works, before a look.
	itself bool
}

// box are the cells between two corners, all of one block, or of a crop with its age.
type box struct {
	from, to spot
	block    string
}

var allSkills = flag.Bool("real.skills", false, "every skill on both versions, not half of them on each")

// works are what is built, dug and lit.
var works = []work{
	{
		name: "wall", goal: "build a 7x4 wall of cobblestone", give: map[string]int{"cobblestone": 32},
		harm: harm{with: "diamond_pickaxe", to: "cobblestone", after: 2},
		judge: func(t *testing.T, r *rig, done map[spot]change) {
			if n := became(done)["cobblestone"]; n != 28 {
				t.Errorf("%d of 28 blocks stand", n)
			}
		},
	},
	{
		name: "house", goal: "build a house of oak planks", give: map[string]int{"oak_planks": 128, "oak_door": 1, "torch": 4},
		harm: harm{with: "diamond_axe", to: "oak_planks", after: 30}, picture: "bot-house.png", zoom: 6, turn: 150,
		judge: func(t *testing.T, r *rig, done map[spot]change) {
			if n := became(done); n["oak_planks"] != 119 || n["oak_door"] != 2 || n["torch"] < 1 {
				t.Errorf("it made %v", n)
			}
			for at, c := range done {
				if strings.HasPrefix(c.to, "torch") && escapes(at, 72, done) {
					t.Errorf("there is a way out of the house from %v without opening the door", at)
				}
			}
		},
	},
	{
		name: "dirt tower", goal: "build a tower of dirt 7 high", give: map[string]int{"dirt": 160, "cobblestone": 30, "torch": 2},
		judge: func(t *testing.T, r *rig, done map[spot]change) {
			if n := became(done); n["dirt"] < 102 || n["cobblestone"] != 0 {
				t.Errorf("it made %v", n)
			}
			r.carries(t, map[string]int{"cobblestone": 30}) // dug by hand it is gone
		},
	},
	{
		name: "fence", goal: "build a 7x7 pen", give: map[string]int{"oak_fence": 24, "oak_fence_gate": 1},
		harm: harm{with: "diamond_axe", to: "oak_fence", after: 10},
		judge: func(t *testing.T, r *rig, done map[spot]change) {
			if n := became(done); n["oak_fence"] != 23 || n["oak_fence_gate"] != 1 {
				t.Errorf("it made %v", n)
			}
			if escapes(spot{8, 64, 8}, 64, done) {
				t.Error("there is a way out of the pen")
			}
		},
	},
	{
		name: "field", goal: "make a 5x5 wheat field and harvest it",
		give:    map[string]int{"wheat_seeds": 24, "iron_hoe": 1, "water_bucket": 1, "oak_fence": 23, "oak_fence_gate": 1},
		picture: "bot-field.png", zoom: 6, turn: 20,
		during: func(t *testing.T, r *rig, _ string) {
			t.Helper()
			r.duringCount(t, "planted:wheat", r.server.count(t, "planted:wheat"), 24)
			until(t, patience, "the plan to wait for the wheat", func() bool { return r.told(waits) })
			r.ripens(t)
		},
		judge: func(t *testing.T, r *rig, done map[spot]change) {
			if n := became(done); n["farmland"] != 24 || n["water"] != 1 || n["oak_fence"] != 23 || n["oak_fence_gate"] != 1 {
				t.Errorf("it made %v", n)
			}
			for at, c := range done {
				if strings.HasPrefix(c.to, "water") && escapes(spot{at.x, 64, at.z}, 64, done) {
					t.Error("there is a way out of the field")
				}
			}
			r.carries(t, map[string]int{"wheat": 24})
		},
	},
	{
		name: "trampled field", goal: "make a 3x3 wheat field",
		give: map[string]int{"wheat_seeds": 9, "iron_hoe": 1, "water_bucket": 1, "oak_fence": 15, "oak_fence_gate": 1},
		during: func(t *testing.T, r *rig, _ string) {
			t.Helper()
			_, since := r.deeds(t, 0)
			r.duringCount(t, "placed:oak_fence", r.server.count(t, "placed:oak_fence"), 2)
			var soil *spot
			net, _ := r.deeds(t, since)
			for at, c := range net {
				if strings.HasPrefix(c.to, "farmland") {
					soil = &at
				}
			}
			r.set(t, soil.x, soil.y+1, soil.z, game.Air)
			r.set(t, soil.x, soil.y, soil.z, "dirt")
		},
		harm: harm{with: "diamond_pickaxe", to: "wheat", after: 3},
		judge: func(t *testing.T, r *rig, done map[spot]change) {
			seen := "a look shows 31 of 33 blocks"
			if r.server.onlooker != nil { // who takes the wheat alone
				seen = "a look shows 32 of 33 blocks"
			}
			if tells := r.tells(); !strings.Contains(tells, seen) {
				t.Errorf("nobody saw that the field was trampled:\n%s", tells)
			}
			n := map[string]int{}
			for at := range done {
				n[r.server.block(t, at.x, at.y, at.z)]++
			}
			if n["farmland"] != 8 || n["wheat"] != 8 {
				t.Errorf("there stand %v", n)
			}
		},
	},
	{
		name: "harvest", goal: "harvest the wheat and replant it", give: map[string]int{"wheat_seeds": 12},
		ground: ripeField,
		harm:   harm{with: "diamond_pickaxe", to: "wheat", after: 3},
		judge:  func(t *testing.T, r *rig, _ map[spot]change) { r.harvested(t, 0) },
	},
	{
		name: "harvest of two crops", goal: "harvest my field and replant it", give: map[string]int{"wheat_seeds": 6},
		ground: twoCrops,
		harm:   harm{with: "diamond_pickaxe", to: "wheat", after: 3},
		judge: func(t *testing.T, r *rig, _ map[spot]change) {
			for x := 10; x <= 13; x++ {
				want := "wheat"
				if x >= 12 {
					want = "carrots"
				}
				for z := 6; z <= 8; z++ {
					b, _ := r.server.do(t, "block", fields{"x": x, "y": 64, "z": z})["text"].(string)
					if game.BlockName(b) != want || game.BlockProperty(b, "age") == "7" {
						t.Errorf("at %d 64 %d stands %s, not young %s", x, z, b, want)
					}
				}
			}
			r.carries(t, map[string]int{"wheat": 6, "carrot": 6})
		},
	},
	{
		name: "harvest over a death", goal: "harvest my field and replant it", give: map[string]int{"wheat_seeds": 12},
		ground: ripeField,
		during: func(t *testing.T, r *rig, _ string) {
			t.Helper()
			r.duringCount(t, "dug:wheat", r.server.count(t, "dug:wheat"), 4)
			r.server.do(t, "kill", fields{"player": player})
		},
		judge: func(t *testing.T, r *rig, _ map[spot]change) { r.harvested(t, 0) },
	},
	{
		name: "ring", goal: "make a ring of cobblestone, radius 3", give: map[string]int{"cobblestone": 24},
		harm: harm{with: "diamond_pickaxe", to: "cobblestone", after: 8},
		judge: func(t *testing.T, r *rig, done map[spot]change) {
			if n := became(done); n["cobblestone"] != 16 || len(n) != 1 {
				t.Errorf("it made %v", n)
			}
			for at := range done {
				if far := math.Hypot(float64(at.x-8), float64(at.z-8)); at.y != 64 || far < 2.5 || far > 3.5 {
					t.Errorf("a block at %v is not 3 blocks from the middle", at)
				}
			}
		},
	},
	{
		name: "cube", goal: "build a 3x3x3 cube of cobblestone", give: map[string]int{"cobblestone": 30},
		harm: harm{with: "diamond_pickaxe", to: "cobblestone", after: 9},
		judge: func(t *testing.T, r *rig, done map[spot]change) {
			t.Helper()
			filled(t, done, "cobblestone", spot{3, 3, 3})
		},
	},
	{
		name: "roof", goal: "build a 5x5 roof of oak planks", give: map[string]int{"oak_planks": 40, "dirt": 16},
		harm: harm{with: "diamond_axe", to: "oak_planks", after: 12},
		judge: func(t *testing.T, r *rig, done map[spot]change) {
			if n := became(done)["oak_planks"]; n != 4*3+25 {
				t.Errorf("%d of 37 blocks stand", n)
			}
			for x := 6; x <= 10; x++ {
				for z := 6; z <= 10; z++ {
					if b := r.server.block(t, x, 67, z); b != "oak_planks" {
						t.Errorf("%s is over %d %d", b, x, z)
					}
				}
			}
		},
	},
	{
		name: "stairs up", goal: "build 5 long stairs up of cobblestone", give: map[string]int{"cobblestone": 12},
		harm: harm{with: "diamond_pickaxe", to: "cobblestone", after: 3, itself: true},
		judge: func(t *testing.T, r *rig, done map[spot]change) {
			tops := map[int]bool{}
			for at, c := range done {
				if game.BlockName(c.to) == "cobblestone" {
					tops[at.y] = true
				}
			}
			if n := became(done)["cobblestone"]; n != 9 || len(tops) != 5 || !tops[68] {
				t.Errorf("%d of 9 blocks stand, on %d heights: %v", n, len(tops), done)
			}
		},
	},
	{
		name: "filling", goal: "fill this hole with dirt", give: map[string]int{"dirt": 16},
		ground: []box{{spot{11, 62, 7}, spot{12, 63, 9}, "air"}},
		harm:   harm{with: "diamond_shovel", to: "dirt", after: 4},
		judge:  func(t *testing.T, r *rig, done map[spot]change) { t.Helper(); filled(t, done, "dirt", spot{2, 2, 3}) },
	},
	{
		name: "bridge", goal: "build a cobblestone bridge over the gap", give: map[string]int{"cobblestone": 20},
		ground: []box{{spot{10, 61, -2}, spot{15, 63, 20}, "air"}},
		harm:   harm{with: "diamond_pickaxe", to: "cobblestone", after: 3, itself: true},
		judge: func(t *testing.T, r *rig, done map[spot]change) {
			across := false
			for z := -2; z <= 20; z++ {
				all := true
				for x := 10; x <= 15 && all; x++ {
					all = strings.HasPrefix(done[spot{x, 63, z}].to, "cobblestone")
				}
				across = across || all
			}
			if !across {
				t.Errorf("no row of blocks leads over the gap: %v", done)
			}
		},
	},
	{
		name: "tunnel", goal: "dig a 8 long tunnel", give: map[string]int{"stone_pickaxe": 2, "dirt": 8},
		ground: []box{{spot{10, 64, 2}, spot{20, 67, 14}, "stone"}},
		harm:   harm{with: "dirt", to: "air", after: 8, itself: true}, // a dig that goes on sees it; "clear" has the same check
		judge: func(t *testing.T, r *rig, done map[spot]change) {
			for x := 10; x <= 16; x++ {
				for y := 64; y <= 65; y++ {
					if r.server.block(t, x, y, 8) != "air" {
						t.Errorf("%d %d 8 is not dug", x, y)
					}
				}
			}
			if at := r.feet(t); at.x > 10 {
				t.Errorf("it did not come out again: it stands at %v", at)
			}
		},
	},
	{
		name: "staircase", goal: "dig a 4 long staircase", give: map[string]int{"stone_pickaxe": 2, "stone_shovel": 1},
		harm: harm{with: "dirt", to: "air", after: 6, itself: true},
		judge: func(t *testing.T, r *rig, done map[spot]change) {
			if deep := deepest(done); deep != 60 {
				t.Errorf("the lowest cell that it dug is at %d: %v", deep, done)
			}
			if at := r.feet(t); at.y < 63 {
				t.Errorf("it did not come out again: it stands at %v", at)
			}
		},
	},
	{
		name: "hole", goal: "dig a 3x3 hole 2 deep", give: map[string]int{"stone_shovel": 1},
		harm: harm{with: "dirt", to: "air", after: 12, itself: true},
		judge: func(t *testing.T, r *rig, done map[spot]change) {
			if n := became(done)["air"]; n < 18 || deepest(done) != 62 { // and perhaps a step to get out by
				t.Errorf("it dug %d of 18 cells, down to %d", n, deepest(done))
			}
			if at := r.feet(t); at.y < 64 {
				t.Errorf("it stands in the hole, at %v", at)
			}
		},
	},
	{
		name: "clear", goal: "clear a 7x7 area", give: map[string]int{"stone_pickaxe": 1, "stone_axe": 1},
		ground: []box{
			{spot{6, 64, 6}, spot{7, 65, 7}, "stone"},
			{spot{10, 64, 9}, spot{10, 66, 9}, "oak_log"},
			{spot{9, 64, 11}, spot{11, 64, 11}, "poppy"},
		},
		harm: harm{with: "dirt", to: "air", after: 8},
		judge: func(t *testing.T, r *rig, _ map[spot]change) {
			for x := 5; x <= 11; x++ {
				for z := 5; z <= 11; z++ {
					for y := 64; y <= 66; y++ {
						if b := r.server.block(t, x, y, z); b != "air" {
							t.Errorf("%s still stands at %d %d %d", b, x, y, z)
						}
					}
				}
			}
		},
	},
	{
		name: "light", goal: "light up this area", give: map[string]int{"torch": 32},
		harm: harm{with: "diamond_pickaxe", to: "torch", after: 3}, picture: "bot-light.png", zoom: 6, turn: 20,
		judge: func(t *testing.T, r *rig, done map[spot]change) {
			for range 2 { // asked again, it is light already
				placed := r.server.count(t, "placed:torch")
				r.complete(t, r.submit(t, "light up this area"))
				if n := r.server.count(t, "placed:torch") - placed; n > 0 && r.server.onlooker == nil {
					t.Errorf("asked again it set %d more torches", n)
				}
			}
			for x := 0; x <= 16; x++ {
				for z := 0; z <= 16; z++ {
					lit := false
					for at, c := range done { // 14 at the torch, one less a step, and 8 is safe
						lit = lit || strings.HasPrefix(c.to, "torch") && abs(at.x-x)+abs(at.z-z)+abs(at.y-64) <= 6
					}
					if !lit {
						t.Errorf("the floor at %d %d is dark: %v", x, z, done)
						return
					}
				}
			}
		},
	},
	{
		name: "blueprint", goal: "build hall.litematic here",
		give: map[string]int{"cobblestone": 85, "oak_log": 25, "oak_planks": 192, "oak_slab": 7, "oak_stairs": 1, "torch": 2, "oak_door": 1, "dirt": 32},
		harm: harm{with: "diamond_axe", to: "oak_planks", after: 60},
		during: func(t *testing.T, r *rig, _ string) {
			t.Helper()
			r.duringCount(t, "placed:oak_planks", r.server.count(t, "placed:oak_planks"), 60)
			r.serve.kill()
			t.Log("Minehand is killed in the middle")
			r.startServe(t)
			r.awaitBody(t)
		},
		judge: func(t *testing.T, r *rig, done map[spot]change) {
			r.like(t, blueprinttest.Hall(), done)
		},
	},
	{
		name: "shed", goal: "build shed.litematic here", give: shed,
		harm:  harm{with: "diamond_axe", to: "oak_log", after: 11, itself: true},
		judge: shedStands,
	},
	{
		name: "shed with another block", goal: "build shed.litematic here", give: shed,
		harm: harm{with: "diamond_axe", to: "oak_log", after: 11, then: "sandstone"}, // somebody's, who may want it there
		seen: regexp.MustCompile(`sandstone stands at .*: break it first or choose another place; 29 of 30 stand`), fails: true,
		judge: shedStands,
	},
	{
		name: "shed without a spare log", goal: "build shed.litematic here", // one is fetched from a tree, and none from another corner
		give:  map[string]int{"cobblestone": 9, "oak_log": 12, "sponge": 9, "dirt": 16},
		harm:  harm{with: "diamond_axe", to: "oak_log", after: 11, itself: true},
		judge: shedStands,
	},
	{
		name: "shed without a spare sponge", goal: "build shed.litematic here",
		give: map[string]int{"cobblestone": 9, "oak_log": 12, "sponge": 9, "dirt": 16},
		harm: harm{with: "diamond_axe", to: "sponge", after: 8},
		seen: regexp.MustCompile(`no sponge is carried; 29 of 30 stand`), fails: true,
		judge: shedStands,
	},
	{
		name: "guard", goal: "guard this place through the night", give: map[string]int{"iron_sword": 1, "bread": 8},
		before: func(t *testing.T, r *rig) { t.Helper(); r.night(t) },
		during: func(t *testing.T, r *rig, _ string) { t.Helper(); r.besieged(t) },
		judge:  func(t *testing.T, r *rig, _ map[spot]change) { t.Helper(); r.guarded(t) },
		spoil:  func(t *testing.T, r *rig, o *observer) { t.Helper(); r.letIn(t, o) },
		seen:   regexp.MustCompile(`a zombie is still within 8 blocks`), fails: true,
	},
	{
		name: "sort", goal: "sort my chests", ground: threeChests,
		before: func(t *testing.T, r *rig) { t.Helper(); r.fillChests(t) },
		judge:  func(t *testing.T, r *rig, _ map[spot]change) { t.Helper(); r.sortedChests(t) },
		spoil:  func(t *testing.T, r *rig, o *observer) { t.Helper(); r.mixUp(t, o) },
	},
	{
		name: "run away", goal: "run away from the zombie",
		before: func(t *testing.T, r *rig) {
			t.Helper()
			r.server.do(t, "mob", fields{"mob": "zombie", "x": 18.5, "y": 64, "z": 8.5})
		},
		judge: func(t *testing.T, r *rig, _ map[spot]change) {
			if at := r.feet(t); abs(at.x+12) > 7 || abs(at.z-8) > 7 || r.server.seen("death") > r.deaths {
				t.Errorf("it stands at %v", at)
			}
		},
	},
	{
		name: "go home", goal: "go home", ground: append(cell, box{spot{206, 64, 6}, spot{210, 66, 10}, "air"}), // 200 blocks away
		before: func(t *testing.T, r *rig) {
			t.Helper()
			r.refresh(t) // it was put back a moment ago
			r.says(t, "this is home")
			r.server.do(t, "teleport", fields{"player": player, "x": 208.5, "y": 64, "z": 8.5})
		},
		judge: func(t *testing.T, r *rig, _ map[spot]change) {
			if at := r.feet(t); abs(at.x-8) > 2 || abs(at.z-8) > 2 {
				t.Errorf("it stands at %v", at)
			}
		},
		spoil: func(t *testing.T, r *rig, o *observer) {
			t.Helper()
			until(t, patience, "it to be on its way", func() bool { return r.feet(t).x < 40 })
			r.body.hold(t)
			defer r.body.goOn(t)
			r.does(t, o, "bedrock", spot{11, 64, 8})
		},
		seen: regexp.MustCompile(`no way to 8 64 8|the way to 8 64 8 is blocked`), fails: true,
	},
}

// filled wants all cells of a box of that size to have become a block, and nothing else.
func filled(t *testing.T, done map[spot]change, block string, size spot) {
	t.Helper()
	low, high := spot{999, 999, 999}, spot{-999, -999, -999}
	for at := range done {
		low = spot{min(low.x, at.x), min(low.y, at.y), min(low.z, at.z)}
		high = spot{max(high.x, at.x), max(high.y, at.y), max(high.z, at.z)}
	}
	is := spot{high.x - low.x + 1, high.y - low.y + 1, high.z - low.z + 1}
	if n := became(done); n[block] != size.x*size.y*size.z || len(n) != 1 || is != size {
		t.Errorf("it made %v, in a box of %v", n, is)
	}
}

// shed is what its file asks for, with two logs to spare and what the way up needs.
var shed = map[string]int{"cobblestone": 9, "oak_log": 14, "sponge": 9, "dirt": 16}

func shedStands(t *testing.T, r *rig, done map[spot]change) {
	t.Helper()
	r.like(t, blueprinttest.Shed(), done)
}

// ripeField is soil with twelve ripe plants and three young ones.
var ripeField = []box{
	{spot{10, 63, 6}, spot{14, 63, 8}, "farmland"},
	{spot{10, 64, 6}, spot{13, 64, 8}, "wheat[age=7]"},
	{spot{14, 64, 6}, spot{14, 64, 8}, "wheat[age=2]"},
}

// twoCrops is soil with six ripe plants of each of two crops.
var twoCrops = []box{
	{spot{10, 63, 6}, spot{13, 63, 8}, "farmland"},
	{spot{10, 64, 6}, spot{11, 64, 8}, "wheat[age=7]"},
	{spot{12, 64, 6}, spot{13, 64, 8}, "carrots[age=7]"},
}

// harvested wants what was ripe on that field to be taken in and sown again but for some
// plants, and the young ones never to have been dug.
func (r *rig) harvested(t *testing.T, unsown int) {
	t.Helper()
	for x := 10; x <= 14; x++ {
		for z := 6; z <= 8; z++ {
			b, _ := r.server.do(t, "block", fields{"x": x, "y": 64, "z": z})["text"].(string)
			young := x == 14
			switch grown := game.BlockProperty(b, "age"); {
			case game.IsAir(b) && !young && unsown > 0:
				unsown--
			case game.BlockName(b) != "wheat", young && grown < "2", grown == "7":
				t.Errorf("at %d 64 %d stands %s", x, z, b)
			}
		}
	}
	r.carries(t, map[string]int{"wheat": 12})
}

// TestAHarvestIsStopped: a stop in the middle leaves what is ripe and what is young standing, and
// the same goal takes in the rest.
func TestAHarvestIsStopped(t *testing.T) {
	t.Parallel()
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			r := workshop(t, version)
			for _, b := range ripeField {
				r.fill(t, b)
			}
			r.fresh(t)
			r.give(t, "wheat_seeds", 12)
			r.refresh(t)
			dug := r.server.count(t, "dug:wheat")
			id := r.send(t, "harvest the wheat and replant it", nil)
			r.duringCount(t, "dug:wheat", dug, 3)
			if err := r.c.Call(t.Context(), "stop-task", view.OfBody{}, nil); err != nil {
				t.Fatal(err)
			}
			until(t, patience, "the task to be stopped", func() bool {
				st, err := r.c.GetStatus(t.Context(), view.OfBody{})
				return err == nil && st.CurrentTask != nil && st.CurrentTask.ID == id && st.CurrentTask.State == view.TaskStopped
			})
			gone := 0
			for x := 10; x <= 13; x++ {
				for z := 6; z <= 8; z++ {
					if r.server.block(t, x, 64, z) == game.Air {
						gone++
					}
				}
			}
			if gone >= 12 {
				t.Fatalf("all %d plants were dug before the stop", gone)
			}
			r.complete(t, r.send(t, "harvest the wheat and replant it", nil))
			r.harvested(t, gone)
		})
	}
}

// like wants a building of blueprinttest with a floor of cobblestone to stand, wherever, block by
// block and turned as in its file.
func (r *rig) like(t *testing.T, blocks []blueprint.Block, done map[spot]change) {
	t.Helper()
	corner := spot{999, 999, 999}
	for at, c := range done {
		if game.BlockName(c.to) == "cobblestone" {
			corner = spot{min(corner.x, at.x), min(corner.y, at.y), min(corner.z, at.z)}
		}
	}
	wrong := 0
	for _, b := range blocks {
		at := spot{corner.x + b.X, corner.y + b.Y, corner.z + b.Z}
		state := done[at].to
		e := game.Edit{Block: game.BlockName(b.State)}
		_, e.State, _ = strings.Cut(strings.TrimSuffix(b.State, "]"), "[")
		if e.Block = strings.Replace(e.Block, "wall_", "", 1); !e.Is(state) || !e.Turned(state) {
			if wrong++; wrong <= 5 {
				t.Errorf("at %v stands %q, not %s", at, state, b.State)
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d blocks are not as in the file", wrong, len(blocks))
	}
}

// TestSkills has the bot build, dig and light as players ask for it, judged by the blocks of
// the server and by what it attributes to the player.
func TestSkills(t *testing.T) {
	t.Parallel()
	for i, version := range versions {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			r := workshop(t, version)
			for j, w := range works {
				half := j%len(versions) == i && w.during == nil // a build over a kill takes minutes
				if *pictures != "" && w.picture == "" || *pictures == "" && !*allSkills && !half {
					continue
				}
				t.Run(w.name, func(t *testing.T) { r.works(t, w) })
			}
		})
	}
}

// workshop is a rig with bare ground and the file that works name.
func workshop(t *testing.T, version string) *rig {
	t.Helper()
	r := newRig(t, version, rigArgs{})
	r.fill(t, box{spot{-2, 64, -2}, spot{20, 70, 20}, "air"})
	folder := filepath.Join(r.data, "blueprints")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, blocks := range map[string][]blueprint.Block{"hall": blueprinttest.Hall(), "shed": blueprinttest.Shed()} {
		if err := os.WriteFile(filepath.Join(folder, name+".litematic"), blueprinttest.Litematic(blocks), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// TestDamagedSkills has a second client harm each work before it is looked at: that is seen,
// and the goal is done only when it was mended.
func TestDamagedSkills(t *testing.T) {
	if *ledgers <= ledgersShort {
		t.Skip("make test-ledger runs it")
	}
	t.Parallel()
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			r := workshop(t, version)
			o := r.server.observe(t, version, 14.5, 70, 14.5)
			r.server.do(t, "gamemode", fields{"player": onlooker, "mode": 1}) // it digs at once
			for _, w := range inOrder(t) {
				if w.harm.with == "" && w.spoil == nil {
					continue
				}
				t.Run(w.name, func(t *testing.T) {
					if w.spoil != nil {
						w.during = func(t *testing.T, r *rig, _ string) { t.Helper(); w.spoil(t, r, o) }
						r.works(t, w)
						if tells := r.tells(); w.seen != nil && !w.seen.MatchString(tells) {
							t.Errorf("nobody saw the damage:\n%s", tells)
						}
						return
					}
					var at spot
					w.during = func(t *testing.T, r *rig, id string) { t.Helper(); at = r.harm(t, o, id, w.harm) }
					judge := w.judge
					w.judge = func(t *testing.T, r *rig, done map[spot]change) {
						t.Helper()
						if b := r.server.block(t, at.x, at.y, at.z); !strings.HasPrefix(b, w.harm.to) {
							t.Errorf("the damage at %v is not mended: there is %s", at, b)
						}
						judge(t, r, done)
					}
					r.works(t, w)
					seen := cmp.Or(w.seen, lookShows)
					if tells := r.tells(); !w.harm.itself && !seen.MatchString(tells) {
						t.Errorf("nobody saw the damage:\n%s", tells)
					}
				})
			}
		})
	}
}

var lookShows = regexp.MustCompile(`a look shows`)

// inOrder are the works, or any order of them where the tests are shuffled: none must need
// what another one left.
func inOrder(t *testing.T) []work {
	t.Helper()
	shuffle := flag.Lookup("test.shuffle").Value.String()
	if shuffle == "off" {
		return works
	}
	seed, err := strconv.ParseUint(shuffle, 10, 64)
	if err != nil {
		seed = uint64(rand.Int64()) // what the flag takes
	}
	t.Logf("the works are shuffled: -shuffle=%d plays them in this order again", seed)
	list := slices.Clone(works)
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// harm has the observer do damage once there is enough to harm, and is where.
func (r *rig) harm(t *testing.T, o *observer, id string, h harm) spot {
	t.Helper()
	s := r.server
	_, since := r.deeds(t, 0)
	s.do(t, "clear", fields{"player": onlooker})
	s.do(t, "give", fields{"player": onlooker, "item": h.with, "count": 1})
	var at, from spot
	until(t, patience, "enough to be done", func() bool {
		at, from = r.farthest(t, since, h)
		return at != spot{}
	})
	// What the bot does meanwhile on a busy machine is not what it is about.
	r.body.hold(t)
	defer r.body.goOn(t)
	at, from = r.farthest(t, since, h)
	// From beyond, where it stands in nobody's way.
	beyond := func(c, from int) float64 { return float64(c+3*cmp.Compare(c, from)) + 0.5 }
	s.do(t, "teleport", fields{"player": onlooker, "x": beyond(at.x, from.x), "y": at.y, "z": beyond(at.z, from.z)})
	o.do(t, "harm", fields{"x": at.x, "y": at.y, "z": at.z, "with": h.with})
	if h.then != "" {
		s.do(t, "give", fields{"player": onlooker, "item": h.then, "count": 1})
		o.do(t, "harm", fields{"x": at.x, "y": at.y, "z": at.z, "with": h.then})
	}
	if _, over := r.look(t, id); over {
		t.Errorf("the damage at %v came when all was done", at)
	}
	s.do(t, "teleport", fields{"player": onlooker, "x": 14.5, "y": 70, "z": 14.5})
	t.Logf("the cell at %v is harmed", at)
	return at
}

// farthest is the cell that is harmed, and where the bot stands; none while there is not enough.
func (r *rig) farthest(t *testing.T, since int, h harm) (at, from spot) {
	t.Helper()
	done, _ := r.deeds(t, since)
	most, n := -1, 0
	from = r.feet(t)
	for c, was := range done {
		if !strings.HasPrefix(was.to, h.to) {
			continue
		}
		n++
		// The lowest of a column is put upon what is below.
		if far := 100*max(abs(c.x-from.x), abs(c.z-from.z)) - c.y; most < 0 || far > most {
			at, most = c, far
		}
	}
	if n < h.after {
		return spot{}, from
	}
	return at, from
}

// works has one skill carried out and judged.
func (r *rig) works(t *testing.T, w work) {
	t.Helper()
	for _, b := range w.ground {
		r.fill(t, b)
	}
	r.fresh(t)
	for item, n := range w.give {
		r.give(t, item, n)
	}
	if w.before != nil {
		w.before(t, r)
	}
	r.refresh(t)
	_, since := r.deeds(t, 0)
	id := r.send(t, w.goal, nil)
	if w.during != nil {
		w.during(t, r, id)
	}
	over := false
	defer func() {
		if !over { // the next case must not wait for it
			_, over = r.look(t, id)
		}
		if !over {
			_ = r.c.Call(context.WithoutCancel(t.Context()), "stop-task", view.OfBody{}, nil)
			r.ended(t, id)
		}
		r.revert(t, since) // not what earlier cases harvested
		for _, b := range w.ground {
			if b.block = game.Air; b.from.y < 64 {
				b.block = "dirt"
			}
			r.fill(t, b)
		}
	}()
	if w.fails && r.server.onlooker != nil {
		if task := r.ended(t, id); task.State == view.TaskComplete || task.Reason == "" {
			t.Errorf("the task ended %s: %s", task.State, task.Reason)
		} else {
			t.Log(task.Reason)
		}
		return
	}
	r.complete(t, id)
	over = true
	done, _ := r.deeds(t, since)
	w.judge(t, r, done)
	if w.picture != "" && *pictures != "" {
		r.home(t) // the middle of the picture
		r.picture(t, w.picture, w.zoom, w.turn)
	}
	if len(done) == 0 {
		return
	}
	if r.server.onlooker != nil { // what the server attributes to one of two is not all that became of a cell
		return
	}
	if c, net := r.toldOf(t, id, since); differs(c, net) != "" {
		t.Errorf("the ledger is not what the server knows:\n%s", differs(c, net))
	}
}

// ripens lets crops grow up, and says that the plan need not wait for them: it waits by the
// clock for what takes the game an hour.
func (r *rig) ripens(t *testing.T) {
	t.Helper()
	r.server.do(t, "advance", fields{"ticks": 7 * 600})
	if err := r.c.Call(t.Context(), "skip-action", view.OfBody{}, nil); err != nil {
		t.Fatal(err)
	}
}

// fill makes the cells of a box its block.
func (r *rig) fill(t *testing.T, b box) {
	t.Helper()
	if age := game.BlockProperty(b.block, "age"); age != "" {
		for x := b.from.x; x <= b.to.x; x++ {
			for z := b.from.z; z <= b.to.z; z++ {
				r.server.do(t, "setblock", fields{"x": x, "y": b.from.y, "z": z, "block": game.BlockName(b.block), "properties": fields{"age": age}})
			}
		}
		return
	}
	r.server.do(t, "fill", fields{"x": b.from.x, "y": b.from.y, "z": b.from.z, "x2": b.to.x, "y2": b.to.y, "z2": b.to.z, "block": b.block})
}

// feet is where the player stands.
func (r *rig) feet(t *testing.T) spot {
	t.Helper()
	p, _ := r.server.do(t, "player", fields{"player": player})["position"].(map[string]any)
	at := func(axis string) int {
		v, ok := p[axis].(float64)
		if !ok {
			t.Fatalf("the server does not say where the player is: %v", p)
		}
		return int(v)
	}
	return spot{at("x"), at("y"), at("z")}
}

// became is how many cells were made what, by the block's name.
func became(done map[spot]change) map[string]int {
	n := map[string]int{}
	for _, c := range done {
		n[game.BlockName(c.to)]++
	}
	return n
}

// deepest is the lowest cell that was changed.
func deepest(done map[spot]change) int {
	low := 999
	for at := range done {
		low = min(low, at.y)
	}
	return low
}

// escapes reports whether there is a way from a cell to far away through what the player did
// not build; not above a height.
func escapes(from spot, high int, done map[spot]change) bool {
	firm := func(at spot) bool {
		c, changed := done[at]
		return changed && plainAir(c.to) != "air" && !strings.HasPrefix(c.to, "torch") || at.y < 64 || at.y > high
	}
	seen, next := map[spot]bool{from: true}, []spot{from}
	for len(next) > 0 {
		at := next[0]
		next = next[1:]
		if abs(at.x-from.x) > 12 || abs(at.z-from.z) > 12 || at.y > 70 {
			return true
		}
		for _, s := range []spot{{1, 0, 0}, {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}, {0, 1, 0}, {0, -1, 0}} {
			to := spot{at.x + s.x, at.y + s.y, at.z + s.z}
			if !seen[to] && !firm(to) {
				seen[to] = true
				next = append(next, to)
			}
		}
	}
	return false
}

func abs(n int) int { return max(n, -n) }

// does has the observer break or put the block at a place, from above.
func (r *rig) does(t *testing.T, o *observer, with string, at spot) {
	t.Helper()
	r.server.do(t, "clear", fields{"player": onlooker})
	r.server.do(t, "give", fields{"player": onlooker, "item": with, "count": 1})
	r.server.do(t, "teleport", fields{"player": onlooker, "x": float64(at.x) + 0.5, "y": at.y + 3, "z": float64(at.z) + 0.5})
	o.do(t, "harm", fields{"x": at.x, "y": at.y, "z": at.z, "with": with})
	r.server.do(t, "teleport", fields{"player": onlooker, "x": 14.5, "y": 70, "z": 14.5})
}

// night makes it dusk, and a night to last one minute.
func (r *rig) night(t *testing.T) {
	t.Helper()
	r.server.do(t, "time", fields{"time": 13000, "pace": 10})
	t.Cleanup(func() { r.server.do(t, "time", fields{"time": 1000, "pace": 0}) })
}

// besieged has zombies come from three sides, three times each, at one who guards.
func (r *rig) besieged(t *testing.T) {
	t.Helper()
	r.awaitGuard(t)
	for range 3 {
		before := r.server.count(t, "killed:zombie")
		for _, at := range [][2]float64{{20.5, 8.5}, {-3.5, 8.5}, {8.5, 20.5}} {
			r.server.do(t, "mob", fields{"mob": "zombie", "x": at[0], "y": 64, "z": at[1]})
		}
		until(t, patience, "those who come to be fought", func() bool {
			return r.server.count(t, "killed:zombie") > before && r.server.monstersWithin(t, 8.5, 8.5, 10) == 0
		})
	}
	// Those that its flight led away may stand far off: what counts is that none is there at the end.
	t.Logf("%d of 9 zombies were killed", r.server.count(t, "killed:zombie")-r.zombies)
}

func (r *rig) awaitGuard(t *testing.T) {
	t.Helper()
	until(t, patience, "the guard to begin", func() bool { return r.told(regexp.MustCompile(` action \{"type":"defend"`)) })
}

// guarded wants the night to be over, the bot to have lived through it and to be at its post, and
// no zombie to be there.
func (r *rig) guarded(t *testing.T) {
	t.Helper()
	if killed, deaths := r.server.count(t, "killed:zombie")-r.zombies, r.server.seen("death")-r.deaths; killed == 0 || deaths > 0 {
		t.Errorf("the server counts %d zombies killed and %d deaths", killed, deaths)
	}
	if near := r.server.monstersWithin(t, 8.5, 8.5, 8); near > 0 {
		t.Errorf("%d zombies are within 8 blocks", near)
	}
	if at := r.feet(t); math.Hypot(float64(at.x-8), float64(at.z-8)) > 8 {
		t.Errorf("it stands at %v", at)
	}
	if at := r.server.do(t, "time", nil)["time"].(float64); at > 12542 && at < 23000 {
		t.Errorf("it is %v still, by night", at)
	}
}

// letIn has the observer let a zombie into a place that the bot guards and cannot get at.
func (r *rig) letIn(t *testing.T, o *observer) {
	t.Helper()
	r.fill(t, box{spot{13, 64, 7}, spot{20, 66, 9}, "obsidian"})
	r.fill(t, box{spot{14, 64, 8}, spot{19, 65, 8}, "air"})
	t.Cleanup(func() { r.fill(t, box{spot{13, 64, 7}, spot{20, 66, 9}, "air"}) })
	for _, x := range []int{13, 17} { // nobody goes through what is one high
		r.set(t, x, 65, 8, "obsidian")
		r.set(t, x, 64, 8, game.Air)
	}
	r.server.do(t, "mob", fields{"mob": "zombie", "x": 19.5, "y": 64, "z": 8.5})
	r.awaitGuard(t)
	r.does(t, o, "diamond_pickaxe", spot{17, 65, 8})
}

// cell is a place that nobody gets out of, or into, but by its door.
var cell = []box{
	{spot{5, 63, 5}, spot{11, 63, 11}, "bedrock"},
	{spot{5, 64, 5}, spot{11, 66, 11}, "bedrock"},
	{spot{6, 64, 6}, spot{10, 65, 10}, "air"},
	{spot{11, 64, 8}, spot{11, 65, 8}, "air"},
}

var threeChests = []box{
	{spot{10, 64, 6}, spot{10, 64, 6}, "chest"}, {spot{10, 64, 9}, spot{10, 64, 9}, "chest"}, {spot{6, 64, 11}, spot{6, 64, 11}, "chest"},
}

// fillChests mixes up what lies in the chests, and gives the bot some dirt of its own.
func (r *rig) fillChests(t *testing.T) {
	t.Helper()
	for i, items := range [][]any{
		{fields{"item": "dirt", "count": 64}, fields{"item": "dirt", "count": 30}, fields{"item": "stone", "count": 5}, fields{"item": "bread", "count": 2}},
		{fields{"item": "stone", "count": 40}, fields{"item": "dirt", "count": 9}, fields{"item": "iron_pickaxe", "count": 1}},
		{fields{"item": "bread", "count": 12}, fields{"item": "iron_pickaxe", "count": 1}, fields{"item": "iron_pickaxe", "count": 1}},
	} {
		c := threeChests[i].from
		r.server.do(t, "chest", fields{"x": c.x, "y": c.y, "z": c.z, "items": items})
	}
	r.give(t, "dirt", 7)
}

// sortedChests wants each kind to lie in one chest, and the bot to hold what it held.
func (r *rig) sortedChests(t *testing.T) {
	t.Helper()
	for i, want := range []map[string]int{{"dirt": 103}, {"stone": 45}, {"bread": 14, "iron_pickaxe": 3}} {
		c := threeChests[i].from
		if have := r.server.chest(t, c.x, c.y, c.z); !maps.Equal(have, want) {
			t.Errorf("the chest at %v holds %v, want %v", c, have, want)
		}
	}
	r.carries(t, map[string]int{"dirt": 7})
}

// mixUp has the observer carry some dirt from one chest to another when that is sorted already.
func (r *rig) mixUp(t *testing.T, o *observer) {
	t.Helper()
	from, to := threeChests[0].from, threeChests[2].from
	until(t, patience, "bread to be put away", func() bool { return r.server.chest(t, to.x, to.y, to.z)["bread"] == 14 })
	r.body.hold(t) // two who click in one chest at a time lose count
	defer r.body.goOn(t)
	for _, c := range []struct {
		at  spot
		put int
	}{{from, -10}, {to, 10}} {
		r.server.do(t, "teleport", fields{"player": onlooker, "x": float64(c.at.x) + 0.5, "y": 66, "z": float64(c.at.z) + 0.5})
		o.do(t, "shift", fields{"x": c.at.x, "y": c.at.y, "z": c.at.z, "item": "dirt", "count": c.put})
	}
	r.server.do(t, "teleport", fields{"player": onlooker, "x": 14.5, "y": 70, "z": 14.5})
}

// sorting is a workshop whose chests are being sorted, with something taken out already, and the task.
func sorting(t *testing.T, version string) (r *rig, id string) {
	t.Helper()
	r = workshop(t, version)
	for _, b := range threeChests {
		r.fill(t, b)
	}
	r.fresh(t)
	r.fillChests(t)
	r.refresh(t)
	id = r.send(t, "sort my chests", nil)
	until(t, patience, "something to be taken out", func() bool { return r.server.chest(t, 10, 64, 6)["bread"] == 0 })
	return r, id
}

// TestSortedAfterAStop: what a stopped sorting holds is put away by the next one.
func TestSortedAfterAStop(t *testing.T) {
	t.Parallel()
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			r, id := sorting(t, version)
			if err := r.c.Call(t.Context(), "stop-task", view.OfBody{}, nil); err != nil {
				t.Fatal(err)
			}
			until(t, patience, "the task to be stopped", func() bool {
				task, _ := r.look(t, id)
				return task.State == view.TaskStopped
			})
			if held := r.server.items(t); held["bread"] == 0 {
				t.Fatalf("it holds none of what it took out: %v", held)
			}
			r.complete(t, r.submit(t, "sort my chests"))
			r.sortedChests(t)
		})
	}
}

// TestChestsAreSorted: what lies in three chests is brought together by kind, over a kill of
// Minehand once something was taken out, with nothing lost and nothing of the bot's own put away.
func TestChestsAreSorted(t *testing.T) {
	t.Parallel()
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			r, id := sorting(t, version)
			r.serve.kill()
			r.startServe(t)
			r.awaitBody(t)
			r.complete(t, id)
			r.sortedChests(t)
		})
	}
}
