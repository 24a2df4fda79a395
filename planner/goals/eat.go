// SPDX-License-Identifier: MIT

package goals

import (
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/lexicon"
)

func eatRow() Frame {
	return Frame{
		Kind: Eat, Grade: game.Seen,
		Met:      "so many were eaten; a body that is full says so, and the goal is not met",
		Examples: []string{"eat bread", "eat 5 carrots", "kill a pig and eat it", "i'm hungry"},
		draft:    (*drafter).partEat, needs: []game.Kind{game.Consume},
		uses:  true,
		slots: "thing | times", spoken: (*speech).eats,
	}
}

// partEat eats so many of some food, or drinks. A full stomach proves nothing: the body says when it can eat no more.
func (d *drafter) partEat(p *part) error {
	g := p.goal
	for _, item := range g.Items {
		if Of(d.Version).item(item).Standing {
			return impossible("impossible.eaten-standing", "thing", game.Named(item), "goal", "place "+game.Article(item))
		}
	}
	n := max(g.Count, 1)
	p.checks = []game.Check{{Kind: game.CheckDone, Action: game.Consume, Items: g.Items, Count: n}}
	if len(g.Items) == 1 {
		p.checks[0].Target, p.checks[0].Items = g.Items[0], nil
	}
	left, items := n-d.done(game.Consume, g.Items...), g.Items
	if len(items) == 0 {
		left -= d.Did(game.Consume, "")
		for _, it := range d.Version.Items() {
			if d.Version.Eatable(it.Name) {
				items = append(items, it.Name)
			}
		}
	}
	if left <= 0 {
		return nil
	}
	if d.FoundFed() {
		d.fed(g, n, n-left)
		return nil
	}
	if item := d.bestFood(items); item != "" && d.Held(item) >= left {
		items = []string{item}
	}
	always := func(id string) bool { return Of(d.Version).item(id).Always }
	if h := d.Request.State.Hunger; h != nil && *h >= fullHunger && !slices.ContainsFunc(items, always) {
		d.notice("not-hungry")
	}
	p.want(left, items...)
	for range left {
		p.do(game.Action{Kind: game.Consume})
	}
	return nil
}

// fed notes that the body was too full to eat as much as was asked for.
func (d *drafter) fed(g Goal, n, eaten int) {
	d.full = game.Say("impossible.fed")
	if eaten > 0 {
		what := []string{"thing"}
		if len(g.Items) == 1 {
			what = g.Items
		}
		d.full = game.Say("impossible.fed.some", "eaten", eaten, "things", game.Things{Count: n, Items: what})
	}
}

// fullHunger is a full hunger bar (Minecraft Wiki, "Hunger").
const fullHunger = 20

// bestFood is the held food that fills most, empty for none.
func (d *drafter) bestFood(items []string) string {
	best, fill := "", 0.0
	for _, i := range items {
		if food := Of(d.Version).item(i).Food; food != nil && d.Held(i) > 0 && food.Hunger > fill {
			best, fill = i, food.Hunger
		}
	}
	return best
}

// eaten says that an item is food or drink.
func (r *Reader) eaten(id string) bool {
	it := r.item(id)
	return it.Food != nil || it.Drink || it.Standing
}

// dropped is the food that a mob drops.
func (r *Reader) dropped(mobs []string) (lexicon.Meaning, bool) {
	for _, id := range mobs {
		m, ok := r.Version.Mob(id)
		if !ok {
			continue
		}
		for _, d := range m.Drops {
			if it, ok := r.Version.Item(d.Item); ok && it.Food != nil && d.Chance >= often && (!it.Food.Risky || slices.Contains(r.Items["meat"].Items, d.Item)) {
				return only(d.Item), true
			}
		}
	}
	return lexicon.Meaning{}, false
}
