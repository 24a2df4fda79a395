// SPDX-License-Identifier: MIT

package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// told are rows of docs/ARCHITECTURE.md that allowed lacks: who may import all.
var told = []string{"cmd", "cmd/internal/qa", "internal/archtest"}

// documentRow is a row of the document's table of rooms.
var documentRow = regexp.MustCompile("(?m)^\\| `([a-z/]+)` \\|.*\\| ([^|]+) \\|$")

// TestTheDocumentHasTheSameTable: what docs/ARCHITECTURE.md says that a room may
// import is what is allowed here, and nothing else.
func TestTheDocumentHasTheSameTable(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "..", "docs", "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range documentFaults(string(raw)) {
		t.Error(fault)
	}
	for from, to := range map[string]string{
		"| game, game/messages, game/data, book, rules, techtree |": "| game, game/messages, game/data, llm, book, techtree |",
		"| game, modbridge/wire |":                                  "| game |",
		"| `sim` |":                                                 "| `simulation` |",
	} {
		if faults := documentFaults(strings.Replace(string(raw), from, to, 1)); len(faults) == 0 {
			t.Errorf("with %q in place of %q nothing is told", to, from)
		}
	}
}

// TestTheDocumentNamesEveryPackage: each has a row, or its row names it, from the top or from
// the row's own folder.
func TestTheDocumentNamesEveryPackage(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "..", "docs", "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]bool{"game/unicorns": true}
	eachGoFile(t, func(rel, _ string) error {
		packages[filepath.ToSlash(filepath.Dir(rel))] = true
		return nil
	})
	var unnamed []string
	for dir := range packages {
		row, at := "", ""
		for _, r := range documentRow.FindAllStringSubmatch(string(raw), -1) {
			if within(dir, r[1]) && len(r[1]) > len(at) {
				row, at = r[0], r[1]
			}
		}
		if !strings.Contains(row, "`"+dir+"`") && !strings.Contains(row, "`"+filepath.Base(dir)+"`") &&
			!strings.Contains(row, "`"+strings.TrimPrefix(dir, at+"/")+"`") {
			unnamed = append(unnamed, dir)
		}
	}
	if slices.Sort(unnamed); !slices.Equal(unnamed, []string{"game/unicorns"}) {
		t.Errorf("docs/ARCHITECTURE.md names no package %s: write what each is for into its row", strings.Join(unnamed, ", "))
	}
}

func documentFaults(document string) []string {
	says := map[string][]string{}
	for _, row := range documentRow.FindAllStringSubmatch(document, -1) {
		room, cell := row[1], row[2]
		says[room] = nil
		for name := range strings.SplitSeq(cell, ", ") {
			if _, short := allowed["planner/"+name]; short {
				name = "planner/" + name
			}
			if _, is := allowed[name]; is && !within(name, room) {
				says[room] = append(says[room], name)
			}
		}
	}
	// A room that the document has no row of its own for is part of the one above it.
	may := map[string][]string{}
	var faults []string
	for room, imports := range allowed {
		row := ""
		for r := range says {
			if within(room, r) && len(r) > len(row) {
				row = r
			}
		}
		if row == "" {
			faults = append(faults, "docs/ARCHITECTURE.md has no row for "+room)
			continue
		}
		for _, i := range imports {
			if !within(i, row) && !slices.Contains(may[row], i) {
				may[row] = append(may[row], i)
			}
		}
	}
	for room, imports := range says {
		if slices.Contains(told, room) {
			continue
		}
		slices.Sort(imports)
		slices.Sort(may[room])
		if !slices.Equal(imports, may[room]) {
			faults = append(faults, "docs/ARCHITECTURE.md says that "+room+" may import ["+strings.Join(imports, ", ")+"], and archtest ["+strings.Join(may[room], ", ")+"]")
		}
	}
	slices.Sort(faults)
	return faults
}
