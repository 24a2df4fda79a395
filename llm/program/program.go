// SPDX-License-Identifier: MIT

// Package program asks models that are programs, a process for each question.
// How a question is put and its answer read is a [Protocol]: [RPC],
// [Subcommands] or [Text]. Adding one is a type with those two methods.
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
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/process"
)

// Config is one program. Program and Protocol are required.
type Config struct {
	process.Program
	Protocol Protocol
	// Model is asked when a request names none.
	Model string
	// Tasks are those that the program serves; empty means all. Scope goes with
	// each question. Both are for protocols that have a place for them.
	Tasks []llm.Task
	Scope string
	// RetryRuns marks a run that failed as worth another: one that ended with an
	// exit code, took too long or wrote what cannot be read. What the program
	// answered in its protocol's form never is.
	RetryRuns bool
}

// Protocol puts a question to a program and reads what it writes.
type Protocol interface {
	// name is what Health calls such a program.
	name() string
	// ask is the question as a run, and what reads its answer. The run may hand
	// pieces to out as they are written.
	ask(p *Provider, q question, out *pieces) (process.Call, reader, error)
}

// reader reads the output of a run that ended by itself; exit is nil for the
// exit code 0. With an error the answer holds what had come.
type reader func(output []byte, exit *llm.Error) (said, error)

// question is a request with what the provider adds.
type question struct {
	llm.Request
	model string
}

// said is what a program answered. Counts are in tokens; 0 when it did not count.
type said struct {
	content, model string
	finish         llm.FinishReason
	input, output  int
}

// Provider implements [llm.Provider]. It may be used from any number of
// goroutines.
type Provider struct{ Config }

var _ llm.Provider = (*Provider)(nil)

// New makes a provider; it runs nothing.
func New(cfg Config) *Provider { return &Provider{cfg} }

// Generate implements [llm.Provider]. A protocol without pieces gives one.
func (p *Provider) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	out := &pieces{began: time.Now(), onChunk: req.OnChunk}
	q := question{req, cmp.Or(req.Model, p.Model)}
	call, read, err := p.Protocol.ask(p, q, out)
	if err != nil {
		return llm.Response{}, err
	}
	if req.Progress != nil {
		req.Progress(llm.Progress{Phase: llm.PhaseWaiting, Model: q.model, Attempt: 1})
	}
	res, err := p.Run(ctx, call)
	exit := exitOf(err)
	if err != nil && exit == nil { // it was ended, or never ran
		if out.text.Len() == 0 {
			return llm.Response{}, p.passing(err)
		}
		resp, _ := p.response(q, said{content: out.text.String()}, out)
		return resp, p.passing(err)
	}
	answer, err := read(res.Output, exit)
	resp, empty := p.response(q, answer, out)
	if err == nil {
		err = empty
	}
	if err == nil {
		err = out.end(resp)
	}
	return resp, p.passing(err)
}

// exitOf is a run's exit code as an error, nil for other errors.
func exitOf(err error) *llm.Error {
	var e *llm.Error
	if errors.As(err, &e) && e.Kind == llm.ErrExit {
		return e
	}
	return nil
}

// passing marks failures of a run as such where the owner wants runs repeated.
func (p *Provider) passing(err error) error {
	var e *llm.Error
	runs := []llm.Kind{llm.ErrExit, llm.ErrTooLong, llm.ErrBadReply, llm.ErrIDMismatch}
	if p.RetryRuns && errors.As(err, &e) && slices.Contains(runs, e.Kind) {
		e.Transient = true
	}
	return err
}

