// SPDX-License-Identifier: MIT

package goals

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/blueprint"
	"github.com/minehand/minehand/planner/skills"
)

// Blueprint is a building from a file, which Goal.Text names.
const Blueprint Shape = "blueprint"

// highestBlueprint is how high one may be: so far up a body gets by what it sets under its feet.
const highestBlueprint = 16

// partBlueprint plans the building of a file as a plot: each layer after the one below it.
func (d *drafter) partBlueprint(p *part) error {
	g := p.goal
	if err := d.require(g, game.Build); err != nil {
		return err
	}
	if d.Request.Blueprint == nil {
		return impossible("impossible.no-blueprints")
	}
	data, err := d.Request.Blueprint(g.Text)
	if err != nil {
		return impossible("text", "text", err.Error())
	}
	b, err := blueprint.Read(data)
	switch {
	case err != nil:
		return impossible("impossible.blueprint", "file", g.Text, "why", err.Error())
	case b.Size.Y > highestBlueprint:
		return impossible("impossible.blueprint.high", "file", g.Text, "high", b.Size.Y, "most", highestBlueprint)
	}
	l := plot{
		Structure: &skills.Structure{Name: string(Blueprint)}, of: map[skills.Piece]string{}, states: map[skills.Piece]string{},
		size: skills.Size{Wide: b.Size.X, Deep: b.Size.Z, High: b.Size.Y},
	}
	parts := b.Parts(d.Placer)
	if len(parts.Order) == 0 {
		return impossible("impossible.blueprint.nothing", "file", g.Text, "left", listed(parts.Left))
	}
	for _, k := range parts.Second {
		l.cells = append(l.cells, skills.Cell{Cell: k.Cell, Piece: skills.Over})
	}
	for _, k := range parts.Order {
		piece := skills.Piece(k.State)
		l.of[piece], l.states[piece] = d.Placer(game.BlockName(k.State)), blueprint.Stance(k.State)
		l.cells = append(l.cells, skills.Cell{Cell: k.Cell, Piece: piece})
	}
	d.notice("takes", "file", game.Sentence(g.Text), "things", listed(parts.Needs))
	if len(parts.Left) > 0 {
		d.notice("left-out", "things", listed(parts.Left))
	}
	if parts.Turned > 0 {
		d.notice("turned", "n", parts.Turned)
	}
	return d.plotted(p, &l, game.Build)
}

// mostListed is how many kinds of blocks a sentence names.
const mostListed = 12

// listed are counts in words, the most first.
func listed(counts map[string]int) []game.Message {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) })
	return game.ListOf(mostListed, names, func(name string) any { return map[string]int{name: counts[name]} })
}
