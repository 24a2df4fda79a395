// SPDX-License-Identifier: MIT

package check

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/techtree"
)

// manner is one way to craft an item: a grid recipe, a stonecutter's, a
// smithing table's.
type manner struct {
	station string
	parts   []data.Ingredient
	count   int
}

func mannersOf(v *data.Version, item string) []manner {
	var list []manner
	for _, rc := range v.Recipes(item) {
		m := manner{parts: rc.Ingredients, count: max(rc.Count, 1)}
		if rc.Table {
			m.station = data.StationTable
		}
		list = append(list, m)
	}
	for _, c := range v.CutsTo(item) {
		list = append(list, manner{data.StationStonecutter, []data.Ingredient{{Items: []string{c.Input}, Count: 1}}, max(c.Count, 1)})
	}
	for _, s := range v.SmithingTo(item) {
		m := manner{station: data.StationSmithing, count: 1}
		for _, part := range [...]string{s.Template, s.Base, s.Addition} {
			if part != "" {
				m.parts = append(m.parts, data.Ingredient{Items: []string{part}, Count: 1})
			}
		}
		list = append(list, m)
	}
	return list
}

// of is the manner with its parts narrowed to some things; ok says that each of them
// is a part.
func (m *manner) of(things []game.Need) (narrowed manner, ok bool) {
	narrowed = *m
	narrowed.parts = slices.Clone(m.parts)
	for _, t := range things {
		part := slices.IndexFunc(narrowed.parts, func(p data.Ingredient) bool {
			return slices.ContainsFunc(p.Items, func(item string) bool { return slices.Contains(t.Items, item) })
		})
		if part < 0 {
			return narrowed, false
		}
		for k := range narrowed.parts {
			if p := &narrowed.parts[k]; k == part || slices.Equal(p.Items, m.parts[part].Items) {
				p.Items = slices.DeleteFunc(slices.Clone(p.Items), func(item string) bool { return !slices.Contains(t.Items, item) })
			}
		}
	}
	return narrowed, true
}

// within is the manner with its parts narrowed to what a craft may use up, all
// when it names nothing.
func (m *manner) within(using map[string]int) manner {
	narrowed := *m
	if using == nil {
		return narrowed
	}
	narrowed.parts = slices.Clone(m.parts)
	for k := range narrowed.parts {
		p := &narrowed.parts[k]
		if named := slices.DeleteFunc(slices.Clone(p.Items), func(item string) bool { return using[item] == 0 }); len(named) > 0 {
			p.Items = named
		}
	}
	return narrowed
}

// usable is what of the held things a craft may use up.
func usable(held, using map[string]int) map[string]int {
	if using == nil {
		return held
	}
	may := make(map[string]int, len(using))
	for item, n := range using {
		may[item] = min(n, held[item])
	}
	return may
}

// using names what a craft is made of, out of what is held. A body that chooses by
// itself is given no names: it must choose the same.
func (d drafter) using(l *state, a *game.Action, of []game.Need) error {
	manners := mannersOf(d.Version, a.Recipe)
	for i := range manners {
		m, ok := manners[i].of(of)
		if !ok {
			continue
		}
		batches := (a.Count() + m.count - 1) / m.count
		used, missing := m.spend(l.counts, batches)
		if len(missing) > 0 {
			continue
		}
		if a.Using = counted(used); d.Request.Body.CanField(game.Craft, "using") {
			return nil
		}
		free, _ := manners[i].spend(l.counts, batches)
		if same := maps.Equal(counted(free), a.Using); !same || i > 0 {
			return &game.ImpossibleError{Reason: fmt.Sprintf("This body chooses by itself what it makes %s of, and would not choose %s", game.Plural(game.Display(a.Recipe)), game.Alternatives(of[0].Items))}
		}
		a.Using = nil
		return nil
	}
	return nil // the check says what is missing
}

func counted(used []burnt) map[string]int {
	n := make(map[string]int, len(used))
	for _, u := range used {
		n[u.item] += u.n
	}
	return n
}

// burnt is a number of one item that a step uses up.
type burnt struct {
	item string
	n    int
}

