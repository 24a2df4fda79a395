// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

var tree = os.DirFS("../..")

// mark stands before what belongs into an empty cell.
const mark = "EMPTY" + ": "

// empty names the marked cells of a text.
func empty(file string, text []byte) []string {
	var out []string
	for i, line := range bytes.Split(text, []byte("\n")) {
		if before, cell, marked := bytes.Cut(line, []byte(mark)); marked {
			about := ""
			if _, name, ok := bytes.Cut(before, []byte("// ")); ok {
				about = string(name)
			}
			out = append(out, fmt.Sprintf("%s:%d: fill in: %s%s", file, i+1, about, bytes.TrimSuffix(bytes.TrimSpace(cell), []byte("-->"))))
		}
	}
	return out
}

// TestNoCellIsEmpty names whatever a skeleton still lacks, with its place.
func TestNoCellIsEmpty(t *testing.T) {
	files := 0
	err := fs.WalkDir(tree, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if file == "build" || slices.Contains([]string{"node_modules", ".git", "dist", "bin", "tmp", "testdata"}, d.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		made := strings.HasPrefix(file, "frontend/src/lib/gen/") || file == "docs/API.md"
		if made || !slices.Contains([]string{".go", ".ts", ".md", ".yaml"}, path.Ext(file)) {
			return nil
		}
		text, err := fs.ReadFile(tree, file)
		files++
		for _, cell := range empty(file, text) {
			t.Error(cell)
		}
		return err
	})
	if err != nil || files < 800 {
		t.Fatalf("%d files were read, %v: the test looks in the wrong place", files, err)
	}
}

// TestEverySkeletonFitsTheTree: its places are there, its files parse, and each file
// has cells to fill in or is what the program itself completes.
func TestEverySkeletonFitsTheTree(t *testing.T) {
	for _, c := range []struct {
		what, name, typ string
		files           []string // those that it writes, and parts of others
	}{
		{"setting", "limits.unicorns_seen", "time", []string{"cmd/internal/app/settings/table.go: UnicornsSeen"}},
		{"setting", "unicorns", "switch", []string{"cmd/internal/app/settings/table.go: Key: \"unicorns\""}},
		{"setting", "unicorns.most", "", []string{"cmd/internal/app/settings/table.go: type Unicorns struct"}},
		{"call", "count-unicorns", "", []string{
			"ui/calls.go: row(\"count-unicorns\", \"\", countUnicorns)", "ui/count_unicorns.go: func countUnicorns",
			"ui/view/count_unicorns.go: CountUnicornsAnswer", "ui/count_unicorns_test.go: TestCountUnicorns",
		}},
		{"kind", "ride_unicorn", "", []string{
			"game/action.go: RideUnicorn", "game/catalogue.go: Kind:     RideUnicorn", "planner/check/check.go: r.rideUnicorn()",
			"planner/check/ride_unicorn.go: rideUnicorn()", "planner/model/reply/normalise.go: game.RideUnicorn", "sim/do.go: (*run).rideUnicorn",
			"sim/ride_unicorn.go: rideUnicorn()", "conformance/cases.go: rideUnicornCases()",
			"conformance/cases_ride_unicorn.go: rideUnicornComplete",
			"bot/src/actions/index.ts: ride_unicorn: rideUnicorn", "bot/src/actions/ride_unicorn.ts: rideUnicorn: Kind",
			"bot/test/e2e/cancel.e2e.ts: ride_unicorn: {",
			"planner/check/ride_unicorn_test.go: TestRideUnicornIsChecked", "sim/ride_unicorn_test.go: TestRideUnicorn",
		}},
		{"verb", "sparkle", "", []string{
			"planner/goals/goal.go: Sparkle ", "planner/goals/frames.go: sparkleRow(),", "planner/goals/sparkle.go: partSparkle",
			"planner/goals/read_test.go: goals.Sparkle: ", "planner/language/phrases/en.yaml: sparkle {thing}",
			"planner/language/phrases/de.yaml: sparkle:", "planner/language/phrases/es.yaml: sparkle:",
			"planner/language/phrases/fr.yaml: sparkle:", "planner/language/phrases/pt.yaml: sparkle:",
			"planner/language/phrases/ru.yaml: sparkle:", "planner/language/phrases/zh.yaml: sparkle:",
		}},
		{"provider", "unicorn", "", []string{
			"llm/providers/types.go: {\"unicorn\", ", "llm/providers/unicorn.go: type Unicorn struct",
			"llm/providers/suite_test.go: \"unicorn\": func", "docs/PROVIDERS.md: ## `unicorn`",
		}},
	} {
		files, err := skeleton(tree, c.what, c.name, c.typ)
		if err != nil {
			t.Errorf("%s %s: %v", c.what, c.name, err)
			continue
		}
		cells := 0
		for _, f := range files {
			cells += len(empty(f.Name, f.Data))
			if strings.HasSuffix(f.Name, ".go") {
				if _, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Data, parser.SkipObjectResolution); err != nil {
					t.Errorf("%s %s: %v", c.what, c.name, err)
				}
			}
			i := slices.IndexFunc(c.files, func(want string) bool { return strings.HasPrefix(want, f.Name+": ") })
			if i < 0 {
				t.Errorf("%s %s writes %s, which no case expects", c.what, c.name, f.Name)
			} else if part := strings.TrimPrefix(c.files[i], f.Name+": "); !bytes.Contains(f.Data, []byte(part)) {
				t.Errorf("%s %s: %s lacks %s in\n%s", c.what, c.name, f.Name, part, f.Data)
			}
		}
		if len(files) != len(c.files) || cells < 3 {
			t.Errorf("%s %s: %d files of %d with %d cells to fill in", c.what, c.name, len(files), len(c.files), cells)
		}
	}
}

