// SPDX-License-Identifier: MIT

package skills

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// Piece says what a cell of a structure is to hold.
type Piece string

// The pieces.
const (
	Free  Piece = ""      // nothing
	Block Piece = "block" // what it is built of
	Door  Piece = "door"
	Torch Piece = "torch"
	Post  Piece = "fence"
	Gate  Piece = "gate"
	Water Piece = "water"
	Soil  Piece = "soil"
	Crop  Piece = "crop"
	// Over is the upper half of what stands below it: free at first, and no block of its own.
	Over Piece = "over"
)

// Cell is a cell of a structure, from its lowest corner; the ground is at -1.
type Cell struct {
	game.Cell

	Piece Piece
}

// Size is how large a structure is, in blocks; what is not said is 0.
type Size struct{ Wide, Deep, High int }

// Structure is a skill that changes a list of cells.
type Structure struct {
	Name string
	// Usual is its size where nobody says one; 0 where the ground says it.
	Usual Size
	// Least and Most bound it.
	Least, Most Size
	// Stand says where it is made from the body.
	Stand Stand
	// Digs: it takes away and puts nothing.
	Digs bool
	// Lacking is the message that says what there is none of where it has no place.
	Lacking string
	// Front is where the body stands before the last piece; nil for anywhere.
	Front func(Size) game.Cell
	cells func(Size) []Cell
}

// Stand says where a structure is made from the body that makes it.
type Stand int

// The places.
const (
	Beside Stand = iota // on free ground near it
	Around              // around it
	Ahead               // from its feet on, to one of four sides
)

// structures are all of them, by name.
var structures = func() map[string]*Structure {
	all := map[string]*Structure{}
	for _, s := range []*Structure{
		wall, platform, pillar, row, cube, circle, house, hut, roof, tower, castle, fence, field, bridge, steps,
		area, hole, staircase, tunnel, filling,
	} {
		all[s.Name] = s
	}
	return all
}()

// StructureOf is the structure of that name; nil for none.
func StructureOf(name string) *Structure { return structures[name] }

// Count is how many cells of a piece there are.
func (s *Structure) Count(size Size, p Piece, with ...Fit) (n int) {
	for _, c := range s.Cells(size, with...) {
		if c.Piece == p {
			n++
		}
	}
	return n
}

// Builds reports whether what it is built of may be said: most of it is not of a kind of its own.
func (s *Structure) Builds() bool { return !s.Digs && s != fence }

// put adds a cell.
func put(list []Cell, x, y, z int, p Piece) []Cell {
	return append(list, Cell{game.Cell{X: x, Y: y, Z: z}, p})
}

// rim are the columns of the edge of a rectangle, one beside the other.
func rim(wide, deep int) [][2]int {
	var out [][2]int
	for x := range wide {
		out = append(out, [2]int{x, 0})
	}
	for z := 1; z < deep; z++ {
		out = append(out, [2]int{wide - 1, z})
	}
	for x := wide - 2; x >= 0 && deep > 1; x-- {
		out = append(out, [2]int{x, deep - 1})
	}
	for z := deep - 2; z > 0 && wide > 1; z-- {
		out = append(out, [2]int{0, z})
	}
	return out
}

// Spot is where a structure stands: its corner, and how many quarters it is turned.
type Spot struct {
	game.Cell

	Turn int
}

// At is where a cell is of a structure at a spot.
func (s Spot) At(c game.Cell) game.Cell {
	x, z := c.X, c.Z
	for range s.Turn {
		x, z = -z, x
	}
	return game.Cell{X: s.X + x, Y: s.Y + c.Y, Z: s.Z + z}
}

// Begun is where a build with these edits was begun for the cells; false for another one.
func Begun(cells []Cell, edits []game.Edit) (Spot, bool) {
	real := slices.DeleteFunc(slices.Clone(cells), func(c Cell) bool { return c.Piece == Over })
	if len(real) == 0 || len(edits) == 0 || len(edits) > len(real) {
		return Spot{}, false
	}
	for turn := range 4 {
		spot := Spot{Turn: turn}
		first := spot.At(real[0].Cell)
		spot.Cell = game.Cell{X: edits[0].X - first.X, Y: edits[0].Y - first.Y, Z: edits[0].Z - first.Z}
		same := true
		for i, e := range edits {
			same = same && spot.At(real[i].Cell) == game.Cell{X: e.X, Y: e.Y, Z: e.Z}
		}
		if same && (len(edits) > 1 || turn == 0) {
			return spot, true
		}
	}
	return Spot{}, false
}

// wooden reports whether a piece may be of any wood.
func (p Piece) wooden() bool { return slices.Contains([]Piece{Door, Post, Gate, Rail}, p) }

// like reports whether a block is of the kind of another one.
func like(of, name string) bool {
	return strings.HasSuffix(name, of[max(strings.LastIndexByte(of, '_'), 0):])
}

// GoOn has a structure made of the blocks that half of it stands of already, of what it may be made of.
func GoOn(cells []Cell, at Spot, blocks map[Piece]string, items []string, ground map[game.Cell]string) {
	if len(items) == 1 { // which was said
		return
	}
	all, stand := map[Piece]int{}, map[Piece]map[string]int{}
	for _, c := range cells {
		of, name := blocks[c.Piece], game.BlockName(ground[at.At(c.Cell)])
		fits := c.Piece == Block && slices.Contains(items, name) || c.Piece.wooden() && like(of, name)
		if all[c.Piece]++; fits {
			if stand[c.Piece] == nil {
				stand[c.Piece] = map[string]int{}
			}
			stand[c.Piece][name]++
		}
	}
	for piece, names := range stand {
		for name, n := range names {
			if 2*n > all[piece] {
				blocks[piece] = name
			}
		}
	}
}
