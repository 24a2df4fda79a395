// SPDX-License-Identifier: MIT

package sim

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"sort"
	"sync"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// defaultSpeed is how many simulated seconds pass in a wall second.
const defaultSpeed = 60

// Config says which world to make. The zero value is Minecraft's default
// version, seed 1, empty-handed, at DefaultSpeed.
type Config struct {
	// Version of Minecraft; empty means data.DefaultVersion.
	Version string
	// Seed of the world; 0 means 1.
	Seed int64
	// Made tells worlds of one seed apart where what was done in one must not be taken
	// for done in another; empty where that does not matter.
	Made string
	// Inventory is what the player starts with, item -> count.
	Inventory map[string]int
	// Blocks stand where they are said to, as if the player had placed them; "" is
	// air, and a crop is ripe but for "wheat[age=0]". A position without a dimension is in the overworld.
	Blocks map[game.Pos]string
	// Ground is what the land is made of there instead, "" for air: part of it, which nobody
	// looks for as for what was placed.
	Ground map[game.Pos]string
	// Time of day in ticks at which the world begins; 0 is six in the morning.
	Time int
	// At is where the player starts, in the overworld; nil means the world's own
	// place. A height of 0 means on the ground.
	At *game.Pos
	// Hunger is the player's at the start, 1 to 20; 0 means 20.
	Hunger float64
	// Wild leaves out what structures are made of: no villages, no mineshafts.
	Wild bool
	// Monsters come out in the dark (see prowl); without it there is peace.
	Monsters bool
	// Owner is the name of a second player, who stands some steps from where the first
	// one starts and picks up what is dropped for them; empty means that nobody else
	// is there.
	Owner string
	// Speed in simulated seconds a wall second; 0 means DefaultSpeed, Unlimited
	// means that no time is waited for.
	Speed float64
	// Watch is told of everything that occurs, in order; nil for nobody. It must
	// return at once and call nothing of the world.
	Watch func(Occurrence)
	// Pace is told where a player stands each time that an action has let time pass, a second
	// at most while they walk; nil for nobody. It must return at once, and may call no more of
	// the world than TakeChanges.
	Pace func(seconds float64, feet game.Vec3)
}

// Unlimited is the speed at which simulated time costs no wall time: it passes
// only while actions run.
var Unlimited = math.Inf(1)

// World is a Minecraft world as one of its players has it: the ground is shared by all
// that Join made, the player is its own. Its methods may be called from any goroutine; one
// action of a player runs at a time.
type World struct {
	*common

	// Owned by mu:
	number  int     // of the player, the first is 0
	now     float64 // simulated seconds since the world began, as far as this player has lived them
	rng     *rand.Rand
	player  player
	chat    []string
	events  []Event
	deaths  int
	slain   int // monsters that the player killed
	running *run

	untaken untaken
}

// common is what all players of a world share.
type common struct {
	data  *data.Version
	seed  int64
	made  string
	clock *Clock
	watch func(Occurrence)
	pace  func(seconds float64, feet game.Vec3)

	mu sync.Mutex
	// Owned by mu:
	land    *land
	players []*World
	nights  *nights             // nil where there is peace
	offset  float64             // ticks that sleeping skipped, for the time of day
	owner   *owner              // nil when nobody else is there
	changed map[game.Pos]string // blocks that differ from the land; "" is air
	moved   map[game.Pos]bool   // doors that stand open, levers that are on
	given   map[game.Pos]string // those of them that the world was made with
	grown   map[game.Pos]bool   // and those that grew by themselves
	placed  map[game.Pos]string // blocks that a player placed and that stand
	placing map[game.Pos]int    // how often a player placed a block there
	chests  map[game.Pos][]slot
	fires   map[game.Pos]int // ticks of fire left in a furnace, steps in a brewing stand
	litter  []litter
	killed  map[mobKey]bool
	shorn   map[mobKey]float64 // and when the wool is back
	traded  map[stall]*stock   // what villagers sold and bought
	fed     map[mobKey]float64 // animals that were bred, and when they may be again
	born    []young
	fields  map[game.Pos]*field            // what is planted
	wet     map[game.Pos]bool              // farmland, and whether water is near
	emptied map[game.Pos]float64           // bee nests, and when they are full again
	portals map[string]map[string]game.Pos // to a dimension: where one stands for them on either side
}

// Event is something that happened to the player: died, respawned, hurt or
// dimension_changed.
type Event struct {
	Name string
	Data map[string]any
}

