//go:build !strict

package techtree_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game/data"
)

// exhaustive decides an instance by trying every order of every craft, or says
// that it is too large.
func exhaustive(v *data.Version, in instance) (possible, small bool) {
	manners := relevant(v, in)
	seen := map[string]bool{}
	const most = 6_000
	var queue []map[string]int
	push := func(st map[string]int) {
		key := stateKey(st)
		if !seen[key] {
			seen[key] = true
			queue = append(queue, st)
		}
	}
	start := map[string]int{}
	used := map[string]bool{in.target: true}
	for _, m := range manners {
		used[m.out] = true
		if m.station != "" {
			used[m.station] = true
		}
		for _, p := range m.parts {
			for _, i := range p.Items {
				used[i] = true
			}
		}
	}
	for i, n := range in.stock {
		if used[i] {
			start[i] = n
		}
	}
	for _, s := range in.nearby {
		start["@"+s] = 1
	}
	push(start)
	for len(queue) > 0 {
		st := queue[0]
		queue = queue[1:]
		if st[in.target] >= in.count {
			return true, true
		}
		if len(seen) > most {
			return false, false
		}
		for _, s := range [...]string{data.StationTable, data.StationFurnace, data.StationStonecutter, data.StationSmithing} {
			if st[s] > 0 && st["@"+s] == 0 {
				next := clone(st)
				next[s]--
				next["@"+s] = 1
				push(next)
			}
		}
		for _, m := range manners {
			if m.station != "" && st["@"+m.station] == 0 {
				continue
			}
			left, ok := spendAll(st, m.parts)
			if !ok {
				return false, false
			}
			for _, next := range left {
				m.gain(v, next)
				push(next)
			}
		}
	}
	return false, true
}

func clone(m map[string]int) map[string]int {
	c := make(map[string]int, len(m))
	for k, n := range m {
		if n != 0 {
			c[k] = n
		}
	}
	return c
}

func stateKey(m map[string]int) string {
	var b strings.Builder
	for _, n := range sortedNames(m) {
		if m[n] > 0 {
			fmt.Fprintf(&b, "%s=%d,", n, m[n])
		}
	}
	return b.String()
}

// states are different stocks by their keys.
type states map[string]map[string]int

func (ss states) put(st map[string]int) { ss[stateKey(st)] = st }

// manyStates is where a search is given up.
const manyStates = 20_000

// spendAll returns every stock that is left when the parts were taken; false
// when there are too many.
func spendAll(st map[string]int, parts []data.Ingredient) (states, bool) {
	all := states{}
	all.put(st)
	for _, p := range parts {
		next := states{}
		for _, cur := range all {
			if choose(cur, p.Items, p.Count, next); len(next) > manyStates {
				return nil, false
			}
		}
		all = next
	}
	return all, true
}

// choose puts every stock that is left when count of the items were taken.
func choose(cur map[string]int, items []string, count int, into states) {
	if count == 0 {
		into.put(clone(cur))
		return
	}
	for k, item := range items {
		if cur[item] == 0 {
			continue
		}
		for n := min(count, cur[item]); n >= 1; n-- {
			next := clone(cur)
			next[item] -= n
			if choose(next, items[k+1:], count-n, into); len(into) > manyStates {
				return
			}
		}
	}
}

// relevant lists the crafts that can both happen and matter.
func relevant(v *data.Version, in instance) []manner {
	var all []manner
	for _, rc := range v.AllRecipes() {
		m := manner{out: rc.Result, n: rc.Count, parts: rc.Ingredients, leaves: true}
		if rc.Table {
			m.station = data.StationTable
		}
		all = append(all, m)
	}
	for _, s := range v.Smeltings() {
		if slices.Contains(s.Stations, data.StationFurnace) {
			all = append(all, manner{out: s.Output, n: 1, parts: []data.Ingredient{{Items: []string{s.Input}, Count: 1}}, station: data.StationFurnace})
		}
	}
	for _, c := range v.Cuts() {
		all = append(all, manner{out: c.Output, n: c.Count, parts: []data.Ingredient{{Items: []string{c.Input}, Count: 1}}, station: data.StationStonecutter})
	}
	for _, s := range v.Smithings() {
		m := manner{out: s.Result, n: 1, station: data.StationSmithing}
		for _, part := range [...]string{s.Template, s.Base, s.Addition} {
			if part != "" {
				m.parts = append(m.parts, data.Ingredient{Items: []string{part}, Count: 1})
			}
		}
		all = append(all, m)
	}
	has := map[string]bool{}
	for i := range in.stock {
		has[i] = true
	}
	for _, s := range in.nearby {
		has["@"+s] = true
	}
	can := make([]bool, len(all))
	for again := true; again; {
		again = false
		for k, m := range all {
			if can[k] || m.station != "" && !has["@"+m.station] && !has[m.station] {
				continue
			}
			ok := true
			for _, p := range m.parts {
				ok = ok && slices.ContainsFunc(p.Items, func(i string) bool { return has[i] })
			}
			if ok {
				can[k], has[m.out], again = true, true, true
				for _, p := range m.parts {
					if it, found := v.Item(p.Items[0]); found && m.leaves && it.CraftLeaves != "" {
						has[it.CraftLeaves] = true
					}
				}
			}
		}
	}
	want := map[string]bool{in.target: true}
	take := make([]bool, len(all))
	for again := true; again; {
		again = false
		for k, m := range all {
			matters := want[m.out]
			for _, p := range m.parts {
				if it, found := v.Item(p.Items[0]); found && m.leaves && it.CraftLeaves != "" {
					matters = matters || want[it.CraftLeaves]
				}
			}
			if !can[k] || take[k] || !matters {
				continue
			}
			take[k], again = true, true
			if m.station != "" {
				want[m.station] = true
			}
			for _, p := range m.parts {
				for _, i := range p.Items {
					want[i] = true
				}
			}
		}
	}
	var out []manner
	for k, m := range all {
		if take[k] {
			out = append(out, m)
		}
	}
	return out
}

// manner is one craft as the exhaustive search knows it.
type manner struct {
	out     string
	n       int
	parts   []data.Ingredient
	station string
	leaves  bool
}

// gain enters what one craft makes and leaves, once its parts are taken.
func (m manner) gain(v *data.Version, st map[string]int) {
	st[m.out] += m.n
	for _, p := range m.parts {
		if it, ok := v.Item(p.Items[0]); ok && m.leaves && it.CraftLeaves != "" {
			st[it.CraftLeaves] += p.Count
		}
	}
}
