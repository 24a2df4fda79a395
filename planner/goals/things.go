// SPDX-License-Identifier: MIT

package goals

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
)

// things reads a quantity, a thing and, where the kind has one, a place.
func (p *parser) things() bool {
	if p.sameOne() {
		return true
	}
	if (p.kind == Place || p.kind == Deposit) && p.saysEverything() {
		return (p.stores() || p.kind == Deposit && p.peek() == "at") && p.container(p.r.everything(Deposit))
	}
	if plural, ok := p.pronoun(); ok || p.implied() {
		return p.again(plural || !ok)
	}
	if at := p.at; p.kind == Equip && p.skipLongest(bests) && p.peek() != "armor" && p.peek() != "armour" && !p.bestOf(at) {
		p.at = at
	}
	first, from := p.peek(), p.at
	halved := (p.kind == Place || p.kind == Deposit) && p.skipLongest(halfOfHeld)
	all := (p.kind == Smelt || p.kind == Place || p.kind == Deposit) && p.all() || halved
	if p.kind == Craft || p.kind == Get || p.kind == Equip {
		next := *p
		if next.skipLongest(alls) {
			if n, ok := next.exact([]lexicon.Table{p.r.Items}); ok && n.Set != nil {
				p.skipLongest(alls)
			}
		}
	}
	a := p.amount()
	of := ""
	if next := *p; next.skip("its", "their", "her", "his") && next.lastKilled() != "" {
		p.at, of = next.at, next.lastKilled()
	}
	begins := p.at
	n, ok := p.noun(p.kind == Mine)
	if of != "" {
		n = p.r.leftBy(of, n)
	}
	if !ok || a.utmost && !p.skipLongest(utmostEnds) {
		return false
	}
	if a.utmost && p.kind == Craft && p.from > 0 {
		p.unsure(from, p.r.counted(a.of(p.r.stack(n), paired(n)), n))
	}
	if n, ok = p.shared(n, begins, &a); !ok {
		return false
	}
	if n = p.cookedBefore(n, from); all && p.kind != Smelt {
		n = p.cookedToo(n)
	}
	if p.coloured && p.kind == Craft && !a.given && p.pointsTo(from) {
		p.unsure(from, p.r.counted(1, n)) // make the bed red
	}
	if p.kind == Smelt && p.bothBlockAndSeveral(n) && !p.r.smelts(n.Items[0]) {
		one := strings.TrimSuffix(n.Items[0], "s")
		n = lexicon.Meaning{Name: one, Items: []string{one}} // cook 8 bricks
	}
	if p.kind == Craft && !a.given && p.bothBlockAndSeveral(n) {
		one := strings.TrimSuffix(n.Items[0], "s")
		if k := len(p.goals); k > 0 && slices.ContainsFunc(p.goals[k-1].Items, func(id string) bool {
			return slices.Contains(p.r.molten(Goal{Name: id, Items: []string{id}}).Items, one)
		}) {
			n = lexicon.Meaning{Name: one, Items: []string{one}} // get clay and make bricks
			a.n, a.given = float64(max(p.few(n), p.goals[k-1].Count)), true
			p.unsure(from, game.Counted(int(a.n), one))
		} else {
			p.unsure(from, "the block "+game.Display(n.Name))
		}
	}
	if wood, ok := strings.CutSuffix(n.Name, "_wood"); ok && p.kind == Mine && p.said != "mine" && p.r.wild(wood+"_log") {
		n = lexicon.Meaning{Name: wood + "_log", Items: []string{wood + "_log"}} // nobody chops bark
	}
	if p.kind == Place && len(n.Items) == 1 && !p.r.possible(Get, n.Items[0]) {
		return false // "put light" means no block that nobody can have
	}
	if p.kind == Mine && strings.HasSuffix(p.said, "harvest") && !p.r.dug(n.Items) {
		p.kind = Get // nobody mines beef
	}
	if p.kind == Withdraw && p.said == "take" && !p.fromContainer() {
		if at, named := p.lastContainer(); at != nil && a.given && n.Set == nil {
			p.put(Goal{Kind: Withdraw, Name: n.Name, Items: n.Items, Count: a.of(p.r.stack(n), paired(n)), At: at})
			return true
		} else if named {
			return false
		}
		p.kind = Get
		if next := *p; next.skipLongest(inHand) && next.ends() {
			p.kind = Equip
		}
	}
	if a.given && !a.more && p.peek() == "more" && p.endsBehind(1) {
		a.more = true // 2 iron more
		p.at++
	}
	number := a.given && !a.some && a.n > 1
	if p.each > 0 {
		if a.given {
			return false // one of each: 2 dirt
		}
		a.n, a.given = float64(p.each), true
	}
	many := !a.given && p.r.plural(p.words[p.at-1]) // put diamonds in the chest
	p.explicit = a.given && !a.some && (first != "a" && first != "an" || a.of(64, true) > 1)
	left := false
	if like := p.sameMaterial(n); !a.given {
		if like.Name != n.Name && len(p.goals) <= p.from {
			p.unsure(from, p.r.counted(1, like)) // smelt 8 iron and make the sword
		}
		n = like
		few := p.unnumbered(n, from)
		if times, ok := p.timesAfter(); ok {
			a = times
		} else if until, ok := p.untilAfter(&n); ok {
			p.kind, a = Get, until
		} else if p.numbered && p.several() && severalWord(p.words[p.at-1]) && n.Set == nil && !paired(n) && !p.pointsTo(from) {
			a.n, a.given = float64(max(few, 1)), true
			p.unsure(from, p.r.counted(max(few, 1), n)) // 10 dirt and sand
		} else if p.kind == Withdraw && !all && n.Set == nil && p.r.plural(p.words[p.at-1]) && !paired(n) {
			a = p.some(n, from) // take the carrots
		} else if few > 0 {
			a.n, a.given = float64(few), true
		} else if p.kind != Deposit && p.kind != Withdraw && !all {
			var meant int
			if n, meant = p.pointedAt(n, from); meant > 1 {
				a.n, a.given = float64(meant), true
			}
			left = p.left
		}
	} else if like.Name != n.Name { // an iron axe and a sword
		n = like
		p.unsure(from, p.r.counted(a.of(1, true), n))
	}
	if p.kind == Equip && n.Name == lexicon.PlainArmor {
		p.skipLongest(heldWords)
		return p.finish(Goal{Kind: Equip, Name: n.Name, Items: p.r.Pieces(n), All: true})
	}
	if n.Set != nil {
		for _, id := range n.Set {
			one := p.r.InSet(id)
			g := Goal{Kind: p.kind, Name: one.Name, Items: one.Items, Count: a.of(1, true), More: a.more}
			if p.kind == Place || p.kind == Mine || p.kind == Smelt || !p.finish(g) {
				return false
			}
		}
		return true
	}
	count := a.of(p.r.stack(n), paired(n))
	if n.Factor > 0 {
		count *= n.Factor
	}
	if count *= p.often(); count > maxCount {
		return false
	}
	p.counted = p.counted || a.given
	p.numbered = p.numbered || number
	if (all || p.pointsTo(from)) && (p.kind != Place || p.longest(inPossession) == 0) {
		p.skipLongest(heldWords)
	}
	if p.kind == Get {
		n = p.orElse(n)
	}
	if of != "" && !p.r.gives(of, n.Items) {
		return false
	}
	if p.kind != Get {
		of = "" // it has been killed
	}
	if !p.finish(Goal{Kind: p.kind, Name: n.Name, Items: n.Items, Count: count, More: a.more, All: all, Half: halved, From: of, Left: left}) {
		return false
	}
	// "The dirt in a chest" is about the dirt there is.
	if last := &p.goals[len(p.goals)-1]; (last.Into != "" && first != "a" && first != "an" || last.Kind == Deposit && last.At != nil && (first == "the" || many)) && !last.Refers && !p.explicit && !a.some {
		last.All, last.Count = true, 1
	}
	return true
}

