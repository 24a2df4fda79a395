// SPDX-License-Identifier: MIT

package mcp

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/command"
	"github.com/minehand/minehand/ui/view"
)

// most bounds a result, in bytes: a chat's model reads all of it.
const most = 4 << 10

// cut ends a text where it is too long, at a line.
func cut(text string) string {
	const rest = "\n(The rest is left out: ask for less at once.)"
	if len(text) <= most {
		return text
	}
	text = strings.ToValidUTF8(text[:most-len(rest)], "")
	if end := strings.LastIndexByte(text, '\n'); end > most/2 {
		text = text[:end]
	}
	return text + rest
}

// answer is the result of a call: in words for the model, and as data where both fit.
// Text that players or models wrote is made plain.
func (s *server) answer(c *ui.Call, data json.RawMessage) (*sdk.CallToolResult, error) {
	text, data, err := s.wordsOf(c, data)
	if err != nil {
		return nil, fmt.Errorf("the answer to %s cannot be read: %w", c.Name, err)
	}
	out := words(text)
	if strings.HasPrefix(string(data), "[") { // structured content is an object
		data = slices.Concat([]byte(`{"items":`), data, []byte("}"))
	}
	if len(data) > 0 && len(out.Content[0].(*sdk.TextContent).Text)+len(data) <= most {
		out.StructuredContent = data
	}
	return out, nil
}

// wordsOf is an answer in words, and the data to go with it.
func (s *server) wordsOf(c *ui.Call, data json.RawMessage) (text string, _ json.RawMessage, err error) {
	switch c.Name {
	case "get-task":
		var rec view.TaskRecord
		if err = json.Unmarshal(data, &rec); err == nil {
			data, err = json.Marshal(struct {
				Task view.Task `json:"task"`
			}{rec.Task}) // the rest would fill the chat
			text = s.recordWords(&rec)
		}
	case "get-status":
		text, err = with(data, func(st *view.Status) string {
			if st.CurrentTask == nil {
				return command.StatusWords(st)
			}
			return s.taskWords(st.CurrentTask)
		})
	case "list-tasks":
		text, err = with(data, func(l *view.Tasks) string {
			return fmt.Sprintf("%s, newest first:\n%s", game.Numbered(len(l.Tasks), "task"), command.TasksWords(l.Tasks))
		})
	case "send-prompt", "retry-task", "put-back":
		text, err = with(data, func(q *view.Queued) string { return taken(q.Message, q.TaskID) })
	case talkCall:
		text, err = with(data, talkWords)
	case "how-to-make":
		text, err = with(data, func(h *view.HowTo) string { return h.Text + "\n" + h.Lacks })
	case "read":
		text, err = with(data, command.ReadingWords)
	case "get-frames":
		text, err = with(data, framesWords)
		data = nil
	case "list-bodies":
		var list []view.Body
		if err = json.Unmarshal(data, &list); err == nil {
			text = bodyWords(list)
		}
	default:
		if text = c.Words.Of(data); c.Words == nil {
			text = listed(data)
		}
	}
	return text, data, err
}

// taken says that a task was made.
func taken(say, id string) string {
	return strings.TrimSpace(fmt.Sprintf("%s\nTaken as task %s. Nothing of it is done yet; wait_for_task tells how it goes.", say, id))
}

func talkWords(t *view.Talked) string {
	if t.TaskID == "" {
		return t.Say
	}
	return taken(t.Say, t.TaskID)
}

// listed is data for which there are no words: a line a member.
func listed(data json.RawMessage) string {
	var v any
	if json.Unmarshal(data, &v) != nil {
		return string(data)
	}
	var lines []string
	var walk func(name string, v any)
	walk = func(name string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				walk(strings.TrimPrefix(name+" "+key, " "), v[key])
			}
		case []any:
			for i := range v {
				walk(fmt.Sprintf("%s %d", name, i+1), v[i])
			}
		case nil:
		default:
			lines = append(lines, fmt.Sprintf("%s: %v", name, v))
		}
	}
	walk("", v)
	return strings.Join(lines, "\n")
}

// frameText bounds a frame's text, in bytes.
const frameText = 400

// framesWords are the first frames that fit, and how to see the next.
func framesWords(f *view.Frames) string {
	if len(f.Frames) == 0 {
		return "There are no later frames."
	}
	var b strings.Builder
	for i := range f.Frames {
		e := &f.Frames[i]
		text := e.Text
		if len(text) > frameText {
			text = strings.ToValidUTF8(text[:frameText], "") + "..."
		}
		line := fmt.Sprintf("%d. %s %s, %d bytes, %s: %s\n",
			e.Seq, e.Direction, cmp.Or(e.Type, "frame"), e.Size, cmp.Or(e.Fault, string(e.Verdict)), text)
		if b.Len()+len(line) > most-100 {
			fmt.Fprintf(&b, "%s left: get_frames with after %d.", game.Numbered(len(f.Frames)-i, "frame"), f.Frames[i-1].Seq)
			break
		}
		b.WriteString(line)
	}
	return b.String()
}

// with reads data and says it in words.
func with[T any](data json.RawMessage, words func(*T) string) (string, error) {
	var v T
	err := json.Unmarshal(data, &v)
	return words(&v), err
}

// planWords are the steps of the plan that waits for a yes; empty when none does.
func planWords(r *view.TaskRecord) string {
	n := len(r.Rounds)
	if n == 0 || r.Task.State != view.TaskAwaiting {
		return ""
	}
	lines := []string{"The plan:"}
	for _, l := range r.Rounds[n-1].Plan.Lines() {
		lines = append(lines, l.Number()+". "+l.Text)
	}
	return strings.Join(lines, "\n")
}

// recordWords is a task with its actions, the newest first: where they are too many the
// oldest are left out.
func (s *server) recordWords(r *view.TaskRecord) string {
	lines := []string{s.taskWords(&r.Task)}
	if plan := planWords(r); plan != "" {
		lines = append(lines, plan)
	}
	if len(r.Actions) > 0 {
		lines = append(lines, fmt.Sprintf("Sent: %s, of which %d failed.", game.Numbered(r.Task.Sent, "action"), r.Task.Failed))
	}
	for i := len(r.Actions) - 1; i >= 0; i-- {
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
	case a.End == game.EndCaller && (a.Verdict == game.Failed || a.Verdict == game.Claimed):
		return "given up"
	case a.Verdict == game.Claimed:
		return "done, by the body's word"
	}
	return string(a.Verdict)
}

// taskWords is a task with what a chat may do about it.
func (s *server) taskWords(t *view.Task) string {
	text := command.TaskWords(t)
	switch t.State {
	case view.TaskAwaiting:
		text += "\n" + s.theirs(cmp.Or(t.Guess, "It waits for the user's yes or no."), "yes")
	case view.TaskPaused:
		text += "\nresume_task goes on."
	case view.TaskInterrupted, view.TaskQueued:
		if t.NeedsPerson || t.Held {
			text += "\nresume_task goes on."
		}
	default:
	}
	return text
}

func bodyWords(list []view.Body) string {
	if len(list) == 0 {
		return "No player is connected: start Minecraft with a mod that connects to Minehand, or run minehand body."
	}
	lines := lists.Of(list, func(b *view.Body) string { return fmt.Sprintf("%s: %s, %s", b.ID, b.Name, b.Link.State) })
	return strings.Join(lines, "\n")
}
