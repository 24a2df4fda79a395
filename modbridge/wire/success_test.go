// SPDX-License-Identifier: MIT

package wire_test

import (
	"fmt"
	"testing"

	"github.com/minehand/minehand/modbridge/wire"
)

// A success is what says so: nothing that may mean the opposite is taken for
// one. Version 1 bodies leave it out, or the whole result.
func TestWhatIsASuccess(t *testing.T) {
	for result, want := range map[string]bool{
		`{"success":true}`: true, `{"success":"true"}`: true, `{"success":1}`: true, `{"success":null}`: true, `{}`: true, `null`: true,
		`{"success":false}`: false, `{"success":"false"}`: false, `{"success":0}`: false, `{"success":"no"}`: false, `{"success":{}}`: false, `{"success":[]}`: false,
	} {
		m, err := wire.DecodeFromBody(fmt.Appendf(nil, `{"type":"action_complete","instanceId":"b","actionId":"1","result":%s}`, result))
		if err != nil {
			t.Fatal(err)
		}
		if got := m.(*wire.ActionComplete).Result.Success; got != want {
			t.Errorf("%s: %v, want %v", result, got, want)
		}
	}
}
