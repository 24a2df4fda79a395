// SPDX-License-Identifier: MIT

package game

import (
	"maps"
	"reflect"
	"testing"
	"time"
)

func judge(c Claim) Judgement { return c.Judge() }

// Steps of a body that gathers, sets blocks and speaks.
func mine(item string, n int) Step {
	return Step{Action: Action{Kind: Mine, Target: item, Quantity: n}, Expect: Expect{Gains: []Gain{{Items: []string{item}, Min: n}}}}
}

func place(block string) Step {
	return Step{Action: Action{Kind: Place, Block: block}, Expect: Expect{Uses: []Need{{Items: []string{block}, Count: 1}}}}
}

func say(line string) Step { return Step{Action: Action{Kind: Chat, Message: line}} }

func TestRule11EvidenceOfEveryKind(t *testing.T) {
	wants := Expect{Gains: []Gain{{Items: []string{"diamond"}, Min: 3}}}
	place := Expect{At: &Pos{X: 10, Y: 64, Z: 0}, Within: 2}
	inNether := Expect{At: &Pos{X: 0, Y: 64, Z: 0, Dimension: "the_nether"}}
	both := Expect{Gains: wants.Gains, At: place.At, Within: 2}
	nothing, three := claimState(nil), claimState(map[string]int{"diamond": 3})
	there := claimState(nil, func(s *State) { s.Position = &Vec3{X: 10.5, Y: 64, Z: 1.5} })
	rich := claimState(map[string]int{"diamond": 3}, func(s *State) { s.Position = there.Position })
	nether := claimState(nil, func(s *State) { s.Dimension = "minecraft:the_nether" })
	lost := claimState(nil, func(s *State) { s.Position = nil })
	ok := &Result{Success: true}
	for _, c := range []struct {
		name      string
		expect    Expect
		before    *State
		result    *Result
		after     *State
		later     []State
		waited    bool
		want      Verdict
		undecided bool
		reason    string
	}{
		{"a delta without a state before", wants, nil, &Result{Delta: map[string]int{"diamond": 3}, State: &three}, nil, nil, false, Claimed, false, "no state to compare with"},
		{"a delta too small, and only a later state", wants, &nothing, &Result{Delta: map[string]int{"diamond": 1}}, &nothing, []State{nothing}, false, Contradicted, false, "nothing was gained of 3 diamonds"},
		{"a delta too small, and nothing since", wants, &nothing, &Result{Delta: map[string]int{"diamond": 1}}, &nothing, nil, false, Contradicted, true, "nothing was gained of 3 diamonds"},
		{"three later states decide", wants, &nothing, ok, &nothing, []State{nothing, nothing, nothing}, false, Contradicted, false, "nothing was gained of 3 diamonds"},
		{"an inventory of its own and later states", wants, &nothing, &Result{State: &nothing}, &nothing, []State{nothing}, false, Contradicted, true, "nothing was gained of 3 diamonds"},
		{"no result and no state since", wants, &nothing, nil, &nothing, nil, true, Claimed, false, "no state came after it"},
		{"no state at all", wants, &nothing, nil, nil, nil, false, Claimed, false, "no state to compare with"},
		{"a place by a later state, not by an old word", place, &nothing, &Result{Position: there.Position}, &nothing, []State{nothing, nothing, nothing}, false, Contradicted, false, "the body says that it arrived, and its states do not show it: it stands at 0 64 0, not at 10 64 0"},
		{"a place by the body's word, and its own state shows another", place, &nothing, &Result{Position: there.Position, State: &nothing}, &nothing, []State{nothing}, false, Contradicted, false, "the body says that it arrived, and its states do not show it: it stands at 0 64 0, not at 10 64 0"},
		{"a place by the body's word that a later state shows", place, &nothing, &Result{Position: there.Position}, &nothing, []State{nothing, there}, false, Confirmed, false, ""},
		{"a place by the body's word and no state since", place, &nothing, &Result{Position: there.Position}, &nothing, nil, true, Claimed, false, "no state came after it"},
		{"a place by the body's word alone", place, &lost, &Result{Position: there.Position}, &lost, nil, false, Claimed, false, "by the body's word: its states tell no position"},
		{"a place that the states show, whatever the body says", place, &nothing, &Result{Position: nothing.Position, State: &there}, &nothing, nil, false, Confirmed, false, ""},
		{"a place that nobody told", place, &nothing, ok, &lost, nil, false, Claimed, false, "the body did not say where it is"},
		{"a place that no state tells", place, &nothing, ok, nil, nil, false, Claimed, false, "the body did not say where it is"},
		{"the body's own word on its place", place, &nothing, &Result{Position: nothing.Position}, &nothing, nil, false, Contradicted, false, "it stands at 0 64 0, not at 10 64 0"},
		{"three later states decide a place", place, &nothing, ok, &nothing, []State{nothing, nothing, nothing}, false, Contradicted, false, "it stands at 0 64 0, not at 10 64 0"},
		{"two do not", place, &nothing, ok, &nothing, []State{nothing, nothing}, false, Contradicted, true, "it stands at 0 64 0, not at 10 64 0"},
		{"another dimension than wanted", inNether, &nothing, ok, &nothing, nil, false, Contradicted, false, "it is in overworld"},
		{"the dimension that was wanted", inNether, &nothing, ok, &nether, nil, false, Confirmed, false, ""},
		{"a result's state without a place", place, &nothing, &Result{State: &State{HeldItem: "stick"}}, &nothing, nil, false, Contradicted, true, "it stands at 0 64 0, not at 10 64 0"},
		{"a place without any result", place, &nothing, nil, &there, nil, false, Confirmed, false, ""},
		{"both, one missing", both, &nothing, ok, &three, []State{three, three, three}, false, Contradicted, false, "it stands at 0 64 0, not at 10 64 0"},
		{"both", both, &nothing, ok, &rich, nil, false, Confirmed, false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := judge(Claim{Expect: c.expect, Waited: c.waited, Later: c.later,
				Outcome: Outcome{End: EndReported, Before: c.before, After: c.after, Result: c.result}})
			if j.Verdict != c.want || j.Undecided != c.undecided || j.Reason != c.reason {
				t.Errorf("got %s undecided=%v %q, want %s undecided=%v %q", j.Verdict, j.Undecided, j.Reason, c.want, c.undecided, c.reason)
			}
		})
	}
}