// some are a few of things whose number nobody said, which a person looks at.
func (p *parser) some(n lexicon.Meaning, from int) amount {
	few := p.few(n)
	p.unsure(from, p.r.counted(few, n))
	return amount{n: float64(few), given: true}
}

// sameMaterial makes a tool of any material one of the material said before:
// "an iron pickaxe, axe and shovel".
func (p *parser) sameMaterial(n lexicon.Meaning) lexicon.Meaning {
	if len(p.goals) <= p.from {
		return p.materialBefore(n)
	}
	return p.r.SameMaterial(n, p.goals[len(p.goals)-1].Name)
}

// materialBefore makes a tool or piece of armour of any material the one that is
// made of what the goals before bring: "smelt 8 iron and make a chestplate".
func (p *parser) materialBefore(n lexicon.Meaning) lexicon.Meaning {
	kind, any := strings.CutPrefix(n.Name, "any ")
	if p.kind != Craft || !any || !slices.Contains(p.r.ToolWords, kind) && !slices.Contains(p.r.ArmorWords, kind) || !p.ends() {
		return n
	}
	for i := len(p.goals) - 1; i >= 0; i-- {
		brought := p.r.product(p.goals[i]).Items
		if len(brought) != 1 {
			continue
		}
		uses := p.r.Version.UsesOf(brought[0])
		if sm, ok := p.r.Version.SmeltingOf(brought[0]); ok {
			uses = slices.Concat(uses, p.r.Version.UsesOf(sm.Output))
		}
		made := map[string]bool{}
		for _, u := range uses {
			if slices.Contains(n.Items, u.Result) {
				made[u.Result] = true
			}
		}
		if len(made) == 1 {
			for id := range made {
				return lexicon.Meaning{Name: id, Items: []string{id}}
			}
		}
	}
	return n
}

// sameOne reads "one" for what was just asked for: "i want a cake, make one".
func (p *parser) sameOne() bool {
	k := len(p.groups) - 2
	if p.kind != Craft && p.kind != Get || p.peek() != "one" || k < 0 || p.groups[k] != len(p.goals)-1 || p.goals[len(p.goals)-1].Kind != Get {
		return false
	}
	next := *p
	next.at++
	if !next.ends() {
		return false
	}
	p.at = next.at
	return true
}

// timesAfter reads "x3", "15 pieces", "five" behind a thing.
func (p *parser) timesAfter() (amount, bool) {
	start := p.at
	if next := *p; next.skip(",") { // the wood, 8 pieces
		_, ok := next.digits()
		if !ok && numberWords[next.peek()] > 1 {
			_, ok = next.numberInWords()
		}
		if ok && (next.longest(pieceWords) > 0 || next.longest(laterEnds) > 0 || next.at >= len(next.words) && next.at > p.at+1) {
			p.at++
		}
	}
	if next := *p; next.quantityLater() {
		p.at = next.at // sticks, like 10
	}
	if next := *p; next.skip("of") {
		if _, ok := next.digits(); ok || numberWords[next.peek()] > 1 {
			if !ok {
				next.numberInWords()
			}
			if next.longest(pieceWords) > 0 {
				p.at++ // a ladder of 12 pieces
			}
		}
	}
	times := p.skip("x")
	n, ok := p.digits()
	if !ok && !times && p.peek() != "a" && p.peek() != "an" && numberWords[p.peek()]+scaleWords[p.peek()] > 0 {
		n, ok = p.numberInWords()
	}
	p.skipLongest(pieceWords)
	p.skipLongest(laterEnds)
	// A number alone must not be the first of a place's three.
	coordinates := p.peek() == "," && p.at+1 < len(p.words) && isNumber(p.words[p.at+1])
	if ok && n > 0 && n <= maxCount && n == math.Trunc(n) && (times || (p.ends() || p.endsHere()) && !coordinates) {
		return amount{n: n, given: true}, true
	}
	p.at = start
	return amount{}, false
}

// quantityLater reads what leads to a number behind its thing: "like 10", "i need
// 3", ", at least 9".
func (p *parser) quantityLater() bool {
	p.skip(",")
	if !p.skipLongest(laterWords) {
		return false
	}
	p.skipLongest(aboutWords)
	next := *p
	_, figures := next.digits()
	if !figures {
		_, figures = next.numberInWords()
		figures = figures && p.peek() != "a" && p.peek() != "an"
	}
	next.skipLongest(pieceWords)
	next.skipLongest(laterEnds)
	return figures && (next.ends() || next.endsHere())
}

