// SPDX-License-Identifier: MIT

package settings

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/orchestrator"
)

const here = "cmd/internal/app/settings/table.go"

// lacks names the cells that a table still lacks, for fields of these keys, of which
// the code reads those in used.
func lacks(table []Row, keys []string, used map[string]bool) []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, here+": "+fmt.Sprintf(format, args...)) }
	for _, key := range keys {
		if !slices.ContainsFunc(table, func(r Row) bool { return r.Key == key }) {
			say("%s is a field without a row in Table", key)
		}
	}
	seen := map[string]bool{}
	for _, r := range table {
		if seen[r.Key] {
			say("%s has two rows", r.Key)
		}
		seen[r.Key] = true
		typ := r.typeOf()
		if typ == nil {
			say("%s is a row without a field of that yaml tag", r.Key)
			continue
		}
		if r.Sentence == "" || strings.HasSuffix(r.Sentence, ".") || strings.ToUpper(r.Sentence[:1]) != r.Sentence[:1] {
			say("%s needs a Sentence for people, with a capital and without a full stop, not %q", r.Key, r.Sentence)
		}
		if (r.Default == nil) == (r.Unset == "") {
			say("%s needs either its Default or, in words, what holds when it is Unset", r.Key)
		}
		if r.Default != nil && !reflect.TypeOf(r.Default).ConvertibleTo(typ) {
			say("%s has a Default of type %T, and a field of type %s", r.Key, r.Default, typ)
		}
		if r.takes() == "" {
			say("%s does not say what it Takes", r.Key)
		}
		checks := 0
		for _, one := range []bool{
			r.Values != nil, r.Bounds != nil, r.Check != nil, r.Any, typ.Kind() == reflect.Bool, r.entry() && r.Bounds == nil,
		} {
			if one {
				checks++
			}
		}
		if checks != 1 {
			say("%s has %d checks: give it one of Values, Bounds and Check, or Any if nothing of its type is wrong", r.Key, checks)
		}
		if r.Page != nil {
			if r.Changes != FromPage {
				say("%s is on the page, which may not change it: give it Changes FromPage", r.Key)
			}
			if r.Page.Group == "" || r.Page.Label == "" && len(r.Page.Switches) == 0 {
				say("%s needs a Group and a Label for the page", r.Key)
			}
			if len(r.Page.Options) == 0 && typ.Kind() != reflect.Bool && typ.Kind() != reflect.Slice {
				say("%s needs Options for the page to offer", r.Key)
			}
			for _, o := range r.Page.Options {
				if !reflect.TypeOf(o.Value).ConvertibleTo(typ) {
					say("%s offers %v on the page, which is no %s", r.Key, o.Value, typ)
				}
			}
		}
		if !used[r.Key] {
			say("%s is read nowhere in cmd: use it where cmd/internal/app joins the rooms", r.Key)
		}
	}
	return out
}

// keysIn are the keys of the settings in a type, with the names of their fields.
func keysIn(t reflect.Type, group string) map[string]string {
	keys := map[string]string{}
	add := func(key string, inner reflect.Type) {
		for k, name := range keysIn(inner, key+".") {
			keys[k] = name
		}
	}
	for i := range t.NumField() {
		f := t.Field(i)
		key := group + f.Tag.Get("yaml")
		switch {
		case key == group:
		case f.Type.Kind() == reflect.Struct:
			add(key, f.Type)
		default:
			keys[key] = f.Name
			// Providers have a table of their own.
			if f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct && f.Type.Elem().PkgPath() == t.PkgPath() {
				add(key+"[]", f.Type.Elem())
			}
		}
	}
	return keys
}

