// SPDX-License-Identifier: MIT

package sim

import (
	"errors"
	"math"
	"testing"

	"go.uber.org/goleak"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// ends checks that what was done ended with a code; empty for success.
func ends(t *testing.T, err error, code game.Code) {
	t.Helper()
	var f *game.Failure
	if errors.As(err, &f); (f == nil) != (code == "") || f != nil && f.Code != code {
		t.Fatalf("it ended with %v, want %q", err, code)
	}
}

func newWorld(t testing.TB, cfg Config) *World {
	t.Helper()
	if cfg.Speed == 0 {
		cfg.Speed = Unlimited
	}
	w, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Times as the Minecraft Wiki gives them in each block's table of breaking
// times, and the formula of its page "Breaking" worked by hand.
func TestBreakTimes(t *testing.T) {
	w := newWorld(t, Config{})
	for _, c := range []struct {
		block, tool string
		seconds     float64
		drops       bool
	}{
		{"stone", "", 7.5, false},
		{"stone", "wooden_pickaxe", 1.15, true},
		{"stone", "stone_pickaxe", 0.6, true},
		{"stone", "iron_pickaxe", 0.4, true},
		{"stone", "diamond_pickaxe", 0.3, true},
		{"stone", "golden_pickaxe", 0.2, true},
		{"cobblestone", "wooden_pickaxe", 1.5, true},
		{"oak_log", "", 3, true},
		{"oak_log", "wooden_axe", 1.5, true},
		{"oak_log", "stone_axe", 0.75, true},
		{"oak_log", "wooden_pickaxe", 3, true},
		{"dirt", "", 0.75, true},
		{"dirt", "wooden_shovel", 0.4, true},
		{"sand", "stone_shovel", 0.2, true},
		{"coal_ore", "wooden_pickaxe", 2.25, true},
		{"iron_ore", "stone_pickaxe", 1.15, true},
		{"iron_ore", "wooden_pickaxe", 15, false},
		{"iron_ore", "golden_pickaxe", 15, false},
		{"diamond_ore", "iron_pickaxe", 0.75, true},
		{"deepslate_diamond_ore", "iron_pickaxe", 1.15, true},
		{"deepslate", "diamond_pickaxe", 0.6, true},
		{"obsidian", "diamond_pickaxe", 9.4, true},
		{"obsidian", "netherite_pickaxe", 8.35, true},
		{"obsidian", "iron_pickaxe", 250, false},
		{"ancient_debris", "diamond_pickaxe", 5.65, true},
		{"crafting_table", "", 3.75, true},
		{"furnace", "", 17.5, false},
		{"furnace", "wooden_pickaxe", 2.65, true},
		{"short_grass", "", 0, true},
	} {
		b, ok := w.data.Block(c.block)
		if !ok {
			t.Fatalf("no block %s", c.block)
		}
		ticks, drops := w.breakTicks(b, c.tool)
		if got := float64(ticks) / ticksPerSecond; math.Abs(got-c.seconds) > 1e-9 || drops != c.drops {
			t.Errorf("%s with %q takes %g s and drops: %v; want %g s, %v", c.block, c.tool, got, drops, c.seconds, c.drops)
		}
	}
	if bedrock, _ := w.data.Block("bedrock"); bedrock != nil {
		if ticks, _ := w.breakTicks(bedrock, "netherite_pickaxe"); ticks >= 0 {
			t.Error("bedrock can be broken")
		}
	}
}

// Without the right tool nothing drops, whatever the body is willing to do.
func TestWrongToolDropsNothing(t *testing.T) {
	w := newWorld(t, Config{Inventory: map[string]int{"wooden_pickaxe": 1}})
	f, ok := w.nearest("iron_ore")
	if !ok {
		t.Fatal("no iron")
	}
	b, _ := w.data.Block("iron_ore")
	if drops := w.remove(f.at, b, 0); len(drops) != 0 || w.blockAt(f.at) != "" {
		t.Fatalf("dropped %v", drops)
	}
}

func TestFallsHurtAndKill(t *testing.T) {
	w := newWorld(t, Config{Inventory: map[string]int{"dirt": 70}})
	up := func(n int) {
		at := w.feet()
		at.Y = ground + 1 + n
		w.player.at = at.Center()
	}
	up(3)
	if w.fall(); w.player.health != 20 {
		t.Fatalf("a fall of 3 left %g health", w.player.health)
	}
	up(10)
	if w.fall(); w.player.health != 13 {
		t.Fatalf("a fall of 10 left %g health, want 13", w.player.health)
	}
	w.advance(w.now + 100) // a point in four seconds, as long as hunger is 18: six of them
	if w.player.health != 19 || w.player.hunger != 16 {
		t.Fatalf("health is %g and hunger %g after 100 s, want 19 and 16", w.player.health, w.player.hunger)
	}
	up(23)
	if !w.fall() || w.deaths != 1 || len(w.player.inv.counts()) != 0 {
		t.Fatalf("a fall of 23 did not kill: %+v", w.player)
	}
	lying := 0
	for _, l := range w.litter {
		lying += l.count
	}
	if lying != 70 {
		t.Fatalf("%d of 70 dirt lie around", lying)
	}
	w.respawn()
	if w.feet() != w.land.spawn || w.player.health != 20 {
		t.Fatalf("came back as %+v", w.player)
	}
	names := []string{}
	for _, e := range w.TakeEvents() {
		names = append(names, e.Name)
	}
	if len(names) != 4 || names[2] != "died" || names[3] != "respawned" {
		t.Fatalf("events %v", names)
	}
	w.advance(w.now + litterLife + 1)
	if len(w.litter) != 0 {
		t.Fatal("dropped items stay for ever")
	}
}

// Digging away what one stands on ends in a fall; deep enough, in death.
func TestDiggingDownKills(t *testing.T) {
	w := newWorld(t, Config{Inventory: map[string]int{"diamond_pickaxe": 1}})
	feet := w.feet()
	for y := 30; y < ground; y++ {
		p := feet
		p.Y = y
		w.changed[p] = ""
	}
	at := below(feet)
	_, err := w.Do(t.Context(), game.Action{Kind: game.Mine, At: &at}, nil)
	var f *game.Failure
	if !errors.As(err, &f) || f.Code != game.CodeDied || w.Facts().Deaths != 1 {
		t.Fatalf("ended with %v", err)
	}
}

func TestHungerStarvesAndFeeds(t *testing.T) {
	w := newWorld(t, Config{Inventory: map[string]int{"bread": 1}})
	p := &w.player
	p.tire(20) // five points: all saturation
	if p.saturation != 0 || p.hunger != 20 {
		t.Fatalf("after 20: %+v", p)
	}
	p.tire(80)
	if p.hunger != 0 {
		t.Fatalf("hunger %g", p.hunger)
	}
	w.advance(w.now + 1000)
	if p.health != 1 {
		t.Fatalf("starving left %g health, want 1", p.health)
	}
	if _, err := w.Do(t.Context(), game.Action{Kind: game.Consume, Item: "bread"}, nil); err != nil {
		t.Fatal(err)
	}
	if p.hunger != 5 || p.saturation != 5 {
		t.Fatalf("bread gave hunger %g and saturation %g, want 5 and 5 (6, held to hunger)", p.hunger, p.saturation)
	}
}

func TestDayAndNight(t *testing.T) {
	w := newWorld(t, Config{Inventory: map[string]int{"white_bed": 1}})
	act := func(a game.Action) {
		t.Helper()
		if _, err := w.Do(t.Context(), a, nil); err != nil {
			t.Fatal(err)
		}
	}
	said := 0
	if _, err := w.Do(t.Context(), game.Action{Kind: game.Wait, Until: &game.Until{Phase: "night"}}, func(message string, _ float64) {
		if message == "Wait until night" {
			said++
		}
	}); err != nil || said < 50 {
		t.Fatalf("it says %d times that it waits: %v", said, err)
	}
	if n := w.timeOfDay(); n != nightBegins {
		t.Fatalf("night begins at %d", n)
	}
	act(game.Action{Kind: game.Place, Block: "white_bed"})
	act(game.Action{Kind: game.Sleep})
	if n := w.timeOfDay(); n != 0 {
		t.Fatalf("woke at %d", n)
	}
	act(game.Action{Kind: game.Wait, Until: &game.Until{Phase: "day"}})
	if n := w.timeOfDay(); n != 0 {
		t.Fatalf("waited for the day by day until %d", n)
	}
}

// Alternatives drop one at a time; gravel gives flint a tenth of the time
// (Minecraft Wiki, "Gravel").
func TestAlternativeDrops(t *testing.T) {
	w := newWorld(t, Config{})
	drops := []data.Drop{{Item: "flint", Min: 1, Max: 1, Chance: 0.1}, {Item: "gravel", Min: 1, Max: 1, Chance: 0.9}}
	got := map[string]int{}
	for range 10_000 {
		d := w.drawDrops(drops, false)
		if len(d) != 1 {
			t.Fatalf("dropped %v", d)
		}
		got[d[0].item]++
	}
	if got["flint"] < 900 || got["flint"] > 1100 {
		t.Fatalf("10,000 gravel gave %v", got)
	}
}
