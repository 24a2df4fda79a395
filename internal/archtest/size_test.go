// SPDX-License-Identifier: MIT

package archtest

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
)

// owner is the room that owns a task, with what was split off it; apart are its
// folders that are rooms of their own or serve tests alone.
const (
	owner = "orchestrator"
	// 5,000 for one machine; 60 take up and let go of bodies that move between several;
	// 10 keep what decides about a step in functions of 25 paths at most.
	ownerMost = 5070
)

var apart = []string{
	"orchestrator/journal", "orchestrator/worldmap", "orchestrator/standing", "orchestrator/crew",
	"orchestrator/fleet", "orchestrator/bodytest",
}

// The fleet has a bound of its own: leases, owners and the log's subjects; 40 lines find another
// server when the one that the log is read from is lost, 150 tell nodes of others' bodies,
// 7 say why a body could not be taken up, 39 fence what one node shares out among all, also while the servers do not answer,
// 21 wait for a node that hangs once and not each time that all are asked, 60 let clients of a lost node in at others,
// 36 name a lost node with its bodies and wait less long for it, 8 name a folder once it is fit.
const (
	fleetRoom = "orchestrator/fleet"
	fleetMost = 1661
)

func TestTheFleetStaysSmall(t *testing.T) {
	lines := 0
	eachGoFile(t, func(rel, path string) error {
		if !within(rel, fleetRoom) || strings.HasSuffix(rel, "_test.go") {
			return nil
		}
		src, err := os.ReadFile(path)
		lines += bytes.Count(src, []byte("\n"))
		return err
	})
	if lines == 0 || lines > fleetMost {
		t.Errorf("%s has %d lines; at most %d are allowed", fleetRoom, lines, fleetMost)
	}
}

// TestTheOwnerOfATaskStaysSmall: the lines of orchestrator and of every package
// split off it stay below the bound; what is new there replaces something.
func TestTheOwnerOfATaskStaysSmall(t *testing.T) {
	lines, files := 0, 0
	eachGoFile(t, func(rel, path string) error {
		if !ofOwner(rel) {
			return nil
		}
		src, err := os.ReadFile(path)
		files++
		lines += bytes.Count(src, []byte("\n")) - 2 // the line of the licence and the empty one
		return err
	})
	if files < 10 {
		t.Fatalf("only %d files were read: the test looks in the wrong place", files)
	}
	if lines >= ownerMost {
		t.Errorf("%s has %d lines without journal, worldmap and tests; below %d are allowed: make something simpler first", owner, lines, ownerMost)
	}
}

// ofOwner reports whether the lines of a file count.
func ofOwner(file string) bool {
	for _, dir := range apart {
		if within(file, dir) {
			return false
		}
	}
	return within(file, owner) && !strings.HasSuffix(file, "_test.go")
}

// The rule about rules: what is split off counts, tests and other rooms do not.
func TestWhatCountsAsTheOwner(t *testing.T) {
	for file, want := range map[string]bool{
		"orchestrator/agent.go": true, "orchestrator/task/decide.go": true, "orchestrator/another/new.go": true,
		"orchestrator/agent_test.go": false, "orchestrator/journal/db.go": false, "orchestrator/worldmap/map.go": false,
		"orchestrator/bodytest/body.go": false, "game/plan.go": false,
	} {
		if got := ofOwner(file); got != want {
			t.Errorf("%s counts: %v, want %v", file, got, want)
		}
	}
}

// grammar is the room of the grammar. Languages are data there, so that no language and
// no verb makes its Go longer; the bound is what the engine may take in all.
const (
	grammar = "planner/language"
	// All verbs and what may be said with each of them take 3,700 with the acts;
	// what of a message is not read, and of which verb, came with the reader that is gone,
	// and "stone block" for stone. What examples hold, which fills the hole of a message
	// that is read in part, took 40, what a word says beside its verb ("dame") 7,
	// the names of files as tokens 60, a value written into bytes, to compare two, 20.
	// Writing, which was the tests' alone and words all that is understood now, in each
	// language, takes 385. The ends of clauses, which corrections are, and what a clause can
	// hold, by which a translation is held against its sentence, take 110: goals and talk gave
	// 150 more back, which did both by lists of English words. Whole verbs, not their first words,
	// take 24, values that name an item ("Karottenfeld") 2. Names for what functions did in a row take 42.
	// Words of politeness that stand anywhere take 22. What a message says with words left out,
	// which is asked about, and which, takes 215, the words that one stands for 20.
	grammarMost = 4735
)

