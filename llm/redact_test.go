// SPDX-License-Identifier: MIT

package llm_test

import (
	"errors"
	"testing"

	"github.com/minehand/minehand/llm"
)

func TestRedact(t *testing.T) {
	for in, want := range map[string]string{
		"my key is sk-abcdefghijklmnop1234.":                                       "my key is [secret].",
		"Authorization: Bearer abc.def-ghi12345":                                   "Authorization: Bearer [secret]",
		`{"api_key": "hunter22hunter"}`:                                            `{"api_key": "[secret]"}`,
		"OPENAI_API_KEY=abcd1234 next":                                             "OPENAI_API_KEY=[secret] next",
		"password: correcthorse":                                                   "password: [secret]",
		"id AKIAIOSFODNN7EXAMPLE there":                                            "id [secret] there",
		"my password is correcthorse, ok":                                          "my password is [secret], ok",
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x1":                                  "[secret]",
		"a -----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- b": "a [secret] b",
		"glpat-abcdefghij0123456789":                                               "[secret]",
		"get 3 diamonds with a basic pickaxe":                                      "get 3 diamonds with a basic pickaxe",
		"the bearer of news":                                                       "the bearer of news",
		"a secret door":                                                            "a secret door",
		"the owner's own is shhh-123":                                              "the owner's own is [secret]",
	} {
		if got := llm.Redact(in, "shhh-123", "abc"); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

func TestUnasked(t *testing.T) {
	gone, broken := &llm.Error{Kind: llm.ErrNotFound}, &llm.Error{Kind: llm.ErrServer}
	for _, c := range []struct {
		err  error
		want bool
	}{
		{gone, true}, {broken, false}, {nil, false}, {errors.New("x"), false},
		{&llm.PassedError{Passed: []llm.Passed{{Provider: "a", Cause: gone}, {Provider: "b", Cause: gone}}}, true},
		{&llm.PassedError{Passed: []llm.Passed{{Provider: "a", Cause: gone}, {Provider: "b", Cause: broken}}}, false},
	} {
		if llm.Unasked(c.err) != c.want {
			t.Errorf("%v", c.err)
		}
	}
}
