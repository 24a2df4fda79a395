// SPDX-License-Identifier: MIT

package reply

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// submitTool is the tool in whose arguments a plan may come.
const submitTool = "submit_plan"

// maxNesting bounds how many wrappers around a plan are taken off.
const maxNesting = 5

// lists are the members that may hold a plan, with the shape they make; the
// later ones are what models write instead.
var lists = []struct {
	name  string
	shape Shape
}{
	{"plan", Plan}, {"actions", Actions}, {"commands", Commands},
	{"steps", Actions}, {"tasks", Actions}, {"goals", Plan}, {"actionlist", Actions}, {"sequence", Actions},
}

// wrappers are members that models put around the whole.
var wrappers = []string{
	submitTool, "submitplan", "response", "result", "output", "answer", "reply", "data", "json", "arguments", "parameters", "content",
}

// shapeOf reads a value as a plan; false means that it is none.
func shapeOf(v any, nesting int) (Parsed, bool) {
	if nesting > maxNesting {
		return Parsed{}, false
	}
	switch v := v.(type) {
	case []any:
		p := Parsed{Shape: List}
		readList(&p, v)
		if p.Entries() == 0 && len(p.Terminal) == 0 && len(v) > 0 {
			return Parsed{}, false
		}
		return p, true
	case map[string]any:
		return shapeOfObject(v, nesting)
	}
	return Parsed{}, false
}

func shapeOfObject(v map[string]any, nesting int) (Parsed, bool) {
	if filled, ok := asSchema(v); ok {
		p, ok := shapeOf(filled, nesting+1)
		return p, ok && p.Entries() > 0
	}
	edits, editing := asEdits(v)
	if p, ok := asPlan(v, nesting); ok {
		if editing {
			add(&p, edits)
		}
		return p, true
	}
	if editing {
		p := single(edits)
		asides(&p, v)
		return p, true
	}
	if name, args, ok := asCall(v); ok {
		if knownKind(name) {
			return single(Entry{Kind: kindName(name), Fields: args}), true
		}
		return shapeOfObject(args, nesting+1)
	}
	p := Parsed{Shape: List}
	if readEntry(&p, v) {
		asides(&p, v)
		return p, true
	}
	if p, ok := wrapped(v, nesting); ok {
		return p, true
	}
	asides(&p, v)
	return p, p.Impossible != ""
}

// wrapped reads a reply that stands in a member of an object, as a value or as its text.
func wrapped(v map[string]any, nesting int) (Parsed, bool) {
	for _, w := range wrappers {
		switch inner := v[w].(type) {
		case map[string]any, []any:
			if p, ok := shapeOf(inner, nesting+1); ok {
				asides(&p, v)
				return p, true
			}
		case string:
			if in, ok := parse(strings.TrimSpace(inner)); ok {
				if p, ok := shapeOf(in, nesting+1); ok {
					return p, true
				}
			}
		}
	}
	return Parsed{}, false
}

// asEdits reads blocks that are to be placed, beside a plan or alone, as the build
// that they are: {"edits": [{x, y, z, block}], "fills": [{from, to, block}]}.
func asEdits(v map[string]any) (Entry, bool) {
	fields := Fields{}
	for _, m := range [...]string{"edits", "fills"} {
		if list, ok := v[m].([]any); ok && len(list) > 0 {
			fields[m] = list
		}
	}
	if len(fields) == 0 || text(v, kindMembers...) != "" {
		return Entry{}, false
	}
	return Entry{Kind: string(game.Build), Fields: fields}, true
}

// asSchema tells an echo of the schema that was asked for from an action; some
// models fill the plan into its properties.
func asSchema(v map[string]any) (properties map[string]any, ok bool) {
	if v["type"] != "object" {
		return nil, false
	}
	properties, ok = v["properties"].(map[string]any)
	return properties, ok
}

// planOf reads the value of one of the lists.
func planOf(raw any, shape Shape, nesting int) (Parsed, bool) {
	p := Parsed{Shape: shape}
	switch raw := raw.(type) {
	case []any:
		readList(&p, raw)
	case map[string]any:
		inner, ok := shapeOf(raw, nesting+1)
		if !ok {
			readEntry(&p, raw)
			break
		}
		if p = inner; shape == Plan && p.Shape == List {
			p.Shape = Plan
		}
	case nil:
	default:
		return p, false
	}
	return p, true
}

// asPlan reads an object with one of the lists.
func asPlan(v map[string]any, nesting int) (Parsed, bool) {
	var p Parsed
	found := false
	for _, l := range lists {
		raw, ok := v[l.name]
		if !ok || found && p.Entries() > 0 {
			continue
		}
		if s, isText := raw.(string); isText {
			in, ok := parse(strings.TrimSpace(s))
			if !ok {
				continue
			}
			raw = in
		}
		next, ok := planOf(raw, l.shape, nesting)
		if !ok {
			continue
		}
		if !found || next.Entries() > 0 {
			terminal := append(p.Terminal, next.Terminal...)
			p, found = next, true
			p.Terminal = terminal
		}
	}
	if !found {
		return Parsed{}, false
	}
	asides(&p, v)
	return p, true
}

