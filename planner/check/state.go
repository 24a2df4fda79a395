// SPDX-License-Identifier: MIT

package check

import (
	"maps"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// state is the symbolic state that steps are run in: what is held, how far
// tools are worn, which stations stand by, where the feet are if that is known.
type state struct {
	v      *data.Version
	counts map[string]int
	// wear lists the tools one by one, in the order in which they came.
	wear     []worn
	stations []stood
	// place numbers the stretches of which the whereabouts are not known: a new
	// one begins with every walk of unknown length.
	place int
	at    *game.Vec3
	// reach is within how many blocks of it a station is at hand.
	reach float64
	// burn is what is left of the fire in the furnace at hand, in ticks.
	burn int
	// taken is how many slots the held items need at least, most how many there
	// are; 0 for a stock that is not about an inventory.
	taken, most int
	// stands counts the blocks that the plan set down or turned into what they
	// are.
	stands map[string]int
	// luck is what drops left to chance have brought on average, below one.
	luck map[string]float64
	// sought are the blocks that the plan has walked to look for.
	sought map[string]bool
}

type worn struct {
	item string
	left int
}

// stood is a station that stands somewhere.
type stood struct {
	block string
	place int
	at    *game.Vec3
	// seen is where the body lists it, nil for what it does not.
	seen *game.Pos
	// ours were set up by Minehand and may be taken along.
	ours bool
}

// open is the symbolic state that the request begins in.
func (d drafter) open() *state {
	l := &state{v: d.Version, counts: map[string]int{}, luck: map[string]float64{}, stands: map[string]int{}}
	if p := d.Request.State.Position; p != nil {
		at := *p
		l.at = &at
	}
	for _, s := range d.Request.State.Inventory {
		name := game.Name(s.Item)
		if s.Count < 1 {
			continue
		}
		l.counts[name] += s.Count
		if it, ok := l.v.Item(name); ok && it.Durability > 0 {
			left := it.Durability
			if s.Durability != nil {
				left = *s.Durability
			}
			for range s.Count {
				l.wear = append(l.wear, worn{name, left})
			}
		}
	}
	l.most = game.SlotsMain
	for _, s := range d.Request.State.Inventory {
		if s.Slot >= game.SlotsMain && s.Count > 0 {
			l.most++ // worn, or in the off hand
		}
	}
	for item, n := range l.counts {
		l.taken += slotsFor(l.v, item, n)
	}
	if d.Closed || l.taken > l.most {
		l.most = 0
	}
	l.reach = d.Reach()
	if n := d.Request.State.Nearby; n != nil {
		for _, s := range n.Blocks {
			if d.Version.IsStation(game.Name(s.Name)) && d.Distance(s) <= l.reach {
				seen := game.Vec3{X: s.X, Y: s.Y, Z: s.Z}.Block()
				l.stations = append(l.stations, stood{block: game.Name(s.Name), at: l.at, seen: &seen})
			}
		}
	}
	d.remembered(l)
	for _, s := range d.PlacedBefore() {
		if slices.ContainsFunc(l.stations, func(k stood) bool { return k.block == s && k.ours && l.near(k) }) {
			continue
		}
		l.stations = append(l.stations, stood{block: s, at: l.at, ours: true})
	}
	return l
}

func (l *state) clone() *state {
	c := *l
	c.counts = make(map[string]int, len(l.counts))
	for k, v := range l.counts {
		c.counts[k] = v
	}
	c.luck = make(map[string]float64, len(l.luck))
	for k, v := range l.luck {
		c.luck[k] = v
	}
	c.stands, c.sought = maps.Clone(l.stands), maps.Clone(l.sought)
	c.wear, c.stations = slices.Clone(l.wear), slices.Clone(l.stations)
	return &c
}

// add changes what is held; new tools come unworn.
func (l *state) add(item string, n int) {
	it, ok := l.v.Item(item)
	if ok && it.Durability > 0 {
		for k := n; k > 0; k-- {
			l.wear = append(l.wear, worn{item, it.Durability})
		}
		for k := n; k < 0; k++ {
			if i := slices.IndexFunc(l.wear, func(w worn) bool { return w.item == item }); i >= 0 {
				l.wear = slices.Delete(l.wear, i, i+1)
			}
		}
	}
	had := l.counts[item]
	if l.counts[item] += n; l.counts[item] <= 0 {
		delete(l.counts, item)
	}
	stack := 64
	if ok && it.Stack > 0 {
		stack = it.Stack
	}
	l.taken += (max(had+n, 0)+stack-1)/stack - (had+stack-1)/stack
}

// hope adds to what chance has brought of an item and takes out what are whole
// items by now.
func (l *state) hope(item string, mean float64) int {
	l.luck[item] += mean
	whole := int(l.luck[item] + 1e-9)
	l.luck[item] -= float64(whole)
	return whole
}

// sum is how many of the items are held together.
func (l *state) sum(items []string) int {
	n := 0
	for _, i := range items {
		n += l.counts[i]
	}
	return n
}

func slotsFor(v *data.Version, item string, count int) int {
	stack := 64
	if it, ok := v.Item(item); ok && it.Stack > 0 {
		stack = it.Stack
	}
	return (count + stack - 1) / stack
}

// stacks is the inventory as the solver takes it.
func (l *state) stacks() []game.Stack {
	names := make([]string, 0, len(l.counts))
	for name := range l.counts {
		names = append(names, name)
	}
	slices.Sort(names)
	stacks := make([]game.Stack, 0, len(names)+len(l.wear))
	for _, name := range names {
		if it, ok := l.v.Item(name); ok && it.Durability > 0 {
			for _, w := range l.wear {
				if w.item == name {
					left := w.left
					stacks = append(stacks, game.Stack{Slot: len(stacks), Item: name, Count: 1, Durability: &left})
				}
			}
			continue
		}
		stacks = append(stacks, game.Stack{Slot: len(stacks), Item: name, Count: l.counts[name]})
	}
	return stacks
}

// near says whether a station stands within reach.
func (l *state) near(s stood) bool {
	if s.place == l.place {
		return true
	}
	return s.at != nil && l.at != nil && s.at.Distance(*l.at) <= l.reach
}

func (l *state) hasStation(blocks ...string) bool {
	return slices.ContainsFunc(l.stations, func(s stood) bool { return slices.Contains(blocks, s.block) && l.near(s) })
}

func (l *state) stationsAtHand() []string {
	var names []string
	for _, s := range l.stations {
		if l.near(s) && !slices.Contains(names, s.block) {
			names = append(names, s.block)
		}
	}
	slices.Sort(names)
	return names
}

// wander ends the knowledge of where the body is.
func (l *state) wander() {
	l.place++
	l.at = nil
	l.burn = 0
}

// arrive moves the feet to a known place.
func (l *state) arrive(p game.Pos) {
	to := p.Center()
	if l.at == nil || l.at.Distance(to) > 0 {
		l.place++
		l.burn = 0
	}
	l.at = &to
}

// setUp remembers a station that the plan placed.
func (l *state) setUp(block string) {
	l.stations = append(l.stations, stood{block: block, place: l.place, at: l.at, ours: true})
}

// takeDown forgets the newest station of ours of that kind; it reports whether
// there was one.
func (l *state) takeDown(block string) bool {
	for i := len(l.stations) - 1; i >= 0; i-- {
		if s := l.stations[i]; s.ours && s.block == block && l.around(s) {
			l.stations = slices.Delete(l.stations, i, i+1)
			return true
		}
	}
	return false
}

// useTool takes n uses off the fastest tools that will do, as far as there are
// any.
func (l *state) useTool(fits func(item string) bool, n int) {
	found := 0
	for found < n {
		best, speed := -1, 0.0
		for i, w := range l.wear {
			it, ok := l.v.Item(w.item)
			if !ok || it.Tool == nil || w.left <= 0 || !fits(w.item) {
				continue
			}
			if best < 0 || it.Tool.Speed > speed || it.Tool.Speed == speed && w.left < l.wear[best].left {
				best, speed = i, it.Tool.Speed
			}
		}
		if best < 0 {
			return
		}
		k := min(n-found, l.wear[best].left)
		found += k
		if l.wear[best].left -= k; l.wear[best].left == 0 {
			item := l.wear[best].item
			l.wear = slices.Delete(l.wear, best, best+1)
			l.taken-- // tools do not stack
			if l.counts[item]--; l.counts[item] <= 0 {
				delete(l.counts, item)
			}
		}
	}
}
