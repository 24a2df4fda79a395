package task

import (
	"reflect"
	"testing"

	"github.com/minehand/minehand/game"
)

func TestRule11EvidenceOfEveryKind(t *testing.T) {
	wants := game.Expect{Gains: []game.Gain{{Items: []string{"diamond"}, Min: 3}}}
	place := game.Expect{At: &game.Pos{X: 10, Y: 64, Z: 0}, Within: 2}
	inNether := game.Expect{At: &game.Pos{X: 0, Y: 64, Z: 0, Dimension: "the_nether"}}
	both := game.Expect{Gains: wants.Gains, At: place.At, Within: 2}
	nothing, three := st(nil), st(map[string]int{"diamond": 3})
	there := st(nil, func(s *game.State) { s.Position = &game.Vec3{X: 10.5, Y: 64, Z: 1.5} })
	rich := st(map[string]int{"diamond": 3}, func(s *game.State) { s.Position = there.Position })
	nether := st(nil, func(s *game.State) { s.Dimension = "minecraft:the_nether" })
	lost := st(nil, func(s *game.State) { s.Position = nil })
	ok := &game.Result{Success: true}
	for _, c := range []struct {
		name      string
		expect    game.Expect
		before    *game.State
		result    *game.Result
		after     *game.State
		later     []game.State
		waited    bool
		want      game.Verdict
		undecided bool
		reason    string
	}{
		{"a delta without a state before", wants, nil, &game.Result{Delta: map[string]int{"diamond": 3}, State: &three}, nil, nil, false, game.Claimed, false, "no state to compare with"},
		{"a delta too small, and only a later state", wants, &nothing, &game.Result{Delta: map[string]int{"diamond": 1}}, &nothing, []game.State{nothing}, false, game.Contradicted, false, "nothing was gained of 3 diamonds"},
		{"a delta too small, and nothing since", wants, &nothing, &game.Result{Delta: map[string]int{"diamond": 1}}, &nothing, nil, false, game.Contradicted, true, "nothing was gained of 3 diamonds"},
		{"three later states decide", wants, &nothing, ok, &nothing, []game.State{nothing, nothing, nothing}, false, game.Contradicted, false, "nothing was gained of 3 diamonds"},
		{"an inventory of its own and later states", wants, &nothing, &game.Result{State: &nothing}, &nothing, []game.State{nothing}, false, game.Contradicted, true, "nothing was gained of 3 diamonds"},
		{"no result and no state since", wants, &nothing, nil, &nothing, nil, true, game.Claimed, false, "no state came after it"},
		{"no state at all", wants, &nothing, nil, nil, nil, false, game.Claimed, false, "no state to compare with"},
		{"a place by a later state, not by an old word", place, &nothing, &game.Result{Position: there.Position}, &nothing, []game.State{nothing}, false, game.Contradicted, false, "it stands at 0 64 0, not at 10 64 0"},
		{"a place that nobody told", place, &nothing, ok, &lost, nil, false, game.Claimed, false, "the body did not say where it is"},
		{"a place that no state tells", place, &nothing, ok, nil, nil, false, game.Claimed, false, "the body did not say where it is"},
		{"the body's own word on its place", place, &nothing, &game.Result{Position: nothing.Position}, &nothing, nil, false, game.Contradicted, false, "it stands at 0 64 0, not at 10 64 0"},
		{"three later states decide a place", place, &nothing, ok, &nothing, []game.State{nothing, nothing, nothing}, false, game.Contradicted, false, "it stands at 0 64 0, not at 10 64 0"},
		{"two do not", place, &nothing, ok, &nothing, []game.State{nothing, nothing}, false, game.Contradicted, true, "it stands at 0 64 0, not at 10 64 0"},
		{"another dimension than wanted", inNether, &nothing, ok, &nothing, nil, false, game.Contradicted, false, "it is in overworld"},
		{"the dimension that was wanted", inNether, &nothing, ok, &nether, nil, false, game.Confirmed, false, ""},
		{"a result's state without a place", place, &nothing, &game.Result{State: &game.State{HeldItem: "stick"}}, &nothing, nil, false, game.Contradicted, true, "it stands at 0 64 0, not at 10 64 0"},
		{"a place without any result", place, &nothing, nil, &there, nil, false, game.Confirmed, false, ""},
		{"both, one missing", both, &nothing, ok, &three, []game.State{three, three, three}, false, game.Contradicted, false, "it stands at 0 64 0, not at 10 64 0"},
		{"both", both, &nothing, ok, &rich, nil, false, game.Confirmed, false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := judge(evidence{Expect: c.expect, Waited: c.waited, Later: c.later,
				Outcome: game.Outcome{End: game.EndReported, Before: c.before, After: c.after, Result: c.result}})
			if j.Verdict != c.want || j.Undecided != c.undecided || j.Reason != c.reason {
				t.Errorf("got %s undecided=%v %q, want %s undecided=%v %q", j.Verdict, j.Undecided, j.Reason, c.want, c.undecided, c.reason)
			}
		})
	}
}

