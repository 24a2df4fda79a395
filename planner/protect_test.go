// SPDX-License-Identifier: MIT

package planner_test

import (
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/check"
)

// TestDoNoHarmAStepInAProtectedPlaceIsAFault with a sentence that names it.
func TestDoNoHarmAStepInAProtectedPlaceIsAFault(t *testing.T) {
	zone := game.Zone{Name: "old mill", X: 100, Y: 64, Z: -20, Dimension: "overworld", Radius: 24}
	in, out := &game.Pos{X: 110, Y: 64, Z: -20}, &game.Pos{X: 125, Y: 64, Z: -20}
	nether := &game.Pos{X: 110, Y: 64, Z: -20, Dimension: "the_nether"}
	const fault = `110 64 -20 lies in the protected place "old mill", where nothing is broken or built; choose a place more than 24 blocks from 100 64 -20`
	for _, c := range []struct {
		name  string
		act   game.Action
		zones []game.Zone
		want  bool
	}{
		{"mine", game.Action{Kind: game.Mine, Target: "dirt", At: in}, []game.Zone{zone}, true},
		{"mine outside", game.Action{Kind: game.Mine, Target: "dirt", At: out}, []game.Zone{zone}, false},
		{"mine in another dimension", game.Action{Kind: game.Mine, Target: "dirt", At: nether}, []game.Zone{zone}, false},
		{"no place is protected", game.Action{Kind: game.Mine, Target: "dirt", At: in}, nil, false},
		{"mine by name", game.Action{Kind: game.Mine, Target: "dirt"}, []game.Zone{zone}, false},
		{"place", game.Action{Kind: game.Place, Block: "dirt", At: in}, []game.Zone{zone}, true},
		{"build", game.Action{Kind: game.Build, Edits: []game.Edit{{X: 125, Y: 64, Z: -20, Block: "dirt"}, {X: 110, Y: 64, Z: -20, Block: "dirt"}}}, []game.Zone{zone}, true},
		{"walk", game.Action{Kind: game.Goto, At: in}, []game.Zone{zone}, false},
	} {
		d, err := book.NewLibrary(planner.Config{}).Open(game.Request{Body: v2Body("1.21.5"), State: holding("dirt=9"), Zones: c.zones})
		if err != nil {
			t.Fatal(err)
		}
		got := check.Check(d, []game.Step{{Action: c.act}}).Sentences()
		if found := strings.Contains(strings.Join(got, "\n"), fault); found != c.want {
			t.Errorf("%s: faults %q", c.name, got)
		}
	}
}
