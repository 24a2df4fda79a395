package goalread

import (
	"slices"
	"strings"
)

// addSets enters armour, tools and gear of a material.
func (r *Reader) addSets() {
	for _, m := range [...]struct {
		id    string
		words []string
	}{
		{"wooden", []string{"wooden", "wood"}}, {"stone", []string{"stone"}}, {"leather", []string{"leather"}}, {"copper", []string{"copper"}},
		{"golden", []string{"golden", "gold"}}, {"chainmail", []string{"chainmail", "chain"}}, {"iron", []string{"iron"}}, {"diamond", []string{"diamond"}}, {"netherite", []string{"netherite"}},
	} {
		of := func(words []string) []string {
			var ids []string
			for _, w := range words {
				if id := m.id + "_" + w; r.isItem(id) {
					ids = append(ids, id)
				}
			}
			return ids
		}
		armour, tools := of(armourWords), of(toolWords)
		gear := append(slices.Clone(armour), tools...)
		for _, w := range m.words {
			for kind, ids := range map[string][]string{"armor": armour, "armour": armour, "tools": tools, "tool set": tools, "toolset": tools, "gear": gear, "equipment": gear, "kit": gear, "set": gear, "stuff": gear} {
				if len(ids) == 0 {
					continue
				}
				n := noun{name: m.id + " " + kind, set: ids}
				for _, lead := range [...]string{"", "full ", "full set of ", "set of ", "complete ", "complete set of ", "all ", "suit of ", "full suit of ", "sets of ", "full sets of ", "suits of "} {
					r.items[lead+w+" "+kind] = n
				}
				if kind == "armor" || kind == "armour" {
					r.items["full "+w+" "+kind+" and tools"] = noun{name: m.id + " gear", set: gear}
					r.items[w+" "+kind+" and tools"] = noun{name: m.id + " gear", set: gear}
					r.items[w+" "+kind+" set"] = n
					r.items["full "+w+" "+kind+" set"] = n
				}
			}
			if len(armour) > 0 {
				r.items["full "+w] = noun{name: m.id + " gear", set: gear}
				r.items["full "+w+"s"] = r.items["full "+w]
			}
		}
	}
	if n, ok := r.items["chainmail armor"]; ok {
		r.items["chainmail"] = n
	}
	r.addPlainSets()
	if n, ok := r.items["chest"]; ok {
		n.factor = 2
		r.items["double chest"], r.items["double chests"] = n, n
	}
}

// The names of the sets of no material.
const (
	plainArmour = "armor"
	plainTools  = "tools"
)

// addPlainSets enters armour and tools of any material.
func (r *Reader) addPlainSets() {
	for _, s := range [...]struct {
		name         string
		words, lists []string
	}{
		{plainArmour, []string{"armor", "armour"}, armourWords},
		{plainTools, []string{"tools", "tool set", "toolset"}, toolWords},
	} {
		n := noun{name: s.name}
		for _, w := range s.lists {
			n.set = append(n.set, r.items[w].name)
		}
		for _, w := range s.words {
			for _, lead := range [...]string{"", "full ", "full set of ", "set of ", "complete set of ", "all ", "suit of ", "full suit of "} {
				r.items[lead+w] = n
			}
		}
	}
}

// inSet is a thing of a set: an id, or "any helmet".
func (r *Reader) inSet(name string) noun {
	if group, ok := strings.CutPrefix(name, "any "); ok {
		return r.items[group]
	}
	return noun{name: name, items: []string{name}}
}

// ofMaterial is a set of no material in the material of a tool or piece of
// armour: the armour of "iron tools and armor".
func (r *Reader) ofMaterial(n noun, like string) noun {
	material, kind, ok := strings.Cut(like, "_")
	if !ok || n.name != plainArmour && n.name != plainTools || !slices.Contains(toolWords, kind) && !slices.Contains(armourWords, kind) {
		return n
	}
	if set, ok := r.items[material+" "+n.name]; ok {
		return set
	}
	return n
}
