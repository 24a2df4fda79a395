// SPDX-License-Identifier: MIT

package techtree

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// scheduler puts the ways of an exploded job into an order that works. It runs
// them in an inventory of its own.
type scheduler struct {
	j     *job
	inv   []int32
	tools []heldTool
	// ops are the ways with batches left to run, in order of rank.
	ops   []op
	at    [rules.NStations]standing
	wants []want
	steps []Step
	// most is how many slots may be taken: those that take things up, and those
	// that are worn now. A closed problem whose stock is more than that to begin
	// with is not about an inventory.
	most    int
	seconds float64
	slots   int
	// lean crafts before it gathers more, to keep the inventory small.
	lean bool
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

// standing is a station's standing: whether one is at hand, and whether it is
// ours to take along.
type standing struct {
	here, ours bool
}

// schedule orders the job's ways. When it fails it says whether another round
// may do better: the job was told of a tool or station to provide.
func (j *job) schedule(wants []want) (answer Answer, again bool, err error) {
	for pass := range 3 {
		c := newScheduler(j, wants, pass == 1)
		if c.angelic = pass == 2; c.angelic && !j.p.Closed {
			break
		}
		answer, again, err = c.run()
		if err == nil || again {
			return answer, again, err
		}
	}
	return answer, false, err
}

func newScheduler(j *job, wants []want, lean bool) *scheduler {
	c := &scheduler{j: j, inv: slices.Clone(j.have), tools: slices.Clone(j.tools), wants: wants, lean: lean, steps: make([]Step, 0, 2*len(j.ways)+4)}
	for _, wi := range j.ways {
		if j.batches[wi] == 0 {
			continue
		}
		o := op{way: wi, left: j.batches[wi], rank: j.c.rank[j.s.Ops[wi].Out], from: slices.Clone(j.takes[wi]), fuel: j.fuel[wi]}
		c.ops = append(c.ops, o)
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
	for k, item := range j.s.Stations {
		if item >= 0 && slices.Contains(j.p.Stations, j.s.Names[item]) {
			c.at[k] = standing{here: true}
		}
	}
	for _, i := range j.items {
		c.slots += c.slotsFor(i, c.inv[i])
	}
	if c.most = game.SlotsMain + j.worn; j.p.Closed && c.slots >= game.SlotsMain {
		c.most = math.MaxInt
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

func (c *scheduler) slotsFor(item, n int32) int {
	if n <= 0 {
		return 0
	}
	stack := int32(max(c.j.s.Info[item].Stack, 1))
	return int((n + stack - 1) / stack)
}

func (c *scheduler) change(item, n int32) {
	c.slots -= c.slotsFor(item, c.inv[item])
	c.inv[item] += n
	c.slots += c.slotsFor(item, c.inv[item])
	if d := int32(c.j.s.Info[item].Durability); d > 0 {
		for ; n > 0; n-- {
			c.tools = append(c.tools, heldTool{item, d})
		}
		for ; n < 0; n++ {
			if k := slices.IndexFunc(c.tools, func(t heldTool) bool { return t.item == item }); k >= 0 {
				c.tools = slices.Delete(c.tools, k, k+1)
			}
		}
	}
}

// ErrStuck: what is needed is known, but no order in which there is room and
// tools for it. Less at once has one more often.
var ErrStuck = &game.GaveUpError{Reason: "The planner found what is needed but no order in which to do it"}

func (c *scheduler) run() (Answer, bool, error) {
	for {
		open := false
		moved := false
		for k := range c.ops {
			open = open || c.ops[k].left > 0
		}
		if !open {
			break
		}
		moved = c.crafts()
		if !moved || !c.lean {
			moved = c.gathers(false) || moved
		}
		if !moved {
			moved = c.setUp()
		}
		if !moved {
			moved = c.gathers(true)
		}
		if !moved {
			moved = c.partly()
		}
		if !moved {
			again, err := c.stuck()
			return Answer{}, again, err
		}
		if c.slots > c.most {
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
	left := make(map[string]int)
	for _, i := range c.j.items {
		if c.inv[i] > 0 {
			left[c.j.s.Names[i]] = int(c.inv[i])
		}
	}
	return Answer{Steps: c.steps, Leftover: left, Seconds: c.seconds}
}

// check sees whether a want still holds at the end: a wanted tool may have
// been worn out on the way.
func (c *scheduler) check(w *want) (bool, error) {
	held := int32(0)
	for _, i := range w.ids {
		held += c.inv[i]
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
			if o.left == 0 || w.Gathers() || !c.stationHere(w) || !c.ready(o, o.left) {
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
		moved = true
	}
}

func (c *scheduler) stationHere(w *rules.Op) bool {
	return w.WorksAt(func(station int32) bool { return c.at[c.j.stationIndex(station)].here })
}

// ready says whether k batches of an op have all they use up.
func (c *scheduler) ready(o *op, k int32) bool {
	if !c.sown(o, k) {
		return false
	}
	if !c.angelic && c.choosy(o) {
		_, _, ok := c.choose(o, k)
		return ok
	}
	for _, t := range o.from {
		if c.inv[t.item] < c.portion(o, &t, k) {
			return false
		}
	}
	if c.choosesFuel(o) {
		if _, ok := c.burns(o, k); !ok {
			return false
		}
	} else if o.fuel.units > 0 {
		need := c.fuelPortion(o, k)
		for _, t := range o.from {
			if t.item == o.fuel.item {
				need += c.portion(o, &t, k)
			}
		}
		if c.inv[o.fuel.item] < need {
			return false
		}
	}
	// Two ingredients may be the same item.
	for a := range o.from {
		sum := int32(0)
		for b := range o.from {
			if o.from[b].item == o.from[a].item {
				sum += c.portion(o, &o.from[b], k)
			}
		}
		if c.inv[o.from[a].item] < sum {
			return false
		}
	}
	return true
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

func (c *scheduler) fuelPortion(o *op, k int32) int32 {
	if k >= o.left || o.fuel.units == 0 {
		return o.fuel.units
	}
	return min(o.fuel.units, c.j.fuelUnits(o.fuel.item, k))
}
