package goalread

import (
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
)

// things reads a quantity, a thing and, where the kind has one, a place.
func (p *parser) things() bool {
	if p.pronoun() {
		last := p.lastThing()
		if k := len(p.goals) - 1; p.kind == Smelt && k >= 0 && p.goals[k].Kind == Kill { // kill a pig and cook it
			if n, ok := p.r.dropped(p.goals[k].Items); ok {
				return p.finish(Goal{Kind: Smelt, Name: n.name, Items: n.items, Count: p.goals[k].Count, Refers: true})
			}
		}
		if last == nil {
			return false
		}
		g := *last
		g.Kind, g.Refers, g.At, g.To, g.More = p.kind, true, nil, "", false
		return p.finish(g)
	}
	if at := p.at; p.kind == Equip && p.skipLongest([]string{"best", "the best", "your best", "my best"}) && p.peek() != "armor" && p.peek() != "armour" {
		p.at = at
	}
	first, from := p.peek(), p.at
	all := (p.kind == Smelt || p.kind == Place || p.kind == Deposit) && p.all()
	a := p.amount()
	n, ok := p.noun(p.kind == Mine)
	if !ok || a.utmost && !p.skipLongest(utmostEnds) {
		return false
	}
	if !a.given {
		n = p.sameMaterial(n)
		few := p.unnumbered(n, from)
		if times, ok := p.timesAfter(); ok {
			a = times
		} else if until, ok := p.untilAfter(&n); ok {
			p.kind, a = Get, until
		} else if few > 0 {
			a.n, a.given = float64(few), true
		}
	}
	if p.kind == Equip && n.name == plainArmour {
		return p.finish(Goal{Kind: Equip, Name: n.name, Items: p.r.pieces(n), All: true})
	}
	if n.set != nil {
		for _, id := range n.set {
			one := p.r.inSet(id)
			g := Goal{Kind: p.kind, Name: one.name, Items: one.items, Count: a.of(1, true), More: a.more}
			if p.kind == Place || p.kind == Mine || p.kind == Smelt || !p.finish(g) {
				return false
			}
		}
		return true
	}
	count := a.of(p.r.stack(n), n.paired())
	if n.factor > 0 {
		count *= n.factor
	}
	if count > maxCount {
		return false
	}
	if all {
		p.skipLongest(heldWords)
	}
	if p.kind == Get {
		n = p.orElse(n)
	}
	if !p.finish(Goal{Kind: p.kind, Name: n.name, Items: n.items, Count: count, More: a.more, All: all}) {
		return false
	}
	// "The dirt in a chest" is about the dirt there is.
	if last := &p.goals[len(p.goals)-1]; last.Into != "" && !last.Refers && !a.given && first != "a" && first != "an" {
		last.All, last.Count = true, 1
	}
	return true
}

// sameMaterial makes a tool of any material one of the material said before:
// "an iron pickaxe, axe and shovel".
func (p *parser) sameMaterial(n noun) noun {
	if n.set != nil && len(p.goals) > p.from {
		return p.r.ofMaterial(n, p.goals[len(p.goals)-1].Name)
	}
	word, any := strings.CutPrefix(n.name, "any ")
	if !any || len(p.goals) <= p.from || !slices.Contains(toolWords, word) && !slices.Contains(armourWords, word) {
		return n
	}
	last := p.goals[len(p.goals)-1].Name
	material, kind, ok := strings.Cut(last, "_")
	if id := material + "_" + word; ok && p.r.isItem(id) && (slices.Contains(toolWords, kind) || slices.Contains(armourWords, kind)) {
		return noun{name: id, items: []string{id}}
	}
	return n
}

// timesAfter reads "x3" behind a thing.
func (p *parser) timesAfter() (amount, bool) {
	k := p.at
	if p.peek() == "x" {
		k++
	}
	// A number alone must not be the first of a place's three.
	if k < len(p.words) && isNumber(p.words[k]) && (k > p.at || k+1 == len(p.words) || connectors[p.words[k+1]] && (k+2 == len(p.words) || !isNumber(p.words[k+2]))) {
		if n, err := strconv.Atoi(p.words[k]); err == nil && n > 0 && n <= maxCount {
			p.at = k + 1
			return amount{n: float64(n), given: true}, true
		}
	}
	return amount{}, false
}

func (p *parser) pronoun() bool {
	for _, w := range [...]string{"all of them", "all of it", "it all", "them all", "it", "them", "that", "those", "this"} {
		if parts := strings.Fields(w); p.nextAre(0, parts...) {
			k := p.at + len(parts)
			if k < len(p.words) && (w == "that" || w == "this" || w == "those") && !connectors[p.words[k]] {
				continue
			}
			p.at = k
			return true
		}
	}
	return false
}

