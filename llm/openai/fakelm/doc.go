// SPDX-License-Identifier: MIT

// Package fakelm is a model server that misbehaves on request: LM Studio,
// Ollama and llama-server as a client sees them, each with the faults that
// were seen in the field as a switch ([Quirk]). It serves real HTTP, on
// loopback or over net.Pipe (for tests in a synctest bubble), records every
// request, and notices when a client hangs up.
//
// It depends on nothing of Minehand, so that it shares no code with the client
// it tests. It keeps at most a small buffer of any reply: the 300 MB body is
// made on the fly.
//
// Usage:
//
//	s := fakelm.New(fakelm.Config{Replies: []fakelm.Reply{{Text: `{"actions":[]}`}}})
//	if err := s.Start(); err != nil { ... }
//	defer s.Close()
//	// s.URL is http://127.0.0.1:NNNNN
package fakelm
