// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game/data/lexicon"
)

// "Turn the logs into planks" says what goes in before what comes out. Whether that
// is crafted or smelted is the recipes' to say.

// turnVerbs are said of what goes in.
var turnVerbs = wordSet("turn convert transform process combine refine")

// intoAhead says that the clause at hand names what its thing becomes.
func (p *parser) intoAhead() bool {
	for k := p.at; k < len(p.words) && !connectors[p.words[k]]; k++ {
		if p.words[k] == "into" || p.words[k] == "to" {
			return true
		}
	}
	return false
}

// turned reads "10 logs into planks", "them into sticks", "the sand to glass". ok is
// false, and nothing is taken, when it is something else.
func (p *parser) turned() bool {
	start, respelt, left := p.at, p.respelt, p.left
	undo := func() bool {
		p.at, p.respelt, p.left = start, respelt, left
		return false
	}
	var in Goal
	counted := false
	if _, ok := p.pronoun(); ok || p.peek() == "into" && len(p.goals) > 0 && p.from > 0 {
		list := p.lastThings(false, p.r.product, func(g Goal) bool { return len(g.Items) > 0 })
		if len(list) != 1 {
			return undo()
		}
		in, counted = list[0], true
		in.Refers = true
	} else {
		in.All = p.all()
		from := p.at
		a := p.amount()
		n, ok := p.noun(false)
		if !ok || n.Set != nil {
			return undo()
		}
		if counted = a.given; !a.given && !in.All {
			var meant int
			if b, named := p.meant(n.Items); named {
				n, meant = p.pointedAt(n, from)
				if meant == 0 {
					meant = b.count
				}
				a.n, a.given, counted = float64(meant), true, true
			}
		}
		in.Name, in.Items, in.Count = n.Name, n.Items, a.of(p.r.stack(n), paired(n))*max(n.Factor, 1)
	}
	if !p.skip("into", "to", "in") {
		return undo()
	}
	from := p.at
	a := p.amount()
	n, ok := p.noun(false)
	if !ok || n.Set != nil || in.Left {
		return undo()
	}
	if made := p.r.molten(Goal{Name: in.Name, Items: in.Items}); !slices.Equal(made.Items, in.Items) && (slices.ContainsFunc(made.Items, func(i string) bool { return slices.Contains(n.Items, i) }) || p.r.severalOf(n, made)) {
		if a.given && counted && a.of(1, true) != in.Count {
			return undo()
		}
		if a.given {
			in.Count = a.of(p.r.stack(n), paired(n))
		} else if !counted && !in.All {
			in.Count = p.few(lexicon.Meaning{Name: in.Name, Items: in.Items})
			p.unsure(from-1, p.r.counted(in.Count, n))
		}
		in.Kind = Smelt
		p.put(in)
		return true
	}
	if !p.r.takes(n.Items, in.Items) || in.All {
		return undo()
	}
	input := lexicon.Meaning{Name: in.Name, Items: in.Items}
	g := Goal{Kind: Craft, Name: n.Name, Items: n.Items, Count: a.of(p.r.stack(n), paired(n)), Refers: in.Refers}
	if made, ok := p.r.InMaterial(n, input); ok {
		g.Name, g.Items = made.Name, made.Items
	}
	need := p.r.needs(g.Items[0], in.Items)
	if need.each == 0 {
		return undo()
	}
	switch {
	case counted && !a.given:
		if g.Count = in.Count / need.each * need.makes; g.Count == 0 {
			return undo()
		}
	case counted && (a.of(1, true)+need.makes-1)/need.makes*need.each > in.Count:
		return undo()
	case !a.given:
		g.Count = max(fewThings, need.makes)
		if need.makes > 1 {
			g.Count = need.makes
		}
		p.unsure(from-1, p.r.counted(g.Count, n))
	}
	p.bindMaterial(&g, input)
	p.put(g)
	return true
}

// fromFirst reads what a thing is made of before the thing: "make from the wheat
// bread".
func (p *parser) fromFirst() {
	next := *p
	if !next.skip("from", "out of") {
		return
	}
	if a := next.amount(); a.given && a.n > 1 {
		return // from 3 logs
	}
	of, ok := next.exact([]lexicon.Table{p.r.Items})
	if !ok || of.Set != nil {
		return
	}
	at := next.at
	next.amount()
	if made, ok := next.exact([]lexicon.Table{p.r.Items}); ok && made.Set == nil && p.r.takes(made.Items, of.Items) {
		p.at = at
	}
}

// useToMake reads "use the string to craft a bow": a thing that the goal behind it
// is made of.
func (p *parser) useToMake() bool {
	next := *p
	if !next.skip("use", "using", "with", "from") {
		return false
	}
	if a := next.amount(); a.given && a.n > 1 {
		return false
	}
	from := next.at
	if _, ok := next.pronoun(); ok {
		list := p.lastThings(true, p.r.product, func(g Goal) bool { return len(g.Items) > 0 })
		if len(list) != 1 {
			return false
		}
		return p.makeOf(&next, lexicon.Meaning{Name: list[0].Name, Items: list[0].Items})
	}
	n, ok := next.noun(false)
	if !ok || n.Set != nil || len(next.respelt) > len(p.respelt) || next.at == from {
		return false
	}
	return p.makeOf(&next, n)
}

// makeOf reads "to craft a bow" behind what a bow is made of, and leaves the
// making to be read.
func (p *parser) makeOf(next *parser, of lexicon.Meaning) bool {
	if !next.skip("to", "for") && next.peek() != "craft" && next.peek() != "make" {
		return false
	}
	at := next.at
	next.gerund = true
	if kind, ok := next.verbHere(); !ok || kind != Craft || len(next.respelt) > len(p.respelt) {
		return false
	}
	next.indirect()
	next.amount()
	made, ok := next.exact([]lexicon.Table{p.r.Items})
	if !ok || made.Set != nil || !p.r.takes(made.Items, of.Items) {
		return false
	}
	p.at, p.gerund = at, strings.HasSuffix(p.words[at], "ing")
	return true
}
