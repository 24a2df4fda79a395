// SPDX-License-Identifier: MIT

package game

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
)

func crafted(item string, n int) Attempt {
	return Attempt{Step: Step{Action: Action{Kind: Craft, Recipe: item, Quantity: n}}, Verdict: Confirmed, Outcome: Outcome{End: EndReported}}
}

func craftClause(item string, n int) Clause {
	return ClauseOf("craft", "", Check{Kind: CheckDone, Action: Craft, Target: item, Count: n})
}

func TestOneUnitProvesOneClause(t *testing.T) {
	goal := Goal{Clauses: []Clause{craftClause("stick", 3), craftClause("torch", 1), craftClause("stick", 4)}}
	var now State
	for _, c := range []struct {
		name    string
		history []Attempt
		have    []int
		met     bool
	}{
		{"nothing", nil, []int{0, 0, 0}, false},
		{"the first clause first", []Attempt{crafted("stick", 2)}, []int{2, 0, 0}, false},
		{"what is over goes on", []Attempt{crafted("stick", 5)}, []int{3, 0, 2}, false},
		{"in any order", []Attempt{crafted("torch", 4), crafted("stick", 4), crafted("stick", 3)}, []int{3, 1, 4}, true},
		{"one short", []Attempt{crafted("torch", 4), crafted("stick", 6)}, []int{3, 1, 3}, false},
	} {
		each, all := goal.Progress(&now, &Credits{List: credits(c.history)})
		have := make([]int, len(each))
		for i := range each {
			have[i] = each[i].Have
		}
		if !slices.Equal(have, c.have) || all.Met() != c.met {
			t.Errorf("%s: %v, met %v; want %v, %v", c.name, have, all.Met(), c.have, c.met)
		}
	}
}

func TestBlocksAreSharedOutByPlace(t *testing.T) {
	row := func(from, n int) Attempt {
		a := Action{Kind: Build}
		for i := range n {
			a.Edits = append(a.Edits, Edit{X: from + i, Block: "dirt"})
		}
		return Attempt{Step: Step{Action: a}, Verdict: Claimed}
	}
	built := func(n int) Clause {
		return ClauseOf("build", "", Check{Kind: CheckBuilt, Items: []string{"dirt"}, Count: n})
	}
	goal := Goal{Clauses: []Clause{built(9), built(6)}}
	var now State
	for _, c := range []struct {
		history []Attempt
		have    int
	}{
		{[]Attempt{row(0, 9), row(9, 6)}, 15},
		{[]Attempt{row(0, 9), row(3, 6)}, 9},
		{[]Attempt{row(0, 15)}, 15},
		{[]Attempt{row(0, 20)}, 15},
	} {
		list := credits(c.history)
		if _, all := goal.Progress(&now, &Credits{List: list}); all.Have != c.have || all.Want != 15 {
			t.Errorf("%d of %d, want %d", all.Have, all.Want, c.have)
		}
		if n := len(list[0].Blocks); n != len(c.history[0].Step.Action.Edits) {
			t.Errorf("sharing out changed the credit: %d blocks", n)
		}
	}
}

func TestHowAClauseIsKnown(t *testing.T) {
	told, seen := crafted("stick", 1), crafted("stick", 1)
	told.Verdict = Claimed
	asksToSee, asksForAWord := craftClause("stick", 1), craftClause("stick", 1)
	asksForAWord.Proofs[0].Grade = Told
	couldShow := told
	couldShow.Step.Expect.Gains = []Gain{{Items: []string{"stick"}, Min: 1}}
	var now State
	for _, c := range []struct {
		name   string
		clause Clause
		done   Attempt
		want   Grade
	}{
		{"the body's word on what states could have shown", asksForAWord, couldShow, Unshown},
		{"the body's word where it is enough", asksForAWord, told, Told},
		{"seen where a word is enough", asksForAWord, seen, Seen},
		{"seen", asksToSee, seen, Seen},
		{"a word where it has to be seen", asksToSee, told, Unshown},
		{"not done", asksToSee, crafted("torch", 1), ""},
	} {
		got := Progress(&c.clause, &now, &Credits{List: credits([]Attempt{c.done})})
		if got.Grade != c.want || got.Met() != (c.want != "") {
			t.Errorf("%s: %q, want %q", c.name, got.Grade, c.want)
		}
	}
	bare := Goal{Clauses: []Clause{{Text: "dance"}}}
	if _, all := bare.Progress(&now, &Credits{}); all.Met() || all.Grade != Unshown {
		t.Errorf("a clause without proofs: %+v", all)
	}
	if _, all := (&Goal{Clauses: []Clause{craftClause("stick", 1)}, Conditions: []Check{have("torch", 1)}}).Progress(&now, &Credits{List: credits([]Attempt{seen})}); all.Met() || len(all.Open) != 1 {
		t.Errorf("a condition must hold as well: %+v", all)
	}
}

