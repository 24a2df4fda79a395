package main

import (
	"fmt"
	"io"
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
		if e.Task.Waiting != v.waiting {
			v.waiting = e.Task.Waiting
			if v.waiting != "" {
				v.line("%s", v.waiting)
			}
		}
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
	case view.EventClause, view.EventBody, view.EventState, view.EventInventory, view.EventChat, view.EventCommands, view.EventSettings,
		view.EventPractice, view.EventHelper, view.EventMissions: // no step of the goal
	}
}

func (v *plainView) round(r *view.Round) {
	if r.Error != "" || r.Round == v.printed && r.Task == v.printedOf {
		return
	}
	v.printed, v.printedOf = r.Round, r.Task
	if r.Why != "" {
		v.line("Round %d: %s", r.Round, r.Why)
	}
	if r.Plan.Reading != "" {
		v.line("Understood: %s", r.Plan.Reading)
	}
	if len(r.Plan.Steps) == 0 {
		v.line("Nothing is left to do, says %s.", signature(r.Plan.PlannedBy))
		return
	}
	v.line("Plan of %s by %s:", game.Numbered(len(r.Plan.Steps), "action"), signature(r.Plan.PlannedBy))
	for i := range r.Plan.Steps {
		step := &r.Plan.Steps[i]
		v.line("  %2d. %s", i+1, stepLine(step.Text, step.Why, step.Source))
	}
	if r.Plan.Next != "" {
		v.line("      then: %s", r.Plan.Next)
	}
}

func (v *plainView) action(e view.Event) {
	a := e.Action
	if a.Open() {
		v.line("%s %s ...", stepMark(a.Index, a.Of), a.Step.Text)
		return
	}
	v.line("%s %s: %s", stepMark(a.Index, a.Of), a.Step.Text, endLine(a))
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
