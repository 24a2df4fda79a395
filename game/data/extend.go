// SPDX-License-Identifier: MIT

package data

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data/internal/table"
)

// Bounds of what a body's own game adds. Beyond them a recipe does not count.
const (
	// maxChoices is how many items may do for one ingredient.
	maxChoices = 512
	// maxAlternatives is how many they may be in all recipes together.
	maxAlternatives = 1 << 19
	// maxTagDepth is how deep tags lie in one another.
	maxTagDepth = 8
)

// added is what a body's own game added to a version.
type added struct {
	// items are the ids that the release itself does not have.
	items map[string]bool
	// made are the things that the body sent a recipe for.
	made map[string]bool
	// foreign says of things why what was sent of their making does not help.
	foreign map[string][]string
	// per holds what PerVersion made for this version, by the function that made it.
	per sync.Map
}

// With is the version as the body's own game has it: with its items, recipes and tags.
// The same extra gives the same version; a nil one gives v itself.
func (v *Version) With(x *game.Extra) *Version {
	if x == nil {
		return v
	}
	return extended.of(v, x)
}

// Own reports whether the release itself has no such item: the body's game has it.
func (v *Version) Own(item string) bool { return v.added != nil && v.added.items[item] }

// ToldHow reports whether the body sent a recipe for the item.
func (v *Version) ToldHow(item string) bool { return v.added != nil && v.added.made[item] }

// Foreign says why nothing that the body sent of the making of an item can be planned,
// as ends of a sentence that begins with "it is made": "by create:mixing, which ...".
func (v *Version) Foreign(item string) []string {
	if v.added == nil {
		return nil
	}
	return v.added.foreign[item]
}

// kept are the versions that were extended last: bodies of one game share theirs, and
// each comes back with the same extra after an outage.
type kept struct {
	mu   sync.Mutex
	list []*keptVersion
}

type keptVersion struct {
	name, requested, id string
	made                func() *Version
}

// maxKept is how many extended versions are kept.
const maxKept = 8

var extended kept

func (k *kept) of(v *Version, x *game.Extra) *Version {
	k.mu.Lock()
	i := slices.IndexFunc(k.list, func(e *keptVersion) bool { return e.name == v.Name && e.requested == v.Requested && e.id == x.ID })
	var e *keptVersion
	if i >= 0 {
		e = k.list[i]
		k.list = slices.Delete(k.list, i, i+1)
	} else {
		e = &keptVersion{v.Name, v.Requested, x.ID, sync.OnceValue(func() *Version { return v.extend(x) })}
	}
	k.list = append(k.list, e)
	k.list = k.list[max(0, len(k.list)-maxKept):]
	k.mu.Unlock()
	return e.made()
}

// extension makes an extended version.
type extension struct {
	t    *tables
	tags map[string][]string
	*added
	cooked map[string]int // where in smeltings an input is
	left   int            // alternatives that may still be added
}

func (v *Version) extend(x *game.Extra) *Version {
	old := v.tables
	e := &extension{
		t: &tables{
			items:        slices.Clone(old.items),
			blocks:       old.blocks,
			mobs:         old.mobs,
			interactions: old.interactions,
			itemByName:   make(map[string]*Item, len(old.items)+len(x.Items)),
			blockByName:  old.blockByName,
			mobByName:    old.mobByName,
			crops:        old.crops,
			cropOfSeed:   old.cropOfSeed,
			catch:        old.catch,
			soil:         old.soil,
			building:     old.building,
			laid:         old.laid,
			stores:       old.stores,
			brewings:     old.brewings,
			bartering:    old.bartering,
			trading:      old.trading,
			brewFuel:     old.brewFuel,
			brewUses:     old.brewUses,
		},
		tags:   make(map[string][]string, len(old.tags)+len(x.Tags)),
		added:  &added{items: map[string]bool{}, made: map[string]bool{}, foreign: map[string][]string{}},
		cooked: map[string]int{},
		left:   maxAlternatives,
	}
	if !x.Complete {
		e.t.recipes, e.t.smeltings = slices.Clone(old.recipes), slices.Clone(old.smeltings)
		e.t.cuts, e.t.smithings = slices.Clip(old.cuts), slices.Clip(old.smithings)
	}
	for i := range e.t.smeltings {
		e.cooked[e.t.smeltings[i].Input] = i
	}
	for _, it := range old.items {
		e.t.itemByName[it.Name] = it
	}
	for i := range x.Items {
		e.item(&x.Items[i])
	}
	e.mergeTags(old.tags, x.Tags)
	e.widen(old.tags, x.Tags)
	for i := range x.Recipes {
		e.recipe(&x.Recipes[i])
	}
	slices.SortStableFunc(e.t.recipes, func(a, b Recipe) int { return cmp.Compare(a.Result, b.Result) })
	e.t.tags = e.tags
	e.t.index()
	return &Version{Name: v.Name, Requested: v.Requested, notice: v.notice, tables: e.t, added: e.added}
}

