// SPDX-License-Identifier: MIT

// Package room orders crafts so that what is held on the way never takes more slots
// than there are.
//
// Order begins with an order in which everything is there when it is taken, and changes
// it step by step: some batches of a craft are moved to another turn, alone or with what
// was made for them alone, so that this is made later, or with what is made of them, so
// that they are used sooner. What counts is by how much the slots are exceeded, summed over
// all turns; a change for the worse is taken now and then, less and less (simulated
// annealing). It never proves that there is no order.
//
// The same problem gets the same order.
package room

import "slices"

// Amount is n of an item, by its number.
type Amount struct{ Item, N int32 }

// Craft is a craft of so many batches, each of which takes and gives; nothing that it
// gives is among what it takes.
type Craft struct {
	Takes, Gives []Amount
	Batches      int32
}

// Problem is a set of crafts.
type Problem struct {
	Crafts []Craft
	// Held is how many there are of each item at first, Stack how many share a slot.
	Held, Stack []int32
	// Use is how many of an item are taken or kept at all: what the crafts give beyond
	// that is thrown away, at once. -1 for what is never thrown away.
	Use []int32
	// Slots is how many there are.
	Slots int32
}

// Turn is n batches of a craft, by its number.
type Turn struct{ Craft, N int32 }

// Order is an order with room after each batch; nil when so many looks found none, or
// ended says that nobody waits for it.
func Order(p *Problem, looks int, ended func() bool) []Turn {
	takers := make([][]int32, len(p.Held))
	for k := range p.Crafts {
		for _, a := range p.Crafts[k].Takes {
			takers[a.Item] = append(takers[a.Item], int32(k))
		}
	}
	users := make([][]int32, len(p.Crafts))
	for k := range p.Crafts {
		for _, a := range p.Crafts[k].Gives {
			users[k] = append(users[k], takers[a.Item]...)
		}
	}
	first := p.works()
	if first == nil {
		return nil
	}
	for try := range tries {
		s := newSearch(p, users, slices.Clone(first), uint64(try))
		if s.anneal(ended, looks/tries) {
			return s.turns
		}
	}
	return nil
}

// works is an order in which everything is there when it is taken, all batches of a
// craft at once; nil where there is none.
func (p *Problem) works() []Turn {
	s, done := newState(p), make([]bool, len(p.Crafts))
	var turns []Turn
	for moved := true; moved; {
		moved = false
		for k := range p.Crafts {
			t := Turn{int32(k), p.Crafts[k].Batches}
			if done[k] {
				continue
			}
			if _, ok := s.do(t); !ok {
				s.undo(t)
				continue
			}
			turns, done[k], moved = append(turns, t), true, true
		}
	}
	if len(turns) < len(p.Crafts) {
		return nil
	}
	return turns
}

// state is what is held at a turn.
type state struct {
	p    *Problem
	held []int32
	// made is how many the crafts have given of an item, what is thrown away included.
	made  []int32
	slots int32
}

func newState(p *Problem) *state {
	s := &state{p: p, held: slices.Clone(p.Held), made: make([]int32, len(p.Held))}
	for i, n := range p.Held {
		s.slots += s.slotsOf(int32(i), n)
	}
	return s
}

func (s *state) slotsOf(item, n int32) int32 {
	stack := s.p.Stack[item]
	return (n + stack - 1) / stack
}

// of is how many of so many made are of use.
func (s *state) of(item, made int32) int32 {
	if use := s.p.Use[item]; use >= 0 {
		return min(made, use)
	}
	return made
}

// do runs a turn. It returns how many slots are taken at most in it, and whether
// everything was there.
func (s *state) do(t Turn) (most int32, ok bool) {
	c := &s.p.Crafts[t.Craft]
	// How many slots more each side takes after the first batch, and after the last.
	var takes, gives [2]int32
	spare, least := int32(0), int32(0)
	for _, a := range c.Takes {
		n := s.held[a.Item]
		left := n - a.N*t.N
		s.held[a.Item] = left
		least = min(least, left)
		had := s.slotsOf(a.Item, n)
		takes[0] += s.slotsOf(a.Item, n-a.N) - had
		takes[1] += s.slotsOf(a.Item, left) - had
	}
	for _, a := range c.Gives {
		n, made := s.held[a.Item], s.made[a.Item]
		s.made[a.Item] = made + a.N*t.N
		s.held[a.Item] = n + s.of(a.Item, made+a.N*t.N) - s.of(a.Item, made)
		had, all := s.slotsOf(a.Item, n), s.slotsOf(a.Item, n+a.N*t.N)
		gives[0] += s.slotsOf(a.Item, n+a.N) - had
		gives[1] += all - had
		spare += all - s.slotsOf(a.Item, s.held[a.Item])
	}
	most = s.slots + max(takes[0]+gives[0], takes[1]+gives[1])
	if worst := s.slots + takes[0] + gives[1]; worst > max(most, s.p.Slots) {
		most = max(most, s.between(t))
	}
	s.slots += takes[1] + gives[1] - spare
	return most, least >= 0
}

// between is how many slots are taken at most after a batch between the first and the
// last of a turn that was just run but for its slots.
func (s *state) between(t Turn) (most int32) {
	c := &s.p.Crafts[t.Craft]
	for k := int32(2); k < t.N; k++ {
		now := s.slots
		for _, a := range c.Takes {
			n := s.held[a.Item] + a.N*t.N
			now += s.slotsOf(a.Item, n-a.N*k) - s.slotsOf(a.Item, n)
		}
		for _, a := range c.Gives {
			made := s.made[a.Item]
			n := s.held[a.Item] + s.of(a.Item, made-a.N*t.N) - s.of(a.Item, made)
			now += s.slotsOf(a.Item, n+a.N*k) - s.slotsOf(a.Item, n)
		}
		most = max(most, now)
	}
	return most
}

// undo takes back the last turn.
func (s *state) undo(t Turn) {
	c := &s.p.Crafts[t.Craft]
	for _, a := range c.Gives {
		n, made := s.held[a.Item], s.made[a.Item]
		s.made[a.Item] = made - a.N*t.N
		s.held[a.Item] = n + s.of(a.Item, made-a.N*t.N) - s.of(a.Item, made)
		s.slots += s.slotsOf(a.Item, s.held[a.Item]) - s.slotsOf(a.Item, n)
	}
	for _, a := range c.Takes {
		n := s.held[a.Item]
		s.held[a.Item] = n + a.N*t.N
		s.slots += s.slotsOf(a.Item, s.held[a.Item]) - s.slotsOf(a.Item, n)
	}
}
