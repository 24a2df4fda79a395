package task

import (
	"slices"
	"strconv"

	"github.com/minehand/minehand/game"
)

// progressOf is how far a goal is met by a state and the actions so far.
func progressOf(goal *game.Goal, base game.Baseline, now *game.State, history []game.Attempt) game.Standing {
	credits := game.Credits{Base: base}
	for i := range history {
		if c, ok := game.CreditOf(&history[i], i+1); ok {
			credits.List = append(credits.List, c)
		}
	}
	_, all := goal.Progress(now, &credits)
	return all
}

// unacknowledged are the lines that the task had to say and that were sent, as
// words: nobody ever acknowledged them, and they are not said twice.
func (r *Run) unacknowledged() []string {
	said := make(map[string]bool)
	var sent []string
	for i := range r.History {
		a := &r.History[i]
		c, ok := game.CreditOf(a, i+1)
		switch {
		case !ok || c.Kind != game.Chat:
		case c.Grade != game.Unshown:
			said[c.Text] = true
		case r.asksToSay(c.Text) && !slices.Contains(sent, c.Text):
			sent = append(sent, c.Text)
		}
	}
	words := make([]string, 0, len(sent))
	for _, text := range sent {
		if !said[text] {
			words = append(words, strconv.Quote(text)+" was said")
		}
	}
	return words
}

// asksToSay reports whether the line is part of what the task was asked for. A
// task without clauses was asked for its actions.
func (r *Run) asksToSay(text string) bool {
	checks := r.Task.Reading.Checks()
	return len(checks) == 0 || slices.ContainsFunc(checks, func(c game.Check) bool {
		return c.Kind == game.CheckSaid && c.Text == text || c.Kind == game.CheckDone && c.Action == game.Chat
	})
}

// unmet are the conditions of the task's goal that do not hold, as words.
func (r *Run) unmet(now *game.State) []string {
	var open []string
	for _, s := range progressOf(&r.Task.Reading, r.baseline(), now, r.History).Open {
		open = append(open, s.String())
	}
	return open
}

// baseline is what the task started from.
func (r *Run) baseline() game.Baseline {
	if r.Task.Baseline == nil {
		return game.Baseline{}
	}
	return *r.Task.Baseline
}

// metWords are the conditions of a goal as words. The same done several times is
// said once: "3 dirt dropped".
func metWords(goal *game.Goal) []string {
	var sum []game.Check
	for _, c := range goal.Checks() {
		i := slices.IndexFunc(sum, func(s game.Check) bool {
			return c.Kind == game.CheckDone && s.Kind == c.Kind && s.Action == c.Action && s.Target == c.Target
		})
		if i < 0 {
			sum = append(sum, c)
			continue
		}
		sum[i].Count = max(sum[i].Count, 1) + max(c.Count, 1)
	}
	words := make([]string, len(sum))
	for i := range sum {
		words[i] = sum[i].Describe()
	}
	return words
}

// succeeded: the action counts as evidence.
func succeeded(v game.Verdict) bool { return v == game.Confirmed || v == game.Claimed }

func samePlace(a, b *game.Pos) bool {
	return a == nil && b == nil || a != nil && b != nil && a.X == b.X && a.Y == b.Y && a.Z == b.Z
}

// sumOf is how many of the items a state holds.
func sumOf(items []string, s *game.State) int {
	n := 0
	for _, item := range items {
		n += s.Count(item)
	}
	return n
}
