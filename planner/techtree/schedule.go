package techtree

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// scheduler puts the ways of an exploded job into an order that works. It runs
// them in an inventory of its own.
type scheduler struct {
	j     *job
	inv   []int32
	tools []heldTool
	// ops are the ways with batches left to run, in order of rank.
	ops   []op
	at    [nStations]standing
	wants []want
	steps []Step
	// most is how many slots may be taken: those of an inventory. A closed problem
	// whose stock is more than that to begin with is not about one.
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
		o := op{way: wi, left: j.batches[wi], rank: j.c.rank[j.s.ways[wi].out], from: slices.Clone(j.takes[wi]), fuel: j.fuel[wi]}
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
	for k, item := range j.s.stations {
		if item >= 0 && slices.Contains(j.p.Stations, j.s.names[item]) {
			c.at[k] = standing{here: true}
		}
	}
	for _, i := range j.items {
		c.slots += c.slotsFor(i, c.inv[i])
	}
	if c.most = game.Slots; j.p.Closed && c.slots >= game.SlotsMain {
		c.most = math.MaxInt
	}
	return c
}

// flexible puts crafts that take one very item before those that take any of
// several: a body that mixes as it likes must not use up what only one craft
// can use.
func (c *scheduler) flexible(o *op) int {
	for _, in := range c.j.s.ways[o.way].ings {
		if len(in.alts) > 1 {
			return 1
		}
	}
	return 0
}

func (c *scheduler) slotsFor(item, n int32) int {
	if n <= 0 {
		return 0
	}
	stack := int32(max(c.j.s.info[item].Stack, 1))
	return int((n + stack - 1) / stack)
}

