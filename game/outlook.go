// SPDX-License-Identifier: MIT

package game

import (
	"fmt"

	"github.com/minehand/minehand/internal/lists"
)

// Outlook is what a player wants to know of a plan before it runs.
type Outlook struct {
	// Least and Most are the game seconds that the plan takes four times in five.
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
	// Risks say what may go wrong, Shorter what would save much of the time.
	Risks   []Message `json:"risks,omitempty"`
	Shorter []Message `json:"shorter,omitempty"`
}

// Lasts is how many game seconds steps are expected to take.
func Lasts(steps []Step) float64 {
	return lists.Sum(steps, func(s *Step) float64 { return s.Seconds })
}

// chance is what a step is done for that leaves to chance how often; false for others.
func (s *Step) chance() (Things, bool) {
	switch u := s.Action.Until; {
	case s.About == 0:
	case u != nil && u.Item != "":
		return Things{Count: u.Count, Items: []string{u.Item}}, true
	case len(s.Enough) == 1:
		return Things{Count: s.Enough[0].Count, Items: s.Enough[0].Items}, true
	}
	return Things{}, false
}

// Describe is the action of the step as a short sentence. Of one whose drops are left to
// chance it says what it is done for: "Mine gravel for 20 flint, about 200".
func (s *Step) Describe() string {
	what, chance := s.chance()
	if !chance {
		return s.Action.Describe()
	}
	return fmt.Sprintf("%s %s for %s, about %d", Sentence(string(s.Action.Kind)), noun(2, s.Action.Subject()), CountedAny(what.Count, what.Items), s.About)
}

// Say is Describe as a message.
func (s *Step) Say() Message {
	what, chance := s.chance()
	if !chance {
		return s.Action.Say()
	}
	of := Things{Items: []string{s.Action.Subject()}, Many: true}
	return Say("act.for", "verb", Say("verb."+string(s.Action.Kind)), "things", of, "what", what, "n", s.About)
}
