// SPDX-License-Identifier: MIT

package lexicon

import (
	"slices"
	"strings"
)

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

// OfMaterial is a set of no material in the material of a tool or piece of
// armour: the armour of "iron tools and armor".
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

// SameMaterial is a tool or piece of armour of any material in the material of
// another: the axe of "an iron pickaxe and axe".
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

// InMaterial is a thing of any material, or one of the usual one, in the named
// material: the sword of "a sword out of gold".
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

// OfWord is a tool, piece of armour or set of any material in the material that a
// word names: the sword of "sword of iron".
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

// Cheap are those of some tools, weapons or pieces of armour that are not of a
// dear material; all of them when none is left.
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
