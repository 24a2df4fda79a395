// SPDX-License-Identifier: MIT

// Package program asks models that are programs, a process for each question.
// How a question is put is a [Protocol]: [RPC], [Subcommands] or [Text]; where the
// answer stands in what a program writes is a row of paths, read by one reader.
//
// Invariants:
//   - An error that the program reports in its protocol's form comes before its
//     exit code, and that before the lack of an answer.
//   - What had come of an answer that broke off is kept.
//
// Usage:
//
//	p := program.New(program.Config{
//		Program: process.Program{Name: "claude", Argv: []string{"claude", "-p", "--output-format", "json"}},
//		Protocol: program.Text{Output: program.JSON, Content: "result"},
//	})
//	resp, err := p.Generate(ctx, llm.Request{Prompt: "how do I start?"})
package program

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/process"
)

// Config is one program. Program and Protocol are required.
type Config struct {
	process.Program
	Protocol Protocol
	Model    string // asked when a request names none
	// Tasks are those that the program serves; empty means all. Scope goes with
	// each question. Both are for protocols that have a place for them.
	Tasks []llm.Task
	Scope string
	// RetryRuns marks a run that failed as worth another: one that ended with an
	// exit code, took too long or wrote what cannot be read. What the program
	// answered in its protocol's form never is.
	RetryRuns bool
}

// Protocol puts a question to a program.
type Protocol interface {
	// name is what Health calls such a program.
	name() string
	// ask is the question as a run, and where the answer stands in what it writes.
	ask(p *Provider, req llm.Request) (process.Call, form, error)
}

// Provider implements [llm.Provider]. It may be used from any number of
// goroutines.
type Provider struct{ Config }

var _ llm.Provider = (*Provider)(nil)

// New makes a provider; it runs nothing.
func New(cfg Config) *Provider { return &Provider{cfg} }

// Generate implements [llm.Provider]. A protocol without pieces gives one.
func (p *Provider) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	req.Model = cmp.Or(req.Model, p.Model)
	call, f, err := p.Protocol.ask(p, req)
	if err != nil {
		return llm.Response{}, err
	}
	r := newReader(p, f, req.OnChunk)
	switch f.Output { // as it is written, where that can be read
	case JSON:
	case JSONL:
		call.OnLine = r.line
	default:
		call.OnOutput = r.piece
	}
	if req.Progress != nil {
		req.Progress(llm.Progress{Phase: llm.PhaseWaiting, Model: req.Model, Attempt: 1})
	}
	res, err := p.Run(ctx, call)
	exit, _ := errors.AsType[*llm.Error](err)
	if err != nil && !errors.Is(err, llm.ErrExit) { // it was ended, or never ran
		resp := llm.Response{}
		if r.text.Len() > 0 {
			resp, _ = p.response(req, r)
		}
		return resp, p.passing(err)
	}
	err = r.end(res.Output, exit)
	resp, empty := p.response(req, r)
	if err = cmp.Or(err, empty); err == nil {
		err = r.rest(resp)
	}
	return resp, p.passing(err)
}

// passing marks failures of a run as such where the owner wants runs repeated.
func (p *Provider) passing(err error) error {
	runs := []llm.Kind{llm.ErrExit, llm.ErrTooLong, llm.ErrBadReply, llm.ErrIDMismatch}
	if e, ok := errors.AsType[*llm.Error](err); ok && p.RetryRuns && slices.Contains(runs, e.Kind) {
		e.Transient = true
	}
	return err
}

// response makes the response of an answer: thoughts out of the content, tokens
// estimated when none were counted. An answer that says nothing is
// ErrEmptyReply.
func (p *Provider) response(req llm.Request, r *reader) (llm.Response, error) {
	written := cmp.Or(r.content, r.text.String())
	content, reasoning := llm.SplitThinking(written)
	took := time.Since(r.began)
	resp := llm.Response{Content: content, Reasoning: reasoning, Model: cmp.Or(r.model, req.Model),
		FinishReason: cmp.Or(r.finish, llm.FinishStop), Latency: took, FirstToken: cmp.Or(r.first, took), Attempts: 1,
		SchemaBound: req.Schema != nil}
	if resp.SchemaBound {
		resp.SchemaBy = "prompt"
	}
	resp.Usage = llm.Usage{Input: r.input, Output: r.output, Reasoning: llm.EstimateTokens(reasoning)}
	if r.input+r.output <= 0 {
		resp.Usage.Output = r.total
	}
	if resp.Usage.Total() <= 0 {
		resp.Usage.Input, resp.Usage.Output, resp.Usage.Estimated = req.Tokens(), llm.EstimateTokens(written), true
	}
	if strings.TrimSpace(content) == "" && resp.Document() == content {
		e := p.Fault(llm.ErrEmptyReply, "", "", nil)
		if reasoning != "" {
			e.Fix = "It thought and then said nothing: allow it more tokens, or turn its thinking off."
		}
		e.Model = resp.Model
		return resp, e
	}
	return resp, nil
}

// Health implements [llm.Provider]: the program's own word where the protocol
// has a question for it; else that it is there and may run. It is not run then,
// for each run is a question.
func (p *Provider) Health(ctx context.Context) (llm.Health, error) {
	began := time.Now()
	h := llm.Health{Server: p.Protocol.name(), Model: p.Model}
	if own, ok := p.Protocol.(interface {
		health(context.Context, *Provider, *llm.Health) error
	}); ok {
		err := own.health(ctx, p, &h)
		h.Latency = time.Since(began)
		return h, err
	}
	path, err := p.Find()
	if err != nil {
		return llm.Health{}, err
	}
	h.Unasked, h.Latency = fmt.Sprintf("its program %s is there and may run", path), time.Since(began)
	return h, ctx.Err()
}

// Models implements [llm.Provider]: the configured one, for no protocol has a
// list.
func (p *Provider) Models(context.Context) ([]llm.Model, error) {
	if p.Model == "" {
		return nil, nil
	}
	return []llm.Model{{ID: p.Model}}, nil
}

// line writes a request as one line.
func (p *Provider) line(request any) ([]byte, error) {
	raw, err := json.Marshal(request)
	if err != nil {
		return nil, fmt.Errorf("writing the request for %s: %w", p.Name, err)
	}
	return append(raw, '\n'), nil
}

// fields are the members of a request.
type fields map[string]any

// set adds one that is given.
func (f fields) set(name string, value any, given bool) {
	if given {
		f[name] = value
	}
}
