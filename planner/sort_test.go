// SPDX-License-Identifier: MIT

package planner_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
)

// chestAt is the place of a chest; they stand three blocks apart.
func chestAt(i int) game.Pos { return game.Pos{X: 2 + 3*i, Y: 64, Z: 2} }

// stored is what a chest holds, from "item=count" words.
func stored(words string) []game.Stack {
	list := []game.Stack{}
	s := holding(words)
	return append(list, s.Inventory...)
}

// used is what was done at a chest, and what it held then; failed is nil for nothing that went wrong.
func used(kind game.Kind, i int, item string, n int, holds string, failed *game.Failure) game.Attempt {
	at := chestAt(i)
	a := game.Attempt{Round: 1, Step: game.Step{Action: game.Action{Kind: kind, Item: item, Quantity: n, At: &at}}, Verdict: game.Confirmed}
	switch kind {
	case game.Interact:
		a.Step.Action.Target = "chest"
	case game.Withdraw:
		a.Step.Because = game.Say(game.ToSort)
	}
	if a.Outcome.Result = (&game.Result{Contents: stored(holds)}); failed != nil {
		a.Outcome.Result, a.Outcome.Failure, a.Verdict = nil, failed, game.Failed
	}
	return a
}

func seen(i int, holds string) game.Attempt { return used(game.Interact, i, "", 0, holds, nil) }

// store is a request of a body that remembers so many chests and did this.
func store(chests int, held string, did ...game.Attempt) game.Request {
	start := holding("")
	req := game.Request{Goal: "sort my chests", Body: v2Body("1.21.5"), State: holding(held), Baseline: game.BaselineOf(&start), History: did, Round: 1 + len(did)}
	for i := range chests {
		at := chestAt(i)
		at.Dimension = "overworld"
		req.Known = append(req.Known, game.Landmark{Kind: game.LandmarkContainer, Name: "chest", At: at})
	}
	return req
}

// fillOf is a chest in which some slots more than those of the words are filled, each with another thing.
func fillOf(words string, slots int) string {
	things := strings.Fields("bow shears bucket saddle shield compass clock lead map book paper bone string feather flint leather brick bowl apple bread egg sugar wheat coal charcoal stick arrow")
	for _, thing := range things[:slots] {
		words += " " + thing + "=1"
	}
	return words
}

// atChests are the steps of a plan, by the numbers of the chests.
func atChests(p game.Plan) string {
	var out []string
	for i := range p.Steps {
		a := &p.Steps[i].Action
		at := (a.At.X - 2) / 3
		switch a.Kind {
		case game.Withdraw:
			out = append(out, fmt.Sprintf("take %d %s from %d", a.Count(), a.Item, at))
		case game.Deposit:
			out = append(out, fmt.Sprintf("put %d %s into %d", a.Count(), a.Item, at))
		default:
			out = append(out, fmt.Sprintf("look %d", at))
		}
	}
	return strings.Join(out, ", ")
}

