// SPDX-License-Identifier: MIT

// Package document reads YAML documents that people write: into structs with yaml
// tags, strictly, with the line of every value, so that whatever is wrong with one
// can be said in a sentence that names its place.
//
//	lines, err := document.Decode(text, &cfg, budget.Config)
//	line := lines.Of("planner.mode")
package document

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/spelling"
)

// Lines are the lines of a document's values, by their names.
type Lines map[string]int

// Of is the line of a setting, or of the nearest one around it that is there.
func (l Lines) Of(name string) int {
	for name != "" {
		if line := l[name]; line > 0 {
			return line
		}
		name = name[:max(strings.LastIndexAny(name, ".,"), 0)]
	}
	return 0
}

// Fault is something that is wrong with a document.
type Fault struct {
	// Setting that it is about; empty for the document.
	Setting string
	// Text begins with the line.
	Text string
}

// Faults are all that is wrong with a document, in the order of reading; there is
// at least one.
type Faults []Fault

// Error has a line for each.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i := range f {
		lines[i] = f[i].Text
	}
	return strings.Join(lines, "\n")
}

// Decode reads one document into a struct whose fields have yaml tags, and
// reports where each setting stands. Every value must be of its setting's kind:
// nothing is cut off or converted. Texts are taken as they are written, so that
// a version 1.20 does not become 1.2.
//
// The error is Faults: a setting that does not fit is left as it was, and what
// stands behind it is read all the same. Of a text that is no YAML, or has more than
// the source's budget, nothing is read, and the lines are nil.
func Decode(text []byte, into any, source budget.Source) (Lines, error) {
	root, err := parse(text, source)
	if err != nil {
		return nil, Faults{{"", err.Error()}}
	}
	d := yamlReader{lines: Lines{}}
	if root != nil {
		d.keep("", d.read(root, reflect.ValueOf(into).Elem(), ""))
	}
	if len(d.faults) > 0 {
		return d.lines, d.faults
	}
	return d.lines, nil
}

// Values reads one document of any form: groups are map[string]any.
func Values(text []byte, source budget.Source) (any, error) {
	root, err := parse(text, source)
	if err != nil || root == nil {
		return nil, err
	}
	if err := named(root); err != nil {
		return nil, err
	}
	var v any
	if err := root.Load(&v, yaml.WithUniqueKeys(false)); err != nil { // named has looked, in less time
		return nil, syntaxFault(err, string(text))
	}
	return v, nil
}

// yamlReader reads one document, which is within its budget.
type yamlReader struct {
	lines  Lines
	faults Faults
}

// keep notes a fault, if there is one, and reports whether to go on.
func (d *yamlReader) keep(setting string, err error) bool {
	if err != nil && len(d.faults) < mostFaults {
		d.faults = append(d.faults, Fault{setting, err.Error()})
	}
	return len(d.faults) < mostFaults
}

// named says which name stands twice in a group of a document.
func named(n *yaml.Node) error {
	lines := map[string]int{}
	for i, inner := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && inner.Kind == yaml.ScalarNode {
			if first := lines[inner.Value]; first > 0 {
				return fmt.Errorf("line %d: %.60s is there already, in line %d; keep one of them", inner.Line, inner.Value, first)
			}
			lines[inner.Value] = inner.Line
		}
		if err := named(inner); err != nil {
			return err
		}
	}
	return nil
}

// mostFaults is how many faults of a document are kept.
const mostFaults = 200

// read reads a value into v. Null leaves it as it is.
func (d *yamlReader) read(n *yaml.Node, v reflect.Value, name string) error {
	line := n.Line
	if _, seen := d.lines[name]; !seen {
		d.lines[name] = line
	}
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.ShortTag() == nullTag {
		return nil
	}
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	if words, fits := v.Addr().Interface().(fromText); fits {
		if text, isText := scalarText(n); isText {
			if err := words.SetText(text); err != nil {
				return fmt.Errorf("line %d: %s: %w", line, name, err)
			}
			return nil
		}
	}
	var ok bool
	switch {
	case v.Kind() == reflect.Map:
		if ok = n.Kind == yaml.MappingNode; ok {
			return d.names(n, v, name)
		}
	case v.Kind() == reflect.Interface:
		return d.free(n, v, line, name)
	case v.Kind() == reflect.Struct:
		if ok = n.Kind == yaml.MappingNode; ok {
			return d.fields(n, v, name)
		}
	case v.Kind() == reflect.Slice:
		if ok = n.Kind == yaml.SequenceNode; ok {
			return d.list(n, v, name)
		}
	default:
		ok = scalar(n, v)
	}
	if !ok {
		what := "the file"
		if name != "" {
			what = name
		}
		return fmt.Errorf("line %d: %s must be %s, not %s", line, what, fitting(v.Type()), shown(n))
	}
	return nil
}

// fromText is what can be written as one line of text too.
type fromText interface{ SetText(text string) error }

// chooser is a group of settings of which one depends on the others: Choose
// makes what the value of that key is read into, nil when that is not known.
type chooser interface{ Choose(key string) any }