// response makes the response of an answer: thoughts out of the content, tokens
// estimated when none were counted. An answer that says nothing is
// ErrEmptyReply.
func (p *Provider) response(q question, a said, out *pieces) (llm.Response, error) {
	content, reasoning := llm.SplitThinking(a.content)
	took := time.Since(out.began)
	resp := llm.Response{Content: content, Reasoning: reasoning, Model: a.model, FinishReason: a.finish,
		Latency: took, FirstToken: took, Attempts: 1, SchemaBound: q.Schema != nil}
	if out.first > 0 {
		resp.FirstToken = out.first
	}
	if resp.SchemaBound {
		resp.SchemaBy = "prompt"
	}
	if resp.FinishReason == "" {
		resp.FinishReason = llm.FinishStop
	}
	if resp.Model == "" {
		resp.Model = q.model // what it was asked for; one that nobody named has no name
	}
	resp.Usage = llm.Usage{Input: a.input, Output: a.output, Reasoning: llm.EstimateTokens(reasoning)}
	if a.input+a.output <= 0 {
		resp.Usage.Input, resp.Usage.Output, resp.Usage.Estimated = q.Tokens(), llm.EstimateTokens(a.content), true
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

// pieces hands an answer to the caller as it comes, thoughts apart.
type pieces struct {
	began   time.Time
	onChunk func(llm.Chunk) error // nil: nobody waits for pieces

	text  strings.Builder // as the program wrote it
	first time.Duration   // from the start to the first piece; 0 before it
	think llm.ThinkStream
}

// say takes the next piece of text.
func (o *pieces) say(piece string) error {
	if piece == "" {
		return nil
	}
	if o.first == 0 {
		o.first = max(time.Since(o.began), 1)
	}
	o.text.WriteString(piece)
	return o.pass(o.think.Write(piece))
}

func (o *pieces) pass(text, thought string) error {
	if o.onChunk == nil || text == "" && thought == "" {
		return nil
	}
	return o.onChunk(llm.Chunk{Text: text, Reasoning: thought})
}

// end passes on what is left: all of an answer that came without pieces.
func (o *pieces) end(resp llm.Response) error {
	if o.text.Len() == 0 {
		return o.pass(resp.Content, resp.Reasoning)
	}
	return o.pass(o.think.Flush())
}

// decode reads the one JSON document that the program wrote. An exit code comes
// before a document that cannot be read.
func (p *Provider) decode(output []byte, exit *llm.Error, into any) error {
	err := p.document(output, into)
	if err != nil && exit != nil {
		return exit
	}
	return err
}

func (p *Provider) document(output []byte, into any) error {
	output = bytes.TrimSpace(bytes.TrimPrefix(output, []byte("\ufeff")))
	if len(output) == 0 {
		return p.Fault(llm.ErrEmptyReply, "", "It wrote nothing: run it by hand to see what it lacks.", nil)
	}
	if _, err := p.utf8(output); err != nil {
		return err
	}
	if err := budget.ProgramOutput.Scan(output); err != nil { // max_output bounds its bytes
		return p.Fault(llm.ErrTooLarge, err.Error(), "Correct the program.", err)
	}
	d := json.NewDecoder(bytes.NewReader(output))
	if err := d.Decode(into); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			wrong := strings.TrimSpace("its "+kind.Field) + " is not of the kind that the protocol has there"
			return p.Fault(llm.ErrBadReply, wrong, "Correct the program.", err)
		}
		return p.Fault(llm.ErrBadReply, "it is not JSON: "+process.OneLine(p.Hide(start(output))), "", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return p.Fault(llm.ErrBadReply, "there is something after its JSON document", "", nil)
	}
	return nil
}

// start is the beginning of a text that goes into a sentence.
func start(text []byte) string {
	const most = 120
	if len(text) > most {
		return string(text[:most]) + "..."
	}
	return string(text)
}

// utf8 checks that the output is text.
func (p *Provider) utf8(output []byte) (string, error) {
	output = bytes.TrimPrefix(output, []byte("\ufeff"))
	if !utf8.Valid(output) {
		return "", p.Fault(llm.ErrBadReply, "it is not UTF-8 text",
			"Make the program write UTF-8; for Python, add PYTHONIOENCODING to env and set it to utf-8.", nil)
	}
	return string(output), nil
}

// remote is an error that the program reported itself.
func (p *Provider) remote(code int, message string) error {
	e := p.Fault(llm.ErrRemote, process.OneLine(p.Hide(message)), "", nil)
	e.Code = code
	return e
}

// line writes a request as one line.
func (p *Provider) line(request any) ([]byte, error) {
	raw, err := json.Marshal(request)
	if err != nil {
		return nil, fmt.Errorf("writing the request for %s: %w", p.Name, err)
	}
	return append(raw, '\n'), nil
}
