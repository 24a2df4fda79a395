// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game/data/lexicon"
)

// Not everybody says the verb first, then the thing and then what it is done with:
// "using an iron pickaxe, mine 3 diamonds", "cook and eat a porkchop". What stands
// before its place is put there.

// firstWords lead to what is used for the goal behind it.
var firstWords = newPhrases("use", "using", "with", "by using", "utilize", "utilizing", "take")

// toolFirst reads a tool that is named before the verb: "use the stone pickaxe to
// mine 5 iron ore", "with an axe cut 3 logs".
func (p *parser) toolFirst() bool {
	next := *p
	taken := next.peek() == "take"
	if !next.skipLongest(firstWords) {
		return false
	}
	n, ok := next.justNamed()
	if !ok {
		next.amount()
		n, ok = next.exact([]lexicon.Table{p.r.Items})
	}
	if !ok || n.Set != nil || n.Factor > 0 {
		return false
	}
	if next.peek() == "of" && next.at+1 < len(next.words) {
		if made, ok := p.r.OfWord(n, next.words[next.at+1]); ok {
			n = made
			next.at += 2
		}
	}
	to := next.skip("to", "in order to")
	if !to && (taken || !next.skip(",")) {
		if taken {
			return false
		}
	}
	if !to {
		next.skip("and", ",", "please", "you")
	}
	at := next.at
	kind, ok := next.verbHere()
	if kind == Withdraw && next.words[at] == "take" {
		kind = Get // with a shovel take 20 clay
	}
	if !ok || len(next.respelt) > len(p.respelt) || !slices.Contains(kind.row().Slots, SlotTool) {
		return false
	}
	held := next
	held.kind = kind
	if !held.handles(n) {
		return false
	}
	p.at = at
	p.before = append(p.before, Thing{Name: n.Name, Items: n.Items, Count: 1, Tool: true})
	return true
}

// justNamed reads "it" for the tool that was just made: "make an axe and use it to
// cut 3 logs".
func (p *parser) justNamed() (lexicon.Meaning, bool) {
	if len(p.goals) == 0 || !p.nextAre(0, "it", "to") && !p.nextAre(0, "it", "for") {
		return lexicon.Meaning{}, false
	}
	g := p.goals[len(p.goals)-1]
	if (g.Kind == Craft || g.Kind == Get || g.Kind == Withdraw || g.Kind == Equip) && len(g.Items) > 0 && g.Count == 1 {
		p.at++
		return lexicon.Meaning{Name: g.Name, Items: g.Items}, true
	}
	return lexicon.Meaning{}, false
}

// placeFirst reads where the first goal is to be done before it is said: "in the
// jungle, gather 6 cocoa beans".
func (p *parser) placeFirst() bool {
	if len(p.goals) > 0 || p.biomeBefore != "" {
		return false
	}
	next := *p
	id, ok := next.biome()
	if !ok {
		return p.looseFirst()
	}
	if next.at >= len(next.words) {
		return false
	}
	p.at, p.biomeBefore = next.at, id
	return true
}

// looseFirst passes over a place or time that nobody can be held to before a goal
// that brings something: "at night, kill 2 zombies".
func (p *parser) looseFirst() bool {
	next := *p
	n, as := next.placeAhead(), "wherever it is found"
	if night := next.longest(looselyRows[0].words); night > 0 {
		n, as = night, looselyRows[0].as
	}
	if n == 0 {
		return false
	}
	next.at += n
	if !next.skip(",") {
		return false
	}
	verb := next
	if kind, ok := verb.verbHere(); !ok || len(verb.respelt) > len(p.respelt) || !slices.Contains(gathering, kind) {
		return false
	}
	from := p.at
	p.at += n
	p.unsure(from, as)
	return true
}

// eachFirst reads "one of each:", "2 of each" before a list.
func (p *parser) eachFirst() {
	p.each = 0
	next := *p
	a := next.amount()
	if !a.given || a.more || a.some {
		return
	}
	listed := next.skip("of each of the following", "of each of these", "of each of", "each of")
	if !listed && !next.skip("of each", "each") {
		return
	}
	if end := p.spans[next.at-1].end; listed || end < len(p.text) && strings.ContainsRune(":,", rune(p.text[end])) {
		next.skip(",")
		if next.nounAhead() || next.amountAhead() {
			p.at, p.each = next.at, a.of(1, true)
		}
	}
}

