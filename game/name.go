// SPDX-License-Identifier: MIT

package game

import (
	"slices"
	"strings"
)

// Namespace is the prefix of Minecraft's own ids. Names are kept without it
// and accepted with or without it.
const Namespace = "minecraft:"

// Name returns id without Minecraft's namespace, trimmed and in lower case:
// "minecraft:Oak_Log " becomes "oak_log". Ids of other namespaces (mods) keep
// theirs.
func Name(id string) string {
	return strings.TrimPrefix(strings.ToLower(strings.TrimSpace(id)), Namespace)
}

// Spelling is how a name is kept in the field: as Name has it, except that what
// may be a player keeps its capitals. Players are told apart by them nowhere in
// the game, yet are shown and addressed by the name they gave themselves.
func (f *Field) Spelling(name string) string {
	if spelt := strings.TrimSpace(name); f.Player && !strings.ContainsAny(spelt, ": ") {
		return spelt
	}
	return Name(name)
}

// Alternatives is a list of ids as words: "coal or charcoal". Longer lists are
// named by the last words that all share ("log of any kind"), else cut short.
func Alternatives(ids []string) string { return alternatives(ids, Display) }

func alternatives(ids []string, word func(id string) string) string {
	const most = 3
	if len(ids) > most {
		if shared := sharedEnd(ids); shared != "" {
			return word(shared) + " of any kind"
		}
	}
	words := make([]string, min(len(ids), most))
	for i := range words {
		words[i] = word(ids[i])
	}
	if len(ids) > most {
		return strings.Join(words, ", ") + " or the like"
	}
	return strings.Join(words, " or ")
}

// sharedEnd is the run of whole words that all ids end with.
func sharedEnd(ids []string) string {
	words := strings.Split(Name(ids[0]), "_")
	for from := range words {
		end := strings.Join(words[from:], "_")
		if !slices.ContainsFunc(ids, func(id string) bool { return Name(id) != end && !strings.HasSuffix(Name(id), "_"+end) }) {
			return end
		}
	}
	return ""
}

// Called is what an action is about, as a word: an id as Display has it, a player's
// name, which ids are told from by its capitals, as it is.
func Called(target string) string {
	if strings.ToLower(target) != target && !strings.ContainsAny(target, ": ") {
		return target
	}
	return Display(target)
}

// worlds are the dimensions of the game.
var worlds = []string{"overworld", "the_nether", "the_end"}

// worldNames are the worlds of the game as they are called in a sentence.
var worldNames = map[string]string{"overworld": "the overworld", "the_nether": "the Nether", "the_end": "the End"}

// Worlds are the dimensions of the game.
func Worlds() []string { return slices.Clone(worlds) }

// WorldName is a dimension as it is called in a sentence: "the Nether".
func WorldName(dimension string) string {
	if w, known := worldNames[dimension]; known {
		return w
	}
	return Display(dimension)
}

// KnownWorld reports whether a dimension is one of the game's own.
func KnownWorld(dimension string) bool { return worldNames[dimension] != "" }

// Display returns the readable form of an id: "diamond_ore" becomes "diamond ore", as
// does "mymod:diamond_ore".
func Display(id string) string {
	name := Name(id)
	if i := strings.IndexByte(name, ':'); i > 0 && i < len(name)-1 {
		name = name[i+1:]
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, "_", " "), "/", " ")
}
