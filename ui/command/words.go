// SPDX-License-Identifier: MIT

package command

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/ui/view"
)

// Words say what came of a call, from its answer; nil shows the answer itself.
type Words func(answer json.RawMessage) (string, error)

// Said are words that do not depend on the answer.
func Said(text string) Words { return func(json.RawMessage) (string, error) { return text, nil } }

// Says are words made of the answer.
func Says[T any](words func(*T) string) Words {
	return func(answer json.RawMessage) (string, error) {
		var v T
		if err := json.Unmarshal(answer, &v); err != nil {
			return "", err
		}
		return words(&v), nil
	}
}

// Of are the words for an answer, without what a terminal could be fooled with.
func (w Words) Of(answer json.RawMessage) string {
	text, err := "", error(nil)
	if w != nil {
		text, err = w(answer)
	}
	if err != nil || text == "" {
		text = string(answer)
	}
	return Plain(text)
}

// QueueWords is what waits.
func QueueWords(q *view.Queue) string {
	if len(q.Queued)+len(q.Parked) == 0 {
		return "Nothing waits."
	}
	return TasksWords(slices.Concat(q.Queued, q.Parked))
}

// HistoryWords is a line for each task of the history.
func HistoryWords(l *view.Tasks) string {
	if len(l.Tasks) == 0 {
		return "There were no tasks yet."
	}
	return TasksWords(l.Tasks)
}

// RunsWords is how the newest run of missions stands.
func RunsWords(l *view.MissionRuns) string {
	if len(l.Runs) == 0 {
		return "No missions were played yet: /mission SET plays some, such as /mission bench/tier-wood."
	}
	return MissionsWords(&l.Runs[0])
}

// AnswerWords is what a provider answered, and who it was.
func AnswerWords(a *view.ProviderAnswer) string {
	text, ok := a.Output.(string)
	if !ok {
		raw, err := json.Marshal(a.Output)
		if err != nil { // it came as JSON
			return ""
		}
		text = string(raw)
	}
	by := "Minehand's own reader"
	if a.Metadata.Provider != "" {
		by = a.Metadata.Provider
	}
	text += "\n(by " + by + "; nothing was begun)"
	for _, passed := range a.Metadata.Passed {
		if !strings.HasPrefix(passed.Cause, passed.Provider) { // most causes say whose they are
			passed.Cause = passed.Provider + " did not answer: " + passed.Cause
		}
		text += "\n" + passed.Cause
	}
	return text
}

// MissionsWords says how far a run of missions is.
func MissionsWords(p *view.MissionProgress) string {
	state := "broken off"
	switch {
	case p.Running:
		state = "under way"
	case p.Done == p.Of:
		state = "over"
	}
	lines := []string{
		fmt.Sprintf("%s, %s: %d of %d played, %d passed, %d failed.", strings.Join(p.Sets, ", "), state, p.Done, p.Of, p.Passed, p.Failed),
	}
	if p.Fault != "" {
		lines = append(lines, p.Fault)
	}
	for i := range p.Now {
		lines = append(lines, fmt.Sprintf("- %s, by %s: %s", p.Now[i].Mission, p.Now[i].Planner, p.Now[i].Text))
	}
	return strings.Join(lines, "\n")
}

// Plain takes out what a terminal could be fooled with, line by line.
func Plain(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = game.Plain(lines[i])
	}
	return strings.Join(lines, "\n")
}

// ChangeWords says which settings changed.
func ChangeWords(changes view.StateChanges) string {
	if len(changes) == 0 {
		return "That is how it is already."
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		v := changes[name]
		switch t := v.(type) {
		case nil:
			v = "as configured"
		case map[string]any:
			v = fmt.Sprintf("%v of %v", t["name"], t["provider"])
		}
		parts = append(parts, fmt.Sprintf("%s is %v", name, v))
	}
	text := strings.Join(parts, ", ")
	return strings.ToUpper(text[:1]) + text[1:] + " now."
}

// Headline is Stands in English.
func Headline(t *view.Task) string { return messages.InEnglish(Stands(t)) }

