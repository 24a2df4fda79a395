// SPDX-License-Identifier: MIT

package conformance_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/minehand/minehand/conformance"
)

// TestDocs keeps the list of cases in docs/CONFORMANCE.md true.
func TestDocs(t *testing.T) {
	const (
		file  = "../docs/CONFORMANCE.md"
		begin = "<!-- cases: made by go test ./conformance -update -->\n"
		end   = "<!-- end of cases -->"
	)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has lost the marks around its list of cases", file)
	}
	var table strings.Builder
	table.WriteString("| case | protocol | what is asked |\n|---|---|---|\n")
	seen := map[string]bool{}
	for _, c := range conformance.Cases() {
		if seen[c.ID] || c.About == "" {
			t.Errorf("the case %s is there twice or asks for nothing", c.ID)
		}
		seen[c.ID] = true
		fmt.Fprintf(&table, "| `%s` | %s | %s |\n", c.ID, c.Protocols, c.About)
	}
	want := before + begin + table.String() + end + after
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != string(text) {
		t.Errorf("%s does not list the cases as they are; run the test with -update", file)
	}
}
