// SPDX-License-Identifier: MIT

package share

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
)

// Plan makes a plan of one body, who has what all of them have together, the plan of all:
// what is to be held in the end is brought together by each for a part. It is a
// *game.ImpossibleError for what only one body can do.
func Plan(one game.Plan, s *game.State, base game.Baseline, bodies int) (game.Plan, error) {
	all := one
	all.Steps, all.Outlook = nil, nil // what one alone takes is not what all of them do
	for i := range one.Goal.Clauses {
		c := &one.Goal.Clauses[i]
		for k := range c.Proofs {
			p := &c.Proofs[k]
			if p.Kind != game.CheckHave && p.Kind != game.CheckGain {
				return game.Plan{}, messages.Impossible(game.Say("impossible.shared", "goal", c.Text))
			}
			step := collect(&p.Check, &one, s, base)
			if step == nil {
				continue
			}
			step.Because = game.Say("step.shared", "n", bodies)
			all.Steps = append(all.Steps, *step)
		}
	}
	seconds := game.Lasts(one.Steps)
	for i := range all.Steps {
		all.Steps[i].Seconds = seconds / float64(len(all.Steps)) / float64(max(bodies, 1))
	}
	return all, nil
}

// collect is the step for what a check lacks, nil when that is nothing.
func collect(c *game.Check, one *game.Plan, s *game.State, base game.Baseline) *game.Step {
	lacks := c.Count
	for _, item := range c.Items {
		if lacks -= s.Count(item); c.Kind == game.CheckGain {
			lacks += base.Inventory[game.Name(item)]
		}
	}
	if lacks <= 0 || len(c.Items) == 0 {
		return nil
	}
	item := c.Items[0]
	for i := range one.Steps { // of several that will do, what one body would get
		for _, g := range one.Steps[i].Expect.Gains {
			if k := slices.IndexFunc(g.Items, func(gained string) bool { return slices.Contains(c.Items, gained) }); k >= 0 {
				item = g.Items[k]
			}
		}
	}
	return &game.Step{
		Action: game.Action{Kind: game.Collect, Item: item, Quantity: lacks}, Source: game.FromBuiltin,
		Expect: game.Expect{Gains: []game.Gain{{Items: c.Items, Min: lacks}}},
	}
}
