// SPDX-License-Identifier: MIT

package planner_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/check"
)

// landmark is a block remembered at a place of the overworld.
func landmark(block string, x, y, z int) game.Landmark {
	return game.Landmark{Kind: game.LandmarkOf(block), Name: block, At: game.Pos{X: x, Y: y, Z: z, Dimension: "overworld"}}
}

func TestRememberedStations(t *testing.T) {
	const iron = "iron_ingot=3 stick=2"
	for _, c := range []struct {
		name, inventory string
		known           []game.Landmark
		body            game.BodyInfo
		want            string
	}{
		{"within reach it is at hand", iron, []game.Landmark{landmark("crafting_table", 30, 64, 0)}, v2Body("1.21.5"), "Craft 1 iron pickaxe"},
		{"within reach of a v1 body too", iron, []game.Landmark{landmark("crafting_table", 30, 64, 0)}, v1Body("1.21.5"), "Craft 1 iron pickaxe"},
		{"near enough it is walked to", iron, []game.Landmark{landmark("crafting_table", 50, 64, 0)}, v2Body("1.21.5"), "Go to 50 64 0, Craft 1 iron pickaxe"},
		{"of two the nearer is walked to", iron, []game.Landmark{landmark("crafting_table", -90, 64, 0), landmark("crafting_table", 50, 64, 0)}, v2Body("1.21.5"), "Go to 50 64 0, Craft 1 iron pickaxe"},
		{"one that can be made of what is held is quicker", iron + " oak_planks=4", []game.Landmark{landmark("crafting_table", 50, 64, 0)}, v2Body("1.21.5"), "Craft 1 crafting table, Place crafting table, Craft 1 iron pickaxe"},
		{"a long way off it is not", iron, []game.Landmark{landmark("crafting_table", 240, 64, 0)}, v2Body("1.21.5"), "Mine 1 oak log, Craft 4 oak planks, Craft 1 crafting table, Place crafting table, Craft 1 iron pickaxe"},
		{"a v1 body cannot be told how near", iron, []game.Landmark{landmark("crafting_table", 50, 64, 0)}, v1Body("1.21.5"), "Mine 1 oak log, Craft 4 oak planks, Craft 1 crafting table, Place crafting table, Craft 1 iron pickaxe"},
		{"in another dimension it is nothing", iron, []game.Landmark{{Kind: game.LandmarkStation, Name: "crafting_table", At: game.Pos{X: 3, Y: 64, Dimension: "the_nether"}}}, v2Body("1.21.5"), "Mine 1 oak log, Craft 4 oak planks, Craft 1 crafting table, Place crafting table, Craft 1 iron pickaxe"},
		{"what is in a chest is not taken", iron, []game.Landmark{{Kind: game.LandmarkContainer, Name: "chest", At: game.Pos{X: 3, Y: 64, Dimension: "overworld"}, Contents: map[string]int{"crafting_table": 1, "iron_pickaxe": 1}}}, v2Body("1.21.5"), "Mine 1 oak log, Craft 4 oak planks, Craft 1 crafting table, Place crafting table, Craft 1 iron pickaxe"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := plan(t, game.Request{Goal: "craft an iron pickaxe", Body: c.body, State: holding(c.inventory), Known: c.known})
			if got := strings.Join(described(p), ", "); got != c.want {
				t.Errorf("planned %s, want %s", got, c.want)
			}
		})
	}
	t.Run("a walk that was given up is not tried again", func(t *testing.T) {
		p := plan(t, game.Request{
			Goal: "craft an iron pickaxe", Body: v2Body("1.21.5"), State: holding(iron), Known: []game.Landmark{landmark("crafting_table", 50, 64, 0)},
			Exclude: []game.Exclusion{{Kind: game.Goto, At: &game.Pos{X: 50, Y: 64}, Code: game.CodeNoPath}},
		})
		if p.Steps[0].Action.Kind == game.Goto {
			t.Errorf("planned %v", described(p))
		}
	})
}

