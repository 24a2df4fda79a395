// SPDX-License-Identifier: MIT

package game

import "testing"

func TestNumbered(t *testing.T) {
	for want, of := range map[string]struct {
		n    int
		noun string
	}{"1 body": {1, "body"}, "2 bodies": {2, "body"}, "0 entries": {0, "entry"}, "3 days": {3, "day"}, "2 steps": {2, "step"}} {
		if got := Numbered(of.n, of.noun); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
