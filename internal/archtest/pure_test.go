// SPDX-License-Identifier: MIT

package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// pure are the rooms that decide and carry nothing out.
var pure = []string{"game", "game/ledger", "orchestrator/task"}

// impure are the packages that a pure room does without, and what it may not
// call of time.
var (
	impure  = []string{"sync", "sync/atomic", "context", "os", "net", "net/http", "math/rand", "math/rand/v2", "crypto/rand", "log/slog", "database/sql"}
	clocked = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}
)

// TestPureRoomsReadNoClockAndStartNothing: what they decide is the same whenever
// it is decided again.
func TestPureRoomsReadNoClockAndStartNothing(t *testing.T) {
	files := 0
	for _, room := range pure {
		paths, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(room), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range paths {
			if strings.HasSuffix(p, "_test.go") {
				continue
			}
			files++
			file, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, fault := range impurities(file) {
				t.Errorf("%s: %s", p, fault)
			}
		}
	}
	if files < 10 {
		t.Fatalf("only %d files were read: the test looks in the wrong place", files)
	}
}

// impurities are what a file of a pure room may not do.
func impurities(file *ast.File) []string {
	var faults []string
	for _, i := range file.Imports {
		if path := strings.Trim(i.Path.Value, `"`); slices.Contains(impure, path) || strings.HasSuffix(path, "/journal") {
			faults = append(faults, "imports "+path)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			faults = append(faults, "starts a goroutine")
		case *ast.SelectorExpr:
			if pkg, ok := n.X.(*ast.Ident); ok && pkg.Name == "time" && slices.Contains(clocked, n.Sel.Name) {
				faults = append(faults, "uses time."+n.Sel.Name)
			}
		}
		return true
	})
	return faults
}

func TestImpuritiesAreFound(t *testing.T) {
	src := `package x
import ("sync"; "time"; "example.com/journal")
func f() { go f(); _ = time.Now() }`
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := impurities(file); len(got) != 4 {
		t.Errorf("found %v", got)
	}
}

// TestNoRegularExpressionIsCompiledAtTheStart: those of packages are of internal/pattern, and each start pays for those alone that it
// uses. Programs for measuring and building are none that a player starts.
func TestNoRegularExpressionIsCompiledAtTheStart(t *testing.T) {
	lazy := 0
	eachGoFile(t, func(rel, p string) error {
		if strings.HasSuffix(rel, "_test.go") || within(rel, "build") || within(rel, "cmd/internal/qa") || within(rel, "game/data/gen") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			if variables, ok := decl.(*ast.GenDecl); !ok || variables.Tok != token.VAR {
				continue
			}
			ast.Inspect(decl, func(n ast.Node) bool {
				if of, ok := n.(*ast.SelectorExpr); ok && of.Sel.Name == "Of" && isNamed(of.X, "pattern") {
					lazy++
				} else if ok && of.Sel.Name == "MustCompile" {
					t.Errorf("%s: a regular expression is compiled at each start; write pattern.Of", rel)
				}
				_, later := n.(*ast.FuncLit)
				return !later
			})
		}
		return nil
	})
	if lazy < 50 {
		t.Errorf("only %d of internal/pattern were found: the test looks in the wrong place", lazy)
	}
}

// isNamed reports whether an expression is just a name.
func isNamed(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}
