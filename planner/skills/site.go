// SPDX-License-Identifier: MIT

package skills

import (
	"slices"

	"github.com/minehand/minehand/game"
)

// Fill is what a cell holds.
type Fill struct {
	// Firm: it carries feet, holds what is placed against it, and lets no light through. Soft:
	// it gives way to a placed block and to feet.
	Firm, Soft bool
	// Made: firm, and of nothing that is found in the ground: somebody built it.
	Made bool
	// Rubble: made, and what a hole in the ground is filled with.
	Rubble bool
	// Soil: a hoe makes farmland of it.
	Soil bool
	// Light is what it gives.
	Light int
}

// Ground is what a survey showed of a dimension: what its cells hold.
type Ground map[game.Cell]Fill

// SightBlocks is how far around the body a site is looked for, in blocks: what one survey
// shows.
const SightBlocks = 15

const (
	// BesideBlocks is how far from the body a build begins, in blocks, and
	// BetweenSites how far apart the places are that are tried one after the other.
	BesideBlocks = 2
	BetweenSites = 12
)

// Sight are two corners of what is looked at around a body.
func Sight(here game.Cell) []game.Cell {
	b := game.BoxAround(here, SightBlocks)
	return []game.Cell{b.From, b.To}
}

// stands reports whether a cell is known to hold something firm.
func (g Ground) stands(c game.Cell) bool { return g[c].Firm }

// built reports whether a cell is known to be part of what somebody built: by what it is, or as
// dirt or stone beside what is found in no ground.
func (g Ground) built(c game.Cell) bool {
	return g[c].Made || g[c].Firm && slices.ContainsFunc(game.Sides[:], func(d game.Cell) bool { return g[c.Plus(d)].Made })
}

// Settle takes rubble for ground where it fills a hole: little of it is bare, as most of a wall, a
// floor or a lining is.
func (g Ground) Settle() {
	seen := map[game.Cell]bool{}
	for c, f := range g {
		if !f.Rubble || seen[c] {
			continue
		}
		heap, bare := g.heap(c, seen)
		for _, c := range heap {
			if f = g[c]; 2*bare < len(heap) {
				f.Made = false
				g[c] = f
			}
		}
	}
}

// heap is the rubble that a cell is part of, and how many sides of it are bare.
func (g Ground) heap(c game.Cell, seen map[game.Cell]bool) (heap []game.Cell, bare int) {
	heap, seen[c] = []game.Cell{c}, true
	for i := 0; i < len(heap); i++ {
		for _, d := range game.Sides {
			next := heap[i].Plus(d)
			n, known := g[next]
			if n.Rubble && !seen[next] {
				seen[next], heap = true, append(heap, next)
			} else if known && n.bare() {
				bare++
			}
		}
	}
	return heap, bare
}

// bare reports whether what lies beside it is bare there.
func (f Fill) bare() bool { return !f.Rubble && (f.Made || !f.Firm) }

// open reports whether a cell is known to be free.
func (g Ground) open(c game.Cell) bool { return g[c].Soft }

func down(c game.Cell, n int) game.Cell { c.Y -= n; return c }

// holds reports whether a structure may stand at a spot: on firm ground that is flat, where
// nothing is in the way, and its soil and water in the ground.
func (g Ground) holds(cells []Cell, at Spot) bool {
	for _, c := range cells {
		p := at.At(c.Cell)
		fits := g.open(p) && (c.Y != 0 || g.stands(down(p, 1)))
		switch c.Piece {
		case Soil:
			fits = g[p].Soil && g.open(down(p, -1))
		case Water:
			fits = g.stands(p) && g.stands(down(p, 1))
		default:
		}
		if !fits {
			return false
		}
	}
	return true
}

