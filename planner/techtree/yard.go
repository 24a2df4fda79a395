package techtree

import (
	"slices"

	"github.com/minehand/minehand/game"
)

// yard is a closed problem cut down to the items that can matter, for trying out
// what a body does one batch after the other. A state is a row of numbers: how
// much there is of each item, the fire, the stations that stand, and what is left
// to do of a plan that is followed.
type yard struct {
	j *job
	// items numbers what matters, local gives an item's number.
	items []int32
	local map[int32]int32
	deeds []deed
	// byName finds a deed by what an action says.
	byName map[deedName]int32
	// plain marks the crafts that a body has no choice in, and that touch nothing
	// which it chooses among elsewhere.
	plain []bool
	// beside marks what may be done beside a plan that is followed.
	beside []bool
	// ample is a fuel that serves nothing else and suffices for the whole plan, -1
	// for none.
	ample int32
	// named are the fuels that the plan names, and the best that serves nothing
	// else; nil for any.
	named map[int32]bool
	fuels []yardFuel
	wants []yardWant
	start []int32
	// burnAt, lastAt and standAt are the places of the fire in ticks, of the smelt
	// that it burns for, and of the stations, one bit each; planAt of the batches
	// of each deed that a plan has left.
	burnAt, lastAt, standAt, planAt int
	// cold says that a fire does not last from one smelt action to the next.
	cold bool
	// counted is the length of what tells states apart.
	counted int
}

type deedName struct {
	kind    game.Kind
	subject string
}

// deed is one kind of batch: a craft by whichever recipe, a smelt, a station set
// up.
type deed struct {
	kind  game.Kind
	out   int32
	ways  []yardWay
	input int32
	// bit of the station that is set up, or of those that a smelt may be done at.
	bit     int32
	subject string
	seconds float64
}

type yardWay struct {
	parts  []yardPart
	leaves []stack
	bits   int32
	n      int32
}

type yardPart struct {
	alts  []int32
	count int32
	// choices counts the alternatives that the recipe knows.
	choices int
}

type yardFuel struct {
	item, ticks, leaves int32
}

type yardWant struct {
	alts  []int32
	count int32
	// via is the deed that has to bring it, -1 for any.
	via int32
}

// newYard reduces the problem of a search.
func newYard(x *search, wants []want) *yard {
	y := &yard{j: x.j, local: map[int32]int32{}, byName: map[deedName]int32{}}
	ways, burns := y.matter(x, wants)
	y.addDeeds(x, ways)
	if burns {
		for _, f := range x.j.s.fuelOrder {
			if n, ok := y.local[f]; ok {
				left := x.j.s.byName(x.j.s.info[f].FuelLeaves)
				if left >= 0 {
					left = y.number(left)
				}
				y.fuels = append(y.fuels, yardFuel{n, int32(x.j.s.info[f].FuelTicks), left})
			}
		}
	}
	for _, w := range wants {
		in := yardWant{count: int32(w.Count), via: -1}
		for _, i := range w.ids {
			in.alts = append(in.alts, y.number(i))
		}
		y.wants = append(y.wants, in)
	}
	y.findPlain()
	y.burnAt = len(y.items)
	y.lastAt, y.standAt, y.planAt = y.burnAt+1, y.burnAt+2, y.burnAt+3
	y.counted = y.planAt
	y.start = make([]int32, y.planAt+len(y.deeds))
	for n, i := range y.items {
		y.start[n] = x.j.have[i]
	}
	for k, item := range x.j.s.stations {
		if item >= 0 && slices.Contains(x.j.p.Stations, x.j.s.names[item]) {
			y.start[y.standAt] |= 1 << k
		}
	}
	return y
}

func (y *yard) findPlain() {
	chosen := make([]bool, len(y.items))
	each := func(d *deed, do func(p *yardPart)) {
		for w := range d.ways {
			for p := range d.ways[w].parts {
				do(&d.ways[w].parts[p])
			}
		}
	}
	for n := range y.deeds {
		each(&y.deeds[n], func(p *yardPart) {
			for _, a := range p.alts {
				chosen[a] = chosen[a] || p.choices > 1
			}
		})
	}
	for _, f := range y.fuels {
		chosen[f.item] = true
	}
	y.plain = make([]bool, len(y.deeds))
	for n := range y.deeds {
		d := &y.deeds[n]
		y.plain[n] = d.kind == game.Craft && len(d.ways) == 1 && !chosen[d.out]
		each(d, func(p *yardPart) { y.plain[n] = y.plain[n] && p.choices == 1 && !chosen[p.alts[0]] })
	}
}

func (y *yard) number(item int32) int32 {
	if n, ok := y.local[item]; ok {
		return n
	}
	n := int32(len(y.items))
	y.local[item] = n
	y.items = append(y.items, item)
	return n
}

