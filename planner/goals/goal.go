// SPDX-License-Identifier: MIT

package goals

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/skills"
)

// Kind says what sort of thing is wanted.
type Kind string

// The kinds of goals.
const (
	Get      Kind = "get"
	Mine     Kind = "mine"
	Craft    Kind = "craft"
	Smelt    Kind = "smelt"
	Kill     Kind = "kill"
	Goto     Kind = "goto"
	Say      Kind = "say"
	Eat      Kind = "eat"
	Equip    Kind = "equip"
	Place    Kind = "place"
	Deposit  Kind = "deposit"
	Withdraw Kind = "withdraw"
	Give     Kind = "give"
	Follow   Kind = "follow"
	Sleep    Kind = "sleep"
	Wait     Kind = "wait"
	Interact Kind = "interact"
	Build    Kind = "build"
	Shear    Kind = "shear"
	Milk     Kind = "milk"
	Breed    Kind = "breed"
	Catch    Kind = "catch"
	Plant    Kind = "plant"
	Till     Kind = "till"
	Grow     Kind = "grow"
	Find     Kind = "find"
	Throw    Kind = "throw"
	Look     Kind = "look"
	Clear    Kind = "clear"
	Dig      Kind = "dig"
	Light    Kind = "light"
	Harvest  Kind = "harvest"
	Sort     Kind = "sort"
	Guard    Kind = "guard"
	Barter   Kind = "barter"
	Buy      Kind = "buy"
	Sell     Kind = "sell"
	Enchant  Kind = "enchant"
)

// Goal is one thing wanted. What a task keeps of it (game.Reading) is its JSON.
type Goal struct {
	Kind Kind `json:"kind"`
	// Name is the thing's id, or "any log" for a group.
	Name string `json:"name,omitempty"`
	// Items are the alternatives that will do; for mine they may be blocks, for kill mobs.
	Items []string `json:"items,omitempty"`
	// Count is how many; More says that they are wanted beyond what is held.
	Count int  `json:"count,omitempty"`
	More  bool `json:"more,omitempty"`
	// All says that as many are meant as are held (drop, smelt, wear) or near
	// (kill); Count is then what is taken for it when that is not known.
	All bool `json:"all,omitempty"`
	// Half says that half of that is meant, Keep how many of it stay (drop, store).
	Half bool `json:"half,omitempty"`
	Keep int  `json:"keep,omitempty"`
	// Except are the names of what is not meant of it: Items are the others.
	Except []string `json:"except,omitempty"`
	// At is where, for kinds with a place. Flat says that its height was not said.
	At   *game.Pos `json:"at,omitempty"`
	Flat bool      `json:"flat,omitempty"`
	// Site is where at what the message builds before it: "around", "before" its door, "inside".
	Site string `json:"site,omitempty"`
	// Toward is the direction in which a walk goes Count blocks: "north", or "away" from what is hostile.
	Toward string `json:"toward,omitempty"`
	// Text is what to say.
	Text string `json:"text,omitempty"`
	// To is the player or mob that is meant; "me" is who speaks.
	To string `json:"to,omitempty"`
	// Into is the container that is to be placed for what is stored: "chest".
	Into string `json:"into,omitempty"`
	// Seconds is how long, for follow and wait; 0 means not said.
	Seconds float64 `json:"seconds,omitempty"`
	// Product says that a smelt goal names what comes out: "make 3 stone".
	Product bool `json:"product,omitempty"`
	// Refers says that the goal is about the thing of the goal before it: "craft a table and place it".
	Refers bool `json:"refers,omitempty"`
	// With are things to hold before it is begun: a tool that is named, what is said to be there.
	With []Thing `json:"with,omitempty"`
	// From is the mob that it is to come of, empty for any source.
	From string `json:"from,omitempty"`
	// Biome is where it is to be done, empty for anywhere.
	Biome string `json:"biome,omitempty"`
	// Span is the part of the sentence that it stands for; zero when it was made of others.
	Span game.Span `json:"span,omitzero"`
	// Used says that a later goal uses up what this one brings: that it was done shows it, and nothing of it has to be held at the end.
	Used bool `json:"used,omitempty"`
	// Left says that as many are meant as what was killed before leaves; Count is the least that is expected of it.
	Left bool `json:"left,omitempty"`
	// spent is how many of what a goal about all of something is about earlier goals still use up.
	spent int
	// parted is how many of what a goal is about later ones take away.
	parted int
	// waits says that it cannot be planned before what an earlier goal brings is known.
	waits bool
	// Vessel is what is filled for it: the bucket of a water bucket.
	Vessel string `json:"vessel,omitempty"`
	// Out is what an earlier goal brings that this one is made of, some steps on.
	Out []string `json:"out,omitempty"`
	// Found says that it was to be looked for, and is fetched because no block is it.
	Found bool `json:"found,omitempty"`
	// As is how what is used is to stand: "closed".
	As string `json:"as,omitempty"`
	// Again says that what is harvested is sown again where it stood.
	Again bool `json:"again,omitempty"`
	// Shape and Size, in blocks, are what to build; Count is how many blocks it has.
	Shape Shape       `json:"shape,omitempty"`
	Size  skills.Size `json:"size,omitzero"`
	// Fitted is what a building is fitted with: things that stand inside, and rows of skills by name.
	Fitted []skills.Fit `json:"fitted,omitempty"`
}

// Names reports whether it is about a thing, a mob or a shape that was named, or needs none.
func (g Goal) Names() bool {
	return len(g.Items) > 0 || g.Shape != "" || tell().Nameless[string(g.Kind)]
}

// Thing is a number of something that a goal mentions besides what it is about.
type Thing struct {
	Name  string   `json:"name,omitempty"`
	Items []string `json:"items,omitempty"`
	Count int      `json:"count,omitempty"`
	// Tool says that the goal is to be done with it, Of that it is made of it, Not
	// that it is made of one of Items and not of what Name says; else it is only there.
	Tool bool `json:"tool,omitempty"`
	Of   bool `json:"of,omitempty"`
	Not  bool `json:"not,omitempty"`
}

// Reading is a sentence as it was understood.
type Reading struct {
	Goals []Goal
	// Respelt are the words that were taken for others: with any the reading is a guess.
	Respelt []game.Respelling
	// Language is the code of the language that it was read in.
	Language string
}
