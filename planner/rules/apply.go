// SPDX-License-Identifier: MIT

package rules

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
)

// Choice is what an action names of what a body otherwise chooses by itself. The
// zero value leaves everything to the body.
type Choice struct {
	// Using is how many of which items, by name, a craft may use up; nil for any.
	Using map[string]int
	// Exactly is what a craft uses up, by the first operator, of whatever its parts
	// allow, or what a smelt burns; nil for what the body chooses. It is the caller's
	// to see that it is what so many batches take.
	Exactly []Amount
	// Fuels are what a smelt may burn, in this order; nil for those that a body burns
	// by itself. Free leaves fuel out of account.
	Fuels []int32
	Free  bool
	// Furnaces is among how many a smelt is shared, as far as so many stand there; 0 for one.
	Furnaces int32
	// Until is what the action goes on for, where that is left to chance.
	Until *game.Until
	// Sparing counts on what the operator is run for alone, and not on what else it
	// brings.
	Sparing bool
}

// Effect is what applying operators did.
type Effect struct {
	// Runs are the operators that were carried out, in order; of a craft several,
	// where a body changes recipes on the way.
	Runs []Run
	// Used and Burnt are gone, Back is what that left, Brought is new.
	Used, Burnt, Back, Brought []Amount
	// fire and charge are what is left of them after that.
	fire, charge int32
}

// Takes is how many of an item are used up, less what comes back of it.
func (e *Effect) Takes(item int32) int32 { return amount(e.Used, item) - amount(e.Back, item) }

// Run is n units of an operator.
type Run struct {
	Op *Op
	N  int32
}

// Lack is why operators cannot be applied: what is missing for the one of them
// that is nearest.
type Lack struct {
	Op *Op
	// N is how many units of it there were to be.
	N int32
	// Parts are missing, each so many; Station is one to have at hand (-1 for none
	// missing); Ticks of fire are short, or Fuel of a brewing stand.
	Parts   []Part
	Station int32
	Ticks   int32
	Fuel    int32
	// Tools is set when they lack Uses; Left is how many they have.
	Tools      []int32
	Uses, Left int32
}

// Apply carries out so much of an action whose operators these are, in the order in
// which a body tries them: n items of a craft, in whole batches, n units of
// anything else. With a Lack nothing has changed.
func (s *State) Apply(ops []*Op, n int, c Choice) (Effect, *Lack) {
	e, lack := s.Try(ops, n, c)
	if lack != nil {
		return Effect{}, lack
	}
	for _, run := range e.Runs { // before what is used up, which may be of it
		s.bring(run, &c, &e)
	}
	for _, u := range e.Used {
		s.add(u.Item, -u.N)
	}
	for _, b := range e.Burnt {
		s.add(b.Item, -b.N)
	}
	for _, b := range e.Back {
		s.add(b.Item, b.N)
	}
	s.Fire, s.Charge = e.fire, e.charge
	for _, run := range e.Runs {
		if o := run.Op; o.Wear > 0 && (o.Tools != nil || o.Class != "") {
			s.wear(o.Tools, o.Class, run.N*o.Wear)
		}
	}
	return e, nil
}

// worn looks whether the tools of an operator last for k of it.
func (s *State) worn(o *Op, k int32, lack *Lack) {
	uses := k * o.Wear
	if lack.Left = s.Left(o.Tools); o.Kind != game.Mine || uses == 0 {
		uses = 1 // what it breaks at, the body says
	}
	if o.Kind != game.Mine && s.held(o.Tools) {
		lack.Left = uses
	}
	if lack.Left < uses {
		lack.Tools, lack.Uses = o.Tools, uses
	}
}

// Try is what Apply would do, but for what that brings, and changes nothing.
func (s *State) Try(ops []*Op, n int, c Choice) (Effect, *Lack) {
	if ops[0].Crafts() {
		e, lack := s.craft(ops, int32(n), &c)
		if lack == nil {
			if short := s.fire(&e); short > 0 {
				lack = &Lack{Op: ops[0], N: int32(ops[0].Units(n)), Station: -1, Fuel: short}
			}
		}
		return e, lack
	}
	o, k := ops[0], int32(n)
	lack := Lack{Op: o, N: k, Station: -1}
	e := Effect{fire: s.Fire, charge: s.Charge}
	d := draft{s: s}
	d.part(o, k, &lack.Parts)
	if o.Bits != 0 && o.Bits&s.Here == 0 {
		lack.Station = o.Station
	}
	if o.Ticks > 0 && !c.Free {
		lack.Ticks = s.burn(o, k, &c, &e)
	}
	if o.Tools != nil {
		s.worn(o, k, &lack)
	}
	if lack.Parts != nil || lack.Station >= 0 || lack.Ticks > 0 || lack.Tools != nil {
		return e, &lack
	}
	e.Runs, e.Used = []Run{{o, k}}, d.used
	return e, nil
}

