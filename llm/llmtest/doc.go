// SPDX-License-Identifier: MIT

// Package llmtest is the one suite that every implementation of llm.Provider
// passes. An implementation brings a [Harness] that sets up its other side (a
// fake server, a script, a child process) to give the answers a case needs.
//
// Usage, in the implementation's tests:
//
//	func TestProvider(t *testing.T) {
//		llmtest.Run(t, llmtest.Harness{Bubble: true, New: func(t *testing.T, answers ...llmtest.Answer) llm.Provider { ... }})
//	}
package llmtest
