// SPDX-License-Identifier: MIT

package techtree_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/techtree"
)

// instance is one closed problem.
type instance struct {
	wants    map[string]int
	stock    map[string]int
	nearby   []string
	freeFuel bool
	not      []game.Exclusion
}

func (in instance) String() string {
	var b strings.Builder
	list := func(m map[string]int) {
		for _, n := range sortedNames(m) {
			fmt.Fprintf(&b, " %s=%d", n, m[n])
		}
	}
	list(in.wants)
	fmt.Fprintf(&b, " at %v (fuel free %v, not %v) from", in.nearby, in.freeFuel, in.not)
	list(in.stock)
	return b.String()
}

func (in instance) denied(k game.Kind, subject string) bool {
	return slices.ContainsFunc(in.not, func(e game.Exclusion) bool { return e.Kind == k && (e.Subject == "" || e.Subject == subject) })
}

func (in instance) problem() techtree.Problem {
	p := techtree.Problem{Can: makes, Cuts: true, Closed: true, FreeFuel: in.freeFuel, Fuel: true, Stations: in.nearby, Exclude: in.not}
	for _, n := range sortedNames(in.wants) {
		p.Wants = append(p.Wants, techtree.Want{Items: []string{n}, Count: in.wants[n]})
	}
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

// generator makes instances of one version.
type generator struct {
	v     *data.Version
	items []*data.Item
	all   []manner
	to    map[string][]manner
	fuels []string
}

func newGenerator(v *data.Version) *generator {
	g := &generator{v: v, items: v.Items(), all: manners(v), to: map[string][]manner{}}
	for _, m := range g.all {
		g.to[m.out] = append(g.to[m.out], m)
	}
	for _, it := range g.items {
		if it.FuelTicks > 0 {
			g.fuels = append(g.fuels, it.Name)
		}
	}
	return g
}

// instance makes a problem: the ingredients of one or two random items, made
// fewer or more, ingredients replaced by what they are made of, up to thirty
// distractors, stations at hand or not, fuel free or counted, things denied.
func (g *generator) instance(r *rand.Rand) instance {
	in := instance{wants: map[string]int{}, stock: map[string]int{}, freeFuel: r.IntN(2) == 0}
	for range 1 + r.IntN(8)/7 {
		m := g.all[r.IntN(len(g.all))]
		count := 1 + r.IntN(2*max(m.n, 1))
		in.wants[m.out] += count
		g.supply(r, &in, m, (count+m.n-1)/m.n, 0)
	}
	if !in.freeFuel && r.IntN(20) == 0 { // what burning leaves
		in.stock["lava_bucket"]++
		if r.IntN(2) == 0 {
			in.wants["bucket"]++
		}
	}
	for range r.IntN(31) {
		in.stock[g.items[r.IntN(len(g.items))].Name] += 1 + r.IntN(3)
	}
	for _, s := range stationOdds {
		if r.IntN(100) < s.odds {
			in.nearby = append(in.nearby, s.name)
		}
	}
	if r.IntN(4) == 0 && len(in.stock) > 0 {
		names := sortedNames(in.stock)
		n := names[r.IntN(len(names))]
		if in.stock[n]--; in.stock[n] == 0 {
			delete(in.stock, n)
		}
	}
	for t := range in.wants {
		delete(in.stock, t)
	}
	g.deny(r, &in)
	return in
}

var stationOdds = []struct {
	name string
	odds int
}{
	{data.StationTable, 65}, {data.StationFurnace, 40}, {data.StationBlast, 8}, {data.StationSmoker, 8},
	{data.StationStonecutter, 40}, {data.StationSmithing, 40}, {data.StationCampfire, 5},
}

// supply puts what some batches of a manner take into the stock.
func (g *generator) supply(r *rand.Rand, in *instance, m manner, batches, depth int) {
	for _, p := range m.parts {
		g.part(r, in, p, p.Count*batches, depth)
	}
	if m.kind == game.Smelt && !in.freeFuel {
		for ticks := batches * SmeltTicks; ticks > 0; {
			f := []string{"coal", "charcoal", "stick", "oak_planks", g.fuels[r.IntN(len(g.fuels))]}[r.IntN(5)]
			in.stock[f]++
			it, _ := g.v.Item(f)
			ticks -= max(it.FuelTicks, 100)
		}
	}
}

func (g *generator) part(r *rand.Rand, in *instance, p data.Ingredient, n, depth int) {
	for n > 0 {
		item := p.Items[r.IntN(len(p.Items))]
		k := 1 + r.IntN(n)
		n -= k
		if ms := g.to[item]; depth < 2 && len(ms) > 0 && r.IntN(2) == 0 {
			m := ms[r.IntN(len(ms))]
			g.supply(r, in, m, (k+m.n-1)/m.n, depth+1)
			continue
		}
		in.stock[item] += k
	}
}

// deny forbids a kind of action, or one that might serve.
func (g *generator) deny(r *rand.Rand, in *instance) {
	if r.IntN(5) > 0 || len(in.stock) == 0 {
		return
	}
	switch r.IntN(6) {
	case 0:
		in.not = append(in.not, game.Exclusion{Kind: game.Place})
	case 1:
		in.not = append(in.not, game.Exclusion{Kind: game.Smelt})
	case 2:
		names := sortedNames(in.stock)
		in.not = append(in.not, game.Exclusion{Kind: game.Smelt, Subject: names[r.IntN(len(names))]})
	default:
		m := g.all[r.IntN(len(g.all))]
		for _, t := range sortedNames(in.wants) {
			if ms := g.to[t]; len(ms) > 0 {
				m = ms[r.IntN(len(ms))]
			}
		}
		if len(m.parts) > 0 {
			p := m.parts[r.IntN(len(m.parts))]
			in.not = append(in.not, game.Exclusion{Kind: game.Craft, Subject: p.Items[r.IntN(len(p.Items))]})
		}
	}
}
