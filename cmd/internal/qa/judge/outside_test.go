// SPDX-License-Identifier: MIT

package judge

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/minehand/minehand/game"
)

// outside is a goal in words that the reader does not read: what is meant by it,
// and the part of the sentence that each clause of it stands for.
type outside struct {
	text  string
	meant []meant
	spans []string
	start map[string]int
}

func does(v verb, n int, item, out string) meant { return meant{verb: v, item: item, out: out, n: n} }

func obtain(n int, item string) meant { return does(get, n, item, item) }

func kit(items ...string) map[string]int {
	held := map[string]int{"crafting_table": 1}
	for _, it := range items {
		n := 1
		if name, count, ok := strings.Cut(it, "="); ok {
			it = name
			if _, err := fmt.Sscan(count, &n); err != nil {
				panic(err)
			}
		}
		held[it] = n
	}
	return held
}

// beyond are 40 such goals.
var beyond = []outside{
	{"would be lovely to obtain 3 diamonds by teatime", []meant{obtain(3, "diamond")}, []string{"obtain 3 diamonds"}, kit("iron_pickaxe")},
	{"my buddy wonders whether 5 torches get crafted: craft 5 torches", []meant{does(craft, 5, "torch", "torch")}, []string{"craft 5 torches"}, kit("coal=2", "oak_log=2")},
	{"the cows out there: kill 2 cows of them", []meant{does(kill, 2, "cow", "cow")}, []string{"kill 2 cows"}, kit("iron_sword")},
	{"it looks dark here, could somebody place 3 torches around the spot", []meant{does(place, 3, "torch", "torch")}, []string{"place 3 torches"}, kit("torch=5")},
	{"earn 6 oak logs with your bare hands somehow", []meant{obtain(6, "oak_log")}, []string{"earn 6 oak logs"}, kit()},
	{"obliterate 5 dirt over there somewhere", []meant{does(mine, 5, "dirt", "dirt")}, []string{"destroy 5 dirt"}, kit()},
	{"beat 2 pigs up good", []meant{does(kill, 2, "pig", "pig")}, []string{"beat 2 pigs"}, kit("iron_sword")},
	{"i feel peckish, eat 2 apples like a champ", []meant{does(eat, 2, "apple", "apple")}, []string{"eat 2 apples"}, kit("apple=3")},
	{"yonder flock: shear 2 sheep for good measure", []meant{does(shear, 2, "sheep", "sheep")}, []string{"shear 2 sheep"}, kit("shears")},
	{"oh my, smelt 4 sand for the greenhouse", []meant{does(smelt, 4, "sand", "glass")}, []string{"smelt 4 sand"}, kit("sand=4", "furnace", "coal=2")},
	{"win 8 cobblestone the honest way", []meant{obtain(8, "cobblestone")}, []string{"win 8 cobblestone"}, kit("wooden_pickaxe")},
	{"smash 7 stone to smithereens", []meant{does(mine, 7, "stone", "cobblestone")}, []string{"smash 7 stone"}, kit("iron_pickaxe")},
	{"we ought to craft 2 chests and kindly place 2 chests over yonder", []meant{does(craft, 2, "chest", "chest"), does(place, 2, "chest", "chest")}, []string{"craft 2 chests", "place 2 chests"}, kit("oak_planks=16")},
	{"milady demands: milk 1 cow with grace", []meant{does(milk, 1, "cow", "cow")}, []string{"milk 1 cow"}, kit("bucket")},
	{"arm thyself, wield an iron sword brave knight", []meant{does(hold, 1, "iron_sword", "iron_sword")}, []string{"wield an iron sword"}, kit("iron_sword")},
	{"cry it from the rooftops: shout \"dinner\" loud and clear", []meant{does(say, 1, "dinner", "dinner")}, []string{"shout \"dinner\""}, kit()},
	{"knights of yore: forge 2 shields of legend", []meant{does(craft, 2, "shield", "shield")}, []string{"forge 2 shields"}, kit("iron_ingot=2", "oak_planks=12")},
	{"trade for 4 coal with whoever", []meant{obtain(4, "coal")}, []string{"trade for 4 coal"}, kit("iron_pickaxe")},
	{"mountaineers we are, assemble 9 ladders o trusty friend of ours", []meant{does(craft, 9, "ladder", "ladder")}, []string{"assemble 9 ladders"}, kit("stick=21")},
	{"grandpa reckons: procure 2 buckets post-haste, old chap", []meant{obtain(2, "bucket")}, []string{"procure 2 buckets"}, kit("iron_ingot=6")},
	{"the inn runs low: bake 3 bread with flair", []meant{does(craft, 3, "bread", "bread")}, []string{"bake 3 bread"}, kit("wheat=9")},
	{"the pantry moans: put away 4 apples in a chest cheerfully", []meant{does(store, 4, "apple", "apple")}, []string{"put away 4 apples in a chest"}, kit("apple=6", "chest")},
	{"too much clutter, i declare: discard 5 dirt for heaven's sake", []meant{does(drop, 5, "dirt", "dirt")}, []string{"discard 5 dirt"}, kit("dirt=9")},
	{"look sharp, don an iron helmet o captain", []meant{does(wear, 1, "iron_helmet", "iron_helmet")}, []string{"don an iron helmet"}, kit("iron_helmet")},
	{"buy 6 sticks by hook or by crook", []meant{obtain(6, "stick")}, []string{"buy 6 sticks"}, kit("oak_log=2")},
	{"a castle wants walls: harvest 9 cobblestone o mason", []meant{obtain(9, "cobblestone")}, []string{"harvest 9 cobblestone"}, kit("stone_pickaxe")},
	{"battle 1 chicken with gusto", []meant{does(kill, 1, "chicken", "chicken")}, []string{"battle 1 chicken"}, kit("iron_sword")},
	{"the chef hollers: cook 3 beef to perfection", []meant{does(smelt, 3, "beef", "cooked_beef")}, []string{"cook 3 beef"}, kit("beef=3", "furnace", "coal=2")},
	{"smiths unite, smelt 3 raw iron o brothers", []meant{does(smelt, 3, "raw_iron", "iron_ingot")}, []string{"smelt 3 raw iron"}, kit("raw_iron=3", "furnace", "coal=2")},
	{"clear 6 sand away from the doorstep, there's a dear", []meant{does(mine, 6, "sand", "sand")}, []string{"clear 6 sand"}, kit()},
	{"supper first: bake 2 bread, thereafter eat 2 bread heartily", []meant{does(craft, 2, "bread", "bread"), does(eat, 2, "bread", "bread")}, []string{"bake 2 bread", "eat 2 bread"}, kit("wheat=6")},
	{"fetch 5 oak logs, thereupon discard 5 oak logs, silly as it sounds", []meant{obtain(5, "oak_log"), does(drop, 5, "oak_log", "oak_log")}, []string{"fetch 5 oak logs", "discard 5 oak logs"}, kit()},
	{"o smith, forge 1 iron chestplate, thereafter don 1 iron chestplate proudly", []meant{does(craft, 1, "iron_chestplate", "iron_chestplate"), does(wear, 1, "iron_chestplate", "iron_chestplate")}, []string{"forge 1 iron chestplate", "don 1 iron chestplate"}, kit("iron_ingot=8")},
	{"the cellar begs: dig 4 dirt, thereafter put 4 dirt in a chest tidily", []meant{does(mine, 4, "dirt", "dirt"), does(store, 4, "dirt", "dirt")}, []string{"dig 4 dirt", "put 4 dirt in a chest"}, kit("chest")},
	{"the watch is set: craft 4 torches, whereupon place 4 torches smartly", []meant{does(craft, 4, "torch", "torch"), does(place, 4, "torch", "torch")}, []string{"craft 4 torches", "place 4 torches"}, kit("coal=1", "stick=1")},
	{"lads and lasses: craft 1 stone axe, whereupon wield 1 stone axe gallantly", []meant{does(craft, 1, "stone_axe", "stone_axe"), does(hold, 1, "stone_axe", "stone_axe")}, []string{"craft 1 stone axe", "wield 1 stone axe"}, kit("cobblestone=3", "stick=2")},
	{"feast day o cook: cook 2 potatoes, whereupon eat 2 baked potatoes merrily", []meant{does(smelt, 2, "potato", "baked_potato"), does(eat, 2, "baked_potato", "baked_potato")}, []string{"cook 2 potatoes", "eat 2 baked potatoes"}, kit("potato=2", "furnace", "coal=1")},
	{"clothe the poor: earn 2 leather and thereafter shout \"moo\" to one and all", []meant{obtain(2, "leather"), does(say, 1, "moo", "moo")}, []string{"earn 2 leather", "shout \"moo\""}, kit("iron_sword")},
	{"the mason sighs: win 4 stone and 3 dirt for his garden", []meant{obtain(4, "stone"), obtain(3, "dirt")}, []string{"win 4 stone", "win 4 stone and 3 dirt"}, kit("iron_pickaxe", "furnace", "coal=2")},
	{"the smith's apprentice grovels: earn 2 iron ingots, thereafter forge 1 bucket o master", []meant{obtain(2, "iron_ingot"), does(craft, 1, "bucket", "bucket")}, []string{"earn 2 iron ingots", "forge 1 bucket"}, kit("iron_pickaxe", "furnace", "coal=4")},
}

