// SPDX-License-Identifier: MIT

package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/planner/language"
	"github.com/minehand/minehand/planner/rules"
	"github.com/minehand/minehand/planner/skills"
)

func harvestRow() Frame {
	return Frame{
		Kind: Harvest, Grade: game.Seen,
		Met:      "a look shows that what was ripe there stands no more, and as many more are held; what is replanted stands where it stood",
		Examples: []string{"harvest the wheat", "harvest the wheat and replant it", "harvest my field"},
		draft:    fromHere((*drafter).partHarvest),
		product: func(_ *Reader, g Goal) Goal {
			return Goal{Name: g.Name, Items: g.Items, Count: 1, Left: g.Name != ""}
		},
		slots: "thing:block | field:shape again:thing " + minedBy, spoken: (*speech).harvests,
	}
}

// minedBy are the slots of what is mined; a harvest of what is ripe has none of them.
const minedBy = "tool in given until times many rather"

// harvests takes in a crop of fields that is named, or all that are ripe; so many of one, and what grows on no field, is mined.
func (s *speech) harvests(v *language.Value) bool {
	like, f := Goal{Kind: Harvest, Again: v.Has("again")}, v.Field(string(Field))
	if f != nil && f.Has("item") {
		return !f.Has("size") && s.reaps(&like, s.r.Items[nameOf(f.Field("item"))].Items) && s.put(like)
	}
	if t := v.Field(slotThing); t == nil || t.Thing().Everything && !s.mines(v) { // all that is ripe
		return s.put(like)
	}
	if s.mines(v) {
		like.Kind = Mine
	}
	return (like.Kind == Harvest || !like.Again) && s.about(slotThing, like, func(g *Goal, t *saidThing) bool {
		if g.Kind == Mine {
			return !g.All && s.r.dug(g.Items)
		}
		return len(t.Items) == 1 && s.reaps(g, g.Items)
	})
}

// mines reports whether a harvest is of so many, in some way, or of what grows on no field.
func (s *speech) mines(v *language.Value) bool {
	return slices.ContainsFunc(strings.Fields(minedBy), v.Has) || slices.ContainsFunc(v.All(slotThing), func(v *language.Value) bool {
		t := v.Thing()
		n, ok := s.noun(t, Harvest)
		_, field := s.r.Version.FieldCrop(n.Items...)
		return t.Quantity.Number+t.Quantity.Pairs > 0 || t.For != "" || ok && !field
	})
}

// reaps has a goal be about the crop of an item: what the message planted, or what is ripe.
func (s *speech) reaps(g *Goal, items []string) bool {
	c, ok := s.r.Version.FieldCrop(items...)
	g.Name, g.Items, g.Count, g.All, g.More = c.Item, []string{c.Item}, 1, false, false
	for _, sown := range slices.Backward(s.goals[:s.begun]) { // the first of them
		if reaped := s.r.reaped(sown); reaped.Count > 0 && reaped.Name == c.Harvest && !g.Again {
			*g = reaped
		}
	}
	return ok && len(items) > 0
}

// harvested reports whether the task has taken in a crop, all of it that it could.
func (d *drafter) harvested(g Goal) bool {
	c, _ := d.Version.FieldCrop(g.Items...)
	if !d.Looks() {
		return d.Did(game.Harvest, c.Harvest) >= someCrop
	}
	var dug []game.Cell
	for i := range d.Request.History {
		for _, e := range d.Request.History[i].Step.Action.Edits {
			if _, failed := d.FailedAt(e); game.IsAir(e.Block) && !failed {
				dug = append(dug, e.Cell(), e.Cell().Plus(game.Cell{Y: -1}))
			}
		}
	}
	seen, stood := d.Ground(dug...), map[game.Cell]string{}
	for i := 0; i < len(dug); i += 2 {
		if game.BlockName(seen[dug[i+1]]) == "farmland" {
			stood[dug[i]] = seen[dug[i]]
		}
	}
	ripe, _ := skills.Ripe(c.Block, c.Ripe, stood)
	return len(stood) > 0 && len(ripe) == 0
}

// partHarvest takes in what a look shows to be ripe, one crop after the other, and sows it anew where it stood.
func (d *drafter) partHarvest(p *part, here game.Cell) error {
	crops := slices.DeleteFunc(slices.Clone(d.Version.Crops()), func(c data.Crop) bool { // whose age says when they are ripe
		return c.Ripe == 0 || p.goal.Name != "" && c.Item != p.goal.Name
	})
	if !d.Looks() {
		return d.harvestUnseen(p, crops[0])
	}
	if err := d.require(p.goal, game.Build); err != nil {
		return err
	}
	ground := d.Ground(skills.Sight(here)...)
	if at := here.In(""); len(ground) == 0 && !d.StandsAt(at) { // it is seen from there
		p.Steps = append(p.Steps, game.Step{Action: game.Action{Kind: game.Goto, At: &at}, Because: game.Say("step.field")})
		d.await(p)
		return nil
	}
	var items []string
	for _, c := range crops {
		items = append(items, c.Item)
	}
	grow, barred := 0, 0
	for _, c := range crops {
		ripe, unripe := skills.Ripe(c.Block, c.Ripe, ground)
		if grow += unripe; unripe > 0 {
			d.notice("unripe", "things", map[string]int{c.Item: unripe})
		}
		all := len(ripe)
		ripe = slices.DeleteFunc(ripe, d.barred)
		if n := all - len(ripe); n > 0 {
			barred += n
			d.notice("barred", "things", map[string]int{c.Item: n})
		}
		if err := d.reapCrop(p, c, items, ripe, ground); err != nil {
			return err
		}
	}
	switch {
	case len(p.checks) > 0 || p.goal.Name != "" && d.harvested(p.goal): // and sown again by others
		return nil
	case barred > 0:
		return impossible("impossible.barred-crop", "blocks", skills.SightBlocks, "n", barred)
	}
	return d.unripe(p.goal, crops[0], grow)
}

