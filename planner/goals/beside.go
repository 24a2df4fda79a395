// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game/data"
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

// keepAhead says that what stays is said next.
func (p *parser) keepAhead() bool { return p.longest(keepWords) > 0 || p.peek() == "but" }

// keepLed reads what leads to what stays: "except", "but not", "but".
func (p *parser) keepLed() bool {
	if p.skipLongest(keepWords) {
		return true
	}
	if p.at == 0 || p.words[p.at-1] != "but" {
		return false
	}
	p.skip("not")
	return true
}

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
	if g.Kind != Give && g.Kind != Deposit || !next.keepLed() {
		return false
	}
	next.skip("the", "your", "my")
	if rest := next; rest.keepsOthers(g) {
		p.at = rest.at
		return true
	}
	a := next.amount()
	n, named := next.exact([]lexicon.Table{p.r.Items})
	next.skipLongest(pieceWords)
	next.skip("for you", "for yourself", "for me", "on you", "with you", "for later", "in your inventory", "for yourself please")
	if !next.ends() && !next.endsHere() {
		return false
	}
	same := !named || slices.ContainsFunc(n.Items, func(id string) bool { return slices.Contains(g.Items, id) })
	switch {
	case named && !same && !a.given && n.Set == nil && len(g.Items) > 0 && !p.r.hasPart(*g, n.Items):
		p.at = next.at // throw the dirt away and keep the stone
		return true
	case same && a.given && !a.more && !a.some && g.All && g.Keep == 0 && !g.Half && g.Name != everythingHeld:
		g.Keep = a.of(64, false)
		p.at = next.at
		return true
	}
	return false
}

// keptBy are those for whom something stays.
var keptBy = newPhrases("for you", "for yourself", "for me", "on you", "with you", "for later", "in your inventory")

// keepsOthers takes what stays out of a goal about all of several things:
// "everything but the pickaxe and the sword".
func (p *parser) keepsOthers(g *Goal) bool {
	if !g.All || g.Keep > 0 || g.Half || g.Refers || len(g.Except) > 0 {
		return false
	}
	var names []string
	rest := slices.Clone(g.Items)
	for {
		p.skip("the", "your", "my", "all the", "any", "a", "an", "all", "all my", "all your")
		n, ok := p.exact([]lexicon.Table{p.r.Items})
		if !ok || n.Set != nil || n.Factor > 0 || !slices.ContainsFunc(n.Items, func(id string) bool { return slices.Contains(rest, id) }) {
			return false
		}
		names = append(names, n.Name)
		rest = slices.DeleteFunc(rest, func(id string) bool { return slices.Contains(n.Items, id) })
		next := *p
		if next.skip(",", "and"); next.at == p.at {
			break
		}
		next.skip("and")
		if next.verbAhead() || !next.amountAhead() && !next.nounAhead() {
			break
		}
		p.at = next.at
	}
	p.skipLongest(keptBy)
	if len(rest) == 0 || !p.ends() && !p.endsHere() {
		return false
	}
	g.Items, g.Except = rest, names
	return true
}

// notWords begin what is not meant. "no" is none of them: "no coal" says how a thing
// is to be made.
var notWords = newPhrases("not", "and not", "but not")

// notThat passes over what is not meant where the goal is about something else:
// "spruce logs, not oak", "an iron pickaxe, not a stone one". What would change how
// the goal is done ("not with coal", "not coal" of torches) is never passed over.
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
	if next.at == from || !next.ends() && !(next.peek() == ",") || !p.contrasts(g, next.words[from:next.at]) {
		return false
	}
	start := p.at
	p.at = next.at
	p.unsure(start, "as said")
	return true
}

// contrasts says that some words name only another thing than what a goal says it is
// about or done with: the same of another material, or something that has no part in
// the goal.
func (p *parser) contrasts(g Goal, words []string) bool {
	if last := words[len(words)-1]; len(words) > 1 && (last == "one" || last == "ones") {
		words = words[:len(words)-1]
	}
	phrase := strings.Join(words, " ")
	n, ok := p.r.Items[phrase]
	if !ok {
		n, ok = p.r.Blocks[phrase]
	}
	if ok && len(n.Items) > 0 && n.Set == nil && !p.r.hasPart(g, n.Items) {
		return !slices.Contains(n.Items, g.Items[0])
	}
	if ok && p.madeOfOther(g, n.Items) {
		return true
	}
	for _, own := range append([]Thing{{Name: g.Name}}, g.With...) {
		noun := own.Name[strings.LastIndexAny(own.Name, "_ ")+1:]
		if like, ok := p.r.Items[phrase+" "+noun]; ok && len(like.Items) > 0 && like.Name != own.Name {
			return true
		}
	}
	return false
}

// hasPart says that one of some things may have a part in a goal, so that to go
// without it changes what is done: it goes into what is made, it is burnt or worked
// with, it is what comes of it.
func (r *Reader) hasPart(g Goal, of []string) bool {
	in := func(list []string) bool {
		return slices.ContainsFunc(of, func(id string) bool { return slices.Contains(list, id) })
	}
	if r.madeBefore(g.Items, of) || slices.ContainsFunc(g.Items, func(id string) bool { return r.needs(id, of).each > 0 }) {
		return true
	}
	if slices.ContainsFunc(r.brings(g), func(b brought) bool { return !slices.Equal(b.items, g.Items) && in(b.items) }) {
		return true
	}
	molten := g.Kind == Smelt || (g.Kind == Get || g.Kind == Craft) && len(r.Version.SmeltingTo(g.Items[0])) > 0
	return slices.ContainsFunc(of, func(id string) bool {
		it, ok := r.Version.Item(id)
		worked := r.Version.IsStation(id) || ok && it.Tool != nil
		return worked && !r.Outfit(g.Name) && g.Kind != Place && g.Kind != Give || ok && molten && it.FuelTicks > 0
	})
}

// madeOfOther says that just before this another thing was said to take the part of
// one of some: "torches with charcoal, not coal".
func (p *parser) madeOfOther(g Goal, than []string) bool {
	for k := p.at - 1; k > 0; k-- {
		q := *p
		if q.at = k; !q.skipLongest(materialWords) {
			continue
		}
		n, ok := q.exact([]lexicon.Table{p.r.Items})
		return ok && q.at == p.at && !slices.ContainsFunc(n.Items, func(id string) bool { return slices.Contains(than, id) }) &&
			slices.ContainsFunc(p.r.Version.Recipes(g.Items[0]), func(rc data.Recipe) bool {
				return slices.ContainsFunc(rc.Ingredients, func(in data.Ingredient) bool {
					has := func(id string) bool { return slices.Contains(in.Items, id) }
					return slices.ContainsFunc(n.Items, has) && slices.ContainsFunc(than, has)
				})
			})
	}
	return false
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
	p.before = append(p.before, Thing{Name: n.Name, Items: n.Items, Count: 1, Tool: true})
}
