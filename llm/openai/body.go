// SPDX-License-Identifier: MIT

package openai

import (
	"encoding/json"
	"strings"

	goopenai "github.com/sashabaranov/go-openai"

	"github.com/minehand/minehand/llm"
)

// submitTool is the one tool of the second rung.
const submitTool = "submit_plan"

// body is the part of the request that go-openai builds. The model and the
// sampling fields are left to fields: the library drops a temperature of 0 and
// refuses some models' settings by their names' first letters, which a local
// model may share.
func (c *call) body(at rung) goopenai.ChatCompletionRequest {
	req := c.req
	system := req.System
	if at == rungPrompt {
		system = req.SchemaAsWords().System
	}
	out := goopenai.ChatCompletionRequest{Messages: messages(system, req)}
	for _, t := range req.Tools {
		out.Tools = append(out.Tools, function(t.Name, t.Description, t.Parameters))
	}
	switch at {
	case rungSchema:
		name := req.Schema.Name
		if name == "" {
			name = "reply"
		}
		out.ResponseFormat = &goopenai.ChatCompletionResponseFormat{
			Type: goopenai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &goopenai.ChatCompletionResponseFormatJSONSchema{
				Name: name, Description: req.Schema.Description, Schema: req.Schema.JSON, Strict: req.Schema.Strict},
		}
	case rungTool:
		description := req.Schema.Description
		if description == "" {
			description = "Submit the answer. Call this exactly once."
		}
		out.Tools = append(out.Tools, function(submitTool, description, req.Schema.JSON))
		out.ToolChoice = "required" // the object form is a 400 in LM Studio (lmstudio-bug-tracker #670)
	case rungPrompt, rungNone: // the words hold it, or there is none
	}
	return out
}

func function(name, description string, parameters json.RawMessage) goopenai.Tool {
	if len(parameters) == 0 {
		parameters = json.RawMessage(`{"type":"object","properties":{}}`)
	}
	return goopenai.Tool{Type: goopenai.ToolTypeFunction, Function: &goopenai.FunctionDefinition{Name: name, Description: description, Parameters: parameters}}
}

func messages(system string, req llm.Request) []goopenai.ChatCompletionMessage {
	var out []goopenai.ChatCompletionMessage
	if system != "" {
		out = append(out, goopenai.ChatCompletionMessage{Role: string(llm.RoleSystem), Content: system})
	}
	for _, m := range req.Context {
		msg := goopenai.ChatCompletionMessage{Role: string(m.Role), Content: m.Content, ToolCallID: m.ToolCallID}
		if m.Role == llm.RoleTool && m.Content == "" {
			msg.Content = "(no output)" // an empty one would be left out, and chat templates stumble over that
		}
		for _, t := range m.ToolCalls {
			msg.ToolCalls = append(msg.ToolCalls, goopenai.ToolCall{ID: t.ID, Type: goopenai.ToolTypeFunction, Function: goopenai.FunctionCall{Name: t.Name, Arguments: t.Arguments}})
		}
		out = append(out, msg)
	}
	if req.Prompt != "" {
		out = append(out, goopenai.ChatCompletionMessage{Role: string(llm.RoleUser), Content: req.Prompt})
	}
	return out
}

// fields are merged into the body by the doer.
func (c *call) fields(known traits) map[string]any {
	cfg, req := c.client.cfg, c.req
	out := map[string]any{}
	for k, v := range cfg.Extra {
		out[k] = v
	}
	if cfg.Thinking != nil && !c.client.addr.hosted {
		kwargs := map[string]any{"enable_thinking": *cfg.Thinking}
		if given, ok := out["chat_template_kwargs"].(map[string]any); ok {
			for k, v := range given {
				kwargs[k] = v
			}
		}
		out["chat_template_kwargs"] = kwargs
	}
	out["model"] = c.model
	out["stream"] = !known.noStream
	delete(out, "messages")
	if !known.noStream && !known.noUsage {
		out["stream_options"] = map[string]any{"include_usage": true}
	}
	temperature := req.Temperature
	if temperature == nil {
		temperature = cfg.Temperature
	}
	fixed := c.client.addr.hosted && reasoningOnly(c.model)
	if temperature != nil && !fixed {
		out["temperature"] = *temperature
	}
	if req.TopP != nil && !fixed {
		out["top_p"] = *req.TopP
	}
	if req.Seed != nil {
		out["seed"] = *req.Seed
	}
	limit := req.MaxTokens
	if limit <= 0 {
		limit = cfg.MaxTokens
	}
	if limit > 0 {
		if c.client.addr.hosted {
			out["max_completion_tokens"] = limit
		} else {
			out["max_tokens"] = limit
		}
	}
	return out
}

// reasoningOnly are OpenAI's models that refuse sampling settings
// (platform.openai.com/docs/guides/reasoning). Only asked of OpenAI's own host.
func reasoningOnly(model string) bool {
	for _, prefix := range []string{"o1", "o3", "o4", "gpt-5", "gpt-6"} {
		if strings.HasPrefix(model, prefix) {
			return true
		}
	}
	return false
}
