// SPDX-License-Identifier: MIT

package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/pattern"
)

// identifier is the form of Minecraft's names, with or without namespace
// (Minecraft Wiki, "Resource location").
var identifier = pattern.Of(`^([a-z0-9_.-]+:)?[a-z0-9_./-]+$`)

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
	// Stack is how many of an item fit in one slot, 0 when nobody knows.
	Stack(name string) int
}

// MostIn is how many of an item one slot can hold. names may be nil.
func MostIn(name string, names Lexicon) int {
	if names != nil {
		if n := names.Stack(name); n > 0 {
			return n
		}
	}
	return maxStack
}

// Fault is something that a frame says and that cannot be taken as it is: what
// Minehand warns a body and its owner of (rule 13).
type Fault struct {
	Code FaultCode
	// Path of the member in the frame, such as data.inventory[3].item; empty for the
	// frame as a whole.
	Path string
	// Value is what stands there, shortened.
	Value string
	// Message is a sentence without its full stop, with the nearest right form
	// where there is one.
	Message string

	// right is the name that a misnamed member may be meant for.
	right string
}

// FaultCode says what kind of fault it is.
type FaultCode string

// The codes of warnings.
const (
	UnknownItem      FaultCode = "unknown_item"
	BadSlot          FaultCode = "bad_slot"
	BadStack         FaultCode = "bad_stack"
	BadInventory     FaultCode = "bad_inventory"
	NoInventory      FaultCode = "no_inventory"
	BadPosition      FaultCode = "bad_position"
	BadNumber        FaultCode = "bad_number"
	UnknownDimension FaultCode = "unknown_dimension"
	UnknownGameMode  FaultCode = "unknown_game_mode"
	BadMember        FaultCode = "bad_member"
	// MissingMember is nothing to warn of: what a body leaves out it does not say.
	MissingMember     FaultCode = "missing_member"
	UnknownCapability FaultCode = "unknown_capability"
	BadCapabilities   FaultCode = "bad_capabilities"
	LateTerminal      FaultCode = "late_terminal"
	UnknownAction     FaultCode = "unknown_action"
	FrameDropped      FaultCode = "frame_dropped"
	BadTables         FaultCode = "bad_tables"
	BadChanges        FaultCode = "bad_changes"
)

// FaultCodes are the codes of warnings with what each means, in the order of the
// documents.
var FaultCodes = []struct {
	Code FaultCode
	Doc  string
}{
	{UnknownItem, "an inventory names an item that the version does not have; the nearest name is in the message"},
	{BadSlot, "a slot is no whole number from 0 to 40, or is there twice; the stack does not count"},
	{BadStack, "a stack's count is no whole number from 1 to what fits in a slot, or it holds air; of more the slot counts as it was before"},
	{BadInventory, "the inventory is no list of {slot, item, count}; the frame is dropped"},
	{NoInventory, "the state has no inventory: nothing can be proven by it"},
	{BadPosition, "the position lacks a number, or is beyond the world"},
	{BadNumber, "health, hunger or saturation is missing, no number, or beyond its bounds"},
	{UnknownDimension, "the dimension is no name that the game or a mod has"},
	{UnknownGameMode, "gameMode is none of survival, creative, adventure, spectator"},
	{BadMember, "a member that version 2 added has another form, or a member's name is nearly one that the frame lacks"},
	{UnknownCapability, "a kind in capabilities.actions does not exist; rejectedActions says which"},
	{BadCapabilities, "capabilities or its list of actions has another form: the seven kinds of version 1 are taken"},
	{LateTerminal, "an action ended twice; the first end counts"},
	{UnknownAction, "a terminal message is about an action that was never sent"},
	{BadTables, "something in items, recipes or tags of the register has another form; that one does not count"},
	{BadChanges, "an entry of changes has another form; that change counts as lost, and the ledger of its task as incomplete"},
	{FrameDropped, "the frame could not be used at all; the message says why"},
}

// maxValue bounds the value of a fault, in bytes.
const maxValue = 128

// valueOf is a value of a frame as a fault shows it.
func valueOf(v any) string {
	if text, ok := v.(string); ok {
		return game.Plain(clip(text, maxValue))
	}
	text, err := json.Marshal(v)
	if err != nil || v == nil {
		return ""
	}
	return clip(string(text), maxValue)
}

// faults collects what is wrong, each cause once.
type faults []Fault

