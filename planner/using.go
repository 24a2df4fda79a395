package planner

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// interaction is what using the step's item on its target gives, nil for what
// is not known to give anything.
func (r *runner) interaction() *data.Interaction {
	a := r.a()
	if a.Target == "" {
		return nil
	}
	all := r.l.v.Interactions()
	for i := range all {
		in := &all[i]
		switch {
		case in.Block+in.Mob != a.Target:
		case a.Kind == game.Milk && in.Result == "milk_bucket":
			return in
		case a.Kind == game.Use && slices.Contains(in.With, a.Item):
			return in
		}
	}
	return nil
}

// use enters what an item gives that is used on a block or mob; other uses only
// need the item.
func (r *runner) use() *Fault {
	a := r.a()
	r.reset(r.desk.search(a.Target) + smallSeconds)
	in := r.interaction()
	if in == nil {
		if a.Item != "" {
			return r.hold(1, smallSeconds)
		}
		return nil
	}
	n, item := 1, a.Item
	if a.Kind == game.Milk {
		n, item = a.Count(), in.With[0]
	}
	r.need(n, item)
	if r.l.counts[item] < n {
		return r.missing(item, n)
	}
	if in.Spent {
		r.l.add(item, -n)
	} else {
		r.l.useTool(func(held string) bool { return held == item }, n)
	}
	ours := r.l.stands[a.Target] > 0
	// Powder that falls into water stands there as a block.
	if in.Turns || strings.HasSuffix(in.Result, "_concrete") {
		r.l.stands[in.Result] += n
		r.l.stands[a.Target] = max(r.l.stands[a.Target]-n, 0)
	} else {
		r.l.add(in.Result, in.Min*n)
		r.gain(in.Min*n, in.Result)
	}
	if !ours {
		r.l.wander()
	}
	return nil
}
