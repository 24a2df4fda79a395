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

var shapeWords = map[string]Shape{
	"platform": Platform, "floor": Platform, "square": Platform, "wall": Wall,
	"pillar": Pillar, "tower": Pillar, "column": Pillar, "row": Row, "line": Row,
}

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

// shape reads "a 5x5 platform of cobblestone", "10 torches in a row", "a wall
// of dirt 5 wide and 3 high". built says that it did; sure that a shape was
// meant and could not be read. With neither, nothing was taken.
func (p *parser) shape() (built, sure bool) {
	start := p.at
	var d draft
	for p.at < len(p.words) && p.shapePart(&d) {
	}
	if d.shape == "" {
		p.at = start
		return false, false
	}
	d.guessed(p, start)
	g, ok := d.goal(p.r)
	kind := p.kind
	p.kind = Build
	closed := p.at >= len(p.words) || connectors[p.peek()] || p.closed()
	p.kind = kind
	if !ok || !closed {
		p.at = start
		// "craft a stone brick wall" is an item; "build a wall" is not.
		return false, p.said != "craft"
	}
	p.goals = append(p.goals, g)
	return true, false
}

// closed says that words that close a goal come next.
func (p *parser) closed() bool {
	at := p.at
	defer func() { p.at = at }()
	if p.skipLongest(closers) {
		return true
	}
	if n, _ := p.looseAhead(len(p.goals)); n > 0 {
		return true
	}
	_, _, aside := p.asideAhead()
	return aside
}

// shapePart reads one thing that is said of a shape.
func (p *parser) shapePart(d *draft) bool {
	start := p.at
	if p.skip("out of", "made of", "made out of", "of", "from", "using", "with", "the", "a", "an", "one", "me", "us", "that is", "which is", "thats", "that are", "it is", "which are", "is", "in height", "in size", "very", "really", "big", "small", "nice", "little", "simple", "some", "it should be", "should be", "must be", "measuring", "sized", "size", "dimensions", "long of", "high of", "standing", "stacked") {
		if p.at < len(p.words) {
			return true
		}
		p.at = start
		return false
	}
	if p.skip("in a row", "in a line") {
		d.shape = Row
		return true
	}
	if s, ok := shapeWords[p.peek()]; ok && d.shape == "" {
		p.at++
		d.shape = s
		return true
	}
	if d.at == nil && (p.peek() == "at" || p.peek() == "on") {
		var g Goal
		if p.place(&g); g.At != nil {
			d.at = g.At
			return true
		}
		return false
	}
	if connectors[p.peek()] && (d.wide > 0 || d.high > 0 || d.shape != "" && p.peek() == ",") {
		p.at++ // 5 wide and 3 high; a wall of stone, 5 wide and 3 high
		if p.measure(d, true) {
			return true
		}
		p.at = start
		return false
	}
	if p.measure(d, false) {
		return true
	}
	if d.of.Name != "" {
		return false
	}
	return p.material(d)
}

// number reads a whole number of blocks.
func (p *parser) number() (int, bool) {
	w := p.peek()
	if n, err := strconv.Atoi(w); err == nil && isNumber(w) && n > 0 && n <= maxBuilt {
		p.at++
		return n, true
	}
	if n := numberWords[w]; n > 1 {
		p.at++
		return n, true
	}
	return 0, false
}

// measure reads "5 wide", "10 blocks high", "5x3", "5 by 3". With named, only
// one that says what it measures.
func (p *parser) measure(d *draft, named bool) bool {
	start := p.at
	if before := p.peek(); p.skip("high", "tall", "wide", "long", "height", "width", "length", "height of", "width of", "length of", "a height of", "a width of", "a length of", "big") { // a tower high 10
		p.skip("of", "is")
		n, ok := p.number()
		size := &d.wide
		if before == "high" || before == "tall" || before == "height" {
			size = &d.high
		}
		if !ok || *size > 0 {
			p.at = start
			return false
		}
		p.skip("blocks", "block")
		*size = n
		return true
	}
	n, ok := p.number()
	if !ok {
		return false
	}
	unit := p.skip("blocks", "block")
	switch {
	case p.skip("high", "tall", "in height") && d.high == 0:
		d.high = n
	case p.skip("wide", "long", "broad", "in length", "in width") && d.wide == 0:
		d.wide = n
	case named:
		p.at = start
		return false
	case d.plain == 0 && (p.skip("x", "by") || p.acrossAhead() && p.skip("on", "for", "per", "times")):
		m, ok := p.number()
		if !ok {
			p.at = start
			return false
		}
		p.skip("blocks", "block")
		d.plain, d.second = n, m
	case d.plain == 0:
		if unit {
			p.skip("of")
		}
		d.plain = n
	default:
		p.at = start
		return false
	}
	return true
}

// material reads what a shape is made of: a block whose name holds no shape,
// for a cobblestone wall is an item too.
func (p *parser) material(d *draft) bool {
	if p.skip("any blocks", "any block") {
		return true
	}
	end := p.at
	for end < len(p.words) && end-p.at < lexicon.MaxWords && shapeWords[p.words[end]] == "" && !connectors[p.words[end]] && !isNumber(p.words[end]) {
		end++
	}
	all := p.words
	p.words = all[:end]
	n, ok := p.exact([]lexicon.Table{p.r.Items})
	if !ok {
		n, ok = p.near([]lexicon.Table{p.r.Items}, 1)
	}
	p.words = all
	if ok && n.Set == nil {
		d.of = n
		return true
	}
	return false
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

// guessed fills in a size that was not said, which makes the reading a guess.
func (d *draft) guessed(p *parser, from int) {
	if p.said == "craft" || p.kind == Place {
		return
	}
	if as := d.size(); as != "" {
		p.unsure(from, as)
	}
}

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

// acrossAhead says that a number follows the word at hand: "six on six".
func (p *parser) acrossAhead() bool {
	next := *p
	next.at++
	return isNumber(next.peek()) || numberWords[next.peek()] > 1
}