// readList reads a list of actions, groups of actions and shell commands.
func readList(p *Parsed, list []any) {
	for _, e := range list {
		switch e := e.(type) {
		case map[string]any:
			readEntry(p, e)
		case string:
			if entry, ok := spoken(e); ok {
				add(p, entry)
			}
		case []any:
			readList(p, e)
		}
	}
}

// readEntry reads one member of a list; false means that it is nothing known.
func readEntry(p *Parsed, v map[string]any) bool {
	for _, l := range lists {
		inner, ok := v[l.name].([]any)
		if one, is := v[l.name].(map[string]any); is {
			inner, ok = []any{one}, true
		}
		if !ok {
			continue
		}
		name := text(v, "description", "goal", "name", "title")
		part := Parsed{}
		readList(&part, inner)
		for _, g := range part.Groups {
			g.Description = cmp.Or(g.Description, name)
			p.Groups = append(p.Groups, g)
		}
		p.Terminal = append(p.Terminal, part.Terminal...)
		return true
	}
	if name, args, ok := asCall(v); ok && knownKind(name) {
		add(p, Entry{Kind: kindName(name), Fields: args})
		return true
	}
	if name, args, ok := asCall(v); ok && canonicalName(name) == "submitplan" {
		if inner, fine := shapeOfObject(args, maxNesting); fine {
			p.Groups = append(p.Groups, inner.Groups...)
			asides(p, args)
			return true
		}
	}
	if t, ok := asTerminal(v); ok {
		p.Terminal = append(p.Terminal, t)
		return true
	}
	if e, ok := asEntry(v); ok {
		add(p, e)
		return true
	}
	return false
}

// add appends an action that stands in no group.
func add(p *Parsed, e Entry) {
	if n := len(p.Groups); n > 0 && p.Groups[n-1].Description == "" {
		p.Groups[n-1].Entries = append(p.Groups[n-1].Entries, e)
		return
	}
	p.Groups = append(p.Groups, Group{Entries: []Entry{e}})
}

func single(e Entry) Parsed {
	return Parsed{Shape: List, Groups: []Group{{Entries: []Entry{e}}}}
}

// asides reads what stands beside the plan.
func asides(p *Parsed, v map[string]any) {
	if s := text(v, "say"); s != "" && p.Say == "" {
		p.Say = game.Plain(s)
	}
	if p.Entries() == 0 {
		p.Impossible = reason(v)
	}
	for _, m := range [...]string{"goalcheck", "goalchecks", "check"} {
		p.GoalCheck = append(p.GoalCheck, goalChecks(v[m])...)
	}
}

// reason is why the model calls the goal impossible; an empty or negative
// member says nothing.
func reason(v map[string]any) string {
	switch r := v["impossible"].(type) {
	case bool:
		if r {
			if s := text(v, "reason", "why", "say", "message", "explanation"); s != "" {
				return s
			}
			return "it gave no reason"
		}
	case string:
		s := strings.TrimSpace(r)
		switch strings.ToLower(strings.Trim(s, ".!")) {
		case "", "no", "false", "none", "null", "n/a", "na", "not impossible", "possible", "nothing":
			return ""
		case "yes", "true":
			if s := text(v, "reason", "why", "say"); s != "" {
				return s
			}
			return "it gave no reason"
		}
		return s
	case map[string]any:
		return text(r, "reason", "why", "message")
	}
	return ""
}

// goalChecks reads {"item","count"}, a list of them, or {"diamond": 3}.
func goalChecks(v any) []Fields {
	switch v := v.(type) {
	case []any:
		var out []Fields
		for _, e := range v {
			out = append(out, goalChecks(e)...)
		}
		return out
	case map[string]any:
		if inner, ok := v["items"]; ok {
			return goalChecks(inner)
		}
		if inner, ok := v["inventory"]; ok {
			return goalChecks(inner)
		}
		if item := text(v, "item", "name", "target"); item != "" {
			return []Fields{v}
		}
		var out []Fields
		for name, n := range v {
			if _, ok := n.(json.Number); ok {
				out = append(out, Fields{"item": name, "count": n})
			}
		}
		slices.SortFunc(out, func(a, b Fields) int { return strings.Compare(a["item"].(string), b["item"].(string)) })
		return out
	}
	return nil
}

// text is the first member that is a string with something in it.
func text(v map[string]any, members ...string) string {
	for _, m := range members {
		if s, ok := v[m].(string); ok && strings.TrimSpace(s) != "" {
			return strings.TrimSpace(s)
		}
	}
	return ""
}

func quote(s string) string {
	raw, err := json.Marshal(s)
	if err != nil { // a string always marshals
		return `""`
	}
	return string(raw)
}
