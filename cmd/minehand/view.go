// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/money"
	"github.com/minehand/minehand/ui/view"
)

// screen shows how a goal goes. Its methods are called from one goroutine.
type screen interface {
	// event shows one event of the view.
	event(view.Event)
	// note shows a sentence that belongs to no event.
	note(text string)
	// end shows the summary of a seed and closes the view.
	end(summary)
}

// summary is the last word about one goal.
type summary struct {
	Type       string `json:"type"`
	Status     string `json:"status"`
	Impossible bool   `json:"impossible"`
	Goal       string `json:"goal"`
	Reason     string `json:"reason"`
	// Say is what the model that planned says, in its own words.
	Say        string         `json:"say,omitempty"`
	PlannedBy  string         `json:"plannedBy"`
	Actions    int            `json:"actions"`
	Failed     int            `json:"failed"`
	Rounds     int            `json:"rounds"`
	ElapsedMs  int64          `json:"elapsedMs"`
	SimSeconds float64        `json:"simSeconds"`
	Seed       int64          `json:"seed"`
	Inventory  map[string]int `json:"inventory"`
	// Unreadable: the goal's words were not understood, or only guessed at.
	Unreadable bool `json:"unreadable"`
	// Verified: every clause was proven. Reading is the goal as it was understood,
	// Clauses its parts with what shows each.
	Verified bool          `json:"verified"`
	Reading  string        `json:"reading,omitempty"`
	Clauses  []view.Clause `json:"clauses"`
	// Cost is what models were paid, where their prices are known.
	Cost view.Cost `json:"cost,omitzero"`
}

// err is the exit of the program for this summary.
func (s summary) err() error {
	switch {
	case s.Status == string(view.TaskComplete), s.Status == statusAnswered:
		return nil
	case s.Status == string(view.TaskUnverified):
		return &exitError{code: exitUnverified}
	case s.Impossible:
		return &exitError{code: exitImpossible}
	case s.Unreadable:
		return &exitError{code: exitBadInput}
	}
	return &exitError{code: exitIncomplete}
}

// sentence is the summary for people.
func (s summary) sentence() string {
	var b strings.Builder
	reason := game.Plain(strings.TrimSpace(s.Reason))
	switch {
	case s.Status == statusAnswered:
		return reason + "\n"
	case s.Status == string(view.TaskError):
		reason = "Not done: " + reason
	case s.Status == string(view.TaskComplete) && !strings.HasPrefix(reason, "Done"):
		reason = "Done. " + reason
	}
	b.WriteString(reason + "\n")
	if s.Say != "" {
		fmt.Fprintf(&b, "The model says: %q\n", game.Plain(s.Say))
	}
	if s.Unreadable && s.Actions == 0 {
		b.WriteString("Nothing was begun.\n")
		return b.String()
	}
	s.figures(&b)
	b.WriteString(".\n")
	if len(s.Inventory) > 0 {
		fmt.Fprintf(&b, "Holding: %s.\n", game.Plain(itemList(s.Inventory)))
	}
	return b.String()
}

// figures are what the run took.
func (s summary) figures(b *strings.Builder) {
	fmt.Fprintf(b, "%s, %d failed, %s, %s", game.Numbered(s.Actions, "action"), s.Failed, game.Numbered(s.Rounds, "round"),
		seconds(float64(s.ElapsedMs)/1000))
	if s.SimSeconds > 0 {
		fmt.Fprintf(b, " (%s in the game)", seconds(s.SimSeconds))
	}
	if s.PlannedBy != "" {
		fmt.Fprintf(b, ", planned by %s", signature(s.PlannedBy))
	}
	if cost := money.Cost(s.Cost).String(); cost != "" {
		fmt.Fprintf(b, ", at a cost of %s (%s expected)", cost, money.Text(s.Cost.Estimate, s.Cost.Currency))
	}
}

// signature is who planned, as part of a sentence: a provider's name stands alone.
func signature(by string) string {
	if strings.Contains(by, " ") {
		return "the " + by
	}
	return by
}

// itemList is the inventory in a fixed order, most first.
func itemList(items map[string]int) string {
	names := slices.SortedFunc(maps.Keys(items), func(a, b string) int {
		return cmp.Or(cmp.Compare(items[b], items[a]), cmp.Compare(a, b))
	})
	for i, n := range names {
		names[i] = game.Counted(items[n], n)
	}
	return strings.Join(names, ", ")
}

// seconds is a duration as people read it.
func seconds(s float64) string {
	if s < 60 {
		return fmt.Sprintf("%.1f s", s)
	}
	d := time.Duration(s * float64(time.Second)).Round(time.Second)
	return fmt.Sprintf("%d min %02d s", int(d.Minutes()), int(d.Seconds())%60)
}

// stepMark is a step's place in its plan: "[2/18]", or "[2]" of a plan that an
// earlier run made.
func stepMark(index, of int) string {
	if of == 0 {
		return fmt.Sprintf("[%d]", index+1)
	}
	return fmt.Sprintf("[%d/%d]", index+1, of)
}

// stepLine is a plan's step as one line.
func stepLine(text, why string, source game.Source) string {
	line := text
	if why != "" {
		line += " - " + why
	}
	if source == game.FromCompleting || source == game.FromRepair {
		line += " (added by Minehand)"
	}
	return line
}

// verdictWords are how actions end; what is not here has failed.
var verdictWords = map[game.Verdict]string{
	game.Confirmed: "done", game.Claimed: "done, by the body's word", game.Skipped: "skipped", game.Contradicted: "contradicted",
}

// endLine is how an action ended.
func endLine(a *view.Action) string {
	text, known := verdictWords[a.Verdict]
	text = cmp.Or(text, "failed")
	switch {
	case a.End == game.EndCaller && a.Verdict == game.Claimed: // which says that it was broken off
		text = a.Reason
	case a.End == game.EndCaller && !known:
		text = "given up"
	case a.Reason != "":
		text += ": " + a.Reason
	case a.Failure != nil:
		text += ": " + a.Failure.Error()
	}
	return text + gained(a)
}

// gained is what an action brought or built, in brackets; empty for nothing.
func gained(a *view.Action) string {
	var list []string
	if a.Placed != nil && a.Total != nil {
		list = append(list, fmt.Sprintf("%s %d of %d", a.Step.Action.Makes(), *a.Placed, *a.Total))
	}
	for item, n := range a.Gained {
		if n > 0 {
			list = append(list, "+"+game.Counted(n, item))
		}
	}
	if len(list) == 0 {
		return ""
	}
	slices.Sort(list)
	return " (" + strings.Join(list, ", ") + ")"
}

// commandLine says what a model wants run on this computer, or what became of it. What
// the model wrote is quoted or on one line, so that it cannot write another question.
func commandLine(c *view.TerminalCommand) string {
	switch c.State {
	case view.CommandAsks:
		why := ""
		if c.Description != "" {
			why = " (" + game.Plain(c.Description) + ")"
		}
		return fmt.Sprintf("The model wants to run %q on this computer%s. Run it? y = yes, n = no", c.Command, why)
	case view.CommandRan:
		text := fmt.Sprintf("%q ran and wrote:\n%s", c.Command, c.Output)
		if c.Exit != nil && *c.Exit != 0 {
			text += fmt.Sprintf("(exit code %d)", *c.Exit)
		}
		return strings.TrimRight(text, "\n")
	case view.CommandRefused:
	}
	return fmt.Sprintf("%q did not run. %s", c.Command, game.Plain(c.Refused))
}
