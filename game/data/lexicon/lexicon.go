// SPDX-License-Identifier: MIT

// Package lexicon says what names mean in one version: ids and display names of items, blocks and mobs, their plurals, groups ("any
// log"), sets ("iron armor"), former names, what players and models call things, and usual misspellings.
//
// It is built from game/data and one reviewed file, words.json. One lexicon serves the goal reader, model replies, plan inputs, notices
// about bodies and completions.
//
// Invariants: an id always means itself; a lexicon is read-only and may be used
// from any number of goroutines; the same question gives the same answer.
//
// Usage:
//
//	l := lexicon.Of(version)
//	m, ok := l.Items["workbench"] // m.Name == "crafting_table"
package lexicon

import (
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/internal/spelling"
)

//go:embed words.json
var wordsText []byte

// Meaning is what a phrase stands for.
type Meaning struct {
	// Name is an id, or "any log" for a group.
	Name string
	// Items are the ids that will do, the usual one first.
	Items []string
	// Set, when not nil, are the names of the things of a set, each wanted once.
	Set []string
	// Factor multiplies a count: a tree is several logs. 0 stands for 1.
	Factor int
}

// Table maps phrases, in lower case with single blanks, to what they mean.
type Table map[string]Meaning

// Lexicon holds the names of one version. Its tables are not to be changed.
type Lexicon struct {
	Version *data.Version
	// Items, Blocks and Mobs have the singular and plural of every name.
	Items, Blocks, Mobs Table
	// Structures and Biomes map what players call them to their ids.
	Structures, Biomes map[string]string
	// Fills maps what an empty vessel may be filled with to the vessel filled so.
	Fills map[string]map[string]string
	// ToolWords and ArmorWords are the last words of tools and of what is worn.
	ToolWords, ArmorWords []string

	words *words
	// phrases are what near matches are sought in, made when one is first sought.
	phrases func() spelling.Phrases
	// vocabulary holds every word of every phrase.
	vocabulary map[string]bool
	// Near are those, as slips of them are looked for.
	Near spelling.Words
}

// words is the reviewed file.
type words struct {
	Items, Blocks, Mobs, Models map[string]oneOrMore
	Former                      [][2]string
	Misspellings                map[string]string
	Each                        map[string][]string
	Groups                      []group
	Materials                   []material
	ToolWords                   []string
	ArmourWords                 []string
	MaterialWords               map[string]string
	Biomes                      []string
	Structures                  map[string][]string
	Fills                       map[string]map[string]string
}

// group is a word for any of several things.
type group struct {
	Name string
	// Items, or the members of the list Each in the forms Of, apart by blanks.
	Items    []string
	Each, Of string
	// Words are others for it.
	Words []string
}

type material struct {
	ID    string
	Words []string
	// Dear is not spent where any material would do.
	Dear bool
}

// oneOrMore is a name or a list of them.
type oneOrMore []string

func (o *oneOrMore) UnmarshalJSON(raw []byte) error {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		*o = oneOrMore{one}
		return nil
	}
	return json.Unmarshal(raw, (*[]string)(o))
}

// readWords decodes the reviewed file once. It is part of the program, so that a fault in it is one of the program.
var readWords = sync.OnceValue(func() *words {
	w := &words{}
	if err := json.Unmarshal(wordsText, w); err != nil {
		panic("lexicon: words.json: " + err.Error())
	}
	return w
})

// Of is the lexicon of a version. It takes some milliseconds the first time.
var Of = data.PerVersion(build)

