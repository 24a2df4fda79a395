// SPDX-License-Identifier: MIT

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

	"github.com/invopop/jsonschema"
	validator "github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

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
	var v any
	err := yaml.Load(text, &v)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(v)
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

// TestAllMistakesAreFound: each is named once with its line and the fix, whatever
// else is wrong in the file.
func TestAllMistakesAreFound(t *testing.T) {
	const text = `format: 1
common: &common
  limits: {wall: fast}
  world: {body: v3}
missions:
  - name: My First
    <<: *common
    do: [{goal: x}, {gaol: y}]
    expect: {verdict: fine, actions: lots}
  - name: b
    <<: *common
    plannre: {mode: hybrid}
    start: {inventory: {dirt: two}}
    do: [{command: stop}]
    faults:
      - {at: 1, what: lose, for: 3}
    expect:
      actions: 1
      actions: 2
      inventory: {dirt: 5..2}
  - do: dance
`
	_, err := missions.Parse(lenient{}, "m.yaml", []byte(text))
	var wrong missions.Mistakes
	if !errors.As(err, &wrong) {
		t.Fatal(err)
	}
	want := []string{
		`m.yaml:3: common.limits.wall must be a time with its unit`,
		`m.yaml:4: world.body: "v3" is none of v2`,
		`m.yaml:6: name: "My First" is no name`,
		`m.yaml:8: there is no setting "gaol" here`,
		`m.yaml:9: expect.verdict: "fine" is none of complete`,
		`m.yaml:9: missions, entry 1, expect.actions: "lots" is no count; write 3`,
		`m.yaml:12: there is no setting "plannre" here`,
		`m.yaml:13: missions, entry 2, start.inventory.dirt must be a whole number`,
		`m.yaml:14: do, entry 1: "stop" is no slash command`,
		`m.yaml:16: missions, entry 2, faults, entry 1, for must be a time with its unit`,
		`m.yaml:19: missions, entry 2, expect.actions is there already`,
		`m.yaml:20: missions, entry 2, expect.inventory.dirt: "5..2" is no count`,
		`m.yaml:21: expect: nothing is expected`,
		`m.yaml:21: missions, entry 3, do must be a list`,
		`m.yaml:21: name: "" is no name`,
	}
	for i := range max(len(want), len(wrong)) {
		switch {
		case i >= len(want):
			t.Errorf("one too many: %v", wrong[i])
		case i >= len(wrong):
			t.Errorf("nothing says %s", want[i])
		case !strings.HasPrefix(wrong[i].Error(), want[i]):
			t.Errorf("mistake %d is %v, want %s", i+1, wrong[i], want[i])
		}
	}
}

// TestMistakesAreBounded: a file that repeats itself is told of in a few lines.
func TestMistakesAreBounded(t *testing.T) {
	text := "format: 1\nname: a\ndo:\n" + strings.Repeat("  - {gaol: x}\n", 50_000)
	_, err := missions.Parse(lenient{}, "m.yaml", []byte(text))
	var wrong missions.Mistakes
	if !errors.As(err, &wrong) || len(wrong) < 100 || len(wrong) > 500 {
		t.Errorf("%d mistakes", len(wrong))
	}
}
