// SPDX-License-Identifier: MIT

package fakegame

import (
	"fmt"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/sim"
)

// kind of a menu.
type kind int

const (
	grid2 kind = iota // the player's own
	grid3
	oven
	chest
)

// menu is a window's slots: its own, then the player's (minecraft.wiki, "Java
// Edition protocol/Inventory").
type menu struct {
	kind kind
	id   int
	at   game.Pos
	own  []sim.Held // a grid's: 0 is the result
}

// furnace is what goes on in one.
type furnace struct {
	slots [3]sim.Held // input, fuel, output
	fire  int         // ticks left
	done  int         // ticks of the item in it
}

// size is how many slots of its own a menu has.
func (m *menu) size() int {
	switch m.kind {
	case grid2:
		return 9
	case grid3:
		return 10
	case oven:
		return 3
	case chest:
	}
	return 27
}

// slots is how many there are in all.
func (m *menu) slots() int {
	if m.kind == grid2 {
		return 46
	}
	return m.size() + 36
}

// player is the place in the player's inventory of a menu's slot; -1 for one of its
// own.
func (m *menu) player(i int) int {
	if m.kind == grid2 {
		switch {
		case i >= 5 && i < 9:
			return 44 - i // 5 is the head, 39
		case i == 45:
			return game.SlotOffhand
		}
	}
	if i -= m.size(); i < 0 {
		return -1
	}
	if i < 27 {
		return 9 + i
	}
	return i - 27
}

func (g *Game) get(h *sim.Hands, m *menu, i int) sim.Held {
	if p := m.player(i); p >= 0 {
		return h.Slot(p)
	}
	switch m.kind {
	case chest:
		if list := h.Chest(m.at); i < len(list) {
			return list[i]
		}
		return sim.Held{}
	case oven:
		return g.oven(m.at).slots[i]
	case grid2, grid3:
	}
	if i == 0 {
		item, n, _ := g.result(h, m)
		return sim.Held{Item: item, Count: n}
	}
	return m.own[i]
}

func (g *Game) set(h *sim.Hands, m *menu, i int, s sim.Held) {
	if s.Count <= 0 {
		s = sim.Held{}
	}
	if p := m.player(i); p >= 0 {
		h.SetSlot(p, s)
		return
	}
	switch m.kind {
	case chest:
		if i < len(h.Chest(m.at)) {
			h.SetChest(m.at, i, s)
		}
	case oven:
		g.oven(m.at).slots[i] = s
	default:
		if i > 0 {
			m.own[i] = s
		}
	}
}

func (g *Game) oven(p game.Pos) *furnace {
	if g.furnaces[p] == nil {
		g.furnaces[p] = &furnace{}
	}
	return g.furnaces[p]
}

// open shows the window of a block.
func (g *Game) open(h *sim.Hands, p game.Pos) {
	g.windows++
	m := &menu{id: g.windows, at: p}
	switch b := h.Block(p); b {
	case data.StationTable:
		m.kind, m.own, g.screen = grid3, make([]sim.Held, 10), "Crafting"
	case data.StationFurnace:
		m.kind, g.screen = oven, "Furnace"
	default:
		m.kind, g.screen = chest, "Chest"
	}
	g.menu = m
	clear(g.keys)
}

// shut closes the window: what lies in a grid and at the cursor goes back.
func (g *Game) shut(h *sim.Hands) {
	back := []sim.Held{g.cursor}
	if m := g.menu; m.kind == grid2 || m.kind == grid3 {
		back = append(back, m.own...)
		clear(m.own)
	}
	g.cursor = sim.Held{}
	g.menu, g.screen = g.inventory, ""
	for _, s := range back {
		if s.Count > 0 {
			if s.Count = h.Give(s); s.Count > 0 {
				g.toss(h, s)
			}
		}
	}
}

// result is what the grid makes, and the recipe.
func (g *Game) result(h *sim.Hands, m *menu) (item string, n int, leaves []string) {
	side := 2
	if m.kind == grid3 {
		side = 3
	}
	var cells [][]string
	var items []string
	for y := range side {
		row := make([]string, side)
		for x := range side {
			if s := m.own[1+y*side+x]; s.Count > 0 {
				row[x] = s.Item
				items = append(items, s.Item)
			}
		}
		cells = append(cells, row)
	}
	if len(items) == 0 {
		return "", 0, nil
	}
	cells = trim(cells)
	for _, r := range h.Data().AllRecipes() {
		if r.Table && side == 2 {
			continue
		}
		if r.Shape != nil && (fits(r, cells, false) || fits(r, cells, true)) || r.Shape == nil && shapeless(r, items) {
			return r.Result, r.Count, items
		}
	}
	return "", 0, nil
}

