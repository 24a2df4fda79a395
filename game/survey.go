// SPDX-License-Identifier: MIT

package game

import (
	"errors"
	"fmt"
)

// The bounds of a survey.
const (
	// SurveySide is how many blocks a survey's box may have along each axis.
	SurveySide = 32
	// SurveyRuns is how many runs an answer may have, blocks and light together: a
	// frame may hold 20,000 values.
	SurveyRuns = 6000
	// Unloaded is the run of cells that are not loaded.
	Unloaded = -1
)

// What a survey is about.
const (
	SurveyBlocks = "blocks"
	SurveyLight  = "light"
)

// CodeTooLarge: the answer to a survey would have more than SurveyRuns runs.
const CodeTooLarge Code = "too_large"

// Box is a box of cells; both corners belong to it.
type Box struct {
	// From is the corner with the lowest coordinates, To the one with the highest.
	From Cell `json:"from"`
	To   Cell `json:"to"`
}

// Cell is a block position in a dimension that is known.
type Cell struct {
	X int `json:"x"`
	Y int `json:"y"`
	Z int `json:"z"`
}

// In is the position of the cell.
func (c Cell) In(dimension string) Pos { return Pos{X: c.X, Y: c.Y, Z: c.Z, Dimension: dimension} }

// Plus is the cell so far away.
func (c Cell) Plus(d Cell) Cell { return Cell{c.X + d.X, c.Y + d.Y, c.Z + d.Z} }

// Sides are where the six cells beside one lie, the one below first.
var Sides = [...]Cell{{Y: -1}, {X: 1}, {X: -1}, {Z: 1}, {Z: -1}, {Y: 1}}

// CellOf is the cell of a position.
func CellOf(p Pos) Cell { return Cell{p.X, p.Y, p.Z} }

// BoxAround is the box of the cells that are at most radius blocks from at along each
// axis.
func BoxAround(at Cell, radius int) Box {
	return Box{Cell{at.X - radius, at.Y - radius, at.Z - radius}, Cell{at.X + radius, at.Y + radius, at.Z + radius}}
}

// Sides are how many cells the box has along x, y and z.
func (b Box) Sides() (x, y, z int) {
	return b.To.X - b.From.X + 1, b.To.Y - b.From.Y + 1, b.To.Z - b.From.Z + 1
}

// Size is how many cells the box holds.
func (b Box) Size() int {
	x, y, z := b.Sides()
	return x * y * z
}

// Holds reports whether the cell is in the box.
func (b Box) Holds(c Cell) bool {
	return c.X >= b.From.X && c.X <= b.To.X && c.Y >= b.From.Y && c.Y <= b.To.Y && c.Z >= b.From.Z && c.Z <= b.To.Z
}

// Within reports whether a cell is at most so many blocks from the box along each axis.
func (b Box) Within(c Cell, blocks int) bool {
	return Box{Cell{b.From.X - blocks, b.From.Y - blocks, b.From.Z - blocks}, Cell{b.To.X + blocks, b.To.Y + blocks, b.To.Z + blocks}}.Holds(c)
}

// Index is where the box has a cell in the order of y, z, x: x counts fastest.
func (b Box) Index(c Cell) int {
	x, _, z := b.Sides()
	return ((c.Y-b.From.Y)*z+(c.Z-b.From.Z))*x + c.X - b.From.X
}

// Cell is the cell at an index.
func (b Box) Cell(i int) Cell {
	x, _, z := b.Sides()
	return Cell{b.From.X + i%x, b.From.Y + i/x/z, b.From.Z + i/x%z}
}

// Halves are the two halves of a box, along its longest side. The box holds more
// than one cell.
func (b Box) Halves() (Box, Box) {
	x, y, z := b.Sides()
	first, second := b, b
	switch {
	case y >= x && y >= z:
		first.To.Y = b.From.Y + y/2 - 1
		second.From.Y = first.To.Y + 1
	case x >= z:
		first.To.X = b.From.X + x/2 - 1
		second.From.X = first.To.X + 1
	default:
		first.To.Z = b.From.Z + z/2 - 1
		second.From.Z = first.To.Z + 1
	}
	return first, second
}

// Check says what is wrong with the box for one survey.
func (b Box) Check() error {
	x, y, z := b.Sides()
	switch {
	case x < 1 || y < 1 || z < 1:
		return errors.New("the box's from has to be its lowest corner and to its highest")
	case x > SurveySide || y > SurveySide || z > SurveySide:
		return fmt.Errorf("the box has %d x %d x %d blocks; at most %d along each side are surveyed at once", x, y, z, SurveySide)
	}
	return errors.Join(b.From.In("").validate(), b.To.In("").validate())
}

// Survey asks what stands in a box of the dimension that the body is in.
type Survey struct {
	ID string `json:"id"`
	// Box to look at; left out: Radius around the body's feet.
	Box *Box `json:"box,omitempty"`
	// Radius in blocks along each axis, 15 at most; used without a box.
	Radius int `json:"radius,omitempty"`
	// What: blocks, light, or both; left out: blocks.
	What []string `json:"what,omitempty"`
}

