package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game/data/lexicon"
)

// What is said behind a goal and is no goal of its own: that its place is told, what
// is kept, what is not meant.

// toldAnyway are orders that a goal does by itself: who finds something says where
// it is, who kills something picks up what it leaves.
var toldAnyway = map[Kind]phrases{
	Find: newPhrases("tell me where it is", "tell me where", "tell me its coordinates", "tell me the coordinates", "tell me its position", "report its coordinates", "report its location", "report its position", "report the coordinates", "report where it is", "report back", "show me the way", "show me where it is", "show me where", "let me know", "let me know where it is", "tell me where they are", "say me where it is", "tell me", "tell me the location", "give me the coordinates", "give me its coordinates", "send me the coordinates", "tell me where you found it", "say where it is", "tell me its location", "report the location", "tell me when you find it", "tell me if you find it", "say where", "note its coordinates", "write down its coordinates"),
	Kill: newPhrases("collect what she drops", "collect what it drops", "collect what he drops", "collect what they drop", "collect whatever it drops", "collect whatever she drops", "collect whatever he drops", "collect whatever they drop", "collect its drops", "collect their drops", "collect the drops", "collect the loot", "collect its loot", "pick up the drops", "pick up its drops", "pick up what it drops", "pick up what they drop", "pick up the loot", "take the loot", "take its drops", "take what it drops", "take what they drop", "loot it", "loot them", "get the drops", "get its drops", "get the loot", "grab the loot", "grab the drops", "collecting whatever she drops", "collecting whatever it drops", "collecting its drops", "collecting the drops", "collect all drops", "collect everything it drops", "collect everything they drop", "gather the drops", "gather its drops", "keep the drops", "keep what it drops", "collect any drops", "pick up any drops"),
}

// addsNothing passes over an order that the goal before does by itself.
func (p *parser) addsNothing() bool {
	if len(p.goals) == 0 || p.at == 0 {
		return false
	}
	next := *p
	kind := p.goals[len(p.goals)-1].Kind
	list, ok := toldAnyway[kind]
	if !ok || !next.skipLongest(list) || !next.ends() && !next.endsHere() {
		return false
	}
	from := p.at
	if p.at = next.at; kind == Kill {
		p.unsure(from, "what is picked up anyway")
	}
	return true
}

// keepWords say that something stays where it is.
var keepWords = newPhrases("keep", "but keep", "and keep", "leave", "but leave", "except", "except for", "but not", "all but", "save", "hold on to", "apart from", "besides", "other than", "without")

// keeps reads how many of what is given away or stored stay: "keep 10", "except 5",
// "leave 10 for you"; and that something else stays, which changes nothing.
func (p *parser) keeps() bool {
	if len(p.goals) == 0 {
		return false
	}
	g := &p.goals[len(p.goals)-1]
	if len(p.goals)-p.from != 1 {
		return false // which of them?
	}
	next := *p
	next.skip("but", "and", ",")
	if g.Kind != Give && g.Kind != Deposit || !next.skipLongest(keepWords) {
		return false
	}
	next.skip("the", "your", "my")
	a := next.amount()
	n, named := next.exact([]lexicon.Table{p.r.Items})
	next.skipLongest(pieceWords)
	next.skip("for you", "for yourself", "for me", "on you", "with you", "for later", "in your inventory", "for yourself please")
	if !next.ends() && !next.endsHere() {
		return false
	}
	same := !named || slices.ContainsFunc(n.Items, func(id string) bool { return slices.Contains(g.Items, id) })
	switch {
	case named && !same && !a.given && n.Set == nil:
		p.at = next.at // throw the dirt away and keep the stone
		return true
	case same && a.given && !a.more && !a.some && g.All && g.Keep == 0 && !g.Half && g.Name != everythingHeld:
		g.Keep = a.of(64, false)
		p.at = next.at
		return true
	}
	return false
}

// notWords begin what is not meant.
var notWords = newPhrases("not", "and not", "but not", "no")

// notThat passes over what is not meant where the goal is about something else:
// "spruce logs, not oak", "an iron pickaxe, not a stone one".
func (p *parser) notThat() bool {
	if len(p.goals) == 0 || p.at == 0 {
		return false
	}
	next := *p
	next.skip(",")
	if !next.skipLongest(notWords) {
		return false
	}
	g := p.goals[len(p.goals)-1]
	if len(g.Items) != 1 || !slices.Contains([]Kind{Get, Mine, Craft, Give, Equip, Place, Smelt}, g.Kind) {
		return false
	}
	next.skip("the", "a", "an")
	from := next.at
	const longestNot = 3
	for next.at < len(next.words) && next.at-from < longestNot && !next.ends() {
		next.at++
	}
	if next.at == from || !next.ends() && !(next.peek() == ",") {
		return false
	}
	for _, w := range next.words[from:next.at] {
		if w == "one" || w == "ones" {
			continue
		}
		if !p.r.Knows(w) || slices.Contains(strings.Split(g.Items[0], "_"), w) || verb(w) != "" || isNumber(w) {
			return false
		}
	}
	start := p.at
	p.at = next.at
	p.unsure(start, "as said")
	return true
}

// toolNext reads a tool between the verb and its thing: "mine with the iron pickaxe 5
// redstone".
func (p *parser) toolNext() {
	next := *p
	if !slices.Contains(p.kind.row().Slots, SlotTool) || !next.skipLongest(withWords) {
		return
	}
	next.amount()
	n, ok := next.exact([]lexicon.Table{p.r.Items})
	if ok && next.peek() == "of" && next.at+1 < len(next.words) {
		if made, of := p.r.OfWord(n, next.words[next.at+1]); of {
			n = made
			next.at += 2
		}
	}
	if !ok || n.Set != nil || !p.handles(n) || !next.nounAhead() && !next.amountAhead() {
		return
	}
	p.at = next.at
	p.before = append(p.before, Thing{Name: n.Name, Items: n.Items, Count: 1})
}
