package goalread

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// addAliases enters what players call things.
func (r *Reader) addAliases() {
	for alias, id := range itemAliases {
		if n, ok := r.items[strings.ReplaceAll(id, "_", " ")]; ok {
			r.force(r.items, alias, n)
		}
	}
	for alias, id := range blockAliases {
		if n, ok := r.blocks[strings.ReplaceAll(id, "_", " ")]; ok {
			r.force(r.blocks, alias, n)
		}
	}
	for alias, id := range mobAliases {
		if n, ok := r.mobs[strings.ReplaceAll(id, "_", " ")]; ok {
			r.force(r.mobs, alias, n)
		}
	}
	for _, m := range [...]map[string]noun{r.items, r.blocks} {
		for _, pair := range renamed {
			for i, old := range pair {
				_, known := m[old]
				if n, ok := m[pair[1-i]]; ok && !known {
					put(m, old, n)
				}
			}
		}
	}
	for _, c := range colours {
		for alias, id := range map[string]string{"gray": "grey"} {
			if strings.Contains(c, alias) {
				for phrase, n := range r.items {
					if strings.HasPrefix(phrase, c+" ") {
						put(r.items, strings.Replace(phrase, alias, id, 1), n)
					}
				}
			}
		}
	}
	for phrase, n := range r.materialAliases() {
		put(r.items, phrase, n)
	}
	for _, it := range r.v.Items() {
		n := noun{name: it.Name, items: []string{it.Name}}
		if what, ok := strings.CutSuffix(it.Name, "_bucket"); ok {
			put(r.items, "bucket of "+game.Display(what), n)
		}
		if wood, ok := strings.CutSuffix(it.Name, "_planks"); ok {
			put(r.items, game.Display(wood)+" plank", n)
		}
	}
}

// force enters a phrase and its plural even where a group has it; an id or
// display name keeps its own meaning.
func (r *Reader) force(to map[string]noun, phrase string, n noun) {
	for _, p := range [...]string{phrase, game.Plural(phrase)} {
		if old, ok := to[p]; ok && len(old.items) == 1 {
			continue
		}
		to[p] = n
	}
}

// materialWords are other words for the materials of tools and armour.
var materialWords = map[string]string{"wooden ": "wood ", "golden ": "gold ", "chainmail ": "chain ", "diamond ": "dia "}

// materialAliases are "wood pickaxe", "gold sword", "stone pick".
func (r *Reader) materialAliases() map[string]noun {
	out := map[string]noun{}
	for phrase, n := range r.items {
		for from, to := range materialWords {
			if rest, ok := strings.CutPrefix(phrase, from); ok {
				out[to+rest] = n
			}
		}
	}
	for phrase, n := range r.items {
		if strings.HasSuffix(phrase, " pickaxe") {
			base := strings.TrimSuffix(phrase, "axe")
			out[base] = n
			out[strings.TrimSuffix(phrase, "pickaxe")+"pick axe"] = n
			for from, to := range materialWords {
				if rest, ok := strings.CutPrefix(base, from); ok {
					out[to+rest] = n
				}
			}
		}
		if strings.HasSuffix(phrase, " shovel") {
			out[strings.TrimSuffix(phrase, "shovel")+"spade"] = n
		}
		if strings.HasSuffix(phrase, " leggings") {
			out[strings.TrimSuffix(phrase, "leggings")+"pants"] = n
		}
	}
	return out
}

// renamed are things that versions call differently (Minecraft Wiki, "Java
// Edition 1.17", "1.20.3", "1.20.5" and "1.21.9").
var renamed = [...][2]string{
	{"grass path", "dirt path"}, {"grass", "short grass"}, {"scute", "turtle scute"}, {"chain", "iron chain"},
}

