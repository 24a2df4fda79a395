// SPDX-License-Identifier: MIT

package goals

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/skills"
)

// Shape is what a build goal builds.
type Shape string

// The shapes.
const (
	// Platform is a floor of Size.Wide by Size.Deep blocks.
	Platform Shape = "platform"
	// Wall is Size.Wide blocks wide and Size.High high.
	Wall Shape = "wall"
	// Pillar is Size.High blocks high.
	Pillar Shape = "pillar"
	// Row is Size.Wide blocks long.
	Row Shape = "row"
	// The shapes that skills make (planner/skills).
	House     Shape = "house"
	Hut       Shape = "hut"
	Tower     Shape = "tower"
	Castle    Shape = "castle"
	Fence     Shape = "fence"
	Field     Shape = "field"
	Bridge    Shape = "bridge"
	Area      Shape = "area"
	Hole      Shape = "hole"
	Tunnel    Shape = "tunnel"
	Staircase Shape = "staircase"
)

// shapes are all of them, in the order in which they are looked for.
var shapes = [...]Shape{Platform, Wall, Pillar, Row, House, Hut, Tower, Castle, Fence, Field, Bridge, Area, Hole, Tunnel, Staircase}

// skilled reports whether it is more than a plain heap of blocks.
func (s Shape) skilled() bool { return slices.Index(shapes[:], s) >= slices.Index(shapes[:], House) }

// Home reports whether it is what people call a house.
func (s Shape) Home() bool { return s == House || s == Hut }

// namesakes are the items that are called as a shape is.
var namesakes = map[Shape][]string{Fence: {"fence"}, Staircase: {"stairs", "ladder"}}

// Of reports whether a goal is about a shape, which is made, or about an item of its name.
func (g Goal) Of(s Shape) bool {
	return s != "" && g.Shape == s || slices.ContainsFunc(g.Items, func(id string) bool {
		return slices.Contains(namesakes[s], id[strings.LastIndexByte(id, '_')+1:])
	})
}

// Ring is the goal of a fence of some size from its lowest corner on.
func (r *Reader) Ring(size skills.Size, corner game.Pos) (Goal, bool) {
	d := draft{shape: Fence, plain: size.Wide, second: size.Deep, at: &corner}
	return d.goal(r)
}

// maxBuilt bounds a build, in blocks: what an inventory and a patient player hold.
const maxBuilt = 1024

// AnyBlock is the name of what a build is made of when nothing is said.
const AnyBlock = "any block"

// draft is a shape that is being read.
type draft struct {
	shape Shape
	// What is 0 was not said; plain is a number without a measure, with a second one behind "x".
	wide, long, deep, high, plain, second int
	of                                    lexicon.Meaning
	at                                    *game.Pos
	fitted                                []skills.Fit
}

// goal is the shape as a goal, when enough was said of it.
func (d *draft) goal(r *Reader) (Goal, bool) {
	g := Goal{Kind: Build, Shape: d.shape, At: d.at, Name: d.of.Name, Items: r.Version.Placeable(d.of.Items), Fitted: d.fitted}
	switch {
	case len(d.of.Items) == 1 && len(g.Items) == 0: // which is refused by its name
		g.Items = d.of.Items
	case g.Name == "":
		g.Name, g.Items = AnyBlock, r.Version.Placeable(r.Version.Building())
	}
	of := skills.StructureOf(string(d.shape))
	g.Size = d.sizeOf(of)
	if of.Digs {
		g.Kind = Dig
	}
	if d.shape == Area {
		g.Kind = Clear
	}
	small := g.Size.Wide < of.Least.Wide || g.Size.Deep < of.Least.Deep || g.Size.High < of.Least.High
	if small && (d.shape != Bridge || g.Size.Wide > 0) || !d.material(r, &g, of) ||
		g.Size.Wide*g.Size.Deep > maxBuilt*maxBuilt/16 || g.Size.High > maxBuilt { // even its rim is too long
		return g, false
	}
	g.Count = max(len(of.Cells(g.Size, g.Fitted...)), 1)                     // of a bridge that the ground measures
	large := max(g.Size.Wide, g.Size.Deep) > max(of.Most.Wide, of.Most.Deep) // which is refused with its bound
	built := g.Count
	if !of.Digs {
		built -= of.Count(g.Size, skills.Free, g.Fitted...)
	}
	return g, (large || built <= maxBuilt) && (len(g.Items) > 0 || !of.Builds())
}