// names reads a mapping whose keys are free.
func (d *yamlReader) names(m *yaml.Node, v reflect.Value, name string) error {
	v.Set(reflect.MakeMap(v.Type()))
	for at, of := range pairs(m) {
		key, line := at.Value, at.Line
		if merges(at) {
			return fmt.Errorf("line %d: %s cannot take in another group with <<; write its names here", line, name)
		}
		if v.MapIndex(reflect.ValueOf(key)).IsValid() {
			if !d.keep(Join(name, key), fmt.Errorf("line %d: %s is there already; keep one of them", line, Join(name, key))) {
				return nil
			}
			continue
		}
		d.lines[Join(name, key)] = line
		value := reflect.New(v.Type().Elem()).Elem()
		err := d.read(of, value, Join(name, key))
		if err == nil {
			v.SetMapIndex(reflect.ValueOf(key), value)
		}
		if !d.keep(Join(name, key), err) {
			return nil
		}
	}
	return nil
}

// free reads a value of any kind.
func (d *yamlReader) free(n *yaml.Node, v reflect.Value, line int, name string) error {
	var into reflect.Value
	switch n.ShortTag() {
	case "!!map":
		into = reflect.ValueOf(&map[string]any{})
	case "!!seq":
		into = reflect.ValueOf(&[]any{})
	case boolTag:
		into = reflect.ValueOf(new(bool))
	case intTag, floatTag:
		into = reflect.ValueOf(new(float64))
	case "!!binary":
		return fmt.Errorf("line %d: %s must be text, a number, true or false, a list or a group, not %s", line, name, shown(n))
	default:
		into = reflect.ValueOf(new(string))
	}
	if err := d.read(n, into.Elem(), name); err != nil {
		return err
	}
	v.Set(into.Elem())
	return nil
}

func (d *yamlReader) list(list *yaml.Node, v reflect.Value, name string) error {
	for _, of := range list.Content {
		item := reflect.New(v.Type().Elem()).Elem()
		more := d.keep(Entry(name, v.Len()), d.read(of, item, Entry(name, v.Len())))
		v.Set(reflect.Append(v, item)) // one that does not fit keeps its place
		if !more {
			return nil
		}
	}
	return nil
}

// merges reports whether a name takes in another group.
func merges(key *yaml.Node) bool { return key.ShortTag() == "!!merge" }

// pairs are the names of a group with their values.
func pairs(m *yaml.Node) iter.Seq2[*yaml.Node, *yaml.Node] {
	return func(yield func(key, value *yaml.Node) bool) {
		for i := 0; i+1 < len(m.Content) && yield(m.Content[i], m.Content[i+1]); i += 2 {
		}
	}
}

// fields reads a mapping into a struct. What is merged in with << comes first
// and may be told otherwise.
func (d *yamlReader) fields(m *yaml.Node, v reflect.Value, name string) error {
	for key, of := range pairs(m) {
		if merges(key) && !d.keep(name, d.read(of, v, name)) {
			return nil
		}
	}
	given := map[string]int{}
	var later []chosen
	for at, of := range pairs(m) {
		if merges(at) {
			continue
		}
		key, line := at.Value, at.Line
		field, known := fieldOf(v, key)
		var err error
		if first := given[key]; !known {
			err = unknownSetting(line, name, key, v)
		} else if first > 0 {
			err = fmt.Errorf("line %d: %s is there already, in line %d; keep one of them", line, Join(name, key), first)
		}
		if err != nil {
			if !d.keep(Join(name, key), err) {
				return nil
			}
			continue
		}
		given[key] = line
		d.lines[Join(name, key)] = line
		field.SetZero() // what was merged in gives way as a whole
		if _, chooses := v.Addr().Interface().(chooser); chooses && field.Kind() == reflect.Interface {
			later = append(later, chosen{key, of, field})
			continue
		}
		if !d.keep(Join(name, key), d.read(of, field, Join(name, key))) {
			return nil
		}
	}
	return d.choose(v, later, name)
}

// chosen is a setting whose type another one chooses.
type chosen struct {
	key   string
	value *yaml.Node
	field reflect.Value
}

// choose reads the settings whose types the others choose.
func (d *yamlReader) choose(v reflect.Value, later []chosen, name string) error {
	for _, c := range later {
		into := v.Addr().Interface().(chooser).Choose(c.key)
		if into == nil {
			continue // the value that it depends on is reported
		}
		if !d.keep(Join(name, c.key), d.read(c.value, reflect.ValueOf(into).Elem(), Join(name, c.key))) {
			return nil
		}
		c.field.Set(reflect.ValueOf(into))
	}
	return nil
}

// entryMark stands between a list and the number of an entry.
const entryMark = ", entry "

// Entry names an entry of a list, as people count.
func Entry(list string, i int) string { return fmt.Sprintf("%s%s%d", list, entryMark, i+1) }

// Join is the name of a setting within another.
func Join(name, key string) string {
	switch {
	case name == "":
		return key
	case strings.Contains(name, entryMark) && !strings.Contains(name[strings.LastIndex(name, entryMark)+len(entryMark):], ","):
		return name + ", " + key
	}
	return name + "." + key
}