// A wait is over when its time has passed by our clock or by the game's: a body that
// answers at once proves nothing.
func TestRule11TimeHasToPass(t *testing.T) {
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	at := func(tick int) *State { return &State{Time: &tick} }
	dark := &State{}
	for _, c := range []struct {
		name          string
		seconds       float64
		took, passed  time.Duration
		before, after *State
		later         []State
		want          Verdict
		undecided     bool
		reason        string
	}{
		{"two minutes by our clock", 120, 2 * time.Minute, 0, dark, dark, nil, Confirmed, false, ""},
		{"a clock that runs a little faster", 120, 115 * time.Second, 0, dark, dark, nil, Confirmed, false, ""},
		{"answered at once", 120, 50 * time.Millisecond, 0, dark, dark, nil, Contradicted, false, "only 0 seconds of 2 minutes had passed"},
		{"half of it", 120, time.Minute, time.Minute, dark, dark, nil, Contradicted, false, "only 1 minute of 2 minutes had passed"},
		{"two minutes of a fast game", 120, 2 * time.Second, 2 * time.Minute, at(0), at(2400), nil, Confirmed, false, ""},
		{"a state after it may show them", 120, 2 * time.Second, time.Minute, at(0), at(1200), nil, Contradicted, true, "only 1 minute of 2 minutes had passed"},
		{"it does", 120, 2 * time.Second, time.Minute, at(0), at(1200), []State{*at(2400)}, Confirmed, false, ""},
		{"it does not", 120, 2 * time.Second, time.Minute, at(0), at(1200), []State{*at(1220)}, Contradicted, false, "only 1 minute of 2 minutes had passed"},
		{"a clock that was put back", 120, 2 * time.Second, 0, at(1200), at(0), []State{*at(0)}, Contradicted, false, "only 2 seconds of 2 minutes had passed"},
		{"days that nobody saw turn", 2400, 2 * time.Second, time.Second, at(0), at(20), nil, Claimed, true, "its states tell the time of day alone"},
		{"half an hour at once", 1800, 2 * time.Second, time.Second, at(0), at(20), []State{*at(40)}, Contradicted, false, "only 2 seconds of 30 minutes had passed"},
		{"half an hour of a fast game", 1800, 30 * time.Second, 30 * time.Minute, at(0), at(12_000), nil, Confirmed, false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := judge(Claim{Expect: Expect{Seconds: c.seconds}, Later: c.later, Outcome: Outcome{
				End: EndReported, Before: c.before, After: c.after, Result: &Result{Success: true}, Started: began, Ended: began.Add(c.took), Passed: c.passed,
			}})
			if j.Verdict != c.want || j.Undecided != c.undecided || j.Reason != c.reason {
				t.Errorf("got %s undecided=%v %q, want %s undecided=%v %q", j.Verdict, j.Undecided, j.Reason, c.want, c.undecided, c.reason)
			}
		})
	}
}

// What was done while the time passed stays the body's word.
func TestATimeThatPassedProvesAWaitAlone(t *testing.T) {
	for kind, want := range map[Kind]Grade{Wait: Seen, Follow: Told} {
		a := Attempt{Step: Step{Action: Action{Kind: kind, Seconds: 60}, Expect: Expect{Seconds: 60}}, Verdict: Confirmed}
		if k, ok := CreditOf(&a, 1); !ok || k.Grade != want {
			t.Errorf("%s: %v %+v", kind, ok, k)
		}
		asked := ClauseOf("", "", Check{Kind: CheckDone, Action: kind, Count: 1, Seconds: 120})
		goal := Goal{Clauses: []Clause{asked}}
		if _, all := goal.Progress(&State{}, &Credits{List: []Credit{{Kind: kind, Seconds: 60, Units: 1, Grade: Seen}}}); len(all.Open) != 1 {
			t.Errorf("a minute of two is enough to have %s", kind)
		}
	}
}

