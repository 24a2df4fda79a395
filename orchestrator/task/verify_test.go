package task

import (
	"testing"

	"github.com/minehand/minehand/game"
)

func st(items map[string]int, change ...func(*game.State)) game.State {
	hp := 20.0
	s := game.State{Position: &game.Vec3{X: 0.5, Y: 64, Z: 0.5}, Health: &hp, Dimension: "overworld", GameMode: "survival", Inventory: []game.Stack{}}
	for item, n := range items {
		s.Inventory = append(s.Inventory, game.Stack{Slot: len(s.Inventory), Item: item, Count: n})
	}
	for _, f := range change {
		f(&s)
	}
	return s
}

func TestRule11Verification(t *testing.T) {
	wants := func(n int, items ...string) game.Expect {
		return game.Expect{Gains: []game.Gain{{Items: items, Min: n}}}
	}
	place := game.Expect{At: &game.Pos{X: 10, Y: 64, Z: 0}, Within: 2}
	nothing, one, three := st(nil), st(map[string]int{"diamond": 1}), st(map[string]int{"diamond": 3})
	mixed := st(map[string]int{"diamond": 1, "coal": 2})
	blind := st(nil, func(s *game.State) { s.Inventory = nil })
	dead := st(nil, func(s *game.State) { z := 0.0; s.Health = &z })
	respawned := st(nil, func(s *game.State) { s.Position = &game.Vec3{X: 90, Y: 70, Z: 0} })
	nether := st(map[string]int{"diamond": 0}, func(s *game.State) { s.Dimension = "the_nether" })
	creative := st(nil, func(s *game.State) { s.GameMode = "creative" })
	rich := st(map[string]int{"diamond": 5, "stick": 1})
	there := st(nil, func(s *game.State) { s.Position = &game.Vec3{X: 10.5, Y: 64, Z: 1.5} })
	v2 := func(delta map[string]int, s *game.State) *game.Result {
		return &game.Result{Success: true, Delta: delta, State: s}
	}
	v1 := &game.Result{Success: true}
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
	}{
		{"nothing to compare", game.Expect{}, &nothing, v1, &nothing, nil, false, game.Claimed, false},
		{"v2 delta and state agree", wants(3, "diamond"), &nothing, v2(map[string]int{"diamond": 3}, &three), nil, nil, false, game.Confirmed, false},
		{"v2 delta alone waits for a state", wants(3, "diamond"), &nothing, v2(map[string]int{"diamond": 3}, nil), nil, nil, false, game.Claimed, true},
		{"v2 delta alone, and no state since", wants(3, "diamond"), &nothing, v2(map[string]int{"diamond": 3}, nil), &nothing, nil, true, game.Claimed, false},
		{"v2 delta and the state before it", wants(3, "diamond"), &nothing, v2(map[string]int{"diamond": 3}, nil), &nothing, nil, false, game.Contradicted, true},
		{"v2 delta and the next state", wants(3, "diamond"), &nothing, v2(map[string]int{"diamond": 3}, nil), &nothing, []game.State{three}, false, game.Confirmed, false},
		{"v2 delta that three later states do not show", wants(3, "diamond"), &nothing, v2(map[string]int{"diamond": 3}, nil), &nothing, []game.State{one, one, one}, true, game.Contradicted, false},
		{"v2 delta, and states without inventory", wants(3, "diamond"), &blind, v2(map[string]int{"diamond": 3}, &blind), &blind, nil, false, game.Claimed, true},
		{"v2 delta, and another without inventory", wants(3, "diamond"), &blind, v2(map[string]int{"diamond": 3}, &blind), &blind, []game.State{blind}, false, game.Claimed, false},
		{"v2 delta too small without inventory", wants(3, "diamond"), &blind, v2(map[string]int{"diamond": 1}, &blind), &blind, nil, false, game.Contradicted, false},
		{"v2 no inventory until there was something to tell", wants(3, "diamond"), &blind, v2(map[string]int{"diamond": 3}, &blind), &blind, []game.State{three}, false, game.Confirmed, false},
		{"v1 without inventory", wants(3, "diamond"), &blind, v1, &blind, []game.State{blind}, false, game.Claimed, false},
		{"v2 state alone", wants(3, "diamond"), &nothing, v2(nil, &three), nil, nil, false, game.Confirmed, false},
		{"v2 extras and losses do not contradict", wants(3, "diamond"), &nothing, v2(map[string]int{"diamond": 4, "coal": 2, "stick": -2}, &three), nil, nil, false, game.Confirmed, false},
		{"v2 alternatives add up", wants(3, "diamond", "coal"), &nothing, v2(map[string]int{"diamond": 1, "coal": 2}, &mixed), nil, nil, false, game.Confirmed, false},
		{"v2 delta too small", wants(3, "diamond"), &nothing, v2(map[string]int{"diamond": 1}, &one), nil, nil, false, game.Contradicted, false},
		{"v2 delta too small but the state shows it", wants(3, "diamond"), &nothing, v2(map[string]int{}, &three), nil, nil, false, game.Confirmed, false},
		{"v2 delta too small, no state", wants(3, "diamond"), nil, v2(map[string]int{"diamond": 1}, nil), nil, nil, false, game.Contradicted, false},
		{"v2 delta that its state does not show", wants(3, "diamond"), &nothing, v2(map[string]int{"diamond": 3}, &one), nil, nil, false, game.Contradicted, true},
		{"v2 delta that its state and the next do not show", wants(3, "diamond"), &nothing, v2(map[string]int{"diamond": 3}, &one), nil, []game.State{one}, false, game.Contradicted, false},
		{"v2 state without the gain", wants(3, "diamond"), &nothing, v2(nil, &nothing), nil, nil, false, game.Contradicted, false},
		{"v1 shows at once", wants(3, "diamond"), &nothing, v1, &three, nil, false, game.Confirmed, false},
		{"v1 not yet", wants(3, "diamond"), &nothing, v1, &nothing, nil, false, game.Contradicted, true},
		{"v1 two later states are not enough", wants(3, "diamond"), &nothing, v1, &nothing, []game.State{nothing, one}, false, game.Contradicted, true},
		{"v1 shows in the third", wants(3, "diamond"), &nothing, v1, &nothing, []game.State{nothing, one, three}, true, game.Confirmed, false},
		{"v1 contradicted after three", wants(3, "diamond"), &nothing, v1, &nothing, []game.State{nothing, one, one}, true, game.Contradicted, false},
		{"v1 contradicted after 5 s with one state", wants(3, "diamond"), &nothing, v1, &nothing, []game.State{nothing}, true, game.Contradicted, false},
		{"v1 silent for 5 s", wants(3, "diamond"), &nothing, v1, &nothing, nil, true, game.Claimed, false},
		{"no state before", wants(3, "diamond"), nil, v1, &three, nil, false, game.Claimed, false},
		{"death", wants(3, "diamond"), &one, v1, &dead, nil, false, game.Claimed, false},
		{"v1 death by emptied inventory and jump", wants(3, "diamond"), &rich, v1, &respawned, nil, false, game.Claimed, false},
		{"change of dimension", wants(3, "diamond"), &nothing, v1, &nether, nil, false, game.Claimed, false},
		{"change of game mode", wants(3, "diamond"), &nothing, v1, &creative, nil, false, game.Claimed, false},
		{"unrelated loss of the wanted item", wants(3, "diamond"), &three, v1, &one, nil, false, game.Claimed, false},
		{"place reached", place, &nothing, v1, &there, nil, false, game.Confirmed, false},
		{"v1 place not reached yet", place, &nothing, v1, &nothing, nil, false, game.Contradicted, true},
		{"v2 place not reached", place, &nothing, v2(nil, &nothing), nil, nil, false, game.Contradicted, false},
		{"v2 own position", place, &nothing, &game.Result{Success: true, Position: there.Position}, &nothing, nil, false, game.Confirmed, false},
		{"a result state with the position only", place, &nothing, v2(nil, &game.State{Position: there.Position}), &nothing, nil, false, game.Confirmed, false},
		{"a result state without inventory decides nothing about gains", wants(3, "diamond"), &nothing, v2(nil, &game.State{Position: there.Position}), &nothing, nil, false, game.Contradicted, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := judge(evidence{Expect: c.expect, Waited: c.waited, Later: c.later,
				Outcome: game.Outcome{End: game.EndReported, Before: c.before, After: c.after, Result: c.result}})
			if j.Verdict != c.want || j.Undecided != c.undecided {
				t.Errorf("got %s undecided=%v (%s), want %s undecided=%v", j.Verdict, j.Undecided, j.Reason, c.want, c.undecided)
			}
		})
	}
}

