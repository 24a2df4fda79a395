// SPDX-License-Identifier: MIT

// Package conformance plays Minehand's side of the mod protocol against one
// body and finds out which rules the body keeps. docs/CONFORMANCE.md tells mod
// authors how to run it and what each case means.
//
// It is a backend of its own, on purpose not built on modbridge: the bridge is
// there never to misbehave, this one has to. It only shares the frames.
//
// Invariants:
//   - One body is tested: the first that registers. Others are sent away.
//   - Unless Config.AnyWorld is set, no action goes out to a body whose world's
//     id does not start with WorldPrefix.
//   - An action without a type goes out only when its case is named by its whole
//     id, because it crashes real mods (rule 1).
//   - Cases run one after the other on one goroutine. A case leaves nothing
//     running: what is still open after it is stopped.
//   - Everything that went over a socket is in the transcript, in order.
//
// Usage:
//
//	s, err := conformance.New(conformance.Config{Only: "rule-0*"})
//	if err != nil {
//		return err
//	}
//	go http.Serve(listener, s)
//	report, err := s.Run(ctx)
package conformance

//go:generate go test . -run Docs -update
