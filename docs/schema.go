// Package docs holds the documents that programs read too.
//
// Usage:
//
//	var schema map[string]any
//	err := json.Unmarshal(docs.APISchema, &schema)
package docs

import _ "embed"

// APISchema is the JSON Schema of the control side's calls and events, made from
// the call table. It is not to be changed.
//
//go:embed api.schema.json
var APISchema []byte
