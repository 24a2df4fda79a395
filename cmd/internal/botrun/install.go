// SPDX-License-Identifier: MIT

package botrun

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"github.com/minehand/minehand/bot"
	"github.com/minehand/minehand/game"
)

// Config of a bot's install and run.
type Config struct {
	// Cache is the folder that keeps Node, sources and packages.
	Cache string
	// Program is the folder of the program, beside which a bundle may lie; empty
	// for that of this process.
	Program string
	// Viewer also installs what shows the bot's view.
	Viewer bool
	// Say is told what takes long. Required.
	Say func(game.Message)
	// Installed is told how much of what Say named last is there, in percent; nil for
	// nobody who asks.
	Installed func(percent int)
	// Output gets the bot's own log lines; nil discards them.
	Output io.Writer
}

// Bot is an installed body, ready to run.
type Bot struct {
	cfg  Config
	node string
	dir  string
	// leave is how long the bot may take to end when it is asked to.
	leave time.Duration
}

// Node is the program that the bot runs with.
func (b *Bot) Node() string { return b.node }

// DefaultCache is where a user's bot is kept.
func DefaultCache() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no cache folder to install the bot into: %w", err)
	}
	return filepath.Join(dir, "minehand"), nil
}

// Prepare finds or installs everything that the bot needs. The first time takes
// a minute or two and says so.
func Prepare(ctx context.Context, cfg Config) (*Bot, error) {
	sum, err := fingerprint(bot.Files)
	if err != nil {
		return nil, err
	}
	if cfg.Program == "" {
		cfg.Program = programDir()
	}
	if !cfg.Viewer { // which no bundle has
		if dir, node, found := bundled(ctx, cfg.Program, sum); found {
			return &Bot{cfg: cfg, node: node, dir: dir, leave: leaveTime}, nil
		}
	}
	// Install steps and the bot run in folders of their own: a relative path
	// would be looked for in there.
	cache, err := filepath.Abs(cfg.Cache)
	if err != nil {
		return nil, fmt.Errorf("the bot's folder cannot be found: %w", err)
	}
	cfg.Cache = cache
	if err := os.MkdirAll(cfg.Cache, 0o755); err != nil {
		return nil, &Refusal{game.Say("join.folder", "dir", cfg.Cache), err}
	}
	unlock, err := lock(ctx, cfg)
	if err != nil {
		return nil, err
	}
	defer unlock()
	node, err := findNode(ctx, cfg)
	if err != nil {
		return nil, err
	}
	b := &Bot{cfg: cfg, node: node, dir: filepath.Join(cfg.Cache, botPrefix+sum), leave: leaveTime}
	if err := b.install(ctx, b.dir, "join.packages"); err != nil {
		return nil, err
	}
	if cfg.Viewer {
		if err := b.install(ctx, filepath.Join(b.dir, "viewer"), "join.viewer"); err != nil {
			return nil, err
		}
	}
	prune(cfg, b.dir, time.Now())
	return b, nil
}

// botPrefix begins the name of each installed version's folder.
const botPrefix = "bot-"

// unusedTime is how long another version's folder of some hundred MB is kept
// after it was last used.
const unusedTime = 14 * 24 * time.Hour

// prune marks this version as used and removes those that were not for long.
func prune(cfg Config, used string, now time.Time) {
	_ = os.Chtimes(filepath.Join(used, doneMark), now, now) // at worst it is installed again some day
	dirs, _ := filepath.Glob(filepath.Join(cfg.Cache, botPrefix+"*"))
	for _, dir := range dirs {
		info, err := os.Stat(filepath.Join(dir, doneMark))
		if dir == used || err != nil || now.Sub(info.ModTime()) < unusedTime {
			continue
		}
		if err := os.RemoveAll(dir); err != nil {
			cfg.Say(game.Say("join.old", "why", err.Error()))
		}
	}
}

