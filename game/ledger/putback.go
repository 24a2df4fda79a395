// SPDX-License-Identifier: MIT

package ledger

import (
	"cmp"

	"github.com/minehand/minehand/game"
)

// Fate says what becomes of a cell when it is put back.
type Fate string

// The fates of cells. Each cell has one.
const (
	// Restored: what stood there stands there again, or nothing again.
	Restored Fate = "restored"
	// Refilled: a hole is filled with another block of its kind, such as cobblestone for
	// stone.
	Refilled Fate = "refilled"
	// Others: somebody else changed it since, and it stays as it is.
	Others Fate = "others"
	// Missing: what stood there is not held, or nobody can place it: ores, leaves, grass.
	Missing Fate = "missing"
)

// Back is how cells are put back.
type Back struct {
	// Actions to do, the newest change first.
	Actions []game.Action
	// Fates of the cells if all of them work; Cells is how many the actions see to.
	Fates map[game.Pos]Fate
	Cells int
}

// Fills names the items whose placing fills a hole in place of a block state, the block
// itself first; none for what nobody can place.
type Fills func(state string) []string

// Means are what cells are put back with.
type Means struct {
	// Held is what may be used, item -> count; Keep reports what is not, such as what the
	// goal asked for.
	Held map[string]int
	Keep func(item string) bool
	// Breaks reports whether a block state can be taken away with what is held.
	Breaks func(state string) bool
	Fills  Fills
}

// PutBack says how the cells are put back: what was placed is removed and holes are
// filled. What a survey showed to be somebody else's since is left alone.
func (l *Ledger) PutBack(with Means) Back {
	b := Back{Fates: map[game.Pos]Fate{}}
	left := map[string]int{}
	for item, n := range with.Held {
		if !with.Keep(item) {
			left[item] = n
		}
	}
	for _, c := range l.Cells() {
		at := c.At
		switch {
		case c.Same():
			b.Fates[at] = Restored
			continue
		case c.Others():
			b.Fates[at] = Others
			continue
		case !open(c.To) && !with.Breaks(c.To):
			b.Fates[at] = Missing
			continue
		}
		before := len(b.Actions)
		if !open(c.To) {
			b.Actions = append(b.Actions, game.Action{Kind: game.Mine, Target: game.BlockName(c.To), At: &at, Quantity: 1})
		}
		b.Fates[at] = Missing
		if open(c.From) && !open(c.To) {
			b.Fates[at] = Restored
		}
		for i, item := range with.Fills(c.From) {
			if left[item] == 0 || open(c.From) {
				continue
			}
			left[item]--
			b.Actions = append(b.Actions, game.Action{Kind: game.Place, Block: item, At: &at})
			if b.Fates[at] = Restored; i > 0 {
				b.Fates[at] = Refilled
			}
			break
		}
		if len(b.Actions) > before {
			b.Cells++
		}
	}
	return b
}

// Outcome counts the cells of a ledger that was put back by their fates: after is what
// putting it back changed, fills as in PutBack.
func (l *Ledger) Outcome(after *Ledger, fills Fills) map[Fate]int {
	counts := map[Fate]int{}
	for _, c := range l.Cells() {
		placed := !open(c.To)
		if now := after.cells[c.At]; now != nil {
			c.To, c.Shown = now.To, cmp.Or(c.Shown, now.Shown)
		}
		counts[c.fate(placed, fills)]++
	}
	return counts
}

// open reports whether nothing solid is in a cell: what was placed into water leaves air,
// and the water comes by itself.
func open(state string) bool { return game.IsAir(state) || fluid(state) }

func (c *Cell) fate(placed bool, fills Fills) Fate {
	switch {
	case c.Same(), placed && open(c.From) && open(c.now()):
		return Restored
	case c.Others():
		return Others
	}
	for _, item := range fills(c.From) {
		if game.BlockName(c.now()) == item {
			return Refilled
		}
	}
	return Missing
}
