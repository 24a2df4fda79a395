// SPDX-License-Identifier: MIT

package reply

import (
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
)

// kindMembers name the action, the surest first.
var kindMembers = []string{"action", "type", "kind", "actiontype", "command", "tool", "function", "name"}

// noKinds stand where a kind should and name none; looseMembers hold a kind or something else.
var (
	noKinds      = []string{"", "goal", "action", "command", "step", "object", "array"}
	looseMembers = []string{"name", "tool", "function", "command"}
)

// asEntry reads an object with a kind; the arguments may stand in an object of
// their own.
func asEntry(v map[string]any) (Entry, bool) {
	for _, m := range kindMembers {
		switch k := v[m].(type) {
		case string:
			name := kindName(k)
			if slices.Contains(noKinds, name) || slices.Contains(looseMembers, m) && !knownKind(k) {
				continue
			}
			if e, ok := spoken(k); ok && !knownKind(k) && strings.ContainsAny(k, " (") {
				merge(e.Fields, v, m)
				return e, true
			}
			fields := Fields{}
			merge(fields, v, m)
			return Entry{Kind: name, Fields: fields}, true
		case map[string]any:
			if e, ok := asEntry(k); ok {
				return e, true
			}
		}
	}
	return namedByMember(v)
}

// namedByMember reads an object whose one member is named for the kind and holds its arguments.
func namedByMember(v map[string]any) (Entry, bool) {
	if len(v) != 1 {
		return Entry{}, false
	}
	for name, inner := range v {
		if args, ok := inner.(map[string]any); ok && knownKind(name) {
			fields := Fields{}
			merge(fields, args, "")
			return Entry{Kind: kindName(name), Fields: fields}, true
		}
	}
	return Entry{}, false
}

// argumentMembers hold an action's arguments when they stand apart.
var argumentMembers = []string{"arguments", "parameters", "params", "args", "input", "inputs"}

// merge copies members, lifting those of an argument object.
func merge(to Fields, from map[string]any, except string) {
	for name, v := range from {
		if name != except {
			if _, taken := to[name]; !taken {
				to[name] = v
			}
		}
	}
	for _, m := range argumentMembers {
		args, ok := to[m].(map[string]any)
		if s, isText := to[m].(string); isText {
			if in, fine := parse(strings.TrimSpace(s)); fine {
				args, ok = in.(map[string]any)
			}
		}
		if !ok {
			continue
		}
		delete(to, m)
		for name, v := range args {
			if _, taken := to[name]; !taken {
				to[name] = v
			}
		}
	}
}

// asCall reads a tool call written out: {"name", "arguments"}, where the
// arguments may be a string.
func asCall(v map[string]any) (name string, args Fields, ok bool) {
	if f, nested := v["function"].(map[string]any); nested {
		v = f
	}
	name, _ = v["name"].(string)
	if name == "" {
		name, _ = v["tool"].(string)
	}
	if name == "" {
		return "", nil, false
	}
	for _, m := range argumentMembers[:4] {
		switch a := v[m].(type) {
		case map[string]any:
			return name, a, true
		case string:
			if in, fine := parse(strings.TrimSpace(a)); fine {
				if object, is := in.(map[string]any); is {
					return name, object, true
				}
			}
		}
	}
	return "", nil, false
}

// asTerminal tells an entry with a shell command from an action: its name is
// under "command", and it is no action that models misname so.
func asTerminal(v map[string]any) (Terminal, bool) {
	c, ok := v["command"].(string)
	if !ok || strings.TrimSpace(c) == "" {
		return Terminal{}, false
	}
	for _, m := range [...]string{"action", "type", "kind"} {
		if s, is := v[m].(string); is && knownKind(s) {
			return Terminal{}, false
		}
	}
	if knownKind(c) && hasArgument(v) {
		return Terminal{}, false
	}
	return Terminal{Command: c, Description: text(v, "description")}, true
}

// hasArgument says that an object has a member that only actions have.
func hasArgument(v map[string]any) bool {
	for _, m := range [...]string{"target", "item", "block", "recipe", "quantity", "count", "x", "message", "seconds"} {
		if _, ok := v[m]; ok {
			return true
		}
	}
	return false
}

// knownKind says that a word names an action, by its own name or by one that
// models use.
func knownKind(word string) bool {
	k := kindName(word)
	if k == "" {
		return false
	}
	if _, ok := game.Lookup(game.Kind(k)); ok {
		return true
	}
	_, ok := kindAliases()[k]
	return ok
}
