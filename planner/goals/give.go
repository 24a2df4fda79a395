// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/techtree"
)

func giveRow() Frame {
	return Frame{
		Kind: Give, Slots: []Slot{SlotThing, SlotPlayer}, Grade: game.Seen,
		Met:      "so many were dropped, beside the player when one is named; without a number all that is held is dropped",
		Examples: []string{"bring me 10 logs", "give Steve 5 bread", "drop 5 dirt", "throw away dirt"},
		draft:    (*drafter).partGive, needs: []game.Kind{game.Drop},
		uses: true, there: true,
		spoken: spokenGive(),
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
	return impossible("impossible.no-more", "things", game.Named(g.Name))
}
