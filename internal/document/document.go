// Package document reads YAML documents that people write: into structs with yaml
// tags, strictly, with the line of every value, so that whatever is wrong with one
// can be said in a sentence that names its place.
//
//	lines, err := document.Decode(text, &cfg)
//	line := lines.Of("planner.mode")
package document

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
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
// stands behind it is read all the same. Of a text that is no YAML nothing is read,
// and the lines are nil.
func Decode(text []byte, into any) (Lines, error) {
	file, err := parser.ParseBytes(bytes.TrimPrefix(text, []byte("\ufeff")), 0, parser.AllowDuplicateMapKey())
	if err != nil {
		return nil, Faults{{"", syntaxFault(err, string(text)).Error()}}
	}
	d := yamlReader{lines: Lines{}, anchors: map[string]ast.Node{}}
	for i, doc := range file.Docs {
		switch {
		case doc.Body == nil || doc.Body.Type() == ast.CommentType:
		case i > 0:
			d.keep("", fmt.Errorf("line %d: a second document begins; put all settings into one", lineOf(doc.Body)))
		default:
			d.keep("", d.read(doc.Body, reflect.ValueOf(into).Elem(), ""))
		}
	}
	if len(d.faults) > 0 {
		return d.lines, d.faults
	}
	return d.lines, nil
}

// syntaxFault says where the text is no YAML, and how to mend it.
func syntaxFault(err error, text string) error {
	var fault yaml.Error
	if !errors.As(err, &fault) || fault.GetToken() == nil {
		return errors.New("it is no YAML: write each setting as name: value, and indent with blanks")
	}
	line, message := fault.GetToken().Position.Line, fault.GetMessage()
	return fmt.Errorf("line %d is no YAML: %s; %s", line, message, mending(message, strings.Split(text, "\n"), line))
}

// mending is what to do about a line that is no YAML.
func mending(message string, lines []string, line int) string {
	own := ""
	if line >= 1 && line <= len(lines) {
		own = lines[line-1]
	}
	has := func(word string) bool { return strings.Contains(message, word) }
	switch {
	case has("tab character"), strings.Contains(own[:len(own)-len(strings.TrimLeft(own, " \t"))], "\t"):
		return "indent with blanks, not with tabs"
	case has("end token"):
		return "close every [ with a ] and every { with a }"
	case has("quoted"):
		return "close the quotes"
	case has("escape"):
		return `write the text in single quotes, or each \ twice`
	case !has("context") && !has("map"):
		return general
	}
	for _, step := range [...]int{-1, 1} {
		other := line + step
		for other >= 1 && other <= len(lines) && column(lines[other-1]) == 0 {
			other += step
		}
		if other < 1 || other > len(lines) || column(own) == 0 || column(own) == column(lines[other-1]) {
			continue
		}
		where := map[int]string{-1: "before", 1: "after"}[step]
		return fmt.Sprintf("it begins in column %d and line %d %s it in column %d: let all settings of one group begin in the same column", column(own), other, where, column(lines[other-1]))
	}
	return general
}

// general is how to mend a line of which no more is known.
const general = "write each setting as name: value, and let all of one group begin in the same column"

// column is where the setting of a line begins, behind the dash of an entry; 0 for a
// line without one.
func column(line string) int {
	rest := strings.TrimLeft(line, " ")
	if rest = strings.TrimRight(rest, "\r"); rest == "" || rest[0] == '#' {
		return 0
	}
	for strings.HasPrefix(rest, "- ") {
		rest = strings.TrimLeft(rest[1:], " ")
	}
	return len(strings.TrimRight(line, "\r")) - len(rest) + 1
}

// yamlReader reads one document.
type yamlReader struct {
	lines   Lines
	anchors map[string]ast.Node
	count   int // of values read
	faults  Faults
}

