// SPDX-License-Identifier: MIT

package goals

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
)

// Shape is what a build goal builds.
type Shape string

// The shapes.
const (
	// Platform is a floor of Size[0] by Size[1] blocks.
	Platform Shape = "platform"
	// Wall is Size[0] blocks wide and Size[1] high.
	Wall Shape = "wall"
	// Pillar is Size[1] blocks high.
	Pillar Shape = "pillar"
	// Row is Size[0] blocks long.
	Row Shape = "row"
)

// maxBuilt bounds a build, in blocks: what an inventory and a patient player
// hold.
const maxBuilt = 1024

// AnyBlock is the name of what a build is made of when nothing is said.
const AnyBlock = "any block"

// draft is a shape that is being read.
type draft struct {
	shape Shape
	// wide and high are 0 until said; plain is a number without a measure, with a
	// second one behind "x".
	wide, high, plain, second int
	of                        lexicon.Meaning
	at                        *game.Pos
}

// goal is the shape as a goal, when enough was said of it.
func (d *draft) goal(r *Reader) (Goal, bool) {
	g := Goal{Kind: Build, Shape: d.shape, At: d.at, Name: d.of.Name, Items: r.placeable(d.of.Items)}
	if g.Name == "" {
		g.Name, g.Items = AnyBlock, r.placeable(r.Version.Building())
	}
	switch d.shape {
	case Platform:
		g.Size = [2]int{d.plain, d.second}
	case Wall:
		g.Size = [2]int{d.plain, d.second}
		if d.wide > 0 || d.high > 0 {
			g.Size = [2]int{d.wide, d.high}
		}
	case Pillar:
		g.Size = [2]int{1, max(d.high, d.plain)}
	case Row:
		g.Size = [2]int{max(d.wide, d.plain), 1}
	}
	g.Count = g.Size[0] * g.Size[1]
	return g, len(g.Items) > 0 && g.Count > 0 && g.Count <= maxBuilt
}

// How large, in blocks, what is built is where nobody says it.
const (
	guessedWide = 5
	guessedHigh = 3
)

// size fills in a size that was not said and returns what was taken for it.
func (d *draft) size() string {
	as := ""
	switch none := d.plain == 0; {
	case d.shape == Wall && none && d.wide == 0 && d.high == 0:
		d.wide, d.high = guessedWide, guessedHigh
		as = fmt.Sprintf("a wall %d wide and %d high", d.wide, d.high)
	case d.shape == Wall && none && d.wide == 0:
		d.wide = guessedWide
		as = fmt.Sprintf("a wall %d wide and %d high", d.wide, d.high)
	case d.shape == Wall && none && d.high == 0:
		d.high = guessedHigh
		as = fmt.Sprintf("a wall %d wide and %d high", d.wide, d.high)
	case d.shape == Wall && d.plain > 0 && d.second == 0 && d.wide == 0 && d.high == 0:
		return "" // a wall of so many blocks
	case d.shape == Pillar && none && d.high == 0 && d.wide == 0:
		d.high = highestBuild
		as = fmt.Sprintf("a pillar %d high", d.high)
	case d.shape == Platform && none && d.wide == 0 && d.high == 0:
		d.plain, d.second = guessedWide, guessedWide
		as = fmt.Sprintf("a platform of %dx%d", d.plain, d.second)
	}
	return as
}

// placeable are those of the items that stand as a block of their own.
func (r *Reader) placeable(items []string) []string {
	var out []string
	for _, i := range items {
		if it, ok := r.Version.Item(i); ok && it.Block != "" {
			out = append(out, i)
		}
	}
	return out
}

// shapeString is a build goal with its block named by name.
func (g Goal) shapeString(name func(id string) string) string {
	var b strings.Builder
	b.WriteString("build ")
	switch g.Shape {
	case Pillar:
		b.WriteString(strconv.Itoa(g.Size[1]) + " high ")
	case Row:
		b.WriteString(strconv.Itoa(g.Size[0]) + " long ")
	default:
		b.WriteString(strconv.Itoa(g.Size[0]) + "x" + strconv.Itoa(g.Size[1]) + " ")
	}
	b.WriteString(string(g.Shape) + " of " + name(g.Name))
	if g.At != nil {
		b.WriteString(" at " + g.At.String())
	}
	return b.String()
}
