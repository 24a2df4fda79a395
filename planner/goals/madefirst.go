// SPDX-License-Identifier: MIT

package goals

import (
	"slices"

	"github.com/minehand/minehand/game"
)

// madeFirst lets what an earlier goal of the sentence makes count as held by a later one about all of something: "craft a diamond
// sword and drop the sword". The later goal then names it with its count, and the making is part of it.
func (d *drafter) madeFirst(goals []Goal) []Goal {
	gone := make([]bool, len(goals))
	instead := make([][]Goal, len(goals))
	for k, g := range goals {
		if instead[k] = []Goal{g}; !g.All || !slices.Contains([]Kind{Give, Deposit, Smelt, Equip}, g.Kind) {
			continue
		}
		spent := d.spentBefore(goals[:k], &g)
		instead[k][0].spent = g.spent
		var named []Goal
		rest := slices.Clone(g.Items)
		for i := range goals[:k] {
			m, ok := d.makes(goals[i])
			if !ok || gone[i] || !d.among(m.Items, g) {
				continue
			}
			m.Kind, m.To, m.At, m.Into = g.Kind, g.To, g.At, g.Into
			named = append(named, m)
			rest = slices.DeleteFunc(rest, func(item string) bool {
				return slices.Contains(m.Items, item) || g.Kind == Equip && d.Version.Slot(item) == d.Version.Slot(m.Items[0])
			})
			gone[i] = goals[i].Kind == Get && g.Kind != Equip
			instead[i][0].Used = goals[i].Kind.row().makes && g.Kind != Equip
		}
		if named == nil {
			continue
		}
		if d.Base(rest...) > spent {
			g.Items = rest
			if len(rest) == 1 {
				g.Name = rest[0]
			}
			named = append(named, g)
		}
		instead[k] = named
	}
	var out []Goal
	for k := range goals {
		if !gone[k] {
			out = append(out, instead[k]...)
		}
	}
	return out
}

// spentBefore counts what goals before put into a furnace of what a goal about all of something is
// about: "cook 2 beef and drop all the beef".
func (d *drafter) spentBefore(before []Goal, g *Goal) (spent int) {
	for _, by := range before {
		smelts := by.Kind == Smelt && !by.All && !by.Product && len(by.Items) == 1
		if smelts && (g.Kind == Give || g.Kind == Deposit) && slices.Contains(g.Items, by.Items[0]) {
			spent += by.Count
			g.spent += max(0, by.Count-d.Did(game.Smelt, by.Items[0]))
		}
	}
	return spent
}

// makes is what a goal brings, and how much is held of it then.
func (d *drafter) makes(g Goal) (Goal, bool) {
	m := Goal{Name: g.Name, Items: g.Items, Count: g.Count}
	switch {
	case g.All || len(g.Items) == 0:
		return m, false
	case g.Kind == Get:
		if m.Items = d.asDrops(g.Items); !g.More {
			m.Count = max(g.Count, d.Base(m.Items...))
			return m, true
		}
	case g.Kind == Mine:
		if b, ok := d.Version.Block(g.Items[0]); ok && len(g.Items) == 1 && !d.minedAs(g.Items[0]) {
			drops, each := b.MainDrops()
			if m.Items, m.Count = drops, g.Count*each; len(drops) != 1 {
				return m, false
			}
		}
	case g.Kind == Smelt:
		if sm, ok := d.Version.SmeltingOf(g.Items[0]); ok && !g.Product {
			m.Items = []string{sm.Output}
		}
	case g.Kind.row().makes:
		m.be(Of(d.Version).product(g).thing())
	case g.Kind != Withdraw:
		return m, false
	}
	if len(m.Items) > 0 && m.Items[0] != g.Items[0] {
		m.Name = m.Items[0]
	}
	m.Count += d.Base(m.Items...)
	return m, len(m.Items) > 0
}

// among says that a goal about all of something is about these items.
func (d *drafter) among(items []string, g Goal) bool {
	return !slices.ContainsFunc(items, func(item string) bool {
		if item == g.Into || g.Kind == Equip && d.Version.Slot(item) == "hand" {
			return true
		}
		if slices.Contains(g.Items, item) {
			return false
		}
		sm, ok := d.Version.SmeltingOf(item)
		return g.Kind != Smelt || !ok || !slices.Contains(g.Items, sm.Output)
	})
}

// leftByKills settles how many are meant of what a kill of the sentence leaves: as many as are held once it is done, for how much a
// mob drops is never sure. A body's plan ends with the kill, and the rest waits for another round.
func (d *drafter) leftByKills(goals []Goal) []Goal {
	out := slices.Clone(goals)
	for k := range out {
		g := &out[k]
		used, takes := takenBy[g.Kind]
		if !takes || !g.Left && !g.All {
			continue
		}
		for i := k - 1; i >= 0; i-- {
			if d.takesFrom(&out[i], g, used) {
				break
			}
		}
	}
	return out
}

// takesFrom fits a goal to what a kill, harvest or smelting before it leaves, and reports whether it takes that.
func (d *drafter) takesFrom(from, g *Goal, used game.Kind) bool {
	if from.Left && from.Kind == Smelt && slices.Equal(Of(d.Version).molten(*from).Items, g.Items) {
		g.All, g.Left, g.Count = false, true, from.Count
		return true
	}
	harvest := from.Kind == Harvest && slices.Equal(from.Items, g.Items)
	if !harvest && (from.Kind != Kill || !Of(d.Version).gives(from.Name, g.Items)) {
		return false
	}
	there := d.Held(g.Items...) + d.done(used, g.Items...)
	killed := d.Did(game.Attack, from.Name)
	met := killed > 0 && (from.All || killed >= from.Count)
	if harvest {
		met = d.harvested(*from)
	}
	switch {
	case met && there > 0 && !g.All:
		g.Count = there
	case !met || there == 0:
		if there == 0 && g.All {
			g.All, g.Left, g.Count = false, true, max(from.Count, 1)
		}
		g.waits = !met && d.Request.Body.ID != ""
	}
	return true
}

// takenBy are the verbs that a kill of the sentence is counted for, with the action by which they use up what it leaves.
var takenBy = map[Kind]game.Kind{Smelt: game.Smelt, Deposit: game.Deposit, Give: game.Drop}
