package techtree_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/techtree"
)

func replayFuel(v *data.Version, in instance, steps []techtree.Step) string {
	st := clone(in.stock)
	for _, s := range in.nearby {
		st["@"+s] = 1
	}
	burn := 0
	for k, s := range steps {
		a := s.Action
		switch a.Kind {
		case game.Place:
			if st[a.Block] < 1 {
				return fmt.Sprintf("step %d: no %s to place", k+1, a.Block)
			}
			st[a.Block]--
			st["@"+a.Block] = 1
		case game.Smelt:
			sm, ok := v.SmeltingOf(a.Item)
			if !ok || st[a.Item] < a.Quantity || st["@"+data.StationFurnace] == 0 {
				return fmt.Sprintf("step %d: cannot smelt %d %s", k+1, a.Quantity, a.Item)
			}
			for left := a.Quantity; left > 0; left-- {
				for burn < 200 {
					f := ""
					if a.Fuel != "" {
						f = a.Fuel
						n := st[f]
						if f == a.Item { n -= left }
						if n < 1 { return fmt.Sprintf("step %d: no %s to burn", k+1, f) }
					} else {
						best := 0
						for n, c := range st {
							if n == a.Item { c -= left }
							if c < 1 { continue }
							r := rankF(n)
							if r > 0 && (f == "" || r < best) { f, best = n, r }
						}
						if f == "" { return fmt.Sprintf("step %d: no fuel", k+1) }
					}
					it, _ := v.Item(f)
					st[f]--
					burn += it.FuelTicks
					if it.FuelLeaves != "" { st[it.FuelLeaves]++ }
				}
				burn -= 200
				st[a.Item]--
				st[sm.Output]++
			}
		case game.Craft:
			for made := 0; made < a.Quantity; {
				n := craftOnce(v, st, a.Recipe)
				if n == 0 {
					return fmt.Sprintf("step %d: cannot craft %d %s (%d made), held %v", k+1, a.Quantity, a.Recipe, made, st)
				}
				made += n
			}
		default:
			return fmt.Sprintf("step %d: %s in a closed plan", k+1, a.Kind)
		}
	}
	if st[in.target] < in.count {
		return fmt.Sprintf("ends with %d %s", st[in.target], in.target)
	}
	return ""
}

func rankF(n string) int {
	for r, s := range map[int]string{1: "coal", 2: "charcoal", 7: "stick", 8: "lava_bucket"} { if s == n { return r } }
	if n == "coal_block" || n == "dried_kelp_block" || n == "blaze_rod" { return 3 }
	has := func(s string) bool { return len(n) > len(s) && n[len(n)-len(s):] == s }
	switch { case has("_planks"): return 4; case has("_log"), has("_wood"): return 5; case has("_sapling"): return 6 }
	return 0
}

func TestZZFuel(t *testing.T) {
	for _, version := range data.Versions() {
		v, _ := data.Load(version)
		s := techtree.New(v)
		poss, imp, gave, bad, smelts := 0, 0, 0, 0, 0
		for k := range 4000 {
			r := rand.New(rand.NewPCG(99, uint64(k)))
			in := generate(v, r)
			if k%2 == 0 {
				sm := v.Smeltings()[r.IntN(len(v.Smeltings()))]
				in.target, in.count = sm.Output, 1+r.IntN(4)
				in.stock[sm.Input] += in.count
				delete(in.stock, in.target)
				for range 3 { f := []string{"coal", "oak_log", "oak_planks", "stick", "charcoal", "oak_sapling", "lava_bucket", "bamboo", "oak_slab", "wooden_sword","spruce_planks"}[r.IntN(11)]; in.stock[f] += 1 + r.IntN(5) }
			}
			p := in.problem()
			p.FreeFuel = false
			p.Fuel = true
			a, err := s.Solve(context.Background(), p)
			var no *game.ImpossibleError
			var un *game.GaveUpError
			switch {
			case err == nil:
				poss++
				for _, st := range a.Steps { if st.Action.Kind == game.Smelt { smelts++; break } }
				if f := replayFuel(v, in, a.Steps); f != "" && replayAny(v, in, a.Steps) != "" { bad++; if bad < 4 { t.Logf("%d %s: %s %v", k, in, f, a.Steps) } }  else if f != "" { bad += 1000; if bad < 12000 { t.Logf("F %d %s: %s %v", k, in, f, actions(a)) } }
			case errors.As(err, &no): imp++
			case errors.As(err, &un): gave++
			}
		}
		t.Log(version, "possible", poss, "imp", imp, "gave", gave, "bad", bad, "smelts", smelts)
	}
}
