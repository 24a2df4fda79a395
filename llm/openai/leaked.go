// SPDX-License-Identifier: MIT

package openai

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
)

// marked finds a tool call that a server failed to take out of the text, by the marks
// around it (lmstudio-bug-tracker #1904, #2115); tagged takes one without JSON apart,
// parameters the arguments of that.
var (
	marked = regexp.MustCompile(`(?s)\[TOOL_REQUEST\](.*?)\[END_TOOL_REQUEST\]|<tool_call>(.*?)</tool_call>|` +
		`<\|tool_call\|>(.*?)<\|/tool_call\|>|(<function=.*?)</function>`)
	tagged     = regexp.MustCompile(`(?s)<function=\s*([^>]*?)\s*>(.*?)(?:</function>|$)`)
	parameters = regexp.MustCompile(`(?s)<parameter=([^>]*)>(.*?)</parameter>`)
)

// maxLeaked bounds the calls lifted out of one reply.
const maxLeaked = 16

// liftCalls takes tool calls that leaked into the text out of it: between one
// of the marks, or a reply that is nothing but a call's JSON. Only calls of
// offered tools count; anything else stays text.
func liftCalls(text string, offered map[string]bool) (string, []llm.ToolCall) {
	if len(offered) == 0 {
		return text, nil
	}
	if call, ok := jsonCall(text, offered); ok {
		return "", []llm.ToolCall{call}
	}
	var calls []llm.ToolCall
	for len(calls) < maxLeaked {
		found := marked.FindStringSubmatch(text)
		if found == nil {
			break
		}
		inside := strings.Join(found[1:], "")
		call, ok := jsonCall(inside, offered)
		if !ok {
			call, ok = taggedCall(inside, offered)
		}
		if !ok {
			break
		}
		calls = append(calls, call)
		text = strings.TrimSpace(strings.Replace(text, found[0], "", 1))
	}
	return text, calls
}

// jsonCall reads {"name": ..., "arguments": {...}}; some models say parameters.
func jsonCall(text string, offered map[string]bool) (llm.ToolCall, bool) {
	var call struct {
		Name       string          `json:"name"`
		Arguments  json.RawMessage `json:"arguments"`
		Parameters json.RawMessage `json:"parameters"`
	}
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") || budget.ModelReply.JSON([]byte(text), &call) != nil || !offered[call.Name] {
		return llm.ToolCall{}, false
	}
	if len(call.Arguments) == 0 {
		call.Arguments = call.Parameters
	}
	var args lenientText
	err := json.Unmarshal(call.Arguments, &args)
	return llm.ToolCall{Name: call.Name, Arguments: string(args)}, err == nil
}

// taggedCall reads <function=name><parameter=key>value</parameter>...; the
// function's body may also be JSON arguments.
func taggedCall(text string, offered map[string]bool) (llm.ToolCall, bool) {
	found := tagged.FindStringSubmatch(text)
	if found == nil || !offered[found[1]] {
		return llm.ToolCall{}, false
	}
	name, body := found[1], strings.TrimSpace(found[2])
	if strings.HasPrefix(body, "{") && json.Valid([]byte(body)) {
		return llm.ToolCall{Name: name, Arguments: body}, true
	}
	args := map[string]json.RawMessage{}
	for _, p := range parameters.FindAllStringSubmatch(body, -1) {
		args[strings.TrimSpace(p[1])] = parameter(strings.TrimSpace(p[2]))
	}
	raw, err := json.Marshal(args)
	whole := strings.Count(body, "<parameter=") == strings.Count(body, "</parameter>")
	return llm.ToolCall{Name: name, Arguments: string(raw)}, err == nil && whole
}

// parameter is a value as JSON: as it stands if it is JSON, else a string.
func parameter(value string) json.RawMessage {
	if json.Valid([]byte(value)) {
		return json.RawMessage(value)
	}
	raw, err := json.Marshal(value)
	if err != nil { // a string always marshals
		panic("openai: " + err.Error())
	}
	return raw
}