// Stands says how a task stands, and no more than was proven.
func Stands(t *view.Task) game.Message {
	code := string(t.State)
	switch {
	case t.State == view.TaskComplete && !t.Verified:
		code = "unverified"
	case t.State == view.TaskComplete && slices.ContainsFunc(t.Clauses, func(c view.Clause) bool { return c.Grade != view.Seen }):
		code = "told"
	case t.State == view.TaskInterrupted && t.NeedsPerson:
		code = "paused"
	case t.State == view.TaskQueued && t.Held:
		code = "held"
	}
	stands := game.Say("stands."+code, "step", max(t.Step, 1), "of", t.Of)
	if t.State.Ended() || t.State == view.TaskInterrupted || t.State == view.TaskPaused {
		return game.Then(stands, t.Messages["reason"].Or(game.TextOf(t.Reason)))
	}
	return stands
}

// TaskWords is a task with its clauses.
func TaskWords(t *view.Task) string {
	lines := []string{fmt.Sprintf("%q: %s", t.Title, Headline(t))}
	for i := 0; i < len(t.Clauses); {
		line, alike := ClauseWords(&t.Clauses[i]), 1
		for i++; i < len(t.Clauses) && ClauseWords(&t.Clauses[i]) == line; i++ {
			alike++
		}
		if alike > 1 {
			line += fmt.Sprintf(" (%d alike)", alike)
		}
		lines = append(lines, line)
	}
	if t.Waiting != "" {
		lines = append(lines, t.Waiting)
	}
	if t.Say != "" {
		lines = append(lines, fmt.Sprintf("The model says: %q", t.Say))
	}
	return strings.Join(lines, "\n")
}

// ClauseWords is a clause with what shows it.
func ClauseWords(c *view.Clause) string {
	count := ""
	if c.Want > 1 {
		count = fmt.Sprintf(" (%d of %d)", c.Have, c.Want)
	}
	state := "not proven"
	if c.Met {
		switch c.Grade {
		case view.Seen:
			state = "proven"
		case view.Told:
			state = "by the body's word"
		case view.Unprovable:
		}
	}
	line := fmt.Sprintf("- %s: %s%s", c.Text, state, count)
	if c.Evidence != "" && !(c.Met && c.Grade == view.Told) {
		line += "; " + c.Evidence
	}
	return line
}

// TasksWords is a line a task.
func TasksWords(list []view.Task) string {
	lines := make([]string, len(list))
	for i := range list {
		lines[i] = fmt.Sprintf("%s %q: %s", list[i].ID, list[i].Title, Headline(&list[i]))
		if known := knownWords(list[i].Clauses); known != "" {
			lines[i] += " " + known
		}
	}
	return strings.Join(lines, "\n")
}

// knownWords says how many of the clauses are proven, and names the others. Of none,
// and of all proven, it says nothing.
func knownWords(clauses []view.Clause) string {
	var told, open []string
	for i := range clauses {
		switch c := &clauses[i]; {
		case c.Met && c.Grade == view.Seen:
		case c.Met && c.Grade == view.Told:
			told = append(told, c.Text)
		case c.Want > 1:
			open = append(open, fmt.Sprintf("%s (%d of %d)", c.Text, c.Have, c.Want))
		default:
			open = append(open, c.Text)
		}
	}
	proven := len(clauses) - len(told) - len(open)
	if proven == len(clauses) {
		return ""
	}
	text := fmt.Sprintf("Proven: %d of %d", proven, len(clauses))
	if len(told) > 0 {
		text += "; by the body's word: " + game.List(told)
	}
	if len(open) > 0 {
		text += "; not proven: " + game.List(open)
	}
	return text + "."
}

// StatusWords is the task that a status is about.
func StatusWords(s *view.Status) string {
	if s.CurrentTask != nil {
		return TaskWords(s.CurrentTask)
	}
	if len(s.ConnectedInstances) == 0 {
		return "Nothing was asked for yet, and no player is connected."
	}
	return "Nothing was asked for yet. Players: " + strings.Join(s.ConnectedInstances, ", ")
}

