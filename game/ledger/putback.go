// SPDX-License-Identifier: MIT

package ledger

import (
	"cmp"
	"slices"

	"github.com/minehand/minehand/game"
)

// Fate says what becomes of a cell when it is put back.
type Fate string

// The fates of cells. Each cell has one.
const (
	// Restored: what stood there stands there again, or nothing again.
	Restored Fate = "restored"
	// Refilled: a hole is filled with another block: one of its kind, such as cobblestone
	// for stone, or what the body stood on while it put the rest back.
	Refilled Fate = "refilled"
	// Others: somebody else changed it since, and it stays as it is.
	Others Fate = "others"
	// Missing: what stood there is not held, or nobody can place it: ores, leaves, grass.
	Missing Fate = "missing"
	// Emptied: what was built there goes, and what stood there does not come again; an outcome
	// counts it as Missing.
	Emptied Fate = "emptied"
)

// Back is how cells are put back.
type Back struct {
	// Actions to do: what takes away first, so that what it leaves is at hand for what
	// fills, and of both the newest change first; but a hole is filled from its ground up,
	// so that who stands in it rises with it.
	Actions []game.Action
	// Fates of the cells if all of them work; Cells is how many the actions see to.
	Fates map[game.Pos]Fate
	Cells int
}

// Fills names the items whose placing fills a hole in place of a block state, the block
// itself first; none for what nobody can place.
type Fills func(state string) []string

// Taking is how a block is taken away.
type Taking string

// Ways of taking a block away.
const (
	Stays Taking = ""     // it cannot be
	Whole Taking = "dug"  // it leaves what it leaves
	Bare  Taking = "bare" // with no tool for it: slowly, and it leaves nothing
)

// Means are what cells are put back with.
type Means struct {
	// Held is what may be used, item -> count; Keep reports what is not, such as what the
	// goal asked for.
	Held map[string]int
	Keep func(item string) bool
	// Takes says how what stands in a cell is taken away with what is held.
	Takes func(at game.Pos, state string) Taking
	// Leaves names the item that a block state leaves for sure when it is taken away;
	// empty for none.
	Leaves func(state string) string
	Fills  Fills
}

// PutBack says how the cells are put back: what was placed is removed and holes are
// filled. What a survey showed to be somebody else's since is left alone, and so is what
// stands in a hole that can be filled once its block is held: a hole would be no better.
func (l *Ledger) PutBack(with Means) Back {
	b := Back{Fates: map[game.Pos]Fate{}}
	left := map[string]int{}
	add := func(item string, n int) {
		if !with.Keep(item) {
			left[item] += n
		}
	}
	for item, n := range with.Held {
		add(item, n)
	}
	var filling []game.Action
	for _, c := range l.firstHalvesFirst() {
		at := c.At
		gone, stood := l.half(at, c.To, true), l.half(at, c.From, false)
		taking := Stays
		if !open(c.To) && !c.Same() && !c.Others() && gone == nil {
			taking = with.Takes(at, c.To)
		}
		switch {
		case c.Same():
			b.Fates[at] = Restored
			continue
		case c.Others():
			if b.Fates[at] = Others; c.filled(with.Fills) {
				b.Fates[at] = Refilled
			}
			continue
		case gone != nil && b.Fates[gone.At] == Missing, gone == nil && !open(c.To) && taking == Stays:
			b.Fates[at] = Missing
			continue
		}
		leaves := ""
		if taking == Whole {
			leaves = with.Leaves(c.To)
		}
		fill, fate := "", Missing
		switch {
		case stood != nil: // it comes with its other half
			fate = b.Fates[stood.At]
		case !open(c.From):
			fill, fate = with.fill(c.From, left, leaves)
		case !open(c.To):
			fate = Restored
		}
		fate = with.orEmptied(fate, &c, gone != nil)
		if b.Fates[at] = fate; fate == Missing {
			continue
		}
		b.Cells++
		if taking != Stays {
			b.Actions = append(b.Actions, c.taken(taking))
			add(leaves, 1)
		}
		if fill != "" {
			filling = append(filling, game.Action{Kind: game.Place, Block: fill, At: &at})
			left[fill]--
		}
	}
	b.Actions = append(b.Actions, fromTheGround(filling)...)
	return b
}

// firstHalvesFirst are the cells, those after the rest that go or come with another one.
func (l *Ledger) firstHalvesFirst() []Cell {
	cells := l.Cells()
	slices.SortStableFunc(cells, func(a, b Cell) int { return cmp.Compare(l.second(&a), l.second(&b)) })
	return cells
}

// second is 1 for a cell of a second half, else 0.
func (l *Ledger) second(c *Cell) int {
	if l.half(c.At, c.To, true) != nil || l.half(c.At, c.From, false) != nil {
		return 1
	}
	return 0
}

// orEmptied is the fate of a cell in which what stood there does not come, and what was put there
// goes, of itself or since its other half is gone; any other fate as it is.
func (with Means) orEmptied(fate Fate, c *Cell, gone bool) Fate {
	switch {
	case fate != Missing && fate != Emptied:
		return fate
	case gone || with.empties(c):
		return Emptied
	}
	return Missing
}

// taken is the action that takes away what was put into a cell.
func (c *Cell) taken(taking Taking) game.Action {
	if taking == Bare {
		return game.Action{Kind: game.Build, Edits: []game.Edit{{X: c.At.X, Y: c.At.Y, Z: c.At.Z, Block: game.Air}}}
	}
	return game.Action{Kind: game.Mine, Target: game.BlockName(c.To), At: &c.At, Quantity: 1}
}

