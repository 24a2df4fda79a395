// SPDX-License-Identifier: MIT

package film

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/ui/view"
)

// seaLevel is the height of the embedded world's ground.
const seaLevel = 63

// build makes the film's world of what is known of the place.
func (c *camera) build() error {
	v, err := data.Load(c.site.Version)
	if err != nil {
		return err
	}
	place := survey{data: v, cells: c.site.Cells, unlike: map[string]int{}}
	c.rise = seaLevel - place.level()
	ground, blocks := place.split(c.rise)
	at := c.site.State.Position.Block()
	at.Y += c.rise
	cfg := sim.Config{
		Version: c.site.Version, Wild: true, Speed: sim.Unlimited, At: &at, Ground: ground, Blocks: blocks,
		Owner: c.site.Owner, Pace: c.pace,
	}
	if t := c.site.State.Time; t != nil {
		cfg.Time = *t
	}
	if h := c.site.State.Hunger; h != nil {
		cfg.Hunger = *h
	}
	if c.world, err = sim.New(cfg); err != nil {
		return err
	}
	c.film.Notes = place.notes()
	feet := *c.site.State.Position
	feet.Y += float64(c.rise)
	return c.world.ByHand(func(h *sim.Hands) {
		h.SetAt(feet)
		hold(h, v, c.site.State.Inventory)
	})
}

// hold gives the film's player what the real one holds, as worn as it is. What the version
// does not have is left out.
func hold(h *sim.Hands, v *data.Version, held []game.Stack) {
	for _, st := range held {
		it, ok := v.Item(game.Name(st.Item))
		if !ok || st.Slot < 0 || st.Slot > game.SlotOffhand {
			continue
		}
		s := sim.Held{Item: it.Name, Count: st.Count}
		if st.Durability != nil {
			s.Wear = max(0, it.Durability-*st.Durability)
		}
		h.SetSlot(st.Slot, s)
	}
}

// survey is what was looked at, with what its blocks are.
type survey struct {
	data  *data.Version
	cells game.Cells
	// unlike counts the cells that hold what the version does not have.
	unlike map[string]int
}

// firm reports whether a cell is known to carry feet and to hide what lies behind it.
func (s *survey) firm(p game.Pos) bool {
	b, known := s.data.Block(game.BlockName(s.cells[p]))
	return known && b.Hardness != 0 && !b.Fluid && !game.IsAir(b.Name)
}

// level is the usual height of the land that was looked at; that of the embedded world's
// own where nothing lies open.
func (s *survey) level() int {
	tops := map[[2]int]int{}
	for p, state := range s.cells {
		key := [2]int{p.X, p.Z}
		if top, known := tops[key]; game.IsAir(state) && (!known || p.Y-1 > top) && s.firm(down(p)) {
			tops[key] = p.Y - 1
		}
	}
	if len(tops) == 0 {
		return seaLevel
	}
	heights := make([]int, 0, len(tops))
	for _, y := range tops {
		heights = append(heights, y)
	}
	slices.Sort(heights)
	return heights[len(heights)/2]
}

func down(p game.Pos) game.Pos { p.Y--; return p }

// split sorts what was seen: what lies hidden in the ground or is free is the land's, all else
// can be found by who looks for it.
func (s *survey) split(rise int) (ground, blocks map[game.Pos]string) {
	ground, blocks = map[game.Pos]string{}, map[game.Pos]string{}
	for p, state := range s.cells {
		name := game.BlockName(state)
		at := p
		at.Y += rise
		at.Dimension = overworld
		switch _, known := s.data.Block(name); {
		case game.IsAir(state):
			ground[at] = ""
		case !known:
			s.unlike[name]++
		case s.hidden(p):
			ground[at] = name
		default:
			blocks[at] = state
		}
	}
	return ground, blocks
}

// hidden reports whether all that is beside a cell is as firm as it is.
func (s *survey) hidden(p game.Pos) bool {
	if !s.firm(p) {
		return false
	}
	for _, side := range game.Sides {
		q := game.CellOf(p).Plus(side).In(p.Dimension)
		if _, seen := s.cells[q]; seen && !s.firm(q) {
			return false
		}
	}
	return true
}

// notes say what of the place is not as it is.
func (s *survey) notes() []view.Note {
	looked := game.Say("film.unseen")
	if len(s.cells) > 0 {
		looked = game.Say("film.seen", "n", len(s.cells))
	}
	list := []view.Note{*note(looked)}
	if len(s.unlike) > 0 {
		list = append(list, *note(game.Say("film.unlike", "things", s.unlike)))
	}
	return list
}
