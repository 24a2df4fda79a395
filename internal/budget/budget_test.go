// SPDX-License-Identifier: MIT

package budget_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minehand/minehand/internal/budget"
)

var update = flag.Bool("update", false, "write the table of SECURITY.md")

// The marks around the table in the document.
const (
	tableBegin = "<!-- budgets: go test ./internal/budget -run Docs -update -->\n"
	tableEnd   = "<!-- end of budgets -->\n"
)

func TestDocsHaveTheTable(t *testing.T) {
	file := filepath.Join("..", "..", "SECURITY.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := strings.Cut(string(text), tableBegin)
	_, after, ends := strings.Cut(rest, tableEnd)
	if !begins || !ends {
		t.Fatalf("%s has no place for the table: write %q and %q there", file, tableBegin, tableEnd)
	}
	want := before + tableBegin + budget.Table() + tableEnd + after
	switch {
	case want == string(text):
	case *update:
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("the table of %s is not that of internal/budget: run go test ./internal/budget -run Docs -update", file)
	}
}

// TestEveryRowIsWhole names each cell that is missing.
func TestEveryRowIsWhole(t *testing.T) {
	names := map[string]bool{}
	for i, s := range budget.Sources() {
		r := s.Row()
		for cell, missing := range map[string]bool{
			"a name": r.Name == "", "a form": r.Form == "", "bytes": r.Bytes <= 0, "values": r.Values <= 0, "a fix": r.Fix == "",
			"a name of its own": names[r.Name], "a time or where it stands, not both": r.Time > 0 && r.When != "",
		} {
			if missing {
				t.Errorf("row %d (%s) of internal/budget/table.go lacks %s", i, r.Name, cell)
			}
		}
		names[r.Name] = true
	}
}

func TestWhatIsTooMuchIsRefused(t *testing.T) {
	lists := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, c := range []struct {
		name, text, want string
	}{
		{"at the depth", lists(64), ""},
		{"too deep", "{\n\"a\": " + lists(64) + "}", "line 2: the values lie more than 64 deep in one another; write them flatter"},
		{"never closed", strings.Repeat(`{"a":`, 50_000), "line 1: the values lie more than 64 deep"},
		{"brackets in a text", `["` + strings.Repeat(`[`, 9000) + `"]`, ""},
		{"brackets behind escaped quotes", `["\"` + strings.Repeat(`[`, 9000) + `\\",` + strings.Repeat(`1,`, 100) + `1]`, ""},
		{"too deep behind a text", `["\\",` + lists(64) + `]`, "line 1: the values lie more than 64 deep"},
		{"a text without an end", `["` + strings.Repeat(`[`, 9000), ""},
		{"many side by side", `[` + strings.Repeat(`{},`, 9000) + `{}]`, ""},
		{"too many", "[" + strings.Repeat("1,\n", 20_001) + "1]", "line 19999: there are more than 20000 values; ask for less at once"},
		{"commas in a text", `["` + strings.Repeat(`,`, 30_000) + `"]`, ""},
		{"too large", `"` + strings.Repeat("x", 256<<10) + `"`, "a call of the API has 262146 bytes; at most 262144 are read: ask for less at once"},
	} {
		var v any
		err := budget.Call.JSON([]byte(c.text), &v)
		switch {
		case c.want == "" && errors.Is(err, budget.ErrOver):
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (!errors.Is(err, budget.ErrOver) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		text := []byte(c.text)
		if got := testing.AllocsPerRun(10, func() { _ = budget.Call.Check(text) }); c.want == "" && got > 0 {
			t.Errorf("%s: the scan allocates %v times", c.name, got)
		}
	}
}

func TestAFileIsReadWithinItsBudget(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large")
	if err := os.WriteFile(large, make([]byte, budget.Config.Bytes()+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := budget.Config.ReadFile(large); !errors.Is(err, budget.ErrOver) || !strings.Contains(err.Error(), large) {
		t.Errorf("a large file: %v", err)
	}
	for _, name := range []string{dir, os.DevNull} {
		if _, err := budget.Config.ReadFile(name); err == nil || !strings.Contains(err.Error(), "no regular file") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := budget.Config.Read(bytes.NewReader(make([]byte, budget.Config.Bytes()+1))); !errors.Is(err, budget.ErrOver) {
		t.Errorf("a long stream: %v", err)
	}
}

// FuzzCheck: what passes is no deeper and no more than the row says, counted by the
// decoder; what is JSON within it passes.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{`{"a":[1,"]\\\""]}`, strings.Repeat("[", 70), `"\`, `{"a":"` + strings.Repeat("[{", 80) + `"}`, strings.Repeat("[", 65) + strings.Repeat("]", 65)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if !json.Valid(data) {
			_ = budget.Frame.Check(data)
			return
		}
		depth, deepest := 0, 0
		for d := json.NewDecoder(bytes.NewReader(data)); ; {
			token, err := d.Token()
			if err != nil {
				break
			}
			switch token {
			case json.Delim('{'), json.Delim('['):
				depth++
				deepest = max(deepest, depth)
			case json.Delim('}'), json.Delim(']'):
				depth--
			}
		}
		err := budget.Frame.Check(data)
		if (deepest > budget.Depth) != (err != nil && strings.Contains(err.Error(), "deep")) && len(data) < budget.Frame.Row().Values {
			t.Fatalf("%d deep: %v", deepest, err)
		}
	})
}

func BenchmarkScan(b *testing.B) {
	data := []byte(`[` + strings.Repeat(`{"name":"oak_log","count":12,"slot":3},`, 2000) + `{}]`)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if err := budget.Frame.Check(data); err != nil {
			b.Fatal(err)
		}
	}
}
