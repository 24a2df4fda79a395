// SPDX-License-Identifier: MIT

package reply

import (
	"slices"
	"sort"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/game/data/lexicon"
)

// Names finds the real names of one version behind what models write. It is
// read-only after NewNames and may be used from any number of goroutines.
type Names struct {
	v *data.Version
	// Each maps a phrase (an id or display name in lower case with spaces) to
	// an id.
	items, blocks, mobs map[string]string
	// sorted maps the words of a phrase in alphabetical order to an id.
	sortedItems, sortedBlocks, sortedMobs map[string]string
	// groups maps a word for any of several things to their ids, the usual one
	// first.
	groups map[string][]string
	// longest is the most words that a phrase has.
	longest int
}

// NewNames indexes a version's lexicon for what models write.
func NewNames(v *data.Version) *Names {
	l := lexicon.Of(v)
	n := &Names{v: v, items: map[string]string{}, blocks: map[string]string{}, mobs: map[string]string{}, groups: map[string][]string{}}
	for _, t := range [...]struct {
		from lexicon.Table
		to   map[string]string
	}{{l.Items, n.items}, {l.Blocks, n.blocks}, {l.Mobs, n.mobs}} {
		for p, m := range t.from {
			switch {
			case m.Set != nil, len(m.Items) > 1 && l.Outfit(m.Name): // a pickaxe of which material?
			case len(m.Items) == 1:
				t.to[p] = m.Items[0]
			default:
				n.groups[p] = m.Items
			}
		}
	}
	for p, id := range n.blocks { // what a block leaves is named by another rule, with a note
		if item, ok := n.items[p]; ok && item != id && p != game.Display(id) {
			if b, _ := v.Block(id); p != lexicon.Normal(b.Display) {
				delete(n.blocks, p)
			}
		}
	}
	models, minable := l.Models()
	for p, m := range models {
		enter(n.items, p, m.Items[0])
	}
	for p, m := range minable {
		enter(n.blocks, p, m.Items[0])
	}
	n.sortedItems, n.sortedBlocks, n.sortedMobs = sortedWords(n.items), sortedWords(n.blocks), sortedWords(n.mobs)
	for p := range n.items {
		n.longest = max(n.longest, strings.Count(p, " ")+1)
	}
	return n
}

func enter(to map[string]string, p, id string) {
	if _, taken := to[p]; !taken && p != "" {
		to[p] = id
	}
}

func sortedWords(of map[string]string) map[string]string {
	out := make(map[string]string, len(of))
	for p, id := range of {
		key := alphabetical(p)
		if old, taken := out[key]; taken && old != id {
			out[key] = "" // two things: no telling
			continue
		}
		out[key] = id
	}
	return out
}

func alphabetical(p string) string {
	words := strings.Fields(p)
	sort.Strings(words)
	return strings.Join(words, " ")
}

// phrase brings a name into the form of the maps' keys.
func phrase(name string) string {
	name = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(name)), "#")
	name = strings.TrimPrefix(name, game.Namespace)
	if i := strings.IndexAny(name, "[{"); i > 0 {
		name = name[:i] // a block state
	}
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool {
		return r == '_' || r == '-' || r == ' ' || r == '\t' || r == '\n' || r == '\'' || r == '"' || r == '`'
	}), " ")
}

// Mentioned lists the items, then the blocks and mobs, that a text names, in
// the order in which they stand in it, without doubles; at most most.
func (n *Names) Mentioned(text string, most int) []string {
	const longestText = 4096
	if len(text) > longestText {
		text = text[:longestText]
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !('a' <= r && r <= 'z' || r == ':') })
	var out []string
	for i := 0; i < len(words) && len(out) < most; {
		took := 1
		for k := min(n.longest, len(words)-i); k >= 1; k-- {
			id, ok := n.known(strings.TrimPrefix(strings.Join(words[i:i+k], " "), game.Namespace))
			if !ok {
				continue
			}
			if !slices.Contains(out, id) {
				out = append(out, id)
			}
			took = k
			break
		}
		i += took
	}
	return out
}

// known finds a phrase or its singular among everything.
func (n *Names) known(p string) (string, bool) {
	for _, q := range append([]string{p}, singulars(p)...) {
		for _, m := range [...]map[string]string{n.items, n.blocks, n.mobs} {
			if id, ok := m[q]; ok {
				return id, true
			}
		}
		if ids, ok := n.groups[q]; ok {
			return ids[0], true
		}
	}
	return "", false
}

// singulars are what a plural's last word may be the plural of.
func singulars(p string) []string {
	var out []string
	for _, c := range [...][2]string{{"ies", "y"}, {"ves", "f"}, {"ves", "fe"}, {"men", "man"}, {"es", ""}, {"s", ""}} {
		if stem, ok := strings.CutSuffix(p, c[0]); ok && len(stem) > 1 {
			out = append(out, stem+c[1])
		}
	}
	if head, tail, ok := strings.Cut(p, " of "); ok {
		for _, h := range singulars(head) {
			out = append(out, h+" of "+tail)
		}
	}
	return out
}
