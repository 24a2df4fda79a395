// SPDX-License-Identifier: MIT

package check

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/techtree"
)

// Solve plans subgoals from the request's state: those that only want items are
// solved together, the others in their order. The steps are checked. Errors:
// *game.ImpossibleError, *game.GaveUpError, or ctx's.
func Solve(ctx context.Context, b *book.Book, list []book.Subgoal) ([]game.Step, error) {
	if b.Met(list) {
		return nil, nil
	}
	d := drafter{b}
	l := d.open()
	room, err := d.roomFirst(l, list)
	if err != nil {
		return nil, err
	}
	for i := range room {
		room[i].Source, room[i].Group = game.FromBuiltin, messages.InEnglish(makeRoom)
	}
	steps, err := d.enter(l, room)
	if err != nil {
		return nil, err
	}
	s := solving{drafter: d, l: l, steps: steps}
	ahead := 0 // up to here the wants are among held
	for i := range list {
		p := &list[i]
		s.group = p.Words
		if p.Holds && i >= ahead {
			for ahead = i; ahead < len(list) && together(p, &list[ahead], ahead == i); ahead++ {
				s.held, s.pending = holding(s.held, &list[ahead]), true
			}
		}
		if p.Holds && len(p.Steps) == 0 {
			continue
		}
		if err := s.add(ctx, p); err != nil {
			return nil, err
		}
	}
	if err := s.want(ctx, nil); err != nil {
		return nil, err
	}
	c := Check(d.Book, d.dropLate(d.plantFirst(d.dressFirst(s.steps)), len(room)))
	if len(c.Faults) > 0 {
		return nil, messages.GaveUp(game.Say("gave-up.fault", "why", c.Faults[0].Why))
	}
	return c.Steps, nil
}

// solving is a plan that is being made: its steps so far and the state after them.
type solving struct {
	drafter
	l     *state
	steps []game.Step
	// held is what has to be held from here on; pending says that not all of it was
	// planned for.
	held    []techtree.Want
	pending bool
	// group is the words of the subgoal at hand.
	group string
}

// want plans what must be held, and more for what comes next.
func (s *solving) want(ctx context.Context, extra []techtree.Want) error {
	wants := append(s.held[:len(s.held):len(s.held)], extra...)
	if s.l.ahead == (toil{}) && (len(wants) == 0 || !s.pending && len(extra) == 0) {
		return nil
	}
	s.pending = false
	more, err := s.solveWants(ctx, s.l, wants, s.group)
	s.steps = append(s.steps, more...)
	return err
}

// add plans a subgoal with steps of its own: what it takes first, then the steps.
func (s *solving) add(ctx context.Context, p *book.Subgoal) error {
	var extra, fares []techtree.Want
	if !p.Holds {
		for i := range p.Steps {
			s.l.ahead.add(s.drafter, s.l, &p.Steps[i].Action, p.Steps[i].Seconds)
		}
		fares = s.fares(ctx, s.l, p.Steps, s.held, s.pending)
		extra = slices.Concat(p.Wants, lacking(s.held, p.Tools), fares)
	}
	if len(p.Steps)+len(p.First)+len(p.Tools) == 0 {
		return nil
	}
	if len(p.First) > 0 {
		if err := s.want(ctx, p.First); err != nil {
			return err
		}
	}
	from := len(s.steps)
	if err := s.want(ctx, extra); err != nil {
		return err
	}
	explainFare(s.steps[from:], fares)
	if p.There != nil && !s.stands(s.steps, p.There) {
		there := &book.Subgoal{Words: p.Words, Steps: []game.Step{{Action: *p.There, Because: game.Say("step.there")}}}
		if err := s.carry(ctx, there); err != nil {
			return err
		}
	}
	if err := s.carry(ctx, p); err != nil {
		return err
	}
	s.held = append(s.held, p.Keeps...)
	return nil
}

// carry plans a subgoal's own steps.
func (s *solving) carry(ctx context.Context, p *book.Subgoal) error {
	more, err := s.perform(ctx, s.l, p)
	if err != nil {
		return err
	}
	s.steps = append(s.steps, more...)
	return nil
}