var itemAliases = map[string]string{
	"table": "crafting_table", "workbench": "crafting_table", "crafting bench": "crafting_table", "craft table": "crafting_table", "work table": "crafting_table", "crafttable": "crafting_table", "craftingtable": "crafting_table",
	"iron": "iron_ingot", "iron bar": "iron_ingot", "gold": "gold_ingot", "gold bar": "gold_ingot", "copper": "copper_ingot", "netherite": "netherite_ingot",
	"steak": "cooked_beef", "cooked steak": "cooked_beef", "raw beef": "beef", "raw steak": "beef", "pork": "porkchop", "raw pork": "porkchop", "raw porkchop": "porkchop", "cooked pork": "cooked_porkchop", "pork chop": "porkchop", "cooked pork chop": "cooked_porkchop", "bacon": "cooked_porkchop",
	"raw chicken": "chicken", "chicken meat": "chicken", "raw mutton": "mutton", "raw rabbit": "rabbit", "raw cod": "cod", "raw salmon": "salmon",
	"cobble": "cobblestone", "cobble stone": "cobblestone", "lapis": "lapis_lazuli", "redstone dust": "redstone", "red stone": "redstone", "glowstone powder": "glowstone_dust",
	"sugarcane": "sugar_cane", "reed": "sugar_cane", "seed": "wheat_seeds", "seeds": "wheat_seeds", "wheat seed": "wheat_seeds", "gun powder": "gunpowder",
	"bucket of water": "water_bucket", "bucket of lava": "lava_bucket", "bucket of milk": "milk_bucket", "milk": "milk_bucket", "water": "water_bucket", "lava": "lava_bucket",
	"book shelf": "bookshelf", "enchant table": "enchanting_table", "enchantment table": "enchanting_table", "enchanting bench": "enchanting_table",
	"glass panel": "glass_pane", "iron fence": "iron_bars", "window": "glass_pane", "eye of ender": "ender_eye", "lighter": "flint_and_steel", "flint and iron": "flint_and_steel",
	"mine cart": "minecart", "cart": "minecart", "track": "rail", "tracks": "rail", "rails": "rail", "cooked fish": "cooked_cod", "fishing pole": "fishing_rod", "fish rod": "fishing_rod",
	"mushroom soup": "mushroom_stew", "soup": "mushroom_stew", "feathers": "feather", "ender pearls": "ender_pearl", "enderpearl": "ender_pearl", "pearl": "ender_pearl",

	"oak": "oak_log", "birch": "birch_log", "spruce": "spruce_log",
	"iron block": "iron_block", "gold block": "gold_block", "diamond block": "diamond_block", "coal block": "coal_block", "redstone block": "redstone_block", "block of lapis": "lapis_block", "hay": "hay_block", "hay bale": "hay_block",
	"quartz": "quartz", "nether brick": "nether_brick", "stone brick": "stone_bricks", "brick block": "bricks", "golden apple": "golden_apple", "gapple": "golden_apple", "smooth stone": "smooth_stone", "cow hide": "leather", "hide": "leather", "compas": "compass",
	"xp bottle": "experience_bottle", "exp bottle": "experience_bottle", "bottle of xp": "experience_bottle", "xp": "experience_bottle", "bottle of enchanting": "experience_bottle", "experience": "experience_bottle",
	"obby": "obsidian", "obi": "obsidian", "e pearl": "ender_pearl", "epearl": "ender_pearl", "dia": "diamond", "diamond gem": "diamond", "em": "emerald", "mutton chop": "mutton", "lamb chop": "mutton", "cooked mutton chop": "cooked_mutton", "beef steak": "cooked_beef", "ham": "porkchop",
	"notch apple": "enchanted_golden_apple", "god apple": "enchanted_golden_apple", "enchanted gapple": "enchanted_golden_apple", "totem": "totem_of_undying", "leash": "lead", "lasso": "lead", "rocket": "firework_rocket", "firework": "firework_rocket", "dynamite": "tnt",
	"watermelon": "melon", "jackolantern": "jack_o_lantern", "pumpkin lantern": "jack_o_lantern", "fishingrod": "fishing_rod", "redstone comparator": "comparator", "cacti": "cactus", "wart": "nether_wart", "ghast tears": "ghast_tear", "scissors": "shears",
	"piston sticky": "sticky_piston", "note block": "note_block", "chest minecart": "chest_minecart", "glass window": "glass_pane", "iron helm": "iron_helmet", "diamond helm": "diamond_helmet", "turtle shell": "turtle_helmet", "turtle helmet": "turtle_helmet", "spy glass": "spyglass", "bottle": "glass_bottle", "water bottle": "potion", "book and pen": "writable_book", "sack": "bundle",
	"honey": "honey_bottle", "bottle of honey": "honey_bottle", "ink": "ink_sac", "lamb": "mutton", "raw lamb": "mutton", "cooked lamb": "cooked_mutton", "seaweed": "kelp",
	"chestplate of iron": "iron_chestplate", "iron chest plate": "iron_chestplate", "diamond chest plate": "diamond_chestplate", "stone furnace": "furnace", "oven": "furnace", "iron door": "iron_door", "loaf of bread": "bread", "charcoals": "charcoal",
	"grass block": "grass_block", "dirt block": "dirt", "soil": "dirt", "earth": "dirt", "sand block": "sand", "netherrack block": "netherrack", "obsidian block": "obsidian", "slime": "slime_ball", "slimeball": "slime_ball",
	"blaze rods": "blaze_rod", "bonemeal": "bone_meal", "paper sheet": "paper", "sheet of paper": "paper", "string": "string", "piece of string": "string", "spider silk": "string",
}