// written is a clause as a model writes it.
type written map[string]any

// frames are the verbs of the judge in the words of the frames.
var frames = map[verb]string{store: "deposit", wear: "equip", hold: "equip", walk: "goto"}

// clauses are what a good model makes of the sentence.
func (o *outside) clauses() []written {
	list := make([]written, len(o.meant))
	for i, m := range o.meant {
		v := cmp.Or(frames[m.verb], string(m.verb))
		c := written{"span": o.spans[i], "verb": v, "item": m.item, "quantity": m.n}
		switch m.verb {
		case say:
			c = written{"span": o.spans[i], "verb": v, "text": m.item}
		case store:
			c["into"] = "chest"
		case hold, wear:
			delete(c, "quantity")
		}
		list[i] = c
	}
	return list
}

// taken reports whether a guess, as a person reads it, is what was meant.
func (o *outside) taken(guess string) bool {
	list := make([]string, len(o.meant))
	for i, m := range o.meant {
		v := cmp.Or(frames[m.verb], string(m.verb))
		switch list[i] = v + " " + game.Counted(m.n, m.item); m.verb {
		case say:
			list[i] = fmt.Sprintf("%s %q", v, m.item)
		case store:
			list[i] += " in a chest"
		case hold, wear:
			list[i] = v + " " + game.Display(m.item)
		}
	}
	return strings.Contains(guess, " takes this for: "+strings.Join(list, ", ")+". ")
}

