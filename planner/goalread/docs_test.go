package goalread_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestDocs keeps the examples of docs/GOALS.md true: each can be read.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/GOALS.md")
	if err != nil {
		t.Fatal(err)
	}
	r := reader(t, "1.21.5")
	n := 0
	for _, line := range strings.Split(string(text), "\n") {
		columns := strings.Split(line, "|")
		if len(columns) < 4 {
			continue
		}
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(columns[2], -1) {
			n++
			if _, err := r.Read(m[1]); err != nil {
				t.Error(err)
			}
		}
	}
	if n < 30 {
		t.Errorf("%d examples", n)
	}
}
