// SPDX-License-Identifier: MIT

package check

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/techtree"
)

// mostMends bounds how often one step is mended; each mend brings something
// that was missing.
const mostMends = 6

// Complete checks the steps and puts what is missing before the step that lacks
// it, marked FromCompleting with the reason. Faults that nothing mends remain.
// The error is ctx's.
func Complete(ctx context.Context, b *book.Book, steps []game.Step) (Checked, error) {
	d := drafter{b}
	c := Checked{end: d.open()}
	for i := range steps {
		if err := d.completeStep(ctx, &c, steps, i); err != nil {
			return c, err
		}
	}
	return c, nil
}

func (d drafter) completeStep(ctx context.Context, c *Checked, steps []game.Step, i int) error {
	for mend := 0; ; mend++ {
		before := c.end.clone()
		parts, fault := d.try(c.end, steps[i])
		if fault == nil {
			c.Steps = append(c.Steps, parts...)
			return nil
		}
		// A later part of a divided step may fail after an earlier one used things
		// up: what is missing counts from before both.
		for k := range fault.wants {
			if w := &fault.wants[k]; w.Count > c.end.Count(w.Items...) {
				w.Count += before.Count(w.Items...) - c.end.Count(w.Items...)
			}
		}
		c.end = before
		var why error
		if fault.full {
			if room := d.roomFor(c.end, steps[i:]); mend < mostMends && room != nil {
				c.Steps = append(c.Steps, *room)
				continue
			}
			c.end.Most = 0 // told once
		}
		if mend < mostMends && fault.mendable() {
			var inserted []game.Step
			if inserted, why = d.mend(ctx, c.end, fault, steps, i); why == nil && len(inserted) > 0 {
				c.Steps = append(c.Steps, inserted...)
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		lacks := fault.of(i, &steps[i].Action)
		if why != nil {
			lacks.Why = game.Say("faults.next", "first", lacks.Why, "next", game.SayError(why))
		}
		c.Faults = append(c.Faults, lacks)
		s := steps[i]
		if !fault.full {
			d.assume(c.end, &s)
		}
		c.Steps = append(c.Steps, s)
		return nil
	}
}

// try runs a step, divided where the body needs it.
func (d drafter) try(l *state, s game.Step) ([]game.Step, *Fault) {
	parts := d.split(s, l)
	for k := range parts {
		if f := d.run(l, &parts[k]); f != nil {
			return nil, f
		}
	}
	return parts, nil
}

// mend plans what a fault lacks and enters it into the symbolic state. What is held and
// needed by later steps stays.
func (d drafter) mend(ctx context.Context, l *state, f *Fault, steps []game.Step, i int) ([]game.Step, error) {
	f.wants = append(f.wants, d.fare(l, f.world)...)
	reserve := append(slices.Clone(f.wants), stationWant(f.station)...)
	wants := append(slices.Clone(f.wants), d.reserve(l, reserve, steps[i+1:])...)
	for k := range wants {
		wants[k].Items = d.Obtainable(wants[k].Items)
	}
	answer, err := d.withStation(ctx, l, f.station, wants)
	if err != nil {
		return nil, err
	}
	need := game.Say("step.needed", "what", steps[i].Action.Within())
	var out []game.Step
	for _, s := range answer.steps {
		why := need
		if s.Why.Code != "" {
			why = game.Say("step.needed.why", "what", need.Values["what"], "why", s.Why)
		}
		out = append(out, game.Step{Action: s.Action, Source: game.FromCompleting, Because: why, Group: steps[i].Group, Enough: s.Enough})
	}
	if f.world != "" {
		out = append(
			out,
			game.Step{Action: game.Action{Kind: game.Travel, Target: f.world}, Source: game.FromCompleting, Because: need, Group: steps[i].Group},
		)
	}
	d.mark(out)
	return d.enter(l, out)
}

// stationWant is the want of a station to place, none for no station.
func stationWant(block string) []techtree.Want {
	if block == "" {
		return nil
	}
	return []techtree.Want{{Items: []string{block}, Count: 1}}
}

// enter runs planned steps in the symbolic state and returns them annotated.
func (d drafter) enter(l *state, steps []game.Step) ([]game.Step, error) {
	var out []game.Step
	for _, s := range steps {
		parts, fault := d.try(l, s)
		if fault != nil {
			return nil, messages.GaveUp(game.Say("gave-up.step", "step", s.Action.Say(), "why", fault.Why))
		}
		out = append(out, parts...)
	}
	return out, nil
}

// reserve keeps what is held and later steps need beyond what is wanted now.
func (d drafter) reserve(l *state, now []techtree.Want, later []game.Step) []techtree.Want {
	need := map[string]int{}
	var order []string
	add := func(item string, n int) {
		if need[item] == 0 {
			order = append(order, item)
		}
		need[item] += n
	}
	for _, s := range later {
		a := s.Action
		switch a.Kind {
		case game.Craft, game.Brew, game.Smith:
			if ops := d.Solver.CraftsBy(a.Kind, a.Station, d.Solver.ID(a.Recipe)); len(ops) > 0 {
				for _, p := range ops[0].Takes {
					if len(p.Alts) == 1 {
						add(d.Solver.Names[p.Alts[0]], int(p.Count)*ops[0].Units(a.Count()))
					}
				}
			}
		case game.Smelt, game.Drop, game.Deposit, game.Consume:
			add(a.Item, a.Count())
		case game.Place:
			add(a.Block, 1)
		default:
		}
	}
	var out []techtree.Want
	for _, item := range order {
		spare := l.Count(item)
		for _, w := range now {
			if slices.Contains(w.Items, item) {
				spare -= w.Count
			}
		}
		if n := min(spare, need[item]); n > 0 {
			out = append(out, techtree.Want{Items: []string{item}, Count: n})
		}
	}
	return out
}

// Unmet lists the checks that the plan's symbolic end does not meet, as far as
// an inventory shows it.
func Unmet(b *book.Book, c Checked, checks []game.Check) []game.Check {
	end := game.State{Position: c.end.at}
	for item, n := range c.end.Counts() {
		end.Inventory = append(end.Inventory, game.Stack{Item: item, Count: n})
	}
	var out []game.Check
	for _, k := range checks {
		switch k.Kind {
		case game.CheckHave, game.CheckGain, game.CheckAt:
			clause := game.ClauseOf("", "", k)
			if s := game.Progress(&clause, &end, &game.Credits{Base: b.Request.Baseline}); !s.Met() {
				out = append(out, k)
			}
		default:
		}
	}
	return out
}

// Finish appends to a checked plan what the checks still lack at its end,
// marked with the source. Checks that no solver can meet come back as faults.
func Finish(ctx context.Context, b *book.Book, c Checked, checks []game.Check, source game.Source) (Checked, error) {
	d := drafter{b}
	unmet := Unmet(b, c, checks)
	if len(unmet) == 0 {
		return c, nil
	}
	var wants []techtree.Want
	var walk *game.Pos
	for _, k := range checks {
		switch k.Kind {
		case game.CheckHave:
			wants = append(wants, techtree.Want{Items: d.Obtainable(k.Items), Count: k.Count})
		case game.CheckGain:
			wants = append(wants, techtree.Want{Items: d.Obtainable(k.Items), Count: k.Count + d.Base(k.Items...)})
		case game.CheckAt:
			walk = k.At
		default:
		}
	}
	var steps []game.Step
	answer, err := d.plan(ctx, c.end, wants)
	var impossible *game.ImpossibleError
	var gaveUp *game.GaveUpError
	switch {
	case errors.As(err, &impossible), errors.As(err, &gaveUp):
		for _, k := range unmet {
			c.Faults = append(c.Faults, Fault{Step: -1, Why: game.Say("fault.ends", "what", k.Say(), "why", game.SayError(err))})
		}
		return c, nil
	case err != nil:
		return c, err
	}
	for _, s := range answer.steps {
		steps = append(steps, game.Step{Action: s.Action, Source: source, Because: game.Say("step.goal", "why", s.Why)})
	}
	d.mark(steps)
	if walk != nil {
		at := *walk
		steps = append(steps, game.Step{Action: game.Action{Kind: game.Goto, At: &at}, Source: source, Because: game.Say("step.ends")})
	}
	more, err := d.enter(c.end, steps)
	if err != nil {
		c.Faults = append(c.Faults, Fault{Step: -1, Why: game.SayError(err)})
		return c, nil
	}
	c.Steps = append(c.Steps, more...)
	return c, nil
}

// Lacking are the subgoals whose own actions a checked plan does not hold.
func Lacking(c Checked, list []book.Subgoal) []book.Subgoal {
	var out []book.Subgoal
	for i := range list {
		g := &list[i]
		need, have := 0, 0
		for _, s := range g.Steps {
			if s.Action.Kind != game.Goto || s.Action.At == nil { // a place is checked as such
				need += s.Action.Count()
			}
		}
		for _, s := range c.Steps {
			if slices.ContainsFunc(g.Steps, func(w game.Step) bool { return SameDeed(w.Action, s.Action) }) && madeOf(&s.Action, g.Of) {
				have += s.Action.Count()
			}
		}
		if have < need {
			out = append(out, *g)
		}
	}
	return out
}

// madeOf says that a craft names what it is to be made of; another action has no part
// in that.
func madeOf(a *game.Action, of []game.Need) bool {
	return a.Kind != game.Craft || !slices.ContainsFunc(of, func(n game.Need) bool {
		return !slices.ContainsFunc(n.Items, func(item string) bool { return a.Using[item] > 0 })
	})
}

// SameDeed says that an action does what is wanted.
func SameDeed(want, a game.Action) bool {
	if want.Kind != a.Kind || want.At != nil && (a.At == nil || *a.At != *want.At) {
		return false
	}
	if want.Kind == game.Chat {
		return strings.EqualFold(strings.TrimSpace(want.Message), strings.TrimSpace(a.Message))
	}
	return want.Subject() == "" || want.Subject() == a.Subject()
}

// Add appends the actions of a subgoal to a checked plan, with what they need.
// What cannot be added is a fault; the error is ctx's.
func Add(ctx context.Context, b *book.Book, c Checked, g book.Subgoal) (Checked, error) {
	d := drafter{b}
	before := c.end.clone()
	more, err := d.solveWants(ctx, c.end, slices.Concat(g.Wants, g.Tools), g.Words)
	if err == nil {
		var own []game.Step
		own, err = d.perform(ctx, c.end, &g)
		more = append(more, own...)
	}
	if err != nil {
		if ctx.Err() != nil {
			return c, ctx.Err()
		}
		c.end = before
		c.Faults = append(c.Faults, Fault{Step: -1, Why: game.Say("fault.lacks.why", "what", g.Words, "why", game.SayError(err))})
		return c, nil
	}
	for i := range more {
		more[i].Source, more[i].Because = game.FromCompleting, game.Say("step.asks")
	}
	c.Steps = append(c.Steps, more...)
	return c, nil
}
