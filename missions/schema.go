package missions

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/minehand/minehand/docs"
)

//go:generate go test -run TestSchemaIsThatOfTheTypes -update .

// schemaURL names the schema to its compiler.
const schemaURL = "mission.schema.json"

// schema is docs/mission.schema.json, compiled.
var schema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(docs.MissionSchema))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(schemaURL, doc); err != nil {
		return nil, err
	}
	return c.Compile(schemaURL)
})

// Examine reads the missions of one file as Parse does. Parse stops at the first
// value that does not fit its setting; where there is one, Examine adds what the
// schema says of the rest of the file. The error is Mistakes, in the order of lines.
func Examine(rules Rules, name string, text []byte) ([]Mission, error) {
	list, err := Parse(rules, name, text)
	var wrong Mistakes
	if !errors.As(err, &wrong) {
		return list, err
	}
	for _, m := range misfits(name, text) {
		if !slices.ContainsFunc(wrong, func(w Mistake) bool { return w.Line == m.Line }) {
			wrong = append(wrong, m)
		}
	}
	slices.SortStableFunc(wrong, func(a, b Mistake) int { return cmp.Compare(a.Line, b.Line) })
	return nil, wrong
}

// misfits is what the schema says of a file; nothing of one that is no YAML.
func misfits(name string, text []byte) Mistakes {
	s, err := schema()
	if err != nil {
		panic(fmt.Sprintf("missions: the schema of missions cannot be read: %v", err)) // it is a part of the program
	}
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil
	}
	var value any
	if err := yaml.Unmarshal(text, &value); err != nil {
		return nil
	}
	var fault *jsonschema.ValidationError
	if !errors.As(s.Validate(plainJSON(value)), &fault) {
		return nil
	}
	var wrong Mistakes
	for _, leaf := range leaves(fault) {
		at := leaf.InstanceLocation
		say := func(at []string, format string, args ...any) {
			wrong = append(wrong, Mistake{name, lineAt(file, at), strings.TrimPrefix(placeName(at)+": ", ": ") + fmt.Sprintf(format, args...)})
		}
		switch k := leaf.ErrorKind.(type) {
		case *kind.AdditionalProperties:
			for _, p := range k.Properties {
				say(append(slices.Clone(at), p), "there is no such setting; docs/MISSIONS.md lists them")
			}
		case *kind.Required:
			say(at, "it lacks %s", strings.Join(k.Missing, " and "))
		case *kind.Enum:
			words := make([]string, len(k.Want))
			for i, w := range k.Want {
				words[i] = fmt.Sprint(w)
			}
			say(at, "%v is none of %s", k.Got, strings.Join(words, ", "))
		case *kind.Type:
			say(at, "this must be %s, not %s", strings.Join(k.Want, " or "), k.Got)
		case *kind.Pattern:
			say(at, "%q does not have the right form; docs/MISSIONS.md shows it", k.Got)
		case *kind.Minimum, *kind.Maximum:
			say(at, "the number is out of its range; docs/MISSIONS.md says what fits")
		default:
			say(at, "this does not fit; docs/MISSIONS.md says what does")
		}
	}
	return wrong
}

// leaves are the causes of a fault; of a choice between several, the choice itself.
func leaves(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		if len(e.InstanceLocation) > 0 {
			return []*jsonschema.ValidationError{e}
		}
		return leaves(e.Causes[len(e.Causes)-1]) // a file without missions is held to be one
	}
	var out []*jsonschema.ValidationError
	for _, c := range e.Causes {
		out = append(out, leaves(c)...)
	}
	return out
}

// placeName names a place as people count: missions, entry 2, world.
func placeName(at []string) string {
	var b strings.Builder
	for i, part := range at {
		n, err := strconv.Atoi(part)
		switch {
		case err == nil:
			fmt.Fprintf(&b, ", entry %d", n+1)
		case i == 0:
			b.WriteString(part)
		default:
			b.WriteString("." + part)
		}
	}
	return b.String()
}

// lineAt is the line of a place, or of the nearest one around it that is there.
func lineAt(file *ast.File, at []string) int {
	for ; len(at) > 0; at = at[:len(at)-1] {
		path := (&yaml.PathBuilder{}).Root()
		for _, part := range at {
			if n, err := strconv.ParseUint(part, 10, 32); err == nil {
				path = path.Index(uint(n))
			} else {
				path = path.Child(part)
			}
		}
		if node, err := path.Build().FilterFile(file); err == nil && node != nil && node.GetToken() != nil {
			return node.GetToken().Position.Line
		}
	}
	return 1
}

// plainJSON is a value with the types that JSON has.
func plainJSON(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = plainJSON(v[k])
		}
	case []any:
		for i := range v {
			v[i] = plainJSON(v[i])
		}
	case uint64:
		return float64(v)
	case int64:
		return float64(v)
	}
	return v
}
