// SPDX-License-Identifier: MIT

package game

import (
	"strings"
	"testing"
	"time"
)

// guardedBy is the claim of a guard of ten minutes over a state, and how it is changed.
func guardedBy(change func(before, now *State, c *Claim)) Claim {
	at := Pos{X: 0, Y: 64, Z: 0}
	a := Action{Kind: Defend, At: &at, Seconds: 600}
	c := Claim{Counted: true, Waited: true}
	c.Expect.Watch, c.Expect.Seconds = a.Watches([]string{"zombie"})
	zero, before := 0, State{Position: &Vec3{X: 0.5, Y: 64, Z: 0.5}, Nearby: &Nearby{}}
	before.Deaths = &zero
	now := before
	c.Outcome = Outcome{End: EndReported, Before: &before, Started: time.Unix(0, 0), Ended: time.Unix(600, 0)}
	change(&before, &now, &c)
	c.Outcome.Result = &Result{Success: true, State: &now}
	c.Later = []State{now}
	return c
}

// TestAGuardIsJudgedByStates: the time, the place, the life of the body and what is near are
// all looked at, and one that is not so contradicts.
func TestAGuardIsJudgedByStates(t *testing.T) {
	far := func(now *State, dist float64) {
		now.Nearby = &Nearby{Entities: []Sight{{Name: "zombie", X: dist, Y: 64}}}
	}
	for name, c := range map[string]struct {
		change func(before, now *State, c *Claim)
		want   Verdict
		reason string
	}{
		"all is well":        {func(_, _ *State, _ *Claim) {}, Confirmed, ""},
		"a cow":              {func(_, now *State, _ *Claim) { now.Nearby = &Nearby{Entities: []Sight{{Name: "cow", X: 2, Y: 64}}} }, Confirmed, ""},
		"a zombie far off":   {func(_, now *State, _ *Claim) { far(now, 20) }, Confirmed, ""},
		"a zombie":           {func(_, now *State, _ *Claim) { far(now, 5) }, Contradicted, "a zombie is within 8 blocks"},
		"carried off":        {func(_, now *State, _ *Claim) { now.Position = &Vec3{X: 30, Y: 64} }, Contradicted, "30 blocks from what it guards"},
		"in the Nether":      {func(_, now *State, c *Claim) { c.Expect.Watch.At.Dimension, now.Dimension = "overworld", "the_nether" }, Contradicted, "it is in the nether"},
		"it died":            {func(_, now *State, _ *Claim) { one := 1; now.Deaths = &one }, Contradicted, "died"},
		"known to have died": {func(_, now *State, _ *Claim) { now.Died = time.Unix(300, 0) }, Contradicted, "died"},
		"too short":          {func(_, _ *State, c *Claim) { c.Outcome.Ended = time.Unix(300, 0) }, Contradicted, "only 5 minutes of 10 minutes"},
		"a night slept through": {func(_, _ *State, c *Claim) {
			c.Outcome.Ended, c.Outcome.Passed = time.Unix(20, 0), 10*time.Minute
		}, Confirmed, ""},
		"nobody knows what is near": {func(_, now *State, _ *Claim) { now.Nearby = nil }, Claimed, "do not tell"},
		"a player": {func(_, now *State, c *Claim) {
			c.Expect.Watch.At, c.Expect.Watch.Player = nil, "Steve"
			now.Nearby = &Nearby{Players: []Sight{{Name: "Steve", X: 3, Y: 64}}}
		}, Confirmed, ""},
		"a player who is gone": {func(_, _ *State, c *Claim) { c.Expect.Watch.At, c.Expect.Watch.Player = nil, "Steve" }, Contradicted, "do not show Steve"},
	} {
		claim := guardedBy(c.change)
		if j := claim.Judge(); j.Verdict != c.want || !strings.Contains(j.Reason, c.reason) {
			t.Errorf("%s: %s, %q; want %s, %q", name, j.Verdict, j.Reason, c.want, c.reason)
		}
	}
}

// A guard that is shown proves its clause as seen, and what was killed is told.
func TestAGuardProvesItsClause(t *testing.T) {
	claim := guardedBy(func(_, _ *State, _ *Claim) {})
	killed := 3
	a := Attempt{Step: Step{Action: Action{Kind: Defend, At: &Pos{Y: 64}, Seconds: 600}, Expect: claim.Expect}, Outcome: claim.Outcome, Verdict: Confirmed}
	a.Outcome.Result.Killed = &killed
	g := Goal{Clauses: []Clause{ClauseOf("guard", "guard this place", Check{Kind: CheckDone, Action: Defend, Count: 1, Seconds: 600})}}
	credits := CreditsOf(Baseline{}, nil, []Attempt{a})
	if proven, said := g.Ending("guard", a.Outcome.Result.State, &credits); !proven || said.Code != "then" {
		t.Errorf("%v, %+v", proven, said)
	}
	a.Verdict = Contradicted
	credits = CreditsOf(Baseline{}, nil, []Attempt{a})
	if _, all := g.Progress(a.Outcome.Result.State, &credits); all.Met() {
		t.Error("a contradicted guard meets its goal")
	}
}
