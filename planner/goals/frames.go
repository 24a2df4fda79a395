// SPDX-License-Identifier: MIT

package goals

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/language"
)

// slotsTold are what the slots of phrases are told as, by their types, and by their names where a type has several.
var slotsTold = map[string]string{
	typeThing: "thing", typeBlock: "thing", typeBeast: "mob", typePlace: "place", typeBox: "container", typePlayer: "player",
	"shape": "shape", "size": "shape", "time": "time", "text": "text", "tool": "tool", "region": "biome",
	slotUntil: "until", slotOf: "material", slotGiven: "given",
}

// Frame is one goal verb: what may stand behind it, and how it is known to be met. Reading, docs/GOALS.md, suggestions and what
// models are told are made from these rows; what is done for a goal stands in the file of its verb.
type Frame struct {
	Kind Kind
	// Slots are those that people and models are told of: those of its phrases before the bar.
	Slots []string
	// Grade is how it can be known to be met, Met when it is.
	Grade game.Grade
	Met   string
	// Examples can be read, the usual one first.
	Examples []string

	// needs are the kinds of actions without which a body cannot do it.
	needs []game.Kind
	// draft writes down what is to be held and done for a goal, and how it is judged.
	draft func(*drafter, *part) error
	// product is what "it" means behind it; nil for the thing itself.
	product func(*Reader, Goal) Goal
	// all: it may be about all of what is held, stored or near, half: of half of it. least: of so many or more.
	all, half, least bool
	// makes: it brings what a later goal may use up. uses: it is one that does.
	makes, uses bool
	// there: without a place of its own it is done where the walk before it led.
	there bool
	// slots are those of its phrases, what it is about first, with their types where slotTypes has others: "thing:beast | food:thing".
	slots string
	// spoken makes the goals of a clause behind those before it; false when it cannot be done as it was said.
	spoken func(*speech, *language.Value) bool
}

// Frames returns every row in the order in which they are shown.
func Frames() []Frame { return slices.Clone(table()) }

// rows are the frames in the order in which they are shown: one of each verb, in the file of the verb.
func rows() []Frame {
	return []Frame{
		getRow(), mineRow(), craftRow(), smeltRow(), growRow(), shearRow(), milkRow(), catchRow(), breedRow(), plantRow(), tillRow(),
		killRow(), gotoRow(), findRow(),
		shapedRow(Build, "so many blocks stand", "build a 7x7 house of oak planks", "build a 5x3 wall of cobblestone"),
		shapedRow(Clear, "a look shows that nothing stands there", "clear a 7x7x3 area"),
		shapedRow(Dig, "a look shows that it is free", "dig a 10 long tunnel", "dig a 3x3x2 hole"), lightRow(), placeRow(), equipRow(), eatRow(), giveRow(),
		throwRow(), depositRow(), withdrawRow(), sayRow(), followRow(), sleepRow(), waitRow(), interactRow(), lookRow(),
		harvestRow(), sortRow(), guardRow(),
		swapRow(Barter, game.Barter, "barter with piglins for 2 ender pearls",
			"so many more are held than at the start; how many gold ingots that takes is left to chance"),
		swapRow(Buy, game.Trade, "buy 6 bread", "so many more are held than at the start"),
		swapRow(Sell, game.Trade, "sell 20 wheat", "as many more emeralds are held as villagers give for so many"),
		enchantRow(),
	}
}

// made is filled once: a row names what reads it, which looks up the rows.
var made struct {
	once sync.Once
	rows []Frame
	of   map[Kind]*Frame
}

func table() []Frame {
	made.once.Do(func() {
		made.rows, made.of = rows(), map[Kind]*Frame{}
		for i := range made.rows {
			f := &made.rows[i]
			told, _, _ := strings.Cut(f.slots, "|")
			for slot := range strings.FieldsSeq(told) {
				name, of := typed(slot)
				f.Slots = append(f.Slots, cmp.Or(slotsTold[name], slotsTold[of]))
			}
			made.of[f.Kind] = f
		}
	})
	return made.rows
}

// row is the frame of a kind.
func (k Kind) row() Frame {
	f, _ := FrameOf(k)
	return f
}

// FrameOf is the row of a kind.
func FrameOf(k Kind) (Frame, bool) {
	if table(); made.of[k] == nil {
		return Frame{Kind: k}, false
	}
	return *made.of[k], true
}
