// SPDX-License-Identifier: MIT

package check

import (
	"context"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/techtree"
)

const (
	// weapon is what an unarmed body makes before it fights what fights back.
	weapon = "stone_sword"
	// weaponSeconds is how long making it may take.
	weaponSeconds = 60
	// longFight is how many hostile mobs are fought without food, rations how much
	// of it is got before more of them, and rationSeconds how long that may take.
	longFight     = 20
	rations       = 8
	rationSeconds = 300
	// filling is what one of the rations gives at least, in points of hunger.
	filling = 5
	// mostAtOnce is how many mobs one action of a plan fights: between two the
	// health is looked at, and whether there is enough.
	mostAtOnce = 10
)

// isWeapon says that something is held to fight with.
func (d drafter) isWeapon(item string) bool {
	it, ok := d.Version.Item(item)
	return ok && it.Weapon
}

// hostiles is how many mobs that fight back an action is to kill.
func (d drafter) hostiles(a *game.Action) int {
	if a.Kind == game.Defend {
		return guardFights
	}
	m, ok := d.Version.Mob(a.Target)
	if !ok || a.Kind != game.Attack || m.Category != "hostile" {
		return 0
	}
	return a.Count()
}

// explain gives the steps for what the solver was asked for the reasons why it was, as far as
// there are any.
func explain(steps []game.Step, why func(a *game.Action) game.Message) {
	for i := range steps {
		if s := &steps[i]; s.Because.Code == techtree.AskedFor.Code {
			s.Because = why(&s.Action).Or(s.Because)
		}
	}
}

// explainGear says of a weapon and of food that nobody asked for what they are for.
func explainGear(steps []game.Step) {
	explain(steps, func(a *game.Action) game.Message {
		if a.Recipe == weapon {
			return game.Say("step.fight")
		}
		return game.Say("step.eat")
	})
}

// armFirst makes what unarmed bodies lack before a plan that fights what fights
// back, and enters it into the symbolic state.
func (d drafter) armFirst(ctx context.Context, l *state, plan []techtree.Step, wants []techtree.Want, group string) ([]game.Step, error) {
	fights := 0
	for i := range plan {
		fights += d.hostiles(&plan[i].Action)
	}
	arms := d.arms(ctx, l, wants, fights)
	if len(arms) == 0 {
		return nil, nil
	}
	steps, err := d.solveWants(ctx, l, arms, group)
	explainGear(steps)
	return steps, err
}

// armsFor is what a part wants to fight with.
func (d drafter) armsFor(ctx context.Context, l *state, p *book.Subgoal, held []techtree.Want) []techtree.Want {
	fights := 0
	for i := range p.Steps {
		fights += d.hostiles(&p.Steps[i].Action)
	}
	return d.arms(ctx, l, held, fights)
}

// arms is a weapon to make before so many fights, and food before many; without
// what is held, will be by then, or takes too long.
func (d drafter) arms(ctx context.Context, l *state, held []techtree.Want, fights int) []techtree.Want {
	if fights == 0 || d.Closed {
		return nil
	}
	quick := func(w techtree.Want, most float64) bool {
		way, err := d.plan(ctx, l, []techtree.Want{w})
		return err == nil && way.seconds <= most
	}
	var arms []techtree.Want
	sword := techtree.Want{Items: []string{weapon}, Count: 1}
	if !d.holdsAny(l, held, d.isWeapon) && quick(sword, weaponSeconds) {
		arms = append(arms, sword)
	}
	if fights <= longFight || d.holdsAny(l, held, d.Version.Eatable) {
		return arms
	}
	if food := d.filling(rations); quick(food, rationSeconds) {
		arms = append(arms, food)
	}
	return arms
}

// holdsAny says that something of a sort is held or will be.
func (d drafter) holdsAny(l *state, held []techtree.Want, sort func(item string) bool) bool {
	for item := range l.Counts() {
		if sort(item) {
			return true
		}
	}
	return slices.ContainsFunc(held, func(w techtree.Want) bool { return sort(w.Items[0]) })
}

// splitFight divides a long fight. What somebody listed action by action stays
// as it is.
func splitFight(s game.Step) []game.Step {
	if s.Source == game.FromUser || s.Action.Count() <= mostAtOnce {
		return []game.Step{s}
	}
	var parts []game.Step
	for left := s.Action.Count(); left > 0; left -= mostAtOnce {
		part := s
		part.Action = s.Action.Clone()
		part.Action.Quantity = min(mostAtOnce, left)
		parts = append(parts, part)
	}
	return parts
}
