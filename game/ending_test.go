// SPDX-License-Identifier: MIT

package game_test

import (
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
)

// The sentence at the end says how much came of it, not only what was asked for.
func TestTheEndSaysWhatCameOfIt(t *testing.T) {
	dropped := game.Credit{Kind: game.Drop, Subject: "diamond", Units: 3, Grade: game.Seen}
	all := game.Goal{Clauses: []game.Clause{game.ClauseOf("give", "drop all diamonds", game.Check{Kind: game.CheckDone, Action: game.Drop, Target: "diamond", Count: 1})}}
	gained := game.Goal{Clauses: []game.Clause{game.ClauseOf("smelt", "smelt 2 beef", game.Check{Kind: game.CheckGain, Items: []string{"cooked_beef"}, Count: 2})}}
	held := game.Goal{Clauses: []game.Clause{game.ClauseOf("get", "get 4 planks", game.Check{Kind: game.CheckHave, Items: []string{"oak_planks"}, Count: 4})}}
	unsaid := game.Goal{Clauses: []game.Clause{game.ClauseOf("get", "get planks", game.Check{Kind: game.CheckHave, Items: []string{"oak_planks"}, Count: 1})}}
	unsaid.Clauses[0].Things = []game.Thing{{Item: "oak_planks"}}
	found := game.Goal{Clauses: []game.Clause{game.ClauseOf("find", "find water", game.Check{Kind: game.CheckDone, Action: game.Explore, Target: "water", Count: 1})}}
	then := game.Goal{Clauses: append(held.Clauses, game.ClauseOf("drop", "drop 2 planks", game.Check{Kind: game.CheckDone, Action: game.Drop, Target: "oak_planks", Count: 2}))}
	used := []game.Credit{{Kind: game.Drop, Subject: "oak_planks", Units: 2, Grade: game.Seen, Used: map[string]int{"oak_planks": 2}}}
	for _, c := range []struct {
		goal    game.Goal
		state   game.State
		credits game.Credits
		want    string
	}{
		{all, game.State{}, game.Credits{List: []game.Credit{dropped}}, "Done: 3 diamonds dropped."},
		{gained, game.State{Inventory: []game.Stack{{Item: "cooked_beef", Count: 5}}}, game.Credits{}, "Done: 5 more cooked beef, 2 were needed."},
		{held, game.State{Inventory: []game.Stack{{Item: "oak_planks", Count: 16}}}, game.Credits{}, "Done: 16 oak planks held, 4 were needed."},
		{held, game.State{Inventory: []game.Stack{{Item: "oak_planks", Count: 9}}}, game.Credits{Base: game.Baseline{Inventory: map[string]int{"oak_planks": 9}}}, "Done: 4 oak planks held (as before anything began)."},
		{then, game.State{Inventory: []game.Stack{{Item: "oak_planks", Count: 4}}}, game.Credits{List: used}, "Done: 4 oak planks held and 2 oak planks dropped."},
		{then, game.State{Inventory: []game.Stack{{Item: "oak_planks", Count: 2}}}, game.Credits{List: used}, "Done: 2 oak planks held (4 before later parts used some) and 2 oak planks dropped."},
		{then, game.State{Inventory: []game.Stack{{Item: "oak_planks", Count: 9}}}, game.Credits{List: used}, "Done: 9 oak planks held, 4 were needed and 2 oak planks dropped."},
		{unsaid, game.State{Inventory: []game.Stack{{Item: "oak_planks", Count: 4}}}, game.Credits{}, "Done: 4 oak planks held."},
		{found, game.State{}, game.Credits{List: []game.Credit{{Kind: game.Explore, Subject: "water", Units: 1, Grade: game.Told}}}, "Done: water found."},
	} {
		for i := range c.goal.Clauses {
			for k := range c.goal.Clauses[i].Proofs {
				c.goal.Clauses[i].Proofs[k].Grade = game.Told
			}
		}
		if ok, got := c.goal.Ending("", &c.state, &c.credits); !ok || messages.InEnglish(got) != c.want {
			t.Errorf("%v %q, want %q", ok, messages.InEnglish(got), c.want)
		}
	}
}

