package game

import (
	"errors"
	"fmt"
)

// Mode is how a model is asked to plan.
type Mode string

// The three modes.
const (
	// HighLevel: the model names outcomes, the solver works out every step.
	HighLevel Mode = "high-level"
	// LowLevel: the model names every step; nothing is inserted.
	LowLevel Mode = "low-level"
	// Hybrid: the model names goals with actions; what is missing is inserted
	// and marked.
	Hybrid Mode = "hybrid"
)

// Source says where a plan or a step came from.
type Source string

// The sources.
const (
	FromModel      Source = "model"
	FromCompleting Source = "completing"
	FromRepair     Source = "repair"
	FromBuiltin    Source = "built-in"
	FromSkill      Source = "skill"
	FromUser       Source = "user"
)

// Plan is a checked way to a goal.
type Plan struct {
	Goal Goal `json:"goal"`
	Mode Mode `json:"mode,omitempty"`
	// Source of the plan as a whole; steps carry their own.
	Source Source `json:"source"`
	// PlannedBy names who planned in words: "built-in planner", or provider and
	// model.
	PlannedBy string `json:"plannedBy"`
	Steps     []Step `json:"steps"`
	// Say is what the model wants to tell the player.
	Say string `json:"say,omitempty"`
	// Notices are sentences that the player should see: a fallback, a version
	// that was approximated.
	Notices []string `json:"notices,omitempty"`
	// Next is what another round does when this plan ran to its end, such as "fill
	// the chest": it builds on what this one finds out. Empty when the plan should
	// meet the goal.
	Next string `json:"next,omitempty"`
	// Guess says in a sentence whose guess at the goal this is: it waits for a
	// person's yes, and proves nothing. Empty for what was read.
	Guess string `json:"guess,omitempty"`
	// Translation is what a model took the words for; nil when none did.
	Translation *Translation `json:"translation,omitempty"`
	// Record keeps how the plan came about.
	Record *Record `json:"record,omitempty"`
}

// Record is the whole story of a plan, for `why` and export.
type Record struct {
	Prompt string `json:"prompt,omitempty"`
	Reply  string `json:"reply,omitempty"`
	// Replies are all of the round, the last one Reply; those that hold no plan that
	// could be read are counted by Unread.
	Replies []string `json:"replies,omitempty"`
	Unread  int      `json:"unread,omitempty"`
	// Faults that the checker found, also those that nobody mended.
	Faults   []string `json:"faults,omitempty"`
	Repaired bool     `json:"repaired,omitempty"`
	Provider string   `json:"provider,omitempty"`
	Model    string   `json:"model,omitempty"`
	// Translated: it was asked what the words mean, in clauses, before anything else.
	Translated bool `json:"translated,omitempty"`
	// Calls to a model, and the tokens they took.
	Calls  int `json:"calls,omitempty"`
	Tokens int `json:"tokens,omitempty"`
}

// Step is one action of a plan with what is known about it beforehand.
type Step struct {
	Action Action `json:"action"`
	// Needs are the items that must be held when the step starts.
	Needs  []Need `json:"needs,omitempty"`
	Expect Expect `json:"expect"`
	// Seconds is the expected duration in game seconds (20 ticks each); 0 means
	// unknown.
	Seconds float64 `json:"seconds,omitempty"`
	Source  Source  `json:"source"`
	// Why is the reason for the step in a few words: "needs a stone pickaxe".
	Why string `json:"why,omitempty"`
	// Group is the description of the part of the plan that the step belongs to.
	Group string `json:"group,omitempty"`
	// Seeks names the block that the step looks for farther away after a mine
	// found none. The planner bounds such steps, so a round that ends in one is
	// not counted as one without progress.
	Seeks string `json:"seeks,omitempty"`
	// Enough: the step is left out when all of these are held as its turn comes. A
	// fight whose drops are left to chance ends when it has brought enough.
	Enough []Need `json:"enough,omitempty"`
}

// Need is a precondition: Count of any of Items, together.
type Need struct {
	Items []string `json:"items"`
	Count int      `json:"count"`
}

// Expect is the change that shows a step's success. The zero value expects
// nothing that could be compared.
type Expect struct {
	// Gains are lower bounds; losses and other gains never contradict.
	Gains []Gain `json:"gains,omitempty"`
	// Uses are what the step uses up: so many of the items, together, leave the
	// inventory. They are judged where nothing is gained, and counted for clauses
	// whose things a later one takes.
	Uses []Need `json:"uses,omitempty"`
	// At and Within: the feet end within so many blocks of the place.
	At     *Pos    `json:"at,omitempty"`
	Within float64 `json:"within,omitempty"`
}

// Gain is a wanted gain: at least Min more of Items, together.
type Gain struct {
	Items []string `json:"items"`
	Min   int      `json:"min"`
}

// Empty reports whether there is nothing to compare.
func (e Expect) Empty() bool { return len(e.Gains) == 0 && len(e.Uses) == 0 && e.At == nil }

// Spends reports whether what goes is all that shows the step's success.
func (e Expect) Spends() bool { return len(e.Uses) > 0 && len(e.Gains) == 0 }

// maxSteps bounds a plan.
const maxSteps = 10_000

// Validate checks every step's action and the plan's size.
func (p Plan) Validate() error {
	if len(p.Steps) > maxSteps {
		return fmt.Errorf("the plan has %d steps; at most %d are run: ask for less at once", len(p.Steps), maxSteps)
	}
	var errs []error
	for i := range p.Steps {
		if err := p.Steps[i].Action.Validate(); err != nil {
			errs = append(errs, fmt.Errorf("step %d: %w", i+1, err))
		}
	}
	return errors.Join(errs...)
}
