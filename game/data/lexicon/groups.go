// SPDX-License-Identifier: MIT

package lexicon

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// harmless in the list of a group stands for every food that may be eaten without a second thought.
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

// force enters a phrase and its plural even where a group has it; an id or display name keeps its own meaning.
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

// Models are names that only models use, and not players: of items, and of blocks.
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

// addSets enters armour, tools and gear of a material.
func (l *Lexicon) addSets() {
	for _, m := range l.words.Materials {
		of := func(words []string) []string {
			var ids []string
			for _, w := range words {
				ids = append(ids, m.ID+"_"+w)
			}
			return l.Known(ids...)
		}
		armour, tools := of(l.ArmorWords), of(l.ToolWords)
		gear := append(slices.Clone(armour), tools...)
		for _, w := range m.Words {
			for kind, ids := range map[string][]string{"armor": armour, "armour": armour, "tools": tools, "tool set": tools,
				"toolset": tools, "gear": gear, "equipment": gear, "kit": gear, "set": gear, "stuff": gear} {
				if len(ids) == 0 {
					continue
				}
				n := Meaning{Name: m.ID + " " + kind, Set: ids}
				for _, lead := range [...]string{"", "full ", "full set of ", "set of ", "complete ", "complete set of ", "all ",
					"suit of ", "full suit of ", "sets of ", "full sets of ", "suits of "} {
					l.Items[lead+w+" "+kind] = n
				}
				if kind == "armor" || kind == "armour" {
					l.Items["full "+w+" "+kind+" and tools"] = Meaning{Name: m.ID + " gear", Set: gear}
					l.Items[w+" "+kind+" and tools"] = Meaning{Name: m.ID + " gear", Set: gear}
					l.Items[w+" "+kind+" set"] = n
					l.Items["full "+w+" "+kind+" set"] = n
				}
			}
			if len(armour) > 0 {
				l.Items["full "+w] = Meaning{Name: m.ID + " gear", Set: gear}
				l.Items["full "+w+"s"] = l.Items["full "+w]
			}
		}
	}
	if n, ok := l.Items["chainmail armor"]; ok {
		l.Items["chainmail"] = n
	}
	l.addPlaInSets()
	if n, ok := l.Items["chest"]; ok {
		n.Factor = 2
		l.Items["double chest"], l.Items["double chests"] = n, n
	}
}

// The names of the sets of no material.
const (
	PlainArmor = "armor"
	PlainTools = "tools"
)

// addPlaInSets enters armour and tools of any material.
func (l *Lexicon) addPlaInSets() {
	for _, s := range [...]struct {
		name         string
		words, lists []string
	}{
		{PlainArmor, []string{"armor", "armour"}, l.ArmorWords},
		{PlainTools, []string{"tools", "tool set", "toolset"}, l.ToolWords},
	} {
		n := Meaning{Name: s.name}
		for _, w := range s.lists {
			n.Set = append(n.Set, l.Items[w].Name)
		}
		for _, w := range s.words {
			for _, lead := range [...]string{"", "full ", "full set of ", "set of ", "complete set of ", "all ", "suit of ", "full suit of "} {
				l.Items[lead+w] = n
			}
		}
	}
}

// InSet is a thing of a set: an id, or "any helmet".
func (l *Lexicon) InSet(name string) Meaning {
	if group, ok := strings.CutPrefix(name, "any "); ok {
		return l.Items[group]
	}
	return Meaning{Name: name, Items: []string{name}}
}

// OfMaterial is a set of no material in the material of a tool or piece of armour: the armour of "iron tools and armor".
func (l *Lexicon) OfMaterial(n Meaning, like string) Meaning {
	material, kind, ok := strings.Cut(like, "_")
	if !ok || n.Name != PlainArmor && n.Name != PlainTools || !slices.Contains(l.ToolWords, kind) && !slices.Contains(l.ArmorWords, kind) {
		return n
	}
	if set, ok := l.Items[material+" "+n.Name]; ok {
		return set
	}
	return n
}

