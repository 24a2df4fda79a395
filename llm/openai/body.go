// SPDX-License-Identifier: MIT

package openai

import (
	"cmp"
	"encoding/json"
	"maps"

	goopenai "github.com/sashabaranov/go-openai"

	"github.com/minehand/minehand/llm"
)

// submitTool is the one tool of the second rung.
const submitTool = "submit_plan"

// body is the request as it is sent: messages, tools and response format in
// go-openai's types, beside them the fields that its own request would drop (a
// temperature of 0) or refuse by the first letters of a model's name.
func (c *call) body(at rung, known profile) map[string]any {
	cfg, req := c.cfg, c.req
	out := maps.Clone(cfg.Extra)
	if out == nil {
		out = map[string]any{}
	}
	set := func(field string, value any, given bool) {
		if given {
			out[field] = value
		}
	}
	if cfg.Thinking != nil && !c.addr.hosted {
		kwargs := map[string]any{"enable_thinking": *cfg.Thinking}
		given, _ := out["chat_template_kwargs"].(map[string]any)
		maps.Copy(kwargs, given)
		out["chat_template_kwargs"] = kwargs
	}
	temperature, limit := cmp.Or(req.Temperature, cfg.Temperature), cmp.Or(max(req.MaxTokens, 0), *cfg.MaxTokens)
	set("temperature", temperature, temperature != nil)
	set("top_p", req.TopP, req.TopP != nil)
	set("seed", req.Seed, req.Seed != nil)
	set(known.limitField(c.addr.hosted), limit, limit > 0)
	set("stream_options", map[string]any{"include_usage": true}, !known.Whole)
	set("return_progress", true, !known.Whole && c.kind.Load() == LlamaServer)
	tools := make([]goopenai.Tool, 0, len(req.Tools)+1)
	for _, t := range req.Tools {
		tools = append(tools, function(t.Name, t.Description, t.Parameters))
	}
	switch at {
	case rungSchema:
		out["response_format"] = goopenai.ChatCompletionResponseFormat{
			Type: goopenai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &goopenai.ChatCompletionResponseFormatJSONSchema{Name: cmp.Or(req.Schema.Name, "reply"),
				Description: req.Schema.Description, Schema: req.Schema.JSON, Strict: req.Schema.Strict},
		}
	case rungTool:
		tools = append(tools, function(submitTool, cmp.Or(req.Schema.Description, "Submit the answer. Call this exactly once."), req.Schema.JSON))
		out["tool_choice"] = "required" // the object form is a 400 in LM Studio (lmstudio-bug-tracker #670)
	case rungPrompt:
		req = req.SchemaAsWords()
	case rungNone:
	}
	set("tools", tools, len(tools) > 0)
	for field := range known.Refused {
		delete(out, field)
	}
	delete(out, "")
	out["model"], out["stream"], out["messages"] = c.model, !known.Whole, messages(req, known.Fold)
	return out
}

func function(name, description string, parameters json.RawMessage) goopenai.Tool {
	if len(parameters) == 0 {
		parameters = json.RawMessage(`{"type":"object","properties":{}}`)
	}
	return goopenai.Tool{Type: goopenai.ToolTypeFunction,
		Function: &goopenai.FunctionDefinition{Name: name, Description: description, Parameters: parameters}}
}

// messages are the conversation. fold puts the system prompt before the user's
// first words, for templates that have no place for one.
func messages(req llm.Request, fold bool) []goopenai.ChatCompletionMessage {
	turns := append([]llm.Message{}, req.Context...)
	if req.Prompt != "" {
		turns = append(turns, llm.Message{Role: llm.RoleUser, Content: req.Prompt})
	}
	system := llm.Message{Role: llm.RoleSystem, Content: req.System}
	switch {
	case req.System == "":
	case fold && len(turns) > 0 && turns[0].Role == llm.RoleUser:
		turns[0].Content = req.System + "\n\n" + turns[0].Content
	case fold:
		system.Role = llm.RoleUser
		fallthrough
	default:
		turns = append([]llm.Message{system}, turns...)
	}
	out := make([]goopenai.ChatCompletionMessage, 0, len(turns))
	for _, m := range turns {
		msg := goopenai.ChatCompletionMessage{Role: string(m.Role), Content: m.Content, ToolCallID: m.ToolCallID}
		if m.Role == llm.RoleTool && m.Content == "" {
			msg.Content = "(no output)" // an empty one would be left out, and chat templates stumble over that
		}
		for _, t := range m.ToolCalls {
			msg.ToolCalls = append(msg.ToolCalls, goopenai.ToolCall{ID: t.ID, Type: goopenai.ToolTypeFunction,
				Function: goopenai.FunctionCall{Name: t.Name, Arguments: t.Arguments}})
		}
		out = append(out, msg)
	}
	return out
}