var blockAliases = map[string]string{
	"cobble": "stone", "oak": "oak_log", "birch": "birch_log",
	"iron": "iron_ore", "gold": "gold_ore", "copper": "copper_ore", "iron ingot": "iron_ore", "gold ingot": "gold_ore", "copper ingot": "copper_ore",
	"quartz ore": "nether_quartz_ore", "soil": "dirt", "earth": "dirt", "sugarcane": "sugar_cane", "dirt block": "dirt", "rock": "stone", "red stone ore": "redstone_ore", "lapis lazuli ore": "lapis_ore",
}

var mobAliases = map[string]string{
	"pigs": "pig", "bunny": "rabbit", "zombie pigman": "zombified_piglin", "pigman": "zombified_piglin", "dragon": "ender_dragon", "skelly": "skeleton", "chicken": "chicken", "hen": "chicken", "lamb": "sheep", "bull": "cow",
}

var colours = []string{"white", "orange", "magenta", "light blue", "yellow", "lime", "pink", "gray", "light gray", "cyan", "purple", "blue", "brown", "green", "red", "black"}

// coloured are the last words of things that come in sixteen colours.
var coloured = []string{"wool", "bed", "carpet", "banner", "candle", "concrete", "concrete_powder", "terracotta", "stained_glass", "stained_glass_pane", "shulker_box", "dye", "glazed_terracotta"}

// wooden are the last words of things that come in every wood.
var wooden = []string{"log", "planks", "sapling", "leaves", "boat", "chest_boat", "door", "trapdoor", "fence", "fence_gate", "sign", "hanging_sign", "button", "pressure_plate", "slab", "stairs"}

var toolWords = []string{"pickaxe", "axe", "shovel", "hoe", "sword"}
var armourWords = []string{"helmet", "chestplate", "leggings", "boots"}