// readIn are the names of the members that the code of cmd reads, but for its tests
// and the table itself.
func readIn(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	err := filepath.WalkDir("../../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, src, 0)
		if err != nil {
			return err
		}
		// In check.go a setting is only checked.
		if slices.Contains([]string{"table.go", "check.go"}, filepath.Base(path)) && file.Name.Name == "settings" {
			return nil
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				names[s.Sel.Name] = true
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	// Entries joins both lists of providers for the router.
	names["Providers"], names["CommandProviders"] = true, true
	return names
}

func TestEverySettingIsWhole(t *testing.T) {
	fields, read := keysIn(reflect.TypeFor[Config](), ""), readIn(t)
	var keys []string
	used := map[string]bool{}
	for key, name := range fields {
		keys = append(keys, key)
		used[key] = read[name]
	}
	slices.Sort(keys)
	for _, fault := range lacks(Table(), keys, used) {
		t.Error(fault)
	}
}

// The rule about rules: whatever a row lacks is named.
func TestASettingThatLacksSomethingIsNamed(t *testing.T) {
	got := strings.Join(lacks([]Row{
		{Key: "port", Sentence: "ends.", Default: "x", Page: &Control{Options: options("a", "b")}},
		{Key: "data_dir", Page: &Control{}}, {Key: "ghost"}, {Key: "limits.deaths", Bounds: atLeast(1), Any: true}, {Key: "port"},
	}, []string{"port", "programs"}, map[string]bool{"limits.deaths": true}), "\n")
	for _, want := range []string{
		"programs is a field without a row", "data_dir needs Options for the page", "ghost is a row without a field", "port has two rows", "port needs a Sentence", `not "ends."`,
		"port has a Default of type string, and a field of type int", "port does not say what it Takes", "port has 0 checks",
		"limits.deaths has 2 checks", "limits.deaths needs either its Default", "port is on the page, which may not change it",
		"port needs a Group and a Label", "port offers a on the page", "port is read nowhere",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

// TestEveryCheckRefuses: whatever is outside bounds or is not among the values, and
// the faults of TestConfigFaultsAreSentences for each other check.
func TestEveryCheckRefuses(t *testing.T) {
	refused := func(key, value, names string) {
		var fault *Error
		_, err := Parse([]byte(nested(key, value)))
		if !errors.As(err, &fault) || fault.Setting != key || !strings.Contains(err.Error(), names) {
			t.Errorf("%s: %s is answered with %v", key, value, err)
		}
	}
	for _, r := range Table() {
		b, unit := r.Bounds, ""
		switch {
		case r.entry():
		case b != nil:
			if r.typeOf() == reflect.TypeFor[time.Duration]() {
				unit = "s"
			}
			refused(r.Key, fmt.Sprintf("%v%s", b.Least-1, unit), "use "+r.Takes)
			if b.Above {
				refused(r.Key, fmt.Sprintf("%v%s", b.Least, unit), "use "+r.Takes)
			}
			if !math.IsInf(b.Most, 1) {
				refused(r.Key, fmt.Sprintf("%v%s", b.Most+1, unit), "use "+r.Takes)
			}
		case r.Values != nil:
			refused(r.Key, "pigeon", strings.Join(r.Values, ", "))
		case r.Check != nil:
			if !slices.ContainsFunc(faultyConfigs, func(f faulty) bool { return strings.Contains(f.want, r.Key) }) {
				t.Errorf("settings_test.go: no case of faultyConfigs is about %s: add a value that its check refuses, with the sentence", r.Key)
			}
		}
	}
}

// TestDefaultsAreTheRooms: what the table calls a default is what the rooms do.
func TestDefaultsAreTheRooms(t *testing.T) {
	var c Config
	limits := orchestrator.Limits{}.WithDefaults()
	zone := Zone{}.zone()
	for key, want := range map[string]any{
		"limits.deaths": limits.Deaths, "limits.wall_time": limits.WallTime, "limits.health": limits.Health, "limits.new_tool": limits.NewTool,
		"protect[].dimension": zone.Dimension, "protect[].radius": zone.Radius, "timings.scale": c.Scale(),
	} {
		i := slices.IndexFunc(Table(), func(r Row) bool { return r.Key == key })
		if i < 0 || Table()[i].Default != want {
			t.Errorf("the room's default of %s is %v", key, want)
		}
	}
}
