// SPDX-License-Identifier: MIT

package game

import (
	"errors"
	"fmt"
	"slices"

	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/internal/money"
)

// Mode is how a model is asked to plan.
type Mode string

// The modes.
const (
	// HighLevel: the model names outcomes, the solver works out every step.
	HighLevel Mode = "high-level"
	// LowLevel: the model names every step; nothing is inserted.
	LowLevel Mode = "low-level"
	// Hybrid: the model names goals with actions; what is missing is inserted
	// and marked.
	Hybrid Mode = "hybrid"
	// AgentMode: the model looks and does one thing after another, each a goal of its
	// own that the solver plans.
	AgentMode Mode = "agent"
)

// Values lists all modes, the default first.
func (Mode) Values() []string {
	return []string{string(Hybrid), string(HighLevel), string(LowLevel), string(AgentMode)}
}

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
	// Notes are sentences that the player should see: a fallback, a version that was
	// approximated. Notices are the same in English ([github.com/minehand/minehand/game/messages.Explained]).
	Notes   []Message `json:"notes,omitempty"`
	Notices []string  `json:"notices,omitempty"`
	// Outlook is how long the steps may take, and what may go wrong; nil when nobody said.
	Outlook *Outlook `json:"outlook,omitempty"`
	// Because is why the plan was made anew, Fault why there is none; empty for neither.
	Because Message `json:"because,omitzero"`
	Fault   Message `json:"fault,omitzero"`
	// Next is what another round does when this plan ran to its end, such as "fill
	// the chest": it builds on what this one finds out. Empty when the plan should
	// meet the goal. Then is the same as a message.
	Next string  `json:"next,omitempty"`
	Then Message `json:"then,omitzero"`
	// Edited says in a sentence what became of a person's edit: what was put in or
	// back, or why the plan stayed as it was. Empty for a plan that nobody edited.
	// Unchanged: that edit could not be carried out. Edit is the sentence as a message.
	Edited    string  `json:"edited,omitempty"`
	Edit      Message `json:"edit,omitzero"`
	Unchanged bool    `json:"unchanged,omitempty"`
	// Guess says in a sentence whose guess at the goal this is: it waits for a
	// person's yes, and proves nothing. Empty for what was read. Guessed is the same as a message.
	Guess   string  `json:"guess,omitempty"`
	Guessed Message `json:"guessed,omitzero"`
	// Meant is what a yes to the guess makes the goal; nil when that stays as it is.
	Meant *Goal `json:"meant,omitempty"`
	// Translation is what a model took the words for; nil when none did.
	Translation *Translation `json:"translation,omitempty"`
	// Read is what the words were read as, for the task to keep.
	Read *Reading `json:"-"`
	// Turn is the call of a tool that the plan carries out, in the mode agent. Such a
	// plan may have no steps: then it is over at once, and another round follows unless
	// Next is empty and nothing can be checked.
	Turn *Turn `json:"turn,omitempty"`
	// Record keeps how the plan came about.
	Record *Record `json:"record,omitempty"`
}

// Said are the sentences that the player should see; those of older plans are in English.
func (p *Plan) Said() []Message {
	if len(p.Notes) > 0 {
		return p.Notes
	}
	return ListOf(len(p.Notices), p.Notices, func(text string) any { return text })
}

// Wants is what a plan waits for: a person's yes, to its guess where that is not agreed to yet.
func (p *Plan) Wants(guess string) Message {
	if guess == "" {
		return Say("wait.yes")
	}
	return Say("wait.guess", "guess", p.Guessed.Or(TextOf(guess)))
}

// Turn is one call of a tool by a model that looks before it acts (AgentMode). A
// conversation is its turns: what the model reads of them is made from nothing else.
type Turn struct {
	// N counts the turns for the same words from 1; Round is the task's.
	N     int `json:"n"`
	Round int `json:"round"`
	// Opening is what the model read before its first turn for these words: the goal
	// and what was seen then. Goal are the words. Later turns have neither.
	Opening string `json:"opening,omitempty"`
	Goal    string `json:"goal,omitempty"`
	// Request is the hash of the question, as in the record of model calls.
	Request string `json:"request,omitempty"`
	// Tool and Arguments, JSON, are the call. Plain: it came as a JSON object and not as
	// a call of a tool, and the next is asked for that way.
	Tool      string `json:"tool"`
	Arguments string `json:"arguments,omitempty"`
	Plain     bool   `json:"plain,omitempty"`
	// Result is what the model reads of it; empty for what shows only after the round.
	// Refused: the call could not be made.
	Result  string `json:"result,omitempty"`
	Refused bool   `json:"refused,omitempty"`
	// Tokens are those of the question and the reply together.
	Tokens int `json:"tokens,omitempty"`
}

