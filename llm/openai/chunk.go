// SPDX-License-Identifier: MIT

package openai

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/minehand/minehand/internal/budget"
)

// chunk is a piece of a reply (or a whole one) as leniently as it can be read.
type chunk struct {
	Model   lenientText     `json:"model"`
	Choices []choice        `json:"choices"`
	Usage   *usage          `json:"usage"`
	Error   json.RawMessage `json:"error"`
	Object  lenientText     `json:"object"`
}

type choice struct {
	Index        lenientInt  `json:"index"`
	Delta        *said       `json:"delta"`
	Message      *said       `json:"message"`
	FinishReason lenientText `json:"finish_reason"`
}

// said is a message or a delta.
type said struct {
	Content          lenientText `json:"content"`
	Refusal          lenientText `json:"refusal"`
	Reasoning        lenientText `json:"reasoning"`
	ReasoningContent lenientText `json:"reasoning_content"`
	ToolCalls        []toolCall  `json:"tool_calls"`
}

type toolCall struct {
	Index    *lenientInt `json:"index"`
	ID       lenientText `json:"id"`
	Function struct {
		Name      lenientText `json:"name"`
		Arguments lenientText `json:"arguments"`
	} `json:"function"`
}

type usage struct {
	Prompt     lenientInt `json:"prompt_tokens"`
	Completion lenientInt `json:"completion_tokens"`
	Details    *struct {
		Reasoning lenientInt `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
}

// decodeChunk reads a payload of a source; false if it is not a JSON object of this
// shape, or has more than the source's budget.
func decodeChunk(payload []byte, source budget.Source) (chunk, bool) {
	var c chunk
	err := source.JSON(payload, &c)
	return c, err == nil
}

// failed tells whether the payload is an error instead of a chunk.
func (c *chunk) failed() bool {
	return len(c.Error) > 0 && string(c.Error) != "null" && string(c.Error) != `""`
}

// isChunk tells whether a document is a piece of a stream, not a whole reply.
func (c *chunk) isChunk() bool {
	return c.Object == "chat.completion.chunk" || (len(c.Choices) > 0 && c.Choices[0].Delta != nil && c.Choices[0].Message == nil)
}

func (c *chunk) finishReason() string {
	for _, ch := range c.Choices {
		if ch.FinishReason != "" && ch.FinishReason != "null" {
			return string(ch.FinishReason)
		}
	}
	return ""
}

func (c *chunk) finish(reason string) {
	for i := range c.Choices {
		c.Choices[i].FinishReason = lenientText(reason)
	}
}

// The canonical form, which go-openai decodes without a surprise.
type (
	plainChunk struct {
		Model   string        `json:"model,omitempty"`
		Choices []plainChoice `json:"choices"`
		Usage   *plainUsage   `json:"usage,omitempty"`
	}
	plainChoice struct {
		Index        int        `json:"index"`
		Delta        plainDelta `json:"delta"`
		FinishReason string     `json:"finish_reason,omitempty"`
	}
	plainDelta struct {
		Content   string      `json:"content,omitempty"`
		Reasoning string      `json:"reasoning_content,omitempty"`
		Calls     []plainCall `json:"tool_calls,omitempty"`
	}
	plainCall struct {
		Index    *int   `json:"index,omitempty"`
		ID       string `json:"id,omitempty"`
		Type     string `json:"type"`
		Function struct {
			Name      string `json:"name,omitempty"`
			Arguments string `json:"arguments,omitempty"`
		} `json:"function"`
	}
	plainUsage struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
		Total      int `json:"total_tokens"`
		Details    struct {
			Reasoning int `json:"reasoning_tokens"`
		} `json:"completion_tokens_details"`
	}
)

// line is the chunk in canonical form as a data line.
func (c *chunk) line() []byte {
	out := plainChunk{Model: string(c.Model), Choices: make([]plainChoice, 0, len(c.Choices))}
	for _, ch := range c.Choices {
		p := plainChoice{Index: int(ch.Index)}
		if ch.FinishReason != "null" {
			p.FinishReason = string(ch.FinishReason)
		}
		d := ch.Delta
		if d == nil {
			d = ch.Message
		}
		if d != nil {
			p.Delta = d.plain(ch.Delta == nil)
		}
		out.Choices = append(out.Choices, p)
	}
	if c.Usage != nil {
		out.Usage = &plainUsage{Prompt: int(c.Usage.Prompt), Completion: int(c.Usage.Completion), Total: int(c.Usage.Prompt + c.Usage.Completion)}
		if c.Usage.Details != nil {
			out.Usage.Details.Reasoning = int(c.Usage.Details.Reasoning)
		}
	}
	raw, err := json.Marshal(out)
	if err != nil { // the canonical form has only strings and ints
		panic("openai: " + err.Error())
	}
	return append(append([]byte("data: "), raw...), '\n')
}

// plain is the canonical delta; calls of a whole message are numbered here.
func (d *said) plain(number bool) plainDelta {
	out := plainDelta{Content: string(d.Content + d.Refusal), Reasoning: string(d.ReasoningContent)}
	if out.Reasoning == "" { // gpt-oss; servers that send both repeat themselves
		out.Reasoning = string(d.Reasoning)
	}
	for i, call := range d.ToolCalls {
		p := plainCall{ID: string(call.ID), Type: "function"}
		if call.Index != nil {
			n := int(*call.Index)
			p.Index = &n
		} else if number {
			p.Index = &i
		}
		p.Function.Name, p.Function.Arguments = string(call.Function.Name), string(call.Function.Arguments)
		out.Calls = append(out.Calls, p)
	}
	return out
}

// lenientText reads a string, null, a number, a list of text parts, or keeps
// any other value as its JSON text (arguments sent as an object).
type lenientText string

// UnmarshalJSON implements json.Unmarshaler.
func (t *lenientText) UnmarshalJSON(raw []byte) error {
	switch raw[0] {
	case '"':
		return json.Unmarshal(raw, (*string)(t))
	case 'n':
		*t = ""
	case '[':
		var parts []struct {
			Text string `json:"text"`
		}
		if json.Unmarshal(raw, &parts) != nil {
			*t = lenientText(raw)
			return nil
		}
		var b strings.Builder
		for _, p := range parts {
			b.WriteString(p.Text)
		}
		*t = lenientText(b.String())
	default:
		*t = lenientText(raw)
	}
	return nil
}

// lenientInt reads a whole number from an integer, a fraction or a string;
// anything else is 0.
type lenientInt int

// UnmarshalJSON implements json.Unmarshaler.
func (n *lenientInt) UnmarshalJSON(raw []byte) error {
	f, err := strconv.ParseFloat(strings.Trim(string(raw), `"`), 64)
	if err != nil || math.IsNaN(f) || math.Abs(f) > math.MaxInt32 {
		f = 0
	}
	*n = lenientInt(f)
	return nil
}
