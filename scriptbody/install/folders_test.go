// SPDX-License-Identifier: MIT

package install

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What launchers keep beside a game's folder.
const (
	prismPack = `{"components":[{"uid":"org.lwjgl3","version":"3"},{"uid":"net.minecraft","version":"1.21.5"},{"uid":"net.fabricmc.fabric-loader","version":"0.16.9"}]}`
	cursePack = `{"name":"All the Mods 10","gameVersion":"1.21.1","baseModLoader":{"name":"neoforge-21.1.90","minecraftVersion":"1.21.1"}}`
	profiles  = `{"profiles":{"a":{"name":"","lastVersionId":"latest-release","lastUsed":"2026-01-01T00:00:00Z"},
		"b":{"name":"Fabric","lastVersionId":"fabric-loader-0.16.9-1.21.8","lastUsed":"2026-03-01T00:00:00Z"},
		"c":{"name":"Apart","lastVersionId":"1.20.1","lastUsed":"2026-02-01T00:00:00Z","gameDir":"%s"}}}`
)

// systems are where launchers keep their games on each.
var systems = map[string]struct{ home, settings, prism, curse, game string }{
	"windows": {"Users/Mia", "Users/Mia/AppData/Roaming/", "PrismLauncher/instances", "Users/Mia/curseforge/minecraft/Instances", ".minecraft"},
	"darwin": {"Users/mia", "Users/mia/Library/Application Support/", "PrismLauncher/instances",
		"Users/mia/Documents/curseforge/minecraft/Instances", "minecraft"},
	"linux": {"home/mia", "home/mia/", ".local/share/PrismLauncher/instances", "home/mia/Documents/curseforge/minecraft/Instances", ".minecraft"},
}

// launchers plants a user's folder with the games of three launchers, two of them Prism's,
// and returns its root, the places to look at, and the games in the order of their folders.
func launchers(t *testing.T, system string) (root string, places Places, games []Folder) {
	t.Helper()
	base := systems[system]
	prism, official := base.settings+base.prism, base.settings+base.game
	root = plant(t, map[string]string{
		prism + "/One/.minecraft/options.txt": "x", prism + "/One/mmc-pack.json": prismPack, prism + "/One/instance.cfg": "[General]\nname=Better One\n",
		prism + "/two/minecraft/mods/a.jar": "x",
		prism + "/empty/instance.cfg":       "name=never started", prism + "/.tmp/minecraft/mods/a.jar": "x",
		base.curse + "/ATM 10/minecraftinstance.json": cursePack, base.curse + "/ATM 10/mods/a.jar": "x",
		official + "/options.txt": "x", base.home + "/apart/saves/World/level.dat": "x", base.home + "/notes.txt": "x",
	})
	at := func(dir string) string { return filepath.Join(root, filepath.FromSlash(dir)) }
	apart := at(base.home + "/apart")
	put(t, at(official+"/launcher_profiles.json"), strings.Replace(profiles, "%s", strings.ReplaceAll(apart, `\`, `\\`), 1))
	games = []Folder{
		{at(prism + "/One/.minecraft"), "Prism Launcher", "Better One", "1.21.5", "fabric"},
		{at(prism + "/two/minecraft"), "Prism Launcher", "two", "", ""},
		{at(base.curse + "/ATM 10"), "CurseForge", "All the Mods 10", "1.21.1", "neoforge"},
		{at(official), "Minecraft Launcher", "Fabric", "1.21.8", "fabric"},
		{apart, "Minecraft Launcher", "Apart", "1.20.1", "vanilla"},
	}
	slices.SortFunc(games, byDir)
	return root, Places{System: system, Home: at(base.home)}, games
}

func byDir(a, b Folder) int { return strings.Compare(a.Dir, b.Dir) }

func TestGamesAreFoundWhereLaunchersKeepThem(t *testing.T) {
	for system := range systems {
		t.Run(system, func(t *testing.T) {
			_, places, want := launchers(t, system)
			got := places.Games()
			slices.SortFunc(got, byDir)
			if !slices.Equal(got, want) {
				t.Fatalf("found %+v\nwant  %+v", got, want)
			}
		})
	}
	if got := (Places{}).Games(); len(got) != 0 {
		t.Fatalf("without a home: %+v", got)
	}
}

// TestOfManyGamesOneIsTouched: of all that launchers keep the named files of the one game
// change, whatever lies beside it, and removing leaves the whole tree as it was.
func TestOfManyGamesOneIsTouched(t *testing.T) {
	for system := range systems {
		root, places, games := launchers(t, system)
		before := tree(t, root)
		if len(games) != len(places.Games()) {
			t.Fatalf("%s: found %+v", system, places.Games())
		}
		for _, game := range places.Games() {
			plan, err := For(Options{Folder: game.Dir, Python: "/usr/bin/python3", Script: []byte("script")})
			if err != nil {
				t.Fatal(err)
			}
			if err := plan.Write(); err != nil {
				t.Fatal(err)
			}
			named := map[string]bool{}
			for name := range plan.Files {
				rel, _ := filepath.Rel(root, name)
				named[filepath.ToSlash(rel)] = true
			}
			after := tree(t, root)
			for name, is := range after {
				if was, had := before[name]; (!had || was != is) && !named[name] && !(strings.HasSuffix(name, "/minescript/") && !had) {
					t.Errorf("%s, %s: %s changed, and was not named", system, game.Name, name)
				}
			}
			for name := range before {
				if _, there := after[name]; !there {
					t.Errorf("%s, %s: %s is gone", system, game.Name, name)
				}
			}
			if !Installed(game.Dir) || len(named) != 2 {
				t.Errorf("%s, %s: not installed, or named %v", system, game.Name, named)
			}
			if _, err := Remove(game.Dir); err != nil {
				t.Fatal(err)
			}
			if got := tree(t, root); !maps.Equal(got, before) {
				t.Errorf("%s, %s: removing left\n%q\nof\n%q", system, game.Name, got, before)
			}
		}
	}
}

func TestDamagedFilesOfALauncherHideNoGame(t *testing.T) {
	root := plant(t, map[string]string{
		".minecraft/options.txt": "x", ".minecraft/launcher_profiles.json": "{",
		".local/share/PrismLauncher/instances/a/.minecraft/options.txt": "x", ".local/share/PrismLauncher/instances/a/mmc-pack.json": strings.Repeat("[", 1000),
	})
	got := Places{System: "linux", Home: root}.Games()
	if len(got) != 2 || got[0].Version+got[0].Loader+got[1].Version+got[1].Loader != "" {
		t.Fatalf("found %+v", got)
	}
}

func TestInstalledIsWhatStartsAndIsThere(t *testing.T) {
	dir := plant(t, map[string]string{"options.txt": "x"})
	if Installed(dir) {
		t.Fatal("nothing was written yet")
	}
	plan, err := For(Options{Folder: dir, Python: "/usr/bin/python3", Script: []byte("script")})
	if err != nil {
		t.Fatal(err)
	}
	if got := plan.Adds(); len(got) != 4 || got[1] != `python="/usr/bin/python3"` || got[2] != "autorun[*]=minehand --port 9876" {
		t.Fatalf("it adds %q", got)
	}
	if err := plan.Write(); err != nil || !Installed(dir) {
		t.Fatalf("written: %v, installed %v", err, Installed(dir))
	}
	if _, err := Remove(dir); err != nil || Installed(dir) {
		t.Fatalf("removed: %v, installed %v", err, Installed(dir))
	}
}
