// SPDX-License-Identifier: MIT

package goals

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/techtree"
)

func breedRow() Frame {
	return Frame{
		Kind: Breed, Slots: []Slot{SlotMob, SlotGiven}, Grade: game.Told,
		Met: "so many pairs were bred: two animals make one young", Examples: []string{"breed 2 sheep"},
		draft: (*drafter).partBreed, needs: []game.Kind{game.Breed},
		product: nothing,
		spoken:  spokenAnimal(Breed, "in given times"),
	}
}

// partBreed feeds as many pairs as the animals make.
func (d *drafter) partBreed(p *part) error {
	g := p.goal
	g.Count = d.animals(g)
	m, ok := d.Version.Mob(g.Name)
	var foods []string
	if ok {
		foods = m.Breeding
	}
	if ok && len(foods) == 0 && m.Category != "animal" && m.Category != "water" {
		return impossible("impossible.bred", "things", many(g.Name))
	}
	pairs := (g.Count + 1) / 2
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Breed, Target: g.Name, Count: pairs}}
	left := pairs - d.Did(game.Breed, g.Name)
	if left <= 0 {
		return nil
	}
	if len(foods) > 0 {
		p.Wants = []techtree.Want{{Items: []string{d.MostHeld(foods)}, Count: 2 * left}}
	}
	p.Steps = []game.Step{{Action: game.Action{Kind: game.Breed, Target: g.Name, Quantity: left}}}
	return nil
}
