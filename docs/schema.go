// SPDX-License-Identifier: MIT

// Package docs holds the documents that programs read too.
//
// Usage:
//
//	var schema map[string]any
//	err := json.Unmarshal(docs.APISchema, &schema)
package docs

import "embed"

// APISchema is the JSON Schema of the control side's calls and events, made from
// the call table. It is not to be changed.
//
//go:embed api.schema.json
var APISchema []byte

// ProtocolSchemas are the JSON Schemas of the frames between Minehand and a body,
// protocol/schema/TYPE.json.
//
//go:embed protocol/schema/*.json
var ProtocolSchemas embed.FS

// MissionSchema is the JSON Schema of a file of missions, made from the types that
// such a file is read into. It is not to be changed.
//
//go:embed mission.schema.json
var MissionSchema []byte
