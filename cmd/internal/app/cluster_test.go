// SPDX-License-Identifier: MIT

//go:build fleet

package app

import "testing"

// TestAnAddressIsAnOriginOrNothing: what a node calls its address goes into a header of the
// page, where it may mean nothing else.
func TestAnAddressIsAnOriginOrNothing(t *testing.T) {
	for address, want := range map[string]string{
		"http://localhost:9871/":         "http://localhost:9871",
		"https://node1.example:9876/x?y": "https://node1.example:9876",
		"http://[::1]:9876":              "http://[::1]:9876",
		"http://a;script-src:1/":         "",
		"http://a,b/":                    "",
		"http://*":                       "",
		"javascript:alert(1)":            "",
		"localhost:9871":                 "",
		"":                               "",
	} {
		if got := originOf(address); got != want {
			t.Errorf("%q is %q, not %q", address, got, want)
		}
	}
}