// A station that is seen, and that the body found out of its reach, is walked to, or
// another one is set up: it reaches less far, or the distance was a round figure.
func TestAStationThatWasOutOfReach(t *testing.T) {
	failed := []game.Attempt{{
		Step: game.Step{Action: game.Action{Kind: game.Craft, Recipe: "iron_pickaxe", Quantity: 1}}, Verdict: game.Failed,
		Outcome: game.Outcome{End: game.EndReported, Failure: &game.Failure{Code: game.CodeNoStation, Message: "iron pickaxe needs a crafting table placed within 32 blocks"}},
	}}
	for _, c := range []struct {
		name, inventory string
		known           []game.Landmark
		want            string
	}{
		{"nothing is remembered there", "iron_ingot=3 stick=2 oak_planks=4", nil, "Craft 1 crafting table, Place crafting table, Craft 1 iron pickaxe"},
		{"it is remembered", "iron_ingot=3 stick=2", []game.Landmark{landmark("crafting_table", 32, 64, 0)}, "Go to 32 64 0, Craft 1 iron pickaxe"},
	} {
		t.Run(c.name, func(t *testing.T) {
			state := holding(c.inventory)
			state.Nearby = &game.Nearby{Blocks: []game.Sight{{Name: "crafting_table", X: 32, Y: 64, Distance: 32}}}
			p := plan(t, game.Request{Goal: "craft an iron pickaxe", Body: v2Body("1.21.5"), State: state, Known: c.known, History: failed})
			if got := strings.Join(described(p), ", "); got != c.want {
				t.Errorf("planned %s, want %s", got, c.want)
			}
		})
	}
}

func TestOurOwnStationIsTakenAlongOnce(t *testing.T) {
	ours := landmark("crafting_table", 2, 64, 0)
	ours.Ours = true
	state := holding("iron_ingot=3 stick=2")
	state.Nearby = &game.Nearby{Blocks: []game.Sight{{Name: "crafting_table", X: 2, Y: 64, Distance: 2}}}
	d, err := book.NewLibrary(planner.Config{}).Open(game.Request{
		Body: v2Body("1.21.5"), State: state, Known: []game.Landmark{ours},
		History: []game.Attempt{{Step: game.Step{Action: game.Action{Kind: game.Place, Block: "crafting_table", At: &game.Pos{X: 2, Y: 64}}}, Verdict: game.Confirmed}},
	})
	if err != nil {
		t.Fatal(err)
	}
	c := check.Check(d, []game.Step{
		{Action: game.Action{Kind: game.Mine, Target: "crafting_table", Quantity: 1}},
		{Action: game.Action{Kind: game.Craft, Recipe: "iron_pickaxe", Quantity: 1}},
	})
	if len(c.Faults) != 1 || !strings.Contains(c.Faults[0].String(), "crafting table at hand") {
		t.Errorf("faults %q", c.Sentences())
	}
}

func TestModelPlansAreCompletedWithRememberedStations(t *testing.T) {
	for x, want := range map[int]string{
		60:  "Go to 60 64 0, Craft 1 iron pickaxe",
		250: "Mine 1 oak log, Craft 4 oak planks, Craft 1 crafting table, Place crafting table, Craft 1 iron pickaxe",
	} {
		d, err := book.NewLibrary(planner.Config{}).Open(game.Request{Body: v2Body("1.21.5"), State: holding("iron_ingot=3 stick=2"), Known: []game.Landmark{landmark("crafting_table", x, 64, 0)}})
		if err != nil {
			t.Fatal(err)
		}
		c, err := check.Complete(context.Background(), d, []game.Step{{Action: game.Action{Kind: game.Craft, Recipe: "iron_pickaxe", Quantity: 1}, Source: game.FromModel}})
		if err != nil || len(c.Faults) > 0 {
			t.Fatal(c.Sentences(), err)
		}
		if got := strings.Join(described(game.Plan{Steps: c.Steps}), ", "); got != want {
			t.Errorf("completed to %s, want %s", got, want)
		}
	}
}

// missed is an attempt at a mine that found nothing.
func missed(round int, s game.Step) game.Attempt {
	return game.Attempt{Round: round, Step: s, Verdict: game.Failed, Outcome: game.Outcome{End: game.EndReported, Failure: &game.Failure{Code: game.CodeNotFound, Message: "none was found"}}}
}

