// SPDX-License-Identifier: MIT

package game

import "encoding/json"

// Message is a sentence for a player: a code with its values. Its words stand in message
// files, one a language (game/messages). A value is a text, a number, [Seconds], a count of
// items (map[string]int), Things, a list of texts, a Message, a list of Messages, or Parts.
type Message struct {
	Code   string         `json:"code"`
	Values map[string]any `json:"values,omitempty"`
}

// Parts are messages that stand side by side: "a, b, c".
type Parts []Message

// Seconds is a time as a value of a message.
type Seconds float64

// Say makes a message of a code and its values: a name, its value, and so on.
func Say(code string, values ...any) Message {
	m := Message{Code: code}
	for i := 0; i+1 < len(values); i += 2 {
		name, ok := values[i].(string)
		if !ok {
			continue
		}
		if m.Values == nil {
			m.Values = map[string]any{}
		}
		m.Values[name] = values[i+1]
	}
	return m
}

// Then is sentences behind another; empty ones are left out.
func Then(list ...Message) (all Message) {
	for _, m := range list {
		switch {
		case m.Code == "":
		case all.Code == "":
			all = m
		default:
			all = Say("then", "first", all, "next", m)
		}
	}
	return all
}

// ListOf is a list as a value of a message, each by what it is there; of those beyond most only
// how many.
func ListOf[T any](most int, list []T, value func(T) any) []Message {
	var out []Message
	for _, one := range list[:min(len(list), most)] {
		out = append(out, Say("text", "text", value(one)))
	}
	if more := len(list) - most; more > 0 {
		out = append(out, Say("list.more", "n", more))
	}
	return out
}

// AsSentence is a message with a capital and an end.
func AsSentence(m Message) Message { return Say("sentence", "text", m) }

// TextOf is a text that has no code of its own; empty for an empty one.
func TextOf(text string) (m Message) {
	if text == "" {
		return m
	}
	return Say("text", "text", text)
}

// Or is the message, or the other where it is empty.
func (m Message) Or(other Message) Message {
	if m.Code == "" {
		return other
	}
	return m
}

// UnmarshalJSON reads the values as the kinds that they are.
func (m *Message) UnmarshalJSON(data []byte) error {
	var raw struct {
		Code   string                     `json:"code"`
		Values map[string]json.RawMessage `json:"values"`
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	*m = Message{Code: raw.Code}
	for name, text := range raw.Values {
		v, err := valueOf(text)
		if err != nil { // a kind of a later version: the English text stands beside it
			v = string(text)
		}
		if m.Values == nil {
			m.Values = map[string]any{}
		}
		m.Values[name] = v
	}
	return nil
}

// valueOf is a value of a message as it was written.
func valueOf(text json.RawMessage) (any, error) {
	var is any
	if err := json.Unmarshal(text, &is); err != nil {
		return nil, err
	}
	switch v := is.(type) {
	case map[string]any:
		return objectOf(v, text)
	case []any:
		if len(v) > 0 {
			if _, message := v[0].(map[string]any); message {
				return read[Parts](text)
			}
		}
		return read[[]string](text)
	}
	return is, nil
}

func objectOf(v map[string]any, text json.RawMessage) (any, error) {
	if _, message := v["code"].(string); message {
		return read[Message](text)
	}
	if _, things := v["items"].([]any); things {
		return read[Things](text)
	}
	if s, ok := v["seconds"].(float64); ok && len(v) == 1 {
		return Seconds(s), nil
	}
	if _, place := v["x"].(float64); place {
		return read[Vec3](text)
	}
	return read[map[string]int](text)
}

func read[T any](text json.RawMessage) (any, error) {
	var v T
	err := json.Unmarshal(text, &v)
	return v, err
}
