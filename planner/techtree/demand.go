// SPDX-License-Identifier: MIT

package techtree

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// job is the work on one problem: what is needed of each item, what is made by
// which way. Its arrays are as long as the version's items and ways and are
// reused.
type job struct {
	s *Solver
	p *Problem
	c *costs

	// have is what is held at the start, made what ways bring, spent what ways
	// use up, kept what must remain: a tool to work with, a thing wanted.
	have, made, spent, kept []int32
	// reach marks what can be made from what is held, counts aside.
	reach []bool
	// batches of each way, and which items they take.
	batches []int32
	takes   [][]take
	// why is the item that an item was first needed for, -1 for a want.
	why         []int32
	queued      []bool
	queue       []int32
	items, ways []int32
	uses        map[int32]int32
	fuel        map[int32]fuelling
	placed      [rules.NStations]bool
	ownStation  [rules.NStations]bool
	// st is the stock: have is what it holds.
	st    *rules.State
	extra map[int32]int32
	steps int
	// path is the chain of items that a reason is being given for.
	path         []int32
	stockIsEmpty bool
	// walked are the sources that a price contains already.
	walked []int32
	// whole chooses ways by what all of them costs, and not by unit prices; looks
	// counts the ways priced so, chain are the items being priced.
	whole bool
	looks int
	chain []int32
	// priced are the prices of making more of an item out of the stock, until that
	// changes: by item, item to be avoided and depth.
	priced map[uint64]float64
	// sparse plans with less than is held, and shares out nothing that is scarce.
	sparse bool
	// abroad: something is fetched from another dimension.
	abroad bool
	// limit is how many seconds a plan may take to be of use, bound how many at most while
	// others are compared; 0 for any.
	limit, bound float64
	// ended says that nobody waits for the answer any more.
	ended func() bool
	// brewed is how many steps are brewed.
	brewed int32
	// furnaces is how many are set up side by side, 0 for one; beside, that those beside the
	// first are seen to.
	furnaces int32
	beside   bool
	// noFire leaves smelts out of what can be had.
	noFire bool
}

// take is a number of one item that a way uses up.
type take struct {
	item  int32
	slot  int16
	units int32
}

// fuelling is the fuel of all batches of a smelting way.
type fuelling struct {
	item  int32
	units int32
}

func newJob(s *Solver) *job {
	n := len(s.Names)
	j := &job{
		s:       s,
		made:    make([]int32, n),
		spent:   make([]int32, n),
		kept:    make([]int32, n),
		reach:   make([]bool, n),
		batches: make([]int32, len(s.Ops)),
		takes:   make([][]take, len(s.Ops)),
		why:     make([]int32, n),
		queued:  make([]bool, n),
		uses:    map[int32]int32{},
		fuel:    map[int32]fuelling{},
		extra:   map[int32]int32{},
		priced:  map[uint64]float64{},
	}
	return j
}

// load reads the stock.
func (j *job) load(p *Problem) {
	j.p, j.st = p, j.s.Open(p.Stock, false)
	if p.Closed && j.st.Slots >= game.SlotsMain {
		j.st.Most = 0 // not about an inventory
	}
	j.have = j.st.Held
	for k := range p.Stock {
		if i := j.s.ID(game.Name(p.Stock[k].Item)); i >= 0 && j.have[i] > 0 {
			j.touch(i)
		}
	}
	j.stockIsEmpty = len(j.items) == 0
}

// held lists the tools and stations that may be worked with from the start.
func (j *job) held() []int32 {
	var held []int32
	for _, i := range j.items {
		if j.have[i] > 0 &&
			(j.s.Info[i].Tool != nil || (slices.Contains(j.s.Stations[:], i) && j.p.can(game.Place)) || j.s.Seeds[i] && j.p.can(game.Harvest)) {
			held = append(held, i)
		}
	}
	for _, name := range j.p.Stations {
		if i, ok := j.s.IDs[name]; ok {
			held = append(held, i)
		}
	}
	slices.Sort(held)
	return slices.Compact(held)
}

// restart forgets the ways chosen, but not the stock.
func (j *job) restart() {
	for _, i := range j.items {
		j.made[i], j.spent[i], j.kept[i], j.queued[i] = 0, 0, 0, false
	}
	for _, w := range j.ways {
		j.batches[w], j.takes[w] = 0, j.takes[w][:0]
	}
	j.ways, j.queue = j.ways[:0], j.queue[:0]
	clear(j.uses)
	clear(j.fuel)
	clear(j.priced)
	j.placed = [rules.NStations]bool{}
	j.steps, j.brewed, j.abroad, j.beside = 0, 0, false, false
}

// done empties the job for its next use.
func (j *job) done() {
	j.restart()
	for _, i := range j.items {
		j.reach[i], j.why[i] = false, 0
	}
	j.items = j.items[:0]
	j.p, j.c, j.st, j.have, j.ended = nil, nil, nil, nil, nil
	j.fresh(false)
	j.sparse = false
}

// touch enters an item into the list of those to clear.
func (j *job) touch(i int32) {
	if j.why[i] == 0 {
		j.why[i] = unknownWhy
		j.items = append(j.items, i)
	}
}

// Values of why beside item+1.
const (
	unknownWhy = -1
	wantedWhy  = -2
	portalWhy  = -3
	gearWhy    = -4 // and below, for each of Problem.First
)

