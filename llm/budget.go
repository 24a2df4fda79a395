// SPDX-License-Identifier: MIT

package llm

import (
	"cmp"
	"unicode/utf8"
)

const (
	// assumedContext is used when no server said how long the context is:
	// Ollama's default and LM Studio's most common one, in tokens.
	assumedContext = 4096
	// defaultReply is kept free for the answer when the request sets no limit.
	defaultReply = 1024
	// messageOverhead is what a chat template adds around a message, in tokens.
	messageOverhead = 8
)

// EstimateTokens guesses how many tokens a text takes, on the high side: about
// 3.3 bytes of English or JSON a token, a token for every other rune. Tokenizers
// differ, so a margin is kept in PromptBudget as well.
func EstimateTokens(text string) int {
	ascii, other := 0, 0
	for _, r := range text {
		if r < utf8.RuneSelf {
			ascii++
		} else {
			other++
		}
	}
	return (ascii*10+32)/33 + other
}

// PromptBudget is how many tokens a prompt may take so that replyTokens more
// fit in a loaded context of contextLength tokens (0: unknown, 4096 assumed),
// with 5 % left for the estimate's error. A reply of 0 means the default of
// 1024, or a quarter of a small context. The result is never below a quarter
// of the context, so that a huge reply limit does not starve the prompt.
func PromptBudget(contextLength, replyTokens int) int {
	if contextLength <= 0 {
		contextLength = assumedContext
	}
	if replyTokens <= 0 {
		replyTokens = min(defaultReply, contextLength/4)
	}
	return max(contextLength-replyTokens-contextLength/20, contextLength/4)
}

// ReplyTokens is how long the answer may become, or what is kept free for it.
func (r Request) ReplyTokens() int { return cmp.Or(max(r.MaxTokens, 0), defaultReply) }

// Tokens estimates what the request's prompt takes in the context, schema and
// tools included.
func (r Request) Tokens() int {
	n := EstimateTokens(r.System) + EstimateTokens(r.Prompt) + 2*messageOverhead
	for _, m := range r.Context {
		n += EstimateTokens(m.Content) + messageOverhead
		for _, c := range m.ToolCalls {
			n += EstimateTokens(c.Name) + EstimateTokens(c.Arguments) + messageOverhead
		}
	}
	if r.Schema != nil {
		n += EstimateTokens(string(r.Schema.JSON))
	}
	for _, t := range r.Tools {
		n += EstimateTokens(t.Name) + EstimateTokens(t.Description) + EstimateTokens(string(t.Parameters)) + messageOverhead
	}
	return n
}
