// SPDX-License-Identifier: MIT

//go:build race

package raced

// On: the race detector watches.
const On = true