// matter finds the ways that can be run and lead to what is wanted, and whether
// fires are needed; the items that these touch are numbered.
func (y *yard) matter(x *search, wants []want) (ways []int32, burns bool) {
	s := x.j.s
	var queue []int32
	matter := func(item int32) {
		if x.avail[item] {
			if _, ok := y.local[item]; !ok {
				y.number(item)
				queue = append(queue, item)
			}
		}
	}
	taken := make(map[int32]bool)
	take := func(wi int32) {
		w := &s.ways[wi]
		if taken[wi] || s.gather(w) || !x.viable(wi) {
			return
		}
		taken[wi] = true
		ways = append(ways, wi)
		for _, in := range w.ings {
			for _, a := range in.alts {
				matter(a)
			}
		}
		w.worksAt(func(station int32) bool { matter(station); return false })
		if w.kind == game.Smelt && !x.j.p.FreeFuel && !burns {
			burns = true
			for _, f := range s.fuels {
				matter(f)
			}
		}
	}
	for _, w := range wants {
		for _, i := range w.ids {
			matter(i)
		}
	}
	for len(queue) > 0 {
		item := queue[0]
		queue = queue[1:]
		for _, list := range [...][]int32{s.waysTo[item], s.byproductOf[item]} {
			for _, wi := range list {
				take(wi)
			}
		}
		if x.canBurnFor(item) {
			for _, wi := range s.smeltWays {
				take(wi)
			}
		}
	}
	return ways, burns
}

// addDeeds groups ways by what an action names: crafts by what they make.
func (y *yard) addDeeds(x *search, ways []int32) {
	s := x.j.s
	slices.Sort(ways)
	outs := map[int32]bool{}
	for _, wi := range ways {
		w := &s.ways[wi]
		if w.kind == game.Smelt {
			y.addDeed(deed{
				kind: game.Smelt, subject: w.subject, out: y.number(w.out), input: y.number(w.ings[0].alts[0]),
				bit: y.bits(w), seconds: w.seconds,
			})
			continue
		}
		if outs[w.out] {
			continue
		}
		outs[w.out] = true
		d := deed{kind: game.Craft, subject: w.subject, out: y.number(w.out), seconds: w.seconds}
		for _, other := range s.waysTo[w.out] {
			if o := &s.ways[other]; o.kind == game.Craft && x.viable(other) {
				d.ways = append(d.ways, y.way(o))
			}
		}
		y.addDeed(d)
	}
	for k, item := range s.stations {
		if item < 0 || x.j.c.noPlace || x.j.p.excluded(game.Place, s.names[item]) != nil {
			continue
		}
		if n, ok := y.local[item]; ok {
			y.addDeed(deed{kind: game.Place, subject: s.names[item], input: n, bit: 1 << k, seconds: placeSeconds})
		}
	}
}

func (y *yard) addDeed(d deed) {
	y.byName[deedName{d.kind, d.subject}] = int32(len(y.deeds))
	y.deeds = append(y.deeds, d)
}

func (y *yard) bits(w *way) int32 {
	bits := int32(0)
	w.worksAt(func(station int32) bool { bits |= 1 << y.j.stationIndex(station); return false })
	return bits
}

// way writes a craft down by numbers, the parts with the fewest choices first.
func (y *yard) way(w *way) yardWay {
	out := yardWay{n: w.n, bits: y.bits(w)}
	for _, l := range w.leaves {
		out.leaves = append(out.leaves, stack{y.number(l.item), l.n})
	}
	for _, in := range w.ings {
		p := yardPart{count: in.count, choices: len(in.alts)}
		for _, a := range in.alts {
			if n, ok := y.local[a]; ok {
				p.alts = append(p.alts, n)
			}
		}
		out.parts = append(out.parts, p)
	}
	slices.SortStableFunc(out.parts, func(a, b yardPart) int { return a.choices - b.choices })
	return out
}

// met says whether a state has what is wanted.
func (y *yard) met(row []int32) bool {
	for i := range y.wants {
		w := &y.wants[i]
		n := int32(0)
		for _, a := range w.alts {
			n += row[a]
		}
		if n < w.count || w.via >= 0 && row[y.planAt+int(w.via)] > 0 {
			return false
		}
	}
	return true
}

// leftover is what is held in a state, what does not matter included.
func (y *yard) leftover(row []int32) map[string]int {
	left := make(map[string]int)
	for _, i := range y.j.items {
		if _, ok := y.local[i]; !ok && y.j.have[i] > 0 {
			left[y.j.s.names[i]] = int(y.j.have[i])
		}
	}
	for n, i := range y.items {
		if row[n] > 0 {
			left[y.j.s.names[i]] = int(row[n])
		}
	}
	return left
}
