// SPDX-License-Identifier: MIT

package game

// Message is a sentence for a player: a code with its values. Its words stand in message
// files, one a language (ui/messages). A value is a text, a number, [Seconds], a count of
// items (map[string]int), a list of texts, or a Message.
type Message struct {
	Code   string         `json:"code"`
	Values map[string]any `json:"values,omitempty"`
}

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
