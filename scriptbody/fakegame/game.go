// SPDX-License-Identifier: MIT

package fakegame

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/sim"
)

// Config says what game to be. The zero value is the newest kind of game, with its
// window in front, without Baritone.
type Config struct {
	// World to play in; its Speed has to be a number above 0.
	World sim.Config
	// Player is the player's name; empty means Alex.
	Player string
	// Loader is fabric or neoforge; empty means fabric.
	Loader string
	// OldNames gives the names that games before 26.1 have (ClickType,
	// handleInventoryMouseClick) instead of those since.
	OldNames bool
	// NoReflection: no class is found, as in an obfuscated game without mappings.
	NoReflection bool
	// Baritone is installed.
	Baritone bool
	// View is how many chunks around the player's have come in; 0 means all.
	View int
	// Owned names the kinds of animals that are somebody's.
	Owned []string
	// Mods are recipes of items that the embedded world does not know, shown in the
	// recipe book only.
	Mods []ModRecipe
}

// ModRecipe is a recipe that a mod adds.
type ModRecipe struct {
	Result string
	// Display is what players see of the result.
	Display string
	Count   int
	// Ingredients, each of any of its items.
	Ingredients [][]string
}

// Game is one running game with one player. Its methods may be called from any
// goroutine.
type Game struct {
	world *sim.World
	cfg   Config

	mu sync.Mutex
	// Owned by mu:
	last       float64 // simulated second of the last tick
	keys       map[string]bool
	clicks     map[string]int
	yaw, pitch float64
	fallen     float64
	vy         float64
	grounded   bool
	breaking   game.Pos
	broken     float64 // of the block that is being broken, 0 to 1
	useDelay   int     // ticks
	eaten      int     // ticks of the meal
	hitDelay   int     // ticks
	menu       *menu   // that is open; never nil
	inventory  *menu   // the player's own
	screen     string  // title, "" for none
	cursor     sim.Held
	windows    int
	wounds     map[string]float64
	furnaces   map[game.Pos]*furnace
	focus      bool
	dead       bool
	script     *script // that runs, nil for none
	objects    objects
	path       *path // Baritone's
	joined     bool
}

// New makes a game and its world.
func New(cfg Config) (*Game, error) {
	if s := cfg.World.Speed; s <= 0 || math.IsInf(s, 1) || math.IsNaN(s) {
		return nil, fmt.Errorf("the game's speed is %g: give game seconds a second, such as 10", s)
	}
	cfg.Player = cmp.Or(cfg.Player, "Alex")
	cfg.Loader = cmp.Or(cfg.Loader, "fabric")
	w, err := sim.New(cfg.World)
	if err != nil {
		return nil, err
	}
	g := &Game{
		world: w, cfg: cfg, keys: map[string]bool{}, clicks: map[string]int{}, grounded: true, focus: true,
		wounds: map[string]float64{}, furnaces: map[game.Pos]*furnace{}, joined: true,
	}
	g.inventory = &menu{kind: grid2, own: make([]sim.Held, 5)}
	g.menu = g.inventory
	g.objects.reset()
	return g, nil
}

// World is the world, for what is true in it.
func (g *Game) World() *sim.World { return g.world }

// Press is a key that a person presses: 0 up, 1 down (GLFW's codes). The script's
// listeners hear of it; the game's own keys do not move by it.
func (g *Game) Press(key, action int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tell("key", map[string]any{
		"type": "key", "key": key, "scan_code": 0, "action": action, "modifiers": 0, "time": now(), "screen": g.screenName(),
	})
}

// Hear is a line that the chat shows.
func (g *Game) Hear(line string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tell("chat", map[string]any{"type": "chat", "message": line, "time": now()})
}

// Focus says whether the game's window is in front; behind, nothing is dug.
func (g *Game) Focus(front bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.focus = front
}

// Show opens a screen of the player's own, such as "Options"; "" closes it.
func (g *Game) Show(screen string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.screen = screen
	clear(g.keys)
}

// Kill ends the player's life.
func (g *Game) Kill() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.hands(func(h *sim.Hands) { h.Hurt("test", 100); g.afterHurt(h) })
}

func now() float64 { return float64(time.Now().UnixMilli()) / 1000 }

func (g *Game) screenName() any {
	if g.screen == "" {
		return nil
	}
	return g.screen
}

// hands calls f with the player's hands. No action runs in this world, so that they
// are always free.
func (g *Game) hands(f func(h *sim.Hands)) { _ = g.world.ByHand(f) }

// tickEvery is how often the game looks at the clock.
const tickEvery = 4 * time.Millisecond

// tickMost bounds how many ticks are made up for at once.
const tickMost = 40

// live lets the game tick until ctx ends.
func (g *Game) live(ctx context.Context) {
	ticker := time.NewTicker(tickEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		g.mu.Lock()
		g.hands(func(h *sim.Hands) {
			n := int((h.Now() - g.last) * 20)
			if n > tickMost {
				g.last, n = h.Now(), tickMost
			} else {
				g.last += float64(n) / 20
			}
			for range n {
				g.tick(h)
			}
		})
		g.mu.Unlock()
	}
}

// tick is a twentieth of a second.
func (g *Game) tick(h *sim.Hands) {
	g.smelt(h)
	if g.dead {
		return
	}
	if g.path != nil {
		g.path.step(g, h)
	} else {
		g.move(h)
	}
	g.attack(h)
	g.use(h)
	g.throw(h)
	g.pickUp(h)
}
