// SPDX-License-Identifier: MIT

package settings

import (
	"strconv"
	"testing"

	"github.com/minehand/minehand/game/messages"
)

// What the page calls a row in other languages is a message by the row's key, whose
// English is what stands in the row.
func TestRowsOfThePageAreMessages(t *testing.T) {
	english := messages.Texts(messages.English)
	same := func(code, want string) {
		t.Helper()
		if got := english["setting."+code]["other"]; want != "" && got != want {
			t.Errorf("game/messages/en.json says %q of setting.%s, the row %q", got, code, want)
		}
	}
	for _, r := range Table() {
		if r.Page == nil {
			continue
		}
		same(r.Key, r.Page.Label)
		if r.Page.Label != "" {
			same(r.Key+".why", r.Sentence)
		}
		for i, s := range r.Page.Switches {
			same(r.Key+"."+strconv.Itoa(i), s.Label)
			same(r.Key+"."+strconv.Itoa(i)+".why", s.Sentence)
		}
	}
}
