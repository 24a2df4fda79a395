// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestARun of a small package: what its tests notice is killed, what is stuck is timed
// out, what no test reaches is told, and the tree is as it was.
func TestARun(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example\n\ngo 1.24\n",
		"p.go": `package p

const factor = 2

var start, name = 1, "a" + "b"

func Double(n int) (twice int, ok bool) { return n * factor, n > 0 }

func Unseen(n int) bool { return n > 7 }

func Count(n int) {
	for i := 0; i < n; i++ {
		switch i + start {
		case 0:
			panic("before the start")
		}
	}
}

func Name(s string) string { return s + "!" }
`,
		"p_test.go": `package p

import "testing"

func TestDouble(t *testing.T) {
	if n, ok := Double(2); n != 4 || !ok {
		t.Fail()
	}
}

func TestCount(t *testing.T) { Count(2) }

func TestName(t *testing.T) { Name("a") }
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	t.Setenv("GOFLAGS", "-mod=mod")
	var out bytes.Buffer
	r := run{dir: ".", seed: 1, length: time.Hour, only: regexp.MustCompile("."), limit: limit{2 * time.Second, time.Minute}, tests: []string{"."}}
	if err := r.run(t.Context(), &out, false); err != nil {
		t.Fatal(err)
	}
	got := strings.Split(strings.TrimSpace(out.String()), "\n")
	slices.Sort(got)
	want := []string{
		// killed: 2 -> 3, n * factor -> n / factor, i + start -> i - start, case 0 -> case 1
		"| p.go | 13 | 4 | 1 | 3 | 5 |",
		"2 did not compile and are not counted.",
		"not reached: p.go:9:36: > -> >=", "not reached: p.go:9:38: 7 -> 8",
		"not reached: p.go:14:10: panic(\"before the start\") -> nothing",
		"survived: p.go:12:11: 0 -> 1", "survived: p.go:12:16: < -> <=",
		"survived: p.go:5:19: 1 -> 2", "survived: p.go:7:64: > -> >=", "survived: p.go:7:66: 0 -> 1",
		"timed out: p.go:12:21: i++ -> nothing",
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("no %q in\n%s", line, &out)
		}
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 3 {
		t.Errorf("left in the tree: %v, %v", left, err)
	}
}

func TestTheQuickTestsComeFirst(t *testing.T) {
	list := []test{{name: "slow", took: time.Second}, {name: "slower", took: 2 * time.Second}, {name: "middling", took: 150 * time.Millisecond}}
	for range 25 {
		list = append(list, test{name: "quick"})
	}
	var got []string
	for _, part := range inParts(list) {
		got = append(got, fmt.Sprintf("%d from %s", len(part), part[0].name))
	}
	if want := []string{"20 from quick", "6 from quick", "1 from slow", "1 from slower"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
