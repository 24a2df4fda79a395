// SPDX-License-Identifier: MIT

package reply

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// maxEntries bounds the actions of one reply.
const maxEntries = 500

// Env is whom a plan is for.
type Env struct {
	Names *Names
	Body  game.BodyInfo
	State *game.State
}

// Normal is a plan in the game's own words.
type Normal struct {
	// Steps have their action, group and the source FromModel. A faulty entry is
	// kept as an open_inventory, which does nothing, so that later steps keep
	// their numbers.
	Steps []game.Step
	// Checks are what the model would have checked.
	Checks []game.Check
	// Faults are sentences, each with the number of the entry.
	Faults []string
	// Notes say which names were taken for which; each step's Why has its own.
	Notes []string
}

// normaliser works on one reply. One goroutine.
type normaliser struct {
	env   Env
	v     *data.Version
	out   Normal
	cache map[string]cached
	wood  string
	// number of the entry at hand, from 1; why is what was made of its words.
	number int
	why    []string
}

// Normalise brings a plan's kinds, names, quantities and positions into the
// catalogue's form for the body.
func (e Env) Normalise(p Parsed) Normal {
	e.State = cmp.Or(e.State, &game.State{})
	n := &normaliser{env: e, v: e.Names.v, cache: map[string]cached{}}
	if total := p.Entries(); total > maxEntries {
		n.out.Faults = append(n.out.Faults, fmt.Sprintf("the plan has %d actions; give at most %d", total, maxEntries))
		return n.out
	}
	for _, g := range p.Groups {
		for _, entry := range g.Entries {
			n.number++
			n.why = nil
			actions, err := n.entry(entry)
			if err != nil {
				n.out.Faults = append(n.out.Faults, fmt.Sprintf("action %d (%s): %s", n.number, entryWords(entry), err))
				actions = []game.Action{{Kind: game.OpenInventory}}
			}
			for _, a := range actions {
				n.rememberWood(a)
				why := game.TextOf(strings.Join(n.why, "; "))
				n.out.Steps = append(n.out.Steps, game.Step{Action: a, Source: game.FromModel, Group: g.Description, Because: why})
			}
		}
	}
	n.foldWalks()
	n.checks(p.GoalCheck)
	return n.out
}

// entryWords names an entry as the model wrote it.
func entryWords(e Entry) string {
	s := subject(e.Fields, generalSubjects)
	return clip(strings.TrimSpace(e.Kind + " " + s))
}

func (n *normaliser) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	n.why = append(n.why, text)
	n.out.Notes = append(n.out.Notes, fmt.Sprintf("action %d: %s", n.number, text))
}

// generalSubjects are the members that may say what an action is about.
var generalSubjects = []string{
	"target", "item", "recipe", "block", "name", "blocktype", "blockname", "itemname", "resource", "material", "object", "entity",
	"entitytype", "mob", "player", "what", "output", "result", "product", "input", "ore", "tool", "food", "description",
}

// subjects say for each kind which members come first.
var subjects = map[game.Kind][]string{
	game.Mine:    {"target", "block", "blocktype", "blockname", "ore", "item"},
	game.Place:   {"block", "item", "target", "blocktype"},
	game.Craft:   {"recipe", "item", "output", "result", "product", "target"},
	game.Brew:    {"recipe", "potion", "item", "output", "result", "product", "target"},
	game.Smith:   {"recipe", "item", "output", "result", "product", "target"},
	game.Smelt:   {"item", "input", "material", "recipe", "target", "output", "result"},
	game.Goto:    {"target", "to", "location", "place", "destination", "player", "block", "entity"},
	game.Explore: {"for", "biome", "structure", "target"},
	game.Chat:    {"message", "text", "content", "msg", "chat"},
}

// subject is the first member that names something.
func subject(f Fields, members []string) string {
	for _, m := range members {
		switch v := f[m].(type) {
		case string:
			if strings.TrimSpace(v) != "" {
				return strings.TrimSpace(v)
			}
		case []any:
			if len(v) > 0 {
				if s, ok := v[0].(string); ok && strings.TrimSpace(s) != "" {
					return strings.TrimSpace(s)
				}
			}
		case map[string]any:
			if s := text(v, "name", "item", "id", "block"); s != "" {
				return s
			}
		}
	}
	return ""
}

