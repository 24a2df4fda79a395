// SPDX-License-Identifier: MIT

package openai

import (
	"encoding/json"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/pattern"
	"github.com/minehand/minehand/llm"
)

// marked finds a tool call that a server failed to take out of the text, by the marks
// around it (lmstudio-bug-tracker #1904, #2115); tagged takes one without JSON apart,
// parameters the arguments of that.
var (
	marked = pattern.Of(`(?s)\[TOOL_REQUEST\](.*?)\[END_TOOL_REQUEST\]|<tool_call>(.*?)</tool_call>|` +
		`<\|tool_call\|>(.*?)<\|/tool_call\|>|(<function=.*?)</function>`)
	tagged     = pattern.Of(`(?s)<function=\s*([^>]*?)\s*>(.*?)(?:</function>|$)`)
	parameters = pattern.Of(`(?s)<parameter=([^>]*)>(.*?)</parameter>`)
)

// maxLeaked bounds the calls lifted out of one reply.
const maxLeaked = 16

// liftCalls takes tool calls that leaked into the text out of it: between one
// of the marks, or a reply that is nothing but a call's JSON. Only calls of
// offered tools count; anything else stays text.
func liftCalls(text string, offered map[string]bool) (rest string, calls []llm.ToolCall) {
	if len(offered) == 0 {
		return text, nil
	}
	if call := jsonCall(text); offered[call.Name] {
		return "", []llm.ToolCall{call}
	}
	for len(calls) < maxLeaked {
		found := marked().FindStringSubmatch(text)
		if found == nil {
			break
		}
		inside := strings.Join(found[1:], "")
		call := jsonCall(inside)
		if !offered[call.Name] {
			call = taggedCall(inside)
		}
		if !offered[call.Name] {
			break
		}
		calls = append(calls, call)
		text = strings.TrimSpace(strings.Replace(text, found[0], "", 1))
	}
	return text, calls
}

// jsonCall reads {"name": ..., "arguments": {...}}; some models say parameters. One
// without a name is none.
func jsonCall(text string) (call llm.ToolCall) {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") || budget.ModelReply.Check([]byte(text)) != nil || !gjson.Valid(text) {
		return call
	}
	doc := gjson.Parse(text)
	for _, member := range []string{"arguments", "parameters"} {
		if v := doc.Get(member); v.Exists() {
			return llm.ToolCall{Name: doc.Get("name").Str, Arguments: words(v)}
		}
	}
	return call
}

// taggedCall reads <function=name><parameter=key>value</parameter>...; the
// function's body may also be JSON arguments.
func taggedCall(text string) (call llm.ToolCall) {
	found := tagged().FindStringSubmatch(text)
	if found == nil {
		return call
	}
	body := strings.TrimSpace(found[2])
	if strings.HasPrefix(body, "{") && json.Valid([]byte(body)) {
		return llm.ToolCall{Name: found[1], Arguments: body}
	}
	args := map[string]any{}
	for _, p := range parameters().FindAllStringSubmatch(body, -1) {
		value := strings.TrimSpace(p[2])
		if args[strings.TrimSpace(p[1])] = value; json.Valid([]byte(value)) {
			args[strings.TrimSpace(p[1])] = json.RawMessage(value)
		}
	}
	raw, err := json.Marshal(args)
	if err != nil || strings.Count(body, "<parameter=") != strings.Count(body, "</parameter>") {
		return call
	}
	return llm.ToolCall{Name: found[1], Arguments: string(raw)}
}
