// SPDX-License-Identifier: MIT

package archtest

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/DEPENDENCIES.md")

// dependency is a module or package that our own code names, and why.
type dependency struct{ name, why string }

// required is a line of go.mod: a module, its version and its comment.
var required = regexp.MustCompile(`(?m)^\t(\S+) v\S+(?: // (.*))?$`)

// modules are the direct dependencies of a go.mod.
func modules(text string) []dependency {
	var out []dependency
	for _, m := range required.FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(m[2], "indirect") {
			out = append(out, dependency{m[1], m[2]})
		}
	}
	return out
}

// packages are the direct dependencies of a package.json, which says why under "//".
func packages(text []byte) ([]dependency, error) {
	var p struct {
		Why                           map[string]string `json:"//"`
		Dependencies, DevDependencies map[string]string
	}
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, err
	}
	var out []dependency
	for _, of := range []map[string]string{p.Dependencies, p.DevDependencies} {
		for _, name := range slices.Sorted(maps.Keys(of)) {
			out = append(out, dependency{name, p.Why[name]})
			delete(p.Why, name)
		}
	}
	for name := range p.Why {
		return nil, fmt.Errorf("%s stands under \"//\" and is no dependency", name)
	}
	return out, nil
}

// TestDependencies: each direct dependency says why it is there, and
// docs/DEPENDENCIES.md has them all.
func TestDependencies(t *testing.T) {
	var page strings.Builder
	page.WriteString("# Dependencies\n\nWhat the code names itself, and why. The reasons stand in go.mod and under `//` in each package.json; " +
		"`go test ./internal/archtest -run Dependencies -update` writes this page.\n")
	add := func(file string, list []dependency) {
		fmt.Fprintf(&page, "\n## %s\n\n| module | why |\n|---|---|\n", file)
		for _, d := range list {
			if d.why == "" {
				t.Errorf("%s: %s does not say why it is there: write it behind its version (go.mod) or under \"//\" (package.json)", file, d.name)
			}
			fmt.Fprintf(&page, "| %s | %s |\n", d.name, d.why)
		}
	}
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	list := modules(string(text))
	if len(list) < 20 {
		t.Fatalf("only %d modules were read: the test looks in the wrong place", len(list))
	}
	add("go.mod", list)
	for _, file := range []string{"frontend/package.json", "bot/package.json", "bot/testserver/package.json", "bot/viewer/package.json"} {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		list, err := packages(text)
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: %d packages, %v", file, len(list), err)
		}
		add(file, list)
	}
	kept := filepath.Join(root, "docs", "DEPENDENCIES.md")
	if *update {
		if err := os.WriteFile(kept, []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if had, err := os.ReadFile(kept); err != nil || string(had) != page.String() {
		t.Errorf("docs/DEPENDENCIES.md is not up to date (%v): run go test ./internal/archtest -run Dependencies -update", err)
	}
}

// The rule about rules: a dependency without a reason has none, and a reason without a
// dependency is named.
func TestADependencyWithoutAReason(t *testing.T) {
	got := modules("require (\n\ta.b/c v1.2.3 // for d\n\te.f/g v0.1.0\n\th.i/j v1.0.0 // indirect\n)\n")
	if !slices.Equal(got, []dependency{{"a.b/c", "for d"}, {"e.f/g", ""}}) {
		t.Errorf("read %+v", got)
	}
	list, err := packages([]byte(`{"dependencies": {"ws": "1"}, "devDependencies": {"vite": "2"}, "//": {"ws": "the socket"}}`))
	if err != nil || !slices.Equal(list, []dependency{{"ws", "the socket"}, {"vite", ""}}) {
		t.Errorf("read %+v, %v", list, err)
	}
	if _, err := packages([]byte(`{"//": {"gone": "x"}}`)); err == nil {
		t.Error("a reason for what is no dependency was taken")
	}
}
