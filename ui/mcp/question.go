// SPDX-License-Identifier: MIT

package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/command"
	"github.com/minehand/minehand/ui/view"
)

// question is a call that may have to be answered by the person: its result then asks
// the host, which puts it to them in a window of its own (elicitation) and calls again
// with the answer, under the same id. The model is never asked. A call asks once.
type question struct {
	*server
	host *sdk.CallToolRequest
	conn *client.Client
}

// What a question is about begins its id; the rest names which it is.
const (
	aboutGuess   = "guess "
	aboutPlan    = "plan "
	aboutCommand = "command "
)

// talkCall is the call that takes what a person says.
const talkCall = "talk"

// can reports whether the host asks people.
func (q *question) can() bool {
	p := q.host.Session.InitializeParams()
	if p == nil || p.Capabilities == nil || p.Capabilities.Elicitation == nil {
		return false
	}
	e := p.Capabilities.Elicitation
	return e.Form != nil || e.URL == nil // an empty one is of before there were kinds
}

// asks reports whether this call may still ask.
func (q *question) asks() bool { return q.can() && len(q.host.Params.InputResponses) == 0 }

// ask is the result that has the host ask.
func ask(id, text string) *sdk.CallToolResult {
	return &sdk.CallToolResult{InputRequests: sdk.InputRequestMap{id: &sdk.ElicitParams{
		Mode: "form", Message: cut(command.Plain(text)), RequestedSchema: map[string]any{
			"type": "object", "required": []string{"agree"},
			"properties": map[string]any{"agree": map[string]any{"type": "boolean", "title": "Yes, do it", "description": "Off: no."}},
		},
	}}}
}

// answer is the person's, with which of the questions about that it is for; ok is false
// when they were not asked, or did not say.
func (q *question) answer(about string) (which string, yes, ok bool) {
	for id, r := range q.host.Params.InputResponses {
		said, is := r.(*sdk.ElicitResult)
		if rest, mine := strings.CutPrefix(id, about); mine && is && said.Action != "cancel" {
			return rest, said.Action == "accept" && said.Content["agree"] == true, true
		}
	}
	return "", false, false
}

// theirs tells the model whose the answer is, and what the person types to give it.
func (s *server) theirs(asks, typed string) string {
	text := asks + " Put this question to the user in their words; you cannot answer it for them."
	if s.cfg.Typed != "" {
		text += fmt.Sprintf(" They answer in Minehand's window, or by typing: %s %s", s.cfg.Typed, typed)
	}
	return text
}

// request makes a call that begins something, and asks about what is only guessed at.
func (q *question) request(ctx context.Context, c *ui.Call, args map[string]any) (*sdk.CallToolResult, error) {
	if !q.can() {
		unattended(args)
	}
	if c.Name == talkCall {
		args["byModel"] = true
	}
	hash, agreed, answered := q.answer(aboutGuess)
	switch {
	case agreed:
		args["accepted"] = hash
	case answered:
		return words("Not begun: the user said no."), nil
	}
	var data json.RawMessage
	err := q.conn.Call(ctx, c.Name, args, &data)
	if refused := (*view.RefusedError)(nil); errors.As(err, &refused) && refused.Code == view.CodeGuess {
		prompt, _ := args["prompt"].(string)
		instance, _ := args["instance"].(string)
		r, err := q.conn.Read(ctx, view.ReadPrompt{Prompt: prompt, OfBody: view.OfBody{Instance: instance}})
		if err != nil {
			return nil, err
		}
		return q.guess(&r), nil
	}
	if err != nil {
		return nil, err
	}
	if c.Name == talkCall {
		var said view.Talked
		if err := json.Unmarshal(data, &said); err != nil {
			return nil, err
		}
		if said.TaskID == "" && said.Reading != nil && said.Reading.Guess != "" {
			return q.guess(said.Reading), nil
		}
	}
	return q.server.answer(c, data)
}

// guess asks about a reading that is only a guess.
func (q *question) guess(r *view.Reading) *sdk.CallToolResult {
	if q.asks() {
		return ask(aboutGuess+r.Hash, r.Question)
	}
	return words("Not begun. " + q.theirs(r.Question, quoted(r.Guess)))
}

// settle gives the person's answer to the plan or command that it is for.
func (q *question) settle(ctx context.Context) error {
	if which, yes, ok := q.answer(aboutPlan); ok {
		id, revision, _ := strings.Cut(which, " ")
		n, err := strconv.Atoi(revision)
		if err != nil {
			return fmt.Errorf("no plan is called %q", which)
		}
		return q.conn.Call(ctx, "answer-plan", view.Answer{TaskID: id, Revision: n, Approve: yes}, nil)
	}
	if which, yes, ok := q.answer(aboutCommand); ok {
		return q.conn.Call(ctx, "answer-command", view.AnswerCommand{CommandID: which, Allow: yes}, nil)
	}
	return nil
}

// waiting is the question about what a task waits for; nil for none.
func (q *question) waiting(rec *view.TaskRecord, c *view.TerminalCommand) *sdk.CallToolResult {
	switch t := &rec.Task; {
	case !q.asks():
	case c != nil:
		return ask(aboutCommand+c.ID, "A model wants to run this on your computer while it plans: "+c.Command)
	case t.State == view.TaskAwaiting:
		return ask(fmt.Sprintf("%s%s %d", aboutPlan, t.ID, t.Revision), strings.TrimSpace(t.Guess+"\n"+command.TaskWords(t)+"\n"+planWords(rec)))
	}
	return nil
}

// quoted is an argument as a shell takes it.
func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, `'`) + `"` }

func words(text string) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: cut(command.Plain(text))}}}
}
