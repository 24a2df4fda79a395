// SPDX-License-Identifier: MIT

package game

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/minehand/minehand/internal/lists"
)

// State is what a body last reported. Fields that the body did not send are
// zero or nil.
type State struct {
	// N counts the body's states up, from 1 at each register. One whose number is not above
	// that of another is older, and shows nothing; 0 or left out, they are taken as they come.
	N int `json:"n,omitempty"`
	// Position of the feet, in blocks; nil when unknown.
	Position *Vec3 `json:"position,omitempty"`
	// Health 0..20 (20 is ten hearts), Hunger 0..20, Saturation 0..20. They are
	// pointers because 0 means something: dead, starving.
	Health     *float64 `json:"health,omitempty"`
	Hunger     *float64 `json:"hunger,omitempty"`
	Saturation *float64 `json:"saturation,omitempty"`
	// Inventory lists the slots that hold something, slots 0-40. Empty, the body
	// holds nothing; left out, it does not report one, and nothing can be proven by
	// it.
	Inventory []Stack `json:"inventory"`
	// Dimension without namespace: overworld, the_nether, the_end.
	Dimension string `json:"dimension,omitempty"`
	// GameMode: survival, creative, adventure, spectator.
	GameMode string `json:"gameMode,omitempty"`
	Hardcore bool   `json:"hardcore,omitempty"`
	World    *World `json:"world,omitempty"`
	// Deaths is how often the player has died, counted by the body; nil when it does not
	// count. The same number shows that what is gone was not taken by a death.
	Deaths *int `json:"deaths,omitempty"`

	HeldItem string   `json:"heldItem,omitempty"`
	Armor    []string `json:"armor,omitempty"`
	// Oxygen 0..20.
	Oxygen *float64 `json:"oxygen,omitempty"`
	// Time of day in ticks, 0..23999 (0 is 6:00).
	Time    *int    `json:"time,omitempty"`
	Weather string  `json:"weather,omitempty"`
	Biome   string  `json:"biome,omitempty"`
	Nearby  *Nearby `json:"nearby,omitempty"`
	// ViewerURL is where the body's own view can be watched.
	ViewerURL string `json:"viewerUrl,omitempty"`
	// Died is when the body was last known to be dead, by a state, an event or a failure;
	// zero for never. No body sends it.
	Died time.Time `json:"-"`
	// Placed is the last block that the body had told of placing by then. No body sends it.
	Placed Placed `json:"-"`
}

// Placed is the number of a change (rule 19): 0 where there is none yet, without a series
// where the body tells none.
type Placed struct {
	Series string `json:"s,omitempty"`
	N      int    `json:"n,omitempty"`
}

// Slots of the player inventory: 0-8 hotbar, 9-35 main, 36-39 armour (feet to
// head), 40 off hand.
const (
	SlotsMain   = 36
	SlotOffhand = 40
	Slots       = 41
)

// Stack is one slot that holds something.
type Stack struct {
	Slot  int    `json:"slot"`
	Item  string `json:"item"`
	Count int    `json:"count"`
	// Durability is what is left of the item's uses; nil when unknown or the
	// item does not wear.
	Durability   *int           `json:"durability,omitempty"`
	Enchantments map[string]int `json:"enchantments,omitempty"`
}

// Equal reports whether two stacks are the same in all.
func (s Stack) Equal(o Stack) bool {
	worn := (s.Durability == nil) == (o.Durability == nil) && (s.Durability == nil || *s.Durability == *o.Durability)
	return s.Slot == o.Slot && s.Item == o.Item && s.Count == o.Count && worn && maps.Equal(s.Enchantments, o.Enchantments)
}

// World says which world a body is in.
type World struct {
	// Present is false in menus and loading screens.
	Present bool `json:"present"`
	// ID tells worlds apart: a save's or a server's own name.
	ID string `json:"id,omitempty"`
	// Kind: singleplayer, lan, server.
	Kind      string `json:"kind,omitempty"`
	Dimension string `json:"dimension,omitempty"`
	Paused    bool   `json:"paused,omitempty"`
	// Screen is the name of an open screen, empty for none.
	Screen string `json:"screen,omitempty"`
}