func TestRule11WhatWasGainedIsKeptWithEveryVerdict(t *testing.T) {
	wants := Expect{Gains: []Gain{{Items: []string{"diamond"}, Min: 1}}}
	before, after := claimState(nil), claimState(map[string]int{"diamond": 2})
	elsewhere := claimState(map[string]int{"diamond": 2}, func(s *State) { s.Dimension = "the_nether" })
	for now, want := range map[*State]Verdict{&after: Confirmed, &elsewhere: Claimed} {
		j := judge(Claim{Expect: wants, Outcome: Outcome{Before: &before, After: now, Result: &Result{Success: true}}})
		if j.Verdict != want || j.Gained["diamond"] != 2 {
			t.Errorf("%+v, want %s", j, want)
		}
	}
	if j := judge(Claim{Expect: place("torch").Expect}); j.Verdict != Claimed {
		t.Errorf("without a result: %+v", j)
	}
}

func TestAResultsStateIsFilledFromTheLast(t *testing.T) {
	after := claimState(map[string]int{"coal": 1})
	e := Claim{Outcome: Outcome{After: &after, Result: &Result{State: &State{HeldItem: "stick"}}}}
	got := e.newest()
	want := after
	want.HeldItem = "stick"
	if !reflect.DeepEqual(*got, want) {
		t.Errorf("%+v, want %+v", *got, want)
	}
	own := claimState(map[string]int{"dirt": 2}, func(s *State) {
		s.Position, s.Dimension, s.GameMode = &Vec3{X: 5}, "the_nether", "creative"
		low := 1.0
		s.Health = &low
	})
	e.Outcome.Result.State = &own
	if got := e.newest(); !reflect.DeepEqual(*got, own) {
		t.Errorf("%+v, want the result's own %+v", *got, own)
	}
	e.Outcome.After = nil
	if e.newest() != &own {
		t.Error("a result's state is the newest when there is no other")
	}
}

func TestDeathsAreSeen(t *testing.T) {
	zero, full := 0.0, 20.0
	far := &Vec3{X: 90, Y: 64}
	held := func(n int, change ...func(*State)) *State {
		s := claimState(nil, change...)
		for i := range n {
			s.Inventory = append(s.Inventory, Stack{Slot: i, Item: "stick", Count: 1})
		}
		return &s
	}
	at := func(p *Vec3) func(*State) { return func(s *State) { s.Position = p } }
	health := func(h *float64) func(*State) { return func(s *State) { s.Health = h } }
	deaths := func(n int) func(*State) { return func(s *State) { s.Deaths = &n } }
	for _, c := range []struct {
		name        string
		before, now *State
		want        bool
	}{
		{"no health", held(0), held(0, health(&zero)), true},
		{"alive", held(0), held(0, health(&full)), false},
		{"emptied and far away", held(2, health(nil)), held(0, health(nil), at(far)), true},
		{"it counts its deaths, and had none", held(2, deaths(3)), held(0, at(far), deaths(3)), false},
		{"it counts its deaths, and had one", held(2, deaths(3)), held(0, at(far), deaths(4)), true},
		{"emptied on the spot", held(2), held(0), false},
		{"eight blocks are a walk", held(2, at(&Vec3{})), held(0, at(&Vec3{X: 8})), false},
		{"one stack given away", held(1), held(0, at(far)), false},
		{"something is still held", held(3), held(1, at(far)), false},
		{"nobody knows where it was", held(2, at(nil)), held(0, at(far)), false},
		{"nobody knows where it is", held(2), held(0, at(nil)), false},
		{"no state before", nil, held(0, at(far)), false},
		{"no state", held(2), nil, false},
	} {
		if got := died(c.before, c.now); got != c.want {
			t.Errorf("%s: died %v, want %v", c.name, got, c.want)
		}
	}
}

