// SPDX-License-Identifier: MIT

// Package openai asks model servers that speak OpenAI's chat protocol:
// LM Studio first (the default, http://localhost:1234), Ollama, llama-server,
// vLLM and hosted services by address and key.
//
// It stands on github.com/sashabaranov/go-openai, with an HTTP doer in front
// of it that hardens it: bodies and event lines are capped, error bodies and
// error events of every form become one typed error, replies are decoded
// tolerantly and handed on in one canonical form, a server that cannot stream
// is read as if it did.
//
// Invariants:
//   - Every call streams inside, so that three deadlines hold: first token,
//     between tokens, whole call. Keep-alive comments, blank lines and empty
//     deltas are not tokens.
//   - A stream counts as complete only with a finish_reason or [DONE].
//   - Memory per call is bounded by Config.MaxReplyBytes and fixed buffers.
//   - The key is never logged, put in an error, or sent to another host.
//   - Cancelling the context closes the connection before the call returns.
//
// Usage:
//
//	c, err := openai.New(openai.Config{URL: "http://localhost:1234"})
//	if err != nil { ... }
//	defer c.Close()
//	resp, err := c.Generate(ctx, llm.Request{Prompt: "get 3 diamonds"})
package openai
