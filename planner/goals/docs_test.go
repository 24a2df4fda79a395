// SPDX-License-Identifier: MIT

package goals_test

import (
	"flag"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/language"
)

var update = flag.Bool("update", false, "write the table of docs/GOALS.md")

// The marks between which the table of goals stands.
const (
	tableBegin = "<!-- made from the frames of planner/goals: go test ./planner/goals -run Docs -update -->"
	tableEnd   = "<!-- end -->"
)

// TestDocs keeps docs/GOALS.md the table of the frames, and each example true: it
// can be read, and as a goal of its row.
func TestDocs(t *testing.T) {
	const file = "../../docs/GOALS.md"
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r := reader(t, "1.21.5")
	var b strings.Builder
	b.WriteString(tableBegin + "\n| verb | words | for example | met when | known by |\n|---|---|---|---|---|\n")
	for _, f := range goals.Frames() {
		words := strings.Join(f.Kind.Words(), ", ")
		b.WriteString("| " + string(f.Kind) + " | " + words + " | `" + strings.Join(f.Examples, "`, `") + "` | " + f.Met + " | " + string(f.Grade) + " |\n")
		if len(f.Examples) == 0 || f.Met == "" || f.Grade == "" {
			t.Errorf("the row of %s lacks an example, when it is met or how that is known", f.Kind)
			continue
		}
		for _, e := range f.Examples {
			if got, err := r.Read(e); err != nil || len(got.Respelt) > 0 {
				t.Errorf("%s: %q: %v, %v", f.Kind, e, got.Respelt, err)
			}
		}
		got, err := r.Read(f.Examples[0])
		if err == nil && !strings.HasPrefix(got.String(), string(f.Kind)) {
			t.Errorf("%s: %q is read as %s", f.Kind, f.Examples[0], got)
		}
	}
	text := string(raw)
	from, to := strings.Index(text, tableBegin), strings.Index(text, tableEnd)
	if from < 0 || to < from {
		t.Fatalf("%s has no table between its marks", file)
	}
	if want := text[:from] + b.String() + text[to:]; *update && want != text {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != text {
		t.Errorf("%s is not what the frames say: run go test ./planner/goals -run Docs -update", file)
	}
}

// TestPhrasesDoc keeps the tables of docs/PHRASES.md those of the rows and types, and what it
// gives a meaning to without one of its own.
func TestPhrasesDoc(t *testing.T) {
	const file = "../../docs/PHRASES.md"
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var verbs, types strings.Builder
	verbs.WriteString("<!-- made from the rows of planner/goals: go test ./planner/goals -run PhrasesDoc -update -->\n| verb | slots |\n|---|---|\n")
	for _, f := range goals.Spoken() {
		var slots []string
		for _, slot := range slices.Sorted(maps.Keys(f.Slots)) {
			slots = append(slots, "`{"+slot+"}` a "+f.Slots[slot])
		}
		verbs.WriteString("| " + f.Verb + " | " + strings.Join(slots, ", ") + " |\n")
	}
	types.WriteString("<!-- made from planner/language: go test ./planner/goals -run PhrasesDoc -update -->\n| type | what it is | fields |\n|---|---|---|\n")
	for _, row := range language.Types() {
		types.WriteString("| " + row[0] + " | " + row[1] + " | " + row[2] + " |\n")
	}
	want := string(raw)
	for _, table := range []struct{ text, end string }{{verbs.String(), "<!-- end -->"}, {types.String(), "<!-- end types -->"}} {
		begin, _, _ := strings.Cut(table.text, "\n")
		from, to := strings.Index(want, begin), strings.Index(want, table.end)
		if from < 0 || to < from {
			t.Fatalf("%s has no %q before %q", file, begin, table.end)
		}
		want = want[:from] + table.text + want[to:]
	}
	r := reader(t, "1.21.5")
	for _, row := range regexp.MustCompile(`(?m)^  "(.+)": "(.+)"$`).FindAllStringSubmatch(want, -1) {
		_, already := r.Read(row[1])
		if _, err := r.Read(row[2]); err != nil || already == nil {
			t.Errorf("%q is to mean %q: %v; it has a meaning without that: %v", row[1], row[2], err, already == nil)
		}
	}
	switch {
	case want == string(raw):
	case *update:
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is not what the rows say: run go test ./planner/goals -run PhrasesDoc -update", file)
	}
}

// Every kind of goal has a row, and every row another kind.
func TestEveryVerbHasItsRow(t *testing.T) {
	seen := map[goals.Kind]bool{}
	for _, f := range goals.Frames() {
		if seen[f.Kind] {
			t.Errorf("two rows for %s", f.Kind)
		}
		seen[f.Kind] = true
	}
	for _, s := range raced.Every(8, sentences(t, "testdata/readings.txt")) {
		if got, err := reader(t, "1.21.5").Read(s.text); err == nil {
			for _, g := range got.Goals {
				if !seen[g.Kind] {
					t.Errorf("%q is read as %s, which has no row", s.text, g.Kind)
				}
			}
		}
	}
}
