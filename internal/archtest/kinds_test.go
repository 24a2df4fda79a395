// SPDX-License-Identifier: MIT

package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
)

// kindRows are where every kind of action has a row: the cases of a switch or the
// members of a literal in a function of a file.
var kindRows = []struct{ room, file, function string }{
	{"planner/check (what it needs and brings)", "planner/check/check.go", "effect"},
	{"planner/model/reply (reading it)", "planner/model/reply/normalise.go", "subject"},
	{"sim (doing it)", "sim/do.go", "doing"},
}

// botLacks are the kinds that the bot does not do, with the reason. A kind that it
// does is not to stand here.
var botLacks = map[game.Kind]string{}

// botFile declares the bot's kinds, and cancelFile has a test for each.
const (
	botFile    = "bot/src/actions/index.ts"
	cancelFile = "bot/test/e2e/cancel.e2e.ts"
)

// TestEveryKindHasItsRows: what a kind of action lacks is named, room by room.
func TestEveryKindHasItsRows(t *testing.T) {
	for _, fault := range kindFaults(t, game.Catalogue()) {
		t.Error(fault)
	}
	faults := kindFaults(t, append(game.Catalogue(), game.KindInfo{Kind: "juggle"}))
	for _, room := range [...]string{"catalogue", "planner/check", "planner/model/reply", "sim", "conformance", "the bot", "cancel.e2e.ts"} {
		if !slices.ContainsFunc(faults, func(f string) bool {
			return strings.Contains(f, "juggle") && strings.Contains(f, room)
		}) {
			t.Errorf("a new kind without a row in %s is not told: %q", room, faults)
		}
	}
}

func kindFaults(t *testing.T, kinds []game.KindInfo) []string {
	t.Helper()
	root := filepath.Join("..", "..")
	var faults []string
	names := constantNames()
	bot := botKinds(t, root)
	cancelled, err := os.ReadFile(filepath.Join(root, cancelFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds {
		for _, word := range [...]struct{ name, is string }{{"past", k.Past}, {"doc", k.Doc}, {"complete", k.Complete}} {
			if word.is == "" {
				faults = append(faults, fmt.Sprintf("the kind %q lacks a word in the catalogue: %s", k.Kind, word.name))
			}
		}
		if k.Gathers && k.By == "" {
			faults = append(faults, fmt.Sprintf("the kind %q brings something and lacks the word for how in the catalogue: by", k.Kind))
		}
		why, lacks := botLacks[k.Kind]
		switch {
		case k.Local:
		case bot[k.Kind] && lacks:
			faults = append(faults, fmt.Sprintf("the bot does %q and still stands in the list of what it lacks (%s)", k.Kind, why))
		case !lacks && !regexp.MustCompile(`(?m)^  `+string(k.Kind)+`: \{`).Match(cancelled):
			faults = append(faults, fmt.Sprintf("the kind %q lacks a row in %s, which cancels each kind that the bot does", k.Kind, cancelFile))
		}
		switch {
		case k.Local:
		case !bot[k.Kind] && !lacks:
			faults = append(faults, fmt.Sprintf("the bot does not do %q: declare it in bot/, or write why not into botLacks", k.Kind))
		}
	}
	for _, row := range kindRows {
		have := kindsIn(t, filepath.Join(root, row.file), row.function)
		for _, k := range kinds {
			if !k.Local && !have[names[k.Kind]] {
				faults = append(faults, fmt.Sprintf("the kind %q lacks a row in %s: %s, %s", k.Kind, row.room, row.file, row.function))
			}
		}
	}
	cases := kindsOf(t, filepath.Join(root, "conformance"))
	for _, k := range kinds {
		if !k.Local && !cases[names[k.Kind]] {
			faults = append(faults, fmt.Sprintf("the kind %q lacks a case in conformance: no file of the room names it", k.Kind))
		}
	}
	return faults
}

// kindsOf are the constants game.X that the files of a folder name.
func kindsOf(t *testing.T, folder string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no files (%v): the test looks in the wrong place", folder, err)
	}
	have := map[string]bool{}
	for _, p := range files {
		if strings.HasSuffix(p, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		addNamed(file, have)
	}
	return have
}

// addNamed adds the names of game that a piece of code uses.
func addNamed(n ast.Node, have map[string]bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && identOf(s.X) == "game" {
			have[s.Sel.Name] = true
		}
		return true
	})
}

// kindless are the rooms that go by the traits of the catalogue: they name no kind
// of action.
var kindless = []string{"orchestrator", "modbridge", "ui", "missions", "llm", "frontend"}

