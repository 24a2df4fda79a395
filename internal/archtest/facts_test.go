// SPDX-License-Identifier: MIT

package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/minehand/minehand/game/data"
)

// mostNamed is how many items, blocks and mobs one literal, switch or comparison
// may name: more is a list, and a list is a fact of the tables.
const mostNamed = 2

// ownLists are the rooms and files that may list things, with the reason.
var ownLists = []struct{ path, why string }{
	{"game/data/gen/", "makes the tables"},
	{"game/count.go", "English: words whose plural is their own, and others like them"},
	{"game/landmark.go", "game knows no tables: what of a world is remembered"},
	{"conformance/", "asks a body about things that every version has, without tables"},
	{"sim/", "a world of its own: what it is made of, and how things behave in it"},
}

// TestListsOfThingsAreFactsOfTheTables: who needs a list of items, blocks or mobs
// asks game/data for it.
func TestListsOfThingsAreFactsOfTheTables(t *testing.T) {
	things := namesOfThings(t)
	used := map[string]bool{}
	files := 0
	eachGoFile(t, func(_, p string) error {
		if strings.HasSuffix(p, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files++
		lists := listsOfThings(file, things)
		own := slices.IndexFunc(ownLists, func(o struct{ path, why string }) bool { return strings.Contains(filepath.ToSlash(p), o.path) })
		if own >= 0 {
			used[ownLists[own].path] = used[ownLists[own].path] || len(lists) > 0
			return nil
		}
		for _, list := range lists {
			t.Errorf("%s lists %s: make it a fact of game/data/facts.json", p, strings.Join(list, ", "))
		}
		return nil
	})
	for _, o := range ownLists {
		if !used[o.path] {
			t.Errorf("%s lists nothing any more: take it out of ownLists", o.path)
		}
	}
	if files < 200 {
		t.Fatalf("only %d files were read: the test looks in the wrong place", files)
	}
}

// namesOfThings are the ids of all versions.
func namesOfThings(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, version := range data.Tables() {
		v, err := data.Load(version)
		if err != nil {
			t.Fatal(err)
		}
		for _, it := range v.Items() {
			names[it.Name] = true
		}
		for _, b := range v.Blocks() {
			names[b.Name] = true
		}
		for _, m := range v.Mobs() {
			names[m.Name] = true
		}
	}
	return names
}

// listsOfThings are the literals, switches and comparisons of a file that name
// more things than mostNamed.
func listsOfThings(file *ast.File, things map[string]bool) [][]string {
	var lists [][]string
	ast.Inspect(file, func(n ast.Node) bool {
		var of []string
		switch n := n.(type) {
		case *ast.CompositeLit:
			of = named(n, things)
		case *ast.SwitchStmt:
			for _, s := range n.Body.List {
				if c, ok := s.(*ast.CaseClause); ok {
					for _, e := range c.List {
						of = append(of, named(e, things)...)
					}
				}
			}
		case *ast.BinaryExpr:
			of = named(n, things)
		default:
			return true
		}
		slices.Sort(of)
		if of = slices.Compact(of); len(of) <= mostNamed {
			return true
		}
		lists = append(lists, of)
		return false
	})
	return lists
}

// named are the things that a piece of code names.
func named(n ast.Node, things map[string]bool) []string {
	var out []string
	ast.Inspect(n, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			if s, err := strconv.Unquote(l.Value); err == nil && things[s] {
				out = append(out, s)
			}
		}
		return true
	})
	return out
}

func TestListsOfThingsAreFound(t *testing.T) {
	things := map[string]bool{"cod": true, "salmon": true, "pufferfish": true}
	for src, want := range map[string]int{
		`var a = []string{"cod", "salmon", "pufferfish"}`:                                   1,
		`var a = map[string]int{"cod": 1, "salmon": 2, "pufferfish": 3}`:                    1,
		`var a = []struct{ a, b string }{{"cod", "salmon"}, {"cod", "pufferfish"}}`:         1,
		`func f(s string) { switch s { case "cod": case "salmon", "pufferfish": } }`:        1,
		`func f(s string) bool { return s == "cod" || s == "salmon" || s == "pufferfish" }`: 1,
		`var a = []string{"cod", "salmon", "trout"}`:                                        0,
		`var a, b = []string{"cod", "salmon"}, "pufferfish"`:                                0,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n"+src, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := listsOfThings(file, things); len(got) != want {
			t.Errorf("%s: found %v", src, got)
		}
	}
}
