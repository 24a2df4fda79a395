// SPDX-License-Identifier: MIT

package rules

import (
	"maps"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// State is what actions are carried out in: what is held, how far tools are worn,
// which stations are at hand, what is left of their fire. Apply alone changes what is
// held; Here, Fire and Charge are set by whoever knows where the body walks.
type State struct {
	r *Rules
	// Held is how many there are of each item, by number. Only read it.
	Held []int32
	// Tools lists what wears one by one, in the order in which they came.
	Tools []Tool
	// Slots is how many slots the held items need at least, Most how many there are;
	// 0 for a stock that is not about an inventory.
	Slots, Most int
	// Here are the stations at hand, by their bits.
	Here uint16
	// Fire is what is left of the fire in the furnace at hand, in ticks; Furnaces is how
	// many stand there, 0 where that is not counted.
	Fire, Furnaces int32
	// Charge is how many steps are left in the brewing stand at hand.
	Charge int32

	// luck is what drops left to chance have brought on average, below one.
	luck map[int32]float64
	// other are things that the tables do not have, by name.
	other map[string]int
}

// Tool is one piece of what wears, with the uses that it has left.
type Tool struct{ Item, Left int32 }

// Open is the state of an inventory. What the version does not have is kept by its
// name. A closed one, and one that is fuller than an inventory can be, has no limit.
func (r *Rules) Open(inventory []game.Stack, closed bool) *State {
	s := &State{r: r, Held: make([]int32, len(r.Names)), Most: game.SlotsMain}
	for i := range inventory {
		st := &inventory[i]
		if st.Count < 1 {
			continue
		}
		if st.Slot >= game.SlotsMain {
			s.Most++ // worn, or in the off hand
		}
		name := game.Name(st.Item)
		s.Bring(name, st.Count)
		if id := r.ID(name); id >= 0 && st.Durability != nil && r.Info[id].Durability > 0 {
			for k := len(s.Tools) - st.Count; k < len(s.Tools); k++ {
				s.Tools[k].Left = int32(*st.Durability)
			}
		}
	}
	if closed || s.Slots > s.Most {
		s.Most = 0
	}
	return s
}

// Clone is an independent copy.
func (s *State) Clone() *State {
	c := *s
	c.Held, c.Tools = slices.Clone(s.Held), slices.Clone(s.Tools)
	c.luck, c.other = maps.Clone(s.luck), maps.Clone(s.other)
	return &c
}

// Name is the name of an item.
func (s *State) Name(item int32) string { return s.r.Names[item] }

// Full reports whether more is held than there is room for.
func (s *State) Full() bool { return s.Most > 0 && s.Slots > s.Most }

// Count is how many are held of the items together, by name.
func (s *State) Count(items ...string) int {
	n := 0
	for _, name := range items {
		if i := s.r.ID(name); i >= 0 {
			n += int(s.Held[i])
		} else {
			n += s.other[name]
		}
	}
	return n
}

// Counts is everything that is held, by name.
func (s *State) Counts() map[string]int {
	counts := make(map[string]int)
	for i, n := range s.Held {
		if n > 0 {
			counts[s.r.Names[i]] = int(n)
		}
	}
	maps.Copy(counts, s.other)
	return counts
}

// Stacks is the inventory, in the order of the names; tools one by one.
func (s *State) Stacks() []game.Stack {
	names := slices.Sorted(maps.Keys(s.Counts()))
	stacks := make([]game.Stack, 0, len(names)+len(s.Tools))
	for _, name := range names {
		i := s.r.ID(name)
		if i < 0 || s.r.Info[i].Durability == 0 {
			stacks = append(stacks, game.Stack{Slot: len(stacks), Item: name, Count: s.Count(name)})
			continue
		}
		for _, t := range s.Tools {
			if t.Item == i {
				left := int(t.Left)
				stacks = append(stacks, game.Stack{Slot: len(stacks), Item: name, Count: 1, Durability: &left})
			}
		}
	}
	return stacks
}

// Left is how many uses the tools of these kinds have left together.
func (s *State) Left(tools []int32) int32 {
	n := int32(0)
	for _, t := range s.Tools {
		if slices.Contains(tools, t.Item) {
			n += t.Left
		}
	}
	return n
}

// Best is the quickest of the held tools for what an operator breaks, -1 for the
// hand. Of equals it is the one that was there first.
func (s *State) Best(o *Op) int32 {
	best, speed := int32(-1), 0.0
	for _, t := range s.Tools {
		tool := s.r.Info[t.Item].Tool
		if tool == nil || t.Left <= 0 || o.Tools != nil && !slices.Contains(o.Tools, t.Item) {
			continue
		}
		quick := 1.0
		if tool.Class == o.Class {
			quick = tool.Speed
		} else if o.Tools == nil {
			continue
		}
		if quick > speed {
			best, speed = t.Item, quick
		}
	}
	return best
}

// Bring adds to what is held what no operator brought: the first inventory, and
// what is taken as there though the tables do not have it. Less than nothing takes
// away. New tools come unworn.
func (s *State) Bring(name string, n int) {
	if i := s.r.ID(name); i >= 0 {
		s.add(i, int32(n))
		return
	}
	if s.other == nil {
		s.other = map[string]int{}
	}
	had := s.other[name]
	if s.other[name] = had + n; had+n <= 0 {
		delete(s.other, name)
	}
	s.Slots += slots(max(had+n, 0), 64) - slots(had, 64)
}

func slots(n, stack int) int { return (n + stack - 1) / stack }

// SlotsFor is how many slots so many of an item take.
func (r *Rules) SlotsFor(name string, n int) int {
	stack := 64
	if i := r.ID(name); i >= 0 {
		stack = max(r.Info[i].Stack, 1)
	}
	return slots(n, stack)
}

// add changes how many are held of an item.
func (s *State) add(item, n int32) {
	it := s.r.Info[item]
	if d := int32(it.Durability); d > 0 {
		for k := n; k > 0; k-- {
			s.Tools = append(s.Tools, Tool{item, d})
		}
		for k := n; k < 0; k++ {
			if i := slices.IndexFunc(s.Tools, func(t Tool) bool { return t.Item == item }); i >= 0 {
				s.Tools = slices.Delete(s.Tools, i, i+1)
			}
		}
	}
	had, stack := s.Held[item], max(it.Stack, 1)
	s.Held[item] = max(had+n, 0)
	s.Slots += slots(int(s.Held[item]), stack) - slots(int(had), stack)
}

// hope adds to what chance has brought of an item and returns what are whole items
// by now.
func (s *State) hope(item int32, mean float64) int32 {
	if s.luck == nil {
		s.luck = map[int32]float64{}
	}
	sum := s.luck[item] + mean
	whole := int32(sum + 1e-9)
	s.luck[item] = sum - float64(whole)
	return whole
}

// Quickest is the index of the quickest of the tools, or of a class where there are none named,
// and of those as quick the one that lasts least; -1 where none is held.
func (s *State) Quickest(tools []int32, class string) int {
	best, speed := -1, 0.0
	for i, t := range s.Tools {
		quick := 0.0 // flint and steel breaks nothing
		tool := s.r.Info[t.Item].Tool
		if tool != nil {
			quick = tool.Speed
		}
		if t.Left <= 0 || tools == nil && (tool == nil || tool.Class != class) || tools != nil && !slices.Contains(tools, t.Item) {
			continue
		}
		if best < 0 || quick > speed || quick == speed && t.Left < s.Tools[best].Left {
			best, speed = i, quick
		}
	}
	return best
}

// wear takes n uses off the quickest tools that will do, as far as there are any,
// those with the fewest left first among equals.
func (s *State) wear(tools []int32, class string, n int32) {
	for n > 0 {
		best := s.Quickest(tools, class)
		if best < 0 {
			return
		}
		t := &s.Tools[best]
		k := min(n, t.Left)
		n -= k
		if t.Left -= k; t.Left == 0 {
			item := t.Item
			s.Tools = slices.Delete(s.Tools, best, best+1)
			s.Held[item]--
			s.Slots-- // what wears does not stack
		}
	}
}

// Junk lists what may be thrown away, the worst first: items with their rank.
func (s *State) Junk() []int32 {
	var held []int32
	for i, n := range s.Held {
		if n > 0 && s.r.Info[i].JunkRank > 0 {
			held = append(held, int32(i))
		}
	}
	slices.SortStableFunc(held, func(a, b int32) int {
		if d := s.r.Info[a].JunkRank - s.r.Info[b].JunkRank; d != 0 {
			return d
		}
		return strings.Compare(s.r.Names[a], s.r.Names[b])
	})
	return held
}
