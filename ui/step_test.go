// SPDX-License-Identifier: MIT

package ui

import (
	"reflect"
	"testing"

	"github.com/minehand/minehand/game"
)

// TestAStepIsShownWhole: each member of a step that clients see comes from the plan's.
func TestAStepIsShownWhole(t *testing.T) {
	v := stepOf(&game.Step{
		Action: game.Action{Kind: game.Mine, Target: "stone", Quantity: 3}, Seconds: 7, Source: game.FromBuiltin,
		Why: "as asked", Because: game.Say("step.asked"), Group: "get 3 stone",
		Needs:  []game.Need{{Items: []string{"wooden_pickaxe"}, Count: 1}},
		Expect: game.Expect{Gains: []game.Gain{{Items: []string{"cobblestone"}, Min: 3}}},
	})
	if v.Group != "get 3 stone" || v.Why != "as asked" || v.Seconds != 7 || v.Source != game.FromBuiltin {
		t.Errorf("%+v", v)
	}
	all := reflect.ValueOf(v)
	for i := range all.NumField() {
		if all.Field(i).IsZero() {
			t.Errorf("%s of a step is not shown", all.Type().Field(i).Name)
		}
	}
}
