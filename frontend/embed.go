// SPDX-License-Identifier: MIT

// Package frontend carries the built page: the window and the browser show the
// same files. `npm ci && npm run build` in this folder fills dist; before that it
// holds nothing but a placeholder, and Dist says so by having no index.html.
package frontend

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var built embed.FS

// Dist is the built page with index.html at its root. Without a build it has no
// index.html.
func Dist() fs.FS {
	dist, err := fs.Sub(built, "dist")
	if err != nil { // "dist" is a valid path and is embedded
		panic(err)
	}
	return dist
}
