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

func TestRepeatTable(t *testing.T) {
	for _, c := range []struct {
		name string
		kind game.Kind
		end  game.End
		code game.Code
		v    game.Verdict
		want bool
	}{
		{"a reported timeout", game.Mine, game.EndReported, game.CodeTimeout, game.Failed, true},
		{"a deadline", game.Mine, game.EndDeadline, game.CodeTimeout, game.Failed, true},
		{"a fault of the body", game.Mine, game.EndReported, game.CodeInternal, game.Failed, true},
		{"no code", game.Mine, game.EndReported, "", game.Failed, true},
		{"another code", game.Mine, game.EndReported, game.CodeNotFound, game.Failed, false},
		{"a contradiction", game.Mine, game.EndReported, "", game.Contradicted, true},
		{"never sent", game.Mine, game.EndUnsent, game.CodeInterrupted, game.Failed, false},
		{"the session went", game.Mine, game.EndGone, game.CodeInternal, game.Failed, false},
		{"a person took it back", game.Mine, game.EndCaller, game.CodeInterrupted, game.Failed, false},
		{"a line that the body says it did not say", game.Chat, game.EndReported, game.CodeInternal, game.Failed, true},
		{"a line that may have been said", game.Chat, game.EndDeadline, game.CodeTimeout, game.Failed, false},
		{"a line that was said", game.Chat, game.EndReported, "", game.Contradicted, false},
		{"a success", game.Mine, game.EndReported, "", game.Confirmed, false},
	} {
		out := game.Outcome{End: c.end}
		if c.v == game.Failed {
			out.Failure = &game.Failure{Code: c.code}
		}
		if got := repeatable(c.kind, out, c.v); got != c.want {
			t.Errorf("%s: repeated %v, want %v", c.name, got, c.want)
		}
	}
}

func TestTheSameCallIsForbiddenOnlyForItsOwnFault(t *testing.T) {
	dig := game.Action{ID: "1", Kind: game.Mine, Target: "coal"}
	again := game.Action{ID: "2", Kind: game.Mine, Target: "coal", Quantity: 1}
	for _, c := range []struct {
		name string
		last *game.Attempt
		next game.Action
		want bool
	}{
		{"nothing before", nil, again, false},
		{"failed", ref(attempted(dig, game.Failed, game.EndReported, game.CodeNotFound)), again, true},
		{"contradicted", ref(attempted(dig, game.Contradicted, game.EndReported, "")), again, true},
		{"another call", ref(attempted(dig, game.Failed, game.EndReported, game.CodeNotFound)), game.Action{Kind: game.Mine, Target: "dirt"}, false},
		{"more of it", ref(attempted(dig, game.Failed, game.EndReported, game.CodeNotFound)), game.Action{Kind: game.Mine, Target: "coal", Quantity: 2}, false},
		{"it worked", ref(attempted(dig, game.Confirmed, game.EndReported, "")), again, false},
		{"it never went out", ref(attempted(dig, game.Failed, game.EndUnsent, game.CodeDenied)), again, false},
		{"a person took it back", ref(attempted(dig, game.Failed, game.EndCaller, "")), again, false},
		{"the session went", ref(attempted(dig, game.Failed, game.EndGone, "")), again, false},
		{"the line went", ref(attempted(dig, game.Failed, game.EndReported, game.CodeConnectionLost)), again, false},
		{"no world", ref(attempted(dig, game.Failed, game.EndReported, game.CodeNoWorld)), again, false},
		{"a screen", ref(attempted(dig, game.Failed, game.EndReported, game.CodeScreenOpen)), again, false},
	} {
		if got := forbidsRepeat(c.last, c.next); got != c.want {
			t.Errorf("%s: forbidden %v, want %v", c.name, got, c.want)
		}
	}
}

func ref(h game.Attempt) *game.Attempt { return &h }