// empties reports whether what was built in a cell goes though what stood there does not come
// again: nothing that it leaves fills the place, so no later putting back would either.
func (with Means) empties(c *Cell) bool {
	return c.Why == game.WhyGoal && !open(c.To) && game.BlockName(c.From) != game.BlockName(c.To) &&
		!slices.Contains(with.Fills(c.From), with.Leaves(c.From))
}

// Stays counts what is not put back by it: what stands there still or, where that goes, what
// stood there.
func (l *Ledger) Stays(b Back) map[string]int {
	counts := map[string]int{}
	for _, c := range l.Cells() {
		if fate := b.Fates[c.At]; fate.stays() {
			counts[game.BlockName(c.block(fate))]++
		}
	}
	return counts
}

func (f Fate) stays() bool { return f == Missing || f == Emptied || f == Others }

// block is the one that is not put back: what stands there or, where nothing will, what stood there.
func (c *Cell) block(fate Fate) string {
	switch state := c.now(); {
	case fate != Emptied && !open(state):
		return state
	case !game.IsAir(c.From):
		return c.From
	}
	return c.To
}

// fill is the item that fills a hole where a block stood, of what is left and of what the
// block leaves that is taken away there; none when it is missing.
func (with Means) fill(stood string, left map[string]int, leaves string) (item string, fate Fate) {
	for i, item := range with.Fills(stood) {
		switch {
		case left[item] == 0 && (item != leaves || with.Keep(item)):
		case i > 0:
			return item, Refilled
		default:
			return item, Restored
		}
	}
	return "", Missing
}

// siteWide is how far apart two cells may be that are filled from the ground up together: who
// fills them reaches all of them from beside them, below a roof too.
const siteWide = 2

// fromTheGround sorts what fills, site by site: of each the lowest cells first.
func fromTheGround(filling []game.Action) []game.Action {
	sites := make(map[game.Pos]int, len(filling))
	var first game.Pos
	for i, f := range filling {
		if at := *f.At; i == 0 || at.Dimension != first.Dimension || max(abs(at.X-first.X), abs(at.Z-first.Z)) > siteWide {
			first = at
			sites[at] = i
		} else {
			sites[at] = sites[first]
		}
	}
	slices.SortStableFunc(filling, func(a, b game.Action) int {
		return cmp.Or(cmp.Compare(sites[*a.At], sites[*b.At]), cmp.Compare(a.At.Y, b.At.Y))
	})
	return onWhatIsBelow(filling)
}

// onWhatIsBelow has each cell filled after those below it: what hung in the air has nothing else to
// be placed against.
func onWhatIsBelow(filling []game.Action) (out []game.Action) {
	left := make(map[game.Pos]game.Action, len(filling))
	for _, f := range filling {
		left[*f.At] = f
	}
	for _, f := range filling {
		at := *f.At
		for _, below := left[at]; below; _, below = left[at] {
			at.Y--
		}
		for at.Y++; at.Y <= f.At.Y; at.Y++ {
			out = append(out, left[at])
			delete(left, at)
		}
	}
	return out
}

func abs(n int) int { return max(n, -n) }

// half is the cell of the first half of a bed, a door or a tall plant whose second one is
// the state of a cell, if that was changed with it; nil otherwise. placed: it is looked for
// among what was placed, else among what stood.
func (l *Ledger) half(at game.Pos, state string, placed bool) *Cell {
	switch {
	case game.BlockProperty(state, "half") == "upper":
		at.Y--
	case game.BlockProperty(state, "part") == "head":
		back := game.Facing(state)
		at.X, at.Z = at.X-back.X, at.Z-back.Z
	default:
		return nil
	}
	c := l.cells[at]
	if c == nil {
		return nil
	}
	first := c.From
	if placed {
		first = c.To
	}
	if game.BlockName(first) != game.BlockName(state) || c.Same() || c.Others() {
		return nil
	}
	return c
}

// Outcome counts the cells of a ledger that was put back by their fates: after is what
// putting it back changed, fills as in PutBack.
func (l *Ledger) Outcome(after *Ledger, fills Fills) map[Fate]int {
	counts := map[Fate]int{}
	for _, c := range l.Cells() {
		left := c.To
		if now := after.cells[c.At]; now != nil {
			c.To, c.Shown = now.To, cmp.Or(c.Shown, now.Shown)
		}
		counts[c.fate(left, fills)]++
	}
	return counts
}

// open reports whether nothing solid is in a cell: what was placed into water leaves air, and
// the water comes by itself where there is enough of it beside; fate says where it did not.
func open(state string) bool { return game.IsAir(state) || fluid(state) }

// filled reports whether a hole was seen to be filled with another of its kind since, as
// an earlier putting back does.
func (c *Cell) filled(fills Fills) bool {
	return c.Others() && open(c.To) && !open(c.From) && slices.Contains(fills(c.From), game.BlockName(c.Shown))
}

// fate is what became of a cell in which the task left something.
func (c *Cell) fate(left string, fills Fills) Fate {
	switch {
	case c.Same(), !open(left) && open(c.From) && open(c.now()) && (!fluid(c.From) || fluid(c.now())):
		return Restored
	case c.filled(fills):
		return Refilled
	case c.Others():
		return Others
	case !open(c.From) && !open(c.now()) && (!same(c.now(), left) || slices.Contains(fills(c.From), game.BlockName(left))):
		return Refilled
	}
	return Missing
}
