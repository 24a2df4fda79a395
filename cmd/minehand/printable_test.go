// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm"
	llmterminal "github.com/minehand/minehand/llm/terminal"
	"github.com/minehand/minehand/ui/view"
)

// fooling is text that moves a cursor, writes backwards and begins new lines.
const fooling = "fine\r\x1b[2K\u009b1A\u202eyas\u2066\nRun it? y\U000e0001\x7f"

func isFooling(r rune) bool { return strings.ContainsRune("\r\x1b\u009b\u202e\u2066\U000e0001\x7f", r) }

func TestPrintable(t *testing.T) {
	var out bytes.Buffer
	w := newPrintable(&out, false)
	for _, b := range []byte(fooling + " Höhle ⛏") { // characters come in pieces
		if n, err := w.Write([]byte{b}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
	}
	if got, want := out.String(), "fine  [2K 1A yas \nRun it? y   Höhle ⛏"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	out.Reset()
	if err := json.NewEncoder(newPrintable(&out, true)).Encode(fooling); err != nil {
		t.Fatal(err)
	}
	var back string
	if err := json.Unmarshal(out.Bytes(), &back); err != nil || back != fooling || strings.ContainsFunc(out.String(), isFooling) {
		t.Errorf("%q became %q, %v", out.String(), back, err)
	}
}

// TestAModelsCommandIsAskedAboutOnOneLine: neither the command nor its reason can
// begin another line, or turn the direction of the question.
func TestAModelsCommandIsAskedAboutOnOneLine(t *testing.T) {
	c := view.TerminalCommand{State: view.CommandAsks, Command: "cat " + fooling, Description: fooling}
	if line := commandLine(&c); strings.ContainsFunc(line, isFooling) || strings.Contains(line, "\n") || !strings.HasSuffix(line, "Run it? y = yes, n = no") {
		t.Errorf("asked %q", line)
	}
	c.State, c.Refused = view.CommandRefused, fooling
	if line := commandLine(&c); strings.ContainsFunc(line, isFooling) || strings.Contains(line, "\n") {
		t.Errorf("refused %q", line)
	}
	var out bytes.Buffer
	v := plainView{out: &out}
	exit := 0
	c.State, c.Output, c.Exit = view.CommandRan, fooling, &exit
	for _, state := range []view.CommandState{view.CommandAsks, view.CommandRan, view.CommandRefused} {
		c.State = state
		v.event(view.Event{Kind: view.EventTerminal, Terminal: &c})
	}
	if strings.ContainsFunc(out.String(), isFooling) {
		t.Errorf("printed %q", out.String())
	}
	out.Reset()
	a := newAsking(strings.NewReader("y\n"), &out, newProgress(&out))
	if yes, err := a.confirm(t.Context(), &llmterminal.Command{Line: c.Command, Description: fooling}); !yes || err != nil || strings.ContainsFunc(out.String(), isFooling) || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("%v, %v, asked %q", yes, err, out.String())
	}
	a.show(llmterminal.Run{Output: fooling})
	a.show(llmterminal.Run{Refused: fooling})
	if strings.ContainsFunc(out.String(), isFooling) {
		t.Errorf("showed %q", out.String())
	}
}

// TestErrorsMoveNoTerminal: what a program said of itself is in them.
func TestErrorsMoveNoTerminal(t *testing.T) {
	for _, s := range []string{
		oneError(&llm.Error{Kind: llm.ErrRemote, Provider: "mine", Detail: fooling}), progressLine(llm.Progress{Phase: llm.PhaseNext, Model: "m", Note: fooling}),
	} {
		if strings.ContainsFunc(s, isFooling) {
			t.Errorf("printed %q", s)
		}
	}
	if line := progressLine(llm.Progress{Phase: llm.PhaseNext, Note: fooling}); strings.Contains(line, "\n") {
		t.Errorf("progress %q", line)
	}
	m := liveModel{goal: "x", width: 200, height: 40, now: -1, steps: []view.Step{{Text: fooling}}, task: view.Task{Waiting: fooling}}
	if text := m.View().Content; strings.ContainsFunc(text, isFooling) || strings.Contains(text, "\nRun it?") {
		t.Errorf("drawn %q", text)
	}
}

// TestEventsAreOneLineEach: no name, reason or remark begins a line that looks like
// one of Minehand's own.
func TestEventsAreOneLineEach(t *testing.T) {
	var out bytes.Buffer
	v := plainView{out: &out}
	shell := &shellModel{players: map[string]*view.Body{}, width: 80, height: 24}
	events := []view.Event{
		{Kind: view.EventTask, Task: &view.Task{ID: "t", Waiting: fooling}},
		{Kind: view.EventRound, TaskID: "t", Round: &view.Round{Round: 2, Task: "t", Why: fooling, Plan: view.Plan{Reading: fooling, PlannedBy: fooling, Next: fooling, Steps: []view.Step{{Text: fooling, Why: fooling}}}}},
		{Kind: view.EventAction, TaskID: "t", Action: &view.Action{Step: view.Step{Text: fooling}}},
		{Kind: view.EventAction, TaskID: "t", Action: &view.Action{Step: view.Step{Text: fooling}, Ended: time.Unix(1, 0), Verdict: game.Failed, Reason: fooling}},
		{Kind: view.EventProgress, TaskID: "t", Progress: &view.Progress{Message: fooling}},
		{Kind: view.EventNotice, Notice: &view.Notice{Message: fooling}},
		{Kind: view.EventTask, TaskID: "t", Task: &view.Task{ID: "t", State: view.TaskAwaiting, Reason: fooling}},
	}
	for _, e := range events {
		v.event(e)
		shell.event(e)
	}
	for name, text := range map[string]string{"plain": out.String(), "shell": strings.Join(shell.log, "\n")} {
		if strings.ContainsFunc(text, isFooling) || strings.Contains(text, "\nRun it?") || !strings.Contains(text, "fine") {
			t.Errorf("%s printed\n%q", name, text)
		}
	}
}