// What was placed or built where nobody said is told with its place.
func TestTheEndSaysWhereItStands(t *testing.T) {
	beds := game.Check{Kind: game.CheckPlaced, Items: []string{"white_bed"}, Count: 2}
	there := beds
	there.At = &game.Pos{X: 5, Y: 64, Z: 6}
	hut := game.Check{Kind: game.CheckBuilt, Target: "hut", Count: 2}
	put := func(at *game.Pos, result *game.Vec3) game.Attempt {
		return game.Attempt{Step: game.Step{Action: game.Action{Kind: game.Place, Block: "white_bed", At: at}}, Verdict: game.Confirmed,
			Outcome: game.Outcome{End: game.EndReported, Result: &game.Result{Success: true, Position: result}}}
	}
	build := game.Attempt{Step: game.Step{Action: game.Action{Kind: game.Build, Edits: []game.Edit{{X: 2, Y: 64, Z: 3, Block: "stone"}, {X: 6, Y: 67, Z: 3, Block: "stone"}}}},
		Verdict: game.Confirmed, Outcome: game.Outcome{End: game.EndReported, Result: &game.Result{Success: true, Looked: true}}}
	for _, c := range []struct {
		check   game.Check
		history []game.Attempt
		want    string
	}{
		{beds, []game.Attempt{put(nil, &game.Vec3{X: 5.5, Y: 64, Z: 6.5}), put(nil, &game.Vec3{X: 8.5, Y: 64, Z: 6.5})}, "Done: 2 white beds placed (near 5 64 6)."},
		{beds, []game.Attempt{put(nil, nil), put(nil, nil)}, "Done: 2 white beds placed."},
		{there, []game.Attempt{put(there.At, nil), put(there.At, nil)}, "Done: 2 white beds placed."},
		{hut, []game.Attempt{build}, "Done: the hut stands as planned (near 4 64 3)."},
	} {
		credits := game.CreditsOf(game.Baseline{}, nil, c.history)
		goal := game.Goal{Clauses: []game.Clause{game.ClauseOf("place", "", c.check)}}
		if _, said := goal.Ending("", &game.State{}, &credits); goal.Clauses[0].Proofs[0].At == nil && messages.InEnglish(said) != c.want {
			t.Errorf("%q, want %q", messages.InEnglish(said), c.want)
		}
	}
}

// What a later part makes of one thing of a group into another is not held twice, nor is what it
// takes out and puts back; what it uses up is not held any more. The card says the same.
func TestWhatALaterPartTookIsNotHeld(t *testing.T) {
	food := []string{"porkchop", "cooked_porkchop", "carrot"}
	some := func(n int) game.Clause {
		return game.ClauseOf("get", "get food", game.Check{Kind: game.CheckHave, Items: food, Count: n})
	}
	smelt := game.ClauseOf("get", "get 20 more", game.Check{Kind: game.CheckGain, Items: food[1:2], Count: 20})
	put := game.ClauseOf("deposit", "", game.Check{Kind: game.CheckStored, Items: food[2:], Count: 14})
	back := game.ClauseOf("withdraw", "", game.Check{Kind: game.CheckWithdrawn, Items: food[2:], Count: 14, At: &game.Pos{}})
	made := game.Credit{Kind: game.Smelt, Units: 20, Grade: game.Seen, Used: map[string]int{"porkchop": 20}, Gained: map[string]int{"cooked_porkchop": 20}}
	stored := game.Credit{Kind: game.Deposit, Subject: "carrot", At: &game.Pos{}, Units: 14, Grade: game.Seen, Used: map[string]int{"carrot": 14}}
	taken := game.Credit{Kind: game.Withdraw, Subject: "carrot", At: &game.Pos{}, Units: 14, Grade: game.Seen, Gained: map[string]int{"carrot": 14}}
	for _, c := range []struct {
		name    string
		clauses []game.Clause
		list    []game.Credit
		now     map[string]int
		first   string
	}{
		{"smelted", []game.Clause{some(8), smelt}, []game.Credit{made}, map[string]int{"porkchop": 26, "cooked_porkchop": 20, "carrot": 14},
			"26 porkchops, 20 cooked porkchops, 14 carrots held"},
		{"put away and taken back", []game.Clause{some(8), put, back}, []game.Credit{stored, taken}, map[string]int{"carrot": 14}, "14 carrots held"},
		{"only the raw", []game.Clause{game.ClauseOf("get", "", game.Check{Kind: game.CheckHave, Items: food[:1], Count: 20}), smelt}, []game.Credit{made},
			map[string]int{"cooked_porkchop": 20}, "20 porkchops held, until later parts used it all"},
	} {
		g, now := game.Goal{Clauses: c.clauses}, game.State{}
		for i := range g.Clauses {
			g.Clauses[i].Proofs[0].Grade = game.Seen
		}
		for item, n := range c.now {
			now.Inventory = append(now.Inventory, game.Stack{Slot: len(now.Inventory), Item: item, Count: n})
		}
		credits := game.Credits{List: c.list}
		card := g.Proven(&now, credits)[0]
		if got := messages.InEnglish(game.Say("evidence.seen", "parts", card.Shown)); !card.Met() || got != "seen: "+c.first {
			t.Errorf("%s: the card says %q, met %v; want %q", c.name, got, card.Met(), c.first)
		}
		if _, said := g.Ending("", &now, &credits); !strings.Contains(messages.InEnglish(said), strings.TrimSuffix(c.first, " held")) {
			t.Errorf("%s: the end says %q", c.name, messages.InEnglish(said))
		}
	}
}

