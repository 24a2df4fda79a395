// SPDX-License-Identifier: MIT

package goals

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/skills"
)

func placeRow() Frame {
	return Frame{
		Kind: Place, Grade: game.Seen,
		Met: "so many blocks stand", Examples: []string{"place 3 torches", "place a chest at 100 64 -20"},
		draft: (*drafter).partPlace, needs: []game.Kind{game.Place},
		uses: true, there: true,
		slots: "thing at | given to flower:thing further round:size site:site", spoken: (*speech).sets,
	}
}

func (d *drafter) partPlace(p *part) error {
	g := p.goal
	item := d.MostHeld(g.Items)
	it, ok := d.Version.Item(item)
	if !ok || it.Block == "" && !d.Version.Own(item) {
		return impossible("impossible.no-block", "thing", game.Named(item))
	}
	if g.Site != "" {
		return d.partSite(p, item, it.Block)
	}
	if g.Size.Wide > 0 {
		return d.partAround(p, it.Block)
	}
	d.set(p, item, g.Count, g.At)
	return nil
}

// around is the site of what stands at all sides of a building, inside that of what stands in it.
const around, inside = "around", "inside"

// partSite places things at what the goals before built last: around it, in it, or beside its door.
func (d *drafter) partSite(p *part, item, block string) error {
	g := &p.goal
	switch low, high := skills.Bounds(d.raised); {
	case len(d.raised) == 0: // nobody knows yet where it will stand
		d.await(p)
	case g.Site == around && (d.Looks() || d.Request.Body.ID == ""): // who sees nothing sets them down beside it
		g.At = &game.Pos{X: low.X, Y: skills.Before(d.raised).Y, Z: low.Z}
		g.Size = skills.Size{Wide: high.X - low.X + 1, Deep: high.Z - low.Z + 1, High: 1}
		return d.partAround(p, block)
	case g.Site == inside:
		cells := skills.Inside(d.raised, g.Count)
		if len(cells) < g.Count {
			return impossible("impossible.no-room", "goal", g.Words())
		}
		for _, c := range cells {
			at := c.In("")
			d.set(p, item, 1, &at)
		}
	default:
		at := skills.Before(d.raised).In("")
		p.There = &game.Action{Kind: game.Goto, At: &at}
		d.set(p, item, g.Count, nil)
	}
	return nil
}

// set places so many things at a place, or anywhere.
func (d *drafter) set(p *part, item string, n int, at *game.Pos) {
	g := p.goal
	p.checks = append(p.checks, game.Check{Kind: game.CheckPlaced, Items: g.Items, Count: n, At: at})
	for _, i := range g.Items {
		n -= d.DidAt(game.Place, i, at)
	}
	if n > 0 {
		p.want(n, item)
		d.placing[item] = true // what later parts put in is for this
	}
	for range n {
		p.do(game.Action{Kind: game.Place, Block: item, At: at})
	}
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
	if d.Request.Body.ID == "" && len(ground) == 0 {
		ground = skills.Flat(middle)
	}
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
