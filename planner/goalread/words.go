package goalread

import (
	"strings"
	"sync"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// noun is what a phrase stands for.
type noun struct {
	name  string
	items []string
	// set, when not nil, are the things of a set, each wanted once.
	set []string
	// factor multiplies the count: a tree is several logs.
	factor int
}

// Reader reads goals in the words of one version. It may be used from any
// number of goroutines.
type Reader struct {
	v *data.Version
	// items, blocks and mobs map phrases (singular and plural) to what they mean.
	items, blocks, mobs map[string]noun
	// phrases and mobList are what near matches are sought in.
	phrases, mobList *spellings
	// vocabulary holds every word of every phrase; none is taken for another.
	vocabulary map[string]bool
	// newest is the reader of the newest version, made when first asked for.
	newest func() *Reader
}

// maxWords is the longest phrase, in words.
const maxWords = 7

// New makes a reader for a version.
func New(v *data.Version) *Reader {
	r := &Reader{v: v, newest: sync.OnceValue(func() *Reader { return newest(v) }), items: map[string]noun{}, blocks: map[string]noun{}, mobs: map[string]noun{}}
	// Ids come before display names: filled_map is shown as "Map", which is
	// another thing's id.
	for pass := range 2 {
		name := func(id, display string) string {
			if pass == 0 {
				return game.Display(id)
			}
			return normal(display)
		}
		for _, it := range v.Items() {
			put(r.items, name(it.Name, it.Display), noun{name: it.Name, items: []string{it.Name}})
		}
		for _, b := range v.Blocks() {
			put(r.blocks, name(b.Name, b.Display), noun{name: b.Name, items: []string{b.Name}})
		}
		for _, m := range v.Mobs() {
			put(r.mobs, name(m.Name, m.Display), noun{name: m.Name, items: []string{m.Name}})
		}
	}
	r.addGroups()
	r.addSets()
	r.addAliases()
	r.phrases, r.mobList = spell(r.items, r.blocks), spell(r.mobs)
	r.vocabulary = map[string]bool{}
	for _, m := range [...]map[string]noun{r.items, r.blocks, r.mobs} {
		for p := range m {
			for _, w := range strings.Fields(p) {
				r.vocabulary[w] = true
			}
		}
	}
	return r
}

// put enters a phrase and its plural, unless an id has it.
func put(to map[string]noun, phrase string, n noun) {
	if phrase == "" {
		return
	}
	for _, p := range [...]string{phrase, game.Plural(phrase)} {
		if _, taken := to[p]; !taken {
			to[p] = n
		}
	}
	regular := phrase + "s"
	if strings.HasSuffix(phrase, "ss") || strings.HasSuffix(phrase, "sh") {
		regular = phrase + "es"
	} else if strings.HasSuffix(phrase, "s") {
		return
	}
	if _, taken := to[regular]; !taken {
		to[regular] = n
	}
}

// normal brings a display name into the form of typed words.
func normal(s string) string {
	return strings.Join(tokens(s), " ")
}
