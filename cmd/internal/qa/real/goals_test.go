// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/minehand/minehand/cmd/internal/botrun"
)

// versions are those that the test server speaks; each has a game of its own.
var versions = botrun.Tested

// goalCase is a case in a game that the cases before it have used too.
type goalCase struct {
	name string
	run  func(*testing.T, *rig)
}

func TestReal(t *testing.T) {
	playInTurn(t, []goalCase{
		{"tools from nothing", toolsFromNothing},
		{"iron", iron},
		{"chest, food and a zombie", chestFoodZombie},
		{"a list through play", playList},
		{"mixed planks", mixedPlanks},
		{"chunks come late", lateChunks},
		{"the server turns the bot away", turnedAway},
		{"a zombie and hunger while it works", staysAlive},
		{"a shield", behindShield},
		{"walled in", walledIn},
		{"lava, deep water and powder snow", outOfLava},
	})
}

// TestFaults plays what ends a process, a connection or a life.
func TestFaults(t *testing.T) {
	playInTurn(t, []goalCase{
		{"death", death},
		{"the game server restarts", serverRestarts},
		{"Minehand is killed while the body works", killedWhileRunning},
		{"Minehand is away while the body finishes", killedWhileFinished},
		{"the bot is killed", botKilled},
		{"its supervisor is killed", bodyKilled},
	})
}

// playInTurn plays the cases one after the other, in one game for each version.
func playInTurn(t *testing.T, cases []goalCase) {
	t.Parallel()
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, v, rigArgs{})
			for _, c := range cases {
				if !t.Run(c.name, func(t *testing.T) { r.fresh(t); c.run(t, r) }) && r.gone() {
					t.Fatal("a process is gone")
				}
			}
			if list := r.server.faults(); len(list) > 0 {
				t.Errorf("faults of the game server: %v", list)
			}
		})
	}
}

// gone reports whether a process ended that the other cases need.
func (r *rig) gone() bool {
	for _, p := range []*process{r.server.p, r.serve, r.body} {
		select {
		case <-p.ended:
			return true
		default:
		}
	}
	return false
}

// toolsFromNothing has only trees and stone.
func toolsFromNothing(t *testing.T, r *rig) {
	s := r.server
	logs, stone := s.count(t, "dug:oak_log"), s.count(t, "dug:stone")
	r.complete(t, r.submit(t, "get a wooden pickaxe, 8 cobblestone and a furnace"))
	r.carries(t, map[string]int{"wooden_pickaxe": 1, "cobblestone": 8, "furnace": 1})
	if logs, stone = s.count(t, "dug:oak_log")-logs, s.count(t, "dug:stone")-stone; logs < 3 || stone < 16 {
		t.Errorf("only %d logs and %d stone were dug for it", logs, stone)
	}
}

// iron has ore in the ground, coal and a stone pickaxe at hand.
func iron(t *testing.T, r *rig) {
	s := r.server
	for x := 10; x < 14; x++ {
		s.do(t, "setblock", fields{"x": x, "y": 64, "z": 4, "block": "iron_ore"})
	}
	r.give(t, "stone_pickaxe", 1)
	r.give(t, "coal", 2)
	before := s.count(t, "dug:iron_ore")
	r.complete(t, r.submit(t, "get 4 iron ingots"))
	r.carries(t, map[string]int{"iron_ingot": 4})
	if n := s.count(t, "dug:iron_ore") - before; n < 4 {
		t.Errorf("only %d ore were dug for it", n)
	}
}

// chestFoodZombie are lists of actions.
func chestFoodZombie(t *testing.T, r *rig) {
	s := r.server
	at := fields{"x": 10, "y": 64, "z": 6}
	s.do(t, "fill", fields{"x": 9, "y": 63, "z": 5, "x2": 12, "y2": 63, "z2": 7, "block": "grass_block"})
	s.do(t, "setblock", fields{"x": 10, "y": 64, "z": 6, "block": "chest"})
	s.do(t, "chest", fields{"x": 10, "y": 64, "z": 6, "items": []any{}})
	with := func(kind, item string, n int) fields {
		f := fields{"type": kind, "item": item, "quantity": n}
		for k, v := range at {
			f[k] = v
		}
		return f
	}
	r.give(t, "iron_ingot", 5)
	r.give(t, "bread", 2)
	r.give(t, "oak_planks", 1)
	s.do(t, "vitals", fields{"player": player, "food": 10})
	r.perform(t, with("deposit", "iron_ingot", 4), with("withdraw", "iron_ingot", 1), fields{"type": "consume", "item": "bread"},
		fields{"type": "place", "block": "oak_planks", "x": 12, "y": 64, "z": 6})
	if have := s.chest(t, 10, 64, 6); have["iron_ingot"] != 3 || len(have) != 1 {
		t.Errorf("the chest holds %v", have)
	}
	if have := s.items(t); have["iron_ingot"] != 2 || have["bread"] != 1 || have["oak_planks"] != 0 {
		t.Errorf("the player carries %v", have)
	}
	if b := s.block(t, 12, 64, 6); b != "oak_planks" {
		t.Errorf("%s stands where planks were placed", b)
	}
	if food, _ := s.do(t, "player", fields{"player": player})["food"].(float64); food < 14 {
		t.Errorf("the player's hunger is %v after bread", food)
	}

	r.give(t, "stone_sword", 1)
	killed := s.count(t, "killed:zombie")
	s.do(t, "mob", fields{"mob": "zombie", "x": 16.5, "y": 64, "z": 8.5})
	r.perform(t, fields{"type": "attack", "target": "zombie", "quantity": 1})
	if n := s.count(t, "killed:zombie") - killed; n != 1 {
		t.Errorf("%d zombies were killed", n)
	}
}

// playList runs a list through `minehand play` with a second bot.
func playList(t *testing.T, r *rig) {
	dir := t.TempDir()
	file := filepath.Join(dir, "list.json")
	list := `[{"type": "mine", "target": "oak_log", "quantity": 1}, {"type": "craft", "recipe": "oak_planks", "quantity": 4}, {"type": "craft", "recipe": "crafting_table"}]`
	if err := os.WriteFile(file, []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	play := spawn(t, t, "play", dir, program, "play", "--actions", file, "--body", "external", "--port", "0", "--json", "--plain")
	until(t, patience, "play to listen", func() bool { return listens.MatchString(play.out.text()) })
	port := listens.FindStringSubmatch(play.out.text())[1]
	second := spawn(t, t, "the second body", root, program, "body", "--server", "127.0.0.1:"+strconv.Itoa(r.server.port),
		"--port", port, "--name", "Other", "--cache-dir", cache, "--after", "leave")
	until(t, goalTime, "play to end", func() bool {
		select {
		case <-play.ended:
			return true
		default:
			return false
		}
	})
	out := strings.Split(strings.TrimSpace(play.out.text()), "\n")
	var last struct {
		Status    string
		Inventory map[string]int
	}
	if err := json.Unmarshal([]byte(out[len(out)-1]), &last); err != nil || last.Status != "complete" {
		t.Fatalf("play ended with %s (%v)", out[len(out)-1], err)
	}
	if have := sum(r.server.do(t, "inventory", fields{"player": "Other"})); have["crafting_table"] != 1 {
		t.Errorf("the second player carries %v", have)
	}
	until(t, patience, "the second body to leave after the last goal and end", func() bool {
		select {
		case <-second.ended:
			return true
		default:
			return false
		}
	})
}