func TestRule11PartialGainIsRecorded(t *testing.T) {
	before, after := st(nil), st(map[string]int{"diamond": 1})
	j := judge(evidence{Expect: game.Expect{Gains: []game.Gain{{Items: []string{"diamond"}, Min: 3}}}, Waited: true, Later: []game.State{after},
		Outcome: game.Outcome{Before: &before, After: &after, Result: &game.Result{Success: true}}})
	if j.Gained["diamond"] != 1 || j.Reason != "only 1 of 3 diamonds were gained" {
		t.Errorf("%+v", j)
	}
}

func TestRule11ABodysWordAgainstItsStatesIsTold(t *testing.T) {
	before, after := st(nil), st(map[string]int{"diamond": 1})
	j := judge(evidence{Expect: game.Expect{Gains: []game.Gain{{Items: []string{"diamond"}, Min: 3}}}, Waited: true, Later: []game.State{after},
		Outcome: game.Outcome{Before: &before, After: &after, Result: &game.Result{Success: true, Delta: map[string]int{"diamond": 3}}}})
	want := "the body says it gained them, and its states do not show it: only 1 of 3 diamonds were gained"
	if j.Verdict != game.Contradicted || j.Reason != want || j.Gained["diamond"] != 1 {
		t.Errorf("%+v, want %q", j, want)
	}
}

