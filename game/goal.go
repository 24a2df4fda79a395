// SPDX-License-Identifier: MIT

package game

import (
	"cmp"
	"fmt"
	"maps"
	"strings"
	"time"
)

// Goal is what a person wants: the words, and what they were understood to ask
// for. All clauses must be met.
type Goal struct {
	// Text is the person's own words.
	Text string `json:"text"`
	// Reading is the goal as it was understood, in a canonical short form; empty
	// when no one read it.
	Reading string   `json:"reading,omitempty"`
	Clauses []Clause `json:"clauses,omitempty"`
	// Conditions must hold as well. They come from a model and prove no clause.
	Conditions []Check `json:"conditions,omitempty"`
}

// CheckKind says what a check looks at.
type CheckKind string

// The kinds of checks, one for each row of the protocol's goal table.
const (
	// CheckHave: at least Count of Items are held (slots 0-40).
	CheckHave CheckKind = "have"
	// CheckGain: Count more of Items are held than in the baseline.
	CheckGain CheckKind = "gain"
	// CheckAt: the feet are within Range blocks of At.
	CheckAt CheckKind = "at"
	// CheckSaid: the chat line Text was acknowledged once.
	CheckSaid CheckKind = "said"
	// CheckAte: Count of Items, any when none are named, were eaten or drunk. Hunger
	// proves nothing.
	CheckAte CheckKind = "ate"
	// CheckEquipped: Slot holds one of Items.
	CheckEquipped CheckKind = "equipped"
	// CheckBuilt: Count blocks of a build stand, by its results and a look at them; Text
	// says what they are together, which is Target where it has a name.
	CheckBuilt CheckKind = "built"
	// BuiltBefore is the Target of one for what stood whole before the task began.
	BuiltBefore = "before"
	// CheckPlaced: Count blocks of Items were placed, by results.
	CheckPlaced CheckKind = "placed"
	// CheckStored: the container at At holds Count of Items, by results; without
	// At so many were put into containers, which are Target blocks.
	CheckStored CheckKind = "stored"
	// CheckWithdrawn: Count of Items were taken out of the container at At.
	CheckWithdrawn CheckKind = "withdrawn"
	// CheckGiven: Count of Items were dropped within 3 blocks of To.
	CheckGiven CheckKind = "given"
	// CheckKilled: Count mobs of Target were killed, by results or drops.
	CheckKilled CheckKind = "killed"
	// CheckUsed: Count of Items were used up by actions of kind Action about Target:
	// what it was made of.
	CheckUsed CheckKind = "used"
	// CheckDone: actions of kind Action about Target, their quantities added up to
	// Count, were confirmed or claimed (interact, follow, drop and other goals
	// without a state to look at). Text says what was done where the kind does not.
	CheckDone CheckKind = "done"
)

// Check is one condition that can be looked at.
type Check struct {
	Kind CheckKind `json:"kind"`
	// Items are alternatives: counts of all of them add up.
	Items  []string `json:"items,omitempty"`
	Count  int      `json:"count,omitempty"`
	At     *Pos     `json:"at,omitempty"`
	Range  float64  `json:"range,omitempty"`
	Text   string   `json:"text,omitempty"`
	Slot   string   `json:"slot,omitempty"`
	To     string   `json:"to,omitempty"`
	Target string   `json:"target,omitempty"`
	Action Kind     `json:"action,omitempty"`
	// Seconds is how long each of what was done took at least; 0 for any time.
	Seconds float64 `json:"seconds,omitempty"`
	// As is how what was used is to stand, empty for any way (Action.As); Already says that
	// it stood so before.
	As      string `json:"as,omitempty"`
	Already bool   `json:"already,omitempty"`
}

// Asked reports whether its units are asked for: what goes into a thing is not.
func (c *Check) Asked() bool { return c.Kind != CheckUsed }

// Describe is the check as words: "3 diamonds held".
func (c Check) Describe() string {
	items := CountedAny(c.Count, c.Items)
	switch c.Kind {
	case CheckHave:
		return items + " held"
	case CheckGain:
		return strings.Replace(items, " ", " more ", 1)
	case CheckAt:
		if c.Range >= 2*MaxCoordinate { // all of a dimension
			return "in " + WorldName(c.At.Dimension)
		}
		return "at " + c.At.String()
	case CheckSaid:
		return fmt.Sprintf("%q said", c.Text)
	case CheckAte:
		return "fed"
	case CheckEquipped:
		return Alternatives(c.Items) + " " + slotWords(c.Slot)
	case CheckBuilt:
		return cmp.Or(c.Text, Counted(c.Count, "block")+" built")
	case CheckPlaced:
		return items + " placed"
	case CheckStored:
		if c.At == nil {
			return fmt.Sprintf("%s in a %s", items, Display(c.Target))
		}
		return fmt.Sprintf("%s in the container at %s", items, c.At)
	case CheckWithdrawn:
		return fmt.Sprintf("%s taken from the container at %s", items, c.At)
	case CheckGiven:
		return fmt.Sprintf("%s given to %s", items, c.To)
	case CheckKilled:
		return Counted(c.Count, c.Target) + " killed"
	case CheckUsed:
		return fmt.Sprintf("%s used for %s", items, Plural(Display(c.Target)))
	case CheckDone:
		if c.As != "" {
			return Alternatives(c.Items) + " " + c.As
		}
		return c.deed()
	}
	return string(c.Kind)
}

