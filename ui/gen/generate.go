// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"go/format"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/invopop/jsonschema"
	orderedmap "github.com/pb33f/ordered-map/v2"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/command"
	"github.com/minehand/minehand/ui/view"
)

// The files that are made.
const (
	goFile     = "ui/client/calls.go"
	tsFile     = "frontend/src/lib/gen/api.ts"
	schemaFile = "docs/api.schema.json"
	docFile    = "docs/API.md"
	slashFile  = "docs/COMMANDS.md"
)

const module = "github.com/minehand/minehand"

//go:embed preface.md
var preface string

//go:embed commands.md
var commands string

// slashes is the document of the slash commands.
func slashes() []byte {
	b := []byte(commands)
	for _, c := range command.Catalogue(nil) {
		b = append(b, command.Row(c)+"\n"...)
	}
	return b
}

// contract is the table with the schema of every type in it.
type contract struct {
	calls []ui.Call
	defs  map[string]*jsonschema.Schema
	// enums are the types with a closed list of values, by name.
	enums map[string][]any
}

// generate returns all files by their path from the root.
func generate(calls []ui.Call) (map[string][]byte, error) {
	c := &contract{calls: calls, defs: map[string]*jsonschema.Schema{}, enums: map[string][]any{}}
	if err := c.reflect(); err != nil {
		return nil, err
	}
	code, err := format.Source(c.goClient())
	if err != nil {
		return nil, fmt.Errorf("the Go client: %w", err)
	}
	schema, err := c.schema()
	if err != nil {
		return nil, err
	}
	return map[string][]byte{goFile: code, tsFile: c.typescript(), schemaFile: schema, docFile: c.markdown(), slashFile: slashes()}, nil
}

// valued are the string types of other rooms with a closed list of values;
// those of ui/view list their own.
var valued = map[reflect.Type][]any{
	reflect.TypeFor[game.Mode]():      {game.HighLevel, game.LowLevel, game.Hybrid, game.AgentMode},
	reflect.TypeFor[game.Source]():    {game.FromModel, game.FromCompleting, game.FromRepair, game.FromBuiltin, game.FromSkill, game.FromUser},
	reflect.TypeFor[game.LinkState](): {game.LinkUp, game.LinkDown, game.LinkGone},
	reflect.TypeFor[game.End]():       {game.EndReported, game.EndDeadline, game.EndGone, game.EndCaller, game.EndObserved, game.EndUnsent},
	reflect.TypeFor[game.Verdict]():   {game.Confirmed, game.Contradicted, game.Claimed, game.Failed, game.Skipped},
}

func (c *contract) reflect() error {
	r := &jsonschema.Reflector{Anonymous: true, AllowAdditionalProperties: true, Mapper: c.mapped, Namer: nameOf}
	for _, dir := range []string{"ui/view", "game"} {
		if err := r.AddGoComments(module, dir, jsonschema.WithFullComment()); err != nil {
			return fmt.Errorf("comments of %s: %w", dir, err)
		}
	}
	c.mapped(reflect.TypeFor[view.EventKind]())
	types := []reflect.Type{reflect.TypeFor[view.Response](), reflect.TypeFor[view.Event]()}
	for _, call := range c.calls {
		types = append(types, call.Params, call.Result)
	}
	for _, t := range types {
		if t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		maps.Copy(c.defs, r.ReflectFromType(t).Definitions)
	}
	seen := map[reflect.Type]bool{}
	for _, t := range types {
		c.nullable(t, seen)
	}
	return nil
}

// nullable marks the members of a type, and of those in it, that are null when there is
// nothing: pointers that are never left out.
func (c *contract) nullable(t reflect.Type, seen map[reflect.Type]bool) {
	for t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if seen[t] || t.Kind() != reflect.Struct || !strings.HasPrefix(t.PkgPath(), module) {
		return
	}
	seen[t] = true
	def := c.defs[nameOf(t)]
	for f := range t.Fields() {
		c.nullable(f.Type, seen)
		name, how, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Type.Kind() != reflect.Pointer || strings.Contains(how, "omit") || def == nil || def.Properties == nil {
			continue
		}
		if p, ok := def.Properties.Get(name); ok {
			def.Properties.Set(name, &jsonschema.Schema{Description: p.Description, OneOf: []*jsonschema.Schema{p, {Type: "null"}}})
		}
	}
}

