// SPDX-License-Identifier: MIT

package game

import (
	"strings"
	"unicode"
)

// Plain is a text of a body, a player or a model as it may be shown: control
// and format characters, which can move a terminal's cursor, set a clipboard or
// turn the direction of writing, are spaces.
func Plain(s string) string {
	if strings.IndexFunc(s, unprintable) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if unprintable(r) {
			return ' '
		}
		return r
	}, s)
}

func unprintable(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }
