// SPDX-License-Identifier: MIT

package wire_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"
	orderedmap "github.com/pb33f/ordered-map/v2"
	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

var update = flag.Bool("update", false, "write docs/protocol's generated files instead of comparing them")

// docs is where the protocol is described.
const docs = "../../docs/protocol"

// TestProtocolDocs keeps the schemas, messages.md and actions.md in
// docs/protocol equal to the code. Run go generate to write them.
func TestProtocolDocs(t *testing.T) {
	r := reflector(t)
	for _, m := range messages {
		golden(t, filepath.Join("schema", m.Type()+".json"), schemaOf(t, r, m))
	}
	golden(t, "messages.md", messagesPage(t, r))
	golden(t, "actions.md", actionsPage())
	golden(t, "README.md", withCodes(t))
}

// withCodes is the README with the table of the codes of warnings.
func withCodes(t *testing.T) []byte {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(docs, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- codes of warnings: made by go generate ./modbridge/wire -->\n", "<!-- end of codes -->"
	before, rest, ok := strings.Cut(string(page), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatal("docs/protocol/README.md has no place for the codes of warnings")
	}
	var b strings.Builder
	b.WriteString(before + begin + "| code | meaning |\n|---|---|\n")
	for _, c := range wire.FaultCodes {
		fmt.Fprintf(&b, "| `%s` | %s |\n", c.Code, c.Doc)
	}
	b.WriteString(end + after)
	return []byte(b.String())
}

// TestTheFirstPageHasEveryMemberOfAState, in one table, with what is in those that are
// objects.
func TestTheFirstPageHasEveryMemberOfAState(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(docs, "FIRST_BODY.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(string(page)) {
		if cells := strings.Split(line, " | "); strings.HasPrefix(line, "| ") && len(cells) == 3 {
			rows[strings.TrimSuffix(strings.TrimPrefix(cells[0], "| "), " *")] = line
		}
	}
	type node struct {
		Properties map[string]node
		Items      *node
	}
	var schema node
	text, err := os.ReadFile(filepath.Join(docs, "schema", "state_update.json"))
	if err == nil {
		err = json.Unmarshal(text, &schema)
	}
	if err != nil {
		t.Fatal(err)
	}
	members := schema.Properties["data"].Properties
	for name, member := range members {
		row, ok := rows[name]
		if !ok {
			t.Errorf("there is no row of %s", name)
		}
		var within func(n node)
		within = func(n node) {
			for inner, n := range n.Properties {
				if !regexp.MustCompile(`\b` + inner + `\b`).MatchString(row) {
					t.Errorf("the row of %s does not say %s", name, inner)
				}
				within(n)
			}
			if n.Items != nil {
				within(*n.Items)
			}
		}
		within(member)
	}
	if len(members) < 15 || len(rows) != len(members)+1 { // and the head
		t.Errorf("%d members, %d rows", len(members), len(rows))
	}
}

// TestGoldenFramesFitTheirSchemas validates every frame in testdata.
func TestGoldenFramesFitTheirSchemas(t *testing.T) {
	r := reflector(t)
	for _, m := range messages {
		schema, err := validator.UnmarshalJSON(bytes.NewReader(schemaOf(t, r, m)))
		if err != nil {
			t.Fatal(err)
		}
		c := validator.NewCompiler()
		if err := c.AddResource(m.Type(), schema); err != nil {
			t.Fatal(err)
		}
		compiled, err := c.Compile(m.Type())
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range framesOf(t, m.Type()) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			v, err := validator.UnmarshalJSON(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if err := compiled.Validate(v); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
		if compiled.Validate(map[string]any{"type": "no such message"}) == nil {
			t.Errorf("the schema of %s fits another message", m.Type())
		}
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join(docs, name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(want, got) {
		t.Errorf("%s is not up to date (%v); run go generate ./modbridge/wire", file, err)
	}
}

// reflector makes schemas with the code's own comments in them.
func reflector(t *testing.T) *jsonschema.Reflector {
	t.Helper()
	r := &jsonschema.Reflector{
		Anonymous: true, DoNotReference: true, ExpandedStruct: true, AllowAdditionalProperties: true,
		Mapper: func(typ reflect.Type) *jsonschema.Schema {
			switch typ {
			case reflect.TypeFor[json.RawMessage]():
				return &jsonschema.Schema{Description: "any JSON"}
			case reflect.TypeFor[game.Action]():
				return actionSchema()
			case reflect.TypeFor[game.Choice]():
				return &jsonschema.Schema{Description: "an id, #tag, {item} or {tag}, or a list of these"}
			case reflect.TypeFor[[]game.ExtraItem]():
				return extraSchema(t, game.ExtraItem{}, "id", "an id, or {id, ...}")
			case reflect.TypeFor[[]game.ExtraRecipe]():
				return extraSchema(t, game.ExtraRecipe{}, "result", "an id, or {id, count}; {item, count} too")
			case reflect.TypeFor[map[string][]string]():
				return &jsonschema.Schema{Type: "object", Description: "a list of ids and of #tags for each name, or {values} as in data packs"}
			}
			return nil
		},
	}
	// Comments are keyed by base joined with the folder, and looked up by package.
	for base, dir := range map[string]string{"github.com/minehand/minehand/modbridge/wire": "./", "github.com/minehand/minehand/modbridge/wire/": "../../game/"} {
		if err := r.AddGoComments(base, dir, jsonschema.WithFullComment()); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func schemaOf(t *testing.T, r *jsonschema.Reflector, m wire.Message) []byte {
	t.Helper()
	s := r.Reflect(m)
	s.Title = m.Type()
	s.Properties = withType(s, m.Type())
	tighten(s)
	s.Required = append([]string{"type"}, s.Required...)
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(s); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// extraSchema is a list of what a body's own game has, in any of the forms that are read.
func extraSchema(t *testing.T, one any, loose, forms string) *jsonschema.Schema {
	t.Helper()
	r := &jsonschema.Reflector{Anonymous: true, DoNotReference: true, ExpandedStruct: true, AllowAdditionalProperties: true, Mapper: func(typ reflect.Type) *jsonschema.Schema {
		if typ == reflect.TypeFor[game.Choice]() {
			return &jsonschema.Schema{Description: "an id, #tag, {item} or {tag}, or a list of these"}
		}
		return nil
	}}
	if err := r.AddGoComments("github.com/minehand/minehand/", "../../game/", jsonschema.WithFullComment()); err != nil {
		t.Fatal(err)
	}
	s := r.Reflect(one)
	s.Version, s.Type, s.Required = "", "", nil
	if p, ok := s.Properties.Get(loose); ok {
		p.Type, p.Description = "", forms
	}
	if p, ok := s.Properties.Get("ingredients"); ok {
		p.Description = "what a shapeless recipe takes, one piece each"
		s.Properties.Set("ingredient", &jsonschema.Schema{Description: "what a smelting, blasting, smoking, campfire_cooking or stonecutting recipe takes"})
		for _, part := range []string{"template", "base", "addition"} {
			s.Properties.Set(part, &jsonschema.Schema{Description: "of a smithing_transform recipe"})
		}
	}
	return &jsonschema.Schema{Type: "array", Items: s}
}

// withType puts "type" before the other properties.
func withType(s *jsonschema.Schema, name string) *orderedmap.OrderedMap[string, *jsonschema.Schema] {
	properties := jsonschema.NewProperties()
	properties.Set("type", &jsonschema.Schema{Const: name})
	if s.Properties != nil {
		for p := s.Properties.Oldest(); p != nil; p = p.Next() {
			p.Value.Description = oneLine(p.Value.Description)
			properties.Set(p.Key, p.Value)
		}
	}
	return properties
}

// actionSchema is one alternative a kind of the catalogue.
func actionSchema() *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Description: "one action; its type says which arguments it has", Properties: jsonschema.NewProperties(), Required: []string{"id", "type"}}
	types := &jsonschema.Schema{Type: "string"}
	s.Properties.Set("id", &jsonschema.Schema{Type: "string", MinLength: new(uint64(1))})
	s.Properties.Set("type", types)
	for _, k := range game.Catalogue() {
		if k.Local {
			continue
		}
		types.Enum = append(types.Enum, string(k.Kind))
		one := &jsonschema.Schema{Title: string(k.Kind), Description: k.Doc, Properties: jsonschema.NewProperties()}
		for _, f := range k.Fields {
			addField(one, f)
		}
		if one.Properties.Len() == 0 {
			one.Properties = nil
		}
		of := jsonschema.NewProperties()
		of.Set("type", &jsonschema.Schema{Const: string(k.Kind)})
		// A fault is one of the kind that was named, not of every kind there is.
		s.AllOf = append(s.AllOf, &jsonschema.Schema{If: &jsonschema.Schema{Properties: of, Required: []string{"type"}}, Then: one})
	}
	return s
}

// tighten states what members of a name may be wherever they stand: ids are never
// empty, a slot is one of the inventory's, and what it holds is at least one.
func tighten(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	tighten(s.Items)
	if s.Properties == nil {
		return
	}
	_, stack := s.Properties.Get("slot")
	for p := s.Properties.Oldest(); p != nil; p = p.Next() {
		switch {
		case p.Key == "instanceId" || p.Key == "actionId" || p.Key == "sessionId" || p.Key == "taskId":
			p.Value.MinLength = new(uint64(1))
		case p.Key == "slot":
			p.Value.Minimum, p.Value.Maximum = "0", json.Number(strconv.Itoa(game.Slots-1))
		case p.Key == "count" && stack:
			p.Value.Minimum = "1"
		case p.Key == "item" && stack:
			p.Value.MinLength = new(uint64(1))
		}
		tighten(p.Value)
	}
}

func addField(s *jsonschema.Schema, f game.Field) {
	if f.Type == game.TypePosition {
		for _, c := range []string{"x", "y", "z"} {
			s.Properties.Set(c, &jsonschema.Schema{Type: "integer", Description: f.Doc})
			if f.Required {
				s.Required = append(s.Required, c)
			}
		}
		s.Properties.Set("dimension", &jsonschema.Schema{Type: "string", Description: "left out: the current one"})
		return
	}
	if f.Required {
		s.Required = append(s.Required, f.Name)
	}
	s.Properties.Set(f.Name, fieldSchema(f))
}

func fieldSchema(f game.Field) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string", Description: f.Doc, Default: f.Default}
	switch f.Type {
	case game.TypeEnum:
		for _, e := range f.Enum {
			s.Enum = append(s.Enum, e)
		}
	case game.TypeInteger, game.TypeNumber:
		s.Type = string(f.Type)
		if f.Min != 0 || f.Max != 0 {
			s.Minimum, s.Maximum = json.Number(fmt.Sprint(f.Min)), json.Number(fmt.Sprintf("%.0f", f.Max))
		}
	case game.TypeUntil:
		s.Type = ""
		s.Properties = nil
		item := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), Required: []string{"item", "count"}}
		item.Properties.Set("item", &jsonschema.Schema{Type: "string"})
		item.Properties.Set("count", &jsonschema.Schema{Type: "integer", Minimum: "1"})
		s.OneOf = []*jsonschema.Schema{item, {Enum: []any{"day", "night"}}}
	case game.TypeCounts:
		s.Type = "object"
		s.AdditionalProperties = &jsonschema.Schema{Type: "integer", Minimum: "1"}
	case game.TypeEdits:
		s.Type = "array"
		s.Items = &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), Required: []string{"x", "y", "z", "block"}}
		for _, c := range []string{"x", "y", "z"} {
			s.Items.Properties.Set(c, &jsonschema.Schema{Type: "integer"})
		}
		s.Items.Properties.Set("block", &jsonschema.Schema{Type: "string"})
	default:
	}
	return s
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// framesOf are the golden frames of a message.
func framesOf(t *testing.T, kind string) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{kind + ".json", kind + "-*.json"} {
		more, err := filepath.Glob(filepath.Join("testdata", "*", pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	slices.Sort(files)
	return files
}

// generated heads the generated pages.
const generated = "<!-- Made from the code by go generate ./modbridge/wire; do not edit. -->\n\n"

// v1Messages belong to the base protocol.
var v1Messages = []string{"register", "state_update", "action_complete", "action_failed", "log", "registered", "execute_action", "stop"}

func messagesPage(t *testing.T, r *jsonschema.Reflector) []byte {
	var out strings.Builder
	out.WriteString(generated + "# Messages\n\nEvery frame, with examples. A member without a star may be left out; a body may send more than is listed. Bodies of version 1 know the members of the examples named v1. `instanceId` is the body's own id, `actionId` the `id` of the action that the message is about.\n")
	for _, part := range []struct {
		title string
		in    func(m wire.Message) bool
	}{
		{"From a body to Minehand", func(m wire.Message) bool { _, ok := m.(wire.FromBody); return ok }},
		{"From Minehand to a body", func(m wire.Message) bool { _, ok := m.(wire.ToBody); return ok }},
	} {
		fmt.Fprintf(&out, "\n## %s\n", part.title)
		for _, m := range messages {
			if part.in(m) {
				messageSection(t, &out, r, m)
			}
		}
	}
	return []byte(out.String())
}

func messageSection(t *testing.T, out *strings.Builder, r *jsonschema.Reflector, m wire.Message) {
	t.Helper()
	since := "version 2"
	if slices.Contains(v1Messages, m.Type()) {
		since = "versions 1 and 2"
	}
	s := r.Reflect(m)
	name := reflect.TypeOf(m).Elem().Name()
	doc := strings.TrimPrefix(strings.TrimPrefix(oneLine(s.Description), name+" "), "is ")
	fmt.Fprintf(out, "\n### %s\n\nIn %s; [schema](schema/%s.json). %s%s\n", m.Type(), since, m.Type(), strings.ToUpper(doc[:1]), doc[1:])
	if s.Properties != nil && s.Properties.Len() > 0 {
		out.WriteString("\n| member | type | what it is |\n|---|---|---|\n")
		for p := s.Properties.Oldest(); p != nil; p = p.Next() {
			star := ""
			if slices.Contains(s.Required, p.Key) {
				star = " *"
			}
			fmt.Fprintf(out, "| %s%s | %s | %s |\n", p.Key, star, typeWord(p.Value), cell(p.Value.Description))
		}
	}
	for _, file := range framesOf(t, m.Type()) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		label := ""
		if _, variant, ok := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".json"), "-"); ok {
			label = variant + ":\n\n"
		}
		fmt.Fprintf(out, "\n%s```json\n%s\n```\n", label, bytes.TrimSpace(data))
	}
}