// item enters an item, or what the body says of one that the release has.
func (e *extension) item(in *game.ExtraItem) {
	it, known := e.t.itemByName[in.ID]
	if known {
		same := *it
		it = &same
		e.t.items[slices.IndexFunc(e.t.items, func(o *Item) bool { return o.Name == in.ID })] = it
	} else {
		it = e.enter(in.ID)
		it.Display = cmp.Or(in.Display, it.Display)
	}
	it.Stack, it.Durability = cmp.Or(in.Stack, it.Stack), cmp.Or(in.Durability, it.Durability)
	it.FuelTicks, it.CraftLeaves = cmp.Or(in.FuelTicks, it.FuelTicks), cmp.Or(in.Leaves, it.CraftLeaves)
	if it.Durability > 0 && in.Stack == 0 && !known {
		it.Stack = 1
	}
	e.t.itemByName[in.ID] = it
}

// enter adds an item of which nothing but its id is known.
func (e *extension) enter(id string) *Item {
	_, path, spaced := strings.Cut(id, ":")
	if !spaced {
		path = id
	}
	it := &Item{Name: id, Display: table.Title(strings.ReplaceAll(path, "/", "_")), Stack: 64, Slot: SlotHand}
	e.t.items = append(e.t.items, it)
	e.t.itemByName[id] = it
	e.items[id] = true
	return it
}

// mergeTags puts the body's tags to those of the release; both are lists of items then.
func (e *extension) mergeTags(old, more map[string][]string) {
	var flat func(name string, depth int) []string
	done := map[string][]string{}
	flat = func(name string, depth int) []string {
		if list, ok := done[name]; ok {
			return list
		}
		list := slices.Clone(old[name])
		has := make(map[string]bool, len(list))
		for _, id := range list {
			has[id] = true
		}
		put := func(id string) {
			if !has[id] && len(list) < maxChoices {
				has[id] = true
				list = append(list, id)
			}
		}
		for _, entry := range more[name] {
			inner, tag := strings.CutPrefix(entry, "#")
			if !tag {
				put(entry)
				continue
			}
			if depth < maxTagDepth {
				for _, id := range flat(game.Name(inner), depth+1) {
					put(id)
				}
			}
		}
		if depth == 0 { // one that was cut for its depth is whole by itself
			done[name] = list
		}
		return list
	}
	for name := range old {
		e.tags[name] = slices.Clip(flat(name, 0))
	}
	for name := range more {
		e.tags[name] = slices.Clip(flat(name, 0))
	}
}

// widen has the release's own recipes take what the body's tags add, whose members are
// things of the game for that: an ingredient of all that the release has in a tag is that
// tag. Pairs are left alone, which the game also writes out (a torch's coal and charcoal);
// where several tags had the same members only what all of them have now is added.
func (e *extension) widen(old, more map[string][]string) {
	const pair = 2
	members := func(list []string) string { return strings.Join(slices.Sorted(slices.Values(list)), " ") }
	wider := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(more)) {
		for _, id := range more[name] {
			if !strings.HasPrefix(id, "#") && e.t.itemByName[id] == nil {
				e.enter(id)
			}
		}
		if len(old[name]) > pair && len(e.tags[name]) > len(old[name]) {
			wider[members(old[name])] = e.tags[name]
		}
	}
	for name, list := range old {
		if all, shared := wider[members(list)]; shared {
			wider[members(list)] = slices.DeleteFunc(slices.Clone(all), func(id string) bool { return !slices.Contains(e.tags[name], id) })
		}
	}
	for i := range e.t.recipes {
		r := &e.t.recipes[i]
		for k := range r.Ingredients {
			if list, ok := wider[members(r.Ingredients[k].Items)]; ok {
				r.Ingredients = slices.Clone(r.Ingredients)
				r.Ingredients[k].Items = list
			}
		}
	}
}

// recipe enters one way of making something.
func (e *extension) recipe(r *game.ExtraRecipe) {
	if e.t.itemByName[r.Result] == nil {
		e.enter(r.Result)
	}
	switch r.Type {
	case "crafting_shaped", "crafting_shapeless":
		out := Recipe{Result: r.Result, Count: cmp.Or(r.Count, 1)}
		if e.grid(r, &out) {
			e.t.recipes = append(e.t.recipes, out)
			e.made[r.Result] = true
		}
	case "smelting", "blasting", "smoking", "campfire_cooking":
		e.smelting(r)
	case "stonecutting":
		for _, in := range e.only(r) {
			e.t.cuts = append(e.t.cuts, Cut{Input: in, Output: r.Result, Count: cmp.Or(r.Count, 1)})
			e.made[r.Result] = true
		}
	case "smithing_transform":
		e.smithing(r)
	default:
		e.strange(r.Result, "by "+r.Type+", which nobody told me how to do")
	}
}