// nameOf is a type's name for clients.
func nameOf(t reflect.Type) string {
	if t == reflect.TypeFor[game.Action]() {
		return "GameAction"
	}
	return t.Name()
}

// mapped is the schema of types that JSON shows otherwise than Go.
func (c *contract) mapped(t reflect.Type) *jsonschema.Schema {
	values := valued[t]
	if e, ok := reflect.Zero(t).Interface().(interface{ Values() []string }); ok && t.Kind() == reflect.String {
		for _, v := range e.Values() {
			values = append(values, v)
		}
	}
	switch {
	case len(values) > 0:
		c.enums[t.Name()] = values
		return &jsonschema.Schema{Type: "string", Enum: values, Title: t.Name()}
	case t == reflect.TypeFor[view.CallID]():
		return &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "string"}, {Type: "number"}}}
	case t == reflect.TypeFor[json.RawMessage]():
		return &jsonschema.Schema{}
	case t == reflect.TypeFor[game.Action]():
		return c.action()
	}
	return nil
}

// action is the schema of an action, from the catalogue.
func (c *contract) action() *jsonschema.Schema {
	props := orderedmap.New[string, *jsonschema.Schema]()
	kinds := []any{}
	number := func() *jsonschema.Schema { return &jsonschema.Schema{Type: "number"} }
	integer := func() *jsonschema.Schema { return &jsonschema.Schema{Type: "integer"} }
	text := func() *jsonschema.Schema { return &jsonschema.Schema{Type: "string"} }
	object := func(required []string, members map[string]*jsonschema.Schema) *jsonschema.Schema {
		s := &jsonschema.Schema{Type: "object", Properties: orderedmap.New[string, *jsonschema.Schema](), Required: required}
		for _, k := range slices.Sorted(maps.Keys(members)) {
			s.Properties.Set(k, members[k])
		}
		return s
	}
	fields := map[string]*jsonschema.Schema{}
	for _, k := range game.Catalogue() {
		kinds = append(kinds, k.Kind)
		for _, f := range k.Fields {
			switch f.Type {
			case game.TypePosition:
				fields["x"], fields["y"], fields["z"], fields["dimension"] = integer(), integer(), integer(), text()
			case game.TypeInteger:
				fields[f.Name] = integer()
			case game.TypeNumber:
				fields[f.Name] = number()
			case game.TypeUntil:
				fields[f.Name] = &jsonschema.Schema{OneOf: []*jsonschema.Schema{
					text(), object([]string{"count", "item"}, map[string]*jsonschema.Schema{"item": text(), "count": integer()}),
				}}
			case game.TypeCounts:
				fields[f.Name] = &jsonschema.Schema{Type: "object", AdditionalProperties: integer()}
			case game.TypeEdits:
				fields[f.Name] = &jsonschema.Schema{Type: "array", Items: object([]string{"x", "y", "z", "block"},
					map[string]*jsonschema.Schema{"x": integer(), "y": integer(), "z": integer(), "block": text()})}
			case game.TypeItem, game.TypeBlock, game.TypeTarget, game.TypeText, game.TypeEnum:
				fields[f.Name] = text()
			}
		}
	}
	c.enums["Kind"] = kinds
	props.Set("type", &jsonschema.Schema{Type: "string", Enum: kinds, Title: "Kind"})
	props.Set("id", text())
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		props.Set(name, fields[name])
	}
	c.defs["GameAction"] = &jsonschema.Schema{
		Type: "object", Properties: props, Required: []string{"type"},
		Description: "GameAction is one thing for a body to do; docs/protocol/actions.md says which members a kind has.",
	}
	return &jsonschema.Schema{Ref: "#/$defs/GameAction"}
}

