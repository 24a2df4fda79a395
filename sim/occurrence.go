// SPDX-License-Identifier: MIT

package sim

import "github.com/minehand/minehand/game"

// What says what an occurrence is.
type What string

// The occurrences. Those of items are every change of what the player holds:
// added up over a world's life they are its inventory.
const (
	// Of items; Count is how many came (above 0) or went (below 0).
	Began     What = "began"     // held when the world was made
	Gathered  What = "gathered"  // came out of a broken block, a mob, a crop or a bush
	Caught    What = "caught"    // came out of the water at a rod
	PickedUp  What = "picked up" // lay around
	Crafted   What = "crafted"
	Smelted   What = "smelted"
	Filled    What = "filled"    // a bucket, a bottle: what use made of an item
	Emptied   What = "emptied"   // what is left of a meal, an ingredient, a fuel
	Withdrawn What = "withdrawn" // out of a container at At
	Put       What = "put"       // went into the ground as a block at At
	Planted   What = "planted"   // went into the ground as a seed at At
	Used      What = "used"      // ingredients, inputs of a furnace, fuel, food of animals, what a use takes
	Eaten     What = "eaten"     // or drunk
	Thrown    What = "thrown"    // away
	Stored    What = "stored"    // into a container at At
	WornOut   What = "worn out"  // a tool at its end
	Lost      What = "lost"      // at the player's death
	// Of blocks: Name stands at At, or was taken away from there, by the player.
	Stands What = "stands"
	Broken What = "broken"
	Tilled What = "tilled"
	// Of mobs of the kind Name, at At.
	Killed What = "killed"
	Bred   What = "bred"
	Shorn  What = "shorn"
	Milked What = "milked"
	// Of the player: Name is a line of chat, or the item that is in Slot or in hand
	// from now on, empty for none.
	Said    What = "said"
	Worn    What = "worn"
	InHand  What = "in hand"
	Slept   What = "slept"
	Arrived What = "arrived" // the feet stand at At at the end of an action
)

// Occurrence is one thing that happened in a world, for who watches it from
// outside. It is told when it happens, by the rule that makes it happen.
type Occurrence struct {
	// Seconds of simulated time.
	Seconds float64
	What    What
	// Player is whose doing it is, by their number; the first is 0.
	Player int
	// Name of the item, block or mob, or a line of chat.
	Name string
	// Count of an item; 0 for what is no item.
	Count int
	// For is what Count items were used for: the product of a recipe.
	For string
	// At is where; the zero value where that means nothing.
	At game.Pos
	// Slot of what is worn.
	Slot int
}

// tell tells who watches. The caller holds the mutex.
func (w *World) tell(o Occurrence) {
	if w.watch != nil {
		o.Seconds, o.Player = w.now, w.number
		w.watch(o)
	}
}

// items tells of items that came or went; of none nothing is told.
func (w *World) items(what What, item string, n int, at game.Pos) {
	if n != 0 {
		w.tell(Occurrence{What: what, Name: item, Count: n, At: at})
	}
}

// used tells of items that went into a product.
func (w *World) used(item string, n int, product string) {
	if n != 0 {
		w.tell(Occurrence{What: Used, Name: item, Count: -n, For: product})
	}
}

// arrived tells where an action left the player, and what it changed of what is
// worn and in hand.
func (x *run) arrived(at game.Vec3, before inventory, selected int) {
	p := &x.player
	if p.at != at {
		x.tell(Occurrence{What: Arrived, At: x.feet()})
	}
	for i := game.SlotsMain; i < game.Slots; i++ {
		if item := p.inv[i].item; item != before[i].item {
			x.tell(Occurrence{What: Worn, Name: item, Slot: i})
		}
	}
	if item := p.inv[p.selected].item; item != before[selected].item {
		x.tell(Occurrence{What: InHand, Name: item, Slot: p.selected})
	}
}

// Leaves is what a block leaves as a rule when it is broken, the block itself
// where the version has no such block.
func (w *World) Leaves(block string) string {
	if b, ok := w.data.Block(block); ok && len(b.Drops) > 0 {
		return b.Drops[0].Item
	}
	return block
}

// Cooked is what comes of an item in a furnace, the item itself where nothing
// does.
func (w *World) Cooked(item string) string {
	if s, ok := w.data.SmeltingOf(item); ok {
		return s.Output
	}
	return item
}
