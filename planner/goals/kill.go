// SPDX-License-Identifier: MIT

package goals

import (
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/book"
)

func killRow() Frame {
	return Frame{
		Kind: Kill, Slots: []Slot{SlotMob, SlotTool, SlotGiven, SlotBiome}, Grade: game.Told,
		Words: words("kill, slay, hunt, attack, fight, defeat, murder, hunt down, hunt for, slaughter, butcher, combat, shoot"), Wider: words("beat, hit, battle"),
		Met: "so many were killed; *all* are those in view, 3 when none is", Examples: []string{"kill 3 zombies", "kill all the zombies", "kill 2 cows with an iron sword"},
		read: (*parser).kill, draft: (*drafter).partKill,
		forWhom: true, product: (*Reader).left,
		spoken: spokenKill(),
	}
}

func (p *parser) kill() bool {
	if found, n, ok := p.foundMob(); ok {
		p.put(Goal{Kind: Kill, Name: found.Name, Items: found.Items, Count: n})
		return true
	}
	if p.said == "fight" || p.said == "combat" {
		p.skip("with", "against")
	}
	from := p.at
	all := p.all()
	a := p.amount()
	p.skipLongest(leads)
	count := a.of(64, false)
	if all {
		count = allNear
	}
	if strings.HasPrefix(p.said, "hunt") && p.skip("food", "meat") { // what is hunted is eaten
		n := p.r.Items["meat"]
		p.goals = append(p.goals, Goal{Kind: Get, Name: n.Name, Items: n.Items, Count: count})
		return true
	}
	got, ok := p.wholeMob()
	those := ok && p.pointsTo(from) && p.r.plural(p.words[p.at-1]) // kill the zombies
	if !ok && !noThings[p.peek()] && !noNames[p.peek()] {
		got, ok = p.nearMob(1)
	}
	if !ok {
		return false
	}
	if !all && !a.given && p.skip("all", "all of them") {
		all, count = true, allNear
	}
	if p.peek() == "until" || p.peek() == "till" { // kill spiders until you have 10 string
		var n lexicon.Meaning
		until, ok := p.untilAfter(&n)
		if !ok || a.given || len(n.Items) == 0 || !p.r.gives(got.Name, n.Items) {
			return false
		}
		p.put(Goal{Kind: Get, Name: n.Name, Items: n.Items, Count: until.of(p.r.stack(n), paired(n)), From: got.Name})
		return true
	}
	if ok {
		if !a.given && !all {
			if a, ok = p.timesAfter(); ok {
				count = a.of(64, false)
			} else if ok = true; those {
				all, count = true, allNear
			} else {
				count, ok = p.horde(got, from), true
			}
		}
		count *= p.often()
		p.goals = append(p.goals, Goal{Kind: Kill, Name: got.Name, Items: got.Items, Count: count, All: all})
	}
	return ok
}

func (d *drafter) partKill(p *part) error {
	g := p.goal
	if err := d.require(g, game.Attack); err != nil {
		return err
	}
	m, ok := d.Version.Mob(g.Name)
	if at := d.Dimension(); ok && m.Dimension != "" && m.Dimension != at && book.KnownDimension(at) && d.Wild(g.Name) == 0 && !d.Leads(at, m.Dimension) {
		return &game.ImpossibleError{Reason: fmt.Sprintf("%s is found in %s, and the body is in %s", game.Sentence(game.Display(g.Name)), game.WorldName(m.Dimension), game.WorldName(at))}
	}
	done := d.Did(game.Attack, g.Name)
	switch n := done + d.Wild(g.Name); {
	case !g.All:
	case done > 0 && d.KilledLast(g.Name): // those that came in view since are others
		g.Count = done
	case n > 0:
		g.Count = n
	}
	p.checks = []game.Check{{Kind: game.CheckKilled, Target: g.Name, Count: g.Count}}
	if left := g.Count - done; left > 0 {
		p.Steps = []game.Step{{Action: game.Action{Kind: game.Attack, Target: g.Name, Quantity: left}}}
	}
	return nil
}

// horde is how many mobs are meant by the words since from: a few by "kill
// zombies", one by "kill the zombie" and by "attack zombies", which is said of
// those at hand.
func (p *parser) horde(n lexicon.Meaning, from int) int {
	if p.said == "attack" || p.pointed(from) || p.r.single(n.Name) || !severalWord(p.words[p.at-1]) {
		return 1
	}
	return fewThings
}

// single says that no more than one of a mob is fought when no number is said: a
// boss, or one that does nothing to who leaves it alone.
func (r *Reader) single(mob string) bool {
	m, ok := r.Version.Mob(mob)
	return ok && (m.Temper == data.Boss || m.Temper == data.Neutral)
}

// lastKilled is the mob of the goals that killed last, empty for none and for
// several kinds.
func (p *parser) lastKilled() string {
	for k := len(p.groups) - 1; k >= 0; k-- {
		end := p.from
		if k+1 < len(p.groups) {
			end = p.groups[k+1]
		}
		mob := ""
		for _, g := range p.goals[p.groups[k]:min(max(end, p.groups[k]), len(p.goals))] {
			switch {
			case g.Kind != Kill:
			case mob == "" || mob == g.Name:
				mob = g.Name
			default:
				return ""
			}
		}
		if mob != "" {
			return mob
		}
	}
	return ""
}

// leftBy is what of several things a mob leaves: the beef of "its meat".
func (r *Reader) leftBy(mob string, n lexicon.Meaning) lexicon.Meaning {
	for _, item := range n.Items {
		if len(n.Items) > 1 && r.gives(mob, []string{item}) && !r.wool(n.Items) {
			return lexicon.Meaning{Name: item, Items: []string{item}}
		}
	}
	return n
}

// wool says that some items are the wool of any colour, which a sheep may have.
func (r *Reader) wool(items []string) bool { return slices.Equal(items, r.Items["wool"].Items) }

// left is the food that what was killed leaves.
func (r *Reader) left(g Goal) Goal {
	if n, ok := r.dropped(g.Items); ok {
		left := g.of(n.Name, n.Items...)
		left.Left = true
		return left
	}
	return Goal{}
}
