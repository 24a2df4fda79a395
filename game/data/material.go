// SPDX-License-Identifier: MIT

package data

import (
	"slices"
	"strings"
)

// Placeable are those of the items that stand as a block of their own.
func (v *Version) Placeable(items []string) []string {
	var out []string
	for _, i := range items {
		if it, ok := v.Item(i); ok && it.Block != "" {
			out = append(out, i)
		}
	}
	return out
}

// Furnishes reports whether things stand in a room: beds, and what holds things or is worked at.
func (v *Version) Furnishes(items []string) bool {
	return len(items) > 0 && !slices.ContainsFunc(items, func(i string) bool {
		it, ok := v.Item(i)
		return !ok || !v.IsBed(it.Block) && !v.IsStation(it.Block) && !v.IsContainer(it.Block)
	})
}

// Thin reports whether a wall of a thing has gaps: of panes, or of what grows and breaks at once.
func (v *Version) Thin(id string) bool {
	it, ok := v.Item(id)
	b, block := v.Block(id)
	return ok && it.Thin || block && b.Natural && b.Hardness == 0
}

// Planks are those that are made of the logs among some items.
func (v *Version) Planks(items []string) (planks []string) {
	for _, i := range items {
		wood, ok := strings.CutSuffix(i, "_log")
		if _, made := v.Item(wood + "_planks"); ok && made {
			planks = append(planks, wood+"_planks")
		}
	}
	return planks
}

// Wooden reports whether a thing is planks, or fences or gates of the same wood.
func (v *Version) Wooden(id string) bool {
	for _, kind := range [...]string{"_planks", "_fence", "_fence_gate"} {
		wood, ok := strings.CutSuffix(id, kind)
		if _, made := v.Item(wood + "_planks"); ok && made {
			return true
		}
	}
	return false
}

// alone reports whether one thing is made of nothing but some items.
func (rc *Recipe) alone(of []string) bool {
	return rc.Count == 1 && len(rc.Ingredients) == 1 && slices.Equal(rc.Ingredients[0].Items, of)
}

// Solid is what is built of a thing that does not stand by itself: the block that most of it goes
// into, which is made of nothing else. It is empty where there is none, and for more than one thing.
func (v *Version) Solid(of []string) (block string) {
	if len(of) != 1 || len(v.Placeable(of)) > 0 {
		return ""
	}
	most := 0
	for _, it := range v.Items() {
		for _, rc := range v.Recipes(it.Name) {
			if rc.alone(of) && it.Block != "" && !it.Thin && rc.Ingredients[0].Count > most {
				block, most = it.Name, rc.Ingredients[0].Count
			}
		}
	}
	return block
}
