// SPDX-License-Identifier: MIT

package check

import (
	"context"
	"errors"
	"math"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/techtree"
)

const (
	// longWork is from how many seconds on food is thought of.
	longWork = 600
	// pointSeconds is how long a point of hunger or saturation lasts at work: that of
	// the embedded world's hungriest long runs (100 iron blocks), by its exhaustion of
	// sprinting, digging and healing (minecraft.wiki, Hunger).
	pointSeconds = 240
	// enough hunger is left when work ends: sprinting takes more than this.
	enough = 6
	// mostRations are got at once, and finding them may take this share of the work.
	mostRations, rationShare = 32, 5
)

// errNoRoomToEat is errTooMuch of a plan with its food: it may fit in halves, else it
// goes without.
var errNoRoomToEat = errors.New("no room for food")

// feedFirst gets what a body is to eat in the course of a long plan, and enters it into
// the symbolic state: nothing where it holds enough, or where food is far.
func (d drafter) feedFirst(ctx context.Context, l *state, plan way, wants []techtree.Want, group string) ([]game.Step, error) {
	if d.Closed || l.unfed || plan.seconds < longWork || len(wants) == 1 && d.Version.Eatable(wants[0].Items[0]) {
		return nil, nil
	}
	n := min(int(math.Ceil(d.hungerBy(l, plan.seconds)/filling)), mostRations)
	if n <= 0 {
		return nil, nil
	}
	food := d.filling(n)
	way, err := d.plan(ctx, l, []techtree.Want{food})
	if err != nil || way.seconds > max(rationSeconds, plan.seconds/rationShare) {
		return nil, ctx.Err()
	}
	steps, err := d.solveWants(ctx, l, []techtree.Want{food}, group)
	if err == nil {
		_, err = d.plan(ctx, l, wants)
	}
	if err != nil {
		return nil, errors.Join(errTooMuch, errNoRoomToEat)
	}
	explain(steps, func(*game.Action) game.Message { return game.Say("step.eat.long") })
	return steps, nil
}

// hungerBy is how many points of food a body lacks by the end of so many seconds.
func (d drafter) hungerBy(l *state, seconds float64) float64 {
	s := &d.Request.State
	if s.Hunger == nil || s.GameMode != "" && s.GameMode != "survival" {
		return 0
	}
	has := *s.Hunger - enough
	if s.Saturation != nil {
		has += *s.Saturation
	}
	for item, n := range l.Counts() {
		if it, ok := d.Version.Item(item); ok && d.Version.Eatable(item) {
			has += float64(n) * it.Food.Hunger
		}
	}
	return seconds/pointSeconds - has
}

// filling is so much of any food that fills well.
func (d drafter) filling(n int) techtree.Want {
	food := techtree.Want{Count: n}
	for _, it := range d.Version.Items() {
		if d.Version.Eatable(it.Name) && it.Food.Hunger >= filling {
			food.Items = append(food.Items, it.Name)
		}
	}
	return food
}
