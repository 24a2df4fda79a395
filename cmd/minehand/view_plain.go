package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
)

// plainView writes lines, for pipes, files and terminals without motion.
type plainView struct {
	out io.Writer
	// printed is the round whose plan was shown; revisions of it are not
	// repeated.
	printed int
	waiting string
}

func (v *plainView) line(format string, args ...any) {
	for text := range strings.Lines(fmt.Sprintf(format+"\n", args...)) {
		_, _ = fmt.Fprintln(v.out, game.Plain(strings.TrimSuffix(text, "\n"))) // the output remembers its fault
	}
}

func (v *plainView) note(text string) { v.line("%s", text) }

func (v *plainView) event(e orchestrator.Event) {
	switch e.Kind {
	case orchestrator.EventTask:
		if e.Task.Waiting != v.waiting {
			v.waiting = e.Task.Waiting
			if v.waiting != "" {
				v.line("%s", v.waiting)
			}
		}
	case orchestrator.EventRound:
		v.round(e.Round)
	case orchestrator.EventAction:
		v.action(e)
	case orchestrator.EventProgress:
		if e.ActionID == "" && e.Progress.Message != "" {
			first, n := utf8.DecodeRuneInString(e.Progress.Message)
			v.line("%c%s", unicode.ToUpper(first), e.Progress.Message[n:])
		}
	case orchestrator.EventNotice:
		v.line("%s", e.Message)
	}
}

func (v *plainView) round(r *orchestrator.Round) {
	if r.Error != "" || r.Round == v.printed {
		return
	}
	v.printed = r.Round
	if r.Why != "" {
		v.line("Round %d: %s", r.Round, r.Why)
	}
	if r.Plan.Goal.Reading != "" {
		v.line("Understood: %s", r.Plan.Goal.Reading)
	}
	if len(r.Plan.Steps) == 0 {
		v.line("Nothing is left to do, says %s.", signature(r.Plan.PlannedBy))
		return
	}
	v.line("Plan of %s by %s:", plural(len(r.Plan.Steps), "action"), signature(r.Plan.PlannedBy))
	for i := range r.Plan.Steps {
		v.line("  %2d. %s", i+1, stepLine(r.Plan.Steps[i]))
	}
	if r.Plan.Next != "" {
		v.line("      then: %s", r.Plan.Next)
	}
}

func (v *plainView) action(e orchestrator.Event) {
	a := e.Action
	if a.Open() {
		v.line("%s %s ...", stepMark(a.Index, e.Of), a.Step.Action.Describe())
		return
	}
	v.line("%s %s: %s", stepMark(a.Index, e.Of), a.Step.Action.Describe(), endLine(a))
}

func (v *plainView) end(s summary) { v.line("%s", s.sentence()) }
