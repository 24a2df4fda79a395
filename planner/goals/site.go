// SPDX-License-Identifier: MIT

package goals

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner/language"
	"github.com/minehand/minehand/planner/skills"
)

func clearRow() Frame {
	return shapedRow(Clear, "a look shows that nothing stands there", "clear a 7x7x3 area")
}

func digRow() Frame {
	return shapedRow(Dig, "a look shows that it is free", "dig a 10 long tunnel", "dig a 3x3x2 hole")
}

func lightRow() Frame {
	return Frame{
		Kind: Light, Slots: []Slot{SlotShape}, Grade: game.Seen,
		Met: "the torches stand by which no floor around is dark", Examples: []string{"light up 8 blocks around"},
		draft: (*drafter).partLight, needs: []game.Kind{game.Build},
		product: nothing,
		slots:   "size", spoken: (*speech).lights,
	}
}

// lights has torches set for so many blocks around the body.
func (s *speech) lights(v *language.Value) bool {
	d := draft{}
	if !d.sizes(v.All("size")) {
		return false
	}
	g := Goal{Kind: Light, Count: skills.Lit.Usual}
	if d.plain > 0 {
		g.Count = d.plain
		if d.second > 0 { // of an area: half of its longer side
			g.Count = (max(d.plain, d.second) + 1) / 2
		}
	}
	return g.Count >= skills.Lit.Least && g.Count <= skills.Lit.Most && s.put(g)
}

// partLight sets torches where a floor around the body is dark.
func (d *drafter) partLight(p *part) error {
	g := p.goal
	if d.awaited(p) {
		return nil
	}
	here, err := d.here()
	if err != nil {
		return err
	}
	ground := d.ground(here)
	switch {
	case len(ground) > 0:
	case d.Request.Body.ID != "" && !d.Request.Body.Surveys:
		return impossible("impossible.blind-dark")
	default:
		ground = skills.Flat(here)
	}
	l := plot{Structure: &skills.Structure{Name: "light", Stand: skills.Around}, of: map[skills.Piece]string{skills.Torch: "torch"}}
	d.torches(&l, here, g.Count, ground)
	if len(l.cells) == 0 {
		return impossible("impossible.not-dark", "blocks", g.Count)
	}
	p.checks = d.stands(&l)
	p.checks[0] = messages.Built(l.Name, p.checks[0])
	return d.raise(p, &l, game.Build)
}

// torches puts a torch into each dark cell, and again where one that was set is gone.
func (d *drafter) torches(l *plot, here game.Cell, within int, ground skills.Ground) {
	set := map[game.Cell]bool{}
	for i := range d.Request.History { // those that it set count, and are set again where they are gone
		for _, e := range d.Request.History[i].Step.Action.Edits {
			at := e.Cell()
			if _, shown := ground[at]; shown && e.Block == "torch" && !set[at] {
				set[at] = true
				l.cells = append(l.cells, skills.Cell{Cell: at, Piece: skills.Torch})
				ground[at] = d.fill(e.Block)
			}
		}
	}
	for _, c := range skills.Torches(here, within, ground) {
		l.cells = append(l.cells, skills.Cell{Cell: c, Piece: skills.Torch})
	}
}

// ground is what a look around a place shows; nothing where nobody can tell.
func (d *drafter) ground(here game.Cell) skills.Ground {
	g := skills.Ground{}
	fills := map[string]skills.Fill{}
	for c, state := range d.Ground(skills.Sight(here)...) {
		fill, known := fills[state]
		if !known {
			fill = d.fill(state)
			fills[state] = fill
		}
		g[c] = fill
	}
	for p := range d.BuiltSpots() {
		if f, seen := g[game.CellOf(p)]; seen {
			f.Made = f.Firm
			g[game.CellOf(p)] = f
		}
	}
	return g
}

// fill is what a block does in its cell: what breaks at a touch and grows by itself gives way.
func (d *drafter) fill(state string) skills.Fill {
	air := game.IsAir(state)
	if b, known := d.Version.Block(game.BlockName(state)); known && !air {
		return skills.Fill{
			Firm: b.Hardness != 0 && !b.Fluid, Soft: b.Hardness == 0 && b.Natural, Made: b.Hardness != 0 && !b.Fluid && !b.Natural,
			Soil: slices.Contains(d.Version.Soil(), b.Name), Light: b.Light,
		}
	}
	return skills.Fill{Firm: !air, Soft: air}
}
