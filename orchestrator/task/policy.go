package task

import (
	"reflect"

	"github.com/minehand/minehand/game"
)

// repeatable reports whether a call that failed so is repeated once: timeout,
// interrupted, internal, no code, and a success that the state contradicted
// (for which no body gives a code). What may have happened unseen is not.
func repeatable(kind game.Kind, out game.Outcome, v game.Verdict) bool {
	info, _ := game.Lookup(kind)
	if out.End == game.EndUnsent || out.End == game.EndGone || out.End == game.EndCaller {
		return false
	}
	if v == game.Contradicted {
		return !info.Once
	}
	return out.Failure != nil && game.LookupCode(out.Failure.Code).Repeats && (!info.Once || out.End == game.EndReported)
}

// inDoubt reports whether an action that cannot be verified or undone may have
// happened although no report came: it is never sent again and counts as
// claimed.
func inDoubt(kind game.Kind, end game.End) bool {
	info, _ := game.Lookup(kind)
	return info.Once && unseen(end)
}

// exclusionOf is what a failure forbids in later rounds; ok is false when it
// forbids nothing.
func exclusionOf(a *game.Action, f *game.Failure) (game.Exclusion, bool) {
	if f == nil {
		return game.Exclusion{}, false
	}
	x := game.Exclusion{Kind: a.Kind, Code: f.Code, Reason: f.Message}
	switch game.LookupCode(f.Code).Excludes {
	case game.ExcludesSubject:
		x.Subject, x.At = a.Subject(), a.At
	case game.ExcludesKind:
	case game.ExcludesNothing:
		return game.Exclusion{}, false
	}
	return x, true
}

// addExclusion adds x unless the same is already there.
func addExclusion(list []game.Exclusion, x game.Exclusion) []game.Exclusion {
	for _, have := range list {
		if have.Kind == x.Kind && have.Subject == x.Subject && samePlace(have.At, x.At) {
			return list
		}
	}
	return append(list, x)
}

// sameCall reports whether two actions ask for the same thing.
func sameCall(a, b game.Action) bool {
	a.ID, b.ID = "", ""
	a.Quantity, b.Quantity = a.Count(), b.Count()
	return reflect.DeepEqual(a, b)
}

// forbidsRepeat reports whether the last attempt forbids the same call now:
// never twice in a row, unless the failure was not the action's own.
func forbidsRepeat(last *game.Attempt, next game.Action) bool {
	if last == nil || last.Verdict != game.Failed && last.Verdict != game.Contradicted {
		return false
	}
	switch last.Outcome.End {
	case game.EndUnsent, game.EndCaller, game.EndGone:
		return false
	case game.EndReported, game.EndDeadline, game.EndObserved:
	}
	if f := last.Outcome.Failure; f != nil && game.LookupCode(f.Code).Passing {
		return false
	}
	return sameCall(last.Step.Action, next)
}

// owesRepeat reports whether the last attempt is one that is repeated once and
// has not been: a pause or a restart came in between.
func owesRepeat(history []game.Attempt) bool {
	n := len(history)
	last := &history[n-1]
	if !repeatable(last.Step.Action.Kind, last.Outcome, last.Verdict) {
		return false
	}
	return n == 1 || succeeded(history[n-2].Verdict) || !sameCall(history[n-2].Step.Action, last.Step.Action)
}

// missingNeed names what a step needs and the state lacks; empty when nothing.
func missingNeed(needs []game.Need, s *game.State) string {
	for _, n := range needs {
		if sumOf(n.Items, s) < max(n.Count, 1) {
			return needWords(n)
		}
	}
	return ""
}

// saidBefore reports whether an earlier round already did this step for good:
// a chat line, or an action whose report was lost and which must not happen
// twice. Each earlier action covers one step.
func saidBefore(step *game.Step, round int, history []game.Attempt, upTo []game.Step) bool {
	act := step.Action
	info, _ := game.Lookup(act.Kind)
	if !info.Once {
		return false
	}
	done := 0
	for i := range history {
		a := &history[i]
		if a.Round >= round || a.Outcome.End == game.EndUnsent || !sameCall(a.Step.Action, act) || !succeeded(a.Verdict) {
			continue
		}
		if act.Kind == game.Chat || inDoubt(act.Kind, a.Outcome.End) {
			done++
		}
	}
	for i := range upTo {
		if sameCall(upTo[i].Action, act) {
			done--
		}
	}
	return done > 0
}
