// SPDX-License-Identifier: MIT

package goals

import (
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/techtree"
)

func giveRow() Frame {
	return Frame{
		Kind: Give, Slots: []Slot{SlotThing, SlotPlayer}, Grade: game.Seen,
		Words:    words("give, hand, bring, deliver, toss, throw, drop, hand over, throw out, throw away, get rid of, dump, trash, discard"),
		Met:      "so many were dropped, beside the player when one is named; without a number all that is held is dropped",
		Examples: []string{"bring me 10 logs", "give Steve 5 bread", "drop 5 dirt", "throw away dirt"},
		near:     []string{"give 3 torches to Steve"},
		read:     (*parser).give, draft: (*drafter).partGive,
		uses: true, there: true,
		spoken: spokenGive(),
	}
}

// give reads "give Steve 3 diamonds", "give 3 diamonds to Steve", "bring me 5
// torches" and "drop 3 dirt".
func (p *parser) give() bool {
	g := Goal{Kind: Give}
	if plural, ok := p.pronoun(); ok {
		return p.hand(plural, "")
	}
	if next := *p; len(p.goals) > 0 && p.from > 0 { // get 5 logs and give to me
		if next.skip("back", "here"); next.skip("to me", "me", "to us", "us", "back to me", "back") || bringVerbs[p.said] {
			if next.ends() && p.from == len(p.goals) {
				p.at = next.at
				return p.hand(true, "me")
			}
		}
	}
	if p.skip("away", "down", "there", "here", "on the ground", "on the floor", "on ground", "on floor"); p.skip("me back", "back to me", "back", "me", "us", "to me", "to us") {
		g.To = "me"
		p.skipLongest(adverbs)
	} else if next := *p; next.skip("to") && (next.capital() || next.skip("player") || next.nameThen()) && next.giveName() { // give to Peter 2 iron
		g.To, _ = next.who()
		p.at = next.at
	} else if next := *p; next.skip("to him", "to her", "him", "her") && p.lastPlayer() != "" && next.amountAhead() {
		g.To = p.lastPlayer() // go to Yuki and give her 2 diamonds
		p.at = next.at
	} else if first := len(p.goals) == p.from; !p.nounAhead() && !p.amountAhead() && (first || p.nameThen()) && p.giveName() { // "and keep the stone" names nobody
		g.To, _ = p.who()
	}
	if g.To != "" && dropVerbs[p.said] {
		p.said = "hand" // throw me the arrows
	}
	if g.To != "" {
		if plural, ok := p.pronoun(); ok {
			return p.hand(plural, g.To)
		}
	}
	if p.saysEverything() {
		every := p.r.everything(Give)
		every.To = g.To
		return p.receiver(every)
	}
	if g.Half = p.skipLongest(halfOfHeld); g.Half {
		g.All = true
		p.skipLongest(alls)
	} else {
		g.All = p.all()
	}
	from := p.at
	of := ""
	if next := *p; next.skip("its", "their", "her", "his") && next.lastKilled() != "" { // kill 2 spiders and bring me their string
		p.at, of = next.at, next.lastKilled()
	}
	a := p.amount()
	n, ok := p.noun(false)
	if of != "" {
		n = p.r.leftBy(of, n)
	}
	if !ok || n.Set != nil || of != "" && !p.r.gives(of, n.Items) {
		return false
	}
	if n = p.cookedBefore(n, from); g.All {
		n = p.cookedToo(p.orElse(n))
	}
	left := false
	if !a.given {
		if times, ok := p.timesAfter(); ok {
			a = times
		} else if !g.All {
			var meant int
			if n, meant = p.pointedAt(n, from); meant > 1 {
				a.n, a.given = float64(meant), true
			}
			left = p.left
		}
	}
	p.explicit = a.given && !a.some
	g.Left = left
	g.Name, g.Items, g.Count = n.Name, n.Items, a.of(p.r.stack(n), paired(n))
	if n.Factor > 0 {
		g.Count *= n.Factor
	}
	g.Count *= p.often()
	p.skipLongest(heldWords)
	if !p.receiver(g) {
		return false
	}
	if last := &p.goals[len(p.goals)-1]; last.To == "" && !last.All && (p.kind == Throw || p.said == "throw" || p.said == "toss") {
		if thrown(p.r.Version, last.Items[0]) {
			last.Kind = Throw
			return true
		}
		if p.kind == Throw {
			return false
		}
	}
	// "Throw away dirt" is about the dirt there is.
	if last := &p.goals[len(p.goals)-1]; last.To == "" && !a.given && dropVerbs[p.said] {
		last.All, last.Count = true, 1
	}
	return true
}