// Steps are actions as steps of a person's, in order.
func Steps(actions []Action) []Step {
	return lists.Of(actions, func(a *Action) Step { return Step{Action: a.Clone(), Source: FromUser} })
}

// Kinds are the kinds of action that are known and those that the plan brings, each
// once.
func (p *Plan) Kinds(known []Kind) []Kind {
	for i := range p.Steps {
		if k := p.Steps[i].Action.Kind; !slices.Contains(known, k) {
			known = append(slices.Clip(known), k)
		}
	}
	return known
}

// Within reports whether the plan ends with a way out that is still to be gone, where this step
// was its last that was begun, and worked or not.
func (p *Plan) Within(step int, worked bool) bool {
	last := len(p.Steps) - 1
	return last > 0 && p.Steps[last].Out && (step < last || !worked)
}

// Actions are those of all steps, in order.
func (p *Plan) Actions() []Action {
	return lists.Of(p.Steps, func(s *Step) Action { return s.Action })
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
	// Cost of those calls, where the prices are known.
	Cost money.Cost `json:"cost,omitzero"`
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
	// Spread is the standard deviation of Seconds, as far as chance has a part in it: how far
	// it is to what is looked for, what a block leaves.
	Spread float64 `json:"spread,omitempty"`
	// About is how often the action is expected to be repeated where what it brings is left
	// to chance; its quantity is a bound then. 0 where nothing is.
	About  int    `json:"about,omitempty"`
	Source Source `json:"source"`
	// Because is the reason for the step: "for a stone pickaxe"; Why is the same in English,
	// as rows keep it ([github.com/minehand/minehand/game/messages.Explained]).
	Because Message `json:"because,omitzero"`
	Why     string  `json:"why,omitempty"`
	// Group is the description of the part of the plan that the step belongs to.
	Group string `json:"group,omitempty"`
	// Seeks names the block that the step looks for farther away after a mine
	// found none. The planner bounds such steps, so a round that ends in one is
	// not counted as one without progress.
	Seeks string `json:"seeks,omitempty"`
	// Out: it is the way out of where the steps before it led, and part of the task although
	// nothing of the goal is proven by it.
	Out bool `json:"out,omitempty"`
	// Enough: the step is left out when all of these are held as its turn comes. A
	// fight whose drops are left to chance ends when it has brought enough.
	Enough []Need `json:"enough,omitempty"`
	// Batch is how many items come at once, where that is more than one: a craft of
	// planks makes four.
	Batch int `json:"batch,omitempty"`
}

// Over reports whether two states show all that the step is for, as many as it asks
// for: then it has nothing left to do, whatever its body says. A kill shows in no
// state; what a fight is to bring does.
func (s *Step) Over(before, now *State) bool {
	info, _ := Lookup(s.Action.Kind)
	units := lists.Sum(s.Expect.Gains, func(g *Gain) int { return g.Min })
	lucky := func(g Gain) bool { return g.More }
	switch {
	case info.Standing:
		return false
	case s.Action.Kind == Attack || len(s.Enough) > 0:
		return len(s.Enough) > 0 && now.Inventory != nil && MissingNeed(s.Enough, now) == ""
	case s.Action.Until == nil && (units > 0 && units < s.Action.Count() || slices.ContainsFunc(s.Expect.Gains, lucky)):
		return false // the rest is left to chance
	}
	return s.Shown(before, now)
}

// Shown reports whether two states show the success of the step.
func (s *Step) Shown(before, now *State) bool { return s.Shows().Shown(before, now) }

// Shows is what states can show of the step's success without a word of its body. They show
// no cell of a build: only a look does.
func (s *Step) Shows() Expect {
	if info, _ := Lookup(s.Action.Kind); info.Resumes {
		return Expect{}
	}
	return s.Expect
}