// Surveyed answers a survey. Cells come in the order y, z, x: all of the lowest layer
// first, in it the row of the lowest z first, in a row the lowest x first.
type Surveyed struct {
	ID string `json:"id"`
	// Box that was looked at.
	Box Box `json:"box"`
	// Dimension that it is in.
	Dimension string `json:"dimension,omitempty"`
	// Palette of block states that Blocks counts from 0.
	Palette []string `json:"palette,omitempty"`
	// Blocks are runs [index, count] of the palette; the index -1 is for cells that are
	// not loaded. At most 6,000 runs go out, with those of light.
	Blocks [][2]int `json:"blocks,omitempty"`
	// Light are runs [level, count] of the light of blocks, 0 to 15, the sky's left out;
	// -1 where it is not known.
	Light [][2]int `json:"light,omitempty"`
	// Complete: every cell was loaded.
	Complete bool `json:"complete"`
	// Error says in a sentence why there is no answer.
	Error string `json:"error,omitempty"`
	// Code of the error: too_large (too many runs: half of the box is asked for then),
	// interrupted (it was cancelled), no_world, invalid, unsupported.
	Code Code `json:"code,omitempty"`
}

// Check says why the answer cannot be used.
func (s *Surveyed) Check() error {
	if err := s.Box.Check(); err != nil {
		return err
	}
	for _, list := range []struct {
		name string
		runs [][2]int
		most int
	}{{SurveyBlocks, s.Blocks, len(s.Palette) - 1}, {SurveyLight, s.Light, 15}} {
		sum := 0
		for _, r := range list.runs {
			if r[0] < Unloaded || r[0] > list.most || r[1] < 1 || r[1] > s.Box.Size() {
				return fmt.Errorf("%s holds the run [%d, %d]; the first goes from -1 to %d, the second counts cells", list.name, r[0], r[1], list.most)
			}
			sum += r[1]
		}
		if list.runs != nil && sum != s.Box.Size() {
			return fmt.Errorf("the runs of %s count %d cells; the box holds %d", list.name, sum, s.Box.Size())
		}
	}
	return nil
}

// Runs are values as runs of equal ones.
func Runs(values []int) [][2]int {
	var runs [][2]int
	for _, v := range values {
		if n := len(runs); n > 0 && runs[n-1][0] == v {
			runs[n-1][1]++
			continue
		}
		runs = append(runs, [2]int{v, 1})
	}
	return runs
}

// Answer fills in what stands in the survey's box, as block has it: false for a cell
// that is not loaded. light is nil where it was not asked for.
func (s *Surveyed) Answer(block func(Cell) (string, bool), light func(Cell) int) {
	indices := map[string]int{}
	cells, levels := make([]int, s.Box.Size()), make([]int, s.Box.Size())
	s.Complete = true
	for i := range cells {
		at := s.Box.Cell(i)
		state, loaded := block(at)
		if !loaded {
			cells[i], levels[i], s.Complete = Unloaded, Unloaded, false
			continue
		}
		n, known := indices[state]
		if !known {
			n = len(s.Palette)
			indices[state] = n
			s.Palette = append(s.Palette, state)
		}
		cells[i] = n
		if light != nil {
			levels[i] = light(at)
		}
	}
	s.Blocks = Runs(cells)
	if light != nil {
		s.Light = Runs(levels)
	}
	if len(s.Blocks)+len(s.Light) > SurveyRuns {
		*s = Surveyed{ID: s.ID, Box: s.Box, Code: CodeTooLarge, Error: "the answer has too many runs; ask for less at once"}
	}
}

// Cells is what surveys showed: the block states of cells.
type Cells map[Pos]string

// Add takes in an answer that Check has passed. Cells that were not loaded are left out.
func (v Cells) Add(s *Surveyed) {
	i := 0
	for _, r := range s.Blocks {
		for range r[1] {
			if r[0] >= 0 {
				v[s.Box.Cell(i).In(s.Dimension)] = s.Palette[r[0]]
			}
			i++
		}
	}
}

// BoxesOver are boxes that a survey can look at and that hold all the cells, as few as
// a plain walk along them finds, at most `most`; whole is false where more were needed.
func BoxesOver(cells []Cell, most int) (boxes []Box, whole bool) {
	whole = true
cells:
	for _, c := range cells {
		for i := range boxes {
			if grown := boxes[i].with(c); grown.Check() == nil {
				boxes[i] = grown
				continue cells
			}
		}
		if len(boxes) == most {
			whole = false
			continue
		}
		boxes = append(boxes, Box{c, c})
	}
	return boxes, whole
}

// BoxOf is the smallest box that holds some cells; the zero box for none.
func BoxOf(cells ...Cell) (b Box) {
	for i, c := range cells {
		if i == 0 {
			b = Box{c, c}
		}
		b = b.with(c)
	}
	return b
}

// with is the smallest box that holds the cell too.
func (b Box) with(c Cell) Box {
	return Box{
		Cell{min(b.From.X, c.X), min(b.From.Y, c.Y), min(b.From.Z, c.Z)},
		Cell{max(b.To.X, c.X), max(b.To.Y, c.Y), max(b.To.Z, c.Z)},
	}
}