func (j *job) surplus(i int32) int32 { return j.have[i] + j.made[i] - j.spent[i] - j.kept[i] }

// push queues an item whose surplus is negative, ordered by rank later.
func (j *job) push(i int32) {
	if !j.queued[i] && j.surplus(i) < 0 {
		j.queued[i] = true
		j.queue = append(j.queue, i)
	}
}

// spend needs n of an item to be used up for another.
func (j *job) spend(i, n, whyFor int32) {
	j.touch(i)
	if j.why[i] == unknownWhy {
		j.why[i] = whyFor
	}
	j.spent[i] += n
	clear(j.priced)
	j.push(i)
}

// keep needs at least n of an item to be there, not used up.
func (j *job) keep(i, n, whyFor int32) {
	j.touch(i)
	if j.kept[i] >= n {
		return
	}
	if j.why[i] == unknownWhy {
		j.why[i] = whyFor
	}
	j.kept[i] = n
	clear(j.priced)
	j.push(i)
}

// mostSteps bounds the work on one explosion.
const mostSteps = 4_000

// outcome says how an explosion ended.
type outcome int

const (
	solved outcome = iota
	// short: an item has no open source and what is held was not enough, at
	// least not the way it was shared out.
	short
	// exhausted: the bound on work was reached.
	exhausted
)

// explode works off the queue, highest rank first, until nothing is missing,
// then sees to tools and fuel, until these bring nothing new.
func (j *job) explode() outcome {
	for {
		for len(j.queue) > 0 {
			best := 0
			for k := 1; k < len(j.queue); k++ {
				a, b := j.c.rank[j.queue[k]], j.c.rank[j.queue[best]]
				if a > b || (a == b && j.queue[k] < j.queue[best]) {
					best = k
				}
			}
			item := j.queue[best]
			j.queue[best] = j.queue[len(j.queue)-1]
			j.queue = j.queue[:len(j.queue)-1]
			j.queued[item] = false
			if o := j.supply(item); o != solved {
				return o
			}
		}
		if !j.provideTools() {
			return short
		}
		if len(j.queue) > 0 {
			continue
		}
		if !j.provideFuel() {
			return short
		}
		if len(j.queue) == 0 {
			return solved
		}
	}
}

// supply chooses ways for what is missing of an item.
func (j *job) supply(item int32) outcome {
	for j.surplus(item) < 0 {
		j.steps++
		if j.steps > mostSteps {
			return exhausted
		}
		missing := -j.surplus(item)
		w, k := j.choose(item, missing)
		if w < 0 {
			return short
		}
		j.run(w, k)
	}
	return solved
}

// run enters k batches of a way: what it makes, what it uses up, what it works
// with.
func (j *job) run(wi, k int32) {
	w := &j.s.Ops[wi]
	if j.batches[wi] == 0 {
		j.ways = append(j.ways, wi)
	}
	clear(j.priced)
	j.batches[wi] += k
	j.touch(w.Out)
	if w.N > 0 {
		j.made[w.Out] += w.N * k
	} else {
		j.made[w.Out] += max(1, int32(math.Floor(float64(k)*w.Mean+1e-9)))
	}
	for _, l := range w.Leaves {
		j.touch(l.Item)
		j.made[l.Item] += l.N * k
	}
	for slot, in := range w.Takes {
		j.share(wi, int16(slot), in, k*in.Count, w.Out+1)
	}
	if w.Charge > 0 {
		j.brewed += k
		j.spend(j.s.BrewFuel, j.s.Fires(j.brewed)-j.s.Fires(j.brewed-k), w.Out+1)
	}
	j.workWith(wi, k)
}

// workWith sees that a way's station and tool are there.
func (j *job) workWith(wi, k int32) {
	w := &j.s.Ops[wi]
	j.goAbroad(w)
	if !j.stationReady(w) {
		station := j.stationFor(w)
		j.placed[j.stationIndex(station)] = true
		j.spend(station, 1, w.Out+1)
	}
	j.setBeside(w)
	if i := w.Plants(); i >= 0 {
		j.keep(i, j.seedsFor(w, j.batches[wi]), w.Out+1)
	}
	if w.Tools == nil {
		return
	}
	j.uses[w.Toolset] += w.Uses(j.batches[wi]) - w.Uses(j.batches[wi]-k)
	least := j.c.cheapest(w.Tools)
	for _, t := range w.Tools {
		// A tool that is only made counts when it can be made first. One that takes what is
		// only held has no price and no rank, and is made last.
		ranked := least < 0 || !math.IsInf(j.c.price[t], 1)
		if j.have[t] > 0 || ranked && (j.made[t] > 0 || j.kept[t] > 0) && j.c.rank[t] < j.c.rank[w.Out] {
			return
		}
	}
	if least >= 0 {
		j.keep(least, 1, w.Out+1)
	}
}

func (j *job) take(wi int32, slot int16, item, n, whyFor int32) {
	j.spend(item, n, whyFor)
	t := j.takes[wi]
	for i := range t {
		if t[i].item == item && t[i].slot == slot {
			t[i].units += n
			return
		}
	}
	j.takes[wi] = append(t, take{item, slot, n})
}

func (s *Solver) coal() int32     { return s.ID("coal") }
func (s *Solver) charcoal() int32 { return s.ID("charcoal") }