// holding adds what a part wants to hold. What is put on is of what another part
// holds of the same.
func holding(held []techtree.Want, p *book.Subgoal) []techtree.Want {
	if p.Wears {
		return append(held, lacking(held, p.Wants)...)
	}
	return append(held, p.Wants...)
}

// lacking is what some wants lack that need not be held besides: what others hold
// of the same will do.
func lacking(held, wants []techtree.Want) []techtree.Want {
	var out []techtree.Want
	for _, w := range wants {
		for _, h := range held {
			if !slices.ContainsFunc(h.Items, func(item string) bool { return !slices.Contains(w.Items, item) }) {
				w.Count -= h.Count
			}
		}
		if w.Count > 0 {
			out = append(out, w)
		}
	}
	return out
}

// together says that the wants of two parts are planned at once: what is put on
// is made before the first of it is put on.
func together(first, other *book.Subgoal, same bool) bool {
	return same || first.Wears && other.Wears && other.Holds
}

// solveWants plans what must be held and enters it into the symbolic state: where there
// is no room for all that it takes at once, half of it first; where there is none even
// so, an order with room is looked for long.
func (d drafter) solveWants(ctx context.Context, l *state, wants []techtree.Want, group string) ([]game.Step, error) {
	before := l.clone()
	steps, err := d.solveHalves(ctx, l, wants, group, mostHalvings)
	if errors.Is(err, errLaden) {
		*l = *before.clone()
		l.bare = true
		steps, err = d.solveHalves(ctx, l, wants, group, mostHalvings)
	}
	if err == nil {
		return d.sharpen(ctx, before, l, steps, wants, group), nil
	}
	if !errors.Is(err, techtree.ErrFull) {
		return nil, err
	}
	*l = *before.clone()
	l.thorough, l.bare = true, true
	steps, again := d.solveHalves(ctx, l, wants, group, 0)
	if l.thorough, l.bare = false, before.bare; again == nil || errors.Is(again, techtree.ErrCrammed) || ctx.Err() != nil {
		return steps, again
	}
	return nil, err
}

func (d drafter) solveHalves(ctx context.Context, l *state, wants []techtree.Want, group string, halvings int) ([]game.Step, error) {
	before := l.clone()
	steps, err := d.solveOnce(ctx, l, wants, group)
	if halvings == 0 || !errors.Is(err, errTooMuch) && !errors.Is(err, techtree.ErrStuck) {
		return steps, err
	}
	*l = *before
	less := portion(l, wants)
	if less == nil {
		return nil, err
	}
	first, again := d.solveHalves(ctx, l, less, group, halvings-1)
	if again != nil {
		return nil, err
	}
	rest, again := d.solveHalves(ctx, l, wants, group, halvings-1)
	if again != nil {
		return nil, err
	}
	return append(first, rest...), nil
}

func (d drafter) solveOnce(ctx context.Context, l *state, wants []techtree.Want, group string) ([]game.Step, error) {
	answer, laden, err := d.geared(ctx, l, wants)
	if err != nil {
		return nil, err
	}
	steps := make([]game.Step, 0, len(answer.steps))
	for _, s := range answer.steps {
		steps = append(steps, game.Step{Action: s.Action, Source: game.FromBuiltin, Because: s.Why, Group: group, Enough: s.Enough})
	}
	d.mark(steps)
	before := l.clone()
	out, err := d.enter(l, steps)
	if err == nil {
		return out, nil
	}
	more, err := d.withMore(ctx, before, steps, err)
	if errors.Is(err, errTooMuch) && laden {
		err = errors.Join(err, errLaden)
	}
	if err != nil {
		return nil, err
	}
	*l = *more.end
	return more.Steps, nil
}

