// SPDX-License-Identifier: MIT

// Package cli asks programs with the subcommands generate, stream and health:
// a JSON request on stdin, a JSON response or one JSON chunk a line on stdout.
//
// Usage:
//
//	p := cli.New(cli.Config{Program: process.Program{Name: "ollama", Argv: []string{"./ollama-provider"}}})
//	resp, err := p.Generate(ctx, llm.Request{Prompt: "how do I start?"})
package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/process"
)

// Config is one program. Program is required.
type Config struct {
	process.Program
	// Model is asked when a request names none.
	Model string
	// SubcommandLast puts the subcommand after the program's arguments instead
	// of before them.
	SubcommandLast bool
	// Options are the program's own settings, sent in each request's config.
	Options map[string]any
	// Temperature and MaxTokens are used when a request sets none.
	Temperature *float64
	MaxTokens   int
}

// Provider implements [llm.Provider]. It may be used from any number of
// goroutines.
type Provider struct{ cfg Config }

var _ llm.Provider = (*Provider)(nil)

// New makes a provider; it runs nothing.
func New(cfg Config) *Provider { return &Provider{cfg} }

// healthLimit bounds the subcommand health.
const healthLimit = 10 * time.Second

type question struct {
	Prompt      string            `json:"prompt"`
	System      string            `json:"system_prompt,omitempty"`
	MaxTokens   int               `json:"max_tokens,omitempty"`
	Temperature *float64          `json:"temperature,omitempty"`
	TopP        *float64          `json:"top_p,omitempty"`
	Tools       []tool            `json:"tools,omitempty"`
	Context     []message         `json:"context,omitempty"`
	Config      map[string]any    `json:"config,omitempty"`
	Metadata    map[string]string `json:"metadata,omitempty"`
}

type message struct {
	Role    llm.Role `json:"role"`
	Content string   `json:"content"`
}

type tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
}

type answer struct {
	Content      string  `json:"content"`
	TokensUsed   float64 `json:"tokens_used"`
	InputTokens  float64 `json:"input_tokens"`
	OutputTokens float64 `json:"output_tokens"`
	Model        string  `json:"model"`
	FinishReason string  `json:"finish_reason"`
	Error        string  `json:"error"`
}

type chunk struct {
	answer
	Delta string `json:"delta"`
	Done  bool   `json:"done"`
}

// argv is the program's arguments with the subcommand at its place.
func (p *Provider) argv(subcommand string) []string {
	args := p.cfg.Argv[1:]
	if p.cfg.SubcommandLast {
		return append(append([]string{}, args...), subcommand)
	}
	return append([]string{subcommand}, args...)
}

// input is the request as the protocol has it. It has no place for a schema,
// which is told in words.
func (p *Provider) input(req llm.Request, model string) ([]byte, error) {
	if req.Schema != nil {
		req = req.SchemaAsWords()
	}
	q := question{Prompt: req.Prompt, System: req.System, MaxTokens: req.MaxTokens, Temperature: req.Temperature, TopP: req.TopP, Metadata: req.Metadata}
	if q.MaxTokens <= 0 {
		q.MaxTokens = p.cfg.MaxTokens
	}
	if q.Temperature == nil {
		q.Temperature = p.cfg.Temperature
	}
	for _, m := range req.Context {
		q.Context = append(q.Context, message{m.Role, m.Content})
	}
	if q.Prompt == "" && len(q.Context) > 0 { // the protocol requires one
		last := len(q.Context) - 1
		q.Prompt, q.Context = q.Context[last].Content, q.Context[:last]
	}
	for _, t := range req.Tools {
		q.Tools = append(q.Tools, tool{t.Name, t.Description, t.Parameters})
	}
	q.Config = maps.Clone(p.cfg.Options)
	if model != "" {
		if q.Config == nil {
			q.Config = map[string]any{}
		}
		q.Config["model"] = model
	}
	raw, err := json.Marshal(q)
	if err != nil {
		return nil, fmt.Errorf("writing the request for %s: %w", p.cfg.Name, err)
	}
	return append(raw, '\n'), nil
}

func (p *Provider) model(req llm.Request) string {
	if req.Model != "" {
		return req.Model
	}
	return p.cfg.Model
}

// Generate implements [llm.Provider].
func (p *Provider) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	began, model := time.Now(), p.model(req)
	input, err := p.input(req, model)
	if err != nil {
		return llm.Response{}, err
	}
	process.Progress(req, model)
	res, err := p.cfg.Run(ctx, process.Call{Argv: p.argv("generate"), Input: input})
	var failed *llm.Error
	exited := errors.As(err, &failed) && failed.Kind == llm.ErrExit
	if err != nil && !exited {
		return llm.Response{}, err
	}
	var a answer
	if bad := p.cfg.Decode(res.Output, &a); bad != nil {
		if exited {
			return llm.Response{}, err
		}
		return llm.Response{}, bad
	}
	resp, empty := p.response(req, a, model, began)
	switch {
	case a.Error != "":
		return resp, p.cfg.Remote(max(res.Exit, 0), a.Error)
	case exited:
		return resp, err
	}
	return resp, empty
}

