// SPDX-License-Identifier: MIT

package game

import (
	"slices"
	"strings"
)

// EditedPlan is a plan after a person's edit of it was checked: with the steps that the
// check left, or as it was when err says why the edit cannot work. Edited tells which.
// What completing put in keeps its source; the rest is the person's. The goal of a
// ready list is the edited one.
func EditedPlan(before, checked *Plan, listed bool, err error) Plan {
	plan := *before
	if plan.Unchanged = err != nil; err != nil {
		plan.Edited = "The plan stayed as it was. " + FullSentence(err.Error())
		plan.Notices = []string{plan.Edited}
		return plan
	}
	if listed {
		plan.Goal = checked.Goal
	}
	plan.Source = FromUser
	plan.Steps = slices.Clone(checked.Steps)
	var back, added []string
	for i := range plan.Steps {
		s := &plan.Steps[i]
		if s.Source != FromCompleting {
			s.Source = FromUser
			continue
		}
		words := s.Action.Describe()
		if words = strings.ToLower(words[:1]) + words[1:]; s.Why != "" {
			why, _, _ := strings.Cut(s.Why, ":")
			words += ", " + why
		}
		same := func(old Step) bool {
			return old.Action.Kind == s.Action.Kind && old.Action.Subject() == s.Action.Subject()
		}
		if slices.ContainsFunc(before.Steps, same) {
			back = append(back, words)
		} else {
			added = append(added, words)
		}
	}
	said := make([]string, 0, 2)
	if len(back) > 0 {
		said = append(said, "Put back: "+strings.Join(back, "; ")+".")
	}
	if len(added) > 0 {
		said = append(said, "Put in: "+strings.Join(added, "; ")+".")
	}
	if plan.Edited = strings.Join(said, " "); plan.Edited == "" {
		plan.Edited = "Changed as you asked: " + Numbered(len(plan.Steps), "step") + " now."
	}
	plan.Notices = append(slices.Clip(checked.Notices), plan.Edited)
	return plan
}
