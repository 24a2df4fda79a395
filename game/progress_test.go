// SPDX-License-Identifier: MIT

package game

import "testing"

func have(item string, n int) Check { return Check{Kind: CheckHave, Items: []string{item}, Count: n} }

// st is a state with the items.
func st(items map[string]int) State {
	var s State
	for item, n := range items {
		s.Inventory = append(s.Inventory, Stack{Slot: len(s.Inventory), Item: item, Count: n})
	}
	s.Position, s.Dimension, s.GameMode = &Vec3{X: 0.5, Y: 64, Z: 0.5}, "overworld", "survival"
	return s
}

func credits(history []Attempt) []Credit {
	var list []Credit
	for i := range history {
		if c, ok := CreditOf(&history[i], i+1); ok {
			list = append(list, c)
		}
	}
	return list
}

// TestALineThatNobodyAcknowledged counts as said, so that it is not said again,
// and as known by nobody.
func TestALineThatNobodyAcknowledged(t *testing.T) {
	goal := Goal{Clauses: []Clause{ClauseOf("say", "say hi", Check{Kind: CheckSaid, Text: "hi"})}}
	for end, want := range map[End]Grade{EndReported: Told, EndGone: Unshown, EndDeadline: Unshown, EndCaller: Unshown} {
		line := Attempt{Step: Step{Action: Action{Kind: Chat, Message: "hi"}}, Verdict: Claimed, Outcome: Outcome{End: end}}
		now := State{}
		_, all := goal.Progress(&now, &Credits{List: credits([]Attempt{line})})
		if !all.Met() || all.Grade != want {
			t.Errorf("%s: %+v, want %s", end, all, want)
		}
	}
}

