// SPDX-License-Identifier: MIT

package llm

import (
	"fmt"
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
	Phase Phase
	Model string
	// Elapsed is the time since the phase began.
	Elapsed time.Duration
	// Tokens counts the pieces received so far, an estimate of tokens.
	Tokens int
	// Attempt is 1 for the first request of a call.
	Attempt int
	// Note is the reason for a PhaseNext.
	Note string
	// Cost is what the answer is expected to cost; empty where it costs nothing.
	Cost string
}

// String is a line for a status bar: "loading the model hermes, 14 s".
func (p Progress) String() string { return p.phase() + after(", expected to cost ", p.Cost) }

func (p Progress) phase() string {
	s := int(p.Elapsed / time.Second)
	switch p.Phase {
	case PhaseConnecting:
		return fmt.Sprintf("connecting to the model server, %d s", s)
	case PhaseLoading:
		return fmt.Sprintf("loading the model%s, %d s", after(" ", p.Model), s)
	case PhaseWaiting:
		return fmt.Sprintf("waiting for the first word%s, %d s", after(" of ", p.Model), s)
	case PhaseReceiving:
		return fmt.Sprintf("receiving, %d tokens", p.Tokens)
	case PhaseRetrying:
		return fmt.Sprintf("trying again, %d s", s)
	case PhaseQueued:
		return fmt.Sprintf("waiting until %s is free, %d s", p.Model, s)
	case PhaseNext:
		return fmt.Sprintf("asking %s, because: %s", p.Model, p.Note)
	}
	return string(p.Phase)
}

// after is the name behind a word; nothing when it is not known.
func after(word, name string) string {
	if name == "" {
		return ""
	}
	return word + name
}
