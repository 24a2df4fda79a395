// SPDX-License-Identifier: MIT

package planner_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner"
)

// aGarden is a field of some crops, each in a row of its own from x 2 and at z 1, 2, and so on.
func aGarden(states ...[]string) map[game.Cell]string {
	seen := map[game.Cell]string{}
	for z, row := range states {
		for x, state := range row {
			at := game.Cell{X: 2 + x, Y: 64, Z: 1 + z}
			seen[at], seen[at.Plus(game.Cell{Y: -1})] = state, "farmland"
		}
	}
	return seen
}

// inGarden is a request of a body that sees it; nil is a place that is not loaded.
func inGarden(goal string, seen map[game.Cell]string, did ...game.Attempt) game.Request {
	body := v2Body("1.21.5")
	body.Surveys = true
	start := holding("")
	start.Position, start.Dimension = &game.Vec3{X: 0.5, Y: 64, Z: 0.5}, "overworld"
	req := game.Request{Goal: goal, Body: body, State: start, Baseline: game.BaselineOf(&start), History: did, Round: 1 + len(did)}
	req.Look = func(at []game.Cell) map[game.Cell]string {
		boxes, _ := game.BoxesOver(at, 8)
		out := map[game.Cell]string{}
		for c, state := range seen {
			if slices.ContainsFunc(boxes, func(b game.Box) bool { return b.Holds(c) }) {
				out[c] = state
			}
		}
		return out
	}
	return req
}

// dug is a harvest of some cells that brought so much.
func dug(brought map[string]int, failed *game.Failure, cells ...game.Cell) game.Attempt {
	a := game.Attempt{Round: 1, Step: game.Step{Action: game.Action{Kind: game.Build}}, Verdict: game.Confirmed}
	for _, c := range cells {
		a.Step.Action.Edits = append(a.Step.Action.Edits, game.Edit{X: c.X, Y: c.Y, Z: c.Z, Block: game.Air})
	}
	if a.Outcome.Result = (&game.Result{Delta: brought}); failed != nil {
		a.Outcome.Result, a.Outcome.Failure, a.Verdict = nil, failed, game.Failed
	}
	return a
}

const ripeWheat, youngWheat, ripeBeets, ripeCarrots = "wheat[age=7]", "wheat[age=0]", "beetroots[age=3]", "carrots[age=7]"

