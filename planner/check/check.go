// SPDX-License-Identifier: MIT

// Package check carries plans out in a symbolic state: it says what is wrong
// with a plan, completes one that lacks something, and solves subgoals with
// planner/techtree.
//
// Everything takes a book.Book, which it only reads, and returns what it found:
//
//   - Check runs steps in a symbolic inventory. It returns them annotated
//     (Expect, Needs, Seconds; for a version 1 body divisible ones split, and a mine
//     at a place as a walk there and a mine by name), the faults as sentences, and
//     the end state. It inserts nothing else.
//   - Complete does the same and puts what is missing before the step that lacks
//     it, marked FromCompleting with the reason.
//   - Solve plans subgoals from the request's state.
//   - Finish and Add append what a goal still lacks at the end of a plan.
//
// Invariants: a fault names the action, what is missing and how to get it; a
// body is never given a kind or field that it does not have; the same request
// gives the same plan.
//
// Usage:
//
//	checked := check.Check(b, steps)
//	if len(checked.Faults) > 0 { ... }
package check

import (
	"cmp"
	"context"
	"fmt"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/techtree"
)

// drafter plans and checks by one book. It holds nothing besides.
type drafter struct{ *book.Book }

// Fault is one thing wrong with a plan.
type Fault struct {
	// Step is the index of the step, -1 for the plan as a whole.
	Step int
	// Why names the action, what is missing and how to get it.
	Why game.Message

	// wants, when not nil, is what would mend the fault.
	wants []techtree.Want
	// station, when set, must be placed at hand to mend it.
	station string
	// world, when set, is the dimension to travel to first.
	world string
	// full: something has to go before what the step brings can be held.
	full bool
}

// String is the fault with its place, in English: "step 3 (Craft 1 torch): ...".
func (f Fault) String() string { return messages.InEnglish(f.Why) }

// wrong is a fault by its code and values.
func wrong(code string, values ...any) *Fault { return &Fault{Why: game.Say("fault."+code, values...)} }

// of is the fault as that of a step of the plan.
func (f *Fault) of(i int, a *game.Action) Fault {
	out := *f
	out.Step, out.Why = i, game.Say("fault.step", "step", i+1, "what", a.Say(), "why", f.Why)
	return out
}

// Checked is what checking found.
type Checked struct {
	// Steps are annotated: Needs, Expect, Seconds.
	Steps  []game.Step
	Faults []Fault

	end *state
}

// Held is how many of an item the plan ends with.
func (c Checked) Held(item string) int { return c.end.Count(item) }

// Sentences are the faults as text.
func (c Checked) Sentences() []string {
	out := make([]string, len(c.Faults))
	for i, f := range c.Faults {
		out[i] = f.String()
	}
	return out
}

// Refused is what the faults are for a person.
func (c Checked) Refused() error {
	list := make([]game.Message, len(c.Faults))
	for i, f := range c.Faults {
		list[i] = f.Why
	}
	return messages.Faults(list...)
}

// Check runs the steps in a symbolic inventory, from the request's state. A
// step with a fault has no effect on those after it, except that what it would
// have brought is taken as brought, so that one fault is told once.
func Check(b *book.Book, steps []game.Step) Checked {
	d := drafter{b}
	c := Checked{end: d.open(), Steps: make([]game.Step, 0, len(steps))}
	for i, s := range steps {
		for _, part := range d.split(s, c.end) {
			fault := d.run(c.end, &part)
			if fault != nil && fault.full {
				c.end.Most = 0 // told once
			}
			if fault != nil {
				c.Faults = append(c.Faults, fault.of(i, &s.Action))
				if !fault.full {
					d.assume(c.end, &part)
				}
			}
			c.Steps = append(c.Steps, part)
		}
	}
	return c
}

// run checks one step against the symbolic state, annotates it and enters its effect.
// With a fault the symbolic state is unchanged, but for what there is no room for.
func (d drafter) run(l *state, s *game.Step) *Fault {
	a := &s.Action
	if err := a.Validate(); err != nil {
		return &Fault{Why: game.TextOf(err.Error())}
	}
	if a.Kind == game.OpenInventory {
		return nil
	}
	if f := d.permitted(l, a); f != nil {
		return f
	}
	r := &runner{desk: d, l: l, step: s}
	if f := r.effect(); f != nil {
		return f
	}
	if l.Full() {
		return &Fault{Why: game.Say("fault.full"), full: true}
	}
	return nil
}

// effect checks what the step needs and enters what it brings.
func (r *runner) effect() *Fault {
	a := r.a()
	if name := r.desk.unknown(a); name != "" {
		return r.try(name)
	}
	switch a.Kind {
	case game.Goto:
		return r.goTo()
	case game.Mine:
		return r.mine()
	case game.Place:
		return r.place()
	case game.Craft, game.Brew, game.Smith:
		return r.craft()
	case game.Smelt:
		return r.smelt()
	case game.Attack:
		return r.attack()
	case game.Build:
		return r.build()
	case game.Collect, game.Withdraw:
		return r.bring()
	case game.Equip:
		return r.hold(1, 1)
	case game.Consume:
		return r.consume()
	case game.Drop, game.Deposit:
		return r.giveAway()
	case game.Use, game.Milk:
		return r.use()
	case game.Till, game.Plant, game.Harvest, game.Breed, game.Shear, game.Fish:
		return r.farm()
	case game.Enchant:
		return r.enchant()
	case game.Travel:
		return r.travel()
	case game.Defend:
		return r.guard()
	case game.Barter:
		return r.barter()
	case game.Trade:
		return r.trade()
	case game.Interact, game.Chat, game.Follow, game.Explore, game.Look, game.Wait, game.Sleep, game.OpenInventory:
		return r.other()
	}
	return wrong("unknown-kind", "kind", kindOf(a))
}

