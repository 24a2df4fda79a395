// SPDX-License-Identifier: MIT

package goals

import (
	"slices"

	"github.com/minehand/minehand/game"
)

func milkRow() Frame {
	return Frame{
		Kind: Milk, Grade: game.Seen,
		Met: "so many more buckets of milk are held", Examples: []string{"milk a cow"},
		draft: (*drafter).partMilk, needs: []game.Kind{game.Milk},
		makes: true, product: func(_ *Reader, g Goal) Goal { return g.of(milk, milk) },
		slots: "thing:beast tool given | in times fed:beast food:thing", spoken: (*speech).tends,
	}
}

// partMilk leaves cows to the solver, which milks no other.
func (d *drafter) partMilk(p *part) error {
	g := p.goal
	g.Count = d.animals(g)
	if !slices.Contains(d.Version.GivenBy(g.Name, "bucket"), milk) {
		return impossible("impossible.milked", "things", many(g.Name))
	}
	if g.Name == "cow" && !g.Used {
		d.partGain(p, []string{milk}, g.Count, game.Milk, g.Name)
	} else if left := d.gains(p, g.Count, []string{milk}, game.Action{Kind: game.Milk, Target: g.Name}); left > 0 {
		p.want(left, "bucket")
	}
	return nil
}
