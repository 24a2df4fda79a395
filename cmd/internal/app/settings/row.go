// SPDX-License-Identifier: MIT

package settings

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/lists"
)

// Row is one setting: everything that is true of it, once.
type Row struct {
	// Key as the file has it, with its group: limits.deaths. Entries of a list have []
	// behind the list's key: protect[].x.
	Key string
	// Sentence says to people what it is for, without a full stop.
	Sentence string
	// Default is the value that holds when it is left out; without one, Unset says
	// in words what happens then.
	Default any
	Unset   string
	// Takes says in words what fits. Values says it itself, and so does true or false.
	Takes string

	// The check: Values are the words that it may be, Bounds those of a number or a
	// time, with what is Wrong with one outside (default "cannot be meant"). Check is
	// any other; its error may be an [*Error] that names an entry. Any: whatever is of
	// its type fits.
	Values []string
	Bounds *Bounds
	Wrong  string
	Check  func(Config) error
	Any    bool

	// Changes says when a change holds.
	Changes Changes
	// Page is how the page shows it; nil when only the file has it.
	Page *Control
}

// Changes says when a change of a setting holds. The zero value is the next start.
type Changes int

// The ways to change a setting while Minehand runs.
const (
	AtStart Changes = iota
	// FromFile: a change of the file holds within seconds.
	FromFile
	// FromPage: clients may change it too.
	FromPage
)

// Bounds of a number, or of a time in seconds.
type Bounds struct {
	Least, Most float64
	// Above: Least itself does not fit.
	Above bool
}

func between(least, most float64) *Bounds { return &Bounds{Least: least, Most: most} }
func atLeast(least float64) *Bounds       { return between(least, math.Inf(1)) }
func above(least float64) *Bounds         { return &Bounds{Least: least, Most: math.Inf(1), Above: true} }

func (b *Bounds) hold(v float64) bool {
	return v >= b.Least && v <= b.Most && (v > b.Least || !b.Above)
}

// Control is a setting on the page: Options to pick from, Switches, or, with
// neither, what its type asks for.
type Control struct {
	// Group is the section of the page: safety.
	Group string
	// Label is its name there, unless it has Switches.
	Label string
	// Unit names what a number counts, in the singular.
	Unit     string
	Options  []Option
	Switches []Switch
}

// Option is a value to pick; without Text it is shown as its type is.
type Option struct {
	Value any
	Text  string
}

// Switch is on while none of the entries Off are in the list.
type Switch struct {
	Label, Sentence string
	Off             []string
}

func options[T any](values ...T) []Option {
	return lists.Of(values, func(v *T) Option { return Option{Value: *v} })
}

// typeOf is the type of its field, without the pointer of those that may be absent.
func (r Row) typeOf() reflect.Type {
	t := reflect.TypeFor[Config]()
	for key := range strings.SplitSeq(r.Key, ".") {
		name, isList := strings.CutSuffix(key, "[]")
		i := fieldAt(t, name)
		if i < 0 {
			return nil
		}
		if t = t.Field(i).Type; t.Kind() == reflect.Pointer || isList {
			t = t.Elem()
		}
	}
	return t
}

// fieldAt is the index of the field that a document names so; -1 for none.
func fieldAt(t reflect.Type, name string) int {
	return slices.IndexFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool { return f.Tag.Get("yaml") == name })
}

// field is where a configuration keeps the setting.
func (r Row) field(c *Config) reflect.Value {
	v := reflect.ValueOf(c).Elem()
	for key := range strings.SplitSeq(r.Key, ".") {
		v = v.Field(fieldAt(v.Type(), key))
	}
	return v
}

// given is its value in a configuration, and whether it is there at all.
func (r Row) given(c Config) (v any, ok bool) {
	f := r.field(&c)
	if f.IsZero() {
		return nil, false
	}
	if f.Kind() == reflect.Pointer {
		f = f.Elem()
	}
	return f.Interface(), true
}

// entry reports whether it is a setting of the entries of a list.
func (r Row) entry() bool { return strings.Contains(r.Key, "[]") }

// same reports whether two configurations have the same value, and copy carries it
// from one to the other.
func (r Row) same(a, b Config) bool {
	return reflect.DeepEqual(r.field(&a).Interface(), r.field(&b).Interface())
}

func (r Row) copy(to *Config, from Config) { r.field(to).Set(r.field(&from)) }

// check says what is wrong with its value: an *Error, or nil.
func (r Row) check(c Config) error {
	v, ok := r.given(c)
	if !ok && r.Check == nil {
		return nil
	}
	switch {
	case r.Check != nil:
		return r.at(r.Check(c))
	case r.Bounds != nil && !r.Bounds.hold(number(v)):
		wrong := cmp.Or(r.Wrong, "cannot be meant")
		return r.at(fmt.Errorf("%v %s; use %s, or leave it out for %s", v, wrong, r.Takes, r.otherwise()))
	case r.Values != nil && !slices.Contains(r.Values, fmt.Sprint(v)):
		return r.at(fmt.Errorf("%q is none of %s", v, strings.Join(r.Values, ", ")))
	}
	return nil
}

// at is a fault of this setting, unless it names another or an entry.
func (r Row) at(err error) error {
	if named := (*Error)(nil); err == nil || errors.As(err, &named) {
		return err
	}
	return fault(r.Key, err)
}

// otherwise is what happens without the setting, in words or as the file would have it.
func (r Row) otherwise() string {
	if r.Default == nil {
		return r.Unset
	}
	return written(r.Default)
}

// takes is what fits, in words.
func (r Row) takes() string {
	switch {
	case r.Takes != "":
		return r.Takes
	case r.Values != nil:
		return strings.Join(r.Values, ", ")
	case r.typeOf() == reflect.TypeFor[bool]():
		return "true or false"
	}
	return ""
}

// number is a number, or a time in seconds.
func number(v any) float64 {
	switch v := v.(type) {
	case time.Duration:
		return v.Seconds()
	case int:
		return float64(v)
	case float64:
		return v
	}
	return math.NaN()
}

// written is a value as people write it: 2h, not 2h0m0s.
func written(v any) string {
	d, ok := v.(time.Duration)
	if !ok {
		return fmt.Sprint(v)
	}
	text := d.String()
	for _, end := range []struct{ of, short string }{{"m0s", "m"}, {"h0m", "h"}} {
		if rest, cut := strings.CutSuffix(text, end.of); cut {
			text = rest + end.short
		}
	}
	return text
}

// text is an option as people read it.
func (c *Control) text(o Option) string {
	if o.Text != "" {
		return o.Text
	}
	switch v := o.Value.(type) {
	case time.Duration:
		return game.Lasting(v)
	case int:
		if c.Unit != "" {
			return game.Numbered(v, c.Unit)
		}
	}
	return written(o.Value)
}