func build(v *data.Version) *Lexicon {
	w := readWords()
	l := &Lexicon{
		Version: v, Items: make(Table, 4*len(v.Items())), Blocks: make(Table, 3*len(v.Blocks())), Mobs: Table{}, // some names of each
		Structures: map[string]string{}, Biomes: map[string]string{}, ToolWords: w.ToolWords, ArmorWords: w.ArmourWords, Fills: w.Fills,
		words: w, vocabulary: map[string]bool{}, Near: spelling.Words{},
	}
	// Ids come before display names: filled_map is shown as "Map", which is another thing's id.
	for pass := range 2 {
		name := func(id, display string) string {
			if pass == 0 {
				return game.Display(id)
			}
			return Normal(display)
		}
		for _, it := range v.Items() {
			if !v.Own(it.Name) {
				put(l.Items, name(it.Name, it.Display), one(it.Name))
			}
			for _, called := range it.Called {
				put(l.Items, called, one(it.Name))
			}
		}
		for _, b := range v.Blocks() {
			put(l.Blocks, name(b.Name, b.Display), one(b.Name))
		}
		for _, m := range v.Mobs() {
			put(l.Mobs, name(m.Name, m.Display), one(m.Name))
		}
	}
	l.addGroups()
	l.addSets()
	l.addAliases()
	l.addOwn()
	for id, others := range w.Structures {
		for _, p := range append([]string{game.Display(id)}, others...) {
			l.Structures[p], l.Structures[game.Plural(p)] = id, id
		}
	}
	for _, id := range w.Biomes {
		l.Biomes[game.Display(id)] = id
	}
	l.phrases = sync.OnceValue(func() spelling.Phrases {
		names := slices.AppendSeq(slices.Collect(maps.Keys(l.Items)), maps.Keys(l.Blocks))
		return spelling.PhrasesOf(slices.AppendSeq(names, maps.Keys(l.Mobs)))
	})
	for _, t := range [...]Table{l.Items, l.Blocks, l.Mobs} {
		for p := range t {
			for w := range strings.FieldsSeq(p) {
				if !l.vocabulary[w] {
					l.vocabulary[w] = true
					l.Near.Add(w, w)
				}
			}
		}
	}
	return l
}

// addOwn enters the items of the body's own game, after all that the release itself has: what is said of that never comes to mean
// another thing. The id goes with and without its namespace.
func (l *Lexicon) addOwn() {
	for _, it := range l.Version.Items() {
		if !l.Version.Own(it.Name) {
			continue
		}
		whole := Normal(strings.ReplaceAll(it.Name, "/", " "))
		_, bare, _ := strings.Cut(whole, " ")
		if !strings.Contains(it.Name, ":") {
			bare = whole
		}
		for _, phrase := range [...]string{whole, bare, Normal(it.Display)} {
			put(l.Items, phrase, one(it.Name))
			put(l.Items, apart(phrase), one(it.Name))
		}
	}
}

// apart is a phrase with figures and letters apart where a goal's words are read so: "3d" is three of something, and "x10" a coordinate.
func apart(phrase string) string {
	list := strings.Fields(phrase)
	for i, w := range list {
		if len(w) > 1 && w[0] >= 'x' && w[0] <= 'z' && w[1] >= '0' && w[1] <= '9' {
			w = w[:1] + " " + w[1:]
		}
		if n := strings.IndexFunc(w, unicode.IsLetter); n > 0 && strings.Trim(w[:n], "0123456789") == "" {
			w = w[:n] + " " + w[n:]
		}
		list[i] = w
	}
	return strings.Join(list, " ")
}

func one(id string) Meaning { return Meaning{Name: id, Items: []string{id}} }

// put enters a phrase and its plural, unless they mean something already.
func put(to Table, phrase string, m Meaning) {
	if phrase == "" {
		return
	}
	regular := phrase + "s"
	if strings.HasSuffix(phrase, "ss") || strings.HasSuffix(phrase, "sh") {
		regular = phrase + "es"
	} else if strings.HasSuffix(phrase, "s") {
		regular = phrase
	}
	for _, p := range [...]string{phrase, game.Plural(phrase), regular} {
		if _, taken := to[p]; !taken {
			to[p] = m
		}
	}
}

