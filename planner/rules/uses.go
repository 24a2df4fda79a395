// SPDX-License-Identifier: MIT

package rules

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// addUses adds what living things, fluids and blocks give to an item in hand.
func (r *Rules) addUses() {
	for _, in := range r.Version.Interactions() {
		w := op(game.Use, in.Block+in.Mob, r.ID(in.Result), in.Min, float64(in.Min+in.Max)/2, HandSeconds)
		w.Dimension, w.Wear = "overworld", 1
		if w.Out < 0 || in.Min < 1 || !r.finds(&w, &in) || !r.hands(&w, &in) {
			continue
		}
		r.Ops = append(r.Ops, w)
	}
}

// finds says where a use finds its block or mob; false for those that are left
// to goals that name them.
func (r *Rules) finds(w *Op, in *data.Interaction) bool {
	if in.Mob != "" {
		m, ok := r.Version.Mob(in.Mob)
		switch {
		case !ok, m.Category == "hostile", m.Category == "other", drops(m, in.Result):
			return false // sheep leave as much wool when killed
		case slices.Contains(in.With, "bucket") && in.Result == "milk_bucket":
			w.Kind = game.Milk
			if in.Mob != "cow" {
				return false
			}
		case len(in.With) == 0:
			// Hens lay, and what they laid lies around (Minecraft Wiki, "Egg").
			w.Kind, w.Subject, w.Unit, w.Setup = game.Collect, in.Result, laySeconds, henSeconds
			return true
		}
		w.Setup = m.Search
		if m.Dimension != "" {
			w.Dimension = m.Dimension
		}
		return true
	}
	b, ok := r.Version.Block(in.Block)
	switch {
	case !ok, in.Block == "beehive": // has bees in it only where nests are kept
		return false
	case b.Fluid:
		w.Setup = b.Search
		return true
	case b.Natural:
		w.Setup, w.Dimension, w.Lode = b.Search, b.Dimension, int32(b.Vein)
		return true
	}
	// What is made can be set down, turned and taken up again.
	i := r.ID(in.Block)
	w.Placed, w.Dimension = true, ""
	w.Takes = []Part{{Alts: []int32{i}, Count: 1}}
	return in.Turns && i >= 0
}

// drops says that a killed mob leaves an item.
func drops(m *data.Mob, item string) bool {
	return slices.ContainsFunc(m.Drops, func(d data.Drop) bool { return d.Item == item })
}

// hands says what a use takes in hand.
func (r *Rules) hands(w *Op, in *data.Interaction) bool {
	with := r.IDsOf(in.With)
	if len(with) < len(in.With) && len(with) == 0 {
		return false
	}
	if r.Version.Stands(in) {
		b, ok := r.Version.Block(in.Result)
		if !ok || !slices.ContainsFunc(b.Drops, func(d data.Drop) bool { return d.Item == in.Result && !d.SilkTouch && sure(d) == 1 }) {
			return false
		}
		w.Turned = in.Result
		if in.Spent && b.Harvest != nil {
			w.Tools = r.IDsOf(b.Harvest)
		}
		w.Unit += r.BreakLeast(b, w.Tools) + StepSeconds
		if b.Hardness > 0 && slices.ContainsFunc(with, func(i int32) bool { return r.Info[i].Tool != nil && r.Info[i].Tool.Class == b.Class }) {
			w.Wear++ // which breaks it, too
		}
	}
	if w.Placed {
		w.Unit += PlaceSeconds
	}
	switch {
	case in.Spent:
		w.Takes = append(w.Takes, Part{Alts: with[:1], Count: 1})
	case len(with) > 0:
		w.Tools = with
	}
	return true
}
