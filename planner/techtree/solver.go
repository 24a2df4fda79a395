// SPDX-License-Identifier: MIT

package techtree

import (
	"strings"
	"sync"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/rules"
)

// Solver answers problems by the rules of one version. It is safe for
// concurrent use.
type Solver struct {
	*rules.Rules
	// waysTo lists the ways to an item, byproductOf the crafts that leave it over,
	// usersOf the ways that take it as ingredient, tool or station.
	waysTo, byproductOf, usersOf [][]int32
	// wasted marks the fuels that nobody makes to burn them.
	wasted []bool
	// burntTo lists the fuels that leave an item, smeltWays the smelts.
	burntTo   map[int32][]int32
	smeltWays []int32
	// cyclic marks items that can be made out of what is made of them: blocks and
	// ingots, but also slabs and what is chiselled from them.
	cyclic []bool

	mu    sync.Mutex
	costs map[string]*costs
	jobs  sync.Pool
}

// New makes a solver for a version. It takes a few milliseconds.
func New(v *data.Version) *Solver {
	s := &Solver{Rules: rules.New(v), costs: make(map[string]*costs)}
	s.index()
	s.addBurnt()
	s.markWasted()
	s.findCycles()
	s.jobs.New = func() any { return newJob(s) }
	return s
}

func (s *Solver) index() {
	n := len(s.Names)
	s.waysTo, s.byproductOf, s.usersOf = make([][]int32, n), make([][]int32, n), make([][]int32, n)
	for i := range s.Ops {
		w, wi := &s.Ops[i], int32(i)
		s.waysTo[w.Out] = append(s.waysTo[w.Out], wi)
		for _, l := range w.Leaves {
			s.byproductOf[l.Item] = append(s.byproductOf[l.Item], wi)
		}
		use := func(item int32) {
			if l := s.usersOf[item]; len(l) == 0 || l[len(l)-1] != wi {
				s.usersOf[item] = append(s.usersOf[item], wi)
			}
		}
		for _, in := range w.Takes {
			for _, a := range in.Alts {
				use(a)
			}
		}
		for _, t := range w.Tools {
			use(t)
		}
		if w.Station >= 0 {
			use(w.Station)
		}
		if w.Charge > 0 {
			use(s.BrewFuel)
		}
		for _, k := range w.Kin {
			use(k)
		}
		if i := w.Plants(); i >= 0 {
			use(i)
		}
		if w.Gathers() && w.Dimension != "" && w.Dimension != overworld {
			if o, ok := s.Travel(overworld, w.Dimension, false); ok { // the trip there
				use(o.Takes[0].Alts[0])
				use(o.Tools[0])
			}
		}
	}
}

// besiegers names, as goals, the mobs that besiege players and leave an item.
func (s *Solver) besiegers(item string) string {
	var goals []string
	for _, d := range s.Version.DroppedBy(item) {
		if m, ok := s.Version.Mob(d.Mob); ok && m.Temper == data.Besieger {
			goals = append(goals, "\"kill 1 "+game.Display(d.Mob)+"\"")
		}
	}
	return strings.Join(goals, ", ")
}