// Normal brings a name into the form of the tables' phrases: lower case, single
// blanks for underscores and dashes, without namespace and quotes.
func Normal(name string) string {
	name = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(name)), game.Namespace)
	between := func(c rune) bool { return strings.ContainsRune("_- \t\n,.():", c) }
	return strings.Join(strings.FieldsFunc(quotes.Replace(name), between), " ")
}

// quotes stand within words, as in "player's".
var quotes = strings.NewReplacer("'", "", "’", "", "‘", "", `"`, "", "`", "")

// Knows reports whether a word is part of some name.
func (l *Lexicon) Knows(word string) bool { return l.vocabulary[word] }

// Words lists every word of every name, in no order.
func (l *Lexicon) Words() map[string]bool { return l.vocabulary }

// Corrected is a usual misspelling of one word put right; other words come back as they are.
func (l *Lexicon) Corrected(word string) string {
	if right, ok := l.words.Misspellings[word]; ok && !l.vocabulary[word] {
		return right
	}
	return word
}

// IsItem reports whether a name is an item's id; nearest is the id that it means or is nearest to otherwise, empty for none.
func (l *Lexicon) IsItem(name string) (nearest string, ok bool) {
	if _, ok := l.Version.Item(name); ok {
		return name, true
	}
	if m, ok := l.Item(name); ok {
		return m.Items[0], false
	}
	return "", false
}

// Stack is how many of an item fit in one slot, 0 for a name that is no item's id.
func (l *Lexicon) Stack(name string) int {
	if it, ok := l.Version.Item(name); ok {
		return it.Stack
	}
	return 0
}

// BlockOf is the thing that a phrase like "stone blocks" means, and whether several.
func (l *Lexicon) BlockOf(phrase string) (of string, plural, ok bool) {
	of, ok = strings.CutSuffix(phrase, " block")
	if !ok {
		of, plural = strings.CutSuffix(phrase, " blocks")
	}
	m, known := l.Items[of]
	return of, plural, (ok || plural) && known && len(m.Items) > 0 && l.Blocks[of].Name == m.Name
}

// Item is what a name of an item means: an id, display name, former name, group
// or usual misspelling, or the one thing that is nearest to it.
func (l *Lexicon) Item(name string) (Meaning, bool) {
	phrase := Normal(name)
	if m, ok := l.Items[phrase]; ok && len(m.Items) > 0 {
		return m, true
	}
	if of, _, ok := l.BlockOf(phrase); ok {
		return l.Items[of], true
	}
	list := lists.Of(strings.Fields(phrase), func(w *string) string { return l.Corrected(*w) })
	if m, ok := l.Items[strings.Join(list, " ")]; ok && len(m.Items) > 0 {
		return m, true
	}
	m, ok := l.Closest(list, l.Items)
	return m, ok && len(m.Items) > 0
}

// Known are those of some ids that the version has items for.
func (l *Lexicon) Known(ids ...string) []string {
	return slices.DeleteFunc(ids, func(id string) bool { _, ok := l.Version.Item(id); return !ok })
}

// MaxWords is the longest phrase, in words.
const MaxWords = 7

// Closest finds the one thing whose name is nearest to some words, in the first table that
// has the name: that differs by blanks and particles, or by one or two letters.
func (l *Lexicon) Closest(typed []string, tables ...Table) (best Meaning, ok bool) {
	in := func(phrase string) int {
		return slices.IndexFunc(tables, func(t Table) bool { _, ok := t[phrase]; return ok })
	}
	phrase := l.phrases().Closest(typed, l.Knows, func(phrase string) (string, bool) {
		if at := in(phrase); at >= 0 {
			return tables[at][phrase].Name, true
		}
		return "", false
	})
	if phrase == "" {
		return Meaning{}, false
	}
	return tables[in(phrase)][phrase], true
}

// Ending is the shortest name of a thing that ends in a word, empty for none: "redstone lamp" for "lamp".
func (l *Lexicon) Ending(word string) string {
	return l.phrases().Ending(word, func(phrase string) bool { m, ok := l.Items[phrase]; return ok && m.Set == nil })
}

