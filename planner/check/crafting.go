// SPDX-License-Identifier: MIT

package check

import (
	"maps"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/techtree"
)

// narrowed is how many of what is held a craft may use up so that it is made of
// some things: all of the parts that none of them is, and of the others these
// alone. ok reports whether each of them is a part.
func (d drafter) narrowed(l *state, o *rules.Op, of []game.Need) (using map[string]int, ok bool) {
	using = map[string]int{}
	named := make([]bool, len(of))
	for _, p := range o.Takes {
		var meant []string
		for k, t := range of {
			for _, a := range p.Alts {
				if slices.Contains(t.Items, d.Solver.Names[a]) {
					meant, named[k] = append(meant, d.Solver.Names[a]), true
				}
			}
		}
		if meant == nil {
			for _, a := range p.Alts {
				meant = append(meant, d.Solver.Names[a])
			}
		}
		for _, item := range meant {
			using[item] = l.Count(item)
		}
	}
	return using, !slices.Contains(named, false)
}

// using names what a craft is made of, out of what is held. A body that chooses by
// itself is given no names: it must choose the same.
func (d drafter) using(l *state, a *game.Action, of []game.Need) error {
	ops := d.Solver.CraftsBy(a.Kind, a.Station, d.Solver.ID(a.Recipe))
	for _, o := range ops {
		may, ok := d.narrowed(l, o, of)
		if !ok {
			continue
		}
		there := l.Clone()
		there.Here = o.Bits // the check says where it is not
		told, lack := there.Apply([]*rules.Op{o}, a.Count(), rules.Choice{Using: may})
		if lack != nil {
			continue
		}
		if a.Using = d.byName(told.Used); d.Request.Body.CanField(game.Craft, "using") {
			return nil
		}
		there = l.Clone()
		there.Here = o.Bits
		free, lack := there.Apply(ops, a.Count(), rules.Choice{})
		if lack != nil || !maps.Equal(d.byName(free.Used), a.Using) {
			return messages.Impossible(game.Say("impossible.chooses",
				"things", game.Things{Items: []string{a.Recipe}, Many: true}, "of", game.Things{Items: of[0].Items}))
		}
		a.Using = nil
		return nil
	}
	return nil // the check says what is missing
}

func (d drafter) byName(used []rules.Amount) map[string]int {
	n := make(map[string]int, len(used))
	for _, u := range used {
		n[d.Solver.Names[u.Item]] += int(u.N)
	}
	return n
}

func (r *runner) craft() *Fault {
	a := r.a()
	if _, ok := r.l.v.Item(a.Recipe); !ok {
		return r.unknownItem(a.Recipe)
	}
	ops := r.desk.Solver.CraftsBy(a.Kind, a.Station, r.desk.Solver.ID(a.Recipe))
	if len(ops) == 0 {
		return wrong("not."+string(a.Kind), "thing", game.Named(a.Recipe), "how", r.desk.howTo(a.Recipe))
	}
	r.reset(rules.CraftSeconds)
	effect, lack := r.l.apply(ops, a.Count(), rules.Choice{Using: a.Using})
	if lack != nil {
		f := r.lacks(lack)
		for k, w := range f.wants { // what it is to be made of, and nothing like it
			if own := slices.DeleteFunc(slices.Clone(w.Items), func(id string) bool { return a.Using[id] == 0 }); len(own) > 0 {
				f.wants[k].Items = own
			}
		}
		return f
	}
	seconds := float64(rules.CraftSeconds)
	for _, run := range effect.Runs {
		seconds += float64(run.N) * run.Op.Unit
		r.annotate(run.Op, int(run.N))
		if run.Op.N > 1 {
			r.step.Batch = int(run.Op.N)
		}
	}
	r.burns(&effect)
	r.seconds(seconds)
	return nil
}

// burns enters what a furnace or stand burns for an effect: what it still holds is not
// known.
func (r *runner) burns(e *rules.Effect) {
	for _, b := range e.Burnt {
		r.need(int(b.N), r.desk.Solver.Names[b.Item])
	}
}

