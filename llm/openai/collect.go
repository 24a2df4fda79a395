// SPDX-License-Identifier: MIT

package openai

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
)

// collector puts a reply together from its chunks.
type collector struct {
	limit int // bytes of text
	began time.Time

	content, reasoning, refusal strings.Builder
	calls                       []*partialCall
	usage                       *usage
	model, build                string
	finish                      llm.FinishReason
	size, pieces, blank         int
	firstToken                  time.Duration
}

// partialCall is a tool call whose pieces are still coming.
type partialCall struct {
	index     int // as the server numbers it
	id, name  string
	arguments strings.Builder
}

// maxCalls bounds the tool calls of one reply.
const maxCalls = 128

// add takes a chunk; token tells whether the model said anything in it.
func (c *collector) add(chunk chunk) (text, thought string, token bool) {
	if chunk.Model != "" {
		c.model = string(chunk.Model)
	}
	c.build = cmp.Or(string(chunk.Build), c.build)
	if chunk.Usage != nil {
		c.usage = chunk.Usage
	}
	if len(chunk.Choices) == 0 || chunk.Choices[0].Index != 0 {
		return "", "", false
	}
	choice := chunk.Choices[0]
	d, whole := choice.Delta, choice.Delta == nil
	if whole {
		d = choice.Message
	}
	if d == nil {
		d = &delta{}
	}
	// Servers that send several of them repeat themselves.
	text, thought = string(d.Content), string(cmp.Or(d.ReasoningContent, d.Reasoning, d.ReasoningDetails))
	token = text != "" || thought != "" || d.Refusal != "" || len(d.ToolCalls) > 0
	if token {
		if c.pieces++; c.pieces == 1 {
			c.firstToken = time.Since(c.began)
		}
	}
	c.content.WriteString(text)
	c.reasoning.WriteString(thought)
	c.refusal.WriteString(string(d.Refusal))
	c.size += len(text) + len(thought) + len(d.Refusal)
	if c.blank += len(text); strings.TrimSpace(text) != "" || thought != "" {
		c.blank = 0
	}
	for i, call := range d.ToolCalls {
		if call.Index == nil && whole {
			n := lenientInt(i)
			call.Index = &n
		}
		c.call(call)
	}
	if choice.FinishReason != "" && choice.FinishReason != "null" {
		c.finish = llm.FinishReason(choice.FinishReason)
	}
	return text, thought, token
}

// call appends a tool call or a piece of one. Pieces are told apart by index;
// a server that sends none begins each call with its name.
func (c *collector) call(piece toolCall) {
	var call *partialCall
	if piece.Index != nil {
		for _, known := range c.calls {
			if known.index == int(*piece.Index) {
				call = known
			}
		}
	} else if piece.Function.Name == "" && len(c.calls) > 0 {
		call = c.calls[len(c.calls)-1]
	}
	if call == nil {
		if len(c.calls) == maxCalls {
			c.size = c.limit + 1
			return
		}
		call = &partialCall{index: len(c.calls)}
		if piece.Index != nil {
			call.index = int(*piece.Index)
		}
		c.calls = append(c.calls, call)
	}
	call.id = cmp.Or(call.id, string(piece.ID))
	call.name = cmp.Or(call.name, string(piece.Function.Name))
	call.arguments.WriteString(string(piece.Function.Arguments))
	c.size += len(piece.ID) + len(piece.Function.Name) + len(piece.Function.Arguments)
}

// response is what was collected, in the shape the caller reads: thoughts out
// of the content, leaked calls out of the text, ids on every call, usage
// estimated if the server counted nothing.
func (c *collector) response(req llm.Request, model string) llm.Response {
	content, inline := llm.SplitThinking(c.content.String())
	reasoning := c.reasoning.String()
	if reasoning != "" && inline != "" {
		reasoning += "\n"
	}
	reasoning += inline
	if req.Schema != nil {
		content = unwrapped(content)
	}
	var calls []llm.ToolCall
	for _, p := range c.calls {
		calls = append(calls, llm.ToolCall{ID: p.id, Name: p.name, Arguments: p.arguments.String()})
	}
	if len(calls) == 0 {
		content, calls = liftCalls(content, offered(req))
	}
	for i := range calls {
		calls[i].ID = cmp.Or(calls[i].ID, fmt.Sprintf("call_%d", i+1))
	}
	resp := llm.Response{Content: content, Reasoning: reasoning, ToolCalls: calls, Model: cmp.Or(c.model, model),
		FinishReason: c.finish, FirstToken: c.firstToken}
	if len(calls) > 0 && (c.finish == llm.FinishStop || c.finish == "function_call") {
		resp.FinishReason = llm.FinishTools
	}
	if c.usage != nil && c.usage.Prompt+c.usage.Completion > 0 {
		resp.Usage = llm.Usage{Input: int(c.usage.Prompt), Output: int(c.usage.Completion)}
		if d := c.usage.Details; d != nil {
			resp.Usage.Reasoning = int(d.Reasoning)
		}
	} else {
		thought := llm.EstimateTokens(reasoning)
		written := max(c.pieces, llm.EstimateTokens(content)+thought)
		resp.Usage = llm.Usage{Input: req.Tokens(), Output: written, Reasoning: thought, Estimated: true}
	}
	return resp
}

// unwrapped is a document that came as a JSON string, which some servers write
// under a schema.
func unwrapped(content string) string {
	var inner string
	text := strings.TrimSpace(content)
	if !strings.HasPrefix(text, `"`) || budget.ModelReply.JSON([]byte(text), &inner) != nil || !llm.HoldsJSON(inner) {
		return content
	}
	return inner
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

// silence is the error of a reply that is no answer, nil for one that is: a
// refusal, nothing said, or an answer to a question of which the server dropped
// most. JSON in the reasoning of a schema-bound call is an answer.
func (c *Client) silence(resp llm.Response, req llm.Request, refusal strings.Builder) error {
	resp.SchemaBound = req.Schema != nil
	answers := strings.TrimSpace(resp.Content) != "" || len(resp.ToolCalls) > 0
	e := c.fault(llm.ErrEmptyReply, "")
	e.Model = resp.Model
	switch {
	case resp.FinishReason == llm.FinishFilter:
		e.Kind, e.Detail = llm.ErrRefused, "the server's content filter held its answer back"
	case refusal.Len() > 0 && !answers:
		e.Kind, e.Detail = llm.ErrRefused, c.clean(refusal.String())
	case resp.SchemaBound && usable(resp), answers && !resp.SchemaBound:
		return nil
	case !resp.Usage.Estimated && resp.Usage.Input*3 < req.Tokens() && resp.Usage.Input < req.Tokens()-measurable:
		e.Kind = llm.ErrContextOverflow
		e.Fix = fmt.Sprintf("The server read %d of about %d tokens and dropped the rest: load the model with a longer context (8192 or more).",
			resp.Usage.Input, req.Tokens())
	case answers:
		return nil
	case resp.Truncated() && resp.Reasoning != "":
		e.Fix = "It used up its tokens thinking: raise max_tokens in the provider's config, or turn its thinking off there (thinking: false)."
	case resp.Truncated():
		e.Fix = "It had no tokens left to answer: raise max_tokens, or load the model with a longer context."
	case resp.Reasoning != "":
		e.Fix = "It thought and then said nothing: try again, or choose another model."
	}
	return e
}
