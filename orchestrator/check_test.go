package orchestrator

import (
	"testing"

	"github.com/minehand/minehand/game"
)

func TestGoalTable(t *testing.T) {
	n := func(i int) *int { return &i }
	f := func(x float64) *float64 { return &x }
	chest := &game.Pos{X: 5, Y: 64, Z: 5}
	did := func(a game.Action, v game.Verdict, r *game.Result) game.Attempt {
		return game.Attempt{Step: game.Step{Action: a}, Verdict: v, Outcome: game.Outcome{End: game.EndReported, Result: r}}
	}
	ok := &game.Result{Success: true}
	edits := []game.Edit{{X: 1, Block: "stone"}, {X: 2, Block: "stone"}, {X: 3, Block: "glass"}}
	base := game.Baseline{Inventory: map[string]int{"diamond": 5}, Hunger: f(10)}
	for _, c := range []struct {
		name    string
		check   game.Check
		now     game.State
		history []game.Attempt
		want    bool
	}{
		{"have", have("diamond", 3), st(map[string]int{"diamond": 3}), nil, true},
		{"have too few", have("diamond", 3), st(map[string]int{"diamond": 2}), nil, false},
		{"have in slot 40", have("shield", 1), game.State{Inventory: []game.Stack{{Slot: 40, Item: "shield", Count: 1}}}, nil, true},
		{"have alternatives", game.Check{Kind: game.CheckHave, Items: []string{"oak_log", "birch_log"}, Count: 3}, st(map[string]int{"oak_log": 1, "birch_log": 2}), nil, true},
		{"gain from the baseline", game.Check{Kind: game.CheckGain, Items: []string{"diamond"}, Count: 3}, st(map[string]int{"diamond": 8}), nil, true},
		{"gain too few", game.Check{Kind: game.CheckGain, Items: []string{"diamond"}, Count: 3}, st(map[string]int{"diamond": 7}), nil, false},
		{"at", game.Check{Kind: game.CheckAt, At: &game.Pos{X: 2, Y: 64, Z: 0}}, st(nil), nil, true},
		{"not at", game.Check{Kind: game.CheckAt, At: &game.Pos{X: 4, Y: 64, Z: 0}}, st(nil), nil, false},
		{"at in another dimension", game.Check{Kind: game.CheckAt, At: &game.Pos{Y: 64, Dimension: "the_nether"}}, st(nil), nil, false},
		{"said", game.Check{Kind: game.CheckSaid, Text: "hi"}, st(nil), []game.Attempt{did(game.Action{Kind: game.Chat, Message: "hi"}, game.Claimed, ok)}, true},
		{"said something else", game.Check{Kind: game.CheckSaid, Text: "hi"}, st(nil), []game.Attempt{did(game.Action{Kind: game.Chat, Message: "ho"}, game.Claimed, ok)}, false},
		{"not said", game.Check{Kind: game.CheckSaid, Text: "hi"}, st(nil), []game.Attempt{did(game.Action{Kind: game.Chat, Message: "hi"}, game.Failed, nil)}, false},
		{"ate: hunger risen", game.Check{Kind: game.CheckAte}, game.State{Hunger: f(14)}, nil, true},
		{"ate: full", game.Check{Kind: game.CheckAte}, game.State{Hunger: f(20)}, nil, true},
		{"not eaten", game.Check{Kind: game.CheckAte}, game.State{Hunger: f(10)}, nil, false},
		{"equipped in hand", game.Check{Kind: game.CheckEquipped, Items: []string{"iron_sword"}, Slot: "hand"}, game.State{HeldItem: "iron_sword"}, nil, true},
		{"another in hand", game.Check{Kind: game.CheckEquipped, Items: []string{"iron_sword"}, Slot: "hand"}, game.State{HeldItem: "stick"},
			[]game.Attempt{did(game.Action{Kind: game.Equip, Item: "iron_sword"}, game.Claimed, ok)}, false},
		{"equipped on the head", game.Check{Kind: game.CheckEquipped, Items: []string{"iron_helmet"}, Slot: "head"},
			game.State{Inventory: []game.Stack{{Slot: 39, Item: "iron_helmet", Count: 1}}}, nil, true},
		{"held but not worn", game.Check{Kind: game.CheckEquipped, Items: []string{"iron_helmet"}, Slot: "head"},
			game.State{Inventory: []game.Stack{{Slot: 3, Item: "iron_helmet", Count: 1}}}, nil, false},
		{"built whole", game.Check{Kind: game.CheckBuilt, Count: 3}, st(nil), []game.Attempt{did(game.Action{Kind: game.Build, Edits: edits}, game.Claimed, ok)}, true},
		{"built in two goes", game.Check{Kind: game.CheckBuilt, Count: 3}, st(nil), []game.Attempt{
			did(game.Action{Kind: game.Build, Edits: edits}, game.Failed, &game.Result{Placed: n(2)}),
			did(game.Action{Kind: game.Build, Edits: edits}, game.Claimed, &game.Result{Success: true, Placed: n(3)})}, true},
		{"built in part", game.Check{Kind: game.CheckBuilt, Count: 3}, st(nil), []game.Attempt{did(game.Action{Kind: game.Build, Edits: edits}, game.Claimed, &game.Result{Placed: n(2)})}, false},
		{"placed", game.Check{Kind: game.CheckPlaced, Items: []string{"torch"}, Count: 2}, st(nil), []game.Attempt{
			did(game.Action{Kind: game.Place, Block: "torch", At: &game.Pos{X: 1}}, game.Claimed, ok),
			did(game.Action{Kind: game.Place, Block: "torch"}, game.Claimed, ok)}, true},
		{"one place twice", game.Check{Kind: game.CheckPlaced, Items: []string{"torch"}, Count: 2}, st(nil), []game.Attempt{
			did(game.Action{Kind: game.Place, Block: "torch", At: &game.Pos{X: 1}}, game.Claimed, ok),
			did(game.Action{Kind: game.Place, Block: "torch", At: &game.Pos{X: 1}}, game.Claimed, ok)}, false},
		{"stored by contents", game.Check{Kind: game.CheckStored, Items: []string{"coal"}, Count: 5, At: chest}, st(nil), []game.Attempt{
			did(game.Action{Kind: game.Deposit, Item: "coal", Quantity: 1, At: chest}, game.Claimed, &game.Result{Contents: []game.Stack{{Item: "coal", Count: 5}}})}, true},
		{"stored elsewhere", game.Check{Kind: game.CheckStored, Items: []string{"coal"}, Count: 1, At: chest}, st(nil), []game.Attempt{
			did(game.Action{Kind: game.Deposit, Item: "coal", Quantity: 1, At: &game.Pos{}}, game.Claimed, ok)}, false},
		{"stored and taken out", game.Check{Kind: game.CheckStored, Items: []string{"coal"}, Count: 2, At: chest}, st(nil), []game.Attempt{
			did(game.Action{Kind: game.Deposit, Item: "coal", Quantity: 3, At: chest}, game.Claimed, ok),
			did(game.Action{Kind: game.Withdraw, Item: "coal", Quantity: 2, At: chest}, game.Claimed, ok)}, false},
		{"withdrawn", game.Check{Kind: game.CheckWithdrawn, Items: []string{"coal"}, Count: 3, At: chest}, st(nil), []game.Attempt{
			did(game.Action{Kind: game.Withdraw, Item: "coal", Quantity: 3, At: chest}, game.Claimed, &game.Result{Delta: map[string]int{"coal": 3}})}, true},
		{"given", game.Check{Kind: game.CheckGiven, Items: []string{"coal"}, Count: 3, To: "Steve"}, st(nil), []game.Attempt{
			did(game.Action{Kind: game.Drop, Item: "coal", Quantity: 3, To: "steve"}, game.Claimed, &game.Result{Delta: map[string]int{"coal": -3}})}, true},
		{"given to another", game.Check{Kind: game.CheckGiven, Items: []string{"coal"}, Count: 3, To: "Steve"}, st(nil), []game.Attempt{
			did(game.Action{Kind: game.Drop, Item: "coal", Quantity: 3}, game.Claimed, ok)}, false},
		{"killed over two fights", game.Check{Kind: game.CheckKilled, Target: "zombie", Count: 3}, st(nil), []game.Attempt{
			did(game.Action{Kind: game.Attack, Target: "zombie", Quantity: 3}, game.Failed, &game.Result{Killed: n(1)}),
			did(game.Action{Kind: game.Attack, Target: "zombie", Quantity: 2}, game.Claimed, ok)}, true},
		{"done", game.Check{Kind: game.CheckDone, Action: game.Interact, Target: "lever"}, st(nil), []game.Attempt{did(game.Action{Kind: game.Interact, Target: "lever"}, game.Claimed, ok)}, true},
		{"done by quantity", game.Check{Kind: game.CheckDone, Action: game.Drop, Target: "dirt", Count: 3}, st(nil), []game.Attempt{did(game.Action{Kind: game.Drop, Item: "dirt", Quantity: 3}, game.Confirmed, ok)}, true},
		{"done in part", game.Check{Kind: game.CheckDone, Action: game.Drop, Target: "dirt", Count: 3}, st(nil), []game.Attempt{did(game.Action{Kind: game.Drop, Item: "dirt", Quantity: 2}, game.Confirmed, ok)}, false},
		{"not done", game.Check{Kind: game.CheckDone, Action: game.Interact, Target: "lever"}, st(nil), nil, false},
		{"an unknown check is never met", game.Check{Kind: "later"}, st(nil), nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			open := unmet([]game.Check{c.check}, base, &c.now, c.history)
			if (len(open) == 0) != c.want {
				t.Errorf("unmet %v, want met %v", open, c.want)
			}
		})
	}
}

