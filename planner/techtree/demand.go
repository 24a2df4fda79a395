package techtree

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
)

// job is the work on one problem: what is needed of each item, what is made by
// which way. Its arrays are as long as the version's items and ways and are
// reused; the touched lists say what to clear.
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
	placed      [nStations]bool
	ownStation  [nStations]bool
	tools       []heldTool
	extra       map[int32]int32
	steps       int
	// path is the chain of items that a reason is being given for.
	path         []int32
	stockIsEmpty bool
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

// heldTool is one tool in the stock with the uses it has left.
type heldTool struct {
	item int32
	left int32
}

func newJob(s *Solver) *job {
	n := len(s.names)
	j := &job{
		s: s, have: make([]int32, n), made: make([]int32, n), spent: make([]int32, n), kept: make([]int32, n),
		reach: make([]bool, n), batches: make([]int32, len(s.ways)), takes: make([][]take, len(s.ways)),
		why: make([]int32, n), queued: make([]bool, n), uses: map[int32]int32{}, fuel: map[int32]fuelling{}, extra: map[int32]int32{},
	}
	return j
}

// load reads the stock. What the version does not know is left out.
func (j *job) load(p *Problem) {
	j.p = p
	j.tools = j.tools[:0]
	for _, st := range p.Stock {
		i, ok := j.s.id[game.Name(st.Item)]
		if !ok || st.Count < 1 {
			continue
		}
		j.touch(i)
		j.have[i] += int32(st.Count)
		if d := j.s.info[i].Durability; d > 0 {
			left := int32(d)
			if st.Durability != nil {
				left = int32(*st.Durability)
			}
			for range st.Count {
				j.tools = append(j.tools, heldTool{i, left})
			}
		}
	}
	j.stockIsEmpty = len(j.items) == 0
}

