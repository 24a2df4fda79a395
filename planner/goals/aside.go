// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game/data/lexicon"
)

// People say more than they ask for: why they want it ("my pick is about to
// break"), what is going on ("its getting dark"), what it is for ("for my base").
// Such an aside is told by the words that it begins with. It is passed over where
// nothing in it could change what is asked; it makes the reading a guess where it
// names a thing or a deed of the game; and what has weight in it (a number, a
// refusal, a condition) leaves the sentence unread.

// asideWords begin an aside; asideAbout are those of them that are about the thing
// of the goal, so that what they say may belong to it: "it should be oak".
var (
	asideWords = wordSet("i im ive ill id we were weve he hes she shes they theyre it its there theres u ur you youre your my our everyone everyones everybody somebody someone as because cause cuz cus coz bc before b4 since while so in for to bet the here hurry")
	asideAbout = wordSet("it its they theyre he hes she shes")
	// asideOwners stand before a noun, and what is said of that begins an aside
	// only with one of asideSays behind it.
	asideOwners = wordSet("my our your ur the here")
	asideSays   = wordSet("is are was has low hungry hurt dying keeps keep will looks look broke breaks died dies ran got gets needs wants said says told hurts")
	// asideWeighs is never passed over.
	asideWeighs = wordSet("if when where what which who whose why how until till only should must least most max maximum minimum exactly twice half double stack stacks dozen hundred except another other others same different more less instead otherwise minute minutes second seconds hour hours moment while")
	// asideGuesses are words that a person should look at.
	asideGuesses = wordSet("night day days friend brother sister mom dad buddy player at in on near inside behind under above by from before b4")
	// asideSmall are parts of things' names that say nothing alone.
	asideSmall = wordSet("a an the of on in at to with and from me my i it so is be up for close dark late night")
	// subjects have their verb behind them, so that it is no goal's.
	subjects = wordSet("i we he she they it u you ur to gonna wanna can could will would wont the a an my our your keep keeps about have has be is are im its always just really never still almost for who that theyre")
	// purposes are what a thing may be for besides the verbs of goals.
	purposes = wordSet("restore regain heal refill live stay avoid feel satisfy decrease increase climb protect guard survive trade fight use light tame cross reach enchant repair decorate fix defend see start finish continue play explore store keep")
)

// polite are the openers that end an aside: "its dark can u make a torch".
var polite = newPhrases("please", "pls", "plz", "can you", "could you", "can u", "could u", "would you", "lets", "let us")

// aside passes over what is said beside the goals. It leaves alone what has weight.
func (p *parser) aside() bool {
	end, open, ok := p.asideAhead()
	if !ok {
		return false
	}
	from := p.at
	p.at = end
	if open {
		p.unsure(from, "a remark")
	}
	return true
}

// asideAhead is where an aside that begins here ends, and whether it leaves
// something open.
func (p *parser) asideAhead() (end int, open, ok bool) {
	first := p.peek()
	creature := p.at+1 < len(p.words) && asideSays[p.words[p.at+1]] && (p.r.Mobs[first].Items != nil || creatures[first])
	if !asideWords[first] && !creature || p.longest(statedWords) > 0 || p.verbAhead() || !p.wish() && !asideOwners[first] && p.longest(openers) > 0 || !p.asideBegins() {
		return 0, false, false
	}
	for end = p.at; end < len(p.words) && !ordered[p.words[end]]; end++ {
		w := p.words[end]
		if end == p.at {
			continue
		}
		q := *p
		if q.at = end; q.longest(polite) > 0 {
			break
		}
		if late := q; end > p.at+1 && w != "," && late.quantityLater() {
			break // for my window, like 16
		}
		if w == "dont" && subjects[p.words[end-1]] && end+1 < len(p.words) && dontWords[p.words[end+1]] {
			open = true // we dont have coal
			end++
			continue
		}
		if first == "while" && table().gerunds[w] != "" && end == p.at+1 {
			return 0, false, false // while wearing armor
		}
		if connectors[w] && w != "," && end+1 < len(p.words) {
			if q.at++; q.amountAhead() {
				return 0, false, false // for stone and one axe
			}
			q.at--
		}
		if (verb(w) != "" || q.verbAhead() && q.verbWords() > 1) && !subjects[p.words[end-1]] && end > p.at+1 && !asideSmall[w] {
			if connectors[p.words[end-1]] {
				return 0, false, false // "so we can sleep and get wood"
			}
			open = true
			break
		}
		known := p.r.Knows(w) && !asideSmall[w]
		switch {
		case isNumber(w), numberWords[w] > 1, refusals[w], asideWeighs[w], known && asideAbout[first]:
			return 0, false, false
		case known, verb(w) != "", asideGuesses[w]:
			open = true
		}
	}
	if end < len(p.words) && end == p.at+1 {
		return 0, false, false
	}
	return end, open || asideGuesses[first], true
}