// keep notes a fault, if there is one, and reports whether to go on.
func (d *yamlReader) keep(setting string, err error) bool {
	if err != nil && len(d.faults) < mostFaults {
		d.faults = append(d.faults, Fault{setting, err.Error()})
	}
	return d.count <= mostValues && len(d.faults) < mostFaults
}

func lineOf(n ast.Node) int {
	if t := n.GetToken(); t != nil {
		return t.Position.Line
	}
	return 1
}

// Bounds of what is read: names that stand for one value, values, of which a small
// file with aliases could have any number, and faults.
const (
	mostHops   = 16
	mostValues = 100_000
	mostFaults = 200
)

// resolve is the value itself behind anchors, aliases and tags, and the mark to
// know it by once it is read, if it has one.
func (d *yamlReader) resolve(n ast.Node) (value ast.Node, mark string, err error) {
	for range mostHops {
		switch v := n.(type) {
		case *ast.AnchorNode:
			mark = v.Name.GetToken().Value
			n = v.Value
		case *ast.AliasNode:
			named, ok := d.anchors[v.Value.GetToken().Value]
			if !ok {
				return nil, "", fmt.Errorf("line %d: nothing before it is marked with &%s", lineOf(n), v.Value.GetToken().Value)
			}
			n = named
		case *ast.TagNode:
			n = v.Value
		default:
			return n, mark, nil
		}
	}
	return nil, "", fmt.Errorf("line %d: this value stands behind too many names; write the value", lineOf(n))
}

