// SPDX-License-Identifier: MIT

package sim

import (
	"errors"
	"slices"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// Held is the content of an inventory slot; Count 0 is empty.
type Held struct {
	Item  string
	Count int
	// Wear is how many uses of a tool are gone.
	Wear int
	// Magic is the enchantment that it has, of the first level; empty for none.
	Magic string
}

// Lying is a stack that lies in the world.
type Lying struct {
	Held
	At    game.Pos
	Since float64 // simulated second in which it fell
}

// Creature is a living mob; it stands where it stands as long as it lives.
type Creature struct {
	Name   string
	At     game.Pos
	Health float64 // unhurt
}

// Hands are the player by hand: what a game client can do, one small thing at a
// time, where Do carries out whole actions. It is valid inside ByHand only.
type Hands struct{ x *run }

// ErrBusy: an action runs, so that nobody else has the player's hands.
var ErrBusy = errors.New("an action is running")

// ByHand calls f with the player's hands, in the world's one transaction: nothing
// else happens meanwhile. It fails with ErrBusy while an action runs.
func (w *World) ByHand(f func(h *Hands)) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.running != nil {
		return ErrBusy
	}
	w.catchUp()
	f(&Hands{&run{World: w, progress: func(string, float64) {}}})
	return nil
}

// Data are the tables of the world's version.
func (h *Hands) Data() *data.Version { return h.x.data }

// Now is the simulated time in seconds, Time the time of day in ticks.
func (h *Hands) Now() float64 { return h.x.now }
func (h *Hands) Time() int    { return h.x.timeOfDay() }

// At is where the feet are; SetAt puts them there.
func (h *Hands) At() game.Vec3       { return h.x.player.at }
func (h *Hands) SetAt(at game.Vec3)  { h.x.player.at = at }
func (h *Hands) Dimension() string   { return h.x.player.dimension }
func (h *Hands) Biome() string       { return biomeOf(h.x.player.dimension) }
func (h *Hands) Health() float64     { return h.x.player.health }
func (h *Hands) Hunger() float64     { return h.x.player.hunger }
func (h *Hands) Saturation() float64 { return h.x.player.saturation }

// Hurt takes health away; a dead player scatters what they carried and is back at
// the spawn point with Respawn.
func (h *Hands) Hurt(cause string, points float64) { h.x.hurt(cause, points) }
func (h *Hands) Respawn()                          { h.x.respawn() }

// Block is the block at a position, "" for air; Solid reports whether it fills its
// space, Replaceable whether another one may be put there.
func (h *Hands) Block(p game.Pos) string     { return h.x.blockAt(p) }
func (h *Hands) Solid(p game.Pos) bool       { return h.x.solid(p) }
func (h *Hands) Replaceable(p game.Pos) bool { return replaceable(h.x.blockAt(p)) }

// Slot is one of the player's 41 slots, in the protocol's order.
func (h *Hands) Slot(i int) Held { return h.x.player.inv[i].held() }

// SetSlot fills a slot.
func (h *Hands) SetSlot(i int, s Held) { h.x.player.inv[i] = slotOf(s) }

// Selected is the hotbar slot in hand; Select changes it.
func (h *Hands) Selected() int { return h.x.player.selected }
func (h *Hands) Select(i int)  { h.x.player.selected = i }

// StackSize is how many of an item fit into one slot.
func (h *Hands) StackSize(item string) int { return h.x.stackSize(item) }

// Give puts items into the inventory and returns how many did not fit.
func (h *Hands) Give(s Held) int { return h.x.stow(h.x.player.inv[:game.SlotsMain], slotOf(s)) }

// BreakTicks is how many ticks the block takes with what is in hand; negative
// means never.
func (h *Hands) BreakTicks(p game.Pos) int {
	b, ok := h.x.data.Block(h.x.blockAt(p))
	if !ok || fluid(b.Name) {
		return -1
	}
	ticks, _ := h.x.breakTicks(b, h.x.player.inv[h.x.player.selected].item)
	return ticks
}

// Break breaks a block with what is in hand; what it leaves falls to the ground
// below.
func (h *Hands) Break(p game.Pos) {
	b, ok := h.x.data.Block(h.x.blockAt(p))
	if !ok {
		return
	}
	tool := h.x.player.selected
	if h.x.player.inv[tool].count == 0 {
		tool = -1
	}
	drops := h.x.remove(p, b, tool)
	h.x.player.tire(exhaustionMine)
	for _, s := range drops {
		h.Throw(s.held(), p)
	}
}

// Throw drops a stack at a place, from where it falls to the ground.
func (h *Hands) Throw(s Held, at game.Pos) {
	for at.Y > h.x.land.minY && !h.x.solid(below(at)) {
		at.Y--
	}
	h.x.scatter(slotOf(s), at)
}

