// SPDX-License-Identifier: MIT

package judge

import (
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/sim"
)

// fact is what the world shows of one clause.
type fact struct {
	meant
	have int
}

func (f fact) true() bool { return f.have >= f.n }

func (f fact) String() string { return fmt.Sprintf("%s: %d", f.meant, f.have) }

// judge says of each clause how far the occurrences bear it out. What clauses of
// the same kind about the same thing share goes to the first.
func judge(clauses []meant, seen []sim.Occurrence) []fact {
	w := tally(seen)
	facts := make([]fact, len(clauses))
	for i, m := range clauses {
		f := fact{meant: m}
		switch m.verb {
		case get:
			f.have = w.held[m.item] + w.takenLater(m.item, clauses[i+1:])
		case mine:
			f.have = w.take(sim.Broken, m.item, m.n)
			f.have += w.take(sim.Broken, "deepslate_"+m.item, m.n-f.have) // the same ore, deeper down
		case craft:
			f.have = w.take(sim.Crafted, m.item, m.n)
		case smelt:
			f.have = w.take(sim.Smelted, m.out, m.n)
		case eat:
			f.have = w.take(sim.Eaten, m.item, m.n)
		case drop:
			f.have = w.take(sim.Thrown, m.item, m.n)
		case store:
			f.have = w.take(sim.Stored, m.item, m.n)
		case take:
			f.have = w.take(sim.Withdrawn, m.item, m.n)
		case kill:
			f.have = w.take(sim.Killed, m.item, m.n)
		case shear:
			f.have = w.take(sim.Shorn, m.item, m.n)
		case milk:
			f.have = w.take(sim.Milked, m.item, m.n)
		case till:
			f.have = w.take(sim.Tilled, m.item, m.n)
		case catch:
			f.have = w.take(sim.Caught, m.item, m.n)
		case say:
			f.have = w.take(sim.Said, m.item, m.n)
		case place:
			for at, block := range w.stands {
				if block == m.item && f.have < m.n {
					f.have++
					delete(w.stands, at)
				}
			}
		case wear:
			f.have = count(slices.Contains(w.worn[game.SlotsMain:], m.item))
		case hold:
			f.have = count(w.hand == m.item)
		case walk:
			f.have = count(slices.ContainsFunc(w.feet, func(p game.Pos) bool {
				return p.Dimension == "overworld" && max(abs(p.X-m.at.X), abs(p.Z-m.at.Z)) <= 2 && abs(p.Y-m.at.Y) <= 2
			}))
		}
		facts[i] = f
	}
	return facts
}

// record is what the occurrences add up to.
type record struct {
	held map[string]int
	done map[sim.What]map[string]int
	// into is what was used for something: product -> ingredient -> how many.
	into   map[string]map[string]int
	stands map[game.Pos]string
	worn   [game.Slots]string
	hand   string
	feet   []game.Pos
}

func tally(seen []sim.Occurrence) *record {
	w := &record{
		held: map[string]int{}, done: map[sim.What]map[string]int{}, into: map[string]map[string]int{}, stands: map[game.Pos]string{},
	}
	for i := range seen {
		o := &seen[i]
		w.held[o.Name] += o.Count
		if w.done[o.What] == nil {
			w.done[o.What] = map[string]int{}
		}
		w.done[o.What][o.Name] += max(abs(o.Count), 1)
		switch o.What {
		case sim.Used:
			if w.into[o.For] == nil {
				w.into[o.For] = map[string]int{}
			}
			w.into[o.For][o.Name] -= o.Count
		case sim.Stands:
			w.stands[o.At] = o.Name
		case sim.Broken:
			delete(w.stands, o.At)
		case sim.Worn:
			w.worn[o.Slot] = o.Name
		case sim.InHand:
			w.hand = o.Name
		case sim.Arrived:
			w.feet = append(w.feet, o.At)
		}
	}
	return w
}

// take takes up to n of what happened to a thing, for one clause.
func (w *record) take(what sim.What, name string, n int) int {
	k := min(w.done[what][name], n)
	if k > 0 {
		w.done[what][name] -= k
	}
	return k
}

// takenLater is how many of an item later clauses took, by their own words or as
// an ingredient of what they name, one step deep.
func (w *record) takenLater(item string, later []meant) int {
	n := 0
	for _, m := range later {
		switch m.verb {
		case eat:
			n += m.takes(item, w.done[sim.Eaten])
		case drop:
			n += m.takes(item, w.done[sim.Thrown])
		case store:
			n += m.takes(item, w.done[sim.Stored])
		case place:
			n += m.takes(item, w.done[sim.Put])
		case craft, get:
			n += w.into[m.item][item]
		case smelt:
			n += w.into[m.out][item]
		}
	}
	return n
}

func (m meant) takes(item string, done map[string]int) int {
	if m.item != item {
		return 0
	}
	return min(m.n, done[item])
}

func count(ok bool) int {
	if ok {
		return 1
	}
	return 0
}

func abs(n int) int { return max(n, -n) }
