// SPDX-License-Identifier: MIT

package reply

import (
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
)

// A word is of one kind, and none that the catalogue has itself.
func TestAWordIsOfOneKind(t *testing.T) {
	of := map[string]game.Kind{}
	for kind, words := range kindWords {
		for word := range strings.FieldsSeq(words) {
			if had, twice := of[word]; twice {
				t.Errorf("%s means %s and %s", word, had, kind)
			}
			if _, is := game.Lookup(game.Kind(word)); is || kindName(word) != word {
				t.Errorf("%s is never looked up", word)
			}
			of[word] = kind
		}
	}
}
