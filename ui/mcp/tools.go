// SPDX-License-Identifier: MIT

package mcp

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/minehand/minehand/docs"
	"github.com/minehand/minehand/ui"
)

// left are the calls that are no tools, with the reason.
var left = map[string]string{
	"hello":            "each tool's connection names itself",
	"subscribe":        "the tool wait_for_task follows a task",
	"get-snapshot":     "it is for those who follow events",
	"edit-plan":        "a chat says no to a plan, with the reason",
	"get-map":          "it is a picture for people",
	"slash_command":    "a chat calls what a slash command stands for",
	"drop-answer":      "it is for those who see the talk",
	"get_all_commands": "it is for those who type slash commands",
	"get_completions":  "it is for those who type slash commands",
	"get-config":       "it is the owner's, not the chat's",
	"look-on-network":  "a firewall may ask the person at the computer about it",
	"change-config":    "it is the owner's, not the chat's",
}

// unasked are members of a call that no chat is asked for, by their path.
var unasked = map[string][]string{
	"send-prompt": {"settings.actions", "settings.lmStudioUrl", "settings.fallback", "settings.temperature", "settings.speaker", "settings.unattended", "settings.guess"},
	"talk":        {"settings"},
}

// names are tools whose call's name says little to a model.
var names = map[string]string{
	"read":             "read_goal",
	"send-prompt":      "send_goal",
	"stop-task":        "stop",
	"detect-instances": "instances",
	"connect-instance": "choose_player",
	"list-bodies":      "players",
	"list-tasks":       "history",
}

// hints say what a model should do with the answer, beyond what the call does.
var hints = map[string]string{
	"read":        "Use it before send_goal when it is not sure that Minehand understands the words. A question that comes back is for the user; on a yes, send the goal with accepted.",
	"send-prompt": "Afterwards call wait_for_task with the taskId. Report nothing as done that wait_for_task does not call proven.",
	"talk":        "For what the user says of what was asked before (\"10 more\", \"I meant 5\", \"what are you doing?\"); with ask it only answers. Give it the user's own words.",
	"answer-plan": "Only after the user was shown the plan and said yes or no.",
}

// nameOf is a call's name as a tool.
func nameOf(call string) string {
	if n := names[call]; n != "" {
		return n
	}
	return strings.ReplaceAll(call, "-", "_")
}

func describe(c *ui.Call) string {
	text := strings.ToUpper(c.Doc[:1]) + c.Doc[1:]
	if h := hints[c.Name]; h != "" {
		text += " " + h
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
	for name, c := range doc.Calls {
		s, _ := inlined(c.Params, doc.Defs).(map[string]any)
		for _, path := range unasked[name] {
			drop(s, strings.Split(path, "."))
		}
		out[name] = s
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
		out := make([]any, len(v))
		for i := range v {
			out[i] = inlined(v[i], defs)
		}
		return out
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