// statedFirst reads what is there before the first goal is said: "Given an iron
// pickaxe, mine 3 diamonds", "You have 2 sticks. Make a torch."
func (p *parser) statedFirst() bool {
	if len(p.goals) > 0 {
		return false
	}
	next := *p
	if !next.skipLongest(givenWords) && !next.skipLongest(statedWords) {
		return false
	}
	things, ok := next.list(true)
	if !ok || next.at >= len(next.words) {
		return false
	}
	next.skipLongest(inPossession)
	if next.at < len(next.words) && !connectors[next.peek()] {
		return false
	}
	p.at = next.at
	p.before = append(p.before, things...)
	return true
}

// inPossession may follow what is said to be there.
var inPossession = newPhrases("in hand", "in your hand", "in your inventory", "in the inventory", "in my inventory", "already", "available", "at hand", "equipped", "in inventory")

// useBefore gives what was named before its goal to the goals since begun.
func (p *parser) useBefore(begun int) bool {
	if p.biomeBefore != "" {
		for i := begun; i < len(p.goals); i++ {
			p.goals[i].Biome = p.biomeBefore
		}
		if !p.groupGoesOn() {
			p.biomeBefore = ""
		}
	}
	if len(p.before) == 0 {
		return true
	}
	if begun >= len(p.goals) {
		return false
	}
	g := &p.goals[begun]
	if slices.ContainsFunc(p.before, func(w Thing) bool { return p.r.idle(*g, w) }) {
		p.stuck = -1 // the tool stands before the goal
		return false
	}
	g.With = append(g.With[:len(g.With):len(g.With)], p.before...)
	p.before = nil
	return true
}

// groupGoesOn says that another thing of the same verb follows.
func (p *parser) groupGoesOn() bool {
	next := *p
	next.open()
	return next.at > p.at && next.at < len(next.words) && verb(next.peek()) == "" && (next.amountAhead() || next.nounAhead())
}

// firstOfTwo are the verbs behind which another may stand for the same thing, with
// those: "cook and eat 3 potatoes".
var firstOfTwo = map[Kind][]Kind{
	Get:   {Eat, Place, Equip, Give, Smelt, Deposit, Plant, Craft},
	Mine:  {Smelt, Place, Deposit, Give},
	Craft: {Place, Equip, Eat, Give, Deposit},
	Smelt: {Eat, Give, Deposit},
	Kill:  {Eat, Smelt},
	Find:  {Get, Mine, Kill, Shear, Milk},
	Catch: {Eat, Smelt, Give},
	Grow:  {Eat, Give},
}

// twoVerbs puts the second of two verbs behind what both are about: "cook and eat
// a porkchop" is "cook a porkchop and eat it".
func (p *parser) twoVerbs() {
	if !p.nextAre(0, "and") || p.at == 0 {
		return
	}
	first := p.at
	second := *p
	second.at++
	start := second.at
	kind, ok := second.verbHere()
	if !ok || len(second.respelt) > len(p.respelt) || !slices.Contains(firstOfTwo[p.kind], kind) {
		return
	}
	behind := second.at
	thing := second
	thing.kind = kind
	thing.all()
	thing.amount()
	n, ok := thing.noun(false)
	if kind == Kill || kind == Shear || kind == Milk || p.kind == Kill {
		thing.at = behind
		thing.all()
		thing.amount()
		n, ok = thing.mob(false)
	}
	if !ok || n.Set != nil || len(thing.respelt) > len(p.respelt) || thing.at == behind {
		return
	}
	if more := thing; connectors[more.peek()] { // mine and smelt 3 iron and 2 gold
		if more.at++; verb(more.peek()) == "" && (more.amountAhead() || more.nounAhead()) {
			return
		}
	}
	if p.kind == Find {
		p.kind, p.said, p.at = kind, strings.Join(p.words[start:behind], " "), behind // find and kill a cow
		return
	}
	words := slices.Concat(p.words[:first], p.words[behind:thing.at], []string{"and"}, p.words[start:behind], []string{"it"}, p.words[thing.at:])
	spans := slices.Concat(p.spans[:first], p.spans[behind:thing.at], p.spans[first:first+1], p.spans[start:behind], p.spans[behind-1:behind], p.spans[thing.at:])
	p.words, p.spans = words, spans
}