// bring adds what units give: what is sure, what the action goes on for, and what
// chance has brought by now.
func (s *State) bring(run Run, c *Choice, e *Effect) {
	until := c.Until
	for _, y := range run.Op.Gives {
		n := y.Sure * run.N
		switch {
		case c.Sparing && y.Item != run.Op.Out:
			continue
		case n > 0:
		case until != nil && until.Item == s.r.Names[y.Item]:
			n = int32(until.Count)
		default:
			n = s.hope(y.Item, float64(run.N)*y.Mean)
		}
		if n > 0 {
			s.add(y.Item, n)
			e.Brought = count(e.Brought, y.Item, n)
		}
	}
}

func (s *State) held(items []int32) bool {
	return slices.ContainsFunc(items, func(i int32) bool { return s.Held[i] > 0 })
}

// draft is what would be used up.
type draft struct {
	s    *State
	used []Amount
	// may limits what may be used; nil for no limit. back is what comes back on the
	// way, and may be used again.
	may  map[string]int
	back []Amount
	made Amount // by the batches before
}

func amount(list []Amount, item int32) int32 {
	for _, a := range list {
		if a.Item == item {
			return a.N
		}
	}
	return 0
}

func count(list []Amount, item, n int32) []Amount {
	for i := range list {
		if list[i].Item == item {
			list[i].N += n
			return list
		}
	}
	return append(list, Amount{item, n})
}

func (d *draft) left(item int32) int32 {
	n := d.s.Held[item] + amount(d.back, item)
	if d.made.Item == item {
		n += d.made.N
	}
	if d.may != nil {
		n = min(n, int32(d.may[d.s.r.Names[item]]))
	}
	return n - amount(d.used, item)
}

// Plentiful takes so many pieces out of alternatives as a body does: of the one of
// which there is most, the first of equals, then of the next. What is left of one is
// less by what was taken. It returns how many are short.
func Plentiful[Item any, N int | int32](alts []Item, need N, left func(Item) N, take func(Item, N)) N {
	for need > 0 {
		var best Item
		most := N(0)
		for _, a := range alts {
			if n := left(a); n > most {
				best, most = a, n
			}
		}
		if most == 0 {
			break
		}
		k := min(need, most)
		take(best, k)
		need -= k
	}
	return need
}

// Meant are the alternatives of a part that are named, all where none is.
func (r *Rules) Meant(alts []int32, using map[string]int) []int32 {
	if using == nil {
		return alts
	}
	named := slices.DeleteFunc(slices.Clone(alts), func(a int32) bool { return using[r.Names[a]] == 0 })
	if len(named) == 0 {
		return alts
	}
	return named
}

// part takes what k units use up: parts with the fewest alternatives first. What is
// short goes to missing.
func (d *draft) part(o *Op, k int32, missing *[]Part) bool {
	ok := true
	take := func(item, n int32) { d.used = count(d.used, item, n) }
	for i, p := range o.Takes {
		if o.order != nil {
			p = o.Takes[o.order[i]]
		}
		alts := d.s.r.Meant(p.Alts, d.may)
		short := int32(0)
		if o.Kind == game.Breed { // a pair eats the same
			for unit := k; unit > 0; unit-- {
				i := slices.IndexFunc(alts, func(a int32) bool { return d.left(a) >= p.Count })
				if i < 0 {
					short = p.Count * unit
					break
				}
				take(alts[i], p.Count)
			}
		} else {
			short = Plentiful(alts, p.Count*k, d.left, take)
		}
		if short > 0 {
			ok = false
			if missing == nil {
				return false
			}
			*missing = append(*missing, Part{alts, short})
		}
	}
	return ok
}

