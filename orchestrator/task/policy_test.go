// SPDX-License-Identifier: MIT

package task

import (
	"testing"

	"github.com/minehand/minehand/game"
)

// attempted is an action that ended so.
func attempted(a game.Action, v game.Verdict, end game.End, code game.Code) game.Attempt {
	h := game.Attempt{Round: 1, Step: game.Step{Action: a}, Verdict: v, Outcome: game.Outcome{End: end}}
	if v == game.Failed {
		h.Outcome.Failure = &game.Failure{Code: code}
	}
	return h
}

func TestTheFirstContradictionIsNamedElseTheLastFailure(t *testing.T) {
	dig := game.Action{Kind: game.Mine, Target: "coal"}
	a, b := attempted(dig, game.Failed, game.EndReported, "a"), attempted(dig, game.Failed, game.EndReported, "b")
	c, d := attempted(dig, game.Contradicted, game.EndReported, ""), attempted(dig, game.Confirmed, game.EndReported, "")
	c.Reason = "first"
	for want, history := range map[int][]game.Attempt{1: {a, b, d}, 2: {a, d, c, b, attempted(dig, game.Contradicted, game.EndReported, "")}, -1: {d}} {
		got := game.LastFailure(history, nil)
		if want < 0 && got != nil || want >= 0 && got != &history[want] {
			t.Errorf("want %d, got %+v", want, got)
		}
	}
	for want, list := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := game.List(list); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestATaskIsCalledByItsWords, a list by what it does.
func TestATaskIsCalledByItsWords(t *testing.T) {
	list := []game.Action{{Kind: game.Mine, Target: "coal"}}
	at := func(x int, target string) game.Action {
		return game.Action{Kind: game.Mine, Target: target, At: &game.Pos{X: x}}
	}
	for want, row := range map[string]Task{
		"Mine 3 torches and mine 1 crafting table":                  {ID: "1", Actions: []game.Action{at(1, "torch"), at(2, "crafting_table"), at(3, "torch"), at(4, "torch")}},
		"Mine 1 a, mine 1 b, mine 1 c, mine 1 d and 2 more":         {ID: "1", Actions: []game.Action{at(1, "a"), at(2, "b"), at(3, "c"), at(4, "d"), at(5, "e"), at(6, "f")}},
		"Mine 1 a, mine 1 b, mine 1 c, mine 1 d and mine 1 furnace": {ID: "1", Actions: []game.Action{at(1, "a"), at(2, "b"), at(3, "c"), at(4, "d"), at(5, "furnace")}},
		"get coal":         {ID: "1", Goal: "get coal", Actions: list},
		list[0].Describe(): {ID: "1", Actions: list},
		"1":                {ID: "1"},
	} {
		if got := row.Title(); got != want {
			t.Errorf("it is called %q, want %q", got, want)
		}
	}
}
