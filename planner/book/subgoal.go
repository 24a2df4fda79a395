// SPDX-License-Identifier: MIT

package book

import (
	"fmt"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/techtree"
)

// Subgoal is what reading hands over to solving for one goal of a sentence: what
// must be held for it, and what is done then.
type Subgoal struct {
	// Words name it: "get 3 diamonds".
	Words string
	// First is what must be held before the wants are planned: a seed that only
	// its own crop brings.
	First []techtree.Want
	Wants []techtree.Want
	// Tools are what the steps are done with and leave: what another subgoal holds
	// of them will do.
	Tools []techtree.Want
	// Of is what the crafts of the steps are made of, and nothing else in its place.
	Of []game.Need
	// Keeps is what the steps bring and what remains at the end.
	Keeps []techtree.Want
	// Holds says that the wants remain at the end; else the steps use them up.
	Holds bool
	// Wears says that one of the wants is put on: what another subgoal holds of it
	// will do.
	Wears bool
	// There leads to where the steps are done, nil for anywhere: it is walked when
	// the body may have left.
	There *game.Action
	Steps []game.Step
}

// Met says that nothing is left to do for some subgoals by the state.
func (b *Book) Met(list []Subgoal) bool {
	for i := range list {
		g := &list[i]
		if g.Holds || len(g.First) > 0 {
			for _, w := range g.Wants {
				if b.Held(w.Items...) < w.Count {
					return false
				}
			}
		}
		for _, s := range g.Steps {
			if s.Action.Kind != game.Goto || s.Action.At == nil || !b.StandsAt(*s.Action.At) {
				return false
			}
		}
	}
	return true
}

// QuestionError says that a question makes no sense, and how to mend it.
type QuestionError struct{ Reason string }

func (e *QuestionError) Error() string { return e.Reason }

// BadQuestion makes a *QuestionError.
func BadQuestion(format string, args ...any) error {
	return &QuestionError{fmt.Sprintf(format, args...)}
}
