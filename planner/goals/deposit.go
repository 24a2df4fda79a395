// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/techtree"
)

func depositRow() Frame {
	return Frame{
		Kind: Deposit, Slots: []Slot{SlotThing, SlotContainer}, Grade: game.Seen,
		Words: words("deposit, store, stash, stow"), Met: "the container says so; so many went into a new one",
		Examples: []string{"put 10 dirt in the chest at 1 64 3", "put all the dirt in a chest", "cook 3 beef and put it in a chest"},
		near:     []string{"deposit 3 dirt in a chest", "deposit 3 dirt at 100 64 -20"},
		read:     (*parser).things, draft: (*drafter).partDeposit,
		uses: true, there: true,
		spoken: spokenStore(Deposit, "thing keep except"),
	}
}

// partDeposit stores things in the container at a place, or in a new one: that
// is placed in one round and filled in the next, which knows where it stands.
func (d *drafter) partDeposit(p *part) error {
	g := p.goal
	if err := d.require(g, game.Deposit); err != nil {
		return err
	}
	at := g.At
	if g.Into != "" {
		if err := d.require(g, game.Place); err != nil {
			return err
		}
		at = d.OwnContainer(g.Into)
	}
	var left []game.Stack
	if g.All {
		items := d.asDrops(g.Items)
		if g.Name == everythingHeld {
			items = d.allHeld(g, game.Deposit)
		}
		total, stays := 0, d.stays(g, items, game.Deposit)
		for _, item := range items {
			n := d.Request.State.Count(item)
			kept := min(n, stays)
			n, stays = n-kept, stays-kept
			if n > 0 {
				left = append(left, game.Stack{Item: item, Count: n})
			}
			total += n + d.Did(game.Deposit, item)
		}
		if total == 0 && d.Held(items...) > 0 {
			return noMore(g)
		}
		if total == 0 {
			return noneHeld(g.Name, items)
		}
		p.checks = []game.Check{{Kind: game.CheckStored, Items: items, Count: total, At: g.At, Target: g.Into}}
	} else {
		n := g.Count
		for _, item := range g.Items {
			n -= d.Did(game.Deposit, item)
		}
		if n > 0 {
			left = d.heldFirst(g.Items, n)
		}
		p.checks = []game.Check{{Kind: game.CheckStored, Items: g.Items, Count: g.Count, At: g.At, Target: g.Into}}
	}
	for _, s := range left {
		p.Wants = append(p.Wants, techtree.Want{Items: []string{s.Item}, Count: s.Count})
		if at != nil {
			p.Steps = append(p.Steps, game.Step{Action: game.Action{Kind: game.Deposit, Item: s.Item, Quantity: s.Count, At: at}})
		}
	}
	if at == nil && len(left) > 0 && !d.placing[g.Into] {
		if d.placing == nil {
			d.placing = map[string]bool{}
		}
		d.placing[g.Into] = true
		d.next = "fill the " + g.Into
		p.Wants = append(p.Wants, techtree.Want{Items: []string{g.Into}, Count: 1})
		p.Steps = append(p.Steps, game.Step{Action: game.Action{Kind: game.Place, Block: g.Into}})
	}
	return nil
}

// everythingHeld is the name of all that is carried.
const everythingHeld = "everything"

// everything is a goal about all that is carried.
func (r *Reader) everything(k Kind) Goal {
	g := Goal{Kind: k, Name: everythingHeld, All: true, Count: 1}
	for _, it := range r.Version.Items() {
		g.Items = append(g.Items, it.Name)
	}
	return g
}

// everythings mean all that is carried.
var everythings = newPhrases("everything", "everything you have", "everything that you have", "everything you got", "everything you are carrying", "everything you carry", "everything in your inventory", "everything from your inventory", "everything you are holding", "all", "all you have", "all that you have", "all what you have", "all you got", "all of your items", "all your items", "all items", "all the items", "all of the items", "all your stuff", "all of your stuff", "all the stuff", "all your things", "all of your things", "all the things", "your stuff", "all your inventory", "your inventory", "your whole inventory", "your entire inventory", "the whole inventory", "the entire inventory", "all items in your inventory", "all the items in your inventory", "all of the items in your inventory", "the contents of your inventory", "all things", "all things you have", "your items", "your things", "all the items you have", "all the things you have", "all the stuff you have", "all of it that you have")

// saysEverything reads one of everythings that is all that is said of the thing.
func (p *parser) saysEverything() bool {
	start := p.at
	said := p.skipLongest(everythings)
	thing := *p
	thing.skipLongest(articles)
	if said && !thing.nounAhead() && (p.ends() || p.endsHere() || p.peek() != "for" && followers[p.peek()] || p.keepAhead()) {
		return true
	}
	p.at = start
	return false
}

