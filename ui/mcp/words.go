// SPDX-License-Identifier: MIT

package mcp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/command"
	"github.com/minehand/minehand/ui/view"
)

// answer is the result of a call: in words for the model, and as data. Text that
// players or models wrote is made plain.
func answer(call string, data json.RawMessage) (*sdk.CallToolResult, error) {
	text := string(data)
	var err error
	switch call {
	case "get-task":
		text, data, err = with(data, func(r *view.TaskRecord) string {
			r.Samples = []view.Sample{} // and what was said to a model: they would fill the chat
			for i := range r.Rounds {
				r.Rounds[i].Plan.Record = nil
			}
			return recordWords(r)
		})
	case "get-status":
		text, _, err = with(data, func(s *view.Status) string {
			if s.CurrentTask == nil {
				return command.StatusWords(s)
			}
			return taskWords(s.CurrentTask)
		})
	case "list-tasks":
		text, _, err = with(data, func(l *view.Tasks) string {
			return fmt.Sprintf("%s, newest first:\n%s", game.Numbered(len(l.Tasks), "task"), command.TasksWords(l.Tasks))
		})
	case "send-prompt", "retry-task":
		text, _, err = with(data, func(q *view.Queued) string {
			return strings.TrimSpace(fmt.Sprintf("%s\nTaken as task %s. Nothing of it is done yet; wait_for_task tells how it goes.", q.Message, q.TaskID))
		})
	case "talk":
		text, _, err = with(data, func(t *view.Talked) string {
			if t.TaskID == "" {
				return t.Say
			}
			return fmt.Sprintf("%s\nTaken as task %s. Nothing of it is done yet; wait_for_task tells how it goes.", t.Say, t.TaskID)
		})
	case "how-to-make":
		text, _, err = with(data, func(h *view.HowTo) string { return h.Text + "\n" + h.Lacks })
	case "read":
		text, _, err = with(data, readingWords)
	case "get-inventory":
		text, _, err = with(data, command.InventoryWords)
	case "list-bodies":
		var list []view.Body
		if err = json.Unmarshal(data, &list); err == nil {
			text = bodyWords(list)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the answer to %s cannot be read: %w", call, err)
	}
	if strings.HasPrefix(string(data), "[") { // structured content is an object
		data = slices.Concat([]byte(`{"items":`), data, []byte("}"))
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}, StructuredContent: data}, nil
}

// with reads data, lets words look at it, and returns the words and what is left
// of the data.
func with[T any](data json.RawMessage, words func(*T) string) (string, json.RawMessage, error) {
	var v T
	if err := json.Unmarshal(data, &v); err != nil {
		return "", nil, err
	}
	text := words(&v)
	out, err := json.Marshal(v)
	return command.Plain(text), out, err
}

func recordWords(r *view.TaskRecord) string {
	lines := []string{taskWords(&r.Task)}
	if n := len(r.Rounds); n > 0 && r.Task.State == view.TaskAwaiting {
		lines = append(lines, "The plan:")
		for i, s := range r.Rounds[n-1].Plan.Steps {
			lines = append(lines, fmt.Sprintf("%d. %s", i+1, s.Text))
		}
	}
	if len(r.Actions) > 0 {
		lines = append(lines, fmt.Sprintf("Sent: %s, of which %d failed.", game.Numbered(r.Task.Sent, "action"), r.Task.Failed))
	}
	for i := range r.Actions {
		a := &r.Actions[i]
		line := fmt.Sprintf("%d. %s: %s", a.Seq, a.Step.Text, outcome(a))
		if a.Reason != "" {
			line += ", " + a.Reason
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// outcome is how an action went. One that a stop ended did not fail.
func outcome(a *view.Action) string {
	switch {
	case a.Open():
		return "under way"
	case a.Verdict == game.Failed && a.End == game.EndCaller:
		return "given up"
	case a.Verdict == game.Claimed:
		return "done, by the body's word"
	}
	return string(a.Verdict)
}

// taskWords is a task with what a chat may do about it.
func taskWords(t *view.Task) string {
	text := command.TaskWords(t)
	switch t.State {
	case view.TaskAwaiting:
		text += fmt.Sprintf("\nOn a yes or no of the user: answer_plan with taskId %q and revision %d.", t.ID, t.Revision)
	case view.TaskPaused, view.TaskInterrupted:
		text += "\nresume_task goes on."
	case view.TaskQueued:
		if t.Held {
			text += "\nresume_task goes on."
		}
	default:
	}
	return text
}

func readingWords(r *view.Reading) string {
	text := command.ReadingWords(r)
	if r.Guess != "" {
		text += fmt.Sprintf(" It was not begun. On a yes of the user: send_goal with the same prompt and accepted %q.", r.Hash)
	}
	return text
}

func bodyWords(list []view.Body) string {
	if len(list) == 0 {
		return "No player is connected: start Minecraft with a mod that connects to Minehand, or run minehand body."
	}
	lines := make([]string, len(list))
	for i, b := range list {
		lines[i] = fmt.Sprintf("%s: %s, %s", b.ID, b.Name, b.Link.State)
	}
	return command.Plain(strings.Join(lines, "\n"))
}
