// SPDX-License-Identifier: MIT

package wire

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/minehand/minehand/game"
)

// Encode writes a frame. Actions for a body are written by Encoder.Action,
// which knows what each protocol version is sent; Encode writes an
// ExecuteAction as version 2.
func Encode(m Message) ([]byte, error) {
	switch v := m.(type) {
	case *ExecuteAction:
		return Encoder{Protocol: game.ProtocolV2, Arguments: game.DeclaredArguments(), Lifted: v.Lifted, Within: v.Within}.Action(&v.Action)
	case *StateUpdate:
		if v.Data.Inventory == nil { // the base document has a list, never null
			c := *v
			c.Data.Inventory = []game.Stack{}
			m = &c
		}
	}
	body, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("writing %s: %w", m.Type(), err)
	}
	buf := make([]byte, 0, len(body)+len(m.Type())+12)
	buf = append(buf, `{"type":`...)
	buf = appendString(buf, m.Type())
	if len(body) > 2 {
		buf = append(buf, ',')
	}
	return append(buf, body[1:]...), nil
}

// Encoder writes execute_action frames for one body. The zero value is for a
// version 1 body and lets no chat command through.
type Encoder struct {
	// Protocol the body registered with; below 2 means version 1.
	Protocol int
	// Arguments are the declared fields that the body knows.
	Arguments []string
	// Chat guards what is said in the game's chat.
	Chat game.ChatGuard
	// Lifted names the protected places that the action may change; version 2
	// bodies are told.
	Lifted []string
	// Within is where the body looks for what the action does not place, nil for
	// everywhere; version 2 bodies are told.
	Within *game.Area
}

// Action writes an execute_action frame. The action must be valid and have an
// id (rule 1). To a version 1 body every parameter of the kind goes out, with
// defaults, because what is missing there becomes stone and 0/64/0; what has no
// value is refused with a sentence. To a version 2 body the fields that are set
// go out.
func (e Encoder) Action(a *game.Action) ([]byte, error) {
	info, ok := game.Lookup(a.Kind)
	if err := e.sendable(a, info, ok); err != nil {
		return nil, err
	}
	v1 := e.Protocol < game.ProtocolV2
	if v1 && !info.V1 {
		return nil, fmt.Errorf("this body speaks the base protocol, which has no %s", a.Kind)
	}
	buf := make([]byte, 0, 192)
	buf = append(buf, `{"type":"execute_action","action":{"id":`...)
	buf = appendString(buf, a.ID)
	buf = append(buf, `,"type":`...)
	buf = appendString(buf, string(a.Kind))
	for i := range info.Fields {
		f := &info.Fields[i]
		value, set := a.Field(f.Name)
		if v1 && f.V2 || !v1 && !set || f.Declared && !slices.Contains(e.Arguments, string(a.Kind)+"."+f.Name) {
			continue
		}
		if !set {
			value = f.Default
		}
		if value == nil {
			return nil, fmt.Errorf("%s needs %s on a body of the base protocol", a.Kind, f.Doc)
		}
		buf = appendField(buf, f, value, v1)
	}
	buf = append(buf, '}')
	if !v1 && len(e.Lifted) > 0 {
		buf = append(buf, `,"lifted":`...)
		buf = appendValue(buf, e.Lifted)
	}
	if !v1 && e.Within != nil {
		buf = append(buf, `,"within":`...)
		buf = appendValue(buf, e.Within)
	}
	return append(buf, '}'), nil
}

// sendable is why an action is sent to no body.
func (e Encoder) sendable(a *game.Action, info game.KindInfo, known bool) error {
	switch {
	case !known:
		return fmt.Errorf("there is no action %q", a.Kind)
	case a.ID == "":
		return fmt.Errorf("%s has no id; every action that is sent needs one", a.Kind)
	case info.Local:
		return fmt.Errorf("%s is sent to no body: it is done by itself", a.Kind)
	case info.Speaks:
		return e.Chat.Check(a.Message)
	}
	return nil
}

func appendField(buf []byte, f *game.Field, value any, v1 bool) []byte {
	if p, ok := value.(*game.Pos); ok {
		buf = append(buf, `,"x":`...)
		buf = strconv.AppendInt(buf, int64(p.X), 10)
		buf = append(buf, `,"y":`...)
		buf = strconv.AppendInt(buf, int64(p.Y), 10)
		buf = append(buf, `,"z":`...)
		buf = strconv.AppendInt(buf, int64(p.Z), 10)
		if p.Dimension != "" && !v1 {
			buf = append(buf, `,"dimension":`...)
			buf = appendString(buf, game.Name(p.Dimension))
		}
		return buf
	}
	buf = append(buf, ',')
	buf = appendString(buf, f.Name)
	buf = append(buf, ':')
	switch v := value.(type) {
	case string:
		switch f.Type {
		case game.TypeItem, game.TypeBlock, game.TypeTarget:
			v = f.Spelling(v)
		default:
		}
		return appendString(buf, v)
	case int:
		return strconv.AppendInt(buf, int64(v), 10)
	case *game.Until:
		if v.Phase != "" {
			return appendString(buf, v.Phase)
		}
		return appendValue(buf, v)
	}
	return appendValue(buf, value)
}

// appendValue writes numbers and lists, which Validate has found finite.
func appendValue(buf []byte, v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		return append(buf, '0')
	}
	return append(buf, b...)
}

// appendString writes a JSON string; the plain ones without reflection.
func appendString(buf []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return appendValue(buf, s)
		}
	}
	buf = append(buf, '"')
	buf = append(buf, s...)
	return append(buf, '"')
}