func (f *faults) add(code FaultCode, path string, value any, format string, args ...any) {
	*f = append(*f, Fault{Code: code, Path: path, Value: valueOf(value), Message: fmt.Sprintf(format, args...)})
}

// StateFault says what is wrong with a state_update frame, "" for nothing: the
// first of StateFaults.
func StateFault(frame string, v2 bool, names Lexicon) string {
	if list := StateFaults([]byte(frame), v2, names); len(list) > 0 {
		return list[0].Message
	}
	return ""
}

// StateFaults says what is wrong with a state_update frame. It looks at the JSON
// itself: what reading tolerates is a fault here. Without a lexicon every name
// passes that has the form of one.
func StateFaults(frame []byte, v2 bool, names Lexicon) []Fault {
	var f faults
	var data gjson.Result
	if valid(frame) == nil {
		data = gjson.GetBytes(frame, "data")
	}
	if !data.IsObject() {
		f.add(FrameDropped, "data", nil, "a state_update needs data, an object")
		return f
	}
	// The long lists are looked at where they are.
	d := make(map[string]any)
	var inventory, nearby gjson.Result
	data.ForEach(func(k, v gjson.Result) bool {
		switch k.Str {
		case "inventory":
			inventory = v
		case "nearby":
			nearby = v
		default:
			d[k.Str] = v.Value()
		}
		return true
	})
	f.position(d["position"])
	f.bars(d)
	f.dimension(d["dimension"])
	if s, _ := d["gameMode"].(string); !slices.Contains(gameModes, s) {
		f.member(UnknownGameMode, "gameMode", d["gameMode"], "one of "+strings.Join(gameModes, ", ")+" in lower case")
	}
	if world, _ := d["world"].(map[string]any); world["present"] != false || inventory.Type != gjson.Null { // menus hold nothing
		f.inventory(inventory, names)
	}
	if v2 {
		f.added(d)
		if nearby.Type != gjson.Null && !isNearby(nearby) {
			f.add(BadMember, "data.nearby", nearby.Value(), "nearby has to be lists of {name, x, y, z}, or left out")
		}
		f = append(f, ChangesFaults(frame)...)
	}
	return f
}

// position names the axis that has no number.
func (f *faults) position(v any) {
	position, _ := v.(map[string]any)
	for _, axis := range [...]string{"x", "y", "z"} {
		if n, ok := position[axis].(float64); !ok || math.Abs(n) > game.MaxCoordinate+1 {
			code := BadPosition
			if v == nil {
				code = MissingMember
			}
			f.add(code, "data.position."+axis, position[axis], "position.%s has to be a number of blocks, not %s", axis, quoted(position[axis]))
			return
		}
	}
}

// bars names each bar of the player that is out of its bounds.
func (f *faults) bars(d map[string]any) {
	for _, bound := range [...]struct {
		name string
		most float64
	}{{"health", 1024}, {"hunger", 20}, {"saturation", 20}} { // 1024: the attribute's limit
		if n, ok := d[bound.name].(float64); !ok || n < 0 || n > bound.most {
			f.member(BadNumber, bound.name, d[bound.name], fmt.Sprintf("a number from 0 to %g", bound.most))
		}
	}
}

// DroppedFault is why a frame that decoding refused with err moved nothing.
func DroppedFault(frame []byte, err error, v2 bool) Fault {
	why := strings.TrimPrefix(err.Error(), ErrMalformed.Error()+": ") + Meant(frame)
	if _, kind, e := open(frame); e == nil && kind == TypeStateUpdate && errors.Is(err, ErrMalformed) {
		for _, f := range StateFaults(frame, v2, nil) { // whatever its items are called
			if f.Code == BadInventory || f.Code == BadPosition || f.Code == BadSlot || f.Code == BadStack {
				f.Message = why
				return f
			}
		}
	} else if errors.Is(err, ErrUnknown) {
		return Fault{Code: FrameDropped, Path: "type", Value: clip(kind, 64), Message: why}
	}
	return Fault{Code: FrameDropped, Message: why}
}

// member notes what a member of data has to be, and is not; one that is not there is missing.
func (f *faults) member(code FaultCode, name string, v any, form string) {
	if v == nil {
		code = MissingMember
	}
	f.add(code, "data."+name, v, "%s has to be %s, not %s", name, form, quoted(v))
}

// quoted is a value in a sentence as the body sent it, a text in quotation marks.
func quoted(v any) string {
	switch v.(type) {
	case string:
		return strconv.Quote(valueOf(v))
	case nil:
		return "null"
	}
	return valueOf(v)
}

