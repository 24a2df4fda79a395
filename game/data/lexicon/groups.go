// SPDX-License-Identifier: MIT

package lexicon

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// harmless in the list of a group stands for every food that may be eaten
// without a second thought.
const harmless = "(harmless)"

// addGroups enters words for any of several things: wood, wool, a pickaxe.
func (l *Lexicon) addGroups() {
	var woods []string
	for _, p := range l.Version.Tag("planks") {
		woods = append(woods, strings.TrimSuffix(p, "_planks"))
	}
	each := func(list string) []string {
		if list == "wood" {
			return woods
		}
		return l.words.Each[list]
	}
	for _, g := range l.words.Groups {
		items := g.Items
		for _, member := range each(g.Each) {
			for form := range strings.FieldsSeq(g.Of) {
				items = append(items, strings.Replace(form, "*", member, 1))
			}
		}
		if slices.Equal(items, []string{harmless}) {
			items = nil
			for _, it := range l.Version.Items() {
				if it.Food != nil && !it.Food.Risky {
					items = append(items, it.Name)
				}
			}
		}
		l.group(g.Name, l.Known(slices.Clone(items)...))
		for _, t := range [...]Table{l.Items, l.Blocks} {
			if m, ok := t[g.Name]; ok {
				for _, w := range g.Words {
					put(t, w, m)
				}
			}
		}
	}
	l.addTrees(woods)
}

// addTrees enters the words for what each wood's tree gives.
func (l *Lexicon) addTrees(woods []string) {
	for _, w := range woods {
		wood := strings.ReplaceAll(w, "_", " ")
		for _, form := range [...]string{" log", " plank", " planks"} {
			if m, ok := l.Items[wood+form]; ok {
				put(l.Items, wood+" wood"+form, m)
				put(l.Blocks, wood+" wood"+form, m)
			}
		}
		if m, ok := l.Items[wood+" log"]; ok {
			m.Factor = logsOfTree
			for _, tree := range [...]string{"tree of " + wood, "trees of " + wood, wood + " tree"} {
				put(l.Blocks, tree, m)
				put(l.Items, tree, m)
			}
		}
	}
	if m, ok := l.Items["log"]; ok {
		m.Factor = logsOfTree
		for _, p := range [...]string{"tree", "trees"} {
			l.Blocks[p], l.Items[p] = m, m
		}
	}
}

// logsOfTree is what a small tree holds (Minecraft Wiki, "Tree").
const logsOfTree = 5

// group enters a word for any of the items; blocks of the same names too.
func (l *Lexicon) group(word string, items []string) {
	if len(items) == 0 {
		return
	}
	m := Meaning{Name: "any " + word, Items: items}
	if len(items) == 1 {
		m.Name = items[0]
	}
	put(l.Items, word, m)
	put(l.Items, "any "+word, m)
	if _, ok := l.Version.Block(items[0]); ok {
		put(l.Blocks, word, m)
	}
}

// addAliases enters what players and models call things, and former names.
func (l *Lexicon) addAliases() {
	for _, t := range [...]struct {
		to    Table
		names map[string]oneOrMore
	}{{l.Items, l.words.Items}, {l.Blocks, l.words.Blocks}, {l.Mobs, l.words.Mobs}} {
		for alias, ids := range t.names {
			if m, ok := t.to.first(ids); ok {
				force(t.to, alias, m)
			}
		}
	}
	for _, t := range [...]Table{l.Items, l.Blocks} {
		for _, pair := range l.words.Former {
			for i, old := range pair {
				_, known := t[old]
				if m, ok := t[pair[1-i]]; ok && !known {
					put(t, old, m)
				}
			}
		}
	}
	for phrase, m := range l.materialAliases() {
		put(l.Items, phrase, m)
	}
	for _, it := range l.Version.Items() {
		if what, ok := strings.CutSuffix(it.Name, "_bucket"); ok {
			put(l.Items, "bucket of "+game.Display(what), one(it.Name))
		}
		if wood, ok := strings.CutSuffix(it.Name, "_planks"); ok {
			put(l.Items, game.Display(wood)+" plank", one(it.Name))
		}
	}
}

// first is what the first of some ids that is known means.
func (t Table) first(ids []string) (Meaning, bool) {
	for _, id := range ids {
		if m, ok := t[strings.ReplaceAll(id, "_", " ")]; ok {
			return m, true
		}
	}
	return Meaning{}, false
}

// force enters a phrase and its plural even where a group has it; an id or
// display name keeps its own meaning.
func force(to Table, phrase string, m Meaning) {
	for _, p := range [...]string{phrase, game.Plural(phrase)} {
		if old, ok := to[p]; ok && len(old.Items) == 1 {
			continue
		}
		to[p] = m
	}
}

// materialAliases are "wood pickaxe", "gold sword", "stone pick", "grey bed".
func (l *Lexicon) materialAliases() Table {
	out := Table{}
	others := func(phrase string, m Meaning) {
		for from, to := range l.words.MaterialWords {
			if rest, ok := strings.CutPrefix(phrase, from); ok {
				out[to+rest] = m
			}
		}
	}
	for phrase, m := range l.Items {
		others(phrase, m)
		if strings.HasPrefix(strings.TrimPrefix(phrase, "light "), "gray ") {
			out[strings.Replace(phrase, "gray", "grey", 1)] = m
		}
		if head, ok := strings.CutSuffix(phrase, " pickaxe"); ok {
			out[head+" pick"], out[head+" pick axe"] = m, m
			others(head+" pick", m)
		}
		if head, ok := strings.CutSuffix(phrase, " shovel"); ok {
			out[head+" spade"] = m
		}
		if head, ok := strings.CutSuffix(phrase, " leggings"); ok {
			out[head+" pants"], out[head+" trousers"] = m, m
		}
	}
	return out
}

// Models are names that only models use, and not players: of items, and of
// blocks.
func (l *Lexicon) Models() (items, blocks Table) {
	items, blocks = Table{}, Table{}
	for alias, ids := range l.words.Models {
		for _, t := range [...]struct{ from, to Table }{{l.Items, items}, {l.Blocks, blocks}} {
			if m, ok := t.from.first(ids); ok {
				put(t.to, alias, m)
			}
		}
	}
	return items, blocks
}
