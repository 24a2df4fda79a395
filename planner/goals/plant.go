// SPDX-License-Identifier: MIT

package goals

import (
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
	"github.com/minehand/minehand/planner/techtree"
)

func plantRow() Frame {
	return Frame{
		Kind: Plant, Exact: true, Slots: []Slot{SlotThing}, Grade: game.Told,
		Words: words("plant, sow, replant, resow"), Met: "so many were planted", Examples: []string{"plant wheat", "plant a tree"},
		read: (*parser).plant, draft: (*drafter).partPlant,
		forWhom: true, uses: true, there: true, product: nothing,
		spoken: spokenPlant(),
	}
}

// planted says that an item is planted.
func (r *Reader) planted(item string) bool {
	_, ok := r.Version.CropOf(item)
	return ok
}

// seedFor is what is planted for what grows: the seed of a crop, any sapling for
// a tree.
func (r *Reader) seedFor(n lexicon.Meaning) lexicon.Meaning {
	if n.Factor > 0 { // a tree
		if wood, ok := strings.CutSuffix(n.Name, "_log"); ok {
			return r.InSet(wood + "_sapling")
		}
		return r.InSet("any sapling")
	}
	if len(n.Items) == 1 && !r.planted(n.Items[0]) {
		for _, c := range r.Version.Crops() {
			if c.Item == n.Items[0] || c.Harvest == n.Items[0] || c.Block == n.Items[0] {
				return r.InSet(c.Seed)
			}
		}
	}
	return n
}

// plant reads "plant wheat", "plant 5 oak saplings", "plant a tree".
func (p *parser) plant() bool {
	if p.replants() {
		return true
	}
	if plural, ok := p.pronoun(); ok {
		list := p.lastThings(plural, p.r.product, func(g Goal) bool { return p.r.planted(g.Items[0]) })
		for _, g := range list {
			p.put(Goal{Kind: Plant, Name: g.Name, Items: g.Items, Count: g.Count, Refers: true})
		}
		return list != nil
	}
	from := p.at
	a := p.amount()
	n, ok := p.noun(false)
	if !ok || n.Set != nil {
		return false
	}
	n = p.r.seedFor(n)
	if p.timesFor(&a); !a.given && len(n.Items) > 0 {
		if _, named := p.meant(n.Items); named { // collect 5 seeds, till 5 dirt and plant the seeds
			var meant int
			if n, meant = p.pointedAt(n, from); meant > 1 {
				a.n, a.given = float64(meant), true
			}
		} else if p.pointsTo(from) && p.r.plural(p.words[p.at-1]) { // plant these saplings
			a.n, a.given = fewThings, true
			p.unsure(from, p.r.counted(fewThings, n))
		}
	}
	switch {
	case len(n.Items) == 0 || !p.r.isItem(n.Items[0]):
		return false
	case n.Name == "any flower" || n.Name == "any mushroom":
		return p.finish(Goal{Kind: Place, Name: n.Name, Items: n.Items, Count: a.of(64, false)})
	case !p.r.planted(n.Items[0]):
		return false
	}
	p.skipLongest(onField)
	p.goals = append(p.goals, Goal{Kind: Plant, Name: n.Name, Items: n.Items, Count: a.of(p.r.stack(n), false)})
	return true
}

// replants reads "replant it", "plant again" behind a harvest: as many as were taken
// in are planted.
func (p *parser) replants() bool {
	start := p.at
	again := p.said == "replant" || p.said == "resow"
	if again {
		again = p.ends() || p.endsHere() || p.skip("it", "them", "the field", "the seeds", "again", "the crops", "the crop", "the farm", "all of it", "all of them", "everything")
	} else {
		again = p.skip("again", "it again", "them again", "the seeds again", "it back", "them back", "new ones", "the field again")
	}
	if !again || !p.ends() && !p.endsHere() {
		p.at = start
		return false
	}
	for k := len(p.groups) - 1; k >= 0; k-- {
		if p.groups[k] >= p.from {
			continue
		}
		var sown []Goal
		for _, g := range p.goals[p.groups[k]:p.from] {
			n := p.r.seedFor(lexicon.Meaning{Name: g.Name, Items: g.Items})
			if len(n.Items) != 1 || !p.r.planted(n.Items[0]) || g.Kind != Mine && g.Kind != Grow && g.Kind != Get || g.All {
				break
			}
			sown = append(sown, Goal{Kind: Plant, Name: n.Name, Items: n.Items, Count: g.Count})
		}
		if sown == nil {
			break
		}
		p.goals = append(p.goals, sown...)
		return true
	}
	p.at = start
	return false
}