// persona is a scripted model: what it says to being asked for clauses, and to
// being asked for a plan.
type persona struct {
	name string
	// translate gets the goal's number, the goal and the prompt.
	translate func(k int, o *outside, prompt string) string
	plan      func(o *outside, prompt string) string
	// complete is how many of the goals must at least end complete.
	complete int
}

func inJSON(clauses []written) string {
	raw, err := json.Marshal(map[string]any{"clauses": clauses})
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// boast is a plan that does next to nothing, with a check that holds from the
// beginning, and says that all is done.
func boast(*outside, string) string {
	return `{"plan":[{"type":"goal","description":"Everything","actions":[{"type":"mine","target":"dirt","quantity":1}]}],"goal_check":{"have":{"crafting_table":1}},"say":"Done, all of it!"}`
}

// copied is the first example answer of a prompt.
func copied(_ *outside, prompt string) string {
	for line := range strings.Lines(prompt) {
		if !strings.HasPrefix(line, "Example") {
			continue
		}
		if at := strings.Index(line, `{"`); at >= 0 && !strings.Contains(line, `"clauses":[]`) {
			return strings.TrimSpace(line[at:])
		}
	}
	if at := strings.Index(prompt, `{"plan":`); at >= 0 {
		line, _, _ := strings.Cut(prompt[at:], "\n")
		return line
	}
	return `{"clauses":[]}`
}

// otherwise are things that are as easy to have as those that were asked for.
func otherwise(item string) string {
	if item == "dirt" {
		return "sand"
	}
	return "dirt"
}

var personas = []persona{
	{name: "good", complete: 25, plan: boast, translate: func(_ int, o *outside, _ string) string { return inJSON(o.clauses()) }},
	{name: "sloppy", plan: boast, translate: func(k int, o *outside, _ string) string {
		list := o.clauses()
		for _, c := range list {
			if id, ok := c["item"].(string); ok {
				c["item"] = []string{"minecraft:" + id, strings.ToUpper(game.Display(id)), game.Plural(game.Display(id)), id}[k%4]
			}
			if n, ok := c["quantity"]; ok && k%2 == 0 {
				c["quantity"] = fmt.Sprint(n)
			}
			if k%5 == 1 {
				delete(c, "quantity")
			}
			c["span"] = strings.ToUpper(fmt.Sprint(c["span"])) + "."
		}
		if k%4 == 3 {
			list = list[:len(list)-1]
		}
		return "Sure! Here you go:\n```json\n" + inJSON(list) + "\n```\nHope that helps."
	}},
	{name: "copying", translate: func(_ int, o *outside, prompt string) string { return copied(o, prompt) }, plan: copied},
	{name: "lying", plan: boast, translate: func(int, *outside, string) string { return `{"clauses":[]}` }},
	{name: "valid but wrong", plan: boast, translate: func(k int, o *outside, _ string) string {
		list := o.clauses()
		last := list[len(list)-1]
		switch {
		case k%4 == 0 && last["quantity"] != nil:
			last["quantity"] = 1
		case k%4 == 1 && last["item"] != nil:
			last["item"] = otherwise(fmt.Sprint(last["item"]))
		case k%4 == 2:
			list[len(list)-1] = written{"span": last["span"], "verb": "mine", "quantity": last["quantity"], "item": "dirt"}
		default: // one clause about something else that stands for the whole sentence
			list = []written{{"span": o.text, "verb": "get", "quantity": 1, "item": "dirt"}}
		}
		return inJSON(list)
	}},
	{name: "wrong on purpose", translate: func(k int, o *outside, _ string) string {
		list := o.clauses()
		switch k % 3 {
		case 0: // what is there already is all that is asked for
			for i := range list {
				list[i] = written{"span": list[i]["span"], "verb": "get", "quantity": list[i]["quantity"], "item": "crafting_table"}
			}
		case 1: // another verb over the right words
			for _, c := range list {
				if c["verb"] == "get" {
					c["verb"] = "drop"
				} else {
					c["verb"] = "get"
				}
			}
		default: // a line of chat that is part of the sentence
			list = []written{{"span": o.spans[0], "verb": "say", "text": strings.Fields(o.spans[0])[0]}}
		}
		return inJSON(list)
	}, plan: func(*outside, string) string {
		return `{"plan":[{"type":"goal","description":"No","actions":[{"type":"drop","item":"crafting_table","quantity":1},{"type":"mine","target":"dirt","quantity":1}]}],"goal_check":{"gain":{"dirt":1}},"say":"Done!"}`
	}},
}
