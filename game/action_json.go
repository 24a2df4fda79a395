// SPDX-License-Identifier: MIT

package game

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
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

func (a *Action) appendField(buf []byte, f *Field) []byte {
	value, set := a.Field(f.Name)
	if !set {
		return buf
	}
	switch v := value.(type) {
	case *Pos:
		return appendPosition(buf, v)
	case *Until:
		if v.Phase != "" {
			value = v.Phase
		}
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

// field returns a pointer to the Go field behind a catalogue field, nil for an unknown name.
func (a *Action) field(name string) any {
	if of := goFields[name]; of.at != nil {
		return of.at(a)
	}
	return nil
}

// goField reaches the Go field behind a catalogue field without reflection: at points to it, get is its value, and both
// get and has say whether it is set.
type goField struct {
	at  func(a *Action) any
	get func(a *Action) (any, bool)
	has func(a *Action) bool
}

// goFieldOf is one by where it is, and by whether a value is set.
func goFieldOf[T any](at func(a *Action) *T, set func(v T) bool) goField {
	return goField{
		at:  func(a *Action) any { return at(a) },
		get: func(a *Action) (any, bool) { return *at(a), set(*at(a)) },
		has: func(a *Action) bool { return set(*at(a)) },
	}
}

func plain[T comparable](at func(a *Action) *T) goField {
	return goFieldOf(at, func(v T) bool { return v != *new(T) })
}

var goFields = map[string]goField{
	FieldPosition: plain(func(a *Action) **Pos { return &a.At }),

	"target":     plain(func(a *Action) *string { return &a.Target }),
	"item":       plain(func(a *Action) *string { return &a.Item }),
	"block":      plain(func(a *Action) *string { return &a.Block }),
	"using":      goFieldOf(func(a *Action) *map[string]int { return &a.Using }, func(v map[string]int) bool { return len(v) > 0 }),
	"recipe":     plain(func(a *Action) *string { return &a.Recipe }),
	"message":    plain(func(a *Action) *string { return &a.Message }),
	"quantity":   plain(func(a *Action) *int { return &a.Quantity }),
	"range":      plain(func(a *Action) *float64 { return &a.Range }),
	"until":      plain(func(a *Action) **Until { return &a.Until }),
	"edits":      goFieldOf(func(a *Action) *[]Edit { return &a.Edits }, func(v []Edit) bool { return len(v) > 0 }),
	"slot":       plain(func(a *Action) *string { return &a.Slot }),
	"fuel":       plain(func(a *Action) *string { return &a.Fuel }),
	"station":    plain(func(a *Action) *string { return &a.Station }),
	"furnaces":   plain(func(a *Action) *int { return &a.Furnaces }),
	"radius":     plain(func(a *Action) *float64 { return &a.Radius }),
	"to":         plain(func(a *Action) *string { return &a.To }),
	"distance":   plain(func(a *Action) *float64 { return &a.Distance }),
	"seconds":    plain(func(a *Action) *float64 { return &a.Seconds }),
	"for":        plain(func(a *Action) *string { return &a.For }),
	"price":      plain(func(a *Action) *int { return &a.Price }),
	"direction":  plain(func(a *Action) *string { return &a.Direction }),
	"as":         plain(func(a *Action) *string { return &a.As }),
	"maxBlocks":  plain(func(a *Action) *int { return &a.MaxBlocks }),
	"maxSeconds": plain(func(a *Action) *float64 { return &a.MaxSeconds }),
}

// Field returns the value of a catalogue field and whether it is set: a
// string, int, float64, *Until, []Edit, map[string]int or, for FieldPosition, a *Pos.
func (a *Action) Field(name string) (any, bool) {
	if of := goFields[name]; of.get != nil {
		return of.get(a)
	}
	return nil, false
}

// Has reports whether a catalogue field is set.
func (a *Action) Has(name string) bool {
	of := goFields[name]
	return of.has != nil && of.has(a)
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