func TestWhatWasFoundIsSaidWithItsPlace(t *testing.T) {
	g := game.Goal{Clauses: []game.Clause{{Text: "find a cow", Proofs: []game.Proof{{Grade: game.Told, Check: game.Check{Kind: game.CheckDone, Action: game.Explore, Target: "cow", Count: 1}}}}}}
	attempt := game.Attempt{Step: game.Step{Action: game.Action{Kind: game.Explore, For: "cow"}}, Verdict: game.Claimed, Outcome: game.Outcome{End: game.EndReported, Result: &game.Result{Success: true, Position: &game.Vec3{X: 12.5, Y: 64, Z: -7.5}}}}
	c, ok := game.CreditOf(&attempt, 1)
	if !ok {
		t.Fatal("the search counts for nothing")
	}
	if _, said := g.Ending("find a cow", &game.State{}, &game.Credits{List: []game.Credit{c}}); messages.InEnglish(said) != "Done: cow found near 12 64 -8." {
		t.Errorf("it says %v", said)
	}
	each, _ := g.Progress(&game.State{}, &game.Credits{List: []game.Credit{c}})
	if at := each[0].At; at == nil || at.String() != "12 64 -8" || !g.Varies() {
		t.Errorf("its clause is at %v", at)
	}
	if each, _ := g.Progress(&game.State{}, &game.Credits{}); each[0].At != nil {
		t.Errorf("what was not found is at %v", each[0].At)
	}
}

// The end of what nobody could check says what a state shows of it.
func TestAnUnverifiedEndSaysWhatChanged(t *testing.T) {
	goal := game.Goal{Text: "make it bright"}
	credits := game.Credits{
		Base: game.Baseline{Inventory: map[string]int{"dirt": 5, "torch": 1}},
		List: []game.Credit{
			{Kind: game.Place, Subject: "dirt", Grade: game.Seen, Elsewhere: 1},
			{Kind: game.Place, Subject: "dirt", Grade: game.Seen, Blocks: []game.Edit{{Block: "dirt"}}},
			{Kind: game.Place, Subject: "torch", Grade: game.Told, Elsewhere: 1}, // nobody saw it
		},
	}
	now := game.State{Inventory: []game.Stack{{Slot: 1, Item: "minecraft:dirt", Count: 3}, {Slot: 2, Item: "torch", Count: 1}, {Slot: 3, Item: "coal", Count: 2}}}
	proven, said := goal.Ending("make it bright", &now, &credits)
	if want := `Carried out, but nobody could check that "make it bright" was done. Gained: 2 coal. No longer held: 2 dirt. Placed: 2 dirt.`; proven || messages.InEnglish(said) != want {
		t.Errorf("%v, %q", proven, messages.InEnglish(said))
	}
	if _, said := goal.Ending("x", &game.State{}, &game.Credits{Base: credits.Base}); messages.InEnglish(said) != `Nothing was done in the game for "x".` {
		t.Errorf("without a state of what is held: %v", said)
	}
}
