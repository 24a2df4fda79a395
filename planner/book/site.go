// SPDX-License-Identifier: MIT

package book

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/planner/skills"
	"github.com/minehand/minehand/planner/techtree"
)

// Site is what a look around a place shows; nothing where nobody can tell.
func (b *Book) Site(here game.Cell) skills.Ground {
	g := skills.Ground{}
	fills := map[string]skills.Fill{}
	for c, state := range b.Ground(skills.Sight(here)...) {
		fill, known := fills[state]
		if !known {
			fill = b.Fill(state)
			fills[state] = fill
		}
		g[c] = fill
	}
	for p := range b.BuiltSpots() {
		if f, seen := g[game.CellOf(p)]; seen {
			f.Made, f.Rubble = f.Firm, false
			g[game.CellOf(p)] = f
		}
	}
	g.Settle()
	return g
}

// Fill is what a block does in its cell: what breaks at a touch and grows by itself gives way.
func (b *Book) Fill(state string) skills.Fill {
	air := game.IsAir(state)
	if block, known := b.Version.Block(game.BlockName(state)); known && !air {
		firm := block.Hardness != 0 && !block.Fluid
		made := firm && !block.Natural
		return skills.Fill{
			Firm: firm, Soft: block.Hardness == 0 && block.Natural, Made: made, Rubble: made && b.rubble(block.Name),
			Soil: slices.Contains(b.Version.Soil(), block.Name), Light: block.Light,
		}
	}
	return skills.Fill{Firm: !air, Soft: air}
}

// rubble reports whether a block is what another one of the ground leaves that is dug away.
func (b *Book) rubble(block string) bool {
	return slices.ContainsFunc(b.Version.DroppedBy(block), func(s data.Source) bool {
		from, known := b.Version.Block(s.Block)
		return known && from.Natural && !s.Drop.SilkTouch
	})
}

// Protected reports whether a protected place holds a cell.
func (b *Book) Protected(at game.Cell) bool {
	p := at.In(game.Name(b.Request.State.Dimension))
	return slices.ContainsFunc(b.Request.Zones, func(z game.Zone) bool { return z.Holds(p) })
}

// Placer is the item that sets a block; empty for what cannot be placed.
func (b *Book) Placer(block string) string {
	name := strings.Replace(block, "wall_", "", 1) // what hangs on a wall
	_, known := b.Version.Block(block)
	it, ok := b.Version.Item(name)
	as, stands := b.Version.Block(name)
	if !known || !ok || !stands || it.Block == "" || as.Fluid {
		return ""
	}
	if c, crop := b.Version.CropOf(name); crop && c.Field {
		return ""
	}
	return name
}

// Tool adds one of some tools that is to be held, once.
func (s *Subgoal) Tool(items []string) {
	if len(items) > 0 && !slices.ContainsFunc(s.Tools, func(w techtree.Want) bool { return slices.Equal(w.Items, items) }) {
		s.Tools = append(s.Tools, techtree.Want{Items: items, Count: 1})
	}
}

// WalkNear walks to a cell, if the body can be asked to come near one.
func (b *Book) WalkNear(s *Subgoal, to game.Cell, near float64, why game.Message) {
	if b.CanWalkNear() {
		at := to.In("")
		walk := game.Action{Kind: game.Goto, At: &at, Range: near}
		s.Steps = append(s.Steps, game.Step{Action: walk, Because: why, Out: why.Code == "step.out"})
	}
}

// Seat is what is known of a place to build at, of which some cells are taken: whether something of it stands there by the
// results, why it failed, and whether the place is free.
func (b *Book) Seat(edits []game.Edit, seen, taken map[game.Pos]bool) (begun bool, failed string, free bool) {
	free = true
	told := b.BuiltSpots()
	for _, e := range edits {
		at := game.Pos{X: e.X, Y: e.Y, Z: e.Z}
		begun = begun || told[at]
		free = free && !seen[at] && !taken[at]
		if why, ok := b.FailedAt(e); ok {
			failed = why
		}
	}
	return begun, failed, free
}

// Carries are the cells in which something lies that a way can lie on.
func (b *Book) Carries(ground map[game.Cell]string) map[game.Cell]string {
	out := map[game.Cell]string{}
	for at, state := range ground {
		if b.Fill(state).Firm {
			out[at] = game.BlockName(state)
		}
	}
	return out
}

// Began are the cells of a kind in which the task set a block so far, which the ground then has:
// where they are gone they are set again.
func (b *Book) Began(ground skills.Ground, block string, counts func(game.Cell) bool) (out []game.Cell) {
	for i := range b.Request.History {
		for _, e := range b.Request.History[i].Step.Action.Edits {
			if at := e.Cell(); e.Block == block && counts(at) && !slices.Contains(out, at) {
				out = append(out, at)
				ground[at] = b.Fill(block)
			}
		}
	}
	return out
}
