// SPDX-License-Identifier: MIT

package program

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/process"
)

// Subcommands is a program with generate, stream and health: a JSON request on
// stdin, a JSON response or one JSON chunk a line on stdout.
type Subcommands struct {
	// Subcommand: `first` (default) or `last`: before or after `args`.
	Subcommand string `yaml:"subcommand"`
	// Temperature: 0 to 2; default 0.2.
	Temperature *float64 `yaml:"temperature"`
	// MaxTokens: of a reply, 1 or more; default the task's own.
	MaxTokens *int `yaml:"max_tokens"`
	// Options: the program's own settings, sent in the request's `config`.
	Options map[string]any `yaml:"options"`
}

func (*Subcommands) name() string { return "a CLI provider" }

// healthLimit bounds the subcommand health.
const healthLimit = 10 * time.Second

// cliAnswer is where a response, or a chunk of one, has its answer: the content of a
// chunk is all so far; a program that sends only deltas is read as well.
func cliAnswer(stream bool) form {
	f := form{Text: Text{Output: JSON, Content: "content", Error: "error", InputTokens: "input_tokens", OutputTokens: "output_tokens"},
		who: "model", why: "finish_reason", sum: "tokens_used", strict: true}
	if stream {
		f.Output, f.delta, f.done = JSONL, "delta", "done"
	}
	return f
}

// argv is the program's arguments with the subcommand at its place.
func (s *Subcommands) argv(p *Provider, subcommand string) []string {
	args := slices.Clone(p.Argv[1:])
	if s.Subcommand == "last" {
		return append(args, subcommand)
	}
	return slices.Insert(args, 0, subcommand)
}

func (s *Subcommands) ask(p *Provider, q llm.Request) (process.Call, form, error) {
	line, err := p.line(s.question(q))
	subcommand := "generate"
	if q.OnChunk != nil {
		subcommand = "stream"
	}
	return process.Call{Argv: s.argv(p, subcommand), Input: line}, cliAnswer(q.OnChunk != nil), err
}

// question is the request as the protocol has it. It has no place for a schema,
// which is told in words.
func (s *Subcommands) question(q llm.Request) fields {
	req := q.SchemaAsWords()
	context := slices.Clone(req.Context)
	if last := len(context) - 1; req.Prompt == "" && last >= 0 { // the protocol requires one
		req.Prompt, context = context[last].Content, context[:last]
	}
	if req.MaxTokens <= 0 && s.MaxTokens != nil {
		req.MaxTokens = *s.MaxTokens
	}
	out, temperature := fields{"prompt": req.Prompt}, cmp.Or(req.Temperature, s.Temperature)
	out.set("system_prompt", req.System, req.System != "")
	out.set("max_tokens", req.MaxTokens, req.MaxTokens != 0)
	out.set("temperature", temperature, temperature != nil)
	out.set("top_p", req.TopP, req.TopP != nil)
	out.set("metadata", req.Metadata, len(req.Metadata) > 0)
	var said []fields
	for _, m := range context {
		said = append(said, fields{"role": m.Role, "content": m.Content})
	}
	config := fields{}
	maps.Copy(config, s.Options)
	config.set("model", q.Model, q.Model != "")
	out.set("context", said, said != nil)
	out.set("tools", req.Tools, len(req.Tools) > 0)
	out.set("config", config, len(config) > 0)
	return out
}

// health asks the program.
func (s *Subcommands) health(ctx context.Context, p *Provider, h *llm.Health) error {
	res, err := p.Run(ctx, process.Call{Argv: s.argv(p, "health"), Timeout: healthLimit})
	if s.MaxTokens != nil {
		h.MaxTokens = *s.MaxTokens
	}
	e, failed := errors.AsType[*llm.Error](err)
	if words := process.OneLine(p.Hide(string(res.Output))); failed && e.Kind == llm.ErrExit && words != "" && res.Stderr != "" {
		e.Detail = words + " " + e.Detail
	}
	return err
}
