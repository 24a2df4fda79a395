//go:build !strict

package techtree_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/techtree"
)

// instance is one closed problem.
type instance struct {
	target string
	count  int
	stock  map[string]int
	nearby []string
}

func (in instance) String() string {
	names := sortedNames(in.stock)
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s at %v from", in.count, in.target, in.nearby)
	for _, n := range names {
		fmt.Fprintf(&b, " %s=%d", n, in.stock[n])
	}
	return b.String()
}

func (in instance) problem() techtree.Problem {
	p := techtree.Problem{Closed: true, FreeFuel: true, Stations: in.nearby, Wants: []techtree.Want{{Items: []string{in.target}, Count: in.count}}}
	for _, n := range sortedNames(in.stock) {
		p.Stock = append(p.Stock, game.Stack{Item: n, Count: in.stock[n]})
	}
	return p
}

func sortedNames(m map[string]int) []string {
	names := make([]string, 0, len(m))
	for n := range m {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// generate makes an instance: the ingredients of a random item, made smaller or
// larger, ingredients replaced by what they are made of, and distractors.
func generate(v *data.Version, r *rand.Rand) instance {
	recipes := v.AllRecipes()
	items := v.Items()
	rc := recipes[r.IntN(len(recipes))]
	in := instance{target: rc.Result, count: 1 + r.IntN(2*max(rc.Count, 1)), stock: map[string]int{}}
	batches := (in.count + rc.Count - 1) / rc.Count
	for _, g := range rc.Ingredients {
		addParts(v, r, in.stock, g, g.Count*batches, 0)
	}
	for range r.IntN(31) {
		in.stock[items[r.IntN(len(items))].Name] += 1 + r.IntN(3)
	}
	if r.IntN(3) > 0 {
		in.nearby = append(in.nearby, data.StationTable)
	}
	if r.IntN(2) == 0 {
		in.nearby = append(in.nearby, data.StationFurnace)
	}
	if r.IntN(4) == 0 {
		names := sortedNames(in.stock)
		n := names[r.IntN(len(names))]
		if in.stock[n]--; in.stock[n] == 0 {
			delete(in.stock, n)
		}
	}
	delete(in.stock, in.target)
	return in
}

func addParts(v *data.Version, r *rand.Rand, stock map[string]int, g data.Ingredient, n, depth int) {
	for n > 0 {
		item := g.Items[r.IntN(len(g.Items))]
		k := 1 + r.IntN(n)
		n -= k
		rs := v.Recipes(item)
		if depth < 2 && len(rs) > 0 && r.IntN(2) == 0 {
			rc := rs[r.IntN(len(rs))]
			for _, sub := range rc.Ingredients {
				addParts(v, r, stock, sub, sub.Count*((k+rc.Count-1)/rc.Count), depth+1)
			}
			continue
		}
		stock[item] += k
	}
}

// replay runs an answer as a body would that mixes alternatives by itself: the
// most plentiful first. It returns what is wrong, empty for nothing.
func replay(v *data.Version, in instance, steps []techtree.Step) string {
	st := clone(in.stock)
	for _, s := range in.nearby {
		st["@"+s] = 1
	}
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
			st[a.Item] -= a.Quantity
			st[sm.Output] += a.Quantity
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

// mannersTo lists the crafts that make an item, in the order in which a body
// tries them.
func mannersTo(v *data.Version, item string) []manner {
	var list []manner
	for _, rc := range v.Recipes(item) {
		m := manner{out: item, n: rc.Count, parts: rc.Ingredients, leaves: true}
		if rc.Table {
			m.station = data.StationTable
		}
		list = append(list, m)
	}
	for _, c := range v.CutsTo(item) {
		list = append(list, manner{out: item, n: c.Count, parts: []data.Ingredient{{Items: []string{c.Input}, Count: 1}}, station: data.StationStonecutter})
	}
	for _, s := range v.SmithingTo(item) {
		m := manner{out: item, n: 1, station: data.StationSmithing}
		for _, part := range [...]string{s.Template, s.Base, s.Addition} {
			if part != "" {
				m.parts = append(m.parts, data.Ingredient{Items: []string{part}, Count: 1})
			}
		}
		list = append(list, m)
	}
	return list
}

// replayAny runs an answer with every choice a body could make, all at once;
// small is false when these are too many.
func replayAny(v *data.Version, in instance, steps []techtree.Step) (fault string, small bool) {
	start := clone(in.stock)
	for _, s := range in.nearby {
		start["@"+s] = 1
	}
	all := states{}
	all.put(start)
	for k, s := range steps {
		a := s.Action
		next := states{}
		for _, st := range all {
			switch a.Kind {
			case game.Place:
				if st[a.Block] > 0 {
					c := clone(st)
					c[a.Block]--
					c["@"+a.Block] = 1
					next.put(c)
				}
			case game.Smelt:
				if sm, ok := v.SmeltingOf(a.Item); ok && st[a.Item] >= a.Quantity && st["@"+data.StationFurnace] > 0 {
					c := clone(st)
					c[a.Item] -= a.Quantity
					c[sm.Output] += a.Quantity
					next.put(c)
				}
			case game.Craft:
				if !craftAny(v, st, a.Recipe, a.Quantity, next) {
					return "", false
				}
			}
		}
		if len(next) == 0 {
			return fmt.Sprintf("step %d (%s) cannot be done", k+1, a.Describe()), true
		}
		all = next
	}
	for _, st := range all {
		if st[in.target] >= in.count {
			return "", true
		}
	}
	return "the target is not reached", true
}

// craftAny puts every stock there may be when n of an item were crafted; false
// when these are too many.
func craftAny(v *data.Version, st map[string]int, item string, n int, into states) bool {
	manners := mannersTo(v, item)
	made := map[int]states{0: {stateKey(st): st}}
	for k := 0; k < n; k++ { // by how many were made
		for _, cur := range made[k] {
			for _, m := range manners {
				if m.station != "" && cur["@"+m.station] == 0 {
					continue
				}
				left, ok := spendAll(cur, m.parts)
				if !ok {
					return false
				}
				to := into
				if k+m.n < n {
					if made[k+m.n] == nil {
						made[k+m.n] = states{}
					}
					to = made[k+m.n]
				}
				for _, next := range left {
					m.gain(v, next)
					to.put(next)
				}
				if len(to) > manyStates {
					return false
				}
			}
		}
		delete(made, k)
	}
	return true
}

func craftOnce(v *data.Version, st map[string]int, item string) int {
	for _, m := range mannersTo(v, item) {
		if m.station != "" && st["@"+m.station] == 0 {
			continue
		}
		left := clone(st)
		parts := slices.Clone(m.parts)
		sort.SliceStable(parts, func(i, j int) bool { return len(parts[i].Items) < len(parts[j].Items) })
		ok := true
		for _, p := range parts {
			for range p.Count {
				best := ""
				for _, i := range p.Items {
					if left[i] > 0 && (best == "" || left[i] > left[best]) {
						best = i
					}
				}
				if best == "" {
					ok = false
					break
				}
				left[best]--
				if it, found := v.Item(best); found && m.leaves && it.CraftLeaves != "" {
					left[it.CraftLeaves]++
				}
			}
		}
		if ok {
			left[item] += m.n
			clear(st)
			for k, n := range left {
				st[k] = n
			}
			return m.n
		}
	}
	return 0
}

// TestClosedAgainstExhaustiveSearch holds every answer of closed mode against a
// search that tries everything, on instances small enough for it.
func TestClosedAgainstExhaustiveSearch(t *testing.T) {
	for _, version := range data.Versions() {
		t.Run(version, func(t *testing.T) {
			v, err := data.Load(version)
			if err != nil {
				t.Fatal(err)
			}
			s := techtree.New(v)
			cases := 2000
			if testing.Short() {
				cases = 300
			}
			possible, impossible, gaveUp, large, choosy := 0, 0, 0, 0, 0
			for k := range cases {
				in := generate(v, rand.New(rand.NewPCG(7, uint64(k))))
				answer, err := s.Solve(context.Background(), in.problem())
				var no *game.ImpossibleError
				var unsure *game.GaveUpError
				switch {
				case err == nil:
					possible++
					if replay(v, in, answer.Steps) == "" {
						break
					}
					// No order may do for a body that always takes the most
					// plentiful; some choice must.
					choosy++
					fault, small := replayAny(v, in, answer.Steps)
					if !small {
						large++
					}
					if fault != "" {
						t.Errorf("case %d, %s: the plan does not work: %s\n%v", k, in, fault, answer.Steps)
					}
				case errors.As(err, &no):
					impossible++
					can, small := exhaustive(v, in)
					if !small {
						large++
					}
					if can {
						t.Errorf("case %d, %s: said impossible (%s), but it can be done", k, in, err)
					}
				case errors.As(err, &unsure):
					gaveUp++
					t.Logf("case %d, %s: gave up", k, in)
				default:
					t.Fatal(err)
				}
			}
			t.Logf("%d possible (%d only for a body that chooses well), %d impossible %d too large to judge, %d gave up", possible, choosy, impossible, large, gaveUp)
			if choosy*25 > possible {
				t.Errorf("%d of %d plans need a body that chooses well", choosy, possible)
			}
			if large*50 > cases {
				t.Errorf("%d of %d were too large to judge", large, cases)
			}
			if gaveUp*100 > cases {
				t.Errorf("gave up on %d of %d", gaveUp, cases)
			}
		})
	}
}
