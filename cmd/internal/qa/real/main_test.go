// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/minehand/minehand/cmd/internal/botrun"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
)

// What TestMain prepared.
var (
	// root is the top of the tree.
	root string
	// cache keeps Node and the bot's packages from run to run.
	cache string
	// node is a Node that is new enough.
	node string
	// program is the minehand under test.
	program string
)

func TestMain(m *testing.M) {
	code, err := run(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, "real:", err)
		code = 1
	}
	os.Exit(code)
}

func run(m *testing.M) (int, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 6*time.Minute)
	defer cancel()
	var err error
	if root, err = filepath.Abs("../../../.."); err != nil {
		return 0, err
	}
	cache = filepath.Join(root, "build", ".cache", "minehand")
	bot, err := botrun.Prepare(ctx, botrun.Config{Cache: cache, Say: func(m game.Message) { fmt.Fprintln(os.Stderr, messages.InEnglish(m)) }})
	if err != nil {
		return 0, err
	}
	node = bot.Node()
	dir, err := os.MkdirTemp("", "minehand-real-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	program = filepath.Join(dir, "minehand")
	// As `make build` does, so that nothing is compiled twice.
	build := exec.CommandContext(ctx, "go", "build", "-o", program, "./cmd/minehand")
	build.Dir, build.Stdout, build.Stderr = root, os.Stderr, os.Stderr
	if err := build.Run(); err != nil {
		return 0, fmt.Errorf("build minehand: %w", err)
	}
	// An interrupted run leaves nothing behind; the bots leave with their
	// supervisors.
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		killAll()
		os.Exit(1)
	}()
	return m.Run(), nil
}
