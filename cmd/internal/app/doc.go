// SPDX-License-Identifier: MIT

// Package app is what Minehand's programs share: the config file, the loopback
// listener with its Host and Origin checks, and the wiring of journal,
// orchestrator, bridge and planner into one backend.
//
// It is the only place besides the programs themselves that knows all rooms.
// Only the programs read flags, the environment and signals; this package is
// given their values.
package app
