package missions_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/invopop/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/minehand/minehand/missions"
)

var update = flag.Bool("update", false, "write docs/mission.schema.json")

const schemaFile = "../docs/mission.schema.json"

// schemaOfTypes is the schema of what a file is read into: its settings with the
// comments of their fields, and the words of those that are one of some.
func schemaOfTypes(t *testing.T) []byte {
	t.Helper()
	r := &jsonschema.Reflector{
		Anonymous: true, FieldNameTag: "yaml", RequiredFromJSONSchemaTags: true,
		Mapper: func(typ reflect.Type) *jsonschema.Schema {
			switch typ {
			case reflect.TypeFor[missions.Bound]():
				return &jsonschema.Schema{
					Description: "a count: 3, >=3, <=3 or 2..5",
					AnyOf:       []*jsonschema.Schema{{Type: "integer", Minimum: "0"}, {Type: "string", Pattern: `^ *(>=|<=)? *[0-9]+ *$|^ *[0-9]+ *\.\. *[0-9]+ *$`}},
				}
			case reflect.TypeFor[time.Duration]():
				return &jsonschema.Schema{Type: "string", Pattern: `^([0-9.]+(ns|us|ms|s|m|h))+$`, Description: "a time with its unit: 8s, 1m30s"}
			}
			return nil
		},
	}
	if err := r.AddGoComments("github.com/minehand/minehand/missions", "./", jsonschema.WithFullComment()); err != nil {
		t.Fatal(err)
	}
	s := r.Reflect(&missions.Mission{})
	m := s.Definitions["Mission"]
	for setting, words := range missions.Choices() {
		group, name, _ := strings.Cut(setting, ".")
		def, ok := s.Definitions[map[string]string{"world": "World", "planner": "Planner", "server": "Server", "do": "Step", "expect": "Expect"}[group]]
		if !ok {
			t.Fatalf("the choice %s belongs to no group", setting)
		}
		field, ok := def.Properties.Get(name)
		if !ok {
			t.Fatalf("the choice %s is no setting", setting)
		}
		if field.Items != nil {
			field = field.Items
		}
		for _, w := range words {
			field.Enum = append(field.Enum, w)
		}
	}
	for _, d := range s.Definitions {
		d.Description = oneLine(d.Description)
		for p := d.Properties.Oldest(); p != nil; p = p.Next() {
			p.Value.Description = oneLine(p.Value.Description)
		}
	}
	version, _ := s.Definitions["World"].Properties.Get("version")
	version.Type, version.OneOf = "", []*jsonschema.Schema{{Type: "string"}, {Type: "number"}}
	whole := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), Required: []string{"name", "do"}, AdditionalProperties: jsonschema.FalseSchema}
	top := jsonschema.NewProperties()
	for p := m.Properties.Oldest(); p != nil; p = p.Next() {
		whole.Properties.Set(p.Key, p.Value)
		top.Set(p.Key, p.Value)
	}
	s.Definitions["Mission"] = whole
	top.Set("common", &jsonschema.Schema{Type: "object", Description: "what missions take in with <<: *name"})
	top.Set("missions", &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Ref: "#/$defs/Mission"}, Description: "the missions of a file that holds several"})
	s.Ref, s.Title, s.Type, s.Properties, s.AdditionalProperties = "", "A file of missions of Minehand (docs/MISSIONS.md)", "object", top, jsonschema.FalseSchema
	s.AnyOf = []*jsonschema.Schema{{Required: []string{"missions"}}, {Required: []string{"format", "name", "do"}}}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// TestSchemaIsThatOfTheTypes: docs/mission.schema.json has the settings, words and
