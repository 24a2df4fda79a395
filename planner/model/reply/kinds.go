// SPDX-License-Identifier: MIT

package reply

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/pattern"
)

// Get is no action of a body but an outcome: so many of an item, by whatever
// way there is. Normalising turns it into the action that brings the item.
const Get game.Kind = "get"

// find is an outcome too: to be where something is.
const find game.Kind = "find"

// kindAliases are the names that models give to actions. A name that is a kind
// of the catalogue itself is not looked up here.
var kindAliases = map[string]game.Kind{
	"go":                  game.Goto,
	"go_to":               game.Goto,
	"move":                game.Goto,
	"move_to":             game.Goto,
	"moveto":              game.Goto,
	"walk":                game.Goto,
	"walk_to":             game.Goto,
	"navigate":            game.Goto,
	"navigate_to":         game.Goto,
	"travel":              game.Goto,
	"travel_to":           game.Goto,
	"path_to":             game.Goto,
	"goto_position":       game.Goto,
	"go_to_position":      game.Goto,
	"dig":                 game.Mine,
	"break":               game.Mine,
	"chop":                game.Mine,
	"cut":                 game.Mine,
	"destroy":             game.Mine,
	"mine_block":          game.Mine,
	"mineblock":           game.Mine,
	"break_block":         game.Mine,
	"dig_block":           game.Mine,
	"chop_tree":           game.Mine,
	"punch":               game.Mine,
	"collect_block":       game.Mine,
	"collectblock":        game.Mine,
	"excavate":            game.Mine,
	"chop_down":           game.Mine,
	"make":                game.Craft,
	"create":              game.Craft,
	"craft_item":          game.Craft,
	"craftitem":           game.Craft,
	"craft_recipe":        game.Craft,
	"crafting":            game.Craft,
	"assemble":            game.Craft,
	"cook":                game.Smelt,
	"smelt_item":          game.Smelt,
	"smeltitem":           game.Smelt,
	"roast":               game.Smelt,
	"furnace":             game.Smelt,
	"burn":                game.Smelt,
	"bake":                game.Smelt,
	"smelting":            game.Smelt,
	"put":                 game.Place,
	"put_down":            game.Place,
	"place_block":         game.Place,
	"placeblock":          game.Place,
	"set_block":           game.Place,
	"place_item":          game.Place,
	"set_down":            game.Place,
	"activate":            game.Interact,
	"click":               game.Interact,
	"right_click":         game.Interact,
	"interact_with":       game.Interact,
	"press":               game.Interact,
	"open_door":           game.Interact,
	"talk_to":             game.Interact,
	"say":                 game.Chat,
	"tell":                game.Chat,
	"send_message":        game.Chat,
	"send_chat":           game.Chat,
	"speak":               game.Chat,
	"message":             game.Chat,
	"talk":                game.Chat,
	"chat_message":        game.Chat,
	"announce":            game.Chat,
	"get":                 Get,
	"obtain":              Get,
	"acquire":             Get,
	"fetch":               Get,
	"gather":              Get,
	"have":                Get,
	"get_item":            Get,
	"procure":             Get,
	"farm":                Get,
	"collect_item":        Get,
	"gather_item":         Get,
	"gather_resource":     Get,
	"find":                find,
	"search":              find,
	"locate":              find,
	"look_for":            find,
	"search_for":          find,
	"find_block":          find,
	"scout":               find,
	"pick_up":             game.Collect,
	"pickup":              game.Collect,
	"pick_up_item":        game.Collect,
	"loot":                game.Collect,
	"kill":                game.Attack,
	"fight":               game.Attack,
	"hunt":                game.Attack,
	"slay":                game.Attack,
	"attack_entity":       game.Attack,
	"kill_mob":            game.Attack,
	"hit":                 game.Attack,
	"eat":                 game.Consume,
	"drink":               game.Consume,
	"eat_food":            game.Consume,
	"consume_item":        game.Consume,
	"wear":                game.Equip,
	"hold":                game.Equip,
	"wield":               game.Equip,
	"equip_item":          game.Equip,
	"put_on":              game.Equip,
	"select":              game.Equip,
	"throw":               game.Drop,
	"toss":                game.Drop,
	"discard":             game.Drop,
	"drop_item":           game.Drop,
	"give":                game.Drop,
	"give_item":           game.Drop,
	"store":               game.Deposit,
	"stash":               game.Deposit,
	"put_in_chest":        game.Deposit,
	"deposit_item":        game.Deposit,
	"take":                game.Withdraw,
	"retrieve":            game.Withdraw,
	"take_from_chest":     game.Withdraw,
	"withdraw_item":       game.Withdraw,
	"pause":               game.Wait,
	"idle":                game.Wait,
	"stand_still":         game.Wait,
	"rest":                game.Sleep,
	"go_to_bed":           game.Sleep,
	"sleep_in_bed":        game.Sleep,
	"follow_player":       game.Follow,
	"come_with":           game.Follow,
	"protect":             game.Defend,
	"guard":               game.Defend,
	"look_at":             game.Look,
	"use_item":            game.Use,
	"use_on":              game.Use,
	"wander":              game.Explore,
	"sow":                 game.Plant,
	"plant_seed":          game.Plant,
	"reap":                game.Harvest,
	"hoe":                 game.Till,
	"go_fishing":          game.Fish,
	"inventory":           game.OpenInventory,
	"check_inventory":     game.OpenInventory,
	"close_inventory":     game.OpenInventory,
	"view_inventory":      game.OpenInventory,
	"open_crafting_table": game.OpenInventory,
	"open_crafting":       game.OpenInventory,
	"close":               game.OpenInventory,
	"open_furnace":        game.OpenInventory,
	"use_crafting_table":  game.OpenInventory,
	"look_around":         game.OpenInventory,
	"observe":             game.OpenInventory,
	"done":                game.OpenInventory,
}