// TestWhatIsNotFoundIsLookedForFartherAndBounded plays a world without iron.
func TestWhatIsNotFoundIsLookedForFartherAndBounded(t *testing.T) {
	for _, c := range []struct {
		name  string
		body  game.BodyInfo
		goal  string
		first string
		walks []string
	}{
		{"from the solver", v2Body("1.21.5"), "get 3 raw iron", "iron_ore", []string{"Go to 100 20 0", "Go to -150 20 0", "Look around for iron ore", "Look around for iron ore", "Look around for iron ore"}},
		{"a mine of the goal's own", v2Body("1.21.5"), "mine 3 oak leaves", "oak_leaves", []string{"Look around for oak leaves", "Look around for oak leaves", "Look around for oak leaves"}},
		{"a body that cannot explore", func() game.BodyInfo {
			b := v2Body("1.21.5")
			b.Actions = slices.DeleteFunc(b.Actions, func(k game.Kind) bool { return k == game.Explore })
			return b
		}(), "get 3 raw iron", "iron_ore", []string{"Go to 100 20 0", "Go to -150 20 0"}},
		{"a v1 body", v1Body("1.21.5"), "get 3 raw iron", "iron_ore", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			req := game.Request{
				Goal: c.goal, Body: c.body, State: holding("stone_pickaxe"),
				Known: []game.Landmark{landmark("iron_ore", 100, 20, 0), landmark("iron_ore", -150, 20, 0), landmark("coal_ore", 5, 64, 0)},
				Exclude: []game.Exclusion{
					{Kind: game.Mine, Subject: "deepslate_iron_ore", Code: game.CodeUnreachable}, {Kind: game.Mine, Subject: "raw_iron_block", Code: game.CodeUnreachable},
				},
			}
			b := planner.NewBuiltin(planner.Config{})
			var walks []string
			longest := 0
			for round := 1; ; round++ {
				if round > 9 {
					t.Fatal("the search has no end")
				}
				p, err := b.Plan(context.Background(), req)
				if err != nil {
					var impossible *game.ImpossibleError
					if !errors.As(err, &impossible) {
						t.Error(err)
					}
					break
				}
				last := p.Steps[len(p.Steps)-1]
				if last.Action.Kind != game.Mine || last.Action.Target != c.first {
					break // another source
				}
				for _, s := range p.Steps {
					if s.Action.Kind != game.Mine {
						walks = append(walks, s.Action.Describe())
						if s.Seeks != c.first || last.Seeks != c.first || len(p.Notices) != 1 || !strings.HasPrefix(p.Notices[0], "No "+game.Display(c.first)+" was found") {
							t.Errorf("round %d: seeks %q and %q, notices %q", round, s.Seeks, last.Seeks, p.Notices)
						}
						if s.Action.Kind == game.Explore && s.Action.MaxBlocks <= longest {
							t.Errorf("round %d walks %d blocks after %d", round, s.Action.MaxBlocks, longest)
						}
						longest = max(longest, s.Action.MaxBlocks)
						req.History = append(req.History, game.Attempt{Round: round, Step: s, Verdict: game.Confirmed})
						if s.Action.Kind == game.Explore {
							req.History[len(req.History)-1] = missed(round, s)
							req.Exclude = append(req.Exclude, game.Exclusion{Kind: game.Explore, Subject: c.first, Code: game.CodeNotFound})
						}
					}
				}
				req.History = append(req.History, missed(round, last))
				req.Exclude = append(req.Exclude, game.Exclusion{Kind: game.Mine, Subject: c.first, Code: game.CodeNotFound, Reason: "none was found"})
			}
			if !slices.Equal(walks, c.walks) {
				t.Errorf("walked %q, want %q", walks, c.walks)
			}
		})
	}
}

func TestAnotherSourceIsTakenBeforeALongSearch(t *testing.T) {
	state := holding("stone_pickaxe")
	state.Nearby = &game.Nearby{Blocks: []game.Sight{{Name: "deepslate_iron_ore", X: 5, Y: 60, Distance: 6}}}
	p := plan(t, game.Request{Goal: "get 3 raw iron", Body: v2Body("1.21.5"), State: state, Exclude: []game.Exclusion{{Kind: game.Mine, Subject: "iron_ore", Code: game.CodeNotFound}}})
	if got := strings.Join(described(p), ", "); got != "Mine 3 deepslate iron ore" || len(p.Notices) > 0 {
		t.Errorf("planned %s, notices %q", got, p.Notices)
	}
}