func TestRule16ChatGuard(t *testing.T) {
	g := Guard{ChatCommands: []string{"/home"}, Deny: []game.Kind{game.Attack}}
	body := game.BodyInfo{Protocol: 2, Actions: []game.Kind{game.Chat, game.Attack, game.Mine}}
	for _, c := range []struct {
		a    game.Action
		code game.Code
	}{
		{game.Action{Kind: game.Chat, Message: "hello"}, ""},
		{game.Action{Kind: game.Chat, Message: "/op me"}, game.CodeDenied},
		{game.Action{Kind: game.Chat, Message: "#mine diamond_ore"}, game.CodeDenied},
		{game.Action{Kind: game.Chat, Message: ".vclip"}, game.CodeDenied},
		{game.Action{Kind: game.Chat, Message: " \u200b/op me"}, game.CodeDenied},
		{game.Action{Kind: game.Chat, Message: "/home base"}, ""},
		{game.Action{Kind: game.Chat, Message: "/homes"}, game.CodeDenied},
		{game.Action{Kind: game.Chat, Message: "a\nb"}, game.CodeInvalid},
		{game.Action{Kind: game.Attack, Target: "zombie"}, game.CodeDenied},
		{game.Action{Kind: game.Sleep}, game.CodeUnsupported},
		{game.Action{Kind: game.Mine}, game.CodeInvalid},
		{game.Action{Kind: game.Mine, Target: "dirt"}, ""},
	} {
		f := g.denied(&c.a, body)
		if (f == nil) != (c.code == "") || f != nil && f.Code != c.code {
			t.Errorf("%+v: %v, want %q", c.a, f, c.code)
		}
	}
	only := Guard{Allow: []game.Kind{game.Mine}}
	if f := only.denied(&game.Action{Kind: game.Chat, Message: "x"}, body); f == nil {
		t.Error("a kind outside the allow list passed")
	}
}
