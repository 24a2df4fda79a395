// SPDX-License-Identifier: MIT

package botrun

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
)

// The least Node that runs TypeScript sources as they are (type stripping is on
// without a flag since 22.18), and the npm package that brings one.
const (
	leastMajor  = 22
	leastMinor  = 18
	nodePackage = "node@22"
)

// findNode returns a Node that is new enough: the one on the PATH, the one
// installed before, or a new one from npm.
func findNode(ctx context.Context, cfg Config) (string, error) {
	if path, err := exec.LookPath("node"); err == nil && newEnough(ctx, path) {
		return path, nil
	}
	dir := filepath.Join(cfg.Cache, "node22")
	node := nodeIn(dir)
	if newEnough(ctx, node) {
		return node, nil
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		return "", &Refusal{Why: game.Say("join.no-node")}
	}
	cfg.Say(game.Say("join.node"))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", &Refusal{game.Say("join.folder", "dir", dir), err}
	}
	download := filepath.Join(dir, "npm-cache")
	err = watched(ctx, cfg.Installed, bytesOf(dir, nodeBytes), func() error {
		return run(ctx, dir, nil, npm, "install", "--prefix", dir, "--cache", download, "--no-audit", "--no-fund", nodePackage)
	})
	if err != nil {
		return "", &Refusal{game.Say("join.npm-node"), err}
	}
	_ = os.RemoveAll(download) // only in the way, not wrong
	if !newEnough(ctx, node) {
		return "", &Refusal{Why: game.Say("join.node-broken")}
	}
	return node, nil
}

// nodeIn is where npm's node package puts the program.
func nodeIn(dir string) string {
	return filepath.Join(dir, "node_modules", "node", "bin", nodeName())
}

// newEnough runs the program and reads its version.
func newEnough(ctx context.Context, node string) bool {
	out, err := exec.CommandContext(ctx, node, "--version").Output()
	return err == nil && versionFits(strings.TrimSpace(string(out)))
}

// versionFits reads "v22.18.0".
func versionFits(text string) bool {
	parts := strings.SplitN(strings.TrimPrefix(text, "v"), ".", 3)
	if len(parts) < 2 {
		return false
	}
	major, err1 := strconv.Atoi(parts[0])
	minor, err2 := strconv.Atoi(parts[1])
	return err1 == nil && err2 == nil && (major > leastMajor || major == leastMajor && minor >= leastMinor)
}