// permitted refuses kinds and fields that the body lacks, and what is denied or
// was given up.
func (d drafter) permitted(l *state, a *game.Action) *Fault {
	if d.Denied(a.Kind) {
		return wrong("denied", "kind", kindOf(a))
	}
	if !d.Request.Body.Can(a.Kind) {
		return wrong("not-able", "kind", kindOf(a))
	}
	if z, at := a.ZoneOf(d.Request.Zones, d.Request.State.Dimension); z != nil {
		return wrong("protected", "at", placeOf(at), "zone", z.Name, "radius", z.Radius, "middle", z.Middle().String())
	}
	if d.blind(a) {
		return wrong("blind", "at", placeOf(*a.At))
	}
	info, _ := game.Lookup(a.Kind)
	for _, f := range info.Fields {
		if a.Has(f.Name) && !d.Request.Body.CanField(a.Kind, f.Name) {
			return wrong("no-field", "field", f.Name, "kind", kindOf(a))
		}
	}
	return d.givenUp(l, a)
}

// givenUp refuses what failed before, as long as nothing has changed.
func (d drafter) givenUp(l *state, a *game.Action) *Fault {
	for _, e := range d.Request.Exclude {
		about := e.Kind == a.Kind && (e.Subject == "" || game.Name(e.Subject) == a.Subject())
		if about && e.Covers(a) && !d.outgrown(&e, l, a) {
			return wrong("given-up", "why", cmp.Or(e.Reason, string(e.Code)))
		}
	}
	return nil
}

// kindOf is what an action does, within a sentence.
func kindOf(a *game.Action) game.Message {
	return game.Say("lower", "text", game.Say("verb."+string(a.Kind)))
}

// placeOf is a place by its numbers alone.
func placeOf(p game.Pos) string { return fmt.Sprintf("%d %d %d", p.X, p.Y, p.Z) }

// assume enters what a faulty step would have brought.
func (d drafter) assume(l *state, s *game.Step) {
	switch s.Action.Kind {
	case game.Craft, game.Brew, game.Smith:
		l.Bring(s.Action.Recipe, s.Action.Count())
	case game.Place:
		if d.Version.IsStation(s.Action.Block) {
			l.setUp(s.Action.Block)
		}
	case game.Smelt:
		if sm, ok := l.v.SmeltingOf(s.Action.Item); ok {
			l.Bring(sm.Output, s.Action.Count())
		}
	case game.Mine:
		if b, ok := l.v.Block(s.Action.Target); ok {
			for _, g := range b.Yields(false) {
				l.Bring(g.Item, g.Sure*s.Action.Count())
			}
		}
	default:
	}
}

// Given is a ready list of actions as a plan, checked and unchanged; what an edited
// plan lacks is put in. The error is a *game.FaultsError, or ctx's.
func Given(ctx context.Context, b *book.Book) (game.Plan, error) {
	var goal game.Goal
	steps := game.Steps(b.Request.Actions)
	c := Check(b, steps)
	if len(c.Faults) > 0 && b.Request.Edited {
		var err error
		if c, err = Complete(ctx, b, steps); err != nil {
			return game.Plan{}, err
		}
	}
	if len(c.Faults) > 0 {
		return game.Plan{}, c.Refused()
	}
	back := b.Request.Settings.PutsBack != ""
	for i := range c.Steps {
		if back { // what counts is how the world looks then, which a survey shows
			c.Steps[i].Expect.Gains, c.Steps[i].Expect.Uses = nil, nil
		}
	}
	for _, a := range b.Request.Actions {
		info, _ := game.Lookup(a.Kind)
		if info.Local {
			continue
		}
		done := game.Check{Kind: game.CheckDone, Action: a.Kind, Target: a.Subject(), Count: a.Count(), Seconds: a.Seconds}
		if info.Speaks { // this line, and no other
			done = game.Check{Kind: game.CheckSaid, Text: a.Message}
		}
		if a.Digs() {
			done.Text = "dug free"
		}
		clause := game.ClauseOf(string(a.Kind), a.Describe(), done)
		clause.Say = a.Say()
		if back {
			clause.Proofs[0].Grade = game.Told
		}
		goal.Clauses = append(goal.Clauses, clause)
	}
	return game.Plan{
		Goal:      goal,
		Mode:      game.LowLevel,
		Source:    game.FromUser,
		PlannedBy: "list given",
		Steps:     c.Steps,
		Notes:     drafter{b}.tried(c.Steps),
		Outlook:   Outlook(b, c.Steps),
	}, nil
}

// Leftover is what is held at the end of a checked plan.
func (c Checked) Leftover() map[string]int { return c.end.Counts() }
