// SPDX-License-Identifier: MIT

// Package real holds the tests that play a real game protocol: a Minecraft
// server process with survival rules (bot/testserver), the mineflayer body
// through `minehand body`, and `minehand serve` with its bridge, journal and
// built-in planner, each a process of its own as users start them.
//
// What is true is read from the server's control channel: inventories, blocks,
// chests and what was dug. The body's own word counts for nothing here.
//
// The tests need Node and npm, so they stand behind the build tag real:
//
//	make test-real
package real