// inline marks an embedded group whose settings stand with the others.
const inline = ",inline"

func fieldOf(v reflect.Value, key string) (reflect.Value, bool) {
	for i := range v.NumField() {
		switch v.Type().Field(i).Tag.Get("yaml") {
		case "":
		case inline:
			if f, ok := fieldOf(v.Field(i), key); ok {
				return f, true
			}
		case key:
			return v.Field(i), true
		}
	}
	return reflect.Value{}, false
}

func unknownSetting(line int, name, key string, v reflect.Value) error {
	if group := within(v, key); group != "" {
		of := "'s"
		if strings.HasSuffix(group, "s") {
			of = "'"
		}
		return fmt.Errorf("line %d: there is no setting %.60q here; it is one of %s%s: indent it further than %s", line, key, group, of, group)
	}
	t := v.Type()
	where := "the settings are"
	if name != "" {
		where = name + " has"
	}
	text := fmt.Sprintf("line %d: there is no setting %.60q here; %s %s", line, key, where, strings.Join(keysOf(t), ", "))
	if near := spelling.Nearest(key, keysOf(t)); len(near) > 0 {
		text += "; did you mean " + strings.Join(near, " or ") + "?"
	}
	return errors.New(text)
}

// within names the group beside which a setting stands that it belongs into; empty
// when there is none.
func within(v reflect.Value, key string) string {
	for i := range v.NumField() {
		name, group := v.Type().Field(i).Tag.Get("yaml"), v.Field(i)
		if c, chooses := v.Addr().Interface().(chooser); chooses && group.Kind() == reflect.Interface {
			if into := c.Choose(name); into != nil {
				group = reflect.ValueOf(into).Elem()
			}
		}
		if name == "" || name == inline || group.Kind() != reflect.Struct {
			continue
		}
		if _, ok := fieldOf(group, key); ok {
			return name
		}
	}
	return ""
}

func keysOf(t reflect.Type) []string {
	keys := make([]string, 0, t.NumField())
	for i := range t.NumField() {
		switch tag := t.Field(i).Tag.Get("yaml"); tag {
		case "":
		case inline:
			keys = append(keys, keysOf(t.Field(i).Type)...)
		default:
			keys = append(keys, tag)
		}
	}
	return keys
}

// The kinds of scalars that are told apart; any other is text.
const (
	nullTag  = "!!null"
	boolTag  = "!!bool"
	intTag   = "!!int"
	floatTag = "!!float"
)

// scalar reads one word or number; ok is false when it is of another kind.
func scalar(n *yaml.Node, v reflect.Value) (ok bool) {
	text, ok := scalarText(n)
	if !ok {
		return false
	}
	switch {
	case v.Type() == reflect.TypeFor[time.Duration]():
		d, err := time.ParseDuration(text)
		v.SetInt(int64(d))
		// The reader of durations takes a bare 0; a number alone has no unit.
		return err == nil && n.ShortTag() == "!!str"
	case v.Kind() == reflect.String:
		v.SetString(text)
	case v.Kind() == reflect.Bool:
		v.SetBool(strings.EqualFold(text, "true"))
		return n.ShortTag() == boolTag
	case v.Kind() == reflect.Float64:
		f, isNumber := number(n)
		v.SetFloat(f)
		return isNumber
	case v.Kind() == reflect.Int:
		f, isNumber := number(n)
		if !isNumber || f != math.Trunc(f) || math.Abs(f) > math.MaxInt32 {
			return false
		}
		v.SetInt(int64(f))
	}
	return true
}

// scalarText is a scalar as it is written.
func scalarText(n *yaml.Node) (text string, ok bool) { return n.Value, n.Kind == yaml.ScalarNode }

// number is a number's value, in quotes too.
func number(n *yaml.Node) (f float64, ok bool) {
	switch n.ShortTag() {
	case intTag, floatTag:
		return f, n.Decode(&f) == nil
	case "!!str":
		f, err := strconv.ParseFloat(n.Value, 64)
		return f, err == nil
	}
	return 0, false
}

// fitting says what a setting of the type takes.
func fitting(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[time.Duration]():
		return "a time with its unit, such as 90s, 10m or 2h"
	case t.Kind() == reflect.Struct:
		return "a group of settings, each on a line of its own as name: value (" + strings.Join(keysOf(t), ", ") + ")"
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct:
		return "a list, each entry of which begins with a dash"
	case t.Kind() == reflect.Map:
		return "a group of names with their values, each on a line of its own as name: value"
	case reflect.PointerTo(t).Implements(reflect.TypeFor[fromText]()):
		return "a list, such as [python3, agent.py], or one line of words"
	case t.Kind() == reflect.Slice:
		return "a list, such as [one, two]"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.Int:
		return fmt.Sprintf("a whole number of at most %d", math.MaxInt32)
	case t.Kind() == reflect.Float64:
		return "a number"
	}
	return "text"
}

// shown is a value that does not fit.
func shown(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a group of settings"
	case yaml.SequenceNode:
		return "a list"
	default:
		return fmt.Sprintf("%.40q", n.Value)
	}
}
