// SPDX-License-Identifier: MIT

package sim

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// slot is one place of an inventory; Count 0 is empty.
type slot struct {
	item  string
	count int
	// wear is how many uses of a tool are gone.
	wear int
	// magic is the enchantment that it has, of the first level; empty for none.
	magic string
}

// inventory is the player's 41 slots in the order of the protocol: 0-8 hotbar,
// 9-35 main, 36-39 armour from feet to head, 40 off hand.
type inventory [game.Slots]slot

// count is how many of an item all slots hold.
func (inv *inventory) count(item string) int {
	n := 0
	for i := range inv {
		if inv[i].count > 0 && inv[i].item == item {
			n += inv[i].count
		}
	}
	return n
}

func (inv *inventory) counts() map[string]int {
	counts := map[string]int{}
	for i := range inv {
		if inv[i].count > 0 {
			counts[inv[i].item] += inv[i].count
		}
	}
	return counts
}

// stackSize is how many of an item fit into one slot.
func (w *World) stackSize(item string) int {
	if it, ok := w.data.Item(item); ok && it.Stack > 0 {
		return it.Stack
	}
	return 64
}

// give puts items into the player's slots, started stacks first, and returns
// how many did not fit.
func (w *World) give(item string, n int) int {
	return w.stow(w.player.inv[:game.SlotsMain], slot{item: item, count: n})
}

// stow puts a stack into slots, started stacks first, and returns how many did
// not fit.
func (w *World) stow(slots []slot, s slot) int {
	size := w.stackSize(s.item)
	if s.wear == 0 {
		for i := range slots {
			if t := &slots[i]; s.count > 0 && t.count > 0 && t.count < size && t.item == s.item && t.wear == 0 {
				moved := min(s.count, size-t.count)
				t.count += moved
				s.count -= moved
			}
		}
	}
	for i := range slots {
		if t := &slots[i]; s.count > 0 && t.count == 0 {
			moved := min(s.count, size)
			*t = slot{item: s.item, count: moved, wear: s.wear, magic: s.magic}
			s.count -= moved
		}
	}
	return s.count
}

// take removes items, from the main slots backwards, then off hand and armour,
// and reports whether there were enough; if not, nothing is taken.
func (w *World) take(item string, n int) bool {
	if w.player.inv.count(item) < n {
		return false
	}
	order := make([]int, 0, game.Slots)
	for i := game.SlotsMain - 1; i >= 0; i-- {
		order = append(order, i)
	}
	for i := game.Slots - 1; i >= game.SlotsMain; i-- {
		order = append(order, i)
	}
	for _, i := range order {
		t := &w.player.inv[i]
		if t.count == 0 || t.item != item {
			continue
		}
		moved := min(n, t.count)
		if t.count -= moved; t.count == 0 {
			*t = slot{}
		}
		if n -= moved; n == 0 {
			break
		}
	}
	return true
}

// pull takes n items of a kind out of the player's slots as stacks that keep
// their wear.
func (w *World) pull(item string, n int) []slot {
	var out []slot
	for i := game.Slots - 1; i >= 0; i-- {
		out, n = w.player.inv[i].pull(out, item, n)
	}
	return out
}

// pull takes up to n items of a kind out of the slot, to those that are out, and
// returns how many are still to come.
func (s *slot) pull(out []slot, item string, n int) ([]slot, int) {
	if n == 0 || s.count == 0 || s.item != item {
		return out, n
	}
	moved := min(n, s.count)
	out = append(out, slot{item: item, count: moved, wear: s.wear, magic: s.magic})
	if s.count -= moved; s.count == 0 {
		*s = slot{}
	}
	return out, n - moved
}

// hold brings the slot into the player's hand: selects it in the hotbar, or
// swaps it with the selected one.
func (w *World) hold(i int) {
	p := &w.player
	if i < 9 {
		p.selected = i
		return
	}
	p.inv[i], p.inv[p.selected] = p.inv[p.selected], p.inv[i]
}

// wearOut uses the tool in a slot n times; a tool at its end breaks.
func (w *World) wearOut(i, n int) {
	s := &w.player.inv[i]
	it, ok := w.data.Item(s.item)
	if !ok || s.count == 0 || it.Durability == 0 {
		return
	}
	if s.wear += n; s.wear >= it.Durability {
		w.items(WornOut, s.item, -s.count, game.Pos{})
		*s = slot{}
	}
}

// toolIn is the tool in a slot, nil for none.
func (w *World) toolIn(i int) *data.Tool {
	s := w.player.inv[i]
	if s.count == 0 {
		return nil
	}
	it, ok := w.data.Item(s.item)
	if !ok {
		return nil
	}
	return it.Tool
}

// litter is a stack that lies in the world.
type litter struct {
	slot
	at game.Pos
	// since is the simulated second in which it fell; it vanishes 300 s later.
	since float64
}

// litterLife is how long dropped items stay, in seconds (Minecraft Wiki,
// "Item (entity)": 6000 ticks).
const litterLife = 300

// litterMost bounds the stacks that lie around.
const litterMost = 4096

func (w *World) scatter(s slot, at game.Pos) {
	if s.count < 1 {
		return
	}
	for i := range w.litter {
		if l := &w.litter[i]; l.item == s.item && l.at == at && l.wear == 0 && s.wear == 0 && l.magic == s.magic {
			l.count += s.count
			l.since = w.now
			return
		}
	}
	if len(w.litter) < litterMost {
		w.litter = append(w.litter, litter{slot: s, at: at, since: w.now})
	}
}

// sweep removes what has lain too long.
func (w *World) sweep() {
	w.litter = slices.DeleteFunc(w.litter, func(l litter) bool { return w.now-l.since >= litterLife })
}
