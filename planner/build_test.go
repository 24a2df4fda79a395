// SPDX-License-Identifier: MIT

package planner_test

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
)

// lastBuild is the plan's last build.
func lastBuild(t *testing.T, p game.Plan) game.Step {
	t.Helper()
	for _, s := range slices.Backward(p.Steps) {
		if s.Action.Kind == game.Build {
			return s
		}
	}
	t.Fatalf("no build in %q", described(p))
	return game.Step{}
}

func TestAPlatformIsBuiltBesideWhereTheTaskBegan(t *testing.T) {
	state := holding("cobblestone=30")
	base := game.BaselineOf(&state)
	state.Position = &game.Vec3{X: 80, Y: 70, Z: 80} // it has walked since
	p := plan(t, game.Request{Goal: "build a 3x2 platform of cobblestone", Body: v2Body("1.21.5"), State: state, Baseline: base})
	var want []game.Edit
	for z := -1; z <= 0; z++ {
		for x := 2; x <= 4; x++ {
			want = append(want, game.Edit{X: x, Y: 64, Z: z, Block: "cobblestone"})
		}
	}
	if len(p.Steps) != 1 || !reflect.DeepEqual(p.Steps[0].Action.Edits, want) {
		t.Errorf("%q: %+v, want %+v", described(p), p.Steps[0].Action.Edits, want)
	}
	if check := (game.Check{Kind: game.CheckBuilt, Items: []string{"cobblestone"}, Count: 6}); !reflect.DeepEqual(p.Goal.Checks(), []game.Check{check}) {
		t.Errorf("checks %+v", p.Goal.Checks())
	}
}

// TestABuildThatWasBrokenOffGoesOnWhereItStands: after a pause nobody knows by the results what
// stands, and its own blocks are no free place any more; nor does who stands elsewhere when it is
// asked for again begin another one.
func TestABuildThatWasBrokenOffGoesOnWhereItStands(t *testing.T) {
	for goal, held := range map[string]string{
		"build a 4x2 wall of cobblestone": "cobblestone=30", "build a 3x3 platform of dirt": "dirt=30", "build a 3 high pillar of dirt": "dirt=30",
		"build a 9x9 pen": "oak_fence=40 oak_fence_gate=1", "build a hut of cobblestone": "cobblestone=90 oak_door=1 torch=1",
	} {
		state := holding(held)
		base := game.BaselineOf(&state)
		stands := map[game.Cell]string{}
		body := v2Body("1.21.5")
		body.Surveys = true
		req := game.Request{Goal: goal, Body: body, State: state, Baseline: base, Look: func(at []game.Cell) map[game.Cell]string {
			seen := map[game.Cell]string{}
			for i, b := 0, boxOver(at); i < b.Size(); i++ {
				c := b.Cell(i)
				if seen[c] = game.Air; c.Y < 64 {
					seen[c] = "grass_block"
				}
				if s := stands[c]; s != "" {
					seen[c] = s
				}
			}
			return seen
		}}
		first := lastBuild(t, plan(t, req))
		for _, e := range first.Action.Edits[:len(first.Action.Edits)/2] {
			stands[e.Cell()] = e.Block
			if !game.IsAir(e.Block) {
				req.State.Nearby = cmp.Or(req.State.Nearby, &game.Nearby{})
				req.State.Nearby.Blocks = append(req.State.Nearby.Blocks, game.Sight{Name: e.Block, X: float64(e.X), Y: float64(e.Y), Z: float64(e.Z)})
			}
		}
		paused, again := req, req
		paused.Round = 2
		paused.History = []game.Attempt{{Round: 1, Step: first, Verdict: game.Failed, Outcome: game.Outcome{End: game.EndCaller}}}
		again.State.Position = &game.Vec3{X: 3.5, Y: 64, Z: 2.5}
		again.Baseline = game.BaselineOf(&again.State)
		again.Begun = paused.History
		for how, req := range map[string]game.Request{"after a pause": paused, "again": again} {
			want := slices.Clone(first.Action.Edits)
			for i := range want[:len(want)/2] { // what another task built stood before this one
				want[i].Stood = want[i].Stood || how == "again"
			}
			if got := lastBuild(t, plan(t, req)).Action.Edits; !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %s: it goes on at %+v, not at %+v", goal, how, got[0], want[0])
			}
		}
		far := again
		far.State.Position = &game.Vec3{X: 200.5, Y: 64, Z: 2.5}
		far.Baseline = game.BaselineOf(&far.State)
		if got := lastBuild(t, plan(t, far)).Action.Edits; got[0] == first.Action.Edits[0] {
			t.Errorf("%s, asked for out of sight: it goes on at %+v", goal, got[0])
		}
	}
}

