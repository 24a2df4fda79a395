// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"
	"sync"

	"github.com/minehand/minehand/game"
)

// Slot names what may stand behind a verb, for people and schemas.
type Slot string

// The slots.
const (
	SlotThing     Slot = "thing"     // a number of items or blocks: "3 diamonds", "all the dirt", "it"
	SlotMob       Slot = "mob"       // a number of mobs: "2 cows", "all the zombies"
	SlotPlace     Slot = "place"     // "at 100 64 -20"
	SlotContainer Slot = "container" // "in the chest at 1 64 3", "in a chest"
	SlotPlayer    Slot = "player"    // "me", "Steve"
	SlotShape     Slot = "shape"     // "a 5x3 wall of cobblestone"
	SlotTime      Slot = "time"      // "for 2 minutes"
	SlotText      Slot = "text"      // what is said
	SlotUntil     Slot = "until"     // "until you have 10"
	SlotMaterial  Slot = "material"  // "out of gold", "from planks"
	SlotTool      Slot = "tool"      // "with a stone pickaxe"
	SlotGiven     Slot = "given"     // "given a bucket", "you have 2 sticks"
	SlotBiome     Slot = "biome"     // "in plains"
)

// Frame is one goal verb: what it may be called, what may stand behind it, and
// how it is known to be met. Reading, docs/GOALS.md, suggestions and what models
// are told are made from these rows; what is done for a goal stands in the file
// of its verb.
type Frame struct {
	Kind Kind
	// Words are what a clause may begin with; also are further ones, combinations
	// too many to be listed for people and models.
	Words []string
	also  []string
	// Exact: nothing misspelt is taken for one of the words, for too many names of
	// things are near them.
	Exact bool
	// Wider are words that mean more than this verb and that only a person who
	// looks may let stand for it.
	Wider []string
	Slots []Slot
	// Grade is how it can be known to be met, Met when it is.
	Grade game.Grade
	Met   string
	// Examples can be read, the usual one first.
	Examples []string

	// read takes the words behind the verb and appends goals; draft writes down
	// what is to be held and done for one, and how it is judged.
	read  func(*parser) bool
	draft func(*drafter, *part) error
	// product is what "it" means behind it; nil for the thing itself.
	product func(*Reader, Goal) Goal
	// forWhom: who it is for may be said first: "get me 3 logs".
	forWhom bool
	// lists: another thing may follow without a word between: "10 logs 5 stone".
	lists bool
	// makes: it brings what a later goal may use up. uses: it is one that does.
	makes, uses bool
	// near answer what could not be read of it; nil for the first example.
	near []string
	// there: without a place of its own it is done where the walk before it led.
	there bool
	// spoken is how the grammar says it; nil for a verb that it does not know yet.
	spoken *spoken
}

// carried are the slots of a goal that is about things one carries.
var carried = []Slot{SlotThing, SlotTool, SlotGiven, SlotBiome}

// Frames returns every row in the order in which they are shown.
func Frames() []Frame { return slices.Clone(table().rows) }

// words are the phrases of a list that commas part.
func words(list string) []string { return strings.Split(list, ", ") }

// rows are the frames in the order in which they are shown: one of each verb, in
// the file of the verb.
func rows() []Frame {
	return []Frame{
		getRow(),
		mineRow(),
		craftRow(),
		smeltRow(),
		growRow(),
		shearRow(),
		milkRow(),
		catchRow(),
		breedRow(),
		plantRow(),
		tillRow(),
		killRow(),
		gotoRow(),
		findRow(),
		buildRow(),
		placeRow(),
		equipRow(),
		eatRow(),
		giveRow(),
		throwRow(),
		depositRow(),
		withdrawRow(),
		sayRow(),
		followRow(),
		sleepRow(),
		waitRow(),
		interactRow(),
		lookRow(),
	}
}

// verbTable is what is looked up of the rows.
type verbTable struct {
	once sync.Once
	rows []Frame
	of   map[Kind]*Frame
	// verbs maps the words that a clause may begin with to their row, exact are
	// those that nothing misspelt is taken for, gerunds the verbs as they follow
	// "would you mind".
	verbs   map[string]Kind
	exact   map[string]bool
	gerunds map[string]Kind
	// longest is the longest verb, in words.
	longest int
}

// made is filled once: a row names what reads it, which looks up the rows.
var made verbTable

func table() *verbTable {
	made.once.Do(func() {
		made.rows = rows()
		made.of, made.verbs, made.exact, made.gerunds = map[Kind]*Frame{}, map[string]Kind{}, map[string]bool{}, map[string]Kind{}
		for i := range made.rows {
			f := &made.rows[i]
			made.of[f.Kind] = f
			for _, w := range slices.Concat(f.Words, f.also) {
				made.verbs[w] = f.Kind
				made.exact[w] = f.Exact || exactWords[w]
				made.longest = max(made.longest, strings.Count(w, " ")+1)
				if strings.Contains(w, " ") {
					continue
				}
				made.gerunds[w+"ing"] = f.Kind
				made.gerunds[strings.TrimSuffix(w, "e")+"ing"] = f.Kind
				made.gerunds[w+w[len(w)-1:]+"ing"] = f.Kind // getting
			}
		}
	})
	return &made
}

// verb is the kind of a word or phrase that a clause may begin with, empty for
// none.
func verb(phrase string) Kind { return table().verbs[phrase] }

// row is the frame of a kind.
func (k Kind) row() *Frame {
	if f := table().of[k]; f != nil {
		return f
	}
	return &Frame{Kind: k}
}

// FrameOf is the row of a kind.
func FrameOf(k Kind) (Frame, bool) {
	f, ok := table().of[k]
	if !ok {
		return Frame{}, false
	}
	return *f, true
}