func TestSortingChestsIsPlanned(t *testing.T) {
	const looks = "look 0, look 1"
	for name, c := range map[string]struct {
		req               game.Request
		want, notice, err string
	}{
		"none is known":   {store(0, ""), "", "", "0 chests are known"},
		"one is known":    {store(1, ""), "", "", "1 chest is known"},
		"not looked into": {store(2, ""), looks, "", ""},
		"a chest keeps what it has most of": {
			store(2, "", seen(0, "dirt=40 stone=3"), seen(1, "stone=20 dirt=5")),
			"take 3 stone from 0, take 5 dirt from 1, put 5 dirt into 0, put 3 stone into 1, " + looks, "", "",
		},
		"carried when it was broken off": {
			store(2, "dirt=5", seen(0, "dirt=40"), seen(1, "stone=20 dirt=5"), used(game.Withdraw, 1, "dirt", 5, "stone=20", nil)),
			"put 5 dirt into 0, look 0", "", "",
		},
		"taken out when it was broken off": {
			store(2, "dirt=5", seen(0, "dirt=40"), seen(1, "stone=20 dirt=5"), used(game.Withdraw, 1, "dirt", 5, "", &game.Failure{Code: game.CodeInterrupted})),
			"look 1", "", "",
		},
		"what is its own stays": {
			func() game.Request {
				r := store(2, "dirt=9", seen(0, "dirt=40"), seen(1, "stone=20"))
				r.Baseline = game.BaselineOf(&r.State)
				return r
			}(), "", "", "",
		},
		"carried since a sorting that was stopped": {
			func() game.Request {
				r := store(2, "dirt=9", seen(0, "dirt=40"), seen(1, "stone=20"))
				r.Baseline = game.BaselineOf(&r.State)
				r.Baseline.Carried = map[string]int{"dirt": 5}
				return r
			}(), "put 5 dirt into 0, look 0", "", "",
		},
		"put away since then": {
			func() game.Request {
				r := store(2, "dirt=4", seen(0, "dirt=40"), seen(1, "stone=20"), used(game.Deposit, 0, "dirt", 5, "dirt=45", nil))
				r.Baseline.Inventory, r.Baseline.Carried = map[string]int{"dirt": 9}, map[string]int{"dirt": 5}
				return r
			}(), "", "", "",
		},
		"taken for the player": {
			func() game.Request {
				r := store(2, "dirt=5", seen(0, "dirt=40"), seen(1, "stone=20"), used(game.Withdraw, 1, "dirt", 5, "stone=20", nil))
				r.History[2].Step.Because = game.Message{}
				return r
			}(), "", "", "",
		},
		"carried by what died": {store(2, "", seen(0, "dirt=40"), seen(1, "stone=20 dirt=5"), used(game.Withdraw, 1, "dirt", 5, "stone=20", nil)), "", "", ""},
		"another took it meanwhile": {
			store(2, "", seen(0, "dirt=40"), seen(1, "dirt=5"), used(game.Withdraw, 1, "dirt", 5, "", &game.Failure{Code: game.CodeMissingItem, Message: "there are none"})),
			"look 1", "", "",
		},
		"locked": {
			store(3, "", seen(0, "dirt=40 stone=1"), seen(1, "stone=20"), used(game.Interact, 2, "", 0, "", &game.Failure{Code: game.CodeTimeout, Message: "the chest did not open"})),
			"take 1 stone from 0, put 1 stone into 1, " + looks, "The chest at 8 64 2 is left alone: the chest did not open.", "",
		},
		"all but one are gone": {
			store(2, "", seen(0, "dirt=40"), used(game.Interact, 1, "", 0, "", &game.Failure{Code: game.CodeNotFound, Message: "there is none"})),
			"", "", "fewer than two can be opened",
		},
		"full": { // the other has room
			store(2, "", seen(0, fillOf("dirt=64", 26)), seen(1, "dirt=3")),
			"take 64 dirt from 0, put 64 dirt into 1, " + looks, "", "",
		},
		"both are full": {
			store(2, "", seen(0, fillOf("dirt=64", 26)), seen(1, strings.Repeat("cobblestone=64 ", 26)+"dirt=64")),
			"", "so it stays where it lies: dirt.", "",
		},
		"full of one another's": {
			store(2, "", seen(0, strings.Repeat("dirt=64 ", 26)+"stone=64"), seen(1, strings.Repeat("stone=64 ", 26)+"dirt=64")),
			"take 64 stone from 0, take 64 dirt from 1, put 64 dirt into 0, put 64 stone into 1, " + looks, "", "",
		},
		"carried, and no room is left": {
			store(2, "dirt=64", seen(0, fillOf("dirt=64", 26)), seen(1, strings.Repeat("stone=64 ", 27)), used(game.Withdraw, 0, "dirt", 64, fillOf("cake=1", 26), nil)),
			"", "", "place another chest",
		},
		"sorted":          {store(2, "", seen(0, "dirt=40"), seen(1, "stone=20")), "", "", ""},
		"empty":           {store(2, "", seen(0, ""), seen(1, "")), "", "", "hold nothing"},
		"its own is full": {store(2, strings.Repeat("dirt=64 ", 36), seen(0, "dirt=40 stone=1"), seen(1, "stone=20")), "", "", "no free slot"},
		"halves of one": {
			func() game.Request {
				r := store(3, "", seen(0, "dirt=40"), seen(2, "stone=20 dirt=1"))
				r.Known[1].At = game.Pos{X: 3, Y: 64, Z: 2, Dimension: "overworld"}
				r.Body.Surveys = true
				r.Look = func([]game.Cell) map[game.Cell]string {
					return map[game.Cell]string{{X: 2, Y: 64, Z: 2}: "chest[facing=north,type=left]", {X: 3, Y: 64, Z: 2}: "chest[facing=north,type=right]", {X: 8, Y: 64, Z: 2}: "chest[facing=north,type=single]"}
				}
				return r
			}(), "take 1 dirt from 2, put 1 dirt into 0, look 2, look 0", "", "",
		},
	} {
		t.Run(name, func(t *testing.T) {
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
			if got := atChests(p); got != c.want || !strings.Contains(strings.Join(p.Notices, " "), c.notice) {
				t.Errorf("%s; want %s (%v)", got, c.want, p.Notices)
			}
			if p.Goal.Judged() != (c.want == "") || c.want != "" && p.Next == "" {
				t.Errorf("what the goal is met by: %+v, next %q", p.Goal.Clauses, p.Next)
			}
		})
	}
}
