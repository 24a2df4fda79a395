// SPDX-License-Identifier: MIT

package mcp

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/minehand/minehand/docs"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/ui"
)

// nameOf is a call's name as a tool.
func nameOf(c *ui.Call) string {
	if c.Tool.Name != "" {
		return c.Tool.Name
	}
	return strings.ReplaceAll(c.Name, "-", "_")
}

// lost is said of each tool that may remove what does not come back.
const lost = " It may remove things that do not come back."

func describe(c *ui.Call) string {
	text := strings.ToUpper(c.Doc[:1]) + c.Doc[1:]
	if c.Tool.Hint != "" {
		text += " " + c.Tool.Hint
	}
	if c.Tool.Destroys {
		text += lost
	}
	return text
}

// schemas are the input schemas of all calls, each whole in itself, as hosts and
// small models want them.
func schemas() (map[string]map[string]any, error) {
	var doc struct {
		Calls map[string]struct {
			Params map[string]any `json:"params"`
		} `json:"calls"`
		Defs map[string]any `json:"$defs"`
	}
	if err := json.Unmarshal(docs.APISchema, &doc); err != nil {
		return nil, fmt.Errorf("the schema of the calls cannot be read: %w", err)
	}
	out := map[string]map[string]any{}
	for _, c := range ui.Calls() {
		s, _ := inlined(doc.Calls[c.Name].Params, doc.Defs).(map[string]any)
		for _, path := range c.Tool.Unasked {
			drop(s, strings.Split(path, "."))
		}
		out[c.Name] = s
	}
	return out, nil
}

// inlined is a copy of a schema with every reference replaced by what it names.
func inlined(v any, defs map[string]any) any {
	switch v := v.(type) {
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok {
			return inlined(defs[strings.TrimPrefix(ref, "#/$defs/")], defs)
		}
		out := make(map[string]any, len(v))
		for k, e := range v {
			if text, ok := e.(string); ok && k == "description" {
				e = strings.Join(strings.Fields(text), " ")
			}
			out[k] = inlined(e, defs)
		}
		return out
	case []any:
		return lists.Of(v, func(a *any) any { return inlined(*a, defs) })
	}
	return v
}

func drop(s map[string]any, path []string) {
	props, _ := s["properties"].(map[string]any)
	if len(path) == 1 {
		delete(props, path[0])
		return
	}
	if next, ok := props[path[0]].(map[string]any); ok {
		drop(next, path[1:])
	}
}