// What was skipped or failed is not drawn as done.
func TestLiveMarks(t *testing.T) {
	m := liveModel{now: -1, width: 100, height: 40}.with(view.Event{Kind: view.EventRound, Round: &view.Round{Plan: view.Plan{Steps: []view.Step{{Text: "one"}, {Text: "two"}, {Text: "three"}}}}})
	for i, v := range []game.Verdict{game.Confirmed, game.Skipped, game.Failed} {
		m = m.acted(&view.Action{Index: i, Ended: time.Unix(1, 0), Verdict: v})
	}
	text := m.View().Content
	for _, want := range []string{" + ", "1. one: done", " -  2. two: skipped", " x  3. three: failed", "1 of 3"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// Steps of one block each are one line, with how many of them are over.
func TestFoldedSteps(t *testing.T) {
	p := view.Plan{Folds: []view.Fold{{First: 1, Count: 3, Text: "mine 3 dirt"}}}
	for _, text := range []string{"go", "one", "two", "three"} {
		p.Steps = append(p.Steps, view.Step{Text: text})
	}
	var out bytes.Buffer
	(&plainView{out: &out}).event(view.Event{Kind: view.EventRound, Round: &view.Round{Round: 1, Plan: p}})
	if got := out.String(); !strings.Contains(got, "   1. go\n  2-4. mine 3 dirt\n") || strings.Contains(got, "two") {
		t.Errorf("the plan is printed as\n%s", got)
	}
	m := liveModel{now: -1, width: 100, height: 40}.with(view.Event{Kind: view.EventRound, Round: &view.Round{Plan: p}})
	live := func(want string) {
		t.Helper()
		if text := m.View().Content; !strings.Contains(text, want) || strings.Contains(text, "two") {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	live("   2-4. mine 3 dirt\n")
	for i := range 4 {
		m = m.acted(&view.Action{Index: i})
		if i == 2 {
			live(" > 2-4. mine 3 dirt, 1 of 3")
		}
		m = m.acted(&view.Action{Index: i, Ended: time.Unix(1, 0), Verdict: game.Confirmed})
	}
	live(" + 2-4. mine 3 dirt, 3 of 3\n")
}

// What lasts as long as it says shows what is left of it, in the time of the game.
func TestWhatRemains(t *testing.T) {
	wait := &game.Action{Kind: game.Wait, Seconds: 3600}
	ago := time.Now().Add(-10 * time.Second)
	for want, m := range map[string]liveModel{
		", 60 minutes left": {since: ago, pace: 1},
		", 50 minutes left": {since: ago, pace: 60},
		", 40 minutes left": {since: ago, sinceSim: 100, simSeconds: func() float64 { return 1300 }},
		", 0 seconds left":  {since: ago, pace: 1000},
		"":                  {since: ago},
	} {
		if got := m.remains(wait); got != want {
			t.Errorf("%q is left, want %q", got, want)
		}
	}
	if got := (liveModel{since: ago, pace: 1}).remains(&game.Action{Kind: game.Mine, Target: "dirt"}); got != "" {
		t.Errorf("%q is left of what has no length", got)
	}
}

// A new plan is told with what changed.
func TestLiveRounds(t *testing.T) {
	round := func(why string, texts ...string) view.Event {
		r := &view.Round{Round: 2, Why: why}
		for _, text := range texts {
			r.Plan.Steps = append(r.Plan.Steps, view.Step{Text: text})
		}
		return view.Event{Kind: view.EventRound, Round: r}
	}
	first := liveModel{now: -1, width: 200, height: 40}.with(round("", "one", "two", "three")).acted(&view.Action{Ended: time.Unix(1, 0), Verdict: game.Confirmed})
	for want, m := range map[string]liveModel{
		"! Round 2: Lost. The plan is as before.":            first.with(round("Lost.", "two", "three")),
		"! Round 2: Lost. New: four. No longer: two; three.": first.with(round("Lost.", "four")),
		"! Round 2: Lost. New: a; b; c; 1 more.":             first.with(round("Lost.", "two", "three", "a", "b", "c", "d")),
	} {
		if text := m.View().Content; !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// In a narrow window the step under way and what is said of it stand whole; other
// steps are cut.
func TestNarrowWindows(t *testing.T) {
	long := strings.Repeat("word ", 20) + "end"
	m := liveModel{now: 0, since: time.Now(), width: 60, height: 30, steps: []view.Step{{Text: "one " + long}, {Text: "two " + long}}}.noted("three " + long)
	text := m.View().Content
	if strings.Count(text, "end") != 2 || !strings.Contains(text, "...") {
		t.Errorf("at 60 columns:\n%s", text)
	}
	for line := range strings.Lines(text) {
		if len(line) > 60 {
			t.Errorf("a line is too long: %q", line)
		}
	}
}