// laterWords lead to a number behind its thing, laterEnds follow it.
var (
	laterWords = newPhrases("like", "about", "around", "maybe", "at least", "i need", "we need", "need", "i want", "we want", "i think", "exactly", "only", "just", "in quantity of", "quantity", "amount", "count", "number", "in number", "i would like", "i need like", "i need about", "i need at least", "i need only", "make it", "lets say", "say", "minimum", "total", "i need maybe", "they must be", "must be", "should be", "it should be", "quantity is", "the quantity is", "the number is", "the amount is", "i think i need")
	laterEnds  = newPhrases("or so", "is enough", "are enough", "will do", "is fine", "will be enough", "or more", "or better", "need", "i need", "we need", "needed", "i want", "would be enough", "should be enough", "should do", "is good", "at least", "please", "ish", "in all", "would do", "is ok", "for me", "minimum", "in number", "only", "total", "is all", "is all i need")
)

// timesFor reads a number behind a thing that has none before it.
func (p *parser) timesFor(a *amount) {
	if !a.given {
		if times, ok := p.timesAfter(); ok {
			*a = times
		}
	}
}

// pieceWords behind a number that stands behind its thing add nothing.
var pieceWords = newPhrases("pieces", "piece", "pcs", "units", "unit", "items", "blocks", "of them", "of those", "in total")

// often is how many times a thing is wanted: "twice", "three times"; 1 when
// nothing is said.
func (p *parser) often() int {
	switch {
	case p.skip("twice"):
		return 2
	case p.skip("thrice"):
		return 3
	}
	start := p.at
	n, ok := p.digits()
	if !ok {
		n, ok = p.numberInWords()
	}
	if ok && n >= 1 && n <= maxCount && n == math.Trunc(n) && p.skip("times") {
		return int(n)
	}
	p.at = start
	return 1
}

// again reads what follows a pronoun: the verb is about all that was just named
// or made.
func (p *parser) again(plural bool) bool {
	of := p.r.product
	if p.kind == Craft && p.said == "bake" {
		p.kind = Smelt
	}
	if p.kind == Smelt || p.kind == Mine {
		of = func(g Goal) Goal { // "mine 3 iron ore and smelt it" smelts what it leaves
			switch {
			case g.Kind == Kill:
				return p.r.product(g)
			case g.Kind == Build:
				return Goal{} // a wall that is dug up again is no stone of the hills
			}
			return p.r.asItem(itself(g))
		}
	}
	list := p.lastThings(plural, of, func(g Goal) bool {
		switch p.kind {
		case Equip:
			return !slices.ContainsFunc(g.Items, func(item string) bool { return !p.r.equipped(item) })
		case Smelt:
			return p.r.smelts(g.Items[0])
		default:
			return true
		}
	})
	if list == nil {
		return false
	}
	begun := len(p.goals)
	for i, g := range list {
		g.Kind, g.Refers = p.kind, true
		if i == 0 {
			if p.kind == Mine {
				p.skip("down", "up", "out") // find a tree and chop it down
			}
			if !p.finish(g) {
				return false
			}
			continue
		}
		like := p.goals[begun]
		g.Kind, g.At, g.To, g.Into = like.Kind, like.At, like.To, like.Into
		if g.Kind == Equip {
			g.Count = 1
		}
		p.put(g)
	}
	return true
}

// finish reads what may follow a thing and appends the goal.
func (p *parser) finish(g Goal) bool {
	switch g.Kind {
	case Place:
		if p.skip("down"); p.longest(inPossession) > 0 && p.longest(inHand) == 0 {
			return false // nobody places a thing in the inventory
		}
		p.place(&g)
		switch {
		case g.At != nil:
		case p.r.wearable(g.Items[0]) && p.longest(onBody) > 0 && p.endsBehind(p.longest(onBody)):
			p.skipLongest(onBody) // put the helmet on
			g.Kind, g.Count = Equip, 1
		case p.peek() == "in" && p.longest(inHand) > 0 && p.endsBehind(p.longest(inHand)):
			p.skipLongest(inHand) // put the sword in your hand
			g.Kind, g.Count = Equip, 1
		case p.inFurnace(g):
			g.Kind = Smelt
		case p.stores():
			g.Kind = Deposit
			return p.container(g)
		}
		if g.All {
			return false
		}
	case Deposit, Withdraw:
		return p.container(g)
	case Equip:
		g.Count = 1
		if p.r.Version.Slot(g.Items[0]) == "off_hand" {
			p.skipLongest(offHand)
		}
		if !p.skipLongest(inHand) && p.r.wearable(g.Items[0]) {
			p.skipLongest(onBody)
		}
	case Get:
		if p.fromContainer() {
			g.Kind = Withdraw
			return p.container(g)
		}
		if strings.HasSuffix(g.Name, "_bucket") {
			p.skipLongest(inBucket)
		}
		if !p.outOf(&g) {
			return false
		}
	case Smelt:
		p.smeltedFrom(&g)
		if start := p.at; p.skip("into", "to") {
			n, ok := p.noun(false)
			if !ok {
				p.at = start
			} else if p.r.severalOf(n, p.r.product(Goal{Kind: Smelt, Items: g.Items})) {
				// clay into "bricks", which is a block too
			} else if sm, smelts := p.r.Version.SmeltingOf(p.r.product(Goal{Kind: Mine, Items: g.Items}).Items[0]); smelts && !slices.Contains(n.Items, sm.Output) && !slices.Contains(n.Items, p.r.product(Goal{Kind: Smelt, Items: g.Items}).Items[0]) {
				return false
			}
		}
	case Craft:
		if !p.outOf(&g) {
			return false
		}
		switch {
		case g.Kind == Smelt: // of what goes into the furnace
		case !p.r.isItem(g.Items[0]):
			return false // a portal is built of other blocks
		case p.r.onlySmelted(g.Items[0]):
			g.Kind, g.Product = Smelt, true
		case p.said == "bake" && p.r.cooked(g.Items[0]):
			g.Kind = Smelt
		case !slices.ContainsFunc(g.Items, p.r.made):
			return false // nobody makes logs
		}
	default:
	}
	p.goals = append(p.goals, g)
	return p.likewise()
}