func TestAHarvestIsPlanned(t *testing.T) {
	wheat, beets := game.Cell{X: 2, Y: 64, Z: 1}, game.Cell{X: 2, Y: 64, Z: 2}
	two := aGarden([]string{ripeWheat, ripeWheat}, []string{ripeBeets, ripeBeets})
	reaped := maps.Clone(two)
	for _, c := range []game.Cell{wheat, wheat.Plus(game.Cell{X: 1}), beets, beets.Plus(game.Cell{X: 1})} {
		reaped[c] = game.Air
	}
	row := aGarden([]string{ripeWheat, ripeWheat, youngWheat})
	resown := maps.Clone(row)
	resown[wheat] = youngWheat // by somebody else
	near := game.Zone{Name: "garden", Dimension: "overworld", X: wheat.X, Y: wheat.Y, Z: wheat.Z}
	for name, c := range map[string]struct {
		req        game.Request
		want, next string
		err        string
	}{
		"after a walk to a player": {inGarden("go to Steve and harvest the wheat", row), "Go to Steve", "harvest wheat", ""},
		"lit after a walk":         {inGarden("go to Steve and light up 8 blocks around", row), "Go to Steve", "light up 8 blocks around", ""},
		"not loaded": {
			func() game.Request {
				r := inGarden("harvest the wheat", nil)
				r.State.Position = &game.Vec3{X: 400.5, Y: 70, Z: 0.5}
				return r
			}(), "Go to 0 64 0", "harvest wheat", "",
		},
		"not loaded, and it stands there": {inGarden("harvest the wheat", nil), "", "", "Nothing of that grows within"},
		"what is ripe":                    {inGarden("harvest the wheat", row), "Dig 2 blocks free", "", ""},
		"sown by another since": {
			inGarden("harvest the wheat", resown, dug(map[string]int{"wheat": 1}, nil, wheat)), "Dig 1 block free", "", "",
		},
		"one of the others' drops was picked up": {
			inGarden("harvest my field and replant it", reaped,
				dug(map[string]int{"wheat": 2, "wheat_seeds": 4}, nil, wheat, wheat.Plus(game.Cell{X: 1})),
				dug(map[string]int{"wheat": 1, "beetroot": 2, "beetroot_seeds": 4}, nil, beets, beets.Plus(game.Cell{X: 1}))),
			"Build 2 blocks, Build 2 blocks", "", "",
		},
		"cannot be reached": {
			inGarden("harvest the wheat", row, dug(nil, &game.Failure{Code: game.CodeUnreachable, Message: "it is walled in"}, wheat, wheat.Plus(game.Cell{X: 1}))),
			"Dig 1 block free", "", "",
		},
		"protected": {func() game.Request {
			r := inGarden("harvest the wheat", row)
			r.Zones = []game.Zone{near}
			return r
		}(), "Dig 1 block free", "", ""},
		"all protected": {func() game.Request {
			r := inGarden("harvest the wheat", row)
			near.Radius = 5
			r.Zones = []game.Zone{near}
			return r
		}(), "", "", "2 ripe plants stand within"},
		"given away before all is in": {
			inGarden("harvest the carrots and give them to Alex", aGarden([]string{ripeCarrots, game.Air}), dug(nil, &game.Failure{Code: game.CodeInterrupted, Message: "it was broken off"}, wheat, wheat.Plus(game.Cell{X: 1}))),
			"Dig 2 blocks free", "give 1 carrot to Alex", "",
		},
		"given away when others have sown again": {
			inGarden("harvest the carrots and give them to Alex", aGarden([]string{"carrots[age=1]"}), dug(map[string]int{"carrot": 3}, nil, wheat)),
			"Drop 3 carrots", "", "",
		},
		"blind, and no crop named": {func() game.Request {
			r := inGarden("harvest my field", row)
			r.Body.Surveys = false
			return r
		}(), "", "", "say which crop"},
	} {
		t.Run(name, func(t *testing.T) {
			c.req.State.Inventory = holding("carrot=3 wheat=3 beetroot=3 wheat_seeds=5 beetroot_seeds=4").Inventory
			p, err := planner.NewBuiltin(planner.Config{}).Plan(context.Background(), c.req)
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Errorf("%v, want %s", err, c.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if away := strings.HasPrefix(c.want, "Go to"); away == p.Goal.Judged() {
				t.Errorf("what the goal is met by: %+v", p.Goal.Clauses)
			}
			if got := strings.Join(described(p), ", "); got != c.want || p.Next != c.next {
				t.Errorf("%s, next %q; want %s, next %q (%v)", got, p.Next, c.want, c.next, p.Notices)
			}
		})
	}
}

// So many, a pair, or enough for something is mined as before.
func TestSoManyOfACropAreMined(t *testing.T) {
	for goal, want := range map[string]string{
		"harvest a pair of carrots":        "mine 2 carrots",
		"harvest enough wheat for a bread": "mine 3 wheat",
		"harvest 5 carrots":                "mine 5 carrots",
		"harvest the carrots":              "harvest carrot",
		"收割麦田":                             "收割小麦",
		"harvest the wheat and replant it": "harvest wheat and replant",
		"harvest the wheat that is ripe":   "harvest wheat",
		"harvest wood":                     "mine 1 log of any kind",
		"reap the carrots":                 "harvest carrot",
		"harvest two stacks of carrots":    "mine 128 carrots",
	} {
		p, err := planner.NewBuiltin(planner.Config{}).Plan(context.Background(), game.Request{Goal: goal, Body: v2Body("1.21.5"), State: holding("")})
		if err != nil || p.Goal.Reading != want {
			t.Errorf("%q: %v (%v), want %s", goal, p.Goal.Reading, err, want)
		}
	}
}

// What became of a crop is said in the reader's language.
func TestWhatIsReapedHasWords(t *testing.T) {
	req := inGarden("harvest the wheat and replant it", aGarden([]string{ripeWheat, ripeWheat}))
	req.State.Inventory = holding("wheat_seeds=5").Inventory
	p, err := planner.NewBuiltin(planner.Config{}).Plan(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	said := map[string][]string{}
	for _, c := range p.Goal.Checks() {
		for _, language := range []string{messages.English, "de"} {
			said[language] = append(said[language], messages.Say(language, c.Say()))
		}
	}
	for language, want := range map[string][]string{
		messages.English: {"2 plants harvested", "2 plants stand again where they were"},
		"de":             {"2 Pflanzen geerntet", "2 Pflanzen stehen wieder an ihrem Platz"},
	} {
		for _, text := range want {
			if !slices.Contains(said[language], text) {
				t.Errorf("%s: %q lacks %q", language, said[language], text)
			}
		}
	}
}
