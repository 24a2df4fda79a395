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
			spendAll(st, m.parts, func(next map[string]int) {
				next[m.out] += m.n
				if m.leaves {
					for _, p := range m.parts {
						if it, ok := v.Item(p.Items[0]); ok && it.CraftLeaves != "" {
							next[it.CraftLeaves] += p.Count
						}
					}
				}
				push(next)
			})
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

// spendAll calls with for every way to take the parts.
func spendAll(st map[string]int, parts []data.Ingredient, with func(map[string]int)) {
	if len(parts) == 0 {
		with(clone(st))
		return
	}
	p := parts[0]
	var choose func(k, left int, cur map[string]int)
	choose = func(k, left int, cur map[string]int) {
		if left == 0 {
			spendAll(cur, parts[1:], with)
			return
		}
		if k == len(p.Items) {
			return
		}
		for n := min(left, cur[p.Items[k]]); n >= 0; n-- {
			next := clone(cur)
			next[p.Items[k]] -= n
			choose(k+1, left-n, next)
		}
	}
	choose(0, p.Count, st)
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
