// SPDX-License-Identifier: MIT

package check

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/rules"
)

// unknown is the thing of an action that the tables do not have and that the body is to
// try, empty when they have all.
func (d drafter) unknown(a *game.Action) string {
	names, blocks := []string{a.Target, a.Item, a.Block, a.Recipe, a.Fuel}, []string{a.Block}
	if info, _ := game.Lookup(a.Kind); info.Breaks {
		blocks = append(blocks, a.Target)
	}
	for i := range a.Edits {
		blocks = append(blocks, a.Edits[i].Block)
	}
	for _, name := range blocks { // of an item of the game's own nobody told what it is as a block
		if _, known := d.Version.Block(game.Name(name)); !known && d.Version.Own(game.Name(name)) {
			return name
		}
	}
	for _, name := range append(names, blocks...) {
		if d.Unknown(name) {
			return name
		}
	}
	if a.At != nil && !book.KnownDimension(a.At.Dimension) && game.Name(a.At.Dimension) != game.Name(d.Request.State.Dimension) {
		return a.At.Dimension
	}
	return ""
}

// try passes on a step about a thing that the tables do not have: only what follows
// from the action itself is expected of it, and what the state shows is not there is
// missing.
func (r *runner) try(name string) *Fault {
	a := r.a()
	r.reset(rules.SearchSeconds)
	r.step.Because = r.step.Because.Or(r.desk.Tried(name))
	switch a.Kind {
	case game.Equip:
		return r.spare(a.Item, 0)
	case game.Consume:
		return r.spare(a.Item, 1)
	case game.Drop, game.Deposit:
		if f := r.spare(a.Item, a.Count()); f != nil {
			return f
		}
	case game.Craft, game.Brew, game.Smith:
		r.gain(a.Count(), a.Recipe)
		r.l.Bring(a.Recipe, a.Count())
	case game.Collect, game.Withdraw:
		r.gain(a.Count(), a.Item)
		r.l.Bring(a.Item, a.Count())
	case game.Mine:
		if a.Until != nil && a.Until.Item != "" {
			r.gain(a.Until.Count, a.Until.Item)
			r.l.Bring(a.Until.Item, a.Until.Count)
		}
	case game.Place:
		if r.l.Count(a.Block) > 0 { // its item may have another name
			r.uses(1, a.Block)
			r.l.Bring(a.Block, -1)
		}
	default:
	}
	if a.At != nil {
		r.l.arrive(*a.At)
	} else {
		r.l.wander()
	}
	return nil
}

// spare takes n of an item, which has to be held, out of the inventory.
func (r *runner) spare(item string, n int) *Fault {
	if r.l.Count(item) < max(n, 1) {
		return r.missing(item, max(n, 1))
	}
	if n == 0 {
		r.need(1, item)
		return nil
	}
	r.uses(n, item)
	r.l.Bring(item, -n)
	return nil
}

// tried are the sentences about the things of a plan that are tried.
func (d drafter) tried(steps []game.Step) (told []game.Message) {
	seen := map[string]bool{}
	for i := range steps {
		if name := d.unknown(&steps[i].Action); name != "" && !seen[name] {
			seen[name] = true
			told = append(told, d.Tried(name))
		}
	}
	return told
}
