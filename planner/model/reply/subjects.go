// SPDX-License-Identifier: MIT

package reply

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// told notes a name that was taken for another.
func (n *normaliser) told(name string, f found) {
	if f.guessed {
		n.note("%q was taken for %s", clip(name), f.id)
	}
}

// mine names a block. An item is mined as what drops it. A place without a name
// means the block that is seen there.
func (n *normaliser) mine(a *game.Action, name string) error {
	if name == "" {
		if a.At != nil {
			a.Target = n.env.State.Standing(*a.At)
		}
		return nil
	}
	f, err := n.lookup(name, aBlock, anItem)
	if err != nil {
		return err
	}
	n.told(name, f)
	if f.sort == aBlock {
		b, _ := n.v.Block(f.id)
		if b == nil || b.Natural || !b.Breakable() || n.seen(f.id) || a.At != nil || b.Structure != "" {
			a.Target = f.id
			return nil
		}
	}
	source, drop, ok := n.source(f.id)
	if !ok {
		for _, s := range n.inputs(f.id) {
			if source, drop, ok = n.source(s.Input); ok {
				break
			}
		}
	}
	switch {
	case ok:
	case f.sort == aBlock:
		a.Target = f.id // made by hand; the checker knows whether one stands
		return nil
	default:
		return fmt.Errorf("%s is no block that could be mined", game.Display(f.id))
	}
	n.note("%s is mined as %s", f.id, source)
	n.mineFor(a, source, f.id, drop)
	return nil
}

// mineFor makes the action mine a block for so many of what it drops.
func (n *normaliser) mineFor(a *game.Action, block, item string, drop data.Drop) {
	a.Kind, a.Target = game.Mine, block
	if mean := drop.Chance * float64(drop.Min+drop.Max) / 2; !sure(drop) && mean > 0 {
		if n.env.Body.CanField(game.Mine, "until") {
			a.Until = &game.Until{Item: item, Count: a.Count()}
		}
		a.Quantity = int(math.Ceil(float64(a.Count()) / mean))
	} else if drop.Min > 1 {
		a.Quantity = (a.Count() + drop.Min - 1) / drop.Min
	}
}

// sure says that every block leaves the item.
func sure(d data.Drop) bool { return d.Chance >= 1 && d.Min > 0 }

// source is the natural block whose breaking brings an item: one that surely
// does before one that may, one in view before the usual one.
func (n *normaliser) source(item string) (block string, drop data.Drop, ok bool) {
	best := 0
	for _, s := range n.v.DroppedBy(item) {
		if s.Block == "" || s.Drop.SilkTouch || s.Drop.Shears {
			continue
		}
		b, known := n.v.Block(s.Block)
		if !known || !b.Natural {
			continue
		}
		score := 1
		if sure(s.Drop) {
			score += 2
		}
		if n.seen(s.Block) {
			score++
		}
		if score > best {
			best, block, drop, ok = score, s.Block, s.Drop, true
		}
	}
	return block, drop, ok
}

func (n *normaliser) seen(name string) bool {
	near := n.env.State.Nearby
	return near != nil && slices.ContainsFunc(near.Blocks, func(s game.Sight) bool { return game.Name(s.Name) == name })
}

// dropOf is what a natural block leaves when it is not the block itself and
// nothing makes the block: diamond_ore means diamonds.
func (n *normaliser) dropOf(name string) (string, bool) {
	b, ok := n.v.Block(name)
	if !ok || !b.Natural || len(n.v.Recipes(name)) > 0 || len(n.v.SmeltingTo(name)) > 0 {
		return "", false
	}
	item := ""
	for _, d := range b.Drops {
		if d.SilkTouch || d.Shears {
			continue
		}
		if d.Item == name || item != "" && item != d.Item {
			return "", false
		}
		if d.Chance >= 1 && d.Min > 0 {
			item = d.Item
		}
	}
	return item, item != ""
}

// itemNamed finds an item; a block's name stands for what it drops unless the
// block itself is held.
func (n *normaliser) itemNamed(name string) (string, error) {
	f, err := n.lookup(name, anItem, aBlock)
	if err != nil {
		return "", err
	}
	n.told(name, f)
	if drop, ok := n.dropOf(f.id); ok && n.env.State.Count(f.id) == 0 {
		n.note("%s gives %s", f.id, drop)
		return drop, nil
	}
	if _, ok := n.v.Item(f.id); !ok {
		return "", fmt.Errorf("%s cannot be held", game.Display(f.id))
	}
	return f.id, nil
}

func (n *normaliser) place(a *game.Action, name string) error {
	if name == "" {
		return nil
	}
	f, err := n.lookup(name, aBlock, anItem)
	if err != nil {
		return err
	}
	n.told(name, f)
	a.Block = f.id
	if f.sort == anItem {
		it, ok := n.v.Item(f.id)
		if !ok || it.Block == "" {
			return fmt.Errorf("%s is no block that could be placed", game.Display(f.id))
		}
		a.Block = it.Block
	}
	return nil
}

// get turns an outcome into the action that brings the item.
func (n *normaliser) get(a *game.Action, name string) error {
	if name == "" {
		return fmt.Errorf("it names no item")
	}
	item, err := n.itemNamed(name)
	if err != nil {
		return err
	}
	block, drop, mined := n.source(item)
	switch inputs := n.inputs(item); {
	case mined && (sure(drop) || !n.craftable(item) && len(inputs) == 0):
		n.mineFor(a, block, item, drop)
	case n.craftable(item), n.v.Maker(item) != game.Craft:
		a.Kind, a.Recipe = n.v.Maker(item), item
	case len(inputs) > 0:
		a.Kind, a.Item = game.Smelt, n.input(inputs)
	case len(n.v.Recipes(item)) > 0:
		a.Kind, a.Recipe = game.Craft, item
	default:
		if a.Target = n.prey(item); a.Target == "" {
			return fmt.Errorf("there is no action that brings %s", game.Display(item))
		}
		a.Kind = game.Attack
	}
	return nil
}