// The rooms of sentences, and what they may take in all: the aim is 8,000. Building, clearing,
// digging and lighting up took 350, enchanting and the names of potions 100, readings that tasks keep 80,
// messages that are read in part, in the place of goals that are near, 210,
// buildings from files 190, texts that are tried without finding out what is the matter 45,
// fields and what they are sown with 50, wording each goal by the phrases of its language
// 520, of which the composers of English and the second rule for misspelt names gave 260 back, what a body lacks for a field and what a model gave too much 4,
// functions of at most 25 paths and lines of at most 140 characters 76, what answers an open question in any language 9,
// what a translation has to say of numbers, order and what is left out 76, a harvest of what is ripe,
// sown again where it stood, and what else "harvest" says, 224, which chests are sorted, how, and what shows it 215,
// what is referred to without its name 52, names for what functions did in a row 263.
// What is done in the place of what is given up, and asked about behind a stop, takes 52, of which
// wording how a thing is made by messages gave 34 back. The name of whom it is said to, before or
// behind the words, takes 19. What opens a text before its first wish, a thing beside a person,
// a wall's other side and the language of what is not read take 140.
// Remarks beside a wish, "a stone one" and what is misspelt of an act's words take 310, of which
// remarks at the end of a text gave 8 back, "make it bigger" 20 and mobs of other languages 4.
// What a request says with words left out, and which, takes 350 with the grammar's part of it: of strangers'
// messages a third were of no use for a remark beside a clear wish, and each remark was a phrase.
// That a "not" with no sign behind it is no answer takes 15. A yes under a condition takes 20, and
// towers, measures in everyday words and full sets of what is worn have 120 to grow in. One way to read
// the place, the player, the time and the end of a clause, to look back at the clauses before it and to
// count what a goal has done gave 540 back, of which corrections that fit the part they name, and
// "it" of a set, take 250.
// The size, the material and the file that a text says anywhere take 75: of 122 wishes of strangers 37 were
// of use without them and the words beside them, and 83 with them.
var sentences = []string{grammar, "planner/goals", "planner/talk", "game/data/lexicon"}

const sentencesMost = 17485

// TestTheGrammarStaysSmall: the lines of Go of the grammar, and of all rooms of sentences,
// stay below the bounds.
func TestTheGrammarStaysSmall(t *testing.T) {
	lines, all := 0, 0
	eachGoFile(t, func(rel, path string) error {
		if strings.HasSuffix(rel, "_test.go") || !slices.ContainsFunc(sentences, func(room string) bool { return within(rel, room) }) {
			return nil
		}
		src, err := os.ReadFile(path)
		n := bytes.Count(src, []byte("\n")) - 2
		if all += n; within(rel, grammar) {
			lines += n
		}
		return err
	})
	if lines == 0 || lines >= grammarMost {
		t.Errorf("%s has %d lines without tests; below %d are allowed", grammar, lines, grammarMost)
	}
	if all == 0 || all >= sentencesMost {
		t.Errorf("%v have %d lines without tests; below %d are allowed", sentences, all, sentencesMost)
	}
}

// models is the room of models, and what it may take in all; fakes are its folders that
// serve tests alone, and are counted with it. Names for what functions did in a row took 65.
const (
	models     = "llm"
	modelsMost = 8566
)

var fakes = []string{"llm/openai/fakelm", "llm/llmtest"}

// TestTheRoomOfModelsStaysSmall: its lines of Go stay below the bound.
func TestTheRoomOfModelsStaysSmall(t *testing.T) {
	lines, fake := 0, 0
	eachGoFile(t, func(rel, path string) error {
		if strings.HasSuffix(rel, "_test.go") || !within(rel, models) {
			return nil
		}
		src, err := os.ReadFile(path)
		n := bytes.Count(src, []byte("\n")) - 2
		if lines += n; slices.ContainsFunc(fakes, func(dir string) bool { return within(rel, dir) }) {
			fake += n
		}
		return err
	})
	t.Logf("%s has %d lines without tests, %d of them in fakes", models, lines, fake)
	if lines == 0 || lines >= modelsMost {
		t.Errorf("%s has %d lines without tests; below %d are allowed: write something shorter, or raise modelsMost of "+
			"internal/archtest/size_test.go by the lines of a provider that is new", models, lines, modelsMost)
	}
}
