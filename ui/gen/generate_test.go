// SPDX-License-Identifier: MIT

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/view"
)

// callName is how calls are called: the base documents' way.
var callName = regexp.MustCompile(`^[a-z]+([-_][a-z]+)*$`)

// lacks names, for every call of a table, each place that it lacks something in.
// files are the generated files as they are in the tree, tests the text of all
// tests in Go.
func lacks(calls []ui.Call, files map[string]string, tests string) []string {
	var list []string
	seen := map[string]bool{}
	for _, c := range calls {
		add := func(what string) { list = append(list, c.Name+": "+what) }
		if seen[c.Name] {
			add("is in the table twice")
		}
		seen[c.Name] = true
		if !callName.MatchString(c.Name) {
			add("is no name of a call: use small words with hyphens between them")
			continue
		}
		if !strings.HasSuffix(c.Doc, ".") {
			add("has no sentence in the table that says what it does (ui/calls.go)")
		}
		for member, t := range map[string]reflect.Type{"params": c.Params, "result": c.Result} {
			for t != nil && t.Kind() == reflect.Slice {
				t = t.Elem()
			}
			if t == nil || t.Kind() != reflect.Struct || t.PkgPath() != module+"/ui/view" {
				add("has " + member + " that are no type of ui/view")
			}
		}
		for name, mark := range map[string]string{
			goFile: `"` + c.Name + `"`, tsFile: `"` + c.Name + `": {`, schemaFile: `"` + c.Name + `": {`, docFile: "### " + c.Name + "\n",
		} {
			if !strings.Contains(files[name], mark) {
				add("is not in " + name + ": run go generate ./ui")
			}
		}
		if !strings.Contains(tests, "."+pascal(c.Name)+"(") && !strings.Contains(tests, `"`+c.Name+`"`) && !strings.Contains(tests, `\"`+c.Name+`\"`) {
			add("is made by no test")
		}
	}
	slices.Sort(list)
	return list
}

// tree reads the generated files and the tests of ui and cmd.
func tree(t *testing.T) (files map[string]string, tests string) {
	t.Helper()
	root, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	files = map[string]string{}
	for _, name := range []string{goFile, tsFile, schemaFile, docFile} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(text)
	}
	var all strings.Builder
	for _, dir := range []string{"ui", "cmd"} {
		err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(p, "_test.go") || filepath.Dir(p) == filepath.Join("ui", "gen") {
				return err
			}
			text, err := os.ReadFile(p)
			all.Write(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files, all.String()
}

// What is made from the table is as it would be made now, and no call lacks
// anything.
func TestEveryCallIsComplete(t *testing.T) {
	files, tests := tree(t)
	for _, fault := range lacks(ui.Calls(), files, tests) {
		t.Error(fault)
	}
	made, err := generate(ui.Calls())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range made {
		if kept, err := os.ReadFile(name); err != nil || string(text) != string(kept) {
			t.Errorf("%s is not up to date: run go generate ./ui", name)
		}
	}
}

// A call that is added is named wherever it lacks something.
func TestAnAddedCallIsNamed(t *testing.T) {
	files, tests := tree(t)
	nothing := reflect.TypeFor[view.Nothing]()
	added := []ui.Call{
		{Name: "do-dance", Params: nothing, Result: reflect.TypeFor[struct{ Steps int }]()},
		{Name: "Do Dance", Doc: "dances.", Params: nothing, Result: nothing},
		{Name: "stop-task", Doc: "stops.", Params: nothing, Result: nothing},
	}
	want := []string{
		"Do Dance: is no name of a call: use small words with hyphens between them",
		"do-dance: has no sentence in the table that says what it does (ui/calls.go)",
		"do-dance: has result that are no type of ui/view",
		"do-dance: is made by no test",
		"do-dance: is not in docs/API.md: run go generate ./ui",
		"do-dance: is not in docs/api.schema.json: run go generate ./ui",
		"do-dance: is not in frontend/src/lib/gen/api.ts: run go generate ./ui",
		"do-dance: is not in ui/client/calls.go: run go generate ./ui",
		"stop-task: is in the table twice",
	}
	have := lacks(append(ui.Calls(), added...), files, tests)
	have = slices.DeleteFunc(have, func(s string) bool { return slices.Contains(lacks(ui.Calls(), files, tests), s) })
	if !slices.Equal(have, want) {
		t.Errorf("named:\n%s\nwant:\n%s", strings.Join(have, "\n"), strings.Join(want, "\n"))
	}
}

// Every kind of event has a member of Event, and every member a kind.
func TestEveryEventHasItsMember(t *testing.T) {
	have := map[string]bool{}
	head := []string{"type", "epoch", "seq", "at", "kind", "body", "taskId"}
	for f := range reflect.TypeFor[view.Event]().Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		have[name] = !slices.Contains(head, name)
	}
	for _, k := range view.EventKinds {
		if !have[k.Member] {
			t.Errorf("%s: Event has no member %q of its own", k.Kind, k.Member)
		}
		delete(have, k.Member)
	}
	for name, payload := range have {
		if payload {
			t.Errorf("the member %q of Event belongs to no kind", name)
		}
	}
}