// strange notes why a way of making something is not planned.
func (e *extension) strange(result, why string) {
	const most = 3
	if list := e.foreign[result]; len(list) < most && !slices.Contains(list, why) {
		e.foreign[result] = append(list, why)
	}
}

// grid fills in what a crafting recipe takes. It reports whether it can be used.
func (e *extension) grid(r *game.ExtraRecipe, out *Recipe) bool {
	cells := 0
	take := func(c game.Choice) int {
		items := e.choice(r.Result, c)
		if items == nil {
			return -1
		}
		cells++
		for k := range out.Ingredients {
			if slices.Equal(out.Ingredients[k].Items, items) {
				out.Ingredients[k].Count++
				return k
			}
		}
		out.Ingredients = append(out.Ingredients, Ingredient{Items: items, Count: 1})
		return len(out.Ingredients) - 1
	}
	for _, c := range r.Ingredients {
		if take(c) < 0 {
			return false
		}
	}
	for _, row := range r.Pattern {
		var line []int
		for _, mark := range row {
			if mark == ' ' {
				line = append(line, -1)
				continue
			}
			k := take(r.Key[string(mark)])
			if k < 0 {
				return false
			}
			line = append(line, k)
		}
		out.Shape = append(out.Shape, line)
		out.Table = out.Table || len(line) > 2
	}
	out.Table = out.Table || len(r.Pattern) > 2 || r.Pattern == nil && cells > 4
	return cells > 0
}

// choice lists the items that will do for an ingredient, nil when none is known.
func (e *extension) choice(result string, c game.Choice) []string {
	var items []string
	for _, entry := range c {
		tag, isTag := strings.CutPrefix(entry, "#")
		if !isTag {
			if e.t.itemByName[entry] == nil {
				e.enter(entry)
			}
			items = append(items, entry)
			continue
		}
		list := e.tags[tag]
		if len(list) == 0 {
			e.strange(result, fmt.Sprintf("of the tag #%s, which your game did not list", tag))
			return nil
		}
		for _, id := range list {
			if e.t.itemByName[id] == nil {
				e.enter(id)
			}
		}
		if items == nil && len(c) == 1 {
			items = list // most are one tag: its list is shared
		} else {
			items = append(items, list...)
		}
	}
	if e.left -= len(items); e.left < 0 || len(items) > maxChoices {
		e.strange(result, "of more things than are counted")
		return nil
	}
	return items
}

// only is what will do for the one ingredient of a recipe.
func (e *extension) only(r *game.ExtraRecipe) []string {
	if len(r.Ingredients) != 1 {
		return nil
	}
	return e.choice(r.Result, r.Ingredients[0])
}

// cookedAt are the stations of the types of recipes that one input is cooked by.
var cookedAt = map[string]struct {
	station string
	ticks   int
}{
	"smelting": {
		StationFurnace,
		200,
	},
	"blasting":         {StationBlast, 200},
	"smoking":          {StationSmoker, 200},
	"campfire_cooking": {StationCampfire, 600},
}

func (e *extension) smelting(r *game.ExtraRecipe) {
	row := cookedAt[r.Type]
	if row.station == StationCampfire {
		e.strange(r.Result, "on a campfire, which I do not cook at")
	}
	for _, in := range e.only(r) {
		e.made[r.Result] = true
		k, known := e.cooked[in]
		switch {
		case !known:
			e.cooked[in] = len(e.t.smeltings)
			e.t.smeltings = append(e.t.smeltings, Smelting{Input: in, Output: r.Result, Stations: []string{row.station}, Ticks: row.ticks})
		case e.t.smeltings[k].Output != r.Result:
			if row.station != StationFurnace {
				continue // what it becomes elsewhere is not planned: the furnace counts
			}
			e.t.smeltings[k] = Smelting{Input: in, Output: r.Result, Stations: []string{row.station}, Ticks: row.ticks}
		case !slices.Contains(e.t.smeltings[k].Stations, row.station):
			s := e.t.smeltings[k]
			s.Stations = slices.Concat(s.Stations, []string{row.station})
			if row.station == StationFurnace { // the usual one is first
				s.Stations = slices.Concat([]string{row.station}, e.t.smeltings[k].Stations)
			}
			e.t.smeltings[k] = s
		}
	}
}

func (e *extension) smithing(r *game.ExtraRecipe) {
	const parts = 3
	if len(r.Ingredients) != parts {
		return
	}
	var of [parts][]string
	for i, c := range r.Ingredients {
		if of[i] = e.choice(r.Result, c); of[i] == nil {
			return
		}
	}
	for _, base := range of[1] {
		for _, addition := range of[2] {
			if e.left--; e.left < 0 {
				return
			}
			e.t.smithings = append(e.t.smithings, Smithing{Template: of[0][0], Base: base, Addition: addition, Result: r.Result})
			e.made[r.Result] = true
		}
	}
}
