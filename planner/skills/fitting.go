// SPDX-License-Identifier: MIT

package skills

import (
	"slices"

	"github.com/minehand/minehand/game"
)

// Fit is what a building is fitted with beside what it is built of: the name of a row of
// fittings, or of a block that stands inside.
type Fit struct {
	Name string `json:"name"`
	// Count is how many of it, Long how many cells one takes.
	Count int `json:"count,omitempty"`
	Long  int `json:"long,omitempty"`
	// Items are what it may be made of; none for a row of fittings.
	Items []string `json:"items,omitempty"`
}

// Stance is how one stands that takes several cells: from the corner behind the door along the wall.
func (f Fit) Stance() string {
	if f.Long > 1 {
		return "facing=west"
	}
	return ""
}

// The fittings that are no single block inside; a piece that is a block is called as that is.
const (
	Window Piece = "glass"
	Pane   Piece = "glass_pane"
	Rail   Piece = "railing"
	Yard   Piece = "yard"
	Storey Piece = "storey"
	Ladder Piece = "ladder" // of a storey
)

// fittings are where a fitting is put of a structure: a cell that the structure fills is made of
// it instead.
var fittings = map[Piece]struct {
	of    []*Structure
	cells func(s Size, of Piece) []Cell
}{
	Window: {[]*Structure{house, hut}, windows},
	Pane:   {[]*Structure{house, hut}, windows},
	Rail:   {[]*Structure{bridge}, railings},
	Yard:   {[]*Structure{house, hut}, yard},
	Storey: {[]*Structure{house, hut}, storey},
}

// furnished are the structures in which something may stand.
var furnished = []*Structure{house, hut}

// Takes reports whether a structure may be fitted with something.
func (s *Structure) Takes(f Fit) bool {
	if row, ok := fittings[Piece(f.Name)]; ok {
		return slices.Contains(row.of, s)
	}
	return slices.Contains(furnished, s)
}

// Cells are the cells of a structure of a size and what it is fitted with, in the order in which
// they are done: each has then something beside or below it, and the door is hung last. What
// there is no room for is left out.
func (s *Structure) Cells(size Size, with ...Fit) []Cell {
	out := s.cells(size)
	with = slices.Clone(with)
	slices.SortStableFunc(with, func(a, b Fit) int { return b.first() - a.first() })
	for _, f := range with {
		if row, ok := fittings[Piece(f.Name)]; ok {
			if out = fit(out, row.cells(size, Piece(f.Name))); f.pane() && with[0].first() > 0 {
				out = fit(out, upstairs(row.cells(size, Piece(f.Name)), size))
			}
			continue
		}
		for range f.Count {
			out = fit(out, against(out, size, f))
		}
	}
	return out
}

// first is 1 for a storey, which comes before what it is fitted with.
func (f Fit) first() int {
	if Piece(f.Name) == Storey {
		return 1
	}
	return 0
}

// pane reports whether it is in the walls of each storey.
func (f Fit) pane() bool { return Piece(f.Name) == Window || Piece(f.Name) == Pane }

// Room reports whether a structure of a size has room for all that it is fitted with.
func (s *Structure) Room(size Size, with ...Fit) bool {
	return !slices.ContainsFunc(with, func(f Fit) bool {
		return len(f.Items) > 0 && s.Count(size, Piece(f.Name), with...) < f.Count
	})
}

// fit has cells hold something else: in their place where they were filled, else before the door is
// hung, and a gate after it.
func fit(out, cells []Cell) []Cell {
	for _, c := range cells {
		i := slices.IndexFunc(out, c.same)
		switch {
		case i >= 0 && out[i].Piece != Free:
			out[i] = c
			continue
		case i >= 0:
			out = slices.Delete(out, i, i+1)
		}
		out = slices.Insert(out, turn(out, c.Piece), c)
	}
	return out
}

// same reports whether another cell is where it is.
func (c Cell) same(o Cell) bool { return o.Cell == c.Cell }

