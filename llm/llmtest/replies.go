// SPDX-License-Identifier: MIT

package llmtest

import (
	"encoding/json"
	"testing"
)

// Replies writes answers as a file of scripted replies, an entry a line; the last
// one is given again and again, as a Harness demands.
func Replies(t *testing.T, answers ...Answer) []byte {
	t.Helper()
	var file []byte
	for i, a := range answers {
		entry := map[string]any{"reply": a.Text, "reasoning": a.Reasoning, "finish_reason": string(a.Finish)}
		if i == len(answers)-1 {
			entry["times"] = 0
		}
		if a.Hang {
			entry["reply"], entry["delay"] = "late", "1000h"
		}
		var calls []any
		for _, c := range a.ToolCalls {
			calls = append(calls, map[string]any{"id": c.ID, "name": c.Name, "arguments": c.Arguments})
		}
		entry["tool_calls"] = calls
		raw, err := json.Marshal(entry)
		if err != nil {
			t.Fatal(err)
		}
		file = append(append(file, raw...), '\n')
	}
	return file
}
