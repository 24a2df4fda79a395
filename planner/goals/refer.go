package goals

import (
	"slices"

	"github.com/minehand/minehand/game/data"
)

// pronouns mean what was just named or made: all of it.
var pronouns = newPhrases("all of them", "all of it", "both of them", "both of these", "it all", "them all", "them both", "both", "it", "them", "that", "those", "these", "this", "the lot", "the whole lot")

// pronoun reads a word for what was just named or made. plural says that it means
// every one of several things.
func (p *parser) pronoun() (plural, ok bool) {
	p.share = 0
	if start := p.at; p.amountAhead() { // 3 of them
		a := p.amount()
		if !a.given || a.more || a.stack || a.pair || !p.skip("them", "of them", "those", "of those", "these", "of these") || !p.ends() && !followers[p.peek()] {
			p.at = start
		} else {
			p.share = a.of(1, true)
			return true, true
		}
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
			made := of(g)
			if len(made.Items) > 0 && suits(made) {
				fitting = append(fitting, made)
			} else {
				whole = false
			}
		}
		if len(fitting) > 0 {
			if plural && !whole || p.share > 0 && len(fitting) > 1 {
				return nil
			}
			if p.share > 0 {
				fitting[0].Count, fitting[0].All = p.share, false
			}
			return fitting
		}
		end = start
	}
	return nil
}

// itself is a goal as a pronoun means it that is about the thing it names.
func itself(g Goal) Goal {
	if g.Kind == Kill {
		return Goal{}
	}
	return g
}

// product is what a goal brings, for a pronoun that is about that: what comes out
// of the furnace, what shears take, what a killed animal leaves.
func (r *Reader) product(g Goal) Goal {
	out := Goal{Name: g.Name, Items: g.Items, Count: g.Count, All: g.All}
	set := func(name string, items ...string) Goal {
		out.Name, out.Items = name, items
		return out
	}
	switch g.Kind {
	case Kill:
		if n, ok := r.dropped(g.Items); ok {
			return set(n.Name, n.Items...)
		}
		return Goal{}
	case Smelt:
		if g.Product || len(g.Items) == 0 {
			return out
		}
		input := g.Items[0]
		if b, ok := r.Version.Block(input); ok { // an ore: what it drops is smelted
			if drops, _ := b.MainDrops(); len(drops) == 1 {
				if _, smelts := r.Version.SmeltingOf(drops[0]); smelts {
					input = drops[0]
				}
			}
		}
		if sm, ok := r.Version.SmeltingOf(input); ok {
			return set(sm.Output, sm.Output)
		}
	case Shear:
		items := r.Version.GivenBy(g.Name, shears)
		if len(items) == 1 && slices.Contains(r.Version.Tag("wool"), items[0]) { // of any colour
			wool := r.Items["wool"]
			return set(wool.Name, wool.Items...)
		}
		if len(items) > 0 {
			return set(items[0], items...)
		}
		return Goal{}
	case Milk:
		return set(milk, milk)
	case Breed, Till, Plant, Goto, Follow, Say, Wait, Sleep, Interact, Find, Build, Throw:
		return Goal{}
	case Get, Mine, Craft, Eat, Equip, Place, Deposit, Withdraw, Give, Catch, Grow:
	}
	return out
}

// What shearing and milking are done with and bring.
const (
	shears = "shears"
	milk   = "milk_bucket"
)

// often is the least chance, 0 to 1, of a drop that is counted on.
const often = 0.5

// thrown are what is thrown to have an effect.
func thrown(v *data.Version, item string) bool {
	it, ok := v.Item(item)
	return ok && it.Thrown
}