var spaces = pattern.Of(`[\s\-_.]+`)

// camel finds the words of collectBlock.
var camel = pattern.Of(`([a-z])([A-Z])`)

// kindName brings an action's name into the catalogue's form.
func kindName(word string) string {
	word = strings.TrimSpace(word)
	if len(word) > 200 {
		return ""
	}
	word = camel().ReplaceAllString(word, "${1}_${2}")
	word = strings.Trim(spaces().ReplaceAllString(strings.ToLower(word), "_"), "_()")
	word = strings.TrimPrefix(word, game.Namespace)
	return strings.TrimPrefix(word, "action_")
}

// kindOf is the kind that a name means; false when none.
func kindOf(name string) (game.Kind, bool) {
	k := kindName(name)
	if _, ok := game.Lookup(game.Kind(k)); ok {
		return game.Kind(k), true
	}
	a, ok := kindAliases[k]
	return a, ok
}

var (
	// called is mine(diamond_ore, 5).
	called = pattern.Of(`^\s*([A-Za-z_ ]+?)\s*\(([^()]*)\)\s*;?\s*$`)
	// number is a count among the words of a spoken action.
	number = pattern.Of(`^x?([0-9]{1,6})x?$`)
	signed = pattern.Of(`^-?[0-9]{1,8}(\.[0-9]+)?$`)
	// listed is the numbering before a spoken action.
	listed = pattern.Of(`^\s*(?:\(?[0-9]{1,3}[.):]|[-*])\s+`)
)

// spoken reads an action written as words: "mine 5 diamond ore", "goto 100 64
// 200", "craft(diamond_pickaxe, 1)".
func spoken(s string) (Entry, bool) {
	const longest = 300
	if len(s) > longest {
		return Entry{}, false
	}
	s = listed().ReplaceAllString(s, "")
	words := strings.Fields(s)
	if m := called().FindStringSubmatch(s); m != nil {
		words = append([]string{m[1]}, strings.FieldsFunc(m[2], func(r rune) bool { return strings.ContainsRune(", \"'=", r) })...)
	}
	for n := min(3, len(words)); n >= 1; n-- {
		name := strings.Join(words[:n], "_")
		kind, ok := kindOf(name)
		if !ok {
			continue
		}
		return spokenArguments(kind, words[n:]), true
	}
	return Entry{}, false
}

func spokenArguments(kind game.Kind, words []string) Entry {
	e := Entry{Kind: string(kind), Fields: Fields{}}
	if kind == game.Chat {
		e.Fields["message"] = strings.Trim(strings.Join(words, " "), `"'`)
		return e
	}
	var name []string
	var numbers []string
	for _, w := range words {
		w = strings.Trim(w, ",;\"'()")
		switch {
		case signed().MatchString(w):
			numbers = append(numbers, w)
		case number().MatchString(w):
			numbers = append(numbers, number().FindStringSubmatch(w)[1])
		case w == "" || len(name) == 0 && slices.Contains([]string{"a", "an", "the", "some", "to", "at"}, w):
		default:
			name = append(name, w)
		}
	}
	e.Fields.setNumbers(numbers)
	if len(name) > 0 {
		e.Fields["target"] = strings.Join(name, " ")
	}
	return e
}

// setNumbers takes the last three as a place, and one before them as a quantity.
func (f Fields) setNumbers(numbers []string) {
	if len(numbers) >= 3 {
		for i, axis := range [...]string{"x", "y", "z"} {
			f[axis] = json.Number(numbers[len(numbers)-3+i])
		}
		numbers = numbers[:len(numbers)-3]
	}
	if len(numbers) > 0 {
		f["quantity"] = json.Number(numbers[0])
	}
}
