// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game/data/lexicon"
)

// loosely is something that is said of where, when or how a goal is done that no
// step is bound to: "near the lake", "at night", "by hand". It is never passed over
// in silence: the reading is a guess that says what will be done instead.
type loosely struct {
	words phrases
	kinds []Kind // empty for every kind that brings something
	as    string
}

// gathering are the goals that bring something from wherever it is found.
var gathering = []Kind{Get, Mine, Kill, Shear, Milk, Catch, Breed, Find, Grow}

// looselyRows are what may be said so, with what it is taken for.
var looselyRows = []loosely{
	{newPhrases("at night", "at night time", "tonight", "in the night", "during the night", "by night", "at day", "by day", "during the day", "at dawn", "at dusk", "in the morning", "in the evening", "this evening", "before nightfall", "before night", "before dark", "before it gets dark", "before the night", "after dark", "when it is night", "when its night", "when it gets dark", "when its dark", "once night falls", "when night falls", "at noon", "at midnight"), append([]Kind{Craft, Smelt}, gathering...), "at any time"},
	{newPhrases("by hand", "with your hand", "with your hands", "with hand", "with hands", "with the hand", "with the hands", "with bare hands", "with your bare hands", "with a bare hand", "with an empty hand", "with empty hands", "with your fist", "with your fists", "using your hands", "using your bare hands", "using bare hands"), []Kind{Get, Mine, Kill, Grow}, "with what is at hand"},
	{newPhrases("over a campfire", "on a campfire", "on the campfire", "over the campfire", "over a fire", "on the fire", "on fire", "over the fire", "in a smoker", "in the smoker", "in a blast furnace", "in the blast furnace", "in the oven", "in an oven", "on the stove", "in it", "inside it", "with it", "there", "in that furnace", "in this furnace", "in your furnace", "in my furnace"), []Kind{Smelt}, "in a furnace"},
	{newPhrases("behind me", "in front of me", "beside me", "next to me", "behind you", "in front of you", "next to you", "above me", "around me", "around us", "close to me", "close to us", "near to me", "under me", "that is attacking me", "attacking me", "that attacks me", "over there", "that is over there"), append([]Kind{Craft}, gathering...), "the nearest"},
	{newPhrases(append(combined(thatIs, mostNear), "most near", "the most near", "most close", "the nearest", "the closest", "nearest", "closest")...), append([]Kind{Craft}, gathering...), "the nearest"},
	{newPhrases("in front of me", "behind me", "next to me", "beside me", "near me", "in front of you", "next to you", "beside you", "close to me", "at ground level", "at your current height", "on the ground", "on flat ground", "at your location", "at your position", "where you are standing", "where you stand", "where i stand", "where i am", "at your height", "at your current position", "at the current location", "at my position", "on the floor", "in a flat area", "on a flat area"), []Kind{Build}, "beside the body"},
	{newPhrases(combined(thatIs, []string{"ready", "grown", "fully grown", "mature"})...), []Kind{Mine, Grow, Get}, "what is ripe"},
	{newPhrases("when they are ripe", "when it is ripe", "when its ripe", "when ripe", "once ripe", "once they are ripe", "if they are ripe", "when they are ready", "when it is ready", "when its ready", "when ready", "if ripe", "when they are grown", "when it is grown", "when fully grown", "once fully grown", "that are ripe", "that is ripe", "which are ripe", "when they are done", "when they have grown"), []Kind{Mine, Grow, Get}, "what is ripe"},
	{newPhrases(combined([]string{"so", "so that", "to", "and", "until", "till"}, []string{"they have", "they make", "they get", "have", "make", "get"}, []string{"a baby", "babies", "a young one", "young ones", "kids"})...), []Kind{Breed}, "one young of each pair"},
	{newPhrases("as much as you can", "as many as you can", "as much as possible", "as many as possible", "as much as u can"), []Kind{Craft, Get, Mine, Smelt}, "that many"},
	{newPhrases("without dying", "without getting hurt", "without getting killed", "without being killed", "without taking damage", "without taking any damage", "be careful", "but be careful", "and be careful", "but carefully", "carefully", "but careful", "try not to die", "and survive", "and stay alive", "without being hurt", "but dont die", "and dont die", "dont die", "but do not die", "and do not die", "but dont get hurt", "dont get hurt", "but dont get killed", "but watch out", "watch out", "but take care", "take care", "but stay safe", "stay safe"), nil, "as safely as it can"},
	{newPhrases("around me", "around you", "around us", "around yourself", "all around", "next to each other", "beside each other", "side by side", "one next to the other", "near each other", "in front of me", "in front of you", "behind me", "on the ground in front of me", "close to me", "close to you", "close to each other", "around here"), []Kind{Place, Plant, Till}, "beside the body"},
	{newPhrases("in that order", "in this order", "in order", "in the given order", "one by one", "one after another", "one at a time", "one after the other"), append([]Kind{Craft, Smelt, Place, Equip, Eat, Give, Deposit}, gathering...), "as it comes"},
	{newPhrases("using a crafting table", "using the crafting table", "using a crafting bench", "with a crafting table", "with the crafting table", "at the workbench", "on a crafting table", "using a workbench"), []Kind{Craft, Get}, "at a crafting table"},
	{newPhrases("using a furnace", "using the furnace", "with a furnace", "with the furnace", "by using a furnace", "inside a furnace", "inside the furnace", "in furnace"), []Kind{Smelt, Craft, Get}, "in a furnace"},
}