// craft makes whole batches, each by the first recipe whose parts are held and
// whose station is at hand.
func (s *State) craft(ops []*Op, n int32, c *Choice) (Effect, *Lack) {
	e := Effect{fire: s.Fire, charge: s.Charge}
	if c.Exactly != nil {
		o := ops[0]
		k := (n + o.N - 1) / o.N
		for _, u := range c.Exactly { // an item may be named for two parts
			e.Used = count(e.Used, u.Item, u.N)
		}
		for _, u := range e.Used {
			if short := u.N - s.Held[u.Item]; short > 0 {
				return e, &Lack{Op: o, N: k, Station: -1, Parts: []Part{{[]int32{u.Item}, short}}}
			}
		}
		if o.Bits != 0 && o.Bits&s.Here == 0 {
			return e, &Lack{Op: o, N: k, Station: o.Station}
		}
		e.Runs = []Run{{o, k}}
		for _, l := range o.Leaves {
			e.Back = append(e.Back, Amount{l.Item, l.N * k})
		}
		return e, nil
	}
	d := draft{s: s, may: c.Using}
	for made := int32(0); made < n; {
		i, k := d.first(ops, n-made)
		if i < 0 {
			return e, s.craftLack(ops, n, c)
		}
		if last := len(e.Runs) - 1; last >= 0 && e.Runs[last].Op == ops[i] {
			e.Runs[last].N += k
		} else {
			e.Runs = append(e.Runs, Run{ops[i], k})
		}
		made += k * ops[i].N
		d.made = Amount{ops[i].Out, made}
	}
	e.Used, e.Back = d.used, d.back
	return e, nil
}

// first takes the parts of a batch of the first operator that can be carried out,
// of all that are left where there is nothing to choose. It returns which it is, -1
// for none, and how many batches.
func (d *draft) first(ops []*Op, n int32) (at int, batches int32) {
	for i, o := range ops {
		if o.Bits != 0 && o.Bits&d.s.Here == 0 {
			continue
		}
		k := int32(1)
		if i == 0 && !slices.ContainsFunc(o.Takes, func(p Part) bool { return len(p.Alts) > 1 }) {
			k = (n + o.N - 1) / o.N
		}
		for ; k > 0; k = min(k-1, 1) {
			before := slices.Clone(d.used)
			if d.part(o, k, nil) {
				for _, u := range d.used {
					was := amount(before, u.Item)
					if left := d.s.r.Emptied(u.Item); left >= 0 && u.N > was {
						d.back = count(d.back, left, u.N-was)
					}
				}
				return i, k
			}
			d.used = before
		}
	}
	return -1, 0
}

// craftLack is what the recipe lacks that lacks least.
func (s *State) craftLack(ops []*Op, n int32, c *Choice) *Lack {
	var best *Lack
	blame := 0
	for _, o := range ops {
		l := &Lack{Op: o, N: (n + o.N - 1) / o.N, Station: -1}
		d := draft{s: s, may: c.Using}
		d.part(o, l.N, &l.Parts)
		score := 2 * len(l.Parts)
		if o.Bits != 0 && o.Bits&s.Here == 0 {
			l.Station = o.Station
			score++
		}
		if best == nil || score < blame {
			best, blame = l, score
		}
	}
	if best.Parts == nil && best.Station < 0 { // enough of each, but not for what a body mixes
		best.Parts = best.Op.Takes
	}
	return best
}

// burn chooses what is burnt for k units, in the order of the fuels, and spares
// what is smelted. It returns how many ticks are short.
func (s *State) burn(o *Op, k int32, c *Choice, e *Effect) (short int32) {
	fire, side := s.Fire, Side(k, min(c.Furnaces, s.Furnaces))
	e.fire = math.MaxInt32 // what every furnace has left
	for i := range side {
		left := s.burnIn(o, share(k, side, i), k, fire, c, e)
		short += max(-left, 0)
		e.fire = min(e.fire, max(left, 0))
		fire = 0
	}
	return short
}

// burnIn is burn in one furnace, for its share of all k units. It returns what is left of
// its fire, less than 0 for what is short.
func (s *State) burnIn(o *Op, units, k, fire int32, c *Choice, e *Effect) (left int32) {
	fuels := c.Fuels
	if fuels == nil {
		fuels = s.r.Ranked
	}
	need := units*o.Ticks - fire
	for _, f := range fuels {
		ticks := int32(s.r.Info[f].FuelTicks)
		if need <= 0 {
			break
		}
		spare := s.Held[f] - amount(e.Burnt, f)
		if f == o.Takes[0].Alts[0] {
			spare -= k
		}
		units := min(spare, (need+ticks-1)/max(ticks, 1))
		if c.Exactly != nil {
			units = min(spare, amount(c.Exactly, f))
		}
		if ticks <= 0 || units <= 0 {
			continue
		}
		e.Burnt = count(e.Burnt, f, units)
		if left := s.r.ID(s.r.Info[f].FuelLeaves); left >= 0 {
			e.Back = count(e.Back, left, units)
		}
		need -= units * ticks
	}
	return -need
}
