// SPDX-License-Identifier: MIT

package game

import "slices"

// Repeatable reports whether a call that failed so is repeated once: timeout,
// interrupted, internal, no code, and a success that the state contradicted
// (for which no body gives a code), or a look, of what goes on where it was left. What
// may have happened unseen is not.
func Repeatable(kind Kind, out Outcome, v Verdict) bool {
	info, _ := Lookup(kind)
	if out.End == EndUnsent || out.End == EndGone || out.End == EndCaller {
		return false
	}
	if v == Contradicted {
		return !info.Once
	}
	if out.Failure == nil {
		return false
	}
	seen := info.Resumes && out.Result != nil && out.End == EndReported
	return seen || LookupCode(out.Failure.Code).Repeats && (!info.Once || out.End == EndReported)
}

// ForbidsRepeat reports whether the last attempt forbids the same call now:
// never twice in a row, unless the failure was not the action's own.
func ForbidsRepeat(last *Attempt, next Action) bool {
	if last == nil || last.Verdict != Failed && last.Verdict != Contradicted {
		return false
	}
	switch last.Outcome.End {
	case EndUnsent, EndCaller, EndGone:
		return false
	case EndReported, EndDeadline, EndObserved:
	}
	if f := last.Outcome.Failure; f != nil && (f.Code == CodeDied || LookupCode(f.Code).Passing) {
		return false
	}
	return last.Step.Action.Same(next)
}

// OwesRepeat reports whether the last attempt is one that is repeated once, or whose
// failure does not count, and has not been: a pause or a restart came in between.
func OwesRepeat(history []Attempt) bool {
	n := len(history)
	last := &history[n-1]
	if last.Again || !Repeatable(last.Step.Action.Kind, last.Outcome, last.Verdict) {
		return last.Again
	}
	return n == 1 || history[n-2].Verdict.Worked() || !history[n-2].Step.Action.Same(last.Step.Action)
}

// SaidBefore reports whether an earlier round already did this step for good:
// a chat line, or an action whose report was lost and which must not happen
// twice. Each earlier action covers one step.
func SaidBefore(step *Step, round int, history []Attempt, upTo []Step) bool {
	act := step.Action
	info, _ := Lookup(act.Kind)
	if !info.Once {
		return false
	}
	done := 0
	for i := range history {
		a := &history[i]
		if a.Round >= round || a.Outcome.End == EndUnsent || !a.Step.Action.Same(act) || !a.Verdict.Worked() {
			continue
		}
		if info.Speaks || act.InDoubt(a.Outcome.End) {
			done++
		}
	}
	for i := range upTo {
		if upTo[i].Action.Same(act) {
			done--
		}
	}
	return done > 0
}

// Twice is the first action of a history that the goal would have done twice if it began
// anew: what is done once and may have happened, and what uses things up for a clause by
// being done. Nil for none.
func (g *Goal) Twice(history []Attempt) *Attempt {
	for i := range history {
		a := &history[i]
		info, _ := Lookup(a.Step.Action.Kind)
		if !a.Verdict.Worked() && !a.Outcome.End.Unseen() {
			continue
		}
		if info.Once || info.UsesUp && g.counted(a, i+1) {
			return a
		}
	}
	return nil
}

// Counts reports whether a clause counts the step itself, or is about the place that it
// goes to: what is to be held is looked for at the end.
func (g *Goal) Counts(s *Step) bool {
	return g.counted(&Attempt{Step: *s}, 1) || slices.ContainsFunc(g.Clauses, func(c Clause) bool {
		return slices.ContainsFunc(c.Proofs, func(p Proof) bool {
			return p.Kind == CheckAt && s.Expect.At != nil && SamePlace(p.At, s.Expect.At)
		})
	})
}

// counted reports whether a clause counts the action itself: not what is held by it.
func (g *Goal) counted(a *Attempt, seq int) bool {
	happened := *a
	happened.Verdict = Confirmed
	k, _ := CreditOf(&happened, seq)
	return slices.ContainsFunc(g.Clauses, func(c Clause) bool {
		return slices.ContainsFunc(c.Proofs, func(p Proof) bool {
			return p.Kind != CheckHave && p.Kind != CheckGain && p.Asked() && p.counts(&k) > 0
		})
	})
}

// SkippedLast is the attempt that was skipped last for a reason; nil for none.
func SkippedLast(history []Attempt, reason string) *Attempt {
	for i := len(history) - 1; i >= 0; i-- {
		if h := &history[i]; h.Verdict == Skipped && h.Reason == reason {
			return h
		}
	}
	return nil
}

// Sought reports whether the last thing that a round did was to look for something,
// and to find nothing.
func Sought(history []Attempt, round int) bool {
	n := len(history)
	return n > 0 && history[n-1].Round == round && history[n-1].Step.Seeks != "" && !history[n-1].Verdict.Worked()
}
