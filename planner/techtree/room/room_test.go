// SPDX-License-Identifier: MIT

package room_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/minehand/minehand/planner/techtree/room"
)

// TestOrderAgainstExhaustiveSearch: with as many slots as the best order of all takes
// there is an order, and it needs no more; with one fewer there is none.
func TestOrderAgainstExhaustiveSearch(t *testing.T) {
	const looks = 40_000
	tight := 0
	for seed := range uint64(150) {
		p := random(rand.New(rand.NewPCG(seed, 1)))
		p.Slots = least(p)
		turns := room.Order(p, looks, never)
		if turns == nil {
			t.Errorf("seed %d: no order with %d slots, and there is one", seed, p.Slots)
			continue
		}
		if most, ok := play(p, turns); !ok || most > p.Slots {
			t.Errorf("seed %d: %v takes %d slots of %d, everything there: %v", seed, turns, most, p.Slots, ok)
		}
		if again := room.Order(p, looks, never); !slices.Equal(again, turns) {
			t.Errorf("seed %d: %v, and then %v", seed, turns, again)
		}
		if all, _ := play(p, whole(p)); all > p.Slots {
			tight++
		}
		p.Slots--
		if _, first, _ := holds(p, make([]int32, len(p.Crafts))); first > p.Slots {
			continue
		}
		if turns := room.Order(p, looks/10, never); turns != nil {
			t.Errorf("seed %d: %v with fewer slots than any order takes", seed, turns)
		}
	}
	if tight < 10 {
		t.Errorf("only %d problems needed another order", tight)
	}
}

// TestOrderEnds: nobody waits any more, or no order works at all.
func TestOrderEnds(t *testing.T) {
	p := random(rand.New(rand.NewPCG(1, 1)))
	p.Slots = 1
	if turns := room.Order(p, 1<<40, func() bool { return true }); turns != nil {
		t.Error(turns)
	}
	if turns := room.Order(&room.Problem{
		Crafts: []room.Craft{{Takes: []room.Amount{{Item: 0, N: 1}}, Gives: []room.Amount{{Item: 1, N: 1}}, Batches: 1}},
		Held:   []int32{0, 0}, Stack: []int32{64, 64}, Use: []int32{-1, 1}, Slots: 36,
	}, 1000, never); turns != nil {
		t.Error("crafted of nothing:", turns)
	}
}

func never() bool { return false }

// random is a problem of two basic things and seven that are made, each of what stands
// before it, for one of the last.
func random(rnd *rand.Rand) *room.Problem {
	const basic, all, stack = 2, 9, 4
	p := &room.Problem{Held: make([]int32, all), Stack: make([]int32, all), Use: make([]int32, all)}
	p.Use[all-1] = 1
	for i := int32(all) - 1; i >= 0; i-- {
		p.Stack[i] = stack
		if i < basic {
			p.Held[i], p.Use[i] = p.Use[i], -1
			continue
		}
		c := room.Craft{Gives: []room.Amount{{Item: i, N: 1 + rnd.Int32N(3)}}}
		c.Batches = (p.Use[i] + c.Gives[0].N - 1) / c.Gives[0].N
		for _, part := range rnd.Perm(int(i))[:min(int(i), 1+rnd.IntN(3))] {
			a := room.Amount{Item: int32(part), N: 1 + rnd.Int32N(2)}
			p.Use[part] += a.N * c.Batches
			c.Takes = append(c.Takes, a)
		}
		if c.Batches > 0 {
			p.Crafts = append([]room.Craft{c}, p.Crafts...)
		}
	}
	return p
}

// whole is each craft once, with all of its batches.
func whole(p *room.Problem) []room.Turn {
	var turns []room.Turn
	for k := range p.Crafts {
		turns = append(turns, room.Turn{Craft: int32(k), N: p.Crafts[k].Batches})
	}
	return turns
}

// play crafts batch by batch, and says how many slots were taken at most.
func play(p *room.Problem, turns []room.Turn) (most int32, ok bool) {
	done := make([]int32, len(p.Crafts))
	_, most, ok = holds(p, done)
	for _, t := range turns {
		for range t.N {
			now, fits := craft(p, done, int(t.Craft))
			most, ok = max(most, now), ok && fits
		}
	}
	for k := range done {
		ok = ok && done[k] == p.Crafts[k].Batches
	}
	return most, ok
}

// holds is what is held after so many batches of each craft, and in how many slots.
func holds(p *room.Problem, done []int32) (held []int32, slots int32, ok bool) {
	held, ok = slices.Clone(p.Held), true
	for k, n := range done {
		for _, a := range p.Crafts[k].Gives {
			held[a.Item] += n * a.N
			if p.Use[a.Item] >= 0 {
				held[a.Item] = min(held[a.Item], p.Use[a.Item])
			}
		}
	}
	for k, n := range done {
		for _, a := range p.Crafts[k].Takes {
			held[a.Item] -= n * a.N
		}
	}
	for i, n := range held {
		ok = ok && n >= 0
		slots += (n + p.Stack[i] - 1) / p.Stack[i]
	}
	return held, slots, ok
}

// craft runs one batch, and says how many slots are taken before what it makes too
// much of is thrown away.
func craft(p *room.Problem, done []int32, k int) (slots int32, ok bool) {
	before, _, _ := holds(p, done)
	done[k]++
	held, slots, ok := holds(p, done)
	for _, a := range p.Crafts[k].Gives {
		stack := p.Stack[a.Item]
		slots += (before[a.Item]+a.N+stack-1)/stack - (held[a.Item]+stack-1)/stack
	}
	return slots, ok
}

// least is how many slots the best of all orders takes: the states are gone through,
// those that need the fewest slots on the way first.
func least(p *room.Problem) int32 {
	type node struct {
		done []int32
		most int32
	}
	_, now, _ := holds(p, make([]int32, len(p.Crafts)))
	open, seen := []node{{make([]int32, len(p.Crafts)), now}}, map[string]bool{}
	for {
		at := 0
		for i := range open {
			if open[i].most < open[at].most {
				at = i
			}
		}
		n := open[at]
		open = slices.Delete(open, at, at+1)
		if seen[fmt.Sprint(n.done)] {
			continue
		}
		seen[fmt.Sprint(n.done)] = true
		end := true
		for k := range n.done {
			if n.done[k] == p.Crafts[k].Batches {
				continue
			}
			end = false
			next := slices.Clone(n.done)
			if slots, ok := craft(p, next, k); ok {
				open = append(open, node{next, max(n.most, slots)})
			}
		}
		if end {
			return n.most
		}
	}
}
