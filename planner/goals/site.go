// SPDX-License-Identifier: MIT

package goals

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner/language"
	"github.com/minehand/minehand/planner/skills"
)

func lightRow() Frame {
	return Frame{
		Kind: Light, Grade: game.Seen,
		Met: "the torches stand by which no floor around is dark", Examples: []string{"light up 8 blocks around"},
		draft: fromHere((*drafter).partLight), needs: []game.Kind{game.Build},
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
func (d *drafter) partLight(p *part, here game.Cell) error {
	g := p.goal
	ground := d.Site(here)
	switch {
	case len(ground) > 0:
	case d.Request.Body.ID != "" && !d.Request.Body.Surveys:
		return impossible("impossible.blind-dark")
	default:
		ground = skills.Flat(here)
	}
	l := plot{Structure: &skills.Structure{Name: "light", Stand: skills.Around}}
	shown := func(c game.Cell) bool { _, ok := ground[c]; return ok }
	began := d.Began(ground, string(skills.Torch), shown)
	torches := append(began, skills.Torches(here, g.Count, ground)...)
	if len(torches) == 0 { // it is light already
		torches = skills.Lights(here, g.Count, d.Ground(skills.Sight(here)...))
	}
	for _, c := range torches {
		l.cells = append(l.cells, skills.Cell{Cell: c, Piece: skills.Torch})
	}
	if len(l.cells) == 0 {
		return impossible("impossible.not-dark", "blocks", g.Count)
	}
	p.checks = d.stands(&l)
	p.checks[0] = messages.Built(l.Name, p.checks[0])
	if err := d.raise(p, &l, game.Build); err != nil {
		return err
	}
	d.WalkNear(&p.Subgoal, here, 1, game.Say("step.back")) // whoever asks again means the same place
	return nil
}

// partFill fills the hole that is nearest to the body.
func (d *drafter) partFill(p *part, here game.Cell) error {
	ground, block := d.Site(here), d.Building(p.goal.Items)
	if len(ground) == 0 {
		return impossible("impossible.blind-dig", "goal", p.goal.Words())
	}
	for c, state := range d.Ground(skills.Sight(here)...) { // a pond is no hole
		if b, known := d.Version.Block(game.BlockName(state)); known && b.Fluid {
			ground[c] = skills.Fill{}
		}
	}
	l := plot{Structure: skills.StructureOf(string(Filling)), of: map[skills.Piece]string{skills.Block: block}}
	begun := d.Began(ground, block, func(game.Cell) bool { return true })
	for _, c := range append(begun, skills.Pit(here, ground)...) {
		l.cells = append(l.cells, skills.Cell{Cell: c, Piece: skills.Block})
	}
	if len(l.cells) == 0 {
		return impossible("impossible.no-hole")
	}
	p.checks = d.stands(&l)
	p.checks[0] = messages.Built(l.Name, p.checks[0])
	return d.raise(p, &l, game.Build)
}