func TestGoalTable(t *testing.T) {
	n := func(i int) *int { return &i }
	f := func(x float64) *float64 { return &x }
	chest := &Pos{X: 5, Y: 64, Z: 5}
	did := func(a Action, v Verdict, r *Result) Attempt {
		return Attempt{Step: Step{Action: a}, Verdict: v, Outcome: Outcome{End: EndReported, Result: r}}
	}
	ok := &Result{Success: true}
	edits := []Edit{{X: 1, Block: "stone"}, {X: 2, Block: "stone"}, {X: 3, Block: "glass"}}
	base := Baseline{Inventory: map[string]int{"diamond": 5}, Hunger: f(10)}
	for _, c := range []struct {
		name    string
		check   Check
		now     State
		history []Attempt
		want    bool
	}{
		{"have", have("diamond", 3), st(map[string]int{"diamond": 3}), nil, true},
		{"have too few", have("diamond", 3), st(map[string]int{"diamond": 2}), nil, false},
		{"have in slot 40", have("shield", 1), State{Inventory: []Stack{{Slot: 40, Item: "shield", Count: 1}}}, nil, true},
		{"have alternatives", Check{Kind: CheckHave, Items: []string{"oak_log", "birch_log"}, Count: 3}, st(map[string]int{"oak_log": 1, "birch_log": 2}), nil, true},
		{"gain from the baseline", Check{Kind: CheckGain, Items: []string{"diamond"}, Count: 3}, st(map[string]int{"diamond": 8}), nil, true},
		{"gain too few", Check{Kind: CheckGain, Items: []string{"diamond"}, Count: 3}, st(map[string]int{"diamond": 7}), nil, false},
		{"at", Check{Kind: CheckAt, At: &Pos{X: 2, Y: 64, Z: 0}}, st(nil), nil, true},
		{"not at", Check{Kind: CheckAt, At: &Pos{X: 4, Y: 64, Z: 0}}, st(nil), nil, false},
		{"at in another dimension", Check{Kind: CheckAt, At: &Pos{Y: 64, Dimension: "the_nether"}}, st(nil), nil, false},
		{"said", Check{Kind: CheckSaid, Text: "hi"}, st(nil), []Attempt{did(Action{Kind: Chat, Message: "hi"}, Claimed, ok)}, true},
		{"said something else", Check{Kind: CheckSaid, Text: "hi"}, st(nil), []Attempt{did(Action{Kind: Chat, Message: "ho"}, Claimed, ok)}, false},
		{"not said", Check{Kind: CheckSaid, Text: "hi"}, st(nil), []Attempt{did(Action{Kind: Chat, Message: "hi"}, Failed, nil)}, false},
		{"ate", Check{Kind: CheckAte}, State{Hunger: f(14)}, []Attempt{did(Action{Kind: Consume, Item: "bread"}, Confirmed, ok)}, true},
		{"ate two of three", Check{Kind: CheckAte, Items: []string{"bread"}, Count: 3}, st(nil), []Attempt{
			did(Action{Kind: Consume, Item: "bread"}, Confirmed, ok), did(Action{Kind: Consume, Item: "bread"}, Confirmed, ok),
			did(Action{Kind: Consume, Item: "carrot"}, Confirmed, ok)}, false},
		{"full hunger proves nothing", Check{Kind: CheckAte}, State{Hunger: f(20)}, nil, false},
		{"nor does hunger that rose", Check{Kind: CheckAte}, State{Hunger: f(14)}, nil, false},
		{"equipped in hand", Check{Kind: CheckEquipped, Items: []string{"iron_sword"}, Slot: "hand"}, State{HeldItem: "iron_sword"}, nil, true},
		{"another in hand", Check{Kind: CheckEquipped, Items: []string{"iron_sword"}, Slot: "hand"}, State{HeldItem: "stick"},
			[]Attempt{did(Action{Kind: Equip, Item: "iron_sword"}, Claimed, ok)}, false},
		{"equipped on the head", Check{Kind: CheckEquipped, Items: []string{"iron_helmet"}, Slot: "head"},
			State{Inventory: []Stack{{Slot: 39, Item: "iron_helmet", Count: 1}}}, nil, true},
		{"held but not worn", Check{Kind: CheckEquipped, Items: []string{"iron_helmet"}, Slot: "head"},
			State{Inventory: []Stack{{Slot: 3, Item: "iron_helmet", Count: 1}}}, nil, false},
		{"built whole", Check{Kind: CheckBuilt, Count: 3}, st(nil), []Attempt{did(Action{Kind: Build, Edits: edits}, Claimed, ok)}, true},
		{"built in two goes", Check{Kind: CheckBuilt, Count: 3}, st(nil), []Attempt{
			did(Action{Kind: Build, Edits: edits}, Failed, &Result{Placed: n(2)}),
			did(Action{Kind: Build, Edits: edits}, Claimed, &Result{Success: true, Placed: n(3)})}, true},
		{"built in part", Check{Kind: CheckBuilt, Count: 3}, st(nil), []Attempt{did(Action{Kind: Build, Edits: edits}, Claimed, &Result{Placed: n(2)})}, false},
		{"given up before its report", Check{Kind: CheckBuilt, Count: 3}, st(nil), []Attempt{
			{Step: Step{Action: Action{Kind: Build, Edits: edits}}, Verdict: Claimed, Outcome: Outcome{End: EndCaller}}}, false},
		{"placed", Check{Kind: CheckPlaced, Items: []string{"torch"}, Count: 2}, st(nil), []Attempt{
			did(Action{Kind: Place, Block: "torch", At: &Pos{X: 1}}, Claimed, ok),
			did(Action{Kind: Place, Block: "torch"}, Claimed, ok)}, true},
		{"placed where it was to be", Check{Kind: CheckPlaced, Items: []string{"torch"}, Count: 1, At: &Pos{X: 1}}, st(nil), []Attempt{
			did(Action{Kind: Place, Block: "torch", At: &Pos{X: 1}}, Claimed, ok)}, true},
		{"placed for something else", Check{Kind: CheckPlaced, Items: []string{"torch"}, Count: 1, At: &Pos{X: 1}}, st(nil), []Attempt{
			did(Action{Kind: Place, Block: "torch", At: &Pos{X: 2}}, Claimed, ok),
			did(Action{Kind: Place, Block: "torch"}, Claimed, ok)}, false},
		{"one place twice", Check{Kind: CheckPlaced, Items: []string{"torch"}, Count: 2}, st(nil), []Attempt{
			did(Action{Kind: Place, Block: "torch", At: &Pos{X: 1}}, Claimed, ok),
			did(Action{Kind: Place, Block: "torch", At: &Pos{X: 1}}, Claimed, ok)}, false},
		{"stored by contents", Check{Kind: CheckStored, Items: []string{"coal"}, Count: 5, At: chest}, st(nil), []Attempt{
			did(Action{Kind: Deposit, Item: "coal", Quantity: 1, At: chest}, Claimed, &Result{Contents: []Stack{{Item: "coal", Count: 5}}})}, true},
		{"stored elsewhere", Check{Kind: CheckStored, Items: []string{"coal"}, Count: 1, At: chest}, st(nil), []Attempt{
			did(Action{Kind: Deposit, Item: "coal", Quantity: 1, At: &Pos{}}, Claimed, ok)}, false},
		{"stored and taken out", Check{Kind: CheckStored, Items: []string{"coal"}, Count: 2, At: chest}, st(nil), []Attempt{
			did(Action{Kind: Deposit, Item: "coal", Quantity: 3, At: chest}, Claimed, ok),
			did(Action{Kind: Withdraw, Item: "coal", Quantity: 2, At: chest}, Claimed, ok)}, false},
		{"withdrawn", Check{Kind: CheckWithdrawn, Items: []string{"coal"}, Count: 3, At: chest}, st(nil), []Attempt{
			did(Action{Kind: Withdraw, Item: "coal", Quantity: 3, At: chest}, Claimed, &Result{Delta: map[string]int{"coal": 3}})}, true},
		{"given", Check{Kind: CheckGiven, Items: []string{"coal"}, Count: 3, To: "Steve"}, st(nil), []Attempt{
			did(Action{Kind: Drop, Item: "coal", Quantity: 3, To: "steve"}, Claimed, &Result{Delta: map[string]int{"coal": -3}})}, true},
		{"given to another", Check{Kind: CheckGiven, Items: []string{"coal"}, Count: 3, To: "Steve"}, st(nil), []Attempt{
			did(Action{Kind: Drop, Item: "coal", Quantity: 3}, Claimed, ok)}, false},
		{"killed over two fights", Check{Kind: CheckKilled, Target: "zombie", Count: 3}, st(nil), []Attempt{
			did(Action{Kind: Attack, Target: "zombie", Quantity: 3}, Failed, &Result{Killed: n(1)}),
			did(Action{Kind: Attack, Target: "zombie", Quantity: 2}, Claimed, ok)}, true},
		{"done", Check{Kind: CheckDone, Action: Interact, Target: "lever"}, st(nil), []Attempt{did(Action{Kind: Interact, Target: "lever"}, Claimed, ok)}, true},
		{"done by quantity", Check{Kind: CheckDone, Action: Drop, Target: "dirt", Count: 3}, st(nil), []Attempt{did(Action{Kind: Drop, Item: "dirt", Quantity: 3}, Confirmed, ok)}, true},
		{"done in part", Check{Kind: CheckDone, Action: Drop, Target: "dirt", Count: 3}, st(nil), []Attempt{did(Action{Kind: Drop, Item: "dirt", Quantity: 2}, Confirmed, ok)}, false},
		{"not done", Check{Kind: CheckDone, Action: Interact, Target: "lever"}, st(nil), nil, false},
		{"an unknown check is never met", Check{Kind: "later"}, st(nil), nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			goal := Goal{Clauses: Clauses([]Check{c.check})}
			_, got := goal.Progress(&c.now, &Credits{Base: base, List: credits(c.history)})
			if got.Met() != c.want {
				t.Errorf("%+v, want met %v", got, c.want)
			}
		})
	}
}

