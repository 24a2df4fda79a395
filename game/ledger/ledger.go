// SPDX-License-Identifier: MIT

package ledger

import (
	"slices"

	"github.com/minehand/minehand/game"
)

// Row is one fact of a ledger: a change that a body reported or, where Shown, what a
// survey showed in a cell since.
type Row struct {
	game.Reported
	// Shown: To is what a survey found in the cell. The other members of the change mean
	// nothing.
	Shown bool `json:"shown,omitempty"`
}

// Cell is one cell that was changed, once or often.
type Cell struct {
	At game.Pos
	// From is what stood there before the first change, To what the last one left.
	From, To string
	// Why of the last change.
	Why game.Why
	// Shown is what a survey found there after the last change; empty while none did.
	Shown string
}

// Same reports whether the cell is as it was before the first change, as far as is
// known: what a survey showed goes before what was told.
func (c *Cell) Same() bool { return same(c.From, c.now()) }

// Others reports whether a survey showed something else than the last change left.
func (c *Cell) Others() bool { return c.Shown != "" && !same(c.Shown, c.To) }

func (c *Cell) now() string {
	if c.Shown != "" {
		return c.Shown
	}
	return c.To
}

// same compares block states: by their properties too where both have some.
func same(a, b string) bool {
	if game.IsAir(a) || game.IsAir(b) {
		return game.IsAir(a) && game.IsAir(b)
	}
	return game.BlockName(a) == game.BlockName(b) &&
		(game.Name(a) == game.Name(b) || game.Name(a) == game.BlockName(a) || game.Name(b) == game.BlockName(b))
}

// Ledger is what was changed. The zero value is an empty one.
type Ledger struct {
	cells map[game.Pos]*Cell
	// order has the cells as they were changed last, the oldest first.
	order []*Cell
	// folded are the numbers that were folded, by series.
	folded map[string]map[int]bool
	lost   bool
}

// Fold takes in a row.
func (l *Ledger) Fold(r Row) {
	at := r.At()
	if r.Shown {
		if c := l.cells[at]; c != nil {
			c.Shown = r.To
		}
		return
	}
	if l.folded[r.Series][r.N] {
		return
	}
	if l.folded == nil {
		l.folded, l.cells = map[string]map[int]bool{}, map[game.Pos]*Cell{}
	}
	if l.folded[r.Series] == nil {
		l.folded[r.Series] = map[int]bool{}
	}
	if l.folded[r.Series][r.N] = true; r.Lost {
		l.lost = true
		return
	}
	c := l.cells[at]
	if c == nil {
		c = &Cell{At: at, From: r.From}
		l.cells[at] = c
	} else {
		l.order = slices.DeleteFunc(l.order, func(o *Cell) bool { return o == c })
	}
	c.To, c.Why, c.Shown = r.To, r.Why, ""
	l.order = append(l.order, c)
}

// Show takes in what surveys showed.
func (l *Ledger) Show(cells game.Cells) {
	for at, state := range cells {
		if c := l.cells[at]; c != nil {
			c.Shown = state
		}
	}
}

// Incomplete reports whether something was changed that nobody knows of: the body had to
// forget it, or began a new count in between.
func (l *Ledger) Incomplete() bool { return l.lost || len(l.folded) > 1 }

// Under reports whether what a later ledger left for its own sake stands on a cell of this one, or
// closes it: that goes first.
func (l *Ledger) Under(later *Ledger) bool {
	return slices.ContainsFunc(later.Cells(), func(c Cell) bool {
		at := c.At
		at.Y--
		below := l.cells[at]
		return c.Why == game.WhyGoal && !open(c.now()) && !c.Others() && below != nil && !below.Same() && !below.Others()
	})
}

// Cells are the cells that are not as they were, the one that was changed last first.
func (l *Ledger) Cells() []Cell {
	var list []Cell
	for _, c := range slices.Backward(l.order) {
		if !same(c.From, c.To) {
			list = append(list, *c)
		}
	}
	return list
}

// Sum is a ledger in numbers.
type Sum struct {
	// Told: the body reports what it changes. What it did not tell is not zero.
	Told bool `json:"told"`
	// Incomplete: some of it is not known.
	Incomplete bool `json:"incomplete,omitempty"`
	// Dug counts the blocks that stood there and do not, by name; Placed those that were
	// put there and stand. A cell that is as it was is in neither.
	Dug    map[string]int `json:"dug,omitempty"`
	Placed map[string]int `json:"placed,omitempty"`
	// Whys counts the cells by the cause of their last change.
	Whys map[game.Why]int `json:"whys,omitempty"`
	// Shown of the Cells a survey has shown as they were told; Back are those that are as
	// they were before again, Others those in which something else was shown.
	Cells  int `json:"cells"`
	Shown  int `json:"shown,omitempty"`
	Back   int `json:"back,omitempty"`
	Others int `json:"others,omitempty"`
}

// fluid blocks are neither dug nor placed: they flow (Minecraft Wiki, "Fluid").
func fluid(state string) bool {
	name := game.BlockName(state)
	return name == "water" || name == "lava"
}

// Sum adds the ledger up.
func (l *Ledger) Sum() Sum {
	s := Sum{Told: true, Incomplete: l.Incomplete(), Dug: map[string]int{}, Placed: map[string]int{}, Whys: map[game.Why]int{}}
	for _, c := range l.Cells() {
		s.Cells++
		s.Whys[c.Why]++
		switch {
		case c.Same():
			s.Back++
		case c.Others():
			s.Others++
		case c.Shown != "":
			s.Shown++
		}
		if !open(c.From) {
			s.Dug[game.BlockName(c.From)]++
		}
		if !open(c.To) {
			s.Placed[game.BlockName(c.To)]++
		}
	}
	return s
}
