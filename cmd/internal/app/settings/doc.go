// SPDX-License-Identifier: MIT

// Package settings is the owner's configuration: one [Table] with a row for each
// setting, and what comes from it: reading and checking the file, what a running
// Minehand may change, what clients see of it, docs/SETTINGS.md and
// docs/config.schema.json.
//
// A setting is a field of [Config] and its row in table.go. Nothing else names it
// but the code that uses it.
//
//	cfg, warnings, err := settings.Load("")
//	limits := cfg.TaskLimits()
package settings

//go:generate go test . -run Docs -update
