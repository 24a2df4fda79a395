// SPDX-License-Identifier: MIT

// Package coverage tests that Minehand can get every item of every version: a plan of
// the built-in planner reaches it in the embedded world, from nothing or from a stated
// kit in another dimension, or planner/techtree/exceptions.txt lists it under a class
// that says why not.
//
// It has tests only. `go test ./cmd/internal/qa/coverage -update` writes
// docs/COVERAGE.md anew.
package coverage