// dimensions of the game, and what else they are called.
var dimensions = map[string]string{
	"overworld": "", "the_nether": "", "the_end": "", "nether": "the_nether", "end": "the_end", "over_world": "overworld",
	"surface": "overworld", "normal": "overworld", "dim-1": "the_nether", "dim1": "the_end", "dim0": "overworld", "hell": "the_nether",
	"world": "overworld", "world_nether": "the_nether", "world_the_end": "the_end",
}

func (f *faults) dimension(v any) {
	s, _ := v.(string)
	plain := strings.TrimPrefix(s, game.Namespace)
	right, known := dimensions[plain]
	switch {
	case known && right == "", identifier().MatchString(s) && strings.Contains(plain, ":"): // a mod's
		return
	case !known:
		right = dimensions[strings.ReplaceAll(strings.ToLower(plain), " ", "_")]
		if _, same := dimensions[strings.ToLower(plain)]; same && right == "" {
			right = strings.ToLower(plain)
		}
	}
	f.member(UnknownDimension, "dimension", v, "a name such as minecraft:overworld")
	if right != "" {
		(*f)[len(*f)-1].Message += fmt.Sprintf("; it may be meant for %q", right)
	}
}

func (f *faults) inventory(v gjson.Result, names Lexicon) {
	if v.Type == gjson.Null {
		f.add(NoInventory, "data.inventory", nil,
			"the state has no inventory, and nothing can be proven by it: send a list of {slot, item, count}; an empty one is []")
		return
	}
	if !v.IsArray() {
		f.add(BadInventory, "data.inventory", v.Value(), "inventory has to be a list of {slot, item, count}; an empty one is []")
		return
	}
	var seen [game.Slots]bool
	i := -1
	v.ForEach(func(_, stack gjson.Result) bool {
		i++
		at := func(member string) string { return fmt.Sprintf("data.inventory[%d]%s", i, member) }
		if !stack.IsObject() {
			f.add(BadInventory, at(""), stack.Value(), "an entry of the inventory has to be {slot, item, count}, not %s", quoted(stack.Value()))
			return true
		}
		slot, item, count := membersOf(stack)
		n, ok := wholeOf(slot)
		switch {
		case !ok || n < 0 || n >= game.Slots:
			f.add(BadSlot, at(".slot"), slot.Value(), "an inventory slot is a whole number from 0 to %d, not %s", game.Slots-1, quoted(slot.Value()))
			return true
		case seen[n]:
			f.add(BadSlot, at(".slot"), slot.Value(), "slot %d is in the inventory twice", n)
			return true
		}
		seen[n] = true
		switch nearest, known := knownItem(game.Name(item.Str), names); {
		case item.Type != gjson.String || item.Str == "" || game.Name(item.Str) == "air":
			f.add(BadStack, at(".item"), item.Value(), "slot %d holds the item %s; name what it is, and leave empty slots out", n,
				quoted(item.Value()))
			return true
		case !known:
			f.add(UnknownItem, at(".item"), item.Str, "slot %d holds %s", n, noItem(item.Str, nearest))
			return true
		}
		if c, ok := wholeOf(count); !ok || c < 1 || c > MostIn(game.Name(item.Str), names) {
			f.add(BadStack, at(".count"), count.Value(), "slot %d holds %s of %s; a count is a whole number from 1 to %d", n,
				quoted(count.Value()), item.Str, MostIn(game.Name(item.Str), names))
		}
		return true
	})
}

// membersOf are those of a stack.
func membersOf(stack gjson.Result) (slot, item, count gjson.Result) {
	stack.ForEach(func(k, v gjson.Result) bool {
		switch k.Str {
		case "slot":
			slot = v
		case "item":
			item = v
		case "count":
			count = v
		}
		return true
	})
	return slot, item, count
}

// knownItem reports whether a name may be an item's; what has not the form of one
// is none, whatever the lexicon.
func knownItem(name string, names Lexicon) (nearest string, ok bool) {
	if names == nil {
		return "", identifier().MatchString(name)
	}
	nearest, ok = names.IsItem(name)
	return nearest, ok
}