// spend chooses the parts of some batches from what is held: parts with the
// fewest alternatives first, of the alternatives the most plentiful. It returns
// what is used and, when it does not suffice, what is missing.
func (m *manner) spend(counts map[string]int, batches int) (used []burnt, missing []data.Ingredient) {
	left := func(item string) int {
		n := counts[item]
		for _, u := range used {
			if u.item == item {
				n -= u.n
			}
		}
		return n
	}
	for most := 1; ; {
		next := 0
		for _, p := range m.parts {
			switch n := len(p.Items); {
			case n > most && (next == 0 || n < next):
				next = n
			case n == most:
				need := p.Count * batches
				for need > 0 {
					best, over := "", 0
					for _, item := range p.Items {
						if n := left(item); n > over {
							best, over = item, n
						}
					}
					if best == "" {
						missing = append(missing, data.Ingredient{Items: p.Items, Count: need})
						break
					}
					k := min(need, over)
					used = append(used, burnt{best, k})
					need -= k
				}
			}
		}
		if next == 0 {
			return used, missing
		}
		most = next
	}
}

func (r *runner) craft() *Fault {
	a := r.a()
	if _, ok := r.l.v.Item(a.Recipe); !ok {
		return r.unknownItem(a.Recipe)
	}
	manners := mannersOf(r.l.v, a.Recipe)
	if len(manners) == 0 {
		return &Fault{Text: fmt.Sprintf("%s cannot be crafted; %s", game.Display(a.Recipe), r.desk.howTo(a.Recipe))}
	}
	var lacking *Fault
	blame := 0
	for i := range manners {
		narrowed := manners[i].within(a.Using)
		m := &narrowed
		batches := (a.Count() + m.count - 1) / m.count
		used, missing := m.spend(usable(r.l.counts, a.Using), batches)
		here := m.station == "" || r.l.hasStation(m.station)
		if len(missing) == 0 && here {
			r.reset(craftSeconds + float64(batches)*batchSeconds)
			for _, p := range m.parts {
				r.uses(p.Count*batches, p.Items...)
			}
			r.gain(batches*m.count, a.Recipe)
			if m.count > 1 {
				r.step.Batch = m.count
			}
			r.make(m, used, batches)
			return nil
		}
		score := 2 * len(missing)
		if !here {
			score++
		}
		if lacking == nil || score < blame {
			lacking, blame = r.lackingFor(m, missing, here, batches), score
		}
	}
	r.reset(craftSeconds)
	return lacking
}

// make enters a craft.
func (r *runner) make(m *manner, used []burnt, batches int) {
	for _, u := range used {
		r.l.add(u.item, -u.n)
		if it, ok := r.l.v.Item(u.item); ok && it.CraftLeaves != "" {
			r.l.add(it.CraftLeaves, u.n)
		}
	}
	r.l.add(r.a().Recipe, batches*m.count)
}

// lackingFor is the fault of a craft that lacks ingredients or a station.
func (r *runner) lackingFor(m *manner, missing []data.Ingredient, here bool, batches int) *Fault {
	f := &Fault{}
	var words []string
	for _, p := range missing {
		more := game.CountedMore(p.Count, p.Items[0])
		if len(p.Items) > 1 {
			more += " or the like"
		}
		words = append(words, fmt.Sprintf("%s (%s)", more, r.desk.howTo(p.Items[0])))
	}
	for _, p := range m.parts {
		f.wants = append(f.wants, techtree.Want{Items: p.Items, Count: p.Count * batches})
	}
	if !here {
		f.station = m.station
		words = append(words, r.stationWords(m.station))
	}
	f.Text = "it needs " + strings.Join(words, " and ")
	return f
}

func (r *runner) stationWords(station string) string {
	name := game.Display(station)
	if r.l.counts[station] > 0 {
		return fmt.Sprintf("a %s at hand (place the one that is held first)", name)
	}
	return fmt.Sprintf("a %s at hand (get and place one first)", name)
}