// comments of the types that the loader reads into.
func TestSchemaIsThatOfTheTypes(t *testing.T) {
	made := schemaOfTypes(t)
	if *update {
		if err := os.WriteFile(schemaFile, made, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if kept, err := os.ReadFile(schemaFile); err != nil || !bytes.Equal(kept, made) {
		t.Errorf("docs/mission.schema.json is not up to date (%v): run go generate ./missions", err)
	}
}

func compiled(t *testing.T) *validator.Schema {
	t.Helper()
	s, err := validator.NewCompiler().Compile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// valid says what the schema has against a text.
func valid(t *testing.T, s *validator.Schema, text []byte) error {
	t.Helper()
	raw, err := yaml.YAMLToJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := validator.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(doc)
}

// TestSchemaTakesWhatTheLoaderTakes: every mission that is kept here.
func TestSchemaTakesWhatTheLoaderTakes(t *testing.T) {
	s := compiled(t)
	for _, pattern := range []string{"suite/*.yaml", "bench/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(err, files)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := valid(t, s, text); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}

// TestSchemaAndLoaderRefuseTheSame: each setting, given what it cannot be.
func TestSchemaAndLoaderRefuseTheSame(t *testing.T) {
	s := compiled(t)
	const good = "format: 1\nname: a\n"
	const rest = "\ndo: [{goal: get 1 dirt}]\nexpect: {verdict: complete}\n"
	for _, bad := range []string{
		"world: 3", "world: {seed: green}", "world: {body: v3}", "world: {wild: 2}", "world: {colour: red}", "world: {speed: fast}",
		"start: {inventory: [dirt]}", "start: {inventory: {dirt: many}}", "start: {at: {x: 1, why: 2}}",
		"planner: {mode: sideways}", "planner: {policy: pray}", "planner: {reader: maybe}", "planner: {assist: all}", "planner: {fallback: 3}",
		"planner: {approve: perhaps}", "planner: {temperature: warm}", "planner: {replies: 7}",
		"server: {allow: [fly]}", "server: {deny: mine}", "timings: {scale: slow}", "limits: {wall: 3}", "limits: {wall: long}", "limits: {tokens: few}",
		"faults: [{at: one, what: lose}]", "faults: {at: 1}", "milestones: {a: 1}", "tags: 3", "wrold: {seed: 1}",
	} {
		text := []byte(good + bad + rest)
		if _, err := missions.Parse(lenient{}, "m.yaml", text); err == nil {
			t.Errorf("the loader takes %s", bad)
		}
		if valid(t, s, text) == nil {
			t.Errorf("the schema takes %s", bad)
		}
	}
	for _, bad := range []string{
		"do: [{goal: x}]\nexpect: {verdict: fine}", "do: [{goal: x}]\nexpect: {actions: many}", "do: [{goal: x}]\nexpect: {never: [fly]}", "do: [{goal: x}]\nexpect: {was: [happy]}",
		"do: [{goal: x, verdict: fine}]\nexpect: {verdict: complete}", "do: [{gaol: x}]\nexpect: {verdict: complete}", "do: dance\nexpect: {verdict: complete}", "expect: {verdict: complete}",
	} {
		text := []byte(good + bad)
		if _, err := missions.Parse(lenient{}, "m.yaml", text); err == nil {
			t.Errorf("the loader takes %s", bad)
		}
		if valid(t, s, text) == nil {
			t.Errorf("the schema takes %s", bad)
		}
	}
}

// TestExamineFindsAll: where the loader stops at the first value, each is named
// with its line.
func TestExamineFindsAll(t *testing.T) {
	const text = `format: 1
missions:
  - name: a
    world: {seed: green}
    do: [{goal: x}]
    expect: {verdict: fine}
  - name: b
    plannre: {mode: hybrid}
    do: [{goal: x}]
  - do: [{goal: x}]
`
	_, err := missions.Examine(lenient{}, "m.yaml", []byte(text))
	var wrong missions.Mistakes
	if !errors.As(err, &wrong) {
		t.Fatal(err)
	}
	for i, want := range []string{"m.yaml:4: ", "m.yaml:6: ", "m.yaml:8: ", "m.yaml:10: "} {
		if i >= len(wrong) || !strings.HasPrefix(wrong[i].Error(), want) {
			t.Fatalf("mistake %d is not at %s:\n%v", i+1, want, err)
		}
	}
	for _, part := range []string{`none of complete, unverified`, "there is no such setting", "it lacks name"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("nothing says %q:\n%v", part, err)
		}
	}
	if list, err := missions.Examine(lenient{}, "m.yaml", []byte("format: 1\nname: a\ndo: [{goal: x}]\nexpect: {verdict: complete}\n")); err != nil || len(list) != 1 {
		t.Errorf("a good one: %v", err)
	}
}
