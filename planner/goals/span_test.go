// SPDX-License-Identifier: MIT

package goals_test

import (
	"slices"
	"testing"
)

// The page changes a number or a thing where its own words stand.
func TestEachThingOfAClauseHasItsOwnWords(t *testing.T) {
	r := reader(t, "1.21.5")
	for text, want := range map[string][]string{
		"get a wooden pickaxe and 4 torches":             {"get a wooden pickaxe", "4 torches"},
		"please craft 4 sticks, a torch and a chest now": {"craft 4 sticks", "a torch", "a chest"},
		"mine 3 iron ore with a stone pickaxe":           {"mine 3 iron ore with a stone pickaxe"},
	} {
		read, err := r.Read(text)
		var got []string
		for _, g := range read.Goals {
			got = append(got, g.Span.Of(text))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q has the parts %q, %v, want %q", text, got, err, want)
		}
	}
}