// fieldWords are where crops grow; a field of one is planted.
var fieldWords = wordSet("farm field garden patch plantation plot")

// someField is how many seeds a field is planted with whose size nobody said.
const someField = 9

// field reads "a wheat farm", "a farm of carrots" for the planting of one.
func (p *parser) field() bool {
	next := *p
	next.skipLongest(articles)
	next.skip("small", "little", "new")
	from := next.at
	if fieldWords[next.peek()] {
		next.at++
		if !next.skip("of", "with", "for") {
			return false
		}
		next.skip("some", "the")
	}
	n, ok := next.exact([]lexicon.Table{p.r.Items})
	if !ok || n.Set != nil {
		return false
	}
	if next.at > from && !fieldWords[p.words[from]] {
		if !fieldWords[next.peek()] {
			return false
		}
		next.at++
	}
	seed := p.r.seedFor(n)
	if len(seed.Items) != 1 || !p.r.planted(seed.Items[0]) || n.Factor > 0 || !next.ends() && !next.endsHere() {
		return false
	}
	start := p.at
	p.at = next.at
	p.unsure(start, "plant "+game.Counted(someField, seed.Items[0]))
	p.kind = Plant
	p.put(Goal{Kind: Plant, Name: seed.Name, Items: seed.Items, Count: someField})
	return true
}

// onField may follow what is planted.
var onField = newPhrases("on farmland", "on the farmland", "in farmland", "in the ground", "in a row", "in the field", "on the field", "on them", "in them", "on it", "in it", "in rows", "on the tilled dirt", "in the farmland", "on the soil", "in the soil", "on the tilled soil", "on the ground", "in the dirt", "on the dirt")

func (d *drafter) partPlant(p *part) error {
	g := p.goal
	if err := d.require(g, game.Plant); err != nil {
		return err
	}
	item := d.MostHeld(g.Items)
	for _, i := range g.Items {
		if d.Did(game.Plant, i) > 0 {
			item = i
		}
	}
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Plant, Target: item, Count: g.Count}}
	left, plots := g.Count-d.Did(game.Plant, item), 0
	if d.onFarmland(item) {
		plots = g.Count - d.farmland()
		d.sown += g.Count
	}
	if left <= 0 {
		return nil
	}
	p.Wants = []techtree.Want{{Items: []string{item}, Count: left}}
	if plots > 0 && d.Can(game.Till) {
		p.Tools = []techtree.Want{{Items: d.Version.ToolsOf("hoe"), Count: 1}}
		p.Steps = []game.Step{{Action: game.Action{Kind: game.Till, Target: d.Version.Soil()[0], Quantity: plots}, Why: "it is planted there"}}
	}
	p.Steps = append(p.Steps, game.Step{Action: game.Action{Kind: game.Plant, Target: item, Quantity: left}})
	return nil
}

// farmland is how much soil was or will be tilled by then that nothing is planted on.
func (d *drafter) farmland() int {
	done := 0
	for _, soil := range d.Version.Soil() {
		done += d.Did(game.Till, soil)
	}
	return max(done, d.tilled) - d.sown
}

// onFarmland says that an item is planted on farmland alone.
func (d *drafter) onFarmland(seed string) bool {
	crop, ok := d.Version.CropOf(seed)
	return ok && crop.Farmland
}