// thatIs begins what says which of several is meant, mostNear may be said so.
var (
	thatIs   = []string{"who is", "that is", "which is", "what is", "that are", "who are", "which are", "what are", "thats", "whos"}
	mostNear = []string{"near of me", "near from me", "near me", "near to me", "near you", "near us", "near", "nearby", "around", "around here", "around me", "around you", "the most near", "most near", "the most close", "the nearest", "nearest", "closest", "the closest", "closest to me", "nearest to me", "closest to you", "nearest to you", "close", "close by", "close to me", "beside me", "next to me", "behind me", "in front of me", "over there", "there", "here"}
)

// atPlaces lead to where a thing is found or done.
var atPlaces = newPhrases("from", "in", "at", "near", "near to", "by", "along", "on", "behind", "beside", "besides", "under", "inside", "inside of", "outside", "outside of", "around", "next to", "close to", "in front of", "on top of", "across", "over", "beneath", "below", "over by", "down by", "out of", "from under", "from behind", "down in", "up in", "up on", "out in", "over in", "around in", "deep in", "not far from", "on the side of", "at the side of", "at the edge of", "on the edge of", "at the bottom of", "in the middle of", "at the top of")

// ofPlaces stand before a place.
var ofPlaces = wordSet("the a an my your our their his her this that these those any some nearest nearby closest near next other same big small little large deep dark old new tall high shallow local close surrounding open first whole")

// somewhereWords are places of the world, besides biomes and structures.
var somewhereWords = wordSet("forest forests woods wood cave caves cavern caverns river rivers lake lakes pond ponds beach mountain mountains hill hills hillside valley field fields farm farms farmland village villages well house houses home garden road path street bridge island sea ocean oceans water lava shore seashore coast riverbank riverbed riverside lakeside bank swamp swamps desert deserts jungle jungles mine mines mineshaft mineshafts ravine ravines tree trees ground floor underground surface fence fences pen base spawn area place spot pool tunnel hut castle temple ruins pyramid stronghold dungeon dungeons barn stable yard backyard meadow meadows plain plains grassland wilderness wild nature canyon cliff cliffs peak top side edge corner left right front back door gate stairs roof town city outpost monument shipwreck terrain savanna savannah taiga snow ice quarry crater shaft hole pit overworld region land wasteland woodland orchard plantation reef room kitchen bedroom basement cellar mansion tower wall camp territory kelp reeds riverbanks waters depths bottom")

// loose passes over what is said loosely of the goals since begun, which makes the
// reading a guess.
func (p *parser) loose(begun int) bool {
	if begun < 0 || begun >= len(p.goals) {
		return false
	}
	n, as := p.looseAhead(begun)
	if n == 0 {
		return false
	}
	from := p.at
	p.at += n
	p.unsure(from, as)
	return true
}

