package game

import "strings"

// Namespace is the prefix of Minecraft's own ids. Names are kept without it
// and accepted with or without it.
const Namespace = "minecraft:"

// Name returns id without Minecraft's namespace, trimmed and in lower case:
// "minecraft:Oak_Log " becomes "oak_log". Ids of other namespaces (mods) keep
// theirs.
func Name(id string) string {
	return strings.TrimPrefix(strings.ToLower(strings.TrimSpace(id)), Namespace)
}

// Display returns the readable form of an id: "diamond_ore" becomes
// "diamond ore".
func Display(id string) string {
	return strings.ReplaceAll(Name(id), "_", " ")
}