func TestRule11WhatWasGainedIsKeptWithEveryVerdict(t *testing.T) {
	wants := game.Expect{Gains: []game.Gain{{Items: []string{"diamond"}, Min: 1}}}
	before, after := st(nil), st(map[string]int{"diamond": 2})
	elsewhere := st(map[string]int{"diamond": 2}, func(s *game.State) { s.Dimension = "the_nether" })
	for now, want := range map[*game.State]game.Verdict{&after: game.Confirmed, &elsewhere: game.Claimed} {
		j := judge(evidence{Expect: wants, Outcome: game.Outcome{Before: &before, After: now, Result: &game.Result{Success: true}}})
		if j.Verdict != want || j.Gained["diamond"] != 2 {
			t.Errorf("%+v, want %s", j, want)
		}
	}
	if j := judge(evidence{Expect: place("torch").Expect}); j.Verdict != game.Claimed {
		t.Errorf("without a result: %+v", j)
	}
}

func TestAResultsStateIsFilledFromTheLast(t *testing.T) {
	after := st(map[string]int{"coal": 1})
	e := evidence{Outcome: game.Outcome{After: &after, Result: &game.Result{State: &game.State{HeldItem: "stick"}}}}
	got := e.newest()
	want := after
	want.HeldItem = "stick"
	if !reflect.DeepEqual(*got, want) {
		t.Errorf("%+v, want %+v", *got, want)
	}
	own := st(map[string]int{"dirt": 2}, func(s *game.State) {
		s.Position, s.Dimension, s.GameMode = &game.Vec3{X: 5}, "the_nether", "creative"
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
	far := &game.Vec3{X: 90, Y: 64}
	held := func(n int, change ...func(*game.State)) *game.State {
		s := st(nil, change...)
		for i := range n {
			s.Inventory = append(s.Inventory, game.Stack{Slot: i, Item: "stick", Count: 1})
		}
		return &s
	}
	at := func(p *game.Vec3) func(*game.State) { return func(s *game.State) { s.Position = p } }
	health := func(h *float64) func(*game.State) { return func(s *game.State) { s.Health = h } }
	for _, c := range []struct {
		name        string
		before, now *game.State
		want        bool
	}{
		{"no health", held(0), held(0, health(&zero)), true},
		{"alive", held(0), held(0, health(&full)), false},
		{"emptied and far away", held(2, health(nil)), held(0, health(nil), at(far)), true},
		{"emptied on the spot", held(2), held(0), false},
		{"eight blocks are a walk", held(2, at(&game.Vec3{})), held(0, at(&game.Vec3{X: 8})), false},
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
	gain := game.Expect{Gains: []game.Gain{{Items: []string{"diamond"}, Min: 1}}}
	goThere := game.Expect{At: &game.Pos{Dimension: "the_nether"}}
	goHere := game.Expect{At: &game.Pos{}}
	over, three := st(nil), st(map[string]int{"diamond": 3})
	nether := st(nil, func(s *game.State) { s.Dimension = "the_nether" })
	silent := st(nil, func(s *game.State) { s.Dimension, s.GameMode = "", "" })
	long := st(nil, func(s *game.State) { s.Dimension = "minecraft:overworld" })
	creative := st(nil, func(s *game.State) { s.GameMode = "creative" })
	for _, c := range []struct {
		name        string
		expect      game.Expect
		before, now *game.State
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
	x := game.Expect{Gains: []game.Gain{{Items: []string{"diamond", "coal"}, Min: 3}}}
	before, now := st(map[string]int{"coal": 1, "dirt": 1}), st(map[string]int{"diamond": 2, "dirt": 5})
	for _, c := range []struct {
		name string
		x    game.Expect
		out  game.Outcome
		now  *game.State
		want map[string]int
	}{
		{"the body's own", x, game.Outcome{Result: &game.Result{Delta: map[string]int{"diamond": 1, "dirt": 9}}, Before: &before}, &now, map[string]int{"diamond": 1}},
		{"the states", x, game.Outcome{Result: &game.Result{}, Before: &before}, &now, map[string]int{"diamond": 2}},
		{"no state before", x, game.Outcome{}, &now, nil},
		{"no state now", x, game.Outcome{Before: &before}, nil, nil},
		{"nothing wanted", game.Expect{}, game.Outcome{Before: &before}, &now, nil},
		{"nothing gained", x, game.Outcome{Before: &now}, &now, nil},
	} {
		if got := gainedOf(c.x, c.out, c.now); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if got := missingGain(x.Gains, map[string]int{"diamond": 1, "coal": 1}); got != "only 2 of 3 diamonds or coal were gained" {
		t.Errorf("%q", got)
	}
}

func TestAMarkKeepsAPlacedBlock(t *testing.T) {
	step := place("torch")
	s := st(map[string]int{"torch": 2, "stick": 1})
	m := markOf(&step, &s)
	if len(m.Counts) != 1 || m.Counts["torch"] != 2 || m.Position != s.Position || m.Dimension != "overworld" || m.GameMode != "survival" {
		t.Fatalf("%+v", m)
	}
	back := m.state()
	if back.Count("torch") != 2 || len(back.Inventory) != 1 || back.Position != s.Position || back.Dimension != "overworld" || back.GameMode != "survival" {
		t.Errorf("%+v", back)
	}
	none := Mark{Counts: map[string]int{"b": 0, "c": 4, "a": 1}}
	if got := none.state().Inventory; len(got) != 2 || got[0].Item != "a" || got[0].Slot == got[1].Slot {
		t.Errorf("%+v", got)
	}
	if (*Mark)(nil).state() != nil {
		t.Error("no mark is a state")
	}
}

func TestWhatShowsThatAStepIsDone(t *testing.T) {
	two, one, none := st(map[string]int{"torch": 2}), st(map[string]int{"torch": 1}), st(nil)
	away := st(nil, func(s *game.State) { s.Dimension = "the_nether" })
	set := place("torch")
	gain := mine("torch", 1)
	line := say("hi")
	for _, c := range []struct {
		name        string
		step        game.Step
		before, now *game.State
		want        bool
	}{
		{"the block is gone", set, &two, &one, true},
		{"the last block is gone", set, &one, &none, true},
		{"the block is still there", set, &two, &two, false},
		{"there was none", set, &none, &none, false},
		{"nothing can be compared", set, &one, &away, false},
		{"a gain shows", gain, &one, &two, true},
		{"a gain does not show", gain, &one, &one, false},
		{"a line leaves nothing to see", line, &one, &two, false},
	} {
		if got := showsDone(&c.step, c.before, c.now); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	see := observed(gain.Expect)
	if see(nil, &two) || see(&one, nil) {
		t.Error("it is seen without states")
	}
}