func typeWord(s *jsonschema.Schema) string {
	switch {
	case s.Type == "array" && s.Items != nil:
		return "list of " + typeWord(s.Items)
	case s.Type != "":
		return s.Type
	case len(s.OneOf) > 0:
		return "object"
	}
	return "any"
}

func cell(s string) string { return strings.ReplaceAll(oneLine(s), "|", "\\|") }

// actionsPage is the table of kinds, from the catalogue.
func actionsPage() []byte {
	var out strings.Builder
	out.WriteString(generated + "# Actions\n\nThe kinds marked v1 belong to the base protocol and go to every body; the others go only to a body that declares them in `capabilities.actions`. Arguments in brackets may be left out, with their default; those marked v2 go only to bodies of version 2, declared ones only to those that name them in `capabilities.arguments` (`smelt.furnaces`). To a body of version 1 every other argument is sent.\n\nPositions are block coordinates in the current dimension, or carry `dimension`. `quantity` means \"this many more\". A standing action runs until it is stopped or its own `seconds` are over.\n\n")
	out.WriteString("| kind | what it does | arguments | complete when | result (v2) | codes beyond the general ones |\n|---|---|---|---|---|---|\n")
	for _, k := range game.Catalogue() {
		name := string(k.Kind)
		switch {
		case k.V1:
			name += " (v1)"
		case k.Standing:
			name += " (standing)"
		case k.Local:
			name += " (sent to no body)"
		}
		var args, codes []string
		for _, f := range k.Fields {
			args = append(args, argument(f))
		}
		for _, c := range k.Codes {
			codes = append(codes, string(c))
		}
		if len(k.AnyOf) > 0 {
			args = append(args, "at least one of "+strings.ReplaceAll(strings.Join(k.AnyOf, ", "), game.FieldPosition, "x y z"))
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s | %s |\n", name, cell(k.Doc), orDash(strings.Join(args, "; ")), cell(k.Complete), orDash(strings.Join(k.Result, ", ")), orDash(strings.Join(codes, ", ")))
	}
	var general []string
	for _, c := range game.GeneralCodes() {
		general = append(general, string(c))
	}
	fmt.Fprintf(&out, "\nGeneral codes: %s.\n", strings.Join(general, ", "))
	return []byte(out.String())
}

func argument(f game.Field) string {
	name := f.Name
	if name == game.FieldPosition {
		name = "x y z"
	}
	if f.Default != nil {
		name = fmt.Sprintf("%s %v", name, f.Default)
	}
	if !f.Required {
		name = "[" + name + "]"
	}
	if f.V2 {
		name += " v2"
	}
	if f.Declared {
		name += ", declared"
	}
	return name + ": " + cell(f.Doc)
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
