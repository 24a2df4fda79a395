package goalread

import (
	"slices"
	"strings"
)

func (p *parser) eat() bool {
	if strings.HasPrefix(p.said, "i") { // i'm hungry
		p.goals = append(p.goals, Goal{Kind: Eat})
		return true
	}
	p.skip("up")
	if p.said == "feed" && !p.skip("yourself") {
		return false
	}
	if p.at >= len(p.words) || connectors[p.peek()] || p.skip("something", "some food", "food", "anything", "some lunch", "a meal", "dinner", "lunch", "breakfast") {
		p.goals = append(p.goals, Goal{Kind: Eat})
		return true
	}
	if p.pronoun() {
		n, ok := p.lastFood()
		if ok {
			p.goals = append(p.goals, Goal{Kind: Eat, Name: n.name, Items: n.items, Count: 1, Refers: true})
		}
		return ok
	}
	a := p.amount()
	n, ok := p.noun(false)
	if !ok || n.set != nil || !p.r.eaten(n.items[0]) {
		return false
	}
	p.goals = append(p.goals, Goal{Kind: Eat, Name: n.name, Items: n.items, Count: a.of(p.r.stack(n), n.paired())})
	return true
}

// eaten says that an item is food or drink.
func (r *Reader) eaten(id string) bool {
	it, ok := r.v.Item(id)
	return ok && (it.Food != nil || id == "potion" || id == "milk_bucket")
}

// lastFood is the last thing that "eat it" can mean: what can be eaten, what
// comes out of the furnace, or what a killed animal drops.
func (p *parser) lastFood() (noun, bool) {
	for _, g := range slices.Backward(p.goals) {
		switch {
		case g.Kind == Kill:
			if n, ok := p.r.dropped(g.Items); ok {
				return n, true
			}
		case len(g.Items) == 0:
		case g.Kind == Smelt && !g.Product:
			if out, ok := p.r.v.SmeltingOf(g.Items[0]); ok && p.r.eaten(out.Output) {
				return noun{name: out.Output, items: []string{out.Output}}, true
			}
		case p.r.eaten(g.Items[0]):
			return noun{name: g.Name, items: g.Items}, true
		}
	}
	return noun{}, false
}

// notMeat drops of mobs are food in name only.
var notMeat = wordSet("rotten_flesh spider_eye poisonous_potato pufferfish")

// often is the least chance, 0 to 1, of a drop that is counted on.
const often = 0.5

// dropped is the food that a mob drops.
func (r *Reader) dropped(mobs []string) (noun, bool) {
	for _, id := range mobs {
		m, ok := r.v.Mob(id)
		if !ok {
			continue
		}
		for _, d := range m.Drops {
			if it, ok := r.v.Item(d.Item); ok && it.Food != nil && d.Chance >= often && !notMeat[d.Item] {
				return noun{name: d.Item, items: []string{d.Item}}, true
			}
		}
	}
	return noun{}, false
}