// hand gives what was just named or made.
func (p *parser) hand(plural bool, to string) bool {
	if next := *p; to == "" && (next.skip("me", "us") || bringVerbs[p.said] && next.skip("to here", "here", "over here")) && next.ends() { // give it me
		p.at, to = next.at, "me"
	}
	list := p.lastThings(plural, p.r.product, func(Goal) bool { return true })
	if list == nil {
		return false
	}
	begun := len(p.goals)
	for i, g := range list {
		g.Kind, g.Refers, g.To = Give, true, to
		if to == "" && (p.said == "throw" || p.said == "toss") && (p.ends() || p.endsHere()) && thrown(p.r.Version, g.Items[0]) && !g.All { // eggs
			g.Kind = Throw
			p.put(g)
			begun++
			continue
		}
		if i == 0 {
			if !p.receiver(g) {
				return false
			}
			continue
		}
		g.To = p.goals[begun].To
		p.put(g)
	}
	return true
}

// nameThen says that a word with a capital comes next that is no thing's:
// "give to Peter one iron".
func (p *parser) nameThen() bool {
	if p.at >= len(p.words) || p.r.Knows(p.peek()) {
		return false
	}
	c := p.text[p.spans[p.at].at]
	return c >= 'A' && c <= 'Z'
}

// giveName says that a name and then a thing follow: "Steve 3 diamonds".
func (p *parser) giveName() bool {
	old := p.at
	defer func() { p.at = old }()
	if _, ok := p.who(); !ok {
		return false
	}
	if _, ok := p.pronoun(); ok {
		return true
	}
	a := p.amount()
	return a.given || p.nounAhead() || p.peek() == "all"
}

func (p *parser) receiver(g Goal) bool {
	if p.skip("away", "down") {
		p.skip("to")
	}
	if next := *p; g.To == "" && p.said != "throw" && p.said != "toss" && next.skip("at") && next.capital() {
		p.at = next.at // give 5 carrots at Maria
		g.To, _ = p.who()
	} else if g.To == "" && p.skip("to", "over to", "for", "back to") {
		to, ok := p.who()
		if _, mob := p.r.Version.Mob(to); !ok || mob {
			return false
		}
		g.To = to
		for i := p.from; i < len(p.goals); i++ { // give 3 diamonds and 5 bread to Alex
			if p.goals[i].Kind == Give && p.goals[i].To == "" {
				p.goals[i].To = to
			}
		}
	}
	if g.Count > maxCount {
		return false
	}
	if n := len(p.goals); g.To == "" && n > p.from && p.goals[n-1].Kind == Give { // give Steve 1 diamond and 2 emeralds
		g.To = p.goals[n-1].To
	}
	if from := p.at; bringVerbs[p.said] && p.peek() == "from" {
		next := *p
		next.at++
		many := next.amount()
		if _, ok := next.mob(false); ok && !(many.given && many.n > 1) && (next.ends() || next.endsHere()) {
			p.at = next.at
		} else if n := p.placeAhead(); n > 0 {
			p.at += n
		}
		if p.at > from {
			p.unsure(from, "wherever it is found")
		}
	}
	if g.To == "" && bringVerbs[p.said] {
		p.brought = append(p.brought, len(p.goals))
	}
	p.goals = append(p.goals, g)
	return true
}

// bringVerbs are about who speaks, when nobody is named.
var bringVerbs = wordSet("bring deliver")