// StateWords is how a body is.
func StateWords(s *view.State) string {
	var parts []string
	add := func(format string, v *float64) {
		if v != nil {
			parts = append(parts, fmt.Sprintf(format, *v))
		}
	}
	add("health %g of 20", s.Health)
	add("hunger %g of 20", s.Hunger)
	if p := s.Position; p != nil {
		place := fmt.Sprintf("at %.0f %.0f %.0f", p.X, p.Y, p.Z)
		if s.Dimension != "" {
			place += " in " + game.Display(s.Dimension)
		}
		parts = append(parts, place)
	}
	if s.Time != nil {
		parts = append(parts, Clock(*s.Time))
	}
	if s.Weather != "" {
		parts = append(parts, game.Display(s.Weather))
	}
	text := strings.Join(parts, ", ")
	if s.Warning != "" {
		text += ". " + strings.TrimSuffix(s.Warning, ".")
	}
	return text
}

// Clock is a time of day in ticks as a clock shows it.
func Clock(ticks int) string {
	minutes := (ticks*60/1000 + 6*60) % (24 * 60)
	return fmt.Sprintf("%d:%02d", minutes/60, minutes%60)
}

// InventoryWords is what is held.
func InventoryWords(i *view.Inventory) string {
	if len(i.Counts) == 0 {
		return "Nothing is held."
	}
	parts := make([]string, 0, len(i.Counts))
	for _, item := range slices.Sorted(maps.Keys(i.Counts)) {
		parts = append(parts, game.Counted(i.Counts[item], item))
	}
	return strings.Join(parts, ", ")
}

// ReadingWords is how a prompt was understood.
func ReadingWords(r *view.Reading) string {
	switch {
	case r.Guess != "":
		return r.Question
	case !r.Understood:
		if len(r.Nearest) > 0 {
			return r.Missing + " Near to it: " + strings.Join(r.Nearest, "; ")
		}
		return r.Missing
	}
	lines := []string{"Understood: " + r.Text}
	for i := range r.Clauses {
		lines = append(lines, "- "+r.Clauses[i].Text)
	}
	return strings.Join(lines, "\n")
}

// planWords are the steps of a task's last plan.
func planWords(r *view.TaskRecord) string {
	if len(r.Rounds) == 0 {
		return TaskWords(&r.Task) + "\nThere is no plan yet."
	}
	last := &r.Rounds[len(r.Rounds)-1]
	if last.Error != "" {
		return "There is no plan: " + last.Error
	}
	lines := []string{fmt.Sprintf("Plan %d by %s:", last.Round, last.Plan.PlannedBy)}
	for _, l := range last.Plan.Lines() {
		line := l.Number() + ". " + l.Text
		if why := l.Why(); why != "" {
			line += " - " + why
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// WhyWords is how a task came to stand where it stands.
func WhyWords(r *view.TaskRecord) string {
	lines := []string{TaskWords(&r.Task)}
	for i := range r.Rounds {
		if why := r.Rounds[i].Why; why != "" {
			lines = append(lines, fmt.Sprintf("Plan %d: %s", r.Rounds[i].Round, why))
		}
		if fault := r.Rounds[i].Error; fault != "" {
			lines = append(lines, fmt.Sprintf("No plan %d: %s", r.Rounds[i].Round, fault))
		}
	}
	for i := range r.Actions {
		if a := &r.Actions[i]; a.Verdict == game.Failed || a.Verdict == game.Contradicted {
			lines = append(lines, fmt.Sprintf("%s failed: %s", a.Step.Text, a.Reason))
		}
	}
	return strings.Join(lines, "\n")
}

// HelpWords lists commands, or tells about the one of that name.
func HelpWords(catalogue []view.Command, name string) (string, error) {
	if name == "" {
		lines := lists.Of(catalogue, func(c *view.Command) string { return fmt.Sprintf("/%s - %s", c.Name, c.Description) })
		return strings.Join(lines, "\n"), nil
	}
	for _, c := range catalogue {
		if strings.EqualFold(c.Name, name) {
			return fmt.Sprintf("%s: %s.", c.Description, usageOf(c)), nil
		}
	}
	return "", unknown(catalogue, name)
}

// Row is a command's row in the table of docs/COMMANDS.md.
func Row(c view.Command) string {
	args := strings.ReplaceAll(strings.TrimSpace(strings.TrimPrefix(usageOf(c), "write /"+c.Name)), "|", "\\|")
	return fmt.Sprintf("| `/%s` | %s | %s |", c.Name, args, c.Description)
}
