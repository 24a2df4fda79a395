// SPDX-License-Identifier: MIT

package wire

import (
	"errors"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/minehand/minehand/game"
)

// readState reads the data of a state_update. A wrong position or inventory is
// an error, because plans hang on them; other members that make no sense are
// taken as not sent.
func (d *Decoder) readState(v gjson.Result) (game.State, error) {
	var s game.State
	if !v.IsObject() {
		return s, errors.New("data is no object")
	}
	var fault error
	// What a state points to, in one piece.
	var parts struct {
		position                           game.Vec3
		health, hunger, saturation, oxygen float64
		world                              game.World
	}
	v.ForEach(func(k, v gjson.Result) bool {
		switch k.Str {
		case "n":
			if n := wholePtr(v); n != nil && *n > 0 {
				s.N = *n
			}
		case "position":
			if v.Type == gjson.Null {
				break
			}
			if s.Position = into(&parts.position, v, readPoint); s.Position == nil {
				fault = errors.New("position needs the numbers x, y and z")
			}
		case "inventory":
			if v.Type == gjson.Null {
				break
			}
			s.Inventory, fault = d.inventory.of(v.Raw, func() ([]game.Stack, error) { return readStacks(v) })
		case "health":
			s.Health = into(&parts.health, v, numberOf)
		case "hunger":
			s.Hunger = into(&parts.hunger, v, numberOf)
		case "saturation":
			s.Saturation = into(&parts.saturation, v, numberOf)
		case "oxygen":
			s.Oxygen = into(&parts.oxygen, v, numberOf)
		case "dimension":
			s.Dimension = nameOf(v)
		case "gameMode":
			s.GameMode = nameOf(v)
		case "hardcore":
			s.Hardcore = v.Type == gjson.True
		case "world":
			s.World = into(&parts.world, v, readWorld)
		case "heldItem":
			s.HeldItem = readItem(v)
		case "armor":
			s.Armor = readNames(v)
		case "nearby":
			s.Nearby, _ = d.nearby.of(v.Raw, func() (*game.Nearby, error) { return d.readNearby(v), nil })
		default:
			readAside(&s, k.Str, v)
		}
		return fault == nil
	})
	return s, fault
}

// readAside reads a member of a state that no action changes by itself.
func readAside(s *game.State, name string, v gjson.Result) {
	switch name {
	case "time":
		s.Time = wholePtr(v)
	case "deaths":
		s.Deaths = wholePtr(v)
	case "weather":
		s.Weather = wordOf(v)
	case "biome":
		s.Biome = nameOf(v)
	case "viewerUrl":
		s.ViewerURL = readURL(v)
	}
}

// into reads a value to a place, which it returns; nil when there is no such value.
func into[T any](place *T, v gjson.Result, read func(gjson.Result) (T, bool)) *T {
	value, ok := read(v)
	if !ok {
		return nil
	}
	*place = value
	return place
}

func readPoint(v gjson.Result) (p game.Vec3, ok bool) {
	if !v.IsObject() {
		return p, false
	}
	given := 0
	v.ForEach(func(k, v gjson.Result) bool {
		n, ok := numberOf(v)
		if !ok {
			return true
		}
		switch k.Str {
		case "x":
			p.X, given = n, given|1
		case "y":
			p.Y, given = n, given|2
		case "z":
			p.Z, given = n, given|4
		}
		return true
	})
	return p, given == 7
}

// readStacks reads slots 0-40 that hold something. Slots beyond, empty ones
// and air are left out, and so is a slot's second stack; an entry that is no stack
// is an error, for a stack that vanished would look like a loss.
func readStacks(v gjson.Result) ([]game.Stack, error) {
	if !v.IsArray() {
		return nil, errors.New("inventory is no list")
	}
	stacks := make([]game.Stack, 0, objectsIn(v))
	var fault error
	var seen [game.Slots]bool
	v.ForEach(func(_, v gjson.Result) bool {
		if v.Type == gjson.Null {
			return true
		}
		st, ok := readStack(v)
		if !ok {
			fault = errors.New("inventory holds an entry that is no {slot, item, count}")
			return false
		}
		if st.Slot < 0 || st.Slot >= game.Slots || st.Count < 1 || st.Item == "air" || st.Item == "" || seen[st.Slot] {
			return true
		}
		seen[st.Slot] = true
		stacks = append(stacks, st)
		if len(stacks) > maxLists {
			fault = errors.New("inventory has too many entries")
			return false
		}
		return true
	})
	return stacks, fault
}

// objectsIn is how many objects a list holds at most, as far as that matters.
func objectsIn(v gjson.Result) int { return min(strings.Count(v.Raw, "{"), maxLists) }

func readStack(v gjson.Result) (game.Stack, bool) {
	var st game.Stack
	if !v.IsObject() {
		return st, false
	}
	ok := true
	whole := func(to *int, v gjson.Result) {
		n, good := wholeOf(v)
		*to, ok = n, ok && good
	}
	v.ForEach(func(k, v gjson.Result) bool {
		switch k.Str {
		case "slot":
			whole(&st.Slot, v)
		case "item":
			st.Item = nameOf(v)
		case "count":
			whole(&st.Count, v)
		case "durability":
			st.Durability = wholePtr(v)
		case "enchantments":
			st.Enchantments = readCounts(v)
		}
		return ok
	})
	return st, ok
}

