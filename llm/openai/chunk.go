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
	Build   lenientText     `json:"system_fingerprint"`
	Choices []choice        `json:"choices"`
	Usage   *usage          `json:"usage"`
	Error   json.RawMessage `json:"error"`
	Object  lenientText     `json:"object"`
	// Progress is llama-server's word on the prompt that it reads.
	Progress json.RawMessage `json:"prompt_progress"`
}

type choice struct {
	Index        lenientInt  `json:"index"`
	Delta        *delta      `json:"delta"`
	Message      *delta      `json:"message"`
	FinishReason lenientText `json:"finish_reason"`
}

// delta is a message, or a piece of one.
type delta struct {
	Content          lenientText `json:"content"`
	Refusal          lenientText `json:"refusal"`
	Reasoning        lenientText `json:"reasoning"`
	ReasoningContent lenientText `json:"reasoning_content"`
	ReasoningDetails lenientText `json:"reasoning_details"`
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