func TestGoalsThatWereKeptWithChecksAreRead(t *testing.T) {
	var g Goal
	kept := `{"text":"get 3 diamonds","reading":"get 3 diamonds","checks":[{"kind":"have","items":["diamond"],"count":3},{"kind":"said","text":"hi"}]}`
	if err := json.Unmarshal([]byte(kept), &g); err != nil {
		t.Fatal(err)
	}
	want := []Check{have("diamond", 3), {Kind: CheckSaid, Text: "hi"}}
	if !reflect.DeepEqual(g.Checks(), want) || len(g.Clauses) != 2 || g.Clauses[0].Proofs[0].Grade != Seen || g.Clauses[1].Proofs[0].Grade != Told {
		t.Errorf("%+v", g)
	}
	data, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	var again Goal
	if err := json.Unmarshal(data, &again); err != nil || !reflect.DeepEqual(again, g) {
		t.Errorf("%s: %+v, %v", data, again, err)
	}
	var model Goal
	if err := json.Unmarshal([]byte(`{"text":"a hat","checks":[{"kind":"have","items":["x"]}],"judgedByModel":true}`), &model); err != nil {
		t.Fatal(err)
	}
	if len(model.Clauses) != 0 || len(model.Conditions) != 1 || !model.Judged() {
		t.Errorf("a model's own checks prove no clause: %+v", model)
	}
}

func TestAGuessAsksAndIsNamed(t *testing.T) {
	clauses := []Clause{ClauseOf("get", "get 3 diamonds", have("diamond", 3))}
	g := NewGuess("get 3 dimonds", "get 3 diamonds", clauses, []Respelling{{Span{6, 13}, "dimonds", "diamonds"}})
	if got := (&GuessError{g}).Error(); got != `Did you mean "get 3 diamonds"? It reads "dimonds" as "diamonds".` {
		t.Error(got)
	}
	if g.Respelt[0].Span.Of(g.Text) != "dimonds" || (Span{3, 99}).Of(g.Text) != "" {
		t.Error("the span is not the word")
	}
	other := NewGuess(g.Text, g.Reading, []Clause{ClauseOf("get", "get 2 diamonds", have("diamond", 2))}, nil)
	if g.Accept == "" || g.Accept == other.Accept || g.Accept != AcceptanceOf(g.Text, clauses) {
		t.Errorf("%q and %q", g.Accept, other.Accept)
	}
	if got := other.Sentence(); got != `Did you mean "get 3 diamonds"?` {
		t.Error(got)
	}
}

func TestWhatAClauseComesToInWords(t *testing.T) {
	c := ClauseOf("get", "get 3 diamonds and 2 torches", have("diamond", 3), have("torch", 2))
	if got := c.Describe(); got != "3 diamonds held, 2 torches held" {
		t.Error(got)
	}
	if got := (&Clause{Text: "dance"}).Describe(); got != "dance" {
		t.Error(got)
	}
	if got := (Shortfall{have("diamond", 3), 1, 3}).String(); got != "3 diamonds held (1 so far)" {
		t.Error(got)
	}
}