// asideBegins tells an aside from a goal, or a part of one, that begins with the
// same word.
func (p *parser) asideBegins() bool {
	first, next := p.peek(), ""
	if p.at+1 < len(p.words) {
		next = p.words[p.at+1]
	}
	switch first {
	case "for", "to", "in":
		if len(p.goals) == 0 || !p.goals[len(p.goals)-1].forPurpose() {
			return false
		}
	}
	switch {
	case first == "as":
		return next == "a" || next == "an" || next == "my" || next == "our"
	case first == "in":
		return next == "order"
	case first == "to":
		return verb(next) != "" && (verb(next) != Get || p.goals[len(p.goals)-1].Kind == Kill) || purposes[next]
	case first == "for":
		if p.purposeThing() {
			return true // 6 iron for armor
		}
		return purposes[next] || verb(next) != "" && verb(next) != Get || next == "my" || next == "our" || next == "the" || next == "a" || next == "an" || next == "this" || table().gerunds[next] != ""
	case first == "before" || first == "b4":
		return next != "" && table().gerunds[next] == "" && verb(next) == ""
	case asideSubjects[first] && len(p.goals) > 0 && p.at > 0 && p.words[p.at-1] != "," && p.pointed(max(0, p.at-asideBack)):
		return false // "the fish you caught"
	case first == "so" || first == "hurry" || first == "bet":
		return next != ""
	case asideOwners[first]:
		const ahead = 4
		return slices.ContainsFunc(p.words[p.at+1:min(len(p.words), p.at+ahead)], func(w string) bool { return asideSays[w] }) || first == "ur" && next == "gonna"
	}
	return next != "" && !connectors[next]
}

// purposeThing says that a thing of the game, or what people want things for, ends
// the goal behind "for": "kill 3 cows for leather", "get pumpkins for halloween".
func (p *parser) purposeThing() bool {
	next := *p
	next.at++
	next.skip("a", "an", "the", "my", "our", "some", "making", "more", "crafting", "building")
	if forWords[next.peek()] {
		next.at++
	} else if n, ok := next.exact([]lexicon.Table{p.r.Items, p.r.Blocks}); !ok && n.Name == "" {
		return false
	}
	return next.at >= len(next.words) || connectors[next.peek()] || next.longest(closers) > 0
}

// forWords are what things are wanted for that are no things.
var forWords = wordSet("enchanting brewing smelting potions potion halloween christmas decoration decorations window windows building fuel food dinner lunch breakfast safety light armor armour later fun trading winter party birthday crafting cooking protection farming mining eating tools weapons loot experience xp house base farm windows roof walls bridge journey trip adventure nether")

// dontWords follow "dont" where that is no order.
var dontWords = wordSet("have know see got own")

// creatures are words for any mobs.
var creatures = wordSet("monster monsters mob mobs enemy enemies")

// asideBack is how far back, in words, the article of a thing may stand.
const asideBack = 5

// asideSubjects may begin what says which thing is meant.
var asideSubjects = wordSet("i we u you he she they it")

// wish says that somebody wants what no goal is, behind one: "get a saddle i
// wanna ride a horse".
func (p *parser) wish() bool {
	next := *p
	if p.peek() != "i" || len(p.goals) == 0 || !next.skipLongest(openers) {
		return false
	}
	return !next.verbAhead() && !next.nounAhead() && !next.amountAhead()
}

// forPurpose says that a goal is about things that may be for something.
func (g Goal) forPurpose() bool {
	switch g.Kind {
	case Get, Mine, Craft, Smelt, Grow, Shear, Milk, Catch, Kill, Find, Eat, Breed:
		return g.To == "" && g.Into == ""
	default:
		return false
	}
}

// verbAhead says that a goal's own words come next: "im hungry".
func (p *parser) verbAhead() bool {
	for n := min(table().longest, len(p.words)-p.at); n >= 1; n-- {
		if verb(strings.Join(p.words[p.at:p.at+n], " ")) != "" {
			return true
		}
	}
	return false
}

// verbWords is how many words the verb is that comes next.
func (p *parser) verbWords() int {
	for n := min(table().longest, len(p.words)-p.at); n >= 1; n-- {
		if verb(strings.Join(p.words[p.at:p.at+n], " ")) != "" {
			return n
		}
	}
	return 0
}

// shorthand are words as they are typed in a hurry.
var shorthand = map[string]string{"n": "and", "w": "with", "w/o": "without", "em": "them", "da": "the", "abt": "about"}
