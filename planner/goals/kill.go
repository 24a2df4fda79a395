// SPDX-License-Identifier: MIT

package goals

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/book"
)

func killRow() Frame {
	return Frame{
		Kind: Kill, all: true, Grade: game.Told,
		Met: "so many were killed; *all* are those in view, 3 when none is", Examples: []string{"kill 3 zombies", "kill all the zombies", "kill 2 cows with an iron sword"},
		draft: (*drafter).partKill, needs: []game.Kind{game.Attack},
		product: (*Reader).left,
		slots:   "thing:beast tool given in | until times for:thing", spoken: (*speech).kills,
	}
}

func (d *drafter) partKill(p *part) error {
	g := p.goal
	m, ok := d.Version.Mob(g.Name)
	if at := d.Dimension(); ok && m.Dimension != "" && m.Dimension != at && book.KnownDimension(at) && d.Wild(g.Name) == 0 && !d.Leads(at, m.Dimension) {
		return impossible("why.far", "thing", game.Named(g.Name), "there", game.SayWorld(m.Dimension), "here", game.SayWorld(at))
	}
	done := d.Did(game.Attack, g.Name)
	switch n := done + d.Wild(g.Name); {
	case !g.All:
	case done > 0 && d.KilledLast(g.Name): // those that came in view since are others
		g.Count = done
	case n > 0:
		g.Count = n
	}
	d.times(p, game.Action{Kind: game.Attack, Target: g.Name}, g.Count)
	p.checks = []game.Check{{Kind: game.CheckKilled, Target: g.Name, Count: g.Count}}
	return nil
}

// leftBy is what of several things a mob leaves: the beef of "its meat".
func (r *Reader) leftBy(mob string, n lexicon.Meaning) lexicon.Meaning {
	for _, item := range n.Items {
		if len(n.Items) > 1 && r.gives(mob, []string{item}) && !slices.Equal(n.Items, r.Items["wool"].Items) { // of any colour
			return only(item)
		}
	}
	return n
}

// left is the food that what was killed leaves.
func (r *Reader) left(g Goal) Goal {
	if n, ok := r.dropped(g.Items); ok {
		left := g.of(n.Name, n.Items...)
		left.Left = true
		return left
	}
	return Goal{}
}
