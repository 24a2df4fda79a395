// SPDX-License-Identifier: MIT

package game

import (
	"slices"
	"time"
)

// Result is what a body reports of an action that it says succeeded. A version
// 1 body sends nothing but Success.
type Result struct {
	Success bool `json:"success"`
	// Delta is what the action itself changed in the inventory: item -> +-n. Nil
	// when the body did not say.
	Delta map[string]int `json:"delta,omitempty"`
	// State is the body's state right after the action; nil when not sent.
	State    *State `json:"state,omitempty"`
	Position *Vec3  `json:"position,omitempty"`
	// Broken, Killed, Placed, Total and Searched count blocks and mobs; nil when
	// not sent.
	Broken   *int `json:"broken,omitempty"`
	Killed   *int `json:"killed,omitempty"`
	Placed   *int `json:"placed,omitempty"`
	Total    *int `json:"total,omitempty"`
	Searched *int `json:"searched,omitempty"`
	// Lacks are the edits of a build, from 0, that a look found not to stand. No body sends
	// it; where it is set it says which ones Placed counts.
	Lacks []int `json:"lacks,omitempty"`
	// Looked: a look found all edits of a build to stand. No body sends it.
	Looked bool `json:"looked,omitempty"`
	// Contents is what a container holds after deposit, withdraw or an interact that opened
	// it; nil when it was not told.
	Contents []Stack `json:"contents,omitzero"`
	// Stands is the block state that interact left, such as oak_door[open=false]; Already:
	// it stood as it was to, and was not used.
	Stands  string `json:"stands,omitempty"`
	Already bool   `json:"already,omitempty"`
	// Message is the body's own words.
	Message string `json:"message,omitempty"`
}

// End says what ended an action: exactly one of these.
type End string

// The ends of an action.
const (
	// EndReported: the body sent a terminal message.
	EndReported End = "reported"
	// EndDeadline: no terminal message came in time.
	EndDeadline End = "deadline"
	// EndGone: the session was gone for longer than its grace.
	EndGone End = "gone"
	// EndCaller: the caller gave up (stop, skip, shutdown).
	EndCaller End = "caller"
	// EndObserved: a body lost the report in an outage, and the expected
	// change showed in its state.
	EndObserved End = "observed"
	// EndUnsent: the action never went out.
	EndUnsent End = "unsent"
)

// Unseen reports whether nobody knows after it if the body acted.
func (e End) Unseen() bool { return e == EndDeadline || e == EndGone || e == EndCaller }

// Untold says of what ended so why nobody knows how it went.
func (e End) Untold() string {
	if e == EndCaller {
		return "broken off; part of it may have been done"
	}
	return "sent; no report came"
}

// Outcome is how an action ended. Failure is nil exactly when the body reported
// success (or the change was observed).
type Outcome struct {
	End     End      `json:"end"`
	Result  *Result  `json:"result,omitempty"`
	Failure *Failure `json:"failure,omitempty"`
	// Before is the body's state when the action was sent, After the last known
	// when it ended; nil when the body had sent none.
	Before  *State    `json:"before,omitempty"`
	After   *State    `json:"after,omitempty"`
	Started time.Time `json:"started"`
	Ended   time.Time `json:"ended"`
	// Passed is the game's time that passed meanwhile, by the times of day of the
	// states; 0 when they tell none.
	Passed time.Duration `json:"passed,omitzero"`
}

// Reported is the outcome without what its result says: what reports show of it.
func (o Outcome) Reported() Outcome {
	if o.Result != nil && o.After == o.Result.State {
		o.After = nil
	}
	o.Result = nil
	return o
}

// Newest is the last state that came with the outcome, nil for none.
func (o *Outcome) Newest() *State {
	switch {
	case o.Result != nil && o.Result.State != nil:
		return o.Result.State
	case o.After != nil:
		return o.After
	}
	return o.Before
}

// Stand are those of a build's edits that stand by the result, in their order: all but what
// a look found to be missing, else as many as the body says, from the first. known is false
// where it says nothing of them; r may be nil.
func (r *Result) Stand(edits []Edit) (stand []Edit, known bool) {
	switch {
	case r == nil || r.Lacks == nil && r.Placed == nil:
		return nil, false
	case r.Lacks == nil:
		return edits[:max(min(*r.Placed, len(edits)), 0)], true
	}
	for i := range edits {
		if !slices.Contains(r.Lacks, i) {
			stand = append(stand, edits[i])
		}
	}
	return stand, true
}

// Verdict is what comparing an outcome with its Expect showed.
type Verdict string

// The verdicts.
const (
	// Confirmed: the game's state shows the expected change.
	Confirmed Verdict = "confirmed"
	// Contradicted: the body said success and the state says otherwise.
	Contradicted Verdict = "contradicted"
	// Claimed: nothing to compare with; shown as the body's word.
	Claimed Verdict = "claimed"
	// Failed: the action failed by its own report, deadline or outage.
	Failed Verdict = "failed"
	// Skipped: not run, because a person skipped it or what it needs is gone.
	Skipped Verdict = "skipped"
)

// Worked reports whether the action counts as done, as far as anyone knows.
func (v Verdict) Worked() bool { return v == Confirmed || v == Claimed }

// InDoubt reports whether the action, which cannot be verified or undone, may have
// happened although no report came: it is never sent again and counts as claimed.
func (a *Action) InDoubt(end End) bool {
	info, _ := Lookup(a.Kind)
	return info.Once && end.Unseen()
}

// MayHaveHappened reports whether the step may have been carried out although no
// report came, and must not be twice: it counts as claimed until something shows
// otherwise. What uses something up is such, but its going shows.
func (s *Step) MayHaveHappened(end End) bool {
	return s.Action.InDoubt(end) || s.Expect.spends() && end.Unseen()
}
