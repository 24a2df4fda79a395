// SPDX-License-Identifier: MIT

package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"github.com/minehand/minehand/game"
)

// Bounds on what a register says of the body's own game, beside its bytes and values.
const (
	// maxName is how long an id or the name of a tag may be, in bytes, and maxDisplay how
	// long a name that players see.
	maxName, maxDisplay = 64, 64
	// maxGrid is how many cells a row of a recipe has, and how many rows.
	maxGrid = 3
	// maxMade is how many one recipe makes.
	maxMade = 99
	// maxExtraFaults is how many faults are told of.
	maxExtraFaults = 8
)

// extraReader reads items, recipes and tags of a body's own game. What has another form
// does not count, and is told.
type extraReader struct {
	faults faults
	path   string
	wrong  bool // something was, since it was last set to false
}

// readExtra reads the members of a register; nil when it has none of them.
func readExtra(frame gjson.Result) (*game.Extra, []Fault) {
	var r extraReader
	items, recipes, tags := frame.Get("items"), frame.Get("recipes"), frame.Get("tags")
	if items.Type == gjson.Null && recipes.Type == gjson.Null && tags.Type == gjson.Null {
		return nil, nil
	}
	complete := frame.Get("recipesComplete").Type == gjson.True
	sum := sha256.New()
	_, _ = fmt.Fprintf(sum, "%s\n%s\n%s\n%t", items.Raw, recipes.Raw, tags.Raw, complete)
	x := &game.Extra{ID: hex.EncodeToString(sum.Sum(nil)[:16]), Complete: complete, Tags: r.tags(tags)}
	r.each("items", items, func(v gjson.Result) {
		if it, ok := r.item(v); ok {
			x.Items = append(x.Items, it)
		}
	})
	r.each("recipes", recipes, func(v gjson.Result) {
		if recipe, ok := r.recipe(v); ok {
			x.Recipes = append(x.Recipes, recipe)
		}
	})
	return x, r.faults
}

// bad notes a fault at a member of what is being read.
func (r *extraReader) bad(member string, v gjson.Result, format string, args ...any) {
	r.wrong = true
	if len(r.faults) < maxExtraFaults {
		path := strings.TrimSuffix(r.path+"."+member, ".")
		r.faults.add(BadTables, path, clip(v.Raw, maxValue), "%s %s; it does not count", path, fmt.Sprintf(format, args...))
	}
}

// each reads the entries of a list.
func (r *extraReader) each(name string, list gjson.Result, read func(gjson.Result)) {
	if list.Type == gjson.Null {
		return
	}
	r.path = name
	if !list.IsArray() {
		r.bad("", list, "has to be a list")
		return
	}
	i := 0
	list.ForEach(func(_, v gjson.Result) bool {
		r.path = fmt.Sprintf("%s[%d]", name, i)
		i++
		read(v)
		return true
	})
}

// id reads a name of the game's, with or without #; empty for what is none.
func (r *extraReader) id(member string, v gjson.Result) string {
	name := v.Str
	for _, inner := range [...]string{"item", "id", "tag"} {
		if in := v.Get(inner); v.IsObject() && in.Type == gjson.String {
			if name = in.Str; inner == "tag" {
				name = "#" + name
			}
			break
		}
	}
	bare, tag := strings.CutPrefix(name, "#")
	bare = game.Name(bare)
	if len(bare) > maxName || !identifier().MatchString(bare) || bare == "air" {
		r.bad(member, v, "is no name such as mymod:copper_gear")
		return ""
	}
	if tag {
		return "#" + bare
	}
	return bare
}

// thing reports whether a name that was read is that of a thing, and not of a tag.
func (r *extraReader) thing(member string, v gjson.Result, name string) bool {
	if strings.HasPrefix(name, "#") {
		r.bad(member, v, "is a tag, and has to be a thing")
		return false
	}
	return name != ""
}

func (r *extraReader) tags(v gjson.Result) map[string][]string {
	if v.Type == gjson.Null {
		return nil
	}
	if r.path = "tags"; !v.IsObject() {
		r.bad("", v, "has to be an object of lists")
		return nil
	}
	tags := map[string][]string{}
	v.ForEach(func(k, list gjson.Result) bool {
		r.path = "tags"
		name := strings.TrimPrefix(r.id("", k), "#")
		if name == "" {
			return true
		}
		r.path = "tags." + name
		if values := list.Get("values"); list.IsObject() && values.IsArray() { // as data packs have them
			list = values
		}
		if !list.IsArray() {
			r.bad("", list, "has to be a list of items")
			return true
		}
		list.ForEach(func(_, entry gjson.Result) bool {
			if id := r.id("", entry); id != "" {
				tags[name] = append(tags[name], id)
			}
			return true
		})
		return true
	})
	return tags
}

// whole reads a whole number from least to most; absent, it is 0.
func (r *extraReader) whole(of gjson.Result, member string, least, most int) int {
	v := of.Get(member)
	if v.Type == gjson.Null {
		return 0
	}
	n, ok := wholeOf(v)
	if !ok || n < least || n > most {
		r.bad(member, v, "has to be a whole number from %d to %d", least, most)
		return 0
	}
	return n
}

func (r *extraReader) item(v gjson.Result) (game.ExtraItem, bool) {
	it := game.ExtraItem{ID: r.id("", v)}
	if !r.thing("", v, it.ID) {
		return it, false
	}
	if v.IsObject() {
		const most = 1_000_000 // uses, or ticks of burning
		it.Stack, it.Durability = r.whole(v, "stack", 1, maxStack), r.whole(v, "durability", 0, most)
		it.FuelTicks = r.whole(v, "fuelTicks", 0, most)
		if leaves := v.Get("leaves"); leaves.Type != gjson.Null {
			it.Leaves = r.id("leaves", leaves)
		}
		if display := v.Get("display"); display.Type != gjson.Null {
			it.Display = r.display(display)
		}
	}
	return it, true
}

