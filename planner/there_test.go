// SPDX-License-Identifier: MIT

package planner_test

import (
	"context"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
)

// What follows a walk in a sentence is done where the walk led, also when what it
// takes has to be fetched elsewhere first.
func TestWhatFollowsAWalkIsDoneThere(t *testing.T) {
	for _, c := range []struct{ goal, inventory, want string }{
		{"go to 300 64 -30 and place a torch", "torch=1", "Go to 300 64 -30, Place torch"},
		{"go to 300 64 -30 and place a torch", "stick=1 coal=1", "Go to 300 64 -30, Craft 4 torches, Place torch"},
		{"go to 300 64 -30 and place an oak log", "", "Go to 300 64 -30, Mine 1 oak log, Go to 300 64 -30, Place oak log"},
		{"go to 300 -30 and place an oak log", "", "Go to 300 64 -30, Mine 1 oak log, Go to 300 64 -30, Place oak log"},
		{"mine 1 oak log and go to 300 64 -30 and place it", "", "Mine 1 oak log, Go to 300 64 -30, Place oak log"},
		{"go to 300 64 -30, mine 3 oak logs and place a torch", "torch=1", "Go to 300 64 -30, Mine 3 oak logs, Go to 300 64 -30, Place torch"},
		{"go to 300 64 -30, place a torch and a dirt", "torch=1 dirt=1", "Go to 300 64 -30, Place torch, Place dirt"},
		{"go to 300 64 -30, go to 5 64 5 and place an oak log", "", "Go to 300 64 -30, Go to 5 64 5, Mine 1 oak log, Go to 5 64 5, Place oak log"},
		{"go to 300 64 -30, mine 1 oak log and drop 2 dirt", "dirt=2", "Go to 300 64 -30, Mine 1 oak log, Go to 300 64 -30, Drop 2 dirt"},
		{"go to Steve, mine 3 oak logs and place a torch", "torch=1", "Go to Steve, Mine 3 oak logs, Go to Steve, Place torch"},
		{"place an oak log at 7 64 7 and go to 300 64 -30", "", "Mine 1 oak log, Place oak log at 7 64 7, Go to 300 64 -30"},
		{"go to 300 64 -30 and place an oak log at 7 64 7", "", "Go to 300 64 -30, Mine 1 oak log, Place oak log at 7 64 7"},
		{"go to 300 64 -30 and build a 2 high pillar of dirt", "dirt=2", "Go to 300 64 -30, Build 2 blocks"},
		{"go to 300 64 -30 and build a 2 high pillar of dirt", "", "Go to 300 64 -30, Mine 2 dirt, Go to 302 64 -30, Build 2 blocks"},
		// The height of the ground is known when the body is there.
		{"go to 300 -30 and build a 2 high pillar of dirt", "dirt=2", "Go to 300 64 -30"},
		{"go to Steve, build a 2 high pillar of dirt and go to 5 64 5", "dirt=2", "Go to Steve"},
		{"build a 2 high pillar of dirt and go to 300 -30", "dirt=2", "Build 2 blocks, Go to 300 64 -30"},
	} {
		t.Run(c.goal+" with "+c.inventory, func(t *testing.T) {
			p := plan(t, game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: holding(c.inventory)})
			if got := strings.Join(described(p), ", "); got != c.want {
				t.Errorf("planned %s, want %s", got, c.want)
			}
			if waits := strings.Contains(c.goal, "pillar") && !strings.Contains(c.want, "Build"); waits != (p.Next != "") {
				t.Errorf("another round: %q", p.Next)
			}
		})
	}
}