// barred reports whether a plant is in a protected place, or was tried for and not reached.
func (d *drafter) barred(at game.Cell) bool {
	_, failed := d.FailedAt(game.Edit{X: at.X, Y: at.Y, Z: at.Z, Block: game.Air})
	return failed || d.Protected(at)
}

// unripe is why nothing is harvested where so many plants grow.
func (d *drafter) unripe(g Goal, c data.Crop, grow int) error {
	what := any(game.Say("things.crops"))
	if g.Name != "" {
		what = game.Named(g.Name)
	}
	if grow > 0 {
		ripens := game.Seconds(rules.Ripens(d.Version, c.Harvest))
		return impossible("impossible.unripe", "blocks", skills.SightBlocks, "n", grow, "things", what, "time", ripens)
	}
	return impossible("impossible.no-crop", "blocks", skills.SightBlocks, "things", what, "goal", "go to 100 64 -20 and "+g.Words())
}

// reapCrop plans one crop: what is ripe is broken where it stands, what lies is picked up, and
// where it is to grow again it is sown in the cells that were reaped.
func (d *drafter) reapCrop(p *part, c data.Crop, among []string, ripe []game.Cell, ground map[game.Cell]string) error {
	cells, sown := skills.Reaped(d.Request.History, c.Block, c.Item, among, ripe, ground)
	if len(cells) == 0 {
		return nil
	}
	raise := func(piece skills.Piece, block string, of []game.Cell) error {
		row := &skills.Structure{Name: string(Harvest), Stand: skills.Around, Digs: piece == skills.Free}
		l := &plot{Structure: row, of: map[skills.Piece]string{piece: block}}
		for _, at := range of {
			l.cells = append(l.cells, skills.Cell{Cell: at, Piece: piece})
		}
		return d.raise(p, l, game.Build)
	}
	built := func(block, of string) {
		p.checks = append(p.checks, messages.Built(of, game.Check{Kind: game.CheckBuilt, Items: []string{block}, Count: len(cells)}))
	}
	built(game.Air, "harvest")
	gained := game.Check{Kind: game.CheckGain, Items: []string{c.Item}, Count: c.Sure * len(cells)}
	p.checks = append(p.checks, gained)
	if p.goal.Again {
		built(c.Block, "replant")
	}
	if len(ripe) > 0 {
		if p.goal.Again {
			d.next = game.Say("next.replant", "thing", game.Named(c.Item))
		}
		return raise(skills.Free, game.Air, slices.DeleteFunc(slices.Clone(cells), func(c game.Cell) bool { return sown[c] }))
	}
	if lost := gained.Count + d.Base(c.Item) - d.Request.State.Count(c.Item); lost > 0 && d.Can(game.Collect) && len(sown) == 0 {
		pick := game.Action{Kind: game.Collect, Item: c.Item, Quantity: lost}
		p.Steps = append(p.Steps, game.Step{Action: pick, Because: game.Say("step.lies")})
	}
	if p.goal.Again {
		return raise(skills.Crop, c.Block, cells)
	}
	return nil
}

// harvestUnseen is for bodies that cannot tell what stands around them: they find what is ripe
// of a crop, and take in as much as is usually grown.
func (d *drafter) harvestUnseen(p *part, c data.Crop) error {
	if p.goal.Name == "" && d.Request.Body.ID != "" {
		return impossible("impossible.blind-crops")
	}
	todo := []game.Action{{Kind: game.Harvest, Target: c.Harvest}}
	if p.goal.Again {
		todo = append(todo, game.Action{Kind: game.Plant, Target: c.Seed})
	}
	for _, a := range todo {
		if err := d.require(p.goal, a.Kind); err != nil {
			return err
		}
		p.checks = append(p.checks, game.Check{Kind: game.CheckDone, Action: a.Kind, Target: a.Target, Count: someCrop})
		a.Quantity = someCrop - d.Did(a.Kind, a.Target)
		if a.Quantity <= 0 {
			continue
		}
		if a.Kind == game.Plant {
			p.want(a.Quantity, c.Seed)
		}
		p.do(a)
	}
	return nil
}
