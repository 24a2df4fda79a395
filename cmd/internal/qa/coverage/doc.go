// SPDX-License-Identifier: MIT

// Package coverage holds what Minehand can come by against everything that there
// is: per version, every item is reached in the embedded world by a plan of the
// built-in planner, from nothing or from a stated kit in another dimension, or
// it is listed in planner/techtree/exceptions.txt under a class that says why not.
//
// It has tests only. `go test ./cmd/internal/qa/coverage -update` writes
// docs/COVERAGE.md anew.
package coverage
