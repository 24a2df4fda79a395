// SPDX-License-Identifier: MIT

package sim

import (
	"maps"
	"math"
	"slices"
	"sort"

	"github.com/minehand/minehand/game"
)

// State is what a body can report of the world right now.
func (w *World) State() game.State {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.catchUp()
	p := &w.player
	at, health, hunger, saturation, oxygen, t, deaths := p.at, p.health, p.hunger, p.saturation, 20.0, w.timeOfDay(), w.deaths
	s := game.State{
		Position: &at, Health: &health, Hunger: &hunger, Saturation: &saturation, Oxygen: &oxygen, Time: &t, Deaths: &deaths,
		Dimension: p.dimension, GameMode: "survival", Weather: "clear", Biome: biomeOf(p.dimension),
		World:    &game.World{Present: true, ID: w.ID(), Kind: w.kind(), Dimension: p.dimension, Paused: w.clock.Speed() == 0},
		HeldItem: p.inv[p.selected].item, Nearby: w.nearby(),
	}
	for i := range p.inv {
		sl := p.inv[i]
		if sl.count == 0 {
			continue
		}
		st := game.Stack{Slot: i, Item: sl.item, Count: sl.count}
		if it, ok := w.data.Item(sl.item); ok && it.Durability > 0 {
			left := it.Durability - sl.wear
			st.Durability = &left
		}
		if sl.magic != "" {
			st.Enchantments = map[string]int{sl.magic: 1}
		}
		s.Inventory = append(s.Inventory, st)
		if i >= game.SlotsMain && i < game.SlotOffhand {
			s.Armor = append(s.Armor, sl.item)
		}
	}
	return s
}

// nearbyMost bounds the kinds of things that are reported as in view.
const nearbyMost = 24

// nearby lists the nearest block or mob of each kind in view.
func (w *World) nearby() *game.Nearby {
	from := w.feet()
	blocks, mobs := map[string]game.Sight{}, map[string]game.Sight{}
	centre := lotOf(from.X, from.Z)
	for _, la := range w.land.layers {
		if la.dimension != from.Dimension || la.under != under(from) {
			continue
		}
		for r := 0; r <= sightBlocks/lotSize; r++ {
			ring(centre, r, func(lot [2]int) {
				w.seeSite(w.land.site(la, lot), blocks, mobs)
			})
		}
	}
	for _, m := range w.inTheDark(from.Dimension) {
		w.see(mobs, monster, m.at.Block())
	}
	for _, y := range w.born {
		if !w.killed[y.mobKey] && y.at.Dimension == from.Dimension {
			w.see(mobs, y.mob, y.at)
		}
	}
	for p, b := range w.placed {
		if p.Dimension == from.Dimension {
			w.see(blocks, b, p)
		}
	}
	return &game.Nearby{Blocks: sorted(blocks), Entities: sorted(mobs), Players: w.ownerInView()}
}

// see notes what is in sight, the nearest of each name.
func (w *World) see(seen map[string]game.Sight, name string, at game.Pos) {
	d := w.player.at.Distance(at.Center())
	if old, ok := seen[name]; d <= sightBlocks && (!ok || d < old.Distance) {
		seen[name] = game.Sight{Name: name, X: float64(at.X), Y: float64(at.Y), Z: float64(at.Z), Distance: math.Round(d*10) / 10}
	}
}

// seeSite notes what of a site is in sight.
func (w *World) seeSite(s *site, blocks, mobs map[string]game.Sight) {
	if s == nil {
		return
	}
	for _, sp := range s.spots {
		if old, ok := blocks[sp.block]; (!ok || w.player.at.Distance(sp.at.Center()) < old.Distance) && w.blockAtIsSpot(sp) {
			w.see(blocks, sp.block, sp.at)
		}
	}
	for _, m := range s.mobs {
		if !w.killed[m] {
			w.see(mobs, m.mob, m.at)
		}
	}
}

func (w *World) blockAtIsSpot(sp spot) bool {
	_, touched := w.changed[sp.at]
	return !touched
}

func sorted(seen map[string]game.Sight) []game.Sight {
	list := slices.Collect(maps.Values(seen))
	sort.Slice(list, func(i, j int) bool {
		if list[i].Distance != list[j].Distance {
			return list[i].Distance < list[j].Distance
		}
		return list[i].Name < list[j].Name
	})
	if len(list) > nearbyMost {
		list = list[:nearbyMost]
	}
	return list
}

// Facts is what is true in the world, for tests and summaries.
type Facts struct {
	// Inventory by item, all 41 slots.
	Inventory map[string]int
	// Placed counts how often the player placed a block at a position; Standing
	// are the placed blocks that still stand.
	Placed   map[game.Pos]int
	Standing map[game.Pos]string
	// Chat holds the lines that the player said, in order.
	Chat []string
	// Given is what the owner picked up, by item.
	Given map[string]int
	// Running is the id of the running action, empty when idle.
	Running   string
	Deaths    int
	Position  game.Vec3
	Dimension string
	// Seconds is the simulated time.
	Seconds float64
}

// Facts returns a copy of what is true now.
func (w *World) Facts() Facts {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.catchUp()
	f := Facts{
		Inventory: w.player.inv.counts(), Placed: maps.Clone(w.placing), Standing: maps.Clone(w.placed), Chat: slices.Clone(w.chat),
		Deaths: w.deaths, Position: w.player.at, Dimension: w.player.dimension, Seconds: w.now,
	}
	if w.owner != nil {
		f.Given = maps.Clone(w.owner.has)
	}
	if w.running != nil {
		f.Running = w.running.action.ID
	}
	return f
}