func TestARepetitionIsOwedOnce(t *testing.T) {
	dig, other := game.Action{Kind: game.Mine, Target: "coal"}, game.Action{Kind: game.Mine, Target: "dirt"}
	late := attempted(dig, game.Failed, game.EndReported, game.CodeTimeout)
	for _, c := range []struct {
		name    string
		history []game.Attempt
		want    bool
	}{
		{"the first", []game.Attempt{late}, true},
		{"after a success of the same", []game.Attempt{attempted(dig, game.Confirmed, game.EndReported, ""), late}, true},
		{"after a failure of another", []game.Attempt{attempted(other, game.Failed, game.EndReported, game.CodeTimeout), late}, true},
		{"already repeated", []game.Attempt{late, late}, false},
		{"not one that is repeated", []game.Attempt{attempted(dig, game.Failed, game.EndReported, game.CodeNotFound)}, false},
	} {
		if got := owesRepeat(c.history); got != c.want {
			t.Errorf("%s: owed %v, want %v", c.name, got, c.want)
		}
	}
}

func TestWhatWasSaidInAnEarlierRoundIsNotSaidAgain(t *testing.T) {
	hi := game.Step{Action: game.Action{Kind: game.Chat, Message: "hi"}}
	pull := game.Step{Action: game.Action{Kind: game.Interact, Target: "lever"}}
	said := attempted(hi.Action, game.Claimed, game.EndReported, "")
	pulled := attempted(pull.Action, game.Claimed, game.EndReported, "")
	inDoubt := attempted(pull.Action, game.Claimed, game.EndDeadline, "")
	for _, c := range []struct {
		name    string
		step    game.Step
		round   int
		history []game.Attempt
		upTo    []game.Step
		want    bool
	}{
		{"said", hi, 2, []game.Attempt{said}, nil, true},
		{"in this round", hi, 1, []game.Attempt{said}, nil, false},
		{"another line", hi, 2, []game.Attempt{attempted(game.Action{Kind: game.Chat, Message: "ho"}, game.Claimed, game.EndReported, "")}, nil, false},
		{"it failed", hi, 2, []game.Attempt{attempted(hi.Action, game.Failed, game.EndReported, "")}, nil, false},
		{"it was not sent", hi, 2, []game.Attempt{attempted(hi.Action, game.Claimed, game.EndUnsent, "")}, nil, false},
		{"one covers one", hi, 2, []game.Attempt{said}, []game.Step{hi}, false},
		{"two cover two", hi, 2, []game.Attempt{said, said}, []game.Step{hi, pull}, true},
		{"a lever may be pulled again", pull, 2, []game.Attempt{pulled}, nil, false},
		{"a lever in doubt", pull, 2, []game.Attempt{inDoubt}, nil, true},
		{"what can be seen is done again", mine("coal", 1), 2, []game.Attempt{attempted(mine("coal", 1).Action, game.Claimed, game.EndDeadline, "")}, nil, false},
	} {
		if got := saidBefore(&c.step, c.round, c.history, c.upTo); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestExclusionsAreListedOnce(t *testing.T) {
	at := &game.Pos{X: 1}
	base := game.Exclusion{Kind: game.Mine, Subject: "coal", At: at, Code: game.CodeNotFound, Reason: "none"}
	list := addExclusion(nil, base)
	list = addExclusion(list, game.Exclusion{Kind: game.Mine, Subject: "coal", At: &game.Pos{X: 1}, Code: game.CodeNoPath})
	if len(list) != 1 || list[0].Reason != "none" {
		t.Errorf("the same twice: %+v", list)
	}
	for _, x := range []game.Exclusion{
		{Kind: game.Collect, Subject: "coal", At: at}, {Kind: game.Mine, Subject: "dirt", At: at},
		{Kind: game.Mine, Subject: "coal"}, {Kind: game.Mine, Subject: "coal", At: &game.Pos{X: 2}},
	} {
		if n := len(list); len(addExclusion(list, x)) != n+1 {
			t.Errorf("%+v was taken for another", x)
		}
	}
	if _, ok := exclusionOf(&game.Action{Kind: game.Mine}, nil); ok {
		t.Error("no failure forbids something")
	}
	x, ok := exclusionOf(&game.Action{Kind: game.Mine, Target: "coal"}, &game.Failure{Code: game.CodeProtected, Message: "spawn"})
	if !ok || x.Code != game.CodeProtected || x.Reason != "spawn" || x.Subject != "coal" {
		t.Errorf("%+v %v", x, ok)
	}
	for _, code := range []game.Code{game.CodeNoSupport, game.CodeWrongDimension} {
		if x, ok := exclusionOf(&game.Action{Kind: game.Place, Block: "torch", At: at}, &game.Failure{Code: code}); !ok || x.At != at {
			t.Errorf("%s: %+v %v", code, x, ok)
		}
	}
}

func TestMissingNeedNamesIt(t *testing.T) {
	s := st(map[string]int{"oak_planks": 2, "stick": 1})
	needs := func(n int, items ...string) []game.Need { return []game.Need{{Items: items, Count: n}} }
	for want, n := range map[string][]game.Need{
		"":             append(needs(2, "oak_planks"), needs(0, "stick")...),
		"3 oak planks": needs(3, "oak_planks"),
		"1 coal":       needs(0, "coal"),
	} {
		if got := missingNeed(n, &s); got != want {
			t.Errorf("missing %q, want %q", got, want)
		}
	}
	if got := missingNeed(needs(3, "oak_planks", "stick"), &s); got != "" {
		t.Errorf("alternatives do not add up: %q", got)
	}
}

func TestTheFirstContradictionIsNamedElseTheLastFailure(t *testing.T) {
	dig := game.Action{Kind: game.Mine, Target: "coal"}
	a, b := attempted(dig, game.Failed, game.EndReported, "a"), attempted(dig, game.Failed, game.EndReported, "b")
	c, d := attempted(dig, game.Contradicted, game.EndReported, ""), attempted(dig, game.Confirmed, game.EndReported, "")
	c.Reason = "first"
	for want, history := range map[int][]game.Attempt{1: {a, b, d}, 2: {a, d, c, b, attempted(dig, game.Contradicted, game.EndReported, "")}, -1: {d}} {
		r := Run{History: history, past: make([]Action, len(history))}
		got := (&turn{a: Agent{Current: &r}, in: &Input{}}).lastFailure()
		if want < 0 && got != nil || want >= 0 && got != &history[want] {
			t.Errorf("want %d, got %+v", want, got)
		}
	}
	for want, list := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := listWords(list); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestReplanExclusions(t *testing.T) {
	at := &game.Pos{X: 3, Y: 4, Z: 5}
	for _, c := range []struct {
		code game.Code
		want *game.Exclusion
	}{
		{game.CodeNotFound, &game.Exclusion{Kind: game.Mine, Subject: "diamond_ore", At: at}},
		{game.CodeNoPath, &game.Exclusion{Kind: game.Mine, Subject: "diamond_ore", At: at}},
		{game.CodeUnreachable, &game.Exclusion{Kind: game.Mine, Subject: "diamond_ore", At: at}},
		{game.CodeUnsupported, &game.Exclusion{Kind: game.Mine}},
		{game.CodeInvalid, &game.Exclusion{Kind: game.Mine, Subject: "diamond_ore", At: at}},
		{game.CodeDenied, &game.Exclusion{Kind: game.Mine}},
		{game.CodeMissingItem, nil},
		{game.CodeNoStation, nil},
		{game.CodeInventoryFull, nil},
		{game.CodeTimeout, nil},
	} {
		x, ok := exclusionOf(&game.Action{Kind: game.Mine, Target: "diamond_ore", At: at}, &game.Failure{Code: c.code})
		if ok != (c.want != nil) || ok && (x.Kind != c.want.Kind || x.Subject != c.want.Subject || !samePlace(x.At, c.want.At)) {
			t.Errorf("%s: %+v %v", c.code, x, ok)
		}
	}
}
