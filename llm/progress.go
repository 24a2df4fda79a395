// SPDX-License-Identifier: MIT

package llm

import (
	"cmp"
	"strconv"
	"strings"
	"time"
)

// Phase is where a call stands before and while the reply arrives.
type Phase string

// The phases in their usual order; a retry starts over.
const (
	PhaseConnecting Phase = "connecting"
	PhaseLoading    Phase = "loading"
	PhaseWaiting    Phase = "waiting"
	PhaseReceiving  Phase = "receiving"
	PhaseRetrying   Phase = "retrying"
	// PhaseQueued: other calls have all the provider's slots.
	PhaseQueued Phase = "queued"
	// PhaseNext: another provider, Model, is asked; Note says why.
	PhaseNext Phase = "next"
)

// Progress is a snapshot for a person who waits.
type Progress struct {
	Phase   Phase
	Model   string
	Elapsed time.Duration // the time since the phase began
	Tokens  int           // counts the pieces received so far, an estimate of tokens
	Attempt int           // 1 for the first request of a call
	Note    string        // the reason for a PhaseNext
	Cost    string        // what the answer is expected to cost; empty where it costs nothing
}

// told are the phases as lines for a status bar; {s} are the seconds, {model} stands for
// "the model NAME", {tokens}, {name} and {note} for fields.
var told = map[Phase]string{
	PhaseConnecting: "connecting to the model server, {s} s",
	PhaseLoading:    "loading {model}, {s} s",
	PhaseWaiting:    "waiting for the first word of {model}, {s} s",
	PhaseReceiving:  "receiving, {tokens} tokens",
	PhaseRetrying:   "trying again, {s} s",
	PhaseQueued:     "waiting until {name} is free, {s} s",
	PhaseNext:       "asking {name}, because: {note}",
}

// String is a line for a status bar: "loading the model hermes, 14 s".
func (p Progress) String() string {
	line := cmp.Or(told[p.Phase], string(p.Phase))
	if p.Cost != "" {
		line += ", expected to cost " + p.Cost
	}
	return strings.NewReplacer("{s}", strconv.Itoa(int(p.Elapsed/time.Second)), "{tokens}", strconv.Itoa(p.Tokens),
		"{model}", strings.TrimSpace("the model "+p.Model), "{name}", p.Model, "{note}", p.Note).Replace(line)
}
