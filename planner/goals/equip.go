// SPDX-License-Identifier: MIT

package goals

import (
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

func equipRow() Frame {
	return Frame{
		Kind: Equip, all: true, Grade: game.Seen,
		Met:      "it is on, or in hand; what is named is made when it is not held",
		Examples: []string{"wear iron armor", "put on armor", "get full iron armor and put it on"},
		draft:    (*drafter).partEquip, needs: []game.Kind{game.Equip},
		slots: "thing", spoken: (*speech).wears,
	}
}

func (d *drafter) partEquip(p *part) error {
	g := p.goal
	if g.All {
		return d.equipAll(p)
	}
	item := g.Items[0]
	if item == "pumpkin" {
		return impossible("impossible.uncarved")
	}
	for _, i := range g.Items {
		if d.Request.State.Count(i) > 0 {
			item = i // the last that is held is the best of a group
		}
	}
	slot := d.Version.Slot(item)
	if other, ok := d.worn[slot]; ok && !meet(g.Items, other.Items) {
		code := "impossible.both-worn"
		if slot == data.SlotHand {
			code = "impossible.both-held"
		}
		return impossible(code, "one", game.Named(other.Name), "other", game.Named(g.Name))
	}
	d.worn[slot] = g
	p.Holds = true
	p.checks = []game.Check{{Kind: game.CheckEquipped, Items: g.Items, Slot: slot}}
	p.want(1, item)
	if !d.Wears(g.Items, slot) {
		p.do(game.Action{Kind: game.Equip, Item: item, Slot: slot})
	}
	return nil
}

// equipAll puts on the best that is held for each slot.
func (d *drafter) equipAll(p *part) error {
	held := map[string][]string{}
	for _, item := range p.goal.Items {
		if d.Request.State.Count(item) > 0 {
			slot := d.Version.Slot(item)
			held[slot] = append(held[slot], item)
		}
	}
	for _, slot := range [...]string{"head", "torso", "legs", "feet"} {
		if held[slot] == nil {
			continue
		}
		p.checks = append(p.checks, game.Check{Kind: game.CheckEquipped, Items: held[slot], Slot: slot})
		if best := held[slot][len(held[slot])-1:]; !d.Wears(best, slot) { // the last is the best
			p.do(game.Action{Kind: game.Equip, Item: best[0], Slot: slot})
		}
	}
	if len(p.checks) == 0 {
		return impossible("impossible.no-armor")
	}
	return nil
}

// equipped says that an item is worn or held to be used.
func (r *Reader) equipped(item string) bool {
	it, ok := r.Version.Item(item)
	return ok && (it.Slot != data.SlotHand || it.Tool != nil || it.Weapon || it.Durability > 0)
}
