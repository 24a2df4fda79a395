// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

func shearRow() Frame {
	return Frame{
		Kind: Shear, Grade: game.Seen,
		Met: "so much wool more is held", Examples: []string{"shear 3 sheep", "shear 3 sheep and put the wool in a chest"},
		draft: (*drafter).partShear, needs: []game.Kind{game.Shear},
		makes: true, product: (*Reader).shorn,
		slots: "thing:beast tool given | in times fed:beast food:thing", spoken: (*speech).tends,
	}
}

func (d *drafter) partShear(p *part) error {
	g := p.goal
	g.Count = d.animals(g)
	items := d.Version.GivenBy(g.Name, shears)
	if len(items) == 0 {
		return impossible("impossible.shorn", "things", many(g.Name))
	}
	if g.Name == "sheep" { // of any colour
		for _, it := range d.Version.Items() {
			if strings.HasSuffix(it.Name, "_wool") && !slices.Contains(items, it.Name) {
				items = append(items, it.Name)
			}
		}
	}
	if d.gains(p, g.Count, items, game.Action{Kind: game.Shear, Target: g.Name}) > 0 {
		p.Tool([]string{shears})
	}
	return nil
}

// shorn is what shears take, of any colour.
func (r *Reader) shorn(g Goal) Goal {
	items := r.Version.GivenBy(g.Name, shears)
	if len(items) == 1 && slices.Contains(r.Version.Tag("wool"), items[0]) {
		wool := r.Items["wool"]
		return g.of(wool.Name, wool.Items...)
	}
	if len(items) > 0 {
		return g.of(items[0], items...)
	}
	return Goal{}
}