// boxOver is the box that holds some cells.
func boxOver(at []game.Cell) game.Box {
	boxes, _ := game.BoxesOver(at, 1)
	return boxes[0]
}

func TestWhatABuildLacksIsGotFirstAndTheBodyComesBack(t *testing.T) {
	p := plan(t, game.Request{Goal: "build a 4 wide and 2 high wall of oak planks at 10 64 10", Body: v2Body("1.21.5"), State: holding("oak_log=1")})
	got := described(p)
	if want := []string{"Mine 1 oak log", "Craft 8 oak planks", "Go to 10 64 10", "Build 8 blocks"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for i, e := range lastBuild(t, p).Action.Edits {
		if want := (game.Edit{X: 10 + i/2, Y: 64 + i%2, Z: 10, Block: "oak_planks"}); e != want {
			t.Errorf("block %d is %+v, want %+v", i, e, want)
		}
	}
}

func TestABodyWithoutBuildPlacesOneBlockAtATime(t *testing.T) {
	p := plan(t, game.Request{Goal: "build a 3 high pillar of dirt", Body: v1Body("1.21.5"), State: holding("dirt=3")})
	want := []string{"Place dirt at 2 64 0", "Place dirt at 2 65 0", "Place dirt at 2 66 0"}
	if got := described(p); !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	// What stands by the results is not placed again.
	done := game.Attempt{Round: 1, Step: p.Steps[0], Verdict: game.Claimed}
	again := plan(t, game.Request{Goal: "build a 3 high pillar of dirt", Body: v1Body("1.21.5"), State: holding("dirt=2"), History: []game.Attempt{done}, Round: 2})
	if got := described(again); !reflect.DeepEqual(got, want[1:]) {
		t.Errorf("after the first: %q, want %q", got, want[1:])
	}
}

func TestABuildThatFailsIsTriedElsewhereAndThenGivenUp(t *testing.T) {
	req := game.Request{Goal: "build a 2x2 platform of dirt", Body: v2Body("1.21.5"), State: holding("dirt=4"), Round: 1}
	var places []game.Edit
	for range 3 {
		p := plan(t, req)
		build := lastBuild(t, p)
		places = append(places, build.Action.Edits[0])
		f := &game.Failure{Code: game.CodeUnreachable, Message: "there is a tree already"}
		req.History = append(req.History, game.Attempt{Round: req.Round, Step: build, Outcome: game.Outcome{End: game.EndReported, Failure: f}, Verdict: game.Failed})
		req.Exclude = []game.Exclusion{{Kind: game.Build, Code: f.Code, Reason: f.Message}}
		req.Round++
	}
	if len(slices.Compact(slices.Clone(places))) != 3 {
		t.Errorf("tried at %+v", places)
	}
	_, err := planner.NewBuiltin(planner.Config{}).Plan(context.Background(), req)
	var impossible *game.ImpossibleError
	if !errors.As(err, &impossible) || !strings.Contains(err.Error(), "there is a tree already") {
		t.Errorf("after three places: %v", err)
	}
}

// Whose length the gap says is built over that gap alone: elsewhere is nothing to go over.
func TestABridgeOverAGapIsBuiltNowhereElse(t *testing.T) {
	bridge := game.Step{Action: game.Action{Kind: game.Build}}
	for x := 1; x <= 6; x++ {
		bridge.Action.Edits = append(bridge.Action.Edits, game.Edit{X: x, Y: 63, Block: "cobblestone"})
	}
	f := &game.Failure{Code: game.CodeUnreachable, Message: "block 4 63 0: nothing is beside it"}
	req := game.Request{Goal: "build a bridge of cobblestone", Body: v2Body("1.21.5"), State: holding("cobblestone=20"), Round: 2}
	req.History = []game.Attempt{{Round: 1, Step: bridge, Outcome: game.Outcome{End: game.EndReported, Failure: f}, Verdict: game.Failed}}
	got, err := planner.NewBuiltin(planner.Config{}).Plan(context.Background(), req)
	var impossible *game.ImpossibleError
	if !errors.As(err, &impossible) || !strings.Contains(err.Error(), f.Message) {
		t.Errorf("%v, %+v", err, got.Steps)
	}
}

func TestBuildsKeepClearOfEachOtherAndOfWhatIsSeen(t *testing.T) {
	state := holding("dirt=30")
	state.Nearby = &game.Nearby{Blocks: []game.Sight{{Name: "chest", X: 3, Y: 64, Z: 0}}}
	p := plan(t, game.Request{Goal: "build a 3x3 platform of dirt and a 3x2 wall of dirt", Body: v2Body("1.21.5"), State: state})
	used := map[game.Pos]bool{{X: 3, Y: 64, Z: 0}: true}
	for _, s := range p.Steps {
		for _, e := range s.Action.Edits {
			at := game.Pos{X: e.X, Y: e.Y, Z: e.Z}
			if used[at] {
				t.Errorf("%s is built over", at)
			}
			used[at] = true
		}
	}
	if len(used) != 16 {
		t.Errorf("%d blocks", len(used)-1)
	}
	if want := []game.Check{{Kind: game.CheckBuilt, Items: []string{"dirt"}, Count: 9}, {Kind: game.CheckBuilt, Items: []string{"dirt"}, Count: 6}}; !reflect.DeepEqual(p.Goal.Checks(), want) {
		t.Errorf("checks %+v", p.Goal.Checks())
	}
}

func TestWhatCannotBeBuiltIsRefusedInASentence(t *testing.T) {
	nowhere := holding("dirt=64")
	nowhere.Position = nil
	for _, c := range []struct {
		goal  string
		body  game.BodyInfo
		state game.State
		want  string
	}{
		{"build a 20 high pillar of dirt", v2Body("1.21.5"), holding(""), "at most 5 high"},
		{"build a 30x30 platform of dirt", v1Body("1.21.5"), holding(""), "one block at a time"},
		{"build a 3x3 platform of dirt", v2Body("1.21.5"), nowhere, "say where to build"},
		{"build a hut of water", v2Body("1.21.5"), holding(""), "Water is no block that could be placed"},
		{"build a house of bread", v2Body("1.21.5"), holding(""), "Bread is no block that could be placed"},
		{"build a pyramid", v2Body("1.21.5"), holding(""), "build 5x5x8 tower of cobblestone"},
		{"dig a 10 long tunnel", v2Body("1.21.5"), holding(""), "cannot tell what stands around it"},
	} {
		_, err := planner.NewBuiltin(planner.Config{}).Plan(context.Background(), game.Request{Goal: c.goal, Body: c.body, State: c.state})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want it to say %q", c.goal, err, c.want)
		}
	}
}

