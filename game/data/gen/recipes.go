// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game/data/internal/table"
)

// grid is a recipe while it is put together: cells hold indices into sets, so
// that recipes of the same pattern compare equal whatever they are made of.
type grid struct {
	result string
	count  int
	cells  [][]int
	free   bool // shapeless: one row
	sets   [][]string
}

func (b *builder) buildRecipes() error {
	byResult, err := b.grids()
	if err != nil {
		return err
	}
	rank, known := b.ranks(), map[string]int{}
	for _, result := range b.itemNames {
		// Unpacking a block comes last, in whatever order the source has them.
		slices.SortStableFunc(byResult[result], func(x, y *grid) int { return unpacks(byResult, x) - unpacks(byResult, y) })
		for _, g := range byResult[result] {
			b.file.Recipes = append(b.file.Recipes, b.pack(g, rank, known))
		}
	}
	return nil
}

// unpacks is 1 for a recipe that only takes apart what is packed of its result,
// else 0.
func unpacks(byResult map[string][]*grid, g *grid) int {
	if len(g.sets) != 1 || len(g.cells) != 1 || len(g.cells[0]) != 1 || len(g.sets[0]) != 1 {
		return 0
	}
	for _, packed := range byResult[g.sets[0][0]] {
		if len(packed.sets) == 1 && slices.Contains(packed.sets[0], g.result) {
			return 1
		}
	}
	return 0
}

// read turns the recipes of a source into grids by result, as they are.
func (b *builder) read(src *source) map[string][]*grid {
	out := map[string][]*grid{}
	ids := make([]int, 0, len(src.recipes))
	for key := range src.recipes {
		if id, err := strconv.Atoi(key); err == nil {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		for _, in := range src.recipes[strconv.Itoa(id)] {
			if g := b.grid(src, in); g != nil {
				out[g.result] = append(out[g.result], g)
			}
		}
	}
	return out
}

// grids lists every recipe of the version by result, corrected and merged.
func (b *builder) grids() (map[string][]*grid, error) {
	byResult := b.read(b.src)
	if err := b.correct(byResult); err != nil {
		return nil, err
	}
	if number(b.src.version) > number(fullRecipes) {
		if err := b.complete(byResult); err != nil {
			return nil, err
		}
	}
	b.widen(byResult)
	for result := range byResult {
		byResult[result] = merge(byResult[result])
	}
	return byResult, nil
}

// grid reads a recipe; nil when it names something that is no item.
func (b *builder) grid(src *source, in srcRecipe) *grid {
	g := &grid{result: src.nameByID[in.Result.ID], count: max(in.Result.Count, 1)}
	rows := in.InShape
	if rows == nil {
		g.free = true
		row := make([]*int, len(in.Ingredients))
		for i := range in.Ingredients {
			row[i] = &in.Ingredients[i]
		}
		rows = [][]*int{row}
	}
	width := 0
	for _, row := range rows {
		width = max(width, len(row))
	}
	index := map[string]int{}
	for _, row := range rows {
		cells := make([]int, width)
		for i := range cells {
			cells[i] = -1
			if i >= len(row) || row[i] == nil || *row[i] < 0 {
				continue
			}
			name := src.nameByID[*row[i]]
			if !b.isItem(name) {
				return nil
			}
			at, ok := index[name]
			if !ok {
				at = len(g.sets)
				index[name] = at
				g.sets = append(g.sets, []string{name})
			}
			cells[i] = at
		}
		g.cells = append(g.cells, cells)
	}
	if !b.isItem(g.result) || len(g.sets) == 0 {
		return nil
	}
	return g
}

// merge joins recipes that differ in one ingredient only, until none do: the
// source writes a recipe once for each wood, stone or color that the game takes
// in any mix.
func merge(list []*grid) []*grid {
	for changed := true; changed; {
		changed = false
		for i := 0; i < len(list); i++ {
			for j := i + 1; j < len(list); {
				if join(list[i], list[j]) {
					list = slices.Delete(list, j, j+1)
					changed = true
				} else {
					j++
				}
			}
		}
	}
	return list
}

// join takes the alternatives of b into a if the two differ in one set at most.
func join(a, b *grid) bool {
	if !a.like(b) {
		return false
	}
	differ := -1
	for i := range a.sets {
		if slices.Equal(a.sets[i], b.sets[i]) {
			continue
		}
		if differ >= 0 {
			return false
		}
		differ = i
	}
	if differ < 0 {
		return true
	}
	for _, name := range b.sets[differ] {
		for i, set := range a.sets {
			if i != differ && slices.Contains(set, name) {
				return false
			}
		}
	}
	union := append(slices.Clone(a.sets[differ]), b.sets[differ]...)
	slices.Sort(union)
	a.sets[differ] = slices.Compact(union)
	return true
}

// ranks orders alternatives: as their tag has them, else as the game has them.
func (b *builder) ranks() map[string]int {
	rank := map[string]int{}
	for i, name := range b.itemNames {
		rank[name] = 1000 + i
	}
	for _, tag := range []string{"planks", "logs", "stone_crafting_materials", "eggs", "coals", "wooden_slabs"} {
		for i, name := range b.file.Tags[tag] {
			rank[name] = i
		}
	}
	return rank
}

// pack adds up equal ingredients and shares equal sets.
func (b *builder) pack(g *grid, rank, known map[string]int) table.Recipe {
	r := table.Recipe{Result: g.result, Counts: make([]int, len(g.sets))}
	if g.count != 1 {
		r.Count = g.count
	}
	for _, set := range g.sets {
		slices.SortFunc(set, func(x, y string) int { return cmp.Compare(rank[x], rank[y]) })
		key := strings.Join(set, ",")
		at, ok := known[key]
		if !ok {
			at = len(b.file.Sets)
			known[key] = at
			b.file.Sets = append(b.file.Sets, set)
		}
		r.Sets = append(r.Sets, at)
	}
	for _, row := range g.cells {
		for _, cell := range row {
			if cell >= 0 {
				r.Counts[cell]++
			}
		}
	}
	if !g.free {
		r.Shape = g.cells
	}
	return r
}