// schema is the JSON Schema of all messages.
func (c *contract) schema() ([]byte, error) {
	type callSchema struct {
		Params any `json:"params"`
		Result any `json:"result"`
	}
	calls := map[string]callSchema{}
	for _, call := range c.calls {
		calls[call.Name] = callSchema{refTo(call.Params), refTo(call.Result)}
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	err := enc.Encode(map[string]any{
		"$schema": jsonschema.Version, "title": "The control side of Minehand", "$defs": c.defs, "calls": calls,
		"description": "Generated from the call table (ui/calls.go). calls maps the type of a message to its members and to the " +
			"data of its answer; event is any event.",
		"event": refTo(reflect.TypeFor[view.Event]()), "response": refTo(reflect.TypeFor[view.Response]()),
	})
	return out.Bytes(), err
}

func refTo(t reflect.Type) any {
	if t.Kind() == reflect.Slice {
		return map[string]any{"type": "array", "items": refTo(t.Elem())}
	}
	return map[string]any{"$ref": "#/$defs/" + nameOf(t)}
}

// tsOf is a type as TypeScript writes it.
func tsOf(t reflect.Type) string {
	if t.Kind() == reflect.Slice {
		return tsOf(t.Elem()) + "[]"
	}
	return nameOf(t)
}

// pascal is a call's name as a method's.
func pascal(name string) string {
	var b strings.Builder
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '-' || r == '_' }) {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

const (
	licence   = "// SPDX-License-Identifier: MIT\n\n"
	generated = "Code generated by ui/gen from the call table; DO NOT EDIT."
)

func (c *contract) goClient() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, licence+"// %s\n\npackage client\n\nimport (\n\"context\"\n\n%q\n)\n", generated, module+"/ui/view")
	b.WriteString(`
// Calls makes the calls of the control side through a Caller.
type Calls struct{ Caller }
`)
	for _, call := range c.calls {
		name, params, arg := pascal(call.Name), "", "nil"
		if call.Params != reflect.TypeFor[view.Nothing]() {
			params, arg = ", p view."+call.Params.Name(), "p"
		}
		fmt.Fprintf(&b, "\n%s", comment("// ", name+" "+call.Doc))
		if call.Result == reflect.TypeFor[view.Success]() {
			fmt.Fprintf(&b, "func (c Calls) %s(ctx context.Context%s) error {\nreturn c.Call(ctx, %q, %s, nil)\n}\n", name, params, call.Name, arg)
			continue
		}
		result := strings.Replace(call.Result.String(), "*", "", 1)
		fmt.Fprintf(&b, "func (c Calls) %s(ctx context.Context%s) (r %s, err error) {\nerr = c.Call(ctx, %q, %s, &r)\nreturn r, err\n}\n",
			name, params, result, call.Name, arg)
	}
	return b.Bytes()
}

// comment breaks text into lines of at most 80 characters behind a mark.
func comment(mark, text string) string {
	var b strings.Builder
	line := mark
	for word := range strings.FieldsSeq(text) {
		if len(line)+len(word) > 80 && line != mark {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = mark
		}
		line += word + " "
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
	return b.String()
}

func (c *contract) typescript() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, licence+"// %s\n", generated)
	for _, name := range slices.Sorted(maps.Keys(c.enums)) {
		values := lists.Of(c.enums[name], func(v *any) string { return fmt.Sprintf("%q", fmt.Sprint(*v)) })
		fmt.Fprintf(&b, "\nexport type %s =\n  | %s;\n", name, strings.Join(values, "\n  | "))
	}
	for _, name := range slices.Sorted(maps.Keys(c.defs)) {
		if name == "Event" {
			continue
		}
		s := c.defs[name]
		b.WriteString("\n" + jsdoc("", s.Description))
		if s.Properties == nil || s.Properties.Len() == 0 {
			fmt.Fprintf(&b, "export type %s = Record<string, never>;\n", name)
			continue
		}
		fmt.Fprintf(&b, "export interface %s {\n%s}\n", name, members(s, "  ", nil))
	}
	c.tsEvents(&b)
	c.tsCalls(&b)
	return b.Bytes()
}

