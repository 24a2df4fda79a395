// SPDX-License-Identifier: MIT

package rules

import (
	"math"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// dropMean is the average number of items of a drop.
func dropMean(d data.Drop) float64 { return d.Chance * float64(d.Min+d.Max) / 2 }

// sure is the number of items that a drop gives at least.
func sure(d data.Drop) int32 {
	if d.Chance < 1 {
		return 0
	}
	return int32(max(d.Min, 0))
}

// yields numbers what a block leaves.
func (r *Rules) yields(list []data.Yield) []Yield {
	out := make([]Yield, 0, len(list))
	for _, y := range list {
		if i := r.ID(y.Item); i >= 0 {
			out = append(out, Yield{i, int32(y.Sure), y.Mean})
		}
	}
	return out
}

// drops is what one kill leaves.
func (r *Rules) drops(m *data.Mob) []Yield {
	var out []Yield
	for _, d := range m.Drops {
		if i := r.ID(d.Item); i >= 0 {
			y := Yield{Item: i, Mean: dropMean(d)}
			if !d.PlayerKill {
				y.Sure = sure(d)
			}
			out = append(out, y)
		}
	}
	return out
}

// Mine is breaking one of a block, with shears in hand or without.
func (r *Rules) Mine(b *data.Block, shears bool) Op {
	o := op(game.Mine, b.Name, -1, 0, 0, 0)
	o.Hardness, o.Class, o.Dimension, o.Gives = b.Hardness, b.Class, b.Dimension, r.yields(b.Yields(shears))
	if b.Harvest != nil {
		o.Tools = r.IDsOf(b.Harvest)
	}
	o.Lode = int32(b.Vein)
	o.Setup, _ = r.Search(b.Name)
	if shears && b.Harvest == nil {
		o.Class = "shears"
	}
	if b.Hardness > 0 || shears || slices.Contains(b.Harvest, "shears") { // shears wear on what breaks at once, too
		o.Wear = 1
	}
	return o
}

// dropOf mines a block for one of its drops; false for one that no tool of this version brings.
func (r *Rules) dropOf(b *data.Block, d data.Drop) (Op, bool) {
	out, ok := r.IDs[d.Item]
	if !ok || d.SilkTouch || dropMean(d) <= 0 {
		return Op{}, false
	}
	o := r.Mine(b, d.Shears)
	o.Out, o.N, o.Mean = out, sure(d), dropMean(d)
	if d.Shears {
		o.Tools = r.IDsOf([]string{"shears"})
	}
	if o.Tools != nil && len(o.Tools) == 0 {
		return Op{}, false
	}
	o.Unit = r.BreakLeast(b, o.Tools) + StepSeconds
	return o, true
}

// addBlocks adds what blocks leave that stand in the world by themselves.
func (r *Rules) addBlocks() {
	for _, b := range r.Version.Blocks() {
		if !b.Natural && b.Structure == "" || b.Hardness < 0 {
			continue
		}
		first := len(r.Ops)
		for _, d := range b.Drops {
			o, ok := r.dropOf(b, d)
			if !ok {
				continue
			}
			if i := slices.IndexFunc(r.Ops[first:], func(k Op) bool { return k.Out == o.Out && slices.Equal(k.Tools, o.Tools) }); i >= 0 {
				r.Ops[first+i].N += o.N
				r.Ops[first+i].Mean += o.Mean
				continue
			}
			r.Ops = append(r.Ops, o)
		}
	}
}

// Attack is killing one of a mob.
func (r *Rules) Attack(m *data.Mob) Op {
	o := op(game.Attack, m.Name, -1, 0, 0, Kill(m))
	o.Dimension, o.Setup, o.Gives = m.Dimension, m.Search, r.drops(m)
	return o
}

// addMobs adds what killed mobs leave.
func (r *Rules) addMobs() {
	for _, m := range r.Version.Mobs() {
		if spared(m) {
			continue
		}
		for _, d := range m.Drops {
			out, ok := r.IDs[d.Item]
			if !ok || dropMean(d) < leastLuck {
				continue
			}
			o := r.Attack(m)
			o.Out, o.N, o.Mean = out, sure(d), dropMean(d)
			o.Unit += danger(m)
			r.Ops = append(r.Ops, o)
		}
	}
}

// portalSeconds stands for the way into another world, which no plan leads: what
// lives there is hunted only for what nothing here leaves.
const portalSeconds = 1e6

// Dropper is the mob that a plan hunts for an item, the one that costs least time
// with its search; empty when none is a source of it.
func Dropper(v *data.Version, item string) string {
	best, least := "", math.Inf(1)
	for _, m := range v.Mobs() {
		if spared(m) {
			continue
		}
		for _, d := range m.Drops {
			if d.Item != item || dropMean(d) < leastLuck {
				continue
			}
			cost := m.Search + (Kill(m)+danger(m))/dropMean(d)
			if m.Dimension != "" && m.Dimension != "overworld" {
				cost += portalSeconds
			}
			if cost < least {
				best, least = m.Name, cost
			}
		}
	}
	return best
}

// leastLuck is how much of a drop a mob must leave on average to be a source of
// it: nobody kills a thousand zombies for a carrot.
const leastLuck = 0.04

// spared mobs are no source of anything: friends, and those that no ordinary
// player is sent to fight. They die only by a goal that names them.
func spared(m *data.Mob) bool {
	return m.Friend || m.Temper == data.Besieger
}