func (c *scheduler) change(item, n int32) {
	c.slots -= c.slotsFor(item, c.inv[item])
	c.inv[item] += n
	c.slots += c.slotsFor(item, c.inv[item])
	if d := int32(c.j.s.info[item].Durability); d > 0 {
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

var errStuck = &game.GaveUpError{Reason: "The planner found what is needed but no order in which to do it"}

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
			return Answer{}, false, &game.GaveUpError{Reason: "The inventory would be full on the way; store something first, or ask for less at once"}
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
			left[c.j.s.names[i]] = int(c.inv[i])
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
			return true, errStuck
		}
	}
	return false, errStuck
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
			w := &c.j.s.ways[o.way]
			if o.left == 0 || c.j.s.gather(w) || !c.stationHere(w) || !c.ready(o, o.left) {
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

func (c *scheduler) stationHere(w *way) bool {
	return w.station < 0 || c.at[c.j.stationIndex(w.station)].here
}

// ready says whether k batches of an op have all they use up.
func (c *scheduler) ready(o *op, k int32) bool {
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
	count := c.j.s.ways[o.way].ings[t.slot].count
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

// gathers runs every source that is ready, after packing up; what would tempt
// the body to use it for something else only when told to.
func (c *scheduler) gathers(tempting bool) bool {
	moved := false
	for k := range c.ops {
		o := &c.ops[k]
		w := &c.j.s.ways[o.way]
		if o.left == 0 || !c.j.s.gather(w) || !c.ready(o, o.left) || !tempting && c.tempts(k) {
			continue
		}
		n := o.left
		if w.tools != nil {
			n = min(n, c.room(w.tools))
		}
		if n == 0 || n < o.left && c.moreComing(w.tools) && moved {
			continue
		}
		if !c.pack() {
			return moved
		}
		if w.tools != nil {
			if n = min(n, c.room(w.tools)); n == 0 {
				continue
			}
		}
		c.do(o, n)
		moved = true
		if c.lean || tempting {
			return true
		}
	}
	return moved
}

func (c *scheduler) moreComing(tools []int32) bool {
	for k := range c.ops {
		if c.ops[k].left > 0 && slices.Contains(tools, c.j.s.ways[c.ops[k].way].out) {
			return true
		}
	}
	return false
}

func (c *scheduler) room(tools []int32) int32 {
	n := int32(0)
	for _, t := range c.tools {
		if slices.Contains(tools, t.item) {
			n += t.left
		}
	}
	return n
}

// pack takes the stations along that are ours and needed again. Those of others
// stay; when one of these is needed later the job must bring its own.
func (c *scheduler) pack() bool {
	for k, item := range c.j.s.stations {
		if item < 0 || !c.at[k].here {
			continue
		}
		if c.at[k].ours && c.neededLater(item) && c.inv[item] <= c.usedLater(item) && c.j.p.can(game.Mine) {
			c.takeAlong(item)
		}
		c.at[k] = standing{}
	}
	return true
}

func (c *scheduler) neededLater(station int32) bool {
	for k := range c.ops {
		if c.ops[k].left > 0 && c.j.s.ways[c.ops[k].way].station == station {
			return true
		}
	}
	return false
}

// usedLater is how many of an item the crafts to come use up or the wants keep.
func (c *scheduler) usedLater(item int32) int32 {
	n := c.j.kept[item]
	for k := range c.ops {
		for _, t := range c.ops[k].from {
			if t.item == item {
				n += t.units
			}
		}
	}
	return n
}

// takeAlong mines a station of ours back.
func (c *scheduler) takeAlong(item int32) {
	name := c.j.s.names[item]
	b, ok := c.j.s.v.Block(name)
	if !ok {
		return
	}
	if b.Harvest != nil {
		tools := c.j.s.idsOf(b.Harvest)
		if c.room(tools) == 0 {
			return
		}
		c.wear(tools, b.Class, 1)
	}
	c.change(item, 1)
	c.emit(game.Action{Kind: game.Mine, Target: name, Quantity: 1}, c.breakTime(b)+pickUpSeconds, "to take it along")
}

func (c *scheduler) breakTime(b *data.Block) float64 {
	return c.j.s.breakSeconds(b, c.j.s.idsOf(b.Harvest))
}

// setUp places a station for a craft that waits for nothing else: the table
// first, the furnace only when nothing else can be done.
func (c *scheduler) setUp() bool {
	for k, item := range c.j.s.stations {
		if item < 0 || c.at[k].here || c.inv[item] == 0 {
			continue
		}
		for o := range c.ops {
			p := &c.ops[o]
			w := &c.j.s.ways[p.way]
			if p.left == 0 || w.station != item || !c.ready(p, p.left) && !(c.lean && c.ready(p, 1)) {
				continue
			}
			c.place(item, "for "+game.Display(c.j.s.names[w.out]))
			c.crafts()
			return true
		}
	}
	return false
}

func (c *scheduler) place(item int32, why string) {
	c.change(item, -1)
	c.at[c.j.stationIndex(item)] = standing{here: true, ours: true}
	c.emit(game.Action{Kind: game.Place, Block: c.j.s.names[item]}, placeSeconds, why)
}

// luck is how many times the average number of blocks a drop left to chance may
// take.
const luck = 4

// placeSeconds is looking for a free spot and placing.
const placeSeconds = 1

// partly runs some batches of an op that cannot run as a whole, for example
// stone for the better pickaxe that the rest of the stone needs.
func (c *scheduler) partly() bool {
	for k := range c.ops {
		o := &c.ops[k]
		w := &c.j.s.ways[o.way]
		if o.left == 0 || !c.ready(o, 1) {
			continue
		}
		n := int32(1)
		for n*2 <= o.left && c.ready(o, n*2) {
			n *= 2
		}
		if w.tools != nil {
			n = min(n, c.room(w.tools))
		}
		if n == 0 {
			continue
		}
		if c.j.s.gather(w) {
			c.pack()
		} else if w.station >= 0 && !c.stationHere(w) {
			if c.inv[w.station] == 0 {
				continue
			}
			c.place(w.station, "for "+game.Display(c.j.s.names[w.out]))
			if !c.ready(o, n) {
				return true
			}
		}
		c.do(o, n)
		return true
	}
	return false
}

// stuck says what the job must provide for another try.
func (c *scheduler) stuck() (bool, error) {
	for k := range c.ops {
		o := &c.ops[k]
		w := &c.j.s.ways[o.way]
		if o.left == 0 {
			continue
		}
		if c.lacks(o) {
			return true, errStuck
		}
		if w.tools != nil && c.ready(o, 1) && c.room(w.tools) == 0 {
			if t := c.j.c.cheapest(w.tools); t >= 0 && !c.moreComing(w.tools) {
				c.j.extra[t]++
				return true, errStuck
			}
		}
		if w.station >= 0 && !c.stationHere(w) && c.inv[w.station] == 0 {
			s := c.j.stationIndex(w.station)
			if !c.j.ownStation[s] && slices.Contains(c.j.p.Stations, c.j.s.names[w.station]) {
				c.j.ownStation[s] = true
				return true, errStuck
			}
			if c.ready(o, 1) && !math.IsInf(c.j.c.price[w.station], 1) {
				c.j.extra[w.station]++
				return true, errStuck
			}
		}
	}
	return false, errStuck
}

// lacks asks the job for more of what an op was to use up and the body used for
// something else. It reports whether there is something to ask for.
func (c *scheduler) lacks(o *op) bool {
	if c.angelic || c.ready(o, 1) {
		return false
	}
	asked := false
	if c.choosesFuel(o) {
		if short := c.ticksShort(o); short > 0 && !math.IsInf(c.j.c.price[o.fuel.item], 1) {
			c.j.extra[o.fuel.item] += (short + int32(c.j.s.info[o.fuel.item].FuelTicks) - 1) / int32(c.j.s.info[o.fuel.item].FuelTicks)
			asked = true
		}
	}
	for _, t := range append(o.from[:len(o.from):len(o.from)], take{item: o.fuel.item, units: o.fuel.units}) {
		short := t.units - c.inv[t.item]
		if short <= 0 || c.coming(t.item) {
			continue
		}
		if math.IsInf(c.j.c.price[t.item], 1) {
			asked = c.outnumber(o, t.item) || asked
			continue
		}
		c.j.extra[t.item] += short
		asked = true
	}
	return asked
}

// outnumber asks for so much of the alternatives of a scarce item, where other
// crafts were to take them, that the body takes these and not the scarce one.
func (c *scheduler) outnumber(o *op, scarce int32) bool {
	asked := false
	for _, wi := range c.j.ways {
		if wi == o.way {
			continue
		}
		for slot, in := range c.j.s.ways[wi].ings {
			if len(in.alts) < 2 || !slices.Contains(in.alts, scarce) {
				continue
			}
			for _, t := range c.j.takes[wi] {
				if int(t.slot) == slot && t.item != scarce && !math.IsInf(c.j.c.price[t.item], 1) {
					c.j.extra[t.item] += c.j.have[scarce] + c.j.made[scarce]
					asked = true
					break
				}
			}
		}
	}
	return asked
}

// coming says that an op still to run makes an item.
func (c *scheduler) coming(item int32) bool {
	for k := range c.ops {
		if c.ops[k].left > 0 && c.j.s.ways[c.ops[k].way].out == item {
			return true
		}
	}
	return false
}

// do runs k batches of an op.
func (c *scheduler) do(o *op, k int32) {
	w := &c.j.s.ways[o.way]
	fuel := c.fuelPortion(o, k)
	var burnt []stack
	if c.choosesFuel(o) {
		burnt, _ = c.burns(o, k)
	}
	used := make([]int32, len(o.from))
	for i := range o.from {
		used[i] = c.portion(o, &o.from[i], k)
	}
	for i := range o.from {
		o.from[i].units -= used[i]
	}
	gained := w.n * k
	if !c.angelic && c.choosy(o) {
		gained = c.doChosen(o, k)
	} else {
		for i := range o.from {
			c.change(o.from[i].item, -used[i])
		}
		for _, l := range w.leaves {
			c.change(l.item, l.n*k)
		}
	}
	if c.choosesFuel(o) {
		// What was used of the input is out of the inventory by now.
		for _, f := range burnt {
			c.burn(f.item, f.n)
		}
	} else if fuel > 0 {
		c.burn(o.fuel.item, fuel)
	}
	o.fuel.units -= fuel
	o.left -= k
	if w.n == 0 {
		gained = max(1, int32(math.Floor(float64(k)*w.mean+1e-9)))
	}
	c.change(w.out, gained)
	if w.kind == game.Mine && w.hardness > 0 {
		c.wear(w.tools, w.class, k)
	}
	times := 1
	if w.kind == game.Use {
		times = int(k) // one use fills one vessel
	}
	action, seconds, why := c.action(o, k, gained, fuel), c.time(o, k)/float64(times), c.why(w)
	for range times {
		c.emit(action, seconds, why)
	}
}

// burn takes fuel out of the inventory.
func (c *scheduler) burn(fuel, n int32) {
	c.change(fuel, -n)
	if left := c.j.s.info[fuel].FuelLeaves; left != "" {
		if i, ok := c.j.s.id[left]; ok {
			c.j.touch(i)
			c.change(i, n)
		}
	}
}

// doChosen uses up what the body chooses and returns how much it makes.
func (c *scheduler) doChosen(o *op, k int32) int32 {
	used, made, _ := c.choose(o, k)
	items := make([]int32, 0, len(used))
	for i := range used {
		items = append(items, i)
	}
	slices.Sort(items)
	for _, i := range items {
		c.j.touch(i)
		c.change(i, -used[i])
	}
	return made
}

// wear takes uses off the fastest tools that will do, as a body does.
func (c *scheduler) wear(tools []int32, class string, n int32) {
	for ; n > 0; n-- {
		best, speed := -1, 0.0
		for i, t := range c.tools {
			tool := c.j.s.info[t.item].Tool
			if tool == nil || t.left <= 0 || (tools == nil && tool.Class != class) || (tools != nil && !slices.Contains(tools, t.item)) {
				continue
			}
			if v := max(tool.Speed, 1); best < 0 || v > speed || v == speed && t.left < c.tools[best].left {
				best, speed = i, v
			}
		}
		if best < 0 {
			return
		}
		k := min(n, c.tools[best].left)
		c.tools[best].left -= k
		n -= k - 1
		if c.tools[best].left == 0 {
			item := c.tools[best].item
			c.tools = slices.Delete(c.tools, best, best+1)
			c.slots -= c.slotsFor(item, c.inv[item])
			c.inv[item]--
			c.slots += c.slotsFor(item, c.inv[item])
		}
	}
}

func (c *scheduler) action(o *op, k, gained, fuel int32) game.Action {
	w := &c.j.s.ways[o.way]
	a := game.Action{Kind: w.kind, Quantity: int(k)}
	switch w.kind {
	case game.Craft:
		a.Recipe, a.Quantity = w.subject, int(gained)
	case game.Smelt:
		a.Item = w.subject
		if c.j.p.Fuel && fuel > 0 {
			a.Fuel = c.j.s.names[o.fuel.item]
		}
	case game.Collect:
		a.Item = w.subject
	case game.Use:
		a.Item, a.Target, a.Quantity = c.j.s.names[w.ings[0].alts[0]], w.subject, 0
	case game.Mine:
		a.Target = w.subject
		if w.n == 0 && c.j.p.Until {
			// The count is left to luck: the quantity only bounds it.
			a.Until = &game.Until{Item: c.j.s.names[w.out], Count: int(gained)}
			a.Quantity *= luck
		}
	default:
		a.Target = w.subject
		if w.kind == game.Attack && w.n == 0 {
			a.Quantity += int(k+1) / 2 // what it leaves is left to chance
		}
	}
	return a
}

func (c *scheduler) time(o *op, k int32) float64 {
	w := &c.j.s.ways[o.way]
	switch {
	case c.j.s.gather(w):
		return c.j.c.search[o.way] + float64(k)*w.seconds
	case w.kind == game.Craft:
		return 1 + float64(k)*w.seconds
	}
	return float64(k) * w.seconds
}

func (c *scheduler) why(w *way) string {
	switch y := c.j.why[w.out]; {
	case y == wantedWhy:
		return "asked for"
	case y > 0:
		return "for " + game.Display(c.j.s.names[y-1])
	}
	return "needed on the way"
}

func (c *scheduler) emit(a game.Action, seconds float64, why string) {
	c.steps = append(c.steps, Step{Action: a, Seconds: seconds, Why: why})
	c.seconds += seconds
}
