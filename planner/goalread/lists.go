package goalread

import (
	"slices"
	"strconv"
	"strings"
)

// utmostEnds follow "as much coal".
var utmostEnds = []string{"as you can", "as u can", "as possible", "as you possibly can", "as you can carry", "as you can find", "as you can get", "as we can", "as you want"}

// heldWords after "all the dirt" add nothing.
var heldWords = []string{"you have", "that you have", "youve got", "you are holding", "you hold", "you carry", "in your inventory", "in the inventory", "i have", "we have"}

// all reads "all", "all the", "every".
func (p *parser) all() bool {
	if p.named() {
		return false // all tools
	}
	return p.skipLongest([]string{"all", "all the", "all of the", "all my", "all of my", "all your", "all of your", "all our", "all those", "every", "every last", "every single"})
}

// listed says that another thing follows without a word between: "10 oak log 5
// stone", "axe pickaxe shovel", "bow with 64 arrows". Without a number only
// tools, arms and armour are listed so.
func (p *parser) listed() bool {
	last := p.goals[len(p.goals)-1]
	switch p.kind {
	case Get, Craft, Mine, Smelt, Place:
	default:
		return false
	}
	if last.Kind != p.kind || last.At != nil {
		return false
	}
	start := p.at
	if p.skip("with") {
		a := p.amount()
		n, ok := p.exact([]map[string]noun{p.r.items})
		if ok && (a.given || p.words[p.at-1] != "arrow") && strings.HasSuffix(n.name, "arrow") && strings.HasSuffix(last.Name, "bow") {
			p.at = start + 1
			return true
		}
		p.at = start
		return false
	}
	if n, err := strconv.Atoi(p.peek()); err == nil && isNumber(p.peek()) && n > 0 {
		a := p.amount()
		_, ok := p.exact([]map[string]noun{p.r.items, p.r.blocks})
		p.at = start
		return ok && a.given
	}
	n, ok := p.exact([]map[string]noun{p.r.items})
	p.at = start
	return ok && outfit(n.name) && outfit(last.Name)
}

// outfit says that a thing is a tool, a weapon or a piece of armour.
func outfit(name string) bool {
	word := name[strings.LastIndexAny(name, "_ ")+1:]
	return slices.Contains(toolWords, word) || slices.Contains(armourWords, word) || word == "shield" || word == "bow"
}

// orElse reads alternatives behind a thing: "coal or charcoal".
func (p *parser) orElse(n noun) noun {
	for n.set == nil && n.factor == 0 && p.peek() == "or" {
		start := p.at
		p.at++
		if p.skip("a", "an", "some"); questions[p.peek()] || refusals[p.peek()] {
			p.at = start
			return n
		}
		other, ok := p.exact([]map[string]noun{p.r.items})
		if !ok || other.set != nil || other.factor > 0 {
			p.at = start
			return n
		}
		if slices.ContainsFunc(other.items, func(i string) bool { return slices.Contains(n.items, i) }) {
			continue
		}
		n = noun{name: n.name + " or " + other.name, items: slices.Concat(n.items, other.items)}
	}
	return n
}

// untilAfter reads "until you have 10" behind a thing, and another thing that
// this is about: "mine stone until you have 10 cobblestone".
func (p *parser) untilAfter(n *noun) (amount, bool) {
	start := p.at
	if p.kind != Mine && p.kind != Get || !p.skip("until", "till") {
		return amount{}, false
	}
	p.skip("you have", "you got", "you get", "youve got", "we have", "i have", "there are")
	if a := p.amount(); a.given && !a.utmost {
		if other, ok := p.exact([]map[string]noun{p.r.items}); ok && other.set == nil {
			*n = other
		}
		p.skip("of it", "of them")
		return a, true
	}
	p.at = start
	return amount{}, false
}

// pieces are all the things of a set.
func (r *Reader) pieces(n noun) []string {
	var items []string
	for _, name := range n.set {
		items = append(items, r.inSet(name).items...)
	}
	return items
}

// outfitAhead says that a tool or the like comes next in a list of them.
func (p *parser) outfitAhead(n noun) bool {
	next := *p
	other, ok := next.exact([]map[string]noun{p.r.items})
	return ok && outfit(n.name) && outfit(other.name)
}

// amountAhead says that a quantity begins here, or what may stand before one.
func (p *parser) amountAhead() bool {
	next := *p
	next.amount()
	return next.at > p.at
}