func (d *drafter) partGive(p *part) error {
	g := p.goal
	if err := d.require(g, game.Drop); err != nil {
		return err
	}
	to := g.To
	if to != "" && (to != "me" || d.Request.Body.ID != "") { // who asks apart from any body takes it where it lies
		var err error
		if to, err = d.who(g); err != nil {
			return err
		}
		if err := d.present(to); err != nil {
			return err
		}
	} else {
		to = ""
	}
	if g.All {
		return d.dropAll(p, to)
	}
	item := d.MostHeld(d.asDrops(g.Items))
	p.checks = []game.Check{{Kind: game.CheckGiven, Items: d.asDrops(g.Items), Count: g.Count, To: to}}
	if to == "" {
		p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Drop, Target: item, Count: g.Count}}
	}
	left := g.Count
	for _, i := range d.asDrops(g.Items) {
		left -= d.Did(game.Drop, i)
	}
	if left > 0 {
		p.Wants = []techtree.Want{{Items: []string{item}, Count: left}}
		p.Steps = []game.Step{{Action: game.Action{Kind: game.Drop, Item: item, Quantity: left, To: to}}}
	}
	return nil
}

// halfOfHeld leads to a thing of which half is meant.
var halfOfHeld = newPhrases("half of", "half of the", "half of all", "half of your", "half of my", "half the", "half your", "half my", "half of all the", "half of all your", "the half of", "half all", "a half of", "one half of", "half of our", "half of that")

// stays is how many of what a goal about all of some items is about are left where
// they are: half of what there was, or those that are kept.
func (d *drafter) stays(g Goal, items []string, did game.Kind) int {
	if !g.Half {
		return g.Keep + g.spent
	}
	there := -g.spent
	for _, item := range items {
		there += d.Request.State.Count(item) + d.Did(did, item)
	}
	return max(there, 0)/2 + g.spent
}

// present refuses a gift in a world that the body has to itself, and tells the
// player of one for somebody who is not in view.
func (d *drafter) present(to string) error {
	st := &d.Request.State
	var players []game.Sight
	if st.Nearby != nil {
		players = st.Nearby.Players
	}
	if slices.ContainsFunc(players, func(s game.Sight) bool { return strings.EqualFold(s.Name, to) }) {
		return nil
	}
	if d.alone() {
		return &game.ImpossibleError{Reason: fmt.Sprintf("Nobody else is in this world, so nothing can be given to %s; say \"drop\" to throw it down", to)}
	}
	if players != nil {
		d.notice(fmt.Sprintf("%s is not in view; the gift can be handed over only when %s is near.", to, to))
	}
	return nil
}

// alone says that the body has the world to itself, as far as it told.
func (d *drafter) alone() bool {
	st := &d.Request.State
	return st.World != nil && st.World.Kind == "singleplayer" && (st.Nearby == nil || len(st.Nearby.Players) == 0)
}

// dropAll throws away, or gives, what is held of some items.
func (d *drafter) dropAll(p *part, to string) error {
	items := d.asDrops(p.goal.Items)
	if p.goal.Name == everythingHeld {
		items = d.allHeld(p.goal, game.Drop)
	}
	held, gone, some := 0, 0, 0
	stays := d.stays(p.goal, items, game.Drop)
	counts := p.goal.Half || p.goal.Keep > 0
	for _, item := range items {
		n, did := d.Request.State.Count(item), d.Did(game.Drop, item)
		some += n + did
		kept := min(n, stays)
		n, stays = n-kept, stays-kept
		held, gone = held+n, gone+did
		if n+did > 0 && to == "" {
			count := 1
			if counts {
				count = n + did
			}
			p.checks = append(p.checks, game.Check{Kind: game.CheckDone, Action: game.Drop, Target: item, Count: count})
		}
		if n > 0 {
			p.Steps = append(p.Steps, game.Step{Action: game.Action{Kind: game.Drop, Item: item, Quantity: n, To: to}})
		}
	}
	if some == 0 {
		return noneHeld(p.goal.Name, items)
	}
	if held+gone == 0 {
		return noMore(p.goal)
	}
	if to != "" {
		p.checks = []game.Check{{Kind: game.CheckGiven, Items: items, Count: held + gone, To: to}}
	}
	return nil
}

// noMore says that all that is held is to stay.
func noMore(g Goal) error {
	return &game.ImpossibleError{Reason: fmt.Sprintf("The inventory holds no more of %s than is to stay there", game.Display(g.Name))}
}

// dropVerbs are about what is held, when no number and nobody is named.
var dropVerbs = map[string]bool{"drop": true, "toss": true, "throw": true, "throw out": true, "throw away": true, "get rid of": true, "dump": true, "trash": true, "discard": true}
