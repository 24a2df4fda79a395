package planner

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/goalread"
	"github.com/minehand/minehand/planner/techtree"
)

// BuiltinName is how the built-in planner signs its plans.
const BuiltinName = "built-in planner"

// Builtin plans without a model: it reads the goal and solves it. It may be
// used from any number of goroutines.
type Builtin struct{ book *Book }

// NewBuiltin makes a built-in planner.
func NewBuiltin(config Config) *Builtin { return &Builtin{book: NewBook(config)} }

// Book is the planner's book of rules, for others to work from.
func (b *Builtin) Book() *Book { return b.book }

// Plan plans the request. Errors: *game.UnreadableError, *game.ImpossibleError,
// *game.GaveUpError, *game.FaultsError for a ready list that cannot work, or
// ctx's.
func (b *Builtin) Plan(ctx context.Context, req game.Request) (game.Plan, error) {
	if err := ctx.Err(); err != nil {
		return game.Plan{}, err
	}
	d, err := b.book.Desk(req)
	if err != nil {
		return game.Plan{}, err
	}
	if len(req.Actions) > 0 {
		return d.given()
	}
	task, err := d.Read(req.Goal)
	if err != nil {
		return game.Plan{}, err
	}
	steps, err := d.Solve(ctx, task)
	if err != nil {
		return game.Plan{}, err
	}
	plan := game.Plan{Goal: task.Goal, Mode: req.Settings.Mode, Source: game.FromBuiltin, PlannedBy: BuiltinName, Steps: steps, Next: d.next}
	plan.Notices = d.sayings(nil)
	return plan, nil
}

// given checks a ready list of actions without changing it.
func (d *Desk) given() (game.Plan, error) {
	var steps []game.Step
	var checks []game.Check
	for _, a := range d.req.Actions {
		steps = append(steps, game.Step{Action: a.Clone(), Source: game.FromUser})
	}
	c := d.Check(steps)
	if len(c.Faults) > 0 {
		return game.Plan{}, &game.FaultsError{Faults: c.Sentences()}
	}
	for _, a := range d.req.Actions {
		if a.Kind == game.OpenInventory {
			continue
		}
		i := slices.IndexFunc(checks, func(c game.Check) bool { return c.Action == a.Kind && c.Target == a.Subject() })
		if i < 0 {
			i = len(checks)
			checks = append(checks, game.Check{Kind: game.CheckDone, Action: a.Kind, Target: a.Subject()})
		}
		checks[i].Count += a.Count()
	}
	return game.Plan{Goal: game.Goal{Checks: checks}, Mode: game.LowLevel, Source: game.FromUser, PlannedBy: "list given", Steps: c.Steps}, nil
}

// Solve plans a task from the request's state: parts that only want items are
// solved together, the others in their order. The steps are checked.
func (d *Desk) Solve(ctx context.Context, t Task) ([]game.Step, error) {
	if d.met(t) {
		return nil, nil
	}
	l := d.ledger()
	room, err := d.roomFirst(l, t.parts)
	if err != nil {
		return nil, err
	}
	for i := range room {
		room[i].Source, room[i].Group = game.FromBuiltin, makeRoom
	}
	steps, err := d.enter(l, room)
	if err != nil {
		return nil, err
	}
	var held []techtree.Want
	group := ""
	pending := false
	flush := func(extra []techtree.Want) error {
		wants := append(held[:len(held):len(held)], extra...)
		if len(wants) == 0 || !pending && len(extra) == 0 {
			return nil
		}
		pending = false
		more, err := d.solveWants(ctx, l, wants, group)
		steps = append(steps, more...)
		return err
	}
	ahead := 0 // up to here the wants are among held
	for i := range t.parts {
		p := &t.parts[i]
		group = p.goal.Words()
		if p.holds {
			if i >= ahead {
				for ahead = i; ahead < len(t.parts) && together(p, &t.parts[ahead], ahead == i); ahead++ {
					held, pending = holding(held, &t.parts[ahead]), true
				}
			}
			if len(p.steps) == 0 {
				continue
			}
		}
		var extra, arms []techtree.Want
		if !p.holds {
			arms = d.armsFor(ctx, l, p, held)
			extra = p.wants
		}
		if len(p.steps) == 0 && len(p.first) == 0 {
			continue
		}
		if len(p.first) > 0 {
			if err := flush(p.first); err != nil {
				return nil, err
			}
		}
		if err := flush(extra); err != nil {
			return nil, err
		}
		if len(arms) > 0 {
			more, err := d.solveWants(ctx, l, slices.Concat(held, extra, arms), group)
			if err != nil {
				return nil, err
			}
			saysWhy(more)
			steps = append(steps, more...)
		}
		more, err := d.perform(l, p)
		if err != nil {
			return nil, err
		}
		steps = append(steps, more...)
	}
	if err := flush(nil); err != nil {
		return nil, err
	}
	c := d.Check(d.plantFirst(steps))
	if len(c.Faults) > 0 {
		return nil, &game.GaveUpError{Reason: "The planner made a plan that does not work: " + c.Faults[0].Text}
	}
	return c.Steps, nil
}

