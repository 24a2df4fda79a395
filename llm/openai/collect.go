// SPDX-License-Identifier: MIT

package openai

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
)

// collector puts a reply together from its chunks.
type collector struct {
	limit int // bytes of text
	began time.Time

	content, reasoning, refusal strings.Builder
	calls                       []*partialCall
	usage                       gjson.Result
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
func (c *collector) add(piece chunk) (text, thought string, token bool) {
	c.model = cmp.Or(words(piece.doc.Get("model")), c.model)
	c.build = cmp.Or(words(piece.doc.Get("system_fingerprint")), c.build)
	if u := piece.doc.Get("usage"); u.IsObject() {
		c.usage = u
	}
	if count(piece.choice.Get("index")) != 0 {
		return "", "", false
	}
	d := piece.choice.Get("delta")
	whole := !d.IsObject()
	if whole {
		d = piece.choice.Get("message")
	}
	text = words(d.Get("content"))
	for _, member := range []string{"reasoning_content", "reasoning", "reasoning_details"} {
		thought = cmp.Or(thought, words(d.Get(member))) // servers that send several of them repeat themselves
	}
	refusal, calls := words(d.Get("refusal")), d.Get("tool_calls").Array()
	token = text != "" || thought != "" || refusal != "" || len(calls) > 0
	if token {
		if c.pieces++; c.pieces == 1 {
			c.firstToken = time.Since(c.began)
		}
	}
	c.content.WriteString(text)
	c.reasoning.WriteString(thought)
	c.refusal.WriteString(refusal)
	c.size += len(text) + len(thought) + len(refusal)
	if c.blank += len(text); strings.TrimSpace(text) != "" || thought != "" {
		c.blank = 0
	}
	c.called(calls, whole)
	c.finish = cmp.Or(llm.FinishReason(piece.finish), c.finish)
	return text, thought, token
}

// called takes the pieces of tool calls; those of a whole answer need no index.
func (c *collector) called(calls []gjson.Result, whole bool) {
	for i, call := range calls {
		index := -1
		if n := call.Get("index"); n.Exists() {
			index = count(n)
		} else if whole {
			index = i
		}
		c.call(index, words(call.Get("id")), words(call.Get("function.name")), words(call.Get("function.arguments")))
	}
}

// call appends a tool call or a piece of one. Pieces are told apart by index;
// a server that sends none, here -1, begins each call with its name.
func (c *collector) call(index int, id, name, arguments string) {
	at := slices.IndexFunc(c.calls, func(known *partialCall) bool { return known.index == index })
	if index < 0 {
		index = len(c.calls)
		if at = -1; name == "" {
			at = index - 1
		}
	}
	if at < 0 {
		if len(c.calls) == maxCalls {
			c.size = c.limit + 1
			return
		}
		at = len(c.calls)
		c.calls = append(c.calls, &partialCall{index: index})
	}
	call := c.calls[at]
	call.id, call.name = cmp.Or(call.id, id), cmp.Or(call.name, name)
	call.arguments.WriteString(arguments)
	c.size += len(id) + len(name) + len(arguments)
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
		FinishReason: c.finish, FirstToken: c.firstToken, SchemaBound: req.Schema != nil}
	if len(calls) > 0 && (c.finish == llm.FinishStop || c.finish == "function_call") {
		resp.FinishReason = llm.FinishTools
	}
	resp.Usage = llm.Usage{Input: count(c.usage.Get("prompt_tokens")), Output: count(c.usage.Get("completion_tokens")),
		Reasoning: count(c.usage.Get("completion_tokens_details.reasoning_tokens"))}
	if resp.Usage.Total() <= 0 {
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
	doc := strings.TrimSpace(resp.Document())
	return resp.SchemaBound && strings.HasPrefix(doc, "{") && json.Valid([]byte(doc))
}

// silence is the error of a reply that is no answer, nil for one that is: a
// refusal, nothing said, or an answer to a question of which the server dropped
// most. JSON in the reasoning of a schema-bound call is an answer.
func (c *call) silence(resp llm.Response, refusal string) error {
	answers := strings.TrimSpace(resp.Content) != "" || len(resp.ToolCalls) > 0
	e := c.fault(llm.ErrEmptyReply, "")
	asked := c.req.Tokens()
	switch {
	case resp.FinishReason == llm.FinishFilter:
		e.Kind, e.Detail = llm.ErrRefused, "the server's content filter held its answer back"
	case refusal != "" && !answers:
		e.Kind, e.Detail = llm.ErrRefused, c.clean(refusal)
	case resp.SchemaBound && usable(resp), answers && !resp.SchemaBound:
		return nil
	case !resp.Usage.Estimated && resp.Usage.Input*3 < asked && resp.Usage.Input < asked-measurable:
		e.Kind = llm.ErrContextOverflow
		e.Fix = fmt.Sprintf("The server read %d of about %d tokens and dropped the rest: load the model with a longer context (8192 or more).",
			resp.Usage.Input, asked)
	case answers:
		return nil
	case resp.Truncated() && resp.Reasoning != "":
		e.Fix = "It used up its tokens thinking: raise max_tokens in the provider's config, or turn its thinking off there (thinking: false)."
	case resp.Truncated():
		e.Fix = "It had no tokens left to answer: raise max_tokens, or load the model with a longer context."
	case resp.Reasoning != "":
		e.Fix = "It thought and then said nothing: try again, or choose another model."
	}
	e.Model = resp.Model
	return e
}