// Sites are the spots near a body where a structure may stand, the nearest first.
func (s *Structure) Sites(cells []Cell, size Size, here game.Cell, g Ground) []Spot {
	switch s.Stand {
	case Around: // where there is room, else beside
		at := Spot{Cell: game.Cell{X: here.X - size.Wide/2, Y: here.Y, Z: here.Z - size.Deep/2}}
		if s.Digs || len(g) == 0 || g.holds(cells, at) {
			return []Spot{at}
		}
	case Ahead:
		return s.ways(cells, here, g)
	case Beside:
	}
	fits := func(at Spot) bool {
		if !s.Digs {
			return g.holds(cells, at)
		}
		return !slices.ContainsFunc(cells, func(c Cell) bool { return !g.stands(at.At(c.Cell)) || g.built(at.At(c.Cell)) })
	}
	reach := s.reach(cells)
	low, high := reach.From, reach.To
	covers := func(at Spot) bool { // where the body stands nothing is built or dug
		return here.X >= at.X+low.X-1 && here.X <= at.X+high.X+1 && here.Z >= at.Z+low.Z-1 && here.Z <= at.Z+high.Z+1
	}
	var out []Spot
	for far := 1; far <= SightBlocks && len(out) == 0; far++ {
		for _, rise := range [...]int{0, 1, -1, 2, -2, 3, -3} {
			for _, c := range rim(2*far+1, 2*far+1) {
				// The middle of the site is so far from the body.
				at := Spot{Cell: game.Cell{X: here.X - far + c[0] - size.Wide/2, Y: here.Y + rise, Z: here.Z - far + c[1] - size.Deep/2}}
				if !covers(at) && fits(at) {
					out = append(out, at)
				}
			}
		}
	}
	return out
}

// reach is the box of what is built or dug, without the way to it.
func (s *Structure) reach(cells []Cell) game.Box {
	var done []game.Cell
	for _, c := range cells {
		if s.Digs || c.Piece != Free {
			done = append(done, c.Cell)
		}
	}
	return game.BoxOf(done...)
}

// mostClimbs is how many looks one above the other find the surface at most.
const mostClimbs = 12

// Outside are the spots near a body where a structure may stand under the sky: above or below
// it, and then to eight sides, as far as looks show.
func (s *Structure) Outside(cells []Cell, size Size, here game.Cell, look func(game.Cell) Ground) []Spot {
	sides := append([][2]int{{1, 1}}, rim(3, 3)...)
	for _, side := range sides {
		at := here.Plus(game.Cell{X: (side[0] - 1) * 2 * SightBlocks, Z: (side[1] - 1) * 2 * SightBlocks})
		for range mostClimbs {
			g := look(at)
			top, beyond := g.surface(at)
			if len(g) == 0 {
				break
			}
			if at = top; beyond {
				continue
			}
			if spots := s.Sites(cells, size, top, look(top)); len(spots) > 0 {
				return spots
			}
			break
		}
	}
	return nil
}

// surface is the free cell on top of the ground at a place; beyond, where to look on for it.
func (g Ground) surface(at game.Cell) (top game.Cell, beyond bool) {
	for y := SightBlocks; y >= -SightBlocks; y-- {
		if c := at.Plus(game.Cell{Y: y}); g[c].Firm && !g[c].Made {
			return c.Plus(game.Cell{Y: 1}), y == SightBlocks
		}
	}
	return down(at, SightBlocks), true
}

// thick is how much ground above a body makes where it is a cave: a roof has less.
const thick = 3

// Covered reports whether ground lies above a place.
func (g Ground) Covered(at game.Cell) bool {
	n := 0
	for y := 2; y <= SightBlocks; y++ {
		if c := at.Plus(game.Cell{Y: y}); g[c].Firm && !g[c].Made {
			n++
		}
	}
	return n >= thick
}

// ways are the four directions from the feet, the one first that has most of what the structure
// is for: rock to dig, a gap to go over. Nothing is made where there is none of that, or dug where
// somebody built, or where most of what is to be dug is no ground: of a staircase, what lies
// below the feet.
func (s *Structure) ways(cells []Cell, here game.Cell, g Ground) []Spot {
	var out []Spot
	below := slices.DeleteFunc(slices.Clone(cells), func(c Cell) bool { return c.Y >= 0 })
	if len(below) == 0 {
		below = cells
	}
	worth := func(at Spot) int {
		n := 0
		if s.Digs && 2*len(slices.DeleteFunc(slices.Clone(below), func(c Cell) bool { return !g.stands(at.At(c.Cell)) })) <= len(below) {
			return 0
		}
		for _, c := range cells {
			p := at.At(c.Cell)
			if s.Digs && g.built(p) {
				return 0
			}
			if s.Digs == g.stands(p) {
				n++
			}
		}
		return n
	}
	for turn := range 4 {
		if at := (Spot{here, turn}); len(g) == 0 || worth(at) > 0 {
			out = append(out, at)
		}
	}
	slices.SortStableFunc(out, func(a, b Spot) int { return worth(b) - worth(a) })
	return out
}