// entry reads one action. Several come of one where the body places one block at a
// time.
func (n *normaliser) entry(e Entry) ([]game.Action, error) {
	kind, ok := kindOf(e.Kind)
	if !ok {
		return nil, fmt.Errorf("there is no such action; use one of %s", n.kinds())
	}
	if kind == game.OpenInventory {
		return []game.Action{{Kind: kind}}, nil
	}
	name := subject(e.Fields, append(slices.Clone(subjects[kind]), generalSubjects...))
	name, inName := splitCount(name)
	many, err := quantity(e.Fields)
	if err != nil {
		return nil, err
	}
	many = cmp.Or(many, inName)
	a := game.Action{Kind: kind, Quantity: many}
	at, err := n.position(e.Fields)
	if err != nil {
		return nil, err
	}
	a.At = at
	if at != nil && kind == game.Goto {
		name = ""
	}
	if err := n.subject(&a, name, e.Fields); err != nil {
		return nil, err
	}
	if err := n.rest(&a, e.Fields); err != nil {
		return nil, err
	}
	return n.fit(a)
}

func quantity(f Fields) (int, error) {
	for _, m := range [...]string{"quantity", "count", "amount", "number", "qty", "num", "times", "n"} {
		if v, ok := f[m]; ok && v != nil {
			return count(v)
		}
	}
	return 0, nil
}

// kinds lists what the body can do.
func (n *normaliser) kinds() string {
	var names []string
	for _, k := range game.Catalogue() {
		if !k.Local && n.env.Body.Can(k.Kind) {
			names = append(names, string(k.Kind))
		}
	}
	return strings.Join(names, ", ")
}

// subject fills in what the action is about.
func (n *normaliser) subject(a *game.Action, name string, f Fields) error {
	switch a.Kind {
	case game.Mine:
		return n.mine(a, name)
	case game.Place:
		return n.place(a, name)
	case game.Craft, game.Brew, game.Smith:
		return n.craft(a, name)
	case game.Smelt:
		return n.smelt(a, name)
	case Get:
		return n.get(a, name)
	case find:
		return n.find(a, name)
	case game.Chat:
		a.Message = strings.Join(strings.Fields(name), " ")
	case game.Collect:
		return n.collect(a, name)
	case game.Equip, game.Enchant, game.Consume, game.Drop, game.Deposit, game.Withdraw, game.Barter, game.Trade:
		return n.item(a, name)
	case game.Attack, game.Breed, game.Shear, game.Milk:
		return n.creature(a, name)
	case game.Till, game.Plant, game.Harvest:
		return n.crop(a, name)
	case game.Fish:
		if a.Target = strings.ReplaceAll(phrase(name), " ", "_"); a.Target == "" {
			a.Target = "fish"
		}
	case game.Travel:
		a.Target = world(name)
	case game.Explore:
		a.For = strings.ToLower(n.anything(name))
	case game.Use:
		return n.use(a, f)
	case game.Goto, game.Look, game.Interact:
		return n.thing(a, name)
	case game.Follow, game.Defend:
		if name != "" {
			a.Target = n.anything(name)
		}
	case game.Build:
		return n.edits(a, f)
	case game.Wait, game.Sleep, game.OpenInventory: // about nothing that has a name
	}
	return nil
}

// measureOf is the field of an action that holds a number of blocks or seconds; nil for others.
func measureOf(a *game.Action, name string) *float64 {
	return map[string]*float64{
		"range": &a.Range, "radius": &a.Radius, "distance": &a.Distance, "seconds": &a.Seconds, "maxSeconds": &a.MaxSeconds,
	}[name]
}

// rest fills in the fields that are the same for all kinds. What the body does
// not know is left out where the action works without it.
func (n *normaliser) rest(a *game.Action, f Fields) error {
	info, ok := game.Lookup(a.Kind)
	if !ok {
		return fmt.Errorf("there is no such action; use one of %s", n.kinds())
	}
	for _, field := range info.Fields {
		if !n.env.Body.CanField(a.Kind, field.Name) && n.env.Body.Can(a.Kind) {
			continue
		}
		v, given := f[canonicalName(field.Name)]
		if !given || v == nil {
			continue
		}
		x, isNumber := real(v)
		s, _ := v.(string)
		if measure := measureOf(a, field.Name); measure != nil {
			*measure = x
		}
		switch field.Name {
		case "maxBlocks":
			a.MaxBlocks = int(min(max(x, 0), 1e6))
		case "slot":
			a.Slot = slot(s)
		case "direction":
			a.Direction = strings.ToLower(strings.TrimSpace(s))
		case "to":
			a.To = n.person(s)
		case "fuel":
			if found, err := n.lookup(s, anItem); err == nil {
				a.Fuel = found.id
			}
		case "until":
			if a.Until == nil {
				a.Until = n.until(a.Kind, v)
			}
		}
		if (field.Type == game.TypeNumber || field.Name == "maxBlocks") && !isNumber {
			return fmt.Errorf("%q is no number", field.Name)
		}
	}
	return nil
}