func TestWhatCannotBeComparedIsSaid(t *testing.T) {
	gain := Expect{Gains: []Gain{{Items: []string{"diamond"}, Min: 1}}}
	goThere := Expect{At: &Pos{Dimension: "the_nether"}}
	goHere := Expect{At: &Pos{}}
	over, three := claimState(nil), claimState(map[string]int{"diamond": 3})
	nether := claimState(nil, func(s *State) { s.Dimension = "the_nether" })
	silent := claimState(nil, func(s *State) { s.Dimension, s.GameMode = "", "" })
	long := claimState(nil, func(s *State) { s.Dimension = "minecraft:overworld" })
	creative := claimState(nil, func(s *State) { s.GameMode = "creative" })
	for _, c := range []struct {
		name        string
		expect      Expect
		before, now *State
		want        string
	}{
		{"a portal", gain, &over, &nether, "the dimension changed in between"},
		{"a portal on the way", goHere, &over, &nether, "the dimension changed in between"},
		{"a portal that was wanted", goThere, &over, &nether, ""},
		{"the same under its long name", gain, &over, &long, ""},
		{"a body that does not say where", gain, &silent, &nether, ""},
		{"a body that stopped saying where", gain, &over, &silent, ""},
		{"another game mode", gain, &over, &creative, "the game mode changed in between"},
		{"some of it was lost", gain, &three, &over, "some diamond was lost in between"},
		{"nothing before", gain, nil, &over, ""},
		{"nothing now", gain, &over, nil, ""},
	} {
		if got := unverifiable(c.expect, c.before, c.now); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestGainsAreTakenFromTheBestSource(t *testing.T) {
	x := Expect{Gains: []Gain{{Items: []string{"diamond", "coal"}, Min: 3}}}
	before, now := claimState(map[string]int{"coal": 1, "dirt": 1}), claimState(map[string]int{"diamond": 2, "dirt": 5})
	for _, c := range []struct {
		name string
		x    Expect
		out  Outcome
		now  *State
		want map[string]int
	}{
		{"the body's own", x, Outcome{Result: &Result{Delta: map[string]int{"diamond": 1, "dirt": 9}}, Before: &before}, &now, map[string]int{"diamond": 1}},
		{"the states", x, Outcome{Result: &Result{}, Before: &before}, &now, map[string]int{"diamond": 2}},
		{"no state before", x, Outcome{}, &now, nil},
		{"no state now", x, Outcome{Before: &before}, nil, nil},
		{"nothing wanted", Expect{}, Outcome{Before: &before}, &now, nil},
		{"nothing gained", x, Outcome{Before: &now}, &now, nil},
	} {
		if got := gainedOf(c.x, c.out, c.now); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if got := missingGain(x.Gains, map[string]int{"diamond": 1, "coal": 1}); got.String() != "only 2 of 3 diamonds or coal were gained" {
		t.Errorf("%q", got)
	}
}

func TestWhatShowsThatAStepIsDone(t *testing.T) {
	two, one, none := claimState(map[string]int{"torch": 2}), claimState(map[string]int{"torch": 1}), claimState(nil)
	hungry := claimState(nil, func(s *State) { s.Hunger = new(19.0) })
	away := claimState(nil, func(s *State) { s.Dimension = "the_nether" })
	set := place("torch")
	gain := mine("torch", 1)
	line := say("hi")
	for _, c := range []struct {
		name        string
		step        Step
		before, now *State
		want        bool
	}{
		{"the block is gone", set, &two, &one, true},
		{"the last block is gone, and a death would not have left it hungry", set, &one, &hungry, true},
		{"the last block is gone, as after a death", set, &one, &none, false},
		{"the block is still there", set, &two, &two, false},
		{"there was none", set, &none, &none, false},
		{"nothing can be compared", set, &one, &away, false},
		{"a gain shows", gain, &one, &two, true},
		{"a gain does not show", gain, &one, &one, false},
		{"a line leaves nothing to see", line, &one, &two, false},
	} {
		if got := c.step.Expect.Shown(c.before, c.now); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	three, both := mine("torch", 3), mine("torch", 1)
	for name, c := range map[string]struct {
		step        Step
		before, now *State
		want        bool
	}{
		"a part came": {three, &one, &two, true}, "all came": {both, &one, &two, false}, "nothing came": {three, &one, &one, false},
		"it went": {three, &two, &one, false}, "nothing is gained": {set, &two, &one, false}, "no states": {three, nil, &one, false},
	} {
		if got := c.step.Expect.Begun(c.before, c.now); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if gain.Expect.Shown(nil, &two) || gain.Expect.Shown(&one, nil) {
		t.Error("it is seen without states")
	}
}

// A state shows that a step is over only where what is expected is all of it: what lies in the
// inventory says nothing of the cells of a build, and a lucky drop nothing of how many were dug.
func TestWhatNoStateShowsIsNotOver(t *testing.T) {
	bucket, none := claimState(map[string]int{"bucket": 1}), claimState(nil)
	full := claimState(map[string]int{"water_bucket": 1, "dirt": 1})
	dug := claimState(map[string]int{"redstone": 12, "dirt": 1})
	field := Step{Action: Action{Kind: Build, Edits: []Edit{{Block: "water"}, {X: 1, Block: "farmland"}, {X: 1, Y: 1, Block: Air}}}}
	left, spent := field, field
	left.Expect = Expect{Gains: []Gain{{Items: []string{"bucket"}, Min: 1}}}
	spent.Expect = Expect{Uses: []Need{{Items: []string{"water_bucket"}, Count: 1}}, Places: true}
	exact, lucky := mine("redstone", 3), mine("redstone", 3)
	exact.Expect.Gains[0].Min, lucky.Expect.Gains[0].Min = 12, 12
	lucky.Expect.Gains[0].More = true
	for name, c := range map[string]struct {
		step        Step
		before, now *State
		over, shown bool
	}{
		"a bucket is left of a build":      {left, &none, &bucket, false, false},
		"what a build needs is all gone":   {spent, &full, &bucket, false, false},
		"as many as the blocks give":       {exact, &none, &dug, true, true},
		"as many as the blocks give least": {lucky, &none, &dug, false, true},
	} {
		if over, shown := c.step.Over(c.before, c.now), c.step.Shown(c.before, c.now); over != c.over || shown != c.shown {
			t.Errorf("%s: over %v, want %v; shown %v, want %v", name, over, c.over, shown, c.shown)
		}
	}
	out := Outcome{End: EndGone, Before: &full, After: &bucket}
	if j := spent.Found(&out); j.Verdict != Claimed || out.End != EndGone {
		t.Errorf("a build of which nobody told is %s by %s", j.Verdict, out.End)
	}
	sent := Attempt{Step: spent, Outcome: out, Verdict: Claimed, Mark: spent.Expect.Mark(&full)}
	if _, j, settled := sent.Settle(&bucket, nil, false, Judgement{Verdict: Failed}); settled {
		t.Errorf("a build whose materials are all gone is settled as %s", j.Verdict)
	}
}

func claimState(items map[string]int, change ...func(*State)) State {
	hp := 20.0
	s := State{Position: &Vec3{X: 0.5, Y: 64, Z: 0.5}, Health: &hp, Dimension: "overworld", GameMode: "survival", Inventory: []Stack{}}
	for item, n := range items {
		s.Inventory = append(s.Inventory, Stack{Slot: len(s.Inventory), Item: item, Count: n})
	}
	for _, f := range change {
		f(&s)
	}
	return s
}

func TestRule11Verification(t *testing.T) {
	wants := func(n int, items ...string) Expect {
		return Expect{Gains: []Gain{{Items: items, Min: n}}}
	}
	place := Expect{At: &Pos{X: 10, Y: 64, Z: 0}, Within: 2}
	nothing, one, three := claimState(nil), claimState(map[string]int{"diamond": 1}), claimState(map[string]int{"diamond": 3})
	mixed := claimState(map[string]int{"diamond": 1, "coal": 2})
	blind := claimState(nil, func(s *State) { s.Inventory = nil })
	dead := claimState(nil, func(s *State) { z := 0.0; s.Health = &z })
	respawned := claimState(nil, func(s *State) { s.Position = &Vec3{X: 90, Y: 70, Z: 0} })
	nether := claimState(map[string]int{"diamond": 0}, func(s *State) { s.Dimension = "the_nether" })
	creative := claimState(nil, func(s *State) { s.GameMode = "creative" })
	rich := claimState(map[string]int{"diamond": 5, "stick": 1})
	there := claimState(nil, func(s *State) { s.Position = &Vec3{X: 10.5, Y: 64, Z: 1.5} })
	v2 := func(delta map[string]int, s *State) *Result {
		return &Result{Success: true, Delta: delta, State: s}
	}
	v1 := &Result{Success: true}
	for _, c := range []struct {
		name      string
		expect    Expect
		before    *State
		result    *Result
		after     *State
		later     []State
		waited    bool
		want      Verdict
		undecided bool
	}{
		{"nothing to compare", Expect{}, &nothing, v1, &nothing, nil, false, Claimed, false},
		{"v2 delta and state agree", wants(3, "diamond"), &nothing, v2(map[string]int{"diamond": 3}, &three), nil, nil, false, Confirmed, false},
		{"v2 delta alone waits for a state", wants(3, "diamond"), &nothing, v2(map[string]int{"diamond": 3}, nil), nil, nil, false, Claimed, true},
		{"v2 delta alone, and no state since", wants(3, "diamond"), &nothing, v2(map[string]int{"diamond": 3}, nil), &nothing, nil, true, Claimed, false},
		{"v2 delta and the state before it", wants(3, "diamond"), &nothing, v2(map[string]int{"diamond": 3}, nil), &nothing, nil, false, Contradicted, true},
		{"v2 delta and the next state", wants(3, "diamond"), &nothing, v2(map[string]int{"diamond": 3}, nil), &nothing, []State{three}, false, Confirmed, false},
		{"v2 delta that three later states do not show", wants(3, "diamond"), &nothing, v2(map[string]int{"diamond": 3}, nil), &nothing, []State{one, one, one}, true, Contradicted, false},
		{"v2 delta, and states without inventory", wants(3, "diamond"), &blind, v2(map[string]int{"diamond": 3}, &blind), &blind, nil, false, Claimed, true},
		{"v2 delta, and another without inventory", wants(3, "diamond"), &blind, v2(map[string]int{"diamond": 3}, &blind), &blind, []State{blind}, false, Claimed, false},
		{"v2 delta too small without inventory", wants(3, "diamond"), &blind, v2(map[string]int{"diamond": 1}, &blind), &blind, nil, false, Contradicted, false},
		{"v2 no inventory until there was something to tell", wants(3, "diamond"), &blind, v2(map[string]int{"diamond": 3}, &blind), &blind, []State{three}, false, Confirmed, false},
		{"v1 without inventory", wants(3, "diamond"), &blind, v1, &blind, []State{blind}, false, Claimed, false},
		{"v2 state alone", wants(3, "diamond"), &nothing, v2(nil, &three), nil, nil, false, Confirmed, false},
		{"v2 extras and losses do not contradict", wants(3, "diamond"), &nothing, v2(map[string]int{"diamond": 4, "coal": 2, "stick": -2}, &three), nil, nil, false, Confirmed, false},
		{"v2 alternatives add up", wants(3, "diamond", "coal"), &nothing, v2(map[string]int{"diamond": 1, "coal": 2}, &mixed), nil, nil, false, Confirmed, false},
		{"v2 delta too small", wants(3, "diamond"), &nothing, v2(map[string]int{"diamond": 1}, &one), nil, nil, false, Contradicted, false},
		{"v2 delta too small but the state shows it", wants(3, "diamond"), &nothing, v2(map[string]int{}, &three), nil, nil, false, Confirmed, false},
		{"v2 delta too small, no state", wants(3, "diamond"), nil, v2(map[string]int{"diamond": 1}, nil), nil, nil, false, Contradicted, false},
		{"v2 delta that its state does not show", wants(3, "diamond"), &nothing, v2(map[string]int{"diamond": 3}, &one), nil, nil, false, Contradicted, true},
		{"v2 delta that its state and the next do not show", wants(3, "diamond"), &nothing, v2(map[string]int{"diamond": 3}, &one), nil, []State{one}, false, Contradicted, false},
		{"v2 state without the gain", wants(3, "diamond"), &nothing, v2(nil, &nothing), nil, nil, false, Contradicted, false},
		{"v1 shows at once", wants(3, "diamond"), &nothing, v1, &three, nil, false, Confirmed, false},
		{"v1 not yet", wants(3, "diamond"), &nothing, v1, &nothing, nil, false, Contradicted, true},
		{"v1 two later states are not enough", wants(3, "diamond"), &nothing, v1, &nothing, []State{nothing, one}, false, Contradicted, true},
		{"v1 shows in the third", wants(3, "diamond"), &nothing, v1, &nothing, []State{nothing, one, three}, true, Confirmed, false},
		{"v1 contradicted after three", wants(3, "diamond"), &nothing, v1, &nothing, []State{nothing, one, one}, true, Contradicted, false},
		{"v1 contradicted after 5 s with one state", wants(3, "diamond"), &nothing, v1, &nothing, []State{nothing}, true, Contradicted, false},
		{"v1 silent for 5 s", wants(3, "diamond"), &nothing, v1, &nothing, nil, true, Claimed, false},
		{"no state before", wants(3, "diamond"), nil, v1, &three, nil, false, Claimed, false},
		{"death", wants(3, "diamond"), &one, v1, &dead, nil, false, Claimed, false},
		{"v1 death by emptied inventory and jump", wants(3, "diamond"), &rich, v1, &respawned, nil, false, Claimed, false},
		{"change of dimension", wants(3, "diamond"), &nothing, v1, &nether, nil, false, Claimed, false},
		{"change of game mode", wants(3, "diamond"), &nothing, v1, &creative, nil, false, Claimed, false},
		{"unrelated loss of the wanted item", wants(3, "diamond"), &three, v1, &one, nil, false, Claimed, false},
		{"place reached", place, &nothing, v1, &there, nil, false, Confirmed, false},
		{"v1 place not reached yet", place, &nothing, v1, &nothing, nil, false, Contradicted, true},
		{"v2 place not reached", place, &nothing, v2(nil, &nothing), nil, nil, false, Contradicted, false},
		{"v2 own position", place, &nothing, &Result{Success: true, Position: there.Position}, &nothing, nil, false, Contradicted, true},
		{"a result state with the position only", place, &nothing, v2(nil, &State{Position: there.Position}), &nothing, nil, false, Confirmed, false},
		{"a result state without inventory decides nothing about gains", wants(3, "diamond"), &nothing, v2(nil, &State{Position: there.Position}), &nothing, nil, false, Contradicted, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := judge(Claim{Expect: c.expect, Waited: c.waited, Later: c.later,
				Outcome: Outcome{End: EndReported, Before: c.before, After: c.after, Result: c.result}})
			if j.Verdict != c.want || j.Undecided != c.undecided {
				t.Errorf("got %s undecided=%v (%s), want %s undecided=%v", j.Verdict, j.Undecided, j.Reason, c.want, c.undecided)
			}
		})
	}
}

func TestRule11PartialGainIsRecorded(t *testing.T) {
	before, after := claimState(nil), claimState(map[string]int{"diamond": 1})
	j := judge(Claim{Expect: Expect{Gains: []Gain{{Items: []string{"diamond"}, Min: 3}}}, Waited: true, Later: []State{after},
		Outcome: Outcome{Before: &before, After: &after, Result: &Result{Success: true}}})
	if j.Gained["diamond"] != 1 || j.Reason != "only 1 of 3 diamonds were gained" {
		t.Errorf("%+v", j)
	}
}

func TestRule11ABodysWordAgainstItsStatesIsTold(t *testing.T) {
	before, after := claimState(nil), claimState(map[string]int{"diamond": 1})
	j := judge(Claim{Expect: Expect{Gains: []Gain{{Items: []string{"diamond"}, Min: 3}}}, Waited: true, Later: []State{after},
		Outcome: Outcome{Before: &before, After: &after, Result: &Result{Success: true, Delta: map[string]int{"diamond": 3}}}})
	want := "the body says it gained them, and its states do not show it: only 1 of 3 diamonds were gained"
	if j.Verdict != Contradicted || j.Reason != want || j.Gained["diamond"] != 1 {
		t.Errorf("%+v, want %q", j, want)
	}
}

func TestRule11WhatIsUsedUpIsJudgedByTheStates(t *testing.T) {
	two, one, none, more := claimState(map[string]int{"torch": 2}), claimState(map[string]int{"torch": 1}), claimState(nil), claimState(map[string]int{"torch": 5})
	blind := claimState(nil, func(s *State) { s.Inventory = nil })
	creative := claimState(map[string]int{"torch": 2}, func(s *State) { s.GameMode = "creative" })
	dead := claimState(nil, func(s *State) { z := 0.0; s.Health = &z })
	torch := func(n int) Expect {
		return Expect{Uses: []Need{{Items: []string{"torch"}, Count: n}}}
	}
	food := Expect{Uses: []Need{{Items: []string{"wheat", "carrot"}, Count: 2}}}
	living := func(how func(*State)) *State {
		s := claimState(nil, func(s *State) { s.Health, s.Hunger, s.Saturation = new(20.0), new(20.0), new(5.0) }, how)
		return &s
	}
	counts := func(n, deaths int) *State {
		s := claimState(map[string]int{"torch": n}, func(s *State) { s.Deaths = &deaths })
		return &s
	}
	at := func(n int, x float64) *State {
		s := claimState(map[string]int{"torch": n}, func(s *State) { s.Position = &Vec3{X: x, Y: 64, Z: 7.5} })
		return &s
	}
	fed, left := claimState(map[string]int{"wheat": 1, "carrot": 1}), *living(func(s *State) { s.Hunger = new(19.0) })
	v1, v2 := &Result{Success: true}, func(s *State) *Result {
		return &Result{Success: true, Delta: map[string]int{"torch": -1}, State: s}
	}
	set := Expect{Uses: torch(1).Uses, Places: true}
	tells := func(n int, series string, placed int) State {
		return claimState(map[string]int{"torch": n}, func(s *State) { s.Placed = Placed{series, placed} })
	}
	full, fullTold := tells(1, "s", 4), tells(0, "s", 5)
	mute, muteAfter, told, anew := tells(2, "s", 4), tells(1, "s", 4), tells(1, "s", 5), tells(1, "t", 4)
	const untold = "its body tells what it places, and told of nothing here"
	for _, c := range []struct {
		name          string
		x             Expect
		before, after *State
		result        *Result
		later         []State
		waited        bool
		earlier       map[string]int
		want          Verdict
		undecided     bool
		reason        string
	}{
		{"one went", torch(1), &two, &one, v1, nil, false, nil, Confirmed, false, ""},
		{"the last went, and it is hurt", torch(1), &one, living(func(s *State) { s.Health = new(19.5) }), v1, nil, false, nil, Confirmed, false, ""},
		{"the last went, and it is hungry", torch(1), &one, living(func(s *State) { s.Hunger = new(19.0) }), v1, nil, false, nil, Confirmed, false, ""},
		{"the last went, and it has eaten", torch(1), &one, living(func(s *State) { s.Saturation = new(6.0) }), v1, nil, false, nil, Confirmed, false, ""},
		{"the last went, and nothing tells it from a death", torch(1), &one, living(func(*State) {}), v1, nil, false, nil, Claimed, true, allGone},
		{"nor does it later", torch(1), &one, living(func(*State) {}), v1, []State{none, none, none}, false, nil, Claimed, false, allGone},
		{"it does later", torch(1), &one, &none, v1, []State{*living(func(s *State) { s.Hunger = new(19.0) })}, false, nil, Confirmed, false, ""},
		{"it counts its deaths, and has not died", torch(1), counts(1, 2), counts(0, 2), v1, nil, false, nil, Confirmed, false, ""},
		{"it counts its deaths, and has died", torch(1), counts(1, 2), counts(0, 3), v1, nil, false, nil, Claimed, true, allGone},
		{"it stands where it stood", torch(1), at(1, 7.3), at(0, 7.3), v1, nil, false, nil, Confirmed, false, ""},
		{"it stands in the middle of a block, as who has come back", torch(1), at(1, 7.5), at(0, 7.5), v1, nil, false, nil, Claimed, true, allGone},
		{"it has walked some steps", torch(1), at(1, 7.5), at(0, 9.4), v1, nil, false, nil, Confirmed, false, ""},
		{"it stands far away", torch(1), at(1, 7.3), at(0, 17.4), v1, nil, false, nil, Claimed, true, allGone},
		{"it told where its last stands", set, &full, &fullTold, v1, nil, false, nil, Confirmed, false, ""},
		{"a word and no state yet", torch(1), &two, &two, v1, nil, false, nil, Contradicted, true, "1 torch should have been used up, and as many are held as before"},
		{"it went later", torch(1), &two, &two, v1, []State{two, two, one}, true, nil, Confirmed, false, ""},
		{"it never went", torch(1), &two, &two, v1, []State{two, two, two}, true, nil, Contradicted, false, "1 torch should have been used up, and as many are held as before"},
		{"it went and others came", torch(1), &two, &one, v1, []State{more}, true, nil, Confirmed, false, ""},
		{"others came and it went", torch(1), &two, &more, v1, []State{two}, true, nil, Confirmed, false, ""},
		{"a delta that its state does not show", torch(1), &two, nil, v2(&two), nil, false, nil, Contradicted, true, "1 torch should have been used up, and as many are held as before"},
		{"nor does the next", torch(1), &two, nil, v2(&two), []State{two}, false, nil, Contradicted, false, "1 torch should have been used up, and as many are held as before"},
		{"a delta without a state", torch(1), &two, &one, v2(nil), nil, false, nil, Confirmed, false, ""},
		{"a delta alone", torch(1), &blind, &blind, v2(nil), []State{blind}, true, nil, Claimed, false, noInventory},
		{"some of it", torch(2), &two, &one, v1, []State{one, one, one}, true, nil, Contradicted, false, "only 1 of 2 torches were used up"},
		{"some of it, the rest in an earlier attempt at the same build", torch(2), &two, &one, v1, nil, true, map[string]int{"torch": 1}, Confirmed, false, ""},
		{"some of it while the line was down, and a look shows all", torch(2), &two, &one, &Result{Success: true, Looked: true}, []State{one, one, one}, true, nil, Confirmed, false, ""},
		{"none was shown before", torch(1), &none, &none, v1, []State{none, none, none}, true, nil, Claimed, false, "its states did not show 1 torch before"},
		{"creative", torch(1), &creative, &creative, v1, nil, false, nil, Claimed, false, "nothing is used up in creative mode"},
		{"death", torch(1), &two, &dead, v1, nil, false, nil, Claimed, false, "the player died in between"},
		{"no state came", torch(1), &two, &two, v1, nil, true, nil, Claimed, false, "no state came after it"},
		{"nothing was told of it yet", set, &mute, &muteAfter, v1, nil, false, nil, Claimed, true, untold},
		{"and is not later", set, &mute, &muteAfter, v1, []State{muteAfter, muteAfter, muteAfter}, false, nil, Claimed, false, untold},
		{"it is later", set, &mute, &muteAfter, v1, []State{muteAfter, told}, false, nil, Confirmed, false, ""},
		{"it was told", set, &mute, &told, v1, nil, false, nil, Confirmed, false, ""},
		{"the body tells of nothing", set, &two, &one, v1, nil, false, nil, Confirmed, false, ""},
		{"it counts anew since", set, &mute, &anew, v1, nil, false, nil, Confirmed, false, ""},
		{"an earlier attempt placed it", set, &mute, &muteAfter, v1, nil, true, map[string]int{"torch": 1}, Confirmed, false, ""},
		{"any of several", food, &fed, &left, v1, nil, false, nil, Confirmed, false, ""},
		{"a gain shows the step whatever went", Expect{Gains: []Gain{{Items: []string{"torch"}, Min: 1}}, Uses: food.Uses}, &one, &two, v1, nil, false, nil, Confirmed, false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := judge(Claim{Expect: c.x, Waited: c.waited, Later: c.later, Earlier: c.earlier,
				Outcome: Outcome{End: EndReported, Before: c.before, After: c.after, Result: c.result}})
			if j.Verdict != c.want || j.Undecided != c.undecided || j.Reason != c.reason {
				t.Errorf("got %s undecided=%v %q, want %s undecided=%v %q", j.Verdict, j.Undecided, j.Reason, c.want, c.undecided, c.reason)
			}
		})
	}
	j := judge(Claim{Expect: food, Outcome: Outcome{Before: &fed, After: &left, Result: v1}})
	if j.Used["wheat"] != 1 || j.Used["carrot"] != 1 || len(j.Used) != 2 {
		t.Errorf("used %v", j.Used)
	}
}

// What a report says beside what was wanted, or beyond what the states bear out, is
// not gained; a report of what was wanted alone is.
func TestWhatIsGainedOfAReport(t *testing.T) {
	held := func(coal, dirt int) *State {
		return &State{Inventory: []Stack{{Slot: 0, Item: "coal", Count: coal}, {Slot: 1, Item: "dirt", Count: dirt}}}
	}
	want := Expect{Gains: []Gain{{Items: []string{"coal"}, Min: 1}}}
	for _, c := range []struct {
		name  string
		delta map[string]int
		after *State
		want  map[string]int
	}{
		{"as it says", map[string]int{"coal": 2}, held(3, 1), map[string]int{"coal": 2}},
		{"something else too", map[string]int{"coal": 2, "dirt": 4}, held(3, 5), map[string]int{"coal": 2}},
		{"less in the states", map[string]int{"coal": 2}, held(2, 1), map[string]int{"coal": 1}},
		{"nothing", map[string]int{"coal": 0}, held(1, 1), nil},
		{"less than before", map[string]int{"coal": -1}, held(1, 1), nil},
	} {
		claim := Claim{Expect: want, Outcome: Outcome{Before: held(1, 1), Result: &Result{Success: true, Delta: c.delta, State: c.after}}}
		if gained, _ := claim.moved(); !maps.Equal(gained, c.want) {
			t.Errorf("%s: gained %v, want %v", c.name, gained, c.want)
		}
	}
}