func TestWhatWasFoundAfterAWalkIsNotGivenUp(t *testing.T) {
	found := game.Attempt{Step: game.Step{Action: game.Action{Kind: game.Mine, Target: "iron_ore", Quantity: 1}, Seeks: "iron_ore"}, Verdict: game.Confirmed}
	req := game.Request{
		Goal: "get 3 raw iron", Body: v2Body("1.21.5"), State: holding("stone_pickaxe raw_iron=1"), History: []game.Attempt{found},
		Exclude: []game.Exclusion{{Kind: game.Mine, Subject: "iron_ore", Code: game.CodeNotFound}},
	}
	if got := strings.Join(described(plan(t, req)), ", "); got != "Mine 2 iron ore" {
		t.Errorf("planned %s", got)
	}
	req.History = append(req.History, missed(2, game.Step{Action: found.Step.Action}))
	if got := strings.Join(described(plan(t, req)), ", "); !strings.HasPrefix(got, "Look around for iron ore") && !strings.Contains(got, "deepslate") {
		t.Errorf("planned %s", got)
	}
}

func TestTheCheckerKnowsWhereAPlanLookedAround(t *testing.T) {
	at := func(x int) *game.Pos { return &game.Pos{X: x, Y: 20} }
	mine := game.Step{Action: game.Action{Kind: game.Mine, Target: "iron_ore", Quantity: 1}}
	for _, c := range []struct {
		name   string
		first  game.Action
		faults int
	}{
		{"at once", game.Action{Kind: game.Chat, Message: "hm"}, 1},
		{"where it is remembered", game.Action{Kind: game.Goto, At: at(110)}, 0},
		{"anywhere else", game.Action{Kind: game.Goto, At: at(200)}, 1},
		{"after exploring for it", game.Action{Kind: game.Explore, For: "iron_ore"}, 0},
		{"after exploring for something else", game.Action{Kind: game.Explore, For: "coal_ore"}, 1},
	} {
		d, err := book.NewLibrary(planner.Config{}).Open(game.Request{
			Body: v2Body("1.21.5"), State: holding("stone_pickaxe"), Known: []game.Landmark{landmark("iron_ore", 100, 20, 0)},
			Exclude: []game.Exclusion{{Kind: game.Mine, Subject: "iron_ore", Code: game.CodeNotFound}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := check.Check(d, []game.Step{{Action: c.first}, mine}); len(got.Faults) != c.faults {
			t.Errorf("%s: %q", c.name, got.Sentences())
		}
	}
}

func TestAGoalThatNamesAChestKnowsWhatItHeld(t *testing.T) {
	for _, c := range []struct {
		goal, planned, notice, refused string
		held                           map[string]int
	}{
		{goal: "withdraw 3 planks", planned: "Withdraw 2 birch planks",
			notice: "The barrel at 1 64 3 held 2 birch planks when it was last opened.", held: map[string]int{"birch_planks": 2}},
		{goal: "withdraw 3 diamonds", planned: "Withdraw 3 diamonds",
			notice: "The barrel at 1 64 3 held 70 cobblestone when it was last opened.", held: map[string]int{"cobblestone": 70}},
		{goal: "withdraw 3 diamonds", planned: "Withdraw 3 diamonds",
			notice: "The barrel at 1 64 3 was empty when it was last opened.", held: map[string]int{}},
		{goal: "take 500 dirt", planned: "Withdraw 64 dirt",
			notice: "The barrel at 1 64 3 held 70 cobblestone when it was last opened.", held: map[string]int{"cobblestone": 70}},
		{goal: "take all the torches", planned: "Withdraw 63 torches", held: map[string]int{"torch": 63, "dirt": 2}},
		{goal: "take everything", planned: "Withdraw 2 dirt, Withdraw 63 torches", held: map[string]int{"torch": 63, "dirt": 2}},
		{goal: "take all the torches", refused: "The barrel at 1 64 3 held 2 dirt when it was last opened.", held: map[string]int{"dirt": 2}},
		{goal: "take all the torches", refused: `What the chest at 1 64 3 holds is not known yet: say "look into the chest" first`},
	} {
		chest := game.Landmark{Kind: game.LandmarkContainer, Name: "barrel", At: game.Pos{X: 1, Y: 64, Z: 3, Dimension: "overworld"}, Contents: c.held}
		p, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{
			Goal: c.goal + " from the chest at 1 64 3", Body: v2Body("1.21.5"), State: holding(""), Known: []game.Landmark{chest},
		})
		if c.refused != "" {
			if err == nil || err.Error() != c.refused {
				t.Errorf("%s of %v: %v", c.goal, c.held, err)
			}
			continue
		}
		steps := described(p)
		slices.Sort(steps)
		if got := strings.Join(steps, ", "); err != nil || got != c.planned || strings.Join(p.Notices, " ") != c.notice {
			t.Errorf("%s of %v: planned %s, notices %q, %v", c.goal, c.held, got, p.Notices, err)
		}
	}
}
