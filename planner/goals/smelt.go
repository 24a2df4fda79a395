// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

func smeltRow() Frame {
	return Frame{
		Kind: Smelt, least: true, all: true, Grade: game.Seen,
		Met:      "so many more come out of a furnace; *all* is what is held",
		Examples: []string{"cook 5 beef", "smelt all the iron", "make 3 glass"},
		draft:    (*drafter).partSmelt,
		makes:    true, uses: true, product: (*Reader).molten,
		slots: "thing given | times until fuel many into:thing fired:thing", spoken: (*speech).smelts,
	}
}

func (d *drafter) partSmelt(p *part) error {
	g := p.goal
	if g.All {
		return d.smeltAll(p)
	}
	outputs, _, target := d.smelted(g)
	if outputs == nil {
		return impossible("impossible.smelted", "thing", game.Named(g.Items[0]))
	}
	d.partGain(p, outputs, g.Count, game.Smelt, target)
	return nil
}

// smelted is what a smelt goal brings, nil for nothing, and the inputs that it may be made of: target when it is one alone.
func (d *drafter) smelted(g Goal) (outputs, inputs []string, target string) {
	drops := d.asDrops(g.Items) // an ore: what it drops is smelted
	if sm, ok := d.Version.SmeltingOf(drops[0]); ok && !g.Product {
		inputs = drops
		for _, id := range g.Items {
			if !slices.Contains(inputs, id) {
				inputs = append(inputs, id)
			}
		}
		if len(g.Items) > 1 {
			return Of(d.Version).molten(g).Items, inputs, ""
		}
		return []string{sm.Output}, inputs, drops[0]
	}
	for _, sm := range d.Version.SmeltingTo(g.Items[0]) {
		inputs, outputs = append(inputs, sm.Input), g.Items
	}
	return outputs, inputs, ""
}

// smeltAll smelts what is held of some items, or what comes out as them.
func (d *drafter) smeltAll(p *part) error {
	left := map[string]int{} // by what comes out
	var inputs, outputs []string
	enter := func(input string) {
		sm, ok := d.Version.SmeltingOf(input)
		n := d.Request.State.Count(input)
		if !ok || slices.Contains(inputs, input) {
			return
		}
		inputs = append(inputs, input)
		if !slices.Contains(outputs, sm.Output) {
			outputs = append(outputs, sm.Output)
		}
		left[sm.Output] += n
	}
	for _, item := range p.goal.Items {
		enter(item)
		for _, sm := range d.Version.SmeltingTo(item) {
			enter(sm.Input)
		}
	}
	if len(inputs) == 0 {
		return impossible("impossible.smelted", "thing", game.Named(p.goal.Items[0]))
	}
	for _, output := range outputs {
		made := max(0, d.Request.State.Count(output)-d.Base(output))
		if n := left[output] + made; left[output] > 0 || made > 0 {
			d.partGain(p, []string{output}, n, game.Smelt, "")
		}
	}
	if len(p.checks) == 0 {
		return noneHeld(p.goal.Name, inputs[:1])
	}
	return nil
}

// smelts says that something comes out of a furnace for an item or block.
func (r *Reader) smelts(id string) bool {
	if r.melts(id) || len(r.Version.SmeltingTo(id)) > 0 {
		return true
	}
	b, ok := r.Version.Block(id)
	if !ok {
		return false
	}
	drops, _ := b.MainDrops()
	return slices.ContainsFunc(drops, r.melts)
}

// anyOf names what may be any of some items: "cooked_cod or cooked_salmon".
func anyOf(items []string) string { return strings.Join(items, " or ") }

// molten is what comes out of the furnace: each of several fishes is cooked as what it is.
func (r *Reader) molten(g Goal) Goal {
	var out []string
	for _, id := range g.Items {
		if b, ok := r.Version.Block(id); ok { // an ore: what it drops is smelted
			if drops, _ := b.MainDrops(); len(drops) == 1 && r.melts(drops[0]) {
				id = drops[0]
			}
		}
		if sm, ok := r.Version.SmeltingOf(id); ok && !slices.Contains(out, sm.Output) {
			out = append(out, sm.Output)
		}
	}
	if g.Product || len(out) == 0 {
		return g.of(g.Name, g.Items...)
	}
	return g.of(anyOf(out), out...)
}

// melts says that something comes out of a furnace for an item.
func (r *Reader) melts(id string) bool { _, ok := r.Version.SmeltingOf(id); return ok }