func (r *runner) stationWords(station string) game.Message {
	if r.l.Count(station) > 0 {
		return game.Say("fault.station.held", "station", game.A(station))
	}
	return game.Say("fault.station", "station", game.A(station))
}

func (r *runner) smelt() *Fault {
	a := r.a()
	if _, ok := r.l.v.Item(a.Item); !ok {
		return r.unknownItem(a.Item)
	}
	o, ok := r.desk.Solver.Smelt(a.Item)
	if !ok {
		if to := r.l.v.SmeltingTo(a.Item); len(to) > 0 {
			return wrong("goes-in", "in", game.Named(to[0].Input), "out", game.Named(a.Item))
		}
		return wrong("no-smelt", "thing", game.Named(a.Item))
	}
	n := a.Count()
	r.reset(float64(n) * o.Unit)
	choice := rules.Choice{Free: r.desk.FreeFuel, Furnaces: int32(a.Furnaces)}
	if a.Fuel != "" {
		choice.Fuels = r.desk.Solver.IDsOf([]string{a.Fuel})
	}
	effect, lack := r.l.apply([]*rules.Op{&o}, n, choice)
	if lack != nil {
		return r.lacks(lack)
	}
	r.annotate(&o, n)
	r.burns(&effect)
	r.seconds(o.Unit * rules.Fullest(int32(n), min(choice.Furnaces, r.l.Furnaces)))
	return nil
}

// lacks is the fault of an operator that lacks ingredients, a station or fire.
func (r *runner) lacks(lack *rules.Lack) *Fault {
	f := &Fault{}
	var words []game.Message
	for _, p := range lack.Parts {
		items := r.desk.names(p.Alts)
		code := "fault.more"
		if len(items) > 1 {
			code = "fault.more.like"
		}
		words = append(words, r.desk.more(code, int(p.Count), items[0]))
	}
	for _, p := range lack.Op.Takes {
		f.wants = append(f.wants, techtree.Want{Items: r.desk.names(p.Alts), Count: int(p.Count * lack.N)})
	}
	if lack.Station >= 0 {
		f.station = r.desk.Solver.Names[lack.Station]
		words = append(words, r.stationWords(f.station))
	}
	if lack.Ticks > 0 {
		short := int(lack.Ticks)
		words = append(words, game.Say("fault.fuel", "n", (short+int(lack.Op.Ticks)-1)/int(lack.Op.Ticks)))
		f.wants = append(f.wants, r.fuelWant(short))
	}
	if lack.Fuel > 0 {
		fuel := r.desk.Solver.Names[r.desk.Solver.BrewFuel]
		words = append(words, r.desk.more("fault.more", int(lack.Fuel), fuel))
		f.wants = append(f.wants, techtree.Want{Items: []string{fuel}, Count: r.l.Count(fuel) + int(lack.Fuel)})
	}
	f.Why = game.Say("fault.needs", "what", words)
	return f
}

// more is how many more of an item are needed, and where they come from.
func (d drafter) more(code string, n int, item string) game.Message {
	return game.Say(code, "things", game.Things{Count: n, Items: []string{item}, More: true}, "how", d.howTo(item))
}

func (d drafter) names(items []int32) []string {
	names := make([]string, len(items))
	for k, i := range items {
		names[k] = d.Solver.Names[i]
	}
	return names
}

// fuelWant is the cheapest thing to ask the solver for: planks for little, coal
// for much. One more than needed is asked for, since fuel is burnt piece by
// piece.
func (r *runner) fuelWant(short int) techtree.Want {
	planks := r.l.v.Tag("planks")
	const coalTicks, plankTicks, much = 1600, 300, 40 * 200
	if short > much || len(planks) == 0 {
		return techtree.Want{Items: []string{"coal", "charcoal"}, Count: r.l.Count("coal", "charcoal") + (short+coalTicks-1)/coalTicks + 1}
	}
	return techtree.Want{Items: planks, Count: r.l.Count(planks...) + (short+plankTicks-1)/plankTicks + 1}
}
