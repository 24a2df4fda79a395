// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// plainView writes lines, for pipes, files and terminals without motion.
type plainView struct {
	out io.Writer
	// printed is the round whose plan was shown, of the task printedOf; revisions of
	// it are not repeated.
	printed   int
	printedOf string
	waiting   string
	// steps are those of that plan, and done the places of those that are over.
	steps []view.Step
	done  map[int]bool
	// reading is how the goal of printedOf was understood; ended the line of the action
	// that ended last, which an event may repeat.
	reading, ended string
}

// line prints one line, whatever is in its words: what a game, a body or a model
// wrote begins none of its own.
func (v *plainView) line(format string, args ...any) {
	_, _ = fmt.Fprintln(v.out, game.Plain(fmt.Sprintf(format, args...))) // the output remembers its fault
}

// note prints a text of Minehand's own, of one line or several.
func (v *plainView) note(text string) {
	for line := range strings.Lines(text + "\n") {
		v.line("%s", strings.TrimSuffix(line, "\n"))
	}
}

func (v *plainView) event(e view.Event) {
	switch e.Kind {
	case view.EventTask:
		if e.Task.Waiting != v.waiting && e.Task.Waiting != "" {
			v.line("%s", e.Task.Waiting)
		}
		v.waiting = e.Task.Waiting
	case view.EventRound:
		v.round(e.Round)
	case view.EventAction:
		v.action(e)
	case view.EventProgress:
		if e.Progress.ActionID == "" && e.Progress.Message != "" {
			first, n := utf8.DecodeRuneInString(e.Progress.Message)
			v.line("%c%s", unicode.ToUpper(first), e.Progress.Message[n:])
		}
	case view.EventNotice:
		v.line("%s", e.Notice.Message)
	case view.EventTerminal:
		v.note(commandLine(e.Terminal))
	default: // no step of the goal
	}
}

func (v *plainView) round(r *view.Round) {
	if r.Error != "" || r.Round == v.printed && r.Task == v.printedOf {
		return
	}
	before, understood := v.left(r.Task), ""
	if v.printedOf == r.Task {
		understood = v.reading
	}
	v.printed, v.printedOf = r.Round, r.Task
	v.steps, v.done = r.Plan.Steps, map[int]bool{}
	if r.Why != "" {
		v.line("Round %d: %s", r.Round, r.Why)
	}
	if v.reading = r.Plan.Reading; v.reading != "" && v.reading != understood {
		v.line("Understood: %s", v.reading)
	}
	if len(r.Plan.Steps) == 0 {
		if r.Plan.Next == "" { // else a model only looks
			v.line("Nothing is left to do, says %s.", signature(r.Plan.PlannedBy))
		}
		return
	}
	v.plan(&r.Plan, before)
	if r.Plan.Next != "" {
		v.line("      then: %s", r.Plan.Next)
	}
}

// plan prints the steps that were not in the plan before.
func (v *plainView) plan(p *view.Plan, before []string) {
	fresh, gone := changedSteps(before, p.Steps)
	kept := ":"
	switch n := len(p.Steps) - len(fresh); {
	case n == len(p.Steps):
		kept = ", as before."
	case n > 0:
		kept = fmt.Sprintf(", %d of them as before:", n)
	}
	v.line("Plan of %s by %s%s", game.Numbered(len(p.Steps), "action"), signature(p.PlannedBy), kept)
	for _, l := range p.Lines() {
		if slices.ContainsFunc(fresh, func(i int) bool { return i >= l.First && i < l.First+l.Count }) {
			v.line("  %2s. %s", l.Number(), stepLine(l.Text, l.Why(), l.Step.Source))
		}
	}
	if len(gone) > 0 {
		v.line("      no longer: %s", shortList(gone))
	}
}

// left are the texts of the steps that the plan shown last still had before it, when
// it was one of this task.
func (v *plainView) left(task string) (texts []string) {
	if v.printedOf != task {
		return nil
	}
	for i := range v.steps {
		if !v.done[i] {
			texts = append(texts, v.steps[i].Text)
		}
	}
	return texts
}

// changedSteps are the places of a plan's steps that were not still to be done before,
// and the texts of those that are to be done no longer.
func changedSteps(before []string, now []view.Step) (fresh []int, gone []string) {
	gone = slices.Clone(before)
	for i := range now {
		if at := slices.Index(gone, now[i].Text); at >= 0 {
			gone = slices.Delete(gone, at, at+1)
			continue
		}
		fresh = append(fresh, i)
	}
	return fresh, gone
}

func (v *plainView) action(e view.Event) {
	a := e.Action
	if a.Open() {
		v.line("%s %s ...", stepMark(a.Index, a.Of), a.Step.Text)
		return
	}
	if v.done != nil && a.Task == v.printedOf && a.Round == v.printed && a.Verdict != game.Failed && a.Verdict != game.Contradicted {
		v.done[a.Index] = true
	}
	line := fmt.Sprintf("%s %s: %s", stepMark(a.Index, a.Of), a.Step.Text, endLine(a))
	if at := a.Task + a.ID + line; a.ID == "" || at != v.ended {
		v.ended = at
		v.line("%s", line)
	}
}

func (v *plainView) end(s summary) { v.note(s.sentence()) }

// seedView writes a line a seed, and what a person is asked.
type seedView struct{ plainView }

func (v *seedView) event(view.Event) {}

func (v *seedView) end(s summary) {
	first, rest, _ := strings.Cut(s.sentence(), "\n")
	counts, _, _ := strings.Cut(rest, "\n")
	v.line("Seed %d: %s %s", s.Seed, first, counts)
}