// addGroups enters words for any of several things: wood, wool, a pickaxe.
func (r *Reader) addGroups() {
	var woods []string
	for _, p := range r.v.Tag("planks") {
		woods = append(woods, strings.TrimSuffix(p, "_planks"))
	}
	group := func(word string, kinds []string) {
		var items []string
		for _, k := range kinds {
			id := strings.ReplaceAll(k, " ", "_") + "_" + word
			if _, ok := r.v.Item(id); ok {
				items = append(items, id)
			}
		}
		r.group(strings.ReplaceAll(word, "_", " "), items)
	}
	for _, w := range wooden {
		group(w, woods)
	}
	for _, w := range coloured {
		group(w, colours)
	}
	for _, w := range toolWords {
		group(w, []string{"wooden", "stone", "copper", "golden", "iron", "diamond", "netherite"})
	}
	for _, w := range armourWords {
		group(w, []string{"leather", "copper", "chainmail", "golden", "iron", "diamond", "netherite", "turtle"})
	}
	r.alias("log", "wood", "wood log", "piece of wood", "block of wood", "tree trunk", "timber", "any log", "lumber")
	r.alias("planks", "plank", "wood plank", "wooden plank", "wooden planks", "any planks", "board")
	r.alias("pickaxe", "pick", "pick axe", "pic axe")
	r.alias("door", "wooden door", "wood door")
	r.alias("slab", "wooden slab", "wood slab")
	r.alias("stairs", "stair", "wooden stairs", "wood stairs")
	r.alias("fence", "wooden fence", "wood fence")
	r.alias("button", "wooden button")
	r.alias("pressure plate", "wooden pressure plate")
	r.alias("trapdoor", "wooden trapdoor", "trap door")
	r.alias("dye", "any dye")
	r.group("meat", r.known("beef", "porkchop", "chicken", "mutton", "rabbit", "cooked_beef", "cooked_porkchop", "cooked_chicken", "cooked_mutton", "cooked_rabbit"))
	r.group("cooked meat", r.known("cooked_beef", "cooked_porkchop", "cooked_chicken", "cooked_mutton", "cooked_rabbit"))
	r.group("fish", r.known("cod", "salmon"))
	r.alias("fish", "raw fish")
	var swimming []string
	for _, f := range fishes {
		swimming = append(swimming, r.known(f+"_bucket")...)
	}
	r.group("fish bucket", swimming)
	r.alias("fish bucket", "bucket of fish", "any bucket of fish")
	r.group("coral", r.known("tube_coral", "brain_coral", "bubble_coral", "fire_coral", "horn_coral"))
	var weapons []string // the first is made when none is held, the last is the best
	for _, m := range [...]string{"wooden", "stone", "copper", "golden", "iron", "diamond", "netherite"} {
		weapons = append(weapons, r.known(m+"_sword", m+"_axe")...)
	}
	r.group("weapon", weapons)
	r.group("flower", r.known("dandelion", "poppy", "blue_orchid", "allium", "azure_bluet", "oxeye_daisy", "cornflower", "lily_of_the_valley"))
	r.group("mushroom", r.known("brown_mushroom", "red_mushroom"))
	var foods []string
	for _, it := range r.v.Items() {
		if it.Food != nil && !harmful[it.Name] {
			foods = append(foods, it.Name)
		}
	}
	r.group("food", foods)
	r.alias("food", "something to eat", "meal")
	r.alias("chest boat", "boat with chest", "boat with a chest")
	for _, w := range woods {
		if n, ok := r.items[strings.ReplaceAll(w, "_", " ")+" log"]; ok {
			n.factor = logsOfTree
			put(r.blocks, strings.ReplaceAll(w, "_", " ")+" tree", n)
			put(r.items, strings.ReplaceAll(w, "_", " ")+" tree", n)
		}
	}
	if logs, ok := r.items["log"]; ok {
		for _, p := range [...]string{"tree", "trees"} {
			r.blocks[p] = noun{name: logs.name, items: logs.items, factor: logsOfTree}
			r.items[p] = r.blocks[p]
		}
	}
}

// logsOfTree is what a small tree holds (Minecraft Wiki, "Tree").
const logsOfTree = 5

// harmful foods are not eaten unless named (Minecraft Wiki, "Food").
var harmful = map[string]bool{"rotten_flesh": true, "spider_eye": true, "poisonous_potato": true, "pufferfish": true, "chicken": true, "suspicious_stew": true, "chorus_fruit": true}

func (r *Reader) known(ids ...string) []string {
	return slices.DeleteFunc(ids, func(id string) bool { _, ok := r.v.Item(id); return !ok })
}

// group enters a word for any of the items; blocks of the same names too.
func (r *Reader) group(word string, items []string) {
	if len(items) == 0 {
		return
	}
	n := noun{name: "any " + word, items: items}
	if len(items) == 1 {
		n.name = items[0]
	}
	put(r.items, word, n)
	put(r.items, "any "+word, n)
	if _, ok := r.v.Block(items[0]); ok {
		put(r.blocks, word, n)
	}
}

func (r *Reader) alias(word string, aliases ...string) {
	for _, m := range [...]map[string]noun{r.items, r.blocks} {
		if n, ok := m[word]; ok {
			for _, a := range aliases {
				put(m, a, n)
			}
		}
	}
}

func (r *Reader) isItem(id string) bool { _, ok := r.v.Item(id); return ok }
