// SPDX-License-Identifier: MIT

package goals

import (
	"slices"

	"github.com/minehand/minehand/game"
)

// pronouns mean what was just named or made: all of it.
var pronouns = newPhrases("all of them", "all of it", "both of them", "both of these", "it all", "them all", "them both", "both", "it", "them", "that", "those", "these", "this", "the lot", "the whole lot", "they")

// pronoun reads a word for what was just named or made. plural says that it means
// every one of several things.
func (p *parser) pronoun() (plural, ok bool) {
	p.share = 0
	if start := p.at; p.amountAhead() { // 3 of them
		a := p.amount()
		w := p.words[p.at-1]
		alone := (isNumber(w) || numberWords[w] > 0 && w != "a" && w != "an") && !(p.nextAre(0, ",") && p.at+1 < len(p.words) && isNumber(p.words[p.at+1]))
		if !a.given || a.more || a.stack || a.pair || !p.skip("them", "of them", "those", "of those", "these", "of these", "of it", "it", "from them", "from it", "out of them", "out of it", "from those", "from these") && !alone || !p.ends() && !followers[p.peek()] || alone && p.peek() == "x" {
			p.at = start
		} else {
			p.share = a.of(1, true)
			return true, true
		}
	}
	if p.halfOf() {
		p.share = half
		return true, true
	}
	if start := p.at; p.skipLongest(rests) && (p.ends() || followers[p.peek()]) {
		p.share = rest
		return true, true
	} else {
		p.at = start
	}
	n := p.longest(pronouns)
	if n == 0 {
		return false, false
	}
	last := p.words[p.at+n-1]
	if k := p.at + n; k < len(p.words) && (last == "that" || last == "this" || last == "those" || last == "these") && n == 1 && !connectors[p.words[k]] {
		return false, false
	}
	plural = p.words[p.at] != "it" && last != "this" && last != "that"
	p.at += n
	return plural, true
}

// lastThings are what a pronoun means: all that the last goals before it named or
// made, of which suits says what will do. For a plural all of them must suit.
func (p *parser) lastThings(plural bool, of func(Goal) Goal, suits func(Goal) bool) []Goal {
	end := p.from
	for k := len(p.groups) - 1; k >= 0; k-- {
		start := p.groups[k]
		if start >= end {
			continue
		}
		var fitting []Goal
		whole := true
		for _, g := range p.goals[start:end] {
			if p.share == rest && g.Refers && g.Kind.row().uses {
				continue
			}
			made := of(g)
			if len(made.Items) > 0 && suits(made) {
				fitting = append(fitting, made)
			} else {
				whole = false
			}
		}
		if len(fitting) > 0 {
			if plural && !whole || p.share != 0 && len(fitting) > 1 {
				return nil
			}
			if p.share < 0 && !p.sharesOut(&fitting[0]) {
				return nil
			}
			if p.share > 0 {
				fitting[0].Count, fitting[0].All, fitting[0].Left = p.share, false, false
			}
			return fitting
		}
		end = start
	}
	return nil
}

// Shares that are no number: half of what was meant, and what is left of it.
const (
	half = -1
	rest = -2
)

var (
	halves = newPhrases("half", "half of it", "half of them", "half of that", "half of those", "half of these", "the half", "one half", "half it", "half them", "the half of it", "the half of them", "half of all of them")
	rests  = newPhrases("the rest", "the rest of it", "the rest of them", "the others", "the other ones", "the remaining", "the remaining ones", "the remainder", "rest", "the rest of those", "whats left", "what is left", "what remains", "the leftover", "the leftovers", "remaining ones")
)

// halfOf reads "half of them", where that is all that is said of the thing.
func (p *parser) halfOf() bool {
	start := p.at
	if p.skipLongest(halves) && (p.ends() || p.endsHere() || followers[p.peek()]) {
		return true
	}
	p.at = start
	return false
}

// sharesOut makes a goal about what was just named one about half of it, or about
// what later goals left of it. It reports whether that is known.
func (p *parser) sharesOut(g *Goal) bool {
	if g.All || g.Left || g.Count < 1 {
		return false
	}
	switch p.share {
	case half:
		if g.Count%2 == 1 {
			return false
		}
		g.Count /= 2
	case rest:
		used := 0
		for i := range p.goals[:p.from] {
			if by := &p.goals[i]; by.Refers && by.Kind.row().uses && slices.ContainsFunc(by.Items, func(id string) bool { return slices.Contains(g.Items, id) }) {
				used += by.Count
			}
		}
		if g.Count -= used; used == 0 || g.Count < 1 {
			return false
		}
	}
	p.share = g.Count
	return true
}

// sameAgain reads "another one" for the thing of the goal before that has the same
// verb: "shear a sheep and then shear another one".
func (p *parser) sameAgain() bool {
	next := *p
	if len(p.goals) == 0 || !next.skip("another one", "one more", "another", "a second one", "one other", "a second") || !next.ends() {
		return false
	}
	last := p.goals[len(p.goals)-1]
	if last.Kind != p.kind || last.Refers || last.Name == "" {
		return false
	}
	p.at = next.at
	last.Count, last.All, last.Span = 1, false, game.Span{}
	last.More = last.Kind == Get
	p.put(last)
	return true
}

// itself is a goal as a pronoun means it that is about the thing it names.
func itself(g Goal) Goal {
	if g.Kind == Kill {
		return Goal{}
	}
	return g.of(g.Name, g.Items...)
}

// asItem is a goal about a block that is no item as one about what that leaves:
// potatoes in a field are a potato each.
func (r *Reader) asItem(g Goal) Goal {
	if len(g.Items) != 1 || r.isItem(g.Items[0]) {
		return g
	}
	if b, ok := r.Version.Block(g.Items[0]); ok {
		if drops, _ := b.MainDrops(); len(drops) > 0 {
			return g.of(drops[0], drops[0])
		}
	}
	return g
}

// product is what a goal brings, for a pronoun that is about that: what comes out
// of the furnace, what shears take, what a killed animal leaves.
func (r *Reader) product(g Goal) Goal {
	if of := g.Kind.row().product; of != nil {
		return of(r, g)
	}
	return g.of(g.Name, g.Items...)
}

// of is as many of some things as a goal is about.
func (g Goal) of(name string, items ...string) Goal {
	return Goal{Name: name, Items: items, Count: g.Count, All: g.All, Left: g.Left}
}

// nothing is what a goal brings that brings nothing.
func nothing(*Reader, Goal) Goal { return Goal{} }

// What shearing and milking are done with and bring.
const (
	shears = "shears"
	milk   = "milk_bucket"
)

// often is the least chance, 0 to 1, of a drop that is counted on.
const often = 0.5