// prey is the mob to kill for an item: one in view, else one that is often met.
func (n *normaliser) prey(item string) string {
	best, usual := "", ""
	for _, s := range n.v.DroppedBy(item) {
		m, _ := n.v.Mob(s.Mob)
		switch {
		case m == nil:
		case n.env.State.Nearby != nil && slices.ContainsFunc(n.env.State.Nearby.Entities,
			func(e game.Sight) bool { return game.Name(e.Name) == s.Mob }):
			return s.Mob
		case usual == "" && !m.Seldom:
			usual = s.Mob
		case best == "":
			best = s.Mob
		}
	}
	if usual != "" {
		return usual
	}
	return best
}

// find is to go where something is.
func (n *normaliser) find(a *game.Action, name string) error {
	if name == "" {
		return fmt.Errorf("it names nothing to look for")
	}
	if n.env.Body.Can(game.Explore) {
		a.Kind, a.For, a.Quantity = game.Explore, strings.ToLower(n.anything(name)), 0
		return nil
	}
	a.Kind, a.Target, a.Quantity = game.Goto, n.anything(name), 0
	return nil
}

// collect picks up what lies around. What grows or stands is mined instead, and
// so is everything for a body that cannot pick up alone.
func (n *normaliser) collect(a *game.Action, name string) error {
	if name == "" {
		return nil
	}
	item, err := n.itemNamed(name)
	if err != nil {
		return err
	}
	if near := n.env.State.Nearby; n.env.Body.Can(game.Collect) {
		lies := near != nil &&
			slices.ContainsFunc(near.Entities, func(s game.Sight) bool { return game.Name(s.Name) == item || game.Name(s.Name) == "item" })
		if _, _, mined := n.source(item); lies || !mined {
			a.Item = item
			return nil
		}
	}
	return n.get(a, name)
}

// item fills in the item of actions with things that are held.
func (n *normaliser) item(a *game.Action, name string) error {
	if name == "" {
		return nil
	}
	item, err := n.itemNamed(name)
	a.Item = item
	return err
}

func (n *normaliser) creature(a *game.Action, name string) error {
	if name == "" {
		return nil
	}
	f, err := n.lookup(name, aMob)
	if err != nil {
		return err
	}
	n.told(name, f)
	a.Target = f.id
	return nil
}

func (n *normaliser) crop(a *game.Action, name string) error {
	if name == "" {
		return nil
	}
	f, err := n.lookup(name, aBlock, anItem)
	a.Target = f.id
	return err
}

// use has an item and, perhaps, what it is used on.
func (n *normaliser) use(a *game.Action, f Fields) error {
	if name := subject(f, []string{"item", "tool", "itemname"}); name != "" {
		if err := n.item(a, name); err != nil {
			return err
		}
	}
	if name := subject(f, []string{"target", "block", "entity", "on", "mob"}); name != "" {
		a.Target = n.anything(name)
	}
	return nil
}

// thing is what is walked to, looked at or used: a block, mob or player. One word
// that is none of them may be a player out of view or a named place; several
// words are a thing that does not exist.
func (n *normaliser) thing(a *game.Action, name string) error {
	if name == "" {
		return nil
	}
	if a.Target = n.anything(name); n.known(a.Target) || !strings.Contains(phrase(name), " ") {
		return nil
	}
	f, err := n.lookup(name, aBlock, aMob, anItem)
	if err == nil && f.guessed {
		n.told(name, f)
		a.Target = f.id
	}
	return err
}

// anything is a block, mob or player, else the words as an id (a place, a
// biome, a structure).
func (n *normaliser) anything(name string) string {
	if who := n.person(name); who != name || n.known(name) {
		return who
	}
	if f, err := n.lookup(name, aBlock, aMob); err == nil && !f.guessed {
		return f.id
	}
	if f, err := n.lookup(name, anItem); err == nil && !f.guessed {
		if block, _, ok := n.source(f.id); ok {
			return block
		}
		return f.id
	}
	if id := phrase(name); strings.Contains(id, " ") {
		return strings.ReplaceAll(id, " ", "_")
	}
	return strings.TrimPrefix(name, game.Namespace) // a player's name keeps its capitals
}

// known says that a player of that name is in view, or the owner.
func (n *normaliser) known(name string) bool {
	near := n.env.State.Nearby
	return name != "" &&
		(name == n.env.Body.Owner || near != nil && slices.ContainsFunc(near.Players, func(s game.Sight) bool { return s.Name == name }))
}

// person is a player's name as the game spells it; "me" is the body's owner.
func (n *normaliser) person(name string) string {
	name = strings.TrimSpace(name)
	near := n.env.State.Nearby
	switch strings.ToLower(name) {
	case "me", "player", "the player", "owner", "user", "you", "nearest player":
		return cmp.Or(n.env.Body.Owner, name)
	}
	if strings.EqualFold(name, n.env.Body.Owner) {
		return n.env.Body.Owner
	}
	if near != nil {
		for _, p := range near.Players {
			if strings.EqualFold(p.Name, name) {
				return p.Name
			}
		}
	}
	return name
}

// rememberWood notes which wood the plan uses.
func (n *normaliser) rememberWood(a game.Action) {
	for _, suffix := range [...]string{"_log", "_planks"} {
		if wood, ok := strings.CutSuffix(a.Subject(), suffix); ok && slices.Contains(n.env.Names.groups["log"], wood+"_log") {
			n.wood = wood
		}
	}
}
