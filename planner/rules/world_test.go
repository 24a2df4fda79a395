// SPDX-License-Identifier: MIT

package rules_test

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/sim"
)

// tables are the releases that operators are run in the embedded world for.
var tables = []string{"1.16.5", "26.1", "1.21.4", "1.18.2", "1.20.1", "1.20.4", "1.21.1", "1.21.5"}[:raced.Of(8, 2)]

// stations stand beside the player of every world here.
var stations = []string{data.StationTable, data.StationStonecutter, data.StationSmithing, data.StationFurnace, data.StationSmoker, data.StationBlast}

// twins are an embedded world and a State that begin alike.
type twins struct {
	r    *rules.Rules
	w    *sim.World
	st   *rules.State
	held map[string]int
}

// start is where the player stands in every world here.
var start = game.Pos{Y: 64, Dimension: "overworld"}

func twin(t *testing.T, r *rules.Rules, held map[string]int, standing []string, extra map[game.Pos]string) twins {
	t.Helper()
	blocks := map[game.Pos]string{}
	var here uint16
	for k, s := range standing {
		if _, ok := r.Version.Block(s); ok {
			blocks[game.Pos{X: 1 + k, Y: start.Y, Z: 1}] = s
			here |= rules.StationBit(s)
		}
	}
	maps.Copy(blocks, extra)
	w, err := sim.New(sim.Config{Version: r.Version.Name, Inventory: held, Speed: sim.Unlimited, At: &start, Blocks: blocks})
	if err != nil {
		t.Fatal(err)
	}
	st := r.Open(w.State().Inventory, false)
	st.Here = here
	return twins{r, w, st, held}
}

// same carries an action out in both; it says whether both could, and fails where
// they differ.
func (x twins) same(t *testing.T, a game.Action, ops []*rules.Op, n int, c rules.Choice) bool {
	t.Helper()
	_, err := x.w.Do(t.Context(), a, nil)
	if f := (*game.Failure)(nil); errors.As(err, &f) && f.Code == game.CodeNotFound {
		return false // what hung there fell
	}
	effect, lack := x.st.Apply(ops, n, c)
	if (err == nil) != (lack == nil) {
		t.Fatalf("%s: %s using %v with %v: the world says %v, the rules %+v %+v", x.r.Version.Name, a.Describe(), a.Using, x.held, err, effect, lack)
	}
	if err != nil {
		return false
	}
	if got, want := x.st.Counts(), x.w.Facts().Inventory; !maps.Equal(got, want) {
		t.Fatalf("%s: %s using %v with %v: the world holds %v, the rules say %v", x.r.Version.Name, a.Describe(), a.Using, x.held, want, got)
	}
	x.wear(t, &a)
	return true
}

// wear compares how far the tools are worn together: which of several is taken is
// each body's own.
func (x twins) wear(t *testing.T, a *game.Action) {
	t.Helper()
	world, state := 0, 0
	for _, s := range x.w.State().Inventory {
		if s.Durability != nil {
			world += *s.Durability
		}
	}
	for _, s := range x.st.Stacks() {
		if s.Durability != nil {
			state += *s.Durability
		}
	}
	if world != state {
		t.Errorf("%s: %s with %v: the tools have %d uses left in the world, by the rules %d", x.r.Version.Name, a.Describe(), x.held, world, state)
	}
}

func load(t testing.TB, version string) *rules.Rules {
	t.Helper()
	v, err := data.Load(version)
	if err != nil {
		t.Fatal(err)
	}
	return rules.New(v)
}

