// SPDX-License-Identifier: MIT

package lists

import (
	"slices"
	"strconv"
	"testing"
)

func TestOfEach(t *testing.T) {
	type one struct{ n int }
	list := []one{{1}, {20}, {-3}}
	if got := Of(list, func(o *one) string { o.n++; return strconv.Itoa(o.n) }); !slices.Equal(got, []string{"2", "21", "-2"}) || list[1].n != 21 {
		t.Errorf("got %v of %v", got, list)
	}
	if n := Sum(list, func(o *one) int { return o.n }); n != 21 {
		t.Errorf("the sum is %d", n)
	}
	if got := Of(nil, func(o *one) int { return o.n }); got == nil || len(got) != 0 || Sum(nil, func(*one) float64 { return 1 }) != 0 {
		t.Errorf("of none: %v", got)
	}
}
