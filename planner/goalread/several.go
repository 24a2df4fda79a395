package goalread

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// How many are meant where no number is said.
const (
	someThings = 8 // as "some" is
	fewThings  = 3 // as "a few" is
)

// gatherers are the verbs that are about a heap of something: "gather wood".
var gatherers = wordSet("gather collect")

// severalWord says that a word is a plural, or a noun without one: "logs",
// "sheep", "wood".
func severalWord(w string) bool { return strings.TrimPrefix(game.Counted(2, w), "2 ") == w }

// plural says that a word is another word of a name with an ending: "logs", but
// not "lapis"; of a misspelt one the ending is all that is known.
func (r *Reader) plural(w string) bool {
	if !r.vocabulary[w] {
		return strings.HasSuffix(w, "s")
	}
	for _, one := range [...]string{strings.TrimSuffix(w, "s"), strings.TrimSuffix(w, "es"), strings.TrimSuffix(w, "ies") + "y"} {
		if one != w && r.vocabulary[one] && game.Plural(one) == w {
			return true
		}
	}
	return false
}

// pointed says that the thing from a word on is one that was meant before: "the
// sheep".
func (p *parser) pointed(from int) bool {
	return slices.ContainsFunc(p.words[from:p.at], func(w string) bool { return pointers[w] })
}

// pointers are the words that point to a thing.
var pointers = wordSet("the my your that this nearest closest another")

// unnumbered is how many of a thing are meant by the words since from, 0 for no
// more than one.
func (p *parser) unnumbered(n noun, from int) int {
	w := p.words[p.at-1]
	if p.pointed(from) || n.set != nil || n.factor > 0 || p.peek() == "or" {
		return 0
	}
	digs := p.kind == Mine || p.kind == Get
	switch {
	case digs && !strings.HasSuffix(p.said, " for") && p.r.plural(w) && p.r.gem(n.items[0]):
		return fewThings
	case digs && gatherers[strings.TrimSuffix(p.said, " up")] && severalWord(w), p.kind == Mine && p.r.plural(w) && !strings.HasSuffix(p.said, " for"):
		return min(someThings, p.r.stack(n))
	}
	return 0
}

// gem says that a thing is an ore or what an ore leaves as it is used.
func (r *Reader) gem(id string) bool {
	if strings.HasSuffix(id, "_ore") {
		return true
	}
	for _, s := range r.v.DroppedBy(id) {
		if strings.HasSuffix(s.Block, "_ore") && !s.Drop.SilkTouch {
			return true
		}
	}
	return false
}

// single are the mobs of which no more than one is fought when no number is
// said: bosses, and those that do nothing to who leaves them alone (Minecraft
// Wiki, "Mob": neutral mobs).
var single = wordSet("wither ender_dragon warden elder_guardian enderman wolf bee polar_bear llama trader_llama panda dolphin goat iron_golem piglin zombified_piglin")

// horde is how many mobs are meant by the words since from: a few by "kill
// zombies", one by "kill the zombie" and by "attack zombies", which is said of
// those at hand.
func (p *parser) horde(n noun, from int) int {
	if p.said == "attack" || p.pointed(from) || single[n.name] || !severalWord(p.words[p.at-1]) {
		return 1
	}
	return fewThings
}
