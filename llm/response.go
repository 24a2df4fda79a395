// SPDX-License-Identifier: MIT

package llm

import (
	"strings"
	"time"

	"github.com/minehand/minehand/internal/money"
)

// FinishReason says why the model stopped. Unknown reasons are carried unchanged.
type FinishReason string

// The reasons that have a meaning here.
const (
	FinishStop   FinishReason = "stop"
	FinishLength FinishReason = "length"
	FinishTools  FinishReason = "tool_calls"
	FinishFilter FinishReason = "content_filter"
)

// Response is one answer.
type Response struct {
	Content string
	// Reasoning is what the model thought aloud, taken out of Content.
	Reasoning string
	ToolCalls []ToolCall
	Usage     Usage
	// Cost of the question, all tries at it included; set by the router where the
	// provider has a price.
	Cost  money.Cost
	Model string // the one that answered, as the server names it
	// Provider is the configured name of who answered, and Passed are those that
	// were to be asked before it and did not answer; set by the router.
	Provider     string
	Passed       []Passed
	FinishReason FinishReason
	// Turns are what was said between the question and this answer, such as
	// commands that the model asked for and what they wrote. Whoever asks further
	// sends them along.
	Turns []Message
	// Latency is the whole call, retries included; FirstToken is from the
	// start of the attempt that succeeded to its first token.
	Latency    time.Duration
	FirstToken time.Duration
	Attempts   int // counts the requests sent
	// SchemaBound: the request had a schema, so Document may look for JSON
	// outside Content.
	SchemaBound bool
	// SchemaBy is how the schema was enforced: "json_schema", "tool" or
	// "prompt"; empty without one.
	SchemaBy string
}

// Usage counts tokens. Estimated marks counts made from text lengths because
// the server gave none.
type Usage struct {
	Input, Output, Reasoning int
	Estimated                bool
}

// Total is input and output together.
func (u Usage) Total() int { return u.Input + u.Output }

// Truncated says the reply was cut at its token limit. A cut reply must not be
// repaired into a plan: ask again with a larger limit, or fail.
func (r Response) Truncated() bool { return r.FinishReason == FinishLength }

// Document is the text to read a structured reply from: the content; when the
// call was schema-bound and the content holds no JSON, the arguments of a tool
// call; else JSON that ended up in the reasoning (thinking models behind
// LM Studio, lmstudio-bug-tracker #1773 and #1698). It does not parse: the
// caller extracts, caps, validates.
func (r Response) Document() string {
	if !r.SchemaBound || HoldsJSON(r.Content) {
		return r.Content
	}
	for _, c := range r.ToolCalls {
		if HoldsJSON(c.Arguments) {
			return c.Arguments
		}
	}
	if strings.TrimSpace(r.Content) == "" && HoldsJSON(r.Reasoning) {
		return r.Reasoning
	}
	return r.Content
}

// HoldsJSON tells whether text could hold a JSON reply: an object's braces
// somewhere in it, or brackets around all of it. It is a filter, not a proof.
func HoldsJSON(text string) bool {
	if i := strings.IndexByte(text, '{'); i >= 0 && strings.LastIndexByte(text, '}') > i {
		return true
	}
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]")
}

// Chunk is one piece of a streamed answer.
type Chunk struct {
	Text      string
	Reasoning string
	// Restart: everything before this chunk is void; the question is being
	// asked again.
	Restart bool
}
