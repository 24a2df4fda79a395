// SPDX-License-Identifier: MIT

package share

import (
	"maps"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
)

// Plan makes a plan of one body, who has what all of them have together, the plan of all:
// what is to be held in the end, and what a building is made of, is brought together by each
// for a part, and each builds some of its cells. It is a *game.ImpossibleError for what only
// one body can do.
func Plan(one game.Plan, s *game.State, base game.Baseline, bodies int) (game.Plan, error) {
	all := one
	all.Steps, all.Outlook = nil, nil // what one alone takes is not what all of them do
	for i := range one.Goal.Clauses {
		c := &one.Goal.Clauses[i]
		for k := range c.Proofs {
			p := &c.Proofs[k]
			if p.Kind == game.CheckBuilt {
				continue
			}
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
	if err := raise(&all, &one, s, bodies); err != nil {
		return game.Plan{}, err
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

// raise adds what the buildings of a plan are made of, and their cells. What is only dug one
// does alone, as it is dug from where the last cell was.
func raise(all, one *game.Plan, s *game.State, bodies int) error {
	builds := buildsOf(one.Steps)
	lacks := map[string]int{}
	for _, b := range builds {
		for _, need := range b.Needs {
			lacks[need.Items[0]] += need.Count
		}
	}
	for _, item := range slices.Sorted(maps.Keys(lacks)) {
		check := game.Check{Kind: game.CheckHave, Items: []string{item}, Count: lacks[item]}
		if step := collect(&check, one, s, game.Baseline{}); step != nil {
			step.Because = game.Say("step.shared", "n", bodies)
			all.Steps = append(all.Steps, *step)
		}
	}
	all.Steps = append(all.Steps, builds...)
	for i := range one.Goal.Clauses {
		c := &one.Goal.Clauses[i]
		isBuilt := slices.ContainsFunc(c.Proofs, func(p game.Proof) bool { return p.Kind == game.CheckBuilt })
		if isBuilt && !slices.ContainsFunc(builds, func(s game.Step) bool { return s.Group == c.Text && parts(&s) }) {
			return messages.Impossible(game.Say("impossible.shared", "goal", c.Text))
		}
	}
	return nil
}

// parts reports whether a building is parted among several: not what is only dug, nor what is
// tilled, sown and poured.
func parts(s *game.Step) bool {
	return !s.Action.Digs() && !slices.ContainsFunc(s.Needs, func(n game.Need) bool {
		return !slices.ContainsFunc(s.Action.Edits, func(e game.Edit) bool { return slices.Contains(n.Items, e.Block) })
	})
}

// buildsOf are the steps that build, of those that go on with a building the last, with what
// all of them need.
func buildsOf(steps []game.Step) []game.Step {
	var out []game.Step
	for i := range steps {
		if steps[i].Action.Kind != game.Build {
			continue
		}
		step := steps[i]
		if n := len(out); n > 0 && out[n-1].Group == step.Group {
			step.Needs = slices.Concat(out[n-1].Needs, step.Needs)
			out = out[:n-1]
		}
		out = append(out, step)
	}
	return out
}
