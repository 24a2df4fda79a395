// SPDX-License-Identifier: MIT

package skills

// highest is how high a body builds from the ground: a player reaches 4.5 blocks from the
// eyes (Minecraft Wiki, "Player").
const highest = 5

// wall goes up column by column, so that nobody stands on what is not yet as high as it will be.
var wall = &Structure{
	Name: "wall", Usual: Size{5, 1, 3}, Least: Size{1, 1, 1}, Most: Size{1024, 1, highest}, cells: columns,
}

var pillar = &Structure{
	Name: "pillar", Usual: Size{1, 1, highest}, Least: Size{1, 1, 1}, Most: Size{1, 1, highest}, cells: columns,
}

var row = &Structure{Name: "row", Usual: Size{5, 1, 1}, Least: Size{1, 1, 1}, Most: Size{1024, 1, 1}, cells: columns}

var platform = &Structure{
	Name: "platform", Usual: Size{5, 5, 1}, Least: Size{1, 1, 1}, Most: Size{1024, 1024, 1}, cells: columns,
}

// cube is solid.
var cube = &Structure{Name: "cube", Usual: Size{3, 3, 3}, Least: Size{2, 2, 2}, Most: Size{15, 15, highest}, cells: columns}

func columns(s Size) []Cell {
	var out []Cell
	for z := range s.Deep {
		for x := range s.Wide {
			for y := range s.High {
				out = put(out, x, y, z, Block)
			}
		}
	}
	return out
}
