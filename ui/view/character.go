// SPDX-License-Identifier: MIT

package view

// GameFolder is the folder of a Minecraft on this computer, with its mods and saves.
type GameFolder struct {
	Folder string `json:"folder"`
	// Name is the launcher's for it.
	Name string `json:"name"`
	// Launcher, Version and Loader are "" where they are not known; a loader of vanilla
	// takes no mods.
	Launcher string `json:"launcher"`
	Version  string `json:"version"`
	Loader   string `json:"loader"`
	// Running: a game works in it now.
	Running bool `json:"running"`
	// Installed: the script that plays the player's own character is in it.
	Installed bool `json:"installed"`
	// Missing are the mods that the script needs or is better with.
	Missing []GameMod `json:"missing"`
}

// GameMod is a mod that is missing.
type GameMod struct {
	Name string `json:"name"`
	// Version of it for the game, and Why it is wanted, in words.
	Version string `json:"version"`
	Why     string `json:"why"`
	// Needed: without it nothing works.
	Needed bool `json:"needed"`
}

// GameFolders is the answer to list-games, those that run first.
type GameFolders struct {
	Games []GameFolder `json:"games"`
}

// OwnCharacter says into which game the script goes.
type OwnCharacter struct {
	// Folder of the game, one of list-games or another that has options.txt, mods or
	// saves in it.
	Folder string `json:"folder"`
	// Experimental lets the script click in windows, so that it crafts, smelts and uses
	// chests; that was never tried in the real game.
	Experimental bool `json:"experimental,omitempty"`
}

// ScriptFile is a file that is written, and what for.
type ScriptFile struct {
	Path string `json:"path"`
	For  string `json:"for"`
}

// ScriptPlan is what would be written, or was.
type ScriptPlan struct {
	Files []ScriptFile `json:"files"`
	// Adds are the lines that come into the game's config of Minescript.
	Adds []string `json:"adds"`
	// Python runs the script.
	Python string `json:"python"`
}

// ScriptRemoved are the files that are as they were before.
type ScriptRemoved struct {
	Changed []string `json:"changed"`
}
