// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestVerify: the proof of a real run holds, by this version too; an altered one and what is
// none are refused, each with its exit code and a sentence.
func TestVerify(t *testing.T) {
	kept := filepath.Join("testdata", "wall.proof.json")
	text, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	altered := filepath.Join(t.TempDir(), "altered.json")
	if err := os.WriteFile(altered, bytes.Replace(text, []byte(`"count": 6`), []byte(`"count": 5`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{kept}, exitComplete, "6 blocks built: 6 of 6, seen\n"},
		{[]string{kept}, exitComplete, "a look after the end showed 6"},
		{[]string{kept}, exitComplete, "The verdict holds: done.\n"},
		{[]string{altered}, exitIncomplete, `it was altered after it was saved: the part "task" is not what was written`},
		{[]string{"verify_test.go"}, exitBadInput, "it is no proof of Minehand"},
		{[]string{"testdata/none.json"}, exitBadInput, "the proof cannot be read"},
		{nil, exitBadInput, "minehand verify FILE"},
	} {
		var out bytes.Buffer
		root := newRoot(strings.NewReader(""), &out, &out)
		root.SetArgs(append([]string{"verify"}, c.args...))
		err, code := root.Execute(), exitComplete
		if exit := (*exitError)(nil); errors.As(err, &exit) {
			code = exit.code
		}
		said := out.String()
		if err != nil {
			said += err.Error()
		}
		if code != c.code || !strings.Contains(said, c.says) {
			t.Errorf("verify %q: %d, %v; want %d and %q in\n%s", c.args, code, err, c.code, c.says, said)
		}
	}
}