var slots = map[string]string{
	"mainhand": "hand", "main_hand": "hand", "main hand": "hand", "offhand": "off_hand", "off-hand": "off_hand", "off hand": "off_hand",
	"helmet": "head", "chest": "torso", "chestplate": "torso", "body": "torso", "leggings": "legs", "boots": "feet",
}

func slot(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	if known, ok := slots[s]; ok {
		return known
	}
	return s
}

func (n *normaliser) until(kind game.Kind, v any) *game.Until {
	switch v := v.(type) {
	case string:
		if kind == game.Wait {
			return &game.Until{Phase: strings.ToLower(strings.TrimSpace(v))}
		}
	case map[string]any:
		c, err := quantity(v)
		if f, found := n.lookup(text(v, "item", "name"), anItem); err == nil && found == nil && kind == game.Mine {
			return &game.Until{Item: f.id, Count: max(c, 1)}
		}
	}
	return nil
}

// mostBlocks bounds the blocks that the fills of one build come to.
const mostBlocks = 4096

// edits reads the blocks of a build in their order; what has corners instead of a
// place is filled, from below.
func (n *normaliser) edits(a *game.Action, f Fields) error {
	edits, isList := f["edits"].([]any)
	fills, areList := f["fills"].([]any)
	if !isList && !areList {
		return fmt.Errorf(`"edits" is a list of {x, y, z, block}`)
	}
	for i, e := range slices.Concat(edits, fills) {
		m, ok := e.(map[string]any)
		if !ok {
			return fmt.Errorf(`block %d of "edits" is no {x, y, z, block}`, i+1)
		}
		if text(m, "file", "filename", "path", "newtext") != "" {
			return fmt.Errorf(
				`edit %d is one of a file; no file can be changed here: "edits" places blocks in the world and is a list of {x, y, z, block}`,
				i+1,
			)
		}
		from, to, err := n.corners(m)
		if err != nil {
			return fmt.Errorf(`block %d of "edits" needs x, y and z, or from and to`, i+1)
		}
		f, err := n.lookup(subject(m, []string{"block", "name", "blocktype", "blockname", "item", "material"}), aBlock, anItem)
		if err != nil {
			return fmt.Errorf(`block %d of "edits": %w`, i+1, err)
		}
		volume := len(a.Edits)
		for _, side := range [...]int{to.X - from.X, to.Y - from.Y, to.Z - from.Z} {
			if side >= mostBlocks {
				return fmt.Errorf(`block %d of "edits" fills too much; build at most %d blocks at once`, i+1, mostBlocks)
			}
		}
		if volume += (to.X - from.X + 1) * (to.Y - from.Y + 1) * (to.Z - from.Z + 1); volume > mostBlocks {
			return fmt.Errorf(`the "edits" up to block %d come to %d blocks; build at most %d at once`, i+1, volume, mostBlocks)
		}
		for y := from.Y; y <= to.Y; y++ {
			for z := from.Z; z <= to.Z; z++ {
				for x := from.X; x <= to.X; x++ {
					a.Edits = append(a.Edits, game.Edit{X: x, Y: y, Z: z, Block: f.id})
				}
			}
		}
	}
	return nil
}

// corners are the least and the greatest corner of what an edit fills; of one with
// a place both are that.
func (n *normaliser) corners(m map[string]any) (from, to game.Pos, err error) {
	a, erra := n.corner(m, "from", "start", "min", "corner1")
	b, errb := n.corner(m, "to", "end", "max", "corner2")
	if a == nil || b == nil || erra != nil || errb != nil {
		at, err := n.position(m)
		if err != nil || at == nil {
			return from, to, errors.New("no place")
		}
		return *at, *at, nil
	}
	from = game.Pos{X: min(a.X, b.X), Y: min(a.Y, b.Y), Z: min(a.Z, b.Z)}
	return from, game.Pos{X: max(a.X, b.X), Y: max(a.Y, b.Y), Z: max(a.Z, b.Z)}, nil
}

func (n *normaliser) corner(m map[string]any, members ...string) (*game.Pos, error) {
	for _, name := range members {
		if v, ok := m[name]; ok {
			return n.position(Fields{"position": v})
		}
	}
	return nil, nil
}

// checks reads what the model would have checked; names that mean nothing are
// left out, since a check is only a help.
func (n *normaliser) checks(list []Fields) {
	for _, f := range list {
		name := text(f, "item", "name", "target")
		found, err := n.lookup(name, anItem, aBlock)
		many, bad := quantity(f)
		if err != nil || bad != nil {
			continue
		}
		id := found.id
		if drop, ok := n.dropOf(id); ok && n.env.State.Count(id) == 0 {
			id = drop
		}
		n.out.Checks = append(n.out.Checks, game.Check{Kind: game.CheckHave, Items: []string{id}, Count: max(many, 1)})
		if len(n.out.Checks) == 10 {
			return
		}
	}
}
