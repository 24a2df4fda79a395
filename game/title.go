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
	at := map[string]int{} // which part has those words
	var parts []Action     // no more than may be named
	for i := range actions {
		words := actions[i].Describe()
		switch n, twice := at[words]; {
		case !twice:
			at[words] = len(at)
			if len(parts) <= titleParts {
				parts = append(parts, actions[i])
			}
		case n < len(parts):
			parts[n].Quantity = parts[n].Count() + actions[i].Count()
		}
	}
	if len(at) > titleParts+1 {
		parts = parts[:titleParts]
	}
	var words []string
	for i, a := range parts {
		said := a.Describe()
		if i > 0 {
			first, n := utf8.DecodeRuneInString(said)
			said = string(unicode.ToLower(first)) + said[n:]
		}
		words = append(words, said)
	}
	if rest := len(at) - len(parts); rest > 0 {
		words = append(words, fmt.Sprintf("%d more", rest))
	}
	return List(words)
}