// inFurnace reads "in the furnace" behind what is put there to be smelted.
func (p *parser) inFurnace(g Goal) bool {
	next := *p
	if !next.skip("in", "into", "inside") {
		return false
	}
	next.skip("a", "the", "my", "your")
	if !next.skip("furnace", "smoker", "blast furnace", "oven") || !next.ends() || !p.r.cooksInto(g.Items) {
		return false
	}
	p.unsure(p.at, "smelt it")
	p.at = next.at
	return true
}

// cooksInto says that one of some items goes into a furnace to become another.
func (r *Reader) cooksInto(items []string) bool {
	return slices.ContainsFunc(items, func(id string) bool { _, ok := r.Version.SmeltingOf(id); return ok })
}

// smeltedFrom reads what comes out of the furnace for what goes in: "smelt a glass
// from sand".
func (p *parser) smeltedFrom(g *Goal) {
	next := *p
	if !next.skip("from", "out of", "using", "with") {
		return
	}
	next.skipLongest(leads)
	n, ok := next.exact([]lexicon.Table{p.r.Items})
	if !ok || len(n.Items) != 1 || n.Factor > 0 || !next.ends() && !next.endsHere() {
		return
	}
	if sm, ok := p.r.Version.SmeltingOf(n.Items[0]); ok && slices.Contains(g.Items, sm.Output) {
		p.at, g.Name, g.Items = next.at, n.Name, n.Items
	}
}

// bothBlockAndSeveral says that a block's name is that of several of an item too:
// bricks.
func (p *parser) bothBlockAndSeveral(n lexicon.Meaning) bool {
	if len(n.Items) != 1 || p.words[p.at-1] == "block" || p.words[p.at-1] == "blocks" {
		return false
	}
	one, ok := strings.CutSuffix(n.Items[0], "s")
	return ok && p.r.isItem(one) && game.Plural(one) == n.Items[0] && p.r.takes(n.Items, []string{one})
}

// inBucket follows what is carried in one.
var inBucket = newPhrases("with a bucket", "with bucket", "with the bucket", "in a bucket", "in bucket", "in the bucket", "using a bucket", "using the bucket", "with your bucket", "with an empty bucket", "by using a bucket", "with buckets", "in buckets", "into a bucket", "into the bucket", "with my bucket", "using bucket")

// severalOf says that a thing is the plural of what is made, which is another
// thing's name: bricks.
func (r *Reader) severalOf(n lexicon.Meaning, made Goal) bool {
	return len(made.Items) == 1 && len(n.Items) == 1 && n.Items[0] == game.Plural(made.Items[0])
}

// endsBehind says that a goal may end so many words on.
func (p *parser) endsBehind(n int) bool {
	next := *p
	next.at += n
	return next.ends()
}

// implied says that a verb at hand is about what was just named, without a word
// for it: "make bread and put in a chest", "make boots and put on".
func (p *parser) implied() bool {
	if len(p.goals) == 0 || p.from == 0 {
		return false
	}
	switch p.kind {
	case Place, Deposit:
		return p.peek() == "in" || p.peek() == "into" || p.peek() == "inside"
	case Equip, Smelt:
		return p.ends()
	default:
		return false
	}
}

// place reads "at 1 64 3" when it comes next.
func (p *parser) place(g *Goal) {
	start := p.at
	p.skip("at", "to", "on", "in", "by")
	p.skip("the")
	p.skip("coordinates", "coords", "position", "location", "block", "spot", "point")
	if at, ok := p.position(); ok {
		g.At = &at
		return
	}
	p.at = start
}

// position reads three coordinates: "100 64 -20", "x=100 y=64 z=-20".
func (p *parser) position() (game.Pos, bool) {
	start := p.at
	p.skip("xyz", "x y z")
	var c [3]int
	for i := range c {
		if i > 0 {
			p.skip(",")
		}
		p.skip([]string{"x", "y", "z"}[i])
		f, err := strconv.ParseFloat(p.peek(), 64)
		if err != nil || !isNumber(p.peek()) || f > game.MaxCoordinate || f < -game.MaxCoordinate {
			p.at = start
			return game.Pos{}, false
		}
		c[i] = int(floor(f))
		p.at++
	}
	pos := game.Pos{X: c[0], Y: c[1], Z: c[2]}
	if (game.Action{Kind: game.Goto, At: &pos}).Validate() != nil {
		p.at = start
		return game.Pos{}, false
	}
	return pos, true
}

func floor(f float64) float64 {
	n := float64(int64(f))
	if n > f {
		n--
	}
	return n
}

var materialWords = newPhrases("from", "out of", "using", "of", "made of", "made out of", "made from", "with")

// outOf reads "out of gold", "from planks", "out of 3 logs", "using 8 nuggets and
// a torch", "with it" behind a thing that is made, and whose it is behind one
// that a mob leaves. It binds: the material of a tool, an ingredient, how much of
// it, the mob.
func (p *parser) outOf(g *Goal) bool {
	if g.Kind == Get && g.From == "" && p.fromMob(g) {
		return true
	}
	start := p.at
	if p.peek() == "from" && g.Kind == Get {
		if next := *p; next.fromBlock(g) || p.placeAhead() > 0 {
			p.at = max(p.at, next.at)
			return true
		}
	}
	if !p.skipLongest(materialWords) {
		return true
	}
	if plural, ok := p.pronoun(); ok {
		for _, made := range p.lastThings(plural, p.r.product, func(m Goal) bool {
			return p.r.takes(g.Items, m.Items) || p.r.madeBefore(g.Items, m.Items) && p.makes(m.Items)
		}) {
			if !p.r.takes(g.Items, made.Items) {
				g.Refers, g.out = true, append(g.out, made.Items...)
				if p.share > 0 {
					return false
				}
				p.unsure(start, "of what is held by then")
				continue
			}
			of := lexicon.Meaning{Name: made.Name, Items: made.Items}
			if need := p.r.needs(g.Items[0], made.Items); p.share > 0 && need.each > 0 { // planks from 3 of them
				if count := p.share / need.each * need.makes; count == 0 || count < g.Count && g.Count > need.makes {
					return false
				} else {
					g.Count = max(g.Count, count)
				}
			}
			p.bindMaterial(g, of)
			g.Refers = true
		}
		if !g.Refers {
			p.at = start
		}
		return true
	}
	bound, ok := p.ingredient(g, p.words[p.at-1])
	if !bound {
		p.at = start
		return ok
	}
	for p.at < len(p.words) {
		next := p.at
		if p.skip("and", ","); p.at == next {
			break
		}
		p.skip("and")
		if verb(p.peek()) != "" {
			p.at = next
			break
		}
		if more, _ := p.ingredient(g, "using"); !more {
			if p.at = next; !p.besideStation() {
				break
			}
		}
	}
	return true
}

