// SPDX-License-Identifier: MIT

package game

import "testing"

// A goal that begins anew does again what it did: what is done once, and what a clause
// counts by its being done, is not to be done twice.
func TestWhatAGoalWouldDoTwice(t *testing.T) {
	hello := ClauseOf("say", "", Check{Kind: CheckSaid, Text: "hi"})
	held := ClauseOf("get", "", Check{Kind: CheckHave, Items: []string{"dirt"}, Count: 3})
	dropped := ClauseOf("drop", "", Check{Kind: CheckDone, Action: Drop, Target: "dirt", Count: 1})
	drop := Step{Action: Action{Kind: Drop, Item: "dirt", Quantity: 1}, Expect: Expect{Uses: []Need{{Items: []string{"dirt"}, Count: 1}}}}
	for _, c := range []struct {
		name    string
		clauses []Clause
		did     Attempt
		want    bool
	}{
		{"a line that was said", []Clause{hello}, Attempt{Step: say("hi"), Verdict: Claimed, Outcome: Outcome{End: EndReported}}, true},
		{"a line that may have been said", []Clause{hello}, Attempt{Step: say("hi"), Outcome: Outcome{End: EndGone}}, true},
		{"a line that was refused", []Clause{hello}, Attempt{Step: say("hi"), Verdict: Failed, Outcome: Outcome{End: EndReported}}, false},
		{"what is held is looked at", []Clause{held}, Attempt{Step: mine("dirt", 3), Verdict: Confirmed, Outcome: Outcome{End: EndReported}}, false},
		{"what was thrown down", []Clause{dropped}, Attempt{Step: drop, Verdict: Confirmed, Outcome: Outcome{End: EndReported}}, true},
		{"what was thrown down for nothing that was asked", []Clause{held}, Attempt{Step: drop, Verdict: Confirmed, Outcome: Outcome{End: EndReported}}, false},
		{"a table on the way", []Clause{held}, Attempt{Step: place("crafting_table"), Outcome: Outcome{End: EndGone}}, false},
	} {
		goal := Goal{Clauses: c.clauses}
		if got := goal.Twice([]Attempt{c.did}); (got != nil) != c.want {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}
