// SPDX-License-Identifier: MIT

package game

import "testing"

// TestAContradictedActionProvesNothingByItsBodysWord: neither how many it killed nor
// what it says is in the container.
func TestAContradictedActionProvesNothingByItsBodysWord(t *testing.T) {
	killed := 2
	for _, c := range []struct {
		act    Action
		result Result
	}{
		{Action{Kind: Attack, Target: "cow", Quantity: 2}, Result{Success: true, Killed: &killed}},
		{Action{Kind: Deposit, Item: "dirt", Quantity: 2, At: &Pos{Y: 64}}, Result{Success: true, Contents: []Stack{{Item: "dirt", Count: 2}}}},
	} {
		for _, v := range []Verdict{Confirmed, Contradicted} {
			// of the dirt a state shows one used up, which counts
			a := Attempt{Step: Step{Action: c.act}, Verdict: v, Used: map[string]int{"dirt": 1}, Outcome: Outcome{End: EndReported, Result: &c.result}}
			credit, counts := CreditOf(&a, 0)
			if says := counts && (c.act.Kind == Attack || credit.Contents != nil); says != (v == Confirmed) {
				t.Errorf("%s %s counts as %+v, %v", v, c.act.Describe(), credit, counts)
			}
		}
	}
}
