// SPDX-License-Identifier: MIT

package game

import (
	"cmp"
	"fmt"
	"strings"
)

// Code says why an action failed. An empty code means that the body gave none
// (v1 bodies never do).
type Code string

// The general codes, which any action may have.
const (
	CodeTimeout        Code = "timeout"
	CodeInterrupted    Code = "interrupted"
	CodeInvalid        Code = "invalid"
	CodeNoWorld        Code = "no_world"
	CodeScreenOpen     Code = "screen_open"
	CodeDied           Code = "died"
	CodeDenied         Code = "denied"
	CodeUnsupported    Code = "unsupported"
	CodeConnectionLost Code = "connection_lost"
	CodeInternal       Code = "internal"
	// CodeBusy refuses an action while another runs.
	CodeBusy Code = "busy"
)

// The codes of single kinds; the catalogue says whose.
const (
	CodeNoPath         Code = "no_path"
	CodeUnreachable    Code = "unreachable"
	CodeNotFound       Code = "not_found"
	CodeWrongDimension Code = "wrong_dimension"
	CodeMissingTool    Code = "missing_tool"
	CodeMissingItem    Code = "missing_item"
	CodeInventoryFull  Code = "inventory_full"
	CodeProtected      Code = "protected"
	CodeNoSupport      Code = "no_support"
	CodeNoStation      Code = "no_station"
	CodeNoFuel         Code = "no_fuel"
	CodeUnknownRecipe  Code = "unknown_recipe"
	CodeNotHungry      Code = "not_hungry"
	CodeNoBed          Code = "no_bed"
	CodeMissingLevels  Code = "missing_levels"
	CodeNotNight       Code = "not_night"
	CodeMonstersNear   Code = "monsters_near"
)

// CodeContradicted is Minehand's own: the body said success and the game's
// state said otherwise.
const CodeContradicted Code = "contradicted"

// CodeUnresponsive is Minehand's own: the body did not come to rest in time
// after a stop or a deadline.
const CodeUnresponsive Code = "unresponsive"

// GeneralCodes are the codes that any action may fail with.
func GeneralCodes() []Code {
	return []Code{
		CodeTimeout, CodeInterrupted, CodeInvalid, CodeNoWorld, CodeScreenOpen, CodeDied,
		CodeDenied, CodeUnsupported, CodeConnectionLost, CodeInternal, CodeBusy,
	}
}

// Failure is why an action did not succeed.
type Failure struct {
	Code    Code   `json:"code,omitempty"`
	Message string `json:"message"`
	// Retryable is the body's own opinion; nil when it gave none.
	Retryable *bool `json:"retryable,omitempty"`
}

// Words are why something failed as a player reads it, without a full stop. A nil
// failure has some too.
func (f *Failure) Words() string {
	if f == nil {
		return "no reason was given"
	}
	said := strings.TrimRight(strings.TrimSpace(f.Message), ".")
	return cmp.Or(said, LookupCode(f.Code).Words, Display(string(f.Code)), noReason)
}

// Say is the failure as a message: in English in the body's own words, in other languages
// by its code.
func (f *Failure) Say() Message {
	if f == nil || LookupCode(f.Code).Words == "" {
		return TextOf(f.Words())
	}
	return Say("failure."+string(f.Code), "text", f.Words())
}

// Absent reports whether something was not found. A body of version 1 has only
// words for that: "no stone within 64 blocks".
func (f *Failure) Absent() bool {
	if f.Code != "" {
		return LookupCode(f.Code).Absent
	}
	words := strings.ToLower(f.Message)
	return strings.Contains(words, "within") || strings.Contains(words, "not found") || strings.Contains(words, "no crafting table")
}

// Error makes a Failure usable as an error: the message, with the code when
// there is one.
func (f *Failure) Error() string {
	if f.Message == "" || f.Code == "" {
		return cmp.Or(f.Message, string(f.Code), noReason)
	}
	return fmt.Sprintf("%s (%s)", f.Message, f.Code)
}

const noReason = "the body gave no reason"

// LastFailure is the attempt that a task's end names, by what a state shows now, which
// may be nil: the first that is contradicted still, else the last that failed.
func LastFailure(history []Attempt, now *State) (last *Attempt) {
	for i := range history {
		h := &history[i]
		switch {
		case h.Again:
		case h.Verdict == Contradicted && h.lacksStill(now).Code != "":
			return h
		case h.Verdict == Contradicted, h.Verdict == Failed:
			last = h
		}
	}
	return last
}

// lacksStill says what a contradicted action should have changed and has not by now;
// empty when that shows.
func (a *Attempt) lacksStill(now *State) (lacks Message) {
	switch short, known := a.Step.Expect.Lacks(a.Mark.State(), now); {
	case known && short == nil:
		return lacks
	case known:
		return short.Say()
	case a.Reason == "":
		return lacks
	}
	return TextOf(strings.TrimRight(a.Reason, "."))
}

// CouldNot is the sentence for a task that failed at the action, by what a state shows now,
// which may be nil: "Could not mine 1 diamond ore: none was found."
func (a *Attempt) CouldNot(now *State) Message {
	reason := TextOf(strings.TrimRight(a.Reason, "."))
	switch {
	case a.Verdict == Contradicted:
		if reason = a.lacksStill(now); reason.Code == "" {
			reason = Say("lack.late")
		}
		reason = Say("end.but", "why", reason)
	case a.Outcome.Failure != nil && a.Outcome.Failure.Code == CodeNotFound && a.Step.Action.To != "":
		reason = Say("lack.player", "who", a.Step.Action.To)
	case a.Outcome.Failure != nil:
		reason = a.Outcome.Failure.Say()
	}
	return Say("end.could-not", "what", a.Step.Action.Within(), "why", reason)
}

// NoOtherWay says that the attempt failed, and why nothing is planned instead; where that is the
// same reason, what the goal lacks.
func (a *Attempt) NoOtherWay(now *State, err error, lacks Message) Message {
	why := err.Error()
	if f := a.Outcome.Failure; f != nil && strings.Contains(why, f.Words()) { // it was said just now
		return Then(a.CouldNot(now), lacks)
	}
	return Then(a.CouldNot(now), Say("end.no-way", "why", AsSentence(SayError(err))))
}
