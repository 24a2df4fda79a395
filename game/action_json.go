// SPDX-License-Identifier: MIT

package game

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// MarshalJSON writes the action in the protocol's shape: id (when set), type,
// then the fields of its kind that are set, in the catalogue's order. Fields
// that the kind does not have are left out.
func (a Action) MarshalJSON() ([]byte, error) {
	buf := make([]byte, 0, 160)
	buf = append(buf, '{')
	if a.ID != "" {
		buf = append(buf, `"id":`...)
		buf = appendJSON(buf, a.ID)
		buf = append(buf, ',')
	}
	buf = append(buf, `"type":`...)
	buf = appendJSON(buf, string(a.Kind))
	info, _ := Lookup(a.Kind)
	for i := range info.Fields {
		buf = a.appendField(buf, &info.Fields[i])
	}
	return append(buf, '}'), nil
}

func appendPosition(buf []byte, at *Pos) []byte {
	if at == nil {
		return buf
	}
	buf = append(buf, `,"x":`...)
	buf = strconv.AppendInt(buf, int64(at.X), 10)
	buf = append(buf, `,"y":`...)
	buf = strconv.AppendInt(buf, int64(at.Y), 10)
	buf = append(buf, `,"z":`...)
	buf = strconv.AppendInt(buf, int64(at.Z), 10)
	if at.Dimension != "" {
		buf = append(buf, `,"dimension":`...)
		buf = appendJSON(buf, at.Dimension)
	}
	return buf
}

// given is a value that is written, nil for one that is left out.
func given[T comparable](v T) any {
	if v == *new(T) {
		return nil
	}
	return v
}

func (a *Action) appendField(buf []byte, f *Field) []byte {
	if f.Type == TypePosition {
		return appendPosition(buf, a.At)
	}
	var value any
	switch p := a.field(f.Name).(type) {
	case *string:
		value = given(*p)
	case *int:
		value = given(*p)
	case *float64:
		value = given(*p)
	case **Until:
		if value = given(*p); value != nil && (*p).Phase != "" {
			value = (*p).Phase
		}
	case *[]Edit:
		if len(*p) > 0 {
			value = *p
		}
	case *map[string]int:
		if len(*p) > 0 {
			value = *p
		}
	}
	if value == nil {
		return buf
	}
	buf = append(buf, ',')
	buf = appendJSON(buf, f.Name)
	buf = append(buf, ':')
	return appendJSON(buf, value)
}

func appendJSON(buf []byte, v any) []byte {
	b, err := json.Marshal(v)
	if err != nil { // numbers that JSON cannot hold; Validate refuses them first
		return append(buf, "null"...)
	}
	return append(buf, b...)
}

// field returns a pointer to the Go field behind a catalogue field, nil for an
// unknown name and for positions.
func (a *Action) field(name string) any {
	if of := goFields[name]; of != nil {
		return of(a)
	}
	return nil
}

var goFields = map[string]func(a *Action) any{
	"target":     func(a *Action) any { return &a.Target },
	"item":       func(a *Action) any { return &a.Item },
	"block":      func(a *Action) any { return &a.Block },
	"using":      func(a *Action) any { return &a.Using },
	"recipe":     func(a *Action) any { return &a.Recipe },
	"message":    func(a *Action) any { return &a.Message },
	"quantity":   func(a *Action) any { return &a.Quantity },
	"range":      func(a *Action) any { return &a.Range },
	"until":      func(a *Action) any { return &a.Until },
	"edits":      func(a *Action) any { return &a.Edits },
	"slot":       func(a *Action) any { return &a.Slot },
	"fuel":       func(a *Action) any { return &a.Fuel },
	"furnaces":   func(a *Action) any { return &a.Furnaces },
	"radius":     func(a *Action) any { return &a.Radius },
	"to":         func(a *Action) any { return &a.To },
	"distance":   func(a *Action) any { return &a.Distance },
	"seconds":    func(a *Action) any { return &a.Seconds },
	"for":        func(a *Action) any { return &a.For },
	"price":      func(a *Action) any { return &a.Price },
	"direction":  func(a *Action) any { return &a.Direction },
	"as":         func(a *Action) any { return &a.As },
	"maxBlocks":  func(a *Action) any { return &a.MaxBlocks },
	"maxSeconds": func(a *Action) any { return &a.MaxSeconds },
}

// Field returns the value of a catalogue field and whether it is set: a
// string, int, float64, *Until, []Edit, map[string]int or, for FieldPosition, a *Pos.
func (a *Action) Field(name string) (any, bool) {
	if name == FieldPosition {
		return a.At, a.At != nil
	}
	if p := a.field(name); p != nil {
		return reflect.ValueOf(p).Elem().Interface(), a.Has(name)
	}
	return nil, false
}

// Has reports whether a catalogue field is set.
func (a *Action) Has(name string) bool {
	if name == FieldPosition {
		return a.At != nil
	}
	v := reflect.ValueOf(a.field(name))
	if !v.IsValid() {
		return false
	}
	switch v = v.Elem(); v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() > 0
	default:
		return !v.IsZero()
	}
}

// UnmarshalJSON reads the protocol's shape. Numbers may be written as 20 or
// 20.0, ids as numbers, names with or without namespace; members that the kind
// does not have are ignored. It does not check the action: call Validate.
func (a *Action) UnmarshalJSON(data []byte) error {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return fmt.Errorf("an action is a JSON object: %w", JSONFault(err))
	}
	if raw == nil {
		return errors.New("an action is a JSON object, not null")
	}
	*a = Action{}
	if v, ok := raw["id"]; ok {
		id, err := LooseString(v)
		if err != nil {
			return fmt.Errorf("action id: %w", err)
		}
		a.ID = id
	}
	if v, ok := raw["type"]; ok {
		if err := json.Unmarshal(v, (*string)(&a.Kind)); err != nil {
			return errors.New(`an action's "type" is a string such as "mine"`)
		}
	}
	info, ok := Lookup(a.Kind)
	if !ok {
		return nil // Validate names the kinds there are
	}
	for i := range info.Fields {
		if err := a.readField(&info.Fields[i], raw); err != nil {
			return err
		}
	}
	return nil
}

