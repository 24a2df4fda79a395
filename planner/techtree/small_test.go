// SPDX-License-Identifier: MIT

package techtree_test

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// small is a closed instance reduced to numbers: the items that can matter, and
// what can be done with them. It knows the rules from the data alone and shares
// no code with the solver.
type small struct {
	in     instance
	number map[string]int // items, and stations that stand as "@name"
	names  []string
	deeds  []deed
	fuels  []fuelItem
	burn   int // the slot of what is left of the fire, in ticks
	size   int
}

// deed is one craft or smelt: a batch, or a placing of a station.
type deed struct {
	kind    game.Kind
	subject string
	out, n  int
	parts   []part
	// at are the slots of the stations of which one must stand, none for the hand.
	at     []int
	smelts bool
}

type part struct {
	items  []int
	leaves []int // by item: what a craft gives back, -1 for nothing
	count  int
	// choices is how many alternatives the recipe has, held or not.
	choices int
}

type fuelItem struct {
	item, ticks, leaves int
}

// state is how much there is of each numbered thing.
type state []int16

func (st state) key() string {
	b := make([]byte, 2*len(st))
	for i, n := range st {
		b[2*i], b[2*i+1] = byte(n), byte(n>>8)
	}
	return string(b)
}

// smeltStations are the stations that a smelt may be done at; over a campfire
// nobody smelts.
func smeltStations(s data.Smelting) []string {
	return slices.DeleteFunc(slices.Clone(s.Stations), func(n string) bool { return n == data.StationCampfire })
}

// manner is one craft or smelt by names.
type manner struct {
	kind    game.Kind
	subject string
	out     string
	n       int
	parts   []data.Ingredient
	at      []string
	leaves  bool
}

// manners lists all crafts and smelts in the order in which a body tries those
// to one item.
func manners(v *data.Version) []manner {
	var all []manner
	for _, rc := range v.AllRecipes() {
		m := manner{kind: game.Craft, subject: rc.Result, out: rc.Result, n: rc.Count, parts: rc.Ingredients, leaves: true}
		if rc.Table {
			m.at = []string{data.StationTable}
		}
		all = append(all, m)
	}
	for _, c := range v.Cuts() {
		all = append(all, manner{kind: game.Craft, subject: c.Output, out: c.Output, n: c.Count, parts: []data.Ingredient{{Items: []string{c.Input}, Count: 1}}, at: []string{data.StationStonecutter}})
	}
	for _, s := range v.Smithings() {
		m := manner{kind: game.Smith, subject: s.Result, out: s.Result, n: 1, at: []string{data.StationSmithing}}
		for _, p := range [...]string{s.Template, s.Base, s.Addition} {
			if p != "" {
				m.parts = append(m.parts, data.Ingredient{Items: []string{p}, Count: 1})
			}
		}
		all = append(all, m)
	}
	for _, s := range v.Smeltings() {
		all = append(all, manner{kind: game.Smelt, subject: s.Input, out: s.Output, n: 1, parts: []data.Ingredient{{Items: []string{s.Input}, Count: 1}}, at: smeltStations(s)})
	}
	return all
}

