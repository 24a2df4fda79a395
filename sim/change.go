// SPDX-License-Identifier: MIT

package sim

import (
	"cmp"
	"slices"
	"strconv"
	"sync"

	"github.com/minehand/minehand/game"
)

// untaken are the changes of the player that nobody has asked for yet. It has a mutex
// of its own: they are asked for while an action tells its progress.
type untaken struct {
	mu   sync.Mutex
	list []game.Change
}

// mostUntaken bounds them, for worlds in which nobody asks.
const mostUntaken = 1 << 16

// alter puts what the player's action leaves in a cell there, "" for air, and notes the
// change with its cause.
func (w *World) alter(p game.Pos, to string, why game.Why) {
	from := w.blockAt(p)
	w.changed[p] = to
	if from == to {
		return
	}
	delete(w.moved, p)
	c := game.Change{X: p.X, Y: p.Y, Z: p.Z, Dimension: p.Dimension, From: cmp.Or(from, game.Air), To: cmp.Or(to, game.Air), Why: why}
	if w.running != nil {
		c.Action = w.running.action.ID
	}
	w.untaken.mu.Lock()
	defer w.untaken.mu.Unlock()
	if len(w.untaken.list) < mostUntaken {
		w.untaken.list = append(w.untaken.list, c)
	}
}

// TakeChanges returns what the player changed since the last call, oldest first and
// without numbers. It may be called while an action tells its progress.
func (w *World) TakeChanges() []game.Change {
	w.untaken.mu.Lock()
	defer w.untaken.mu.Unlock()
	list := w.untaken.list
	w.untaken.list = nil
	return list
}

// Altered lists the cells that differ from how the world was made, in a fixed order,
// each with what stood there and what does. What grew by itself is left out. It is the
// world's own account, whatever was told.
func (w *World) Altered() []game.Change {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.catchUp()
	var list []game.Change
	for p, to := range w.changed {
		from, given := w.given[p]
		if !given {
			from = w.land.block(p)
		}
		if from != to && !w.grown[p] {
			list = append(list, game.Change{X: p.X, Y: p.Y, Z: p.Z, Dimension: p.Dimension, From: cmp.Or(from, game.Air), To: cmp.Or(to, game.Air)})
		}
	}
	slices.SortFunc(list, func(a, b game.Change) int {
		return cmp.Or(cmp.Compare(a.Dimension, b.Dimension), cmp.Compare(a.Y, b.Y), cmp.Compare(a.Z, b.Z), cmp.Compare(a.X, b.X))
	})
	return list
}

// Survey says what stands in a box of the player's dimension, or around the player.
func (w *World) Survey(ask game.Survey) game.Surveyed {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.catchUp()
	dimension := w.player.dimension
	box := game.BoxAround(game.CellOf(w.feet()), ask.Radius)
	if ask.Box != nil {
		box = *ask.Box
	}
	s := game.Surveyed{ID: ask.ID, Box: box, Dimension: dimension}
	if err := box.Check(); err != nil {
		s.Code, s.Error = game.CodeInvalid, err.Error()
		return s
	}
	var light func(game.Cell) int
	if slices.Contains(ask.What, game.SurveyLight) {
		levels := w.lightIn(box, dimension)
		light = func(c game.Cell) int { return levels[c] }
	}
	s.Answer(func(c game.Cell) (string, bool) { return w.stateAt(c.In(dimension)), true }, light)
	return s
}

// stateAt is the block of a cell as a survey shows it: of what grows on farmland with its age.
func (w *World) stateAt(p game.Pos) string {
	block := cmp.Or(w.blockAt(p), game.Air)
	if b, known := w.data.Block(block); known && b.Moved != "" {
		return game.WithProperty(block, b.Moved, strconv.FormatBool(w.moved[p]))
	}
	f := w.fields[p]
	if f == nil {
		return block
	}
	c, _ := w.data.CropOfBlock(f.block)
	if c.Ripe == 0 {
		return block
	}
	grown := (w.now - f.since) / (w.due(p, f) - f.since)
	return block + "[age=" + strconv.Itoa(min(int(grown*float64(c.Ripe)), c.Ripe)) + "]"
}

// Damage is somebody else's doing: what the edit left is gone, or filled where it left nothing.
// It is no change of the player's.
func (w *World) Damage(e game.Edit) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := e.Cell().In(w.player.dimension)
	gone := []game.Pos{p}
	if top := above(p); e.Block == farmland && w.fields[top] != nil {
		gone = append(gone, top) // what grew on it
	}
	for _, p := range gone {
		delete(w.placed, p)
		delete(w.fields, p)
		delete(w.wet, p)
		w.changed[p] = ""
	}
	if game.IsAir(e.Block) {
		w.changed[p] = "dirt"
	}
}

// lightIn spreads the light of the blocks in and around a box: it falls by one with
// each step, and goes through what is not solid (Minecraft Wiki, "Light").
func (w *World) lightIn(box game.Box, dimension string) map[game.Cell]int {
	levels := map[game.Cell]int{}
	var next []game.Cell
	for p, name := range w.placed {
		c := game.CellOf(p)
		if b, known := w.data.Block(name); known && b.Light > 0 && p.Dimension == dimension && box.Within(c, b.Light) {
			levels[c] = b.Light
			next = append(next, c)
		}
	}
	for len(next) > 0 {
		c := next[0]
		next = next[1:]
		for _, s := range sides {
			q := game.Cell{X: c.X + s.X, Y: c.Y + s.Y, Z: c.Z + s.Z}
			if level := levels[c] - 1; level > levels[q] && !w.solid(q.In(dimension)) {
				levels[q] = level
				next = append(next, q)
			}
		}
	}
	return levels
}
