// SPDX-License-Identifier: MIT

package techtree

import (
	"errors"
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// scheduler puts the ways of an exploded job into an order that works. It carries
// them out in a state of its own.
type scheduler struct {
	j  *job
	st *rules.State
	// later is how much of each item the ways still to run use up.
	later []int32
	// ops are the ways with batches left to run, in order of rank.
	ops []op
	// ours are the stations at hand that may be taken along, along those that were, by their bits.
	ours, along uint16
	// fires is how many furnaces were set up here.
	fires   int32
	wants   []want
	steps   []Step
	seconds float64
	// at is the dimension that the body is in; portal says that its portal stands.
	at     string
	portal bool
	// lean crafts before it gathers more, to keep the inventory small.
	lean bool
	// tight crafts in the order that takes the fewest slots.
	tight bool
	// bold does not wait for what is to be held first: it is held, or nothing else moves.
	bold bool
	// angelic takes what the plan takes even where the body may choose otherwise:
	// for closed problems that no order makes safe.
	angelic bool
}

// op is a way with the batches still to run.
type op struct {
	way  int32
	left int32
	rank int32
	from []take
	fuel fuelling
}

// schedule orders the job's ways. When it fails it says whether another round
// may do better: the job was told of a tool or station to provide.
func (j *job) schedule(wants []want) (answer Answer, again bool, err error) {
	for pass := range 4 {
		c := newScheduler(j, wants, pass == 1 || pass == 2)
		if c.tight = pass == 2; c.tight && !errors.Is(err, ErrFull) {
			continue
		}
		if c.angelic = pass == 3; c.angelic && !j.p.Closed {
			break
		}
		answer, again, err = c.run()
		if err == nil || again {
			return answer, again, err
		}
	}
	if j.p.Thorough && errors.Is(err, ErrFull) {
		answer, err = newScheduler(j, wants, false).arrange()
	}
	return answer, false, err
}

func newScheduler(j *job, wants []want, lean bool) *scheduler {
	c := &scheduler{
		j:      j,
		st:     j.st.Clone(),
		later:  make([]int32, len(j.have)),
		wants:  wants,
		lean:   lean,
		at:     j.p.Dimension,
		portal: j.p.Portal,
		steps:  make([]Step, 0, 2*len(j.ways)+4),
	}
	for _, wi := range j.ways {
		if j.batches[wi] == 0 {
			continue
		}
		o := op{way: wi, left: j.batches[wi], rank: j.c.rank[j.s.Ops[wi].Out], from: slices.Clone(j.takes[wi]), fuel: j.fuel[wi]}
		c.ops = append(c.ops, o)
		for _, t := range o.from {
			c.later[t.item] += t.units
		}
	}
	if j.brewed > 0 {
		c.later[j.s.BrewFuel] += j.s.Fires(j.brewed)
	}
	if j.abroad {
		for _, g := range j.c.trip.goods {
			c.later[g.Alts[0]] += g.Count
		}
	}
	slices.SortFunc(c.ops, func(a, b op) int {
		if a.rank != b.rank {
			return int(a.rank - b.rank)
		}
		if fa, fb := c.flexible(&a), c.flexible(&b); fa != fb {
			return fa - fb
		}
		return int(a.way - b.way)
	})
	for _, item := range j.s.Stations {
		if item >= 0 && slices.Contains(j.p.Stations, j.s.Names[item]) {
			c.st.Here |= rules.StationBit(j.s.Names[item])
		}
	}
	c.st.Furnaces = j.standing()
	for _, block := range j.p.Ours {
		c.stands(block)
	}
	return c
}

// flexible puts crafts that take one very item before those that take any of
// several: a body that mixes as it likes must not use up what only one craft
// can use.
func (c *scheduler) flexible(o *op) int {
	for _, in := range c.j.s.Ops[o.way].Takes {
		if len(in.Alts) > 1 {
			return 1
		}
	}
	return 0
}

// ErrStuck: what is needed is known, but no order in which there is room and
// tools for it. Less at once has one more often.
var ErrStuck = &game.GaveUpError{Reason: "The planner found what is needed but no order in which to do it", Why: game.Say("gave-up.stuck")}

// move runs what can be run now, what is best to do first; false for nothing.
func (c *scheduler) move() bool {
	moved := false
	if c.tight {
		moved = c.setUp() || c.squeeze()
	} else {
		moved = c.crafts()
	}
	if !moved || !c.lean {
		moved = c.gathers(false) || moved
	}
	return moved || c.equipped() && c.depart() || c.away() && c.gathers(true) || c.setUp() ||
		c.gathers(true) || c.partly() || c.depart()
}

func (c *scheduler) run() (Answer, bool, error) {
	for {
		c.home()
		if !slices.ContainsFunc(c.ops, func(o op) bool { return o.left > 0 }) {
			break
		}
		if !c.move() {
			if !c.bold {
				c.bold = true
				continue
			}
			again, err := c.stuck()
			return Answer{}, again, err
		}
		if c.st.Full() {
			return Answer{}, false, ErrFull
		}
	}
	for i := range c.wants {
		if again, err := c.check(&c.wants[i]); err != nil {
			return Answer{}, again, err
		}
	}
	return c.answer(), false, nil
}

func (c *scheduler) answer() Answer {
	return Answer{Steps: c.steps, Leftover: c.st.Counts(), Seconds: c.seconds}
}

// check sees whether a want still holds at the end: a wanted tool may have
// been worn out on the way.
func (c *scheduler) check(w *want) (bool, error) {
	held := int32(0)
	for _, i := range w.ids {
		held += c.st.Held[i]
	}
	if held >= int32(w.Count) {
		return false, nil
	}
	for _, i := range w.ids {
		if !math.IsInf(c.j.c.price[i], 1) {
			c.j.extra[i] += int32(w.Count) - held
			return true, ErrStuck
		}
	}
	return false, ErrStuck
}

// crafts runs every craft and smelt that is ready where the body stands.
//
// The body chooses among alternatives by itself: the most plentiful, by the
// first recipe that it can make. Crafts of which that choice is the planned one
// come first, and what would tempt it to choose otherwise comes late.
func (c *scheduler) crafts() bool {
	moved := false
	for {
		best, bestScore := -1, 4
		for k := range c.ops {
			o := &c.ops[k]
			w := &c.j.s.Ops[o.way]
			if o.left == 0 || w.Gathers() || !c.stationHere(o) || !c.ready(o, o.left) {
				continue
			}
			score := 0
			if !c.choosesAsPlanned(o) {
				score += 2
			}
			if c.tempts(k) {
				score++
			}
			if score < bestScore {
				best, bestScore = k, score
			}
			if score == 0 {
				break
			}
		}
		if best < 0 {
			return moved
		}
		c.do(&c.ops[best], c.ops[best].left)
		if moved = true; c.st.Full() {
			return true // run sees that there is no room
		}
	}
}

func (c *scheduler) stationHere(o *op) bool {
	w := &c.j.s.Ops[o.way]
	return w.Station < 0 || w.Bits&c.st.Here != 0 && !c.lacksFurnaces(w, o.left)
}

// deed is what is to be carried out for k batches of an op: as the body chooses, or
// as the plan does where the body leaves it no choice.
func (c *scheduler) deed(o *op, k int32) (ops []*rules.Op, n int, choice rules.Choice) {
	w := &c.j.s.Ops[o.way]
	if w.Crafts() && !c.angelic {
		return c.j.s.CraftsBy(w.Kind, w.At, w.Out), int(k * w.N), choice
	}
	ops, n = []*rules.Op{w}, int(k)
	switch {
	case w.Crafts():
		n = int(k * w.N)
		choice.Exactly = []rules.Amount{}
		for i := range o.from {
			choice.Exactly = append(choice.Exactly, rules.Amount{Item: o.from[i].item, N: c.portion(o, &o.from[i], k)})
		}
	case w.Kind == game.Smelt:
		choice.Furnaces = c.side(o, k, c.st.Furnaces)
		if choice.Free = c.j.p.FreeFuel; !c.choosesFuel(o) {
			choice.Fuels = []int32{o.fuel.item}
		}
	default:
		choice.Sparing = true // there is room for the rest, or it is left
	}
	if w.N == 0 {
		choice.Until = &game.Until{Item: c.j.s.Names[w.Out], Count: max(1, int(float64(k)*w.Mean+1e-9))}
	}
	return ops, n, choice
}

// try is what k batches of an op would do where its station stands; ok reports
// whether there is all that they use up.
func (c *scheduler) try(o *op, k int32) (e rules.Effect, ok bool) {
	here, furnaces := c.st.Here, c.st.Furnaces
	c.st.Here, c.st.Furnaces, c.st.Fire = here|c.j.s.Ops[o.way].Bits, max(furnaces, c.j.furnaces), 0
	ops, n, choice := c.deed(o, k)
	e, lack := c.st.Try(ops, n, choice)
	c.st.Here, c.st.Furnaces = here, furnaces
	return e, lack == nil || lack.Tools != nil && lack.Parts == nil
}

// ready says whether k batches of an op have all they use up.
func (c *scheduler) ready(o *op, k int32) bool {
	_, ok := c.try(o, k)
	return ok && c.sown(o, k)
}

// portion is how much of a take k of the batches left use up. The last batches
// take what remains.
func (c *scheduler) portion(o *op, t *take, k int32) int32 {
	if k >= o.left {
		return t.units
	}
	count := c.j.s.Ops[o.way].Takes[t.slot].Count
	need := k * count
	for i := range o.from {
		f := &o.from[i]
		if f.slot != t.slot {
			continue
		}
		share := min(need, f.units)
		if f.item == t.item {
			return share
		}
		need -= share
	}
	return 0
}