// TestWhatLaterClausesTook counts for what is to be held, one step deep.
func TestWhatLaterClausesTook(t *testing.T) {
	did := func(a Action, used, gained map[string]int) Attempt {
		return Attempt{Step: Step{Action: a}, Verdict: Confirmed, Outcome: Outcome{End: EndReported}, Used: used, Gained: gained}
	}
	planks := ClauseOf("get", "get 3 planks", have("oak_planks", 3))
	sticks := ClauseOf("craft", "craft 4 sticks", Check{Kind: CheckGain, Items: []string{"stick"}, Count: 4})
	made := did(Action{Kind: Craft, Recipe: "stick", Quantity: 4}, map[string]int{"oak_planks": 2}, map[string]int{"stick": 4})
	dropped := did(Action{Kind: Drop, Item: "oak_planks", Quantity: 2}, map[string]int{"oak_planks": 2}, nil)
	drop := ClauseOf("drop", "drop 2 planks", Check{Kind: CheckDone, Action: Drop, Target: "oak_planks", Count: 2})
	table := did(Action{Kind: Craft, Recipe: "crafting_table"}, map[string]int{"oak_planks": 4}, map[string]int{"crafting_table": 1})
	for _, c := range []struct {
		name    string
		clauses []Clause
		now     map[string]int
		history []Attempt
		met     bool
	}{
		{"all are held", []Clause{planks, sticks}, map[string]int{"oak_planks": 3, "stick": 4}, []Attempt{made}, true},
		{"ingredients of a later clause's item", []Clause{planks, sticks}, map[string]int{"oak_planks": 1, "stick": 4}, []Attempt{made}, true},
		{"one too few", []Clause{planks, sticks}, map[string]int{"stick": 4}, []Attempt{made}, false},
		{"of an earlier clause's item", []Clause{sticks, planks}, map[string]int{"oak_planks": 1, "stick": 4}, []Attempt{made}, false},
		{"a later clause's own things", []Clause{planks, drop}, map[string]int{"oak_planks": 1}, []Attempt{dropped}, true},
		{"a step inserted for something else", []Clause{planks, sticks}, map[string]int{"oak_planks": 1, "stick": 4}, []Attempt{table}, false},
		{"more sticks than the clause wants take no more for it", []Clause{planks, sticks}, map[string]int{"oak_planks": 1, "stick": 8},
			[]Attempt{did(Action{Kind: Craft, Recipe: "stick", Quantity: 8}, map[string]int{"oak_planks": 4}, map[string]int{"stick": 8})}, true},
		{"nor count for it", []Clause{planks, sticks}, map[string]int{"stick": 8},
			[]Attempt{did(Action{Kind: Craft, Recipe: "stick", Quantity: 8}, map[string]int{"oak_planks": 4}, map[string]int{"stick": 8})}, false},
		{"two about the same items add up", []Clause{sticks, sticks}, map[string]int{"stick": 7}, nil, false},
		{"and are met together", []Clause{sticks, sticks}, map[string]int{"stick": 8}, nil, true},
		{"have and have take the larger", []Clause{planks, planks}, map[string]int{"oak_planks": 3}, nil, true},
	} {
		now := st(c.now)
		if now.Inventory == nil {
			now.Inventory = []Stack{}
		}
		if _, all := (&Goal{Clauses: c.clauses}).Progress(&now, &Credits{List: credits(c.history)}); all.Met() != c.met {
			t.Errorf("%s: %+v, want met %v", c.name, all, c.met)
		}
	}
}

// TestStatesWithoutAnInventoryProveNothing and contradict nothing.
func TestStatesWithoutAnInventoryProveNothing(t *testing.T) {
	goal := Goal{Clauses: []Clause{ClauseOf("get", "", have("coal", 3))}}
	step := Step{Action: Action{Kind: Mine, Target: "coal_ore", Quantity: 3}, Expect: Expect{Gains: []Gain{{Items: []string{"coal"}, Min: 3}}}}
	told := Attempt{Step: step, Verdict: Claimed, Outcome: Outcome{End: EndReported}}
	var blind State
	if _, all := goal.Progress(&blind, &Credits{List: credits([]Attempt{told})}); !all.Met() || all.Grade != Unshown {
		t.Errorf("%+v", all)
	}
	if _, all := goal.Progress(&blind, &Credits{}); all.Met() {
		t.Errorf("nobody did anything: %+v", all)
	}
	empty := State{Inventory: []Stack{}}
	if _, all := goal.Progress(&empty, &Credits{List: credits([]Attempt{told})}); all.Met() {
		t.Errorf("a state shows the contrary: %+v", all)
	}
}

// TestTheWordOfWhatFailedProvesNothing, and what states show of it counts.
func TestTheWordOfWhatFailedProvesNothing(t *testing.T) {
	n := 3
	edits := []Edit{{X: 1, Block: "dirt"}, {X: 2, Block: "dirt"}, {X: 3, Block: "dirt"}}
	failed := func(a Action, used map[string]int, r *Result) Attempt {
		return Attempt{Step: Step{Action: a}, Verdict: Failed, Outcome: Outcome{End: EndReported, Result: r}, Used: used}
	}
	for _, c := range []struct {
		name string
		a    Attempt
		want int
	}{
		{"a drop", failed(Action{Kind: Drop, Item: "dirt", Quantity: 5}, nil, &Result{Delta: map[string]int{"dirt": -5}}), 0},
		{"a drop that shows in part", failed(Action{Kind: Drop, Item: "dirt", Quantity: 5}, map[string]int{"dirt": 3}, nil), 3},
		{"a build", failed(Action{Kind: Build, Edits: edits}, nil, &Result{Placed: &n}), 0},
		{"a build that shows in part", failed(Action{Kind: Build, Edits: edits}, map[string]int{"dirt": 2}, &Result{Placed: &n}), 2},
		{"a build that a look found damaged", failed(Action{Kind: Build, Edits: edits}, nil, &Result{Lacks: []int{0}}), 2},
		{"a walk", failed(Action{Kind: Goto, At: &Pos{}}, nil, nil), 0},
	} {
		k, _ := CreditOf(&c.a, 1)
		got := k.Units
		if c.a.Step.Action.Kind == Build {
			got = len(k.Blocks)
		}
		if got != c.want || c.want > 0 && k.Grade != Seen {
			t.Errorf("%s: %+v, want %d", c.name, k, c.want)
		}
	}
}

