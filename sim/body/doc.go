// SPDX-License-Identifier: MIT

// Package body plays in an embedded world over a real WebSocket, as a mod in
// the game would: a version 2 body, an honest version 1 mod, and the worst
// version 1 mod there is. docs/protocol describes what they say.
//
// Invariants:
//   - The body outlives its sockets: an action goes on while the line is down,
//     and a version 2 body says in its next register what became of it.
//   - An action id is carried out once; a repeated one is answered again.
//   - Frames are never trusted: bad ones are answered or ignored, none panics.
//   - Run returns when every goroutine that it started has ended.
//
// Usage:
//
//	b := body.New(world, body.Config{URL: "ws://127.0.0.1:9876/"})
//	err := b.Run(ctx) // until ctx ends or the backend sends it away
package body
