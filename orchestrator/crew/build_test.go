// SPDX-License-Identifier: MIT

package crew

import (
	"fmt"
	"testing"

	"github.com/minehand/minehand/game"
)

// shed is a room of planks with a roof, put up column by column and then ring by ring, and a
// torch and a door behind all else.
func shed(wide int) []game.Edit {
	var out []game.Edit
	put := func(x, y, z int, block string) { out = append(out, game.Edit{X: x, Y: y, Z: z, Block: block}) }
	put(2, 64, 2, game.Air)
	for x := range wide {
		for z := range wide {
			for y := 64; y < 67 && (x == 0 || z == 0 || x == wide-1 || z == wide-1) && (x != 2 || z != 0); y++ {
				put(x, y, z, "oak_planks")
			}
		}
	}
	for in := 0; 2*in < wide; in++ {
		for x := in; x < wide-in; x++ {
			for z := in; z < wide-in; z++ {
				if x == in || z == in || x == wide-1-in || z == wide-1-in {
					put(x, 67, z, "oak_planks")
				}
			}
		}
	}
	put(2, 64, 3, "torch")
	put(2, 64, 0, "oak_door")
	return out
}

// Dealt round by round each cell is built once, by a member that holds its block, on the ground
// or beside what stands then; what is behind all else comes last. Who fails costs no cell.
func TestABuildIsDealt(t *testing.T) {
	for members := 1; members <= 5; members++ {
		for _, leaves := range []bool{false, members > 1} {
			t.Run(fmt.Sprint(members, leaves), func(t *testing.T) {
				edits := shed(7)
				var able []Member
				for i := range members {
					m := Member{Info: game.BodyInfo{ID: fmt.Sprint(i)}}
					m.State.Inventory = []game.Stack{{Item: "oak_planks", Count: 200}}
					if i == members-1 {
						m.State.Inventory = []game.Stack{{Item: "oak_planks", Count: 200 / members}, {Item: "torch", Count: 1}, {Item: "oak_door", Count: 1}}
					}
					able = append(able, m)
				}
				built, rounds := map[game.Edit]bool{}, 0
				for ; len(built) < len(edits) && rounds < 40; rounds++ {
					shares := deal(able, edits, built, map[game.Edit]bool{})
					if leaves && rounds == 1 { // whoever is first, with nothing built
						shares = shares[1:]
					}
					at := len(built)
					for _, s := range shares {
						standing := map[game.Cell]bool{}
						for e := range built {
							standing[e.Cell()] = !game.IsAir(e.Block)
						}
						for _, e := range s.Edits {
							built[e] = true
							low := e.Y == 64
							for _, c := range sides(e.Cell()) {
								low = low || standing[c]
							}
							if !low && !game.IsAir(e.Block) {
								t.Errorf("round %d: %s places %+v against nothing", rounds, s.Body, e)
							}
							standing[e.Cell()] = !game.IsAir(e.Block)
							if (e.Block == "oak_door") != (len(built) == len(edits)) {
								t.Errorf("%+v is number %d of %d", e, len(built), len(edits))
							}
						}
						if at += len(s.Edits); at != len(built) || s.Count != len(s.Edits) {
							t.Errorf("round %d: some of the %d of %s are built already", rounds, s.Count, s.Body)
						}
					}
				}
				if len(built) != len(edits) || rounds > 7 {
					t.Errorf("%d of %d are built after %d rounds", len(built), len(edits), rounds)
				}
			})
		}
	}
}

// What nobody holds nobody is to build, and what one is at is not given to another.
func TestWhatIsTakenIsNotDealt(t *testing.T) {
	edits := []game.Edit{{X: 1, Y: 64, Block: "dirt"}, {X: 2, Y: 64, Block: "stone"}, {X: 3, Y: 64, Block: "dirt"}}
	m := Member{State: game.State{Inventory: []game.Stack{{Item: "dirt", Count: 3}}}}
	got := deal([]Member{m}, edits, map[game.Edit]bool{}, map[game.Edit]bool{edits[0]: true})
	if len(got) != 1 || len(got[0].Edits) != 1 || got[0].Edits[0] != edits[2] {
		t.Errorf("dealt %+v", got)
	}
}