// TestWhatStandsIsBuiltOn, of the block and with the door that stand there, where none is named.
func TestWhatStandsIsBuiltOn(t *testing.T) {
	body := v2Body("1.21.5")
	body.Surveys = true
	state := holding("oak_planks=80 oak_door=1 torch=1")
	ask := func(goal string, look func([]game.Cell) map[game.Cell]string) []game.Edit {
		p, err := planner.NewBuiltin(planner.Config{}).Plan(context.Background(), game.Request{Goal: goal, Body: body, State: state, Baseline: game.BaselineOf(&state), Look: look})
		if err != nil {
			t.Fatal(err)
		}
		return lastBuild(t, p).Action.Edits
	}
	flat := func(at []game.Cell) map[game.Cell]string {
		seen := map[game.Cell]string{}
		for i, b := 0, boxOver(at); i < b.Size(); i++ {
			if seen[b.Cell(i)] = game.Air; b.Cell(i).Y < 64 {
				seen[b.Cell(i)] = "stone"
			}
		}
		return seen
	}
	stands := map[string]string{"oak_planks": "cobblestone", "oak_door": "birch_door"}
	hut := ask("build a hut at 4 64 4", flat)
	edits := ask("build a hut at 4 64 4", func(at []game.Cell) map[game.Cell]string {
		seen := flat(at)
		for i, e := range hut {
			if _, asked := seen[e.Cell()]; asked && i != 3 {
				seen[e.Cell()] = cmp.Or(stands[e.Block], e.Block)
			}
		}
		return seen
	})
	for i, e := range edits {
		if want := cmp.Or(stands[hut[i].Block], hut[i].Block); e.Block != want {
			t.Errorf("%s is built at %s, not %s", e.Block, e.Cell().In(""), want)
		}
	}
}