// What is placed where nobody said is placed where the goal was given, or by who asks for it in
// the game and is not in view, and not where what it takes was gathered.
func TestWhatIsPlacedAnywhereIsPlacedAtHome(t *testing.T) {
	for _, c := range []struct{ goal, inventory, speaker, want string }{
		{"place an oak log", "oak_log=1", "", "Place oak log"},
		{"place an oak log", "", "", "Mine 1 oak log, Go to 0 64 0, Place oak log"},
		{"place an oak log", "oak_log=1", "Steve", "Place oak log"},
		{"place an oak log", "oak_log=1", "Alex", "Go to Alex, Place oak log"},
		{"place an oak log at 7 64 7", "", "Alex", "Mine 1 oak log, Place oak log at 7 64 7"},
		{"put 1 dirt in a chest", "chest=1 dirt=1", "Alex", "Go to Alex, Place chest"},
		{"go to 300 64 -30 and place an oak log", "oak_log=1", "Alex", "Go to 300 64 -30, Place oak log"},
		{"go to the nether and place a torch", "torch=1 obsidian=10 flint_and_steel=1", "Alex", ""},
	} {
		s := holding(c.inventory)
		s.Nearby = &game.Nearby{Players: []game.Sight{{Name: "steve", X: 9, Y: 64}}}
		p := plan(t, game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: s, Baseline: game.BaselineOf(&s), Settings: game.Settings{Speaker: c.speaker}})
		if got := strings.Join(described(p), ", "); got != c.want && (c.want != "" || strings.Contains(got, "Alex")) {
			t.Errorf("%q with %s for %s is planned as %s, want %s", c.goal, c.inventory, c.speaker, got, c.want)
		}
	}
	far := holding("oak_log=1")
	far.Position.X = 90.5
	if got := strings.Join(described(plan(t, game.Request{Goal: "place an oak log", Body: v2Body("1.21.5"), State: far,
		Round: 2, Baseline: game.Baseline{Inventory: map[string]int{}, At: &game.Pos{Y: 64, Dimension: "overworld"}}})), ", "); got != "Go to 0 64 0, Place oak log" {
		t.Errorf("in a later round it is planned as %s", got)
	}
}

// What is built behind a walk stands where the walk led, at the height of the
// ground there, in later rounds as well.
func TestABuildBehindAWalkStandsThere(t *testing.T) {
	at := func(x, y, z int) *game.State {
		return &game.State{Position: &game.Vec3{X: float64(x) + 0.5, Y: float64(y), Z: float64(z) + 0.5}, Dimension: "overworld"}
	}
	start := holding("dirt=2")
	for _, c := range []struct {
		goal  string
		walk  *game.Action
		lands *game.State
		now   *game.State
		want  game.Pos
	}{
		{"go to 300 64 -30 and build a 2 high pillar of dirt", nil, nil, at(0, 64, 0), game.Pos{X: 302, Y: 64, Z: -30}},
		{"go to 300 -30 and build a 2 high pillar of dirt", &game.Action{Kind: game.Goto, At: &game.Pos{X: 300, Y: 64, Z: -30}}, at(296, 71, -28), at(296, 71, -28), game.Pos{X: 298, Y: 71, Z: -28}},
		{"go to 300 -30 and build a 2 high pillar of dirt", &game.Action{Kind: game.Goto, At: &game.Pos{X: 300, Y: 64, Z: -30}}, at(296, 71, -28), at(200, 80, 20), game.Pos{X: 298, Y: 71, Z: -28}},
		{"go to Steve and build a 2 high pillar of dirt", &game.Action{Kind: game.Goto, Target: "Steve"}, at(50, 70, 50), at(50, 70, 50), game.Pos{X: 52, Y: 70, Z: 50}},
		{"go to 3 5 and build a 2 high pillar of dirt", nil, nil, at(0, 64, 0), game.Pos{X: 2, Y: 64, Z: 0}},
	} {
		req := game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: *c.now, Baseline: game.BaselineOf(&start)}
		req.State.Inventory = start.Inventory
		if c.walk != nil {
			req.Round, req.History = 2, []game.Attempt{{Round: 1, Step: game.Step{Action: *c.walk}, Verdict: game.Confirmed, Outcome: game.Outcome{After: c.lands}}}
		}
		p := plan(t, req)
		if e := lastBuild(t, p).Action.Edits[0]; (game.Pos{X: e.X, Y: e.Y, Z: e.Z}) != c.want || p.Next != "" {
			t.Errorf("%q from %v: built at %+v, next %q, want %+v", c.goal, c.now.Position, e, p.Next, c.want)
		}
	}
}

// Two things are not worn in one place.
func TestOneThingIsWornInOnePlace(t *testing.T) {
	for goal, want := range map[string]string{
		"put on a golden helmet and an iron helmet":       "worn in the same place; put on one of them",
		"put on an iron helmet and then a diamond helmet": "worn in the same place; put on one of them",
		"put on an iron helmet and iron boots":            "",
		"hold a torch and then put on an iron helmet":     "",
		"hold an iron sword and a torch":                  "Iron sword and torch cannot both be in hand at the end; hold one of them",
	} {
		_, err := planner.NewBuiltin(planner.Config{}).Plan(context.Background(), game.Request{Goal: goal, Body: v2Body("1.21.5"), State: holding("golden_helmet=1 iron_helmet=1 diamond_helmet=1 iron_boots=1 torch=1")})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", goal, err, want)
		}
	}
}

