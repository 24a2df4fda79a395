// SPDX-License-Identifier: MIT

package check

import (
	"cmp"
	"context"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/techtree"
)

// travel leads through a portal. What it takes is no fact of the step: a body that finds
// one standing builds none.
func (r *runner) travel() *Fault {
	to, from := r.a().Target, cmp.Or(r.l.world, book.Overworld)
	r.reset(rules.HandSeconds)
	r.step.Expect.At, r.step.Expect.Within = &game.Pos{Dimension: to}, 2*game.MaxCoordinate
	if to == from {
		return nil
	}
	o, ok := r.desk.Solver.Travel(from, to, r.l.portal)
	if !ok {
		return wrong("no-portal", "from", game.SayWorld(from), "to", game.SayWorld(to))
	}
	r.seconds(o.Unit)
	if f := r.do(&o, 1, nil); f != nil {
		f.wants = r.desk.fare(r.l, to)
		return f
	}
	r.step.Expect.Uses = nil
	r.l.world, r.l.portal = to, true
	r.l.wander()
	return nil
}

// elsewhere is the fault of a step about what is found in another dimension, nil where
// it is not, or is in view.
func (r *runner) elsewhere(name, dimension string) *Fault {
	at := cmp.Or(r.l.world, book.Overworld)
	_, seen := r.desk.Seen()[name]
	if dimension == "" || dimension == at || !book.KnownDimension(at) || seen && !r.desk.away(r.l) {
		return nil
	}
	f := wrong("elsewhere", "thing", game.Named(name), "world", game.SayWorld(dimension), "here", game.SayWorld(at))
	if r.desk.Leads(at, dimension) {
		f.world = dimension
	}
	return f
}

// fare is what a way to a dimension takes and is not paid yet.
func (d drafter) fare(l *state, to string) []techtree.Want {
	o, _ := d.Solver.Travel(cmp.Or(l.world, book.Overworld), to, l.portal)
	var wants []techtree.Want
	for _, p := range o.Takes {
		wants = append(wants, techtree.Want{Items: d.names(p.Alts), Count: int(p.Count)})
	}
	if o.Tools != nil {
		wants = append(wants, techtree.Want{Items: d.names(o.Tools), Count: 1})
	}
	return wants
}

// fares is what the first way out of the dimension takes that some steps lead, unless
// what is to be held by then leads there already.
func (d drafter) fares(ctx context.Context, l *state, steps []game.Step, held []techtree.Want, pending bool) []techtree.Want {
	to := ""
	for i := range steps {
		r := &runner{desk: d, l: l, step: &steps[i]}
		a := r.a()
		if a.Kind == game.Travel && a.Target != l.world {
			to = a.Target
			break
		}
		if m, ok := l.v.Mob(a.Target); ok && a.Kind == game.Attack {
			if f := r.elsewhere(m.Name, m.Dimension); f != nil && f.world != "" {
				to = f.world
				break
			}
		}
	}
	fare := d.fare(l, to)
	if fare != nil && pending {
		then := l.clone()
		if _, err := d.solveWants(ctx, then, held, ""); err == nil && then.portal {
			return nil
		}
	}
	return fare
}

// explainFare says of what a portal takes that it is for that.
func explainFare(steps []game.Step, fares []techtree.Want) {
	explain(steps, func(a *game.Action) (none game.Message) {
		if slices.ContainsFunc(fares, func(w techtree.Want) bool { return slices.Contains(w.Items, a.Subject()) }) {
			return game.Say("step.portal")
		}
		return none
	})
}