// Counted reports whether a body that was asked for the step made a craft of each of
// its items, and what was gained shows it; known is false where it cannot.
func (s *Step) Counted(gained map[string]int) (crafts, known bool) {
	if s.Action.Kind != Craft || s.Batch < 2 || s.Action.Count() < 2 || len(s.Expect.Gains) != 1 {
		return false, false
	}
	n := gained[s.Action.Recipe]
	return n >= 2*s.Expect.Gains[0].Min, n > 0
}

// Stirs reports whether a craft that is over may still bring more than its state shows:
// a body of version 1, which reports no state with it, may count crafts instead of
// items, and show them one after another.
func (s *Step) Stirs(out *Outcome, protocol int) bool {
	told := out.Result != nil && out.Result.State != nil
	return protocol < ProtocolV2 && s.Action.Kind == Craft && s.Batch > 1 && s.Action.Count() > 1 && !told
}

// Crafts is how many crafts make the items that the step asks for.
func (s *Step) Crafts() int { return (s.Action.Count() + max(s.Batch, 1) - 1) / max(s.Batch, 1) }

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
	// Places: what it uses up stands in the world afterwards.
	Places bool `json:"places,omitempty"`
	// At and Within: the feet end within so many blocks of the place.
	At     *Pos    `json:"at,omitempty"`
	Within float64 `json:"within,omitempty"`
	// Seconds have to pass meanwhile, by the game's clock or by ours.
	Seconds float64 `json:"seconds,omitempty"`
	// Watch is what was guarded; nil for nothing.
	Watch *Watch `json:"watch,omitempty"`
}

// Gain is a wanted gain: at least Min more of Items, together.
type Gain struct {
	Items []string `json:"items"`
	Min   int      `json:"min"`
	// More: each unit may bring more than its least, so that the gain does not show how many
	// there were.
	More bool `json:"more,omitempty"`
}

// Empty reports whether there is nothing to compare.
func (e Expect) Empty() bool {
	return len(e.Gains) == 0 && len(e.Uses) == 0 && e.At == nil && e.Seconds == 0 && e.Watch == nil
}

// lasts reports whether the time that it takes is all that shows the step's success:
// what was done meanwhile is the body's word.
func (e Expect) lasts() bool {
	return e.Seconds > 0 && len(e.Gains) == 0 && len(e.Uses) == 0 && e.At == nil && e.Watch == nil
}

// spends reports whether what goes is all that shows the step's success.
func (e Expect) spends() bool { return len(e.Uses) > 0 && len(e.Gains) == 0 }

// Reached takes what a step of the plan gained into the most that was held of what
// later steps need, and reports whether that is more than ever. Gathering more than
// they need, or again what was spent, is not. highs are not changed; mark may be nil.
func (p *Plan) Reached(highs []Stack, index int, gained map[string]int, mark *Mark) (now []Stack, more bool) {
	for item, n := range gained {
		if mark != nil {
			n += mark.Counts[item]
		}
		n = min(n, p.needed(index+1, item))
		if n == 0 || slices.ContainsFunc(highs, func(h Stack) bool { return h.Item == item && h.Count >= n }) {
			continue
		}
		lower := func(h Stack) bool { return h.Item == item }
		highs = append(slices.DeleteFunc(slices.Clone(highs), lower), Stack{Item: item, Count: n})
		more = true
	}
	return highs, more
}

// needed is the most of an item that one of the steps from a place on needs.
func (p *Plan) needed(from int, item string) (most int) {
	for i := from; i < len(p.Steps); i++ {
		for _, need := range p.Steps[i].Needs {
			if slices.Contains(need.Items, item) {
				most = max(most, need.Count)
			}
		}
	}
	return most
}

// maxSteps bounds a plan.
const maxSteps = 10_000

// ValidateList checks the actions of a plan or of a ready list, and how many they are.
func ValidateList(list []Action) error {
	if n := len(list); n > maxSteps {
		return fmt.Errorf("the plan has %d steps; at most %d are run: ask for less at once", n, maxSteps)
	}
	var errs []error
	for i := range list {
		if err := list[i].Validate(); err != nil {
			errs = append(errs, fmt.Errorf("step %d: %w", i+1, err))
		}
	}
	return errors.Join(errs...)
}
