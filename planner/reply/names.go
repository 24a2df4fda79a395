package reply

import (
	"slices"
	"sort"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
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

// NewNames indexes a version.
func NewNames(v *data.Version) *Names {
	n := &Names{v: v, items: map[string]string{}, blocks: map[string]string{}, mobs: map[string]string{}, groups: map[string][]string{}}
	// Ids first: the display name of one thing may be the id of another.
	for pass := range 2 {
		name := func(id, display string) string {
			if pass == 0 {
				return phrase(id)
			}
			return phrase(display)
		}
		for _, it := range v.Items() {
			enter(n.items, name(it.Name, it.Display), it.Name)
		}
		for _, b := range v.Blocks() {
			enter(n.blocks, name(b.Name, b.Display), b.Name)
		}
		for _, m := range v.Mobs() {
			enter(n.mobs, name(m.Name, m.Display), m.Name)
		}
	}
	n.addGroups()
	for alias, ids := range aliases {
		for _, id := range ids {
			if _, ok := v.Item(id); ok {
				enter(n.items, alias, id)
				break
			}
		}
		for _, id := range ids {
			if _, ok := v.Block(id); ok {
				enter(n.blocks, alias, id)
				break
			}
		}
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

// aliases are what models call things that have another id, by phrase; of the
// ids the first that the version has is taken. They are only asked for what is
// no id and no display name.
var aliases = map[string][]string{
	"table": {"crafting_table"}, "workbench": {"crafting_table"}, "work bench": {"crafting_table"}, "crafting bench": {"crafting_table"}, "craft table": {"crafting_table"},
	"iron": {"iron_ingot"}, "gold": {"gold_ingot"}, "copper": {"copper_ingot"}, "netherite": {"netherite_ingot"}, "iron bar": {"iron_ingot"}, "gold bar": {"gold_ingot"},
	"cobble": {"cobblestone"}, "redstone dust": {"redstone"}, "lapis": {"lapis_lazuli"}, "raw iron ore": {"raw_iron", "iron_ore"}, "raw gold ore": {"raw_gold", "gold_ore"}, "raw copper ore": {"raw_copper", "copper_ore"},
	"raw iron": {"raw_iron", "iron_ore"}, "raw gold": {"raw_gold", "gold_ore"}, "iron ore": {"iron_ore"}, "iron ingots": {"iron_ingot"},
	"steak": {"cooked_beef"}, "raw beef": {"beef"}, "raw porkchop": {"porkchop"}, "cooked pork": {"cooked_porkchop"}, "raw chicken": {"chicken"}, "raw mutton": {"mutton"}, "raw cod": {"cod"}, "raw fish": {"cod"}, "cooked fish": {"cooked_cod"},
	"seeds": {"wheat_seeds"}, "seed": {"wheat_seeds"}, "sugarcane": {"sugar_cane"}, "hay": {"hay_block"}, "hay bale": {"hay_block"}, "grass": {"short_grass", "grass"}, "short grass": {"short_grass", "grass"}, "tall seagrass": {"tall_seagrass"},
	"flint steel": {"flint_and_steel"}, "lighter": {"flint_and_steel"}, "enchantment table": {"enchanting_table"}, "furnace block": {"furnace"}, "stone furnace": {"furnace"}, "wooden chest": {"chest"}, "wood chest": {"chest"},
	"lava": {"lava_bucket"}, "water": {"water_bucket"}, "milk": {"milk_bucket"}, "gunpowder dust": {"gunpowder"}, "pearl": {"ender_pearl"}, "clay": {"clay_ball"}, "nether quartz": {"quartz"}, "quartz ore": {"nether_quartz_ore"},
	"wooden stick": {"stick"}, "wood stick": {"stick"}, "coal lump": {"coal"}, "diamond gem": {"diamond"}, "paper sheet": {"paper"}, "arrow ammo": {"arrow"}, "dirt block": {"dirt"}, "oak tree": {"oak_log"}, "birch tree": {"birch_log"}, "spruce tree": {"spruce_log"},
}

// groupWords are words for any of a kind, with the ends of the ids that they
// mean and what comes before them by default.
var groupWords = []struct {
	suffix, first string
	words         []string
}{
	{"_log", "oak", []string{"log", "wood", "any log", "tree", "wood log", "wooden log", "tree log", "tree trunk", "oak wood log"}},
	{"_planks", "oak", []string{"planks", "plank", "wood planks", "wood plank", "wooden planks", "wooden plank", "any planks"}},
	{"_wool", "white", []string{"wool", "any wool"}},
	{"_bed", "white", []string{"bed", "any bed"}},
	{"_boat", "oak", []string{"boat", "wooden boat"}},
	{"_door", "oak", []string{"door", "wooden door", "wood door"}},
	{"_trapdoor", "oak", []string{"trapdoor", "wooden trapdoor"}},
	{"_fence", "oak", []string{"fence", "wooden fence", "wood fence"}},
	{"_fence_gate", "oak", []string{"fence gate", "gate"}},
	{"_sign", "oak", []string{"sign", "wooden sign"}},
	{"_sapling", "oak", []string{"sapling", "tree sapling"}},
	{"_leaves", "oak", []string{"leaves", "leaf"}},
	{"_slab", "oak", []string{"wooden slab", "wood slab"}},
	{"_stairs", "oak", []string{"wooden stairs", "wood stairs"}},
	{"_button", "oak", []string{"wooden button", "button"}},
	{"_pressure_plate", "oak", []string{"wooden pressure plate", "pressure plate"}},
}

func (n *Names) addGroups() {
	var woods []string
	for _, p := range n.v.Tag("planks") {
		woods = append(woods, strings.TrimSuffix(p, "_planks"))
	}
	colours := []string{"white", "orange", "magenta", "light_blue", "yellow", "lime", "pink", "gray", "light_gray", "cyan", "purple", "blue", "brown", "green", "red", "black"}
	for _, g := range groupWords {
		kinds := woods
		if g.first == "white" {
			kinds = colours
		}
		var ids []string
		for _, k := range kinds {
			if _, ok := n.v.Item(k + g.suffix); ok {
				ids = append(ids, k+g.suffix)
			}
		}
		if i := slices.Index(ids, g.first+g.suffix); i > 0 {
			ids = slices.Insert(slices.Delete(ids, i, i+1), 0, g.first+g.suffix)
		}
		if len(ids) == 0 {
			continue
		}
		for _, w := range g.words {
			n.groups[w] = ids
		}
	}
	for _, w := range woods {
		if _, ok := n.v.Item(w + "_log"); ok {
			enter(n.items, strings.ReplaceAll(w, "_", " ")+" wood log", w+"_log")
			enter(n.items, strings.ReplaceAll(w, "_", " ")+" wood planks", w+"_planks")
			enter(n.blocks, strings.ReplaceAll(w, "_", " ")+" wood log", w+"_log")
		}
	}
	materials := map[string]string{}
	for p, id := range n.items {
		names := []string{p}
		for from, to := range map[string]string{"wooden ": "wood ", "golden ": "gold "} {
			if rest, ok := strings.CutPrefix(p, from); ok && strings.HasPrefix(id, strings.TrimSpace(from)) {
				names = append(names, to+rest)
			}
		}
		for _, q := range names {
			materials[q] = id
			if rest, ok := strings.CutSuffix(q, " pickaxe"); ok {
				materials[rest+" pick"] = id
			}
		}
	}
	for p, id := range materials {
		enter(n.items, p, id)
	}
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
