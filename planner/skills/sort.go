// SPDX-License-Identifier: MIT

package skills

import (
	"cmp"
	"maps"
	"slices"

	"github.com/minehand/minehand/game"
)

// SortBlocks is how far off a chest may stand that is sorted, in blocks.
const SortBlocks = 32

// ChestSlots is the size of a chest or barrel, twice that of a double chest (Minecraft Wiki, "Chest").
const ChestSlots = 27

// Sortable reports whether a container is one of a storage: what is opened sets nothing off and
// is not carried about.
func Sortable(block string) bool { return block == "chest" || block == "barrel" }

// Box is a chest, with what it held when it was last looked into.
type Box struct {
	Name string
	At   game.Pos
	// State is how the block stands, empty where nobody could tell.
	State string
	Slots int
	// Count is how many it holds of each item, Stacks in how many slots.
	Count, Stacks map[string]int
}

// Fill sets what a look into the box showed.
func (b *Box) Fill(stacks []game.Stack) {
	b.Count, b.Stacks = map[string]int{}, map[string]int{}
	for _, s := range stacks {
		b.Count[game.Name(s.Item)] += s.Count
		b.Stacks[game.Name(s.Item)]++
		if s.Slot >= ChestSlots {
			b.Slots = 2 * ChestSlots
		}
	}
}

// Joined is the other half of a double chest of that block state, nil for a single one.
func Joined(at game.Cell, state string) *game.Cell {
	f, other := game.Facing(state), at
	switch game.BlockProperty(state, "type") {
	case "left":
		other = at.Plus(game.Cell{X: -f.Z, Z: f.X})
	case "right":
		other = at.Plus(game.Cell{X: f.Z, Z: -f.X})
	}
	if other == at {
		return nil
	}
	return &other
}

// free are the slots that hold nothing.
func (b *Box) free() int {
	free := b.Slots
	for _, n := range b.Stacks {
		free -= n
	}
	return free
}

// Same reports whether two boxes are halves of one, as far as that is known where nobody could
// tell how they stand: they are side by side and hold the same.
func (b *Box) Same(o *Box) bool {
	x, y := game.CellOf(b.At), game.CellOf(o.At)
	beside := x.Y == y.Y && (x.X-y.X)*(x.X-y.X)+(x.Z-y.Z)*(x.Z-y.Z) == 1
	return (b.State == "" || o.State == "") && beside && b.Name == "chest" && o.Name == "chest" && len(b.Count) > 0 && maps.Equal(b.Count, o.Count)
}

// Opened is what a task found in a container that it used.
type Opened struct {
	// Stacks is what it held last. Known: nothing went wrong there since.
	Stacks []game.Stack
	Known  bool
	// Shut is why it is left alone, empty where it is not.
	Shut string
}

// mostFaults is how often a move may go wrong at one container before it is left alone.
const mostFaults = 3

// LookedInto is what a task found in the containers that it used, by their place. What went
// wrong there makes it unknown: somebody may have changed it.
func LookedInto(history []game.Attempt) map[game.Pos]Opened {
	found, faults := map[game.Pos]Opened{}, map[game.Pos]int{}
	for i := range history {
		a, r, f := &history[i].Step.Action, history[i].Outcome.Result, history[i].Outcome.Failure
		look := a.Kind == game.Interact
		if a.At == nil || !look && a.Kind != game.Deposit && a.Kind != game.Withdraw {
			continue
		}
		at := game.Pos{X: a.At.X, Y: a.At.Y, Z: a.At.Z}
		o := found[at]
		switch {
		case f == nil && r != nil && r.Contents != nil:
			o = Opened{Stacks: r.Contents, Known: true}
		case f == nil && look:
			o.Shut = "what it holds was not told"
		case f == nil || brokenOff(f.Code):
			o.Known = false
		default:
			o.Known = false
			if faults[at]++; look || faults[at] >= mostFaults {
				o.Shut = f.Message
			}
		}
		found[at] = o
	}
	return found
}

// brokenOff reports whether a failure says nothing of what the action was about.
func brokenOff(c game.Code) bool {
	return game.LookupCode(c).Passing || c == game.CodeInterrupted || c == game.CodeDied || c == game.CodeUnresponsive || c == game.CodeBusy
}

// Storage is a row of boxes that are sorted, with what is carried of what was in them.
type Storage struct {
	Boxes   []Box
	Carried map[string]int
	// Stack is how many of an item one slot holds.
	Stack func(item string) int

	// home is the box of each kind; those of no box stay where they lie.
	home map[string]int
}

// slots is how many slots so many of an item take up.
func (s *Storage) slots(item string, n int) int {
	each := max(s.Stack(item), 1)
	return (n + each - 1) / each
}