// New makes a world. It fails for a version or an item that does not exist and
// for more items than fit into the inventory.
func New(cfg Config) (*World, error) {
	v, err := data.Load(cfg.Version)
	if err != nil {
		return nil, fmt.Errorf("make the world: %w", err)
	}
	cfg.Seed = cmp.Or(cfg.Seed, 1)
	cfg.Speed = cmp.Or(cfg.Speed, defaultSpeed)
	if cfg.Speed < 0 || math.IsNaN(cfg.Speed) {
		return nil, fmt.Errorf("the speed %g is no speed: give simulated seconds a wall second, such as 60", cfg.Speed)
	}
	w := &World{common: &common{
		data: v, seed: cfg.Seed, made: cfg.Made, clock: newClock(cfg.Speed), watch: cfg.Watch, pace: cfg.Pace,
		offset: float64(cfg.Time), land: newLand(v, cfg.Seed, cfg.Wild), moved: map[game.Pos]bool{},
		changed: map[game.Pos]string{}, placed: map[game.Pos]string{}, grown: map[game.Pos]bool{}, placing: map[game.Pos]int{},
		chests: map[game.Pos][]slot{}, fires: map[game.Pos]int{},
		killed: map[mobKey]bool{}, shorn: map[mobKey]float64{}, traded: map[stall]*stock{}, emptied: map[game.Pos]float64{}, portals: map[string]map[string]game.Pos{},
		fed: map[mobKey]float64{}, fields: map[game.Pos]*field{}, wet: map[game.Pos]bool{},
	}}
	if cfg.Monsters {
		w.nights = newNights(cfg.Seed)
	}
	if at := cfg.At; at != nil {
		w.land.spawn = game.Pos{X: at.X, Y: at.Y, Z: at.Z, Dimension: overworld}
		if at.Y == 0 {
			w.land.spawn.Y = ground + 1
		}
	}
	w.enter(cfg.Hunger)
	if err := errors.Join(w.set(cfg.Ground, false), w.set(cfg.Blocks, true)); err != nil {
		return nil, err
	}
	w.given = maps.Clone(w.changed)
	w.owner = w.newOwner(cfg.Owner)
	if err := w.bring(cfg.Inventory); err != nil {
		return nil, err
	}
	return w, nil
}

// Join brings another player into the world, who holds those items and stands where the
// first one began.
func (w *World) Join(items map[string]int, hunger float64) (*World, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	other := &World{common: w.common, now: w.clock.Now()}
	other.enter(hunger)
	if err := other.bring(items); err != nil {
		w.players = w.players[:other.number]
		return nil, err
	}
	return other, nil
}

// enter makes the player, who draws chances of their own.
func (w *World) enter(hunger float64) {
	w.number = len(w.players)
	w.players = append(w.players, w)
	w.rng = rand.New(rand.NewPCG(uint64(w.seed), 0x6d696e6568616e64+uint64(w.number)))
	w.player = newPlayer(w.land.spawn)
	if hunger > 0 {
		w.player.hunger, w.player.saturation = hunger, 0
	}
}

// bring puts what a player begins with into the inventory.
func (w *World) bring(items map[string]int) error {
	names := make([]string, 0, len(items))
	for name := range items {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		n, id := items[name], game.Name(name)
		if _, ok := w.data.Item(id); !ok {
			return fmt.Errorf("the inventory names %q, which is no item of Minecraft %s", name, w.data.Name)
		}
		if n < 0 {
			return fmt.Errorf("the inventory holds %s: give a count of 0 or more", game.Counted(n, id))
		}
		if left := w.give(id, n); left > 0 {
			return fmt.Errorf("%s do not fit into the inventory of 36 slots: give less", game.Counted(n, id))
		}
		w.items(Began, id, n, game.Pos{})
	}
	if item := w.player.inv[w.player.selected].item; item != "" {
		w.tell(Occurrence{What: InHand, Name: item, Slot: w.player.selected})
	}
	return nil
}

// set puts blocks into a world that has just been made, as if the player had placed them or
// as a part of the land.
func (w *World) set(blocks map[game.Pos]string, placed bool) error {
	for p, name := range blocks {
		p.Dimension = cmp.Or(p.Dimension, overworld)
		id := game.Name(game.BlockName(name))
		if _, ok := w.data.Block(id); !ok && id != "" {
			return fmt.Errorf("at %s there is to be %q, which is no block of Minecraft %s", p, name, w.data.Name)
		}
		w.changed[p] = id
		if id == "" || !placed {
			continue
		}
		w.placed[p] = id
		w.furnish(p, id, name)
	}
	return nil
}

// furnish gives a block that is set what belongs to it: a chest its slots, a crop its age.
func (w *World) furnish(p game.Pos, id, name string) {
	switch c := w.cropNamed(id); {
	case holdsItems(id):
		w.chests[p] = make([]slot, chestSlots)
	case id == farmland:
		w.wet[p] = true
	case c != nil && c.block == id && c.soils == nil:
		w.fields[p] = &field{crop: c, since: w.now}
		if game.BlockProperty(name, "age") != "0" {
			w.fields[p].since -= grownUp
		}
	}
}

// grownUp is how long ago a crop was sown that stands ripe when the world begins, in seconds.
const grownUp = 1e6

// Version is the version whose tables the world uses.
func (w *World) Version() string { return w.data.Name }

// Seed is the seed that the world was made from.
func (w *World) Seed() int64 { return w.seed }

// ID is the world's name on the wire: minehand-sim-SEED, and .MADE behind it.
func (w *World) ID() string {
	id := fmt.Sprintf("minehand-sim-%d", w.seed)
	if w.made != "" {
		id += "." + w.made
	}
	return id
}

// Clock is the world's clock.
func (w *World) Clock() *Clock { return w.clock }

// TakeEvents returns what happened since the last call, oldest first.
func (w *World) TakeEvents() []Event {
	w.mu.Lock()
	defer w.mu.Unlock()
	e := w.events
	w.events = nil
	return e
}

func (w *World) event(name string, data map[string]any) {
	const most = 1000 // no one may be listening
	if len(w.events) < most {
		w.events = append(w.events, Event{Name: name, Data: data})
	}
}

// catchUp lets the time that passed without an action pass in the world too.
func (w *World) catchUp() {
	if w.running == nil {
		w.advance(w.clock.Now())
		if w.player.health <= 0 && w.nights != nil { // nobody is there who would come back by hand
			w.respawn()
		}
	}
}

// blockAt is the block that stands at a position; "" is air.
func (w *World) blockAt(p game.Pos) string {
	if b, ok := w.changed[p]; ok {
		return b
	}
	return w.land.block(p)
}
