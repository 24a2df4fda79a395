// SPDX-License-Identifier: MIT

package techtree

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
)

// costs says, for one set of open sources, what an item costs and how it is
// best come by when nothing is held.
type costs struct {
	// price in seconds, +Inf for what no open source leads to.
	price []float64
	// best is the way behind the price, -1 for none.
	best []int32
	// rank orders items: every item's best ingredients have lower ranks.
	rank []int32
	// open says which ways may be used, abroad which of them lie in another dimension.
	open, abroad []bool
	// search is the time until the first of a source, by way.
	search []float64
	// trip is what goes with ways to what lies in the dimension behind the portal.
	trip trip
	// noPlace: stations can be used where they stand, but not set up.
	noPlace bool
}

// maxCosts bounds the remembered tables.
const maxCosts = 32

// sources gives the costs of a problem, remembered by what they depend on.
func (s *Solver) sources(p *Problem, held []int32) *costs {
	key := s.sourceKey(p, held)
	s.mu.Lock()
	c := s.costs[key]
	s.mu.Unlock()
	if c != nil {
		return c
	}
	c = s.price(p, held)
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.costs) >= maxCosts {
		clear(s.costs)
	}
	s.costs[key] = c
	return c
}

// sourceKey writes down all that the costs of a problem depend on. The kinds
// that a problem may use beyond version 1's are asked one by one.
func (s *Solver) sourceKey(p *Problem, held []int32) string {
	var b strings.Builder
	for _, k := range [...]game.Kind{game.Mine, game.Craft, game.Smelt, game.Place, game.Attack, game.Milk, game.Use, game.Collect,
		game.Till, game.Plant, game.Harvest, game.Wait, game.Breed, game.Shear, game.Fish, game.Travel, game.Brew, game.Smith, game.Barter,
		game.Trade} {
		if p.can(k) {
			b.WriteByte('1')
		} else {
			b.WriteByte('0')
		}
	}
	if p.Closed {
		b.WriteByte('c')
	}
	if p.Portal {
		b.WriteByte('p')
	}
	for _, k := range askedFor {
		if p.asks(k) {
			b.WriteString(string(k))
		}
	}
	b.WriteString(p.Dimension)
	for _, h := range held {
		fmt.Fprintf(&b, ",%d", h)
	}
	for _, e := range p.Exclude {
		fmt.Fprintf(&b, ";%s %s", e.Kind, e.Subject)
	}
	if len(p.Seen) > 0 {
		names := make([]string, 0, len(p.Seen))
		for n := range p.Seen {
			names = append(names, n)
		}
		slices.Sort(names)
		for _, n := range names {
			fmt.Fprintf(&b, "|%s %d", n, int(p.Seen[n])/8)
		}
	}
	return b.String()
}

// asks reports whether something is wanted by a kind of action.
func (p *Problem) asks(k game.Kind) bool {
	return slices.ContainsFunc(p.Wants, func(w Want) bool { return w.Via == k })
}

// can reports whether the problem allows a kind at all.
func (p *Problem) can(k game.Kind) bool {
	for i := range p.Exclude {
		if p.Exclude[i].Kind == k && p.Exclude[i].Subject == "" && p.Exclude[i].At == nil {
			return false
		}
	}
	if p.Can != nil {
		return p.Can(k)
	}
	info, ok := game.Lookup(k)
	return ok && info.V1
}

// excluded finds the exclusion that forbids a kind about a subject. A place that
// does not take a block forbids no other.
func (p *Problem) excluded(k game.Kind, subject string) *game.Exclusion {
	for i := range p.Exclude {
		e := &p.Exclude[i]
		if e.Kind == k && e.Subject != "" && game.Name(e.Subject) == subject && (k != game.Place || e.At == nil) {
			return e
		}
	}
	return nil
}

// isOpen says whether the problem lets a way be used.
func (s *Solver) isOpen(p *Problem, w *rules.Op) bool {
	if w.Gathers() {
		if p.Closed {
			return false
		}
		if p.foreign(w) {
			if _, ok := s.passage(p, w.Dimension); !ok {
				return false
			}
		}
	}
	if p.Closed && w.Kind == game.Brew || !s.farms(p, w) {
		return false
	}
	if w.Turned != "" && !p.can(game.Mine) || w.Placed && !p.can(game.Place) {
		return false
	}
	return p.can(w.Kind) && (p.Cuts || w.At == "") && p.excluded(w.Kind, w.Subject) == nil
}

// askedFor are the kinds that bring what comes in other ways too, with less danger or without
// somebody who has to be found for it: no plan takes them unasked, but trade where nothing
// else leads to a thing.
var askedFor = [...]game.Kind{game.Barter, game.Trade}

// means reports whether a way is one that a plan may take unasked.
func (p *Problem) means(w *rules.Op) bool {
	return !slices.Contains(askedFor[:], w.Kind) || p.asks(w.Kind)
}

// enter finds out whether a way is open, and how far it is to what it gathers.
func (c *costs) enter(s *Solver, p *Problem, i int, atHand []bool) bool {
	w := &s.Ops[i]
	c.open[i] = s.isOpen(p, w) && !(w.Plants() >= 0 && w.Farm.Held && !atHand[w.Farm.Seed])
	if !c.open[i] {
		return false
	}
	if c.search[i] = w.Setup; p.foreign(w) {
		c.trip, _ = s.passage(p, w.Dimension)
		c.abroad[i] = true
	}
	if d, ok := p.Seen[w.Subject]; ok && w.Gathers() && w.Kind != game.Trade && w.Farm == nil && !c.abroad[i] {
		c.search[i] = min(w.Setup, d/rules.WalkSpeed)
	}
	return true
}