// lock keeps two programs from installing at once.
func lock(ctx context.Context, cfg Config) (func(), error) {
	l := flock.New(filepath.Join(cfg.Cache, "install.lock"))
	if ok, err := l.TryLock(); err != nil || !ok {
		cfg.Say(game.Say("join.other"))
		if _, err := l.TryLockContext(ctx, time.Second); err != nil {
			return nil, fmt.Errorf("the bot's folder stays locked by another Minehand: %w", err)
		}
	}
	return func() { _ = l.Unlock() }, nil
}

// doneMark is the file that says that a folder's install was finished.
const doneMark = ".installed"

// install unpacks the sources, when they are the bot's own folder, and installs
// the folder's packages unless that was finished before; what is the code of what it says.
func (b *Bot) install(ctx context.Context, dir, what string) error {
	done := filepath.Join(dir, doneMark)
	if _, err := os.Stat(done); err == nil {
		return nil
	}
	if dir == b.dir {
		if err := unpack(bot.Files, dir); err != nil {
			return &Refusal{game.Say("join.folder", "dir", dir), err}
		}
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		return &Refusal{Why: game.Say("join.no-npm")}
	}
	b.cfg.Say(game.Say(what))
	err = watched(ctx, b.cfg.Installed, packages(dir), func() error {
		return run(ctx, dir, b.environ(), npm, "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund")
	})
	if err != nil {
		return &Refusal{game.Say("join.npm"), err}
	}
	if err := os.WriteFile(done, nil, 0o644); err != nil {
		return &Refusal{game.Say("join.folder", "dir", dir), err}
	}
	return nil
}

// environ puts our Node first on the PATH, so that npm and its scripts run
// with it.
func (b *Bot) environ() []string {
	path := filepath.Dir(b.node) + string(os.PathListSeparator) + os.Getenv("PATH")
	env := os.Environ()
	for i, e := range env {
		if strings.HasPrefix(strings.ToUpper(e), "PATH=") {
			env[i] = "PATH=" + path
			return env
		}
	}
	return append(env, "PATH="+path)
}

// wanted leaves out what only tests need.
func wanted(path string) bool { return !strings.HasSuffix(path, ".test.ts") }

func unpack(files fs.FS, dir string) error {
	return fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return os.MkdirAll(filepath.Join(dir, filepath.FromSlash(path)), 0o755)
		case !wanted(path):
			return nil
		}
		data, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, filepath.FromSlash(path)), data, 0o644)
	})
}

// fingerprint names the sources: another content is another folder.
func fingerprint(files fs.FS) (string, error) {
	h := sha256.New()
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !wanted(path) {
			return err
		}
		data, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%s %d\n", path, len(data))
		_, err = h.Write(data)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("the bot's sources cannot be read: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil))[:12], nil
}

// run runs an install step and shows its last words when it fails.
func run(ctx context.Context, dir string, env []string, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, env
	tail := &tailWriter{}
	cmd.Stdout, cmd.Stderr = tail, tail
	cmd.WaitDelay = leaveTime
	own(cmd)
	err := cmd.Run()
	sweep(cmd)
	if err != nil {
		return fmt.Errorf("%s: %w: %s", filepath.Base(name), err, tail.last())
	}
	return nil
}

// tailWriter keeps the end of what a program printed.
type tailWriter struct{ data []byte }

const tailSize = 2000

func (t *tailWriter) Write(p []byte) (int, error) {
	t.data = append(t.data, p...)
	if len(t.data) > 2*tailSize {
		t.data = append([]byte(nil), t.data[len(t.data)-tailSize:]...)
	}
	return len(p), nil
}

// last is the last lines, as one.
func (t *tailWriter) last() string {
	var lines []string
	s := bufio.NewScanner(strings.NewReader(string(t.data)))
	for s.Scan() {
		if line := strings.TrimSpace(s.Text()); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) > 5 {
		lines = lines[len(lines)-5:]
	}
	return strings.Join(lines, " / ")
}
