// SPDX-License-Identifier: MIT

package document_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/document"
)

// laughs is a small text that stands for 9^n values.
func laughs(n int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x,x,x,x,x,x,x,x,x]\n")
	for i := 1; i < n; i++ {
		before := fmt.Sprintf("*a%d", i-1)
		_, _ = fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.Join([]string{before, before, before, before, before, before, before, before, before}, ","))
	}
	return b.String()
}

// chained lies n deep through names, each line by itself being flat.
func chained(n int) string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x]\n")
	for i := 1; i < n; i++ {
		_, _ = fmt.Fprintf(&b, "a%d: &a%d [*a%d]\n", i, i, i-1)
	}
	return b.String()
}

// steps are groups that each lie in the one before, indented.
func steps(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

// TestWhatIsTooMuchIsRefusedCheaply: texts that parsers of YAML make much of. The most
// that one may cost is what its nodes take, a hundred bytes for one of its own.
func TestWhatIsTooMuchIsRefusedCheaply(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"open lists", "a:\n " + strings.Repeat("[", 50_000), "line 2: the values lie more than 64 deep"},
		{"closed lists", "a: " + strings.Repeat("[", 25_000) + strings.Repeat("]", 25_000), "line 1: the values lie more than 64 deep"},
		{"groups in braces", "a: " + strings.Repeat("{a: ", 12_000), "more than 64 deep"},
		{"entries in a line", "\n" + strings.Repeat("- ", 25_000) + "x", "line 2: the values lie more than 64 deep"},
		{"names in a line", strings.Repeat("? ", 25_000) + "x", "more than 64 deep"},
		{"indented groups", steps(300), "more than 64 deep"},
		{"just too deep", "a: " + strings.Repeat("[", 64) + strings.Repeat("]", 64), "line 1: the values lie more than 64 deep"},
		{"just too many levels", steps(66), "line 65: the values lie more than 64 deep"},
		{"aliases of aliases", laughs(12), "there are more than 50000 values"},
		{"deep through names", chained(100), "line 64: the values lie more than 64 deep"},
		{"a value that holds itself", "a: &a [*a]", "line 1: nothing before it is marked with &a"},
		{"a list of very many", "a: [" + strings.Repeat("1,", 200_000) + "1]", "line 1: there are more than 50000 values"},
		{"very many lines", strings.Repeat("- 1\n", 120_000), "there are more than 50000 values"},
		{"too long", "a: " + strings.Repeat("x", 1<<20), "the config file has 1048579 bytes; at most 1048576 are read"},
		{"one name very often", strings.Repeat("a: 1\n", 40_000), "is there already, in line 1; keep one of them"},
		{"very many documents", strings.Repeat("---\na: 1\n", 20_000), "line 4: a second document begins"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for how, read := range map[string]func([]byte) error{
				"Values": func(text []byte) error { _, err := document.Values(text, budget.Config); return err },
				"Decode": func(text []byte) error {
					var into struct {
						A any `yaml:"a"`
					}
					_, err := document.Decode(text, &into, budget.Config)
					return err
				},
				"Edit": func(text []byte) error {
					_, err := document.Edit(text, map[string]any{"limits.deaths": 2}, budget.Config)
					return err
				},
			} {
				text := []byte(c.text)
				var err error
				took := allocated(func() { err = read(text) })
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s: %v, want %q", how, err, c.want)
				}
				if most := uint64(2<<20 + 120*len(text)); took > most {
					t.Errorf("%s: %d bytes took %d, at most %d are allowed", how, len(text), took, most)
				}
			}
		})
	}
}

// allocated is how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestWhatIsWithinTheBudgetIsRead: at the bounds, and what looks like more than it is.
func TestWhatIsWithinTheBudgetIsRead(t *testing.T) {
	for name, text := range map[string]string{
		"63 lists deep":         "a: " + strings.Repeat("[", 63) + strings.Repeat("]", 63),
		"brackets in a text":    "a: '" + strings.Repeat("[", 5000) + "'",
		"brackets in a block":   "a: |\n  " + strings.Repeat("{", 5000) + "\n",
		"brackets in a comment": "a: 1 # " + strings.Repeat("[", 5000),
		"64 groups":             steps(64),
		"many names":            strings.Repeat("- {a: 1, b: 2}\n", 12_000),
		"many uses of one":      "- &a {x: 1}\n" + strings.Repeat("- *a\n", 20_000),
		"the largest":           "a: >\n  " + strings.Repeat("x", 1<<20-30),
	} {
		var v any
		var err error
		took := allocated(func() { v, err = document.Values([]byte(text), budget.Config) })
		if err != nil || v == nil {
			t.Errorf("%s: %v", name, err)
		}
		if took > 40<<20 {
			t.Errorf("%s took %d bytes", name, took)
		}
	}
	if _, err := document.Values([]byte("a: 1"), budget.Config); errors.Is(err, budget.ErrOver) {
		t.Error(err)
	}
}