// read reads a value into v. Null leaves it as it is.
func (d *yamlReader) read(n ast.Node, v reflect.Value, name string) error {
	line := lineOf(n)
	if _, seen := d.lines[name]; !seen {
		d.lines[name] = line
	}
	if d.count++; d.count > mostValues {
		return fmt.Errorf("line %d: there are more than %d values; make the file smaller", line, mostValues)
	}
	n, mark, err := d.resolve(n)
	if err != nil {
		return err
	}
	if mark != "" {
		defer func() { d.anchors[mark] = n }() // it cannot hold itself
	}
	if n == nil || n.Type() == ast.NullType {
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
		var group ast.MapNode
		if group, ok = n.(ast.MapNode); ok {
			return d.names(group, v, name)
		}
	case v.Kind() == reflect.Interface:
		return d.free(n, v, line, name)
	case v.Kind() == reflect.Struct:
		var fields ast.MapNode
		if fields, ok = n.(ast.MapNode); ok {
			return d.fields(fields, v, name)
		}
	case v.Kind() == reflect.Slice:
		var list ast.ArrayNode
		if list, ok = n.(ast.ArrayNode); ok {
			return d.list(list, v, name)
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
func (d *yamlReader) names(m ast.MapNode, v reflect.Value, name string) error {
	v.Set(reflect.MakeMap(v.Type()))
	for it := m.MapRange(); it.Next(); {
		key, line := keyText(it.Key()), lineOf(it.Key())
		if it.Key().IsMergeKey() {
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
		err := d.read(it.Value(), value, Join(name, key))
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
func (d *yamlReader) free(n ast.Node, v reflect.Value, line int, name string) error {
	var into reflect.Value
	switch n.(type) {
	case ast.MapNode:
		into = reflect.ValueOf(&map[string]any{})
	case ast.ArrayNode:
		into = reflect.ValueOf(&[]any{})
	case *ast.BoolNode:
		into = reflect.ValueOf(new(bool))
	case *ast.IntegerNode, *ast.FloatNode:
		into = reflect.ValueOf(new(float64))
	case *ast.StringNode, *ast.LiteralNode:
		into = reflect.ValueOf(new(string))
	default:
		return fmt.Errorf("line %d: %s must be text, a number, true or false, a list or a group, not %s", line, name, shown(n))
	}
	if err := d.read(n, into.Elem(), name); err != nil {
		return err
	}
	v.Set(into.Elem())
	return nil
}

func (d *yamlReader) list(list ast.ArrayNode, v reflect.Value, name string) error {
	for it := list.ArrayRange(); it.Next(); {
		item := reflect.New(v.Type().Elem()).Elem()
		more := d.keep(Entry(name, v.Len()), d.read(it.Value(), item, Entry(name, v.Len())))
		v.Set(reflect.Append(v, item)) // one that does not fit keeps its place
		if !more {
			return nil
		}
	}
	return nil
}

// fields reads a mapping into a struct. What is merged in with << comes first
// and may be told otherwise.
func (d *yamlReader) fields(m ast.MapNode, v reflect.Value, name string) error {
	for it := m.MapRange(); it.Next(); {
		if !it.Key().IsMergeKey() {
			continue
		}
		if !d.keep(name, d.read(it.Value(), v, name)) {
			return nil
		}
	}
	given := map[string]int{}
	type chosen struct {
		key   string
		value ast.Node
		field reflect.Value
	}
	var later []chosen
	for it := m.MapRange(); it.Next(); {
		if it.Key().IsMergeKey() {
			continue
		}
		key, line := keyText(it.Key()), lineOf(it.Key())
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
			later = append(later, chosen{key, it.Value(), field})
			continue
		}
		if !d.keep(Join(name, key), d.read(it.Value(), field, Join(name, key))) {
			return nil
		}
	}
	for _, c := range later { // what they are depends on the others
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

func keyText(key ast.MapKeyNode) string {
	if k, ok := key.(*ast.MappingKeyNode); ok && k.Value != nil {
		return k.Value.GetToken().Value
	}
	return key.GetToken().Value
}

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
	return fmt.Errorf("line %d: there is no setting %.60q here; %s %s", line, key, where, keysOf(t))
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

func keysOf(t reflect.Type) string {
	keys := make([]string, 0, t.NumField())
	for i := range t.NumField() {
		switch tag := t.Field(i).Tag.Get("yaml"); tag {
		case "":
		case inline:
			keys = append(keys, keysOf(t.Field(i).Type))
		default:
			keys = append(keys, tag)
		}
	}
	return strings.Join(keys, ", ")
}

// scalar reads one word or number; ok is false when it is of another kind.
func scalar(n ast.Node, v reflect.Value) (ok bool) {
	text, ok := scalarText(n)
	if !ok {
		return false
	}
	switch {
	case v.Type() == reflect.TypeFor[time.Duration]():
		d, err := time.ParseDuration(text)
		v.SetInt(int64(d))
		// The reader of durations takes a bare 0; a number alone has no unit.
		return err == nil && n.Type() == ast.StringType
	case v.Kind() == reflect.String:
		v.SetString(text)
	case v.Kind() == reflect.Bool:
		b, isBool := n.(*ast.BoolNode)
		if !isBool {
			return false
		}
		v.SetBool(b.Value)
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
func scalarText(n ast.Node) (text string, ok bool) {
	switch s := n.(type) {
	case *ast.StringNode:
		return s.Value, true
	case *ast.LiteralNode:
		return s.Value.Value, true
	case ast.ScalarNode:
		return s.GetToken().Value, true
	}
	return "", false
}

// number is a number's value, in quotes too.
func number(n ast.Node) (float64, bool) {
	switch s := n.(type) {
	case *ast.IntegerNode:
		switch i := s.Value.(type) {
		case int64:
			return float64(i), true
		case uint64:
			return float64(i), true
		}
	case *ast.FloatNode:
		return s.Value, true
	case *ast.InfinityNode:
		return s.Value, true
	case *ast.NanNode:
		return math.NaN(), true
	case *ast.StringNode:
		f, err := strconv.ParseFloat(s.Value, 64)
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
		return "a group of settings, each on a line of its own as name: value (" + keysOf(t) + ")"
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
func shown(n ast.Node) string {
	switch n.(type) {
	case ast.MapNode:
		return "a group of settings"
	case ast.ArrayNode:
		return "a list"
	}
	text, _ := scalarText(n)
	return fmt.Sprintf("%.40q", text)
}
