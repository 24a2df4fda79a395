// SPDX-License-Identifier: MIT

package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/tasks"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/ui/view"
)

// Do carries out a task of models beside planning: by the provider of that
// name, or by whoever answers when it is empty. Goals that the reader can read
// are improved and sorted without a model where there is none.
func (p *Planner) Do(ctx context.Context, provider string, task llm.Task, params map[string]any, who string) (tasks.Answer, error) {
	ask, err := p.Providers.Provider(provider)
	if err != nil {
		return tasks.Answer{}, err
	}
	t := tasks.Tasks{Ask: ask}
	if provider == "" { // whoever named one wants that one's answer
		t.Reader = goalReader{p.library}
	}
	return t.Do(ctx, task, params, who)
}

// asker asks providers for clients.
type asker struct{ planner *Planner }

// refused is an error as clients may tell it apart.
func refused(err error) error {
	code := view.CodeProvider
	switch {
	case err == nil:
		return nil
	case errors.Is(err, tasks.ErrParams), errors.Is(err, llm.ErrTask):
		code = view.CodeNotServed
	case errors.Is(err, llm.ErrTimeout):
		code = view.CodeTimeout
	case errors.Is(err, llm.ErrBudget), errors.Is(err, llm.ErrConsent), errors.Is(err, llm.ErrRateLimited):
		code = view.CodeUnavailable
	}
	return &view.RefusedError{Code: code, Sentence: err.Error(), Say: silence(err)}
}

// silence is the message that nothing answers where a model should, which players without
// one read first; it is empty for any other failure.
func silence(err error) (m game.Message) {
	e, ok := errors.AsType[*llm.Error](err)
	if !ok || e.Error() != err.Error() { // else it is one cause of several
		return m
	}
	_, own := e.Advice[e.Kind]
	name, address, placed := strings.Cut(e.Provider, " at ")
	if own || !placed || e.Kind != llm.ErrUnreachable || e.Fix != "" {
		return m
	}
	who := game.TextOf(name)
	if name == "the model server" {
		who = game.Say("model.server")
	}
	return game.Say("model.silent", "who", who, "address", address)
}

// provider finds one by its name; those of the planner itself are none.
func (a asker) provider(name string) (llm.Provider, error) {
	p, err := a.planner.Providers.Provider(name)
	if err != nil {
		return nil, &view.RefusedError{Code: view.CodeNoProvider, Sentence: err.Error()}
	}
	return p, nil
}

// Health implements [ui.Models].
func (a asker) Health(ctx context.Context, name string) (view.ProviderHealth, error) {
	p, err := a.provider(name)
	if err != nil {
		return view.ProviderHealth{}, err
	}
	h, err := p.Health(ctx)
	return view.ProviderHealth{
		Server:        h.Server,
		Model:         h.Model,
		Loaded:        h.Loaded,
		ContextLength: h.ContextLength,
		Unasked:       h.Unasked,
		Learned:       h.Learned,
		LatencyMS:     int(h.Latency.Milliseconds()),
	}, refused(err)
}

// Diagnose implements [ui.Models].
func (a asker) Diagnose(ctx context.Context, name string) ([]view.Finding, error) {
	if _, err := a.provider(name); err != nil {
		return nil, err
	}
	return a.planner.Providers.Diagnose(ctx, name), nil
}

// Models implements [ui.Models].
func (a asker) Models(ctx context.Context, name string) ([]view.Model, error) {
	p, err := a.provider(name)
	if err != nil {
		return nil, err
	}
	list, err := p.Models(ctx)
	var out []view.Model
	for _, m := range list {
		out = append(out, view.Model{ID: m.ID, Loaded: m.Loaded, ContextLength: m.ContextLength, Reasoning: m.Reasoning})
	}
	return out, refused(err)
}

// Test implements [ui.Models].
func (a asker) Test(ctx context.Context, name string) (view.ProviderTest, error) {
	if _, err := a.provider(name); err != nil {
		return view.ProviderTest{}, err
	}
	resp, found, err := a.planner.Providers.Measure(ctx, name)
	return view.ProviderTest{
		Model:     resp.Model,
		Said:      clipped(resp.Content),
		LatencyMS: int(resp.Latency.Milliseconds()),
		Tokens:    resp.Usage.Total(),
		Estimated: resp.Usage.Estimated,
		Findings:  found,
	}, refused(err)
}

