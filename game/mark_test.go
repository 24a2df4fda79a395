// SPDX-License-Identifier: MIT

package game

import "testing"

func TestAMarkKeepsAPlacedBlock(t *testing.T) {
	step := place("torch")
	s := claimState(map[string]int{"torch": 2, "stick": 1})
	m := step.Expect.Mark(&s)
	if len(m.Counts) != 1 || m.Counts["torch"] != 2 || m.Position != s.Position || m.Dimension != "overworld" || m.GameMode != "survival" {
		t.Fatalf("%+v", m)
	}
	back := m.State()
	if back.Count("torch") != 2 || len(back.Inventory) != 2 || back.held() != 3 || back.Position != s.Position || back.Dimension != "overworld" || back.GameMode != "survival" {
		t.Errorf("%+v", back)
	}
	none := Mark{Counts: map[string]int{"b": 0, "c": 4, "a": 1}}
	if got := none.State().Inventory; len(got) != 2 || got[0].Item != "a" || got[0].Slot == got[1].Slot {
		t.Errorf("%+v", got)
	}
	if (*Mark)(nil).State() != nil {
		t.Error("no mark is a state")
	}
}

func TestAMarkKnowsABodyThatReportsNoInventory(t *testing.T) {
	step := mine("diamond", 3)
	blind, empty := claimState(nil, func(s *State) { s.Inventory = nil }), claimState(nil)
	if got := step.Expect.Mark(&blind).State(); got.Inventory != nil {
		t.Errorf("%+v", got)
	}
	if got := step.Expect.Mark(&empty).State(); got.Inventory == nil {
		t.Errorf("%+v", got)
	}
	if blind.Clone().Inventory != nil || empty.Clone().Inventory == nil {
		t.Error("a copy does not say whether there was an inventory")
	}
}

func TestMarkKeepsWhatIsCompared(t *testing.T) {
	step := mine("diamond", 3)
	s := claimState(map[string]int{"diamond": 2, "stick": 7})
	m := step.Expect.Mark(&s)
	if m.Counts["diamond"] != 2 || len(m.Counts) != 1 {
		t.Errorf("%+v", m)
	}
	now := claimState(map[string]int{"diamond": 5})
	if !step.Expect.Shown(m.State(), &now) {
		t.Error("the change does not show")
	}
	if now = claimState(map[string]int{"diamond": 4}); step.Expect.Shown(m.State(), &now) {
		t.Error("a part passes for the whole")
	}
	plain := say("hi")
	if plain.Expect.Mark(&s) != nil {
		t.Error("a chat line has nothing to compare")
	}
}
