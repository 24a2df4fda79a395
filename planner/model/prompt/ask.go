// SPDX-License-Identifier: MIT

package prompt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/llm"
)

// Ask is what a model is to be asked.
type Ask struct {
	Mode game.Mode
	// Goal is the person's own words.
	Goal string
	// Checks say when the goal is met, as far as that is known.
	Checks []game.Check
	// Kinds are the actions that may be planned, and Body says which of their
	// fields are known.
	Kinds []game.KindInfo
	Body  game.BodyInfo
	State *game.State
	// History holds what was done so far, oldest first.
	History []game.Attempt
	Exclude []game.Exclusion
	// Known is what is remembered of the world, nearest first. Containers are left
	// out: what is in them is not ours to take.
	Known   []game.Landmark
	Version *data.Version
	// Wanted are the things that the goal is about, by id.
	Wanted []string
	// Hidden are the names that the model does not read.
	Hidden Hidden
}

// Prompt is a written question.
type Prompt struct {
	System string
	User   string
	// Example holds the actions of the example answer.
	Example []game.Action
	// Tokens is what both texts are estimated to take.
	Tokens int
	// Shortened says that something was left out to fit the budget.
	Shortened bool
}

// detail says how much of each part is told, in entries.
type detail struct{ history, nearby, inventory, facts int }

// details are tried from the fullest to the barest: history and what is nearby
// go first, the rules of the goal last.
var details = []detail{
	{12, 12, 41, 30}, {4, 8, 41, 30}, {2, 4, 20, 30}, {1, 2, 10, 30}, {1, 0, 6, 20}, {1, 0, 5, 12}, {0, 0, 4, 6}, {0, 0, 0, 0},
}

// Write writes the prompt in at most so many tokens, if that can be done
// without shortening the instructions and the goal.
func (a Ask) Write(tokens int) Prompt {
	a.State = cmp.Or(a.State, &game.State{})
	p := Prompt{}
	p.System, p.Example = a.system()
	facts, related := a.facts(details[0].facts)
	for i, d := range details {
		p.User = a.user(d, facts[:min(len(facts), d.facts)], related)
		p.Tokens = llm.EstimateTokens(p.System) + llm.EstimateTokens(p.User)
		p.Shortened = i > 0
		if p.Tokens <= tokens {
			break
		}
	}
	return p
}

// longestGoal bounds the words of a goal, in bytes.
const longestGoal = 2000

func (a Ask) user(d detail, facts, related []string) string {
	var b strings.Builder
	goal := strings.Join(strings.Fields(a.Goal), " ")
	if len(goal) > longestGoal {
		goal = strings.ToValidUTF8(goal[:longestGoal], "") + "..."
	}
	fmt.Fprintf(&b, "Goal: %s\n", goal)
	if len(a.Checks) > 0 {
		words := make([]string, len(a.Checks))
		for i, c := range a.Checks {
			words[i] = a.Hidden.Replace(c.Describe())
		}
		fmt.Fprintf(&b, "It is reached when: %s.\n", strings.Join(words, "; "))
	}
	b.WriteString("\nNow:\n")
	for _, line := range a.state(d, related) {
		b.WriteString("- " + line + "\n")
	}
	if len(facts) > 0 {
		fmt.Fprintf(&b, "\nHow it is done in Minecraft %s:\n", a.Version.Name)
		for _, line := range facts {
			b.WriteString("- " + line + "\n")
		}
	}
	if lines := a.history(d.history); len(lines) > 0 {
		b.WriteString("\nDone so far:\n")
		for _, line := range lines {
			b.WriteString("- " + line + "\n")
		}
	}
	if lines := a.excluded(); len(lines) > 0 {
		b.WriteString("\nTried and given up; do not plan it again:\n")
		for _, line := range lines {
			b.WriteString("- " + line + "\n")
		}
	}
	b.WriteString("\nAnswer with the JSON object.")
	return b.String()
}

// state tells where the body is and what it has.
func (a Ask) state(d detail, related []string) []string {
	s := a.State
	var lines []string
	var where []string
	if s.Position != nil {
		where = append(where, "at "+s.Position.Feet().String())
	}
	if plain(s.Dimension) {
		where = append(where, "in "+game.Name(s.Dimension))
	}
	if s.Health != nil {
		where = append(where, fmt.Sprintf("health %g of 20", *s.Health))
	}
	if s.Hunger != nil {
		where = append(where, fmt.Sprintf("food %g of 20", *s.Hunger))
	}
	if s.Time != nil && *s.Time > 12_500 && *s.Time < 23_500 {
		where = append(where, "night")
	}
	if len(where) > 0 {
		lines = append(lines, "the body is "+strings.Join(where, ", "))
	}
	lines = append(lines, a.inventory(d.inventory, related))
	if s.Nearby == nil {
		s = &game.State{Nearby: &game.Nearby{}}
	}
	for _, list := range [...]struct {
		word   string
		sights []game.Sight
	}{{"blocks in view", s.Nearby.Blocks}, {"creatures in view", s.Nearby.Entities}, {"players in view", s.Nearby.Players}} {
		if words := nearest(known(list.sights), d.nearby); len(words) > 0 {
			lines = append(lines, list.word+": "+strings.Join(words, ", "))
		}
	}
	if words := nearest(a.remembered(s.Nearby.Blocks), d.nearby); len(words) > 0 {
		lines = append(lines, "remembered farther away: "+strings.Join(words, ", "))
	}
	return lines
}