// besideStation passes over "and a crafting table" behind what a thing is made of.
func (p *parser) besideStation() bool {
	next := *p
	next.skip(",")
	next.skip("and")
	next.skip("a", "the", "one", "1", "at a", "at the", "using a", "using the", "with a", "with the")
	if !next.skip("crafting table", "crafting_table", "furnace", "workbench", "crafting bench") || !next.ends() && !next.endsHere() {
		return false
	}
	p.at = next.at
	return true
}

// fromMob reads the mob that a thing is to come of: "from sheep", "of cows", "by
// killing spiders".
func (p *parser) fromMob(g *Goal) bool {
	start := p.at
	if !p.skip("from", "of", "by killing", "by hunting", "by shearing", "by milking", "by slaying", "from killing") {
		return false
	}
	a := p.amount()
	m, ok := p.mob(false)
	switch gives := ok && p.r.gives(m.Name, g.Items); {
	case !ok || a.more || !p.ends() && !p.endsHere():
	case gives && (!a.given || a.n == 1):
		g.From = m.Name
		return true
	case gives && g.Count <= fewThings && !p.explicit: // the leather from 3 cows: so many cows
		count := a.of(64, false)
		switch p.r.sourceKind(m.Name, g.Items) {
		case game.Shear:
			*g = Goal{Kind: Shear, Name: m.Name, Items: m.Items, Count: count}
		case game.Milk:
			*g = Goal{Kind: Milk, Name: m.Name, Items: m.Items, Count: count}
		default:
			*g = Goal{Kind: Kill, Name: m.Name, Items: m.Items, Count: count}
			p.unsure(start, "of "+game.Counted(count, m.Name)+" that are killed")
		}
		return true
	case !gives && !a.given && !p.r.leftByAny(g.Items): // eggs from chickens
		p.unsure(start, "wherever it is found")
		return true
	}
	p.at = start
	return false
}

// fromBlock passes over the block that a thing comes of: "seeds from the grass".
func (p *parser) fromBlock(g *Goal) bool {
	start := p.at
	p.skip("from")
	if p.amount(); p.at > start {
		n, ok := p.exact([]lexicon.Table{p.r.Blocks})
		from := ok && n.Set == nil && (p.ends() || p.endsHere()) && slices.ContainsFunc(g.Items, func(id string) bool {
			return slices.ContainsFunc(p.r.Version.DroppedBy(id), func(s data.Source) bool { return slices.Contains(n.Items, s.Block) })
		})
		if from {
			return true
		}
	}
	p.at = start
	return false
}

// leftByAny says that some mob leaves one of some items.
func (r *Reader) leftByAny(items []string) bool {
	return slices.ContainsFunc(r.Version.Mobs(), func(m *data.Mob) bool { return r.gives(m.Name, items) })
}

// ingredient reads one thing that another is made of, behind the word that leads
// to it. bound says that it is a part of the goal now; ok with false, that it may
// be something else.
func (p *parser) ingredient(g *Goal, word string) (bound, ok bool) {
	a := p.amount()
	n, found := p.noun(false)
	if !found || a.more || n.Set != nil {
		return false, true
	}
	takes := p.r.takes(g.Items, n.Items)
	if made, material := p.r.InMaterial(lexicon.Meaning{Name: g.Name, Items: g.Items}, n); material {
		g.Name, g.Items = made.Name, made.Items
		if !a.given {
			return true, true
		}
		takes = p.r.takes(g.Items, n.Items)
	}
	beside := word == "with" || word == "using"
	if !takes && !a.given && word == "from" && g.Kind == Craft && p.r.madeBefore(g.Items, n.Items) {
		return true, true // a chest from wood
	}
	if !takes {
		return false, beside || word == "of" && !a.given
	}
	p.bindMaterial(g, n)
	if !a.given {
		return true, true
	}
	need := p.r.needs(g.Items[0], n.Items)
	said := a.of(p.r.stack(n), paired(n)) * max(n.Factor, 1)
	if need.each == 0 {
		return false, false
	}
	batches := (max(g.Count, 1) + need.makes - 1) / need.makes
	if beside { // a diamond pickaxe with 3 diamonds
		return said == need.each*batches, true
	}
	count := said / need.each * need.makes
	if count == 0 || g.Count > 1 && g.Count > count {
		return false, false
	}
	g.Count = max(g.Count, count)
	return true, true
}

// makes says that a goal of the sentence brings some items for others to be made of.
func (p *parser) makes(items []string) bool {
	return slices.ContainsFunc(p.goals, func(g Goal) bool { return g.Kind.row().makes && slices.Equal(p.r.product(g).Items, items) })
}

// madeBefore says that what one of some items is made of is made of others.
func (r *Reader) madeBefore(items, of []string) bool {
	for _, rc := range r.Version.Recipes(items[0]) {
		for _, in := range rc.Ingredients {
			if r.takes(in.Items, of) {
				return true
			}
		}
	}
	return false
}

