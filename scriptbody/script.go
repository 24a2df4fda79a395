// SPDX-License-Identifier: MIT

// Package scriptbody is the body that plays the player's own character: a Python
// script that Minescript runs inside the game (Python 3.10 or later, nothing but its
// standard library). It speaks Minescript's function calls on stdin and stdout and
// Minehand's protocol over a WebSocket of its own.
//
// The script's parts are the files of src; Script joins them into the one file that is
// installed. Nothing of Minescript, which is under the GPL, is copied or shipped.
//
// Usage:
//
//	err := os.WriteFile("minescript/minehand.py", scriptbody.Script(), 0o644)
package scriptbody

import (
	"bytes"
	"embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed src/*.py
var src embed.FS

// parts are the files of the script, each after those that it imports from.
var parts = []string{"pipe", "line", "java", "told", "view", "walk", "acts", "body"}

// Script is the body as one file.
func Script() []byte {
	var out bytes.Buffer
	out.WriteString("# Lets Minehand (https://github.com/minehand/minehand) move this player. MIT licence.\n" +
		"# Joined from scriptbody/src; it is written anew when it is installed again.\n")
	for _, part := range parts {
		text, err := src.ReadFile("src/" + part + ".py")
		if err != nil {
			panic(err) // embedded
		}
		_, _ = fmt.Fprintf(&out, "\n# %s\n", part)
		for line := range strings.Lines(string(text)) {
			if name, ok := strings.CutPrefix(line, "from "); ok {
				if name, _, _ = strings.Cut(name, " "); contains(name) {
					continue
				}
			}
			out.WriteString(line)
		}
	}
	return out.Bytes()
}

func contains(name string) bool {
	return slices.Contains(parts, name)
}