// Every craft of every table, from random amounts of what it may be made of, does
// in the embedded world what Apply says, or is refused by both.
func TestCraftsAreTheWorlds(t *testing.T) {
	for _, version := range tables {
		r := load(t, version)
		rnd := rand.New(rand.NewPCG(1, 2))
		done, refused := 0, 0
		for _, it := range r.Info {
			ops := r.Crafts(it.Name)
			if len(ops) == 0 {
				continue
			}
			held := map[string]int{}
			for _, o := range ops[:min(len(ops), 3)] {
				for _, p := range o.Takes {
					for range 1 + rnd.IntN(3) {
						i := r.Info[p.Alts[rnd.IntN(len(p.Alts))]]
						held[i.Name] = min(held[i.Name]+rnd.IntN(int(p.Count)*2+1), 2*i.Stack)
					}
				}
			}
			maps.DeleteFunc(held, func(_ string, n int) bool { return n == 0 })
			standing := stations[:rnd.IntN(2)*(1+rnd.IntN(3))]
			x := twin(t, r, held, standing, nil)
			o := ops[rnd.IntN(1+rnd.IntN(len(ops)))] // mostly in a grid
			a := game.Action{Kind: o.Kind, Recipe: it.Name, Quantity: 1 + rnd.IntN(2*int(o.N)), Station: o.At}
			ops = r.CraftsBy(a.Kind, a.Station, o.Out)
			var c rules.Choice
			if rnd.IntN(4) == 0 && a.Kind == game.Craft {
				c.Using = map[string]int{}
				for name, n := range held {
					if k := rnd.IntN(n + 1); k > 0 {
						c.Using[name] = k
					}
				}
				a.Using = c.Using
				if len(c.Using) == 0 {
					a.Using, c.Using = nil, nil
				}
			}
			if x.same(t, a, ops, a.Count(), c) {
				done++
			} else {
				refused++
			}
		}
		if done < 200 || refused < 100 {
			t.Errorf("%s: only %d crafts were done and %d refused", version, done, refused)
		}
	}
}

// Every smelt of every table, with random fuels.
func TestSmeltsAreTheWorlds(t *testing.T) {
	for _, version := range tables {
		r := load(t, version)
		rnd := rand.New(rand.NewPCG(3, 4))
		done := 0
		for _, sm := range slices.Repeat(r.Version.Smeltings(), 3) {
			o, ok := r.Smelt(sm.Input)
			if !ok || o.Out != r.ID(sm.Output) || r.Info[o.Out].FuelTicks > 0 {
				continue // the world burns at once what comes out; a plan does not count on that
			}
			held := map[string]int{sm.Input: 1 + rnd.IntN(min(9, r.Info[r.ID(sm.Input)].Stack))}
			for range 1 + rnd.IntN(3) {
				f := r.Info[r.FuelOrder[rnd.IntN(len(r.FuelOrder))]]
				if f.Durability == 0 {
					held[f.Name] += 1 + rnd.IntN(min(4, f.Stack))
				}
			}
			x := twin(t, r, held, stations[3:3+rnd.IntN(2)], nil)
			a := game.Action{Kind: game.Smelt, Item: sm.Input, Quantity: 1 + rnd.IntN(held[sm.Input])}
			var c rules.Choice
			if rnd.IntN(3) == 0 {
				c.Fuels = r.IDsOf([]string{slices.Sorted(maps.Keys(held))[0]})
				if a.Fuel = r.Names[c.Fuels[0]]; r.Info[c.Fuels[0]].FuelTicks == 0 {
					a.Fuel, c.Fuels = "", nil
				}
			}
			if x.same(t, a, []*rules.Op{&o}, a.Count(), c) {
				done++
			}
		}
		if done < 20 {
			t.Errorf("%s: only %d smelts were done", version, done)
		}
	}
}

// Who fills which of several furnaces, with a fuel that is named: as much of it is burnt, or
// none where it is too little.
func TestFurnacesSideBySideAreTheWorlds(t *testing.T) {
	r := load(t, data.DefaultVersion)
	o, _ := r.Smelt("sand")
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		stand, n := 1+rnd.IntN(4), 1+rnd.IntN(30)
		fuel := [...]string{"coal", "oak_planks", "oak_log"}[rnd.IntN(3)]
		ticks := int32(r.Info[r.ID(fuel)].FuelTicks)
		a := game.Action{Kind: game.Smelt, Item: "sand", Quantity: n, Fuel: fuel, Furnaces: 1 + rnd.IntN(5)}
		side := int32(min(stand, a.Furnaces))
		held := map[string]int{"sand": n, fuel: int(rules.FuelFor(int32(n), side, ticks)) + rnd.IntN(3)}
		x := twin(t, r, held, slices.Repeat([]string{data.StationFurnace}, stand), nil)
		x.st.Furnaces = int32(stand)
		if !x.same(t, a, []*rules.Op{&o}, n, rules.Choice{Fuels: r.IDsOf([]string{fuel}), Furnaces: int32(a.Furnaces)}) {
			t.Errorf("%d in %d furnaces, of which %d stand, with %v was refused", n, a.Furnaces, stand, held)
		}
	}
}

