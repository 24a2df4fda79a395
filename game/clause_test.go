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
	asksToSee := craftClause("stick", 1)
	asksToSee.Proofs[0].Grade = Seen
	var now State
	for _, c := range []struct {
		name   string
		clause Clause
		done   Attempt
		want   Grade
	}{
		{"the body's word where it is enough", craftClause("stick", 1), told, Told},
		{"seen where a word is enough", craftClause("stick", 1), seen, Seen},
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
