// SPDX-License-Identifier: MIT

package goals

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/techtree"
)

func catchRow() Frame {
	return Frame{
		Kind: Catch, Grade: game.Seen,
		Met: "so many more fish are held (5 when no number is said)", Examples: []string{"catch 3 fish", "go fishing"},
		draft: (*drafter).partCatch, needs: []game.Kind{game.Fish},
		makes: true,
		slots: "thing tool given | in times until many", spoken: (*speech).catches,
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

// catchesOfRod is how many catches a plan reckons with before a rod breaks: it
// bears 64 (Minecraft Wiki, "Fishing Rod"), and not every catch is a fish.
const catchesOfRod = 50

func (d *drafter) partCatch(p *part) error {
	g := p.goal
	if rules.Fished(d.Version, g.Name) && !g.Used {
		d.partGain(p, g.Items, g.Count, game.Fish, "")
		return nil
	}
	target := g.Name
	if len(g.Items) > 1 {
		target = "fish"
	}
	if left := d.gains(p, g.Count, g.Items, game.Action{Kind: game.Fish, Target: target}); left > 0 {
		p.Tools = []techtree.Want{{Items: []string{"fishing_rod"}, Count: (left + catchesOfRod - 1) / catchesOfRod}}
	}
	return nil
}