func (s *Solver) price(p *Problem, held []int32) *costs {
	n := len(s.Names)
	c := &costs{
		price:  make([]float64, n),
		best:   make([]int32, n),
		rank:   make([]int32, n),
		open:   make([]bool, len(s.Ops)),
		abroad: make([]bool, len(s.Ops)),
		search: make([]float64, len(s.Ops)),
	}
	for i := range c.price {
		c.price[i], c.best[i], c.rank[i] = math.Inf(1), -1, -1
	}
	atHand := make([]bool, n)
	for _, h := range held {
		atHand[h] = true
	}
	c.noPlace = !p.can(game.Place)
	c.settle(s, atHand, c.entered(s, p, atHand, p.means))
	c.settle(s, atHand, c.entered(s, p, atHand, func(w *rules.Op) bool { return w.Kind == game.Trade && math.IsInf(c.price[w.Out], 1) }))
	for i := range c.rank {
		c.rankOf(s, int32(i), 0)
	}
	return c
}

// entered are the ways that are open of those that a plan may take.
func (c *costs) entered(s *Solver, p *Problem, atHand []bool, may func(*rules.Op) bool) (open []int32) {
	for i := range s.Ops {
		if !c.open[i] && may(&s.Ops[i]) && c.enter(s, p, i, atHand) {
			open = append(open, int32(i))
		}
	}
	return open
}

// settle lowers prices by some ways, and by all that what they lead to is used for.
func (c *costs) settle(s *Solver, atHand []bool, queue []int32) {
	queued := make([]bool, len(s.Ops))
	for _, i := range queue {
		queued[i] = true
	}
	// A way that gives back more of an item than it takes could lower its own
	// price for ever: an item's price is lowered a bounded number of times.
	const mostDrops = 60
	drops := make([]uint8, len(s.Names))
	for len(queue) > 0 {
		i := queue[0]
		queue, queued[i] = queue[1:], false
		w := &s.Ops[i]
		price := c.wayPrice(s, i, atHand)
		if !(price < c.price[w.Out]-1e-9) || drops[w.Out] >= mostDrops {
			continue
		}
		drops[w.Out]++
		c.price[w.Out], c.best[w.Out] = price, i
		for _, u := range s.usersOf[w.Out] {
			if c.open[u] && !queued[u] {
				queue, queued[u] = append(queue, u), true
			}
		}
	}
}

// wayPrice is what one item costs by a way, with its share of search and tool.
func (c *costs) wayPrice(s *Solver, i int32, atHand []bool) float64 {
	w := &s.Ops[i]
	sum := w.Unit + c.search[i]*shareOfSearch(w) + c.seedPrice(w, atHand)
	if c.abroad[i] {
		sum += c.tripPrice(atHand)
	}
	if len(w.Tools) > 0 {
		tool := math.Inf(1)
		for _, t := range w.Tools {
			if atHand[t] {
				tool = 0
				break
			}
			tool = min(tool, c.price[t]*shareOfTool)
		}
		sum += tool
	}
	if w.Charge > 0 && !atHand[s.BrewFuel] {
		sum += c.price[s.BrewFuel] * shareOfTool
	}
	if !w.WorksAt(func(station int32) bool { return atHand[station] }) {
		if c.noPlace {
			return math.Inf(1)
		}
		sum += c.price[w.Station] * shareOfTool
	}
	for _, in := range w.Takes {
		least := math.Inf(1)
		for _, a := range in.Alts {
			least = min(least, c.price[a])
		}
		sum += least * float64(in.Count)
	}
	return sum / w.Mean
}

// rankOf numbers an item by the depth of its best way.
func (c *costs) rankOf(s *Solver, item int32, depth int) int32 {
	const running = -2
	if c.rank[item] != -1 {
		return max(c.rank[item], 0)
	}
	if c.best[item] < 0 || depth > 200 {
		c.rank[item] = 0
		return 0
	}
	c.rank[item] = running
	w := &s.Ops[c.best[item]]
	deepest := int32(0)
	for _, in := range w.Takes {
		if a := c.cheapest(in.Alts); a >= 0 {
			deepest = max(deepest, 1+c.rankOf(s, a, depth+1))
		}
	}
	if t := c.cheapest(w.Tools); t >= 0 {
		deepest = max(deepest, 1+c.rankOf(s, t, depth+1))
	}
	if w.Station >= 0 {
		deepest = max(deepest, 1+c.rankOf(s, w.Station, depth+1))
	}
	if w.Charge > 0 {
		deepest = max(deepest, 1+c.rankOf(s, s.BrewFuel, depth+1))
	}
	if c.abroad[c.best[item]] {
		for _, i := range c.trip.items() {
			deepest = max(deepest, 1+c.rankOf(s, i, depth+1))
		}
	}
	c.rank[item] = deepest
	return deepest
}

// cheapest is the alternative with the lowest price, -1 for none.
func (c *costs) cheapest(alts []int32) int32 {
	best := int32(-1)
	for _, a := range alts {
		if !math.IsInf(c.price[a], 1) && (best < 0 || c.price[a] < c.price[best]) {
			best = a
		}
	}
	return best
}

// shareOfTool is the part of a tool that is not used up that one item bears in its price.
const shareOfTool = 1.0 / 20

// shareOfSearch is that of a search: an eighth, more where fewer are found at a place.
func shareOfSearch(w *rules.Op) float64 {
	if w.Lode > 0 && w.Lode < 8 {
		return 1 / float64(w.Lode)
	}
	return 1.0 / 8
}