func (r *runner) smelt() *Fault {
	a := r.a()
	if _, ok := r.l.v.Item(a.Item); !ok {
		return r.unknownItem(a.Item)
	}
	sm, ok := r.l.v.SmeltingOf(a.Item)
	if !ok {
		if to := r.l.v.SmeltingTo(a.Item); len(to) > 0 {
			return &Fault{Text: fmt.Sprintf("smelt names what goes in: smelt %s to get %s", game.Display(to[0].Input), game.Display(a.Item))}
		}
		return &Fault{Text: fmt.Sprintf("%s cannot be smelted", game.Display(a.Item))}
	}
	n := a.Count()
	r.reset(float64(n*sm.Ticks) / ticks)
	r.uses(n, a.Item)
	var words []string
	f := &Fault{wants: []techtree.Want{{Items: []string{a.Item}, Count: n}}}
	if have := r.l.counts[a.Item]; have < n {
		words = append(words, fmt.Sprintf("%s (%s)", game.CountedMore(n-have, a.Item), r.desk.howTo(a.Item)))
	}
	if !r.l.hasStation(sm.Stations...) {
		f.station = sm.Stations[0]
		words = append(words, r.stationWords(f.station))
	}
	burnt, burn, short := r.fuel(n, sm.Ticks)
	if short > 0 {
		words = append(words, fmt.Sprintf("fuel for %d more (coal, charcoal or planks)", (short+sm.Ticks-1)/sm.Ticks))
		f.wants = append(f.wants, r.fuelWant(short))
	}
	if len(words) > 0 {
		f.Text = "it needs " + strings.Join(words, " and ")
		return f
	}
	for _, b := range burnt {
		r.l.add(b.item, -b.n)
		r.need(b.n, b.item)
		if it, ok := r.l.v.Item(b.item); ok && it.FuelLeaves != "" {
			r.l.add(it.FuelLeaves, b.n)
		}
	}
	r.l.burn = burn
	r.l.add(a.Item, -n)
	r.l.add(sm.Output, n)
	r.gain(n, sm.Output)
	return nil
}

// fuel chooses what is burnt for n items: what the step names, else in the order
// in which a sensible body burns. It returns what is left burning and how many
// ticks are missing.
func (r *runner) fuel(n, each int) (out []burnt, burn, short int) {
	if r.desk.FreeFuel {
		return nil, 0, 0
	}
	need := n*each - r.l.burn
	burn = r.l.burn
	for _, item := range r.fuels() {
		it, ok := r.l.v.Item(item)
		if !ok || it.FuelTicks <= 0 || need <= 0 {
			continue
		}
		spare := r.l.counts[item]
		if item == r.a().Item {
			spare -= n
		}
		k := min(spare, (need+it.FuelTicks-1)/it.FuelTicks)
		if k > 0 {
			out = append(out, burnt{item, k})
			need -= k * it.FuelTicks
			burn += k * it.FuelTicks
		}
	}
	return out, max(burn-n*each, 0), max(need, 0)
}

func (r *runner) fuels() []string {
	if f := r.a().Fuel; f != "" {
		return []string{f}
	}
	names := make([]string, 0, 8)
	for item := range r.l.counts {
		if burnRank(r.l.v, item) > 0 {
			names = append(names, item)
		}
	}
	sort.Slice(names, func(i, j int) bool {
		if a, b := burnRank(r.l.v, names[i]), burnRank(r.l.v, names[j]); a != b {
			return a < b
		}
		return names[i] < names[j]
	})
	return names
}

// burnRank orders fuels as a sensible body burns them; 0 is not burnt unasked.
func burnRank(v *data.Version, item string) int {
	if it, ok := v.Item(item); ok {
		return it.BurnRank
	}
	return 0
}

// fuelWant is the cheapest thing to ask the solver for: planks for little, coal
// for much. One more than needed is asked for, since fuel is burnt piece by
// piece.
func (r *runner) fuelWant(short int) techtree.Want {
	planks := r.l.v.Tag("planks")
	const coalTicks, plankTicks, much = 1600, 300, 40 * 200
	if short > much || len(planks) == 0 {
		return techtree.Want{Items: []string{"coal", "charcoal"}, Count: r.l.sum([]string{"coal", "charcoal"}) + (short+coalTicks-1)/coalTicks + 1}
	}
	return techtree.Want{Items: planks, Count: r.l.sum(planks) + (short+plankTicks-1)/plankTicks + 1}
}
