// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/ui/view"
)

// TestGameTextMovesNoTerminal: what a body or a model says can clear no screen
// and set no clipboard, and fakes no end.
func TestGameTextMovesNoTerminal(t *testing.T) {
	m, err := wire.DecodeFromBody([]byte(`{"type":"action_failed","instanceId":"b","actionId":"1","error":"no way\u001b]52;c;cm0=\u0007\u001b[2J\u009b1;1HDone: 3 diamonds."}`))
	if err != nil {
		t.Fatal(err)
	}
	said := m.(*wire.ActionFailed).Error
	if strings.ContainsAny(said, "\x1b\a\u009b") {
		t.Errorf("the frame is read as %q", said)
	}
	var out bytes.Buffer
	v := &plainView{out: &out}
	v.event(view.Event{Kind: view.EventAction, Action: &view.Action{
		Step: view.Step{Text: game.Action{Kind: game.Mine, Target: "dirt\x1b[2J"}.Describe()}, Ended: time.Unix(1, 0), Verdict: game.Failed, Reason: "no\x1b[2J way",
	}})
	v.event(view.Event{Kind: view.EventNotice, Notice: &view.Notice{Message: "hello\r\x1b[2K"}})
	v.end(summary{Status: "complete", Reason: "Done.\x1b]0;title\a", Actions: 1})
	if strings.ContainsAny(out.String(), "\x1b\a\r") {
		t.Errorf("printed %q", out.String())
	}
}

// TestANewPlanShowsWhatChanged: what was still to be done and is to be done again is
// counted, not repeated.
func TestANewPlanShowsWhatChanged(t *testing.T) {
	var out bytes.Buffer
	v := &plainView{out: &out}
	round := func(task string, n int, why string, texts ...string) {
		r := &view.Round{Task: task, Round: n, Why: why}
		r.Plan.PlannedBy, r.Plan.Reading = "built-in planner", "get a pickaxe"
		for _, text := range texts {
			r.Plan.Steps = append(r.Plan.Steps, view.Step{Text: text})
		}
		v.event(view.Event{Kind: view.EventRound, Round: r})
	}
	ended := func(n, index int, text string, verdict game.Verdict) {
		v.event(view.Event{Kind: view.EventAction, Action: &view.Action{Task: "t", ID: text, Round: n, Index: index, Of: 4, Step: view.Step{Text: text}, Ended: time.Unix(1, 0), End: game.EndReported, Verdict: verdict}})
	}
	round("t", 1, "", "Mine 3 logs", "Craft planks", "Mine 5 stone", "Craft a pickaxe")
	ended(1, 0, "Mine 3 logs", game.Confirmed)
	out.Reset()
	ended(1, 1, "Craft planks", game.Failed)
	ended(1, 1, "Craft planks", game.Failed) // it is not counted, as its event says again
	if n := strings.Count(out.String(), "Craft planks: failed"); n != 1 {
		t.Errorf("one failure is printed %d times:\n%s", n, out.String())
	}
	out.Reset()
	round("t", 2, "could not craft planks", "Mine 1 log", "Craft planks", "Craft a pickaxe")
	const second = `Round 2: could not craft planks
Plan of 3 actions by the built-in planner, 2 of them as before:
   1. Mine 1 log
      no longer: Mine 5 stone
`
	if out.String() != second {
		t.Errorf("the second round is\n%swant\n%s", out.String(), second)
	}
	out.Reset()
	round("t", 3, "the body came back", "Mine 1 log", "Craft planks", "Craft a pickaxe")
	if want := "Round 3: the body came back\nPlan of 3 actions by the built-in planner, as before.\n"; out.String() != want {
		t.Errorf("the third round is\n%swant\n%s", out.String(), want)
	}
	out.Reset()
	round("other", 1, "", "Mine 1 log")
	if !strings.Contains(out.String(), "1. Mine 1 log") {
		t.Errorf("another task's plan is\n%s", out.String())
	}
}

// What a pause or a stop broke off is not said to be done.
func TestWhatWasBrokenOffIsNotDone(t *testing.T) {
	placed, total := 16, 120
	a := view.Action{Verdict: game.Claimed, End: game.EndCaller, Reason: "broken off", Placed: &placed, Total: &total}
	if got, want := endLine(&a), "broken off (placed 16 of 120)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
