package wire

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"

	"github.com/minehand/minehand/game"
)

// identifier is the form of Minecraft's names, with or without namespace
// (Minecraft Wiki, "Resource location").
var identifier = regexp.MustCompile(`^([a-z0-9_.-]+:)?[a-z0-9_./-]+$`)

// maxStack is the largest stack that a component can allow (Minecraft Wiki,
// "Data component format", max_stack_size).
const maxStack = 99

// gameModes are what gameMode may be.
var gameModes = []string{"survival", "creative", "adventure", "spectator"}

// Lexicon knows the names of a version. It is injected: the frames know no items.
type Lexicon interface {
	// IsItem reports whether a name is an item's; nearest is the one that it is
	// taken for otherwise, empty for none.
	IsItem(name string) (nearest string, ok bool)
}

// StateFault says what is wrong with a state_update frame, "" for nothing. It
// looks at the JSON itself: what reading tolerates is a fault here. Without a
// lexicon every name passes that has the form of one.
func StateFault(frame string, v2 bool, names Lexicon) string {
	var m struct {
		Data map[string]any `json:"data"`
	}
	if err := json.Unmarshal([]byte(frame), &m); err != nil || m.Data == nil {
		return "a state_update needs data, an object"
	}
	d := m.Data
	position, _ := d["position"].(map[string]any)
	for _, axis := range [...]string{"x", "y", "z"} {
		if n, ok := position[axis].(float64); !ok || math.Abs(n) > game.MaxCoordinate+1 {
			return fmt.Sprintf("position.%s has to be a number of blocks, not %v", axis, position[axis])
		}
	}
	for name, most := range map[string]float64{"health": 1024, "hunger": 20, "saturation": 20} { // 1024: the attribute's limit
		if n, ok := d[name].(float64); !ok || n < 0 || n > most {
			return fmt.Sprintf("%s has to be a number from 0 to %g, not %v", name, most, d[name])
		}
	}
	if s, ok := d["dimension"].(string); !ok || !identifier.MatchString(s) {
		return fmt.Sprintf("dimension has to be a name such as minecraft:overworld, not %v", d["dimension"])
	}
	if s, _ := d["gameMode"].(string); !slices.Contains(gameModes, s) {
		return fmt.Sprintf("gameMode has to be one of %v in lower case, not %v", gameModes, d["gameMode"])
	}
	if fault := inventoryFault(d["inventory"], names); fault != "" {
		return fault
	}
	if v2 {
		return addedFault(d)
	}
	return ""
}

func inventoryFault(v any, names Lexicon) string {
	list, ok := v.([]any)
	if !ok {
		return "inventory has to be a list of {slot, item, count}; an empty one is []"
	}
	seen := map[float64]bool{}
	for _, v := range list {
		stack, _ := v.(map[string]any)
		slot, ok := stack["slot"].(float64)
		switch {
		case !ok || slot != math.Trunc(slot) || slot < 0 || slot >= game.Slots:
			return fmt.Sprintf("an inventory slot is a whole number from 0 to %d, not %v", game.Slots-1, stack["slot"])
		case seen[slot]:
			return fmt.Sprintf("slot %g is in the inventory twice", slot)
		}
		seen[slot] = true
		name, _ := stack["item"].(string)
		if !identifier.MatchString(name) || game.Name(name) == "air" {
			return fmt.Sprintf("slot %g holds the item %v; name what it is, and leave empty slots out", slot, stack["item"])
		}
		if names != nil {
			if nearest, ok := names.IsItem(game.Name(name)); !ok {
				return "slot " + strconv.FormatFloat(slot, 'g', -1, 64) + " holds " + noItem(name, nearest)
			}
		}
		if n, ok := stack["count"].(float64); !ok || n != math.Trunc(n) || n < 1 || n > maxStack {
			return fmt.Sprintf("slot %g holds %v of %s; a count is a whole number from 1 to %d", slot, stack["count"], name, maxStack)
		}
	}
	return ""
}

// addedFault checks the members that version 2 added; all may be left out.
func addedFault(d map[string]any) string {
	wants := []struct {
		name, form string
		good       func(any) bool
	}{
		{"world", "an object", isObject},
		{"heldItem", "a name or a stack", func(v any) bool { _, text := v.(string); return text || isObject(v) }},
		{"armor", "a list", func(v any) bool { _, ok := v.([]any); return ok }},
		{"oxygen", "a number", func(v any) bool { _, ok := v.(float64); return ok }},
		{"time", "a whole number of ticks from 0 to 23999", func(v any) bool {
			n, ok := v.(float64)
			return ok && n == math.Trunc(n) && n >= 0 && n < 24_000
		}},
		{"weather", "a text", func(v any) bool { _, ok := v.(string); return ok }},
		{"biome", "a name", func(v any) bool { s, ok := v.(string); return ok && identifier.MatchString(s) }},
		{"nearby", "lists of {name, x, y, z}", isNearby},
	}
	for _, w := range wants {
		if v, there := d[w.name]; there && v != nil && !w.good(v) {
			return fmt.Sprintf("%s has to be %s, or left out", w.name, w.form)
		}
	}
	return ""
}

func isObject(v any) bool { _, ok := v.(map[string]any); return ok }

func isNearby(v any) bool {
	lists, ok := v.(map[string]any)
	if !ok {
		return false
	}
	for _, name := range [...]string{"blocks", "entities", "players"} {
		if lists[name] == nil {
			continue
		}
		list, ok := lists[name].([]any)
		if !ok {
			return false
		}
		for _, v := range list {
			sight, _ := v.(map[string]any)
			if s, _ := sight["name"].(string); s == "" {
				return false
			}
			for _, axis := range [...]string{"x", "y", "z"} {
				if _, ok := sight[axis].(float64); !ok {
					return false
				}
			}
		}
	}
	return true
}

// noItem says that a name is no item's, and which it may be meant for.
func noItem(name, nearest string) string {
	if nearest == "" {
		return fmt.Sprintf("%q, which is no item of this version", name)
	}
	return fmt.Sprintf("%q, which is no item of this version; its name may be %q", name, nearest)
}
