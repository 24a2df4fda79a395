// SPDX-License-Identifier: MIT

package game

import (
	"slices"
	"testing"
)

func TestPlayerNames(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "Al": false, "Bob": true, "xX_Lena_99": true, "abcdefghijklmnop": true, "abcdefghijklmnopq": false, "Jürgen": false, "Bob ": false, "Ada!": false,
	} {
		if IsPlayerName(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
	for text, want := range map[string][]string{
		"I am Bob, or xX_Lena_99!": {"Bob", "xX_Lena_99"}, "我是Alex。": {"Alex"}, "abcdefghijklmnopq": nil,
	} {
		if got := PlayerNames(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v, not %v", text, got, want)
		}
	}
}
