// SPDX-License-Identifier: MIT

package game

import "testing"

func TestExclusionsAreListedOnce(t *testing.T) {
	at := &Pos{X: 1}
	base := Exclusion{Kind: Mine, Subject: "coal", At: at, Code: CodeNotFound, Reason: "none"}
	list := Exclude(nil, base)
	list = Exclude(list, Exclusion{Kind: Mine, Subject: "coal", At: &Pos{X: 1}, Code: CodeNoPath})
	if len(list) != 1 || list[0].Reason != "none" {
		t.Errorf("the same twice: %+v", list)
	}
	for _, x := range []Exclusion{
		{Kind: Collect, Subject: "coal", At: at}, {Kind: Mine, Subject: "dirt", At: at},
		{Kind: Mine, Subject: "coal"}, {Kind: Mine, Subject: "coal", At: &Pos{X: 2}},
	} {
		if n := len(list); len(Exclude(list, x)) != n+1 {
			t.Errorf("%+v was taken for another", x)
		}
	}
	if _, ok := ExclusionOf(&Action{Kind: Mine}, nil); ok {
		t.Error("no failure forbids something")
	}
	x, ok := ExclusionOf(&Action{Kind: Mine, Target: "coal"}, &Failure{Code: CodeProtected, Message: "spawn"})
	if !ok || x.Code != CodeProtected || x.Reason != "spawn" || x.Subject != "coal" {
		t.Errorf("%+v %v", x, ok)
	}
	for _, code := range []Code{CodeNoSupport, CodeWrongDimension} {
		if x, ok := ExclusionOf(&Action{Kind: Place, Block: "torch", At: at}, &Failure{Code: code}); !ok || x.At != at {
			t.Errorf("%s: %+v %v", code, x, ok)
		}
	}
}

// One place that does not take a block is none of the others.
func TestAnExclusionIsAsNarrowAsItsFailure(t *testing.T) {
	at, other := &Pos{X: 1, Y: 2, Z: 3}, &Pos{X: 9, Y: 2, Z: 3}
	boat := Exclusion{Kind: Place, Subject: "oak_boat", At: at, Code: CodeNoSupport}
	ore := Exclusion{Kind: Mine, Subject: "coal_ore", At: at, Code: CodeNotFound}
	for _, c := range []struct {
		x    Exclusion
		a    Action
		want bool
	}{
		{boat, Action{Kind: Place, Block: "oak_boat", At: at}, true},
		{boat, Action{Kind: Place, Block: "oak_boat", At: other}, false},
		{boat, Action{Kind: Place, Block: "oak_boat"}, false},
		{ore, Action{Kind: Mine, Target: "coal_ore"}, true},
		{ore, Action{Kind: Mine, Target: "coal_ore", At: other}, false},
		{Exclusion{Kind: Goto, At: at}, Action{Kind: Goto, Target: "cow"}, false},
		{Exclusion{Kind: Place, Subject: "oak_boat"}, Action{Kind: Place, Block: "oak_boat", At: at}, true},
	} {
		if got := c.x.Covers(&c.a); got != c.want {
			t.Errorf("%+v covers %+v: %v", c.x, c.a, got)
		}
	}
}

func TestMissingNeedNamesIt(t *testing.T) {
	s := claimState(map[string]int{"oak_planks": 2, "stick": 1})
	needs := func(n int, items ...string) []Need { return []Need{{Items: items, Count: n}} }
	for want, n := range map[string][]Need{
		"":             append(needs(2, "oak_planks"), needs(0, "stick")...),
		"3 oak planks": needs(3, "oak_planks"),
		"1 coal":       needs(0, "coal"),
	} {
		if got := MissingNeed(n, &s); got != want {
			t.Errorf("missing %q, want %q", got, want)
		}
	}
	if got := MissingNeed(needs(3, "oak_planks", "stick"), &s); got != "" {
		t.Errorf("alternatives do not add up: %q", got)
	}
}

func TestReplanExclusions(t *testing.T) {
	at := &Pos{X: 3, Y: 4, Z: 5}
	for _, c := range []struct {
		code Code
		want *Exclusion
	}{
		{CodeNotFound, &Exclusion{Kind: Mine, Subject: "diamond_ore", At: at}},
		{CodeNoPath, &Exclusion{Kind: Mine, Subject: "diamond_ore", At: at}},
		{CodeUnreachable, &Exclusion{Kind: Mine, Subject: "diamond_ore", At: at}},
		{CodeUnsupported, &Exclusion{Kind: Mine}},
		{CodeInvalid, &Exclusion{Kind: Mine, Subject: "diamond_ore", At: at}},
		{CodeDenied, &Exclusion{Kind: Mine}},
		{CodeMissingItem, nil},
		{CodeNoStation, nil},
		{CodeInventoryFull, nil},
		{CodeTimeout, nil},
	} {
		x, ok := ExclusionOf(&Action{Kind: Mine, Target: "diamond_ore", At: at}, &Failure{Code: c.code})
		if ok != (c.want != nil) || ok && (x.Kind != c.want.Kind || x.Subject != c.want.Subject || !SamePlace(x.At, c.want.At)) {
			t.Errorf("%s: %+v %v", c.code, x, ok)
		}
	}
}
