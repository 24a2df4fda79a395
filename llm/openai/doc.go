// SPDX-License-Identifier: MIT

// Package openai asks model servers that speak OpenAI's chat protocol:
// LM Studio first (the default, http://localhost:1234), Ollama, llama-server,
// vLLM and hosted services by address and key.
//
// Requests are written in the types of github.com/sashabaranov/go-openai; replies
// are read here, each chunk once and by path (docs/decisions/0019).
// What a server refuses of a request is learned per server and model: the request
// is sent again without it, and the next one is written without it.
//
// Invariants:
//   - Every call streams inside, so that three deadlines hold: first token,
//     between tokens, whole call. Signs of life (comments, progress with the
//     prompt) begin the first limit anew; empty deltas do not.
//   - A stream counts as complete only with a finish_reason or [DONE].
//   - A refusal and an empty answer are not asked for a second time.
//   - A server that is loading a model is waited for, up to 5 minutes; one that
//     was there a moment ago, 20 seconds.
//   - Memory per call is bounded by fixed limits and buffers.
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
