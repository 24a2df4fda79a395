// SPDX-License-Identifier: MIT

package fakegame

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestEachRefusalSaysWhereItComesFrom: a stand-in that refuses what it likes shows nothing.
// game.go has none: what it returns is for the program that starts the game.
func TestEachRefusalSaysWhereItComesFrom(t *testing.T) {
	refuses := regexp.MustCompile(`\b(errors\.New|fmt\.Errorf|refusal)\(`)
	source := regexp.MustCompile(`// (Minescript|vanilla|Java|assumed)\b`)
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, file := range files {
		if file == "game.go" || strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if !refuses.MatchString(line) {
				continue
			}
			if n++; !source.MatchString(line) {
				t.Errorf("%s: no source of %s", file, strings.TrimSpace(line))
			}
		}
	}
	if n < 10 {
		t.Errorf("only %d refusals were found", n)
	}
}