// looseAhead is how many words are said loosely here, and what they are taken for.
func (p *parser) looseAhead(begun int) (n int, as string) {
	kind := p.kind
	if begun < len(p.goals) {
		kind = p.goals[len(p.goals)-1].Kind
	}
	if kind == "" || kind == Say {
		return 0, ""
	}
	for _, row := range looselyRows {
		if n := p.longest(row.words); n > p.longest(closers) && p.endsAfter(n) && (row.kinds == nil || slices.Contains(row.kinds, kind)) {
			return n, row.as
		}
	}
	if kind == Smelt {
		if n := p.fuelAhead(); n > 0 {
			return n, "any fuel"
		}
	}
	found := slices.Contains(gathering, kind)
	if !found && kind != Plant && kind != Till && kind != Place {
		return 0, ""
	}
	if n := p.wayAhead(); n > 0 && found {
		return n, "in any way that works"
	}
	if n := p.placeAhead(); n > 0 {
		if found {
			return n, "wherever it is found"
		}
		if kind == Place {
			if p.longest(closers) > 0 {
				return 0, ""
			}
			return n, "beside the body"
		}
		return n, "where it can be done"
	}
	return 0, ""
}

// fuelAhead is how many words name what is burnt: "using coal as fuel".
func (p *parser) fuelAhead() int {
	next := *p
	if !next.skipLongest(withWords) {
		return 0
	}
	if a := next.amount(); a.given && a.n > 1 && a.stack {
		return 0
	}
	n, ok := next.exact([]lexicon.Table{p.r.Items})
	if !ok || len(n.Items) == 0 {
		return 0
	}
	if it, ok := p.r.Version.Item(n.Items[0]); !ok || it.FuelTicks == 0 {
		return 0
	}
	next.skip("as fuel", "as a fuel", "as the fuel", "for fuel", "like fuel", "fuel")
	if !next.endsHere() {
		return 0
	}
	return next.at - p.at
}

// wayAhead is how many words say by what doing a thing is to come: "by breaking
// gravel".
func (p *parser) wayAhead() int {
	next := *p
	if !next.skip("by", "through") || table().gerunds[next.peek()] == "" && !strings.HasSuffix(next.peek(), "ing") {
		return 0
	}
	const longestWay = 7
	for n := 0; n < longestWay && next.at < len(next.words); n++ {
		switch w := next.peek(); {
		case connectors[w]:
			return next.at - p.at
		case isNumber(w) || numberWords[w] > 1 || refusals[w] || questions[w] || asideWeighs[w]:
			return 0
		}
		next.at++
	}
	if next.at < len(next.words) && !connectors[next.peek()] {
		return 0
	}
	return next.at - p.at
}

// placeAhead is how many words name a place of the world that nobody can look up,
// 0 for none. What may be more than that is none: a container, a creature, a
// number, a tool.
func (p *parser) placeAhead() int { return p.placeAfter(atPlaces) }

// placeAfter is placeAhead for a place that one of some phrases leads to.
func (p *parser) placeAfter(leads phrases) int {
	q := *p
	if w := q.peek(); w == "underground" || w == "outside" || w == "upstairs" || w == "downstairs" || w == "outdoors" {
		if q.at++; q.endsHere() {
			return 1
		}
		q.at--
	}
	q.skip("which is", "that is", "who is", "which are", "that are", "who are", "thats", "living", "that live", "that lives", "standing", "growing", "that grow")
	lead := q.longest(leads)
	if lead == 0 {
		return 0
	}
	q.at += lead
	pointed := false
	for ofPlaces[q.peek()] {
		pointed = true
		q.at++
	}
	const longestPlace = 4
	known := false
	for n := 0; n < longestPlace && q.at < len(q.words) && (n == 0 || !q.endsHere()); n++ {
		w := q.peek()
		if w == "of" && n > 0 && q.at+1 < len(q.words) { // the edge of the forest
			for q.at++; ofPlaces[q.peek()]; q.at++ {
			}
			w = q.peek()
		}
		_, number := numberWords[w]
		if somewhereWords[w] || q.r.Biomes[w] != "" || q.r.Structures[w] != "" {
			known = true
			q.at++
			continue
		}
		if number || isNumber(w) || refusals[w] || questions[w] || asideWeighs[w] || connectors[w] || verb(w) != "" || table().gerunds[w] != "" || isContainer(w) || notPlaces[w] && (p.kind != Place || !near[p.peek()]) || noNames[w] || q.longest(atPlaces) > 0 || subjects[w] && w != "and" {
			return 0
		}
		if at := q.at; n == 0 && w != "water" && w != "lava" && q.outfitHere() {
			return 0
		} else if q.at = at; q.r.Knows(w) {
			known = known || q.r.Blocks[w].Items != nil && q.r.Items[w].Factor == 0 && near[p.peek()]
		} else {
			known = known || pointed && !q.capital()
		}
		q.at++
	}
	if !known || !q.endsHere() {
		return 0
	}
	return q.at - p.at
}

