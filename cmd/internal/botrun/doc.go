// SPDX-License-Identifier: MIT

// Package botrun gets the mineflayer body running on a user's machine: it finds
// a Node that is new enough or installs one, unpacks the body's sources,
// installs its packages once, and keeps the process alive.
//
// Everything lands under one folder of the user's cache and is used again; a
// new version of the sources or of the packages gets a folder of its own.
//
// Usage:
//
//	bot, err := botrun.Prepare(ctx, botrun.Config{Cache: dir, Say: say})
//	err = bot.Run(ctx, []string{"--server", "localhost:25565"})
package botrun
