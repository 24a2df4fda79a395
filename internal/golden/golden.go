// SPDX-License-Identifier: MIT

// Package golden keeps a test's expected output in the same txtar file as its input,
// under the name "want".
package golden

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// Compare fails the test unless got is what the archive of the file wants; with
// update it writes got there instead.
func Compare(t *testing.T, file string, a *txtar.Archive, got string, update bool) {
	t.Helper()
	want, at := "", -1
	for i, f := range a.Files {
		if f.Name == "want" {
			want, at = strings.TrimSuffix(string(f.Data), "\n"), i
		}
	}
	switch {
	case got == want:
	case !update:
		t.Errorf("got\n%s\nwant\n%s", got, want)
	default:
		if at < 0 {
			at, a.Files = len(a.Files), append(a.Files, txtar.File{Name: "want"})
		}
		a.Files[at].Data = []byte(got + "\n")
		if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
