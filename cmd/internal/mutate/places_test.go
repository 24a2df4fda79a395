package main

import (
	"bytes"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const example = `package p

import "log"

func sum(list []int, limit int) (int, error) {
	n := 0
	for _, v := range list {
		if v > limit && n == 0 {
			return 1, err
		}
		log.Info("seen")
		n += v
		keep(n)
	}
	return n, nil
}
`

func TestPlaces(t *testing.T) {
	list, err := placesIn("p.go", []byte(example))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range list {
		got = append(got, p.String())
		changed := example[:p.from] + p.with + example[p.to:]
		if _, err := parser.ParseFile(token.NewFileSet(), "p.go", changed, 0); err != nil {
			t.Errorf("%s: %v", p, err)
		}
	}
	want := []string{
		"p.go:6: 0 -> 1", "p.go:8: v > limit && n == 0 -> !(v > limit && n == 0)", "p.go:8: && -> ||", "p.go:8: > -> >=", "p.go:8: == -> !=",
		"p.go:8: 0 -> 1", "p.go:9: err -> nil", "p.go:9: 1 -> 2", "p.go:12: n += v -> nothing", "p.go:13: keep(n) -> nothing",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestARun of a package with one test: what it notices is killed, and the tree is as
// it was.
func TestARun(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":    "module example\n\ngo 1.24\n",
		"p.go":      "package p\n\nfunc Double(n int) int { return n * 2 }\n\nfunc Unseen(n int) bool { return n > 7 }\n",
		"p_test.go": "package p\n\nimport \"testing\"\n\nfunc TestDouble(t *testing.T) {\n\tif Double(2) != 4 {\n\t\tt.Fail()\n\t}\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	t.Setenv("GOFLAGS", "-mod=mod")
	var out bytes.Buffer
	r := run{dir: ".", seed: 1, length: time.Hour, timeout: time.Minute}
	if err := r.run(t.Context(), &out, false); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| p.go | 4 | 2 | 0 | 2 |", "survived: p.go:5: > -> >=", "survived: p.go:5: 7 -> 8"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
}