// TestABlockThatIsGoneDoesNotCount: what was credited for it is taken back when a look shows
// that it is missing, and it counts again once it was placed again.
func TestABlockThatIsGoneDoesNotCount(t *testing.T) {
	edits := []Edit{{X: 1, Block: "dirt"}, {X: 2, Block: "dirt"}, {X: 3, Block: "dirt"}}
	looked := func(lacks ...int) Attempt {
		return Attempt{Step: Step{Action: Action{Kind: Build, Edits: edits}}, Verdict: Failed, Outcome: Outcome{End: EndReported, Result: &Result{Lacks: lacks}}}
	}
	again := Attempt{Step: Step{Action: Action{Kind: Build, Edits: edits[1:2]}}, Verdict: Claimed, Outcome: Outcome{End: EndReported, Result: &Result{Success: true}}}
	goal := &Goal{Clauses: []Clause{{Proofs: []Proof{{Check: Check{Kind: CheckBuilt, Items: []string{"dirt"}, Count: 3}}}}}}
	for _, c := range []struct {
		history []Attempt
		met     bool
		have    int
	}{
		{[]Attempt{looked(0)}, false, 2},
		{[]Attempt{looked(0), looked(1)}, false, 2},
		{[]Attempt{looked(0), looked(1), again}, true, 3},
	} {
		credits := CreditsOf(Baseline{}, nil, c.history)
		if list, all := goal.Progress(nil, &credits); all.Met() != c.met || list[0].Have != c.have {
			t.Errorf("after %d looks: %+v", len(c.history), list)
		}
	}
}

// TestWhatALaterClauseTakesOutWasStored, and what no clause named was not.
func TestWhatALaterClauseTakesOutWasStored(t *testing.T) {
	chest := &Pos{X: 1, Y: 64, Z: 3}
	move := func(k Kind, n, left int) Attempt {
		return Attempt{Step: Step{Action: Action{Kind: k, Item: "coal", Quantity: n, At: chest}}, Verdict: Confirmed,
			Outcome: Outcome{End: EndReported, Result: &Result{Contents: []Stack{{Item: "coal", Count: left}}}}}
	}
	put := ClauseOf("deposit", "", Check{Kind: CheckStored, Items: []string{"coal"}, Count: 3, At: chest})
	take := ClauseOf("withdraw", "", Check{Kind: CheckWithdrawn, Items: []string{"coal"}, Count: 1, At: chest})
	history := credits([]Attempt{move(Deposit, 3, 3), move(Withdraw, 1, 2)})
	var now State
	if _, all := (&Goal{Clauses: []Clause{put, take}}).Progress(&now, &Credits{List: history}); !all.Met() || all.Grade != Seen {
		t.Errorf("%+v", all)
	}
	if _, all := (&Goal{Clauses: []Clause{put}}).Progress(&now, &Credits{List: history}); all.Met() {
		t.Errorf("one was taken out again: %+v", all)
	}
}

// TestNoun: the part that names the thing is found where it stands once.
func TestNoun(t *testing.T) {
	for _, c := range []struct {
		text string
		of   Thing
		want string
	}{
		{"get 3 diamonds", Thing{Item: "diamond"}, "diamonds"},
		{"craft 1 wooden pickaxe", Thing{Item: "wooden_pickaxe"}, "wooden pickaxe"},
		{"get 1 oak plank", Thing{Item: "oak_planks"}, "oak plank"},
		{"get 8 coal", Thing{Item: "coal"}, "coal"},
		{"mine 10 logs of any kind", Thing{Group: "any log"}, "logs of any kind"},
		{"craft 1 bed of any kind", Thing{Group: "any bed"}, "bed of any kind"},
		{"mine 3 stones with a stone pickaxe", Thing{Item: "stone"}, "stones"},
		{"get 1 stone with 1 stone pickaxe", Thing{Item: "stone"}, ""}, // which of both
		{"go to 1 64 2", Thing{Item: "diamond"}, ""},
	} {
		if got := (&Clause{Text: c.text, Things: []Thing{c.of}}).Noun(); got != c.want {
			t.Errorf("%q: %q, not %q", c.text, got, c.want)
		}
	}
	if got := (&Clause{Text: "wear an iron helmet and iron boots", Things: []Thing{{Item: "iron_helmet"}, {Item: "iron_boots"}}}).Noun(); got != "" {
		t.Errorf("of two things %q was named", got)
	}
}
