// SPDX-License-Identifier: MIT

package archtest

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// The bounds of how the code without tests is shaped. They are as they stand or better, and
// only go down.
const (
	// wide is the longest line, in characters; longMost is how many longer ones are left.
	wide     = 140
	longMost = 80
	// meanMost is the mean cyclomatic complexity of a function.
	meanMost = 4.70
	// branched is the complexity that few functions exceed, branchedMost the share of
	// those, tangled the one that none should and tangledMost how many do; worst is the
	// highest there is.
	branched     = 15
	branchedMost = 0.04
	tangled      = 25
	tangledMost  = 0
	worst        = 25
)

// function is one with its cyclomatic complexity.
type function struct {
	name  string
	paths int
}

// TestTheCodeKeepsItsShape: no more long lines and tangled functions than there were.
func TestTheCodeKeepsItsShape(t *testing.T) {
	var list []function
	long := 0
	eachGoFile(t, func(rel, path string) error {
		if strings.HasSuffix(rel, "_test.go") {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for line := range bytes.Lines(src) {
			if utf8.RuneCount(bytes.TrimRight(line, "\n")) > wide {
				long++
			}
		}
		more, err := functions(rel, src)
		list = append(list, more...)
		return err
	})
	total, many, over := 0, 0, 0
	slices.SortStableFunc(list, func(a, b function) int { return cmp.Compare(b.paths, a.paths) })
	for _, f := range list {
		total += f.paths
		if f.paths > branched {
			many++
		}
		if f.paths > tangled {
			over++
		}
	}
	mean, share := float64(total)/float64(len(list)), float64(many)/float64(len(list))
	t.Logf("%d functions: mean %.2f, %d (%.1f %%) above %d, %d above %d; %d long lines", len(list), mean, many, 100*share, branched, over, tangled, long)
	switch {
	case len(list) < 1000:
		t.Fatalf("only %d functions were read: the test looks in the wrong place", len(list))
	case long > longMost:
		t.Errorf("%d lines have more than %d characters; at most %d may be left: wrap the new ones", long, wide, longMost)
	}
	if mean > meanMost || share > branchedMost || over > tangledMost || list[0].paths > worst {
		t.Errorf("the mean complexity is %.2f, of at most %.2f; %.1f %% are above %d, of at most %.1f %%; %d above %d, of at most %d; and the highest is %d, of at most %d. Split what is new of %v",
			mean, meanMost, 100*share, branched, 100*branchedMost, over, tangled, tangledMost, list[0].paths, worst, list[:over])
	}
}

// functions are those of a file.
func functions(file string, src []byte) ([]function, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var list []function
	for _, decl := range parsed.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && f.Body != nil {
			list = append(list, function{fmt.Sprintf("%s: %s", file, f.Name.Name), paths(f.Body)})
		}
	}
	return list, nil
}

// paths is the cyclomatic complexity of a function, with that of the functions within it:
// one, and one more for each branch, case, loop, && and ||.
func paths(body *ast.BlockStmt) int {
	n := 1
	ast.Inspect(body, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if node.List != nil {
				n++
			}
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}

// The rule about rules: what counts as a path.
func TestWhatCountsAsAPath(t *testing.T) {
	for src, want := range map[string]int{
		"":                                       1,
		"if a && (b || c) {} else if d {}":       5,
		"for range x { for i := 0; ; i++ {} }":   3,
		"switch { case a: case b, c: default: }": 3,
		"select { case <-a: default: }":          2,
		"f(func() bool { return a || b })":       2,
	} {
		list, err := functions("x.go", []byte("package x\nfunc f() {"+src+"}\nvar v = 1"))
		if err != nil || len(list) != 1 || list[0] != (function{"x.go: f", want}) {
			t.Errorf("%s: %v, %v; want %d", src, list, err, want)
		}
	}
}