func (p *parser) lastThing() *Goal {
	for i := len(p.goals) - 1; i >= 0; i-- {
		if len(p.goals[i].Items) > 0 && p.goals[i].Kind != Kill {
			return &p.goals[i]
		}
	}
	return nil
}

// finish reads what may follow a thing and appends the goal.
func (p *parser) finish(g Goal) bool {
	switch g.Kind {
	case Place:
		p.skip("down")
		p.place(&g)
		switch {
		case g.At != nil:
		case p.peek() == "on" && (p.at+1 == len(p.words) || connectors[p.words[p.at+1]]) && wearable(g.Items[0]):
			p.at++ // put the helmet on
			g.Kind, g.Count = Equip, 1
		case p.peek() == "in" || p.peek() == "into" || p.peek() == "inside":
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
		p.skipLongest([]string{"in hand", "in your hand", "in the hand", "on"})
	case Get:
		if p.fromContainer() {
			g.Kind = Withdraw
			return p.container(g)
		}
	case Smelt:
		if start := p.at; p.skip("into") {
			if _, ok := p.noun(false); !ok {
				p.at = start
			}
		}
	case Craft:
		if start := p.at; p.skip("from", "out of", "using") { // sticks from planks
			if a := p.amount(); a.more {
				return false
			} else if _, ok := p.noun(false); !ok {
				p.at = start
			}
		}
		switch {
		case !p.r.isItem(g.Items[0]):
			return false // a portal is built of other blocks
		case p.r.onlySmelted(g.Items[0]):
			g.Kind, g.Product = Smelt, true
		case p.said == "bake" && p.r.cooked(g.Items[0]):
			g.Kind = Smelt
		}
	}
	p.goals = append(p.goals, g)
	return true
}

// wearable says that an item is put on.
func wearable(item string) bool {
	for _, end := range armourWords {
		if strings.HasSuffix(item, "_"+end) {
			return true
		}
	}
	return item == "elytra" || item == "carved_pumpkin"
}

// onlySmelted says that an item is cooked rather than crafted: "make glass". An
// ingot is crafted only from what is made of ingots.
func (r *Reader) onlySmelted(id string) bool {
	return len(r.v.SmeltingTo(id)) > 0 && (len(r.v.Recipes(id)) == 0 || strings.HasSuffix(id, "_ingot"))
}

// cooked says that an item can only be put into a furnace: "bake a potato".
func (r *Reader) cooked(id string) bool {
	_, ok := r.v.SmeltingOf(id)
	return ok && len(r.v.Recipes(id)) == 0
}

var containerWords = []string{"chest", "barrel", "box", "container", "shulker box", "trapped chest", "crate"}

// fromContainer says that "from the chest" comes next.
func (p *parser) fromContainer() bool {
	at := p.at
	defer func() { p.at = at }()
	if !p.skip("from", "out of", "out from") {
		return false
	}
	p.skip("the", "a", "my", "that")
	return p.skip(containerWords...)
}

// container reads "in the chest at 1 64 3" and "in a chest", which is a new one.
// Without either the next goal of the same verb must have one: Minehand opens no
// chest that was not named.
func (p *parser) container(g Goal) bool {
	p.skip("in", "into", "inside", "from", "out of", "to", "at")
	if into := p.newContainer(); into != "" && g.Kind == Deposit {
		g.Into = into
	}
	p.skip("the", "a new", "another", "a", "my", "that", "your")
	p.skip(containerWords...)
	p.skip("that is", "thats")
	if p.place(&g); g.At != nil {
		g.Into = ""
	}
	if g.placeless() {
		g.Kind = p.kind
		if p.at < len(p.words) && !connectors[p.peek()] || g.Kind != Deposit && g.Kind != Withdraw {
			return false
		}
		p.goals = append(p.goals, g)
		return true
	}
	for i := p.from; i < len(p.goals); i++ { // 3 bread and 2 apples in the chest
		if other := &p.goals[i]; other.At == nil && (other.Kind == p.kind || other.Kind == g.Kind) {
			other.Kind, other.Into, other.More = g.Kind, g.Into, false
			if g.At != nil {
				at := *g.At
				other.At = &at
			}
		}
	}
	p.goals = append(p.goals, g)
	return true
}

// newContainer is the block that "a chest" or "a new barrel" asks for when it
// comes next; it is not read past.
func (p *parser) newContainer() string {
	at := p.at
	defer func() { p.at = at }()
	if !p.skip("a new", "another", "a") {
		return ""
	}
	for _, block := range [...]string{"chest", "barrel"} {
		if p.skip(block) {
			return block
		}
	}
	return ""
}

// place reads "at 1 64 3" when it comes next.
func (p *parser) place(g *Goal) {
	start := p.at
	p.skip("at", "to", "on", "in")
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
