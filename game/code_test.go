// SPDX-License-Identifier: MIT

package game

import "testing"

func TestEveryCodeHasARow(t *testing.T) {
	all := append(GeneralCodes(), CodeContradicted, CodeUnresponsive)
	for _, k := range Catalogue() {
		all = append(all, k.Codes...)
	}
	known := map[Code]bool{}
	for _, c := range all {
		known[c] = true
		if LookupCode(c).Words == "" {
			t.Errorf("the code %s has no words", c)
		}
	}
	if len(known) != len(codes) {
		t.Errorf("%d codes have a row, %d are used", len(codes), len(known))
	}
	if none, other := LookupCode(""), LookupCode("odd"); !none.Repeats || other.Repeats || other.Excludes != ExcludesNothing || other.Passing || other.Absent {
		t.Errorf("%+v, %+v", none, other)
	}
}
