// SPDX-License-Identifier: MIT

package wire

import "testing"

// TestASlotThatIsThereTwiceCountsOnce: what cannot be held proves nothing.
func TestASlotThatIsThereTwiceCountsOnce(t *testing.T) {
	m, err := DecodeFromBody([]byte(`{"type":"state_update","instanceId":"a","data":{"inventory":[
		{"slot":0,"item":"oak_log","count":1},{"slot":0,"item":"oak_log","count":2},{"slot":1,"item":"stick","count":4}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	state := m.(*StateUpdate).Data
	if logs, sticks := state.Count("oak_log"), state.Count("stick"); logs != 1 || sticks != 4 {
		t.Errorf("%d oak logs and %d sticks, want 1 and 4", logs, sticks)
	}
}