// Place puts the block of the item in hand at a position, and reports whether that
// could be.
func (h *Hands) Place(p game.Pos) bool {
	in := &h.x.player.inv[h.x.player.selected]
	if in.count == 0 || !replaceable(h.x.blockAt(p)) || !h.x.supported(p) {
		return false
	}
	item, stands, ok := h.x.placeable(in.item)
	if !ok || item != in.item {
		return false
	}
	if in.count--; in.count == 0 {
		*in = slot{}
	}
	h.x.alter(p, stands, game.WhyOther)
	h.x.placed[p] = stands
	h.x.placing[p]++
	h.x.tell(Occurrence{What: Stands, Name: stands, At: p})
	if holdsItems(stands) {
		h.x.chests[p] = make([]slot, chestSlots)
	}
	return true
}

// Eat eats one of what is in hand.
func (h *Hands) Eat() bool {
	in := h.x.player.inv[h.x.player.selected]
	it, ok := h.x.data.Item(in.item)
	p := &h.x.player
	if !ok || in.count == 0 || it.Food == nil || p.hunger >= 20 && !it.Always {
		return false
	}
	if p.inv[p.selected].count--; p.inv[p.selected].count == 0 {
		p.inv[p.selected] = slot{}
	}
	p.hunger = min(20, p.hunger+it.Food.Hunger)
	p.saturation = min(p.hunger, p.saturation+it.Food.Saturation)
	h.x.leave(emptied(in.item))
	return true
}

// Chest is what a container holds; nil for none. SetChest fills a slot of it.
func (h *Hands) Chest(p game.Pos) []Held {
	var list []Held
	for _, s := range h.x.chests[p] {
		list = append(list, s.held())
	}
	return list
}

// SetChest fills a slot of a container.
func (h *Hands) SetChest(p game.Pos, i int, s Held) { h.x.chests[p][i] = slotOf(s) }

// Lying are the stacks that lie in the player's dimension.
func (h *Hands) Lying() []Lying {
	var list []Lying
	for _, l := range h.x.litter {
		if l.at.Dimension == h.x.player.dimension {
			list = append(list, Lying{l.held(), l.at, l.since})
		}
	}
	return list
}

// PickUp takes what lies at a place, as far as it fits.
func (h *Hands) PickUp(l Lying) { h.x.pickUpLitter(l.Item, l.At) }

// Creatures are the living mobs within a distance of the player.
func (h *Hands) Creatures(within float64) []Creature {
	var list []Creature
	from := h.x.feet()
	add := func(m mobKey) {
		info, ok := h.x.data.Mob(m.mob)
		if ok && !h.x.killed[m] && m.at.Dimension == from.Dimension && h.x.player.at.Distance(m.at.Center()) <= within {
			list = append(list, Creature{m.mob, m.at, info.Health})
		}
	}
	centre := lotOf(from.X, from.Z)
	for _, la := range h.x.land.layers {
		if la.dimension != from.Dimension || la.under {
			continue
		}
		for r := 0; r <= int(within)/lotSize+1; r++ {
			ring(centre, r, func(lot [2]int) {
				if s := h.x.land.site(la, lot); s != nil {
					for _, m := range s.mobs {
						add(m)
					}
				}
			})
		}
	}
	for _, y := range h.x.born {
		add(y.mobKey)
	}
	return list
}

// Hit is the damage of a full hit with what is in hand.
func (h *Hands) Hit() float64 {
	selected := h.x.player.selected
	kept := h.x.player.inv
	defer func() { h.x.player.inv = kept }()
	for i := range h.x.player.inv {
		if i != selected {
			h.x.player.inv[i] = slot{}
		}
	}
	_, damage := h.x.weapon()
	return damage
}

// Kill ends a creature; what it leaves lies where it stood.
func (h *Hands) Kill(c Creature) {
	key := mobKey{c.At, c.Name}
	info, ok := h.x.data.Mob(c.Name)
	if !ok || h.x.killed[key] {
		return
	}
	h.x.killed[key] = true
	h.x.tell(Occurrence{What: Killed, Name: c.Name, At: c.At})
	for _, s := range h.x.drawDrops(info.Drops, false) {
		h.Throw(s.held(), c.At)
	}
}

// Say puts a line into the chat.
func (h *Hands) Say(line string) {
	h.x.chat = append(h.x.chat, line)
	h.x.tell(Occurrence{What: Said, Name: line})
}

// Open reports whether the block opens a window when it is used.
func (h *Hands) Open(p game.Pos) bool {
	b := h.x.blockAt(p)
	return holdsItems(b) || slices.Contains([]string{data.StationTable, data.StationFurnace}, b)
}

func (s slot) held() Held { return Held{s.item, s.count, s.wear, s.magic} }
func slotOf(h Held) slot {
	if h.Count <= 0 {
		return slot{}
	}
	return slot{item: h.Item, count: h.Count, wear: h.Wear, magic: h.Magic}
}
