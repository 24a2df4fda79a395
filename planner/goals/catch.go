// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/techtree"
)

func catchRow() Frame {
	return Frame{
		Kind: Catch, Exact: true, Slots: []Slot{SlotThing, SlotTool, SlotGiven}, Grade: game.Seen,
		Words: words("catch, fish for, go fishing, go fish, fish"), Met: "so many more fish are held (5 when no number is said)", Examples: []string{"catch 3 fish", "go fishing"},
		read: (*parser).catch, draft: (*drafter).partCatch,
		forWhom: true, makes: true,
		spoken: spokenCatch(),
	}
}

// fishes are what a rod is held out for.
func (r *Reader) fishes() []string {
	var items []string
	for _, c := range r.Version.Catch() {
		items = append(items, c.Item)
	}
	return items
}

// someFish is how many fish "go fishing" means.
const someFish = 5

// catch reads "catch 3 fish", "go fishing for cod".
func (p *parser) catch() bool {
	g := Goal{Kind: Catch, Name: "any fish", Items: p.r.fishes(), Count: someFish}
	if strings.HasPrefix(p.said, "go ") && (p.nextAre(0, "for", "me") || p.nextAre(0, "for", "us") || !p.skip("for")) {
		p.goals = append(p.goals, g)
		return true
	}
	if next := *p; p.said == "fish for" && next.skip("me", "us") && next.ends() {
		p.at = next.at
		p.goals = append(p.goals, g)
		return true
	}
	a := p.amount()
	p.skipLongest(leads)
	n, ok := p.exact([]lexicon.Table{p.r.Items})
	switch {
	case !ok, n.Name != "any fish" && !slices.Contains(p.r.fishes(), n.Name):
		return false
	case n.Name != "any fish":
		g.Name, g.Items = n.Name, n.Items
	}
	p.skipLongest(kindWords)
	if n.Name == "any fish" && p.peek() == "of" && p.at+1 < len(p.words) && slices.Contains(p.r.fishes(), p.words[p.at+1]) { // a fish of salmon
		g.Name, g.Items = p.words[p.at+1], []string{p.words[p.at+1]}
		p.at += 2
	}
	if times, ok := p.timesAfter(); ok && !a.given {
		a = times
	}
	g.Count = a.of(p.r.stack(n), false)
	p.goals = append(p.goals, g)
	return g.Count <= maxCount
}

// catchesOfRod is how many catches a plan reckons with before a rod breaks: it
// bears 64 (Minecraft Wiki, "Fishing Rod"), and not every catch is a fish.
const catchesOfRod = 50

func (d *drafter) partCatch(p *part) error {
	g := p.goal
	if err := d.require(g, game.Fish); err != nil {
		return err
	}
	if rules.Fished(d.Version, g.Name) && !g.Used {
		d.partGain(p, g.Items, g.Count, game.Fish, "")
		return nil
	}
	target := g.Name
	if len(g.Items) > 1 {
		target = "fish"
	}
	p.checks = []game.Check{{Kind: game.CheckGain, Items: g.Items, Count: g.Count}}
	left := d.missingOf(g.Items, g.Count)
	if g.Used {
		left = d.usedBy(p, game.Fish, target)
	}
	if left > 0 {
		p.Tools = []techtree.Want{{Items: []string{"fishing_rod"}, Count: (left + catchesOfRod - 1) / catchesOfRod}}
		p.Steps = []game.Step{{Action: game.Action{Kind: game.Fish, Target: target, Quantity: left}}}
	}
	return nil
}