// A body that is not hungry eats no more in the task: the rest goes on, nothing
// is fetched to be eaten, and a sentence ends it.
func TestABodyThatIsFedEatsNoMore(t *testing.T) {
	for _, c := range []struct {
		goal, inventory, want, err string
		eaten                      int
	}{
		{"eat 2 bread and make a red bed", "bread=1 red_wool=3 oak_planks=3 crafting_table=1", "Place crafting table, Craft 1 red bed", "", 1},
		{"eat 2 bread", "", "", "You ate 1 of 2 bread and are not hungry enough to eat another; ask again later", 1},
		{"eat 2 steaks", "", "", "You are not hungry enough to eat anything; ask again later", 0},
		{"eat 2 bread and get 1 dirt", "dirt=1", "", "not hungry enough to eat another", 1},
	} {
		food := map[bool]string{true: "cooked_beef", false: "bread"}[strings.Contains(c.goal, "steak")]
		var did []game.Attempt
		for range c.eaten {
			did = append(did, game.Attempt{Round: 1, Step: game.Step{Action: game.Action{Kind: game.Consume, Item: food}}, Verdict: game.Confirmed})
		}
		did = append(did, game.Attempt{Round: 1, Step: game.Step{Action: game.Action{Kind: game.Consume, Item: food}}, Verdict: game.Failed, Outcome: game.Outcome{Failure: &game.Failure{Code: game.CodeNotHungry, Message: "not hungry"}}})
		p, err := planner.NewBuiltin(planner.Config{}).Plan(context.Background(), game.Request{Goal: c.goal, Body: v2Body("1.21.5"), State: holding(c.inventory), History: did, Round: 2})
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%q: %v, want %s", c.goal, err, c.err)
			}
			continue
		}
		if got := strings.Join(described(p), ", "); err != nil || got != c.want {
			t.Errorf("%q: %s (%v), want %s", c.goal, got, err, c.want)
		}
	}
}

// All the cows are those that were in view when they were killed: others that
// come in view in a later round of the task are left alone.
func TestAllThatWereKilledAreNoMore(t *testing.T) {
	killed, food := 2, game.Action{Kind: game.Consume, Item: "cooked_beef"}
	st := holding("")
	st.Nearby = &game.Nearby{Entities: []game.Sight{{Name: "cow", X: 3, Y: 64, Z: 3}}}
	attack := game.Attempt{Round: 1, Step: game.Step{Action: game.Action{Kind: game.Attack, Target: "cow", Quantity: 2}}, Verdict: game.Confirmed, Outcome: game.Outcome{Result: &game.Result{Killed: &killed}}}
	fed := game.Attempt{Round: 1, Step: game.Step{Action: food}, Verdict: game.Failed, Outcome: game.Outcome{Failure: &game.Failure{Code: game.CodeNotHungry}}}
	req := game.Request{Goal: "kill all the cows and eat 2 steaks", Body: v2Body("1.21.5"), State: st, History: []game.Attempt{attack, fed}, Round: 2}
	if p, err := planner.NewBuiltin(planner.Config{}).Plan(context.Background(), req); err == nil || !strings.Contains(err.Error(), "not hungry enough to eat anything") {
		t.Errorf("%v, %v", described(p), err)
	}
	attack.Verdict = game.Failed
	req.History = []game.Attempt{attack, fed}
	if got := described(plan(t, req)); strings.Join(got, ", ") != "Attack 1 cow" {
		t.Errorf("after an attack that failed: %v", got)
	}
}

// Where no other player is seen nobody is meant by "me"; that nobody is there is not known.
func TestNobodyElseIsInTheWorld(t *testing.T) {
	st := holding("oak_log=3")
	st.World = &game.World{Present: true, Kind: "singleplayer"}
	body := v2Body("1.21.5")
	body.Owner = ""
	for _, goal := range []string{"come here", "give me 3 oak logs", "bring me 3 oak logs", "follow me"} {
		_, err := planner.NewBuiltin(planner.Config{}).Plan(context.Background(), game.Request{Goal: goal, Body: body, State: st})
		if err == nil || !strings.HasPrefix(err.Error(), "I see no other player in this world") {
			t.Errorf("%q: %v", goal, err)
		}
	}
}
