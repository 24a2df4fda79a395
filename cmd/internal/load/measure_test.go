// SPDX-License-Identifier: MIT

//go:build unix

package main

import "testing"

func TestGrowth(t *testing.T) {
	flat := []float64{20, 90, 60, 62, 61, 60, 63, 61}
	for _, c := range []struct {
		mb    []float64
		grows bool
	}{
		{nil, false}, {[]float64{1, 1000}, false}, {flat, false},
		{[]float64{20, 60, 60, 60, 90, 100, 120, 130}, true},
		{[]float64{1, 2, 3, 4, 5, 6, 7, 8}, false}, // it grows, and by nothing
	} {
		if words := growth(c.mb); (words != "") != c.grows {
			t.Errorf("%v: %q", c.mb, words)
		}
	}
}
