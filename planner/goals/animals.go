// SPDX-License-Identifier: MIT

package goals

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
)

// animals is how many a goal is about: those in view when it is about all.
func (d *drafter) animals(g Goal) int {
	if n := d.Near(g.Name); g.All && n > 0 {
		return n
	}
	return g.Count
}

// missingOf is how many of a gain are still wanted.
func (d *drafter) missingOf(items []string, n int) int {
	n += d.Base(items...)
	for _, i := range items {
		n -= d.Request.State.Count(i)
	}
	return n
}

// usedBy has a goal whose product a later one uses up shown by the actions that
// brought it, and returns how many of them are left.
func (d *drafter) usedBy(p *part, k game.Kind, target string) int {
	p.checks = []game.Check{{Kind: game.CheckDone, Action: k, Target: target, Count: p.goal.Count}}
	return p.goal.Count - d.Did(k, target)
}

// allNear is how many mobs "all the zombies" are when none can be seen.
const allNear = 3

// mob reads the name of a mob.
func (p *parser) mob(misspelt bool) (lexicon.Meaning, bool) {
	p.skipLongest(leads)
	n, ok := p.wholeMob()
	if !ok && misspelt && !noThings[p.peek()] && !noNames[p.peek()] {
		n, ok = p.nearMob(1)
	}
	return n, ok
}

// mobAt says that a number of mobs stands at a word.
func (p *parser) mobAt(at int) bool {
	q := *p
	q.at = at
	q.all()
	q.amount()
	_, ok := q.mob(false)
	return ok
}

// ofMobs are what is taken of a mob, before it is named: "shear wool from 3 sheep".
var ofMobs = newPhrases("wool from", "wool off", "wool of", "the wool from", "the wool off", "the wool of", "the milk from", "milk from", "some wool from", "off", "the wool off of", "wool off of", "milk of", "the milk of")

// animal reads "shear 3 sheep", "milk a cow", "breed 2 cows". Two are bred when
// nothing is said, and never fewer.
func (p *parser) animal() bool {
	if found, n, ok := p.foundMob(); ok && (p.kind != Breed || n > 1) {
		p.put(Goal{Kind: p.kind, Name: found.Name, Items: found.Items, Count: n})
		return true
	}
	if p.kind == Shear || p.kind == Milk {
		p.skipLongest(ofMobs)
	}
	all := p.all()
	a := p.amount()
	n, ok := p.mob(true)
	if !ok {
		return false
	}
	if times, ok := p.timesAfter(); ok && !a.given {
		a = times
	}
	if times := p.often(); times > 1 {
		a.n, a.given = a.n*float64(times), true
	}
	g := Goal{Kind: p.kind, Name: n.Name, Items: n.Items, Count: a.of(64, false), All: all}
	if all {
		g.Count = allNear
	}
	if p.kind == Breed {
		g.Count = max(g.Count, 2)
		if start := p.at; p.skip("with", "using") {
			p.amount()
			food, ok := p.noun(false)
			m, known := p.r.Version.Mob(g.Name)
			if !ok || known && !slices.ContainsFunc(food.Items, func(f string) bool { return slices.Contains(m.Breeding, f) }) {
				p.at = start
				return false
			}
		}
	}
	p.goals = append(p.goals, g)
	return true
}