// holding adds what a part wants to hold. What is put on is of what another part
// holds of the same.
func holding(held []techtree.Want, p *part) []techtree.Want {
	if p.goal.Kind != goalread.Equip {
		return append(held, p.wants...)
	}
	for _, w := range p.wants {
		if !slices.ContainsFunc(held, func(h techtree.Want) bool { return h.Count >= w.Count && slices.Equal(h.Items, w.Items) }) {
			held = append(held, w)
		}
	}
	return held
}

// together says that the wants of two parts are planned at once: what is put on
// is made before the first of it is put on.
func together(first, other *part, same bool) bool {
	return same || first.goal.Kind == goalread.Equip && other.goal.Kind == goalread.Equip && other.holds
}

// met says that nothing is left to do: every part's checks hold by the state
// and the history.
func (d *Desk) met(t Task) bool {
	for _, p := range t.parts {
		if p.holds || len(p.first) > 0 {
			for _, w := range p.wants {
				n := 0
				for _, i := range w.Items {
					n += d.req.State.Count(i)
				}
				if n < w.Count {
					return false
				}
			}
		}
		for _, s := range p.steps {
			if s.Action.Kind != game.Goto || s.Action.At == nil || !d.standsAt(*s.Action.At) {
				return false
			}
		}
	}
	return true
}

func (d *Desk) standsAt(p game.Pos) bool {
	if at := d.req.State.Position; at == nil || at.Distance(p.Center()) > game.GotoRange {
		return false
	}
	return p.Dimension == "" || p.Dimension == game.Name(d.req.State.Dimension)
}

// solveWants plans what must be held and enters it into the ledger: where there
// is no room for all that it takes at once, half of it first.
func (d *Desk) solveWants(ctx context.Context, l *ledger, wants []techtree.Want, group string) ([]game.Step, error) {
	return d.solveHalves(ctx, l, wants, group, mostHalvings)
}

func (d *Desk) solveHalves(ctx context.Context, l *ledger, wants []techtree.Want, group string, halvings int) ([]game.Step, error) {
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

func (d *Desk) solveOnce(ctx context.Context, l *ledger, wants []techtree.Want, group string) ([]game.Step, error) {
	answer, err := d.plan(ctx, l, wants)
	if err != nil {
		return nil, err
	}
	armed, err := d.armFirst(ctx, l, answer.steps, wants, group)
	if err == nil && len(armed) > 0 {
		answer, err = d.plan(ctx, l, wants) // from what is held then
	}
	if err != nil {
		return nil, err
	}
	steps := make([]game.Step, 0, len(answer.steps))
	for _, s := range answer.steps {
		steps = append(steps, game.Step{Action: s.Action, Source: game.FromBuiltin, Why: s.Why, Group: group, Enough: s.Enough})
	}
	d.mark(steps)
	before := l.clone()
	out, err := d.enter(l, steps)
	if err == nil {
		return append(armed, out...), nil
	}
	// A body mixes alternatives as it likes, and one choice left too little of
	// something: get more of it.
	c := Checked{end: before}
	for i := range steps {
		if err := d.completeStep(ctx, &c, steps, i); err != nil {
			return nil, err
		}
	}
	switch {
	case len(c.Faults) > 0 && c.Faults[0].full:
		return nil, d.noRoom(before)
	case len(c.Faults) > 0:
		return nil, err
	}
	for i := range c.Steps {
		c.Steps[i].Source = game.FromBuiltin
	}
	*l = *c.end
	return append(armed, c.Steps...), nil
}

// perform enters a part's own steps.
func (d *Desk) perform(l *ledger, p *part) ([]game.Step, error) {
	var out []game.Step
	steps := d.lookFirst(slices.Clone(p.steps))
	d.mark(steps)
	for i, s := range steps {
		s.Source, s.Group = game.FromBuiltin, p.goal.Words()
		if s.Why == "" {
			s.Why = "asked for"
		}
		switch a := &s.Action; {
		case a.Kind == game.Consume && a.Item == "":
			a.Item = brought(l, p)
		case a.Kind == game.Place && a.Block == "":
			a.Block = brought(l, p)
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
		if fault != nil {
			return nil, &game.ImpossibleError{Reason: fmt.Sprintf("%s: %s", s.Action.Describe(), fault.Text)}
		}
		out = append(out, parts...)
	}
	return out, nil
}

// brought is the item of a part's wants that the plan itself chose.
func brought(l *ledger, p *part) string {
	for _, w := range p.wants {
		for _, i := range w.Items {
			if l.counts[i] > 0 {
				return i
			}
		}
	}
	return ""
}
