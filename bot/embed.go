// SPDX-License-Identifier: MIT

// Package bot carries the source of the mineflayer body, so that the program
// can unpack and run it anywhere Node is. The body itself is TypeScript; see
// README.md beside this file.
package bot

import "embed"

// Files are what a user's install needs: sources, the list of packages and its
// lock, and the optional viewer's. Tests are left out when they are unpacked.
//
//go:generate go run ./gen
//go:embed package.json package-lock.json .npmrc src viewer/package.json viewer/package-lock.json viewer/.npmrc
var Files embed.FS
