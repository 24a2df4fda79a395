// SPDX-License-Identifier: MIT

package install

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/minehand/minehand/internal/budget"
)

// Places are where launchers keep their games. The zero value finds none.
type Places struct {
	// System is windows, darwin or linux.
	System string
	// Home is the user's folder, AppData the one of Windows for settings ("" for its
	// usual place in Home).
	Home, AppData string
}

// Folder is one that a game works in.
type Folder struct {
	Dir, Launcher, Name string
	// Version and Loader are "" where the launcher does not tell; a loader of vanilla
	// takes no mods.
	Version, Loader string
}

// mostFolders bounds how many are looked at.
const mostFolders = 200

// Games finds the folders of games, by launcher and name.
func (p Places) Games() []Folder {
	var list []Folder
	for _, dir := range p.of("PrismLauncher/instances", ".local/share/PrismLauncher/instances",
		".var/app/org.prismlauncher.PrismLauncher/data/PrismLauncher/instances") {
		list = append(list, each(dir, prism)...)
	}
	for _, dir := range []string{"curseforge/minecraft/Instances", "Documents/curseforge/minecraft/Instances"} {
		list = append(list, each(filepath.Join(p.Home, filepath.FromSlash(dir)), curseForge)...)
	}
	names := []string{".minecraft"}
	if p.System == "darwin" {
		names[0] = "minecraft"
	}
	for _, dir := range p.of(names[0], ".minecraft", ".var/app/com.mojang.Minecraft/.minecraft") {
		list = append(list, official(dir)...)
	}
	return list[:min(len(list), mostFolders)]
}

// of are the places of a folder in the system's folder for settings, or, on Linux,
// those in the user's.
func (p Places) of(name string, linux ...string) []string {
	base := ""
	switch {
	case p.Home == "":
		return nil
	case p.System == "windows":
		base = cmp.Or(p.AppData, filepath.Join(p.Home, "AppData", "Roaming"))
	case p.System == "darwin":
		base = filepath.Join(p.Home, "Library", "Application Support")
	default:
		for i := range linux {
			linux[i] = filepath.Join(p.Home, filepath.FromSlash(linux[i]))
		}
		return linux
	}
	return []string{filepath.Join(base, filepath.FromSlash(name))}
}

// each reads the folders in a launcher's folder of instances.
func each(dir string, read func(dir string) (Folder, bool)) []Folder {
	entries, _ := os.ReadDir(dir)
	var list []Folder
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") || len(list) == mostFolders {
			continue
		}
		if f, ok := read(filepath.Join(dir, e.Name())); ok {
			f.Name = cmp.Or(f.Name, e.Name())
			list = append(list, f)
		}
	}
	return list
}

// document reads a file of a launcher.
func document(name string, to any) {
	if data, err := budget.LauncherFile.ReadFile(name); err == nil {
		_ = budget.LauncherFile.JSON(data, to)
	}
}

// IsGame reports whether a folder is one that a game works in.
func IsGame(dir string) bool {
	_, err := check(dir)
	return err == nil
}

// loaders are what mmc-pack.json calls the loaders.
var loaders = map[string]string{
	"net.fabricmc.fabric-loader": "fabric", "net.neoforged": "neoforge", "net.minecraftforge": "forge", "org.quiltmc.quilt-loader": "quilt",
}

// prism reads an instance of Prism (Prism's sources: instance.cfg, mmc-pack.json).
func prism(dir string) (Folder, bool) {
	f := Folder{Launcher: "Prism Launcher", Loader: "vanilla"}
	for _, name := range []string{".minecraft", "minecraft"} {
		if IsGame(filepath.Join(dir, name)) {
			f.Dir = filepath.Join(dir, name)
		}
	}
	if text, err := budget.LauncherFile.ReadFile(filepath.Join(dir, "instance.cfg")); err == nil {
		for line := range strings.Lines(string(text)) {
			if name, ok := strings.CutPrefix(strings.TrimSpace(line), "name="); ok {
				f.Name = name
			}
		}
	}
	var pack struct {
		Components []struct{ UID, Version string }
	}
	document(filepath.Join(dir, "mmc-pack.json"), &pack)
	for _, c := range pack.Components {
		if c.UID == "net.minecraft" {
			f.Version = c.Version
		}
		f.Loader = cmp.Or(loaders[c.UID], f.Loader)
	}
	if len(pack.Components) == 0 {
		f.Loader = ""
	}
	return f, f.Dir != ""
}

// curseForge reads an instance of CurseForge (its minecraftinstance.json).
func curseForge(dir string) (Folder, bool) {
	var in struct {
		Name, GameVersion string
		BaseModLoader     struct{ Name, MinecraftVersion string }
	}
	document(filepath.Join(dir, "minecraftinstance.json"), &in)
	loader, _, _ := strings.Cut(in.BaseModLoader.Name, "-")
	if in.GameVersion != "" && loader == "" {
		loader = "vanilla"
	}
	return Folder{
		Dir:      dir,
		Launcher: "CurseForge",
		Name:     in.Name,
		Version:  cmp.Or(in.BaseModLoader.MinecraftVersion, in.GameVersion),
		Loader:   strings.ToLower(loader),
	}, IsGame(dir)
}

// official reads the game's own launcher: its folder, and those of profiles that have
// one of their own. Of the profiles in one folder the one that was played last counts.
func official(dir string) []Folder {
	var file struct {
		Profiles map[string]struct{ Name, GameDir, LastVersionID, LastUsed string }
	}
	document(filepath.Join(dir, "launcher_profiles.json"), &file)
	type profile struct {
		Folder
		used string
	}
	best := map[string]profile{dir: {Folder: Folder{Dir: dir, Launcher: "Minecraft Launcher", Name: "Minecraft"}}}
	for _, p := range file.Profiles {
		at := cmp.Or(p.GameDir, dir)
		if best[at].used != "" && best[at].used >= p.LastUsed {
			continue
		}
		f := Folder{Dir: at, Launcher: "Minecraft Launcher", Name: cmp.Or(p.Name, "Minecraft")}
		f.Version, f.Loader = versionOf(p.LastVersionID)
		best[at] = profile{f, p.LastUsed}
	}
	var list []Folder
	for _, f := range best {
		if IsGame(f.Dir) {
			list = append(list, f.Folder)
		}
	}
	slices.SortFunc(list, func(a, b Folder) int { return cmp.Compare(a.Dir, b.Dir) })
	return list
}

// versionOf reads what the official launcher calls a version: fabric-loader-0.16.9-1.21.5,
// neoforge-21.5.10, 1.21.5.
func versionOf(id string) (version, loader string) {
	parts := strings.Split(id, "-")
	switch {
	case len(parts) > 3 && parts[1] == "loader" && (parts[0] == "fabric" || parts[0] == "quilt"):
		return strings.Join(parts[3:], "-"), parts[0]
	case parts[0] == "neoforge":
		return "", "neoforge" // the game's version is not in it as such
	case len(parts) > 1 && parts[1] == "forge":
		return parts[0], "forge"
	case id == "" || strings.HasPrefix(id, "latest-"):
		return "", ""
	}
	return id, "vanilla"
}

// Installed reports whether the script is in a game's folder and starts in its worlds.
func Installed(dir string) bool {
	in, err := check(dir)
	if err != nil {
		return false
	}
	text, err := read(filepath.Join(in, config))
	_, had := without(text)
	return err == nil && had && exists(filepath.Join(in, script))
}
