package goalread

import (
	"slices"
	"strings"
)

// allNear is how many mobs "all the zombies" are when none can be seen.
const allNear = 3

// mob reads the name of a mob.
func (p *parser) mob(misspelt bool) (noun, bool) {
	p.skipLongest(leads)
	mobs := []map[string]noun{p.r.mobs}
	n, ok := p.wholeIn(p.r.mobList, mobs)
	if !ok && misspelt && !noThings[p.peek()] && !noNames[p.peek()] {
		n, ok = p.nearIn(p.r.mobList, mobs, 1)
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
	g := Goal{Kind: p.kind, Name: n.name, Items: n.items, Count: a.of(64, false), All: all}
	if all {
		g.Count = allNear
	}
	if p.kind == Breed {
		g.Count = max(g.Count, 2)
		if start := p.at; p.skip("with", "using") {
			p.amount()
			if _, ok := p.noun(false); !ok {
				p.at = start
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
	g := Goal{Kind: Catch, Name: "any fish", Items: p.r.known(slices.Clone(fishes)...), Count: someFish}
	if strings.HasPrefix(p.said, "go ") && (p.nextAre(0, "for", "me") || p.nextAre(0, "for", "us") || !p.skip("for")) {
		p.goals = append(p.goals, g)
		return true
	}
	a := p.amount()
	p.skipLongest(leads)
	n, ok := p.exact([]map[string]noun{p.r.items})
	switch {
	case !ok, n.name != "any fish" && !slices.Contains(fishes, n.name):
		return false
	case n.name != "any fish":
		g.Name, g.Items = n.name, n.items
	}
	p.skipLongest(kindWords)
	g.Count = a.of(p.r.stack(n), false)
	p.goals = append(p.goals, g)
	return g.Count <= maxCount
}

// seedOf are the items that are planted for what grows.
var seedOf = map[string]string{
	"wheat": "wheat_seeds", "beetroot": "beetroot_seeds", "melon": "melon_seeds", "melon_slice": "melon_seeds", "pumpkin": "pumpkin_seeds", "any log": "any sapling", "cocoa": "cocoa_beans",
}

// seeds are the items that are planted, besides saplings.
var seeds = wordSet("wheat_seeds beetroot_seeds melon_seeds pumpkin_seeds torchflower_seeds pitcher_pod carrot potato sugar_cane bamboo cactus nether_wart sweet_berries mangrove_propagule")

// plant reads "plant wheat", "plant 5 oak saplings", "plant a tree".
func (p *parser) plant() bool {
	if p.pronoun() {
		last := p.lastThing()
		if last == nil || !seeds[last.Items[0]] && !strings.HasSuffix(last.Items[0], "_sapling") {
			return false
		}
		p.goals = append(p.goals, Goal{Kind: Plant, Name: last.Name, Items: last.Items, Count: last.Count, Refers: true})
		return true
	}
	a := p.amount()
	n, ok := p.noun(false)
	if !ok || n.set != nil {
		return false
	}
	if seed, ok := seedOf[n.name]; ok {
		n = p.r.inSet(seed)
	} else if wood, ok := strings.CutSuffix(n.name, "_log"); ok && n.factor > 0 {
		n = p.r.inSet(wood + "_sapling")
	}
	switch {
	case len(n.items) == 0 || !p.r.isItem(n.items[0]):
		return false
	case n.name == "any flower" || n.name == "any mushroom":
		return p.finish(Goal{Kind: Place, Name: n.name, Items: n.items, Count: a.of(64, false)})
	case !seeds[n.items[0]] && !strings.HasSuffix(n.items[0], "_sapling"):
		return false
	}
	p.skipLongest([]string{"on farmland", "on the farmland", "in farmland", "in the ground", "in a row", "in the field", "on the field"})
	p.goals = append(p.goals, Goal{Kind: Plant, Name: n.name, Items: n.items, Count: a.of(p.r.stack(n), false)})
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

// crops are what is grown, by the names that may be said.
var crops = map[string]string{
	"wheat": "wheat", "wheat_seeds": "wheat", "carrot": "carrot", "potato": "potato", "beetroot": "beetroot", "beetroot_seeds": "beetroot",
	"melon": "melon_slice", "melon_slice": "melon_slice", "pumpkin": "pumpkin", "sugar_cane": "sugar_cane",
}

// grow reads "grow 10 carrots", "farm wheat".
func (p *parser) grow() bool {
	a := p.amount()
	n, ok := p.noun(false)
	crop := crops[n.name]
	if !ok || crop == "" {
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
	a := p.amount()
	p.skip("empty")
	with := fills["bucket"]
	if p.skip("glass bottles", "glass bottle", "bottles", "bottle") {
		with = fills["bottle"]
	} else if !p.skip("buckets", "bucket") {
		return false
	}
	p.skip("up")
	if !p.skip("with", "from") {
		return false
	}
	p.skip("some", "the")
	for word, id := range with {
		if p.skip(word) && p.r.isItem(id) {
			p.goals = append(p.goals, Goal{Kind: Get, Name: id, Items: []string{id}, Count: a.of(16, false)})
			return true
		}
	}
	return false
}
