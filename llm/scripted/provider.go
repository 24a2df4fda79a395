// SPDX-License-Identifier: MIT

// Package scripted is a provider whose replies come from a file: for missions
// and tests, where the same question must get the same answer.
//
// A script is YAML (a list of entries, or a mapping with `replies:`) or JSON
// lines, told apart by content. Each entry answers one request:
//
//   - match: get 3 diamonds       # substring of the prompt, case ignored; none: any prompt
//     task: plan                  # only requests of this task
//     reply: '{"commands":[...]}' # the content; a mapping or list is sent as JSON
//     reasoning: ...              # thoughts beside it
//     finish_reason: length       # stop if absent
//     tool_calls: [{name: find, arguments: {item: stick}}]
//     delay: 2s                   # before the first piece
//     times: 2                    # how often it answers; 0 for always, 1 if absent
//   - error: unreachable          # an llm failure by name, instead of a reply
//     retry_after: 5s
//
// The first entry in the file's order that fits and is not used up answers.
// When none is left the call fails with [ErrUsedUp] in its chain. A script is
// never changed after loading; the counts of use belong to the Provider.
//
// Usage:
//
//	s, err := scripted.Parse(file)
//	if err != nil { ... }
//	var p llm.Provider = scripted.New(s)
package scripted

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/llm"
)

// who is what a script is called in errors.
const who = "the script of replies"

// modelName is what an entry without a model says it is.
const modelName = "scripted"

// ErrUsedUp: no entry of the script fits the request any more.
var ErrUsedUp = errors.New("no reply left in the script")

// Provider answers from a script. Safe for concurrent use; requests that come
// at the same time take entries in the order in which they ask.
type Provider struct {
	script *Script

	mu    sync.Mutex
	used  []int // per entry
	asked []llm.Request
}

var _ llm.Provider = (*Provider)(nil)

// New starts at the beginning of the script.
func New(s *Script) *Provider {
	return &Provider{script: s, used: make([]int, len(s.entries))}
}

// Asked are the requests so far, in order.
func (p *Provider) Asked() []llm.Request {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]llm.Request(nil), p.asked...)
}

// Generate implements [llm.Provider]; the pieces are words.
func (p *Provider) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	began := time.Now()
	if ctx.Err() != nil {
		return llm.Response{}, stopped(ctx)
	}
	e, err := p.take(req)
	if err != nil {
		return llm.Response{}, err
	}
	if req.Progress != nil {
		req.Progress(llm.Progress{Phase: llm.PhaseWaiting, Model: e.reply.Model, Attempt: 1})
	}
	if llm.Sleep(ctx, e.delay) != nil {
		return llm.Response{}, stopped(ctx)
	}
	resp := e.reply
	resp.ToolCalls = append([]llm.ToolCall(nil), e.reply.ToolCalls...)
	resp.SchemaBound = req.Schema != nil
	resp.Attempts, resp.FirstToken = 1, time.Since(began)
	thought := llm.EstimateTokens(resp.Reasoning)
	resp.Usage = llm.Usage{Input: req.Tokens(), Output: llm.EstimateTokens(resp.Content) + thought, Reasoning: thought, Estimated: true}
	if e.err != nil {
		fault := *e.err
		return resp, &fault
	}
	if err := say(ctx, req, resp); err != nil {
		return resp, err
	}
	resp.Latency = time.Since(began)
	if resp.Content == "" && len(resp.ToolCalls) == 0 && resp.Document() == "" {
		return resp, &llm.Error{Kind: llm.ErrEmptyReply, Provider: who, Model: resp.Model}
	}
	return resp, nil
}

// say sends the reply word by word.
func say(ctx context.Context, req llm.Request, resp llm.Response) error {
	for i, word := range append([]string{""}, strings.SplitAfter(resp.Content, " ")...) {
		c := llm.Chunk{Text: word}
		if i == 0 {
			c.Reasoning = resp.Reasoning
		}
		if ctx.Err() != nil {
			return stopped(ctx)
		}
		if req.OnChunk == nil || c == (llm.Chunk{}) {
			continue
		}
		if err := req.OnChunk(c); err != nil {
			return err
		}
	}
	return nil
}

// take uses the first entry that fits.
func (p *Provider) take(req llm.Request) (entry, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, req)
	prompt := strings.ToLower(req.Prompt)
	for i, e := range p.script.entries {
		fits := (e.always || p.used[i] < e.times) && (e.task == "" || e.task == req.Task) && strings.Contains(prompt, e.match)
		if fits {
			p.used[i]++
			return e, nil
		}
	}
	return entry{}, &llm.Error{Kind: llm.ErrBadRequest, Provider: who,
		Detail: fmt.Sprintf("nothing left in it fits request %d (%.60q)", len(p.asked), req.Prompt),
		Fix:    "Add an entry that matches this prompt.", Err: ErrUsedUp}
}

func stopped(ctx context.Context) error {
	return llm.Stopped(ctx, who, "allow more, or shorten the entry's delay.")
}

// Health implements [llm.Provider]: a script that was read is healthy.
func (p *Provider) Health(context.Context) (llm.Health, error) {
	return llm.Health{Server: "script of replies", Model: modelName, Loaded: true, Unasked: "its file of replies was read"}, nil
}

// Models implements [llm.Provider].
func (p *Provider) Models(context.Context) ([]llm.Model, error) {
	return []llm.Model{{ID: modelName, Loaded: true}}, nil
}
