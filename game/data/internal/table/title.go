// SPDX-License-Identifier: MIT

package table

import "strings"

// Title is the readable form that most names have: "iron_ore" is "Iron Ore".
func Title(name string) string {
	words := strings.Split(name, "_")
	for i, w := range words {
		if w != "" && w[0] >= 'a' && w[0] <= 'z' {
			words[i] = string(w[0]-'a'+'A') + w[1:]
		}
	}
	return strings.Join(words, " ")
}
