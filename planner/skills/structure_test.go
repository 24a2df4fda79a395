// SPDX-License-Identifier: MIT

package skills

import (
	"testing"

	"github.com/minehand/minehand/game/messages"
)

// What has become of a structure is said in words.
func TestEachStructureHasWords(t *testing.T) {
	for name := range structures {
		if code := "built." + name; !messages.Has(code) {
			t.Errorf("game/messages/en.json lacks %q", code)
		}
	}
}