// bindMaterial has a goal made of one of the things that would do: torches of
// charcoal.
func (p *parser) bindMaterial(g *Goal, n lexicon.Meaning) {
	if made, ok := p.r.InMaterial(lexicon.Meaning{Name: g.Name, Items: g.Items}, n); ok {
		g.Name, g.Items = made.Name, made.Items
	}
	need := p.r.needs(g.Items[0], n.Items)
	if need.each == 0 && len(n.Items) == 1 {
		sm, ok := p.r.Version.SmeltingOf(n.Items[0])
		if ok && slices.Contains(g.Items, sm.Output) && (g.Kind == Get || len(p.r.Version.SmeltingTo(sm.Output)) > 1) {
			g.Kind, g.Name, g.Items = Smelt, n.Name, n.Items // charcoal from oak logs
		}
	}
	if need.each == 0 || need.usual && len(n.Items) > 1 || !p.r.madeOtherwise(g.Items[0], n.Items) {
		return
	}
	if g.Kind == Get {
		g.Kind = Craft // sticks from bamboo
	}
	if g.Kind == Craft {
		g.With = append(g.With, Thing{Name: n.Name, Items: n.Items, Of: true})
	}
}

// takes says that one of some items is made of one of others.
func (r *Reader) takes(items, of []string) bool {
	for _, item := range items {
		if r.needs(item, of).each > 0 {
			return true
		}
		if slices.ContainsFunc(r.Version.SmeltingTo(item), func(s data.Smelting) bool { return slices.Contains(of, s.Input) }) {
			return true
		}
	}
	return false
}

// ingredient is how much of something a recipe takes for how much it makes; usual
// says that it is what is taken when nothing is said.
type ingredient struct {
	each, makes int
	usual       bool
}

func (r *Reader) needs(item string, of []string) ingredient {
	for k, rc := range r.Version.Recipes(item) {
		for _, in := range rc.Ingredients {
			if slices.ContainsFunc(in.Items, func(i string) bool { return slices.Contains(of, i) }) {
				return ingredient{in.Count, max(rc.Count, 1), k == 0 && slices.Contains(of, in.Items[0])}
			}
		}
	}
	return ingredient{}
}

// gives says that a mob leaves one of some items, alive or killed.
func (r *Reader) gives(mob string, items []string) bool {
	return r.sourceKind(mob, items) != ""
}

// sourceKind is how a mob gives one of some items: by shears, milked, killed;
// empty when it does not.
func (r *Reader) sourceKind(mob string, items []string) game.Kind {
	has := func(list []string) bool {
		return slices.ContainsFunc(list, func(i string) bool { return slices.Contains(items, i) })
	}
	switch m, ok := r.Version.Mob(mob); {
	case !ok:
		return ""
	case has(r.Version.GivenBy(mob, shears)):
		return game.Shear
	case slices.Contains(items, milk) && has(r.Version.GivenBy(mob, "bucket")):
		return game.Milk
	case slices.ContainsFunc(m.Drops, func(d data.Drop) bool { return slices.Contains(items, d.Item) }):
		return game.Attack
	}
	return ""
}

// stack is the stack size of what a phrase stands for.
func (r *Reader) stack(n lexicon.Meaning) int {
	if it, ok := r.Version.Item(n.Items[0]); ok {
		return it.Stack
	}
	return 64
}

// paired says that a thing is called a pair: boots, leggings, shears.
func paired(n lexicon.Meaning) bool {
	for _, end := range [...]string{"boots", "leggings", "shears"} {
		if len(n.Items) > 0 && strings.HasSuffix(n.Items[0], end) {
			return true
		}
	}
	return false
}

// leads before a thing add nothing.
var leads = newPhrases("of", "old", "your old", "my old", "the old", "the", "my", "your", "some", "nearest", "closest", "nearby", "actual", "real", "the nearest", "the closest", "of the", "of the nearest", "that", "this", "these", "those")

// noun reads the longest thing at hand, else the one nearest to the words up
// to the next connector.
func (p *parser) noun(blocks bool) (lexicon.Meaning, bool) {
	p.head = ""
	n, ok := p.anyNoun(blocks)
	if !ok {
		n, ok = p.colourFirst()
	}
	if ok {
		turned := p.head
		if turned == "" {
			p.head = p.words[p.at-1]
		}
		end := p.at
		n = p.inMaterial(n)
		plain := p.at
		if n = p.inColour(n); p.at == end {
			p.head = turned
		}
		p.coloured = p.at > plain
		p.skipLongest(kindWords)
	}
	return n, ok
}

// sizedTree skips how big a tree is.
func (p *parser) sizedTree() bool {
	if next := *p; next.skip("big", "large", "huge", "tall", "small", "little", "old") && (next.peek() == "tree" || next.peek() == "trees") {
		p.at = next.at
		return true
	}
	return false
}

// inMaterial reads the material behind a tool, weapon or piece of armor of any:
// "a sword of iron", "pickaxe from wood", "sword iron".
func (p *parser) inMaterial(n lexicon.Meaning) lexicon.Meaning {
	start := p.at
	led := p.skipLongest(ofWords)
	made, ok := p.r.OfWord(n, p.peek())
	if ok {
		p.at++
		if led || p.ends() || p.longest(onBody) > 0 {
			return made
		}
	}
	p.at = start
	return n
}

// ofWords lead to the material of a thing.
var ofWords = newPhrases("out of", "made of", "made out of", "made from", "of", "from", "in")

// kindWords behind a thing add nothing.
var kindWords = newPhrases("any animal", "of any animal", "from any animal", "from any animals", "of whatever kind", "of any kind", "of any sort", "of any type", "of any color", "of any colour", "of any wood")

func (p *parser) anyNoun(blocks bool) (lexicon.Meaning, bool) {
	maps := []lexicon.Table{p.r.Items, p.r.Blocks}
	if blocks {
		maps = []lexicon.Table{p.r.Blocks, p.r.Items}
	}
	if got, ok := p.whole(maps); ok {
		return got, true
	}
	if pronouns[p.peek()] != nil && p.peek() != "the" && p.at+1 < len(p.words) && p.words[p.at+1] == "of" {
		return lexicon.Meaning{}, false // these of iron
	}
	for p.skipLongest(leads) || p.sizedTree() {
		if got, ok := p.whole(maps); ok {
			return got, true
		}
	}
	if p.skipLongest(unitWords) {
		p.skipLongest(leads)
		if got, ok := p.whole(maps); ok {
			return got, true
		}
	}
	return p.near(maps, 1)
}