func TestAMarkKnowsABodyThatReportsNoInventory(t *testing.T) {
	step := mine("diamond", 3)
	blind, empty := st(nil, func(s *game.State) { s.Inventory = nil }), st(nil)
	if got := markOf(&step, &blind).state(); got.Inventory != nil {
		t.Errorf("%+v", got)
	}
	if got := markOf(&step, &empty).state(); got.Inventory == nil {
		t.Errorf("%+v", got)
	}
	if blind.Clone().Inventory != nil || empty.Clone().Inventory == nil {
		t.Error("a copy does not say whether there was an inventory")
	}
}

func TestMarkKeepsWhatIsCompared(t *testing.T) {
	step := mine("diamond", 3)
	s := st(map[string]int{"diamond": 2, "stick": 7})
	m := markOf(&step, &s)
	if m.Counts["diamond"] != 2 || len(m.Counts) != 1 {
		t.Errorf("%+v", m)
	}
	now := st(map[string]int{"diamond": 5})
	if !observed(step.Expect)(m.state(), &now) {
		t.Error("the change does not show")
	}
	if now = st(map[string]int{"diamond": 4}); observed(step.Expect)(m.state(), &now) {
		t.Error("a part passes for the whole")
	}
	plain := say("hi")
	if markOf(&plain, &s) != nil {
		t.Error("a chat line has nothing to compare")
	}
}