// readCounts reads {name: n}; entries that are no whole number are left out.
// Nil when v is no object.
func readCounts(v gjson.Result) map[string]int {
	if !v.IsObject() {
		return nil
	}
	m := make(map[string]int)
	v.ForEach(func(k, v gjson.Result) bool {
		if n, ok := wholeOf(v); ok && len(k.Str) <= maxID {
			m[word(game.Name(game.Plain(k.Str)))] += n
		}
		return len(m) < maxLists
	})
	return m
}

func readWorld(v gjson.Result) (w game.World, ok bool) {
	if !v.IsObject() {
		return w, false
	}
	w.Present = true
	v.ForEach(func(k, v gjson.Result) bool {
		switch k.Str {
		case "present":
			w.Present = v.Type != gjson.False
		case "id":
			w.ID = word(idOf(v))
		case "kind":
			w.Kind = wordOf(v)
		case "dimension":
			w.Dimension = nameOf(v)
		case "paused":
			w.Paused = v.Type == gjson.True
		case "screen":
			w.Screen = wordOf(v)
		}
		return true
	})
	return w, true
}

// readItem reads an item name, given as a string or as a stack.
func readItem(v gjson.Result) string {
	if v.IsObject() {
		return nameOf(v.Get("item"))
	}
	return nameOf(v)
}

func readNames(v gjson.Result) []string {
	return listOf(v, nil, func(v gjson.Result) (string, bool) {
		name := readItem(v)
		return name, name != ""
	})
}

func (d *Decoder) readNearby(v gjson.Result) *game.Nearby {
	if !v.IsObject() {
		return nil
	}
	blocks := v.Get("blocks")
	n := &game.Nearby{
		Entities: readSights(v.Get("entities")),
		Players:  readSights(v.Get("players")),
	}
	n.Blocks, _ = d.blocks.of(blocks.Raw, func() ([]game.Sight, error) { return readSights(blocks), nil })
	return n
}

func readSights(v gjson.Result) []game.Sight {
	if !v.IsArray() {
		return nil
	}
	n := objectsIn(v)
	if n == 0 {
		return nil
	}
	return listOf(v, make([]game.Sight, 0, n), func(v gjson.Result) (s game.Sight, ok bool) {
		p, ok := readPoint(v)
		name := textOf(v.Get("name"))
		if !ok || name == "" {
			return s, false
		}
		d, _ := numberOf(v.Get("distance"))
		// Player names keep their case; ids are lower case already.
		name = word(strings.TrimPrefix(name, game.Namespace))
		return game.Sight{Name: name, X: p.X, Y: p.Y, Z: p.Z, Distance: d, Owned: v.Get("owned").Type == gjson.True}, true
	})
}

// readURL reads the viewer's address: http or https only, for pages link it.
func readURL(v gjson.Result) string {
	s := wordOf(v)
	if strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") {
		return s
	}
	return ""
}

// succeeded reads a success: null is none said, and what is neither true nor a
// usual way to write it is a failure, never a success by misunderstanding.
func succeeded(v gjson.Result) bool {
	switch v.Type {
	case gjson.Null, gjson.True:
		return true
	case gjson.String:
		return strings.EqualFold(v.Str, "true")
	case gjson.Number:
		return v.Num == 1
	default:
	}
	return false
}

// readResult reads the result of an action_complete. A missing, null or odd
// result is a success, as version 1 bodies mean it.
func (d *Decoder) readResult(v gjson.Result) game.Result {
	r := game.Result{Success: true}
	if !v.IsObject() {
		return r
	}
	v.ForEach(func(k, v gjson.Result) bool {
		switch k.Str {
		case "success":
			r.Success = succeeded(v)
		case "delta":
			r.Delta = readCounts(v)
		case "state":
			if s, err := d.readState(v); err == nil {
				r.State = &s
			}
		case "position":
			r.Position = into(new(game.Vec3), v, readPoint)
		case "broken":
			r.Broken = wholePtr(v)
		case "killed":
			r.Killed = wholePtr(v)
		case "placed":
			r.Placed = wholePtr(v)
		case "total":
			r.Total = wholePtr(v)
		case "searched":
			r.Searched = wholePtr(v)
		case "contents":
			r.Contents = readContents(v)
		case "stands":
			r.Stands = strings.Clone(textOf(v))
		case "already":
			r.Already = v.Bool()
		case "message":
			r.Message = strings.Clone(textOf(v))
		case "error":
			if r.Message == "" {
				r.Message = strings.Clone(sentenceOf(v))
			}
		}
		return true
	})
	return r
}

// readContents reads a container's stacks; its slots are its own.
func readContents(v gjson.Result) []game.Stack {
	return listOf(v, []game.Stack{}, func(v gjson.Result) (game.Stack, bool) { // one that is empty is no unknown one
		st, ok := readStack(v)
		return st, ok && st.Item != "" && st.Count > 0
	})
}
