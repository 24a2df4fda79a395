// SPDX-License-Identifier: MIT

package game

import "slices"

// EditedPlan is a plan after a person's edit of it was checked: with the steps that the
// check left, or as it was when err says why the edit cannot work. Edited tells which.
// What completing put in keeps its source; the rest is the person's. The goal of a
// ready list is the edited one.
func EditedPlan(before, checked *Plan, listed bool, err error) Plan {
	plan := *before
	if plan.Unchanged = err != nil; err != nil {
		plan.Edit = Say("edited.same", "why", AsSentence(SayError(err)))
		plan.Notes = []Message{plan.Edit}
		return plan
	}
	if listed {
		plan.Goal = checked.Goal
	}
	plan.Source = FromUser
	plan.Steps = slices.Clone(checked.Steps)
	var back, added Message
	for i := range plan.Steps {
		s := &plan.Steps[i]
		if s.Source != FromCompleting {
			s.Source = FromUser
			continue
		}
		same := func(old Step) bool {
			return old.Action.Kind == s.Action.Kind && old.Action.Subject() == s.Action.Subject()
		}
		list := &added
		if slices.ContainsFunc(before.Steps, same) {
			list = &back
		}
		one := s.Action.Within()
		if what := s.Because.Values["what"]; what != nil {
			one = Say("edited.step", "step", one, "why", Say("step.needed", "what", what))
		}
		if list.Code != "" {
			one = Say("edited.and", "first", *list, "next", one)
		}
		*list = one
	}
	if back.Code != "" {
		back = Say("edited.back", "steps", back)
	}
	if added.Code != "" {
		added = Say("edited.in", "steps", added)
	}
	plan.Edit = Then(back, added).Or(Say("edited.done", "n", len(plan.Steps)))
	plan.Notes = append(slices.Clip(checked.Notes), plan.Edit)
	return plan
}
