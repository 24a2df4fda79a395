// SPDX-License-Identifier: MIT

package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/command"
	"github.com/minehand/minehand/ui/view"
)

const (
	// defaultWait is below the minute after which common hosts give up on a tool.
	defaultWait = 50 * time.Second
	maxWait     = time.Hour
)

func waitTool() *sdk.Tool {
	closed := false
	return &sdk.Tool{
		Name: "wait_for_task",
		Description: "Waits until a task has ended, or needs a person, and tells clause by clause what was proven; meanwhile it " +
			"sends progress. " +
			"When the task still runs after the given seconds it says so: call it again.",
		InputSchema: map[string]any{"type": "object", "properties": map[string]any{
			"taskId": map[string]any{"type": "string", "description": "The task, as send_goal answered; left out, what the player does now."},
			"seconds": map[string]any{
				"type":        "number",
				"minimum":     0,
				"maximum":     maxWait.Seconds(),
				"description": fmt.Sprintf("How long to wait; left out, %g.", defaultWait.Seconds()),
			},
		}},
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true, DestructiveHint: &closed, OpenWorldHint: &closed},
	}
}

// wait is the tool wait_for_task.
func (s *server) wait(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	var p struct {
		TaskID  string   `json:"taskId"`
		Seconds *float64 `json:"seconds"`
	}
	if len(req.Params.Arguments) > 0 {
		if err := budget.ToolCall.JSON(req.Params.Arguments, &p); err != nil {
			return refusal(fmt.Errorf("these arguments cannot be read: %w", game.JSONFault(err))), nil
		}
	}
	limit := defaultWait
	if p.Seconds != nil {
		if !(*p.Seconds >= 0 && *p.Seconds <= maxWait.Seconds()) {
			return refusal(fmt.Errorf("%g seconds cannot be waited for; use 0 to %g", *p.Seconds, maxWait.Seconds())), nil
		}
		limit = time.Duration(*p.Seconds * float64(time.Second))
	}
	conn, err := s.open(ctx)
	if err != nil {
		return refusal(err), nil
	}
	defer func() { _ = conn.Close() }()
	if p.TaskID == "" {
		if p.TaskID, err = currentTask(ctx, conn); err != nil {
			return refusal(err), nil
		}
	}
	q := &question{s, req, conn}
	if err := q.settle(ctx); err != nil {
		return refusal(err), nil
	}
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	asks, err := q.follow(timed, p.TaskID, reporter(ctx, req))
	if err != nil && (ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded)) {
		return refusal(err), nil
	}
	var data json.RawMessage
	if err := conn.Call(ctx, "get-task", view.OfTask{TaskID: p.TaskID}, &data); err != nil {
		return refusal(err), nil
	}
	var rec view.TaskRecord
	if err := json.Unmarshal(data, &rec); err != nil {
		return nil, err
	}
	if out := q.waiting(&rec, asks); out != nil {
		return out, nil
	}
	return s.answer(&ui.Call{Name: "get-task"}, data)
}

// currentTask is the task that the player does now.
func currentTask(ctx context.Context, conn *client.Client) (string, error) {
	st, err := conn.GetStatus(ctx, view.OfBody{})
	switch {
	case err != nil:
		return "", err
	case st.CurrentTask == nil:
		return "", errors.New("there is no task to wait for: send_goal makes one")
	}
	return st.CurrentTask.ID, nil
}

// follow returns when the task has ended or needs a person, or with a command that
// waits for a yes. The subscription comes before the first look, so that nothing falls
// in between.
func (q *question) follow(ctx context.Context, id string, tell func(view.Event)) (*view.TerminalCommand, error) {
	if _, err := q.conn.Subscribe(ctx, view.Place{}); err != nil {
		return nil, err
	}
	rec, err := q.conn.GetTask(ctx, view.OfTask{TaskID: id})
	if err != nil {
		return nil, err
	}
	answered, yes, _ := q.answer(aboutPlan) // which may not show yet
	for t := &rec.Task; !rests(t) || yes && t.State == view.TaskAwaiting && answered == fmt.Sprintf("%s %d", t.ID, t.Revision); {
		e, err := next(ctx, q.conn)
		if err != nil {
			return nil, err
		}
		if e.TaskID != id {
			continue
		}
		if e.Terminal != nil && e.Terminal.State == view.CommandAsks {
			return e.Terminal, nil
		}
		tell(e)
		if e.Task != nil {
			t = e.Task
		}
	}
	return nil, nil
}

// rests reports whether nothing happens to a task before a person does something.
func rests(t *view.Task) bool {
	return t.State.Ended() || t.State == view.TaskAwaiting || t.State == view.TaskPaused || t.NeedsPerson || t.Held
}

// reporter sends events as progress to a host that wants it. Progress is the
// number of actions that have ended; it always grows.
func reporter(ctx context.Context, req *sdk.CallToolRequest) func(view.Event) {
	token := req.Params.GetProgressToken()
	if token == nil {
		return func(view.Event) {}
	}
	ended, at, total := 0.0, 0.0, 0.0
	return func(e view.Event) {
		text := told(&e)
		if text == "" {
			return
		}
		if a := e.Action; a != nil {
			if !a.Open() {
				ended++
			}
			total = max(total, ended+float64(a.Of-a.Index-1))
		}
		at = max(ended, at+0.001)
		// A host that is gone cancels ctx; there is nobody else to tell.
		_ = req.Session.NotifyProgress(
			ctx, &sdk.ProgressNotificationParams{ProgressToken: token, Message: text, Progress: at, Total: max(total, at)},
		)
	}
}

// told is what an event says to a host, empty for nothing.
func told(e *view.Event) string {
	switch {
	case e.Action != nil && e.Action.Open():
		return fmt.Sprintf("%d of %d: %s", e.Action.Index+1, e.Action.Of, e.Action.Step.Text)
	case e.Action != nil:
		text := e.Action.Step.Text + ": " + outcome(e.Action)
		if e.Action.Reason != "" {
			text += ", " + e.Action.Reason
		}
		return text
	case e.Clause != nil:
		return command.ClauseWords(e.Clause)
	case e.Round != nil && e.Round.Error != "":
		return "No plan: " + e.Round.Error
	case e.Round != nil:
		return fmt.Sprintf("Plan %d has %s.", e.Round.Round, game.Numbered(len(e.Round.Plan.Steps), "action"))
	case e.Notice != nil:
		return e.Notice.Message
	case e.Task != nil && e.Task.Waiting != "":
		return e.Task.Waiting
	case e.Task != nil:
		return command.Headline(e.Task)
	case e.Progress != nil && e.Progress.ActionID == "":
		return e.Progress.Message
	}
	return ""
}
