// SPDX-License-Identifier: MIT

package reply

import (
	"strings"
)

// Shape is the form in which a plan was given.
type Shape string

// The shapes. The first three are the ones of the three modes; each is read
// whatever mode was asked for.
const (
	Commands Shape = "commands"
	Actions  Shape = "actions"
	Plan     Shape = "plan"
	List     Shape = "list"
)

// Parsed is a reply's plan before its names are looked up.
type Parsed struct {
	Shape  Shape
	Groups []Group
	// GoalCheck is what the model would have checked: members item and count;
	// empty when it gave nothing.
	GoalCheck []Fields
	// Say is for the player.
	Say string
	// Impossible is the model's reason why there is no plan; empty otherwise.
	Impossible string
	// Terminal are shell commands that the reply asks for. They are no part of
	// the plan.
	Terminal []Terminal
	// Mended says that the JSON was not valid as it stood.
	Mended bool
}

// Entries counts the actions of all groups.
func (p Parsed) Entries() int {
	n := 0
	for _, g := range p.Groups {
		n += len(g.Entries)
	}
	return n
}

// Group is a part of a plan; the description is empty outside the plan shape.
type Group struct {
	Description string
	Entries     []Entry
}

// Entry is one action as the model wrote it.
type Entry struct {
	// Kind is the action's name, in lower case with _ between words.
	Kind   string
	Fields Fields
}

// Fields are an object's members. Names are in lower case without separators
// (maxblocks, goalcheck); values are string, json.Number, bool, nil, []any and
// map[string]any.
type Fields map[string]any

// Terminal is a shell command that a model asks for.
type Terminal struct {
	Command     string
	Description string
}

// FaultKind sorts the faults of a reply as a whole.
type FaultKind string

// The kinds of faults.
const (
	// Cut: the reply ended at its token limit; ask again with a larger one.
	Cut FaultKind = "cut"
	// Nothing: there is no text in it.
	Nothing FaultKind = "nothing"
	// NoJSON: there is no JSON in it.
	NoJSON FaultKind = "no json"
	// Broken: the JSON cannot be mended.
	Broken FaultKind = "broken"
	// TooLarge and TooDeep: past the caps.
	TooLarge FaultKind = "too large"
	TooDeep  FaultKind = "too deep"
	// NoPlan: JSON without a plan.
	NoPlan FaultKind = "no plan"
	// Empty: a plan without actions.
	Empty FaultKind = "empty"
	// TerminalOnly: shell commands instead of actions.
	TerminalOnly FaultKind = "terminal only"
)

// Fault says why no plan could be read: what is wrong, and after a semicolon how
// the model mends it.
type Fault struct {
	Kind FaultKind
	Text string
}

// Error is the sentence.
func (f *Fault) Error() string { return f.Text }

// Wrong is the part of the sentence that is for the player too.
func (f *Fault) Wrong() string {
	wrong, _, _ := strings.Cut(f.Text, ";")
	return wrong
}

var faultTexts = map[FaultKind]string{
	Cut:          "the reply was cut off before its end, so the plan in it is not complete",
	Nothing:      "the reply is empty; answer with one JSON object and nothing else",
	NoJSON:       "the reply holds no JSON; answer with one JSON object and nothing else",
	Broken:       "the reply's JSON is broken and cannot be read; answer with one valid JSON object",
	TooLarge:     "the reply is larger than 1 MiB; answer with a short JSON object",
	TooDeep:      "the reply's JSON is nested deeper than 64 levels; answer with a flat plan",
	NoPlan:       `the reply's JSON holds no plan; it needs a list of actions under "commands", "actions" or "plan"`,
	Empty:        `the plan is empty; give at least one action, or say why there is none with "impossible"`,
	TerminalOnly: `the reply asks for terminal commands; a plan's entries name a game action with "action"`,
}

func fault(kind FaultKind) *Fault { return &Fault{Kind: kind, Text: faultTexts[kind]} }