// Across is how long a bridge has to be from the feet on, and the spot from which on it leads: to
// the nearest side where the ground ends and begins again within one look; else where it begins
// again farther off; else the same from a look farther on. Not ok where none does.
func Across(here game.Cell, look func(game.Cell) Ground) (at Spot, long int, ok bool) {
	v := &view{look: look, left: mostLooks}
	v.stands(here)
	for _, most := range [...][2]int{{SightBlocks, SightBlocks}, {SightBlocks, bridge.Most.Wide}, {3 * SightBlocks, bridge.Most.Wide}} {
		if at, long, ok = v.across(here, most[0], most[1]); ok {
			return at, long, ok
		}
	}
	for _, side := range rim(3, 3) {
		far := here.Plus(game.Cell{X: (side[0] - 1) * 2 * SightBlocks, Z: (side[1] - 1) * 2 * SightBlocks})
		if at, long, ok = v.acrossFrom(far); ok {
			return at, long, ok
		}
	}
	return Spot{}, 0, false
}

// acrossFrom is across from the ground at a place.
func (v *view) acrossFrom(far game.Cell) (at Spot, long int, ok bool) {
	v.stands(far)
	for _, seen := range v.seen {
		if top, beyond := seen.ground.surface(far); seen.at == far && !beyond {
			return v.across(top, SightBlocks, SightBlocks)
		}
	}
	return Spot{}, 0, false
}

// mostLooks is how many places are looked at for one gap.
const mostLooks = 24

// view is what is seen of a land from place to place.
type view struct {
	look func(game.Cell) Ground
	seen []sight
	// left is how many looks are left.
	left int
}

type sight struct {
	at     game.Cell
	ground Ground
}

// stands reports whether a cell holds something firm; seen is false where that is not known.
func (v *view) stands(c game.Cell) (firm, seen bool) {
	for _, s := range v.seen {
		if f, known := s.ground[c]; known {
			return f.Firm, true
		}
	}
	if v.left == 0 || slices.ContainsFunc(v.seen, func(s sight) bool { return s.at == c }) {
		return false, false
	}
	v.left--
	v.seen = append(v.seen, sight{c, v.look(c)})
	return v.stands(c)
}

// across is Across from the feet on, of a gap that begins and ends within so many blocks of them.
func (v *view) across(here game.Cell, begin, end int) (at Spot, long int, ok bool) {
	for begins := range begin {
		for turn := range 4 {
			at := Spot{here, turn}
			under := func(x int) (firm, seen bool) { return v.stands(at.At(game.Cell{X: x, Y: -1})) }
			if near, _ := under(begins); !near {
				continue
			}
			far, seen := under(begins + 1)
			for x := begins + 2; x <= end && seen && !far; x++ {
				if far, seen = under(x); far {
					at.Cell = at.At(game.Cell{X: begins})
					return at, x - 1 - begins, true
				}
			}
		}
	}
	return Spot{}, 0, false
}

// Flat is flat ground around a place: what is taken for it where nobody can look.
func Flat(here game.Cell) Ground {
	g := Ground{}
	b := game.BoxAround(here, SightBlocks)
	for i := range b.Size() {
		c := b.Cell(i)
		g[c] = Fill{Firm: c.Y < here.Y, Soft: c.Y >= here.Y, Soil: c.Y == here.Y-1}
	}
	return g
}

// Blindly are the spots on the four sides of a place, near and then farther: where nobody
// knows the ground.
func Blindly(size Size, here game.Cell) []Spot {
	wide, deep := size.Wide, size.Deep
	var out []Spot
	for ring := range 3 {
		far := BesideBlocks + ring*BetweenSites
		for _, o := range [...]game.Cell{
			{X: far, Z: -deep / 2}, {X: -wide / 2, Z: far}, {X: -far - wide + 1, Z: -deep / 2}, {X: -wide / 2, Z: -far - deep + 1},
		} {
			out = append(out, Spot{Cell: game.Cell{X: here.X + o.X, Y: here.Y, Z: here.Z + o.Z}})
		}
	}
	return out
}
