// SPDX-License-Identifier: MIT

package install

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Mod is one that the script needs or is better with.
type Mod struct {
	Name string
	// Version of it for the game, in words; Why it is wanted.
	Version, Why string
	// Needed: without it nothing works.
	Needed bool
}

// Missing are the mods that are not in a game's folder. version and loader are the
// game's, as far as they are known.
func Missing(dir, version, loader string) []Mod {
	game := strings.TrimSpace(version + " " + loader)
	game = cmp.Or(game, "your game")
	var out []Mod
	files, _ := os.ReadDir(filepath.Join(dir, "mods"))
	has := func(name string) bool {
		return slices.ContainsFunc(files, func(f os.DirEntry) bool {
			n := strings.ToLower(f.Name())
			return strings.HasSuffix(n, ".jar") && strings.Contains(n, name)
		})
	}
	if !has("minescript") {
		out = append(out, Mod{"Minescript", "5.0 for " + game, "runs the script inside the game", true})
	}
	if !has("baritone") {
		out = append(out, Mod{
			"Baritone (the api file)", baritone(version) + " for " + game, "finds long ways; without it the script walks and digs by itself", false,
		})
	}
	return out
}

// baritone is the release for a game version (Baritone's releases, read in November
// 2026).
func baritone(version string) string {
	switch version {
	case "1.21.6", "1.21.7", "1.21.8":
		return "1.15.0"
	case "26.3":
		return "1.20.0"
	}
	return "the release"
}

// Loads reports whether a game with this loader takes mods; unknown ones may.
func Loads(loader string) bool { return loader != "vanilla" }
