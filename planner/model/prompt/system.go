// SPDX-License-Identifier: MIT

package prompt

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// system writes the instructions with the example's actions.
func (a Ask) system() (string, []game.Action) {
	var b strings.Builder
	version := ""
	if a.Version != nil {
		version = " " + a.Version.Name
	}
	fmt.Fprintf(
		&b,
		"You plan for a body in Minecraft%s (Java Edition, survival). Answer with one JSON object and nothing else.\n\nThe body's actions:\n",
		version,
	)
	for _, k := range a.Kinds {
		b.WriteString("- " + a.signature(k) + ": " + k.Doc + "\n")
	}
	b.WriteString("\nRules:\n")
	for _, r := range a.rules() {
		b.WriteString("- " + r + "\n")
	}
	b.WriteString("\n" + modeWords[a.mode()] + "\n")
	ex := a.example()
	fmt.Fprintf(&b, "Example, with things that are not in the game, for another goal (%s): %s", ex.goal, ex.answer(a.mode()))
	return b.String(), ex.actions
}

func (a Ask) mode() game.Mode {
	switch a.Mode {
	case game.HighLevel, game.LowLevel:
		return a.Mode
	default:
	}
	return game.Hybrid
}

var modeWords = map[game.Mode]string{
	game.HighLevel: `Form: {"commands": [{"action": ..., its arguments}]}. Give only the outcomes that matter, in order. ` +
		`Tools, tables, furnaces, fuel and ingredients for each of them are worked out for you.`,
	game.LowLevel: `Form: {"actions": [{"type": ..., its arguments}]}. Give every single step in order. Nothing is added ` +
		`for you: get each tool, ingredient, table, furnace and fuel before the step that needs it, in the right number.`,
	game.Hybrid: `Form: {"plan": [{"type": "goal", "description": ..., "actions": [{"type": ..., its arguments}]}]}. ` +
		`Divide the way into a few goals with their actions, in order. Small things that you forget (a table, sticks, fuel) are ` +
		`added for you.`,
}

// signature is the kind with the arguments that the body knows; those in
// brackets may be left out.
func (a Ask) signature(k game.KindInfo) string {
	var must, may []string
	any := a.anyOf(k)
	for _, f := range k.Fields {
		if f.Planned || !a.Body.CanField(k.Kind, f.Name) {
			continue
		}
		names := fieldNames(a.mode(), f)
		word := strings.Join(names, ", ")
		if f.Type == game.TypeEnum {
			word += " (" + strings.Join(f.Enum, ", ") + ")"
		}
		switch {
		case f.Required || slices.Equal(any, []string{f.Name}):
			must = append(must, word)
		default:
			may = append(may, "["+word+"]")
		}
	}
	all := append(must, may...)
	if len(all) == 0 {
		return string(k.Kind)
	}
	return string(k.Kind) + " " + strings.Join(all, ", ")
}

// anyOf lists which of the fields of which one is needed the body knows.
func (a Ask) anyOf(k game.KindInfo) []string { return knownOf(k, a.Body) }

func knownOf(k game.KindInfo, body game.BodyInfo) []string {
	return slices.DeleteFunc(slices.Clone(k.AnyOf), func(name string) bool { return !body.CanField(k.Kind, name) })
}

// fieldNames are the JSON members of a field. In the high-level form a craft
// names its item as the base document does.
func fieldNames(mode game.Mode, f game.Field) []string {
	switch {
	case f.Name == game.FieldPosition:
		return []string{"x", "y", "z"}
	case mode == game.HighLevel && f.Name == "recipe":
		return []string{"item"}
	}
	return []string{f.Name}
}

func (a Ask) rules() []string {
	ore := "mine iron_ore gives iron_ore"
	if a.Version != nil {
		if _, ok := a.Version.Item("raw_iron"); ok {
			ore = "mine iron_ore gives raw_iron"
		}
	}
	input := strings.TrimPrefix(ore, "mine iron_ore gives ")
	return []string{
		"Names are Minecraft ids without prefix: oak_log, iron_ingot.",
		"quantity is a number and means this many more; left out it is 1.",
		"mine names the block, never what it drops: mine diamond_ore gives diamond, " + ore + ", mine stone gives cobblestone.",
		"smelt names what goes in (smelt " + input + " gives iron_ingot) and needs a furnace and fuel.",
		"craft needs the ingredients held and mostly a crafting_table placed nearby; the table is gone after walking or mining elsewhere.",
		"Blocks of stone and ore give nothing without a pickaxe that is good enough.",
		`If no plan can reach the goal, leave the list empty and give the reason in "impossible".`,
		`Beside the list you may give "goal_check": [{"item", "count"}] with what must be held at the end, and "say": one ` +
			`sentence for the player.`,
	}
}

// example is an answer for a goal of its own. Its things are of no game: a model
// that copies them names nothing, and what it copied is known for what it is.
type example struct {
	goal    string
	groups  []string
	split   []int // how many actions each group has
	actions []game.Action
}

// inventions are things that an example is about: what is mined, what is made of it,
// and how many of the one make the other.
var inventions = []struct {
	block, item string
	count       int
}{
	{"plim_ore", "plim_bed", 4}, {"zorran_log", "zorran_ladder", 2}, {"grumstone", "grumstone_lamp", 3}, {"moofle_crop", "moofle_cake", 5},
}

// example is one of several, another one for another goal.
func (a Ask) example() example {
	h := fnv.New32a()
	h.Write([]byte(a.Goal))
	i := inventions[h.Sum32()%uint32(len(inventions))]
	block, item := strings.ReplaceAll(i.block, "_", " "), strings.ReplaceAll(i.item, "_", " ")
	ex := example{
		goal: "1 " + item, groups: []string{"Get " + block, "Make the " + item}, split: []int{1, 1},
		actions: []game.Action{{Kind: game.Mine, Target: i.block, Quantity: i.count}, {Kind: game.Craft, Recipe: i.item, Quantity: 1}},
	}
	if a.mode() == game.HighLevel { // which names outcomes alone
		ex.actions = ex.actions[1:]
	}
	return ex
}

// answer writes the example in the form of a mode.
func (e example) answer(mode game.Mode) string {
	parts := make([]string, len(e.actions))
	for i, act := range e.actions {
		raw, err := json.Marshal(act)
		if err != nil { // the examples are constants, and a test writes them all
			panic("prompt: " + err.Error())
		}
		parts[i] = string(raw)
		if mode == game.HighLevel {
			parts[i] = strings.Replace(strings.Replace(parts[i], `"type"`, `"action"`, 1), `"recipe"`, `"item"`, 1)
		}
	}
	switch mode {
	case game.HighLevel:
		return `{"commands":[` + strings.Join(parts, ",") + `]}`
	case game.LowLevel:
		return `{"actions":[` + strings.Join(parts, ",") + `]}`
	default:
	}
	groups := make([]string, len(e.groups))
	from := 0
	for i, g := range e.groups {
		groups[i] = fmt.Sprintf(`{"type":"goal","description":%q,"actions":[%s]}`, g, strings.Join(parts[from:from+e.split[i]], ","))
		from += e.split[i]
	}
	return `{"plan":[` + strings.Join(groups, ",") + `]}`
}