// Ask implements [ui.Models].
func (a asker) Ask(ctx context.Context, p view.AskProvider) (view.ProviderAnswer, error) {
	if _, err := a.provider(p.Provider); err != nil {
		return view.ProviderAnswer{}, err
	}
	answer, err := a.planner.Do(ctx, p.Provider, llm.Task(p.Task), p.Context, p.UserID)
	var passed []view.PassedOver
	for _, who := range answer.Passed {
		passed = append(passed, view.PassedOver{Provider: who.Provider, Cause: who.Cause.Error()})
	}
	return view.ProviderAnswer{Output: answer.Output, Metadata: view.AnswerMetadata{
		Provider:   answer.Provider,
		Model:      answer.Model,
		Tokens:     answer.Tokens,
		Estimated:  answer.Estimated,
		Confidence: answer.Confidence,
		Passed:     passed,
	}}, refused(err)
}

// testLimit bounds the test of one provider, loading its model included.
const testLimit = 3 * time.Minute

// mostSaid bounds what is shown of an answer to a test, in runes.
const mostSaid = 60

// Test asks a provider one small question, of a task that it serves. What it said
// is one line, and not all of a long one.
func (p *Providers) Test(ctx context.Context, name string) (llm.Response, error) {
	ctx, cancel := context.WithTimeout(ctx, testLimit)
	defer cancel()
	ask, err := p.Provider(name)
	if err != nil {
		return llm.Response{}, err
	}
	req, err := p.question(name)
	if err != nil {
		return llm.Response{}, err
	}
	resp, err := ask.Generate(ctx, req)
	resp.Content = clipped(resp.Content)
	return resp, err
}

// question is a small one for a provider, of a task that it serves.
func (p *Providers) question(name string) (req llm.Request, err error) {
	req = llm.Request{System: "Answer with one word.", Prompt: "Say ready."}
	e, _ := p.Entry(name)
	if serves := e.Capabilities.Tasks; len(serves) > 0 {
		req.Task = serves[0]
	}
	switch e.Capabilities.Scope {
	case llm.ScopeCategorization:
		req.Task = llm.TaskCategorize
	case llm.ScopeImprovement:
		req.Task = llm.TaskChat
	case llm.ScopeUnrestricted:
	}
	if req.Task != "" {
		if req, err = tasks.Request(req.Task, map[string]any{"prompt": "get 3 diamonds", "player_message": "hello"}); err != nil {
			return req, err
		}
	}
	return req, nil
}

// goalReader reads goals as the built-in planner does, for a body that can do
// everything.
type goalReader struct{ library *book.Library }

func (r goalReader) read(goal string) (goals.Task, error) {
	body := game.BodyInfo{Protocol: game.ProtocolV2}
	for _, k := range game.Catalogue() {
		body.Actions = append(body.Actions, k.Kind)
	}
	b, err := r.library.Open(game.Request{Goal: goal, Body: body, Round: 1})
	if err != nil {
		return goals.Task{}, err
	}
	return goals.Read(b, goal)
}

// Readable implements [tasks.Reader].
func (r goalReader) Readable(goal string) (string, error) {
	task, err := r.read(goal)
	if guess := (*game.GuessError)(nil); errors.As(err, &guess) {
		return guess.Guess.Reading, nil
	}
	return task.Goal.Reading, err
}

// Parts implements [tasks.Reader]: the clauses taken apart. Style is a model's
// to see.
func (r goalReader) Parts(goal string) ([]tasks.Block, error) {
	task, err := r.read(goal)
	if err != nil {
		return nil, err
	}
	var blocks []tasks.Block
	add := func(kind, content string) {
		if content = strings.TrimSpace(strings.ReplaceAll(content, "_", " ")); content != "" {
			blocks = append(blocks, tasks.Block{Type: kind, Content: content})
		}
	}
	for _, c := range task.Goal.Clauses {
		for _, thing := range c.Things {
			name := cmp.Or(thing.Item, thing.Group)
			add("target", strings.TrimSpace(c.Verb+" "+name))
			switch {
			case thing.All:
				add("quantity", "all")
			case thing.Quantity > 0:
				add("quantity", fmt.Sprint(thing.Quantity))
			}
			add("constraint", thing.Qualifier)
		}
		if len(c.Things) == 0 {
			add("target", c.Text)
		}
		add("place", c.To)
		if c.At != nil {
			add("place", fmt.Sprintf("%v %v %v", c.At.X, c.At.Y, c.At.Z))
		}
		if c.Limit != nil {
			add("constraint", c.Limit.Until)
		}
	}
	if len(blocks) == 0 {
		return nil, errors.New("the goal has no parts that could be told apart")
	}
	return blocks, nil
}