func (a *Action) readField(f *Field, raw map[string]json.RawMessage) error {
	if f.Type == TypePosition {
		return a.readPosition(raw)
	}
	v, ok := raw[f.Name]
	if !ok || isNull(v) {
		return nil
	}
	fault := func(want string) error {
		return fmt.Errorf("%s: %q must be %s, not %s", a.Kind, f.Name, want, clip(v))
	}
	switch p := a.field(f.Name).(type) {
	case *string:
		if json.Unmarshal(v, p) != nil {
			return fault("a string")
		}
		if slices.Contains([]FieldType{TypeItem, TypeBlock, TypeTarget}, f.Type) {
			*p = f.Spelling(*p)
		}
		if strings.TrimSpace(*p) == "" {
			return a.empty(f)
		}
	case *int:
		n, err := LooseNumber(v)
		if err != nil || n != math.Trunc(n) || math.Abs(n) > 1e9 {
			return fault("a whole number")
		}
		*p = int(n)
	case *float64:
		n, err := LooseNumber(v)
		if err != nil {
			return fault("a number")
		}
		*p = n
	case **Until:
		u := &Until{}
		if json.Unmarshal(v, &u.Phase) != nil && json.Unmarshal(v, u) != nil {
			return fault(`{"item","count"}, "day" or "night"`)
		}
		u.Item = Name(u.Item)
		*p = u
	case *[]Edit:
		if json.Unmarshal(v, p) != nil {
			return fault("a list of {x, y, z, block}")
		}
		for i := range *p {
			(*p)[i].Block = Name((*p)[i].Block)
		}
	case *map[string]int:
		counts, ok := readCounts(v)
		if !ok {
			return fault(`counts by item such as {"oak_planks": 2}`)
		}
		*p = counts
	}
	return nil
}

// empty is the fault of an argument that is given and says nothing: what it was
// meant to say is not known, so it is not taken for one that was left out.
func (a *Action) empty(f *Field) error {
	if f.Required {
		return fmt.Errorf("%s: %q is empty: give %s", a.Kind, f.Name, f.Doc)
	}
	return fmt.Errorf("%s: %q is empty: give %s, or leave it out", a.Kind, f.Name, strings.SplitN(f.Doc, ";", 2)[0])
}

// readCounts reads counts by item; the same item under two names adds up.
func readCounts(v json.RawMessage) (map[string]int, bool) {
	var raw map[string]json.RawMessage
	if json.Unmarshal(v, &raw) != nil || len(raw) == 0 {
		return nil, false
	}
	counts := make(map[string]int, len(raw))
	for name, v := range raw {
		n, err := LooseNumber(v)
		if err != nil || n != math.Trunc(n) || math.Abs(n) > 1e9 {
			return nil, false
		}
		counts[Name(name)] += int(n)
	}
	return counts, true
}

func (a *Action) readPosition(raw map[string]json.RawMessage) error {
	var at Pos
	given := 0
	for _, c := range [...]struct {
		name string
		to   *int
	}{{"x", &at.X}, {"y", &at.Y}, {"z", &at.Z}} {
		v, ok := raw[c.name]
		if !ok || isNull(v) {
			continue
		}
		n, err := LooseNumber(v)
		if err != nil || math.Abs(n) > 1e9 {
			return fmt.Errorf("%s: %q must be a number of blocks, not %s", a.Kind, c.name, clip(v))
		}
		*c.to = int(math.Floor(n))
		given++
	}
	switch given {
	case 0:
		return nil
	case 3:
	default:
		return fmt.Errorf("%s: a position needs x, y and z", a.Kind)
	}
	if v, ok := raw["dimension"]; ok && !isNull(v) {
		if json.Unmarshal(v, &at.Dimension) != nil {
			return fmt.Errorf(`%s: "dimension" must be a string such as "overworld"`, a.Kind)
		}
		at.Dimension = Name(at.Dimension)
	}
	a.At = &at
	return nil
}

// LooseString reads a JSON string, or a number as its digits.
func LooseString(v json.RawMessage) (string, error) {
	if isNull(v) {
		return "", nil
	}
	var s string
	if json.Unmarshal(v, &s) == nil {
		return s, nil
	}
	var n json.Number
	if err := json.Unmarshal(v, &n); err != nil {
		return "", fmt.Errorf("%s is neither a string nor a number", clip(v))
	}
	return n.String(), nil
}

// LooseNumber reads a finite JSON number.
func LooseNumber(v json.RawMessage) (float64, error) {
	var n float64
	if isNull(v) {
		return 0, errors.New("null is no number")
	}
	if err := json.Unmarshal(v, &n); err != nil {
		return 0, fmt.Errorf("%s is no number", clip(v))
	}
	return n, nil
}

func isNull(v json.RawMessage) bool {
	return len(v) == 0 || bytes.Equal(bytes.TrimSpace(v), []byte("null"))
}

// clip shortens foreign text for a sentence.
func clip(v json.RawMessage) string {
	const most = 40
	if len(v) > most {
		return strings.ToValidUTF8(string(v[:most]), "") + "..."
	}
	return string(v)
}
