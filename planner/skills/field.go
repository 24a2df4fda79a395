// SPDX-License-Identifier: MIT

package skills

// field is wet soil with a crop on it and a fence around it, with a gate. Its size is that of
// the soil.
var field = &Structure{
	Name: "field", Usual: Size{5, 5, 1}, Least: Size{2, 2, 1}, Most: Size{15, 15, 1},
	cells: func(s Size) []Cell {
		var water, soil, crops []Cell
		for z := range s.Deep {
			for x := range s.Wide {
				if spring(x, s.Wide) && spring(z, s.Deep) {
					water = put(water, x, -1, z, Water)
					continue
				}
				soil, crops = put(soil, x, -1, z, Soil), put(crops, x, 0, z, Crop)
			}
		}
		out := append(append(water, soil...), crops...)
		gate := [2]int{(s.Wide + 2) / 2, 0}
		for _, c := range rim(s.Wide+2, s.Deep+2) {
			if c != gate {
				out = put(out, c[0]-1, 0, c[1]-1, Post)
			}
		}
		return put(out, gate[0]-1, 0, gate[1]-1, Gate)
	},
}

// waterReach is how far along one axis water keeps soil wet (Minecraft Wiki, "Farmland").
const waterReach = 4

// spring reports whether water lies at a place along one axis of a field.
func spring(at, all int) bool {
	springs := (all + 2*waterReach) / (2*waterReach + 1)
	for i := range springs {
		if at == (2*i+1)*all/(2*springs) {
			return true
		}
	}
	return false
}
