// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"io"
	"slices"

	"github.com/minehand/minehand/ui/view"
)

// jsonView writes one JSON object a line: the events, then the summary.
type jsonView struct{ enc *json.Encoder }

func newJSONView(out io.Writer) *jsonView { return &jsonView{json.NewEncoder(newPrintable(out, true))} }

// jsonEvent is an event with the member by which lines are told apart.
type jsonEvent struct {
	Type view.EventKind `json:"type"`
	view.Event
}

// printed are the kinds of event that are steps of a goal: others change several times
// a second, or are about something else.
var printed = []view.EventKind{view.EventTask, view.EventClause, view.EventRound, view.EventAction, view.EventProgress, view.EventBody,
	view.EventChat, view.EventNotice, view.EventTerminal, view.EventChanges}

func (v *jsonView) event(e view.Event) {
	if slices.Contains(printed, e.Kind) {
		v.write(jsonEvent{e.Kind, e})
	}
}

func (v *jsonView) note(text string) {
	v.write(struct {
		Type    string `json:"type"`
		Message string `json:"message"`
	}{"note", text})
}

func (v *jsonView) end(s summary) { v.write(s) }

func (v *jsonView) write(value any) {
	_ = v.enc.Encode(value) // the output remembers its fault
}