// harmless in the list of a group stands for every food that may be eaten without a second thought.
const harmless = "(harmless)"

// addGroups enters words for any of several things: wood, wool, a pickaxe.
func (l *Lexicon) addGroups() {
	woods := lists.Of(l.Version.Tag("planks"), func(p *string) string { return strings.TrimSuffix(*p, "_planks") })
	for _, g := range l.words.Groups {
		items, members := g.Items, l.words.Each[g.Each]
		if g.Each == "wood" {
			members = woods
		}
		for _, member := range members {
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
		l.Blocks["tree"], l.Blocks["trees"], l.Items["tree"], l.Items["trees"] = m, m, m, m
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
		if len(to[p].Items) != 1 {
			to[p] = m
		}
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
		for end, also := range map[string][]string{" pickaxe": {" pick", " pick axe"}, " shovel": {" spade"}, " leggings": {" pants", " trousers"}} {
			head, ok := strings.CutSuffix(phrase, end)
			for i := 0; ok && i < len(also); i++ {
				out[head+also[i]] = m
				others(head+also[i], m)
			}
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
			return l.Known(lists.Of(words, func(w *string) string { return m.ID + "_" + *w })...)
		}
		armour, tools := of(l.ArmorWords), of(l.ToolWords)
		gear := append(slices.Clone(armour), tools...)
		whole := Meaning{Name: m.ID + " gear", Set: gear}
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
					for _, phrase := range [...]string{w + " " + kind, "full " + w + " " + kind} {
						l.Items[phrase+" and tools"], l.Items[phrase+" set"] = whole, n
					}
				}
			}
			if len(armour) > 0 {
				l.Items["full "+w], l.Items["full "+w+"s"] = whole, whole
			}
		}
	}
	if n, ok := l.Items["chainmail armor"]; ok {
		l.Items["chainmail"] = n
	}
	l.addPlainSets()
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

// addPlainSets enters armour and tools of any material.
func (l *Lexicon) addPlainSets() {
	for _, s := range [...]struct {
		name         string
		words, kinds []string
	}{
		{PlainArmor, []string{"armor", "armour"}, l.ArmorWords},
		{PlainTools, []string{"tools", "tool set", "toolset"}, l.ToolWords},
	} {
		n := Meaning{Name: s.name, Set: lists.Of(s.kinds, func(w *string) string { return l.Items[*w].Name })}
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
	return one(name)
}

// Outfit says that a name is a tool's, a weapon's or that of what is worn.
func (l *Lexicon) Outfit(name string) bool {
	word := name[strings.LastIndexAny(name, "_ ")+1:]
	return l.wearOrTool(word) || word == "shield" || word == "bow"
}

// SameMaterial is a tool, piece of armour or set of any material in the material of another: the axe of "an iron pickaxe and axe", the
// armour of "iron tools and armor".
func (l *Lexicon) SameMaterial(n Meaning, like string) Meaning {
	word, any := strings.CutPrefix(n.Name, "any ")
	material, kind, _ := strings.Cut(like, "_")
	set, known := l.Items[material+" "+n.Name]
	switch id := material + "_" + word; {
	case !l.wearOrTool(kind):
	case known && (n.Name == PlainArmor || n.Name == PlainTools):
		return set
	case any && l.wearOrTool(word) && len(l.Known(id)) == 1:
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
		if made := l.SameMaterial(n, m.ID+"_"+l.ToolWords[0]); slices.Contains(m.Words, word) && made.Name != n.Name {
			return made, true
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
	out := slices.DeleteFunc(slices.Clone(items), func(item string) bool {
		of, kind, ok := strings.Cut(item, "_")
		return ok && l.wearOrTool(kind) && slices.ContainsFunc(l.words.Materials, func(m material) bool { return m.Dear && m.ID == of })
	})
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