// deed is what a CheckDone wants done.
func (c Check) deed() string {
	info, _ := Lookup(c.Action)
	switch {
	case c.Target == "":
		return c.aimless(&info)
	case c.Count > 1, info.UsesUp:
		return info.counted(max(c.Count, 1), c.Target) + " " + info.Past
	case c.Action == Explore && c.At != nil:
		return fmt.Sprintf("%s %s near %s", Called(c.Target), info.Past, c.At)
	}
	return Called(c.Target) + " " + info.Past
}

// aimless is what a CheckDone without a target wants done.
func (c *Check) aimless(info *KindInfo) string {
	switch {
	case c.Seconds > 0:
		return Lasting(time.Duration(c.Seconds*float64(time.Second))) + " " + info.Past
	case len(c.Items) > 0:
		return CountedAny(c.Count, c.Items) + " " + info.Past
	case c.Action == Goto && c.Count > 1:
		return fmt.Sprintf("reached %d places", c.Count)
	case c.Action == Goto:
		return "gone there"
	case c.Text != "" && c.Count > 1:
		return Counted(c.Count, "place") + " " + c.Text
	case c.Text != "":
		return c.Text
	case info.UsesUp:
		return Counted(max(c.Count, 1), "thing") + " " + info.Past
	case c.Count > 1:
		return fmt.Sprintf("%s %d times", info.Past, c.Count)
	}
	return info.Past
}

// slotWords says where something is worn or held.
func slotWords(slot string) string {
	where := map[string]string{"head": "on the head", "torso": "on the body", "legs": "on the legs", "feet": "on the feet"}
	return cmp.Or(where[slot], "in the "+Display(slot))
}

// Baseline is what a goal starts from; "three more" counts from here. It is
// journalled once, when the task starts.
type Baseline struct {
	Inventory map[string]int `json:"inventory"`
	Hunger    *float64       `json:"hunger,omitempty"`
	// Carried is how many of what it holds were taken out of containers to be sorted, by a
	// task that ended before they were put away.
	Carried map[string]int `json:"carried,omitempty"`
	// At is the block that the feet stood in: what is built without a place is
	// built beside it.
	At *Pos `json:"at,omitempty"`
}

// ToSort is why something is taken out of a container that it does not belong into.
const ToSort = "step.kept.in"

// Carries is how many of each item that is held, its own aside, were taken out of containers
// to be sorted, by these actions or before them, and not put away.
func (b *Baseline) Carries(history []Attempt, held func(item string) int) map[string]int {
	out := map[string]int{}
	maps.Copy(out, b.Carried)
	for i := range history {
		switch a := &history[i].Step.Action; {
		case a.Kind == Withdraw && history[i].Step.Because.Code == ToSort: // also of what was broken off
			out[a.Item] += a.Count()
		case a.Kind == Deposit:
			out[a.Item] -= history[i].done(i + 1)
		}
	}
	for item, n := range out {
		out[item] = min(n, held(item), held(item)-b.Inventory[item]+b.Carried[item])
	}
	maps.DeleteFunc(out, func(_ string, n int) bool { return n <= 0 })
	return out
}

// After has a task begin with what the one before it carries.
func (b *Baseline) After(last Baseline, history []Attempt) {
	b.Carried = last.Carries(history, func(item string) int { return b.Inventory[item] })
}

// done is how much of its action an attempt did.
func (a *Attempt) done(row int) int {
	if a.Verdict.Worked() {
		return a.Step.Action.Count()
	}
	c, _ := CreditOf(a, row)
	return c.Units
}

// BaselineOf takes the baseline from a state.
func BaselineOf(s *State) Baseline {
	if s == nil {
		return Baseline{Inventory: map[string]int{}}
	}
	b := Baseline{Inventory: s.Counts(), Hunger: copyOf(s.Hunger)}
	if s.Position != nil {
		at := s.Position.Feet()
		at.Dimension = Name(s.Dimension)
		b.At = &at
	}
	return b
}