// whole reads an exact phrase, or a misspelt longer one when a word is left
// over behind it: "iron pickax" is no iron.
func (p *parser) whole(tables []lexicon.Table) (lexicon.Meaning, bool) {
	return p.wholeOf(tables, func(least int) (lexicon.Meaning, bool) { return p.near(tables, least) })
}

// otherWay reads a thing whose parts stand the other way round: "logs of oak", "the
// ore of gold". The noun is kept for what its number says.
func (p *parser) otherWay(tables []lexicon.Table) (lexicon.Meaning, bool) {
	for head := 2; head >= 1; head-- {
		of := p.at + head
		if of+1 >= len(p.words) || p.words[of] != "of" {
			continue
		}
		from := of + 1
		if w := p.words[from]; w == "a" || w == "an" {
			from++
		} else if w == "any" {
			return lexicon.Meaning{}, false // saplings of any kind
		}
		for n := 2; n >= 1; n-- {
			if from+n > len(p.words) {
				continue
			}
			what := strings.Join(p.words[p.at:of], " ")
			if what == "wood" || what == "woods" {
				what = "logs" // wood of oak
			}
			phrase := strings.Join(p.words[from:from+n], " ") + " " + what
			for _, table := range tables {
				got, ok := table[phrase]
				if next := *p; ok && got.Set == nil {
					if next.at = from + n; next.leftOver() {
						continue
					}
					p.at, p.head = next.at, p.words[of-1]
					return got, true
				}
			}
		}
	}
	return lexicon.Meaning{}, false
}

// wholeMob is whole for mobs.
func (p *parser) wholeMob() (lexicon.Meaning, bool) {
	return p.wholeOf([]lexicon.Table{p.r.Mobs}, p.nearMob)
}

func (p *parser) wholeOf(tables []lexicon.Table, near func(least int) (lexicon.Meaning, bool)) (lexicon.Meaning, bool) {
	start := p.at
	got, ok := p.exact(tables)
	if end := p.at; !ok || p.peek() == "of" {
		p.at = start
		if other, ok := p.otherWay(tables); ok {
			return other, true
		}
		p.at = end
	}
	if !ok || !p.leftOver() || p.outfitAhead(got) {
		return got, ok
	}
	end := p.at
	p.at = start
	if longer, ok := near(end - start + 1); ok {
		return longer, true
	}
	p.at = end
	return got, true
}

// near reads a misspelt thing of at least so many words. It must be nearer to
// one thing than to any other, and it makes the reading a guess.
func (p *parser) near(tables []lexicon.Table, least int) (lexicon.Meaning, bool) {
	return p.guess(least, func(words []string) (lexicon.Meaning, lexicon.Respelt, bool) { return p.r.Closest(words, tables...) })
}

// nearMob is near for mobs.
func (p *parser) nearMob(least int) (lexicon.Meaning, bool) { return p.guess(least, p.r.ClosestMob) }

func (p *parser) guess(least int, closest func([]string) (lexicon.Meaning, lexicon.Respelt, bool)) (lexicon.Meaning, bool) {
	longest := 0
	for !p.exactly && p.at+longest < len(p.words) && longest < lexicon.MaxWords {
		if w := p.words[p.at+longest]; connectors[w] || isNumber(w) || questions[w] || refusals[w] || w == "more" || w == "i" || noThings[w] && longest == 0 {
			break
		}
		longest++
	}
	for n := longest; n >= least; n-- {
		words := p.words[p.at : p.at+n]
		if lexicon.Particle(words[n-1]) {
			continue // "logs of any kind"
		}
		best, as, ok := closest(words)
		if ok {
			if as.Letters {
				p.respell(p.at, n, as.Phrase)
			}
			p.at += n
			p.skipBlockWord(strings.Join(words, " "))
			return best, true
		}
	}
	return lexicon.Meaning{}, false
}

// respell notes that n words from at were taken for others.
func (p *parser) respell(at, n int, as string) {
	span := game.Span{From: p.spans[at].at, To: p.spans[at+n-1].end}
	if slices.ContainsFunc(p.respelt, func(r game.Respelling) bool { return r.Span == span }) {
		return // looked at twice
	}
	p.respelt = append(p.respelt[:len(p.respelt):len(p.respelt)], game.Respelling{Span: span, From: p.text[span.From:span.To], To: as})
}

// followers may stand behind a thing.
var followers = wordSet("at in into inside from out to on onto down for x with around everywhere nearest as or until till")

// leftOver says that the next word belongs to nothing that is known to follow a
// thing.
func (p *parser) leftOver() bool {
	w := p.peek()
	return w != "" && !connectors[w] && !isNumber(w) && !followers[w] && verb(w) == "" && !p.closed()
}

// unitWords stand before a thing and add nothing.
var unitWords = newPhrases("pieces of", "piece of", "blocks of", "block of", "units of", "bits of", "items of", "units", "pieces", "loaves of", "loaf of", "chunks of", "chunk of")

// exact reads the longest phrase at hand that has a meaning.
func (p *parser) exact(maps []lexicon.Table) (lexicon.Meaning, bool) {
	for n := min(lexicon.MaxWords, len(p.words)-p.at); n >= 1; n-- {
		phrase := strings.Join(p.words[p.at:p.at+n], " ")
		for _, m := range maps {
			if got, ok := m[phrase]; ok {
				p.at += n
				p.skipBlockWord(phrase)
				return got, true
			}
		}
	}
	return lexicon.Meaning{}, false
}

// skipBlockWord passes over "blocks" in "10 dirt blocks".
func (p *parser) skipBlockWord(phrase string) {
	if !strings.Contains(phrase, "block") {
		p.skip("blocks", "block", "items", "item")
	}
}

// utmostEnds follow "as much coal".
var utmostEnds = newPhrases("as you can", "as u can", "as possible", "as you possibly can", "as you can carry", "as you can find", "as you can get", "as we can", "as you want")

