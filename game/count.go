// SPDX-License-Identifier: MIT

package game

import (
	"strconv"
	"strings"
)

// Counted is a number of things as a player says it: "3 diamonds", "1 oak log",
// "5 coal".
func Counted(n int, id string) string { return strconv.Itoa(n) + " " + noun(n, id) }

// CountedAny is a number of things that may be any of ids: "8 logs of any
// kind", "2 coal or charcoal".
func CountedAny(n int, ids []string) string {
	return strconv.Itoa(n) + " " + alternatives(ids, func(id string) string { return noun(n, id) })
}

// CountedMore is Counted of things beyond what there is: "3 more diamonds".
func CountedMore(n int, id string) string { return strconv.Itoa(n) + " more " + noun(n, id) }

// noun is an id as the word that follows a number.
func noun(n int, id string) string {
	words := Display(id)
	if head, ok := strings.CutSuffix(words, "planks"); ok && n == 1 {
		return head + "plank"
	}
	if n == 1 || uncounted[lastWord(words)] {
		return words
	}
	return Plural(words)
}

// Article is an id with the article that stands before it: "an iron pickaxe".
func Article(id string) string {
	words := Display(id)
	if words != "" && strings.ContainsRune("aeiou", rune(words[0])) {
		return "an " + words
	}
	return "a " + words
}

// Plural forms the usual English plural of a phrase's last word, and of the
// first in "block of iron" and "eye of ender".
func Plural(phrase string) string {
	if head, tail, ok := strings.Cut(phrase, " of "); ok {
		return Plural(head) + " of " + tail
	}
	w := lastWord(phrase)
	head := phrase[:len(phrase)-len(w)]
	if irregular, ok := irregulars[w]; ok {
		return head + irregular
	}
	switch {
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us"):
		return phrase
	case strings.HasSuffix(w, "s"), strings.HasSuffix(w, "x"), strings.HasSuffix(w, "ch"), strings.HasSuffix(w, "sh"):
		return head + w + "es"
	case strings.HasSuffix(w, "fe"):
		return head + w[:len(w)-2] + "ves"
	case strings.HasSuffix(w, "lf"):
		return head + w[:len(w)-1] + "ves"
	case strings.HasSuffix(w, "y") && len(w) > 1 && !strings.ContainsRune("aeiou", rune(w[len(w)-2])):
		return head + w[:len(w)-1] + "ies"
	case strings.HasSuffix(w, "to"):
		return head + w + "es"
	}
	return head + w + "s"
}

func lastWord(phrase string) string { return phrase[strings.LastIndexByte(phrase, ' ')+1:] }

var irregulars = map[string]string{
	"sheep": "sheep", "cod": "cod", "salmon": "salmon", "fish": "fish", "squid": "squid", "enderman": "endermen", "pigman": "pigmen",
	"wolf": "wolves", "planks": "planks", "leaves": "leaves", "potato": "potatoes", "witch": "witches", "mouse": "mice",
	"torch": "torches", "glass": "glass", "seeds": "seeds", "piglin": "piglins", "ox": "oxen", "fox": "foxes",
	"bogged": "bogged", "drowned": "drowned", "pufferfish": "pufferfish",
}

// uncounted are the last words of things that are not counted in English, or
// of which the count is in the name already.
var uncounted = set(`11 13 5 andesite armor bamboo basalt bedrock beef blackstone bread breath calcite cane charcoal chirp clay coal
	cobblestone concrete copper coral cream debris deepslate diorite dirt dripstone dust dye far farmland flesh flint food fungus hyphae moss
	glass glowstone gold granite grass gravel gunpowder honey ice iron kelp lava lazuli leather lichen litter magma mall meat mellohi
	milk mud mutton mycelium netherite netherrack nylium obsidian ore otherside paper path pigstep podzol powder precipice
	prismarine quartz redstone relic roots sand sandstone scaffolding sculk seagrass snow soil soup stal stone strad
	string sugar terracotta tnt tuff wait ward wart water wheat wood wool`)

// set has the words of a text.
func set(words string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}