func TestRule11WhatIsUsedUpIsJudgedByTheStates(t *testing.T) {
	two, one, none, more := st(map[string]int{"torch": 2}), st(map[string]int{"torch": 1}), st(nil), st(map[string]int{"torch": 5})
	blind := st(nil, func(s *game.State) { s.Inventory = nil })
	creative := st(map[string]int{"torch": 2}, func(s *game.State) { s.GameMode = "creative" })
	dead := st(nil, func(s *game.State) { z := 0.0; s.Health = &z })
	torch := func(n int) game.Expect {
		return game.Expect{Uses: []game.Need{{Items: []string{"torch"}, Count: n}}}
	}
	food := game.Expect{Uses: []game.Need{{Items: []string{"wheat", "carrot"}, Count: 2}}}
	fed, left := st(map[string]int{"wheat": 1, "carrot": 1}), st(nil)
	v1, v2 := &game.Result{Success: true}, func(s *game.State) *game.Result {
		return &game.Result{Success: true, Delta: map[string]int{"torch": -1}, State: s}
	}
	for _, c := range []struct {
		name          string
		x             game.Expect
		before, after *game.State
		result        *game.Result
		later         []game.State
		waited        bool
		earlier       map[string]int
		want          game.Verdict
		undecided     bool
		reason        string
	}{
		{"one went", torch(1), &two, &one, v1, nil, false, nil, game.Confirmed, false, ""},
		{"the last went", torch(1), &one, &none, v1, nil, false, nil, game.Confirmed, false, ""},
		{"a word and no state yet", torch(1), &two, &two, v1, nil, false, nil, game.Contradicted, true, "1 torch should have been used up, and as many are held as before"},
		{"it went later", torch(1), &two, &two, v1, []game.State{two, two, one}, true, nil, game.Confirmed, false, ""},
		{"it never went", torch(1), &two, &two, v1, []game.State{two, two, two}, true, nil, game.Contradicted, false, "1 torch should have been used up, and as many are held as before"},
		{"it went and others came", torch(1), &two, &one, v1, []game.State{more}, true, nil, game.Confirmed, false, ""},
		{"others came and it went", torch(1), &two, &more, v1, []game.State{two}, true, nil, game.Confirmed, false, ""},
		{"a delta that its state does not show", torch(1), &two, nil, v2(&two), nil, false, nil, game.Contradicted, true, "1 torch should have been used up, and as many are held as before"},
		{"nor does the next", torch(1), &two, nil, v2(&two), []game.State{two}, false, nil, game.Contradicted, false, "1 torch should have been used up, and as many are held as before"},
		{"a delta without a state", torch(1), &two, &one, v2(nil), nil, false, nil, game.Confirmed, false, ""},
		{"a delta alone", torch(1), &blind, &blind, v2(nil), []game.State{blind}, true, nil, game.Claimed, false, noInventory},
		{"some of it", torch(2), &two, &one, v1, []game.State{one, one, one}, true, nil, game.Contradicted, false, "only 1 of 2 torches were used up"},
		{"some of it, the rest in an earlier attempt at the same build", torch(2), &two, &one, v1, nil, true, map[string]int{"torch": 1}, game.Confirmed, false, ""},
		{"none was shown before", torch(1), &none, &none, v1, []game.State{none, none, none}, true, nil, game.Claimed, false, "its states did not show 1 torch before"},
		{"creative", torch(1), &creative, &creative, v1, nil, false, nil, game.Claimed, false, "nothing is used up in creative mode"},
		{"death", torch(1), &two, &dead, v1, nil, false, nil, game.Claimed, false, "the player died in between"},
		{"no state came", torch(1), &two, &two, v1, nil, true, nil, game.Claimed, false, "no state came after it"},
		{"any of several", food, &fed, &left, v1, nil, false, nil, game.Confirmed, false, ""},
		{"a gain shows the step whatever went", game.Expect{Gains: []game.Gain{{Items: []string{"torch"}, Min: 1}}, Uses: food.Uses}, &one, &two, v1, nil, false, nil, game.Confirmed, false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := judge(evidence{Expect: c.x, Waited: c.waited, Later: c.later, Earlier: c.earlier,
				Outcome: game.Outcome{End: game.EndReported, Before: c.before, After: c.after, Result: c.result}})
			if j.Verdict != c.want || j.Undecided != c.undecided || j.Reason != c.reason {
				t.Errorf("got %s undecided=%v %q, want %s undecided=%v %q", j.Verdict, j.Undecided, j.Reason, c.want, c.undecided, c.reason)
			}
		})
	}
	j := judge(evidence{Expect: food, Outcome: game.Outcome{Before: &fed, After: &left, Result: v1}})
	if j.Used["wheat"] != 1 || j.Used["carrot"] != 1 || len(j.Used) != 2 {
		t.Errorf("used %v", j.Used)
	}
}
