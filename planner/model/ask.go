// SPDX-License-Identifier: MIT

package model

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/planner/model/prompt"
	"github.com/minehand/minehand/planner/model/reply"
)

const (
	// replyTokens is how long a plan may be when nothing else is said, as in the
	// base document.
	replyTokens = 2000
	// mostReplyTokens bounds the second try after a cut reply when the context is
	// not known.
	mostReplyTokens = 16_000
	// leastReply is the room for an answer below which a question is not asked,
	// in tokens.
	leastReply = 200
	// shortReply is the room for a plan that state and history are shortened for, in
	// tokens; a longer one gets what they leave.
	shortReply = 600
	// keptReply bounds what is kept of a reply, in bytes.
	keptReply = 64 << 10
)

// open finds whom to ask and how much they can read.
func (q *question) open(ctx context.Context) error {
	if q.provider != nil {
		return nil
	}
	var err error
	if q.who, q.provider, err = Whom(q.model.providers, &q.req.Settings); err != nil {
		return err
	}
	q.record.Provider, q.record.Model = q.who, q.req.Settings.Model
	q.tell("asking " + q.signature())
	return q.look(ctx)
}

// Whom finds who is to be asked for a request with these settings, and its name.
func Whom(providers Providers, set *game.Settings) (who string, p llm.Provider, err error) {
	switch {
	case set.LMStudioURL != "":
		who = "LM Studio at " + set.LMStudioURL
		p, err = providers.At(set.LMStudioURL)
	case set.Provider != "" && set.Provider != AutoName:
		who = set.Provider
		p, err = providers.Provider(set.Provider)
	default:
		who = providers.Default()
		p, err = providers.Provider("")
	}
	return who, p, err
}

// look asks the provider how much it reads and writes at most.
func (q *question) look(ctx context.Context) error {
	set := q.req.Settings
	health, err := q.provider.Health(ctx)
	if errors.Is(err, llm.ErrUnreachable) || ctx.Err() != nil {
		return err
	}
	q.context, q.most = health.ContextLength, health.MaxTokens
	if set.Model != "" && set.Model != health.Model {
		q.context = 0
		models, err := q.provider.Models(ctx)
		if err == nil {
			for _, m := range models {
				if m.ID == set.Model {
					q.context = m.ContextLength
				}
			}
		}
	}
	return nil
}

// tell says what takes long; what it said last it does not say again.
func (q *question) tell(message string) {
	if q.req.Progress == nil {
		return
	}
	q.telling.Lock()
	defer q.telling.Unlock()
	if message != q.told {
		q.told = message
		q.req.Progress(message)
	}
}

// write makes the request, with the prompt cut to what the model can read.
func (q *question) write() (llm.Request, prompt.Prompt, error) {
	limit := q.model.config.MaxTokens
	if limit <= 0 {
		limit = q.most
	}
	if limit <= 0 {
		limit = replyTokens
	}
	if q.context > 0 {
		limit = min(limit, q.context/3)
	}
	goal, trading := strings.ToLower(q.req.Goal), q.book.Version.Trading()
	kinds := prompt.Kinds(func(k game.Kind) bool {
		return q.book.Can(k) && (k != game.Chat || AsksToSay(q.req.Goal, q.model.config.Chat)) &&
			(k != game.Barter || strings.Contains(goal, q.book.Version.Bartering().Mob)) && // else what is safer
			(k != game.Trade || strings.Contains(goal, trading.Mob) || strings.Contains(goal, trading.Coin))
	})
	schema := prompt.Schema(q.mode, kinds, q.req.Body)
	schemaTokens := llm.EstimateTokens(string(schema.JSON)) // it joins the prompt where a server cannot bind a reply to it
	p := prompt.Ask{
		Mode:    q.mode,
		Goal:    q.req.Goal,
		Checks:  q.task.Goal.Checks(),
		Kinds:   kinds,
		Body:    q.req.Body,
		State:   &q.req.State,
		History: q.req.History,
		Exclude: q.book.Request.Exclude,
		Known:   q.req.Known,
		Version: q.book.Version,
		Wanted:  q.wanted(),
		Hidden:  prompt.Hide(&q.req),
	}.Write(llm.PromptBudget(q.context, min(limit, shortReply)) - schemaTokens)
	q.record.Prompt = p.System + "\n\n" + p.User
	if q.context > 0 && p.Tokens+leastReply > q.context {
		return llm.Request{}, p, &llm.Error{Kind: llm.ErrContextOverflow, Provider: q.who, Model: q.req.Settings.Model,
			Detail: fmt.Sprintf("about %d tokens to read, %d loaded", p.Tokens, q.context)}
	}
	if q.context > 0 {
		limit = min(limit, max(q.context-p.Tokens-schemaTokens-q.context/20, leastReply))
	}
	temperature := cmp.Or(q.req.Settings.Temperature, q.model.config.Temperature)
	return llm.Request{
		Task: llm.TaskPlan, Model: q.req.Settings.Model, System: p.System, Prompt: p.User,
		Schema: schema, Temperature: temperature, MaxTokens: limit, Seed: q.req.Settings.Seed,
		FromGame: q.quotesTheGame(),
		Metadata: map[string]string{"task": q.req.TaskID, "body": q.req.Body.ID, "round": fmt.Sprint(q.req.Round)},
		Progress: func(p llm.Progress) { q.tell(p.String()) },
	}, p, nil
}

// mostWanted bounds the things whose rules are told.
const mostWanted = 8