// RegisterFaults says what of a register frame is not taken as it is said.
func RegisterFaults(frame []byte) []Fault {
	if budget.FirstFrame.Check(frame) != nil || !gjson.ValidBytes(frame) {
		return nil
	}
	whole := gjson.ParseBytes(frame)
	_, f := readExtra(whole)
	v := whole.Get("capabilities")
	if v.Type == gjson.Null {
		return f
	}
	list, ok := v.Get("actions").Value().([]any)
	if !ok {
		(*faults)(&f).add(BadCapabilities, "capabilities.actions", v.Value(),
			"capabilities has to be {actions: [...]} with the kinds as texts; the seven kinds of version 1 are taken")
		return f
	}
	for i, v := range list {
		name, _ := v.(string)
		if why := RejectedAction(name); why != "" {
			(*faults)(&f).add(UnknownCapability, fmt.Sprintf("capabilities.actions[%d]", i), v, "%s", why)
		}
	}
	return f
}

// RejectedAction says why a body's kind of action is not taken; empty for one
// that is.
func RejectedAction(name string) string {
	row, ok := game.Lookup(game.Kind(name))
	switch {
	case ok && row.Local:
		return fmt.Sprintf("the action %q is never sent to a body: leave it out", name)
	case ok:
		return ""
	}
	if near := nearestKind(name); near != "" {
		return fmt.Sprintf("there is no action %q; it may be meant for %q", name, near)
	}
	return fmt.Sprintf("there is no action %q", valueOf(name))
}

// nearestKind is the kind that a name is nearest to: the same but for case and
// signs, or a word that the catalogue has for it.
func nearestKind(name string) string {
	plain := letters(name)
	if plain == "" {
		return ""
	}
	for _, row := range game.Catalogue() {
		kind := string(row.Kind)
		if row.Local {
			continue
		}
		if letters(kind) == plain || letters(row.Past) == plain || strings.HasPrefix(plain, letters(kind)) ||
			len(plain) > 3 && strings.HasPrefix(letters(kind), plain) {
			return kind
		}
	}
	return usualKinds[plain]
}

// usualKinds are words that mods have for kinds of actions.
var usualKinds = map[string]string{
	"move": "goto", "walk": "goto", "moveto": "goto", "break": "mine", "dig": "mine", "say": "chat", "eat": "consume",
	"kill": "attack", "fight": "attack", "cook": "smelt", "make": "craft", "pickup": "collect", "throw": "drop", "toss": "drop",
	"put": "deposit", "store": "deposit", "take": "withdraw", "hold": "equip", "wear": "equip",
}

// letters is a name without case and signs.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if r = unicode.ToLower(r); r < 'a' || r > 'z' {
			return -1
		}
		return r
	}, strings.TrimPrefix(s, game.Namespace))
}

// added checks the members that version 2 added; all may be left out.
func (f *faults) added(d map[string]any) {
	whole := func(most float64) func(any) bool {
		return func(v any) bool { n, ok := v.(float64); return ok && n == math.Trunc(n) && n >= 0 && n <= most }
	}
	wants := []struct {
		name, form string
		good       func(any) bool
	}{
		{"world", "an object", is[map[string]any]},
		{"heldItem", "a name or a stack", func(v any) bool { return is[string](v) || is[map[string]any](v) }},
		{"armor", "a list", is[[]any]},
		{"oxygen", "a number", is[float64]},
		{"time", "a whole number of ticks from 0 to 23999", whole(23_999)},
		{"deaths", "a whole number from 0", whole(math.MaxFloat64)},
		{"weather", "a text", is[string]},
		{"biome", "a name", func(v any) bool { s, ok := v.(string); return ok && identifier().MatchString(s) }},
	}
	for _, w := range wants {
		if v, there := d[w.name]; there && v != nil && !w.good(v) {
			f.add(BadMember, "data."+w.name, v, "%s has to be %s, or left out", w.name, w.form)
		}
	}
}

func is[T any](v any) bool { _, ok := v.(T); return ok }

func isNearby(v gjson.Result) bool {
	good := v.IsObject()
	v.ForEach(func(k, list gjson.Result) bool {
		if !good || k.Str != "blocks" && k.Str != "entities" && k.Str != "players" || list.Type == gjson.Null {
			return good
		}
		good = list.IsArray()
		list.ForEach(func(_, sight gjson.Result) bool {
			_, placed := readPoint(sight)
			good = good && placed && textOf(sight.Get("name")) != ""
			return good
		})
		return good
	})
	return good
}

// noItem says that a name is no item's, and which it may be meant for.
func noItem(name, nearest string) string {
	if nearest == "" {
		return fmt.Sprintf("%q, which is no item of this version", name)
	}
	return fmt.Sprintf("%q, which is no item of this version; its name may be %q", name, nearest)
}
