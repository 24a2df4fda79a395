// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
)

func findRow() Frame {
	return Frame{
		Kind: Find, Exact: true, Slots: []Slot{SlotMob, SlotPlace}, Grade: game.Told,
		Words: words("find, locate, look for, search for, look around for, search, go and find, find out where is, find where is, explore until you find, explore to find"),
		also: combined([]string{"explore", "explore around", "explore the world", "explore the area", "search", "search around", "look around", "walk", "walk around", "wander", "wander around", "run around", "keep walking", "keep exploring", "travel", "go around"},
			[]string{"to find", "until you find", "till you find", "until u find", "till u find", "until you see", "till you see", "till u see", "until you have found", "until finding"}),
		Met: "it came in sight; of what is no block, and of several, so many more are fetched", Examples: []string{"find a village", "find me a cow", "find water", "find a bell"},
		near: []string{},
		read: (*parser).findOrGet, draft: (*drafter).partPlain,
		forWhom: true, product: nothing,
		spoken: spokenFind(),
	}
}

// find reads "find me a cow", "look for a village": what is looked for until it
// is in sight. Things that no block is are fetched instead, and so are several.
func (p *parser) find() bool {
	start := p.at
	p.skip("where is", "where are", "where")
	a := p.amount()
	p.skipLongest(leads)
	from := p.at
	if n, ok := p.exact([]lexicon.Table{p.r.Mobs}); ok && p.ends() && a.of(64, false) > 1 {
		return false // several cannot be found at once
	} else if ok && p.ends() {
		p.put(Goal{Kind: Find, Name: n.Name, Items: n.Items, Count: 1})
		return true
	}
	p.at = from
	if id := strings.Join(p.words[p.at:min(p.at+1, len(p.words))], "_"); p.liquid(id) {
		p.at++
		if p.ends() {
			p.put(Goal{Kind: Find, Name: id, Items: []string{id}, Count: 1})
			return true
		}
		p.at = from
	}
	if n, ok := p.exact([]lexicon.Table{p.r.Items}); ok {
		if _, block := p.r.Version.Block(n.Name); block && a.of(p.r.stack(n), true) == 1 && n.Factor == 0 && p.ends() {
			p.put(Goal{Kind: Find, Name: n.Name, Items: []string{n.Name}, Count: 1})
			return true
		}
		p.at = start
		return false
	}
	p.at = from
	if id, ok := p.biomeName(); ok {
		p.put(Goal{Kind: Find, Name: id, Items: []string{id}, Count: 1})
		return true
	}
	if p.finds() {
		return true
	}
	if n, ok := p.exact([]lexicon.Table{p.r.Mobs}); ok {
		p.goals = append(p.goals, Goal{Kind: Find, Name: n.Name, Items: n.Items, Count: 1})
		return true
	}
	for n := 2; n >= 1; n-- {
		if id, ok := p.r.Structures[p.ahead(n)]; ok {
			p.at += n
			p.goals = append(p.goals, Goal{Kind: Find, Name: id, Items: []string{id}, Count: 1})
			return true
		}
	}
	p.at = start
	return false
}

// finds reads a player who is looked for: "find Steve".
func (p *parser) finds() bool {
	start := p.at
	named := p.skip("player", "the player")
	if !named && (!p.capital() || !p.nameLike()) {
		return false
	}
	to, ok := p.who()
	if !ok || p.at < len(p.words) && !connectors[p.peek()] && !p.closed() {
		p.at = start
		return false
	}
	p.goals = append(p.goals, Goal{Kind: Goto, To: to})
	return true
}

// liquid says that a name is a block's that nobody holds as an item.
func (p *parser) liquid(id string) bool {
	_, block := p.r.Version.Block(id)
	return block && !p.r.isItem(id)
}

// stands says that things are several sorts of block that only people set: a bed
// that is looked for is not made.
func (r *Reader) stands(items []string) bool {
	return len(items) > 1 && !r.dug(items) && !slices.ContainsFunc(items, func(id string) bool { _, ok := r.Version.Block(id); return !ok })
}

// findOrGet reads what is looked for until it is in sight, and what is fetched
// because no block is it, or several are wanted.
func (p *parser) findOrGet() bool {
	if p.said == "search" && p.containerAhead(0) {
		return false // what is in it is asked for
	}
	if p.find() {
		return true
	}
	p.kind = Get
	begun := len(p.goals)
	ok := p.things() && !slices.ContainsFunc(p.goals[begun:], func(g Goal) bool { return g.Kind != Get || p.r.stands(g.Items) })
	for i := begun; i < len(p.goals); i++ {
		p.goals[i].More, p.goals[i].found = true, true // what is held already is not looked for
	}
	return ok
}
