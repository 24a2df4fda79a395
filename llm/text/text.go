// SPDX-License-Identifier: MIT

// Package text asks any command-line model: the prompt on stdin or as an
// argument, its answer as text, as a field of a JSON document, or as fields of
// JSON lines.
//
// In the arguments {prompt}, {system} and {model} stand for the request's;
// without {prompt} the prompt goes to stdin, without {system} the system prompt
// comes before it.
//
// Usage:
//
//	p := text.New(text.Config{
//		Program: process.Program{Name: "claude", Argv: []string{"claude", "-p", "--output-format", "json"}},
//		Output:  text.JSON, Content: "result",
//	})
//	resp, err := p.Generate(ctx, llm.Request{Prompt: "how do I start?"})
package text

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/process"
)

// Output is the form of what the program writes.
type Output string

// The forms. Plain is all of stdout; JSON is one document; JSONL is one
// document a line.
const (
	Plain Output = "text"
	JSON  Output = "json"
	JSONL Output = "jsonl"
)

// Config is one program. Program is required. Paths into JSON are those of
// gjson: "result", "item.text", "choices.0.text".
type Config struct {
	process.Program
	// Model is asked when a request names none.
	Model string
	// ModelArgs and SystemArgs are added when there is a model, or a system
	// prompt, to put into them.
	ModelArgs, SystemArgs []string
	// Output is Plain if empty.
	Output Output
	// Content is the path of the answer. Of JSON lines the last that has it and
	// fits Where counts.
	Content string
	// Where are paths with the values that a line must have for its content to
	// count.
	Where map[string]string
	// Error is the path of what tells a failure: true, or a message.
	Error string
	// InputTokens and OutputTokens are paths of counts.
	InputTokens, OutputTokens string
}

// Provider implements [llm.Provider]. It may be used from any number of
// goroutines.
type Provider struct{ cfg Config }

var _ llm.Provider = (*Provider)(nil)

// New makes a provider; it runs nothing.
func New(cfg Config) *Provider {
	if cfg.Output == "" {
		cfg.Output = Plain
	}
	return &Provider{cfg}
}

// Placeholders in the arguments.
const (
	promptMark = "{prompt}"
	systemMark = "{system}"
	modelMark  = "{model}"
)

// maxArgument bounds a prompt given as an argument, in bytes: Linux takes 128
// KiB for one, Windows 32 Ki characters for all.
const maxArgument = 30_000

// call is the request as arguments and input.
func (p *Provider) call(req llm.Request, model string) (process.Call, error) {
	req = req.SchemaAsWords()
	args := slices.Clone(p.cfg.Argv[1:])
	if model != "" {
		args = append(args, p.cfg.ModelArgs...)
	}
	if len(p.cfg.SystemArgs) > 0 && req.System != "" {
		args = append(args, p.cfg.SystemArgs...)
	}
	has := func(mark string) bool {
		return slices.ContainsFunc(args, func(a string) bool { return strings.Contains(a, mark) })
	}
	system := req.System
	if has(systemMark) {
		req.System = ""
	}
	words := req.AsText()
	call := process.Call{Argv: args}
	if has(promptMark) {
		if len(words) > maxArgument {
			return call, p.cfg.Fault(llm.ErrContextOverflow, fmt.Sprintf("%d bytes", len(words)))
		}
	} else {
		call.Input = []byte(words + "\n")
	}
	fill := strings.NewReplacer(promptMark, plain(words), systemMark, plain(system), modelMark, plain(model))
	for i := range args {
		args[i] = fill.Replace(args[i])
	}
	return call, nil
}

// plain keeps a value from being read as a flag, and from ending early.
func plain(value string) string {
	value = strings.ReplaceAll(value, "\x00", "")
	if strings.HasPrefix(value, "-") {
		return " " + value
	}
	return value
}

// Generate implements [llm.Provider].
func (p *Provider) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	return p.Stream(ctx, req, func(llm.Chunk) error { return nil })
}

// Stream implements [llm.Provider]. Plain text comes in pieces as the program
// writes them, JSON lines as they say something, a JSON document as a whole.
func (p *Provider) Stream(ctx context.Context, req llm.Request, onChunk func(llm.Chunk) error) (llm.Response, error) {
	began := time.Now()
	model := req.Model
	if model == "" {
		model = p.cfg.Model
	}
	call, err := p.call(req, model)
	if err != nil {
		return llm.Response{}, err
	}
	process.Progress(req, model)
	r := &reader{provider: p, onChunk: onChunk}
	switch p.cfg.Output {
	case Plain:
		call.OnOutput = r.piece
	case JSONL:
		call.OnLine = r.line
	case JSON:
	}
	res, err := p.cfg.Run(ctx, call)
	if err == nil {
		err = r.end(res.Output)
	}
	resp, empty := p.cfg.Response(req, process.Answer{Content: r.content(res.Output), Input: r.input, Output: r.output}, model, began)
	var failed *llm.Error
	switch {
	case r.failure != "": // said in the answer, whatever the exit code
		return resp, p.cfg.Remote(max(res.Exit, 0), r.failure)
	case errors.As(err, &failed) && failed.Kind == llm.ErrExit && p.cfg.Output == JSON:
		if bad := r.document(res.Output); bad == nil && r.failure != "" {
			return resp, p.cfg.Remote(max(res.Exit, 0), r.failure)
		}
		return resp, err
	case err != nil:
		return resp, err
	}
	return resp, empty
}