// allHeld are the items of a goal about everything that it is about now: what is
// held, was held when it began, or has been done already.
func (d *drafter) allHeld(g Goal, did game.Kind) []string {
	var out []string
	for _, item := range g.Items {
		if item != g.Into && (d.Request.State.Count(item) > 0 || d.Did(did, item) > 0) {
			out = append(out, item)
		}
	}
	return out
}

// heldFirst are n of some alternatives: what is held of each, the most plentiful
// first, and then the first of them.
func (d *drafter) heldFirst(items []string, n int) []game.Stack {
	var out []game.Stack
	rest := slices.Clone(items)
	for n > 0 && len(rest) > 0 {
		item := d.MostHeld(rest)
		k := min(d.Held(item), n)
		if k == 0 {
			break
		}
		out = append(out, game.Stack{Item: item, Count: k})
		n -= k
		rest = slices.DeleteFunc(rest, func(i string) bool { return i == item })
	}
	if n > 0 {
		if len(out) > 0 {
			out[0].Count += n
			return out
		}
		out = append(out, game.Stack{Item: items[0], Count: n})
	}
	return out
}

var containerWords = []string{"chest", "barrel", "box", "container", "shulker box", "trapped chest", "crate"}

// container reads "in the chest at 1 64 3" and "in a chest", which is a new one.
// Without either the next goal of the same verb must have one: Minehand opens no
// chest that was not named.
func (p *parser) container(g Goal) bool {
	p.skip("in", "into", "inside of", "inside", "from", "out of", "to", "at")
	if at, named := p.lastContainer(); named && (p.peek() == "it" || p.peek() == "that" || p.containerAhead(0) && p.newContainer() == "") {
		if at == nil {
			return false
		}
		if p.at++; p.words[p.at-1] != "it" && p.words[p.at-1] != "that" {
			p.skip(containerWords...)
		}
		g.At = at
		p.put(g)
		return true
	}
	one := *p
	one.skip("one of them", "one of those", "one")
	if p.peek() == "it" || p.peek() == "that" || one.at > p.at && (one.ends() || one.endsHere()) { // make a chest and put all the dirt in it
		for i := len(p.goals) - 1; i >= 0 && g.Kind == Deposit && g.Into == ""; i-- {
			if own := p.goals[i]; own.Kind != Deposit && len(own.Items) == 1 && slices.Contains(p.r.Version.Stores(), own.Items[0]) {
				p.at = max(p.at+1, one.at)
				g.Into = own.Items[0]
			}
		}
		if g.Into == "" {
			return false
		}
	} else if into := p.newContainer(); into != "" && g.Kind == Deposit {
		g.Into = into
	}
	named := p.at
	p.skip("the nearest", "nearest", "the closest", "the new", "the", "a new", "another", "a", "my", "that", "your", "our", "this")
	isNamed := p.skip(containerWords...)
	p.skip("that is", "thats", "which is", "that stands", "which stands")
	if p.place(&g); g.At != nil {
		g.Into = ""
	}
	if g.Kind == Deposit && g.placeless() && isNamed && (p.ends() || p.endsHere() || p.keepAhead()) {
		if block := p.words[p.at-1]; slices.Contains(p.r.Version.Stores(), block) { // which chest, nobody said
			g.Into = block
			p.unsure(named, "a new "+block)
		}
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

// lastContainer is where the container is that the goals before were about last,
// which is not made by them: "open the chest at 1 64 1 and take 3 bread". at is
// nil when that was not said.
func (p *parser) lastContainer() (at *game.Pos, named bool) {
	for i := len(p.goals) - 1; i >= 0; i-- {
		g := p.goals[i]
		name := g.Name
		if g.Kind == Goto {
			name = g.To
		}
		switch {
		case g.Kind != Interact && g.Kind != Goto && g.Kind != Find:
		case strings.HasSuffix(name, "chest") || p.r.Version.IsContainer(name):
			return g.At, true
		}
		if g.Kind == Place || g.Kind == Craft || g.Kind == Get {
			return nil, false
		}
	}
	return nil, false
}

// containerAhead says that a container is named so many words on.
func (p *parser) containerAhead(n int) bool {
	next := *p
	next.at += n
	next.skip("the", "a new", "another", "a", "my", "that", "your")
	return next.skip(containerWords...)
}

// newContainer is the block that "a chest" or "a new barrel" asks for when it
// comes next; it is not read past.
func (p *parser) newContainer() string {
	at := p.at
	defer func() { p.at = at }()
	if !p.skip("a new", "another", "a") {
		return ""
	}
	for _, block := range p.r.Version.Stores() {
		if p.skip(block) {
			return block
		}
	}
	return ""
}