// goesFirst passes over a way to a place that nobody can look up, where what is
// found is asked for next: "go down to the cave and get 9 redstone".
func (p *parser) goesFirst() bool {
	next := *p
	if !next.skip("go", "walk", "head", "travel", "run", "move", "climb", "dig down", "dig", "mine down") {
		return false
	}
	if there := *p; there.goes() {
		return false // a place that a walk leads to
	}
	if next.skipLongest(levels) {
		if _, ok := next.digits(); !ok {
			return false
		}
	} else if n := next.placeAfter(toPlaces); n > 0 {
		next.at += n
	} else if !next.skip("down", "outside", "underground", "out") {
		return false
	}
	if !next.skip("and", "then", ",", "to") {
		return false
	}
	end := next.at
	next.open()
	if kind, ok := next.verbHere(); !ok || !slices.Contains(gathering, kind) && kind != Withdraw && (kind != Give || !bringVerbs[next.words[next.at-1]]) || len(next.respelt) > len(p.respelt) {
		return false
	}
	from := p.at
	p.at = end
	p.unsure(from, "wherever it is found")
	return true
}

// goes says that a walk is read here.
func (p *parser) goes() bool {
	from := p.at
	kind, ok := p.verbHere()
	p.kind, p.said = kind, strings.Join(p.words[from:p.at], " ")
	p.goals, p.respelt = nil, nil
	return ok && kind == Goto && p.goTo()
}

// toPlaces lead to where one goes, levels to how deep.
var (
	toPlaces = newPhrases("to", "until", "into", "in", "inside", "down to", "down into", "down in", "up to", "over to", "out to", "back to", "out into", "through", "near", "near to", "close to")
	levels   = newPhrases(combined([]string{"", "down", "down to", "to", "until"}, []string{"y level", "y", "level", "layer y level"})...)
)

// notPlaces are no places of the world: what is done there means something else.
var notPlaces = wordSet("inventory inventories hand hands offhand pocket pockets bag backpack hotbar slot slots square circle line row rows column way order rush hurry time times turn group groups shape pattern head body feet furnace furnaces smoker hopper dispenser dropper hostile frame minecart cart boat water lava world chat name middle total general fact half pieces piece stack stacks pair pairs amount color colour total addition return exchange")

// near are the words for beside something, which may be any block.
var near = wordSet("near by beside behind next close around under on")

// outfitHere says that what is worn or used comes next.
func (p *parser) outfitHere() bool {
	n, ok := p.exact([]lexicon.Table{p.r.Items})
	return ok && len(n.Items) > 0 && (p.r.equipped(n.Items[0]) || strings.HasSuffix(n.Items[0], "bucket"))
}

// endsHere is ends without what is said loosely.
func (p *parser) endsHere() bool {
	return p.at >= len(p.words) || connectors[p.peek()] || p.longest(closers) > 0 || p.longest(givenWords) > 0 || p.longest(withWords) > 0 || p.longest(atPlaces) > 0 || p.looseWords()
}

// endsAfter says that a goal may end so many words on.
func (p *parser) endsAfter(n int) bool {
	next := *p
	next.at += n
	return next.endsHere()
}

// looseWords says that one of the rows comes next.
func (p *parser) looseWords() bool {
	return slices.ContainsFunc(looselyRows, func(row loosely) bool { return p.longest(row.words) > 0 })
}
