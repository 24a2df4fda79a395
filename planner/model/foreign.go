// SPDX-License-Identifier: MIT

package model

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/goals"
)

// quotesTheGame tells whether what the model reads has words that others may have
// chosen: a goal that was said in the game, other players' names, names that the
// game does not have, a body's own sentences about what it did.
func (q *question) quotesTheGame() bool {
	r, v := &q.req, q.book.Version
	foreign := func(s game.Sight) bool {
		_, block := v.Block(game.Name(s.Name))
		_, mob := v.Mob(game.Name(s.Name))
		_, item := v.Item(game.Name(s.Name))
		return !block && !mob && !item
	}
	stranger := func(s game.Sight) bool { return s.Name != r.Body.Owner }
	if near := r.State.Nearby; r.Settings.FromGame || near != nil && (slices.ContainsFunc(near.Blocks, foreign) ||
		slices.ContainsFunc(near.Entities, foreign) || slices.ContainsFunc(near.Players, stranger)) {
		return true
	}
	if !slices.Contains([]string{"", book.Overworld, "the_nether", "the_end"}, game.Name(r.State.Dimension)) {
		return true
	}
	for item := range r.State.Counts() {
		if _, ok := v.Item(game.Name(item)); !ok {
			return true
		}
	}
	for _, k := range r.Known {
		if k.Kind != game.LandmarkDeath && foreign(game.Sight{Name: k.Name}) {
			return true
		}
	}
	for i := range r.History {
		if h := &r.History[i]; h.Outcome.Failure != nil || h.Reason != "" {
			return true
		}
	}
	return slices.ContainsFunc(r.Exclude, func(e game.Exclusion) bool { return e.Reason != "" })
}

// OwnWords are faults for what a model would say in the game's chat in its own words,
// where it may not: others hear it in the player's name.
func OwnWords(goal string, may bool, steps []game.Step) []string {
	if may {
		return nil
	}
	var faults []string
	goal = letters(goal)
	for i := range steps {
		a := &steps[i].Action
		if a.Kind == game.Chat && !strings.Contains(goal, letters(a.Message)) {
			faults = append(
				faults,
				fmt.Sprintf(
					"step %d (%s): only the player's own words are said in the game's chat (chat.from_models in the config is off); leave it out",
					i+1,
					a.Describe(),
				),
			)
		}
	}
	return faults
}

// AsksToSay reports whether something may be said in the game's chat, by the goal or by
// the setting: what a model is not allowed it is not offered.
func AsksToSay(goal string, may bool) bool {
	if may || strings.ContainsAny(goal, "\"“«") {
		return true
	}
	said := strings.Fields(strings.ToLower(goal))
	return slices.ContainsFunc(goals.Frames(), func(f goals.Frame) bool {
		return f.Kind == goals.Say && slices.ContainsFunc(f.Kind.Words(), func(w string) bool {
			first, _, _ := strings.Cut(w, " ")
			return slices.Contains(said, first)
		})
	})
}

// letters are a text's letters and digits in lower case.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