// sides makes two sides, or how long and how thick a line is, of what was said by the words of a
// measure; false for too many. What is deep is the other side where there is one, but of a hole.
func (d *draft) sides() bool {
	of := skills.StructureOf(string(d.shape))
	two := of.Most.Deep > 1 && of.Stand != skills.Ahead
	if d.high == 0 && (!two || d.shape == Hole) {
		d.high, d.deep = d.deep, 0
	}
	said := slices.DeleteFunc([]int{d.long, d.wide, d.deep}, func(n int) bool { return n == 0 })
	n, plain := len(said), d.plain
	switch {
	case n > 0 && two:
		d.plain, d.second, d.wide = said[0], said[n-1], 0
	case n > 1 || n > 0 && of.Stand == skills.Ahead: // which goes on in its length
		d.wide, d.second = d.long, cmp.Or(d.wide, d.second)
	case n > 0:
		d.wide = said[0]
	}
	return n == 0 || n < 3 && plain == 0 || n == 1 && d.shape == Tunnel
}

// sizeOf is how large a shape is, of the numbers that were said and what is usual.
func (d *draft) sizeOf(of *skills.Structure) skills.Size {
	usual := of.Usual
	switch d.shape {
	case Platform:
		return skills.Size{Wide: d.plain, Deep: d.second, High: 1}
	case Wall:
		if d.wide > 0 || d.high > 0 {
			return skills.Size{Wide: d.wide, Deep: max(d.second, 1), High: d.high}
		}
		return skills.Size{Wide: d.plain, Deep: 1, High: d.second}
	case Pillar:
		return skills.Size{Wide: 1, Deep: 1, High: max(d.high, d.plain)}
	case Row:
		return skills.Size{Wide: max(d.wide, d.plain), Deep: max(d.second, 1), High: 1}
	case Tower:
		if d.second == 0 { // "10 blocks"
			d.high, d.plain = cmp.Or(d.high, d.plain), 0
		}
		fallthrough
	case House, Hut, Castle, Fence, Field, Area, Hole:
		wide := max(d.plain, d.wide)
		return skills.Size{Wide: cmp.Or(wide, usual.Wide), Deep: cmp.Or(d.second, wide, usual.Deep), High: cmp.Or(d.high, usual.High)}
	case Tunnel: // 3x3 is how wide and high it is
		if d.plain > 0 && d.second > 0 && d.high == 0 {
			d.high, d.second, d.plain = d.second, d.plain, d.wide
		}
		return skills.Size{Wide: cmp.Or(d.plain, d.wide, usual.Wide), Deep: max(d.second, 1), High: cmp.Or(d.high, usual.High)}
	case Bridge, Staircase:
		return skills.Size{Wide: cmp.Or(d.plain, d.wide, d.high, usual.Wide), Deep: max(d.second, 1), High: max(usual.High, 1)}
	case Blueprint: // its file says it
	}
	return skills.Size{}
}

// material is what a shape is made of where that is no block of one's choice: a field bears a
// crop, and what digs or has a block of its own for each part is made of nothing said.
func (d *draft) material(r *Reader, g *Goal, of *skills.Structure) bool {
	switch {
	case d.shape == Field:
		crop, ok := r.Version.FieldCrop(d.of.Items...)
		g.Name, g.Items = crop.Item, []string{crop.Item}
		return ok
	case d.shape == Fence: // of a wood, or of whichever there is
		wood := r.planks(d.of)
		if g.Name, g.Items = "", nil; len(wood.Items) == 1 {
			g.Name, g.Items = wood.Name, wood.Items
		}
		return d.of.Name == "" || slices.ContainsFunc(wood.Items, r.Version.Wooden)
	case !of.Builds():
		g.Name, g.Items = "", nil
		return d.of.Name == ""
	}
	return of.Count(of.Usual, skills.Torch) == 0 || !slices.ContainsFunc(g.Items, r.Version.Thin)
}

// size fills in a size that was not said and returns what was taken for it.
func (d *draft) size() string {
	usual := skills.StructureOf(string(d.shape)).Usual
	switch none := d.plain+d.wide+d.high == 0; {
	case d.shape == Wall && d.plain == 0 && (d.wide == 0 || d.high == 0):
		d.wide, d.high = cmp.Or(d.wide, usual.Wide), cmp.Or(d.high, usual.High)
		return fmt.Sprintf("a wall %d wide and %d high", d.wide, d.high)
	case d.shape == Row && none:
		d.wide = usual.Wide
		return fmt.Sprintf("a row %d long", d.wide)
	case d.shape == Pillar && none:
		d.high = usual.High
		return fmt.Sprintf("a pillar %d high", d.high)
	case d.shape == Platform && none:
		d.plain, d.second = usual.Wide, usual.Deep
		return fmt.Sprintf("a platform of %dx%d", d.plain, d.second)
	}
	return "" // it was said, as of a wall of so many blocks
}

// planks are what is built of wood: a log is four of them.
func (r *Reader) planks(of lexicon.Meaning) lexicon.Meaning {
	switch items := r.Version.Planks(of.Items); len(items) {
	case 0:
		return of
	case 1:
		return lexicon.Meaning{Name: items[0], Items: items}
	default:
		return lexicon.Meaning{Name: "any planks", Items: items}
	}
}
