// SPDX-License-Identifier: MIT

package game

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// titleParts is how many things to do a list is called by; one more is named too,
// which is no longer than to count it.
const titleParts = 4

// DescribeAll is what a list of actions does, as words: like ones are counted
// together, and of many the first are named. "Mine 1 chest and mine 3 torches".
func DescribeAll(actions []Action) string {
	var parts []Action
	at := map[string]int{}
	for _, a := range actions {
		words := a.Describe()
		if i, twice := at[words]; twice {
			parts[i].Quantity = parts[i].Count() + a.Count()
			continue
		}
		at[words] = len(parts)
		parts = append(parts, a)
	}
	shown := len(parts)
	if shown > titleParts+1 {
		shown = titleParts
	}
	var words []string
	for i, a := range parts[:shown] {
		said := a.Describe()
		if i > 0 {
			first, n := utf8.DecodeRuneInString(said)
			said = string(unicode.ToLower(first)) + said[n:]
		}
		words = append(words, said)
	}
	if rest := len(parts) - shown; rest > 0 {
		words = append(words, fmt.Sprintf("%d more", rest))
	}
	return List(words)
}
