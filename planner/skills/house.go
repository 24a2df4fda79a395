// SPDX-License-Identifier: MIT

package skills

import "github.com/minehand/minehand/game"

// house has four walls, a flat roof, a door and light inside: nothing comes in, and no
// floor of it is dark. Wide and Deep are measured outside, High inside.
var house = &Structure{
	Name: "house", Usual: Size{7, 7, 3}, Least: Size{5, 5, 3}, Most: Size{15, 15, 4},
	Front: beforeDoor, cells: houseCells,
}

// hut is a small house.
var hut = &Structure{
	Name: "hut", Usual: Size{5, 5, 3}, Least: Size{5, 5, 3}, Most: Size{15, 15, 4},
	Front: beforeDoor, cells: houseCells,
}

// beforeDoor is a step in front of the door, from where it is hung.
func beforeDoor(s Size) game.Cell { return game.Cell{X: s.Wide / 2, Z: -2} }

func houseCells(s Size) []Cell {
	var out []Cell
	door := s.Wide / 2
	for y := s.High - 1; y >= 0; y-- { // what grows or lies there
		for z := 1; z < s.Deep-1; z++ {
			for x := 1; x < s.Wide-1; x++ {
				if y > 0 || !lamp(x, s.Wide) || !lamp(z, s.Deep) {
					out = put(out, x, y, z, Free)
				}
			}
		}
	}
	for y := 1; y >= 0; y-- { // the way to the door
		out = put(out, door, y, -1, Free)
	}
	for _, c := range rim(s.Wide, s.Deep) {
		for y := range s.High {
			if c != [2]int{door, 0} || y > 1 {
				out = put(out, c[0], y, c[1], Block)
			}
		}
	}
	out = append(out, ceiling(s)...)
	for z := 1; z < s.Deep-1; z++ {
		for x := 1; x < s.Wide-1; x++ {
			if lamp(x, s.Wide) && lamp(z, s.Deep) {
				out = put(out, x, 0, z, Torch)
			}
		}
	}
	out = put(out, door, 1, 0, Over)
	return put(out, door, 0, 0, Door)
}

// lampReach is how far a lamp of a room may be from a cell along one axis: a torch gives 14
// and light falls by one a step, so that six steps leave 8.
const lampReach = 3

// lamp reports whether a lamp stands at a place along one axis of a room whose walls are at 0
// and all-1.
func lamp(at, all int) bool {
	room := all - 2
	lamps := (room + 2*lampReach) / (2*lampReach + 1)
	for i := range lamps {
		if at == 1+(2*i+1)*room/(2*lamps) {
			return true
		}
	}
	return false
}