// trim cuts empty rows and columns off.
func trim(cells [][]string) [][]string {
	empty := func(row []string) bool { return !slices.ContainsFunc(row, func(s string) bool { return s != "" }) }
	for len(cells) > 0 && empty(cells[0]) {
		cells = cells[1:]
	}
	for len(cells) > 0 && empty(cells[len(cells)-1]) {
		cells = cells[:len(cells)-1]
	}
	column := func(x int) []string {
		var c []string
		for _, row := range cells {
			c = append(c, row[x])
		}
		return c
	}
	from, to := 0, len(cells[0])
	for empty(column(from)) {
		from++
	}
	for empty(column(to - 1)) {
		to--
	}
	out := make([][]string, len(cells))
	for i, row := range cells {
		out[i] = row[from:to]
	}
	return out
}

// fits reports whether the cells are a recipe's shape, or its mirror image.
func fits(r data.Recipe, cells [][]string, mirrored bool) bool {
	if len(r.Shape) != len(cells) {
		return false
	}
	for y, row := range r.Shape {
		if len(row) != len(cells[y]) {
			return false
		}
		for x, in := range row {
			got := cells[y][x]
			if mirrored {
				got = cells[y][len(row)-1-x]
			}
			if in < 0 {
				if got != "" {
					return false
				}
				continue
			}
			if !slices.Contains(r.Ingredients[in].Items, got) {
				return false
			}
		}
	}
	return true
}

// shapeless reports whether the items are a recipe's ingredients, one in a cell.
func shapeless(r data.Recipe, items []string) bool {
	need := 0
	for _, in := range r.Ingredients {
		need += in.Count
	}
	if need != len(items) {
		return false
	}
	left := slices.Clone(items)
	for _, in := range r.Ingredients {
		for range in.Count {
			i := slices.IndexFunc(left, func(s string) bool { return slices.Contains(in.Items, s) })
			if i < 0 {
				return false
			}
			left = slices.Delete(left, i, i+1)
		}
	}
	return true
}

// takeResult uses up one of each cell.
func (g *Game) takeResult(h *sim.Hands, m *menu) {
	for i := 1; i < len(m.own); i++ {
		s := &m.own[i]
		if s.Count == 0 {
			continue
		}
		leaves := ""
		if it, ok := h.Data().Item(s.Item); ok {
			leaves = it.CraftLeaves
		}
		if s.Count--; s.Count == 0 {
			*s = sim.Held{}
			if leaves != "" {
				*s = sim.Held{Item: leaves, Count: 1}
				continue
			}
		}
		if leaves != "" && h.Give(sim.Held{Item: leaves, Count: 1}) > 0 {
			g.toss(h, sim.Held{Item: leaves, Count: 1})
		}
	}
}

// takes reports whether a slot of the menu's own takes an item (vanilla: nothing is
// put into a result).
func (m *menu) takes(i int) bool {
	switch m.kind {
	case grid2, grid3:
		return i != 0
	case oven:
		return i != 2
	case chest:
	}
	return true
}

func (m *menu) makes(i int) bool { return (m.kind == grid2 || m.kind == grid3) && i == 0 }

// click is a click in the window: mode is PICKUP, QUICK_MOVE, SWAP or THROW.
func (g *Game) click(h *sim.Hands, id, i, button int, mode string) error {
	m := g.menu
	if id != m.id {
		return nil // vanilla: a click in another window is ignored
	}
	if i == -999 && mode == "PICKUP" {
		if g.cursor.Count > 0 {
			g.toss(h, g.cursor)
			g.cursor = sim.Held{}
		}
		return nil
	}
	if i < 0 || i >= m.slots() {
		return outOfBounds(i, m.slots())
	}
	switch mode {
	case "PICKUP":
		g.clickPickUp(h, m, i, button)
	case "QUICK_MOVE":
		g.clickMove(h, m, i)
	case "SWAP":
		to := button
		from, with := g.get(h, m, i), h.Slot(to)
		if m.player(i) >= 0 || m.kind == chest {
			g.set(h, m, i, with)
			h.SetSlot(to, from)
		}
	case "THROW":
		s := g.get(h, m, i)
		if s.Count == 0 || !m.takes(i) && m.player(i) < 0 {
			return nil
		}
		out := s
		if button == 0 {
			out.Count = 1
		}
		s.Count -= out.Count
		g.set(h, m, i, s)
		g.toss(h, out)
	default:
		return fmt.Errorf("java.lang.IllegalArgumentException: no click %s", mode) // assumed
	}
	return nil
}

