// SPDX-License-Identifier: MIT

package settings

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/invopop/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm/program"
	"github.com/minehand/minehand/llm/providers"
)

var update = flag.Bool("update", false, "write the tables of docs/SETTINGS.md and docs/PROVIDERS.md, and docs/config.schema.json")

const (
	docsFolder  = "../../../../docs/"
	settingsMD  = docsFolder + "SETTINGS.md"
	providersMD = docsFolder + "PROVIDERS.md"
	schemaFile  = docsFolder + "config.schema.json"
	regenerate  = "go test ./cmd/internal/app/settings -run Docs -update"
)

// The table stands between these lines of docs/SETTINGS.md.
const (
	tableBegins = "<!-- made from the table of settings: " + regenerate + " -->\n"
	tableEnds   = "<!-- end of the table -->\n"
)

// documented is the table as docs/SETTINGS.md has it.
func documented() string {
	var b strings.Builder
	b.WriteString("| setting | default | what fits | what it is for |\n|---|---|---|---|\n")
	for _, r := range Table() {
		otherwise := r.otherwise()
		if r.Default != nil {
			otherwise = "`" + otherwise + "`"
		}
		mark := map[Changes]string{FromPage: " ◆", FromFile: " ◇"}[r.Changes]
		sentence := r.Sentence
		if r.Page != nil && r.Page.Label != "" {
			sentence = "*" + r.Page.Label + "*: " + strings.ToLower(sentence[:1]) + sentence[1:]
		}
		fmt.Fprintf(&b, "| `%s`%s | %s | %s | %s |\n", r.Key, mark, otherwise, r.takes(), sentence)
	}
	return b.String()
}