// reader takes the answer out of what the program writes.
type reader struct {
	provider *Provider
	onChunk  func(llm.Chunk) error

	said          string // content of JSON
	failure       string
	input, output int
	think         llm.ThinkStream
	held          []byte // the beginning of a rune
	blank         string // line ends that only count when more follows
}

// piece passes plain text on, whole runes at a time.
func (r *reader) piece(b []byte) error {
	r.held = append(r.held, b...)
	n := len(r.held)
	for i := 1; i <= min(utf8.UTFMax, n); i++ {
		if utf8.RuneStart(r.held[n-i]) {
			if !utf8.FullRune(r.held[n-i:]) {
				n -= i
			}
			break
		}
	}
	text, err := r.provider.cfg.Text(r.held[:n])
	if err != nil {
		return err
	}
	r.held = append(r.held[:0], r.held[n:]...)
	return r.pass(r.think.Write(text))
}

func (r *reader) pass(text, thought string) error {
	text = r.blank + text
	body := strings.TrimRight(text, "\r\n")
	r.blank, text = text[len(body):], body
	if text == "" && thought == "" {
		return nil
	}
	return r.onChunk(llm.Chunk{Text: text, Reasoning: thought})
}

// line reads a JSON line; other lines are noise.
func (r *reader) line(line []byte) error {
	if !utf8.Valid(line) {
		_, err := r.provider.cfg.Text(line)
		return err
	}
	if budget.ProgramLine.Scan(line) != nil || !gjson.ValidBytes(line) {
		return nil
	}
	r.fields(gjson.ParseBytes(line))
	return nil
}

// fields takes what a document says.
func (r *reader) fields(doc gjson.Result) {
	cfg := r.provider.cfg
	if cfg.Error != "" {
		if e := doc.Get(cfg.Error); e.Exists() && e.Type != gjson.Null && e.Type != gjson.False && e.String() != "" {
			if r.failure = e.String(); e.Type == gjson.True {
				r.failure = doc.Get(cfg.Content).String()
			}
		}
	}
	count := func(path string, into *int) {
		if path != "" {
			if n := doc.Get(path); n.Exists() {
				*into = int(n.Int())
			}
		}
	}
	count(cfg.InputTokens, &r.input)
	count(cfg.OutputTokens, &r.output)
	for path := range maps.Keys(cfg.Where) {
		if doc.Get(path).String() != cfg.Where[path] {
			return
		}
	}
	if said := doc.Get(cfg.Content); said.Exists() && said.Type != gjson.Null {
		r.said = said.String()
	}
}

// document reads output that is one JSON document.
func (r *reader) document(output []byte) error {
	var raw any
	if err := r.provider.cfg.Decode(output, &raw); err != nil {
		return err
	}
	r.fields(gjson.ParseBytes(output))
	return nil
}

// end reads the rest, and passes on what was not passed yet.
func (r *reader) end(output []byte) error {
	if r.provider.cfg.Output == JSON {
		if err := r.document(output); err != nil {
			return err
		}
	}
	if r.provider.cfg.Output != Plain {
		if r.failure != "" {
			return nil
		}
		content, thought := llm.SplitThinking(r.said)
		return r.pass(content, thought)
	}
	if len(r.held) > 0 {
		_, err := r.provider.cfg.Text(r.held)
		return err
	}
	return r.pass(r.think.Flush())
}

// content is the answer so far.
func (r *reader) content(output []byte) string {
	if r.provider.cfg.Output != Plain {
		return r.said
	}
	return strings.TrimRight(strings.ToValidUTF8(string(output), ""), "\r\n")
}

// Health implements [llm.Provider]: the program is there and may run.
func (p *Provider) Health(ctx context.Context) (llm.Health, error) {
	return p.cfg.Health(ctx, "a command-line model", p.cfg.Model)
}

// Models implements [llm.Provider]: the configured one.
func (p *Provider) Models(context.Context) ([]llm.Model, error) {
	return process.Models(p.cfg.Model), nil
}