// Nearby is what a body sees around it.
type Nearby struct {
	Blocks   []Sight `json:"blocks,omitempty"`
	Entities []Sight `json:"entities,omitempty"`
	Players  []Sight `json:"players,omitempty"`
}

// Sight is one block, entity or player in view. Distance is in blocks.
type Sight struct {
	Name     string  `json:"name"`
	X        float64 `json:"x"`
	Y        float64 `json:"y"`
	Z        float64 `json:"z"`
	Distance float64 `json:"distance,omitempty"`
	// Owned: it is somebody's animal, which nothing attacks.
	Owned bool `json:"owned,omitempty"`
}

// At is where it is.
func (s *Sight) At() Vec3 { return Vec3{X: s.X, Y: s.Y, Z: s.Z} }

// Standing is the block in view at a place, empty when none is seen there.
func (s *State) Standing(at Pos) string {
	if s.Nearby == nil {
		return ""
	}
	for i := range s.Nearby.Blocks {
		if b := &s.Nearby.Blocks[i]; CellOf(b.At().Block()) == CellOf(at) {
			return Name(b.Name)
		}
	}
	return ""
}

// Count is how many of an item the inventory holds, over all slots 0-40.
func (s *State) Count(item string) int {
	item = Name(item)
	return lists.Sum(s.Inventory, func(held *Stack) int { return when(held.Item == item, held.Count) })
}

// countAny is how many of the items the inventory holds, together.
func (s *State) countAny(items []string) int {
	return lists.Sum(items, func(item *string) int { return s.Count(*item) })
}

// Over is the state as one that may bring only what changed since another: what it
// leaves out is taken from there. before may be nil.
func (s *State) Over(before *State) *State {
	if before == nil {
		return s
	}
	next := *s
	next.FillFrom(before)
	return &next
}

// FillFrom takes what the state leaves out from another, which may be nil.
func (s *State) FillFrom(before *State) {
	if before == nil {
		return
	}
	s.N, s.Position = cmp.Or(s.N, before.N), cmp.Or(s.Position, before.Position)
	s.Health, s.Hunger = cmp.Or(s.Health, before.Health), cmp.Or(s.Hunger, before.Hunger)
	s.Saturation, s.Oxygen = cmp.Or(s.Saturation, before.Saturation), cmp.Or(s.Oxygen, before.Oxygen)
	s.World, s.Nearby = cmp.Or(s.World, before.World), cmp.Or(s.Nearby, before.Nearby)
	s.Time, s.Weather = cmp.Or(s.Time, before.Time), cmp.Or(s.Weather, before.Weather)
	s.Deaths = cmp.Or(s.Deaths, before.Deaths)
	s.Dimension, s.Biome = cmp.Or(s.Dimension, before.Dimension), cmp.Or(s.Biome, before.Biome)
	s.GameMode, s.Hardcore = cmp.Or(s.GameMode, before.GameMode), s.Hardcore || before.Hardcore
	s.HeldItem, s.ViewerURL = cmp.Or(s.HeldItem, before.HeldItem), cmp.Or(s.ViewerURL, before.ViewerURL)
	if s.Inventory == nil {
		s.Inventory = before.Inventory
	}
	if s.Armor == nil {
		s.Armor = before.Armor
	}
	if s.Died.Before(before.Died) {
		s.Died = before.Died
	}
	s.Placed = cmp.Or(s.Placed, before.Placed)
}

// Share takes the memory of what is equal in an earlier state, which may be nil:
// whoever keeps several states of a body at rest keeps one.
func (s *State) Share(earlier *State) {
	if earlier == nil {
		return
	}
	reuse(&s.Position, earlier.Position)
	reuse(&s.Health, earlier.Health)
	reuse(&s.Hunger, earlier.Hunger)
	reuse(&s.Saturation, earlier.Saturation)
	reuse(&s.Oxygen, earlier.Oxygen)
	reuse(&s.Time, earlier.Time)
	reuse(&s.Deaths, earlier.Deaths)
	reuse(&s.World, earlier.World)
	if earlier.Inventory != nil && s.Inventory != nil && slices.EqualFunc(s.Inventory, earlier.Inventory, Stack.Equal) {
		s.Inventory = earlier.Inventory
	}
	if s.Armor != nil && slices.Equal(s.Armor, earlier.Armor) {
		s.Armor = earlier.Armor
	}
	if n, was := s.Nearby, earlier.Nearby; n != nil && was != nil && slices.Equal(n.Blocks, was.Blocks) &&
		slices.Equal(n.Entities, was.Entities) && slices.Equal(n.Players, was.Players) {
		s.Nearby = was
	}
}

