// SPDX-License-Identifier: MIT

package openai

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/minehand/minehand/llm"
)

// response is what was collected, in the shape the caller reads: thoughts out
// of the content, leaked calls out of the text, ids on every call, usage
// estimated if the server counted nothing.
func (c *collector) response(req llm.Request, model string) llm.Response {
	content, inline := llm.SplitThinking(c.content.String())
	reasoning := c.reasoning.String()
	switch {
	case reasoning == "":
		reasoning = inline
	case inline != "":
		reasoning += "\n" + inline
	}
	calls := c.toolCalls()
	if len(calls) == 0 {
		content, calls = liftCalls(content, offered(req))
	}
	for i := range calls {
		if calls[i].ID == "" {
			calls[i].ID = fmt.Sprintf("call_%d", i+1)
		}
	}
	resp := llm.Response{Content: content, Reasoning: reasoning, ToolCalls: calls, Model: c.model, FinishReason: c.finish, FirstToken: c.firstToken}
	if resp.Model == "" {
		resp.Model = model
	}
	if len(calls) > 0 && (c.finish == llm.FinishStop || c.finish == "function_call") {
		resp.FinishReason = llm.FinishTools
	}
	if c.usage != nil && c.usage.PromptTokens+c.usage.CompletionTokens > 0 {
		resp.Usage = llm.Usage{Input: c.usage.PromptTokens, Output: c.usage.CompletionTokens}
		if d := c.usage.CompletionTokensDetails; d != nil {
			resp.Usage.Reasoning = d.ReasoningTokens
		}
	} else {
		resp.Usage = llm.Usage{Input: req.Tokens(), Output: max(c.pieces, llm.EstimateTokens(content)+llm.EstimateTokens(reasoning)), Reasoning: llm.EstimateTokens(reasoning), Estimated: true}
	}
	return resp
}

// offered are the names a call may have.
func offered(req llm.Request) map[string]bool {
	names := map[string]bool{}
	for _, t := range req.Tools {
		names[t.Name] = true
	}
	if req.Schema != nil {
		names[submitTool] = true
	}
	return names
}

// complete tells whether a reply that broke off holds a whole JSON document all the
// same: what was cut then is formality.
func complete(resp llm.Response) bool {
	resp.SchemaBound = true
	doc := strings.TrimSpace(resp.Document())
	return strings.HasPrefix(doc, "{") && json.Valid([]byte(doc))
}

// emptiness is the error of a reply that says nothing, nil for one that does.
// JSON in the reasoning of a schema-bound call is an answer.
func (c *Client) emptiness(resp llm.Response, req llm.Request) error {
	if strings.TrimSpace(resp.Content) != "" || len(resp.ToolCalls) > 0 {
		return nil
	}
	resp.SchemaBound = req.Schema != nil
	if resp.SchemaBound && usable(resp) {
		return nil
	}
	e := c.fault(llm.ErrEmptyReply, "")
	e.Model = resp.Model
	switch {
	case resp.Truncated() && resp.Reasoning != "":
		e.Fix = "It used up its tokens thinking: raise max_tokens in the provider's config, or turn its thinking off there (thinking: false)."
	case resp.Truncated():
		e.Fix = "It had no tokens left to answer: raise max_tokens, or load the model with a longer context."
	case resp.FinishReason == llm.FinishFilter:
		e.Fix = "The server's content filter held it back: say it differently."
	case resp.Reasoning != "":
		e.Fix = "It thought and then said nothing: try again, or choose another model."
	}
	return e
}
