// SPDX-License-Identifier: MIT

package goals

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/skills"
)

func placeRow() Frame {
	return Frame{
		Kind: Place, Slots: []Slot{SlotThing, SlotPlace}, Grade: game.Seen,
		Met: "so many blocks stand", Examples: []string{"place 3 torches", "place a chest at 100 64 -20"},
		draft: (*drafter).partPlace, needs: []game.Kind{game.Place},
		uses: true, there: true,
		slots: "thing at given to flower:thing further round:size", spoken: (*speech).sets,
	}
}

func (d *drafter) partPlace(p *part) error {
	g := p.goal
	item := d.MostHeld(g.Items)
	it, ok := d.Version.Item(item)
	if !ok || it.Block == "" && !d.Version.Own(item) {
		return impossible("impossible.no-block", "thing", game.Named(item))
	}
	if g.Size.Wide > 0 {
		return d.partAround(p, it.Block)
	}
	p.checks = []game.Check{{Kind: game.CheckPlaced, Items: g.Items, Count: g.Count, At: g.At}}
	left := g.Count
	for _, i := range g.Items {
		left -= d.DidAt(game.Place, i, g.At)
	}
	if left > 0 {
		p.want(left, item)
		d.placing[item] = true // what later parts put in is for this
	}
	for range left {
		p.do(game.Action{Kind: game.Place, Block: item, At: g.At})
	}
	return nil
}

// mostEdged is how long a side may be that something is placed around, in blocks: all of it is in one look.
const mostEdged = 24

// partAround places things around what stands: on the ground before its sides, as far from each other as can be.
func (d *drafter) partAround(p *part, block string) error {
	g := p.goal
	low := game.CellOf(*g.At)
	middle := game.Cell{X: low.X + g.Size.Wide/2, Y: low.Y, Z: low.Z + g.Size.Deep/2}
	l := plot{Structure: &skills.Structure{Name: string(Place), Stand: skills.Around}, of: map[skills.Piece]string{skills.Block: block}}
	ground := d.Site(middle)
	for c, state := range d.Ground(skills.Sight(middle)...) { // which stands there already
		if slices.Contains(g.Items, game.BlockName(state)) {
			ground[c] = skills.Fill{}
		}
	}
	at := d.Began(ground, block, func(c game.Cell) bool { return skills.Edges(c, low, g.Size) })
	at = at[:min(len(at), g.Count)]
	for _, c := range append(at, skills.Edging(low, g.Size, ground, d.Fill(block).Soft, g.Count-len(at))...) {
		l.cells = append(l.cells, skills.Cell{Cell: c, Piece: skills.Block})
	}
	if len(l.cells) < g.Count {
		if now := d.Request.State.Position; now != nil && !game.BoxAround(game.CellOf(now.Feet()), skills.SightBlocks).Holds(middle) {
			p.do(game.Action{Kind: game.Goto, At: g.At, Range: skills.BetweenSites})
			d.await(p)
			return nil
		}
		return impossible("impossible.no-place")
	}
	l.size = g.Size
	p.checks = d.stands(&l)
	return d.raise(p, &l, game.Build)
}
