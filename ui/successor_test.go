// SPDX-License-Identifier: MIT

package ui

import (
	"slices"
	"testing"
	"time"

	"github.com/minehand/minehand/orchestrator"
)

// viewed are tasks of which only what bodies do is asked.
type viewed struct {
	allTasks
	list []orchestrator.View
}

type allTasks = Tasks

func (v viewed) Views() []orchestrator.View { return slices.Clone(v.list) }

// A mod that takes a new id at each start would fill the lists with dead ones.
func TestRule14DeadIDsLeaveTheListsAfterADay(t *testing.T) {
	at := func(hours int) orchestrator.Task {
		return orchestrator.Task{State: orchestrator.StateInterrupted, Since: time.Now().Add(-time.Duration(hours) * time.Hour)}
	}
	of := tasks{of: viewed{list: []orchestrator.View{
		{Body: "there", Connected: true}, {Body: "working for days", Connected: true, Queue: []orchestrator.Task{at(90)}},
		{Body: "left today", Parked: []orchestrator.Task{at(30), at(23)}}, {Body: "left yesterday", Parked: []orchestrator.Task{at(25)}},
		{Body: "ended today", Last: new(at(1))}, {Body: "never asked for anything"},
	}}}
	var got []string
	for _, v := range of.views() {
		got = append(got, v.Body)
	}
	if want := []string{"there", "working for days", "left today", "ended today"}; !slices.Equal(got, want) {
		t.Errorf("listed are %q, want %q", got, want)
	}
}
