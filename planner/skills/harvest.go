// SPDX-License-Identifier: MIT

package skills

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/minehand/minehand/game"
)

// Ripe are the cells in which a look shows a crop of that age or an older one, row by row, and how
// many are younger.
func Ripe(crop string, age int, seen map[game.Cell]string) (ripe []game.Cell, unripe int) {
	for c, state := range seen {
		if game.BlockName(state) != crop {
			continue
		}
		if n, err := strconv.Atoi(game.BlockProperty(state, "age")); err != nil || n < age {
			unripe++
			continue
		}
		ripe = append(ripe, c)
	}
	slices.SortFunc(ripe, func(a, b game.Cell) int {
		along := cmp.Compare(a.X, b.X) * (1 - 2*(a.Z&1)) // there and back
		return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.Z, b.Z), along)
	})
	return ripe, unripe
}

// Reaped are the cells of soil from which a task took a crop and where nobody else has sown since,
// and those of them that it has sown again. Unless it takes in only that one, what came in the
// most of says which it was; where nothing is known of what came, as after a death, a cell that it
// is of does.
func Reaped(history []game.Attempt, crop, item string, among []string, ripe []game.Cell, seen map[game.Cell]string) (cells []game.Cell, sown map[game.Cell]bool) {
	cells, sown = slices.Clone(ripe), map[game.Cell]bool{}
	for i := len(history) - 1; i >= 0; i-- { // what was tried again yielded something later
		h := &history[i]
		edits := h.Step.Action.Edits
		of := len(among) == 1 || yielded(h, among) == item ||
			slices.ContainsFunc(edits, func(e game.Edit) bool { return slices.Contains(cells, e.Cell()) })
		for _, e := range edits {
			soil := e.Cell().Plus(game.Cell{Y: -1})
			switch at := e.Cell(); {
			case e.Block == crop && (h.Outcome.Failure == nil || game.BlockName(seen[at]) == crop):
				sown[at] = true
			case of && game.IsAir(e.Block) && (game.IsAir(seen[at]) || sown[at]) && game.BlockName(seen[soil]) == "farmland" && !slices.Contains(cells, at):
				cells = append(cells, at)
			}
		}
	}
	return slices.DeleteFunc(cells, func(c game.Cell) bool { return sown[c] && slices.Contains(ripe, c) }), sown
}

// yielded is the item of some that an action brought the most of, empty for none.
func yielded(h *game.Attempt, items []string) (most string) {
	n := 0
	for _, item := range items {
		if r := h.Outcome.Result; r != nil && r.Delta[item] > n {
			most, n = item, r.Delta[item]
		}
	}
	return most
}