func (p *Provider) response(req llm.Request, a answer, model string, began time.Time) (llm.Response, error) {
	said := process.Answer{Content: a.Content, Model: a.Model, Finish: finish(a.FinishReason), Input: int(a.InputTokens), Output: int(a.OutputTokens)}
	if said.Input+said.Output == 0 {
		said.Output = int(a.TokensUsed)
	}
	return p.cfg.Response(req, said, model, began)
}

// finish translates the protocol's own name.
func finish(reason string) llm.FinishReason {
	if reason == "tool_use" {
		return llm.FinishTools
	}
	return llm.FinishReason(reason)
}

// Stream implements [llm.Provider]. A stream that ends without its last chunk
// was cut: the response holds what had come.
func (p *Provider) Stream(ctx context.Context, req llm.Request, onChunk func(llm.Chunk) error) (llm.Response, error) {
	began, model := time.Now(), p.model(req)
	input, err := p.input(req, model)
	if err != nil {
		return llm.Response{}, err
	}
	process.Progress(req, model)
	s := stream{provider: p, began: began, onChunk: onChunk}
	_, err = p.cfg.Run(ctx, process.Call{Argv: p.argv("stream"), Input: input, OnLine: s.line})
	if err == nil && s.err == nil {
		err = s.flush()
	}
	s.last.Content = s.text.String()
	resp, empty := p.response(req, s.last.answer, model, began)
	if s.first > 0 {
		resp.FirstToken = s.first
	}
	var failed *llm.Error
	exited := errors.As(err, &failed) && failed.Kind == llm.ErrExit
	switch {
	case s.last.Error != "":
		return resp, p.cfg.Remote(max(0, code(failed)), s.last.Error)
	case err != nil && !(exited && s.last.Done):
		if exited && s.text.Len() > 0 {
			return resp, p.cut(failed.Detail)
		}
		return resp, err
	case !s.last.Done && s.text.Len() > 0:
		return resp, p.cut("it ended without its last chunk")
	}
	return resp, empty
}

func code(e *llm.Error) int {
	if e == nil {
		return 0
	}
	return e.Code
}

// cut is a stream that broke off; a second try may go well.
func (p *Provider) cut(detail string) error {
	err := p.cfg.Fault(llm.ErrCutStream, detail)
	var e *llm.Error
	if errors.As(err, &e) {
		e.Transient = true
	}
	return err
}

// stream puts the chunks together. Their content is cumulative; a program that
// sends only deltas is read as well.
type stream struct {
	provider *Provider
	began    time.Time
	onChunk  func(llm.Chunk) error

	text  strings.Builder
	think llm.ThinkStream
	last  chunk
	first time.Duration
	err   error
}

func (s *stream) line(line []byte) error {
	line = bytes.TrimSpace(line)
	if len(line) == 0 || s.last.Done {
		return nil
	}
	if !utf8.Valid(line) {
		_, err := s.provider.cfg.Text(line)
		return err
	}
	var c chunk
	if err := budget.ProgramLine.JSON(line, &c); err != nil {
		return s.provider.cfg.BadReply("a line of its stream is not a JSON chunk: "+process.OneLine(string(line[:min(len(line), 120)])), "")
	}
	piece := c.Delta
	if have := s.text.String(); strings.HasPrefix(c.Content, have) && c.Content != "" {
		piece = c.Content[len(have):]
	}
	s.last = c
	if piece == "" {
		return nil
	}
	if s.first == 0 {
		s.first = time.Since(s.began)
	}
	s.text.WriteString(piece)
	return s.pass(s.think.Write(piece))
}

func (s *stream) pass(text, thought string) error {
	if text == "" && thought == "" {
		return nil
	}
	s.err = s.onChunk(llm.Chunk{Text: text, Reasoning: thought})
	return s.err
}

func (s *stream) flush() error { return s.pass(s.think.Flush()) }

// Health implements [llm.Provider]: the program's own word.
func (p *Provider) Health(ctx context.Context) (llm.Health, error) {
	began := time.Now()
	res, err := p.cfg.Run(ctx, process.Call{Argv: p.argv("health"), Timeout: healthLimit})
	if err != nil {
		var e *llm.Error
		if said := process.OneLine(p.cfg.Hide(string(res.Output))); errors.As(err, &e) && e.Kind == llm.ErrExit && said != "" && res.Stderr != "" {
			e.Detail = said + " " + e.Detail
		}
		return llm.Health{}, err
	}
	return llm.Health{Server: "a CLI provider", Model: p.cfg.Model, MaxTokens: p.cfg.MaxTokens, Latency: time.Since(began)}, nil
}

// Models implements [llm.Provider]: the configured one, for the protocol has no
// list.
func (p *Provider) Models(context.Context) ([]llm.Model, error) {
	return process.Models(p.cfg.Model), nil
}