func (g *Game) clickPickUp(h *sim.Hands, m *menu, i, button int) {
	s, c := g.get(h, m, i), g.cursor
	same := s.Item == c.Item && s.Wear == c.Wear
	most := h.StackSize(s.Item)
	switch {
	case m.player(i) < 0 && !m.takes(i):
		if s.Count == 0 || c.Count > 0 && (!same || c.Count+s.Count > most) {
			return
		}
		s.Count += c.Count
		g.cursor = s
		if m.makes(i) {
			g.takeResult(h, m)
		} else {
			g.set(h, m, i, sim.Held{})
		}
	case c.Count == 0:
		out := s
		if button == 1 {
			out.Count = (s.Count + 1) / 2
		}
		s.Count -= out.Count
		g.cursor = out
		g.set(h, m, i, s)
	case s.Count == 0 || same:
		n := min(c.Count, h.StackSize(c.Item)-s.Count)
		if button == 1 {
			n = min(1, n)
		}
		put := c
		put.Count = s.Count + n
		g.set(h, m, i, put)
		if g.cursor.Count -= n; g.cursor.Count <= 0 {
			g.cursor = sim.Held{}
		}
	default:
		g.set(h, m, i, c)
		g.cursor = s
	}
}

// clickMove is a click with shift: between the window and the player, or within the
// player's own.
func (g *Game) clickMove(h *sim.Hands, m *menu, i int) {
	for {
		s := g.get(h, m, i)
		if s.Count == 0 {
			return
		}
		left := s
		if m.player(i) < 0 {
			left.Count = h.Give(s)
		} else {
			left.Count = g.intoOwn(h, m, s)
		}
		if left.Count == s.Count {
			return
		}
		if m.makes(i) {
			if left.Count > 0 {
				g.toss(h, left)
			}
			g.takeResult(h, m)
			continue // until nothing more can be made
		}
		g.set(h, m, i, left)
		return
	}
}

// intoOwn moves a stack of the player's into the window and returns what is left.
func (g *Game) intoOwn(h *sim.Hands, m *menu, s sim.Held) int {
	var to []int
	switch m.kind {
	case chest:
		for i := range 27 {
			to = append(to, i)
		}
	case oven:
		if _, ok := h.Data().SmeltingOf(s.Item); ok {
			to = []int{0}
		} else if it, ok := h.Data().Item(s.Item); ok && it.FuelTicks > 0 {
			to = []int{1}
		}
	default:
		return s.Count
	}
	for pass := range 2 {
		for _, i := range to {
			t := g.get(h, m, i)
			if s.Count == 0 || (t.Count > 0) != (pass == 0) || t.Count > 0 && t.Item != s.Item {
				continue
			}
			n := min(s.Count, h.StackSize(s.Item)-t.Count)
			put := s
			put.Count = t.Count + n
			g.set(h, m, i, put)
			s.Count -= n
		}
	}
	return s.Count
}

// smelt lets furnaces burn for a tick.
func (g *Game) smelt(h *sim.Hands) {
	for p, f := range g.furnaces {
		if h.Block(p) != data.StationFurnace {
			delete(g.furnaces, p)
			continue
		}
		in, fuel, out := &f.slots[0], &f.slots[1], &f.slots[2]
		s, ok := h.Data().SmeltingOf(in.Item)
		ok = ok && in.Count > 0 && slices.Contains(s.Stations, data.StationFurnace) &&
			(out.Count == 0 || out.Item == s.Output && out.Count < h.StackSize(out.Item))
		if it, known := h.Data().Item(fuel.Item); ok && f.fire == 0 && known && fuel.Count > 0 && it.FuelTicks > 0 {
			f.fire = it.FuelTicks
			if fuel.Count--; fuel.Count == 0 {
				*fuel = sim.Held{}
				if it.FuelLeaves != "" {
					*fuel = sim.Held{Item: it.FuelLeaves, Count: 1}
				}
			}
		}
		if f.fire == 0 || !ok {
			f.done = 0
		} else if f.done++; f.done >= s.Ticks {
			f.done = 0
			*out = sim.Held{Item: s.Output, Count: out.Count + 1}
			if in.Count--; in.Count == 0 {
				*in = sim.Held{}
			}
		}
		f.fire = max(0, f.fire-1)
	}
}