// What surely comes of a block, with which tool, and how that wears.
func TestMiningIsTheWorlds(t *testing.T) {
	for _, version := range tables {
		r := load(t, version)
		rnd := rand.New(rand.NewPCG(5, 6))
		kit := []string{"wooden_pickaxe", "iron_pickaxe", "stone_axe", "golden_shovel", "wooden_hoe", "shears", "diamond_pickaxe"}
		done := 0
		for _, b := range r.Version.Blocks() {
			if b.Fluid || !b.Breakable() || !b.Natural {
				continue
			}
			held := map[string]int{}
			for _, tool := range kit {
				if rnd.IntN(2) == 0 {
					held[tool] = 1
				}
			}
			shears := held["shears"] > 0 && slices.ContainsFunc(b.Drops, func(d data.Drop) bool { return d.Shears })
			o := r.Mine(b, shears)
			if slices.ContainsFunc(o.Gives, func(y rules.Yield) bool { return float64(y.Sure) != y.Mean }) {
				continue // left to chance
			}
			at := start
			at.X += 2
			x := twin(t, r, held, nil, map[game.Pos]string{at: b.Name})
			if _, stands := x.w.Facts().Standing[at]; !stands {
				continue // it needs something to hang from
			}
			if x.same(t, game.Action{Kind: game.Mine, Target: b.Name, At: &at, Quantity: 1}, []*rules.Op{&o}, 1, rules.Choice{}) {
				done++
			}
		}
		if done < 100 {
			t.Errorf("%s: only %d blocks were mined", version, done)
		}
	}
}

// A trip to the Nether and back takes in every table what the embedded world takes for it,
// and what is short for the one is short for the other.
func TestPortalsAreTheWorlds(t *testing.T) {
	for _, version := range tables {
		r := load(t, version)
		for _, held := range []map[string]int{
			{"obsidian": 10, "flint_and_steel": 1}, {"obsidian": 14, "flint_and_steel": 2, "dirt": 3},
			{"obsidian": 9, "flint_and_steel": 1}, {"obsidian": 10}, {},
		} {
			x := twin(t, r, held, nil, nil)
			for k, way := range [...][2]string{{"overworld", "the_nether"}, {"the_nether", "overworld"}, {"overworld", "the_nether"}} {
				o, ok := r.Travel(way[0], way[1], k > 0)
				if !ok {
					t.Fatalf("%s: no way from %s to %s", version, way[0], way[1])
				}
				if !x.same(t, game.Action{Kind: game.Travel, Target: way[1]}, []*rules.Op{&o}, 1, rules.Choice{}) {
					if held["obsidian"] >= 10 && held["flint_and_steel"] > 0 {
						t.Errorf("%s: with %v there is no way", version, held)
					}
					break
				}
			}
		}
	}
}

// Every potion of every table, from random amounts of what it is brewed of, does in the
// embedded world what Apply says, or is refused by both.
func TestBrewsAreTheWorlds(t *testing.T) {
	for _, version := range tables {
		r := load(t, version)
		rnd := rand.New(rand.NewPCG(7, 8))
		done, refused := 0, 0
		for _, b := range slices.Repeat(r.Version.Brewings(), 4) {
			ops := r.Crafts(b.Result)
			if len(ops) == 0 {
				t.Fatalf("%s: no operator brews %s", version, b.Result)
			}
			held := map[string]int{}
			held[b.Base] += rnd.IntN(6)
			held[b.With] += 1 + rnd.IntN(3)
			held["blaze_powder"] += rnd.IntN(4)
			maps.DeleteFunc(held, func(_ string, n int) bool { return n == 0 })
			x := twin(t, r, held, []string{data.StationBrewing}[:min(rnd.IntN(6), 1)], nil)
			a := game.Action{Kind: game.Brew, Recipe: b.Result, Quantity: 1 + rnd.IntN(5)}
			if x.same(t, a, ops, a.Count(), rules.Choice{}) {
				done++
			} else {
				refused++
			}
		}
		if done < 80 || refused < 80 {
			t.Errorf("%s: only %d were brewed and %d refused", version, done, refused)
		}
	}
}