// display reads a name that players see: words, and no more.
func (r *extraReader) display(v gjson.Result) string {
	odd := func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsMark(c) && !unicode.IsDigit(c) && !strings.ContainsRune(" '’-()+.", c)
	}
	if v.Type != gjson.String || len(v.Str) > maxDisplay || strings.TrimSpace(v.Str) == "" || strings.ContainsFunc(v.Str, odd) {
		r.bad("display", v, "has to be a name of at most %d bytes, of letters and digits", maxDisplay)
		return ""
	}
	return strings.TrimSpace(v.Str)
}

// typeNames are short names of the types of recipes.
var typeNames = map[string]string{
	"shaped": "crafting_shaped", "shapeless": "crafting_shapeless", "campfire": "campfire_cooking", "smithing": "smithing_transform",
}

func (r *extraReader) recipe(v gjson.Result) (game.ExtraRecipe, bool) {
	out := game.ExtraRecipe{Type: game.Name(v.Get("type").Str)}
	if long, short := typeNames[out.Type]; short {
		out.Type = long
	}
	if len(out.Type) > maxName || !identifier().MatchString(out.Type) {
		r.bad("type", v.Get("type"), "is no type such as crafting_shaped")
		return out, false
	}
	if strings.HasPrefix(out.Type, "crafting_special_") {
		return out, false // the game's own, which make nothing that has a name
	}
	result, member := resultOf(v)
	if result.Type == gjson.Null {
		r.bad(member, result, "is missing")
		return out, false
	}
	if result.Get("components").Exists() || result.Get("nbt").Exists() {
		r.bad(member, result, "is an item with data of its own, which is not planned")
		return out, false
	}
	if out.Result = r.id(member, result); !r.thing(member, result, out.Result) {
		return out, false
	}
	out.Count = max(r.whole(v, "count", 1, maxMade), r.whole(result, "count", 1, maxMade))
	r.wrong = false
	switch out.Type {
	case "crafting_shaped":
		r.pattern(v, &out)
	case "crafting_shapeless":
		r.shapeless(v, &out)
	case "smelting", "blasting", "smoking", "campfire_cooking", "stonecutting":
		r.parts(v, &out, "ingredient")
	case "smithing_transform":
		r.parts(v, &out, "template", "base", "addition")
	default: // how it is made is not known; that it is made so is
		return out, true
	}
	return out, !r.wrong
}

// resultOf is what a recipe makes, and the member that says it: mods have others.
func resultOf(v gjson.Result) (result gjson.Result, member string) {
	for _, member = range [...]string{"result", "results.0", "output"} {
		if result = v.Get(member); result.Type != gjson.Null {
			break
		}
	}
	return result, member
}

// shapeless reads the ingredients of a recipe without a form.
func (r *extraReader) shapeless(v gjson.Result, out *game.ExtraRecipe) {
	v.Get("ingredients").ForEach(func(_, in gjson.Result) bool {
		out.Ingredients = append(out.Ingredients, r.choice("ingredients", in))
		return len(out.Ingredients) <= maxGrid*maxGrid
	})
	if n := len(out.Ingredients); n == 0 || n > maxGrid*maxGrid {
		r.bad("ingredients", v.Get("ingredients"), "has to be a list of 1 to %d", maxGrid*maxGrid)
	}
}

// parts reads ingredients that have members of their own; a list of all will do.
func (r *extraReader) parts(v gjson.Result, out *game.ExtraRecipe, names ...string) {
	list := v.Get("ingredients").Array()
	for i, name := range names {
		part := v.Get(name)
		if part.Type == gjson.Null && len(list) == len(names) {
			part = list[i]
		}
		out.Ingredients = append(out.Ingredients, r.choice(name, part))
	}
}

func (r *extraReader) pattern(v gjson.Result, out *game.ExtraRecipe) {
	key := v.Get("key")
	out.Key = map[string]game.Choice{}
	for _, row := range v.Get("pattern").Array() {
		if row.Type != gjson.String || len([]rune(row.Str)) > maxGrid || len(out.Pattern) == maxGrid || row.Str == "" {
			out.Pattern = nil
			break
		}
		out.Pattern = append(out.Pattern, row.Str)
		for _, mark := range row.Str {
			name := string(mark)
			if _, known := out.Key[name]; known || mark == ' ' {
				continue
			}
			var of gjson.Result
			key.ForEach(func(k, v gjson.Result) bool {
				if k.Str == name {
					of = v
				}
				return k.Str != name
			})
			out.Key[name] = r.choice("key."+name, of)
		}
	}
	if len(out.Key) == 0 {
		r.bad("pattern", v.Get("pattern"), "has to be 1 to %d texts of at most %d characters, each of which key explains", maxGrid, maxGrid)
	}
}

// choice reads what will do for an ingredient.
func (r *extraReader) choice(member string, v gjson.Result) game.Choice {
	if !v.IsArray() {
		if id := r.id(member, v); id != "" {
			return game.Choice{id}
		}
		return nil
	}
	var list game.Choice
	v.ForEach(func(_, one gjson.Result) bool {
		if id := r.id(member, one); id != "" {
			list = append(list, id)
		}
		return true
	})
	if len(list) == 0 {
		r.bad(member, v, "names nothing")
	}
	return list
}
