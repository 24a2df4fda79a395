// SPDX-License-Identifier: MIT

package agent

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/model"
	"github.com/minehand/minehand/planner/model/prompt"
	"github.com/minehand/minehand/planner/model/reply"
)

// replyTokens is how long a call may be.
const replyTokens = 800

// mostArguments bounds the arguments of a call, in bytes.
const mostArguments = 4 << 10

// ask has the model call its next tool: by a call, or by a JSON object where it makes
// none.
func (t *talk) ask(ctx context.Context) error {
	who, provider, err := model.Whom(t.agent.providers, &t.req.Settings)
	if err != nil {
		return err
	}
	t.who = who
	t.tell("asking " + t.signature())
	for {
		req := t.question()
		resp, err := provider.Generate(ctx, req)
		t.heard(resp, t.said(req))
		t.next.Request = llm.Hash(req.AsText())
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && !errors.Is(err, llm.ErrEmptyReply) && (t.next.Plain || !errors.Is(err, llm.ErrBadRequest)):
			return err
		case err == nil && t.read(resp):
			return nil
		case t.next.Plain && len(t.turns) == 0:
			return fmt.Errorf("%s: %w", t.signature(), ErrNoCalls)
		case t.next.Plain:
			return messages.GaveUp(game.Say("gave-up.no-call", "who", t.signature()))
		}
		t.record.Unread++
		t.next.Plain = true
	}
}

// tell says what takes long.
func (t *talk) tell(message string) {
	if t.req.Progress != nil {
		t.req.Progress(message)
	}
}

// question is the conversation so far as a request. It is never text of the player's
// alone: no command of the owner's computer follows from it.
func (t *talk) question() llm.Request {
	set := &t.req.Settings
	offer := prompt.Offer{Attended: !set.Unattended, Verbs: t.verbs()}
	req := llm.Request{
		Task: llm.TaskPlan, Model: set.Model, System: offer.Instructions(t.book.Version.Name), Context: t.messages(),
		Temperature: set.Temperature, Seed: set.Seed, MaxTokens: replyTokens, FromGame: true,
		Metadata: map[string]string{"task": t.req.TaskID, "body": t.req.Body.ID, "round": fmt.Sprint(t.req.Round)},
		Progress: func(p llm.Progress) { t.tell(p.String()) },
	}
	if t.next.Plain {
		req.Schema = offer.CallSchema()
	} else {
		req.Tools = offer.Tools()
	}
	if last := len(req.Context) - 1; req.Context[last].Role == llm.RoleUser { // for protocols that have a place for it
		req.Prompt, req.Context = req.Context[last].Content, req.Context[:last]
	}
	return req
}

// verbs are those that may be carried out: what this body cannot do, a list denies, or
// only the player may say is not offered.
func (t *talk) verbs() []goals.Frame {
	owned := *t.book // the verb is in question, not whether anybody is "me"
	owned.Request.Body.Owner = cmp.Or(owned.Request.Body.Owner, "Steve")
	possible := func(example string) bool {
		_, err := goals.Read(&owned, example)
		impossible := (*game.ImpossibleError)(nil)
		return !errors.As(err, &impossible)
	}
	return slices.DeleteFunc(goals.Frames(), func(f goals.Frame) bool {
		return !slices.ContainsFunc(f.Examples, possible) || f.Kind == goals.Say && !model.AsksToSay(t.req.Goal, t.agent.config.Chat)
	})
}

// messages are the turns so far: each is the model's call and what came of it.
func (t *talk) messages() []llm.Message {
	opening := t.next.Opening
	if len(t.turns) > 0 {
		opening = t.turns[0].Opening
	}
	list := []llm.Message{{Role: llm.RoleUser, Content: opening}}
	for i := range t.turns {
		turn := &t.turns[i]
		if turn.Plain {
			list = append(list, llm.Message{Role: llm.RoleAssistant, Content: object(turn.Tool, turn.Arguments)},
				llm.Message{Role: llm.RoleUser, Content: t.message(i)})
			continue
		}
		id := fmt.Sprintf("call_%d", turn.N)
		list = append(list, llm.Message{Role: llm.RoleAssistant, ToolCalls: []llm.ToolCall{{ID: id, Name: turn.Tool, Arguments: turn.Arguments}}},
			llm.Message{Role: llm.RoleTool, ToolCallID: id, Content: t.message(i)})
	}
	return list
}

// object is a call as a JSON object.
func object(tool, args string) string {
	return fmt.Sprintf(`{"tool":%q,"args":%s}`, tool, cmp.Or(args, "{}"))
}

// said is what the model reads at this turn beyond those before it, for the record: the
// records of a task are the conversation.
func (t *talk) said(req llm.Request) string {
	if len(t.turns) > 0 {
		return t.message(len(t.turns) - 1)
	}
	return req.AsText()
}

// read takes the call out of a reply; false when it holds none.
func (t *talk) read(resp llm.Response) bool {
	if resp.Truncated() {
		return false
	}
	var call struct {
		Tool string
		Args json.RawMessage
	}
	if len(resp.ToolCalls) > 0 && resp.ToolCalls[0].Name != "" && !t.next.Plain {
		call.Tool, call.Args = resp.ToolCalls[0].Name, json.RawMessage(resp.ToolCalls[0].Arguments)
	} else if raw, ok := reply.Holding(resp, "tool"); !ok || budget.ModelReply.JSON(raw, &call) != nil {
		return false
	} else {
		t.next.Plain = true
	}
	if len(bytes.TrimSpace(call.Args)) == 0 || string(call.Args) == "null" {
		call.Args = json.RawMessage("{}")
	}
	var object map[string]json.RawMessage
	var compact bytes.Buffer
	if len(call.Args) > mostArguments || budget.ModelReply.JSON(call.Args, &object) != nil || json.Compact(&compact, call.Args) != nil {
		return false
	}
	t.next.Tool, t.next.Arguments = strings.TrimSpace(prompt.Clip(call.Tool)), compact.String()
	return true
}
