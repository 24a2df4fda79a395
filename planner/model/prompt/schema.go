// SPDX-License-Identifier: MIT

package prompt

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm"
)

// schemaName names the schema; servers that take tools offer it as a tool of
// that name.
const schemaName = "submit_plan"

// Schema is the JSON schema of a plan in a mode's form. It stays within what
// servers turn into a grammar: no patterns, no lists of names, no length limits,
// nothing recursive (llama.cpp answers 400 to some of these).
func Schema(mode game.Mode, kinds []game.KindInfo, body game.BodyInfo) *llm.Schema {
	word := "type"
	if mode == game.HighLevel {
		word = "action"
	}
	step := object{{"anyOf", variants(mode, word, kinds, body)}}
	list, name := array(step), "plan"
	switch mode {
	case game.HighLevel:
		name = "commands"
	case game.LowLevel:
		name = "actions"
	default:
		list = array(members([]string{"type", "description", "actions"},
			member{"type", object{{"const", "goal"}}},
			member{"description", text},
			member{"actions", array(step)}))
	}
	schema := members([]string{name},
		member{name, list},
		member{"goal_check", array(members([]string{"item", "count"}, member{"item", text}, member{"count", whole}))},
		member{"say", text},
		member{"impossible", text})
	return &llm.Schema{Name: schemaName, Description: "Submit the plan.", JSON: marshalled(schema)}
}

var (
	text   = object{{"type", "string"}}
	whole  = object{{"type", "integer"}}
	number = object{{"type", "number"}}
)

// variants are the forms of one action; kinds with the same arguments share one.
func variants(mode game.Mode, word string, kinds []game.KindInfo, body game.BodyInfo) []any {
	type variant struct {
		names  []string
		fields []member
		must   []string
		key    string
	}
	var all []*variant
	for _, k := range kinds {
		v := &variant{names: []string{string(k.Kind)}}
		need := knownOf(k, body)
		for _, f := range k.Fields {
			if f.Planned || !body.CanField(k.Kind, f.Name) {
				continue
			}
			required := f.Required || slices.Equal(need, []string{f.Name})
			for _, name := range fieldNames(mode, f) {
				v.fields = append(v.fields, member{name, fieldSchema(k.Kind, f)})
				if required {
					v.must = append(v.must, name)
				}
			}
		}
		raw, err := json.Marshal(object{{"f", members(v.must, v.fields...)}})
		if err != nil { // as above
			panic("prompt: " + err.Error())
		}
		v.key = string(raw)
		if i := slices.IndexFunc(all, func(o *variant) bool { return o.key == v.key }); i >= 0 {
			all[i].names = append(all[i].names, string(k.Kind))
			continue
		}
		all = append(all, v)
	}
	out := make([]any, len(all))
	for i, v := range all {
		kind := object{{"const", v.names[0]}}
		if len(v.names) > 1 {
			kind = object{{"enum", v.names}}
		}
		out[i] = members(append([]string{word}, v.must...), append([]member{{word, kind}}, v.fields...)...)
	}
	return out
}

func fieldSchema(kind game.Kind, f game.Field) object {
	switch f.Type {
	case game.TypeInteger, game.TypePosition:
		return whole
	case game.TypeNumber:
		return number
	case game.TypeEnum:
		return object{{"enum", f.Enum}}
	case game.TypeUntil:
		if kind == game.Wait {
			return object{{"enum", []string{"day", "night"}}}
		}
		return members([]string{"item", "count"}, member{"item", text}, member{"count", whole})
	case game.TypeEdits:
		return array(members([]string{"x", "y", "z", "block"},
			member{"x", whole}, member{"y", whole}, member{"z", whole}, member{"block", text}))
	case game.TypeItem, game.TypeBlock, game.TypeTarget, game.TypeText, game.TypeCounts:
	}
	return text
}

func array(of object) object { return object{{"type", "array"}, {"items", of}} }

// members is an object schema whose members stand in the order given: a grammar
// made of it asks for them in that order.
func members(required []string, list ...member) object {
	return object{{"type", "object"}, {"properties", object(list)}, {"required", required}, {"additionalProperties", false}}
}

// object is a JSON object that keeps its order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON writes the members in order.
func (o object) MarshalJSON() ([]byte, error) {
	parts := make([]string, len(o))
	for i, m := range o {
		name, err := json.Marshal(m.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		parts[i] = string(name) + ":" + string(value)
	}
	return []byte("{" + strings.Join(parts, ",") + "}"), nil
}