// Settle leaves each kind that lies together where it is, and gives each of the others the box
// that holds most of it, if all of it fits there, else the one that holds the next most. It
// returns the kinds that fit into none: they stay where they lie.
func (s *Storage) Settle() (spread []string) {
	total := maps.Clone(s.Carried)
	if total == nil {
		total = map[string]int{}
	}
	most, apart := map[string]int{}, map[string]int{}
	for item := range s.Carried {
		apart[item] = 1
	}
	for i := range s.Boxes {
		for item, n := range s.Boxes[i].Count {
			total[item] += n
			if most[item] > 0 {
				apart[item] = 1
			}
			most[item] = max(most[item], s.Boxes[i].Stacks[item])
		}
	}
	kinds := slices.SortedFunc(maps.Keys(total), func(a, b string) int { return cmp.Or(apart[a]-apart[b], most[b]-most[a], cmp.Compare(a, b)) })
	for {
		left := s.settle(kinds, spread, total)
		if left == "" {
			return spread
		}
		spread = append(spread, left)
	}
}

// settle settles all kinds but those that are spread; it returns the first that fits nowhere.
func (s *Storage) settle(kinds, spread []string, total map[string]int) (left string) {
	free, order := make([]int, len(s.Boxes)), make([]int, len(s.Boxes))
	for i := range s.Boxes {
		free[i], order[i] = s.Boxes[i].Slots, i
		for _, item := range spread {
			free[i] -= s.Boxes[i].Stacks[item]
		}
	}
	s.home = map[string]int{}
	for _, item := range kinds {
		if slices.Contains(spread, item) {
			continue
		}
		slices.SortFunc(order, func(a, b int) int { return cmp.Or(s.Boxes[b].Count[item]-s.Boxes[a].Count[item], a-b) })
		at := slices.IndexFunc(order, func(i int) bool { return s.needs(i, item, total[item]) <= free[i] })
		if at < 0 {
			return item
		}
		s.home[item] = order[at]
		free[order[at]] -= s.needs(order[at], item, total[item])
	}
	return ""
}

// needs is how many slots of a box so many of an item take up, of which some lie there.
func (s *Storage) needs(box int, item string, n int) int {
	return max(s.Boxes[box].Stacks[item], s.slots(item, n))
}

// Move is so many of an item that are taken out of a box, or put into it.
type Move struct {
	Item  string
	Count int
	// Box is where; Out: they are taken out of it, to be put into To.
	Box, To int
	Out     bool
}

// Moves brings each kind into its box, with so many slots free to carry it in: what fits is put
// in, then as much is taken out as can be carried, and again.
func (s *Storage) Moves(free int) (moves []Move) {
	hand := maps.Clone(s.Carried)
	if hand == nil {
		hand = map[string]int{}
	}
	now := make([]Box, len(s.Boxes))
	for i, b := range s.Boxes {
		b.Count, b.Stacks = maps.Clone(b.Count), maps.Clone(b.Stacks)
		now[i] = b
	}
	for item, n := range hand {
		free += s.slots(item, n)
	}
	for {
		before := len(moves)
		moves = s.put(moves, now, hand)
		moves = s.take(moves, now, hand, free)
		if len(moves) == before {
			return moves
		}
	}
}

// put puts what is carried where it belongs; what belongs nowhere, wherever there is room.
func (s *Storage) put(moves []Move, now []Box, hand map[string]int) []Move {
	for i := range now {
		b := &now[i]
		for _, item := range slices.Sorted(maps.Keys(hand)) {
			if home, ok := s.home[item]; ok && home != i {
				continue
			}
			n := min(hand[item], (b.free()+b.Stacks[item])*s.Stack(item)-b.Count[item])
			if n <= 0 {
				continue
			}
			moves = append(moves, Move{Item: item, Count: n, Box: i, To: i})
			b.Count[item] += n
			b.Stacks[item] = max(b.Stacks[item], s.slots(item, b.Count[item]))
			hand[item] -= n
		}
	}
	return moves
}

// take takes out what belongs elsewhere, as much as can be carried.
func (s *Storage) take(moves []Move, now []Box, hand map[string]int, free int) []Move {
	for item, n := range hand {
		free -= s.slots(item, n)
	}
	for i := range now {
		b := &now[i]
		for _, item := range slices.Sorted(maps.Keys(b.Count)) {
			home, ok := s.home[item]
			if n := min(b.Count[item], free*s.Stack(item)); ok && home != i && n > 0 {
				moves = append(moves, Move{Item: item, Count: n, Box: i, To: home, Out: true})
				free -= s.slots(item, n)
				hand[item] += n
				b.Count[item] -= n
				b.Stacks[item] = s.slots(item, b.Count[item])
			}
		}
	}
	return moves
}

// Apart are the kinds of which some lie in another box than theirs.
func (s *Storage) Apart() (items []string) {
	for item, home := range s.home {
		if slices.ContainsFunc(s.Boxes, func(b Box) bool { return b.At != s.Boxes[home].At && b.Count[item] > 0 }) {
			items = append(items, item)
		}
	}
	slices.Sort(items)
	return items
}

// Kept are the kinds that belong into a box, and how many of them lie there.
func (s *Storage) Kept(box int) (items []string, n int) {
	for _, item := range slices.Sorted(maps.Keys(s.Boxes[box].Count)) {
		if home, ok := s.home[item]; ok && home == box {
			items = append(items, item)
			n += s.Boxes[box].Count[item]
		}
	}
	return items, n
}