// withMore completes a plan that failed: a body mixes alternatives as it likes, and one choice
// left too little of something. cause is the error where that does not help.
func (d drafter) withMore(ctx context.Context, before *state, steps []game.Step, cause error) (c Checked, _ error) {
	c.end = before
	for i := range steps {
		if err := d.completeStep(ctx, &c, steps, i); err != nil {
			return c, err
		}
	}
	switch {
	case len(c.Faults) > 0 && c.Faults[0].full:
		return c, d.noRoom(before)
	case len(c.Faults) > 0:
		return c, cause
	}
	for i := range c.Steps {
		c.Steps[i].Source = game.FromBuiltin
	}
	return c, nil
}

// stands says that the steps leave the body where a walk leads.
func (d drafter) stands(steps []game.Step, walk *game.Action) bool {
	for i := range slices.Backward(steps) {
		a := &steps[i].Action
		if a.Kind == game.Goto {
			return strings.EqualFold(a.Target, walk.Target) && reflect.DeepEqual(a.At, walk.At)
		}
		if info, _ := game.Lookup(a.Kind); !info.StaysPut && a.Kind != game.Place && a.Kind != game.Drop {
			return false
		}
	}
	return walk.At != nil && d.StandsAt(*walk.At)
}

// perform enters a part's own steps.
func (d drafter) perform(ctx context.Context, l *state, p *book.Subgoal) ([]game.Step, error) {
	var out []game.Step
	steps := d.lookFirst(slices.Clone(p.Steps))
	d.mark(steps)
	home := l.world
	for i := 0; i < len(steps); i++ {
		s := steps[i]
		s.Source, s.Group = game.FromBuiltin, p.Words
		s.Because = s.Because.Or(techtree.AskedFor)
		if err := d.fillIn(l, &s.Action, p); err != nil {
			return nil, err
		}
		before := l.clone()
		parts, fault := d.try(l, s)
		for fault != nil && fault.full {
			*l = *before
			room := d.roomFor(l, steps[i:])
			if room == nil {
				return nil, d.noRoom(l)
			}
			room.Source, room.Group = s.Source, s.Group
			out = append(out, *room)
			before = l.clone()
			parts, fault = d.try(l, s)
		}
		if fault != nil && (fault.station != "" || fault.world != "" || s.Action.Kind == game.Travel && fault.mendable()) {
			if fault.world != "" && home == book.Overworld && i == len(steps)-1 {
				steps = append(steps, game.Step{Action: game.Action{Kind: game.Travel, Target: home}, Because: game.Say("step.back")})
			}
			first, err := d.mend(ctx, l, fault, steps, i)
			if err != nil {
				return nil, err
			}
			for k := range first {
				first[k].Source = s.Source
			}
			out = append(out, first...)
			parts, fault = d.try(l, s)
		}
		if fault != nil {
			return nil, messages.Impossible(game.Say("impossible.step", "what", s.Action.Say(), "why", fault.Why))
		}
		out = append(out, parts...)
	}
	return out, nil
}

// fillIn names what a deed is about by what was brought for it.
func (d drafter) fillIn(l *state, a *game.Action, p *book.Subgoal) error {
	switch {
	case a.Kind == game.Consume && a.Item == "":
		a.Item = brought(l, p)
	case a.Kind == game.Place && a.Block == "":
		a.Block = brought(l, p)
	case a.Kind == game.Enchant && a.Item == "":
		for _, item := range p.Tools[0].Items { // the last is the best
			if l.Count(item) > 0 {
				a.Item = item
			}
		}
	case a.Kind == game.Craft && len(p.Of) > 0:
		return d.using(l, a, p.Of)
	}
	return nil
}

// brought is the item of a part's wants that the plan itself chose.
func brought(l *state, p *book.Subgoal) string {
	for _, w := range p.Wants {
		for _, i := range w.Items {
			if l.Count(i) > 0 {
				return i
			}
		}
	}
	return ""
}

// Hold finds a way to hold some things by the solver alone, without looking
// farther for what was not found and without what a body is armed with.
func Hold(ctx context.Context, b *book.Book, wants []techtree.Want) (techtree.Answer, error) {
	d := drafter{b}
	return b.Solver.Solve(ctx, d.problem(d.open(), wants...))
}
