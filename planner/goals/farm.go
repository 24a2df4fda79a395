package goals

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game/data/lexicon"
)

// allNear is how many mobs "all the zombies" are when none can be seen.
const allNear = 3

// mob reads the name of a mob.
func (p *parser) mob(misspelt bool) (lexicon.Meaning, bool) {
	p.skipLongest(leads)
	n, ok := p.wholeMob()
	if !ok && misspelt && !noThings[p.peek()] && !noNames[p.peek()] {
		n, ok = p.nearMob(1)
	}
	return n, ok
}

// mobAt says that a number of mobs stands at a word.
func (p *parser) mobAt(at int) bool {
	q := *p
	q.at = at
	q.all()
	q.amount()
	_, ok := q.mob(false)
	return ok
}

// animal reads "shear 3 sheep", "milk a cow", "breed 2 cows". Two are bred when
// nothing is said, and never fewer.
func (p *parser) animal() bool {
	all := p.all()
	a := p.amount()
	n, ok := p.mob(true)
	if !ok {
		return false
	}
	g := Goal{Kind: p.kind, Name: n.Name, Items: n.Items, Count: a.of(64, false), All: all}
	if all {
		g.Count = allNear
	}
	if p.kind == Breed {
		g.Count = max(g.Count, 2)
		if start := p.at; p.skip("with", "using") {
			p.amount()
			food, ok := p.noun(false)
			m, known := p.r.Version.Mob(g.Name)
			if !ok || known && !slices.ContainsFunc(food.Items, func(f string) bool { return slices.Contains(m.Breeding, f) }) {
				p.at = start
				return false
			}
		}
	}
	p.goals = append(p.goals, g)
	return true
}

// fishes are what a rod is held out for.
var fishes = []string{"cod", "salmon", "pufferfish", "tropical_fish"}

// someFish is how many fish "go fishing" means.
const someFish = 5

// catch reads "catch 3 fish", "go fishing for cod".
func (p *parser) catch() bool {
	g := Goal{Kind: Catch, Name: "any fish", Items: p.r.Known(slices.Clone(fishes)...), Count: someFish}
	if strings.HasPrefix(p.said, "go ") && (p.nextAre(0, "for", "me") || p.nextAre(0, "for", "us") || !p.skip("for")) {
		p.goals = append(p.goals, g)
		return true
	}
	a := p.amount()
	p.skipLongest(leads)
	n, ok := p.exact([]lexicon.Table{p.r.Items})
	switch {
	case !ok, n.Name != "any fish" && !slices.Contains(fishes, n.Name):
		return false
	case n.Name != "any fish":
		g.Name, g.Items = n.Name, n.Items
	}
	p.skipLongest(kindWords)
	g.Count = a.of(p.r.stack(n), false)
	p.goals = append(p.goals, g)
	return g.Count <= maxCount
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
	if plural, ok := p.pronoun(); ok {
		list := p.lastThings(plural, p.r.product, func(g Goal) bool { return p.r.planted(g.Items[0]) })
		for _, g := range list {
			p.put(Goal{Kind: Plant, Name: g.Name, Items: g.Items, Count: g.Count, Refers: true})
		}
		return list != nil
	}
	a := p.amount()
	n, ok := p.noun(false)
	if !ok || n.Set != nil {
		return false
	}
	n = p.r.seedFor(n)
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

// till reads "till the ground", "till 9 dirt".
func (p *parser) till() bool {
	a := p.amount()
	p.skipLongest(unitWords)
	p.skipLongest(leads)
	g := Goal{Kind: Till, Name: "grass_block", Count: a.of(64, false)}
	if p.skip("dirt blocks", "dirt block", "dirt") {
		g.Name = "dirt"
	} else if !p.skip("grass blocks", "grass block", "grass", "soil", "ground", "land", "earth", "blocks", "block", "plots", "plot", "farmland", "field", "fields") && p.leftOver() {
		return false
	}
	g.Items = []string{g.Name}
	p.goals = append(p.goals, g)
	return g.Count <= maxCount
}

// someCrop is how many of a crop are grown when nothing is said.
const someCrop = 8

// grow reads "grow 10 carrots", "farm wheat".
func (p *parser) grow() bool {
	a := p.amount()
	n, ok := p.noun(false)
	if !ok || len(n.Items) != 1 {
		return false
	}
	crop := p.r.grown(n.Items[0])
	if crop == "" {
		return false
	}
	g := Goal{Kind: Grow, Name: crop, Items: []string{crop}, Count: a.of(p.r.stack(n), false)}
	if !a.given {
		g.Count = someCrop
	}
	p.goals = append(p.goals, g)
	return g.Count <= maxCount
}

// fills are what a bucket or bottle is filled with.
var fills = map[string]map[string]string{
	"bucket": {"water": "water_bucket", "lava": "lava_bucket", "milk": "milk_bucket", "powder snow": "powder_snow_bucket"},
	"bottle": {"water": "potion", "honey": "honey_bottle"},
}

// fill reads "fill a bucket with water".
func (p *parser) fill() bool {
	with := fills["bucket"]
	if plural, ok := p.pronoun(); ok {
		list := p.lastThings(plural, p.r.product, func(g Goal) bool { return slices.Equal(g.Items, []string{"bucket"}) })
		if len(list) != 1 || !p.fillWith(with, list[0].Count) {
			return false
		}
		p.goals[len(p.goals)-1].Refers = true
		return true
	}
	a := p.amount()
	p.skip("empty")
	if p.skip("glass bottles", "glass bottle", "bottles", "bottle") {
		with = fills["bottle"]
	} else if !p.skip("buckets", "bucket") {
		return false
	}
	return p.fillWith(with, a.of(16, false))
}

// fillWith reads what so many of a vessel are filled with.
func (p *parser) fillWith(with map[string]string, n int) bool {
	p.skip("up")
	if !p.skip("with", "from") {
		return false
	}
	p.skip("some", "the")
	for word, id := range with {
		if p.skip(word) && p.r.isItem(id) {
			p.goals = append(p.goals, Goal{Kind: Get, Name: id, Items: []string{id}, Count: n})
			return true
		}
	}
	return false
}

// onField may follow what is planted.
var onField = newPhrases("on farmland", "on the farmland", "in farmland", "in the ground", "in a row", "in the field", "on the field")

// grown is what a field is harvested for when an item is to be grown, empty for
// what is not grown on one.
func (r *Reader) grown(item string) string {
	for _, c := range r.Version.Crops() {
		if c.Field && (c.Item == item || c.Seed == item || c.Harvest == item) {
			return c.Item
		}
	}
	return ""
}