func TestReachIsMeasuredFromTheBlock(t *testing.T) {
	block := Pos{X: 10, Y: 64, Z: -3}
	for _, c := range []struct {
		feet  Vec3
		reach float64
		want  bool
	}{
		{Vec3{X: 10.5, Y: 64.5, Z: -2.5}, 0, true}, {Vec3{X: 12, Y: 64, Z: -2}, 0, true}, {Vec3{X: 12.1, Y: 64, Z: -2}, 0, false},
		{Vec3{X: 10, Y: 66, Z: -3}, 0, true}, {Vec3{X: 10, Y: 66.1, Z: -3}, 0, false}, {Vec3{X: 10, Y: 63, Z: -3}, 0, true},
		{Vec3{X: 10, Y: 64, Z: -1}, 0, true}, {Vec3{X: 10, Y: 64, Z: -0.9}, 0, false}, {Vec3{X: 10, Y: 64, Z: -4.1}, 0, false},
		{Vec3{X: 7, Y: 64, Z: -3}, 3, true}, {Vec3{X: 6.9, Y: 64, Z: -3}, 3, false},
	} {
		if got := c.feet.Within(block, c.reach); got != c.want {
			t.Errorf("%+v within %g: %v", c.feet, c.reach, got)
		}
	}
}

// A walk to a player is told by the body, and seen when a state shows it beside them:
// at the end, or once before what came after it.
func TestAWalkToAPlayerIsSeen(t *testing.T) {
	walk := Attempt{Step: Step{Action: Action{Kind: Goto, Target: "Steve"}}, Verdict: Claimed, Outcome: Outcome{End: EndReported, Result: &Result{Success: true}}}
	goal := Goal{Clauses: []Clause{ClauseOf("goto", "go to Steve", Check{Kind: CheckDone, Action: Goto, Target: "Steve", Count: 1})}}
	at := func(x float64, name string) State {
		s := st(nil)
		s.Nearby = &Nearby{Players: []Sight{{Name: name, X: x, Y: 64}}}
		return s
	}
	for _, c := range []struct {
		name    string
		now     State
		done    bool
		latched []int
		want    Grade
		latches int
	}{
		{"beside", at(2, "steve"), true, nil, Seen, 1},
		{"far", at(20, "Steve"), true, nil, Told, 0},
		{"beside another", at(2, "Alex"), true, nil, Told, 0},
		{"nobody in view", st(nil), true, nil, Told, 0},
		{"was beside", at(20, "Steve"), true, []int{0}, Seen, 0},
		{"stood there and did not go", at(2, "Steve"), false, nil, "", 0},
	} {
		credits := Credits{Latched: c.latched}
		if c.done {
			credits = CreditsOf(Baseline{}, c.latched, []Attempt{walk})
		}
		if _, all := goal.Progress(&c.now, &credits); all.Grade != c.want || all.Met() != c.done {
			t.Errorf("%s: %+v", c.name, all)
		}
		if list := goal.Latch(&c.now, &credits); len(list) != c.latches {
			t.Errorf("%s: latched %v", c.name, list)
		}
	}
	if !goal.Goes() || walk.Step.Action.Describe() != "Go to Steve" || goal.Clauses[0].Describe() != "Steve reached" {
		t.Errorf("%q, %q", walk.Step.Action.Describe(), goal.Clauses[0].Describe())
	}
}

