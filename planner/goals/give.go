// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

func giveRow() Frame {
	return Frame{
		Kind: Give, all: true, half: true, Grade: game.Seen,
		Met:      "so many were dropped, beside the player when one is named; without a number all that is held is dropped",
		Examples: []string{"bring me 10 logs", "give Steve 5 bread", "drop 5 dirt", "throw away dirt"},
		draft:    (*drafter).partGive, needs: []game.Kind{game.Drop},
		uses: true, there: true,
		slots: "thing to | keep except times many rather mine:thing brought:thing", spoken: (*speech).gives,
	}
}

func (d *drafter) partGive(p *part) error {
	g := p.goal
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
	if left := g.Count - d.done(game.Drop, d.asDrops(g.Items)...); left > 0 {
		p.want(left, item)
		p.do(game.Action{Kind: game.Drop, Item: item, Quantity: left, To: to})
	}
	return nil
}

// stays is how many of what a goal about all of some items is about are left where
// they are: half of what there was, or those that are kept.
func (d *drafter) stays(g Goal, items []string, did game.Kind) int {
	if !g.Half {
		return g.Keep + g.spent
	}
	return max(d.Held(items...)+d.done(did, items...)-g.spent, 0)/2 + g.spent
}

// present refuses a gift in a world that the body has to itself, and tells the player of one for somebody who is not in view.
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
		return impossible("impossible.alone-give", "to", to)
	}
	if players != nil {
		d.notice("gift", "to", to)
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
	left, items, total, err := d.parting(p.goal, game.Drop)
	if err != nil {
		return err
	}
	counts := p.goal.Half || p.goal.Keep > 0
	for _, s := range left {
		p.do(game.Action{Kind: game.Drop, Item: s.Item, Quantity: s.Count, To: to})
	}
	for _, item := range items {
		n := d.Did(game.Drop, item)
		if i := slices.IndexFunc(left, func(s game.Stack) bool { return s.Item == item }); i >= 0 {
			n += left[i].Count
		}
		if n > 0 && !counts {
			n = 1
		}
		if n > 0 {
			p.checks = append(p.checks, game.Check{Kind: game.CheckDone, Action: game.Drop, Target: item, Count: n})
		}
	}
	if to != "" {
		p.checks = []game.Check{{Kind: game.CheckGiven, Items: items, Count: total, To: to}}
	}
	return nil
}

// parting is what is given away or stored of all that is held of some things, but for what stays:
// what is left of it, and how much it is with what was done already.
func (d *drafter) parting(g Goal, did game.Kind) (left []game.Stack, items []string, total int, err error) {
	if items = d.asDrops(g.Items); g.Name == everythingHeld { // what is held, or has been parted with
		items = slices.DeleteFunc(slices.Clone(g.Items), func(item string) bool {
			return item == g.Into || d.Request.State.Count(item)+d.Did(did, item) == 0
		})
	}
	stays := d.stays(g, items, did)
	for _, item := range items {
		n := d.Request.State.Count(item)
		kept := min(n, stays)
		if n, stays = n-kept, stays-kept; n > 0 {
			left = append(left, game.Stack{Item: item, Count: n})
		}
		total += n + d.Did(did, item)
	}
	switch {
	case total == 0 && d.Held(items...) > 0:
		err = impossible("impossible.no-more", "things", game.Named(g.Name)) // all that is held is to stay
	case total == 0:
		err = noneHeld(g.Name, items)
	}
	return left, items, total, err
}