// held lists the tools and stations that may be worked with from the start.
func (j *job) held() []int32 {
	var held []int32
	for _, i := range j.items {
		if j.have[i] > 0 && (j.s.info[i].Tool != nil || (slices.Contains(j.s.stations[:], i) && j.p.can(game.Place))) {
			held = append(held, i)
		}
	}
	for _, name := range j.p.Stations {
		if i, ok := j.s.id[name]; ok {
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
	j.placed = [nStations]bool{}
	j.steps = 0
}

// done empties the job for its next use.
func (j *job) done() {
	j.restart()
	for _, i := range j.items {
		j.have[i], j.reach[i], j.why[i] = 0, false, 0
	}
	j.items = j.items[:0]
	clear(j.extra)
	j.ownStation = [nStations]bool{}
	j.p, j.c = nil, nil
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

// choose finds the way with the lowest price for more of an item and how many
// batches of it to take.
func (j *job) choose(item, missing int32) (way, batches int32) {
	best := j.c.best[item]
	price := j.c.price[item]
	fromStock := int32(0)
	if !j.stockIsEmpty && j.reach[item] {
		for _, wi := range j.s.waysTo[item] {
			w := &j.s.ways[wi]
			if j.s.gather(w) || !j.c.open[wi] || wi == j.c.best[item] && j.chainFree(w) {
				continue
			}
			unit, k := j.stockPrice(w, item, 3)
			if unit < price-1e-9 {
				best, price, fromStock = wi, unit, k
			}
		}
	}
	if best < 0 || math.IsInf(price, 1) {
		return -1, 0
	}
	w := &j.s.ways[best]
	k := batchesFor(w, missing)
	if fromStock > 0 && fromStock < k {
		k = fromStock
	}
	return best, k
}

// chainFree says that nothing of a way's ingredients can come from the stock.
func (j *job) chainFree(w *way) bool {
	for _, in := range w.ings {
		for _, a := range in.alts {
			if j.reach[a] {
				return false
			}
		}
	}
	return true
}

// batchesFor is how many batches of a way bring so many items.
func batchesFor(w *way, missing int32) int32 {
	if w.n > 0 {
		return (missing + w.n - 1) / w.n
	}
	return int32(math.Ceil(float64(missing) / w.mean))
}

// stockPrice is what one more item costs by a way when the stock is used, and
// how many batches the stock has for it at that price (0 for no limit).
func (j *job) stockPrice(w *way, item int32, depth int) (float64, int32) {
	sum := w.seconds
	limit := int32(0)
	if w.station >= 0 && !j.stationReady(w.station) {
		if j.surplus(w.station) > 0 {
			sum++
		} else {
			sum += j.unitPrice(w.station, item, 0) * shareOfTool
		}
	}
	for _, in := range w.ings {
		least, lim := math.Inf(1), int32(0)
		for _, a := range in.alts {
			if a == item {
				continue
			}
			over := min(max(j.spare(a, item), 0), in.count)
			price := float64(over) * heldPrice
			if over < in.count {
				price += float64(in.count-over) * j.makePrice(a, item, depth)
			}
			if price < least {
				least = price
				lim = 0
				if over == in.count {
					lim = j.spare(a, item) / in.count
				} else if price < float64(in.count)*j.c.price[a] {
					lim = 1
				}
			}
		}
		if lim > 0 && (limit == 0 || lim < limit) {
			limit = lim
		}
		sum += least
	}
	return sum / w.mean, limit
}

// heldPrice is the price of what is held anyway.
const heldPrice = 0.01

// unitPrice is what one more of an item costs, looking a few ways deep into
// what the stock can be made into.
func (j *job) unitPrice(item, avoid int32, depth int) float64 {
	if j.surplus(item) > 0 {
		return heldPrice
	}
	return j.makePrice(item, avoid, depth)
}

// makePrice is what it costs to make one more of an item.
func (j *job) makePrice(item, avoid int32, depth int) float64 {
	price := j.c.price[item]
	if depth == 0 || !j.reach[item] {
		return price
	}
	for _, wi := range j.s.waysTo[item] {
		w := &j.s.ways[wi]
		if j.s.gather(w) || !j.c.open[wi] || takesItem(w, avoid) {
			continue
		}
		unit, _ := j.stockPrice(w, item, depth-1)
		price = min(price, unit)
	}
	return price
}

func takesItem(w *way, item int32) bool {
	for _, in := range w.ings {
		if len(in.alts) == 1 && in.alts[0] == item {
			return true
		}
	}
	return false
}

func (j *job) stationReady(station int32) bool {
	k := j.stationIndex(station)
	return j.placed[k] || j.atHand(station)
}

func (j *job) stationIndex(station int32) int {
	return max(0, slices.Index(j.s.stations[:], station))
}

// atHand says whether a station stands by and may serve for the whole plan.
func (j *job) atHand(station int32) bool {
	return !j.ownStation[j.stationIndex(station)] && slices.Contains(j.p.Stations, j.s.names[station])
}

// run enters k batches of a way: what it makes, what it uses up, what it works
// with.
func (j *job) run(wi, k int32) {
	w := &j.s.ways[wi]
	if j.batches[wi] == 0 {
		j.ways = append(j.ways, wi)
	}
	j.batches[wi] += k
	j.touch(w.out)
	if w.n > 0 {
		j.made[w.out] += w.n * k
	} else {
		j.made[w.out] += max(1, int32(math.Floor(float64(k)*w.mean+1e-9)))
	}
	for _, l := range w.leaves {
		j.touch(l.item)
		j.made[l.item] += l.n * k
	}
	for slot, in := range w.ings {
		j.share(wi, int16(slot), in, k*in.count, w.out+1)
	}
	j.workWith(wi, k)
}

// workWith sees that a way's station and tool are there.
func (j *job) workWith(wi, k int32) {
	w := &j.s.ways[wi]
	if w.station >= 0 && !j.stationReady(w.station) {
		j.placed[j.stationIndex(w.station)] = true
		j.spend(w.station, 1, w.out+1)
	}
	if w.tools == nil {
		return
	}
	j.uses[w.toolset] += k
	for _, t := range w.tools {
		// A tool that is only made counts when it can be made first.
		if j.have[t] > 0 || (j.made[t] > 0 || j.kept[t] > 0) && j.c.rank[t] < j.c.rank[w.out] {
			return
		}
	}
	if t := j.c.cheapest(w.tools); t >= 0 {
		j.keep(t, 1, w.out+1)
	}
}

// share takes n of an ingredient out of its alternatives: what is over first,
// the fullest store first, then the cheapest to make.
func (j *job) share(wi int32, slot int16, in ing, n, whyFor int32) {
	if len(in.alts) == 1 {
		j.take(wi, slot, in.alts[0], n, whyFor)
		return
	}
	out := j.s.ways[wi].out
	for n > 0 {
		fullest := int32(-1)
		for _, a := range in.alts {
			if s := j.spare(a, out); s > 0 && (fullest < 0 || s > j.spare(fullest, out)) {
				fullest = a
			}
		}
		if fullest < 0 {
			break
		}
		k := min(n, j.spare(fullest, out))
		j.take(wi, slot, fullest, k, whyFor)
		n -= k
	}
	var used []int32 // scarce alternatives that gave all they could
	for n > 0 {
		best := j.cheapestOf(in.alts, out, used)
		if best < 0 {
			best = in.alts[0]
			used = used[:0]
		}
		k := n
		if math.IsInf(j.c.price[best], 1) && len(used) < len(in.alts)-1 {
			k = min(n, j.squeeze(best, n))
			used = append(used, best)
		}
		if k > 0 {
			j.take(wi, slot, best, k, whyFor)
		}
		n -= k
	}
}

// cheapestOf is the alternative that costs least to make, -1 for none left.
func (j *job) cheapestOf(alts []int32, out int32, not []int32) int32 {
	best, price := int32(-1), math.Inf(1)
	for _, a := range alts {
		if slices.Contains(not, a) || j.c.rank[a] >= j.c.rank[out] && j.s.cyclic[a] && j.s.cyclic[out] && best >= 0 {
			continue // used up, or made of what it is to be used for
		}
		unit := j.c.price[a]
		if !j.stockIsEmpty {
			unit = j.unitPrice(a, out, 2)
		}
		if b := j.c.best[a]; b >= 0 && j.batches[b] > 0 {
			unit *= 0.9 // one kind of wood is better than two
		}
		if unit < price || best < 0 {
			best, price = a, unit
		}
	}
	return best
}

// squeeze makes up to n of a scarce item out of what is held at once, so that
// nobody else counts on it, and returns how many there are.
func (j *job) squeeze(item, n int32) int32 {
	for j.surplus(item) < n {
		wi, _ := j.choose(item, n-j.surplus(item))
		if wi < 0 || j.steps > mostSteps || !j.suffices(wi) {
			break
		}
		j.steps++
		j.run(wi, 1)
	}
	return max(j.surplus(item), 0)
}

// suffices says that one batch of a way can be made of what is over.
func (j *job) suffices(wi int32) bool {
	for _, in := range j.s.ways[wi].ings {
		over := int32(0)
		for _, a := range in.alts {
			over += max(j.surplus(a), 0)
		}
		if over < in.count {
			return false
		}
	}
	return true
}

// spare is how much of an item is over for making another. What is only made
// counts when it can be made before that other: the table is not built of the
// planks that a table is needed for.
func (j *job) spare(item, out int32) int32 {
	over := j.surplus(item)
	if j.made[item] > 0 && j.c.rank[item] >= j.c.rank[out] {
		over = min(over, j.have[item]-j.spent[item]-j.kept[item])
	}
	return over
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

// provideTools makes more tools when the ones there would break too soon. It
// reports false when no more can be made.
func (j *job) provideTools() bool {
	for set, uses := range sortedUses(j.uses) {
		tools := j.toolsOf(int32(set))
		if uses == 0 || tools == nil {
			continue
		}
		total, room := int32(0), int32(0)
		for other, n := range sortedUses(j.uses) {
			if n > 0 && subset(j.toolsOf(int32(other)), tools) {
				total += n
			}
		}
		for _, t := range tools {
			room += j.room(t)
		}
		if total <= room {
			continue
		}
		best, bestPrice := int32(-1), math.Inf(1)
		for _, t := range tools {
			d := int32(j.s.info[t].Durability)
			if d == 0 {
				continue
			}
			count := (total - room + d - 1) / d
			if price := j.unitPrice(t, -1, 1) * float64(count); price < bestPrice {
				best, bestPrice = t, price
			}
		}
		if best < 0 {
			return false
		}
		d := int32(j.s.info[best].Durability)
		j.spend(best, (total-room+d-1)/d, unknownWhy)
		return true
	}
	return true
}

// room is how many uses all tools of a kind have left together.
func (j *job) room(tool int32) int32 {
	d := int32(j.s.info[tool].Durability)
	if d == 0 {
		return 0
	}
	room := j.made[tool] * d
	for _, t := range j.tools {
		if t.item == tool {
			room += t.left
		}
	}
	return room
}

// sortedUses lists uses by the number of the tool set.
func sortedUses(uses map[int32]int32) []int32 {
	most := int32(-1)
	for set := range uses {
		most = max(most, set)
	}
	list := make([]int32, most+1)
	for set, n := range uses {
		list[set] = n
	}
	return list
}

func (j *job) toolsOf(set int32) []int32 {
	for _, wi := range j.ways {
		if w := &j.s.ways[wi]; w.tools != nil && w.toolset == set {
			return w.tools
		}
	}
	return nil
}

func subset(a, b []int32) bool {
	for _, x := range a {
		if !slices.Contains(b, x) {
			return false
		}
	}
	return a != nil
}

// provideFuel gives every smelting way its fuel.
func (j *job) provideFuel() bool {
	if j.p.FreeFuel {
		return true
	}
	for _, wi := range j.ways {
		w := &j.s.ways[wi]
		if w.kind != game.Smelt || j.batches[wi] == 0 {
			continue
		}
		f, ok := j.fuel[wi]
		if ok {
			if more := j.fuelUnits(f.item, j.batches[wi]) - f.units; more > 0 {
				j.spend(f.item, more, w.out+1)
				j.fuel[wi] = fuelling{f.item, f.units + more}
			}
			continue
		}
		item := j.chooseFuel(wi)
		if item < 0 {
			return false
		}
		units := j.fuelUnits(item, j.batches[wi])
		j.fuel[wi] = fuelling{item, units}
		j.spend(item, units, w.out+1)
	}
	return true
}

func (j *job) fuelUnits(fuel, batches int32) int32 {
	t := int32(j.s.info[fuel].FuelTicks)
	return (batches*smeltTicks + t - 1) / t
}

// mostPrecious is the price of what is not burnt while there is anything else.
const mostPrecious = 60

// chooseFuel finds what burns at the lowest price for a smelting way: held fuel
// before fuel to be fetched, and never what the way itself is about.
func (j *job) chooseFuel(wi int32) int32 {
	if f := j.fuelBelow(wi, j.c.rank[j.s.ways[wi].out]); f >= 0 {
		return f
	}
	// A way that is not the best to its item may need what ranks above it.
	return j.fuelBelow(wi, math.MaxInt32)
}

// fuelBelow is the cheapest fuel that can be made before something of a rank.
func (j *job) fuelBelow(wi, rank int32) int32 {
	w := &j.s.ways[wi]
	total := int32(0)
	for _, o := range j.ways {
		if j.s.ways[o].kind == game.Smelt {
			total += j.batches[o]
		}
	}
	best, bestPrice := int32(-1), math.Inf(1)
	for _, f := range j.s.fuels {
		if !j.p.Fuel && !j.p.Closed && j.s.burnRanks[f] == 0 {
			continue
		}
		if f == w.ings[0].alts[0] || f == w.out || j.s.info[f].Stack == 1 && j.have[f] == 0 {
			continue
		}
		units := j.fuelUnits(f, j.batches[wi])
		price := math.Inf(1)
		if over := j.spare(f, w.out); over >= units {
			price = heldPrice * (1 + float64(units))
			if j.s.info[f].Durability > 0 {
				price += 5 // tools burn last
			}
			if f != j.s.coal() && f != j.s.charcoal() {
				price += 0.5 * float64(units)
			}
		} else if j.c.rank[f] < rank && !math.IsInf(j.unitPrice(f, w.out, 2), 1) {
			price = j.unitPrice(f, w.out, 2) * float64(units)
			if b := j.c.best[f]; b >= 0 && j.s.gather(&j.s.ways[b]) && j.batches[b] == 0 {
				// The walk to the source is shared by all that is smelted.
				price += j.c.search[b] * float64(j.batches[wi]) / float64(max(total, 1))
			}
			if j.s.info[f].Durability > 0 || j.c.price[f] > mostPrecious {
				price += mostPrecious
			}
			if r := j.s.burnRanks[f]; r == 0 || r == burnRank("coal_block") || r >= burnRank("stick") {
				price += 20 // nobody makes sticks or blocks to burn them
			}
		}
		if price < bestPrice {
			best, bestPrice = f, price
		}
	}
	return best
}

func (s *Solver) coal() int32     { return s.byName("coal") }
func (s *Solver) charcoal() int32 { return s.byName("charcoal") }