// A task that begins after a stop puts away what the stopped one took, and nothing of its own.
func TestCarriedAfterAStop(t *testing.T) {
	took := Attempt{Step: Step{Action: Action{Kind: Withdraw, Item: "bread", Quantity: 2}, Because: Message{Code: ToSort}}, Verdict: Failed}
	for name, c := range map[string]struct{ own, told, held, want int }{
		"taken":                  {0, 2, 2, 2},
		"taken beside its own":   {7, 9, 9, 2},
		"never taken":            {0, 0, 0, 0},
		"never taken, but owned": {7, 7, 7, 0},
		"lost since":             {0, 2, 0, 0},
	} {
		base := Baseline{Inventory: map[string]int{"bread": c.told}}
		base.After(Baseline{Inventory: map[string]int{"bread": c.own}}, []Attempt{took})
		if got := base.Carries(nil, func(string) int { return c.held })["bread"]; got != c.want {
			t.Errorf("%s: it carries %d, not %d", name, got, c.want)
		}
	}
}

// Two of bread are no two of any food as well, in whatever order they are asked for.
func TestWhatIsGainedCountsForOnePart(t *testing.T) {
	any := Check{Kind: CheckGain, Items: []string{"apple", "bread"}, Count: 3}
	bread := Check{Kind: CheckGain, Items: []string{"bread"}, Count: 2}
	for _, list := range [][]Check{{any, bread}, {bread, any}} {
		for _, c := range []struct {
			now  map[string]int
			open int
		}{
			{map[string]int{"bread": 3}, 1}, {map[string]int{"bread": 5}, 0}, {map[string]int{"bread": 2, "apple": 3}, 0}, {map[string]int{"apple": 5}, 1},
		} {
			now, goal := st(c.now), Goal{Clauses: Clauses(list)}
			if _, all := goal.Progress(&now, &Credits{}); len(all.Open) != c.open {
				t.Errorf("%v: %d open, want %d: %v", c.now, len(all.Open), c.open, all.Missing())
			}
		}
	}
}