// remembered are the known places of what is not in view.
func (a Ask) remembered(inView []game.Sight) []game.Sight {
	var out []game.Sight
	for i, k := range a.Known {
		name := game.Name(k.Name)
		if k.Kind == game.LandmarkDeath {
			name = "last death"
		}
		if k.Kind == game.LandmarkContainer || k.Kind != game.LandmarkDeath && !plain(name) ||
			slices.ContainsFunc(inView, func(s game.Sight) bool { return game.Name(s.Name) == name }) {
			continue
		}
		out = append(out, game.Sight{Name: name, X: float64(k.At.X), Y: float64(k.At.Y), Z: float64(k.At.Z), Distance: float64(i)})
	}
	return out
}

// inventory lists what is held, what matters for the goal first.
func (a Ask) inventory(most int, related []string) string {
	counts := a.State.Counts()
	if len(counts) == 0 {
		return "the inventory is empty"
	}
	names := make([]string, 0, len(counts))
	for n := range counts {
		if plain(n) {
			names = append(names, game.Name(n))
		}
	}
	slices.SortFunc(names, func(x, y string) int {
		rx, ry := slices.Contains(related, x), slices.Contains(related, y)
		switch {
		case rx != ry && rx:
			return -1
		case rx != ry:
			return 1
		case counts[x] != counts[y]:
			return counts[y] - counts[x]
		}
		return strings.Compare(x, y)
	})
	var words []string
	for _, n := range names[:min(most, len(names))] {
		words = append(words, fmt.Sprintf("%d %s", counts[n], n))
	}
	if left := len(counts) - len(words); left > 0 {
		words = append(words, fmt.Sprintf("and %d other kinds", left))
	}
	return "the inventory holds " + strings.Join(words, ", ")
}

// nearest lists each name once, the nearest one of it.
func nearest(sights []game.Sight, most int) []string {
	sorted := slices.Clone(sights)
	slices.SortStableFunc(sorted, func(x, y game.Sight) int {
		switch {
		case x.Distance < y.Distance:
			return -1
		case x.Distance > y.Distance:
			return 1
		}
		return strings.Compare(x.Name, y.Name)
	})
	var words, seen []string
	for _, s := range sorted {
		if len(words) == most {
			break
		}
		name := strings.TrimPrefix(s.Name, game.Namespace)
		if slices.Contains(seen, name) {
			continue
		}
		seen = append(seen, name)
		words = append(words, fmt.Sprintf("%s at %s", clip(name), s.At().Block()))
	}
	return words
}

// history tells the last actions with how they ended.
func (a Ask) history(most int) []string {
	list := a.History[max(0, len(a.History)-most):]
	var lines []string
	if left := len(a.History) - len(list); left > 0 && len(list) > 0 {
		lines = append(lines, fmt.Sprintf("(%d earlier actions are not shown)", left))
	}
	for _, h := range list {
		line := a.quote(h.Step.Action.Describe()) + ": " + string(h.Verdict)
		reason := h.Reason
		if f := h.Outcome.Failure; f != nil {
			reason = Why(f.Code, f.Message)
		}
		if reason != "" {
			line += ", " + a.quote(reason)
		}
		lines = append(lines, line)
	}
	return lines
}

// mostExcluded bounds what is told to be left alone.
const mostExcluded = 10

func (a Ask) excluded() []string {
	var lines []string
	for _, e := range a.Exclude[max(0, len(a.Exclude)-mostExcluded):] {
		line := string(e.Kind)
		if e.Subject != "" {
			line += " " + a.quote(game.Name(e.Subject))
		}
		if e.At != nil {
			line += " at " + a.quote(e.At.String())
		}
		reason := e.Reason // our own words where a state contradicts, else a body's
		if e.Code != game.CodeContradicted || reason == "" {
			reason = Why(e.Code, reason)
		}
		if reason != "" {
			line += " (" + a.quote(reason) + ")"
		}
		if e.Kind == game.Mine && e.Code == game.CodeNotFound {
			line += a.unless(game.Name(e.Subject))
		}
		lines = append(lines, line)
	}
	return lines
}

// unless says how a block that was not found may be mined after all; empty when
// the body has no way to look for it.
func (a Ask) unless(block string) string {
	var ways []string
	if slices.ContainsFunc(a.Known, func(k game.Landmark) bool { return k.Kind == game.LandmarkSite && k.Name == block }) {
		ways = append(ways, "goes to where it is remembered")
	}
	if slices.ContainsFunc(a.Kinds, func(k game.KindInfo) bool { return k.Kind == game.Explore }) {
		ways = append(ways, "explores for it")
	}
	if len(ways) == 0 {
		return ""
	}
	return ", unless the plan first " + strings.Join(ways, " or ")
}

// quote is a text with names of the game in it, without those that are hidden.
func (a Ask) quote(s string) string { return clip(a.Hidden.Replace(s)) }

// clip bounds foreign words and keeps them on one line.
func clip(s string) string {
	const most = 120
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "..."
	}
	return s
}

// Repair asks for the plan again, quoting what was wrong with it without the names
// that are hidden.
func Repair(faults []string, hidden Hidden) string {
	const most = 12
	var b strings.Builder
	b.WriteString("That plan cannot work:\n")
	for _, f := range faults[:min(most, len(faults))] {
		b.WriteString("- " + hidden.Replace(f) + "\n")
	}
	if left := len(faults) - most; left > 0 {
		fmt.Fprintf(&b, "- and %d more faults of this kind\n", left)
	}
	b.WriteString("Answer with the whole corrected plan as one JSON object of the same form.")
	return b.String()
}
