// SPDX-License-Identifier: MIT

package openai

import (
	"encoding/json"
	"strings"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
)

// Marks around tool calls that a server failed to take out of the text
// (lmstudio-bug-tracker #1904, #2115).
var leakMarks = [...][2]string{
	{"[TOOL_REQUEST]", "[END_TOOL_REQUEST]"},
	{"<tool_call>", "</tool_call>"},
	{"<|tool_call|>", "<|/tool_call|>"},
	{"<function=", "</function>"},
}

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
	rest := text
	for len(calls) < maxLeaked {
		before, inside, after, ok := firstMarked(rest)
		if !ok {
			break
		}
		call, ok := jsonCall(inside, offered)
		if !ok {
			call, ok = taggedCall(inside, offered)
		}
		if !ok {
			break
		}
		calls = append(calls, call)
		rest = strings.TrimSpace(before + after)
	}
	if len(calls) == 0 {
		return text, nil
	}
	return rest, calls
}

// firstMarked finds the earliest marked stretch. "<function=" is kept with
// what is inside, since the name follows it.
func firstMarked(text string) (before, inside, after string, ok bool) {
	at := -1
	var mark [2]string
	for _, m := range leakMarks {
		if i := strings.Index(text, m[0]); i >= 0 && (at < 0 || i < at) {
			at, mark = i, m
		}
	}
	if at < 0 {
		return "", "", "", false
	}
	inside, after, ok = strings.Cut(text[at+len(mark[0]):], mark[1])
	if mark[0] == "<function=" {
		inside = mark[0] + inside
	}
	return text[:at], inside, after, ok
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
	raw := call.Arguments
	if len(raw) == 0 {
		raw = call.Parameters
	}
	if len(raw) == 0 {
		return llm.ToolCall{}, false
	}
	var args lenientText
	if json.Unmarshal(raw, &args) != nil {
		return llm.ToolCall{}, false
	}
	return llm.ToolCall{Name: call.Name, Arguments: string(args)}, true
}

// taggedCall reads <function=name><parameter=key>value</parameter>...; the
// function's body may also be JSON arguments.
func taggedCall(text string, offered map[string]bool) (llm.ToolCall, bool) {
	_, text, ok := strings.Cut(text, "<function=")
	if !ok {
		return llm.ToolCall{}, false
	}
	name, body, ok := strings.Cut(text, ">")
	name = strings.TrimSpace(name)
	if !ok || !offered[name] {
		return llm.ToolCall{}, false
	}
	body, _, _ = strings.Cut(body, "</function>")
	body = strings.TrimSpace(body)
	if strings.HasPrefix(body, "{") && json.Valid([]byte(body)) {
		return llm.ToolCall{Name: name, Arguments: body}, true
	}
	args := map[string]json.RawMessage{}
	for {
		_, rest, ok := strings.Cut(body, "<parameter=")
		if !ok {
			break
		}
		key, rest, ok := strings.Cut(rest, ">")
		if !ok {
			return llm.ToolCall{}, false
		}
		value, tail, ok := strings.Cut(rest, "</parameter>")
		if !ok {
			return llm.ToolCall{}, false
		}
		args[strings.TrimSpace(key)] = parameter(strings.TrimSpace(value))
		body = tail
	}
	raw, err := json.Marshal(args)
	return llm.ToolCall{Name: name, Arguments: string(raw)}, err == nil
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