func reuse[T comparable](to **T, from *T) {
	if *to != nil && from != nil && **to == *from {
		*to = from
	}
}

// Counts is the inventory as item -> count.
func (s *State) Counts() map[string]int {
	counts := make(map[string]int)
	for i := range s.Inventory {
		counts[s.Inventory[i].Item] += s.Inventory[i].Count
	}
	return counts
}

// The game's time: ticks a second, and how long a day is (Minecraft Wiki, "Daylight
// cycle").
const (
	tick = time.Second / 20
	day  = 24_000 * tick
)

// Elapsed is the game's time from one state to a later one by their times of day,
// below a day; 0 when one of them tells none, or the clock was put back.
func (s *State) Elapsed(later *State) time.Duration {
	if s == nil || later == nil || s.Time == nil || later.Time == nil {
		return 0
	}
	d := (time.Duration(*later.Time-*s.Time)*tick%day + day) % day
	if d > day*3/4 {
		return 0
	}
	return d
}

// InWorld reports whether the body is in a world: not said otherwise.
func (s *State) InWorld() bool {
	return s.World == nil || s.World.Present
}

// WorldID is the id of the world that the body is in; empty when nobody knows. s may
// be nil.
func (s *State) WorldID() string {
	if s == nil || s.World == nil {
		return ""
	}
	return s.World.ID
}

// Dead reports whether the body has no health left.
func (s *State) Dead() bool { return s.Health != nil && *s.Health <= 0 }

// StaleAfter is how old a body's state may be for an action to be sent (rule 12 of
// docs/protocol).
const StaleAfter = 10 * time.Second

// Unready says what has to be waited for before the body is sent an action; empty
// when nothing.
func (s *Snapshot) Unready(body *BodyInfo, link *Link, now time.Time) (wait Message) {
	who := cmp.Or(body.Name, body.ID)
	switch {
	case link.State == LinkDown:
		return Say("wait.line", "who", who)
	case s.Seq == 0:
		return Say("wait.report", "who", who)
	case !s.State.InWorld():
		return Say("wait.world", "who", who)
	case now.Sub(s.At) > StaleAfter:
		return Say("wait.stale", "who", who, "time", SayLasting(now.Sub(s.At)))
	case s.State.Dead():
		return ActionProgress{Paused: "dead"}.Waiting()
	}
	return wait
}

// Caution is what must be said and asked before the first action in a world (rule 12
// of docs/protocol); empty when nothing. own: it is the player's own game.
func (s *State) Caution(own bool) (care Message) {
	switch {
	case s.Hardcore:
		return Say("care.hardcore")
	case s.GameMode != "" && s.GameMode != "survival":
		return Say("care.mode", "mode", s.GameMode)
	case own && s.World != nil && s.World.Kind == "server":
		return Say("care.server")
	}
	return care
}

// Clone returns a deep copy.
func (s *State) Clone() *State {
	if s == nil {
		return nil
	}
	c := *s
	c.Position = copyOf(s.Position)
	c.Health, c.Hunger, c.Saturation, c.Oxygen = copyOf(s.Health), copyOf(s.Hunger), copyOf(s.Saturation), copyOf(s.Oxygen)
	c.World, c.Time, c.Deaths = copyOf(s.World), copyOf(s.Time), copyOf(s.Deaths)
	c.Inventory = slices.Clone(s.Inventory)
	c.Armor = append([]string(nil), s.Armor...)
	if s.Nearby != nil {
		c.Nearby = &Nearby{
			Blocks: append([]Sight(nil), s.Nearby.Blocks...), Entities: append([]Sight(nil), s.Nearby.Entities...),
			Players: append([]Sight(nil), s.Nearby.Players...),
		}
	}
	return &c
}

func copyOf[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}
