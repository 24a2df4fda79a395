package planner

import (
	"slices"

	"github.com/minehand/minehand/planner/goalread"
)

// madeFirst lets what an earlier goal of the sentence makes count as held by a
// later one about all of something: "craft a diamond sword and drop the sword".
// The later goal then names it with its count, and the making is part of it.
func (d *Desk) madeFirst(goals []goalread.Goal) []goalread.Goal {
	gone := make([]bool, len(goals))
	instead := make([][]goalread.Goal, len(goals))
	for k, g := range goals {
		instead[k] = []goalread.Goal{g}
		switch g.Kind {
		case goalread.Give, goalread.Deposit, goalread.Smelt, goalread.Equip:
		default:
			continue
		}
		if !g.All {
			continue
		}
		var named []goalread.Goal
		rest := slices.Clone(g.Items)
		for i := range goals[:k] {
			m, ok := d.makes(goals[i])
			if !ok || gone[i] || !d.among(m.Items, g) {
				continue
			}
			m.Kind, m.To, m.At, m.Into = g.Kind, g.To, g.At, g.Into
			named = append(named, m)
			rest = slices.DeleteFunc(rest, func(item string) bool {
				return slices.Contains(m.Items, item) || g.Kind == goalread.Equip && slotOf(item) == slotOf(m.Items[0])
			})
			gone[i] = g.Kind != goalread.Equip && goals[i].Kind != goalread.Withdraw
		}
		if named == nil {
			continue
		}
		if d.base(rest) > 0 {
			g.Items = rest
			named = append(named, g)
		}
		instead[k] = named
	}
	var out []goalread.Goal
	for k := range goals {
		if !gone[k] {
			out = append(out, instead[k]...)
		}
	}
	return out
}

// makes is what a goal brings, and how much is held of it then.
func (d *Desk) makes(g goalread.Goal) (goalread.Goal, bool) {
	m := goalread.Goal{Name: g.Name, Items: g.Items, Count: g.Count}
	if g.All || len(g.Items) == 0 {
		return m, false
	}
	switch g.Kind {
	case goalread.Get:
		m.Items = d.asDrops(g.Items)
		if !g.More {
			m.Count = max(g.Count, d.base(m.Items))
			return m, true
		}
	case goalread.Craft, goalread.Withdraw:
	case goalread.Mine:
		if b, ok := d.rules.version.Block(g.Items[0]); ok && len(g.Items) == 1 && !d.minedAs(g.Items[0]) {
			drops, each := mainDrops(b)
			if len(drops) != 1 {
				return m, false
			}
			m.Items, m.Count = drops, g.Count*each
		}
	case goalread.Smelt:
		if sm, ok := d.rules.version.SmeltingOf(g.Items[0]); ok && !g.Product {
			m.Items = []string{sm.Output}
		}
	default:
		return m, false
	}
	if m.Items[0] != g.Items[0] {
		m.Name = m.Items[0]
	}
	m.Count += d.base(m.Items)
	return m, true
}

// among says that a goal about all of something is about these items.
func (d *Desk) among(items []string, g goalread.Goal) bool {
	return !slices.ContainsFunc(items, func(item string) bool {
		if item == g.Into || g.Kind == goalread.Equip && slotOf(item) == "hand" {
			return true
		}
		if slices.Contains(g.Items, item) {
			return false
		}
		sm, ok := d.rules.version.SmeltingOf(item)
		return g.Kind != goalread.Smelt || !ok || !slices.Contains(g.Items, sm.Output)
	})
}
