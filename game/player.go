// SPDX-License-Identifier: MIT

package game

import "strings"

// A player's name has so many letters, digits and underscores (Minecraft Wiki, "Player").
const shortestPlayer, longestPlayer = 3, 16

// IsPlayerName reports whether a text may be a player's name.
func IsPlayerName(text string) bool {
	return len(text) >= shortestPlayer && len(text) <= longestPlayer && !strings.ContainsFunc(text, beyondNames)
}

// PlayerNames are the words of a text that may be players' names.
func PlayerNames(text string) (names []string) {
	for _, word := range strings.FieldsFunc(text, beyondNames) {
		if IsPlayerName(word) {
			names = append(names, word)
		}
	}
	return names
}

// beyondNames reports whether a sign is in no player's name.
func beyondNames(r rune) bool {
	return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}
