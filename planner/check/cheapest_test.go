// SPDX-License-Identifier: MIT

package check

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/techtree"
)

// inventories are what plans are compared from: those of who just came into the
// world, of who has stone and iron tools, of who has nearly everything.
var inventories = []struct {
	name string
	// dearer is how many plans of 1.21.4 may cost more at once than in two goes.
	dearer int
	held   string
}{
	{"nothing", 3, ""},
	{"middle", 1, "stone_pickaxe iron_axe crafting_table furnace oak_log=12 cobblestone=40 coal=8 iron_ingot=5 stick=6 white_wool=3 bread=4 torch=16 dirt=20 sand=8"},
	{"late", 1, "diamond_pickaxe diamond_axe diamond_shovel shears crafting_table furnace stonecutter smithing_table oak_log=64 oak_planks=32 cobblestone=64 stone=32 coal=40 iron_ingot=40 gold_ingot=16 " +
		"diamond=8 redstone=32 lapis_lazuli=20 string=12 leather=8 sand=32 glass=16 clay_ball=16 stick=32 bucket water_bucket bone_meal=12"},
}

func open(t testing.TB, library *book.Library, version, held string) drafter {
	t.Helper()
	var kinds []game.Kind
	for _, k := range game.Catalogue() {
		kinds = append(kinds, k.Kind)
	}
	req := game.Request{Body: game.BodyInfo{ID: "b", Protocol: game.ProtocolV2, Version: version, Actions: kinds}}
	req.State.Position = &game.Vec3{}
	for _, word := range strings.Fields(held) {
		item, number, many := strings.Cut(word, "=")
		n := 1
		if many {
			fmt.Sscan(number, &n)
		}
		req.State.Inventory = append(req.State.Inventory, game.Stack{Slot: len(req.State.Inventory), Item: item, Count: n})
	}
	b, err := library.Open(req)
	if err != nil {
		t.Fatal(err)
	}
	return drafter{b}
}

// inSteps plans the ingredients of an item first and then the item, by the
// cheapest of its recipes; false when no recipe can be planned so.
func inSteps(d drafter, item string) (least float64, steps []string, ok bool) {
	ctx := context.Background()
	for _, m := range d.Solver.Crafts(item) {
		var wants []techtree.Want
		for _, p := range m.Takes {
			wants = append(wants, techtree.Want{Items: d.names(p.Alts), Count: int(p.Count)})
		}
		l := d.open()
		first, err := d.plan(ctx, l, wants)
		if err != nil {
			continue
		}
		var list []game.Step
		for _, s := range first.steps {
			list = append(list, game.Step{Action: s.Action})
		}
		if _, err := d.enter(l, list); err != nil {
			continue
		}
		then, err := d.plan(ctx, l, []techtree.Want{{Items: []string{item}, Count: d.open().Count(item) + 1}})
		if err != nil {
			continue
		}
		if sum := first.seconds + then.seconds; !ok || sum < least {
			least, ok = sum, true
			steps = described(append(slices.Clone(first.steps), then.steps...))
		}
	}
	return least, steps, ok
}

func described(steps []techtree.Step) []string {
	out := make([]string, len(steps))
	for i, s := range steps {
		out[i] = fmt.Sprintf("%s %.1f", s.Action.Describe(), s.Seconds)
	}
	return out
}

// TestPlansAreNoDearerThanTheirParts plans everything that is crafted at once and
// with its ingredients first.
func TestPlansAreNoDearerThanTheirParts(t *testing.T) {
	versions := []string{"1.21.4"}
	if v := os.Getenv("VERSIONS"); v != "" {
		versions = strings.Fields(v)
	}
	library := book.NewLibrary(book.Config{})
	for _, version := range versions {
		for _, in := range inventories {
			d := open(t, library, version, in.held)
			planned, dearer := 0, []string{}
			for i, it := range d.Version.Items() {
				if i%raced.Of(1, 10) != 0 || len(d.Solver.Crafts(it.Name)) == 0 {
					continue
				}
				whole, err := d.plan(context.Background(), d.open(), []techtree.Want{{Items: []string{it.Name}, Count: d.open().Count(it.Name) + 1}})
				if err != nil {
					continue
				}
				planned++
				if parts, steps, ok := inSteps(d, it.Name); ok && parts < whole.seconds-0.5 {
					dearer = append(dearer, fmt.Sprintf("%s %.1f, in steps %.1f:\n   %s\n   %s", it.Name, whole.seconds, parts, strings.Join(described(whole.steps), ", "), strings.Join(steps, ", ")))
				}
			}
			t.Logf("%s, %s: %d of %d dearer:\n%s", version, in.name, len(dearer), planned, strings.Join(dearer, "\n"))
			if len(dearer) > in.dearer || planned < raced.Of(600, 50) {
				t.Errorf("%s, %s: %d of %d plans cost more than their ingredients and then the rest; at most %d did", version, in.name, len(dearer), planned, in.dearer)
			}
		}
	}
}

// TestMoreHeldIsNoDearer plans random items from random inventories A within B; PAIRS says
// how many.
func TestMoreHeldIsNoDearer(t *testing.T) {
	pairs := raced.Of(2000, 40)
	if n, err := strconv.Atoi(os.Getenv("PAIRS")); err == nil {
		pairs = n
	}
	library := book.NewLibrary(book.Config{})
	ctx := context.Background()
	rnd := rand.New(rand.NewPCG(7, 11))
	d := open(t, library, "1.21.4", "")
	var useful, crafted []string
	for _, it := range d.Version.Items() {
		if len(d.Version.UsesOf(it.Name)) > 0 || it.FuelTicks > 0 || it.Tool != nil {
			useful = append(useful, it.Name)
		}
		if len(d.Solver.Crafts(it.Name)) > 0 {
			crafted = append(crafted, it.Name)
		}
	}
	compared := 0
	var worse []string
	for compared < pairs {
		var a, b []string
		for range 2 + rnd.IntN(14) {
			name := useful[rnd.IntN(len(useful))]
			more := fmt.Sprintf("%s=%d", name, 1+rnd.IntN(min(12, d.Solver.Info[d.Solver.ID(name)].Stack)))
			if b = append(b, more); rnd.IntN(2) == 0 {
				a = append(a, more)
			}
		}
		item := crafted[rnd.IntN(len(crafted))]
		least, most := open(t, library, "1.21.4", strings.Join(a, " ")), open(t, library, "1.21.4", strings.Join(b, " "))
		n := most.open().Count(item) + 1
		first, err := least.plan(ctx, least.open(), []techtree.Want{{Items: []string{item}, Count: n}})
		if err != nil {
			continue
		}
		compared++
		then, err := most.plan(ctx, most.open(), []techtree.Want{{Items: []string{item}, Count: n}})
		switch {
		case err != nil:
			worse = append(worse, fmt.Sprintf("%d %s with %v: %v", n, item, b, err))
		case then.seconds > first.seconds+0.5:
			worse = append(worse, fmt.Sprintf("%d %s: with %v %.1f, with %v %.1f\n   %s\n   %s", n, item, a, first.seconds, b, then.seconds,
				strings.Join(described(first.steps), ", "), strings.Join(described(then.steps), ", ")))
		}
	}
	t.Logf("%d of %d worse:\n%s", len(worse), compared, strings.Join(worse, "\n"))
	if len(worse) > 0 {
		t.Errorf("%d of %d plans cost more, or there is none, when more is held", len(worse), compared)
	}
}