// wanted are the things that the goal is about: those that its checks name, and
// those that its words do.
func (q *question) wanted() []string {
	var out []string
	for _, c := range q.task.Goal.Checks() {
		if len(c.Items) > 0 {
			out = append(out, c.Items[0])
		}
	}
	out = append(out, q.names.Mentioned(q.req.Goal, mostWanted)...)
	return unique(out, mostWanted)
}

func unique(list []string, most int) []string {
	var out []string
	seen := map[string]bool{}
	for _, s := range list {
		if !seen[s] && len(out) < most {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// asked is ask of the first question, which is written anew, shorter, where the server's
// refusal showed how little it can read.
func (q *question) asked(ctx context.Context, req llm.Request) (reply.Parsed, *reply.Fault, error) {
	parsed, fault, err := q.ask(ctx, req)
	if !errors.Is(err, llm.ErrContextOverflow) || ctx.Err() != nil {
		return parsed, fault, err
	}
	known := q.context
	if q.look(ctx) != nil || q.context == 0 || known > 0 && q.context >= known {
		return parsed, fault, err
	}
	shorter, _, wrong := q.write()
	if wrong != nil {
		return parsed, fault, err
	}
	q.tell(fmt.Sprintf("%s reads %d tokens at most; asking again with less", q.signature(), q.context))
	return q.ask(ctx, shorter)
}

// replyRoom is how many tokens a reply may take: what the question leaves of the context, and
// no more than the owner allows.
func (q *question) replyRoom(req llm.Request, schemaBy string) int {
	room := mostReplyTokens
	if q.context > 0 {
		room = q.context - llm.EstimateTokens(req.System) - llm.EstimateTokens(req.Prompt) - q.context/20
		if req.Schema != nil && schemaBy != "" && schemaBy != "json_schema" {
			room -= llm.EstimateTokens(string(req.Schema.JSON))
		}
	}
	if q.most > 0 {
		room = min(room, q.most)
	}
	return room
}

// ask sends the request; a reply that was cut at its limit is asked for once
// more with a larger one. An empty answer is told and not paid for again. The
// fault is the reply's own.
func (q *question) ask(ctx context.Context, req llm.Request) (reply.Parsed, *reply.Fault, error) {
	for larger := false; ; larger = true {
		resp, err := q.provider.Generate(ctx, req)
		q.heard(resp)
		if ctx.Err() != nil {
			return reply.Parsed{}, nil, ctx.Err()
		}
		empty := errors.Is(err, llm.ErrEmptyReply)
		if err != nil && !(empty && resp.Truncated()) {
			return reply.Parsed{}, nil, err
		}
		said := err
		parsed, err := reply.Read(resp)
		if err == nil {
			return parsed, nil, nil
		}
		var fault *reply.Fault
		if !errors.As(err, &fault) {
			return reply.Parsed{}, nil, err
		}
		if !resp.Truncated() {
			return parsed, fault, nil
		}
		next := min(req.MaxTokens*4, q.replyRoom(req, resp.SchemaBy))
		if larger || next <= req.MaxTokens+req.MaxTokens/4 {
			if empty && strings.TrimSpace(resp.Reasoning) != "" { // it thought and said nothing
				return reply.Parsed{}, nil, said
			}
			return reply.Parsed{}, nil, messages.Faults(game.Say("fault.cut", "who", q.signature(), "tokens", req.MaxTokens))
		}
		q.tell(fmt.Sprintf("the reply was cut off; asking again for up to %d tokens", next))
		req.MaxTokens = next
	}
}

// heard keeps what came of a call.
func (q *question) heard(resp llm.Response) {
	q.record.Calls++
	q.record.Tokens += resp.Usage.Total()
	q.record.Cost = q.record.Cost.Plus(resp.Cost)
	if resp.Model != "" {
		q.answered, q.record.Model = resp.Model, resp.Model
	}
	if resp.Provider != "" {
		q.who, q.record.Provider = resp.Provider, resp.Provider
	}
	for _, other := range resp.Passed {
		if !slices.ContainsFunc(q.passed, func(p llm.Passed) bool { return p.Provider == other.Provider }) {
			q.passed = append(q.passed, other)
		}
	}
	q.record.Reply, q.turns = clipReply(spoken(resp)), resp.Turns
	q.record.Replies = append(q.record.Replies, q.record.Reply)
}

// spoken is a reply as text, for the record and the repair turn.
func spoken(r llm.Response) string {
	if text := strings.TrimSpace(r.Content); text != "" {
		return text
	}
	var parts []string
	for _, c := range r.ToolCalls {
		parts = append(parts, c.Name+" "+c.Arguments)
	}
	if len(parts) > 0 {
		return strings.Join(parts, "\n")
	}
	return strings.TrimSpace(r.Reasoning)
}

func clipReply(s string) string {
	if len(s) > keptReply {
		return strings.ToValidUTF8(s[:keptReply], "") + "..."
	}
	return s
}

// again is the request of the repair turn: the question, the reply, what is
// wrong with it.
func (q *question) again(req llm.Request, faults []string) llm.Request {
	said := cmp.Or(q.record.Reply, "(nothing)")
	// The reply may take a quarter of what can be read, at about 3.3 bytes a token.
	if most := llm.PromptBudget(q.context, req.MaxTokens) * 33 / 40; len(said) > most {
		said = strings.ToValidUTF8(said[:most], "") + "..."
	}
	req.Context = append([]llm.Message{{Role: llm.RoleUser, Content: req.Prompt}}, q.turns...)
	req.Context = append(req.Context, llm.Message{Role: llm.RoleAssistant, Content: said})
	req.Prompt = prompt.Repair(faults, prompt.Hide(&q.req))
	return req
}