// tsEvents writes an event as one of its kinds.
func (c *contract) tsEvents(b *bytes.Buffer) {
	s := c.defs["Event"]
	payload := map[string]bool{}
	for _, k := range view.EventKinds {
		payload[k.Member] = true
	}
	fmt.Fprintf(b, "\nexport interface EventHead {\n%s}\n",
		members(s, "  ", func(name string) bool { return !payload[name] && name != "kind" && name != "type" }))
	b.WriteString("\n" + jsdoc("", s.Description) + "export type Event =\n")
	for i, k := range view.EventKinds {
		p, _ := s.Properties.Get(k.Member)
		end := ""
		if i == len(view.EventKinds)-1 {
			end = ";"
		}
		fmt.Fprintf(b, "  /** %s */\n  | (EventHead & { type: \"event\"; kind: %q; %s: %s })%s\n",
			game.FullSentence(k.Doc), k.Kind, k.Member, tsType(p, "  "), end)
	}
}

// tsCalls writes the typed list of calls.
func (c *contract) tsCalls(b *bytes.Buffer) {
	b.WriteString("\n/** What each call takes and answers with. */\nexport interface Calls {\n")
	for _, call := range c.calls {
		fmt.Fprintf(b, "%s  %q: { params: %s; result: %s };\n", jsdoc("  ", pascal(call.Name)+" "+call.Doc), call.Name, tsOf(call.Params),
			tsOf(call.Result))
	}
	b.WriteString("}\n\nexport type CallName = keyof Calls;\n\n/** How each call is answered: waits may take long, first overtakes, once " +
		"is not done twice under one id. */\n" +
		"export const calls: Record<CallName, { waits: boolean; first: boolean; once: boolean }> = {\n")
	for _, call := range c.calls {
		fmt.Fprintf(b, "  %q: { waits: %v, first: %v, once: %v },\n", call.Name, call.Waits, call.First, call.Once)
	}
	b.WriteString("};\n")
}

func members(s *jsonschema.Schema, indent string, keep func(string) bool) string {
	var b strings.Builder
	for name, p := range s.Properties.FromOldest() {
		if keep != nil && !keep(name) {
			continue
		}
		mark := "?"
		if slices.Contains(s.Required, name) {
			mark = ""
		}
		if p.Description != "" && p.Ref == "" {
			b.WriteString(jsdoc(indent, p.Description))
		}
		fmt.Fprintf(&b, "%s%s%s: %s;\n", indent, name, mark, tsType(p, indent))
	}
	return b.String()
}

func tsType(s *jsonschema.Schema, indent string) string {
	switch {
	case s.Ref != "":
		return strings.TrimPrefix(s.Ref, "#/$defs/")
	case s.Title != "" && len(s.Enum) > 0:
		return s.Title
	case len(s.OneOf) > 0:
		parts := lists.Of(s.OneOf, func(o **jsonschema.Schema) string { return tsType(*o, indent) })
		return strings.Join(parts, " | ")
	}
	switch s.Type {
	case "string", "boolean", "null":
		return s.Type
	case "integer", "number":
		return "number"
	case "array":
		inner := tsType(s.Items, indent)
		if strings.ContainsAny(inner, "|{") {
			inner = "(" + inner + ")"
		}
		return inner + "[]"
	case "object":
		switch {
		case s.Properties != nil && s.Properties.Len() > 0:
			return "{\n" + members(s, indent+"  ", nil) + indent + "}"
		case s.AdditionalProperties != nil && s.AdditionalProperties.Type != "":
			return "Record<string, " + tsType(s.AdditionalProperties, indent) + ">"
		}
		return "Record<string, unknown>"
	}
	return "unknown"
}

