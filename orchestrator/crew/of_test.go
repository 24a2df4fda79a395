// SPDX-License-Identifier: MIT

package crew

import "testing"

func TestOnlySharesAreOfATask(t *testing.T) {
	for call, want := range map[string]string{calls + "T1:2:A3": "T1", "page-0f:7": "", "order:1:T2": "", "": ""} {
		if task, ok := Of(call); task != want || ok != (want != "") {
			t.Errorf("%q is a share of %q, %v", call, task, ok)
		}
	}
}