// reduce numbers what can both happen and matter in an instance.
func reduce(v *data.Version, all []manner, in instance) *small {
	x := &small{in: in, number: map[string]int{}}
	has := map[string]bool{}
	for i := range in.stock {
		has[i] = true
	}
	for _, s := range in.nearby {
		has["@"+s] = true
	}
	stands := func(m *manner) bool {
		return len(m.at) == 0 || slices.ContainsFunc(m.at, func(s string) bool { return has["@"+s] || has[s] && !in.denied(game.Place, s) })
	}
	leaves := func(m *manner, item string) string {
		if it, ok := v.Item(item); ok && m.leaves {
			return it.CraftLeaves
		}
		return ""
	}
	fuelLeaves := func(item string) string {
		if it, ok := v.Item(item); ok && it.FuelTicks > 0 && !in.freeFuel {
			return it.FuelLeaves
		}
		return ""
	}
	can := make([]bool, len(all))
	for again := true; again; {
		again = false
		gain := func(item string) {
			for ; item != "" && !has[item]; item = fuelLeaves(item) {
				has[item], again = true, true
			}
		}
		for i := range has {
			gain(fuelLeaves(i))
		}
		for k := range all {
			m := &all[k]
			if can[k] || in.denied(m.kind, m.subject) || !stands(m) {
				continue
			}
			if slices.ContainsFunc(m.parts, func(p data.Ingredient) bool {
				return !slices.ContainsFunc(p.Items, func(i string) bool { return has[i] })
			}) {
				continue
			}
			can[k], again = true, true
			gain(m.out)
			for _, p := range m.parts {
				for _, i := range p.Items {
					gain(leaves(m, i))
				}
			}
		}
	}
	matters, take := map[string]bool{}, make([]bool, len(all))
	for t := range in.wants {
		matters[t] = true
	}
	burns := false
	for again := true; again; {
		again = false
		if burns {
			for i := range has {
				if it, ok := v.Item(i); ok && it.FuelTicks > 0 && !matters[i] {
					matters[i], again = true, true
				}
			}
		}
		embers := false // burning leaves what matters
		for i := range has {
			embers = embers || matters[fuelLeaves(i)]
		}
		for k := range all {
			m := &all[k]
			useful := matters[m.out] || embers && m.kind == game.Smelt
			for _, p := range m.parts {
				for _, i := range p.Items {
					useful = useful || has[i] && matters[leaves(m, i)]
				}
			}
			if !can[k] || take[k] || !useful {
				continue
			}
			take[k], again = true, true
			burns = burns || m.kind == game.Smelt && !in.freeFuel
			for _, s := range m.at {
				if has[s] || has["@"+s] {
					matters[s], matters["@"+s] = true, true
				}
			}
			for _, p := range m.parts {
				for _, i := range p.Items {
					if has[i] {
						matters[i] = true
					}
				}
			}
		}
	}
	num := func(name string) int {
		if _, ok := x.number[name]; !ok {
			x.number[name] = len(x.names)
			x.names = append(x.names, name)
		}
		return x.number[name]
	}
	for _, t := range sortedNames(in.wants) {
		num(t)
	}
	for k := range all {
		m := &all[k]
		if !take[k] {
			continue
		}
		d := deed{kind: m.kind, subject: m.subject, out: num(m.out), n: m.n, smelts: m.kind == game.Smelt}
		for _, s := range m.at {
			if has[s] || has["@"+s] {
				d.at = append(d.at, num("@"+s))
			}
		}
		for _, p := range m.parts {
			q := part{count: p.Count, choices: len(p.Items)}
			for _, i := range p.Items {
				if !has[i] {
					continue
				}
				q.items = append(q.items, num(i))
				left := -1
				if l := leaves(m, i); l != "" {
					left = num(l)
				}
				q.leaves = append(q.leaves, left)
			}
			d.parts = append(d.parts, q)
		}
		x.deeds = append(x.deeds, d)
	}
	for _, s := range [...]string{data.StationTable, data.StationFurnace, data.StationBlast, data.StationSmoker, data.StationStonecutter, data.StationSmithing} {
		if _, ok := x.number["@"+s]; ok && !in.denied(game.Place, s) {
			x.deeds = append(x.deeds, deed{kind: game.Place, subject: s, out: num("@" + s), n: 1, parts: []part{{items: []int{num(s)}, leaves: []int{-1}, count: 1, choices: 1}}})
		}
	}
	for _, it := range v.Items() {
		if it.FuelTicks > 0 && burns && has[it.Name] {
			f := fuelItem{item: num(it.Name), ticks: it.FuelTicks, leaves: -1}
			if it.FuelLeaves != "" {
				f.leaves = num(it.FuelLeaves)
			}
			x.fuels = append(x.fuels, f)
		}
	}
	x.burn = num("@fire")
	x.size = len(x.names)
	return x
}

func (x *small) start() state {
	st := make(state, x.size)
	for i, n := range x.in.stock {
		if k, ok := x.number[i]; ok {
			st[k] = int16(n)
		}
	}
	for _, s := range x.in.nearby {
		if k, ok := x.number["@"+s]; ok {
			st[k] = 1
		}
	}
	return st
}

// met says whether a state has what is wanted.
func (x *small) met(st state) bool {
	for t, n := range x.in.wants {
		if int(st[x.number[t]]) < n {
			return false
		}
	}
	return true
}

// chain says that there is one manner and one ingredient for everything.
func (x *small) chain() bool {
	made := map[int]int{}
	for _, d := range x.deeds {
		made[d.out]++
		if made[d.out] > 1 || slices.ContainsFunc(d.parts, func(p part) bool { return len(p.items) > 1 }) {
			return false
		}
	}
	return len(x.fuels) < 2
}