func jsdoc(indent, text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		return ""
	}
	return indent + "/** " + text + " */\n"
}

func (c *contract) markdown() []byte {
	var b bytes.Buffer
	b.WriteString(preface + "\n## Calls\n\n")
	for _, call := range c.calls {
		fmt.Fprintf(&b, "### %s\n\n%s %s", call.Name, game.FullSentence(call.Doc), flags(call))
		b.WriteString("\n\n")
		c.table(&b, "Members", call.Params)
		c.table(&b, "Data of the answer", call.Result)
	}
	b.WriteString("## Events\n\n| kind | member | |\n|---|---|---|\n")
	for _, k := range view.EventKinds {
		note := ""
		if k.Coalesced {
			note = " Only the newest counts."
		}
		fmt.Fprintf(&b, "| %s | %s | %s%s |\n", k.Kind, k.Member, game.FullSentence(k.Doc), note)
	}
	b.WriteString("\n## Types\n\n")
	params := map[string]bool{}
	for _, call := range c.calls {
		params[nameOf(call.Params)] = true
		if call.Result.Kind() == reflect.Struct && simple(c.defs[nameOf(call.Result)]) {
			params[nameOf(call.Result)] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.defs)) {
		s := c.defs[name]
		if params[name] || s.Properties == nil || s.Properties.Len() == 0 {
			continue
		}
		fmt.Fprintf(&b, "### %s\n\n%s\n\n", name, oneLine(s.Description))
		rows(&b, s)
	}
	fmt.Fprintf(&b, "## Lists of values\n\n")
	for _, name := range slices.Sorted(maps.Keys(c.enums)) {
		values := lists.Of(c.enums[name], func(v *any) string { return fmt.Sprintf("`%v`", *v) })
		fmt.Fprintf(&b, "- %s: %s\n", name, strings.Join(values, ", "))
	}
	return b.Bytes()
}

// simple reports whether a type is told where it is used, and nowhere else.
func simple(s *jsonschema.Schema) bool {
	return s != nil && s.Properties != nil && s.Properties.Len() <= 6
}

func flags(call ui.Call) string {
	var list []string
	if call.First {
		list = append(list, "Overtakes what the client sent before.")
	}
	if call.Waits {
		list = append(list, "May take long; later calls do not wait for it.")
	}
	if call.Once {
		list = append(list, "Done once under one id.")
	}
	return strings.Join(list, " ")
}

func (c *contract) table(b *bytes.Buffer, title string, t reflect.Type) {
	list := t.Kind() == reflect.Slice
	if list {
		t = t.Elem()
	}
	s := c.defs[nameOf(t)]
	switch {
	case s == nil || s.Properties == nil || s.Properties.Len() == 0:
	case t == reflect.TypeFor[view.Success]():
	case list:
		fmt.Fprintf(b, "%s: a list of [%s](#%s).\n\n", title, nameOf(t), strings.ToLower(nameOf(t)))
	case title != "Members" && !simple(s):
		fmt.Fprintf(b, "%s: [%s](#%s).\n\n", title, nameOf(t), strings.ToLower(nameOf(t)))
	default:
		fmt.Fprintf(b, "%s:\n\n", title)
		rows(b, s)
	}
}

func rows(b *bytes.Buffer, s *jsonschema.Schema) {
	b.WriteString("| member | type | |\n|---|---|---|\n")
	for name, p := range s.Properties.FromOldest() {
		if !slices.Contains(s.Required, name) {
			name += "?"
		}
		kind := strings.ReplaceAll(strings.Join(strings.Fields(tsType(p, "")), " "), "|", "\\|")
		fmt.Fprintf(b, "| %s | %s | %s |\n", name, kind, strings.ReplaceAll(oneLine(p.Description), "|", "\\|"))
	}
	b.WriteString("\n")
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
