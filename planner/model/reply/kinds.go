// SPDX-License-Identifier: MIT

package reply

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/pattern"
)

// Get is no action of a body but an outcome: so many of an item, by whatever
// way there is. Normalising turns it into the action that brings the item.
const Get game.Kind = "get"

// find is an outcome too: to be where something is.
const find game.Kind = "find"

// kindWords are the names that models give to the actions of each kind. A name that is a kind
// of the catalogue itself is not looked up here.
var kindWords = map[game.Kind]string{
	game.Goto: "go go_to move move_to moveto walk walk_to navigate navigate_to travel_to path_to goto_position go_to_position",
	game.Mine: "dig break chop cut destroy mine_block mineblock break_block dig_block chop_tree punch collect_block collectblock " +
		"excavate chop_down",
	game.Craft:    "make create craft_item craftitem craft_recipe crafting assemble",
	game.Smelt:    "cook smelt_item smeltitem roast furnace burn bake smelting",
	game.Place:    "put put_down place_block placeblock set_block place_item set_down",
	game.Interact: "activate click right_click interact_with press open_door talk_to",
	game.Chat:     "say tell send_message send_chat speak message talk chat_message announce",
	Get:           "get obtain acquire fetch gather have get_item procure farm collect_item gather_item gather_resource",
	find:          "find search locate look_for search_for find_block scout",
	game.Collect:  "pick_up pickup pick_up_item loot",
	game.Attack:   "kill fight hunt slay attack_entity kill_mob hit",
	game.Consume:  "eat drink eat_food consume_item",
	game.Equip:    "wear hold wield equip_item put_on select",
	game.Drop:     "throw toss discard drop_item give give_item",
	game.Deposit:  "store stash put_in_chest deposit_item",
	game.Withdraw: "take retrieve take_from_chest withdraw_item",
	game.Wait:     "pause idle stand_still",
	game.Sleep:    "rest go_to_bed sleep_in_bed",
	game.Follow:   "follow_player come_with",
	game.Defend:   "protect guard",
	game.Look:     "look_at",
	game.Use:      "use_item use_on",
	game.Explore:  "wander",
	game.Plant:    "sow plant_seed",
	game.Harvest:  "reap",
	game.Till:     "hoe",
	game.Fish:     "go_fishing",
	game.OpenInventory: "inventory check_inventory close_inventory view_inventory open_crafting_table open_crafting close open_furnace " +
		"use_crafting_table look_around observe done",
}

// kindAliases has the kind for each of kindWords.
var kindAliases = sync.OnceValue(func() map[string]game.Kind {
	of := map[string]game.Kind{}
	for kind, words := range kindWords {
		for word := range strings.FieldsSeq(words) {
			of[word] = kind
		}
	}
	return of
})

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
	a, ok := kindAliases()[k]
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