// TestDocs: docs/SETTINGS.md has the table, and docs/config.schema.json its schema.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile(settingsMD)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(text), tableBegins)
	kept, tail, ends := strings.Cut(rest, tableEnds)
	if !found || !ends {
		t.Fatalf("docs/SETTINGS.md lacks the lines %q and %q around its table", tableBegins, tableEnds)
	}
	schema := schemaOfTable(t)
	providersPage(t)
	if *update {
		whole := head + tableBegins + "\n" + documented() + "\n" + tableEnds + tail
		if err := os.WriteFile(settingsMD, []byte(whole), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(schemaFile, schema, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if kept != "\n"+documented()+"\n" {
		t.Errorf("docs/SETTINGS.md is not up to date: run %s", regenerate)
	}
	if had, err := os.ReadFile(schemaFile); err != nil || !bytes.Equal(had, schema) {
		t.Errorf("docs/config.schema.json is not up to date (%v): run %s", err, regenerate)
	}
}

// providersPage holds the tables of docs/PROVIDERS.md against the settings of providers, whose
// comments they are, or writes them.
func providersPage(t *testing.T) {
	t.Helper()
	r := withComments(t)
	text, err := os.ReadFile(providersMD)
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	program := propertiesOf(r, &providers.Program{})
	page = putSettings(t, page, "an entry", propertiesOf(r, &providers.Entry{}), nil)
	page = putSettings(t, page, "programs", program, nil)
	for _, typ := range providers.Types() {
		shared := program
		if !typ.Can.Process {
			shared = nil
		}
		page = putSettings(t, page, typ.Name, propertiesOf(r, (&providers.Entry{Type: typ.Name}).Choose("config")), shared)
	}
	if *update {
		if err := os.WriteFile(providersMD, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if page != string(text) {
		t.Errorf("docs/PROVIDERS.md is not up to date: run %s", regenerate)
	}
}

// propertiesOf are the settings of a type in their order, each with its comment.
func propertiesOf(r *jsonschema.Reflector, of any) (list [][2]string) {
	s := r.Reflect(of)
	d := s.Definitions[strings.TrimPrefix(s.Ref, "#/$defs/")]
	plainWords(d)
	for p := d.Properties.Oldest(); p != nil; p = p.Next() {
		list = append(list, [2]string{p.Key, p.Value.Description})
	}
	return list
}

// putSettings puts the table of some settings between its lines of the page, without those that
// are shared with others and stand in a table of their own.
func putSettings(t *testing.T, page, of string, list, shared [][2]string) string {
	t.Helper()
	begins := "<!-- settings of " + of + " -->\n"
	head, rest, found := strings.Cut(page, begins)
	_, tail, ends := strings.Cut(rest, "<!-- end -->\n")
	if !found || !ends {
		t.Errorf("docs/PROVIDERS.md lacks the lines %q and \"<!-- end -->\" around the settings of %s", strings.TrimSpace(begins), of)
		return page
	}
	var b strings.Builder
	b.WriteString("| setting | meaning |\n|---|---|\n")
	for _, row := range list {
		if slices.Contains(shared, row) {
			continue
		}
		if row[1] == "" {
			t.Errorf("the setting %s of %s has no comment: write one as `// Field: meaning.`", row[0], of)
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", row[0], row[1])
	}
	return head + begins + "\n" + b.String() + "\n<!-- end -->\n" + tail
}

// fieldName begins the comment of a setting, which goes on with what it means.
var fieldName = regexp.MustCompile(`^[A-Z][A-Za-z]*: `)

// plainWords makes descriptions of comments: one line, of a setting without its name in Go and
// the full stop.
func plainWords(d *jsonschema.Schema) {
	d.Description = strings.Join(strings.Fields(d.Description), " ")
	for p := d.Properties.Oldest(); p != nil; p = p.Next() {
		words := strings.Join(strings.Fields(p.Value.Description), " ")
		if named := fieldName.FindString(words); named != "" {
			words = strings.TrimSuffix(words[len(named):], ".")
		}
		p.Value.Description = words
	}
}

// schemaOfTable is the schema of a config file: its form from the types that it is read
// into, everything else from the rows; of providers, the comments of their fields.
func schemaOfTable(t *testing.T) []byte {
	t.Helper()
	r := withComments(t)
	s := r.Reflect(&Config{})
	typeSchemas(t, r, s)
	for _, row := range Table() {
		p := s.Definitions["Config"]
		var at *jsonschema.Schema
		for key := range strings.SplitSeq(row.Key, ".") {
			name, isList := strings.CutSuffix(key, "[]")
			var ok bool
			if at, ok = p.Properties.Get(name); !ok {
				t.Fatalf("the schema has no %s", row.Key)
			}
			ref := at.Ref
			if isList {
				ref = at.Items.Ref
			}
			if ref != "" {
				p = s.Definitions[strings.TrimPrefix(ref, "#/$defs/")]
			}
		}
		if row.Unset == required {
			p.Required = append(p.Required, row.Key[strings.LastIndex(row.Key, ".")+1:])
		}
		describe(row, at)
	}
	for _, d := range s.Definitions {
		plainWords(d)
	}
	s.Title = "The config file of Minehand (docs/SETTINGS.md)"
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// withComments makes schemas of Go's types, with the comments of providers' settings.
func withComments(t *testing.T) *jsonschema.Reflector {
	t.Helper()
	r := &jsonschema.Reflector{
		Anonymous: true, FieldNameTag: "yaml", RequiredFromJSONSchemaTags: true,
		Mapper: func(typ reflect.Type) *jsonschema.Schema {
			switch typ {
			case reflect.TypeFor[time.Duration]():
				return &jsonschema.Schema{Type: "string", Pattern: `^([0-9.]+(ns|us|ms|s|m|h))+$`}
			case reflect.TypeFor[game.Kind]():
				kinds := &jsonschema.Schema{Type: "string"}
				for _, k := range game.Catalogue() {
					kinds.Enum = append(kinds.Enum, k.Kind)
				}
				return kinds
			case reflect.TypeFor[program.Words]():
				return &jsonschema.Schema{OneOf: []*jsonschema.Schema{
					{Type: "string"}, {Type: "array", Items: &jsonschema.Schema{Type: "string"}},
				}}
			}
			return nil
		},
	}
	t.Chdir("../../../..") // comments are found by paths from the root
	for _, room := range []string{"./llm/providers", "./llm/program", "./llm/openai"} {
		if err := r.AddGoComments("github.com/minehand/minehand", room, jsonschema.WithFullComment()); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir("cmd/internal/app/settings")
	return r
}

// typeSchemas adds the settings of each type of provider, which its entry's type chooses.
func typeSchemas(t *testing.T, r *jsonschema.Reflector, s *jsonschema.Schema) {
	t.Helper()
	entry := s.Definitions["Entry"]
	name, ok := entry.Properties.Get("type")
	if !ok {
		t.Fatal("the schema has no type of a provider")
	}
	for _, typ := range providers.Types() {
		name.Enum = append(name.Enum, typ.Name)
		one := r.Reflect((&providers.Entry{Type: typ.Name}).Choose("config"))
		for of, d := range one.Definitions {
			s.Definitions[of] = d
		}
		when, then := jsonschema.NewProperties(), jsonschema.NewProperties()
		when.Set("type", &jsonschema.Schema{Const: typ.Name})
		then.Set("config", &jsonschema.Schema{Ref: one.Ref, Description: typ.About})
		entry.AllOf = append(entry.AllOf, &jsonschema.Schema{
			If: &jsonschema.Schema{Properties: when}, Then: &jsonschema.Schema{Properties: then},
		})
	}
}

// link of Markdown: its words, and where it leads.
var link = regexp.MustCompile(`\[([^]]*)\]\([^)]*\)`)

// describe puts what a row says of its setting into the schema.
func describe(r Row, s *jsonschema.Schema) {
	s.Description = link.ReplaceAllString(r.Sentence, "$1") + "."
	if takes := link.ReplaceAllString(r.takes(), "$1"); r.Values == nil && takes != "" {
		s.Description += " Takes " + takes + "."
	}
	switch {
	case r.Unset == required:
	case r.Default != nil:
		s.Default = plain(r.Default)
	default:
		s.Description += " Default: " + r.Unset + "."
	}
	for _, v := range r.Values {
		s.Enum = append(s.Enum, v)
	}
	if b := r.Bounds; b != nil && s.Type != "string" {
		s.Minimum = json.Number(fmt.Sprint(b.Least))
		if !math.IsInf(b.Most, 1) {
			s.Maximum = json.Number(fmt.Sprint(b.Most))
		}
	}
	if r.Key == "minecraft.version" { // 1.20 is read as it is written
		s.Type, s.OneOf = "", []*jsonschema.Schema{{Type: "string"}, {Type: "number"}}
	}
}

// compiled is the schema of docs/config.schema.json.
func compiled(t *testing.T) *validator.Schema {
	t.Helper()
	s, err := validator.NewCompiler().Compile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestTheSchemaFits: it takes every example of a config file and what the reader
// takes, and refuses what the reader refuses for its form, words or bounds.
func TestTheSchemaFits(t *testing.T) {
	s := compiled(t)
	valid := func(text string) error {
		var v any
		if err := yaml.Load([]byte(text), &v); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		return s.Validate(v)
	}
	examples, err := filepath.Glob(docsFolder + "examples/providers/*.yaml")
	if err != nil || len(examples) < 9 {
		t.Fatalf("%d examples, %v", len(examples), err)
	}
	for _, file := range examples {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := valid(string(text)); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	for _, r := range Table() {
		if r.entry() || r.Default == nil {
			continue
		}
		if text := nested(r.Key, written(r.Default)); valid(text) != nil {
			t.Errorf("the default of %s is refused: %v", r.Key, valid(text))
		}
	}
	for _, text := range []string{everySetting, "minecraft: {version: 1.20}", "limits: {wall_time: 1h30m, health: 0}"} {
		if err := valid(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{
		"prot: 1", "port: 99999", "port: abc", "planner: {mode: middle}", "actions: {deny: [fly]}", "limits: {deaths: 0}",
		"limits: {wall_time: 5}",
		"limits: {health: 99}", "timings: {scale: 2}", "protect: [{x: 1, y: 2, z: 3}]", "protect: [{name: mill, x: 1, y: 2, z: 3, size: 4}]",
		"providers: [{name: x, type: cloud}]", "providers: [{name: x, type: openai, config: {path: x}}]", "journal: {text: maybe}",
	} {
		if _, err := Parse([]byte(text)); err == nil || valid(text) == nil {
			t.Errorf("%s: the reader says %v, the schema %v", text, err, valid(text))
		}
	}
}

// nested is a document with one setting.
func nested(key, value string) string {
	if group, inner, ok := strings.Cut(key, "."); ok {
		return group + ": {" + inner + ": " + value + "}"
	}
	return key + ": " + value
}
