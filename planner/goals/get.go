// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/techtree"
)

func getRow() Frame {
	return Frame{
		Kind: Get, Slots: append(slices.Clone(carried), SlotUntil, SlotMaterial), Grade: game.Seen,
		Words: words("get, obtain, acquire, fetch, grab, have, collect, gather, gather up, pick up, get hold of, stock up on, need, want, bring back, loot, own, procure, go get, mine until you have, mine till you have, dig until you have, keep mining until you have, mine until you get, mine until we have, chop until you have, pick, fill, fill up, refill, achieve"),
		also:  []string{"gimme"},
		Wider: words("search, harvest, earn, buy, trade for, win"),
		Met:   "so many are held",
		Examples: []string{
			"get 3 diamonds", "a stack of cobble", "coal or charcoal", "full iron armor", "tools", "fill a bucket with water", "get 5 logs in plains", "get 2 wool from sheep", "get obsidian given a diamond pickaxe",
		},
		near: []string{},
		read: (*parser).get, draft: (*drafter).partGet,
		forWhom: true, lists: true,
		spoken: spokenGet(),
	}
}

func (d *drafter) partGet(p *part) error {
	g := p.goal
	if g.Name == "nether_portal" {
		return &game.ImpossibleError{Reason: "A nether portal is nothing to hold, and no body builds one; it takes 10 obsidian, and flint and steel to light it: \"get 10 obsidian and flint and steel\""}
	}
	items := d.asDrops(g.Items)
	p.Holds = true
	g.Count -= g.parted
	if g.More {
		p.checks = []game.Check{{Kind: game.CheckGain, Items: items, Count: g.Count}}
		p.Wants = []techtree.Want{{Items: items, Count: g.Count + d.Base(items...)}}
		return nil
	}
	p.checks = []game.Check{{Kind: game.CheckHave, Items: items, Count: g.Count}}
	p.Wants = []techtree.Want{{Items: items, Count: g.Count}}
	if cheap := d.cheap(items); len(cheap) < len(items) {
		if left := g.Count - d.Held(items...) + d.Held(cheap...); left > d.Held(cheap...) {
			p.Wants[0] = techtree.Want{Items: cheap, Count: left}
		}
	}
	if g.From != "" {
		p.Wants[0].Via, p.Wants[0].Target = Of(d.Version).sourceKind(g.From, items), g.From
	}
	return nil
}

// asDrops turns ores, which only silk touch brings, into what they drop, unless
// they are held.
func (d *drafter) asDrops(items []string) []string {
	if len(items) != 1 || !strings.HasSuffix(items[0], "_ore") || d.Request.State.Count(items[0]) > 0 {
		return items
	}
	b, ok := d.Version.Block(items[0])
	if !ok {
		return items
	}
	yields := b.Yields(false)
	if slices.ContainsFunc(yields, func(y data.Yield) bool { return y.Item == items[0] }) {
		return items
	}
	for _, y := range yields {
		if y.Sure > 0 {
			return []string{y.Item}
		}
	}
	return items
}

// fill reads "fill a bucket with water".
func (p *parser) fill() bool {
	with := p.r.Fills["bucket"]
	if plural, ok := p.pronoun(); ok {
		list := p.lastThings(plural, p.r.product, func(g Goal) bool { return slices.Equal(g.Items, []string{"bucket"}) })
		if len(list) != 1 || !p.fillWith(with, list[0].Count) {
			return false
		}
		filled := &p.goals[len(p.goals)-1]
		filled.Refers, filled.vessel = true, list[0].Name
		return true
	}
	pointed := definite[p.peek()]
	a := p.amount()
	p.skip("this", "that", "these", "those", "empty", "the empty")
	vessel := "bucket"
	if p.skip("glass bottles", "glass bottle", "bottles", "bottle") {
		vessel = "glass_bottle"
		with = p.r.Fills[vessel]
	} else if !p.skip("buckets", "bucket") {
		return false
	}
	b, named := p.meant([]string{vessel})
	if pointed && named && !a.given { // the buckets that were just made
		a.n, a.given = float64(b.count), true
	}
	if !p.fillWith(with, a.of(16, false)) {
		return false
	}
	if pointed && named {
		p.goals[len(p.goals)-1].vessel = vessel
	}
	return true
}

// fillWith reads what so many of a vessel are filled with.
func (p *parser) fillWith(with map[string]string, n int) bool {
	p.skip("up")
	last := ""
	if k := len(p.goals) - 1; k >= 0 && p.goals[k].Kind == Find {
		last = p.goals[k].Name // find lava and fill a bucket
	}
	led := p.skip("with", "from", "by", "of", "full of")
	switch {
	case led && last != "" && p.skip("it", "that"):
	case led:
		last = ""
		p.skip("some", "the")
	case last == "" || !p.ends():
		return false
	}
	for word, id := range with {
		if (last == word || last == "" && p.skip(word)) && p.r.isItem(id) {
			p.goals = append(p.goals, Goal{Kind: Get, Name: id, Items: []string{id}, Count: n})
			return true
		}
	}
	return false
}

// get reads what is to be had, and what a vessel is to be filled with.
func (p *parser) get() bool {
	if strings.Contains(p.said, "fill") {
		return p.fill()
	}
	if p.said == "gimme" && (p.peek() == "your" || p.longest(alls) > 0) { // gimme your sword, gimme all your coal
		p.kind, p.said = Give, "give"
		begun := len(p.goals)
		if !p.give() {
			return false
		}
		for i := begun; i < len(p.goals); i++ {
			if p.goals[i].To == "" {
				p.goals[i].To = "me"
			}
		}
		return true
	}
	return p.things()
}
