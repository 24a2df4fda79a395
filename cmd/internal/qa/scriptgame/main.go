// SPDX-License-Identifier: MIT

// Command scriptgame plays the script body in the fake game: the player's own character
// without Minecraft, for tests and for trying things.
//
// Usage:
//
//	go run ./cmd/internal/qa/scriptgame -port 9876 -seed 1
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/minehand/minehand/scriptbody"
	"github.com/minehand/minehand/scriptbody/fakegame"
	"github.com/minehand/minehand/sim"
)

func main() {
	port := flag.Int("port", 9876, "port of Minehand")
	seed := flag.Int64("seed", 1, "seed of the world")
	speed := flag.Float64("speed", 8, "game seconds a second")
	python := flag.String("python", "python3", "Python 3.10 or later")
	baritone := flag.Bool("baritone", false, "Baritone is installed")
	plain := flag.Bool("plain", false, "without --experimental")
	blind := flag.Bool("blind", false, "reflection finds no class")
	old := flag.Bool("old", false, "the names of games before 26")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	g, err := fakegame.New(fakegame.Config{
		World: sim.Config{Seed: *seed, Speed: *speed, Made: "fake"}, Baritone: *baritone, NoReflection: *blind, OldNames: *old,
	})
	if err == nil {
		err = play(ctx, g, *python, *port, !*plain)
	}
	if err != nil && ctx.Err() == nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// play writes the script to a folder of its own and runs it in the game.
func play(ctx context.Context, g *fakegame.Game, python string, port int, experimental bool) error {
	say := func(line string) { fmt.Fprintln(os.Stderr, strings.TrimSpace(line)) }
	return runScript(ctx, g, python, port, experimental, say)
}

func runScript(ctx context.Context, g *fakegame.Game, python string, port int, experimental bool, say func(string), more ...string) error {
	dir, err := os.MkdirTemp("", "scriptgame")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	script := filepath.Join(dir, "minehand.py")
	if err := os.WriteFile(script, scriptbody.Script(), 0o600); err != nil {
		return err
	}
	// A python that finds another by its environment does not in the game's.
	real, err := exec.CommandContext(ctx, python, "-c", "import sys; print(sys.executable)").Output()
	if err != nil {
		return fmt.Errorf("%s: %w", python, err)
	}
	args := append([]string{"--port", fmt.Sprint(port)}, more...)
	if experimental {
		args = append(args, "--experimental")
	}
	return g.Run(ctx, say, strings.TrimSpace(string(real)), script, args...)
}
