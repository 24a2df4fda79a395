// SPDX-License-Identifier: MIT

package ui

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/minehand/minehand/ui/view"
)

// Calls that are refused again and again do not push out the answers of those
// that were done.
func TestRefusedCallsDisplaceNoAnswers(t *testing.T) {
	r := newReplays()
	done := 0
	ask := func(id view.CallID, ok bool) view.Response {
		answer, same := r.once(id, []byte("x"), func() view.Response {
			done++
			return view.Response{Success: ok, Data: json.RawMessage(fmt.Sprint(done))}
		})
		if !same {
			t.Fatal("a conflict")
		}
		return answer
	}
	first := ask("kept", true)
	for range 2 * maxReplays {
		ask("refused", false)
	}
	if again := ask("kept", true); string(again.Data) != string(first.Data) || !again.Replayed || first.Replayed {
		t.Errorf("the answer was %+v and is %+v", first, again)
	}
	if len(r.order) != 1 || len(r.byID) != 1 {
		t.Errorf("%d and %d entries are kept", len(r.order), len(r.byID))
	}
}