// changed is a tree in which some files are others.
type changed struct {
	fs.FS
	files fstest.MapFS
}

func (c changed) Open(name string) (fs.File, error) {
	if c.files[name] != nil {
		return c.files.Open(name)
	}
	return c.FS.Open(name)
}

// TestSkeletonsCompile: what is left to do is what the empty cells say, so the compiler has nothing to say.
func TestSkeletonsCompile(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles what imports game")
	}
	all, root := changed{tree, fstest.MapFS{}}, filepath.Join("..", "..")
	for _, c := range [][3]string{
		{"setting", "unicorns.most", "int"}, {"call", "count-unicorns", ""}, {"kind", "ride_unicorn", ""}, {"verb", "sparkle", ""}, {"provider", "unicorn", ""},
	} {
		files, err := skeleton(all, c[0], c[1], c[2])
		if err != nil {
			t.Fatal(c, err)
		}
		for _, f := range files {
			all.files[f.Name] = &fstest.MapFile{Data: f.Data}
		}
	}
	dir, replace, packages := t.TempDir(), map[string]string{}, []string{}
	for name, f := range all.files {
		if path.Ext(name) != ".go" {
			continue
		}
		at := filepath.Join(dir, strings.ReplaceAll(name, "/", "."))
		real, err := filepath.Abs(filepath.Join(root, name))
		if err = errors.Join(err, os.WriteFile(at, f.Data, 0o600)); err != nil {
			t.Fatal(err)
		}
		replace[real], packages = at, append(packages, "./"+path.Dir(name))
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err = errors.Join(err, os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600)); err != nil {
		t.Fatal(err)
	}
	slices.Sort(packages)
	vet := exec.CommandContext(t.Context(), "go", append([]string{"vet", "-overlay=" + filepath.Join(dir, "overlay.json")}, slices.Compact(packages)...)...)
	vet.Dir = root
	if out, err := vet.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// What does not fit is refused before a file changes.
func TestNamesThatDoNotFit(t *testing.T) {
	for _, c := range [][3]string{
		{"setting", "Limits.Naps", ""}, {"setting", "a.b.c", ""}, {"setting", "limits.naps", "colour"}, {"setting", "limits.deaths", ""}, {"setting", "port", ""},
		{"call", "list", ""}, {"call", "countUnicorns", ""},
		{"kind", "ride-unicorn", ""}, {"verb", "fall_asleep", ""}, {"verb", "milk", ""}, {"provider", "my-model", ""}, {"provider", "types", ""},
	} {
		if files, err := skeleton(tree, c[0], c[1], c[2]); err == nil {
			t.Errorf("%v was taken: %d files", c, len(files))
		}
	}
	for _, args := range [][]string{nil, {"setting"}, {"cake", "x"}, {"kind", ""}} {
		if err := run(args); err == nil || !strings.Contains(err.Error(), "write what to make and its name") {
			t.Errorf("%q: %v", args, err)
		}
	}
}

func TestMarkedCells(t *testing.T) {
	got := empty("a.go", []byte("x\n// Pigeon "+mark+"says what.\n\tPath: \"\", // "+mark+"a path\n"))
	if want := []string{"a.go:2: fill in: Pigeon says what.", "a.go:3: fill in: a path"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