// TestAtAPlaceTheGroundMakesRoom: what is found in the ground is dug away first; what somebody built
// is not, and that is said before anything is done.
func TestAtAPlaceTheGroundMakesRoom(t *testing.T) {
	body := v2Body("1.21.5")
	body.Surveys = true
	state := holding("oak_planks=80 oak_door=1 torch=1 iron_pickaxe=1")
	for block, free := range map[string]bool{"stone": true, "oak_leaves": true, "cobblestone": true, "stone_bricks": false, "chest": false} {
		look := func(at []game.Cell) map[game.Cell]string {
			seen := map[game.Cell]string{}
			for i, b := 0, boxOver(at); i < b.Size(); i++ {
				if c := b.Cell(i); c.X == 4 && c.Y == 65 {
					seen[c] = block
				} else if seen[c] = game.Air; c.Y < 64 {
					seen[c] = "stone"
				}
			}
			return seen
		}
		req := game.Request{Goal: "build a hut of oak planks at 4 64 4", Body: body, State: state, Baseline: game.BaselineOf(&state), Look: look}
		p, err := planner.NewBuiltin(planner.Config{}).Plan(context.Background(), req)
		if !free {
			if err == nil || !strings.Contains(err.Error(), "which is not dug away") {
				t.Errorf("%s: %v, %s", block, err, described(p))
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		builds := slices.DeleteFunc(slices.Clone(p.Steps), func(s game.Step) bool { return s.Action.Kind != game.Build })
		if cleared := builds[0].Action.Edits; len(builds) < 2 || len(cleared) != 5 || cleared[0].Block != game.Air {
			t.Errorf("%s: %s", block, described(p))
		}
	}
}

// TestATunnelAtAPlaceGoesIntoTheRockThere: to the side where it is, and nowhere where there is none.
func TestATunnelAtAPlaceGoesIntoTheRockThere(t *testing.T) {
	body := v2Body("1.21.5")
	body.Surveys = true
	state := holding("stone_pickaxe=1")
	for goal, rock := range map[string]bool{"dig a 6 long tunnel at 4 64 0": false, "dig a 6 long tunnel at 4 64 -3": true} {
		look := func(at []game.Cell) map[game.Cell]string {
			seen := map[game.Cell]string{}
			for i, b := 0, boxOver(at); i < b.Size(); i++ {
				c := b.Cell(i)
				if seen[c] = game.Air; c.Y < 64 || rock && c.Z > -3 {
					seen[c] = "stone"
				}
			}
			return seen
		}
		req := game.Request{Goal: goal, Body: body, State: state, Baseline: game.BaselineOf(&state), Look: look}
		p, err := planner.NewBuiltin(planner.Config{}).Plan(context.Background(), req)
		if !rock {
			if err == nil || !strings.Contains(err.Error(), "there is no rock to dig into here") {
				t.Errorf("%s: %v, %s", goal, err, described(p))
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if e := lastBuild(t, p).Action.Edits[0]; e.Z != -2 || e.X != 4 {
			t.Errorf("%s is dug at %+v", goal, e)
		}
	}
}

// In a cave, what is lived in or grows is built under the sky, and that is said; all else stays where
// the body stands, or has no room there.
func TestFromACaveOnlyAHomeIsBuiltOutside(t *testing.T) {
	const surface, floor = 64, 20
	body := v2Body("1.21.5")
	body.Surveys = true
	state := holding("dirt=90 cobblestone=200 oak_door=1 torch=1 oak_fence=90 oak_fence_gate=1")
	state.Position = &game.Vec3{X: 0.5, Y: floor, Z: 0.5}
	look := func(at []game.Cell) map[game.Cell]string {
		seen := map[game.Cell]string{}
		for i, b := 0, boxOver(at); i < b.Size(); i++ {
			c := b.Cell(i)
			cave := c.Y >= floor && c.Y < floor+4 && max(c.X, -c.X, c.Z, -c.Z) <= 4
			if seen[c] = game.Air; c.Y < surface && !cave {
				seen[c] = "stone"
			}
		}
		return seen
	}
	for goal, where := range map[string]int{
		"build a 3 high pillar of dirt": floor, "build a row of 4 dirt": floor, "build a 3x2 wall of dirt": floor,
		"build a hut of cobblestone": surface, "build a 7x7 house of cobblestone": surface,
		"build a 9x9 platform of dirt": 0, "build a 20x20 pen": 0,
	} {
		req := game.Request{Goal: goal, Body: body, State: state, Baseline: game.BaselineOf(&state), Look: look}
		p, err := planner.NewBuiltin(planner.Config{}).Plan(context.Background(), req)
		if where == 0 {
			if err == nil || !strings.Contains(err.Error(), "no free place") {
				t.Errorf("%s: %v, %s", goal, err, described(p))
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", goal, err)
			continue
		}
		if e := lastBuild(t, p).Action.Edits[0]; e.Y < where || e.Y > where+4 {
			t.Errorf("%s is built at %+v", goal, e)
		}
		said := strings.Join(p.Notices, " ")
		if far := where == surface; far != strings.Contains(said, " 64 ") {
			t.Errorf("%s: said is %q", goal, said)
		}
	}
}