// turn is when a piece has its turn.
func turn(all []Cell, p Piece) int {
	door := slices.IndexFunc(all, func(o Cell) bool { return o.Piece == Door })
	if door < 1 || p == Gate {
		return len(all)
	}
	return door - 1 // its upper half is kept free first
}

// against are the first free cells in a line along the walls inside: none is in the way of who
// comes in.
func against(taken []Cell, s Size, f Fit) []Cell {
	ring := walk(s)
	if up := upstairs(lay(ring, Ladder), s); f.Long > 1 && slices.ContainsFunc(taken, func(c Cell) bool { return c.Piece == Ladder }) {
		for i := range up {
			ring[i] = up[i].Cell // who sleeps does so upstairs
		}
	}
	for i := range ring {
		line := ring[i:min(i+f.Long, len(ring))]
		if len(line) == f.Long && !slices.ContainsFunc(line, func(c game.Cell) bool { return blocks(taken, c, s) }) {
			return lay(line, Piece(f.Name))
		}
	}
	return nil
}

// walk is the floor along the walls inside, from the corner behind the door on.
func walk(s Size) (out []game.Cell) {
	ring := rim(s.Wide-2, s.Deep-2)
	slices.Reverse(ring)
	far := s.Deep - 3 // so many cells of the last side stand before the corner
	for _, c := range append(ring[far:], ring[:far]...) {
		out = append(out, game.Cell{X: c[0] + 1, Z: c[1] + 1})
	}
	return out
}

// blocks reports whether nothing can stand in a cell: it is taken, or the way in.
func blocks(taken []Cell, c game.Cell, s Size) bool {
	return c == game.Cell{X: s.Wide / 2, Z: 1} ||
		slices.ContainsFunc(taken, func(o Cell) bool { return o.Cell == c && o.Piece != Free })
}

// lay has the first cell of a line hold a thing, whose other half takes the next.
func lay(line []game.Cell, p Piece) (out []Cell) {
	for _, c := range line {
		out = append(out, Cell{c, p})
		p = Over
	}
	return out
}

// windows are in every other column of a wall from its middle on, at the height of the eyes.
func windows(s Size, of Piece) (out []Cell) {
	for _, c := range rim(s.Wide, s.Deep) {
		if at, all := along(c, s); paned(at, all) && c != [2]int{s.Wide / 2, 0} {
			out = put(out, c[0], 1, c[1], of)
		}
	}
	return out
}

// along is how far along a wall a column of the rim is, and how long that wall is.
func along(c [2]int, s Size) (at, all int) {
	if c[0]%(s.Wide-1) == 0 {
		return c[1], s.Deep
	}
	return c[0], s.Wide
}

// paned reports whether a window is at a place along a wall.
func paned(at, all int) bool { return at > 0 && at < all-1 && (at-all/2)%2 == 0 }

// railings stand on both sides of a bridge, which is wide enough to walk between them.
func railings(s Size, of Piece) []Cell {
	var deck, posts []Cell
	low, high := lanes(s.Deep)
	if s.Deep < 3 {
		low, high = low-1, high+1
	}
	for x := 1; x <= s.Wide; x++ {
		for _, z := range [...]int{low, high} {
			deck, posts = put(deck, x, -1, z, Block), put(posts, x, 0, z, of)
		}
	}
	return append(deck, posts...)
}

// yardApart is how far a fence goes around a house.
const yardApart = 3

// yard is a fence around a house, its gate in front of the door.
func yard(s Size, _ Piece) (out []Cell) {
	gate := [2]int{s.Wide/2 + yardApart, 0}
	for _, c := range rim(s.Wide+2*yardApart, s.Deep+2*yardApart) {
		out = put(out, c[0]-yardApart, 0, c[1]-yardApart, map[bool]Piece{true: Gate, false: Post}[c == gate])
	}
	return out
}
