// SPDX-License-Identifier: MIT

package data

import (
	"cmp"
	"slices"
)

// index builds the lookups. Every list keeps the order of the file.
func (t *tables) index() {
	t.recipesOf = make(map[string][]Recipe)
	t.usesOf = make(map[string][]Recipe)
	for _, r := range t.recipes {
		t.recipesOf[r.Result] = append(t.recipesOf[r.Result], r)
		seen := make(map[string]bool)
		for _, ing := range r.Ingredients {
			for _, item := range ing.Items {
				if !seen[item] {
					seen[item] = true
					t.usesOf[item] = append(t.usesOf[item], r)
				}
			}
		}
	}
	t.smeltingOf = make(map[string]Smelting, len(t.smeltings))
	t.smeltingTo = make(map[string][]Smelting)
	for _, s := range t.smeltings {
		t.smeltingOf[s.Input] = s
		t.smeltingTo[s.Output] = append(t.smeltingTo[s.Output], s)
	}
	t.cutsTo = make(map[string][]Cut)
	for _, c := range t.cuts {
		t.cutsTo[c.Output] = append(t.cutsTo[c.Output], c)
	}
	t.smithingTo = make(map[string][]Smithing)
	for _, s := range t.smithings {
		t.smithingTo[s.Result] = append(t.smithingTo[s.Result], s)
	}
	t.interactionsTo = make(map[string][]Interaction)
	for _, i := range t.interactions {
		t.interactionsTo[i.Result] = append(t.interactionsTo[i.Result], i)
	}
	t.droppedBy = make(map[string][]Source)
	for _, b := range t.blocks {
		for _, d := range b.Drops {
			t.droppedBy[d.Item] = append(t.droppedBy[d.Item], Source{Block: b.Name, Drop: d})
		}
	}
	for _, m := range t.mobs {
		for _, d := range m.Drops {
			t.droppedBy[d.Item] = append(t.droppedBy[d.Item], Source{Mob: m.Name, Drop: d})
		}
	}
	for _, list := range t.droppedBy {
		slices.SortStableFunc(list, t.compareSources)
	}
}

// compareSources orders the ways to an item: natural blocks, other blocks,
// mobs; within these first what needs no silk touch or shears, then the nearer
// dimension, the surer drop, the softer block.
func (t *tables) compareSources(a, b Source) int {
	return cmp.Or(cmp.Compare(t.sourceKind(a), t.sourceKind(b)), cmp.Compare(special(a.Drop), special(b.Drop)),
		cmp.Compare(dimensionRank(t.dimension(a)), dimensionRank(t.dimension(b))), cmp.Compare(b.Drop.Chance, a.Drop.Chance),
		cmp.Compare(t.toughness(a), t.toughness(b)))
}

func (t *tables) sourceKind(s Source) int {
	switch {
	case s.Mob != "":
		return 2
	case t.blockByName[s.Block].Natural:
		return 0
	}
	return 1
}

func special(d Drop) int {
	if d.SilkTouch || d.Shears {
		return 1
	}
	return 0
}

func (t *tables) dimension(s Source) string {
	if s.Mob != "" {
		return t.mobByName[s.Mob].Dimension
	}
	return t.blockByName[s.Block].Dimension
}

func dimensionRank(dimension string) int {
	switch {
	case dimension == "overworld":
		return 0
	case dimension == "the_nether":
		return 1
	case dimension == "the_end":
		return 2
	}
	return 3
}

func (t *tables) toughness(s Source) float64 {
	if s.Mob != "" {
		return t.mobByName[s.Mob].Health
	}
	return t.blockByName[s.Block].Hardness
}
