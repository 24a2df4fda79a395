// SPDX-License-Identifier: MIT

package skills_test

import (
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/skills"
)

// All soil of a field of any size is wet and bears a crop, water lies only where ground is
// around it, and the fence around it has one gate and no gap.
func TestAFieldIsWetPlantedAndFenced(t *testing.T) {
	s := skills.StructureOf("field")
	for wide := s.Least.Wide; wide <= s.Most.Wide; wide++ {
		for deep := s.Least.Deep; deep <= s.Most.Deep; deep++ {
			at := map[game.Cell]skills.Piece{}
			for _, c := range s.Cells(skills.Size{Wide: wide, Deep: deep, High: 1}) {
				if was, twice := at[c.Cell]; twice {
					t.Fatalf("%dx%d: %v is %s and %s", wide, deep, c.Cell, was, c.Piece)
				}
				at[c.Cell] = c.Piece
			}
			gates, plots := 0, 0
			for x := -1; x <= wide; x++ {
				for z := -1; z <= deep; z++ {
					ground, above := at[game.Cell{X: x, Y: -1, Z: z}], at[game.Cell{X: x, Z: z}]
					switch inside := x >= 0 && z >= 0 && x < wide && z < deep; {
					case !inside && above == skills.Gate:
						gates++
					case !inside && (above != skills.Post || ground != ""), inside && ground == skills.Water && above != "":
						t.Errorf("%dx%d: at %d %d there is %q upon %q", wide, deep, x, z, above, ground)
					case inside && ground != skills.Water:
						if plots++; ground != skills.Soil || above != skills.Crop || !wet(at, x, z) {
							t.Errorf("%dx%d: at %d %d there is %q upon %q, wet %v", wide, deep, x, z, above, ground, wet(at, x, z))
						}
					}
				}
			}
			if gates != 1 || plots == 0 {
				t.Errorf("%dx%d: %d gates, %d plots", wide, deep, gates, plots)
			}
		}
	}
}

// wet reports whether water lies within 4 blocks of a plot (Minecraft Wiki, "Farmland").
func wet(at map[game.Cell]skills.Piece, x, z int) bool {
	for dx := -4; dx <= 4; dx++ {
		for dz := -4; dz <= 4; dz++ {
			if at[game.Cell{X: x + dx, Y: -1, Z: z + dz}] == skills.Water {
				return true
			}
		}
	}
	return false
}