// Outfit says that a name is a tool's, a weapon's or that of what is worn.
func (l *Lexicon) Outfit(name string) bool {
	word := name[strings.LastIndexAny(name, "_ ")+1:]
	return slices.Contains(l.ToolWords, word) || slices.Contains(l.ArmorWords, word) || word == "shield" || word == "bow"
}

// SameMaterial is a tool or piece of armour of any material in the material of another: the axe of "an iron pickaxe and axe".
func (l *Lexicon) SameMaterial(n Meaning, like string) Meaning {
	if n.Set != nil {
		return l.OfMaterial(n, like)
	}
	word, any := strings.CutPrefix(n.Name, "any ")
	material, kind, ok := strings.Cut(like, "_")
	if !any || !ok || !l.wearOrTool(word) || !l.wearOrTool(kind) {
		return n
	}
	if id := material + "_" + word; len(l.Known(id)) == 1 {
		return one(id)
	}
	return n
}

func (l *Lexicon) wearOrTool(word string) bool {
	return slices.Contains(l.ToolWords, word) || slices.Contains(l.ArmorWords, word)
}

// InMaterial is a thing of any material, or one of the usual one, in the named material: the sword of "a sword out of gold".
func (l *Lexicon) InMaterial(n Meaning, of Meaning) (Meaning, bool) {
	word, any := strings.CutPrefix(n.Name, "any ")
	if !any || len(of.Items) == 0 {
		return n, false
	}
	for _, m := range l.words.Materials {
		for _, w := range m.Words {
			if of.Name != w && !strings.HasPrefix(of.Items[0], w+"_") && of.Name != "any "+w {
				continue
			}
			if id := m.ID + "_" + strings.ReplaceAll(word, " ", "_"); len(l.Known(id)) == 1 {
				return one(id), true
			}
		}
	}
	for _, stem := range [...]string{of.Items[0], strings.TrimSuffix(of.Items[0], "s"), strings.TrimSuffix(of.Items[0], "_planks")} { // stairs of cobblestone
		if id := stem + "_" + strings.ReplaceAll(word, " ", "_"); len(of.Items) == 1 && len(l.Known(id)) == 1 {
			return one(id), true
		}
	}
	for _, item := range n.Items { // planks out of birch logs, a door of oak
		wood, _, ok := strings.Cut(of.Items[0], "_")
		if ok && len(of.Items) == 1 && strings.HasPrefix(item, wood+"_") {
			return one(item), true
		}
	}
	return n, false
}

// OfWord is a tool, piece of armour or set of any material in the material that a word names: the sword of "sword of iron".
func (l *Lexicon) OfWord(n Meaning, word string) (Meaning, bool) {
	for _, m := range l.words.Materials {
		if !slices.Contains(m.Words, word) {
			continue
		}
		if n.Set != nil {
			made := l.OfMaterial(n, m.ID+"_"+l.ToolWords[0])
			return made, made.Name != n.Name
		}
		kind, any := strings.CutPrefix(n.Name, "any ")
		if id := m.ID + "_" + kind; any && l.wearOrTool(kind) && len(l.Known(id)) == 1 {
			return one(id), true
		}
	}
	return n, false
}

// Of is a thing in the material that a word names, or that some things are.
func (l *Lexicon) Of(n Meaning, word string, of Meaning) (Meaning, bool) {
	if made, ok := l.OfWord(n, word); ok {
		return made, true
	}
	return l.InMaterial(n, of)
}

// Cheap are those of some tools, weapons or pieces of armour that are not of a dear material; all of them when none is left.
func (l *Lexicon) Cheap(items []string) []string {
	var out []string
	for _, item := range items {
		of, kind, ok := strings.Cut(item, "_")
		dear := ok && l.wearOrTool(kind) && slices.ContainsFunc(l.words.Materials, func(m material) bool { return m.Dear && m.ID == of })
		if !dear {
			out = append(out, item)
		}
	}
	if len(out) == 0 {
		return items
	}
	return out
}

// Pieces are all the things of a set.
func (l *Lexicon) Pieces(n Meaning) []string {
	var items []string
	for _, name := range n.Set {
		items = append(items, l.InSet(name).Items...)
	}
	return items
}