// TestNoRoomAfterThePlanNamesAKind: what is to be known of a kind once it is planned
// is a trait of its row.
func TestNoRoomAfterThePlanNamesAKind(t *testing.T) {
	constants := map[string]bool{}
	for _, name := range constantNames() {
		constants[name] = true
	}
	files := 0
	for _, room := range kindless {
		err := filepath.WalkDir(filepath.Join("..", "..", room), func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && (d.Name() == "node_modules" || d.Name() == "bodytest") {
				return filepath.SkipDir
			}
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			files++
			for _, name := range kindsNamed(file, constants) {
				t.Errorf("%s names the kind %s: make what it asks a trait of the catalogue", path, name)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 80 {
		t.Fatalf("only %d files were read: the test looks in the wrong place", files)
	}
	src := "package x\nfunc f(a *game.Action) bool { return a.Kind == game.Chat }"
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := kindsNamed(file, constants); !slices.Equal(got, []string{"Chat"}) {
		t.Errorf("found %v", got)
	}
}

// kindsNamed are the constants of kinds that a file names.
func kindsNamed(file *ast.File, constants map[string]bool) []string {
	var names []string
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && identOf(s.X) == "game" && constants[s.Sel.Name] {
			names = append(names, s.Sel.Name)
		}
		return true
	})
	return names
}

// constantNames maps kinds to the names of their constants.
func constantNames() map[game.Kind]string {
	out := map[game.Kind]string{}
	for _, k := range game.Catalogue() {
		for word := range strings.SplitSeq(string(k.Kind), "_") {
			out[k.Kind] += game.Sentence(word)
		}
	}
	return out
}

// kindsIn are the constants game.X that a function of a file names.
func kindsIn(t *testing.T, file, function string) map[string]bool {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	found := false
	for _, decl := range parsed.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Name.Name != function {
			continue
		}
		found = true
		addNamed(f, have)
	}
	if !found {
		t.Fatalf("%s has no function %s: the test looks in the wrong place", file, function)
	}
	return have
}

// botTable is the bot's table of actions in its source, and the kinds in it.
var (
	botTable = regexp.MustCompile(`(?s)ACTIONS[^=]*= new Map\(Object\.entries\(\{(.*?)\}\)\)`)
	botName  = regexp.MustCompile(`[a-z_]+`)
)

// botKinds are the kinds that the bot declares in its source.
func botKinds(t *testing.T, root string) map[game.Kind]bool {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(root, botFile))
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[game.Kind]bool{}
	table := botTable.FindSubmatch(raw)
	if table == nil {
		t.Fatalf("%s has no table of actions: the test looks in the wrong place", botFile)
	}
	for _, name := range botName.FindAllString(string(table[1]), -1) {
		kinds[game.Kind(name)] = true
	}
	if len(kinds) < 10 {
		t.Fatalf("only %d kinds of the bot were read: the test looks in the wrong place", len(kinds))
	}
	return kinds
}

// TestOnlyItsRowsAwaitAKind: a switch that has a case for every kind and no default is
// one of kindRows, which the skeleton of a new kind fills in.
func TestOnlyItsRowsAwaitAKind(t *testing.T) {
	kinds := 0
	for _, k := range game.Catalogue() {
		if !k.Local {
			kinds++
		}
	}
	constants := map[string]bool{}
	for _, name := range constantNames() {
		constants[name] = true
	}
	var awaiting []string
	eachGoFile(t, func(rel, path string) error {
		if strings.HasSuffix(rel, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SwitchStmt); ok && len(casesOf(s, constants)) >= kinds {
				awaiting = append(awaiting, rel)
			}
			return true
		})
		return nil
	})
	if want := []string{kindRows[0].file, kindRows[1].file}; !slices.Equal(awaiting, want) {
		t.Errorf("a new kind of action needs a case in a switch of %v, and its skeleton writes those of %v: give the others a default", awaiting, want)
	}
}

// casesOf are the kinds that a switch without a default has cases for; none of one with it.
func casesOf(s *ast.SwitchStmt, constants map[string]bool) map[string]bool {
	have := map[string]bool{}
	for _, stmt := range s.Body.List {
		c, ok := stmt.(*ast.CaseClause)
		if !ok || c.List == nil {
			return nil
		}
		for _, e := range c.List {
			if sel, ok := e.(*ast.SelectorExpr); ok {
				e = sel.Sel
			}
			if name := identOf(e); constants[name] {
				have[name] = true
			}
		}
	}
	return have
}