// heldWords after "all the dirt" add nothing.
var heldWords = newPhrases("you are carrying", "you are holding now", "youre carrying", "youre holding", "that you are carrying", "that you carry", "that you hold", "you own", "that i gave you", "i gave you", "i gave to you", "you got", "you have got", "you have now", "we got", "that you got", "what you have", "you have in your inventory", "that you have in your inventory", "from your inventory", "from the inventory", "you have on you", "on you", "you have left", "you had", "you have collected", "you collected", "you have mined", "you mined", "you just mined", "you have gathered", "you gathered", "you got there", "of yours", "you have with you", "you get", "that you get", "you get from them", "they drop", "that they drop", "it drops", "that it drops", "you got from it", "you got from them", "you just got",
	"you have", "that you have", "youve got", "you are holding", "you hold", "you carry", "in your inventory", "in the inventory", "i have", "we have")

// all reads "all", "all the", "every".
func (p *parser) all() bool {
	if p.named() {
		return false // all tools
	}
	return p.skipLongest(alls)
}

// listed says that another thing follows without a word between: "10 oak log 5
// stone", "axe pickaxe shovel", "bow with 64 arrows". Without a number only
// tools, arms and armour are listed so.
func (p *parser) listed() bool {
	last := p.goals[len(p.goals)-1]
	if !p.kind.row().lists {
		return false
	}
	if last.Kind != p.kind || last.At != nil {
		return false
	}
	start := p.at
	if p.skip("with") {
		a := p.amount()
		n, ok := p.exact([]lexicon.Table{p.r.Items})
		if ok && (a.given || p.words[p.at-1] != "arrow") && p.r.shot(n) && p.r.shotBy(last.Items) != nil {
			p.at = start + 1
			return true
		}
		p.at = start
		return false
	}
	if n, err := strconv.Atoi(p.peek()); err == nil && isNumber(p.peek()) && n > 0 {
		a := p.amount()
		_, ok := p.exact([]lexicon.Table{p.r.Items, p.r.Blocks})
		p.at = start
		return ok && a.given
	}
	p.skip("a", "an")
	n, ok := p.exact([]lexicon.Table{p.r.Items})
	p.at = start
	return ok && p.r.Outfit(n.Name) && p.r.Outfit(last.Name)
}

// orElse reads alternatives behind a thing: "coal or charcoal".
func (p *parser) orElse(n lexicon.Meaning) lexicon.Meaning {
	for n.Set == nil && n.Factor == 0 && p.peek() == "or" {
		start := p.at
		p.at++
		if p.skip("a", "an", "some"); questions[p.peek()] || refusals[p.peek()] {
			p.at = start
			return n
		}
		other, ok := p.exact([]lexicon.Table{p.r.Items})
		if !ok || other.Set != nil || other.Factor > 0 {
			p.at = start
			return n
		}
		if slices.ContainsFunc(other.Items, func(i string) bool { return slices.Contains(n.Items, i) }) {
			continue
		}
		n = lexicon.Meaning{Name: n.Name + " or " + other.Name, Items: slices.Concat(n.Items, other.Items)}
	}
	return n
}

// untilHave lead to how many of a thing are to be held at the end.
var untilHave = newPhrases(func() []string {
	out := []string{"until there are", "till there are"}
	for _, until := range [...]string{"until", "till", "til", "so long until"} {
		out = append(out, until)
		for _, who := range [...]string{"you", "we", "i", "the agent", "the player", "it", "the inventory", "your inventory"} {
			for _, has := range [...]string{"have", "have got", "got", "get", "hold", "possess", "own", "collect", "collected", "have collected", "have gathered", "gathered", "reach", "reached", "obtain", "obtained", "have obtained", "find", "found", "carry", "has", "contains", "holds", "possesses", "made", "make", "have made"} {
				out = append(out, until+" "+who+" "+has)
			}
		}
		out = append(out, until+" youve got", until+" ive got", until+" weve got")
	}
	return out
}()...)

// untilAfter reads "until you have 10" behind a thing, and another thing that
// this is about: "mine stone until you have 10 cobblestone".
func (p *parser) untilAfter(n *lexicon.Meaning) (amount, bool) {
	start := p.at
	switch p.kind {
	case Mine, Get, Kill, Craft, Smelt, Catch, Grow:
	default:
		return amount{}, false
	}
	if !p.skipLongest(untilHave) {
		return amount{}, false
	}
	if a := p.amount(); a.given && !a.utmost {
		if other, ok := p.exact([]lexicon.Table{p.r.Items}); ok && other.Set == nil {
			if slices.ContainsFunc(n.Items, func(id string) bool { return !slices.Contains(other.Items, id) }) || len(n.Items) == 0 {
				*n = other
			}
			n.Factor = other.Factor // "jungle trees until 30 logs" are 30
		}
		p.skip("of it", "of them", "in total")
		return a, true
	}
	p.at = start
	return amount{}, false
}

// outfitAhead says that a tool or the like comes next in a list of them.
func (p *parser) outfitAhead(n lexicon.Meaning) bool {
	next := *p
	other, ok := next.exact([]lexicon.Table{p.r.Items})
	return ok && p.r.Outfit(n.Name) && p.r.Outfit(other.Name)
}

// amountAhead says that a quantity begins here, or what may stand before one.
func (p *parser) amountAhead() bool {
	next := *p
	next.amount()
	return next.at > p.at
}

// alls stand for as many as there are.
var alls = newPhrases("all", "the all", "all ur", "all of ur", "all the", "all of the", "all my", "all of my", "all your", "all of your", "all our", "all those", "every", "every last", "every single")

// articles before a thing add nothing.
var articles = newPhrases("a", "an", "the", "the nearest", "nearest", "the closest", "my", "your")

// noneHeld says that there is nothing to do something with.
func noneHeld(name string, items []string) error {
	if name == everythingHeld {
		return &game.ImpossibleError{Reason: "The inventory is empty"}
	}
	what := game.Plural(strings.TrimPrefix(game.Display(name), "any "))
	if len(items) == 1 && !strings.HasPrefix(name, "any ") {
		what = strings.TrimPrefix(game.Counted(2, items[0]), "2 ")
	}
	return &game.ImpossibleError{Reason: fmt.Sprintf("The inventory holds no %s", what)}
}
