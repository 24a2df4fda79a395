// SPDX-License-Identifier: MIT

package game

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/minehand/minehand/internal/lists"
)

// Clause is one thing that a goal asks for, in the order of the sentence:
// "make bread and eat it" has two.
type Clause struct {
	// Verb is what is asked for: "get", "eat"; for a list of given actions the
	// kind of the action.
	Verb   string  `json:"verb,omitempty"`
	Things []Thing `json:"things,omitempty"`
	// To is the receiver: a player, a mob, a kind of container.
	To string `json:"to,omitempty"`
	// At is the place, nil when none was named.
	At    *Pos   `json:"at,omitempty"`
	Limit *Limit `json:"limit,omitempty"`
	// Span is the part of the sentence that the clause stands for; zero when it
	// stands for none.
	Span Span `json:"span,omitzero"`
	// Text is the clause as it was understood: "get 3 diamonds".
	Text string `json:"text,omitempty"`
	// Say is Text as a message; empty where it stands in a person's own words.
	Say Message `json:"say,omitzero"`
	// Foreign: Text is in another language than English.
	Foreign bool `json:"foreign,omitempty"`
	// Proofs show that it is met, all of them together. A clause without proofs
	// is never proven.
	Proofs []Proof `json:"proofs,omitempty"`
	// Later: what it is met by is known once a walk has led there; a later plan says it.
	Later bool `json:"later,omitempty"`
}

// Noun is the part of the clause's text that names its one thing: "diamonds" of "get
// 3 diamonds", "logs of any kind". It is empty where there are several things, or
// the text names it twice or is not English.
func (c *Clause) Noun() string {
	if len(c.Things) != 1 || c.Foreign {
		return ""
	}
	words := Display(c.Things[0].Item)
	if group := c.Things[0].Group; group != "" {
		words = Display(strings.TrimPrefix(group, "any "))
	}
	for _, name := range []string{Plural(words) + OfAnyKind, words + OfAnyKind, Plural(words), words, noun(1, words)} {
		switch strings.Count(c.Text, name) {
		case 0:
		case 1:
			return name
		default:
			return ""
		}
	}
	return ""
}

// OfAnyKind follows a group that is counted: "3 logs of any kind".
const OfAnyKind = " of any kind"

// Thing is what a clause is about.
type Thing struct {
	// Quantity is how many; 0 means not said. More: beyond what is held, All: as
	// many as there are.
	Quantity int  `json:"quantity,omitempty"`
	More     bool `json:"more,omitempty"`
	All      bool `json:"all,omitempty"`
	// Item is an item, block or mob; Group names several that will do as well:
	// "any log".
	Item  string `json:"item,omitempty"`
	Group string `json:"group,omitempty"`
	// Qualifier narrows it: a material, a colour.
	Qualifier string `json:"qualifier,omitempty"`
}

// Limit ends a clause that would not end by itself.
type Limit struct {
	// Seconds of game time; 0 means none.
	Seconds float64 `json:"seconds,omitempty"`
	// Until is what ends it, in the words of the goal: "night".
	Until string `json:"until,omitempty"`
}

// Span is a part of a text, in bytes: from From up to To.
type Span struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// Of is the part of the text; empty when it has no such part.
func (s Span) Of(text string) string {
	if s.From < 0 || s.To > len(text) || s.From > s.To {
		return ""
	}
	return text[s.From:s.To]
}

// Grade says how something is known, or has to be.
type Grade string

// The grades, the surest first.
const (
	// Seen: states, what was used up or the position show it.
	Seen Grade = "seen"
	// Told: the body's word, for what no state could show by its nature: say,
	// interact, a kill without drops.
	Told Grade = "told"
	// Unshown: it was carried out as far as anyone says, and nothing that its
	// proof asks for shows it.
	Unshown Grade = "none"
)

// Proof is one condition that shows a clause to be met, and how it has to be
// known.
type Proof struct {
	Check
	Grade Grade `json:"grade"`
}

// proofOf is the check as a proof, with the grade that belongs to its kind.
func proofOf(c Check) Proof { return Proof{Check: c, Grade: c.grade()} }

// grade is how a check of the kind can be known. Kills are told: not every mob
// leaves something. Of what was done the inventory shows what uses something up.
func (c *Check) grade() Grade {
	switch c.Kind {
	case CheckSaid, CheckKilled:
		return Told
	case CheckDone:
		if info, _ := Lookup(c.Action); info.UsesUp || info.Shown || c.As != "" || info.StaysPut && c.Seconds > 0 {
			return Seen
		}
		return Told
	case CheckHave, CheckGain, CheckAt, CheckAte, CheckEquipped, CheckBuilt, CheckPlaced, CheckStored, CheckWithdrawn, CheckGiven, CheckUsed:
		return Seen
	}
	return Unshown
}

// ClauseOf is a clause with the checks as its proofs.
func ClauseOf(verb, text string, checks ...Check) Clause {
	c := Clause{Verb: verb, Text: text}
	for _, k := range checks {
		c.Proofs = append(c.Proofs, proofOf(k))
	}
	return c
}

// Describe is what a clause comes to once it is met, as words: "3 diamonds
// held".
func (c *Clause) Describe() string {
	if len(c.Proofs) == 0 {
		return c.Text
	}
	words := lists.Of(c.Proofs, func(p *Proof) string { return p.Describe() })
	return strings.Join(words, ", ")
}

// Clauses are the checks as clauses, one each: how goals were kept before they
// had clauses.
func Clauses(checks []Check) []Clause {
	if len(checks) == 0 {
		return nil
	}
	return lists.Of(checks, func(c *Check) Clause { return ClauseOf("", "", *c) })
}

// Checks are the conditions of all clauses in their order, and those that must
// hold as well.
func (g *Goal) Checks() []Check {
	var list []Check
	for i := range g.Clauses {
		for k := range g.Clauses[i].Proofs {
			list = append(list, g.Clauses[i].Proofs[k].Check)
		}
	}
	return append(list, g.Conditions...)
}

// Judged reports whether it is known by what the goal is met.
func (g *Goal) Judged() bool {
	return len(g.Clauses)+len(g.Conditions) > 0 && !slices.ContainsFunc(g.Clauses, func(c Clause) bool { return c.Later })
}

// UnmarshalJSON reads goals as they are kept now, and those that were kept with
// their checks alone.
func (g *Goal) UnmarshalJSON(data []byte) error {
	type plain Goal
	var kept struct {
		plain
		Checks        []Check `json:"checks"`
		JudgedByModel bool    `json:"judgedByModel"`
	}
	if err := json.Unmarshal(data, &kept); err != nil {
		return err
	}
	*g = Goal(kept.plain)
	switch {
	case len(kept.Checks) == 0 || g.Judged():
	case kept.JudgedByModel:
		g.Conditions = kept.Checks
	default:
		g.Clauses = Clauses(kept.Checks)
	}
	return nil
}

// is reports whether one of the items is the named one.
func (c *Check) is(item string) bool {
	return slices.ContainsFunc(c.Items, func(want string) bool { return Name(want) == Name(item) })
}
