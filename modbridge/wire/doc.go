// SPDX-License-Identifier: MIT

// Package wire holds the frames of the mod protocol: what Minehand and a body
// say to each other, one JSON object a WebSocket text frame, with a "type".
//
// Both directions can be read and written, so the bridge and a body written in
// Go use the same types. docs/protocol describes every message; its schemas
// and tables are made from this package.
//
// Invariants:
//   - Reading never panics and is tolerant where real peers are careless
//     (rules 3 and 13 of docs/protocol): ids may be numbers, 20 may be 20.0,
//     errors may be null, unknown members are ignored. What a decision hangs
//     on (position, inventory) is either right or the frame is refused.
//   - Writing to a version 1 body keeps to the base document: every parameter
//     of the kind, whole numbers, no nulls, names without "minecraft:".
//   - A frame that was read shares memory with nothing the caller passed in.
//
// Usage on Minehand's side:
//
//	m, err := wire.DecodeFromBody(frame)
//	switch m := m.(type) {
//	case *wire.StateUpdate: // m.Data
//	}
//	frame, err = wire.Encoder{Protocol: 2}.Action(&action)
//
// and on a body's side:
//
//	frame, err := wire.Encode(&wire.Register{InstanceID: "minecraft_1", Version: "1.21.5", Protocol: 2})
//	m, err := wire.DecodeToBody(frame)
package wire

//go:generate go test . -count=1 -run ^TestProtocolDocs$ -update
