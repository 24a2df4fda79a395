// SPDX-License-Identifier: MIT

package goals

import (
	"github.com/minehand/minehand/game"
)

func breedRow() Frame {
	return Frame{
		Kind: Breed, Grade: game.Told,
		Met: "so many pairs were bred: two animals make one young", Examples: []string{"breed 2 sheep"},
		draft: (*drafter).partBreed, needs: []game.Kind{game.Breed},
		product: nothing,
		slots:   "thing:beast given | in times fed:beast food:thing", spoken: (*speech).tends,
	}
}

// partBreed feeds as many pairs as the animals make.
func (d *drafter) partBreed(p *part) error {
	m, ok := d.Version.Mob(p.goal.Name)
	if ok && len(m.Breeding) == 0 && m.Category != "animal" && m.Category != "water" {
		return impossible("impossible.bred", "things", many(p.goal.Name))
	}
	left := d.times(p, game.Action{Kind: game.Breed, Target: p.goal.Name}, (d.animals(p.goal)+1)/2)
	if left > 0 && ok && len(m.Breeding) > 0 {
		p.want(2*left, d.MostHeld(m.Breeding))
	}
	return nil
}

// animals is how many a goal is about: those in view when it is about all.
func (d *drafter) animals(g Goal) int {
	if n := d.Near(g.Name); g.All && n > 0 {
		return n
	}
	return g.Count
}

// allNear is how many mobs "all the zombies" are when none can be seen.
const allNear = 3
