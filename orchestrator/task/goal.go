package task

import (
	"slices"
	"strconv"

	"github.com/minehand/minehand/game"
)

// standings are how far the clauses of the task's goal are met by a state and the
// actions so far, and how far all of it is.
func (r *Run) standings(now *game.State) ([]game.Standing, game.Standing) {
	credits := game.CreditsOf(r.baseline(), r.Task.Latched, r.History)
	return r.Task.Reading.Progress(now, &credits)
}

// standing is how far the task's goal is met by a state and the actions so far.
func (r *Run) standing(now *game.State) game.Standing {
	_, all := r.standings(now)
	return all
}

// latch keeps that a place was reached which the goal asks for.
func (t *turn) latch() {
	r := t.run()
	if t.in.Body == nil || t.in.Body.Snap.Seq == 0 || r.Task.Baseline == nil || !r.Task.Reading.Goes() {
		return
	}
	credits := game.CreditsOf(r.baseline(), r.Task.Latched, r.History)
	if there := r.Task.Reading.Latch(t.state(), &credits); len(there) > 0 {
		t.put(func(row *Task) { row.Latched = append(slices.Clip(row.Latched), there...) })
	}
}

// provable reports whether states and actions can show the whole goal to be met:
// it has clauses, each with a proof. Another is met when all of its plan was
// carried out, as far as anyone knows.
func (r *Run) provable() bool {
	clauses := r.Task.Reading.Clauses
	return len(clauses) > 0 && !slices.ContainsFunc(clauses, func(c game.Clause) bool { return len(c.Proofs) == 0 })
}

// met reports whether the goal is known to be met by a state.
func (r *Run) met(now *game.State) bool { return r.provable() && len(r.standing(now).Open) == 0 }

// unmet are the conditions of the task's goal that do not hold, as words.
func (r *Run) unmet(now *game.State) []string {
	var open []string
	for _, s := range r.standing(now).Open {
		open = append(open, s.String())
	}
	return open
}

// skipped is the action that a person skipped last; nil when none was, or it was
// done since.
func (r *Run) skipped() *game.Attempt {
	for i := len(r.History) - 1; i >= 0; i-- {
		h := &r.History[i]
		if h.Verdict == game.Skipped && h.Reason == skippedWords {
			return h
		}
	}
	return nil
}

// verdict is how a task ends that was carried out: complete when every clause is
// proven, else unverified; and in a sentence.
func (r *Run) verdict(now *game.State) (State, string) {
	goal := &r.Task.Reading
	each, all := r.standings(now)
	if all.Grade != game.Unshown && r.provable() {
		return Complete, "Done: " + listWords(metWords(goal, each)) + "."
	}
	var unknown []string
	for i := range goal.Clauses {
		if c := &goal.Clauses[i]; len(c.Proofs) == 0 || each[i].Grade == game.Unshown {
			unknown = append(unknown, doneWords(c))
		}
	}
	if unknown == nil {
		unknown = []string{strconv.Quote(r.Task.Title()) + " was done"}
	}
	return Unverified, "Carried out, but nobody could check that " + listWords(unknown) + "."
}

// doneWords is a clause as something that was done.
func doneWords(c *game.Clause) string {
	if len(c.Proofs) == 1 && c.Proofs[0].Kind == game.CheckSaid {
		return strconv.Quote(c.Proofs[0].Text) + " was said"
	}
	words := c.Text
	if words == "" {
		words = c.Describe()
	}
	return strconv.Quote(words) + " was done"
}

// baseline is what the task started from.
func (r *Run) baseline() game.Baseline {
	if r.Task.Baseline == nil {
		return game.Baseline{}
	}
	return *r.Task.Baseline
}

// metWords are the conditions of a goal as words, each clause with how far it is.
// The same done several times is said once: "3 dirt dropped".
func metWords(goal *game.Goal, each []game.Standing) []string {
	type part struct {
		game.Check
		before bool
	}
	var sum []part
	add := func(c game.Check, before bool) {
		i := slices.IndexFunc(sum, func(s part) bool {
			return c.Kind == game.CheckDone && s.Kind == c.Kind && s.Action == c.Action && s.Target == c.Target
		})
		if i < 0 {
			sum = append(sum, part{c, before})
			return
		}
		sum[i].Count = max(sum[i].Count, 1) + max(c.Count, 1)
	}
	for i := range goal.Clauses {
		for k := range goal.Clauses[i].Proofs {
			add(goal.Clauses[i].Proofs[k].Check, each[i].Before)
		}
	}
	for _, c := range goal.Conditions {
		add(c, false)
	}
	words := make([]string, len(sum))
	for i := range sum {
		if words[i] = sum[i].Describe(); sum[i].before {
			words[i] += " (as before anything began)"
		}
	}
	return words
}

// succeeded: the action counts as evidence.
func succeeded(v game.Verdict) bool { return v == game.Confirmed || v == game.Claimed }

func samePlace(a, b *game.Pos) bool {
	return a == nil && b == nil || a != nil && b != nil && a.X == b.X && a.Y == b.Y && a.Z == b.Z
}

// sumOf is how many of the items a state holds.
func sumOf(items []string, s *game.State) int {
	n := 0
	for _, item := range items {
		n += s.Count(item)
	}
	return n
}
